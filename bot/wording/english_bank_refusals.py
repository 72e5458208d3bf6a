"""English: why not, where a player is the bank."""

from __future__ import annotations

from typing import assert_never

from bot.refusals import OfBank, Refusal
from bot.wording.particulars import Particulars


def bank_refusal(code: OfBank, why: Particulars) -> str:
    """Return the sentence for a refusal that has to do with a player's bank."""
    match code:
        case Refusal.NO_BANK:
            if why.has("owner"):
                return (
                    f"No stakes without a bank. It is the turn of {why.text('owner')}: "
                    "`!bank 500` takes it, `!bank pass` passes it on."
                )
            return "No stakes without a bank. Nobody has it yet; `!bank 500` takes it."
        case Refusal.NOT_THE_BANK:
            if why.is_so("free"):
                return f"The bank is free, but it is the turn of {why.text('owner')}."
            if why.has("owner"):
                return f"The bank is {why.text('owner')}, not you."
            return "You are not the bank."
        case Refusal.BANK_BOUND:
            return "While stakes stand, the bank stays where it is."
        case Refusal.BANK_ASSET:
            return f"This bank holds {why.unit}; stakes are in {why.unit} too."
        case Refusal.BANK_CANNOT_STAKE:
            return "You are the bank, and do not bet in this round."
        case Refusal.BANK_TOO_SMALL:
            return (
                "That does not cover even the lowest stake; the bank needs at least "
                f"{why.amount('minimum')} more."
            )
        case Refusal.BANK_IS_HOUSE:
            return "At this table the house is the bank."
        case Refusal.BANK_HELD:
            return "You have the bank. Whoever sits out gives it up first: `!bank pass`."
        case Refusal.BANK_CANNOT_COVER if not why.fact.amounts["maximum"]:
            return (
                f"The bank could not pay on {why.amount('amount')}; "
                "it takes no more than stands already."
            )
        case Refusal.BANK_CANNOT_COVER:
            return (
                f"The bank could not pay on {why.amount('amount')}; "
                f"it can still take {why.amount('maximum')}."
            )
        case Refusal.PARTY_NEEDS_BANK:
            return "There is a session only where the bank goes round after each round."
        case Refusal.PARTY_RUNNING:
            return "Not while the session runs; `!session end` ends it."
        case Refusal.PARTY_CLOSED:
            return "The session has begun, and its circle is closed. Please wait for the next."
        case Refusal.PARTY_TERMS:
            return (
                "A session has 1 to 1000 rounds, and everybody gets "
                f"{why.amount('minimum')} to {why.amount('maximum')}, whole ones only."
            )
        case Refusal.NO_PARTY:
            return "There is no session to be ended."
        case _:
            assert_never(code)
