"""German: the rules of a table, said from its rule set and from nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, assert_never

from bot.engine.rules import (
    Bank,
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
from bot.wording.german_bank import dealer, game, points, takes_further_stakes, values
from bot.wording.german_shoe import GERMAN_SHOE
from bot.wording.german_unseen import GERMAN_UNSEEN
from bot.wording.language import ratio

_HANDS: Final = ("", "", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht")


def rules_of(rules: RuleSet) -> tuple[str, ...]:
    """Return what is played, a point each."""
    missing = _not_offered(rules)
    beside = rules.insurance or rules.bust_pays is not None
    return (
        f"Gespielt wird {game(rules)} mit {rules.packs} × {rules.pack} Karten. {_course(rules)}",
        values(rules),
        f"{_payouts(rules)} {'Jede andere Hand' if beside else 'Alles andere'} gewinnt 1:1.",
        _ties(rules.ties),
        _double(rules.double),
        *GERMAN_UNSEEN.rules(rules),
        *_casino(rules),
        *points(rules),
        *((f"Nicht angeboten: {', '.join(missing)}.",) if missing else ()),
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
        f"Teilen: {pair}, bis zu {_HANDS[rules.max_hands]} Hände je Box. "
        "Die neue Hand bekommt denselben Einsatz noch einmal; gespielt wird von links nach rechts."
    )


def _pair(rules: RuleSet) -> str:
    if rules.split is SplitBy.RANK:
        return "zwei Karten von gleichem Rang, nicht Bube und Dame"
    if rules.values is Values.CASINO:
        return "zwei Karten von gleichem Wert, auch Bube und Dame"
    return "zwei Karten von gleichem Wert"


def _after_split(rules: RuleSet) -> str:
    aces = "Geteilte Asse bekommen je eine Karte"
    if rules.max_hands > 2:  # noqa: PLR2004 - else nothing is split again
        again = (
            "zwei Asse dürfen weiter geteilt werden"
            if rules.resplit_aces
            else "weiter geteilt werden sie nicht"
        )
        aces += f"; {again}"
    said = [f"{aces}."]
    if rules.double is not None:
        said.append(
            "Andere geteilte Hände dürfen verdoppelt werden."
            if rules.double_after_split
            else "Geteilte Hände werden nicht verdoppelt."
        )
    if rules.blackjack_pays is not None:
        said.append("Ass und Zehn nach dem Teilen sind 21, kein Blackjack.")
    if rules.triple_seven_pays is not None:
        on = "auch" if rules.triple_seven_after_split else "nicht"
        said.append(f"Der Siebener-Drilling gilt {on} nach dem Teilen.")
    return " ".join(said)


def _second_card(rules: RuleSet) -> str:
    if rules.dealer_shows is not DealerShows.ONE or rules.blackjack_pays is None:
        return ""
    who, own = (
        dealer(rules),
        "Sein Blackjack" if rules.bank is Bank.HOUSE else "Ein Blackjack der Bank",
    )
    takes = takes_further_stakes(rules, own)
    return f"{who.capital} zieht {who.whose} zweite Karte erst nach den Spielern.{takes}"


def _insurance(rules: RuleSet) -> str:
    even = (
        " Wer selbst einen Blackjack hat, kann sich stattdessen 1:1 vorab auszahlen lassen."
        if rules.even_money
        else ""
    )
    who, pays = dealer(rules), "sie" if rules.bank is Bank.HOUSE else "die Versicherung"
    return (
        f"Versicherung: Zeigt {who.name} ein Ass, kann jeder seinen Einsatz bis zur Hälfte "
        f"versichern, auch mit weniger. Hat {who.he} einen Blackjack, zahlt {pays} 2:1.{even}"
    )


def _bust(odds: Fraction, who: Dealer) -> str:
    return (
        f"Bust-Wette: {ratio(odds)}, wenn {who.name} sich überkauft. Vor dem Geben, eine für "
        "jeden, der einen Einsatz in der Runde hat, ab 1 und höchstens so viel wie je Box."
    )


def _backing(rules: RuleSet) -> str:
    moves = [
        verb
        for verb, offered in (("verdoppelt", rules.double), ("teilt", rules.split))
        if offered is not None
    ]
    along = f" Wer mitgeht, {' und '.join(moves)} mit." if moves else ""
    return (
        "Mitsetzen: hinter eine fremde Box, ab 1; alle Einsätze einer Box zusammen bleiben vor "
        f"dem Geben innerhalb ihrer Grenze. Über die Hand entscheidet, wem die Box gehört.{along}"
    )


def _five_cards(rule: FiveCards, rules: RuleSet) -> str:
    match rule:
        case FiveCards.WINS:
            return "Fünf Karten bis 21 gewinnen sofort."
        case FiveCards.TRICK:
            but = " außer einem Blackjack" if rules.blackjack_pays is not None else ""
            return (
                f"Fünf Karten bis 21 schlagen alles{but}. Das gilt auch für die "
                "Bank, die zu fünf Karten keine mehr zieht; haben beide fünf, gewinnt sie."
            )
        case _:
            assert_never(rule)


def _course(rules: RuleSet) -> str:
    return f"{GERMAN_SHOE.rule(rules)} {_order(rules.turn_order)}"


def _order(order: TurnOrder) -> str:
    match order:
        case TurnOrder.FREE:
            return "Jeder spielt seine Hand, wann er will."
        case TurnOrder.SEATED:
            return "Es geht der Reihe nach, Box für Box."
        case _:
            assert_never(order)


def _payouts(rules: RuleSet) -> str:
    sevens = _triple_seven(rules.triple_seven_pays)
    if rules.values is not Values.CASINO and rules.blackjack_pays is None:
        return sevens
    return f"{_blackjack(rules)} {sevens}"


def _blackjack(rules: RuleSet) -> str:
    if rules.blackjack_pays is None:
        return "Ein Blackjack zählt wie jede andere 21."
    ten = "Zehn oder Bild" if rules.values is Values.CASINO else "Zehn"
    return f"Blackjack (Ass und {ten} als erste zwei Karten) gewinnt {ratio(rules.blackjack_pays)}."


def _triple_seven(odds: Fraction | None) -> str:
    if odds is None:
        return "Drei Siebener zählen wie jede andere 21."
    return f"Ein Siebener-Drilling gewinnt sofort {ratio(odds)}."


def _ties(ties: Ties) -> str:
    match ties:
        case Ties.PUSH:
            return "Bei Gleichstand geht der Einsatz zurück."
        case Ties.BANK:
            return "Bei Gleichstand gewinnt die Bank."
        case _:
            assert_never(ties)


def _not_offered(rules: RuleSet) -> tuple[str, ...]:
    offers = (
        ("Teilen", rules.split is not None),
        ("Versicherung", rules.insurance),
        ("1:1 vorab", rules.even_money),
        ("Bust-Wette", rules.bust_pays is not None),
        ("Mitsetzen", rules.backing),
    )
    return tuple(name for name, offered in offers if not offered)


def _double(double: DoubleOn | None) -> str:
    match double:
        case DoubleOn.ANY_TWO:
            return "Verdoppeln: auf die ersten zwei Karten, dann kommt genau eine Karte."
        case DoubleOn.HARD_9_11:
            return "Verdoppeln: nur auf harte 9, 10 oder 11 aus zwei Karten, dann genau eine Karte."
        case None:
            return "Verdoppelt wird an diesem Tisch nicht."
        case _:
            assert_never(double)
