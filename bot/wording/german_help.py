"""German: the help, a title for each paragraph and a line for each word."""

from __future__ import annotations

from typing import assert_never

from bot.wording.sentences import Topic
from bot.wording.words import Means


def help_title(topic: Topic) -> str:
    """Return what a paragraph of the help is called."""
    match topic:
        case Topic.STAKES:
            return "Einsätze"
        case Topic.MOVES:
            return "Ihre Hand"
        case Topic.BESIDE:
            return "Nebenwetten"
        case Topic.ANSWERS:
            return "Auskunft"
        case Topic.STAFF:
            return "Für den Saalchef"
        case _:
            assert_never(topic)


def means(word: Means) -> str:
    """Return what a word does, in the help."""
    match word:
        case Means.STAKE:
            return "setzen, auch etwa `50 MM auf Box 3`"
        case Means.CHANGE:
            return "den Einsatz ändern"
        case Means.TAKE_BACK:
            return "den Einsatz zurücknehmen"
        case Means.DEAL:
            return "die Karten geben"
        case Means.QUICK_HAND:
            return "setzen und sofort geben, allein am Tisch"
        case Means.HIT:
            return "noch eine Karte; bei mehreren Händen etwa `Box 2 Karte`"
        case Means.STAND:
            return "keine weitere Karte"
        case Means.DOUBLE:
            return "verdoppeln, genau eine Karte"
        case Means.AGAIN:
            return "denselben Einsatz noch einmal"
        case Means.SIT_OUT:
            return "diese Runde aussetzen"
        case Means.LEAVE:
            return "den Tisch verlassen"
        case Means.BALANCE:
            return "Ihr Guthaben"
        case Means.OWN_CARDS:
            return "Ihre verdeckten Karten"
        case Means.RULES:
            return "was hier gespielt wird"
        case Means.HELP:
            return "diese Übersicht"
        case Means.NUMBERS:
            return "welche Zahl welche Karte ist"
        case Means.NUMBER:
            return "die Karte einer Zahl"
        case Means.ROUND:
            return "jede Ziehung einer Runde"
        case Means.SPLIT:
            return "ein Paar teilen"
        case Means.INSURE:
            return "versichern, bis zum halben Einsatz"
        case Means.NO_INSURANCE:
            return "nicht versichern"
        case Means.EVEN_MONEY:
            return "den Blackjack gleich auszahlen lassen"
        case Means.BEHIND:
            return "hinter eine fremde Box setzen"
        case Means.BUST:
            return "dass sich der Croupier überkauft"
        case Means.SET_RULES:
            return "andere Regeln ab der nächsten Runde"
        case Means.OPEN_TABLE:
            return "den Tisch öffnen"
        case Means.CLOSE_TABLE:
            return "ihn nach dieser Runde schließen"
        case Means.CREDIT:
            return "einem Mitglied gutschreiben"
        case Means.DEBIT:
            return "ebenso abbuchen"
        case Means.REVERSE:
            return "eine Buchung aufheben"
        case Means.TIP:
            return "der beste Zug"
        case Means.SET_TIPS:
            return "Tipps geben, oder „aus“"
        case Means.DRAW:
            return "was eine Ziehung brachte, und warum"
        case Means.BANK:
            return "die Bank sein, oder nachlegen"
        case Means.GIVE_UP_BANK:
            return "sie weitergeben"
        case Means.PARTY:
            return "um Chips, für jeden gleich viele; `!partie beenden`"
        case Means.VERIFY:
            return "eine Runde jetzt nachprüfen"
        case Means.LEAVE_STAKE:
            return "nach einem Unentschieden, für die nächste Runde"
        case Means.ASK_LIMIT:
            return "den Saalchef um ein höheres Limit bitten"
        case Means.ALLOW_LIMIT:
            return "ein höheres Limit gewähren, 0 hebt es auf"
        case _:
            assert_never(word)
