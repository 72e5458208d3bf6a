"""The composition root: the only place that builds stores, sources, voices and adapters."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot import client, doctor
from bot.client import Client, Conduct
from bot.config import NAMES, OFFICIAL_URL, Settings
from bot.draws import log
from bot.draws.chance import Local, Scripted, Source
from bot.draws.cures import cure
from bot.draws.random_org import RandomOrg
from bot.draws.rpc import DEFAULT_DELAY, Rpc
from bot.draws.signature import SigningKey, pinned, read_key
from bot.engine.presets import PRESETS
from bot.errors import CannotStart, ChanceUnavailable
from bot.redaction import Redaction
from bot.restoring import require_tail, restore
from bot.store.database import Database
from bot.table.auditing import DatabaseAuditor
from bot.table.clock import MachineClock
from bot.table.croupier import Croupier
from bot.table.drawing import Drawing
from bot.table.floor import Floor, Habits
from bot.table.house import House
from bot.table.patience import PASSING
from bot.table.voice import Kept
from bot.terminal import prompt
from bot.terminal.command import TableArguments
from bot.terminal.pipe import run_pipe
from bot.terminal.session import Session
from bot.terminal.voices import JsonVoice, PostVoice, print_plain
from cogs import inviting

STAND_IN_DELAY: Final = 0.05
"""Seconds between requests to a stand-in that advises none."""
LOOK_SECONDS: Final = 2.0
"""How long a start looks at random.org before it goes on without; the first draw will tell."""


async def run_table(arguments: TableArguments, settings: Settings, *, interactive: bool) -> int:
    """Open a terminal table, play to the end of input, close it; return the exit code."""
    with ExitStack() as stack:
        path = arguments.database
        if path is None:
            folder = stack.enter_context(TemporaryDirectory(prefix="aquatique-"))
            path = Path(folder) / "table.db"
        async with _source(arguments.source, settings) as source:
            database = await Database.open(path)
            try:
                return await _play(database, source, arguments, settings, interactive=interactive)
            finally:
                await database.close()


async def _play(
    database: Database,
    source: Source,
    arguments: TableArguments,
    settings: Settings,
    *,
    interactive: bool,
) -> int:
    if isinstance(source, Scripted):
        script = source.list
        source.used = await database.read(lambda connection: log.numbers_used(connection, script))
    language = arguments.language
    screen = prompt.Screen(language) if interactive and not arguments.json else None
    voice = _voice(arguments, screen)
    house = House(
        rules=arguments.rules,
        preset=arguments.preset,
        reserve=settings.reserve,
        bank=settings.bank,
        tips=arguments.tips,
    )
    clock = MachineClock()
    if isinstance(source, RandomOrg):
        await _look(lambda: require_tail(database, source))
    drawing = Drawing(database, source, clock, attended=True)
    await drawing.require_seats(house.table)
    auditor = DatabaseAuditor(database.path, signing_key(settings))
    croupier = Croupier(database, drawing, clock, voice, house, auditor)
    first = arguments.credits[0].name if arguments.credits and interactive else ""
    session = Session(croupier, voice, language, arguments.staff, first)
    try:
        if screen:
            return await prompt.run_prompt(screen, croupier, session, arguments, source.name)
        return await run_pipe(croupier, session, arguments, source.name)
    finally:
        auditor.close()
        await croupier.close()


def _voice(arguments: TableArguments, screen: prompt.Screen | None) -> JsonVoice | PostVoice:
    if arguments.json:
        return JsonVoice(arguments.language)
    return PostVoice(arguments.language, screen.show if screen else print_plain)


async def run_discord(settings: Settings) -> int:
    """Open the house in Discord, until it is told to stop; return the exit code."""
    if not settings.token:
        msg = (
            f"set {NAMES['token']} to open the house in Discord (see .env.example), "
            "or play in the terminal with `python -m bot table`"
        )
        raise CannotStart(msg)
    house = asyncio.create_task(_run_house(settings))
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        # Once: a second signal must not disturb the closing, which is short by itself.
        loop.add_signal_handler(each, lambda: house.cancelling() or house.cancel())
    try:
        await house
    except asyncio.CancelledError:
        sys.stderr.write("The house closes; what was not said is kept.\n")
    return 0


async def _run_house(settings: Settings) -> None:
    given = Local() if settings.draws == Local.name else None
    async with _source(given, settings) as source:
        database = await _opened(settings.database)
        try:
            if isinstance(source, RandomOrg):
                await _look(lambda: require_tail(database, source))
            await _keep_house(database, source, settings)
        finally:
            await database.close()


async def _opened(path: Path) -> Database:
    """Open the house's database; a stop meanwhile leaves no thread of it behind."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"{path.parent}: {error.strerror}; set {NAMES['database']} to a file you may write"
        raise CannotStart(msg) from error
    opening = asyncio.ensure_future(Database.open(path))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        await (await opening).close()
        raise


