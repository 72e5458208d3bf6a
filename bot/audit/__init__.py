"""Proof for whoever asks: export the records, and verify them from nothing but themselves.

:mod:`~bot.audit.replay` decides everything again, :mod:`~bot.audit.verify` compares it with what
is stored, :mod:`~bot.audit.records` reads an export or a database. All findings are returned, not
the first. Knows nothing of tables that are open, of words or of any adapter.
"""
