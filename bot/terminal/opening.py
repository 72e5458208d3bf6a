"""How a terminal table opens: go on where it stopped, book the deposits, bid welcome."""

from __future__ import annotations

from collections.abc import Callable

from bot.table.croupier import Croupier
from bot.terminal.command import TableArguments
from bot.wording.post import play_money, welcome


async def open_table(
    croupier: Croupier, arguments: TableArguments, source: str, show: Callable[[str], None]
) -> None:
    """Say what is still to be said, then welcome or, mid-hand, how it stands; book ``--credit``."""
    await croupier.open()
    if arguments.json:
        pass  # a driver knows how it stands, and finds what it missed before this
    elif croupier.game.round.is_running:
        await croupier.show_round()
    else:
        show(welcome(arguments.rules, arguments.preset, source, arguments.language))
        show(f"-# {play_money(arguments.language)}")
    for name, amount in arguments.credits:
        await croupier.deposit(name, amount, actor="operator", reason="--credit")
