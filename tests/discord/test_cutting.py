"""A text in messages: complete, in order, none too long."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cogs.cutting import LIMIT, pieces, size


@given(st.text("ab \n😀", max_size=200), st.integers(2, 40))
def test_every_piece_fits_and_nothing_is_lost(text: str, limit: int) -> None:
    found = pieces(text, limit)

    assert all(0 < size(piece) <= limit for piece in found)
    assert "".join("".join(found).split()) == "".join(text.split())


def test_lines_stay_whole_where_they_can() -> None:
    lines = [f"Box {number} " + "x" * 90 for number in range(100)]
    found = pieces("\n".join(lines))

    assert len(found) == 5 or len(found) == 6
    assert [line for piece in found for line in piece.split("\n")] == lines
    assert all(size(piece) <= LIMIT for piece in found)


def test_a_letter_of_two_units_counts_twice() -> None:
    assert size("😀") == 2
    assert [1000, 1] == [len(piece) for piece in pieces("😀" * 1001)]
