"""Words of the house that no table serves yet: they are recognised, and refused by name.

The lines of the vocabulary's table after those in :mod:`bot.wording.words`, in the same shape. An
issue that serves one moves it there and says what it means.
"""

from __future__ import annotations

from typing import Final

from bot.wording.words import Word, row


def _later(
    since: int, german: str, english: str, plain_german: str = "", plain_english: str = ""
) -> Word:
    return Word(None, since, german, english, plain_german, plain_english)


UNSERVED_ROWS: Final = (
    row(
        "be the bank",
        "–",
        _later(4, "bank <digits 500>, bank abgeben", "bank <digits 500>, bank pass"),
    ),
    row(
        "higher stake",
        "–, S",
        _later(
            4,
            "höher setzen <digits 8000>, limit erlauben <any @anna> <digits 8000>",
            "raise limit <digits 8000>, limit allow [<any @anna> <digits 8000>]",
        ),
    ),
    row(
        "tip, evening",
        "–, S",
        _later(
            4,
            "tipp, partie <number 12> runden <digits 50> chips",
            "tip, session [<number 12> rounds <digits 50> chips]",
        ),
    ),
    row(
        "proof",
        "–, A",
        _later(
            5,
            "protokoll runde <number 12>, prüfen heute, kopf",
            "record [round <number 12>], verify today, head",
        ),
    ),
    row(
        "plan, absence",
        "–",
        _later(
            6,
            "plan bis <number 17>, plan löschen, abwesend bis <digits 24.12.>, wieder da",
            "plan to <number 17>, plan off, away until [<digits 24.12.>], back",
        ),
    ),
    row("closing", "O", _later(6, "haus schließen (<rest Grund>)", "house close [<rest reason>]")),
    row(
        "money in and out",
        "–, K",
        _later(
            7,
            "einzahlung <digits 500>, auszahlung <digits 200>, auszahlung alles, offen, "
            "vorschuss <any @anna> <digits 200>",
            "deposit [<digits 500>], withdraw [<digits 200>], pending, "
            "advance [<any @anna> <digits 200>]",
        ),
    ),
    row(
        "Jetons",
        "–",
        _later(
            7,
            "jetons kaufen <digits 50>, jetons einlösen <digits 50>",
            "chips buy [<digits 50>], chips cash [<digits 50>]",
        ),
    ),
    row(
        "books",
        "–, K",
        _later(
            7,
            "auszug, auszug datei, bilanz, rangliste, statistik",
            "statement [file], books, ranking, statistics",
        ),
    ),
)
