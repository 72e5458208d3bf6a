"""The croupier without Discord: several players at one keyboard or one pipe.

Lines in, posts or ``--json`` objects out, to the same croupier as everywhere. An adapter: it
parses, hands over and prints, and knows nothing of blackjack.
"""
