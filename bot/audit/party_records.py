"""Parties as the log tells them: who has how many chips, and what is wrong with one. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from bot.audit.parties import ChipsOf, Party, fold, is_over
from bot.engine.banking import HOUSE
from bot.engine.events import Event
from bot.engine.state import Round
from bot.ledger import accounts, postings
from bot.ledger.postings import Posting
from bot.store.entries import Body, Message
from bot.store.of_parties import OfParty, PartyBegun, PartyEnded, PartyEnding, PartyJoined


class Judged(NamedTuple):
    """What must be posted, if anything can be, and what is wrong."""

    posting: Posting | None
    findings: tuple[str, ...]
    actor: str = HOUSE


class Parties:
    """Takes what happens at the tables in its order."""

    def __init__(self) -> None:
        self._parties: dict[int, Party] = {}  # by table
        self._chips: Counter[tuple[str, str]] = Counter()  # by account and asset

    def at(self, table: int) -> tuple[Party, ChipsOf] | None:
        """Return a table's party, and who has how many of its chips."""
        party = self._parties.get(table)
        return (party, self._counted(party)) if party else None

    def booked(self, posting: Posting) -> None:
        """Count what moves; only chips are asked for."""
        for moved in posting.transfers:
            if moved.asset.startswith(accounts.CHIPS):
                self._chips[moved.source, moved.asset] -= moved.amount
                self._chips[moved.target, moved.asset] += moved.amount

    def happen(self, table: int, after: Round, event: Event) -> None:
        """An event may close its circle, or be a turn of the bank."""
        if table in self._parties:
            self._parties[table] = fold(self._parties[table], after, event)

    def take(
        self, position: int, body: OfParty, last: tuple[int, Body] | None, *, over: bool
    ) -> Judged:
        """Say what an entry books, and what is wrong; ``last`` is the cause before it."""
        match body:
            case PartyBegun():
                return Judged(None, tuple(self._begin(body)))
            case PartyEnding():
                return Judged(None, tuple(self._ending(body)))
            case PartyJoined():
                return self._join(position, body, last)
            case PartyEnded():
                return self._end(position, body, over=over)
            case _:
                assert_never(body)

    def _begin(self, body: PartyBegun) -> Iterable[str]:
        """Staff begins one, where none is."""
        if body.table in self._parties:
            yield "a party begins where one is played"
        if body.asset != accounts.chips(body.table):
            yield f"a party for {body.asset}"
        self._parties[body.table] = Party(body.asset, body.amount, body.rounds)

    def _join(self, position: int, body: PartyJoined, last: tuple[int, Body] | None) -> Judged:
        """Somebody gets chips: once, as many as all, before the first deal."""
        party, (cause, said) = self._parties.get(body.table), last or (0, None)
        wrong: list[str] = []
        if not isinstance(said, Message) or (cause, said.account) != (body.cause, body.account):
            wrong.append("joins a party without a word")
        if party is None:
            return Judged(None, (*wrong, "joins a party that is not played"))
        if body.account in party.joined or party.members:
            wrong.append(f"account {body.account} joins a party twice, or late")
        if (body.asset, body.amount) != (party.asset, party.chips):
            wrong.append(f"gets {body.amount} {body.asset}, all got {party.chips} {party.asset}")
        self._parties[body.table] = replace(party, joined=(*party.joined, body.account))
        posting = postings.of_chips(
            key=f"party:{position}",
            guild=body.guild,
            account=body.account,
            asset=body.asset,
            amount=body.amount,
        )
        actor = accounts.player(body.account)
        return Judged(posting if body.amount > 0 else None, tuple(wrong), actor)

    def _ending(self, body: PartyEnding) -> Iterable[str]:
        """Staff ends it with the round that runs."""
        party = self._parties.get(body.table)
        if party is None:
            yield "ends a party that is not played"
        else:
            self._parties[body.table] = replace(party, ending=True)

    def is_over(self, table: int, state: Round, *, left: Collection[int], closing: bool) -> bool:
        """Whether a table's party must end now."""
        party = self._parties.get(table)
        return party is not None and is_over(
            party, state, left=left, chips_of=self._counted(party), closing=closing
        )

    def _end(self, position: int, body: PartyEnded, *, over: bool) -> Judged:
        """All its chips go back outside, as many as everybody has."""
        party = self._parties.pop(body.table, None)
        if party is None:
            return Judged(None, ("ends a party that is not played",))
        chips_of = self._counted(party)
        chips = tuple((each, chips_of(each)) for each in party.joined)
        right = (body.asset, body.chips) == (party.asset, chips)
        posting = postings.of_party(
            key=f"party:{position}", guild=body.guild, asset=body.asset, chips=body.chips
        )
        wrong = () if right else (f"the chips that are left are {chips}",)
        if not over:
            wrong = (*wrong, "ends a party too early")
        return Judged(posting if posting.transfers else None, wrong)

    def _counted(self, party: Party) -> ChipsOf:
        return lambda account: self._chips[accounts.player(account), party.asset]
