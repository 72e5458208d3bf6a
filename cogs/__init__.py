"""The Discord ring, and it is thin: parse, ask the croupier, render.

A cog turns a message or an interaction into a command, hands it to the croupier of
:mod:`bot.table`, and gives the reply to :mod:`bot.wording`. It holds no state of a table, and no
``if`` about blackjack. It must know nothing of the store, the settings or the terminal.

Empty until Discord opens; the table is played in the terminal meanwhile.
"""
