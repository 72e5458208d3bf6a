"""What may be left undone: a sign, a hint. Where Discord refuses it, nothing is lost."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable
from typing import Any

import aiohttp
import discord


async def quietly(work: Awaitable[Any]) -> None:
    """Do it if it can be done."""
    with contextlib.suppress(discord.HTTPException, aiohttp.ClientError, OSError):
        await work
