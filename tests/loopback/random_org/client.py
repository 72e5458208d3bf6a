"""Starts the stand-in, steers it, looks into it and always ends it; for tests, synchronous.

    with standing_in(folder, seed=7) as random_org:
        random_org.plan("drop", when="after", method="generateSignedIntegers")
        play_with(random_org.url, random_org.api_key, random_org.public_key)
        compare(random_org.draws(), with_our_log)

Every call is short, so that an asynchronous test may make it too.
"""

from __future__ import annotations

import json
import random
import selectors
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

Json = dict[str, Any]

ROOT: Final = Path(__file__).parents[3]
API_KEY: Final = "5f1d7a52-9c3e-4b7a-8e21-3d6c0a94b7e5"
PATH: Final = "/json-rpc/4/invoke"
PATIENCE: Final = 20  # seconds for anything that should take milliseconds


_KEYS: Final = count()


def new_key() -> str:
    """An API key that no other has the last four digits of: the records show no more of it."""
    return f"{str(uuid4())[:-4]}{next(_KEYS):04x}"


class Reply(NamedTuple):
    """A bare HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class StandIn:
    """One stand-in: a folder, and at times a process. ``start`` again keeps port and state."""

    def __init__(
        self,
        folder: Path,
        *,
        key: Path | None = None,
        seed: int | None = None,
        numbers: Sequence[int] = (),
        api_keys: Sequence[str] = (API_KEY,),
    ) -> None:
        self.folder = folder
        self.api_key = api_keys[0]
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._options = [*(f"--api-key={key}" for key in api_keys)]
        self._options += [] if key is None else [f"--key={key}"]
        self._options += [] if seed is None else [f"--seed={seed}"]
        self._options += [f"--numbers={','.join(map(str, numbers))}"] if numbers else []

    @property
    def address(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        """Where the API answers: the setting RANDOM_ORG_URL."""
        return self.address + PATH

    @property
    def errors(self) -> str:
        """All that the process said on standard error, over every start."""
        return (self.folder / "stderr").read_text(encoding="utf-8")

    # ── the process ──────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        """Start the process and wait until it listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "tests.loopback.random_org", f"--state={self.folder}"]
        command += [f"--port={self.port}", *self._options]
        pipe = subprocess.PIPE
        with (self.folder / "stderr").open("ab") as errors:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=errors
            )
        try:
            _wait_until_it_listens(self._process)
        except BaseException:
            self.kill()
            raise

    def stop(self) -> None:
        """End the process in peace, whether or not it runs."""
        self._end(in_peace=True)

    def kill(self) -> None:
        """End the process at once, as ``kill -9`` does."""
        self._end(in_peace=False)

    def _end(self, *, in_peace: bool) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is None or process.stdout is None:
            raise AssertionError
        try:
            if in_peace:
                process.stdin.close()
                process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
            process.stdin.close()
            process.stdout.close()

    # ── the API, as any client would use it ──────────────────────────────────────────────────────

    def call(self, method: str, **params: object) -> Json:
        """Call a method and return the whole answer; ``apiKey`` is added where it is needed."""
        if method not in {"getTicket", "verifySignature"}:
            params.setdefault("apiKey", self.api_key)
        answer: Json = json.loads(self.post(spelled(method, params)).body)
        return answer

    def post(self, body: bytes, path: str = PATH, *, patience: float = PATIENCE) -> Reply:
        """Send any body as JSON."""
        return self.request("POST", path, body, patience=patience)

    def request(
        self,
        verb: str,
        path: str,
        body: bytes = b"",
        *,
        content_type: str = "application/json",
        patience: float = PATIENCE,
    ) -> Reply:
        """Send any request; ``patience`` is in seconds."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            connection.request(verb, path, body, {"Content-Type": content_type})
            response = connection.getresponse()
            return Reply(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    # ── control ──────────────────────────────────────────────────────────────────────────────────

    def plan(self, fault: str, **given: object) -> None:
        """Append a fault: its parameters, and ``method``, ``skip``, ``times`` (see ``faults``)."""
        self._change("plan", faults=[{"fault": fault, **given}])

    def forget_plan(self) -> None:
        """No more faults."""
        self._change("plan", clear=True)

    def planned(self) -> list[Json]:
        """The faults that still wait."""
        waiting: list[Json] = self._look("plan")
        return waiting

    def record(self) -> Json:
        """``draws``, ``requests``, ``troubles``, ``most_at_once`` and ``running``."""
        whole: Json = self._look("record")
        return whole

    def draws(self) -> list[Json]:
        """Every draw that was performed, whether or not anybody heard of it (see ``record``)."""
        draws: list[Json] = self.record()["draws"]
        return draws

    def requests(self) -> list[Json]:
        """Every request that came in."""
        requests: list[Json] = self.record()["requests"]
        return requests

    def most_at_once(self, api_key: str | None = None) -> int:
        """The most requests that ran at one time for a key."""
        tail = f"…{(api_key or self.api_key)[-4:]}"
        most: int = self.record()["most_at_once"].get(tail, 0)
        return most

    def take_troubles(self) -> list[str]:
        """What the stand-in could not do; forgotten with that. ``standing_in`` wants it empty."""
        troubles: list[str] = self._change("troubles")
        return troubles

    def set_key(self, api_key: str | None = None, **changes: object) -> Json:
        """Register a key or change it: ``status``, ``refusal``, ``license``: see ``accounts``."""
        shown: Json = self._change("key", api_key=api_key or self.api_key, **changes)
        return shown

    def set_quota(
        self, *, requests: int | None = None, bits: int | None = None, api_key: str | None = None
    ) -> Json:
        """How much is left until 00:00 UTC of the stand-in's clock."""
        left = {"requests_left": requests, "bits_left": bits}
        given = {name: value for name, value in left.items() if value is not None}
        return self.set_key(api_key, **given)

    def set_clock(self, to: str, *, frozen: bool = False) -> None:
        """Set the clock, as ``2026-11-29 18:00:00Z``; it runs on unless it is frozen."""
        self._change("clock", set=to, frozen=frozen)

    def advance(self, seconds: int) -> None:
        """Move the clock; whether it runs stays as it is."""
        self._change("clock", advance=seconds)

    def now(self) -> str:
        """The stand-in's time."""
        now: str = self._look("clock")["now"]
        return now

    def add_numbers(self, *numbers: int) -> None:
        """What signed draws will give next, after those that already wait."""
        self._change("numbers", numbers=numbers)

    def forget_numbers(self) -> None:
        """No number is chosen any more."""
        self._change("numbers", clear=True)

    def settings(self, **changes: object) -> Json:
        """Change how the stand-in reads the open points of the contract (see ``state``)."""
        all_of_them: Json = self._change("settings", **changes)
        return all_of_them

    def use_ticket(self, ticket_id: str, user_data: object = None, **draw: object) -> Json:
        """Let somebody else who has the key draw with a ticket; the result."""
        result: Json = self._change("use_ticket", ticketId=ticket_id, userData=user_data, **draw)
        return result

    def expire_ticket(self, ticket_id: str) -> None:
        """Let a ticket's thirty days be over."""
        self._change("expire_ticket", ticketId=ticket_id)

    @property
    def public_key(self) -> bytes:
        """PEM of the key to pin."""
        pem: str = self._look("public_key")["pem"]
        return pem.encode()

    @property
    def other_public_key(self) -> bytes:
        """PEM of the key that the fault ``other_key`` signs with."""
        pem: str = self._look("public_key")["other_pem"]
        return pem.encode()

    def _look(self, name: str) -> Any:
        return _answer(self.request("GET", f"/control/{name}"))

    def _change(self, name: str, **body: object) -> Any:
        return _answer(self.post(json.dumps(body).encode(), f"/control/{name}"))


