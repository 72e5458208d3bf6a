"""German: why not, with the number that decides and what to do instead; one sentence per code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bot.refusals import Refusal
from bot.wording.german_bank_refusals import bank_refusal
from bot.wording.particulars import Particulars, Unit, about, joined


def refusal(why: Particulars) -> str:
    """Return the sentence for a refusal."""
    match why.fact.code:
        case Refusal.STAKE_NOT_POSITIVE:
            return f"Null ist kein Einsatz; gesetzt wird ab {why.amount('minimum')}."
        case Refusal.STAKE_NOT_WHOLE:
            return f"{why.amount('amount')} geht nicht: Gesetzt wird in ganzen {why.unit}."
        case Refusal.STAKE_BELOW_MINIMUM:
            return (
                f"Der Mindesteinsatz beträgt {why.amount('minimum')}, "
                f"{why.amount('amount')} sind zu wenig."
            )
        case Refusal.STAKE_ABOVE_MAXIMUM:
            return (
                f"Der Höchsteinsatz beträgt {why.amount('maximum')}, "
                f"{why.amount('amount')} sind zu viel.{_ask(why)}"
            )
        case Refusal.NO_SUCH_BOX:
            return f"Box {why.count('box')} gibt es nicht; dieser Tisch hat {_seats(why)}."
        case Refusal.BOX_TAKEN:
            return (
                f"Box {why.count('box')} gehört {why.text('owner')}. "
                "Nennen Sie eine andere, oder setzen Sie ohne Nummer auf die nächste freie."
            )
        case Refusal.NO_FREE_BOX:
            taken = "die einzige Box ist" if why.count("seats") == 1 else f"{_seats(why)} sind"
            return f"Es ist keine Box frei, {taken} besetzt. Bitte zur nächsten Runde."
        case Refusal.ALREADY_STAKED:
            return f"Auf Box {why.count('box')} stehen schon {why.amount('amount')}. " + (
                "Wer aussetzt, nimmt sie zuerst zurück: `!einsatz zurück`."
                if why.has("sits_out")
                else "Zum Ändern sagen Sie `doch 80 MM` oder `!einsatz 80`."
            )
        case Refusal.WHICH_BOX:
            boxes = why.listing("boxes")
            return f"Welche Box, {_either(boxes)}? Sagen Sie es dazu, etwa `Box {boxes[0]}`."
        case Refusal.STAKES_CLOSED:
            return "Nichts geht mehr. Setzen Sie bitte zur nächsten Runde."
        case Refusal.NO_STAKE:
            return f"Sie haben in dieser Runde nichts gesetzt. `{why.stake}` genügt."
        case Refusal.NOT_YOUR_BOX:
            owner = why.text("owner")
            return f"Box {why.count('box')} gehört {owner}; nur {owner} entscheidet dort."
        case Refusal.NO_EARLIER_STAKE:
            return (
                f"Sie haben hier noch nicht gesetzt. Nennen Sie einen Betrag, etwa `{why.stake}`."
            )
        case Refusal.OTHERS_HAVE_STAKED:
            return (
                "Am Tisch steht schon ein anderer Einsatz, sofort geben geht nur allein. "
                "Setzen Sie mit `!einsatz 50`, danach gibt `!geben` die Karten."
            )
        case Refusal.BOX_LIMIT:
            return (
                f"Auf Box {why.count('box')} ist noch Platz für {why.amount('maximum')}, "
                f"{why.amount('amount')} sind zu viel."
            )
        case Refusal.BACKING_NOT_OFFERED:
            return "Mitgesetzt wird an diesem Tisch nicht. Setzen Sie auf eine eigene Box."
        case Refusal.NOBODY_THERE:
            return (
                f"„{why.text('name')}“ hat in dieser Runde hier nicht gesetzt; "
                "mitgesetzt wird auf eine Box, die jemand hat."
            )
        case Refusal.BACKING_OWN_BOX:
            return (
                f"Box {why.count('box')} ist Ihre eigene. "
                "Zum Ändern sagen Sie `doch 80 MM` oder `!einsatz 80`."
            )
        case Refusal.ALREADY_BACKED:
            return f"Auf Box {why.count('box')} haben Sie schon {why.amount('amount')} mitgesetzt."
        case Refusal.BUST_NOT_OFFERED:
            return "Auf Bust wird an diesem Tisch nicht gesetzt."
        case Refusal.ALREADY_ON_BUST:
            return f"Auf Bust haben Sie schon {why.amount('amount')} gesetzt."
        case Refusal.NO_BUST_BET:
            return "Sie haben nicht auf Bust gesetzt."
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
            return (
                f"Ihre Hand läuft noch (Box {_and(why.listing('boxes'))}). "
                "Spielen Sie sie bitte erst zu Ende."
            )
        case Refusal.NOTHING_PUSHED:
            where = f"auf Box {why.count('box')} " if why.has("box") else ""
            return (
                f"Stehen bleibt nur, was {where}in der letzten Runde unentschieden zurückkam. "
                "`!nochmal` setzt dasselbe wie zuletzt."
            )
        case Refusal.NOTHING_TO_DEAL:
            return f"Es ist noch nichts gesetzt. Die Einsätze bitte, etwa `{why.stake}`."
        case Refusal.DEAL_NOT_YOURS:
            return f"Geben lassen darf, wer gesetzt hat. Setzen Sie zuerst, etwa `{why.stake}`."
        case Refusal.BETTING_TIME:
            return f"Die anderen dürfen noch {_time(why)} setzen, dann gibt das Haus von selbst."
        case Refusal.NO_ROUND:
            return f"Es läuft keine Runde. Die Einsätze bitte, etwa `{why.stake}`."
        case Refusal.NOT_DEALT_YET:
            return "Die Karten sind noch nicht gegeben; `!geben` gibt sie."
        case Refusal.WAITING_FOR_CARDS:
            return f"{_cards_missing(why)} Bitte warten Sie, bis der Croupier gezogen hat."
        case Refusal.NO_OPEN_HAND:
            if why.is_so("is_bank"):
                return (
                    "Sie sind die Bank; nach den Spielern spielt sie von selbst, nach den Regeln."
                )
            if why.has("box"):
                return (
                    f"Die Hand in Box {why.count('box')} ist schon fertig. Jetzt heißt es warten."
                )
            return "Sie haben keine offene Hand. Setzen Sie bitte zur nächsten Runde."
        case Refusal.BOX_EMPTY:
            return f"Auf Box {why.count('box')} steht kein Einsatz. Bitte nennen Sie Ihre Box."
        case Refusal.DOUBLE_NOT_OFFERED:
            return "Verdoppelt wird an diesem Tisch nicht. *Karte · Keine Karte*"
        case Refusal.DOUBLE_ONLY_ON_TWO_CARDS:
            return (
                "Verdoppeln geht nur mit den ersten zwei Karten, "
                f"Sie haben {why.count('cards')}. *Karte · Keine Karte*"
            )
        case Refusal.DOUBLE_ONLY_ON_9_TO_11:
            has = f", Sie haben {why.count('total')}" if why.has("total") else ""
            return f"Verdoppelt wird nur auf harte 9, 10 oder 11{has}. *Karte · Keine Karte*"
        case Refusal.DOUBLE_NOT_AFTER_SPLIT:
            return "Eine geteilte Hand wird hier nicht verdoppelt. *Karte · Keine Karte*"
        case Refusal.NOT_YOUR_TURN:
            return (
                f"Sie sind noch nicht am Zug; zuerst spielt {why.text('owner')} "
                f"in Box {why.count('box')}."
            )
        case Refusal.SPLIT_NOT_OFFERED:
            return "Geteilt wird an diesem Tisch nicht."
        case Refusal.SPLIT_ONLY_PAIRS:
            return "Teilen geht nur mit den ersten zwei Karten, wenn sie ein Paar sind."
        case Refusal.SPLIT_NO_MORE:
            return f"Mehr als {why.count('hands')} Hände hat eine Box hier nicht."
        case Refusal.SPLIT_ACES_STAND:
            return "Geteilte Asse bekommen nur eine Karte, danach stehen sie."
        case Refusal.NOT_FOLLOWING:
            return f"Der Einsatz von {why.text('owner')} geht hier nicht mit."
        case Refusal.INSURANCE_NOT_OFFERED:
            return "Eine Versicherung gibt es an diesem Tisch nicht."
        case Refusal.INSURANCE_OVER:
            where = f" auf Box {why.count('box')}" if why.has("box") else ""
            return f"Eine Versicherung wird Ihnen{where} jetzt nicht angeboten."
        case Refusal.INSURANCE_FIRST:
            return (
                f"Zuerst die Versicherung: Es fehlt noch die Antwort zu Box "
                f"{_and(why.listing('boxes'))}."
            )
        case Refusal.INSURANCE_ABOVE_HALF:
            return (
                f"Versichert wird höchstens der halbe Einsatz, hier {why.amount('maximum')}; "
                f"{why.amount('amount')} sind zu viel."
            )
        case Refusal.EVEN_MONEY_NOT_OFFERED:
            return "1:1 auf einen Blackjack wird an diesem Tisch nicht angeboten."
        case Refusal.EVEN_MONEY_NEEDS_BLACKJACK:
            return "1:1 sofort gibt es nur auf einen Blackjack."
        case Refusal.PRESET_UNKNOWN:
            return (
                f"Das Regelwerk „{why.text('preset')}“ gibt es nicht. "
                f"Es gibt {_and(why.listing('known'))}."
            )
        case Refusal.RULE_UNKNOWN:
            return (
                f"Die Regel „{why.text('field')}“ gibt es nicht. "
                f"Es gibt {_and(why.listing('known'))}."
            )
        case Refusal.RULE_VALUE:
            return (
                f"„{why.text('value')}“ geht nicht für {why.text('field')}. "
                f"Möglich: {why.text('accepts')}."
            )
        case Refusal.RULE_CONFLICT:
            return (
                f"„{why.text('field')}={why.text('value')}“ verträgt sich nicht mit den anderen "
                f"Regeln. Nötig: {why.text('needs')}."
            )
        case Refusal.STAFF_ONLY:
            return "Das darf nur der Saalchef."
        case Refusal.TABLE_OPEN:
            return "Der Tisch ist schon offen. Die Einsätze bitte."
        case Refusal.TABLE_CLOSED:
            return "Der Tisch ist geschlossen; der Saalchef öffnet ihn mit `!tisch öffnen`."
        case Refusal.LIMIT_NOT_HIGHER:
            most, asked = why.amount("maximum"), why.amount("amount")
            return f"Bis {most} je Box geht es schon jetzt; {asked} sind kein höheres Limit."
        case Refusal.LIMIT_TOO_HIGH:
            return f"Mehr als {why.amount('maximum')} je Box gibt es an keinem Tisch."
        case Refusal.NO_LIMIT:
            return f"Für {why.text('player')} gilt hier ohnehin der Höchsteinsatz des Tisches."
        case Refusal.NUMBERS_NOT_WANTED:
            return f"Es fehlen {why.count('wanted')} Zahlen, gekommen sind {why.count('given')}."
        case Refusal.ROUND_RUNNING:
            return f"Runde {why.count('round')} läuft schon. Warten Sie bitte, bis sie zu Ende ist."
        case Refusal.QUOTA_RESERVE:
            return (
                f"random.org hat heute noch {why.count('left')} Ziehungen, eine Runde hier braucht "
                f"{why.count('needed')}. Ab 00:00 UTC geht es weiter"
                + ("; der Einsatz bleibt stehen." if why.is_so("standing") else ".")
            )
        case Refusal.INSUFFICIENT_FUNDS:
            return (
                f"Es fehlen {why.amount('missing')} (Guthaben {why.amount('available')})."
                f"{_bank(why)}"
            )
        case Refusal.ACCOUNT_TOO_LOW:
            return (
                f"Auf dem Konto von {why.text('player')} fehlen dafür {why.amount('missing')} "
                f"(Guthaben {why.amount('available')}). Gebucht wurde nichts."
            )
        case Refusal.BOOKING_AMOUNT:
            return f"Gebucht wird mehr als null und höchstens {why.amount('maximum')}."
        case Refusal.BOOKING_INCOMPLETE:
            return f"Das ist noch nicht alles. Schreiben Sie etwa `!{why.text('usage')}`."
        case Refusal.REASON_MISSING:
            return (
                "Gebucht wird nur mit Grund. "
                f"Schreiben Sie ihn dahinter, etwa `!{why.text('usage')}`."
            )
        case Refusal.NO_SUCH_MEMBER:
            return "Wen meinen Sie? Erwähnen Sie genau ein Mitglied, etwa mit `@anna`."
        case Refusal.MEMBER_IS_BOT:
            return f"„{why.text('name')}“ ist ein Bot und hat hier kein Konto."
        case Refusal.NO_SUCH_BOOKING:
            return f"Buchung {why.count('booking')} gibt es hier nicht."
        case Refusal.NOT_REVERSIBLE:
            return (
                f"Buchung {why.count('booking')} lässt sich nicht aufheben; das geht nur mit "
                "Gutschriften und Abbuchungen."
            )
        case Refusal.ALREADY_REVERSED:
            return (
                f"Buchung {why.count('booking')} ist schon aufgehoben, "
                f"durch Buchung {why.count('later')}."
            )
        case Refusal.BOOKS_FULL:
            return "So viel fassen die Bücher nicht. Gebucht wurde nichts."
        case Refusal.NOT_UNDERSTOOD:
            if why.has("nearest"):
                return (
                    f"„{why.text('word')}“ verstehe ich nicht. Meinen Sie `!{why.text('nearest')}`?"
                )
            return f"„{why.text('word')}“ kennt das Haus nicht. `!hilfe` nennt alle Wörter."
        case Refusal.NOT_OFFERED:
            return (
                f"„{why.text('word')}“ wird an diesem Tisch nicht angeboten. "
                "`!hilfe` nennt, was gilt."
            )
        case Refusal.EDITED:
            return (
                "Ihre Nachricht wurde bearbeitet, bevor das Haus sie sah. "
                "Bitte schreiben Sie sie noch einmal."
            )
        case Refusal.AMOUNT_AMBIGUOUS:
            one, two = why.listing("readings")
            return (
                f"„{why.text('text')}“ kann {one} oder {two} heißen. "
                "Bitte schreiben Sie, welches von beiden."
            )
        case Refusal.AMOUNT_MALFORMED:
            return f"„{why.text('text')}“ ist kein Betrag. Schreiben Sie etwa 50, 5.000 oder 12,50."
        case Refusal.AMOUNT_TOO_LONG:
            return f"{why.count('digits')} Ziffern sind zu viele; ein Betrag hat höchstens 15."
        case Refusal.NO_SUCH_NUMBER:
            return (
                f"Die Zahl {why.count('number')} gibt es nicht; "
                f"gezogen wird 1 bis {why.count('highest')}."
            )
        case Refusal.NO_CARDS_FACE_DOWN:
            return "Verdeckt liegt von Ihnen hier nichts; offene Karten zeigt `!runde`."
        case Refusal.NO_SUCH_ROUND:
            if why.has("round") and why.count("round"):
                return f"Runde {why.count('round')} gibt es an diesem Tisch nicht."
            return "An diesem Tisch wurde noch keine Runde gespielt."
        case Refusal.NO_SUCH_DRAW:
            return f"Ziehung {why.count('draw')} gibt es nicht."
        case Refusal.DRAW_ELSEWHERE:
            return f"Ziehung {why.count('draw')} gehört einem anderen Haus."
        case Refusal.NO_SPEAKER:
            return "Wer spricht? Beginnen Sie mit dem Namen, etwa `anna: 50 MM`."
        case Refusal.NAME_RESERVED:
            return (
                f"„{why.text('name')}“ heißt hier schon etwas anderes. "
                "Nehmen Sie bitte einen anderen Namen."
            )
        case Refusal.TIPS_OFF:
            return (
                "Tipps gibt das Haus an diesem Tisch nicht. "
                "Der Saalchef schaltet sie mit `!tisch tipps an` ein."
            )
        case Refusal.NO_TIPS:
            return (
                "Hier weiß das Haus keinen Rat: Tipps gibt es nur, wo das Haus die Bank hält, "
                "der Croupier eine Karte zeigt und alle Hände offen liegen."
            )
        case Refusal.CLOCK_MALFORMED:
            return f"„{why.text('text')}“ stellt die Uhr nicht. Schreiben Sie etwa `#clock +3h`."
        case Refusal.MESSAGE_ID:
            return f"„@{why.text('text')}“ geht nicht: Eine Kennung hat 1 bis 64 ASCII-Zeichen."
        case _:
            assert_never(why.fact.code)


def _bank(why: Particulars) -> str:
    """Where money can be sent to, if it can."""
    if not why.has("reference"):
        return ""
    return (
        f" Überweisen Sie auf das Konto {why.text('account_number')} „{why.text('account_name')}“ "
        f"bei der {why.text('bank')}, Verwendungszweck **{why.text('reference')}**."
    )


def _seats(why: Particulars) -> str:
    seats = why.count("seats")
    return "nur Box 1" if seats == 1 else f"die Boxen 1 bis {seats}"


def _time(why: Particulars) -> str:
    number, unit = about(why.count("until"))
    match unit:
        case Unit.SECONDS:
            return "eine Sekunde" if number == 1 else f"{number} Sekunden"
        case Unit.MINUTES:
            return f"etwa {number} Minuten"
        case Unit.HOURS:
            return f"etwa {number} Stunden"
        case _:
            assert_never(unit)


def _cards_missing(why: Particulars) -> str:
    draws = why.count("draws")
    return "Es fehlt noch eine Karte." if draws == 1 else f"Es fehlen noch {draws} Karten."


def _ask(why: Particulars) -> str:
    if not why.is_so("ask"):
        return ""
    return f" Soll ich beim Saalchef anfragen? Dann bitte `!höher setzen {why.whole('amount')}`."


def _either(items: Sequence[str]) -> str:
    return joined(items, "oder")


def _and(items: Sequence[str]) -> str:
    return joined(items, "und")
