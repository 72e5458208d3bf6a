"""The lines of a post that speak of a party: who plays, how far it is, and the ranking."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.partied import (
    PartyAgreed,
    PartyBegun,
    PartyEnded,
    PartyEnding,
    PartyJoined,
    PartyRound,
)
from bot.table.replies import Fact
from bot.wording.speech import Speech


def before(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say what comes before the cards: that it begins, who joins, what the first deal agrees."""
    words, lines = speech.words.bank, list[str]()
    for fact in facts:
        match fact:
            case PartyBegun():
                amount, rounds = speech.amount(fact.amount, fact.asset), words.rounds(fact.rounds)
                lines.append(words.party.format(rounds=rounds, amount=amount))
            case PartyJoined():
                amount = speech.amount(fact.amount, fact.asset)
                lines.append(words.joined.format(player=fact.player, amount=amount))
            case PartyAgreed():
                lines.append(_agreed(fact, speech))
            case PartyEnding():
                lines.append(words.ending.format(round=fact.after))
            case _:
                pass
    return lines


def after(facts: Sequence[Fact], speech: Speech) -> list[str]:
    """Say what comes after the results: how far it is, or the ranking."""
    words, lines = speech.words.bank, list[str]()
    for fact in facts:
        match fact:
            case PartyRound():
                lines.append(
                    words.round.format(played=fact.played, rounds=words.rounds(fact.rounds))
                )
            case PartyEnded():
                lines += [words.ended, *_standings(fact, speech)]
            case _:
                pass
    return lines


def _agreed(fact: PartyAgreed, speech: Speech) -> str:
    words = speech.words.bank
    rounds = words.rounds(fact.rounds)
    if fact.rounds != fact.asked:
        rounds = words.rounded.format(rounds=rounds, asked=fact.asked)
    times, players = words.times(fact.turns), ", ".join(fact.players)
    return words.agreed.format(players=players, times=times, rounds=rounds)


def _standings(fact: PartyEnded, speech: Speech) -> list[str]:
    words = speech.words.bank
    if not fact.standings:
        return [words.nobody]
    return [
        words.standing.format(
            place=each.place, player=each.player, amount=speech.amount(each.amount, fact.asset)
        )
        for each in fact.standings
    ]
