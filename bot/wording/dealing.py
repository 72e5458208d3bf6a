"""The lines of a post that show cards: hands, the dealer, and the small line.

A line is made of all the facts that belong to it, in whatever order chance dealt them. Nothing
here adds up cards: totals and states are those the facts have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from bot.engine.cards import Rank
from bot.engine.commands import By
from bot.engine.events import Reason, Rejection
from bot.engine.hand import TWENTY_ONE
from bot.engine.wants import Action
from bot.table.replies import (
    Acted,
    BetsClosed,
    Card,
    Closed,
    Drawn,
    Expired,
    Fact,
    Settled,
    Wants,
)
from bot.table.unseen_facts import Peeked, Unveiled
from bot.wording.banked import is_played
from bot.wording.places import Place, cards_of_hands, number, place_of, several
from bot.wording.raises import Double, Split, doubles, splits
from bot.wording.sentences import DealerEnd, DealerRests, HandState
from bot.wording.speech import Speech

_BETWEEN: Final = " · "

_AT_ONCE: Final = frozenset({Reason.TRIPLE_SEVEN, Reason.FIVE_CARDS})
"""What a result says of cards, so that their own line need not."""


class Spoken(NamedTuple):
    """What a line of a hand takes from the rest of its post."""

    split: frozenset[int]  # boxes with several hands
    paid: frozenset[Place]
    stood: frozenset[Place]  # by rule
    speech: Speech

    def number(self, card: Card) -> str:
        """Return a card's box, and which hand if it has several."""
        box, hand = place_of(card)
        return number(box, hand, self.split, self.speech)


