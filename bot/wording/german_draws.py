"""German: for how many hands the day's draws suffice, and why none comes now."""

from __future__ import annotations

from typing import assert_never

from bot.refusals import Outage


def hands_left(hands: int) -> str:
    """Return for how many hands the day's draws suffice."""
    match hands:
        case 0:
            return "Heute reichen die Ziehungen für keine ganze Hand mehr."
        case 1:
            return "Heute reichen die Ziehungen noch für etwa eine Hand."
        case _:
            return f"Heute reichen die Ziehungen noch für etwa {hands} Hände."


def outage(why: Outage) -> str:
    """Return why no card can be had now; it stands behind a colon."""
    match why:
        case Outage.SLOW:
            return "random.org hat noch nicht geantwortet"
        case Outage.UNREACHABLE:
            return "random.org ist nicht zu erreichen"
        case Outage.QUOTA:
            return "Das Tageskontingent bei random.org ist verbraucht"
        case Outage.KEY_UNKNOWN:
            return "random.org kennt den Schlüssel des Hauses nicht, der Saalchef ist gefragt"
        case Outage.KEY_STOPPED:
            return (
                "Der Schlüssel des Hauses ist bei random.org angehalten, der Saalchef ist gefragt"
            )
        case Outage.KEY_NOT_VALID:
            return (
                "Der Schlüssel des Hauses gilt bei random.org dafür nicht, der Saalchef ist gefragt"
            )
        case Outage.LICENCE:
            return "Die Lizenz bei random.org passt nicht zur Anfrage, der Saalchef ist gefragt"
        case Outage.TICKET_LOST:
            return "random.org kennt das angekündigte Ticket nicht, der Saalchef ist gefragt"
        case Outage.FOREIGN:
            return "random.org hat etwas gezogen, das nicht im Protokoll steht"
        case Outage.CLOCK:
            return "Die Uhr des Hauses geht nach, der Saalchef ist gefragt"
        case Outage.UNVERIFIED:
            return "Die Antwort trägt nicht die Unterschrift von random.org und gilt nicht"
        case Outage.REJECTED:
            return "random.org hat die Anfrage abgelehnt, der Fehler liegt beim Haus"
        case _:
            assert_never(why)
