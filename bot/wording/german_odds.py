"""German: what the odds say, the house's edge and tips."""

from __future__ import annotations

from typing import Final, assert_never

from bot.odds.play import Play
from bot.wording.odds_sentences import OddsSentences
from bot.wording.particulars import joined


def _edge(kept: list[str], lost: list[str], continuous: bool) -> str:  # noqa: FBT001
    taken = " und immer vollem Schlitten" if continuous else ""
    if not kept:
        loses = joined(lost, "und")
        return f"Bei bestem Spiel{taken} verliert das Haus auf lange Sicht {loses}."
    loses = f" und verliert {joined(lost, 'und')}" if lost else ""
    keeps = joined(kept, "und")
    return f"Bei bestem Spiel{taken} behält das Haus auf lange Sicht {keeps}{loses}."


def _play(play: Play) -> str:
    match play:
        case Play.HIT:
            return "Karte"
        case Play.STAND:
            return "Keine Karte"
        case Play.DOUBLE:
            return "Verdoppeln"
        case Play.SPLIT:
            return "Teilen"
        case Play.DECLINE:
            return "Keine Versicherung"
        case Play.INSURE:
            return "Versicherung"
        case Play.EVEN_MONEY:
            return "1:1"
        case _:
            assert_never(play)


GERMAN_ODDS: Final = OddsSentences(
    percent="{number} %",
    of_stake="{percent} des Einsatzes",
    of_insurance="{percent} jeder Versicherung",
    of_bust="{percent} jeder Bust-Wette",
    edge=_edge,
    tip="Tipp für {place}: **{best}**. Im Mittel bringt das {brings} des Einsatzes, "
    "{other} {other_brings}.",
    play=_play,
    tips_on="Tipps sind eingeschaltet: `!tipp` nennt den besten Zug für Ihre offene Hand.",
    tips_off="Tipps sind ausgeschaltet.",
)
