"""What people say: what acts, and when the house is silent."""

from __future__ import annotations

import pytest

from bot.engine.wants import Action
from bot.ledger.money import JETONS, MM
from bot.table.requests import (
    AllowLimit,
    AskForLimit,
    DealCards,
    DeclineInsurance,
    Insure,
    Leave,
    LeaveStake,
    MakeMove,
    PlaceStake,
    QuickHand,
    Request,
    Share,
    ShowBalance,
    ShowDraw,
    ShowHelp,
    ShowNumber,
    ShowNumbers,
    ShowRound,
    ShowRules,
    SitOut,
    StakeAgain,
    StakeBehind,
    TakeBack,
    TakeEvenMoney,
    VerifyRound,
)
from bot.wording.language import Language
from bot.wording.vocabulary import Heard, read
from tests.wording.hearing import bare, command, plain

GERMAN, ENGLISH = Language.GERMAN, Language.ENGLISH


def allow(member: str, amount: int, *, once: bool = False) -> AllowLimit:
    return AllowLimit(member, amount, MM, once, "limit erlauben @anna 8000 für eine Runde")


HIT, STAND, DOUBLE = Action.HIT, Action.STAND, Action.DOUBLE


# ── what is said ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("!einsatz 50", PlaceStake(50_00, MM, None, replace=True)),
        ("!setze 50", PlaceStake(50_00, MM, None, replace=True)),
        ("!einsatz 5.000", PlaceStake(5_000_00, MM, None, replace=True)),
        ("!einsatz 12,5", PlaceStake(12_50, MM, None, replace=True)),
        ("!einsatz 0", PlaceStake(0, MM, None, replace=True)),
        ("!einsatz 50 MM", PlaceStake(50_00, MM, None, replace=True)),
        ("!einsatz 50MM", PlaceStake(50_00, MM, None, replace=True)),
        ("!einsatz 50 jetons", PlaceStake(50_00, JETONS, None, replace=True)),
        ("!einsatz 50 chips", PlaceStake(50_00, JETONS, None, replace=True)),
        ("!einsatz 1 Jeton", PlaceStake(1_00, JETONS, None, replace=True)),
        ("!einsatz 50 box 3", PlaceStake(50_00, MM, 3, replace=True)),
        ("!einsatz 50 auf box 3", PlaceStake(50_00, MM, 3, replace=True)),
        ("!einsatz 50 MM auf Box 3", PlaceStake(50_00, MM, 3, replace=True)),
        ("!setze 50 box 3", PlaceStake(50_00, MM, 3, replace=True)),
        ("!einsatz alles", PlaceStake(Share.ALL, MM, None, replace=True)),
        ("!einsatz max", PlaceStake(Share.MAX, MM, None, replace=True)),
        ("!einsatz MIN jetons", PlaceStake(Share.MIN, JETONS, None, replace=True)),
        ("!einsatz alles box 2", PlaceStake(Share.ALL, MM, 2, replace=True)),
        ("!bet all", PlaceStake(Share.ALL, MM, None, replace=True)),
        ("!bet 50 on box 3", PlaceStake(50_00, MM, 3, replace=True)),
        ("!50 MM", PlaceStake(50_00, MM, None, replace=False)),
        ("!doch 80 MM", PlaceStake(80_00, MM, None, replace=True)),
        ("!einsatz 50 bitte", PlaceStake(50_00, MM, None, replace=True)),
        ("!einsatz 50!", PlaceStake(50_00, MM, None, replace=True)),
        ("!einsatz 50 box 3.", PlaceStake(50_00, MM, 3, replace=True)),
        ("!einsatz zurück", TakeBack()),
        ("!EINSATZ ZURUECK", TakeBack()),
        ("!einsatz zurück box 2", TakeBack(2)),
        ("!einsatz zurück von box 2", TakeBack(2)),
        ("!stake back", TakeBack()),
        ("!geben", DealCards()),
        ("!deal", DealCards()),
        ("!hand 50", QuickHand(50_00, MM)),
        ("!hand max", QuickHand(Share.MAX, MM)),
        ("!karte", MakeMove(HIT)),
        ("!karte bitte", MakeMove(HIT)),
        ("!karte box 2", MakeMove(HIT, 2)),
        ("!box 2 karte", MakeMove(HIT, 2)),
        ("!hit box 2", MakeMove(HIT, 2)),
        ("!karte box 0", MakeMove(HIT, 0)),
        ("!keine karte", MakeMove(STAND)),
        ("!keine karte box 2", MakeMove(STAND, 2)),
        ("!passe", MakeMove(STAND)),
        ("!stay", MakeMove(STAND)),
        ("!verdoppeln box 2", MakeMove(DOUBLE, 2)),
        ("!double", MakeMove(DOUBLE)),
        ("!nochmal", StakeAgain()),
        ("!nochmal bitte.", StakeAgain()),
        ("!nochmal 100", StakeAgain(100_00, MM)),
        ("!again 100 chips", StakeAgain(100_00, JETONS)),
        ("!stehen lassen", LeaveStake()),
        ("!Einsatz stehen lassen", LeaveStake()),
        ("!stehen lassen box 2", LeaveStake(2)),
        ("!box 2 stehen lassen", LeaveStake(2)),
        ("!leave it", LeaveStake()),
        ("!höher setzen 8000", AskForLimit(8_000_00, MM)),
        ("!hoeher setzen 8.000 Jetons", AskForLimit(8_000_00, JETONS)),
        ("!raise limit 8000", AskForLimit(8_000_00, MM)),
        ("!limit erlauben @anna 8000", allow("@anna", 8_000_00)),
        ("!limit erlauben <@7> 8.000 MM für eine Runde", allow("<@7>", 8_000_00, once=True)),
        ("!limit erlauben anna 8000 fuer eine runde", allow("anna", 8_000_00, once=True)),
        ("!limit erlauben anna 0", allow("anna", 0)),
        ("!setze aus", SitOut()),
        ("!setze aus.", SitOut()),
        ("!aussteigen", Leave()),
        ("!konto", ShowBalance()),
        ("!regeln", ShowRules()),
        ("!hilfe", ShowHelp()),
        ("!zahlen", ShowNumbers()),
        ("!zahl 47", ShowNumber(47)),
        ("!zahl 0", ShowNumber(0)),
        ("!number 400", ShowNumber(400)),
        ("!runde 12", ShowRound(12)),
        ("!runde", ShowRound()),
        ("!round", ShowRound()),
        ("!ziehung 31", ShowDraw(31)),
        ("!prüfen runde 12", VerifyRound(12)),
        ("!pruefen runde", VerifyRound()),
        ("!verify", VerifyRound()),
        ("  !karte  ", MakeMove(HIT)),
        ("!keine\u00a0karte", MakeMove(STAND)),
    ],
)
def test_a_command_is_understood_at_every_german_table(text: str, request_: Request) -> None:
    assert request_ == command(text)
    assert request_ == bare(text)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("50 MM", PlaceStake(50_00, MM, None, replace=False)),
        ("50MM", PlaceStake(50_00, MM, None, replace=False)),
        ("50 mm.", PlaceStake(50_00, MM, None, replace=False)),
        ("50\u00a0MM", PlaceStake(50_00, MM, None, replace=False)),
        ("50 Jetons", PlaceStake(50_00, JETONS, None, replace=False)),
        ("alles MM", PlaceStake(Share.ALL, MM, None, replace=False)),
        ("Ich setze 50 MM", PlaceStake(50_00, MM, None, replace=False)),
        ("Ich setze 50 MM auf Box 3!", PlaceStake(50_00, MM, 3, replace=False)),
        ("50 MM auf Box 3", PlaceStake(50_00, MM, 3, replace=False)),
        ("50MM auf Box 3", PlaceStake(50_00, MM, 3, replace=False)),
        ("doch 80 MM", PlaceStake(80_00, MM, None, replace=True)),
        ("Einsatz zurück", TakeBack()),
        ("Karten geben, bitte", DealCards()),
        ("Karte bitte", MakeMove(HIT)),
        ("Karte, bitte!", MakeMove(HIT)),
        ("Bitte Karte", MakeMove(HIT)),
        ("noch eine", MakeMove(HIT)),
        ("carte!!!", MakeMove(HIT)),
        ("Box 2 Karte", MakeMove(HIT, 2)),
        ("Box 2: Karte", MakeMove(HIT, 2)),
        ("Karte für Box 2", MakeMove(HIT, 2)),
        ("Karte fuer Box 2", MakeMove(HIT, 2)),
        ("Keine Karte.", MakeMove(STAND)),
        ("Danke, keine Karte", MakeMove(STAND)),
        ("keine karte box 2", MakeMove(STAND, 2)),
        ("ich bleibe", MakeMove(STAND)),
        ("ich verdopple", MakeMove(DOUBLE)),
        ("nochmal", StakeAgain()),
        ("Einsatz stehen lassen, bitte", LeaveStake()),
        ("Box 2: Einsatz stehen lassen", LeaveStake(2)),
        ("Box 2 teilen", MakeMove(Action.SPLIT, 2)),
        ("Versicherung Box 2", Insure(None, 2)),
        ("keine Versicherung für Box 2", DeclineInsurance(2)),
        ("Box 2: 1:1", TakeEvenMoney(2)),
        ("20 MM bei Anna auf Box 2 ohne Mitgehen", StakeBehind("Anna", 20_00, MM, 2, alone=True)),
        ("ich steige aus", Leave()),
    ],
)
def test_a_plain_word_acts_at_a_german_table(text: str, request_: Request) -> None:
    assert request_ == plain(text)
    assert request_ == bare(text)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("50 MM", PlaceStake(50_00, MM, None, replace=False)),
        ("5,000 MM", PlaceStake(5_000_00, MM, None, replace=False)),
        ("12.50 MM", PlaceStake(12_50, MM, None, replace=False)),
        ("50 chips on box 3", PlaceStake(50_00, JETONS, 3, replace=False)),
        ("make it 80 MM", PlaceStake(80_00, MM, None, replace=True)),
        ("stake back", TakeBack()),
        ("card please", MakeMove(HIT)),
        ("hit", MakeMove(HIT)),
        ("box 2 card", MakeMove(HIT, 2)),
        ("stand", MakeMove(STAND)),
        ("I stand", MakeMove(STAND)),
        ("No card, thank you.", MakeMove(STAND)),
        ("double", MakeMove(DOUBLE)),
        ("again", StakeAgain()),
        ("insurance box 2", Insure(None, 2)),
        ("20 MM behind anna on box 2", StakeBehind("anna", 20_00, MM, 2)),
        ("sit out", SitOut()),
        ("leave", Leave()),
        ("leave it", LeaveStake()),
        ("Leave it standing, please", LeaveStake()),
    ],
)
def test_a_plain_word_acts_at_an_english_table(text: str, request_: Request) -> None:
    assert request_ == plain(text, ENGLISH)
    assert request_ == bare(text, ENGLISH)


