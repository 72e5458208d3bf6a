"""One post of what happened: facts in, text out, the lines in the same order in every language.

A message's answer is one post at most. Where only something was taken note of (a stake placed, a
stand from which nothing follows yet) a sign is enough: such a post is a receipt, and its text is
for terminals. Whom a post answers, and how a transport marks that, is the adapter's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, assert_never

from msgspec import Struct

from bot.engine.rules import RuleSet
from bot.table.banked import BankFunded, BankPassed
from bot.table.booked import Booked
from bot.table.limits import LimitAsked, LimitGranted, LimitWithdrawn
from bot.table.offers import Declined, Offered
from bot.table.partied import (
    PartyAgreed,
    PartyBegun,
    PartyEnded,
    PartyEnding,
    PartyJoined,
    PartyRound,
)
from bot.table.proofs import DrawRecord, Verified
from bot.table.replies import (
    Acted,
    Balance,
    BetsClosed,
    Card,
    Chain,
    Clock,
    Closed,
    Done,
    Drawn,
    Expired,
    Fact,
    HandsLeft,
    Help,
    Hint,
    Number,
    Numbers,
    Opened,
    Presence,
    Record,
    Refused,
    Rules,
    Settled,
    Staked,
    TableClosed,
    Waiting,
    Wants,
    Welcome,
    Withdrawn,
)
from bot.table.shuffles import Reshuffled
from bot.table.tips import Tip, TipsSwitched
from bot.table.unseen_facts import OwnCards, Peeked, Unveiled
from bot.wording import (
    advice,
    answers,
    banked,
    dealing,
    insuring,
    own,
    parties,
    places,
    proofs,
    results,
    shoes,
    turns,
)
from bot.wording.disarming import with_names_disarmed
from bot.wording.handbook import help_text
from bot.wording.language import Language
from bot.wording.limits import limit_text
from bot.wording.particulars import Particulars
from bot.wording.speech import SPEECH, Speech


class Manner(NamedTuple):
    """How a guild is spoken to: its commands' prefix, and whether posts are shown as markdown."""

    prefix: str = "!"
    markdown: bool = False  # then what people wrote is shown literally


PLAINLY: Final = Manner()


class Post(Struct, frozen=True):
    """What is said at once; ``receipt`` where a reaction says it too."""

    text: str
    receipt: bool


def post(facts: Sequence[Fact], language: Language, manner: Manner = PLAINLY) -> Post | None:
    """Return the post of all the facts that one message caused, or None: nothing is to be said."""
    speech = SPEECH[language]
    if manner.markdown:
        facts = tuple(map(with_names_disarmed, facts))
    split = places.several(facts)
    spoken = [
        *(line for fact in facts for line in _alone(fact, split, speech)),
        *results.balances(facts, speech),
        *parties.before(facts, speech),
        *banked.taken(facts, speech),
        *shoes.opening(facts, speech),
        *dealing.closing(facts, speech),
        *dealing.hands(facts, speech),
        *dealing.dealer_shows(facts, speech),
        *shoes.dealing(facts, speech),
        *insuring.offers(facts, speech),
        *insuring.unanswered(facts, speech),
        *dealing.peeked(facts, speech),
        *dealing.dealer_plays(facts, speech),
        *results.results(facts, speech),
        *banked.passed(facts, speech),
        *parties.after(facts, speech),
        *turns.turns(facts, speech),
        *shoes.closing(facts, speech),
        *results.goes_on(facts, speech),
        *dealing.small_lines(facts, speech),
    ]
    told = BetsClosed | Card | Closed if banked.is_played(facts) else BetsClosed | Card
    dealt = any(isinstance(fact, told) for fact in facts)
    noted = [] if dealt else results.receipts(facts, speech)
    lines = noted + spoken
    return Post(prefixed("\n".join(lines), manner), receipt=not spoken) if lines else None


def prefixed(text: str, manner: Manner) -> str:
    """Return a text with the guild's prefix where sentences quote a command, as `!hilfe`."""
    return text.replace("`!", f"`{manner.prefix}")


def refusal(fact: Refused, language: Language) -> str:
    """Return the sentence that says why not."""
    return SPEECH[language].words.refusal(Particulars(fact, language))


def welcome(rules: RuleSet, preset: str, source: str, language: Language) -> str:
    """Return the first line at a table."""
    return answers.welcome(rules, preset, source, SPEECH[language])


def play_money(language: Language) -> str:
    """Return what is said at set-up: that nothing here has cash value."""
    return SPEECH[language].words.play_money


def _alone(fact: Fact, split: frozenset[int], speech: Speech) -> tuple[str, ...]:
    """Return the text of a fact that speaks for itself; of the others, lines are made together."""
    match fact:
        case Refused():
            return (speech.words.refusal(Particulars(fact, speech.language)),)
        case Rules():
            return (answers.rules_text(fact, speech),)
        case Help():
            return (help_text(fact, speech),)
        case Numbers():
            return (answers.numbers_table(fact, speech),)
        case Number():
            return (answers.number_line(fact, speech),)
        case Record():
            return (proofs.record_text(fact, speech),)
        case Booked():
            return (results.booking(fact, speech),)
        case DrawRecord():
            return (proofs.draw_text(fact, speech),)
        case Verified():
            return (proofs.verified_text(fact, speech),)
        case Expired():
            hours = speech.words.hours(fact.hours)
            if fact.box == 0:
                return (speech.words.bank.expired.format(player=fact.player, hours=hours),)
            player = places.named(fact.player, fact.box, fact.hand, split, speech)
            line = speech.words.expired.format(box=fact.box, player=player, hours=hours)
            return (line,)
        case Clock():
            now = answers.time_text(fact.now, speech)
            return (speech.words.clock.format(time=now),)
        case Waiting():
            return (answers.waiting_line(fact, speech),)
        case Chain():
            return (answers.chain_line(fact, speech),)
        case HandsLeft():
            return (speech.words.hands_left(fact.hands),)
        case Welcome():
            return (answers.opened_text(fact, speech),)
        case Hint():
            return (speech.words.hint,)
        case LimitAsked() | LimitGranted() | LimitWithdrawn():
            return (limit_text(fact, speech),)
        case Tip():
            return (advice.tip(fact, speech),)
        case TipsSwitched():
            return (speech.words.odds.tips_on if fact.on else speech.words.odds.tips_off,)
        case Opened() | Staked() | Withdrawn() | BetsClosed() | Drawn() | Card() | Acted():
            return ()
        case OwnCards():
            return own.cards(fact, speech)
        case Offered() | Declined() | Reshuffled() | BankFunded() | BankPassed():
            return ()
        case Unveiled() | Peeked():
            return ()
        case PartyBegun() | PartyJoined() | PartyAgreed() | PartyRound():
            return ()
        case PartyEnding() | PartyEnded():
            return ()
        case Wants() | Settled() | Closed() | TableClosed() | Balance() | Presence() | Done():
            return ()
        case _:
            assert_never(fact)
