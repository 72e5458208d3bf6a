"""The command line of the terminal table: arguments in, one sentence for what is wrong."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final, NamedTuple

from bot.draws.chance import Local, Scripted, Source
from bot.engine import shoe
from bot.engine.presets import choose
from bot.engine.rules import RuleSet
from bot.errors import CannotStart, NotUnderstood, RuleViolation
from bot.ledger.money import CAP, print_amount, read_amount
from bot.rule_sentences import explain, overrides
from bot.store.entries import RANDOM_ORG
from bot.table.hearing import RESERVED
from bot.wording.language import Language

_NAME: Final = re.compile(r"[^\W\d_][\w-]*")


class Credit(NamedTuple):
    """``--credit anna=1000``; the amount in hundredths."""

    name: str
    amount: int


class TableArguments(NamedTuple):
    """The arguments, read and checked."""

    preset: str
    rules: RuleSet
    database: Path | None
    language: Language
    credits: tuple[Credit, ...]
    staff: frozenset[str]
    source: Source | None  # None: random.org, which needs settings too
    json: bool
    tips: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments; their values are judged by ``arguments_of``."""
    parser.add_argument("--rules", default="aquatique", metavar="NAME", help="a preset")
    _several(parser, "--set", "FIELD=VALUE", "change one rule of the preset")
    parser.add_argument("--db", type=Path, metavar="PATH", help="keep the table in this file")
    parser.add_argument("--language", metavar="de|en", help="what the house speaks")
    _several(parser, "--credit", "NAME=AMOUNT", "book a deposit before play")
    _several(parser, "--staff", "NAME", "make somebody supervisor and cashier")
    parser.add_argument("--numbers", metavar="N,N,…|@FILE", help="these draws, in order")
    parser.add_argument("--draws", metavar="random.org|local", help="where cards come from")
    parser.add_argument("--tips", action="store_true", help="let the house give tips")
    parser.add_argument("--json", action="store_true", help="one object per line")


def _several(parser: ArgumentParser, name: str, metavar: str, text: str) -> None:
    parser.add_argument(
        name, action="append", default=[], metavar=metavar, help=f"{text}; may be repeated"
    )


def arguments_of(parsed: Namespace, language: Language) -> TableArguments:
    """Check the arguments; ``language`` is the setting's. Raises ``CannotStart``."""
    if parsed.language is not None:
        language = _language(parsed.language)
    try:
        rules = choose(parsed.rules, overrides(parsed.set))
    except RuleViolation as violation:
        raise CannotStart(explain(violation)) from violation
    return TableArguments(
        preset=parsed.rules,
        rules=rules,
        database=parsed.db,
        language=language,
        credits=tuple(_credit(text, language) for text in parsed.credit),
        staff=frozenset(_name("--staff", text) for text in parsed.staff),
        source=_source(parsed, rules),
        json=parsed.json,
        tips=parsed.tips,
    )


def _language(text: str) -> Language:
    try:
        return Language(text)
    except ValueError:
        msg = f"--language cannot be '{text}'; it accepts de, en"
        raise CannotStart(msg) from None


def is_name(text: str) -> bool:
    """Whether somebody at the terminal may be called so."""
    return bool(_NAME.fullmatch(text)) and text.lower() not in RESERVED


def _name(argument: str, text: str) -> str:
    if not is_name(text):
        msg = (
            f"{argument}: '{text}' is no name; a letter, then letters, digits, _ and -, "
            f"and not {' or '.join(sorted(RESERVED))}"
        )
        raise CannotStart(msg)
    return text


def _credit(text: str, language: Language) -> Credit:
    name, _, amount = text.partition("=")
    name = _name("--credit", name)
    try:
        hundredths = read_amount(amount, mark=language.mark)
    except NotUnderstood:
        hundredths = 0
    if not 0 < hundredths <= CAP:
        most = print_amount(CAP, mark=language.mark)
        msg = f"--credit: '{amount[:20]}' for {name} is no amount; more than 0, at most {most}"
        raise CannotStart(msg)
    return Credit(name, hundredths)


def _source(parsed: Namespace, rules: RuleSet) -> Source | None:
    """Return the source that needs no network, or None for random.org."""
    if parsed.numbers is not None and parsed.draws is not None:
        msg = "--numbers and --draws exclude each other; cards come from one source"
        raise CannotStart(msg)
    if parsed.numbers is not None:
        return Scripted(_numbers(parsed.numbers, highest=shoe.highest(rules)))
    if parsed.draws not in {None, "local", RANDOM_ORG}:
        msg = f"--draws cannot be '{parsed.draws}'; it accepts local, {RANDOM_ORG}"
        raise CannotStart(msg)
    return None if parsed.draws == RANDOM_ORG else Local()


def _numbers(text: str, *, highest: int) -> tuple[int, ...]:
    if text.startswith("@"):
        try:
            text = Path(text[1:] or "?").read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
            msg = f"--numbers: the file '{text[1:]}' cannot be read: {why}"
            raise CannotStart(msg) from error
    words = re.split(r"\s*,\s*|\s+", text.strip())
    for word in words:
        if not re.fullmatch(r"[0-9]{1,9}", word) or not 1 <= int(word) <= highest:
            msg = f"--numbers: '{word[:20]}' is none; give numbers from 1 to {highest}: 58,13,111"
            raise CannotStart(msg)
    return tuple(map(int, words))
