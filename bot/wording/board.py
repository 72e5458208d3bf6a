"""The few words on a drawn table, and what may be said at the moment. No markup, no layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.engine.backing import may_back
from bot.engine.banking import is_players
from bot.engine.busting import may_bet_on_bust
from bot.engine.hole import lying, public_wants
from bot.engine.offers import Offer, offers
from bot.engine.round import Phase, phase
from bot.engine.state import Beside, Box, Hand, Round, SideBet
from bot.engine.verdict import Verdict, judge
from bot.engine.wants import Action, wants
from bot.ledger.money import MM
from bot.table.replies import money
from bot.wording.language import Language, amount_of, example_stake
from bot.wording.speech import SPEECH


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWords:
    """One language's words on the board."""

    round: str  # number
    no_round: str
    dealer: str
    bank: str  # player
    box: str
    player: str
    stake: str
    cards: str
    total: str
    balance: str
    to_act: str
    stands: str
    waits: str
    later: str
    offered: str
    backed: str
    bust: str
    insured: str
    insurance: str
    no_insurance: str
    even_money: str
    verdicts: dict[Verdict, str]
    say_stakes: str  # stake
    say_stakes_or_deal: str  # stake, beside
    say_bust: str
    say_behind: str
    say_nothing: str
    say_bank: str
    say_deal: str
    say_own: str
    actions: dict[Action, str]
    start: str


