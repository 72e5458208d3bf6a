"""Parties at a table: staff begins and ends one, players join, what is staked is its chips.

The rule itself is :mod:`bot.audit.parties`'; that a party is over, a step sees by itself.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from msgspec.structs import replace

from bot.audit.parties import Party
from bot.engine.banking import HOUSE, needed
from bot.engine.commands import UNIT
from bot.engine.rules import Bank
from bot.errors import RuleViolation
from bot.ledger import accounts, postings
from bot.refusals import Refusal
from bot.store import of_parties
from bot.table import partied
from bot.table.game import Game
from bot.table.replies import money
from bot.table.requests import (
    BeginParty,
    EndParty,
    PlaceStake,
    QuickHand,
    Request,
    StakeAgain,
    TakeBank,
)
from bot.table.step import Step

MOST_ROUNDS: Final = 1000
MOST_CHIPS: Final = 10**6
"""Whole chips that a party may give everybody."""


def serve(step: Step, request: BeginParty | EndParty, *, cause: int) -> None:
    """Do what staff asks; ``cause`` is the position of the message."""
    match request:
        case BeginParty():
            _begin(step, request, cause=cause)
        case EndParty():
            _end(step, cause=cause)


def _begin(step: Step, request: BeginParty, *, cause: int) -> None:
    house, game = step.house, step.game
    if game.party:
        raise RuleViolation(Refusal.PARTY_RUNNING)
    if not game.is_open:
        raise RuleViolation(Refusal.TABLE_CLOSED)
    if house.rules.bank is not Bank.ROTATES or house.rules.blackjack_takes_bank:
        raise RuleViolation(Refusal.PARTY_NEEDS_BANK)
    if request.rounds is None or request.amount is None:
        raise RuleViolation(Refusal.BOOKING_INCOMPLETE, usage=request.usage)
    asset, least = accounts.chips(house.table), ceil(needed(house.rules)) * UNIT
    whole = request.amount % UNIT == 0 and least <= request.amount <= MOST_CHIPS * UNIT
    if not whole or not 0 < request.rounds <= MOST_ROUNDS:
        raise RuleViolation(
            Refusal.PARTY_TERMS, minimum=least, maximum=MOST_CHIPS * UNIT, asset=asset
        )
    entry = step.note(
        of_parties.PartyBegun(
            at=step.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            asset=asset,
            amount=request.amount,
            rounds=request.rounds,
        )
    )
    step.game = replace(game, party=Party(asset, request.amount, request.rounds))
    amount = money(request.amount)
    step.facts.append(partied.PartyBegun(rounds=request.rounds, asset=asset, amount=amount))
    step.run((), cause=entry.position, actor=HOUSE)


def _end(step: Step, *, cause: int) -> None:
    house, game = step.house, step.game
    if game.party is None or game.party.ending:
        raise RuleViolation(Refusal.NO_PARTY)
    body = of_parties.PartyEnding(at=step.at, table=house.table, guild=house.guild, cause=cause)
    entry = step.note(body)
    step.game = replace(game, party=replace(game.party, ending=True))
    state = game.round
    if state.is_running and state.boxes:
        step.facts.append(partied.PartyEnding(after=state.number))
    step.run((), cause=entry.position, actor=HOUSE)


def joins(game: Game, account: int, request: Request) -> bool:
    """Whether somebody joins the party with this; refused where its circle is closed."""
    party = game.party
    if party is None or not game.in_party:
        return False
    if not isinstance(request, PlaceStake | QuickHand | StakeAgain | TakeBank):
        return False
    if party.members and account not in party.members:
        raise RuleViolation(Refusal.PARTY_CLOSED)
    return account not in party.joined


def join(step: Step, account: int, *, cause: int) -> None:
    """Give somebody his chips; ``cause`` is the position of the message."""
    party, house = step.game.party, step.house
    if party is None:
        raise LookupError(account)
    entry = step.note(
        of_parties.PartyJoined(
            at=step.at,
            table=house.table,
            guild=house.guild,
            cause=cause,
            account=account,
            asset=party.asset,
            amount=party.chips,
        )
    ).position
    posting = postings.of_chips(
        key=f"party:{entry}",
        guild=house.guild,
        account=account,
        asset=party.asset,
        amount=party.chips,
    )
    step.post(posting, entry=entry, actor=accounts.player(account))
    step.game = replace(step.game, party=replace(party, joined=(*party.joined, account)))
    amount, player = money(party.chips), step.names[account]
    step.facts.append(partied.PartyJoined(player=player, asset=party.asset, amount=amount))
