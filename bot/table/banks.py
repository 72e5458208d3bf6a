"""Being the bank, in commands: who may take it, what it brings along, and when it goes back.

The rule itself is the engine's and :mod:`bot.audit.banks`'; here it meets who is there. Pure.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.audit.banks import carried
from bot.audit.parties import ChipsOf, Party, next_bank, whole
from bot.engine.banking import is_players, takers
from bot.engine.commands import By, Command, Fund, Open, PassBank
from bot.engine.rules import RuleSet
from bot.engine.state import NO_ROUND
from bot.errors import RuleViolation
from bot.refusals import Refusal
from bot.table.game import Game


def opening(game: Game, bare: Open, chips_of: ChipsOf) -> tuple[Command, ...]:
    """Return what begins a round for a first stake: with the bank that is there, if one must be.

    In a party the bank is whose turn it is, with all his chips and without a word of his.
    """
    state = game.round
    if game.party and not state.holder:
        player = next_bank(game.party, state, bare.rules, left=game.left, chips_of=chips_of)
        if not player:
            raise RuleViolation(Refusal.NO_BANK)
        return _of_party(game, game.party, bare, player, chips_of)
    if not is_players(bare.rules):
        # Other rules than before: what lies in a player's bank goes back.
        returned = (PassBank(state.holder, By.RULE),) if state.holder else ()
        return (*returned, bare)
    if not state.holder:
        raise RuleViolation(Refusal.NO_BANK, **_whose_turn(game))
    return (replace(bare, **carried(state, state.holder, state.asset, left=game.left)),)


def taking(game: Game, bare: Open, funds: Fund, chips_of: ChipsOf) -> tuple[Command, ...]:
    """Return what makes somebody the bank, or puts more into the own one."""
    state, player = game.round, funds.player
    if game.party and game.in_party and not state.holder:
        player = next_bank(game.party, state, bare.rules, left=game.left, chips_of=chips_of)
        if player not in {0, funds.player}:
            raise RuleViolation(Refusal.NOT_THE_BANK, free=True, owner=player)
        return _of_party(game, game.party, bare, funds.player, chips_of)
    rules = state.rules if state.is_running else bare.rules
    if not is_players(rules):
        raise RuleViolation(Refusal.BANK_IS_HOUSE)
    if state.is_running:
        return (funds,)
    if state.holder and state.holder != player:
        raise RuleViolation(Refusal.NOT_THE_BANK, owner=state.holder)
    first = takers(state, game.absent | game.left)
    if first and player not in first:
        raise RuleViolation(Refusal.NOT_THE_BANK, free=True, **_whose_turn(game))
    asset = state.asset if state.holder else funds.asset
    opened = replace(bare, **carried(state, player, asset, left=game.left))
    return (opened, funds)


def giving_up(game: Game, rules: RuleSet, player: int, *, staff: bool) -> tuple[Command, ...]:
    """Return what passes the bank on, or the turn to take it; staff does it for who is away."""
    state = game.round
    if game.in_party and game.party and game.party.members:
        raise RuleViolation(Refusal.PARTY_RUNNING)
    first = takers(state, game.absent | game.left)
    if player == state.holder or player in first:
        return (PassBank(player),)
    if staff and (state.holder or first):
        return (PassBank(state.holder or first[-1], By.STAFF),)
    if not (state.holder or first):
        raise RuleViolation(Refusal.NO_BANK if is_players(rules) else Refusal.BANK_IS_HOUSE)
    owner = state.holder or first[-1]
    raise RuleViolation(Refusal.NOT_THE_BANK, owner=owner, free=state.bank_free)


def _of_party(
    game: Game, party: Party, bare: Open, player: int, chips_of: ChipsOf
) -> tuple[Command, ...]:
    before = game.round if party.members else NO_ROUND
    opened = replace(bare, **carried(before, player, party.asset, left=game.left))
    return (opened, Fund(player, whole(chips_of(player)), party.asset))


def _whose_turn(game: Game) -> dict[str, int]:
    first = takers(game.round, game.absent | game.left)
    return {"owner": first[-1]} if first else {}
