"""German, with Sie: everything the house says to players, refusals apart.

Those stand in :mod:`bot.wording.german_refusals`. Typographic marks are meant as they stand.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import UNSET

from bot.engine.events import Outcome, Reason
from bot.engine.wants import Action
from bot.table.replies import Settled
from bot.wording.german_bank import GERMAN_BANK, bank_end, bank_rests
from bot.wording.german_casino import GERMAN_CASINO
from bot.wording.german_draws import hands_left, outage
from bot.wording.german_help import help_title, means
from bot.wording.german_odds import GERMAN_ODDS
from bot.wording.german_proof import GERMAN_PROOF
from bot.wording.german_refusals import refusal
from bot.wording.german_rules import rules_of
from bot.wording.german_shoe import GERMAN_SHOE
from bot.wording.german_unseen import GERMAN_UNSEEN
from bot.wording.sentences import DealerEnd, DealerRests, HandState, Sentences


def _hand_state(state: HandState) -> str:
    match state:
        case HandState.PLAIN:
            return ""
        case HandState.SOFT:
            return " (weich)"
        case HandState.TWENTY_ONE:
            return ", die Hand bleibt stehen"
        case HandState.BLACKJACK:
            return ", Blackjack"
        case HandState.BUST:
            return ", überkauft"
        case HandState.SPLIT_ACE:
            return ", geteiltes Ass, die Hand bleibt stehen"
        case HandState.SPLIT_BLACKJACK:
            return ", nach dem Teilen kein Blackjack, die Hand bleibt stehen"
        case HandState.FIVE_CARDS:
            return ", fünf Karten, die Hand bleibt stehen"
        case _:
            assert_never(state)


def _dealer_end(end: DealerEnd) -> str:
    match end:
        case DealerEnd.STANDS:
            return ", er bleibt stehen."
        case DealerEnd.BUST:
            return ", überkauft."
        case DealerEnd.BLACKJACK:
            return ", Blackjack."
        case DealerEnd.NO_BLACKJACK:
            return ", kein Blackjack, mehr braucht er nicht."
        case DealerEnd.DRAWS_ON:
            return ", er zieht weiter."
        case _:
            assert_never(end)


def _dealer_rests(why: DealerRests) -> str:
    match why:
        case DealerRests.NOTHING_OPEN:
            return "Der Croupier braucht keine Karte: Es ist nichts mehr offen."
        case DealerRests.BLACKJACK_SAFE:
            return "Der Croupier braucht keine Karte: Ein Blackjack ist für ihn nicht möglich."
        case DealerRests.VOID:
            return "Die Runde ist annulliert, offene Einsätze gehen zurück."
        case _:
            assert_never(why)


def _action(action: Action) -> str:
    match action:
        case Action.HIT:
            return "Karte"
        case Action.STAND:
            return "Keine Karte"
        case Action.DOUBLE:
            return "Verdoppeln"
        case Action.SPLIT:
            return "Teilen"
        case _:
            assert_never(action)


def _hours(hours: int) -> str:
    return "eine Stunde" if hours == 1 else f"{hours} Stunden"


def _minutes(minutes: int) -> str:
    return "eine Minute" if minutes == 1 else f"{minutes} Minuten"


def _cause(bet: Settled, odds: str | None, blackjacks: bool) -> str:  # noqa: FBT001
    at = f", {odds}" if odds else ""
    both = f"{bet.total} gegen {bet.dealer_total}"
    house = bet.bank is UNSET
    dealer, genitive = ("der Croupier", "des Croupiers") if house else ("die Bank", "der Bank")
    match bet.reason:
        case Reason.BLACKJACK:
            return f"Blackjack{at}."
        case Reason.TRIPLE_SEVEN:
            return (
                f"Siebener-Drilling! Drei Siebener zahlt die Bank sofort{at}, "
                f"was {dealer if house else 'sie'} auch hat."
            )
        case Reason.HIGHER:
            return f"{bet.total} schlägt {bet.dealer_total}."
        case Reason.LOWER:
            return f"{both}, verloren."
        case Reason.EQUAL if bet.total != bet.dealer_total:
            return "Fünf Karten gegen fünf Karten, da gewinnt die Bank."
        case Reason.EQUAL if bet.outcome is Outcome.LOST:
            tie = "Blackjack gegen Blackjack" if blackjacks else both
            return f"{tie}, bei Gleichstand gewinnt die Bank."
        case Reason.EQUAL if blackjacks:
            return "Blackjack gegen Blackjack, unentschieden."
        case Reason.EQUAL:
            return f"{both}, unentschieden."
        case Reason.PLAYER_BUST:
            return f"{bet.total}, überkauft."
        case Reason.DEALER_BUST:
            return f"{bet.total}, {dealer} hat sich mit {bet.dealer_total} überkauft."
        case Reason.DEALER_BLACKJACK:
            return f"Der Blackjack {genitive} schlägt {bet.total}."
        case Reason.EVEN_MONEY:
            return "Blackjack, 1:1 vorab."
        case Reason.INSURANCE if bet.outcome is Outcome.WON:
            return f"{_capital(dealer)} hat Blackjack{at}."
        case Reason.INSURANCE:
            return f"{_capital(dealer)} hat keinen Blackjack."
        case Reason.BUST_BET if bet.outcome is Outcome.WON:
            return f"{_capital(dealer)} hat sich mit {bet.dealer_total} überkauft{at}."
        case Reason.BUST_BET:
            return f"{_capital(dealer)} hat sich nicht überkauft."
        case Reason.FIVE_CARDS:
            return f"Fünf Karten mit {bet.total}{at}."
        case Reason.DEALER_FIVE_CARDS:
            return f"Fünf Karten der Bank schlagen {bet.total}."
        case Reason.TWO_ACES:
            return f"Zwei Asse zählen 21{at}."
        case Reason.VOID:
            return "annulliert."
        case _:
            assert_never(bet.reason)


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _source(source: str) -> str:
    return {"scripted": "vorgegeben", "local": "dieser Rechner"}.get(source, source)


def _cards_from(source: str) -> str:
    known = {"scripted": "vorgegebene Karten", "local": "Karten von diesem Rechner"}
    return known.get(source, f"Karten von {source}")


def _permission(name: str) -> str:
    names = {
        "view_channel": "„Kanal ansehen“",
        "send_messages": "„Nachrichten senden“",
        "send_messages_in_threads": "„Nachrichten in Threads senden“",
        "read_message_history": "„Nachrichtenverlauf anzeigen“",
        "add_reactions": "„Reaktionen hinzufügen“",
    }
    return names.get(name, name)


GERMAN: Final = Sentences(
    staked="Box {box} · {amount}",
    restaked="Box {box} · jetzt {amount}",
    withdrawn="Box {box} · {amount} zurück",
    sits_out="setzt aus",
    left="steigt aus",
    moved="Box {box} · {action}",
    bets_closed="Nichts geht mehr. **Runde {round}**",
    drawn="Zahl {number} → {card}",
    hand_dealt="Box {box} {player} ({stake}): {cards}",
    hand_card="Box {box}: {cards}",
    doubled="Box {box} verdoppelt, Einsatz jetzt {stake}",
    hand_state=_hand_state,
    dealer_shows="Croupier: {cards}",
    dealer_draws="Der Croupier zieht: {cards} = **{total}**{end}",
    dealer_end=_dealer_end,
    dealer_rests=_dealer_rests,
    at_turn="Am Zug: {players}.",
    box="Box {box}",
    action=_action,
    expired="Box {box} {player}: {hours} ohne Antwort, die Hand bleibt stehen.",
    hours=_hours,
    minutes=_minutes,
    result="Box {box} {player}: {cause} {paid}",
    cause=_cause,
    won="{net} gewonnen, {returned} ausgezahlt.",
    back="{returned} zurück.",
    lost="Der Einsatz von {stake} geht an die Bank.",
    balance="Guthaben {available}.",
    held="Guthaben {available}, dazu {held} in offenen Einsätzen.",
    reference="{balance} Verwendungszweck für Überweisungen: {reference}.",
    of_player="{player}: {balance}",
    house="Haus",
    outside="außer Haus",
    again="`!nochmal` setzt dasselbe, `!runde {round}` zeigt jede Ziehung.",
    left_standing="`!stehen lassen` lässt den Einsatz nach dem Unentschieden stehen.",
    limit_asked="{player} bittet den Saalchef, bis {amount} je Box setzen zu dürfen. "
    "Er erlaubt es mit `!{word}`, einmalig mit `für eine Runde` dahinter.",
    limit_granted="{player} darf hier bis {amount} je Box setzen, bis der Saalchef es mit "
    "`!{word}` zurücknimmt.",
    limit_granted_once="{player} darf hier in der nächsten Runde bis {amount} je Box setzen.",
    limit_withdrawn="Für {player} gilt wieder der Höchsteinsatz des Tisches, {amount} je Box.",
    limit_word="limit erlauben {mention} {amount}",
    credited="Buchung {number}: {amount} für {player} gutgeschrieben.",
    debited="Buchung {number}: {amount} vom Konto von {player} abgebucht.",
    credit_reversed="Buchung {number} hebt Buchung {reverses} auf: "
    "{amount} wieder vom Konto von {player} abgebucht.",
    debit_reversed="Buchung {number} hebt Buchung {reverses} auf: "
    "{amount} für {player} wieder gutgeschrieben.",
    reason="Grund: {reason}",
    source=_source,
    cards_from=_cards_from,
    serial="{source} Nr. {serial}",
    small_line="-# Runde {round} · Ziehung {draw} · {source} · Protokoll {log} · {head}",
    time="%d.%m.%Y, %H:%M UTC",
    welcome="Willkommen am Tisch „{name}“. {limits} je Box, {packs}, {cards}. "
    "Die Einsätze bitte. `{stake}` genügt; `!hilfe` sagt mehr.",
    betting_time="Die Einsätze sind {time} offen, dann gibt das Haus von selbst.",
    table_closed="Der Tisch ist geschlossen. Das Haus dankt und wünscht einen guten Abend.",
    table_closes="Runde {round} ist die letzte, danach schließt der Tisch.",
    rules=rules_of,
    rules_title="**Die Regeln am Tisch „{name}“**",
    rules_after="Sie gelten ab der nächsten Runde; "
    "Runde {round} wird noch nach den bisherigen zu Ende gespielt.",
    limits="Einsätze: {limits} je Box in ganzen Einheiten. Boxen: {seats}.",
    cards_by="Jede Karte ist eine Zahl von 1 bis {highest}; `!zahlen` zeigt, welche. {cards}.",
    play_money="Spielgeld ohne Geldwert.",
    help_title=help_title,
    help_end="Was hier ohne `!` steht, genügt als ganze Nachricht. "
    "Mit `!` antwortet das Haus immer.",
    means=means,
    numbers_title="**Zahlen 1 bis {highest}** ({packs})",
    record_title="**Runde {round}** · Tisch „{name}“",
    running="läuft noch",
    record_stake="Box {box} {player}: {stake}",
    record_draw="{time}: {cards}",
    record_card="{drawn} ({place})",
    dealer="Croupier",
    waiting="Der Croupier wartet auf Karten: {why}.",
    until="Weiter geht es ab {time}.",
    chain="-# random.org · neue Ticketkette ab {ticket}",
    chain_after="-# random.org · neue Ticketkette ab {ticket} · alte unbenutzt ab {replaces}",
    hands_left=hands_left,
    clock="Es ist jetzt {time}.",
    no_table="Hier steht kein Tisch. Gespielt wird in {places}.",
    no_direct="Unter vier Augen nimmt das Haus keine Einsätze an. Kommen Sie bitte an den Tisch.",
    fault="Da ist dem Haus ein Fehler unterlaufen. Es wurde nichts verändert; "
    "bitte versuchen Sie es noch einmal.",
    fault_later="Da ist dem Haus ein Fehler unterlaufen. Was angesagt ist, gilt; "
    "das Haus versucht es gleich noch einmal.",
    halted="Das Spiel ruht: Die Bücher des Hauses widersprechen sich. "
    "Der Besitzer wird benachrichtigt.",
    missing="In {place} fehlt dem Croupier: {permissions}. Bitte geben Sie ihm, was fehlt; "
    "was zu sagen ist, sagt er danach.",
    missing_to_open="In {place} fehlt dem Croupier: {permissions}. Bitte geben Sie ihm, was fehlt, "
    "und öffnen Sie den Tisch dann noch einmal.",
    permission=_permission,
    unreachable="{place} ist nicht mehr zu erreichen. Was dort zu sagen war, bleibt aufgehoben.",
    hint="Das war kein Wort des Hauses; `hilfe` nennt alle.",
    proof=GERMAN_PROOF,
    casino=GERMAN_CASINO,
    odds=GERMAN_ODDS,
    shoe=GERMAN_SHOE,
    bank=GERMAN_BANK,
    bank_end=bank_end,
    bank_rests=bank_rests,
    unseen=GERMAN_UNSEEN,
    refusal=refusal,
    outage=outage,
)
