"""German: a player who is the bank, and the rules of such a game."""

from __future__ import annotations

from typing import Final, assert_never

from bot.engine.events import Passing
from bot.engine.rules import Bank, BankPlays, RuleSet, Soft17, Values
from bot.wording.bank_sentences import BankSentences, Dealer
from bot.wording.language import ratio
from bot.wording.sentences import DealerEnd, DealerRests


def _passed(reason: Passing) -> str:
    match reason:
        case Passing.GIVEN_UP:
            return "{player} gibt die Bank ab."
        case Passing.ROTATES:
            return "Die Bank geht reihum."
        case Passing.BROKEN:
            return "Die Bank von {player} ist gesprengt!"
        case Passing.BLACKJACK:
            return "Ein Blackjack übernimmt die Bank."
        case Passing.RETURNED:
            return "Die Bank von {player} ist aufgelöst."
        case _:
            assert_never(reason)


def _times(times: int) -> str:
    return "einmal" if times == 1 else f"{times}-mal"


def _rounds(rounds: int) -> str:
    return "eine Runde" if rounds == 1 else f"{rounds} Runden"


def bank_end(end: DealerEnd | None) -> str:
    """Return how the bank's cards end; None: it has the word."""
    match end:
        case None:
            return "."
        case DealerEnd.STANDS:
            return ", sie bleibt stehen."
        case DealerEnd.BUST:
            return ", überkauft."
        case DealerEnd.BLACKJACK:
            return ", Blackjack."
        case DealerEnd.NO_BLACKJACK:
            return ", kein Blackjack, mehr braucht sie nicht."
        case DealerEnd.DRAWS_ON:
            return ", sie zieht weiter."
        case _:
            assert_never(end)


def bank_rests(why: DealerRests) -> str:
    """Return why the bank needs no card."""
    match why:
        case DealerRests.NOTHING_OPEN:
            return "Die Bank braucht keine Karte: Es ist nichts mehr offen."
        case DealerRests.BLACKJACK_SAFE:
            return "Die Bank braucht keine Karte: Ein Blackjack ist für sie nicht möglich."
        case DealerRests.VOID:
            return "Die Runde ist annulliert, offene Einsätze gehen zurück."
        case _:
            assert_never(why)


GERMAN_BANK: Final = BankSentences(
    welcome="Die Bank hat hier ein Spieler; `!bank 500` übernimmt sie.",
    taken="{player} übernimmt die Bank mit {amount}.",
    funded="{player} legt {amount} in die Bank. In der Bank: {holds}.",
    passed=_passed,
    returned="{amount} zurück an {player}.",
    next="Die nächste Bank ist {player}; `!bank 500` übernimmt sie, `!bank abgeben` verzichtet.",
    anybody="Die Bank ist frei; wer sie will, sagt `!bank 500`.",
    next_by_itself="Die nächste Bank ist {player}.",
    record="Bank: {player}",
    place="Bank",
    shows="Bank ({player}): {cards}",
    offered="Die Bank ({player}) zeigt ein Ass und bietet Versicherung an. {answers}",
    draws="Die Bank ({player}): {cards} = **{total}**{end}",
    turns="Die Bank ({player}) deckt auf: {cards} = **{total}**{end}",
    turns_and_draws="Die Bank ({player}) deckt auf und zieht: {cards} = **{total}**{end}",
    stays="Die Bank ({player}) bleibt bei **{total}** stehen.",
    at_turn="die Bank ({player})",
    moved="Bank · {action}",
    expired="Die Bank ({player}): {hours} ohne Antwort, sie spielt nach fester Regel weiter.",
    lost="Der Einsatz von {stake} geht an die Bank ({player}).",
    gained="Die Bank ({player}): {net} gewonnen.",
    paid="Die Bank ({player}): {net} verloren.",
    even="Die Bank ({player}): weder gewonnen noch verloren.",
    holds="{said} In der Bank: {holds}.",
    banked="Guthaben {available}, dazu {bank} in der Bank.",
    held="Guthaben {available}, dazu {held} in offenen Einsätzen und {bank} in der Bank.",
    party="Eine Partie über {rounds}: Wer bis zum ersten Geben setzt oder die Bank übernimmt, "
    "spielt mit und bekommt {amount}. Wer zuerst die Bank will, sagt `!bank 1`; es sind immer "
    "alle seine Chips. Danach geht sie von selbst reihum.",
    joined="{player} spielt mit, {amount}.",
    agreed="Der Kreis ist geschlossen: {players}. Jeder ist {times} Bank, das sind {rounds}.",
    rounded="{rounds} statt {asked}, damit jeder gleich oft Bank ist",
    times=_times,
    rounds=_rounds,
    round="Partie: {played} von {rounds} gespielt.",
    ending="Runde {round} ist die letzte der Partie.",
    ended="**Die Partie ist zu Ende.**",
    nobody="Gespielt hat sie niemand.",
    standing="{place}. {player} · {amount}",
)