def closing(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say that nothing goes any more, and which round it is."""
    return [
        speech.words.bets_closed.format(round=fact.round)
        for fact in facts
        if isinstance(fact, BetsClosed)
    ]


def hands(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return a line for each hand that received cards, or was doubled, or both hands of a split."""
    dealt = cards_of_hands(facts)
    spoken = Spoken(several(facts), _paid_at_once(facts), _stood(facts), speech)
    lines: list[str] = []
    parted = list(splits(facts))
    aces = _stood(facts) - dealt.keys() if parted else ()
    for split in parted:
        parts = {hand: dealt.pop((split.box, hand), []) for hand in (split.hand, split.new)}
        lines.append(_split(split, parts, spoken))
    raised = {(each.box, each.hand): each for each in doubles(facts)}
    lines += [_hand(cards, raised.pop(at, None), spoken) for at, cards in dealt.items()]
    lines += [_doubled(each, spoken) + "." for each in raised.values()]
    return lines + [_aces_stand(place, spoken) for place in sorted(aces)]


def dealer_shows(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return the line of what the dealer lies before the play, if it was dealt."""
    dealt = _cards_of_dealer(facts)
    first = [card for card in dealt if len(card.cards) == 1]
    if not first or _at_a_stretch(dealt):
        return []
    cards, player = _BETWEEN.join(_drawn(card, speech) for card in first), first[0].player
    if isinstance(player, UnsetType):
        return [speech.words.dealer_shows.format(cards=cards)]
    return [speech.words.bank.shows.format(player=player, cards=cards)]


def peeked(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return the line of the dealer's look under his open card."""
    return [_peeked(fact, speech) for fact in facts if isinstance(fact, Peeked)]


def _peeked(fact: Peeked, speech: Speech) -> str:
    who = None if isinstance(fact.bank, UnsetType) else fact.bank
    return speech.words.unseen.peeked(fact.card.rank, who)


def dealer_plays(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return the line of the dealer's further cards, or why the round is over without one."""
    dealt = _cards_of_dealer(facts)
    more = dealt if _at_a_stretch(dealt) else [card for card in dealt if len(card.cards) > 1]
    over = any(isinstance(fact, Closed) for fact in facts)
    if not more:
        return [_without_card(facts, speech)] if over and is_played(facts) else []
    last = more[-1]
    before = [speech.card(card) for card in last.cards[: -len(more)]]
    cards = _BETWEEN.join(before + [_drawn(card, speech) for card in more])
    turns, draws_on = more[0].turned is True, last is not more[0]
    end = _end(last, over=over)
    if isinstance(last.player, UnsetType):
        said = _dealers_end(end, speech, turns=turns)
        template = _dealers(speech, turns=turns, draws_on=draws_on)
        return [template.format(cards=cards, total=last.total, end=said)]
    said = speech.words.bank_end(_end_of_bank(end, facts))
    template = _banks(speech, turns=turns, draws_on=draws_on)
    return [template.format(player=last.player, cards=cards, total=last.total, end=said)]


def _dealers_end(end: DealerEnd, speech: Speech, *, turns: bool) -> str:
    if turns and end is DealerEnd.NO_BLACKJACK:
        return speech.words.unseen.needs_no_more
    return speech.words.dealer_end(end)


def _dealers(speech: Speech, *, turns: bool, draws_on: bool) -> str:
    if not turns:
        return speech.words.dealer_draws
    unseen = speech.words.unseen
    return unseen.dealer_turns_and_draws if draws_on else unseen.dealer_turns


def _banks(speech: Speech, *, turns: bool, draws_on: bool) -> str:
    bank = speech.words.bank
    if not turns:
        return bank.draws
    return bank.turns_and_draws if draws_on else bank.turns


def _at_a_stretch(dealt: Sequence[Card]) -> bool:
    """Whether the dealer got his first cards one right after the other, after the players."""
    several = len(dealt) > 1 and len(dealt[0].cards) == 1 and dealt[1].hidden is not True
    return several and dealt[1].index == dealt[0].index + 1


def _end_of_bank(end: DealerEnd, facts: Sequence[Fact]) -> DealerEnd | None:
    """A player's bank may have the word, or stand by rule."""
    if end is DealerEnd.DRAWS_ON and any(
        hand.box == 0 for fact in facts if isinstance(fact, Wants) for hand in fact.open
    ):
        return None
    if end is DealerEnd.NO_BLACKJACK and (0, 1) in _stood(facts):
        return DealerEnd.STANDS
    return end


def _without_card(facts: Sequence[Fact], speech: Speech) -> str:
    """Say why the dealer drew nothing: a player's bank stays, or nothing was needed."""
    settled = [fact for fact in facts if isinstance(fact, Settled)]
    bank = settled[-1].bank if settled else UNSET
    if isinstance(bank, UnsetType):
        return speech.words.dealer_rests(_why_rests(facts))
    stays = any(isinstance(fact, Acted | Expired) and fact.box == 0 for fact in facts)
    if stays:
        return speech.words.bank.stays.format(player=bank, total=settled[-1].dealer_total)
    return speech.words.bank_rests(_why_rests(facts))


def small_lines(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Return one line per draw: round, draw, source, log position and head.

    Numbers that are drawn again one at a time have one line together, with the last head: it stands
    for all before it.
    """
    draws = list({fact.draw: fact for fact in facts if isinstance(fact, Drawn)}.values())
    again = any(isinstance(fact, Drawn) and fact.reason is Rejection.DUPLICATE for fact in facts)
    seen = [fact for fact in draws if fact.unseen is not True]
    if again and len(seen) > 1 and all(fact.serial is UNSET for fact in draws):
        lines = [_small_line(seen[-1], f"{seen[0].draw}–{seen[-1].draw}", speech)]
        lines += [_small_line(fact, str(fact.draw), speech) for fact in draws if fact not in seen]
    else:
        lines = [_small_line(fact, str(fact.draw), speech) for fact in draws]
    return lines + [
        speech.words.unseen.unveiled.format(
            round=fact.round,
            draw=fact.draw,
            source=speech.source(fact.source, fact.serial),
            log=fact.log,
            head=fact.head,
        )
        for fact in facts
        if isinstance(fact, Unveiled)
    ]


def _small_line(fact: Drawn, draws: str, speech: Speech) -> str:
    return speech.words.small_line.format(
        round=fact.round,
        draw=draws,
        source=_source(fact, speech),
        log=fact.log,
        head=fact.head,
    )


def _source(fact: Drawn, speech: Speech) -> str:
    source = speech.source(fact.source, fact.serial)
    return speech.words.unseen.source.format(source=source) if fact.unseen is True else source


def _drawn(card: Card, speech: Speech) -> str:
    """Return a number and its card; of one that lies face down only that."""
    if isinstance(card.number, UnsetType) or isinstance(card.card, UnsetType):
        return speech.words.unseen.face_down
    drawn = speech.drawn(card.number, card.card)
    return speech.words.unseen.turned.format(drawn=drawn) if card.turned is True else drawn


def _paid_at_once(facts: Sequence[Fact]) -> frozenset[Place]:
    return frozenset(
        (fact.box, fact.hand)
        for fact in facts
        if isinstance(fact, Settled) and fact.reason in _AT_ONCE
    )


def _stood(facts: Sequence[Fact]) -> frozenset[Place]:
    return frozenset(
        (fact.box, fact.hand)
        for fact in facts
        if isinstance(fact, Acted) and fact.action is Action.STAND and fact.by is By.RULE
    )


def _cards_of_dealer(facts: Sequence[Fact]) -> list[Card]:
    return [fact for fact in facts if isinstance(fact, Card) and fact.to == "dealer"]


def bank_of(facts: Sequence[Fact]) -> str | None:
    """Return the player whose cards the bank's are; none where the house is it."""
    players = [card.player for card in _cards_of_dealer(facts)]
    return next((player for player in players if not isinstance(player, UnsetType)), None)


def _split(split: Split, parts: dict[int, list[Card]], spoken: Spoken) -> str:
    """Return what was put on the new hand, who goes along, and the cards of both if they came."""
    speech, words = spoken.speech, spoken.speech.words.casino
    amount = speech.amount(split.placed.amount, split.placed.asset)
    line = words.split.format(box=split.box, amount=amount)
    followers = [
        words.follower.format(player=each.player, amount=speech.amount(each.amount, each.asset))
        for each in split.followers
    ]
    line = _along(line, followers, speech)
    shown = [
        words.hand.format(hand=hand, cards=_shown(cards, spoken))
        for hand, cards in parts.items()
        if cards
    ]
    return f"{line}: {_BETWEEN.join(shown)}" if shown else f"{line}."


def _hand(cards: Sequence[Card], double: Double | None, spoken: Spoken) -> str:
    last, speech = cards[-1], spoken.speech
    shown = _shown(cards, spoken)
    if double is not None:
        return f"{_doubled(double, spoken)}: {shown}"
    one_more = len(last.cards) > len(cards) or (last.hidden is True and len(cards) == 1)
    if one_more or isinstance(last.stake, UnsetType):
        box = spoken.number(last)
        return speech.words.hand_card.format(box=box, cards=shown)
    stake = speech.amount(last.stake, str(last.asset))
    return speech.words.hand_dealt.format(
        box=spoken.number(last), player=last.player, stake=stake, cards=shown
    )


def _shown(cards: Sequence[Card], spoken: Spoken) -> str:
    last, speech = cards[-1], spoken.speech
    at = place_of(last)
    state = HandState.PLAIN if at in spoken.paid else _state(last, stood=at in spoken.stood)
    drawn = _BETWEEN.join(_drawn(card, speech) for card in cards)
    if last.hidden is True:
        stands = HandState.TWENTY_ONE if at in spoken.stood else HandState.PLAIN
        return f"{drawn}{speech.words.hand_state(stands)}"
    return f"{drawn} = **{last.total}**{speech.words.hand_state(state)}"


def _doubled(double: Double, spoken: Spoken) -> str:
    speech, words = spoken.speech, spoken.speech.words
    placed = double.placed
    stake = speech.amount(placed.stake, placed.asset)
    box = number(double.box, double.hand, spoken.split, speech)
    followers = [
        words.casino.raised.format(player=each.player, stake=speech.amount(each.stake, each.asset))
        for each in double.followers
    ]
    return _along(words.doubled.format(box=box, stake=stake), followers, speech)


def _aces_stand(place: Place, spoken: Spoken) -> str:
    """Say that a hand without a new card stands: others took the last place for a split."""
    box = number(*place, spoken.split, spoken.speech)
    return spoken.speech.words.casino.ace_stands.format(box=box)


def _along(line: str, followers: Sequence[str], speech: Speech) -> str:
    if not followers:
        return line
    return speech.words.casino.along.format(said=line, players=", ".join(followers))


def _state(card: Card, *, stood: bool) -> HandState:
    if card.blackjack:
        return HandState.BLACKJACK
    two_split = card.split is True and len(card.cards) == 2  # noqa: PLR2004
    if two_split and card.total == TWENTY_ONE:
        return HandState.SPLIT_BLACKJACK
    if card.total >= TWENTY_ONE:
        return HandState.TWENTY_ONE if card.total == TWENTY_ONE else HandState.BUST
    if card.stands:
        return HandState.FIVE_CARDS
    if two_split and stood and card.cards[0].rank is Rank.ACE:
        return HandState.SPLIT_ACE
    return HandState.SOFT if card.soft else HandState.PLAIN


def _end(last: Card, *, over: bool) -> DealerEnd:
    if last.total > TWENTY_ONE:
        return DealerEnd.BUST
    if last.blackjack:
        return DealerEnd.BLACKJACK
    if last.stands:
        return DealerEnd.STANDS
    return DealerEnd.NO_BLACKJACK if over else DealerEnd.DRAWS_ON


def _why_rests(facts: Sequence[Fact]) -> DealerRests:
    reasons = {fact.reason for fact in facts if isinstance(fact, Settled)}
    if Reason.VOID in reasons:
        return DealerRests.VOID
    return DealerRests.BLACKJACK_SAFE if Reason.BLACKJACK in reasons else DealerRests.NOTHING_OPEN
