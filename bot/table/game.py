"""A table's memory between messages: the round, and what deadlines and betting time need of it.

Folded from stored events with their times, so a restart finds the same; nothing lives only here.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.audit.limits import Limits, after_deal
from bot.audit.parties import Party
from bot.audit.parties import fold as fold_party
from bot.engine.events import Backed, BetsClosed, Closed, Event, Funded, Opened, Staked
from bot.engine.round import evolve
from bot.engine.state import NO_ROUND, Round
from bot.engine.turns import Turns
from bot.engine.turns import fold as time_turns
from bot.store.entries import LEFT, Presence
from bot.store.of_parties import OfParty, PartyBegun, PartyEnding, PartyJoined
from bot.table.standing import Pushed
from bot.table.standing import fold as fold_pushed

NO_TURNS: Final = Turns()


class Game(Struct, frozen=True):
    """What a table knows. Players are account numbers."""

    round: Round = NO_ROUND
    version: int = 0  # of the round's last event
    opened_at: datetime | None = None  # since when stakes stand, without a break
    turns: Turns = NO_TURNS  # since when each hand waits for its owner
    previous: frozenset[int] = frozenset()  # who played the round before
    absent: frozenset[int] = frozenset()  # who sits this one out, or left
    left: frozenset[int] = frozenset()  # who left since the round began, and has not come back
    closing: bool = False  # no round begins any more
    limits: Limits = {}  # that staff granted, above the table's own
    pushed: tuple[Pushed, ...] = ()  # what may stay where it lay in the last round
    party: Party | None = None  # if one is played
    short_of_draws: int = 0  # the last round of which it was said that today's draws are too few

    @property
    def is_open(self) -> bool:
        """Whether the table is played at; one that closes is, until its round is over.

        A round whose every stake was taken back is none.
        """
        return not self.closing or (self.round.is_running and bool(self.round.boxes))

    @property
    def in_party(self) -> bool:
        """Whether what is staked now is a party's chips; a round that began before is not its."""
        here = self.party is not None
        return here and (not self.round.is_running or self.round.asset == self._chips)

    @property
    def _chips(self) -> str:
        return self.party.asset if self.party else ""


def remember(game: Game, body: Presence | OfParty) -> Game:
    """Return the table's memory after an entry that is no event; ``load`` reads them back."""
    party = game.party
    match body:
        case Presence():
            return replace(game, left=game.left | {body.account}) if body.status == LEFT else game
        case PartyBegun():
            return replace(game, party=Party(body.asset, body.amount, body.rounds))
        case PartyJoined() if party:
            return replace(game, party=replace(party, joined=(*party.joined, body.account)))
        case PartyEnding() if party:
            return replace(game, party=replace(party, ending=True))
        case _:
            return replace(game, party=None)


def fold(game: Game, event: Event, at: datetime) -> Game:
    """Return the table's memory after an event that happened ``at``."""
    state = evolve(game.round, event)
    turns = time_turns(game.turns, event, at)
    party = fold_party(game.party, state, event) if game.party else None
    pushed = fold_pushed(game.pushed, event, state)
    after = replace(game, round=state, version=game.version + 1, turns=turns, party=party)
    after = _back(replace(after, pushed=pushed), event)
    match event:
        case Opened():
            return replace(after, version=1, opened_at=at, left=frozenset())
        case Staked() if not game.round.boxes:
            return replace(after, opened_at=at)  # the others have their time from here on
        case BetsClosed():
            limits = after_deal(game.limits, game.round)
            return replace(after, absent=frozenset(), limits=limits)
        case Closed() if not state.boxes:
            return after  # a bank was given up before anybody staked
        case Closed():
            return replace(after, previous=state.bettors | ({state.banker} - {0}))
        case _:
            return after


def _back(game: Game, event: Event) -> Game:
    """Who left and plays again has come back."""
    if isinstance(event, Staked | Backed | Funded) and event.player in game.left:
        return replace(game, left=game.left - {event.player})
    return game
