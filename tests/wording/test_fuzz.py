"""Fuzzed messages: no exception, and no order that nobody gave.

What counts as an order is said here once more, by hand and from the vocabulary's paper, so that the
parser is not its own judge: a line is an order only if, without politeness and the mark at its end,
it is one of these expressions as a whole.
"""

from __future__ import annotations

import os
import random
import re
import unicodedata
from collections import Counter
from typing import Final

import pytest

from bot.errors import NotUnderstood
from bot.table.requests import AllowLimit, CloseTable, OpenTable, is_play
from bot.wording.language import Language
from bot.wording.vocabulary import Heard, read
from tests.wording.test_any_text import FORMS

_OF_STAFF: Final = OpenTable | CloseTable | AllowLimit
SCALE: Final = float(os.environ.get("AQUATIQUE_SLOW_SCALE", "1"))

_BOX: Final = r"(?:(?:auf|für|fuer|in|bei|von|aus|on|for|from) )?box [0-9]{1,15}:?"
_AMOUNT: Final = r"\S+ ?(?:mm|jetons?|chips?)"
_PLAIN_GERMAN: Final = (
    rf"(?:ich setze |doch )?{_AMOUNT}(?: {_BOX})?",
    r"einsatz (?:zurück|zurueck)",
    r"karten geben",
    r"karte|carte|noch eine|(?:keine|keine weitere) karte|reste|(?:ich )?passe|ich bleibe",
    r"genug|verdoppeln|ich verdopple|nochmal",
    r"setze aus|ich steige aus",
    r"teilen|ich teile|(?:keine )?versicherung|weiter|1:1",
    rf"{_AMOUNT} (?:bei \S+(?: ohne mitgehen)?|auf (?:bust|überkauft|ueberkauft))",
    r"einsatz stehen lassen",
)
_PLAIN_ENGLISH: Final = (
    rf"(?:i bet |make it )?{_AMOUNT}(?: {_BOX})?",
    r"stake back",
    r"deal the cards",
    r"card|hit|hit me|another card|no card|no more cards|(?:i )?stand|(?:i )?stay|(?:i )?double",
    r"again",
    r"sit out|(?:i )?leave",
    r"(?:i )?split|(?:no )?insurance|go on|even money",
    rf"{_AMOUNT} (?:behind \S+(?: without following)?|on bust)",
    r"leave it(?: standing)?",
)
_COMMANDS: Final = (
    r"(?:einsatz|setze|bet|hand|again|nochmal) \S.*",
    r"einsatz (?:zurück|zurueck)|stake back",
    r"geben|deal|karten geben|deal the cards",
    r"karte|carte|hit|card|noch eine|keine karte|keine weitere karte|reste|genug|(?:ich )?passe",
    r"(?:i )?stand|(?:i )?stay|verdoppeln|ich verdopple|(?:i )?double|ich bleibe|hit me",
    r"another card|no card|no more cards",
    r"nochmal|again|setze aus|sit out|aussteigen|leave|i leave|ich steige aus",
    rf"(?:ich setze |doch |i bet |make it )?{_AMOUNT}(?: {_BOX})?",
    r"(?:tisch|table) .+",
    r"(?:ich )?teilen?|(?:i )?split|weiter|go on|1:1|even money",
    r"(?:keine )?versicherung|(?:no )?insurance|(?:versicherung|insurance) \S.*",
    r"(?:mitsetzen|behind|bust|überkauft|ueberkauft) \S.*",
    r"bank (?:abgeben|pass|\S.*)",
    r"(?:partie|session)(?: (?:beenden|end|[0-9]+ (?:runden?|rounds?) \S+ chips?))?",
    rf"{_AMOUNT} (?:bei|behind) \S+(?: ohne mitgehen| without following)?",
    rf"{_AMOUNT} (?:auf (?:bust|überkauft|ueberkauft)|on bust)",
    r"(?:einsatz )?stehen lassen|leave it(?: standing)?",
    r"limit erlauben \S+ \S.*|limit allow(?: \S.*)?",
)