_GERMAN: Final = BoardWords(
    round="Runde {number}",
    no_round="Die Einsätze bitte",
    dealer="Croupier",
    bank="Bank ({player})",
    box="Box",
    player="Spieler",
    stake="Einsatz",
    cards="Karten",
    total="Summe",
    balance="Guthaben",
    to_act="am Zug",
    stands="steht",
    waits="wartet auf eine Karte",
    later="kommt noch",
    offered="Versicherung bis",
    backed="mitgesetzt",
    bust="Bust",
    insured="versichert",
    insurance="Versicherung",
    no_insurance="Keine Versicherung",
    even_money="1:1",
    verdicts={
        Verdict.BLACKJACK: "Blackjack",
        Verdict.BUST: "überkauft",
        Verdict.TRIPLE_SEVEN: "Siebener-Drilling",
        Verdict.FIVE_CARDS: "fünf Karten",
    },
    say_stakes="{stake} · nochmal · konto · regeln · hilfe",
    say_stakes_or_deal="{stake} · {beside}geben · einsatz zurück · konto · hilfe",
    say_bust="bust 20",
    say_behind="mitsetzen NAME 20",
    say_nothing="konto · runde · hilfe",
    say_bank="bank 500",
    say_deal="geben",
    say_own="meine karten",
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
    bank="Bank ({player})",
    box="Box",
    player="Player",
    stake="Stake",
    cards="Cards",
    total="Total",
    balance="Balance",
    to_act="to act",
    stands="stands",
    waits="waits for a card",
    later="to come",
    offered="insurance up to",
    backed="behind",
    bust="bust",
    insured="insured",
    insurance="insurance",
    no_insurance="no insurance",
    even_money="even money",
    verdicts={
        Verdict.BLACKJACK: "blackjack",
        Verdict.BUST: "bust",
        Verdict.TRIPLE_SEVEN: "triple seven",
        Verdict.FIVE_CARDS: "five cards",
    },
    say_stakes="{stake} · again · balance · rules · help",
    say_stakes_or_deal="{stake} · {beside}deal · stake back · balance · help",
    say_bust="bust 20",
    say_behind="behind NAME 20",
    say_nothing="balance · round · help",
    say_bank="bank 500",
    say_deal="deal",
    say_own="my cards",
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
    box = next(box for box in state.boxes if hand in box.hands)
    if len(hand.cards) + lying(state, box.number, hand.number) < 2:  # noqa: PLR2004 - the deal is not over
        return ""
    if hand.card_owed:
        return words.waits
    verdict = judge(hand.cards, doubled=hand.doubled, rules=state.rules, split=hand.split)
    if verdict in words.verdicts:
        return words.verdicts[verdict]
    if not hand.is_open:
        return words.stands
    return words.later if _waits_its_turn(hand, state) else words.to_act


def dealer_name(state: Round, names: Mapping[int, str], language: Language) -> str:
    """Return who deals, or the player who is the bank."""
    words = board_words(language)
    return words.bank.format(player=names[state.banker]) if state.banker else words.dealer


def bank_standing(state: Round, language: Language) -> str:
    """Return that a player's bank has the word, if it has."""
    at_turn = any(turn.box == 0 for turn in wants(state).turns)
    return board_words(language).to_act if at_turn else ""


def _waits_its_turn(hand: Hand, state: Round) -> bool:
    """Whether other hands or answers come first; in free order only hands of the same box do."""
    if state.offers:
        return True
    turns = wants(state).turns
    at_turn = {(turn.box, turn.hand) for turn in turns}
    box = next(box for box in state.boxes if hand in box.hands)
    return bool(turns) and (box.number, hand.number) not in at_turn


def beside(state: Round, names: Mapping[int, str], language: Language) -> list[str]:
    """Return a line for each kind of bet beside the boxes' own, and for insurance not answered."""
    words = board_words(language)
    labels = {
        Beside.BACKING: words.backed,
        Beside.INSURANCE: words.insured,
        Beside.BUST: words.bust,
    }
    lines = [
        (label, [_side(side, names, language) for side in state.beside_of(kind)])
        for kind, label in labels.items()
    ]
    lines.append((words.offered, [_offer(offer, names, language) for offer in offers(state)]))
    return [f"{label}: {' · '.join(bets)}" for label, bets in lines if bets]


def hand_number(box: Box, hand: Hand, language: Language) -> str:
    """Return a box's number, and which hand of it where it has several."""
    if len(box.hands) == 1:
        return str(box.number)
    return SPEECH[language].words.casino.box_hand.format(box=box.number, hand=hand.number)


def _side(side: SideBet, names: Mapping[int, str], language: Language) -> str:
    amount = amount_of(money(side.stake), side.asset, language)
    if not side.box:
        return f"{names[side.player]} {amount}"
    box = f"{board_words(language).box} {side.box}"
    return f"{names[side.player]} ({box}) {amount}"


def _offer(offer: Offer, names: Mapping[int, str], language: Language) -> str:
    words = board_words(language)
    amount = amount_of(money(offer.most), offer.asset, language)
    even = f" / {words.even_money}" if offer.even_money else ""
    return f"{names[offer.player]} ({words.box} {offer.box}) {amount}{even}"


def _bets_beside(state: Round, player: int | None, words: BoardWords) -> list[str]:
    bust = player is not None and may_bet_on_bust(state, player)
    behind = may_back(state, player)
    return [word for word, may in ((words.say_bust, bust), (words.say_behind, behind)) if may]


def _has_face_down(state: Round, player: int | None) -> bool:
    own = () if player is None else state.boxes_of(player)
    return any(lying(state, box.number, hand.number) for box in own for hand in box.hands)


def what_may_be_said(state: Round, player: int | None, language: Language) -> str:
    """Return the words that do something now for a player, for a line below the prompt."""
    words, rules = board_words(language), state.rules
    usual = example_stake(Decimal(rules.min_stake), Decimal(rules.max_stake))
    stake = amount_of(usual, MM, language)
    match phase(state):
        case Phase.NO_ROUND:
            bank = f"{words.say_bank} · " if is_players(state.rules) else ""
            return bank + words.say_stakes.format(stake=stake)
        case Phase.STAKES if state.banker and state.banker == player:
            deal = [words.say_deal] if state.boxes else []
            return " · ".join([*deal, words.say_bank, words.say_nothing])
        case Phase.STAKES:
            if not state.boxes:
                return words.say_stakes.format(stake=stake)
            return words.say_stakes_or_deal.format(
                stake=stake,
                beside="".join(f"{bet} · " for bet in _bets_beside(state, player, words)),
            )
        case Phase.DEALING:
            return words.say_nothing
        case Phase.INSURANCE:
            own = [offer for offer in public_wants(state).offers if offer.player == player]
            answers = [words.insurance, words.no_insurance] if own else []
            even = [words.even_money] if any(offer.even_money for offer in own) else []
            return " · ".join([*answers, *even, words.say_nothing])
        case Phase.PLAY | Phase.DEALER:
            turns = public_wants(state).turns
            may = {action for turn in turns if turn.player == player for action in turn.may}
            moves = [text for action, text in words.actions.items() if action in may]
            cards = [words.say_own] if _has_face_down(state, player) else []
            return " · ".join([*moves, *cards, words.say_nothing])


def words_to_complete(language: Language) -> set[str]:
    """Return all words that a line below the prompt may ever show, but those of insurance."""
    words = board_words(language)
    beside = f"{words.say_bust} · {words.say_behind} · "
    stakes = words.say_stakes, words.say_stakes_or_deal
    lines = (*(line.format(stake="50 MM", beside=beside) for line in stakes), words.say_nothing)
    return {*" · ".join(lines).split(" · "), *words.actions.values()}
