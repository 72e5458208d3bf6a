"""English: a player who is the bank, and the rules of such a game."""

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
            return "{player} gives the bank up."
        case Passing.ROTATES:
            return "The bank goes round."
        case Passing.BROKEN:
            return "The bank of {player} is broken!"
        case Passing.BLACKJACK:
            return "A blackjack takes the bank."
        case Passing.RETURNED:
            return "The bank of {player} is closed."
        case _:
            assert_never(reason)


def _times(times: int) -> str:
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _rounds(rounds: int) -> str:
    return "one round" if rounds == 1 else f"{rounds} rounds"


def bank_end(end: DealerEnd | None) -> str:
    """Return how the bank's cards end; None: it has the word."""
    match end:
        case None:
            return "."
        case DealerEnd.STANDS:
            return ", it stands."
        case DealerEnd.BUST:
            return ", bust."
        case DealerEnd.BLACKJACK:
            return ", blackjack."
        case DealerEnd.NO_BLACKJACK:
            return ", no blackjack, it needs no more."
        case DealerEnd.DRAWS_ON:
            return ", it draws on."
        case _:
            assert_never(end)


def bank_rests(why: DealerRests) -> str:
    """Return why the bank needs no card."""
    match why:
        case DealerRests.NOTHING_OPEN:
            return "The bank needs no card: nothing is open any more."
        case DealerRests.BLACKJACK_SAFE:
            return "The bank needs no card: it cannot have a blackjack."
        case DealerRests.VOID:
            return "The round is void, open stakes go back."
        case _:
            assert_never(why)


ENGLISH_BANK: Final = BankSentences(
    welcome="Here a player is the bank; `!bank 500` takes it.",
    taken="{player} takes the bank with {amount}.",
    funded="{player} puts {amount} into the bank. In the bank: {holds}.",
    passed=_passed,
    returned="{amount} back to {player}.",
    next="{player} is the next bank; `!bank 500` takes it, `!bank pass` lets it go by.",
    anybody="The bank is free; whoever wants it says `!bank 500`.",
    next_by_itself="{player} is the next bank.",
    record="Bank: {player}",
    place="Bank",
    shows="Bank ({player}): {cards}",
    offered="The bank ({player}) shows an ace and offers insurance. {answers}",
    draws="The bank ({player}): {cards} = **{total}**{end}",
    turns="The bank ({player}) turns up: {cards} = **{total}**{end}",
    turns_and_draws="The bank ({player}) turns up and draws: {cards} = **{total}**{end}",
    stays="The bank ({player}) stands on **{total}**.",
    at_turn="the bank ({player})",
    moved="Bank · {action}",
    expired="The bank ({player}): {hours} without an answer, it goes on by the fixed rule.",
    lost="The stake of {stake} goes to the bank ({player}).",
    gained="The bank ({player}): {net} won.",
    paid="The bank ({player}): {net} lost.",
    even="The bank ({player}): nothing won, nothing lost.",
    holds="{said} In the bank: {holds}.",
    banked="Balance {available}, and {bank} in the bank.",
    held="Balance {available}, and {held} in open bets and {bank} in the bank.",
    party="A session of {rounds}: whoever bets or takes the bank before the first deal plays along "
    "and gets {amount}. Whoever wants the bank first says `!bank 1`; it is always all of his "
    "chips. After that it goes round by itself.",
    joined="{player} plays along, {amount}.",
    agreed="The circle is closed: {players}. Each is the bank {times}, which makes {rounds}.",
    rounded="{rounds} in place of {asked}, so that all are the bank equally often",
    times=_times,
    rounds=_rounds,
    round="Session: {played} of {rounds} played.",
    ending="Round {round} is the last of the session.",
    ended="**The session is over.**",
    nobody="Nobody has played it.",
    standing="{place}. {player} · {amount}",
)


# ── the rules ────────────────────────────────────────────────────────────────────────────────────


def game(rules: RuleSet) -> str:
    """Return what the game is called."""
    return "17 und 4" if rules.values is Values.SIEBZEHN_UND_VIER else "blackjack"


def dealer(rules: RuleSet) -> Dealer:
    """Return who deals."""
    if rules.bank is Bank.HOUSE:
        return Dealer("the dealer", "The dealer", "he", "his", "the dealer's")
    return Dealer("the bank", "The bank", "it", "its", "the bank's")


def takes_further_stakes(rules: RuleSet, blackjack: str) -> str:
    """Return that a late blackjack takes doubles and splits too (reading 6), where they are."""
    further = (("doubled", rules.double), ("split", rules.split))
    moves = " or ".join(move for move, offered in further if offered)
    return f" {blackjack} takes what was {moves} as well." if moves else ""


def values(rules: RuleSet) -> str:
    """Return how the bank draws, and what cards count."""
    if rules.values is Values.CASINO:
        return f"{_draws(rules)} An ace counts eleven unless that busts, else one."
    return (
        f"{_draws(rules)} An ace counts eleven, a king four, a queen three, a jack two, "
        "every other card its pips."
    )


def _draws(rules: RuleSet) -> str:
    if rules.bank_plays is BankPlays.FREE:
        soft = rules.values is Values.CASINO and rules.soft_17 is Soft17.HIT
        away = "and on a soft 17, else it" if soft else "and"
        return f"The bank plays last and freely; if it is away, it draws to 16 {away} stands on 17."
    who, on = dealer(rules).capital, dealer(rules).he
    if rules.values is not Values.CASINO:
        return f"{who} draws to 16 and stands on 17."
    match rules.soft_17:
        case Soft17.STAND:
            return f"{who} draws to 16 and stands on 17, on a soft 17 too."
        case Soft17.HIT:
            return f"{who} draws to 16 and on a soft 17, else {on} stands on 17."
        case _:
            assert_never(rules.soft_17)


def points(rules: RuleSet) -> tuple[str, ...]:
    """Return what is to be said of two aces, and of a player's bank."""
    found = []
    if rules.two_aces_pay is not None:
        pays = ratio(rules.two_aces_pay)
        found.append(f"Two aces as the first two cards count 21 and win {pays}.")
    if rules.bank is not Bank.HOUSE:
        found.append(
            f"{_whose(rules)} It cannot lose more than it holds: stakes that it could not pay, "
            "it does not take. `!bank 500` takes it."
        )
    return tuple(found)


def _whose(rules: RuleSet) -> str:
    if rules.blackjack_takes_bank:
        return (
            "A player is the bank until it is broken, or until another has a blackjack and the "
            "bank has none: he takes it."
        )
    match rules.bank:
        case Bank.UNTIL_BROKEN:
            return "A player is the bank until it is broken or he gives it up."
        case Bank.ROTATES | Bank.HOUSE:
            return "A player is the bank, after each round the next to the left."
        case _:
            assert_never(rules.bank)
