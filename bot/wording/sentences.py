"""What a language must be able to say: one value with every phrase, filled once per language.

A field that a language lacks is a type error. Plain phrases are templates, with the same names to
fill in every language; what depends on a choice is a function. Amounts, cards and times come in
printed. The order of a post's lines is no business of a language.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from bot.engine.rules import RuleSet
from bot.engine.wants import Action
from bot.refusals import Outage
from bot.table.replies import Settled
from bot.wording.bank_sentences import BankSentences
from bot.wording.casino_sentences import CasinoSentences
from bot.wording.odds_sentences import OddsSentences
from bot.wording.particulars import Particulars
from bot.wording.proof_sentences import ProofSentences
from bot.wording.shoe_sentences import ShoeSentences
from bot.wording.unseen_sentences import UnseenSentences
from bot.wording.words import Means


class HandState(Enum):
    """What is to be said of a hand beyond its total."""

    PLAIN = "plain"
    SOFT = "soft"  # an ace counts eleven, and the hand is not at 21
    TWENTY_ONE = "twenty_one"  # stands by itself
    BLACKJACK = "blackjack"
    BUST = "bust"
    SPLIT_ACE = "split_ace"  # got its one card
    SPLIT_BLACKJACK = "split_blackjack"  # ace and ten after a split, which is none
    FIVE_CARDS = "five_cards"  # stands by itself, at any total


class DealerEnd(Enum):
    """How the dealer's cards end in this post."""

    STANDS = "stands"
    BUST = "bust"
    BLACKJACK = "blackjack"
    NO_BLACKJACK = "no_blackjack"  # he looked for one, and needs no more cards
    DRAWS_ON = "draws_on"  # more cards are owed


class DealerRests(Enum):
    """Why the dealer needs no card."""

    NOTHING_OPEN = "nothing_open"
    BLACKJACK_SAFE = "blackjack_safe"  # his open card can make no blackjack
    VOID = "void"  # the round is undone


class Topic(Enum):
    """A paragraph of the help."""

    STAKES = "stakes"
    MOVES = "moves"
    BESIDE = "beside"
    ANSWERS = "answers"
    STAFF = "staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """Everything that is said, in one language; beside a field stands what its template takes."""

    # stakes
    staked: str  # box, amount
    restaked: str  # box, amount
    withdrawn: str  # box, amount
    sits_out: str
    left: str
    moved: str  # box, action

    # cards
    bets_closed: str  # round
    drawn: str  # number, card
    hand_dealt: str  # box, player, stake, cards
    hand_card: str  # box, cards
    doubled: str  # box, stake
    hand_state: Callable[[HandState], str]
    dealer_shows: str  # cards
    dealer_draws: str  # cards, total, end
    dealer_end: Callable[[DealerEnd], str]
    dealer_rests: Callable[[DealerRests], str]
    at_turn: str  # players
    box: str  # box: a number, or several
    action: Callable[[Action], str]
    expired: str  # box, player, hours
    hours: Callable[[int], str]
    minutes: Callable[[int], str]

    # results
    result: str  # box, player, cause, paid
    cause: Callable[[Settled, str | None, bool], str]  # odds, both have a blackjack
    won: str  # net, returned
    back: str  # returned
    lost: str  # stake
    balance: str  # available
    held: str  # available, held
    reference: str  # balance, reference
    of_player: str  # player, balance
    house: str
    outside: str
    again: str  # round
    left_standing: str  # after a push

    # limits above the table's
    limit_asked: str  # player, amount, word
    limit_granted: str  # player, amount, word
    limit_granted_once: str  # player, amount
    limit_withdrawn: str  # player, amount
    limit_word: str  # mention, amount: what staff says

    # bookings
    credited: str  # number, amount, player
    debited: str  # number, amount, player
    credit_reversed: str  # number, reverses, amount, player
    debit_reversed: str  # number, reverses, amount, player
    reason: str  # reason

    # sources, the small line, time
    source: Callable[[str], str]
    cards_from: Callable[[str], str]
    serial: str  # source, serial
    small_line: str  # round, draw, source, log, head
    time: str  # for strftime

    # answers
    welcome: str  # name, limits, packs, cards, stake
    betting_time: str  # time
    table_closed: str
    table_closes: str  # round
    rules: Callable[[RuleSet], tuple[str, ...]]
    rules_title: str  # name
    rules_after: str  # round
    limits: str  # limits, seats
    cards_by: str  # highest, cards
    play_money: str
    help_title: Callable[[Topic], str]
    help_end: str
    means: Callable[[Means], str]
    numbers_title: str  # highest, packs
    record_title: str  # round, name
    running: str
    record_stake: str  # box, player, stake
    record_draw: str  # time, cards
    record_card: str  # drawn, place
    dealer: str
    clock: str  # time
    hands_left: Callable[[int], str]
    waiting: str  # why
    until: str  # time
    chain: str  # ticket
    chain_after: str  # ticket, replaces
    hint: str

    # outside any table's replies
    no_table: str  # places
    no_direct: str
    fault: str
    fault_later: str
    halted: str
    missing: str  # place, permissions
    missing_to_open: str  # place, permissions
    permission: Callable[[str], str]  # as Discord's people read it; what we do not know, as it is
    unreachable: str  # place

    # draws and verifications, when asked
    proof: ProofSentences

    # splits, insurance, bets beside
    casino: CasinoSentences

    # the house's edge, and tips
    odds: OddsSentences
    # shoes, shuffles, numbers that are no card
    shoe: ShoeSentences
    # a player's bank
    bank: BankSentences
    bank_end: Callable[[DealerEnd | None], str]  # None: the bank has the word
    bank_rests: Callable[[DealerRests], str]
    # cards that lie face down
    unseen: UnseenSentences

    # refusals, and cards that cannot be had
    refusal: Callable[[Particulars], str]
    outage: Callable[[Outage], str]
