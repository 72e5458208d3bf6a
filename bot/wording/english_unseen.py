"""English of cards that lie face down."""

from __future__ import annotations

from typing import Final, assert_never

from bot.engine.cards import Rank
from bot.engine.rules import DealerShows, PlayerCards, RuleSet, Values
from bot.wording.bank_sentences import Dealer
from bot.wording.english_bank import dealer, takes_further_stakes
from bot.wording.unseen_sentences import UnseenSentences


def _rules(rules: RuleSet) -> tuple[str, ...]:
    points = (_dealer(rules, dealer(rules)), _players(rules.player_cards))
    return tuple(point for point in points if point)


def _dealer(rules: RuleSet, who: Dealer) -> str:
    match rules.dealer_shows:
        case DealerShows.ONE:
            return ""
        case DealerShows.NONE:
            laid = f"{who.capital} lays {who.whose} cards when everybody has played."
        case DealerShows.ONE_AND_HIDDEN:
            whose = who.genitive.capitalize()
            laid = f"{whose} second card lies face down until everybody has played."
        case _:
            assert_never(rules.dealer_shows)
    if rules.blackjack_pays is None:
        return laid
    if not rules.peek:
        return laid + takes_further_stakes(rules, f"{who.whose.capitalize()} blackjack")
    first = "an ace, a ten or a court card"
    if rules.values is not Values.CASINO:
        first = "an ace or a ten"
    return (
        f"{laid} Under {first} {who.he} looks before the play: "
        f"if {who.he} has a blackjack, the round is decided at once."
    )


def _players(cards: PlayerCards) -> str:
    match cards:
        case PlayerCards.OPEN:
            return ""
        case PlayerCards.HIDDEN:
            return (
                "The players' cards lie face down; `!my cards` tells you your own, and nobody "
                "else. They are turned up when they are settled. A 21 stands by itself, face down "
                "too, and everybody sees that."
            )
        case _:
            assert_never(cards)


_UNDER: Final = {
    Rank.ACE: "the ace",
    Rank.TEN: "the ten",
    Rank.JACK: "the jack",
    Rank.QUEEN: "the queen",
    Rank.KING: "the king",
}


def _peeked(rank: Rank, bank: str | None) -> str:
    who = f"The bank ({bank})" if bank else "The dealer"
    return f"{who} looks under {_UNDER.get(rank, 'the open card')}: no blackjack."


ENGLISH_UNSEEN: Final = UnseenSentences(
    face_down="face down",
    turned="{drawn}, face down until now",
    dealer_turns="The dealer turns up: {cards} = **{total}**{end}",
    dealer_turns_and_draws="The dealer turns up and draws: {cards} = **{total}**{end}",
    needs_no_more=", he needs no more.",
    peeked=_peeked,
    source="{source}, face down",
    unveiled="-# Round {round} · Draw {draw} turned up · {source} · Log {log} · {head}",
    chain="-# random.org · new ticket chain for cards face down from {ticket}",
    chain_after="-# random.org · new ticket chain for cards face down from {ticket} "
    "· the old one unused from {replaces}",
    chain_beside=" · for cards face down from {ticket}",
    commitment="Committed to with SHA-256 {commitment}",
    proved="Turned up: log {log} · salt {salt}",
    all_numbers="All numbers drawn: {numbers}.",
    check="To compute it: SHA-256 of `hole-v1`, salt, draw and signature is what was committed to.",
    check_later="What lies face down is drawn and committed to already; it is told with the "
    "round's last card that is turned up.",
    pending="Still face down, to be computed in full when it is told: draw {draws}.",
    own_hand="Box {box}: {cards} = **{total}**{state}",
    own_moves="You may: {moves}",
    told="Your cards are in a direct message.",
    not_told="The dealer may not send you a direct message. Allow direct messages in Discord, "
    "under this server's privacy settings, and ask again: `!my cards`.",
    rules=_rules,
)
