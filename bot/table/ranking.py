"""A party in facts: what is agreed at its first deal, and who is where at its end. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from bot.audit.parties import Party
from bot.table.card_facts import Names
from bot.table.partied import PartyAgreed, PartyEnded, Standing
from bot.table.replies import money


def agreed(party: Party, names: Names) -> PartyAgreed:
    """Return what the first deal makes of the party."""
    return PartyAgreed(
        players=tuple(names[each] for each in party.members),
        turns=party.turns,
        rounds=party.agreed,
        asked=party.rounds,
    )


def ranking(party: Party, chips: Mapping[int, int], names: Names) -> PartyEnded:
    """Return the ranking of who played, the most chips first; equals share a place.

    ``chips``: hundredths, by account.
    """
    found = sorted((chips[each] for each in party.members), reverse=True)
    order = sorted(party.members, key=lambda each: -chips[each])
    return PartyEnded(
        asset=party.asset,
        standings=tuple(
            Standing(
                place=found.index(chips[each]) + 1,
                player=names[each],
                amount=money(chips[each]),
            )
            for each in order
        ),
    )
