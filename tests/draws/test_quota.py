"""What a key may still draw: whichever ends first, its requests or its bits."""

from __future__ import annotations

from dataclasses import replace as with_rules
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.draws.quota import Quota, bits_of_draw, requests_left, told
from bot.engine.presets import PRESETS
from bot.engine.rules import PlayerCards, Shoe

NOW: Final = datetime(2026, 12, 1, 12, tzinfo=UTC)
SIX_PACKS: Final = with_rules(PRESETS["vegas_red"], player_cards=PlayerCards.HIDDEN)


def test_bits_end_before_requests_where_a_draw_is_dear() -> None:
    quota = told(Quota(), requests_left=900, bits_left=30_000, now=NOW)

    assert 10 == requests_left(quota, NOW, bits=bits_of_draw(SIX_PACKS))
    assert 6 == requests_left(told(quota, requests_left=6, bits_left=30_000, now=NOW), NOW, bits=9)
    assert requests_left(quota, NOW + timedelta(days=1), bits=9) is None


def test_only_what_lies_face_down_in_a_finite_shoe_is_dear() -> None:
    """Of a continuous shoe, or open cards, a free key's thousand requests end before its bits."""
    american = PRESETS["american"]
    one_pack = with_rules(american, packs=1, shoe=Shoe.ROUND)

    assert 6 * 52 * 9 == bits_of_draw(SIX_PACKS)
    assert 52 * 6 == bits_of_draw(one_pack)
    for cheap in (american, PRESETS["vegas_red"], PRESETS["aquatique"]):
        assert 250_000 // bits_of_draw(cheap) > 1_000
