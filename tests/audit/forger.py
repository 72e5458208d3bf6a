"""A cheat with patience: bends an export, then makes every hash, reference and sum right again.

What is left to find him by is only what the records say.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from msgspec import Raw

from bot.audit.export import BALANCES, DRAWS, ENTRIES, KEY, MANIFEST, POSTINGS, manifest_of
from bot.draws.chain import START, link
from bot.draws.signature import pinned
from bot.ledger.postings import Posting, Transfer
from bot.store.codec import canonical

Json = dict[str, Any]

REFERENCES: Final = ("cause", "intent", "entry")


def printed(value: Json) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def read_lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@dataclass
class Forgery:
    """The records as they lie open on the cheat's desk; entries refer to each other by number."""

    bodies: dict[float, Json] = field(default_factory=dict)  # by position; halves lie between
    postings: list[Json] = field(default_factory=list)
    balances: list[Json] = field(default_factory=list)

    @classmethod
    def of(cls, folder: Path) -> Forgery:
        """Take an export apart."""
        lines = read_lines(folder / ENTRIES)
        return cls(
            {line["position"]: line["body"] for line in lines},
            read_lines(folder / POSTINGS),
            read_lines(folder / BALANCES),
        )

    # ── finding ──────────────────────────────────────────────────────────────────────────────────

    def all(self, kind: str, **fields: object) -> list[tuple[float, Json]]:
        """Bodies of a kind, or events of that name, with these fields."""
        return [
            (position, body)
            for position, body in sorted(self.bodies.items())
            if kind in {body["kind"], body.get("event", {}).get("event")}
            and all({**body, **body.get("event", {})}[name] == fields[name] for name in fields)
        ]

    def first(self, kind: str, **fields: object) -> tuple[float, Json]:
        """The first of them."""
        return self.all(kind, **fields)[0]

    def event(self, kind: str, **fields: object) -> Json:
        """The first event of that name, to be bent."""
        event: Json = self.first(kind, **fields)[1]["event"]
        return event

    def posting(self, key: str) -> Json:
        """The posting with that key."""
        return next(posting for posting in self.postings if posting["key"] == key)

    def balance(self, account: str) -> Json:
        """The account's first balance."""
        return next(balance for balance in self.balances if balance["account"] == account)

    # ── bending ──────────────────────────────────────────────────────────────────────────────────

    def insert_after(self, position: float, body: Json) -> None:
        """Put an entry between two others."""
        self.bodies[position + 0.5] = body

    def pay(self, account: str, amount: int) -> None:
        """Make a balance agree with a posting that was bent."""
        self.balance(account)["amount"] += amount

    def cut_after(self, position: float) -> None:
        """Let everything behind an entry never have happened."""
        self.bodies = {place: body for place, body in self.bodies.items() if place <= position}
        self.postings = [each for each in self.postings if each["entry"] <= position]
        sums: Counter[tuple[str, str]] = Counter()
        for moved in (moved for posting in self.postings for moved in posting["transfers"]):
            sums[moved["source"], moved["asset"]] -= moved["amount"]
            sums[moved["target"], moved["asset"]] += moved["amount"]
        self.balances = [
            {"account": account, "asset": asset, "amount": sums[account, asset]}
            for account, asset in sorted(sums)
        ]

    # ── making it right again ────────────────────────────────────────────────────────────────────

    def write(self, folder: Path) -> Path:
        """Number, refer, hash, link and sum up anew."""
        folder.mkdir()
        order = sorted(self.bodies)
        places = {position: place for place, position in enumerate(order, start=1)}

        def place(position: float) -> int:
            return places.get(position, sum(each < position for each in order))

        head, lines = START, []
        for position in order:
            content = printed(_referring(self.bodies[position], place))
            head = link(head, content)
            whole = {"body": Raw(content), "hash": head.hex(), "position": places[position]}
            lines.append(canonical(whole))
        _write(folder / ENTRIES, lines)
        for number, posting in enumerate(self.postings, start=1):
            posting["number"] = number
        _write(folder / POSTINGS, [printed(_agreeing(each, place)) for each in self.postings])
        _write(folder / BALANCES, [printed(balance) for balance in self.balances])
        (folder / DRAWS).write_bytes(b"")
        (folder / KEY).write_bytes(pinned().pem)
        manifest = manifest_of(folder, entries=len(order), head=head)
        (folder / MANIFEST).write_bytes(canonical(manifest))
        return folder


def _write(path: Path, lines: list[bytes]) -> None:
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def _referring(body: Json, place: Any) -> Json:
    """The same with references to where the entries stand now."""
    return {name: place(value) if name in REFERENCES else value for name, value in body.items()}


def _agreeing(posting: Json, place: Any) -> Json:
    """The same with its references and the hash of its request as they must be."""
    posting = _referring(posting, place)
    kind = posting["key"].partition(":")[0]
    if kind in {"deposit", "debit"}:
        posting["key"] = f"{kind}:{posting['entry']}"
    transfers = tuple(Transfer(**moved) for moved in posting["transfers"])
    opens = None
    if posting["reason"] in {"stake", "bank"}:
        opens = (transfers[0].target, transfers[0].source)
    request = Posting(posting["key"], posting["reason"], transfers, opens)
    return {**posting, "request": hashlib.sha256(canonical(request)).hexdigest()}
