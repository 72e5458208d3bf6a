"""English: the rules of a table, said from its rule set and from nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, assert_never

from bot.engine.rules import (
    DealerShows,
    DoubleOn,
    FiveCards,
    RuleSet,
    SplitBy,
    Ties,
    TurnOrder,
    Values,
)
from bot.wording.bank_sentences import Dealer
from bot.wording.english_bank import dealer, game, points, takes_further_stakes, values
from bot.wording.english_shoe import ENGLISH_SHOE
from bot.wording.english_unseen import ENGLISH_UNSEEN
from bot.wording.language import ratio

_HANDS: Final = ("", "", "two", "three", "four", "five", "six", "seven", "eight")


def rules_of(rules: RuleSet) -> tuple[str, ...]:
    """Return what is played, a point each."""
    missing = _not_offered(rules)
    beside = rules.insurance or rules.bust_pays is not None
    return (
        f"The game is {game(rules)} with {rules.packs} × {rules.pack} cards. {_course(rules)}",
        values(rules),
        f"{_payouts(rules)} {'Every other hand' if beside else 'Everything else'} wins 1:1.",
        _ties(rules.ties),
        _double(rules.double),
        *ENGLISH_UNSEEN.rules(rules),
        *_casino(rules),
        *points(rules),
        *((f"Not offered: {', '.join(missing)}.",) if missing else ()),
    )


def _casino(rules: RuleSet) -> tuple[str, ...]:
    """Say what the house plays beyond the Aquatique's game, if it does."""
    points = (
        _split(rules) if rules.split else "",
        _after_split(rules) if rules.split else "",
        _second_card(rules),
        _insurance(rules) if rules.insurance else "",
        _bust(rules.bust_pays, dealer(rules)) if rules.bust_pays is not None else "",
        _backing(rules) if rules.backing else "",
        _five_cards(rules.five_cards, rules) if rules.five_cards else "",
    )
    return tuple(point for point in points if point)


def _split(rules: RuleSet) -> str:
    pair = _pair(rules)
    return (
        f"Split: {pair}, up to {_HANDS[rules.max_hands]} hands a box. "
        "The new hand takes the same stake again; hands are played from left to right."
    )


def _pair(rules: RuleSet) -> str:
    if rules.split is SplitBy.RANK:
        return "two cards of the same rank, not a jack and a queen"
    if rules.values is Values.CASINO:
        return "two cards of the same value, a jack and a queen too"
    return "two cards of the same value"


def _after_split(rules: RuleSet) -> str:
    aces = "Split aces get one card each"
    if rules.max_hands > 2:  # noqa: PLR2004 - else nothing is split again
        again = "two aces may be split again" if rules.resplit_aces else "they are not split again"
        aces += f"; {again}"
    said = [f"{aces}."]
    if rules.double is not None:
        said.append(
            "Other split hands may be doubled."
            if rules.double_after_split
            else "Split hands are not doubled."
        )
    if rules.blackjack_pays is not None:
        said.append("Ace and ten after a split are 21, no blackjack.")
    if rules.triple_seven_pays is not None:
        on = "counts" if rules.triple_seven_after_split else "does not count"
        said.append(f"A triple seven {on} after a split.")
    return " ".join(said)


def _second_card(rules: RuleSet) -> str:
    if rules.dealer_shows is not DealerShows.ONE or rules.blackjack_pays is None:
        return ""
    who = dealer(rules)
    takes = takes_further_stakes(rules, f"{who.whose.capitalize()} blackjack")
    return f"{who.capital} draws {who.whose} second card after the players.{takes}"


def _insurance(rules: RuleSet) -> str:
    even = (
        " Whoever has a blackjack may take even money, 1:1 at once, instead."
        if rules.even_money
        else ""
    )
    who = dealer(rules)
    return (
        f"Insurance: when {who.name} shows an ace, everybody may insure his stake by up to half of "
        f"it, or by less. It pays 2:1 if {who.he} has a blackjack.{even}"
    )


def _bust(odds: Fraction, who: Dealer) -> str:
    return (
        f"Bust bet: {ratio(odds)} if {who.name} is bust. Before the deal, one for everybody who "
        "has a stake in the round, from 1 and at most as much as on a box."
    )


def _backing(rules: RuleSet) -> str:
    moves = [
        verb
        for verb, offered in (("doubles", rules.double), ("splits", rules.split))
        if offered is not None
    ]
    along = f" Whoever goes along {' and '.join(moves)} too." if moves else ""
    return (
        "Backing: behind somebody else's box, from 1; all stakes of a box together stay within its "
        f"limit before the deal. Whoever owns the box decides about the hand.{along}"
    )


def _five_cards(rule: FiveCards, rules: RuleSet) -> str:
    match rule:
        case FiveCards.WINS:
            return "Five cards up to 21 win at once."
        case FiveCards.TRICK:
            but = " but a blackjack" if rules.blackjack_pays is not None else ""
            return (
                f"Five cards up to 21 beat all{but}. So do the bank's, which draws no "
                "more to five cards; if both have five, the bank wins."
            )
        case _:
            assert_never(rule)


def _course(rules: RuleSet) -> str:
    return f"{ENGLISH_SHOE.rule(rules)} {_order(rules.turn_order)}"


def _order(order: TurnOrder) -> str:
    match order:
        case TurnOrder.FREE:
            return "Everybody plays his hand when he likes."
        case TurnOrder.SEATED:
            return "Turns follow the boxes, one after the other."
        case _:
            assert_never(order)


def _payouts(rules: RuleSet) -> str:
    sevens = _triple_seven(rules.triple_seven_pays)
    if rules.values is not Values.CASINO and rules.blackjack_pays is None:
        return sevens
    return f"{_blackjack(rules)} {sevens}"


def _blackjack(rules: RuleSet) -> str:
    if rules.blackjack_pays is None:
        return "A blackjack counts like any other 21."
    ten = "ten or court card" if rules.values is Values.CASINO else "ten"
    return f"Blackjack (ace and {ten} as first two cards) wins {ratio(rules.blackjack_pays)}."


def _triple_seven(odds: Fraction | None) -> str:
    if odds is None:
        return "Three sevens count like any other 21."
    return f"A triple seven wins {ratio(odds)} at once."


def _ties(ties: Ties) -> str:
    match ties:
        case Ties.PUSH:
            return "On equal totals the stake goes back."
        case Ties.BANK:
            return "The bank wins ties."
        case _:
            assert_never(ties)


def _not_offered(rules: RuleSet) -> tuple[str, ...]:
    offers = (
        ("split", rules.split is not None),
        ("insurance", rules.insurance),
        ("even money", rules.even_money),
        ("bust bet", rules.bust_pays is not None),
        ("backing", rules.backing),
    )
    return tuple(name for name, offered in offers if not offered)


def _double(double: DoubleOn | None) -> str:
    match double:
        case DoubleOn.ANY_TWO:
            return "Double: on any first two cards, then exactly one card."
        case DoubleOn.HARD_9_11:
            return "Double: only on a hard 9, 10 or 11 of two cards, then exactly one card."
        case None:
            return "There is no doubling at this table."
        case _:
            assert_never(double)
