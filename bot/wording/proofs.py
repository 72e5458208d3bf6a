"""Proof for whoever asks at the table: a round's record, one draw, a verification.

One line for each draw of a round and a small one below it, so that a long round can be parted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot.draws.chain import SHORT
from bot.engine.cards import Card
from bot.engine.events import Rejection
from bot.engine.hand import TWENTY_ONE
from bot.table.proofs import DrawPart, DrawRecord, RecordedDraw, Verified
from bot.table.replies import Record, Staked
from bot.table.shuffles import NoCard
from bot.wording import places
from bot.wording.answers import table_name, time_text
from bot.wording.particulars import shown
from bot.wording.results import BEHIND, bettor, result
from bot.wording.speech import Speech

_SMALL: Final = "-# "
_LONGEST: Final = 300
"""Characters of an auditor's own text that are shown."""


def record_text(fact: Record, speech: Speech) -> str:
    """Return a round's stakes, draws and results."""
    title = speech.words.record_title.format(round=fact.round, name=table_name(fact.preset))
    state = [speech.words.running] if fact.running else []
    if not isinstance(fact.bank, UnsetType):
        state.append(speech.words.bank.record.format(player=fact.bank))
    settled = {bet.bet_id for bet in fact.settled}
    standing = [stake for stake in fact.stakes if fact.running or stake.bet_id in settled]
    stakes = {stake.bet_id: stake for stake in standing}.values()
    split = frozenset(stake.box for stake in stakes if stake.hand > 1)
    return "\n".join(
        (
            " · ".join([title, *state]),
            *(_stake(stake, split, speech) for stake in sorted(stakes, key=_order)),
            *(_draw(draw, fact, speech) for draw in fact.draws),
            *_results(fact, speech),
        )
    )


def _results(fact: Record, speech: Speech) -> Iterator[str]:
    """Yield a line for each settled bet; a dealer's 21 of two cards is a blackjack."""
    dealers = sum(not card.box for draw in fact.draws for card in draw.cards)
    for bet in fact.settled:
        blackjack = dealers == 2 and bet.dealer_total == TWENTY_ONE  # noqa: PLR2004
        yield result(bet, speech, dealer_has_one=blackjack)


def draw_text(fact: DrawRecord, speech: Speech) -> str:
    """Return a draw: what it was for, what it brought, and where it stands in the log."""
    return "\n".join(_draw_lines(fact, speech))


def verified_text(fact: Verified, speech: Speech) -> str:
    """Return what a verification went through, what it found, and how far the log went then."""
    words = speech.words.proof
    wrong = [line for place in range(len(fact.findings)) for line in _finding(fact, place, speech)]
    return "\n".join(
        (
            words.verified_title.format(round=fact.round),
            *(f"- {checked}" for checked in words.checked(fact)),
            words.rest(fact),
            *_pending(fact, speech),
            words.verdict(fact),
            *wrong,
            *([words.more] if wrong else []),
            words.verified_head.format(log=fact.entries, head=fact.head[:SHORT]),
        )
    )


def _pending(fact: Verified, speech: Speech) -> Iterator[str]:
    if fact.pending:
        draws = ", ".join(map(str, fact.pending))
        yield speech.words.unseen.pending.format(draws=draws)


def _finding(fact: Verified, place: int, speech: Speech) -> Iterator[str]:
    """Say it in words; what the auditor says himself only of the round that was asked for."""
    finding = fact.findings[place]
    finding = replace(finding, where=shown(finding.where))
    yield f"- {speech.words.proof.finding(finding)}"
    if place < fact.of_round:
        yield f"-# `{shown(finding.text)[:_LONGEST].replace('`', chr(39))}`"


def _order(stake: Staked) -> tuple[bool, bool, int, int, bool]:
    """Hands first, then who stands behind each; insurance after them, bust bets last."""
    behind = stake.bet in BEHIND
    return stake.bet == "bust", stake.bet == "insurance", stake.box, stake.hand, behind


def _stake(stake: Staked, split: frozenset[int], speech: Speech) -> str:
    words, amount = speech.words.casino, speech.amount(stake.stake, stake.asset)
    match stake.bet:
        case "bust":
            return words.bust.format(player=stake.player, said=amount)
        case "insurance":
            box = speech.words.box.format(box=stake.box)
            return words.insurance.format(player=stake.player, box=box, said=amount)
        case _:
            player = bettor(stake, speech, split=split)
            return speech.words.record_stake.format(box=stake.box, player=player, stake=amount)


def _draw(draw: RecordedDraw, fact: Record, speech: Speech) -> str:
    words = speech.words
    dealer = _dealer(speech, players=not isinstance(fact.bank, UnsetType))
    cards = [
        words.record_card.format(
            drawn=_face(drawn, card, speech), place=_place(box, speech, dealer, hand)
        )
        for drawn, card, box, hand in draw.cards
    ]
    _put_in(cards, draw.rejected, speech)
    source = speech.source(draw.source, UNSET if draw.serial is None else draw.serial)
    line = words.record_draw.format(time=time_text(draw.at, speech), cards=" · ".join(cards))
    small = words.small_line.format(
        round=fact.round,
        draw=draw.draw,
        source=words.unseen.source.format(source=source) if draw.hidden else source,
        log=draw.log,
        head=draw.head,
    )
    return "\n".join((line, " · ".join((small, *_behind(draw, speech)))))


