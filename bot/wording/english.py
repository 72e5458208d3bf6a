"""English: everything the house says to players, refusals apart.

Those stand in :mod:`bot.wording.english_refusals`.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import UNSET

from bot.engine.events import Outcome, Reason
from bot.engine.wants import Action
from bot.table.replies import Settled
from bot.wording.english_bank import ENGLISH_BANK, bank_end, bank_rests
from bot.wording.english_casino import ENGLISH_CASINO
from bot.wording.english_draws import hands_left, outage
from bot.wording.english_help import help_title, means
from bot.wording.english_odds import ENGLISH_ODDS
from bot.wording.english_proof import ENGLISH_PROOF
from bot.wording.english_refusals import refusal
from bot.wording.english_rules import rules_of
from bot.wording.english_shoe import ENGLISH_SHOE
from bot.wording.english_unseen import ENGLISH_UNSEEN
from bot.wording.sentences import DealerEnd, DealerRests, HandState, Sentences


def _hand_state(state: HandState) -> str:
    match state:
        case HandState.PLAIN:
            return ""
        case HandState.SOFT:
            return " (soft)"
        case HandState.TWENTY_ONE:
            return ", the hand stands"
        case HandState.BLACKJACK:
            return ", blackjack"
        case HandState.BUST:
            return ", bust"
        case HandState.SPLIT_ACE:
            return ", a split ace, the hand stands"
        case HandState.SPLIT_BLACKJACK:
            return ", no blackjack after a split, the hand stands"
        case HandState.FIVE_CARDS:
            return ", five cards, the hand stands"
        case _:
            assert_never(state)


def _dealer_end(end: DealerEnd) -> str:
    match end:
        case DealerEnd.STANDS:
            return ", he stands."
        case DealerEnd.BUST:
            return ", bust."
        case DealerEnd.BLACKJACK:
            return ", blackjack."
        case DealerEnd.NO_BLACKJACK:
            return ", no blackjack, he needs no more."
        case DealerEnd.DRAWS_ON:
            return ", he draws on."
        case _:
            assert_never(end)


def _dealer_rests(why: DealerRests) -> str:
    match why:
        case DealerRests.NOTHING_OPEN:
            return "The dealer needs no card: nothing is open any more."
        case DealerRests.BLACKJACK_SAFE:
            return "The dealer needs no card: he cannot have a blackjack."
        case DealerRests.VOID:
            return "The round is void, open stakes go back."
        case _:
            assert_never(why)


def _action(action: Action) -> str:
    match action:
        case Action.HIT:
            return "Card"
        case Action.STAND:
            return "No card"
        case Action.DOUBLE:
            return "Double"
        case Action.SPLIT:
            return "Split"
        case _:
            assert_never(action)


def _hours(hours: int) -> str:
    return "an hour" if hours == 1 else f"{hours} hours"


def _minutes(minutes: int) -> str:
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def _cause(bet: Settled, odds: str | None, blackjacks: bool) -> str:  # noqa: FBT001
    at = f", {odds}" if odds else ""
    both = f"{bet.total} against {bet.dealer_total}"
    dealer = "the dealer" if bet.bank is UNSET else "the bank"
    subject = dealer.capitalize()
    match bet.reason:
        case Reason.BLACKJACK:
            return f"Blackjack{at}."
        case Reason.TRIPLE_SEVEN:
            return f"Triple seven! The bank pays three sevens at once{at}, whatever {dealer} has."
        case Reason.HIGHER:
            return f"{bet.total} beats {bet.dealer_total}."
        case Reason.LOWER:
            return f"{both}, lost."
        case Reason.EQUAL if bet.total != bet.dealer_total:
            return "Five cards against five cards, there the bank wins."
        case Reason.EQUAL if bet.outcome is Outcome.LOST:
            tie = "Blackjack against blackjack" if blackjacks else both
            return f"{tie}, the bank wins ties."
        case Reason.EQUAL if blackjacks:
            return "Blackjack against blackjack, a push."
        case Reason.EQUAL:
            return f"{both}, a push."
        case Reason.PLAYER_BUST:
            return f"{bet.total}, bust."
        case Reason.DEALER_BUST:
            return f"{bet.total}, {dealer} is bust with {bet.dealer_total}."
        case Reason.DEALER_BLACKJACK:
            return f"{subject}'s blackjack beats {bet.total}."
        case Reason.EVEN_MONEY:
            return "Blackjack, even money."
        case Reason.INSURANCE if bet.outcome is Outcome.WON:
            return f"{subject} has blackjack{at}."
        case Reason.INSURANCE:
            return f"{subject} has no blackjack."
        case Reason.BUST_BET if bet.outcome is Outcome.WON:
            return f"{subject} is bust with {bet.dealer_total}{at}."
        case Reason.BUST_BET:
            return f"{subject} is not bust."
        case Reason.FIVE_CARDS:
            return f"Five cards with {bet.total}{at}."
        case Reason.DEALER_FIVE_CARDS:
            return f"The bank's five cards beat {bet.total}."
        case Reason.TWO_ACES:
            return f"Two aces count 21{at}."
        case Reason.VOID:
            return "void."
        case _:
            assert_never(bet.reason)


def _source(source: str) -> str:
    return {"scripted": "scripted", "local": "this machine"}.get(source, source)


def _cards_from(source: str) -> str:
    known = {"scripted": "scripted cards", "local": "cards from this machine"}
    return known.get(source, f"cards from {source}")


def _permission(name: str) -> str:
    names = {
        "view_channel": "“View Channel”",
        "send_messages": "“Send Messages”",
        "send_messages_in_threads": "“Send Messages in Threads”",
        "read_message_history": "“Read Message History”",
        "add_reactions": "“Add Reactions”",
    }
    return names.get(name, name)


ENGLISH: Final = Sentences(
    staked="Box {box} · {amount}",
    restaked="Box {box} · now {amount}",
    withdrawn="Box {box} · {amount} back",
    sits_out="sits out",
    left="leaves",
    moved="Box {box} · {action}",
    bets_closed="No more bets. **Round {round}**",
    drawn="Number {number} → {card}",
    hand_dealt="Box {box} {player} ({stake}): {cards}",
    hand_card="Box {box}: {cards}",
    doubled="Box {box} doubled, the stake is now {stake}",
    hand_state=_hand_state,
    dealer_shows="Dealer: {cards}",
    dealer_draws="The dealer draws: {cards} = **{total}**{end}",
    dealer_end=_dealer_end,
    dealer_rests=_dealer_rests,
    at_turn="To act: {players}.",
    box="Box {box}",
    action=_action,
    expired="Box {box} {player}: {hours} without an answer, the hand stands.",
    hours=_hours,
    minutes=_minutes,
    result="Box {box} {player}: {cause} {paid}",
    cause=_cause,
    won="{net} won, {returned} paid out.",
    back="{returned} back.",
    lost="The stake of {stake} goes to the bank.",
    balance="Balance {available}.",
    held="Balance {available}, and {held} in open bets.",
    reference="{balance} Payment reference for transfers: {reference}.",
    of_player="{player}: {balance}",
    house="the house",
    outside="outside",
    again="`!again` stakes the same, `!round {round}` shows every draw.",
    left_standing="`!leave it` leaves the stake standing after the push.",
    limit_asked="{player} asks the supervisor to stake up to {amount} a box. "
    "He allows it with `!{word}`, once only with `for one round` behind it.",
    limit_granted="{player} may stake up to {amount} a box here, until the supervisor withdraws it "
    "with `!{word}`.",
    limit_granted_once="{player} may stake up to {amount} a box here in the next round.",
    limit_withdrawn="For {player} the table's maximum holds again, {amount} a box.",
    limit_word="limit allow {mention} {amount}",
    credited="Booking {number}: {amount} credited to {player}.",
    debited="Booking {number}: {amount} debited from {player}.",
    credit_reversed="Booking {number} undoes booking {reverses}: "
    "{amount} debited from {player} again.",
    debit_reversed="Booking {number} undoes booking {reverses}: "
    "{amount} credited to {player} again.",
    reason="Reason: {reason}",
    source=_source,
    cards_from=_cards_from,
    serial="{source} no. {serial}",
    small_line="-# Round {round} · Draw {draw} · {source} · Log {log} · {head}",
    time="%Y-%m-%d, %H:%M UTC",
    welcome="Welcome to the table “{name}”. {limits} a box, {packs}, {cards}. "
    "Your stakes, please. `{stake}` will do; `!help` says more.",
    betting_time="Bets stay open for {time}, then the house deals by itself.",
    table_closed="The table is closed. The house thanks you and wishes you a good evening.",
    table_closes="Round {round} is the last, then the table closes.",
    rules=rules_of,
    rules_title="**The rules of the table “{name}”**",
    rules_after="They hold from the next round on; "
    "round {round} is still played by the rules before.",
    limits="Stakes: {limits} a box in whole units. Boxes: {seats}.",
    cards_by="Every card is a number from 1 to {highest}; `!numbers` shows which. {cards}.",
    play_money="Play money without cash value.",
    help_title=help_title,
    help_end="What stands here without `!` will do as a whole message. "
    "With `!` the house always answers.",
    means=means,
    numbers_title="**Numbers 1 to {highest}** ({packs})",
    record_title="**Round {round}** · Table “{name}”",
    running="still running",
    record_stake="Box {box} {player}: {stake}",
    record_draw="{time}: {cards}",
    record_card="{drawn} ({place})",
    dealer="Dealer",
    waiting="The dealer waits for cards: {why}.",
    until="Play goes on from {time}.",
    chain="-# random.org · new ticket chain from {ticket}",
    chain_after="-# random.org · new ticket chain from {ticket} · old one unused from {replaces}",
    hands_left=hands_left,
    clock="It is now {time}.",
    no_table="There is no table here. Play is in {places}.",
    no_direct="The house takes no bets in private. Please come to the table.",
    fault="The house has made a mistake. Nothing was changed; please try once more.",
    halted="Play rests: the records of the house contradict themselves. The owner is being told.",
    fault_later="The house has made a mistake. What was said stands; it tries again in a moment.",
    missing="In {place} the dealer lacks: {permissions}. Please grant what is missing; "
    "what is to be said follows then.",
    missing_to_open="In {place} the dealer lacks: {permissions}. Please grant what is missing, "
    "then open the table once more.",
    permission=_permission,
    unreachable="{place} cannot be reached any more. What was to be said there is kept.",
    hint="That was no word of the house; `help` lists them.",
    proof=ENGLISH_PROOF,
    casino=ENGLISH_CASINO,
    odds=ENGLISH_ODDS,
    shoe=ENGLISH_SHOE,
    bank=ENGLISH_BANK,
    bank_end=bank_end,
    bank_rests=bank_rests,
    unseen=ENGLISH_UNSEEN,
    refusal=refusal,
    outage=outage,
)
