"""English: splits, insurance, bust bets and stakes behind a box."""

from __future__ import annotations

from typing import Final

from bot.wording.casino_sentences import CasinoSentences


def _follows(follows: bool) -> str:  # noqa: FBT001
    return "goes along" if follows else "does not go along"


def _answers(even_money: bool) -> str:  # noqa: FBT001
    return "*Insurance · No insurance" + (" · Even money*" if even_money else "*")


ENGLISH_CASINO: Final = CasinoSentences(
    box_hand="{box}, hand {hand}",
    player_hand="{player}, hand {hand}",
    hand="Hand {hand}: {cards}",
    split="Box {box} split, {amount} on the new hand",
    ace_stands="Box {box}: there are no more hands, the aces stand.",
    along="{said} ({players})",
    follower="{player} goes along, {amount}",
    raised="{player} goes along, now {stake}",
    backed="{staked} behind {owner}, {follows}",
    follows=_follows,
    backer="{player} (behind)",
    bust_staked="Bust · {amount}",
    bust_restaked="Bust · now {amount}",
    bust_withdrawn="Bust · {amount} back",
    bust="Bust {player}: {said}",
    offered="The dealer shows an ace and offers insurance. {answers}",
    answers=_answers,
    offers_one="Who may insure: {offers}.",
    offers="Who may insure: {offers}.",
    offer="{player} ({box}) up to {most}",
    even_money="{offer} or 1:1",
    insured="Box {box} · insurance {amount}",
    declined="Box {box} · no insurance",
    unanswered="Box {box} {player}: no answer, so no insurance.",
    insurance="Insurance {player} ({box}): {said}",
    seat="{player} ({box})",
)
