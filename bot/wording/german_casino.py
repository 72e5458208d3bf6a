"""German: splits, insurance, bust bets and stakes behind a box."""

from __future__ import annotations

from typing import Final

from bot.wording.casino_sentences import CasinoSentences


def _follows(follows: bool) -> str:  # noqa: FBT001
    return "geht mit" if follows else "ohne Mitgehen"


def _answers(even_money: bool) -> str:  # noqa: FBT001
    return "*Versicherung · Keine Versicherung" + (" · 1:1*" if even_money else "*")


GERMAN_CASINO: Final = CasinoSentences(
    box_hand="{box}, Hand {hand}",
    player_hand="{player}, Hand {hand}",
    hand="Hand {hand}: {cards}",
    split="Box {box} geteilt, {amount} auf die neue Hand",
    ace_stands="Box {box}: Mehr Hände gibt es nicht, die Asse bleiben stehen.",
    along="{said} ({players})",
    follower="{player} geht mit, {amount}",
    raised="{player} geht mit, jetzt {stake}",
    backed="{staked} hinter {owner}, {follows}",
    follows=_follows,
    backer="{player} (mitgesetzt)",
    bust_staked="Bust · {amount}",
    bust_restaked="Bust · jetzt {amount}",
    bust_withdrawn="Bust · {amount} zurück",
    bust="Bust {player}: {said}",
    offered="Der Croupier zeigt ein Ass und bietet Versicherung an. {answers}",
    answers=_answers,
    offers_one="Versichern kann: {offers}.",
    offers="Versichern können: {offers}.",
    offer="{player} ({box}) bis {most}",
    even_money="{offer} oder 1:1",
    insured="Box {box} · Versicherung {amount}",
    declined="Box {box} · keine Versicherung",
    unanswered="Box {box} {player}: keine Antwort, also keine Versicherung.",
    insurance="Versicherung {player} ({box}): {said}",
    seat="{player} ({box})",
)
