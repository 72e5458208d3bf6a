"""The vocabulary of the house, as data: every word, in which form, for whom, since which issue.

One row is one line of the vocabulary's table, and a test keeps the two equal. How a form is
written down stands in :mod:`bot.wording.forms`; commas part the forms of a cell. Words that are
not served yet stand in :mod:`bot.wording.unserved`; what acts on any of them, others know.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Means(Enum):
    """What a word asks for."""

    STAKE = "stake"
    CHANGE = "change"
    TAKE_BACK = "take_back"
    DEAL = "deal"
    QUICK_HAND = "quick_hand"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    AGAIN = "again"
    SIT_OUT = "sit_out"
    LEAVE = "leave"
    BALANCE = "balance"
    OWN_CARDS = "own_cards"
    RULES = "rules"
    HELP = "help"
    NUMBERS = "numbers"
    NUMBER = "number"
    ROUND = "round"
    SPLIT = "split"
    INSURE = "insure"
    NO_INSURANCE = "no_insurance"
    EVEN_MONEY = "even_money"
    BEHIND = "behind"
    BUST = "bust"
    OPEN_TABLE = "open_table"
    SET_RULES = "set_rules"
    CLOSE_TABLE = "close_table"
    CREDIT = "credit"
    DEBIT = "debit"
    REVERSE = "reverse"
    DRAW = "draw"
    VERIFY = "verify"
    LEAVE_STAKE = "leave_stake"
    ASK_LIMIT = "ask_limit"
    ALLOW_LIMIT = "allow_limit"
    TIP = "tip"
    SET_TIPS = "set_tips"
    BANK = "bank"
    GIVE_UP_BANK = "give_up_bank"
    PARTY = "party"


class Word(NamedTuple):
    """One thing that may be said, and its forms."""

    means: Means | None  # None: recognised, and refused as not offered
    since: int  # the issue that serves it
    german: str  # with the prefix
    english: str
    plain_german: str = ""  # act without it
    plain_english: str = ""

    @property
    def is_served(self) -> bool:
        """Whether it acts at all."""
        return self.means is not None


class Row(NamedTuple):
    """One line of the table."""

    code: str
    role: str  # – everybody, S Saalchef, K cashier, A auditor, O owner
    words: tuple[Word, ...]


def row(code: str, role: str, *words: Word) -> Row:
    """Return a line of these words."""
    return Row(code, role, words)


SERVED_ROWS: Final = (
    row(
        "Stake",
        "–",
        Word(
            Means.STAKE,
            since=1,
            german="einsatz <money 50>, setze <money 50> [<box box 3>], "
            "einsatz <money 50> <box box 3>, "
            "einsatz <money alles>, einsatz <money max>, einsatz <money min>",
            english="bet <money 50>, bet <money 50> <box box 3>, bet <money all>",
            plain_german="<amount 50> <unit MM>, <amount 50><unit MM>, <amount 50> <unit Jetons>, "
            "Ich setze <amount 50> <unit MM> [<box auf Box 3>], "
            "<amount 50> <unit MM> <box auf Box 3>",
            plain_english="<amount 50> <unit MM>, <amount 50><unit MM>, <amount 50> <unit chips>, "
            "I bet <amount 50> <unit MM> [<box on box 3>], <amount 50> <unit MM> <box on box 3>",
        ),
    ),
    row(
        "change, take back",
        "–",
        Word(
            Means.CHANGE,
            since=1,
            german="einsatz <money 80>",
            english="bet <money 80>",
            plain_german="doch <amount 80> <unit MM> [<box auf Box 3>]",
            plain_english="make it <amount 80> <unit MM> [<box on box 3>]",
        ),
        Word(
            Means.TAKE_BACK,
            since=1,
            german="einsatz zurück",
            english="stake back",
            plain_german="Einsatz zurück",
            plain_english="stake back",
        ),
    ),
    row(
        "Deal",
        "–",
        Word(
            Means.DEAL,
            since=1,
            german="geben",
            english="deal",
            plain_german="Karten geben",
            plain_english="deal the cards",
        ),
    ),
    row(
        "quick hand",
        "–",
        Word(Means.QUICK_HAND, since=1, german="hand <money 50>", english="hand <money 50>"),
    ),
    row(
        "Hit",
        "–",
        Word(
            Means.HIT,
            since=1,
            german="karte, carte",
            english="hit, card",
            plain_german="Karte, carte, noch eine, Karte bitte, <box Box 2> Karte",
            plain_english="card, hit, hit me, another card, card please, <box box 2> card",
        ),
    ),
    row(
        "Stand",
        "–",
        Word(
            Means.STAND,
            since=1,
            german="keine karte, reste, genug, passe",
            english="stand, stay",
            plain_german="Keine Karte, keine weitere Karte, reste, passe, ich passe, ich bleibe, "
            "genug",
            plain_english="no card, no more cards, stand, stay, I stand, I stay",
        ),
    ),
    row(
        "Double",
        "–",
        Word(
            Means.DOUBLE,
            since=1,
            german="verdoppeln",
            english="double",
            plain_german="verdoppeln, ich verdopple",
            plain_english="double, I double",
        ),
    ),
    row(
        "again",
        "–",
        Word(
            Means.AGAIN,
            since=1,
            german="nochmal, nochmal <money 100>",
            english="again [<money 100>]",
            plain_german="nochmal",
            plain_english="again",
        ),
    ),
    row(
        "sit out, leave",
        "–",
        Word(
            Means.SIT_OUT,
            since=1,
            german="setze aus",
            english="sit out",
            plain_german="setze aus",
            plain_english="sit out",
        ),
        Word(
            Means.LEAVE,
            since=1,
            german="aussteigen",
            english="leave",
            plain_german="ich steige aus",
            plain_english="leave, I leave",
        ),
    ),
    row(
        "balance, rules, help",
        "–",
        Word(Means.BALANCE, since=1, german="konto", english="balance"),
        Word(Means.RULES, since=1, german="regeln", english="rules"),
        Word(Means.HELP, since=1, german="hilfe", english="help"),
    ),
    row(
        "numbers",
        "–",
        Word(Means.NUMBERS, since=1, german="zahlen", english="numbers"),
        Word(Means.NUMBER, since=1, german="zahl <number 47>", english="number <number 47>"),
    ),
    row(
        "round, draw",
        "–",
        Word(Means.ROUND, since=1, german="runde (<number 12>)", english="round (<number 12>)"),
        Word(Means.DRAW, since=3, german="ziehung <number 31>", english="draw <number 31>"),
        Word(
            Means.VERIFY,
            since=3,
            german="prüfen (runde (<number 12>))",
            english="verify (round (<number 12>))",
        ),
    ),
    row(
        "table",
        "S",
        Word(
            Means.OPEN_TABLE,
            since=3,
            german="tisch öffnen [setzzeit <span 5m>]",
            english="table open [betting time <span 5m>]",
        ),
        Word(Means.CLOSE_TABLE, since=3, german="tisch schließen", english="table close"),
        Word(
            Means.SET_RULES,
            since=4,
            german="tisch regeln <reason casino split=rank>",
            english="table rules <reason casino split=rank>",
        ),
        Word(
            Means.SET_TIPS,
            since=4,
            german="tisch tipps <switch an>",
            english="table tips <switch on>",
        ),
    ),
    row(
        "book",
        "K",
        Word(
            Means.CREDIT,
            since=3,
            german="gutschrift (<member @anna> (<money 500>) (<reason Grund>))",
            english="credit [<member @anna> [<money 500>] [<reason reason>]]",
        ),
        Word(
            Means.DEBIT,
            since=3,
            german="abbuchung [<member @anna> [<money 500>] [<reason Grund>]]",
            english="debit [<member @anna> [<money 500>] [<reason reason>]]",
        ),
        Word(
            Means.REVERSE,
            since=3,
            german="storno (<number 88> (<reason Grund>))",
            english="reverse [<number 88> [<reason reason>]]",
        ),
    ),
    row(
        "Split",
        "–",
        Word(
            Means.SPLIT,
            since=4,
            german="teilen",
            english="split",
            plain_german="teilen, ich teile",
            plain_english="split, I split",
        ),
    ),
    row(
        "Insurance",
        "–",
        Word(
            Means.INSURE,
            since=4,
            german="versicherung, versicherung <money 10>",
            english="insurance [<money 10>]",
            plain_german="Versicherung",
            plain_english="insurance",
        ),
        Word(
            Means.NO_INSURANCE,
            since=4,
            german="keine versicherung, weiter",
            english="no insurance, go on",
            plain_german="keine Versicherung, weiter",
            plain_english="no insurance, go on",
        ),
    ),
    row(
        "Even money",
        "–",
        Word(
            Means.EVEN_MONEY,
            since=4,
            german="1:1",
            english="even money",
            plain_german="1:1",
            plain_english="even money",
        ),
    ),
    row(
        "Behind",
        "–",
        Word(
            Means.BEHIND,
            since=4,
            german="mitsetzen <member anna> <money 20> [<box auf Box 2>] [<alone ohne Mitgehen>]",
            english="behind <member anna> <money 20> [<box on box 2>] [<alone without following>]",
            plain_german="<amount 20> <unit MM> bei <member Anna> [<box auf Box 2>]"
            " [<alone ohne Mitgehen>]",
            plain_english="<amount 20> <unit MM> behind <member Anna> [<box on box 2>]"
            " [<alone without following>]",
        ),
    ),
    row(
        "Bust bet",
        "–",
        Word(
            Means.BUST,
            since=4,
            german="bust <money 20>, überkauft <money 20>",
            english="bust <money 20>",
            plain_german="<amount 20> <unit MM> auf Bust, <amount 20> <unit MM> auf Überkauft",
            plain_english="<amount 20> <unit MM> on bust",
        ),
    ),
    row(
        "leave the stake standing",
        "–",
        Word(
            Means.LEAVE_STAKE,
            since=4,
            german="stehen lassen",
            english="leave it",
            plain_german="Einsatz stehen lassen",
            plain_english="leave it, leave it standing",
        ),
    ),
    row(
        "own hidden cards",
        "–",
        Word(Means.OWN_CARDS, since=4, german="meine karten", english="my cards"),
    ),
    row(
        "be the bank",
        "–",
        Word(Means.BANK, since=4, german="bank <money 500>", english="bank <money 500>"),
        Word(Means.GIVE_UP_BANK, since=4, german="bank abgeben", english="bank pass"),
    ),
    row(
        "higher stake",
        "–, S",
        Word(
            Means.ASK_LIMIT,
            since=4,
            german="höher setzen <money 8000>",
            english="raise limit <money 8000>",
        ),
        Word(
            Means.ALLOW_LIMIT,
            since=4,
            german="limit erlauben <member @anna> <money 8000> [<once für eine Runde>]",
            english="limit allow [<member @anna> [<money 8000>]] [<once for one round>]",
        ),
    ),
)
"""The table's lines that are served, in part at least."""
