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
            return "setzen, auf die niedrigste freie Box oder eine bestimmte"
        case Means.CHANGE:
            return "den Einsatz ändern"
        case Means.TAKE_BACK:
            return "den Einsatz zurücknehmen"
        case Means.DEAL:
            return "die Karten geben"
        case Means.QUICK_HAND:
            return "allein am Tisch: setzen und sofort geben"
        case Means.HIT:
            return "noch eine Karte; bei mehreren Händen etwa `Box 2 Karte`"
        case Means.STAND:
            return "keine weitere Karte"
        case Means.DOUBLE:
            return "den Einsatz verdoppeln, genau eine Karte"
        case Means.AGAIN:
            return "denselben Einsatz noch einmal, oder einen anderen"
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
            return "den eigenen Blackjack gleich auszahlen lassen"
        case Means.BEHIND:
            return "auf die Box eines anderen mitsetzen"
        case Means.BUST:
            return "wetten, dass sich der Croupier überkauft"
        case Means.SET_RULES:
            return "andere Regeln ab der nächsten Runde"
        case Means.OPEN_TABLE:
            return "hier einen Tisch öffnen"
        case Means.CLOSE_TABLE:
            return "den Tisch nach der laufenden Runde schließen"
        case Means.CREDIT:
            return "einem Mitglied gutschreiben"
        case Means.DEBIT:
            return "ebenso abbuchen"
        case Means.REVERSE:
            return "eine Buchung aufheben"
        case Means.DRAW:
            return "welche Karten eine Ziehung brachte, und warum"
        case Means.VERIFY:
            return "eine Runde jetzt nachprüfen, mit dem ganzen Protokoll"
        case _:
            assert_never(word)
