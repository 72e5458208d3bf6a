"""Where the numbers come from: a list that a test gave, then a seed; knows no signature.

Pre-chosen numbers go to signed draws only, in order. With a seed the n-th call always gives the
same numbers, also after a restart. With neither, the stand-in fails loudly.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from tests.loopback.random_org.envelope import spelled
from tests.loopback.random_org.parameters import Row, Wanted
from tests.loopback.random_org.refusals import Trouble
from tests.loopback.random_org.state import State

Number = int | str


class Chance:
    """Fills the rows of a draw."""

    def __init__(self, state: State) -> None:
        self._state = state

    def append(self, numbers: Iterable[int]) -> None:
        """Let signed draws have these next."""
        for number in numbers:
            self._state.write("INSERT INTO numbers (number) VALUES (?)", number)

    def forget(self) -> None:
        """Let the list be empty."""
        self._state.write("DELETE FROM numbers")

    def waiting(self) -> list[int]:
        """The numbers that were given and not yet drawn."""
        rows = self._state.rows("SELECT number FROM numbers ORDER BY position")
        return [row["number"] for row in rows]

    def rows(self, wanted: Wanted, *, signed: bool) -> list[list[Number]]:
        """The numbers of a draw, row by row, spelled in the base that was asked for."""
        source = self._source(wanted)
        listed = signed and wanted.pregenerated is None
        return [_spelled(self._row(row, source, listed=listed), row) for row in wanted.rows]

    def _row(self, row: Row, source: random.Random | None, *, listed: bool) -> list[int]:
        chosen = self._taken(row.length) if listed else []
        _check(chosen, row)
        rest = row.length - len(chosen)
        if rest == 0:
            return chosen
        if source is None:
            msg = "no number is left in the list, and there is no seed"
            raise Trouble(msg)
        if row.replacement:
            return [*chosen, *(source.randint(row.low, row.high) for _ in range(rest))]
        others = source.sample(range(row.low, row.high + 1), row.length)
        return [*chosen, *[number for number in others if number not in chosen][:rest]]

    def _taken(self, count: int) -> list[int]:
        first = "SELECT position, number FROM numbers ORDER BY position LIMIT ?"
        rows = self._state.rows(first, count)
        for row in rows:
            self._state.write("DELETE FROM numbers WHERE position = ?", row["position"])
        return [row["number"] for row in rows]

    def _source(self, wanted: Wanted) -> random.Random | None:
        seed = self._state.setting("seed")
        if wanted.pregenerated is not None:  # the same numbers whenever the same name is given
            return random.Random(f"{seed} {spelled(wanted.pregenerated)}")
        if seed is None:
            return None
        drawn = self._state.setting("numbers_drawn")
        self._state.set("numbers_drawn", drawn + 1)
        return random.Random(f"{seed} {drawn}")


def _check(chosen: list[int], row: Row) -> None:
    foreign = [number for number in chosen if not row.low <= number <= row.high]
    if foreign:
        msg = f"the list gives {foreign}, but [{row.low},{row.high}] is asked for"
        raise Trouble(msg)
    if not row.replacement and len(set(chosen)) < len(chosen):
        msg = f"the list gives {chosen}, but numbers without repetition are asked for"
        raise Trouble(msg)


def _spelled(numbers: list[int], row: Row) -> list[Number]:
    if row.base == 10:
        return list(numbers)
    digit = {2: "b", 8: "o", 16: "x"}[row.base]
    width = max(len(format(abs(bound), digit)) for bound in (row.low, row.high))
    return [
        ("-" if number < 0 else "") + format(abs(number), digit).zfill(width) for number in numbers
    ]
