"""What happened, for tests to compare with the bot's log; no key is ever written here in full."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.loopback.random_org.accounts import redacted
from tests.loopback.random_org.clock import Clock, written
from tests.loopback.random_org.envelope import Asked, Json, spelled
from tests.loopback.random_org.faults import Fault
from tests.loopback.random_org.state import State

ALL: Final = "all"  # the count over every key, and over calls without one


class Entry:
    """One request while it runs; the last thing said about it is kept."""

    def __init__(self, state: State, body: Json) -> None:
        self._state = state
        self._body = body
        self._id = state.write("INSERT INTO requests (body) VALUES (?)", spelled(body))

    def note(self, **said: object) -> None:
        """Add to what is known of the request, durably."""
        self._body.update(said)
        sql = "UPDATE requests SET body = ? WHERE id = ?"
        self._state.write(sql, spelled(self._body), self._id)


class Record:
    """Requests as they come and go, and troubles; draws are read from where they are kept."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._state = state
        self._clock = clock
        self._running: Counter[str] = Counter()

    @contextmanager
    def running(self, asked: Asked, fault: Fault | None) -> Iterator[Entry]:
        """Note a request at its arrival, and count it until it is answered or abandoned."""
        key = asked.params.get("apiKey")
        who = {ALL, redacted(key)} if isinstance(key, str) else {ALL}
        self._running.update(who)
        self._note_most(who)
        params = asked.params if key is None else {**asked.params, "apiKey": redacted(key)}
        entry = self._entry(
            method=asked.method,
            id=asked.id,
            params=params,
            fault=None if fault is None else {"fault": fault.name, **fault.given},
            at_once=max(self._running[one] for one in who - {ALL} or {ALL}),
        )
        try:
            yield entry
        finally:
            self._running.subtract(who)

    def turned_away(self, status: int) -> None:
        """Note a request that was none of JSON-RPC's business."""
        self._entry(method=None, id=None, params={}, fault=None, at_once=0).note(
            outcome="turned away", status=status
        )

    def trouble(self, text: str) -> None:
        """Something the stand-in could not do: kept, and said on standard error."""
        self._state.write("INSERT INTO troubles (text) VALUES (?)", text)
        sys.stderr.write(f"random.org stand-in: {text}\n")
        sys.stderr.flush()

    def take_troubles(self) -> list[str]:
        """The troubles so far, which are forgotten with that."""
        troubles = self._troubles()
        self._state.write("DELETE FROM troubles")
        return troubles

    def whole(self) -> Json:
        """Everything, in the order in which it happened."""
        requests = self._state.rows("SELECT body FROM requests ORDER BY id")
        return {
            "draws": self._draws(),
            "requests": [json.loads(row["body"]) for row in requests],
            "troubles": self._troubles(),
            "most_at_once": self._state.setting("most_at_once"),
            "running": {who: count for who, count in self._running.items() if count},
        }

    def _entry(self, **known: object) -> Entry:
        said = {"at": written(self._clock.now()), **known}
        later = {"outcome": "running", "status": None, "error": None, "serial": None}
        return Entry(self._state, {**said, **later, "applied": known["fault"] is not None})

    def _note_most(self, who: set[str]) -> None:
        most = self._state.setting("most_at_once")
        risen = {one: self._running[one] for one in who if self._running[one] > most.get(one, 0)}
        if risen:
            self._state.set("most_at_once", {**most, **risen})

    def _troubles(self) -> list[str]:
        return [row["text"] for row in self._state.rows("SELECT text FROM troubles ORDER BY id")]

    def _draws(self) -> list[Json]:
        return [
            {
                "serial": row["serial"],
                "api_key": row["tail"],
                "hashed_api_key": row["hashed_key"],
                "method": row["method"],
                "params": json.loads(row["params"]),
                "ticket_id": row["ticket_id"],
                "next_ticket_id": row["next_ticket_id"],
                "data": json.loads(row["data"]),
                "user_data": json.loads(row["params"]).get("userData"),
                "at": written(row["drawn_at"]),
                "drawn_by": row["drawn_by"],
                "result": json.loads(row["result"]),  # false if a lie persists
                "signed": row["signed"],  # the true text of its random object
            }
            for row in self._state.rows("SELECT * FROM draws ORDER BY id")
        ]
