"""The terminal table for a person: a prompt with line editing, posts, and a drawn table.

Posts that come by themselves (a deadline) appear above the prompt. Timers only wake: whether a
deadline has passed is decided from the table's state.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from msgspec.structs import replace
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import HTML
from prompt_toolkit.patch_stdout import patch_stdout
from rich.console import Console

from bot.table.croupier import Croupier
from bot.table.replies import Hint
from bot.terminal import board
from bot.terminal.command import TableArguments
from bot.terminal.opening import open_table
from bot.terminal.session import Session
from bot.wording.board import board_words, what_may_be_said, words_to_complete
from bot.wording.language import Language
from bot.wording.post import Post, post

WAKE_SECONDS: Final = 20.0
"""How often the clock is looked at; deadlines are hours."""


class Screen:
    """Where posts and the drawn table are printed."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._console = Console(highlight=False)

    def show(self, made: Post, speaker: str) -> None:
        """Print a post in colour."""
        if made.receipt:
            self._console.print(f"  [green]✓[/green] {speaker} · ", end="", style="dim")
        elif speaker:
            self._console.print(f"[green]Croupier[/green] → {speaker}")
        self._console.print(board.styled(made.text, self.language))

    def say(self, text: str) -> None:
        """Print a text that answers nobody."""
        self.show(Post(text=text, receipt=False), "")

    async def draw(self, croupier: Croupier) -> None:
        """Draw the table."""
        names, balances = await croupier.purses()
        picture = board.draw(croupier.game.round, names, balances, self.language)
        self._console.print(picture)


async def run_prompt(
    screen: Screen,
    croupier: Croupier,
    session: Session,
    arguments: TableArguments,
    source: str,
) -> int:
    """Play what is typed, until the end of input (Ctrl-D)."""
    await open_table(croupier, arguments, source, screen.say)
    asking: PromptSession[str] = PromptSession(
        completer=_completer(screen.language), complete_while_typing=False
    )
    with patch_stdout(raw=True):
        await screen.draw(croupier)
        timer = asyncio.create_task(_pass_deadlines(croupier))
        typing = asyncio.create_task(_take_lines(screen, croupier, session, asking))
        try:
            # Whichever ends first ends the session: the input, or a timer that fails.
            await asyncio.wait({timer, typing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _end(timer)
            await _end(typing)
    await session.balances()
    return 0


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task that runs; raise what one that is done has raised."""
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _take_lines(
    screen: Screen, croupier: Croupier, session: Session, asking: PromptSession[str]
) -> None:
    number = 0
    while True:
        before = croupier.game.round
        try:
            line = await asking.prompt_async(
                HTML("<ansigreen>{}</ansigreen> ").format(f"{session.speaker or '?'} ›"),
                bottom_toolbar=lambda: _toolbar(croupier, session, screen.language),
            )
        except (EOFError, KeyboardInterrupt):
            return
        number += 1
        if not await session.take(number, line):
            hint = post([Hint()], screen.language)
            if hint:
                screen.show(hint, "")
        if croupier.game.round != before:
            await screen.draw(croupier)


def _toolbar(croupier: Croupier, session: Session, language: Language) -> str:
    if not session.speaker:
        return f" {board_words(language).start}"
    player, state = croupier.account_of(session.speaker), croupier.game.round
    if not state.is_running:  # what counts then is what the next round is played by
        state = replace(state, rules=croupier.house.rules)
    return f" {what_may_be_said(state, player, language)}"


def _completer(language: Language) -> WordCompleter:
    return WordCompleter(sorted(words_to_complete(language)), ignore_case=True)


async def _pass_deadlines(croupier: Croupier) -> None:
    while True:
        await asyncio.sleep(WAKE_SECONDS)
        await croupier.tick()
