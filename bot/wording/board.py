"""The few words on a drawn table, and what may be said at the moment. No markup, no layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.engine.round import Phase, phase
from bot.engine.state import Hand, Round
from bot.engine.verdict import Verdict, judge
from bot.engine.wants import Action, wants
from bot.wording.language import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWords:
    """One language's words on the board."""

    round: str  # number
    no_round: str
    dealer: str
    box: str
    player: str
    stake: str
    cards: str
    total: str
    balance: str
    to_act: str
    stands: str
    waits: str
    verdicts: dict[Verdict, str]
    say_stakes: str
    say_stakes_or_deal: str
    say_nothing: str
    actions: dict[Action, str]
    start: str


_GERMAN: Final = BoardWords(
    round="Runde {number}",
    no_round="Die Einsätze bitte",
    dealer="Croupier",
    box="Box",
    player="Spieler",
    stake="Einsatz",
    cards="Karten",
    total="Summe",
    balance="Guthaben",
    to_act="am Zug",
    stands="steht",
    waits="wartet auf eine Karte",
    verdicts={
        Verdict.BLACKJACK: "Blackjack",
        Verdict.BUST: "überkauft",
        Verdict.TRIPLE_SEVEN: "Siebener-Drilling",
        Verdict.FIVE_CARDS: "fünf Karten",
    },
    say_stakes="50 MM · nochmal · konto · regeln · hilfe",
    say_stakes_or_deal="50 MM · geben · einsatz zurück · konto · hilfe",
    say_nothing="konto · runde · hilfe",
    actions={
        Action.HIT: "Karte",
        Action.STAND: "Keine Karte",
        Action.DOUBLE: "Verdoppeln",
        Action.SPLIT: "Teilen",
    },
    start="Sagen Sie, wer spricht: anna: 50 MM",
)
_ENGLISH: Final = BoardWords(
    round="Round {number}",
    no_round="Place your bets, please",
    dealer="Dealer",
    box="Box",
    player="Player",
    stake="Stake",
    cards="Cards",
    total="Total",
    balance="Balance",
    to_act="to act",
    stands="stands",
    waits="waits for a card",
    verdicts={
        Verdict.BLACKJACK: "blackjack",
        Verdict.BUST: "bust",
        Verdict.TRIPLE_SEVEN: "triple seven",
        Verdict.FIVE_CARDS: "five cards",
    },
    say_stakes="50 MM · again · balance · rules · help",
    say_stakes_or_deal="50 MM · deal · stake back · balance · help",
    say_nothing="balance · round · help",
    actions={
        Action.HIT: "card",
        Action.STAND: "stand",
        Action.DOUBLE: "double",
        Action.SPLIT: "split",
    },
    start="Say who speaks: anna: 50 MM",
)


def board_words(language: Language) -> BoardWords:
    """Return the words of a language."""
    match language:
        case Language.GERMAN:
            return _GERMAN
        case Language.ENGLISH:
            return _ENGLISH


def standing(hand: Hand, state: Round, language: Language) -> str:
    """Return what is to be said of a hand: whose move it is, that it stands, or what it is."""
    words = board_words(language)
    if len(hand.cards) < 2:  # noqa: PLR2004 - the deal is not over
        return ""
    if hand.card_owed:
        return words.waits
    verdict = judge(hand.cards, doubled=hand.doubled, rules=state.rules, split=hand.split)
    if verdict in words.verdicts:
        return words.verdicts[verdict]
    return words.to_act if hand.is_open else words.stands


def what_may_be_said(state: Round, player: int | None, language: Language) -> str:
    """Return the words that do something now for a player, for a line below the prompt."""
    words = board_words(language)
    match phase(state):
        case Phase.NO_ROUND:
            return words.say_stakes
        case Phase.STAKES:
            return words.say_stakes_or_deal if state.boxes else words.say_stakes
        case Phase.DEALING | Phase.INSURANCE | Phase.DEALER:
            return words.say_nothing
        case Phase.PLAY:
            turns = wants(state).turns
            may = {action for turn in turns if turn.player == player for action in turn.may}
            moves = [text for action, text in words.actions.items() if action in may]
            return " · ".join([*moves, words.say_nothing])
