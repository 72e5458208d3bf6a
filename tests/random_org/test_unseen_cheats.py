"""A cheat who can sign as random.org does, and is found by what a hidden draw must have been."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from bot.audit.export import FromExport, export
from bot.audit.findings import Finding
from bot.audit.records import FromDatabase
from bot.audit.verify import verify
from bot.draws.commitment import commitment
from bot.draws.signature import SigningKey, read_key
from bot.store import opening
from tests.audit.forger import Forgery, Json
from tests.loopback.random_org.client import StandIn
from tests.loopback.random_org.signing import Signer
from tests.random_org.test_unseen import ONE_PACK, deal, finish, house

Change = Callable[[Json], object]

LIES: Final[dict[str, Change]] = {
    "n": lambda told: (told["data"].append(1), told.update(n=len(told["data"]))),
    "replacement": lambda told: told.update(replacement=True),
    "max": lambda told: told.update(max=312),
    "pregeneratedRandomization": lambda told: told.update(
        pregeneratedRandomization={"date": "2020-01-01"}
    ),
    "userData": lambda told: told["userData"].update(seq=77),
    "ticketId": lambda told: told["ticketData"].update(ticketId="0" * 16),
    "serial": lambda told: told.update(serialNumber=told["serialNumber"] + 1),
}


async def evening(folder: Path, stand_in: StandIn) -> Forgery:
    """Three rounds in a shoe, exported and taken apart."""
    async with house(folder, stand_in, ONE_PACK) as table:
        await table.credit(anna=1000)
        for _ in range(3):
            await deal(table)
            await finish(table)
    with opening.reading(folder / "table.db") as connection:
        export(FromDatabase(connection), folder / "export", key=read_key(stand_in.public_key))
    return Forgery.of(folder / "export")


def tell(forgery: Forgery, body: Json, content: str, signature: str) -> None:
    """Tell something else of a draw, and have committed to it."""
    body.update(content=content, signature=signature)
    salt = bytes.fromhex(body["salt"])
    origin = forgery.first("draw", draw=body["draw"])[1]["origin"]
    origin["commitment"] = commitment(salt, content, signature)


def found(forgery: Forgery, folder: Path, stand_in: StandIn) -> list[str]:
    """What an audit says of draws."""
    written = forgery.write(folder / "forged")
    report = verify(Bare(written), key=read_key(stand_in.public_key))
    return [each.text for each in report.findings if each.code.value == "draw"]


class Bare(FromExport):
    """An export of which files and copies are not asked about."""

    def own_findings(self, key: SigningKey) -> list[Finding]:
        return []


async def test_the_evening_itself_has_nothing_to_find(tmp_path: Path, random_org: StandIn) -> None:
    forgery = await evening(tmp_path, random_org)

    assert [] == found(forgery, tmp_path, random_org)


@pytest.mark.parametrize("name", LIES)
async def test_a_lie_in_what_was_signed_is_found(
    tmp_path: Path, random_org: StandIn, name: str, random_org_key: Path
) -> None:
    forgery = await evening(tmp_path, random_org)
    body = forgery.all("unveiled")[0][1]
    content = json.loads(body["content"])
    LIES[name](content)
    text = json.dumps(content, separators=(",", ":"))
    signer = Signer(random_org_key)
    tell(forgery, body, text, signer.sign(text.encode()))
    texts = found(forgery, tmp_path, random_org)

    assert any(each.startswith(f"draw {body['draw']}: {name}") for each in texts), texts


async def test_two_draws_cannot_be_exchanged(tmp_path: Path, random_org: StandIn) -> None:
    forgery = await evening(tmp_path, random_org)
    one, other = (body for _, body in forgery.all("unveiled")[:2])
    contents = (one["content"], one["signature"]), (other["content"], other["signature"])
    tell(forgery, one, *contents[1])
    tell(forgery, other, *contents[0])
    texts = found(forgery, tmp_path, random_org)

    for draw in (one["draw"], other["draw"]):
        assert any(each.startswith(f"draw {draw}: userData") for each in texts)
        assert any(each.startswith(f"draw {draw}: ticketId") for each in texts)


async def test_a_signature_of_somebody_else_is_found(
    tmp_path: Path, random_org: StandIn, random_org_key: Path
) -> None:
    forgery = await evening(tmp_path, random_org)
    body = forgery.all("unveiled")[0][1]
    signer = Signer(random_org_key)
    content = body["content"]
    tell(forgery, body, content, signer.sign_with_the_other(content.encode()))

    assert any("not signed" in each for each in found(forgery, tmp_path, random_org))


async def test_a_hidden_draw_that_is_left_out_leaves_a_gap(
    tmp_path: Path, random_org: StandIn
) -> None:
    """The last round's hidden draw is dropped with all that came of it; its serial is missing."""
    forgery = await evening(tmp_path, random_org)
    first = forgery.all("unveiled")[0][1]["draw"]
    for kind in ("intent", "draw", "unveiled"):
        position, _ = forgery.first(kind, draw=first)
        del forgery.bodies[position]

    assert any("serial" in each for each in found(forgery, tmp_path, random_org))
