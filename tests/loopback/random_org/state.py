"""Everything the stand-in must not forget, in one SQLite file; it knows tables, not their meaning.

The file is in WAL mode: what is committed survives a ``kill -9`` of the process at any moment,
which is all a test can do to it. Keys of the API are never in it, only their hashes and tails.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS accounts (
  hashed_key TEXT PRIMARY KEY, tail TEXT, status TEXT, refusal INTEGER, license TEXT,
  license_data TEXT, cost REAL, created_at INTEGER, requests_per_day INTEGER,
  bits_per_day INTEGER, requests_left INTEGER, bits_left INTEGER, day TEXT,
  total_requests INTEGER, total_bits INTEGER, serial INTEGER);
CREATE TABLE IF NOT EXISTS tickets (
  ticket_id TEXT PRIMARY KEY, hashed_key TEXT, show_result INTEGER, created_at INTEGER,
  used_at INTEGER, serial INTEGER, expires_at INTEGER, previous_id TEXT, next_id TEXT);
CREATE INDEX IF NOT EXISTS tickets_of_key ON tickets (hashed_key);
CREATE TABLE IF NOT EXISTS draws (
  id INTEGER PRIMARY KEY, hashed_key TEXT, tail TEXT, serial INTEGER, method TEXT, params TEXT,
  ticket_id TEXT, next_ticket_id TEXT, data TEXT, drawn_by TEXT, drawn_at INTEGER,
  result TEXT, signed TEXT,
  UNIQUE (hashed_key, serial));
CREATE TABLE IF NOT EXISTS numbers (position INTEGER PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS faults (
  position INTEGER PRIMARY KEY, fault TEXT NOT NULL, method TEXT, skip INTEGER, times INTEGER);
CREATE TABLE IF NOT EXISTS requests (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS troubles (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
"""

DEFAULTS: Final[dict[str, Any]] = {
    "seed": None,  # None: numbers come from the list alone
    "numbers_drawn": 0,  # calls that asked the seed; makes each of them differ
    "tickets_created": 0,
    "clock": {"frozen_at": None, "offset": 0},
    "most_at_once": {},  # tail of the key -> the most requests that ran at one time
    "advisory_delay": 0,  # milliseconds
    "singleton_limit": 100,  # the contract gives no figure for error 423
    "tickets_cost_requests": False,  # the contract does not know; budget for it
    "ticket_days": 30,
    "successor_inherits_expiry": False,  # the contract does not know
    "used_tickets_vanish": False,  # whether an expired used ticket is 420 as well; not known
    "result_days": 365,  # getResult; the older pages say one day
    "escape_non_ascii": False,  # how the server spells non-ASCII in signed bytes; not known
}


class State:
    """The one connection. Reads at any time; writes inside ``transaction``."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(folder / "state.sqlite3", isolation_level=None)
        self._db.row_factory = sqlite3.Row
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; a transaction within a transaction belongs to the outer one."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """All rows of a query."""
        return self._db.execute(sql, values).fetchall()

    def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """The first row of a query, if there is one."""
        found: sqlite3.Row | None = self._db.execute(sql, values).fetchone()
        return found

    def write(self, sql: str, *values: object) -> int:
        """Change something; the id of the row that was inserted."""
        return self._db.execute(sql, values).lastrowid or 0

    def add(self, table: str, row: Mapping[str, Any], *, verb: str = "INSERT") -> None:
        """Insert a whole row; it must be new."""
        names, places = ", ".join(row), ", ".join("?" * len(row))
        self._db.execute(f"{verb} INTO {table} ({names}) VALUES ({places})", tuple(row.values()))

    def put(self, table: str, row: Mapping[str, Any]) -> None:
        """Insert a whole row or replace the one with the same key."""
        self.add(table, row, verb="INSERT OR REPLACE")

    def is_new(self) -> bool:
        """Whether no process has used this folder before."""
        return self.row("SELECT 1 FROM settings") is None

    def setting(self, name: str) -> Any:
        """One of ``DEFAULTS``, as it was last set."""
        found = self.row("SELECT value FROM settings WHERE name = ?", name)
        return DEFAULTS[name] if found is None else json.loads(found["value"])

    def set(self, name: str, value: object) -> None:
        """Keep a setting; an unknown name is an error of the caller."""
        if name not in DEFAULTS:
            raise KeyError(name)
        self.put("settings", {"name": name, "value": json.dumps(value)})
