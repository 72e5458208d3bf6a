"""English: why not, with the number that decides and what to do instead; one sentence per code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bot.refusals import Refusal
from bot.wording.english_bank_refusals import bank_refusal
from bot.wording.particulars import Particulars, Unit, about, joined


def refusal(why: Particulars) -> str:
    """Return the sentence for a refusal."""
    match why.fact.code:
        case Refusal.STAKE_NOT_POSITIVE:
            return f"Nothing is no stake; stakes begin at {why.amount('minimum')}."
        case Refusal.STAKE_NOT_WHOLE:
            return f"{why.amount('amount')} will not do: stakes are whole {why.unit}."
        case Refusal.STAKE_BELOW_MINIMUM:
            return f"The minimum is {why.amount('minimum')}; {why.amount('amount')} is too little."
        case Refusal.STAKE_ABOVE_MAXIMUM:
            return (
                f"The maximum is {why.amount('maximum')}; {why.amount('amount')} is too much."
                f"{_ask(why)}"
            )
        case Refusal.NO_SUCH_BOX:
            return f"There is no box {why.count('box')}; this table has {_seats(why)}."
        case Refusal.BOX_TAKEN:
            return (
                f"Box {why.count('box')} belongs to {why.text('owner')}. "
                "Name another, or stake without a number on the next free one."
            )
        case Refusal.NO_FREE_BOX:
            taken = "the only box is" if why.count("seats") == 1 else f"{_seats(why)} are"
            return f"No box is free, {taken} taken. Please wait for the next round."
        case Refusal.ALREADY_STAKED:
            return f"{why.amount('amount')} already stand on box {why.count('box')}. " + (
                "To sit out take them back first: `!stake back`."
                if why.has("sits_out")
                else "To change them say `make it 80 MM` or `!bet 80`."
            )
        case Refusal.WHICH_BOX:
            boxes = why.listing("boxes")
            return f"Which box, {_either(boxes)}? Please add it, as in `box {boxes[0]}`."
        case Refusal.STAKES_CLOSED:
            return "No more bets. Please stake for the next round."
        case Refusal.NO_STAKE:
            return f"You have no stake in this round. `{why.stake}` will do."
        case Refusal.NOT_YOUR_BOX:
            owner = why.text("owner")
            return f"Box {why.count('box')} belongs to {owner}; only {owner} decides there."
        case Refusal.NO_EARLIER_STAKE:
            return f"You have not staked here before. Name an amount, as in `{why.stake}`."
        case Refusal.OTHERS_HAVE_STAKED:
            return (
                "Somebody else has staked, and only one alone at the table may deal at once. "
                "Stake with `!bet 50`, then `!deal` deals the cards."
            )
        case Refusal.BOX_LIMIT:
            return (
                f"Box {why.count('box')} has room for {why.amount('maximum')}; "
                f"{why.amount('amount')} is too much."
            )
        case Refusal.BACKING_NOT_OFFERED:
            return "There is no betting behind at this table. Stake on a box of your own."
        case Refusal.NOBODY_THERE:
            return (
                f"“{why.text('name')}” has no box in this round; "
                "one stakes behind somebody who has one."
            )
        case Refusal.BACKING_OWN_BOX:
            return (
                f"Box {why.count('box')} is your own. "
                "To change the stake say `make it 80 MM` or `!bet 80`."
            )
        case Refusal.ALREADY_BACKED:
            return f"You already have {why.amount('amount')} behind box {why.count('box')}."
        case Refusal.BUST_NOT_OFFERED:
            return "There is no bust bet at this table."
        case Refusal.ALREADY_ON_BUST:
            return f"You already have {why.amount('amount')} on bust."
        case Refusal.NO_BUST_BET:
            return "You have no bust bet."
        case (
            Refusal.NO_BANK
            | Refusal.NOT_THE_BANK
            | Refusal.BANK_BOUND
            | Refusal.BANK_ASSET
            | Refusal.BANK_CANNOT_STAKE
            | Refusal.BANK_TOO_SMALL
            | Refusal.BANK_IS_HOUSE
            | Refusal.BANK_HELD
            | Refusal.BANK_CANNOT_COVER
            | Refusal.PARTY_NEEDS_BANK
            | Refusal.PARTY_RUNNING
            | Refusal.PARTY_CLOSED
            | Refusal.PARTY_TERMS
            | Refusal.NO_PARTY
        ):
            return bank_refusal(why.fact.code, why)
        case Refusal.HAND_RUNNING:
            return f"Your hand (box {_and(why.listing('boxes'))}) is not over; play it first."
        case Refusal.NOTHING_PUSHED:
            where = f"on box {why.count('box')} " if why.has("box") else ""
            return (
                f"Only what came back {where}from a push in the last round may stay. "
                "`!again` stakes what you staked last."
            )
        case Refusal.NOTHING_TO_DEAL:
            return f"Nothing is staked yet. Your stakes, please: `{why.stake}` will do."
        case Refusal.DEAL_NOT_YOURS:
            return f"Who has staked may ask for the deal. Stake first: `{why.stake}` will do."
        case Refusal.BETTING_TIME:
            return f"The others may stake for {_time(why)} more, then the house deals by itself."
        case Refusal.NO_ROUND:
            return f"No round is running. Your stakes, please: `{why.stake}` will do."
        case Refusal.NOT_DEALT_YET:
            return "The cards are not dealt yet; `!deal` deals them."
        case Refusal.WAITING_FOR_CARDS:
            return f"{_cards_missing(why)} Please wait until the dealer has drawn."
        case Refusal.NO_OPEN_HAND:
            if why.is_so("is_bank"):
                return "You are the bank; it plays by itself after the players, by the rules."
            if why.has("box"):
                return f"The hand in box {why.count('box')} is done. Now it is time to wait."
            return "You have no open hand. Please stake for the next round."
        case Refusal.BOX_EMPTY:
            return f"There is no stake on box {why.count('box')}. Please name your own box."
        case Refusal.DOUBLE_NOT_OFFERED:
            return "There is no doubling at this table. *Card · No card*"
        case Refusal.DOUBLE_ONLY_ON_TWO_CARDS:
            return (
                "Only the first two cards may be doubled, "
                f"you have {why.count('cards')}. *Card · No card*"
            )
        case Refusal.DOUBLE_ONLY_ON_9_TO_11:
            has = f", you have {why.count('total')}" if why.has("total") else ""
            return f"Only a hard 9, 10 or 11 may be doubled{has}. *Card · No card*"
        case Refusal.DOUBLE_NOT_AFTER_SPLIT:
            return "A split hand may not be doubled here. *Card · No card*"
        case Refusal.NOT_YOUR_TURN:
            return (
                f"It is not your turn yet; {why.text('owner')} in box {why.count('box')} is first."
            )
        case Refusal.SPLIT_NOT_OFFERED:
            return "There is no splitting at this table."
        case Refusal.SPLIT_ONLY_PAIRS:
            return "Only the first two cards may be split, and only a pair."
        case Refusal.SPLIT_NO_MORE:
            return f"A box has {why.count('hands')} hands at most here."
        case Refusal.SPLIT_ACES_STAND:
            return "Split aces get one card only, then they stand."
        case Refusal.NOT_FOLLOWING:
            return f"The stake of {why.text('owner')} does not go along here."
        case Refusal.INSURANCE_NOT_OFFERED:
            return "There is no insurance at this table."
        case Refusal.INSURANCE_OVER:
            where = f" on box {why.count('box')}" if why.has("box") else ""
            return f"You are not offered insurance{where} now."
        case Refusal.INSURANCE_FIRST:
            return f"Insurance first: an answer is missing for box {_and(why.listing('boxes'))}."
        case Refusal.INSURANCE_ABOVE_HALF:
            return (
                f"Half the stake may be insured, {why.amount('maximum')} here; "
                f"{why.amount('amount')} is too much."
            )
        case Refusal.EVEN_MONEY_NOT_OFFERED:
            return "There is no even money at this table."
        case Refusal.EVEN_MONEY_NEEDS_BLACKJACK:
            return "Even money is for a blackjack only."
        case Refusal.PRESET_UNKNOWN:
            return (
                f"There is no rule set “{why.text('preset')}”. "
                f"There are {_and(why.listing('known'))}."
            )
        case Refusal.RULE_UNKNOWN:
            return (
                f"There is no rule “{why.text('field')}”. There are {_and(why.listing('known'))}."
            )
        case Refusal.RULE_VALUE:
            return (
                f"“{why.text('value')}” will not do for {why.text('field')}. "
                f"Possible: {why.text('accepts')}."
            )
        case Refusal.RULE_CONFLICT:
            return (
                f"“{why.text('field')}={why.text('value')}” does not agree with the other rules. "
                f"Needed: {why.text('needs')}."
            )
        case Refusal.STAFF_ONLY:
            return "Only the supervisor may do that."
        case Refusal.TABLE_OPEN:
            return "The table is open already. Your bets, please."
        case Refusal.TABLE_CLOSED:
            return "The table is closed; the supervisor opens it with `!table open`."
        case Refusal.LIMIT_NOT_HIGHER:
            most, asked = why.amount("maximum"), why.amount("amount")
            return f"Up to {most} a box will do as it is; {asked} is no higher limit."
        case Refusal.LIMIT_TOO_HIGH:
            return f"No table goes above {why.amount('maximum')} a box."
        case Refusal.NO_LIMIT:
            return f"The table's maximum holds for {why.text('player')} as it is."
        case Refusal.NUMBERS_NOT_WANTED:
            return f"{why.count('wanted')} numbers are owed, {why.count('given')} came."
        case Refusal.ROUND_RUNNING:
            return f"Round {why.count('round')} is running. Please wait until it is over."
        case Refusal.QUOTA_RESERVE:
            return (
                f"random.org has {why.count('left')} draws left today, a round here needs "
                f"{why.count('needed')}. Play goes on at 00:00 UTC"
                + ("; the stake stays." if why.is_so("standing") else ".")
            )
        case Refusal.INSUFFICIENT_FUNDS:
            return (
                f"{why.amount('missing')} are missing (balance {why.amount('available')})."
                f"{_bank(why)}"
            )
        case Refusal.ACCOUNT_TOO_LOW:
            return (
                f"{why.amount('missing')} are missing for that on the account of "
                f"{why.text('player')} (balance {why.amount('available')}). Nothing was booked."
            )
        case Refusal.BOOKING_AMOUNT:
            return f"Bookings are of more than nothing and at most {why.amount('maximum')}."
        case Refusal.BOOKING_INCOMPLETE:
            return f"That is not all yet. Write `!{why.text('usage')}`, for example."
        case Refusal.REASON_MISSING:
            return f"No booking without a reason. Add it, as in `!{why.text('usage')}`."
        case Refusal.NO_SUCH_MEMBER:
            return "Whom do you mean? Mention exactly one member, as in `@anna`."
        case Refusal.MEMBER_IS_BOT:
            return f"“{why.text('name')}” is a bot and has no account here."
        case Refusal.NO_SUCH_BOOKING:
            return f"There is no booking {why.count('booking')} here."
        case Refusal.NOT_REVERSIBLE:
            return f"Booking {why.count('booking')} cannot be undone; only credits and debits can."
        case Refusal.ALREADY_REVERSED:
            return (
                f"Booking {why.count('booking')} is undone already, "
                f"by booking {why.count('later')}."
            )
        case Refusal.BOOKS_FULL:
            return "The books cannot hold that much. Nothing was booked."
        case Refusal.NOT_UNDERSTOOD:
            if why.has("nearest"):
                return (
                    f"I do not understand “{why.text('word')}”. "
                    f"Do you mean `!{why.text('nearest')}`?"
                )
            return f"“{why.text('word')}” is no word of the house. `!help` lists them."
        case Refusal.NOT_OFFERED:
            return f"“{why.text('word')}” is not offered at this table. `!help` lists what is."
        case Refusal.EDITED:
            return "Your message was edited before the house saw it. Please write it once more."
        case Refusal.AMOUNT_AMBIGUOUS:
            one, two = why.listing("readings")
            return f"“{why.text('text')}” may mean {one} or {two}. Please write which of the two."
        case Refusal.AMOUNT_MALFORMED:
            return f"“{why.text('text')}” is no amount. Write 50, 5,000 or 12.50, for example."
        case Refusal.AMOUNT_TOO_LONG:
            return f"{why.count('digits')} digits are too many; an amount has 15 at most."
        case Refusal.NO_SUCH_NUMBER:
            return (
                f"There is no number {why.count('number')}; "
                f"draws are from 1 to {why.count('highest')}."
            )
        case Refusal.NO_CARDS_FACE_DOWN:
            return "Nothing of yours lies face down here; `!round` shows open cards."
        case Refusal.NO_SUCH_ROUND:
            if why.has("round") and why.count("round"):
                return f"There is no round {why.count('round')} at this table."
            return "No round has been played at this table yet."
        case Refusal.NO_SUCH_DRAW:
            return f"There is no draw {why.count('draw')}."
        case Refusal.DRAW_ELSEWHERE:
            return f"Draw {why.count('draw')} belongs to another house."
        case Refusal.NO_SPEAKER:
            return "Who is speaking? Begin with the name, as in `anna: 50 MM`."
        case Refusal.NAME_RESERVED:
            return f"“{why.text('name')}” means something else here. Please take another name."
        case Refusal.TIPS_OFF:
            return (
                "The house gives no tips at this table. "
                "The supervisor switches them on with `!table tips on`."
            )
        case Refusal.NO_TIPS:
            return (
                "The house has no advice here: there are tips only where the house is the bank, "
                "the dealer shows a card and all hands lie open."
            )
        case Refusal.CLOCK_MALFORMED:
            return f"“{why.text('text')}” does not set the clock. Write `#clock +3h`, for example."
        case Refusal.MESSAGE_ID:
            return f"“@{why.text('text')}” will not do: an id has 1 to 64 ASCII characters."
        case _:
            assert_never(why.fact.code)


def _bank(why: Particulars) -> str:
    """Where money can be sent to, if it can."""
    if not why.has("reference"):
        return ""
    return (
        f" Transfer to account {why.text('account_number')} “{why.text('account_name')}” at the "
        f"{why.text('bank')}, payment reference **{why.text('reference')}**."
    )


def _seats(why: Particulars) -> str:
    seats = why.count("seats")
    return "box 1 only" if seats == 1 else f"boxes 1 to {seats}"


def _time(why: Particulars) -> str:
    number, unit = about(why.count("until"))
    match unit:
        case Unit.SECONDS:
            return "a second" if number == 1 else f"{number} seconds"
        case Unit.MINUTES:
            return f"about {number} minutes"
        case Unit.HOURS:
            return f"about {number} hours"
        case _:
            assert_never(unit)


def _cards_missing(why: Particulars) -> str:
    draws = why.count("draws")
    return "One card is still to come." if draws == 1 else f"{draws} cards are still to come."


def _ask(why: Particulars) -> str:
    if not why.is_so("ask"):
        return ""
    return f" Shall I ask the supervisor? Then say `!raise limit {why.whole('amount')}`."


def _either(items: Sequence[str]) -> str:
    return joined(items, "or")


def _and(items: Sequence[str]) -> str:
    return joined(items, "and")