# ── silence ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "!",
        "!!!",
        "!?",
        "! karte",
        "Karte?",
        "50 MM?",
        "Karte？",
        "> Karte",
        ">50 MM",
        "`Karte`",
        "```\nKarte\n```",
        "~~Karte~~",
        "~~50~~ MM",
        "||50|| MM",
        "Karte\nbitte",
        "Karte\u2028bitte",
        "50 MM\r\n50 MM",
        "Karte\x00",
        "Ka\u200brte",
        "50 MM \u202e",
        '"Karte"',
        "„50 MM“",
        "Karte...",
        "genug geredet",
        "Hallo MM",
        "Hallo",
        "bitte",
        "danke!",
        "MM",
        "50",
        "einsatz 50",
        "geben",
        "konto",
        "50 Euro",
        "50 MM 50 MM",
        "setze 50",
        "Box 2",
        "keine karte keine karte",
        "Karte Box zwei",
        "Karte Box ２",
        "Einsatz",
        "karte " * 50,
        "9" * 1000,
        "a " * 5000,
        "Guten Abend zusammen, wie geht es Ihnen heute?",
    ],
)
def test_conversation_is_left_alone(text: str) -> None:
    assert read(text.strip(" "), language=GERMAN) is None


def test_plain_words_of_the_other_language_are_conversation() -> None:
    assert plain("hit") is None
    assert plain("Karte", ENGLISH) is None


@pytest.mark.parametrize(
    "text",
    [
        "Karte?",
        "Bank ist heute voll",
        "Versicherung ist teuer",
        "Hallo MM",
        "Hallo Anna",
        "einsatz",
        "Plan für morgen",
        "Tisch",
        "Ich setze mich",
        "Das ist genug",
        "Box 2 ist meine",
        "> karte",
        "~~50~~ MM",
    ],
)
def test_at_the_terminal_only_whole_forms_are_words(text: str) -> None:
    assert bare(text) is None


# ── the prefix ────────────────────────────────────────────────────────────────────────────────────


def test_the_prefix_is_the_guilds() -> None:
    heard = read("?karte", language=GERMAN, prefix="?")

    assert Heard(MakeMove(HIT), plain=False) == heard
    assert read("!karte", language=GERMAN, prefix="?") is None
    assert read("karten!karte", language=GERMAN, prefix="karten!") == heard


def test_without_a_prefix_only_plain_words_are_heard() -> None:
    assert read("!karte", language=GERMAN, prefix="") is None
    assert read("karte", language=GERMAN, prefix="") == Heard(MakeMove(HIT), plain=True)