async def _keep_house(database: Database, source: Source, settings: Settings) -> None:
    clock = MachineClock()
    client.stand_in(settings.discord_api, settings.discord_gateway)
    habits = Habits(
        reserve=settings.reserve, betting_seconds=settings.betting_seconds, bank=settings.bank
    )
    auditor = DatabaseAuditor(database.path, signing_key(settings))
    conduct = Conduct(
        language=settings.language,
        prefix_of=settings.prefix.of,
        staff_of=settings.staff.of,
        habits=habits,
        auditor=auditor,
    )
    bot = Client(database, Drawing(database, source, clock), clock, conduct)
    try:
        await _open_house(bot, settings.token)
    finally:
        auditor.close()
        await bot.close()


async def _open_house(bot: Client, token: str) -> None:
    await client.log_in(bot, token)
    invite = inviting.link(bot.application_id or 0)
    sys.stdout.write(f"{bot.user} is logged in. Invite it with {invite}\n")
    sys.stdout.flush()
    await client.keep_house(bot)


def signing_key(settings: Settings) -> SigningKey:
    """Return who must sign draws: the setting's key, or the pinned one."""
    if settings.signing_key is None:
        return pinned()
    try:
        return read_key(settings.signing_key.read_bytes())
    except OSError as error:
        msg = f"RANDOM_ORG_SIGNING_KEY: {settings.signing_key} cannot be read ({error.strerror})"
        raise CannotStart(msg) from error


@asynccontextmanager
async def random_org(settings: Settings) -> AsyncIterator[RandomOrg]:
    """Connect to random.org, or to its stand-in; ``CannotStart`` without a key."""
    if not settings.api_key:
        msg = (
            "random.org needs a key: set RANDOM_ORG_API_KEY, or play with this machine's cards: "
            "DRAWS=local in Discord, --draws local in the terminal"
        )
        raise CannotStart(msg)
    delay = DEFAULT_DELAY if settings.url == OFFICIAL_URL else STAND_IN_DELAY
    rpc = Rpc(settings.url, default_delay=delay)
    source = RandomOrg(rpc, settings.api_key, signing_key(settings), MachineClock().now)
    try:
        yield source
    finally:
        await source.close()


@asynccontextmanager
async def _source(given: Source | None, settings: Settings) -> AsyncIterator[Source]:
    """Use the given source; with None, random.org, after a look at the key."""
    if given is not None:
        yield given
        return
    async with random_org(settings) as source:
        await _look(source.require_running)
        yield source


async def _look(question: Callable[[], Awaitable[None]]) -> None:
    """Ask random.org something before a table opens; what only an operator can mend, ends it."""
    try:
        await asyncio.wait_for(question(), LOOK_SECONDS)
    except TimeoutError:
        return
    except ChanceUnavailable as error:
        if error.outage not in PASSING:
            raise CannotStart(cure(error)) from error


async def run_restore(path: Path, settings: Settings) -> int:
    """Follow the ticket chain of a database that was put back, and undo what it overtook."""
    if not path.is_file():  # noqa: ASYNC240 - nothing else runs
        msg = f"{path}: there is no such database"
        raise CannotStart(msg)
    async with random_org(settings) as source:
        database = await Database.open(path)
        try:
            restored = await _restore(database, source, settings)
        except ChanceUnavailable as error:
            raise CannotStart(cure(error)) from error
        finally:
            await database.close()
    sys.stdout.write(restored + "\n")
    return 0


async def _restore(database: Database, source: RandomOrg, settings: Settings) -> str:
    clock = MachineClock()
    drawing = Drawing(database, source, clock)
    voice = PostVoice(settings.language, print_plain)
    house = House(rules=PRESETS["aquatique"], preset="aquatique")
    terminal = Croupier(database, drawing, clock, voice, house)
    await terminal.load()
    auditor = DatabaseAuditor(database.path, signing_key(settings))
    floor = Floor(database, drawing, clock, lambda _: Kept(voice), auditor, Habits())
    await floor.load()
    cursor = client.id_of(clock.now())
    restored = await restore(database, source, (terminal, *floor.all()), cursor=cursor)
    await terminal.close()
    if restored is None:
        return "This database has drawn nothing from random.org; nothing is to be restored."
    undone = {0: "no round had to be undone", 1: "the open round was undone"}.get(
        restored.undone, f"{restored.undone} open rounds were undone"
    )
    return f"{restored.lost} draws were lost, {undone}; the next ticket is {restored.tail}."


async def run_doctor(path: Path | None, settings: Settings) -> int:
    """Print what was looked at; 1 if there is something to do.

    Without a path it is the house's database, if there is one.
    """
    if path is None and settings.database.is_file():
        path = settings.database
    key = signing_key(settings)
    lines = list(doctor.settings_lines(settings, key))
    lines.extend(doctor.database_lines(path))
    if settings.api_key:
        async with random_org(settings) as source:
            lines.extend([line async for line in doctor.random_org_lines(source, path)])
    else:
        lines.append(doctor.clock_line(None))
    client.stand_in(settings.discord_api, settings.discord_gateway)
    lines.extend([line async for line in doctor.discord_lines(settings, path)])
    redaction = Redaction(*settings.secrets)
    for line in lines:
        sys.stdout.write(redaction.text(f"{line}\n"))
    return 0 if all(line.ok for line in lines) else 1
