"""What the house answers when asked: rules, numbers; its welcome, its notices."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from msgspec import UnsetType

from bot.engine import banking, shoe
from bot.engine.cards import Suit, deck, numbers_of
from bot.engine.rules import RuleSet, from_json
from bot.ledger.money import MM, print_amount
from bot.table.replies import (
    Chain,
    Number,
    Numbers,
    Rules,
    Waiting,
    Welcome,
)
from bot.wording import advice
from bot.wording.cards import rank_name, suit_name
from bot.wording.language import example_stake
from bot.wording.speech import Speech


def welcome(rules: RuleSet, preset: str, source: str, speech: Speech) -> str:
    """Return what stands at the head of a table."""
    stake = example_stake(Decimal(rules.min_stake), Decimal(rules.max_stake))
    return speech.words.welcome.format(
        name=table_name(preset),
        limits=_limits(rules, speech),
        packs=speech.words.shoe.welcome(rules),
        cards=speech.words.cards_from(source),
        stake=speech.amount(stake, MM),
    ) + (f" {speech.words.bank.welcome}" if banking.is_players(rules) else "")


def opened_text(fact: Welcome, speech: Speech) -> str:
    """Return what is said when staff opens a table: the welcome, the betting time, play money."""
    first = welcome(from_json(fact.rules), fact.preset, fact.source, speech)
    if fact.betting_seconds:
        first += " " + speech.words.betting_time.format(time=span(fact.betting_seconds, speech))
    return f"{first}\n-# {speech.words.play_money}"


def span(seconds: int, speech: Speech) -> str:
    """Return a span of time in the largest unit that gives a whole number."""
    if seconds % 3600 == 0:
        return speech.words.hours(seconds // 3600)
    return speech.words.minutes(seconds // 60) if seconds % 60 == 0 else f"{seconds} s"


def rules_text(fact: Rules, speech: Speech) -> str:
    """Return the rules of the table, where its cards come from, and that it is play money."""
    rules = from_json(fact.rules)
    words = speech.words
    cards = words.cards_from(fact.source)
    edge = () if isinstance(fact.edge, UnsetType) else (advice.edge(fact.edge, rules.shoe, speech),)
    points = (
        *words.rules(rules),
        *edge,
        *((words.odds.tips_on,) if fact.tips else ()),
        words.limits.format(limits=_limits(rules, speech), seats=rules.seats),
        words.cards_by.format(highest=shoe.highest(rules), cards=cards[0].upper() + cards[1:]),
        words.play_money,
    )
    title = words.rules_title.format(name=table_name(fact.preset))
    if not isinstance(fact.after, UnsetType):
        title = f"{title}\n{words.rules_after.format(round=fact.after)}"
    return "\n".join((title, *(f"- {point}" for point in points)))


def numbers_table(fact: Numbers, speech: Speech) -> str:
    """Return a line per suit: the numbers of each card."""
    title = speech.words.numbers_title.format(
        highest=fact.packs * fact.pack, packs=speech.words.shoe.packs(fact.packs, fact.pack)
    )
    return "\n".join((title, *(_suit(suit, fact, speech) for suit in Suit)))


def number_line(fact: Number, speech: Speech) -> str:
    """Return a number's card, and all numbers of that card."""
    return f"{speech.drawn(fact.number, fact.card)} ({_span(fact.first, fact.last)})"


def waiting_line(fact: Waiting, speech: Speech) -> str:
    """Return why the table waits for chance, and until when if that is known."""
    line = speech.words.waiting.format(why=speech.words.outage(fact.outage))
    if fact.until is None:
        return line
    return f"{line} {speech.words.until.format(time=time_text(fact.until, speech))}"


def chain_line(fact: Chain, speech: Speech) -> str:
    """Return the first ticket of a new chain, and the tail of the old one."""
    words = speech.words.unseen if fact.hidden is True else speech.words
    line = words.chain if fact.replaces is None else words.chain_after
    said = line.format(ticket=fact.ticket, replaces=fact.replaces)
    if isinstance(fact.beside, UnsetType):
        return said
    return said + speech.words.unseen.chain_beside.format(ticket=fact.beside)


def time_text(at: str, speech: Speech, form: str = "") -> str:
    """Return a time (UTC, ISO 8601) as people read it; what is none, as it stands."""
    try:
        return datetime.fromisoformat(at).strftime(form or speech.words.time)
    except ValueError:
        return at


def table_name(preset: str) -> str:
    """Return what a table with this preset is called.

    >>> table_name("vegas_red")
    'Vegas Red'
    """
    return preset.replace("_", " ").title()


def _limits(rules: RuleSet, speech: Speech) -> str:
    low = print_amount(Decimal(rules.min_stake), mark=speech.language.mark)
    return f"{low} – {speech.amount(Decimal(rules.max_stake), MM)}"


def _suit(suit: Suit, fact: Numbers, speech: Speech) -> str:
    cards = [card for card in deck(fact.pack) if card.suit is suit]
    spans = [numbers_of(card, packs=fact.packs, pack=fact.pack) for card in cards]
    entries = (
        f"{_span(span.start, span.stop - 1)} → {rank_name(card.rank, speech.language)}"
        for card, span in zip(cards, spans, strict=True)
    )
    return f"**{suit_name(suit, speech.language)}** " + " · ".join(entries)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"
