"""The posts of a casino table, read as a suspicious guest reads them: who bet what on which hand.

What a card and a hand are worth stands in ``minutes``; nothing of the bot is used here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tests.discord.minutes import AMOUNT, Post, Result, hundredths, total

_CARD: Final = re.compile(r"(?:Pik|Karo|Kreuz|Herz) \w+")
_DEALT: Final = re.compile(r"^Box (\d+) \w+ \([^)]*\): (Zahl .*) = \*\*(\d+)\*\*", re.MULTILINE)
_MORE: Final = re.compile(
    r"^Box (\d+)(?:, Hand (\d+))?(?: verdoppelt, [^:]*)?: (Zahl .*) = \*\*(\d+)\*\*", re.MULTILINE
)
_SPLIT: Final = re.compile(r"^Box (\d+) geteilt, [^:]*: (Hand .*)$", re.MULTILINE)
_PART: Final = re.compile(r"Hand (\d+): (Zahl \d+ → \w+ \w+) = \*\*(\d+)\*\*")
_ENDED: Final = re.compile(
    r"^(?:Box (?P<box>\d+) (?P<player>\w+)(?P<behind> \(mitgesetzt\))?(?:, Hand (?P<hand>\d+))?"
    r"|Versicherung (?P<insured>\w+) \(Box (?P<of>\d+)\)"
    rf"|Bust (?P<bust>\w+)): (?P<cause>.*) Guthaben {AMOUNT}\.$",
    re.MULTILINE,
)


class Bet(NamedTuple):
    """Which bet a line speaks of; a bust bet lies on box 0."""

    kind: str  # main, backing, insurance, bust
    box: int
    hand: int
    player: str


def ended(post: Post) -> Iterator[tuple[Bet, Result]]:
    """Yield the bets that are over, in the order of the lines."""
    for found in _ENDED.finditer(post.text):
        player = found["player"] or found["insured"] or found["bust"]
        box = int(found["box"] or found["of"] or 0)
        kind = "backing" if found["behind"] else "main"
        if found["insured"] or found["bust"]:
            kind = "insurance" if found["insured"] else "bust"
        bet = Bet(kind, box, int(found["hand"] or bool(box)), player)
        yield bet, Result(box, player, found["cause"], hundredths(found[found.re.groups]))


@dataclass
class Table:
    """The cards that lie there, as far as they were posted."""

    hands: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    dealer: list[str] = field(default_factory=list)

    def see(self, post: Post) -> None:
        """Lay the cards of a post down, and add up what it says of them."""
        if "Nichts geht mehr." in post.text:
            self.hands.clear()
        for box, cards, counted in _DEALT.findall(post.text):
            self._lay((int(box), 1), _CARD.findall(cards), counted, post)
        for box, parts in _SPLIT.findall(post.text):
            self._part(int(box), _PART.findall(parts), post)
        for box, hand, cards, counted in _MORE.findall(post.text):
            self._lay((int(box), int(hand or 1)), _CARD.findall(cards), counted, post)
        self.dealer = post.dealer_shows or self.dealer
        if post.dealer is not None:
            cards, counted = post.dealer
            assert cards[: len(self.dealer)] == self.dealer, post.text
            assert total(cards) == counted, post.text
            self.dealer = cards

    def _part(self, box: int, parts: list[tuple[str, str, str]], post: Post) -> None:
        (first, _, _), (second, _, _) = parts
        self.hands[box, int(second)] = [self.hands[box, int(first)].pop()]
        for hand, card, counted in parts:
            self._lay((box, int(hand)), _CARD.findall(card), counted, post)

    def _lay(self, at: tuple[int, int], cards: list[str], counted: str, post: Post) -> None:
        self.hands.setdefault(at, []).extend(cards)

        assert total(self.hands[at]) == int(counted), post.text

    def fits(self, bet: Bet, cause: str) -> bool:
        """Whether a bet's cause is true of the cards that lie there."""
        dealer = total(self.dealer)
        natural = dealer == 21 and len(self.dealer) == 2
        if bet.kind in {"insurance", "bust"}:
            true = {
                "Der Croupier hat Blackjack, 2:1.": natural,
                "Der Croupier hat keinen Blackjack.": not natural,
                f"Der Croupier hat sich mit {dealer} überkauft, 5:2.": dealer > 21,
                "Der Croupier hat sich nicht überkauft.": dealer <= 21,
            }
        else:
            cards = self.hands[bet.box, bet.hand]
            own = total(cards)
            unsplit = sum(box == bet.box for box, _ in self.hands) == 1
            blackjack = own == 21 and len(cards) == 2 and unsplit
            true = {
                f"{own} schlägt {dealer}.": own > dealer,
                f"{own} gegen {dealer}, verloren.": own < dealer <= 21,
                f"{own} gegen {dealer}, unentschieden.": own == dealer,
                f"{own}, überkauft.": own > 21,
                f"{own}, der Croupier hat sich mit {dealer} überkauft.": own <= 21 < dealer,
                f"Der Blackjack des Croupiers schlägt {own}.": natural and not blackjack,
                "Blackjack, 3:2.": blackjack and not natural,
                "Blackjack, 1:1 vorab.": blackjack and self.dealer[0].endswith("Ass"),
                "Siebener-Drilling! ": [card.split()[1] for card in cards] == ["7"] * 3,
            }
        return any(fits and cause.startswith(sentence) for sentence, fits in true.items())