def _expression(alternatives: tuple[str, ...]) -> re.Pattern[str]:
    boxed = rf"(?:{_BOX} )?(?:{'|'.join(alternatives)})(?: {_BOX})?"
    return re.compile(boxed, re.IGNORECASE)


_PLAIN: Final = {
    Language.GERMAN: _expression(_PLAIN_GERMAN),
    Language.ENGLISH: _expression(_PLAIN_ENGLISH),
}
_COMMAND: Final = _expression(_COMMANDS)
_THANKS: Final = "(?:bitte|danke|please|thanks|thank you)"
_POLITE: Final = re.compile(rf"^(?:{_THANKS},? )+|(?:,? {_THANKS})+$", re.IGNORECASE)
_ALPHABET: Final = [
    *"abeikmnorstuzäöüß 0123456789.,!?-:@`~|>*_<\n\t",
    *" MM",
    "\u200b", "\u202e", "５", "½", "é", "\u0301", "😀", "\0", "\ud800",
]  # fmt: skip
_CHAT: Final = (
    "hallo",
    "na",
    "die Karte war gut",
    "ich setze mich",
    "genug geredet",
    "50 Leute",
    "nochmal von vorn",
    "keine Ahnung",
    "karten auf den Tisch",
    "bleibe ich",
    "wer gibt?",
    "das war 5.000 MM wert",
)


def message(chance: random.Random) -> str:
    """Something that might be said: a form bent, forms mixed, chat, or noise."""
    kind = chance.randrange(6)
    if kind == 0:
        text = "".join(chance.choices(_ALPHABET, k=chance.randrange(30)))
    elif kind == 1:
        words = " ".join((*FORMS, *_CHAT)).split()
        text = " ".join(chance.choices(words, k=chance.randrange(1, 7)))
    elif kind == 2:
        text = chance.choice(_CHAT)
    else:
        text = chance.choice(FORMS)
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice(_ALPHABET) + text[at + chance.randrange(2) :]
    before = chance.choice(("", "", "!", "!", "! ", "> ", "||", "bitte "))
    after = chance.choice(("", "", "", "!", ".", "?", " bitte", " danke!", "||"))
    return before + (text.upper() if chance.random() < 0.05 else text) + after


def is_order(text: str, language: Language) -> bool:
    """Whether the paper says that this asks for a change."""
    said = " ".join(unicodedata.normalize("NFC", text).split())
    expression = _PLAIN[language]
    if said.startswith("!"):
        said, expression = said[1:].strip(), _COMMAND
    if re.search(r"[?？؟⁇⁈⁉`]|~~|\|\||^>", said) or "\n" in text.strip():
        return False
    bare = [said, said.rstrip("!"), said.removesuffix(".")]
    for each in list(bare):
        polite = _POLITE.sub("", _POLITE.sub("", each)).strip()
        bare += [polite, polite.rstrip("!"), polite.removesuffix(".")]
    return any(expression.fullmatch(each) for each in bare)


def fuzz(count: int, seed: int) -> Counter[str]:
    """Read so many messages, and hold what they ask against the paper."""
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(count):
        text, language = message(chance), chance.choice(list(Language))
        try:
            heard = read(text, language=language)
        except NotUnderstood:
            seen["refused"] += 1
            continue
        if heard is None:
            seen["conversation"] += 1
            continue
        assert isinstance(heard, Heard)
        assert heard.plain != text.strip().startswith("!"), ascii(text)
        if is_play(heard.request) or isinstance(heard.request, _OF_STAFF):
            seen["orders"] += 1
            assert is_order(text, language), ascii((text, heard))
        else:
            seen["answers"] += 1
    return seen


def test_twenty_thousand_messages_give_no_order_that_nobody_gave() -> None:
    """The slow lane reads a million."""
    seen = fuzz(20_000, seed=20_261_129)

    assert min(seen[kind] for kind in ("refused", "conversation", "orders", "answers")) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_million_messages_give_none(seed: int) -> None:
    count = max(1000, int(125_000 * SCALE))

    assert fuzz(count, seed).total() == count
