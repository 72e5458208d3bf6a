"""Many rounds on the same engine, to hold it against figures that are known.

A ring of its own: it drives ``decide``, ``evolve`` and ``wants`` as the croupier does, with seeded
chance in place of draws. It must not know the ledger, the log, the store or Discord.
"""
