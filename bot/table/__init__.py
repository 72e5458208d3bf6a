"""The table: the only stateful service, and what it hears and says, free of any transport.

:mod:`~bot.table.croupier` runs the loop *first write, then speak*; requests come in as
:mod:`~bot.table.requests`, and what it has to say leaves as :mod:`~bot.table.replies`.
"""
