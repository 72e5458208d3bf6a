"""Money: amounts as people write them, accounts, postings, and the book that keeps them.

Whole hundredths, never a float. Money moves in one row: from, to, how much; so the sum over all
accounts of an asset, ``outside`` included, is zero by construction.
"""
