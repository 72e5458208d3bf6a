"""SQLite as a durable memory: one writer, append-only records, and the outbox.

Knows how things are kept, not what they mean: money is ``ledger``'s, chance is ``draws``'.
"""