# ── the rules ────────────────────────────────────────────────────────────────────────────────────


def game(rules: RuleSet) -> str:
    """Return what the game is called."""
    return "17 und 4" if rules.values is Values.SIEBZEHN_UND_VIER else "Black Jack"


def dealer(rules: RuleSet) -> Dealer:
    """Return who deals."""
    if rules.bank is Bank.HOUSE:
        return Dealer("der Croupier", "Der Croupier", "er", "seine", "des Croupiers")
    return Dealer("die Bank", "Die Bank", "sie", "ihre", "der Bank")


def takes_further_stakes(rules: RuleSet, blackjack: str) -> str:
    """Return that a late blackjack takes doubles and splits too (reading 6), where they are."""
    further = (("verdoppelt", rules.double), ("geteilt", rules.split))
    moves = " oder ".join(move for move, offered in further if offered)
    return f" {blackjack} nimmt auch, was {moves} wurde." if moves else ""


def values(rules: RuleSet) -> str:
    """Return how the bank draws, and what cards count."""
    if rules.values is Values.CASINO:
        return f"{_draws(rules)} Ein Ass zählt elf, solange das nicht überkauft, sonst eins."
    return (
        f"{_draws(rules)} Ein Ass zählt elf, ein König vier, eine Dame drei, ein Bube zwei, "
        "jede andere Karte ihre Augen."
    )


def _draws(rules: RuleSet) -> str:
    if rules.bank_plays is BankPlays.FREE:
        soft = rules.values is Values.CASINO and rules.soft_17 is Soft17.HIT
        away = "und bei weichen 17, sonst bleibt sie" if soft else "und bleibt"
        return (
            "Die Bank spielt zuletzt und frei; "
            f"ist sie nicht da, zieht sie bis 16 {away} ab 17 stehen."
        )
    who, on = dealer(rules).capital, dealer(rules).he
    if rules.values is not Values.CASINO:
        return f"{who} zieht bis 16 und bleibt ab 17 stehen."
    match rules.soft_17:
        case Soft17.STAND:
            return f"{who} zieht bis 16 und bleibt ab 17 stehen, auch bei weichen 17."
        case Soft17.HIT:
            return f"{who} zieht bis 16 und bei weichen 17, sonst bleibt {on} ab 17 stehen."
        case _:
            assert_never(rules.soft_17)


def points(rules: RuleSet) -> tuple[str, ...]:
    """Return what is to be said of two aces, and of a player's bank."""
    found = []
    if rules.two_aces_pay is not None:
        pays = ratio(rules.two_aces_pay)
        found.append(f"Zwei Asse als erste zwei Karten zählen 21 und gewinnen {pays}.")
    if rules.bank is not Bank.HOUSE:
        found.append(
            f"{_whose(rules)} Sie kann nicht mehr verlieren, als darin liegt: Einsätze, die sie "
            "nicht auszahlen könnte, nimmt sie nicht an. `!bank 500` übernimmt sie."
        )
    return tuple(found)


def _whose(rules: RuleSet) -> str:
    if rules.blackjack_takes_bank:
        return (
            "Die Bank hat ein Spieler, bis sie gesprengt ist oder ein anderer einen Blackjack hat "
            "und sie keinen: Der übernimmt sie."
        )
    match rules.bank:
        case Bank.UNTIL_BROKEN:
            return "Die Bank hat ein Spieler, bis sie gesprengt ist oder er sie abgibt."
        case Bank.ROTATES | Bank.HOUSE:
            return "Die Bank hat ein Spieler, nach jeder Runde der nächste zur Linken."
        case _:
            assert_never(rules.bank)
