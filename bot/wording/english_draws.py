"""English: for how many hands the day's draws suffice, and why none comes now."""

from __future__ import annotations

from typing import assert_never

from bot.refusals import Outage


def hands_left(hands: int) -> str:
    """Return for how many hands the day's draws suffice."""
    match hands:
        case 0:
            return "The draws left today are too few for one more hand."
        case 1:
            return "Today there are draws left for about one hand."
        case _:
            return f"Today there are draws left for about {hands} hands."


def outage(why: Outage) -> str:
    """Return why no card can be had now; it stands behind a colon."""
    match why:
        case Outage.SLOW:
            return "random.org has not answered yet"
        case Outage.UNREACHABLE:
            return "random.org cannot be reached"
        case Outage.QUOTA:
            return "today's allowance at random.org is spent"
        case Outage.KEY_UNKNOWN:
            return "random.org does not know the house's key, the supervisor is asked"
        case Outage.KEY_STOPPED:
            return "the house's key at random.org is stopped, the supervisor is asked"
        case Outage.KEY_NOT_VALID:
            return "the house's key at random.org is not valid for this, the supervisor is asked"
        case Outage.LICENCE:
            return "the licence at random.org does not fit the request, the supervisor is asked"
        case Outage.TICKET_LOST:
            return "random.org does not know the announced ticket, the supervisor is asked"
        case Outage.FOREIGN:
            return "random.org has drawn something that is not in the log"
        case Outage.CLOCK:
            return "The clock of the house is slow, the supervisor is asked"
        case Outage.UNVERIFIED:
            return "the answer is not signed by random.org and does not count"
        case Outage.REJECTED:
            return "random.org refused the request, the fault is with the house"
        case _:
            assert_never(why)
