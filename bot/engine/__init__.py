"""The game as a pure value: no clock, no chance, no I/O, no German.

Read :mod:`bot.engine.round` first (it holds the four verbs), then :mod:`~bot.engine.events` for
what can happen and :mod:`~bot.engine.rules` for what may differ from table to table.
"""
