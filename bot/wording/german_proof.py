"""German: what led to a draw, where its cards went, what a verification went through and found."""

from __future__ import annotations

from typing import Final, assert_never

from bot.audit.findings import Code, Finding
from bot.engine.commands import By
from bot.table.proofs import Decision, Led, Verified
from bot.wording.proof_sentences import ProofSentences


def _led(led: Led) -> str:
    return f"Auslöser: {_why(led)} (Protokoll {led.log})"


def _why(led: Led) -> str:
    match led.by:
        case By.DEADLINE if led.decision is Decision.DEAL:
            return "das Haus, die Setzzeit war um"
        case By.DEADLINE:
            return f"das Haus, die Frist von {led.player} war um"
        case By.STAFF:
            return f"{led.player} als Saalchef, {_decision(led.decision)}"
        case By.PLAYER | By.RULE | By.PLAN:
            return f"{led.player}, {_decision(led.decision)}"
        case _:
            assert_never(led.by)


def _decision(decision: Decision) -> str:
    match decision:
        case Decision.DEAL:
            return "„Karten geben“"
        case Decision.QUICK_HAND:
            return "„Hand“"
        case Decision.HIT:
            return "„Karte“"
        case Decision.STAND:
            return "„Keine Karte“"
        case Decision.DOUBLE:
            return "„Verdoppeln“"
        case Decision.SPLIT:
            return "„Teilen“"
        case Decision.INSURANCE:
            return "„Versicherung“"
        case _:
            assert_never(decision)


def _numbers(count: int, highest: int) -> str:
    if count == 1:
        return f"Eine Zahl von 1 bis {highest}."
    return f"{count} Zahlen, jede von 1 bis {highest}."


def _checked(found: Verified) -> tuple[str, ...]:
    said = _count(found.decisions, "die eine Ansage", "alle {} Ansagen")
    settled = (
        _count(found.settled, "die Abrechnung", "die {} Abrechnungen")
        if found.settled
        else "die Einsätze"
    )
    return (
        f"die Kette des Protokolls, Eintrag 1 bis {found.entries}",
        _draws(found),
        "ob jede Ansage vor ihrer Ziehung im Protokoll stand",
        f"{said} der Runde, nach den Regeln noch einmal entschieden",
        f"{settled} der Runde, jede Buchung und alle Guthaben",
    )


def _draws(found: Verified) -> str:
    if not found.draws:
        return "die Ziehungen der Runde (noch keine)"
    draws = f"{_count(found.draws, 'die eine Ziehung', 'die {} Ziehungen')} der Runde"
    if not found.signed:
        return f"{draws} (ihre Quelle unterschreibt nicht)"
    return f"{draws}: Unterschrift von random.org, Ticket, laufende Nummer"


def _verdict(found: Verified) -> str:
    if not found.found:
        running = " Die Runde läuft noch." if found.running else ""
        return f"**Alles stimmt.**{running}"
    if found.found == 1:
        where = "in dieser Runde" if found.of_round else "nicht in dieser Runde"
        return f"**Es stimmt nicht: ein Fehler, {where}.**"
    here = {0: "keiner", 1: "einer", found.found: "alle"}.get(found.of_round, found.of_round)
    return f"**Es stimmt nicht: {found.found} Fehler, davon {here} in dieser Runde.**"


def _rest(found: Verified) -> str:
    return (
        f"Mitgeprüft: {_count(found.rounds, 'eine Runde', '{} Runden')}, "
        f"{_count(found.all_draws, 'eine Ziehung', '{} Ziehungen')}, "
        f"{_count(found.transfers, 'eine Buchung', '{} Buchungen')} im ganzen Protokoll."
    )


def _count(number: int, one: str, many: str) -> str:
    return one if number == 1 else many.format(number)


def _finding(finding: Finding) -> str:
    return f"{_where(finding.where)}: {_wrong(finding.code)}"


def _where(where: str) -> str:
    kind, _, rest = where.partition(" ")
    match kind:
        case "entry":
            return f"Protokoll {rest}"
        case "posting":
            return f"Buchung {rest}"
        case "log":
            return "Protokoll"
        case _:
            return where


def _wrong(code: Code) -> str:
    match code:
        case Code.CHAIN:
            return "Der Eintrag hängt nicht am vorigen."
        case Code.BODY:
            return "Der Eintrag ist nicht zu lesen."
        case Code.CAUSE:
            return "Das war so nicht erlaubt, oder es war nicht die Ansage dieses Spielers."
        case Code.EVENT:
            return "Das folgt nicht aus dem, was vorausging."
        case Code.DRAW:
            return "Die Ziehung ist nicht die angekündigte, oder ihr Nachweis gilt nicht."
        case Code.DEADLINE:
            return "Die Frist war noch nicht um."
        case Code.TIME:
            return "Die Zeit läuft rückwärts."
        case Code.POSTING:
            return "Die Buchung folgt nicht aus dem Protokoll."
        case Code.BALANCE:
            return "Das Guthaben ist nicht, was die Buchungen ergeben."
        case Code.INDEX | Code.MANIFEST | Code.FILE | Code.KEY | Code.ONLINE | Code.HEAD:
            return "Die Unterlagen passen nicht zusammen."
        case _:
            assert_never(code)


GERMAN_PROOF: Final = ProofSentences(
    led=_led,
    exact_time="%d.%m.%Y, %H:%M:%S UTC",
    draw_title="**Ziehung {draw}** · {source} · {state}",
    not_drawn="angekündigt, noch nicht gezogen",
    undone="angekündigt und nie gezogen, die Runde wurde annulliert (Protokoll {log})",
    numbers=_numbers,
    part="Runde {round}: {cards}",
    part_elsewhere="Runde {round} an Tisch {table}: {cards}",
    cards_for="Karten für {places}",
    ticket="Ticket {ticket}",
    next_ticket="Ticket {ticket} · das nächste {next}",
    intended="Angekündigt: Protokoll {log} · {head}",
    drawn="Gezogen: Protokoll {log} · {head}",
    check="`!prüfen runde {round}` rechnet alles nach.",
    check_ticket="Das Ticket zeigt random.org jedem (`getTicket`).",
    check_unsigned="Eine Unterschrift gibt diese Quelle nicht.",
    verified_title="**Runde {round}** · nachgeprüft:",
    checked=_checked,
    verdict=_verdict,
    rest=_rest,
    finding=_finding,
    more="Alle Fehler nennt `audit verify`. Bitte rufen Sie den Saalchef.",
    verified_head="-# Geprüft bis Protokoll {log} · {head}",
)