def _behind(draw: RecordedDraw, speech: Speech) -> Iterator[str]:
    """Yield what stands behind a draw: its ticket, and what led to it."""
    if draw.ticket is not None:
        yield speech.words.proof.ticket.format(ticket=draw.ticket)
    if draw.led is not None:
        yield speech.words.proof.led(draw.led)


def _draw_lines(fact: DrawRecord, speech: Speech) -> Iterator[str]:
    words = speech.words.proof
    source = speech.source(fact.source, UNSET if fact.serial is None else fact.serial)
    if fact.hidden and fact.unveiled is None:
        source = speech.words.unseen.source.format(source=source)
    yield words.draw_title.format(draw=fact.draw, source=source, state=_state(fact, speech))
    asked = sum(len(part.boxes) + part.spares for part in fact.parts)
    yield words.numbers(asked, fact.highest)
    for part in fact.parts:
        yield _part(part, fact, speech)
        if part.led is not None:
            yield _SMALL + words.led(part.led)
    if fact.ticket is not None:
        template = words.ticket if fact.next_ticket is None else words.next_ticket
        yield _SMALL + template.format(ticket=fact.ticket, next=fact.next_ticket)
    yield _SMALL + words.intended.format(log=fact.intended, head=fact.intended_head)
    if fact.log is not None:
        yield _SMALL + words.drawn.format(log=fact.log, head=fact.head)
        if fact.hidden:
            yield from _unseen(fact, speech)
        yield " ".join(_checks(fact, speech))


def _unseen(fact: DrawRecord, speech: Speech) -> Iterator[str]:
    """Yield what a hidden draw is bound by, and what proves it once it is told."""
    words = speech.words.unseen
    yield _SMALL + words.commitment.format(commitment=fact.commitment)
    if fact.unveiled is None:
        yield words.check_later
        return
    yield words.all_numbers.format(numbers=", ".join(_all_numbers(fact, speech)))
    yield _SMALL + words.proved.format(log=fact.unveiled, salt=fact.salt)
    yield words.check


def _all_numbers(fact: DrawRecord, speech: Speech) -> Iterator[str]:
    """Yield every number of a draw that is told; why one is no card, its place among them says."""
    words = speech.words.shoe
    dealt = [number for part in fact.parts for number, _ in part.cards]
    for number in fact.numbers:
        if dealt and number == dealt[0]:
            dealt.pop(0)
            yield str(number)
        else:
            why = Rejection.DUPLICATE if dealt else Rejection.UNUSED
            yield words.without_card.format(number=number, why=words.why_rejected(why))


def _face(number: int, card: Card | None, speech: Speech) -> str:
    return speech.words.unseen.face_down if card is None else speech.drawn(number, card)


def _state(fact: DrawRecord, speech: Speech) -> str:
    """Return when it was drawn, or that it is not."""
    words = speech.words.proof
    if fact.at is not None:
        return time_text(fact.at, speech, words.exact_time)
    return words.not_drawn if fact.void is None else words.undone.format(log=fact.void)


def _part(part: DrawPart, fact: DrawRecord, speech: Speech) -> str:
    words = speech.words
    hands = (0,) * len(part.boxes) if isinstance(part.hands, UnsetType) else part.hands
    dealer = _dealer(speech, players=part.players_bank is True)
    slots = [_place(box, speech, dealer, hand) for box, hand in zip(part.boxes, hands, strict=True)]
    if part.cards or part.rejected:
        drawn = [
            words.record_card.format(drawn=_face(number, card, speech), place=place)
            for (number, card), place in zip(part.cards, slots, strict=False)
        ]
        _put_in(drawn, part.rejected, speech)
        cards = " · ".join(drawn)
    else:
        cards = words.proof.cards_for.format(places=" · ".join(slots))
    template = words.proof.part if part.table == fact.table else words.proof.part_elsewhere
    return template.format(round=part.round, table=part.table, cards=cards)


def _put_in(cards: list[str], rejected: Sequence[NoCard], speech: Speech) -> None:
    """Put the numbers that are no cards where chance put them."""
    words = speech.words.shoe
    for each in rejected:  # in their order, so that every place is right when its turn comes
        said = words.rejected.format(number=each.number, why=words.why_rejected(each.reason))
        cards.insert(each.place - 1, said)


def _checks(fact: DrawRecord, speech: Speech) -> Iterator[str]:
    """Yield how to check it."""
    words = speech.words.proof
    here = next((part.round for part in fact.parts if part.table == fact.table), None)
    if here is not None:
        yield words.check.format(round=here)
    if not fact.hidden:
        yield words.check_unsigned if fact.serial is None else words.check_ticket


def _dealer(speech: Speech, *, players: bool) -> str:
    """Return who deals: the house's dealer, or the bank of a player."""
    return speech.words.bank.place if players else speech.words.dealer


def _place(box: int, speech: Speech, dealer: str, hand: int = 0) -> str:
    """Return who got a card; ``hand`` is 0 where the box has one."""
    if not box:
        return dealer
    return places.place(box, hand, {box} if hand else (), speech)
