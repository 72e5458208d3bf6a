"""English: what led to a draw, where its cards went, what a verification went through and found."""

from __future__ import annotations

from typing import Final, assert_never

from bot.audit.findings import Code, Finding
from bot.engine.commands import By
from bot.table.proofs import Decision, Led, Verified
from bot.wording.proof_sentences import ProofSentences


def _led(led: Led) -> str:
    return f"Cause: {_why(led)} (log {led.log})"


def _why(led: Led) -> str:
    match led.by:
        case By.DEADLINE if led.decision is Decision.DEAL:
            return "the house, the betting time was over"
        case By.DEADLINE:
            return f"the house, {led.player}’s time was over"
        case By.STAFF:
            return f"{led.player} as staff, {_decision(led.decision)}"
        case By.PLAYER | By.RULE | By.PLAN:
            return f"{led.player}, {_decision(led.decision)}"
        case _:
            assert_never(led.by)


def _decision(decision: Decision) -> str:
    match decision:
        case Decision.DEAL:
            return "“deal the cards”"
        case Decision.QUICK_HAND:
            return "“hand”"
        case Decision.HIT:
            return "“card”"
        case Decision.STAND:
            return "“no card”"
        case Decision.DOUBLE:
            return "“double”"
        case Decision.SPLIT:
            return "“split”"
        case Decision.INSURANCE:
            return "“insurance”"
        case _:
            assert_never(decision)


def _numbers(count: int, highest: int) -> str:
    if count == 1:
        return f"One number from 1 to {highest}."
    return f"{count} numbers, each from 1 to {highest}."


def _checked(found: Verified) -> tuple[str, ...]:
    said = _count(found.decisions, "the one word", "all {} words")
    settled = (
        _count(found.settled, "the payout", "the {} payouts") if found.settled else "the stakes"
    )
    return (
        f"the chain of the log, entries 1 to {found.entries}",
        _draws(found),
        "whether each word stood in the log before its draw",
        f"{said} of the round, decided again by the rules",
        f"{settled} of the round, every posting and all balances",
    )


def _draws(found: Verified) -> str:
    if not found.draws:
        return "the draws of the round (none yet)"
    draws = f"{_count(found.draws, 'the one draw', 'the {} draws')} of the round"
    if not found.signed:
        return f"{draws} (their source signs nothing)"
    return f"{draws}: random.org’s signature, ticket, serial number"


def _verdict(found: Verified) -> str:
    if not found.found:
        running = " The round is still running." if found.running else ""
        return f"**Everything is right.**{running}"
    if found.found == 1:
        where = "in this round" if found.of_round else "not in this round"
        return f"**It is not right: one fault, {where}.**"
    here = {0: "none", 1: "one", found.found: "all"}.get(found.of_round, found.of_round)
    return f"**It is not right: {found.found} faults, {here} of them in this round.**"


def _rest(found: Verified) -> str:
    return (
        f"Verified with it: {_count(found.rounds, 'one round', '{} rounds')}, "
        f"{_count(found.all_draws, 'one draw', '{} draws')}, "
        f"{_count(found.transfers, 'one transfer', '{} transfers')} in all of the log."
    )


def _count(number: int, one: str, many: str) -> str:
    return one if number == 1 else many.format(number)


def _finding(finding: Finding) -> str:
    return f"{_where(finding.where)}: {_wrong(finding.code)}"


def _where(where: str) -> str:
    kind, _, rest = where.partition(" ")
    match kind:
        case "entry":
            return f"Log {rest}"
        case "posting":
            return f"Posting {rest}"
        case "log":
            return "Log"
        case _:
            return where


def _wrong(code: Code) -> str:
    match code:
        case Code.CHAIN:
            return "The entry is not linked to the one before."
        case Code.BODY:
            return "The entry cannot be read."
        case Code.CAUSE:
            return "This was not allowed, or was not this player’s word."
        case Code.EVENT:
            return "This does not follow from what came before."
        case Code.DRAW:
            return "The draw is not the one announced, or its proof does not hold."
        case Code.DEADLINE:
            return "The time was not over yet."
        case Code.TIME:
            return "Time runs backwards."
        case Code.POSTING:
            return "The posting does not follow from the log."
        case Code.BALANCE:
            return "The balance is not what the transfers add up to."
        case Code.INDEX | Code.MANIFEST | Code.FILE | Code.KEY | Code.ONLINE | Code.HEAD:
            return "The records do not fit together."
        case _:
            assert_never(code)


ENGLISH_PROOF: Final = ProofSentences(
    led=_led,
    exact_time="%Y-%m-%d, %H:%M:%S UTC",
    draw_title="**Draw {draw}** · {source} · {state}",
    not_drawn="announced, not drawn yet",
    undone="announced and never drawn, the round was undone (log {log})",
    numbers=_numbers,
    part="Round {round}: {cards}",
    part_elsewhere="Round {round} at table {table}: {cards}",
    cards_for="cards for {places}",
    ticket="Ticket {ticket}",
    next_ticket="Ticket {ticket} · the next {next}",
    intended="Announced: log {log} · {head}",
    drawn="Drawn: log {log} · {head}",
    check="`!verify round {round}` goes through all of it.",
    check_ticket="random.org shows the ticket to anybody (`getTicket`).",
    check_unsigned="This source signs nothing.",
    verified_title="**Round {round}** · verified:",
    checked=_checked,
    verdict=_verdict,
    rest=_rest,
    finding=_finding,
    more="`audit verify` names all of them. Please call the staff.",
    verified_head="-# Verified up to log {log} · {head}",
)
