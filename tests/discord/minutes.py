"""The posts of an evening, read as a suspicious guest reads them: by patterns, with his own sums.

Nothing of the bot is used here: which number is which card, what a hand counts and what an amount
is, stands here once more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tests.loopback.discord.channels import Message

SUITS: Final = ("Pik", "Karo", "Kreuz", "Herz")
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Bube", "Dame", "König", "Ass")
PACKS: Final = 6
CARDS: Final = tuple(f"{suit} {rank}" for suit in SUITS for rank in RANKS)

AMOUNT: Final = r"(−?[\d.]+(?:,\d\d)?) MM"
_SMALL: Final = re.compile(
    r"^-# Runde (\d+) · Ziehung (\d+) · random\.org Nr\. (\d+) · Protokoll (\d+) · ([0-9a-f]{16})$",
    re.MULTILINE,
)
_DRAWN: Final = re.compile(r"Zahl (\d+) → ((?:Pik|Karo|Kreuz|Herz) \w+)")
_HAND: Final = re.compile(r"^Box (\d+)(.*?): (Zahl .*) = \*\*(\d+)\*\*", re.MULTILINE)
_SHOWS: Final = re.compile(r"^Croupier: (Zahl .*)$", re.MULTILINE)
_DRAWS: Final = re.compile(r"^Der Croupier zieht: (.*) = \*\*(\d+)\*\*", re.MULTILINE)
_RESULT: Final = re.compile(rf"^Box (\d+) (\w+): (.*) Guthaben {AMOUNT}\.$", re.MULTILINE)
_CARD: Final = re.compile(r"(?:Pik|Karo|Kreuz|Herz) \w+")


class Small(NamedTuple):
    """The small line of a draw."""

    round: int
    draw: int
    serial: int
    log: int
    head: str


class Hand(NamedTuple):
    """Cards of a box as a post shows them; ``first``: the post that deals it."""

    box: int
    cards: list[str]
    total: int
    first: bool


class Result(NamedTuple):
    """A settled bet as a post tells it, in hundredths."""

    box: int
    player: str
    cause: str
    balance: int

    @property
    def net(self) -> int | None:
        """What was won; None if nothing is said of it."""
        return self._amount(rf"{AMOUNT} gewonnen")

    @property
    def returned(self) -> int:
        """What goes to the player; nothing where he lost."""
        paid = self._amount(rf"{AMOUNT} ausgezahlt")
        return paid or self._amount(rf"{AMOUNT} zurück") or 0

    @property
    def lost(self) -> int | None:
        """What goes to the bank."""
        return self._amount(rf"Der Einsatz von {AMOUNT} geht an die Bank")

    def _amount(self, pattern: str) -> int | None:
        found = re.search(pattern, self.cause)
        return hundredths(found[1]) if found else None


class Post(NamedTuple):
    """A post, in as many messages as it needed."""

    message: Message
    text: str

    @property
    def small_lines(self) -> list[Small]:
        """The draws that it brings, by their small lines."""
        return [
            Small(int(found[0]), int(found[1]), int(found[2]), int(found[3]), found[4])
            for found in _SMALL.findall(self.text)
        ]

    @property
    def drawn(self) -> list[tuple[int, str]]:
        """Each number with the card that it is said to be."""
        return [(int(number), card) for number, card in _DRAWN.findall(self.text)]

    @property
    def hands(self) -> Iterator[Hand]:
        """The boxes that got cards."""
        for box, owner, cards, total in _HAND.findall(self.text):
            first = "(" in owner
            yield Hand(int(box), _CARD.findall(cards), int(total), first)

    @property
    def dealer_shows(self) -> list[str]:
        """The croupier's first card, where he got it."""
        return _CARD.findall(" ".join(_SHOWS.findall(self.text)))

    @property
    def dealer(self) -> tuple[list[str], int] | None:
        """The croupier's whole hand and its total, where he drew."""
        found = _DRAWS.search(self.text)
        return (_CARD.findall(found[1]), int(found[2])) if found else None

    @property
    def results(self) -> list[Result]:
        """The bets that are over."""
        return [
            Result(int(box), player, cause, hundredths(balance))
            for box, player, cause, balance in _RESULT.findall(self.text)
        ]

    @property
    def bank_won(self) -> int | None:
        """What a player who is the bank won in a round that is over; None if nothing is said."""
        found = re.search(
            rf"^Die Bank \(\w+\): {AMOUNT} (gewonnen|verloren)\.", self.text, re.MULTILINE
        )
        return hundredths(found[1]) * (1 if found[2] == "gewonnen" else -1) if found else None

    @property
    def ends(self) -> int:
        """The round that is over with it; 0 if none is."""
        found = re.search(r"nochmal` setzt dasselbe, `.runde (\d+)` zeigt", self.text)
        return int(found[1]) if found else 0

    @property
    def balance(self) -> tuple[int, int] | None:
        """What an account has, and what is bound: the answer to ``konto``."""
        held = rf"^Guthaben {AMOUNT}(?:, dazu {AMOUNT} in offenen Einsätzen)?\. Verwendungszweck"
        found = re.search(held, self.text)
        return (hundredths(found[1]), hundredths(found[2] or "0")) if found else None

    @property
    def booked(self) -> tuple[int, int, int] | None:
        """A booking's number, its amount, the balance after it."""
        pattern = rf"Buchung (\d+): {AMOUNT} für \w+ gutgeschrieben\. .*Guthaben {AMOUNT}\."
        found = re.search(pattern, self.text)
        return (int(found[1]), hundredths(found[2]), hundredths(found[3])) if found else None


def posts(messages: Iterable[Message]) -> list[Post]:
    """The house's posts in a channel; a message that answers nothing goes on with the last one."""
    found: list[Post] = []
    for message in messages:
        if not message.author_is_bot:
            continue
        if message.reply_to is None and not is_notice(message) and found:
            found[-1] = Post(found[-1].message, f"{found[-1].text}\n{message.content}")
        else:
            found.append(Post(message, message.content))
    return found


def is_notice(message: Message) -> bool:
    """Whether it is for everybody: a new chain of tickets, or that cards are waited for."""
    return message.content.startswith(
        ("-# random.org · neue Ticketkette ab ", "Der Croupier wartet auf Karten: ")
    )


def card_of(number: int) -> str:
    """Which card a number is."""
    return CARDS[(number - 1) // PACKS]


def total(cards: Iterable[str]) -> int:
    """What a hand counts: an ace eleven where that is not too many."""
    ranks = [card.split()[1] for card in cards]
    hard = sum(1 if rank == "Ass" else int(rank) if rank.isdigit() else 10 for rank in ranks)
    return hard + 10 if "Ass" in ranks and hard <= 11 else hard


def hundredths(amount: str) -> int:
    """``1.016,50`` in hundredths."""
    whole, _, part = amount.replace("−", "-").replace(".", "").partition(",")
    return int(whole) * 100 + int(part or "0")
