"""A table on a disk that fills up, in a process of its own: the limit holds for all its files.

``python -m tests.store.full_disk DATABASE`` prints what happened as JSON.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path

from bot.errors import CannotStart
from tests.tables import Table, open_table, stake


async def play_until_full(table: Table) -> str:
    """Place stakes until there is no room; what the operator reads then."""
    try:
        for box in range(1, 8):
            for units in range(10, 200):
                await table.hear("anna", stake(units, box, replace=True))
    except CannotStart as error:
        return str(error)
    return ""


async def evening(path: Path) -> dict[str, object]:
    async with open_table(path.parent) as table:
        await table.credit(anna=5000)
        room = 20_000 + max(each.stat().st_size for each in path.parent.iterdir())
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
        sentence = await play_until_full(table)
        acknowledged = table.croupier.game
        bound = sum(box.hands[0].stake for box in acknowledged.round.boxes)
        full_at = (await table.entries())[-1].position
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        held = (await table.purses())["anna"][1]
        await table.hear("anna", stake(77, 1, replace=True))
        return {
            "sentence": sentence,
            "nothing changed": held == bound,
            "goes on": (await table.entries())[-1].position > full_at,
            "verifies": (await table.audit()).ok,
        }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(evening(Path(sys.argv[1])))))
