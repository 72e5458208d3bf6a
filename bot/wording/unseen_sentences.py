"""What a language must be able to say of cards that lie face down; as in ``sentences``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.engine.cards import Rank
from bot.engine.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class UnseenSentences:
    """Beside a field stands what its template takes."""

    # cards
    face_down: str
    turned: str  # drawn
    dealer_turns: str  # cards, total, end
    dealer_turns_and_draws: str  # cards, total, end
    needs_no_more: str  # in place of how his cards end: nothing is open any more
    peeked: Callable[[Rank, str | None], str]  # under which open card; which player's bank

    # draws
    source: str  # source: of a draw that is not told yet
    unveiled: str  # round, draw, source, log, head
    chain: str  # ticket
    chain_after: str  # ticket, replaces
    chain_beside: str  # ticket
    commitment: str  # commitment
    proved: str  # log, salt
    all_numbers: str  # numbers
    check: str  # how to check it, once it is told
    check_later: str
    pending: str  # draws

    # a player's own
    own_hand: str  # box, cards, total, state
    own_moves: str  # moves
    told: str
    not_told: str

    rules: Callable[[RuleSet], tuple[str, ...]]
