"""The Discord ring, and it is thin: parse, ask the croupier, render.

``ears`` hears messages and gives each to the ``inbox`` of its table; ``reading`` makes of it what
the croupier of :mod:`bot.table` hears. What the croupier has to say, ``voice`` makes a post of
with :mod:`bot.wording`, and ``outlet`` posts it, in order and once. Nothing here holds the state of
a round, and there is no ``if`` about blackjack. It knows neither the settings nor the terminal.
"""

from __future__ import annotations

from typing import Final

EARS: Final = "cogs.ears"
"""The extension that the client loads."""
