"""Export the records: JSON lines, and a manifest of what verification recomputes.

Format 1: ``entries.jsonl`` (position, hash, body), ``postings.jsonl``, ``balances.jsonl``,
``draws.jsonl`` (each signed draw by itself, as text and signature, for whoever checks with other
tools), ``signing_key.pem`` and ``manifest.json``. The JSON is canonical, so one changed byte
anywhere shows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from bot.audit.findings import Code, Finding
from bot.audit.records import (
    BalanceRow,
    BookedRow,
    Records,
    SignedLine,
    signed_draws,
    unveiled_in,
)
from bot.draws.chain import START
from bot.draws.log import Entry
from bot.draws.signature import SigningKey, pinned
from bot.errors import CannotStart
from bot.store.codec import canonical
from bot.store.entries import Unveiled

T = TypeVar("T")

FORMAT: Final = 1
ENTRIES: Final = "entries.jsonl"
POSTINGS: Final = "postings.jsonl"
BALANCES: Final = "balances.jsonl"
MANIFEST: Final = "manifest.json"
DRAWS: Final = "draws.jsonl"
KEY: Final = "signing_key.pem"
FILES: Final = (ENTRIES, POSTINGS, BALANCES, DRAWS, KEY)


class _Line(Struct, frozen=True):
    """An entry in the export; ``body`` is there byte for byte."""

    position: int
    hash: str
    body: msgspec.Raw


class FileSum(Struct, frozen=True):
    """One file: how long, and its SHA-256."""

    size: int
    sha256: str


class Manifest(Struct, frozen=True):
    """What is there: every file, the range of entries, and the hash of the last."""

    format: int
    files: dict[str, FileSum]
    entries: int
    head: str


def export(records: Records, folder: Path, *, key: SigningKey | None = None) -> Manifest:
    """Write the records to a new or empty folder; ``CannotStart`` if that cannot be.

    ``key``: who signed the draws, if not the pinned key.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            msg = f"{folder}: is not empty; name a new folder for the export"
            raise CannotStart(msg)
        return _export(records, folder, key or pinned())
    except OSError as error:
        msg = f"{folder}: {error.strerror}; name a new folder in a place you may write to"
        raise CannotStart(msg) from error


def _export(records: Records, folder: Path, key: SigningKey) -> Manifest:
    count, head = 0, START

    def lines() -> Iterator[bytes]:
        nonlocal count, head
        for entry in records.entries():
            count, head = entry.position, entry.hash
            yield canonical(_Line(entry.position, entry.hash.hex(), msgspec.Raw(entry.body)))

    _write(folder / ENTRIES, lines())
    _write(folder / POSTINGS, map(canonical, records.postings()))
    _write(folder / BALANCES, map(canonical, records.balances()))
    _write(folder / DRAWS, map(canonical, signed_draws(records)))
    (folder / KEY).write_bytes(key.pem)
    manifest = manifest_of(folder, entries=count, head=head)
    (folder / MANIFEST).write_bytes(canonical(manifest))
    return manifest


def _write(path: Path, lines: Iterable[bytes]) -> None:
    with path.open("wb") as file:
        for line in lines:
            file.write(line + b"\n")


def manifest_of(folder: Path, *, entries: int, head: bytes) -> Manifest:
    """Compute the manifest of an export from what lies in its folder."""
    files = {name: _sum(folder / name) for name in FILES if (folder / name).is_file()}
    return Manifest(FORMAT, files, entries, head.hex())


def _sum(path: Path) -> FileSum:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
    return FileSum(size, digest.hexdigest())


class FromExport:
    """The records in an export's folder; what cannot be read becomes a finding of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.findings: list[Finding] = []
        self._last = (0, START)

    def entries(self) -> Iterator[Entry]:
        """Yield the log."""
        for line in self._read(ENTRIES, _Line):
            try:
                entry = Entry(line.position, bytes.fromhex(line.hash), bytes(line.body))
            except ValueError:
                self._find(Code.FILE, ENTRIES, f"entry {line.position} has no hash")
                continue
            self._last = entry.position, entry.hash
            yield entry

    def postings(self) -> Iterator[BookedRow]:
        """Yield the book."""
        return self._read(POSTINGS, BookedRow)

    def balances(self) -> Iterator[BalanceRow]:
        """Yield the balances."""
        return self._read(BALANCES, BalanceRow)

    def unveiled(self) -> Iterator[Unveiled]:
        """Yield what is told of hidden draws; what cannot be read is found in its place."""
        other = FromExport(self._folder)  # its findings are those of ``entries``
        return unveiled_in(bytes(line.body) for line in other._read(ENTRIES, _Line))

    def own_findings(self, key: SigningKey) -> list[Finding]:
        """Return what could not be read, and where files, copies and manifest disagree."""
        self._check_copies(key)
        self._check_manifest()
        return self.findings

    def _check_copies(self, key: SigningKey) -> None:
        """Compare the signed draws by themselves with the log, and the key with ``key``."""
        logged_draws = signed_draws(FromExport(self._folder))  # its own findings are known already
        pairs = zip_longest(logged_draws, self._read(DRAWS, SignedLine))
        for number, (logged, alone) in enumerate(pairs, start=1):
            if logged != alone:
                self._find(Code.FILE, DRAWS, f"line {number} is not what the log has")
        path = self._folder / KEY
        if not path.is_file():
            self._find(Code.FILE, KEY, "is missing")
        elif path.read_bytes() != key.pem:
            self._find(Code.KEY, KEY, f"is not the key {key.fingerprint[:16]} of this audit")

    def _check_manifest(self) -> None:
        """Compare the manifest, byte for byte, with one made anew; after the entries were read."""
        position, head = self._last
        path = self._folder / MANIFEST
        right = canonical(manifest_of(self._folder, entries=position, head=head))
        if not path.is_file():
            self._find(Code.FILE, MANIFEST, "is missing")
        elif path.read_bytes() != right:
            self._find(Code.MANIFEST, MANIFEST, "does not say what the files hold")
        for each in sorted(self._folder.iterdir()):
            if each.name not in {*FILES, MANIFEST}:
                self._find(Code.FILE, each.name, "does not belong to an export")

    def _read(self, name: str, kind: type[T]) -> Iterator[T]:
        """Yield the lines that can be read; a file that is missing has none."""
        path = self._folder / name
        if not path.is_file():
            self._find(Code.FILE, name, "is missing")
            return
        decoder = msgspec.json.Decoder(kind)
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    value = decoder.decode(line)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                    self._find(Code.FILE, name, f"line {number} cannot be read: {error}")
                    continue
                if canonical(value) + b"\n" != line:
                    self._find(Code.FILE, name, f"line {number} is not canonical JSON")
                yield value

    def _find(self, code: Code, where: str, text: str) -> None:
        self.findings.append(Finding(code, where, text))
