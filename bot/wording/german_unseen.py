"""German of cards that lie face down."""

from __future__ import annotations

from typing import Final, assert_never

from bot.engine.cards import Rank
from bot.engine.rules import DealerShows, PlayerCards, RuleSet, Values
from bot.wording.bank_sentences import Dealer
from bot.wording.german_bank import dealer, takes_further_stakes
from bot.wording.unseen_sentences import UnseenSentences


def _rules(rules: RuleSet) -> tuple[str, ...]:
    points = (_dealer(rules, dealer(rules)), _players(rules.player_cards))
    return tuple(point for point in points if point)


def _dealer(rules: RuleSet, who: Dealer) -> str:
    match rules.dealer_shows:
        case DealerShows.ONE:
            return ""
        case DealerShows.NONE:
            laid = f"{who.capital} legt {who.whose} Karten erst, wenn alle gespielt haben."
        case DealerShows.ONE_AND_HIDDEN:
            laid = f"Die zweite Karte {who.genitive} liegt verdeckt, bis alle gespielt haben."
        case _:
            assert_never(rules.dealer_shows)
    if rules.blackjack_pays is None:
        return laid
    if not rules.peek:
        return laid + takes_further_stakes(rules, f"Ein Blackjack {who.genitive}")
    first = "ein Ass, eine Zehn oder ein Bild"
    if rules.values is not Values.CASINO:
        first = "ein Ass oder eine Zehn"
    return (
        f"{laid} Zeigt {who.he} {first}, sieht {who.he} vor dem Spiel darunter: "
        f"Hat {who.he} einen Blackjack, ist die Runde gleich entschieden."
    )


def _players(cards: PlayerCards) -> str:
    match cards:
        case PlayerCards.OPEN:
            return ""
        case PlayerCards.HIDDEN:
            return (
                "Die Karten der Spieler liegen verdeckt; die eigenen sagt `!meine karten`, "
                "und nur Ihnen. Aufgedeckt werden sie, wenn abgerechnet wird. Eine 21 bleibt von "
                "selbst stehen, auch verdeckt, und alle sehen das."
            )
        case _:
            assert_never(cards)


_UNDER: Final = {
    Rank.ACE: "das Ass",
    Rank.TEN: "die Zehn",
    Rank.JACK: "den Buben",
    Rank.QUEEN: "die Dame",
    Rank.KING: "den König",
}


def _peeked(rank: Rank, bank: str | None) -> str:
    who = f"Die Bank ({bank})" if bank else "Der Croupier"
    return f"{who} sieht unter {_UNDER.get(rank, 'die offene Karte')}: kein Blackjack."


GERMAN_UNSEEN: Final = UnseenSentences(
    face_down="verdeckt",
    turned="{drawn}, bis jetzt verdeckt",
    dealer_turns="Der Croupier deckt auf: {cards} = **{total}**{end}",
    dealer_turns_and_draws="Der Croupier deckt auf und zieht: {cards} = **{total}**{end}",
    needs_no_more=", mehr braucht er nicht.",
    peeked=_peeked,
    source="{source}, verdeckt",
    unveiled="-# Runde {round} · Ziehung {draw} aufgedeckt · {source} · Protokoll {log} · {head}",
    chain="-# random.org · neue Ticketkette für verdeckte Karten ab {ticket}",
    chain_after="-# random.org · neue Ticketkette für verdeckte Karten ab {ticket} "
    "· alte unbenutzt ab {replaces}",
    chain_beside=" · für verdeckte Karten ab {ticket}",
    commitment="Festgelegt mit SHA-256 {commitment}",
    proved="Aufgedeckt: Protokoll {log} · Salz {salt}",
    all_numbers="Alle gezogenen Zahlen: {numbers}.",
    check="Nachrechnen: SHA-256 über `hole-v1`, Salz, Ziehung und Unterschrift ergibt, "
    "was festgelegt war.",
    check_later="Was verdeckt liegt, ist schon gezogen und festgelegt; "
    "aufgedeckt wird es mit der letzten Karte der Runde.",
    pending="Noch verdeckt und erst nach dem Aufdecken ganz nachzurechnen: Ziehung {draws}.",
    own_hand="Box {box}: {cards} = **{total}**{state}",
    own_moves="Möglich: {moves}",
    told="Ihre Karten stehen in einer Direktnachricht.",
    not_told="Der Croupier darf Ihnen keine Direktnachricht schicken. Erlauben Sie in Discord "
    "unter „Privatsphäre“ dieses Servers Direktnachrichten und fragen Sie dann noch einmal: "
    "`!meine karten`.",
    rules=_rules,
)
