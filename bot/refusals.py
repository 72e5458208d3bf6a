"""Why the rules may say no: stable codes, without words.

The value of each is what ``--json`` prints and the log stores. The data that goes with a code is
named in its comment. Amounts are hundredths, and only the names in ``AMOUNTS`` are amounts; owners
are account numbers, everything else is a plain count, box or text.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal


class Refusal(Enum):
    """One reason each; ``wording`` has a sentence for every one of them."""

    # stakes
    STAKE_NOT_POSITIVE = "stake_not_positive"  # minimum, asset
    STAKE_NOT_WHOLE = "stake_not_whole"  # amount, asset
    STAKE_BELOW_MINIMUM = "stake_below_minimum"  # amount, minimum, asset
    STAKE_ABOVE_MAXIMUM = "stake_above_maximum"  # amount, maximum, asset (ask: staff may grant it)
    NO_SUCH_BOX = "no_such_box"  # box, seats
    BOX_TAKEN = "box_taken"  # box, owner
    NO_FREE_BOX = "no_free_box"  # seats
    ALREADY_STAKED = "already_staked"  # box, amount, asset (sits_out: that was asked for)
    WHICH_BOX = "which_box"  # boxes
    STAKES_CLOSED = "stakes_closed"
    NO_STAKE = "no_stake"  # (minimum, maximum, asset: what is staked here)
    NOT_YOUR_BOX = "not_your_box"  # box, owner
    NO_EARLIER_STAKE = "no_earlier_stake"  # (minimum, maximum, asset: what is staked here)
    OTHERS_HAVE_STAKED = "others_have_staked"
    BOX_LIMIT = "box_limit"  # box, amount, maximum, asset
    BACKING_NOT_OFFERED = "backing_not_offered"
    NOBODY_THERE = "nobody_there"  # name
    BACKING_OWN_BOX = "backing_own_box"  # box
    ALREADY_BACKED = "already_backed"  # box, amount, asset
    BUST_NOT_OFFERED = "bust_not_offered"
    ALREADY_ON_BUST = "already_on_bust"  # amount, asset
    NO_BUST_BET = "no_bust_bet"

    # a player's bank
    NO_BANK = "no_bank"  # (owner: whose turn it is; without: anybody's)
    NOT_THE_BANK = "not_the_bank"  # (owner: who is it; free: or may take it)
    BANK_BOUND = "bank_bound"  # (bets stand)
    BANK_ASSET = "bank_asset"  # asset
    BANK_CANNOT_STAKE = "bank_cannot_stake"
    BANK_TOO_SMALL = "bank_too_small"  # minimum, asset
    BANK_IS_HOUSE = "bank_is_house"
    BANK_HELD = "bank_held"  # (whoever has it cannot sit out)
    BANK_CANNOT_COVER = "bank_cannot_cover"  # amount, maximum, asset
    # a party
    PARTY_NEEDS_BANK = "party_needs_bank"
    PARTY_RUNNING = "party_running"
    PARTY_CLOSED = "party_closed"
    PARTY_TERMS = "party_terms"  # minimum, maximum, asset
    NO_PARTY = "no_party"

    HAND_RUNNING = "hand_running"  # boxes
    NOTHING_PUSHED = "nothing_pushed"  # box, if one was named

    # the deal
    NOTHING_TO_DEAL = "nothing_to_deal"  # (minimum, maximum, asset: what is staked here)
    DEAL_NOT_YOURS = "deal_not_yours"  # (minimum, maximum, asset: what is staked here)
    BETTING_TIME = "betting_time"  # until: seconds left

    QUOTA_RESERVE = "quota_reserve"  # left, needed (standing: a stake does)

    # moves
    NO_ROUND = "no_round"  # (minimum, maximum, asset: what is staked here)
    NOT_DEALT_YET = "not_dealt_yet"
    WAITING_FOR_CARDS = "waiting_for_cards"  # draws
    NO_OPEN_HAND = "no_open_hand"  # box, if there is one (is_bank: it plays by rule)
    BOX_EMPTY = "box_empty"  # box
    DOUBLE_NOT_OFFERED = "double_not_offered"
    DOUBLE_ONLY_ON_TWO_CARDS = "double_only_on_two_cards"  # cards
    DOUBLE_ONLY_ON_9_TO_11 = "double_only_on_9_to_11"  # total (may be missing)
    DOUBLE_NOT_AFTER_SPLIT = "double_not_after_split"
    NOT_YOUR_TURN = "not_your_turn"  # box, owner: who is at turn
    SPLIT_NOT_OFFERED = "split_not_offered"
    SPLIT_ONLY_PAIRS = "split_only_pairs"
    SPLIT_NO_MORE = "split_no_more"  # hands: at most
    SPLIT_ACES_STAND = "split_aces_stand"
    NOT_FOLLOWING = "not_following"  # owner: of a stake behind

    # insurance
    INSURANCE_NOT_OFFERED = "insurance_not_offered"
    INSURANCE_OVER = "insurance_over"  # box, if one was named
    INSURANCE_FIRST = "insurance_first"  # boxes
    INSURANCE_ABOVE_HALF = "insurance_above_half"  # amount, maximum, asset
    EVEN_MONEY_NOT_OFFERED = "even_money_not_offered"
    EVEN_MONEY_NEEDS_BLACKJACK = "even_money_needs_blackjack"

    # rules, while a table is opened
    PRESET_UNKNOWN = "preset_unknown"  # preset, known
    RULE_UNKNOWN = "rule_unknown"  # field, known
    RULE_VALUE = "rule_value"  # field, value, accepts
    RULE_CONFLICT = "rule_conflict"  # field, value, needs

    # staff, tables
    STAFF_ONLY = "staff_only"
    TABLE_OPEN = "table_open"
    TABLE_CLOSED = "table_closed"
    LIMIT_NOT_HIGHER = "limit_not_higher"  # amount, maximum, asset: as it is
    LIMIT_TOO_HIGH = "limit_too_high"  # maximum, asset: of any limit
    NO_LIMIT = "no_limit"  # player: who has none of his own

    # tips
    TIPS_OFF = "tips_off"
    NO_TIPS = "no_tips"

    # chance
    NUMBERS_NOT_WANTED = "numbers_not_wanted"  # wanted, given
    ROUND_RUNNING = "round_running"  # round

    # money
    # missing, available, asset, and for the guild's money where some may be sent: account_number,
    # account_name, bank, reference
    INSUFFICIENT_FUNDS = "insufficient_funds"  # missing, available, asset
    ACCOUNT_TOO_LOW = "account_too_low"  # player, missing, available, asset
    BOOKING_AMOUNT = "booking_amount"  # maximum, asset
    BOOKING_INCOMPLETE = "booking_incomplete"  # usage
    REASON_MISSING = "reason_missing"  # usage
    NO_SUCH_MEMBER = "no_such_member"
    MEMBER_IS_BOT = "member_is_bot"  # name
    NO_SUCH_BOOKING = "no_such_booking"  # booking
    NOT_REVERSIBLE = "not_reversible"  # booking
    ALREADY_REVERSED = "already_reversed"  # booking, later
    BOOKS_FULL = "books_full"

    # words
    NOT_UNDERSTOOD = "not_understood"  # word, nearest (may be missing)
    NOT_OFFERED = "not_offered"  # word
    EDITED = "edited"
    AMOUNT_AMBIGUOUS = "amount_ambiguous"  # text, readings (two texts)
    AMOUNT_MALFORMED = "amount_malformed"  # text
    AMOUNT_TOO_LONG = "amount_too_long"  # digits
    NO_SUCH_NUMBER = "no_such_number"  # number, highest
    NO_SUCH_ROUND = "no_such_round"  # round
    NO_CARDS_FACE_DOWN = "no_cards_face_down"
    NO_SUCH_DRAW = "no_such_draw"  # draw
    DRAW_ELSEWHERE = "draw_elsewhere"  # draw: of another guild
    NO_SPEAKER = "no_speaker"
    NAME_RESERVED = "name_reserved"  # name
    CLOCK_MALFORMED = "clock_malformed"  # text
    MESSAGE_ID = "message_id"  # text


OfBank = Literal[
    Refusal.NO_BANK,
    Refusal.NOT_THE_BANK,
    Refusal.BANK_BOUND,
    Refusal.BANK_ASSET,
    Refusal.BANK_CANNOT_STAKE,
    Refusal.BANK_TOO_SMALL,
    Refusal.BANK_IS_HOUSE,
    Refusal.BANK_HELD,
    Refusal.BANK_CANNOT_COVER,
    Refusal.PARTY_NEEDS_BANK,
    Refusal.PARTY_RUNNING,
    Refusal.PARTY_CLOSED,
    Refusal.PARTY_TERMS,
    Refusal.NO_PARTY,
]
"""What has to do with a player's bank, or a party."""


