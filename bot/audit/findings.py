"""What an audit finds: values, so that it never stops at the first."""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, Struct, UnsetType


class Code(Enum):
    """What kind of thing is wrong."""

    MANIFEST = "manifest"  # does not say what is there
    FILE = "file"  # missing, surplus or unreadable
    CHAIN = "chain"  # an entry is not linked to the one before
    BODY = "body"  # not a body of the log, or not canonical
    INDEX = "index"  # an entry is found under what it is not
    CAUSE = "cause"  # a command that the rules did not allow, or that was not the speaker's
    EVENT = "event"  # does not follow from its cause
    DRAW = "draw"  # without intent, twice, or with the wrong numbers
    DEADLINE = "deadline"  # passed too early
    TIME = "time"  # runs backwards
    POSTING = "posting"  # does not follow from its entry
    BALANCE = "balance"  # is not what the transfers add up to
    KEY = "key"  # the exported signing key is not the one that was verified with
    ONLINE = "online"  # random.org remembers it otherwise
    HEAD = "head"  # a head that was seen is not in the chain


class Finding(Struct, frozen=True):
    """One thing that is wrong, and where: ``entry 12``, ``posting 3``, a file's name."""

    code: Code
    where: str
    text: str


class Report(Struct, frozen=True):
    """The result of an audit, as ``audit verify --json`` prints it."""

    ok: bool
    rounds: int
    draws: int
    transfers: int
    head: str
    findings: tuple[Finding, ...]
    pending: tuple[int, ...] | UnsetType = UNSET  # draws that lie face down still: no finding
