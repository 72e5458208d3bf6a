"""Who goes along with a double or a split: who said so, can pay, and can be paid by the bank. Pure.

Reading 13: whether a backer goes along he said when he staked; whether his account covers it now,
only balances tell. A player's bank must be able to pay for them beside the owner, whom nobody can
keep from his move. Tables go by this rule, and auditors hold them to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET, UnsetType

from bot.audit.bookings import Booked
from bot.engine.backing import may_go_along
from bot.engine.commands import Double, Split
from bot.engine.moves import cover_beside, hand_for
from bot.engine.state import Box, Hand, Round
from bot.errors import RuleViolation
from bot.ledger import accounts
from bot.store.entries import Message

Raise = Double | Split

BalanceOf = Callable[[str, str], int]
"""What an account has of an asset, in hundredths."""


def followers(state: Round, move: Raise, balance_of: BalanceOf) -> tuple[int, ...] | UnsetType:
    """Return the backers who go along with a double or a split, and can; unset: nobody.

    Raises ``RuleViolation`` where the speaker has no such hand.
    """
    if state.banker and move.player == state.banker:
        return UNSET  # nobody stands behind the bank
    box, hand = hand_for(state, move)
    return _able(state, box, hand, balance_of, left=cover_beside(state, move))


def _able(
    state: Round, box: Box, hand: Hand, balance_of: BalanceOf, *, left: int | None
) -> tuple[int, ...] | UnsetType:
    """``left``: what a player's bank could still pay for, in hundredths; None: the house pays."""
    able: list[int] = []
    for side in may_go_along(state, box, hand):
        balance = balance_of(accounts.player(side.player), side.asset)
        if balance >= side.stake and (left is None or left >= side.stake):
            able.append(side.player)
            left = None if left is None else left - side.stake
    return tuple(able) or UNSET


class _Unknown(Exception):
    """A balance does not follow from what was read."""


class Followers:
    """Holds every double and split to the rule, by the balances that the log adds up to.

    ``booked`` grows with the log. Where entries are missing, nobody knows what an account had
    before: nothing is said then.
    """

    def __init__(self, booked: Sequence[Booked]) -> None:
        self._booked = booked
        self._counted = 0  # of these
        self._sums: Counter[tuple[str, str]] = Counter()
        self._read = 0  # the last entry's position
        self._whole = True

    def read(self, position: int) -> None:
        """Take note of the next entry's position: none may be missing."""
        self._whole = self._whole and position == self._read + 1
        self._read = position

    def said(self, body: Message, state: Round, *, opaque: bool) -> Iterator[str]:
        """What is wrong with those whom a message's double or split names.

        ``opaque``: the round has cards that are not told yet.
        """
        for move in body.commands:
            if not isinstance(move, Raise):
                continue
            if len(body.commands) > 1:
                yield "a double or a split among other commands"
                return
            try:
                right = self._of_opaque(state, move) if opaque else self._of(state, move)
            except (RuleViolation, LookupError, _Unknown):
                return  # what is not allowed, the replay finds
            if set(right or ()) != set(move.followers or ()):
                yield f"{move.followers or ()} go along, it was to be {right or ()}"

    def _of(self, state: Round, move: Raise) -> tuple[int, ...] | UnsetType:
        return followers(state, move, self._balance)

    def _of_opaque(self, state: Round, move: Raise) -> tuple[int, ...] | UnsetType:
        """By what lies open: of an only hand against the house, since a bank's room needs cards."""
        hands = [
            (box, hand)
            for box in state.boxes_of(move.player)
            for hand in box.hands
            if hand.returned is None and move.box in {None, box.number}
        ]
        if state.banker or len(hands) != 1:
            raise _Unknown
        return _able(state, *hands[0], self._balance, left=None)

    def _balance(self, account: str, asset: str) -> int:
        for each in self._booked[self._counted :]:
            for moved in each.posting.transfers:
                self._sums[moved.source, moved.asset] -= moved.amount
                self._sums[moved.target, moved.asset] += moved.amount
        self._counted = len(self._booked)
        balance = self._sums[account, asset]
        if not self._whole or balance < 0:
            raise _Unknown
        return balance
