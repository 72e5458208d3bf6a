"""What an operator must do when random.org gives no cards; English, one sentence each."""

from __future__ import annotations

from typing import assert_never

from bot.errors import ChanceUnavailable
from bot.refusals import Outage


def cure(error: ChanceUnavailable) -> str:
    """Return the sentence, with the service's own words where it said any."""
    said = f" ({error.detail})" if error.detail else ""
    return f"random.org: {_cure(error)}{said}"


def _cure(error: ChanceUnavailable) -> str:  # noqa: C901 - an arm per outage
    match error.outage:
        case Outage.SLOW | Outage.UNREACHABLE:
            return "does not answer; check the network, tables wait and go on by themselves"
        case Outage.QUOTA:
            until = f" until {error.until:%Y-%m-%d %H:%M} UTC" if error.until else ""
            return f"the key's quota is spent{until}; wait, or buy a larger one"
        case Outage.KEY_UNKNOWN:
            return "does not know the key; check RANDOM_ORG_API_KEY against the dashboard"
        case Outage.KEY_STOPPED:
            return "the key is stopped; start it on the dashboard"
        case Outage.KEY_NOT_VALID:
            return "the key may not draw signed numbers; make one for release 4 of the API"
        case Outage.LICENCE:
            return "the key's licence wants licence data; use a key without that condition"
        case Outage.TICKET_LOST:
            return "does not know the log's ticket, or knows it as another key's; use the old key"
        case Outage.FOREIGN:
            return (
                "a draw was made with the log's ticket or key that is not in the log: the database "
                "is older than the world, or the key draws for another one as well, which it must "
                "not; run `python -m bot restore --db F`"
            )
        case Outage.CLOCK:
            return "the draw is from this machine's future: set the clock right"
        case Outage.UNVERIFIED:
            return (
                "the answer is not signed by the pinned key; compare its fingerprint (doctor) with "
                "random.org's, and set RANDOM_ORG_SIGNING_KEY only if they have changed it"
            )
        case Outage.REJECTED:
            return "refuses the request; update the program, or report this as a fault of ours"
        case _:
            assert_never(error.outage)
