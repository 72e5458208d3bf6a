"""German: why not, where a player is the bank."""

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
                    f"Ohne Bank keine Einsätze. An der Reihe ist {why.text('owner')}: "
                    "`!bank 500` übernimmt sie, `!bank abgeben` gibt sie weiter."
                )
            return "Ohne Bank keine Einsätze. Noch hat sie niemand; `!bank 500` übernimmt sie."
        case Refusal.NOT_THE_BANK:
            if why.is_so("free"):
                return f"Die Bank ist frei, aber an der Reihe ist {why.text('owner')}."
            if why.has("owner"):
                return f"Die Bank ist {why.text('owner')}, nicht Sie."
            return "Sie sind nicht die Bank."
        case Refusal.BANK_BOUND:
            return "Solange Einsätze stehen, bleibt die Bank, wo sie ist."
        case Refusal.BANK_ASSET:
            return f"In dieser Bank liegen {why.unit}; gesetzt wird ebenso in {why.unit}."
        case Refusal.BANK_CANNOT_STAKE:
            return "Sie sind die Bank und setzen in dieser Runde nicht."
        case Refusal.BANK_TOO_SMALL:
            return (
                "Das deckt nicht einmal den kleinsten Einsatz; in die Bank gehören mindestens "
                f"noch {why.amount('minimum')}."
            )
        case Refusal.BANK_IS_HOUSE:
            return "Die Bank ist an diesem Tisch das Haus."
        case Refusal.BANK_HELD:
            return "Sie haben die Bank. Wer aussetzt, gibt sie zuerst ab: `!bank abgeben`."
        case Refusal.BANK_CANNOT_COVER if not why.fact.amounts["maximum"]:
            return (
                f"{why.amount('amount')} könnte die Bank nicht auszahlen; "
                "mehr, als schon steht, nimmt sie nicht an."
            )
        case Refusal.BANK_CANNOT_COVER:
            return (
                f"{why.amount('amount')} könnte die Bank nicht auszahlen; "
                f"möglich sind noch {why.amount('maximum')}."
            )
        case Refusal.PARTY_NEEDS_BANK:
            return "Eine Partie gibt es nur, wo die Bank nach jeder Runde weitergeht."
        case Refusal.PARTY_RUNNING:
            return "Das geht nicht, solange die Partie läuft; `!partie beenden` beendet sie."
        case Refusal.PARTY_CLOSED:
            return "Die Partie läuft schon, und der Kreis ist geschlossen. Bitte zur nächsten."
        case Refusal.PARTY_TERMS:
            return (
                "Eine Partie hat 1 bis 1000 Runden, und jeder bekommt "
                f"{why.amount('minimum')} bis {why.amount('maximum')}, nur ganze."
            )
        case Refusal.NO_PARTY:
            return "Es läuft keine Partie, die zu beenden wäre."
        case _:
            assert_never(code)
