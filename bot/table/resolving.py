"""Requests to engine commands: shares become amounts, "again" the last stakes, and so on.

Reads the book, since ``alles`` depends on it, and changes nothing. What comes out is what the log
stores: it depends on nothing but the round any more.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bot.engine import commands, shoe
from bot.engine.banking import HOUSE
from bot.engine.commands import (
    UNIT,
    Back,
    BustBet,
    By,
    Command,
    Deal,
    Decline,
    Double,
    EvenMoney,
    Fund,
    Hit,
    Open,
    PassBank,
    Split,
    Stake,
    Stand,
    Withdraw,
)
from bot.engine.events import Staked, Withdrawn
from bot.engine.rules import RuleSet
from bot.engine.state import Beside
from bot.engine.wants import Action, wants
from bot.errors import RuleViolation
from bot.ledger import accounts, book
from bot.refusals import Refusal
from bot.store import history
from bot.table import banks, betting
from bot.table.following import box_meant, followers
from bot.table.game import Game
from bot.table.house import House
from bot.table.requests import (
    DealCards,
    DeclineInsurance,
    GiveUpBank,
    Insure,
    Leave,
    LeaveStake,
    MakeMove,
    PlaceStake,
    Play,
    QuickHand,
    Share,
    SitOut,
    StakeAgain,
    StakeBehind,
    StakeOnBust,
    TakeBack,
    TakeBank,
    TakeEvenMoney,
)
from bot.table.standing import staying

REMEMBERED: Final = 200
"""Rounds that "again" looks back."""


class Asked(NamedTuple):
    """Who asks, where, when, with what role."""

    player: int
    staff: bool
    now: datetime
    source: str  # of cards, for a round that is opened
    draws_left: int | None = None  # today, beside what other tables need; where somebody counts


class Resolver:
    """Turns one request into commands, given the table as it is."""

    def __init__(
        self, connection: sqlite3.Connection, house: House, game: Game, asked: Asked
    ) -> None:
        self._connection = connection
        self._house = house
        self._game = game
        self._asked = asked

    def commands(  # noqa: C901, PLR0912 - an arm per request
        self, request: Play
    ) -> tuple[Command, ...]:
        """Return the commands; ``RuleViolation`` where there is nothing they could be."""
        player = self._asked.player
        match request:
            case PlaceStake():
                return (*self._opening(), self._stake(request))
            case TakeBack():
                return (Withdraw(player, request.box),)
            case DealCards():
                return (self._deal(),)
            case StakeBehind():
                return (self._behind(request),)
            case StakeOnBust():
                asset = self._played_for(request.asset)
                amount = self._amount(request.amount, asset)
                return (BustBet(player, amount, asset, request.replace),)
            case Insure():
                return (commands.Insure(player, request.amount, request.box),)
            case DeclineInsurance():
                return self._decline(request.box)
            case TakeEvenMoney():
                return (EvenMoney(player, request.box),)
            case QuickHand():
                return self._quick_hand(request)
            case MakeMove():
                return (self._move(request),)
            case StakeAgain():
                return (*self._opening(), *self._again(request))
            case LeaveStake():
                return (*self._opening(), *self._left_standing(request))
            case SitOut():
                self._refuse_to_sit_out_with_a_stake()
                return ()
            case TakeBank():
                asset = self._played_for(request.asset)
                funds = Fund(player, self._purse(request.amount, asset), asset)
                return banks.taking(self._game, self._bare(), funds, self._chips)
            case GiveUpBank():
                return banks.giving_up(
                    self._game, self._house.rules, player, staff=self._asked.staff
                )
            case Leave():
                return self._leave()

    def _opening(self) -> tuple[Command, ...]:
        """A first stake opens a round; so does none that would be refused, since all is undone."""
        if self._game.round.is_running:
            return ()
        return banks.opening(self._game, self._bare(), self._chips)

    def _bare(self) -> Open:
        """The next round, as it begins with the house's bank."""
        house, number = self._house, history.next_round(self._connection)
        out = shoe.opened_with(self._game.round, house.rules)
        return Open(number, house.rules, house.preset, HOUSE, self._asked.source, out)

    def _stake(self, request: PlaceStake) -> Stake:
        asset = self._played_for(request.asset)
        amount = self._own_amount(request.amount, asset, box=request.box)
        return self._staked(amount, asset, request.box, replace=request.replace)

    def _played_for(self, asset: str) -> str:
        """In a party everything that is named is its chips; elsewhere they are of no use."""
        if self._game.party and self._game.in_party:
            return self._game.party.asset
        return self._house.asset if asset.startswith(accounts.CHIPS) else asset

    def _chips(self, account: int) -> int:
        """What somebody has of the party's chips, with those that he joins with."""
        party = self._game.party
        if party is None:
            return 0
        if account not in party.joined:
            return party.chips
        return book.balance(self._connection, accounts.player(account), party.asset)

    def _staked(self, amount: int, asset: str, box: int | None, *, replace: bool = False) -> Stake:
        """A stake on a box of his own: with the limit that was granted, if it may need it."""
        player, state = self._asked.player, self._game.round
        own = {each.number for each in state.boxes_of(player)} if state.is_running else set[int]()
        behind = sum(side.stake for side in state.beside_of(Beside.BACKING) if side.box in own)
        granted: int | UnsetType = UNSET
        if amount + behind > self._rules.max_stake * UNIT:
            granted = self._granted or UNSET
        return Stake(player, amount, asset, box, replace, granted)

    @property
    def _rules(self) -> RuleSet:
        state = self._game.round
        return state.rules if state.is_running else self._house.rules

    @property
    def _granted(self) -> int:
        """The speaker's own limit in hundredths, 0 if he has none."""
        limit = self._game.limits.get(self._asked.player)
        return limit.amount if limit else 0

    def _own_amount(self, amount: int | Share, asset: str, *, box: int | None = None) -> int:
        """An amount for a box of his own, where his own limit counts."""
        return self._amount(amount, asset, box=box, granted=self._granted)

    def _amount(
        self, amount: int | Share, asset: str, *, box: int | None = None, granted: int = 0
    ) -> int:
        rules = self._rules
        match amount:
            case int():
                return amount
            case Share.MIN:
                return rules.min_stake * UNIT
            case Share.ALL:
                # Nothing at all counts as the minimum: who has nothing hears what is missing.
                return self._whole_balance(asset, box) or rules.min_stake * UNIT
            case Share.MAX:
                # Never below the minimum, so that an empty purse hears what is missing.
                limit = max(rules.max_stake * UNIT, granted)
                most = min(self._whole_balance(asset, box), limit)
                return max(most, rules.min_stake * UNIT)

    def _purse(self, amount: int | Share, asset: str) -> int:
        """What somebody puts into a bank: nothing limits it but what he has."""
        if isinstance(amount, int) or amount is Share.MIN:
            return self._amount(amount, asset)
        return self._amount(Share.ALL, asset)

    def _whole_balance(self, asset: str, box: int | None) -> int:
        """The balance in whole units, with the stake that this one would replace."""
        player, party = self._asked.player, self._game.party
        free = book.balance(self._connection, accounts.player(player), asset)
        if party and asset == party.asset:
            free = self._chips(player)
        state = self._game.round
        own = state.boxes_of(self._asked.player) if not state.bets_closed else ()
        if box is not None:
            own = tuple(each for each in own if each.number == box)
        if len(own) == 1 and own[0].asset == asset and state.is_running:
            free += own[0].hands[0].stake
        return free - free % UNIT

    def _deal(self) -> Deal:
        """Deal as a player where he may, else as staff: the log says who needed the right."""
        player, staff = self._asked.player, self._asked.staff
        state, left = self._game.round, 0
        plays = state.has_stake(player) or (bool(state.boxes) and state.banker == player)
        if state.is_running and not state.bets_closed and plays:
            left = betting.seconds_left(
                self._game, now=self._asked.now, minimum=self._house.betting_seconds
            )
        if left and not staff:
            raise RuleViolation(Refusal.BETTING_TIME, until=left)
        self._require_reserve(len(state.boxes))
        return Deal(player, By.STAFF if staff and (left or not plays) else By.PLAYER)

    def _quick_hand(self, request: QuickHand) -> tuple[Command, ...]:
        player, state = self._asked.player, self._game.round
        if state.is_running and state.bettors - {player}:
            running = Refusal.STAKES_CLOSED if state.bets_closed else Refusal.OTHERS_HAVE_STAKED
            raise RuleViolation(running)
        self._require_reserve(1)
        asset = self._played_for(request.asset)
        amount = self._own_amount(request.amount, asset)
        staked = self._staked(amount, asset, request.box, replace=True)
        return (*self._opening(), staked, Deal(player))

    def _require_reserve(self, boxes: int) -> None:
        """A hand that is dealt can be finished: enough draws are left today."""
        left, needed = self._asked.draws_left, boxes * self._house.reserve
        if left is not None and left < needed:
            state = self._game.round
            standing = bool(state.is_running and state.boxes)
            raise RuleViolation(Refusal.QUOTA_RESERVE, left=left, needed=needed, standing=standing)

    def _move(self, request: MakeMove) -> Command:
        player, box = self._asked.player, request.box
        match request.action:
            case Action.HIT:
                return Hit(player, box)
            case Action.STAND:
                return Stand(player, box)
            case Action.DOUBLE:
                return self._followed(Double(player, box))
            case Action.SPLIT:
                return self._followed(Split(player, box))

    def _followed(self, move: Double | Split) -> Double | Split:
        return replace(move, followers=followers(self._connection, self._game.round, move))

    def _behind(self, request: StakeBehind) -> Back:
        house, state = self._house, self._game.round
        number = box_meant(self._connection, house.guild, state, request)
        asset = self._played_for(request.asset)
        amount = self._amount(request.amount, asset)
        return Back(
            self._asked.player,
            number,
            amount,
            asset,
            follows=not request.alone,
            replace=request.replace,
        )

    def _decline(self, box: int | None) -> tuple[Command, ...]:
        """No insurance for the speaker; staff who is offered none ends it for everybody."""
        player, open_offers = self._asked.player, wants(self._game.round).offers
        offered = dict.fromkeys(offer.player for offer in open_offers)
        if self._asked.staff and box is None and offered and player not in offered:
            return tuple(Decline(each, by=By.STAFF) for each in offered)
        return (Decline(player, box),)

    def _again(self, request: StakeAgain) -> Iterator[Stake]:
        player, state = self._asked.player, self._game.round
        own = state.boxes_of(player) if state.is_running else ()
        if own and not state.bets_closed:
            box = own[0]
            raise RuleViolation(
                Refusal.ALREADY_STAKED,
                box=box.number,
                amount=box.hands[0].stake,
                asset=box.asset,
            )
        last = [
            each for each in self._last_stakes() if request.box is None or each.box == request.box
        ]
        if not last:
            raise RuleViolation(Refusal.NO_EARLIER_STAKE)
        if request.amount is not None and len(last) > 1:
            raise RuleViolation(Refusal.WHICH_BOX, boxes=tuple(each.box for each in last))
        for each in last:
            # One box may move to the lowest free place; several keep theirs, or nothing is staked.
            taken = state.is_running and state.box(each.box) is not None
            amount = each.amount
            asset = self._played_for(request.asset or each.asset)
            if request.amount is not None:
                amount = self._own_amount(request.amount, asset)
            yield self._staked(amount, asset, None if taken and len(last) == 1 else each.box)

    def _left_standing(self, request: LeaveStake) -> Iterator[Stake]:
        game = self._game
        for each in staying(game.pushed, game.round, self._asked.player, request.box):
            yield self._staked(each.amount, each.asset, each.box)

    def _last_stakes(self) -> list[Staked]:
        """The speaker's main stakes that were played in his last round here, if not long ago."""
        for number in history.last_rounds(self._connection, self._house.table, REMEMBERED):
            standing: dict[str, Staked] = {}
            for stored in history.events(self._connection, number):
                match stored.body.event:
                    case Staked() as staked if staked.player == self._asked.player:
                        standing[staked.bet] = staked
                    case Withdrawn() as withdrawn:
                        standing.pop(withdrawn.bet, None)
                    case _:
                        pass
            if standing:
                return sorted(standing.values(), key=lambda each: each.box)
        return []

    def _refuse_to_sit_out_with_a_stake(self) -> None:
        state = self._game.round
        free = not state.bets_closed or state.closed
        if free and state.holder and state.holder == self._asked.player:
            raise RuleViolation(Refusal.BANK_HELD)
        own = state.boxes_of(self._asked.player)
        if state.is_running and not state.bets_closed and own:
            stake, asset = own[0].hands[0].stake, own[0].asset
            raise RuleViolation(
                Refusal.ALREADY_STAKED, box=own[0].number, amount=stake, asset=asset, sits_out=True
            )

    def _leave(self) -> tuple[Command, ...]:
        """Take the stakes back; whoever has a hand running plays it first."""
        state, player = self._game.round, self._asked.player
        if state.holder and state.holder == player:
            if state.is_running and state.boxes:
                raise RuleViolation(Refusal.BANK_BOUND)
            return (PassBank(player),)
        if not state.is_running or not state.has_stake(player):
            return ()
        if not state.bets_closed:
            return (Withdraw(player),)
        own = state.boxes_of(player)
        running = [box.number for box in own if any(hand.is_open for hand in box.hands)]
        if running:
            raise RuleViolation(Refusal.HAND_RUNNING, boxes=tuple(running))
        return ()
