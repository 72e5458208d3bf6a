"""English: what the odds say, the house's edge and tips."""

from __future__ import annotations

from typing import Final, assert_never

from bot.odds.play import Play
from bot.wording.odds_sentences import OddsSentences
from bot.wording.particulars import joined


def _edge(kept: list[str], lost: list[str], continuous: bool) -> str:  # noqa: FBT001
    taken = " and a continuous shoe" if continuous else ""
    said = [
        f"{verb} {joined(shares, 'and')}"
        for verb, shares in (("keeps", kept), ("loses", lost))
        if shares
    ]
    return f"With best play{taken} the house {' and '.join(said)} in the long run."


def _play(play: Play) -> str:
    match play:
        case Play.HIT:
            return "Card"
        case Play.STAND:
            return "No card"
        case Play.DOUBLE:
            return "Double"
        case Play.SPLIT:
            return "Split"
        case Play.DECLINE:
            return "No insurance"
        case Play.INSURE:
            return "Insurance"
        case Play.EVEN_MONEY:
            return "Even money"
        case _:
            assert_never(play)


ENGLISH_ODDS: Final = OddsSentences(
    percent="{number}%",
    of_stake="{percent} of the stake",
    of_insurance="{percent} of every insurance",
    of_bust="{percent} of every bust bet",
    edge=_edge,
    tip="Tip for {place}: **{best}**. On average that brings {brings} of the stake, "
    "{other} {other_brings}.",
    play=_play,
    tips_on="Tips are on: `!tip` names the best move for your open hand.",
    tips_off="Tips are off.",
)