@contextmanager
def standing_in(
    folder: Path,
    *,
    key: Path | None = None,
    seed: int | None = None,
    numbers: Sequence[int] = (),
    api_keys: Sequence[str] = (API_KEY,),
) -> Iterator[StandIn]:
    """A running stand-in, ended in any case; a trouble that nobody took fails the test."""
    stand_in = StandIn(folder, key=key, seed=seed, numbers=numbers, api_keys=api_keys)
    stand_in.start()
    try:
        yield stand_in
        if stand_in._process is not None:
            assert stand_in.take_troubles() == []
    finally:
        stand_in.stop()


def spelled(method: str, params: Json, call_id: float | str = 1) -> bytes:
    """The body of a call."""
    call = {"jsonrpc": "2.0", "method": method, "params": params, "id": call_id}
    return json.dumps(call).encode()


def _answer(reply: Reply) -> Any:
    if reply.status != 200:
        raise RuntimeError(reply.body.decode())
    return json.loads(reply.body)


def _free_port() -> int:
    """A port below those that clients are given, so that a restart always finds it free."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def _wait_until_it_listens(process: subprocess.Popen[bytes]) -> None:
    if process.stdout is None:
        raise AssertionError
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        line = process.stdout.readline() if selector.select(PATIENCE) else b""
    if not line:
        msg = "the stand-in did not start; its folder holds stderr"
        raise RuntimeError(msg)