class Outage(Enum):
    """Why a card that is owed cannot be had now; ``wording`` has a sentence for each."""

    SLOW = "slow"  # no answer yet
    UNREACHABLE = "unreachable"  # no answer, or a passing fault of the service
    QUOTA = "quota"  # spent until 00:00 UTC
    KEY_UNKNOWN = "key_unknown"
    KEY_STOPPED = "key_stopped"
    KEY_NOT_VALID = "key_not_valid"  # not for this method or version
    LICENCE = "licence"  # does not fit the request
    TICKET_LOST = "ticket_lost"  # the service does not know it, or as another key's
    FOREIGN = "foreign"  # the ticket was used for something that is not in the log
    CLOCK = "clock"  # a draw from the future: this machine's clock is slow
    UNVERIFIED = "unverified"  # not signed by the pinned key
    REJECTED = "rejected"  # refused for what can only be a fault of ours


INVITES: Final = frozenset(
    {
        Refusal.NO_STAKE,
        Refusal.NO_EARLIER_STAKE,
        Refusal.NOTHING_TO_DEAL,
        Refusal.DEAL_NOT_YOURS,
        Refusal.NO_ROUND,
    }
)
"""Refusals after which a stake is what comes next; the croupier adds what may be staked."""

AMOUNTS: Final = frozenset({"amount", "minimum", "maximum", "missing", "available"})
"""The names under which a refusal's data holds hundredths."""
