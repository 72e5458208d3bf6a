"""The Aquatique croupier: play-by-post blackjack whose every card and payout can be proved.

A game engine that Discord merely speaks for. The road of one message::

    cogs, terminal   text in, text out, nothing of blackjack
        ↓
    wording          words to requests, facts to sentences: the only place that speaks German
        ↓
    table            the croupier: first write, then speak; deadlines, outbox
        ↓
    audit            export and verify, from the records alone
        ↓
    ledger | draws   money in rows that cannot be unbalanced | cards, and the chain that proves them
        ↓
    store            SQLite: one writer, whole transactions, append only
        ↓
    engine           the round as a pure value: decide, evolve, wants, replay
        ↓
    errors           the six ways to react

An arrow means "may import"; never the other way. ``simulation`` stands beside ledger and draws and
plays on the engine; ``odds`` stands beside the store and asks the engine alone; the table asks it
for tips. ``app`` builds everything, ``config`` reads the settings, ``__main__`` is the command
line, and nobody imports them; ``doctor`` and ``restoring`` are verbs of theirs, ``redaction`` and
``rule_sentences`` serve the command line. The contracts in pyproject.toml make it true.

Newcomers read :mod:`bot.engine.round` first, then :mod:`bot.table.croupier`.
"""

from __future__ import annotations

from typing import Final

__version__: Final = "0.1.0"
