"""Seeded players: what they say at a table in words and plain words, knowing only what is posted.

A guest is told nothing of the house but its posts, as people are: who is at turn, what a hand has
come to, that a round is over. What he said is kept, with whether he meant the house.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.discord.channels import Channel, Message
from tests.loopback.discord.handles import Member

HIT: Final = ("Karte", "karte bitte", "Noch eine.", "carte", "Bitte Karte!", "{p}karte", "{p}HIT")
STAND: Final = ("Keine Karte.", "reste", "ich passe", "Genug, danke", "{p}stand", "{p}keine karte")
DOUBLE: Final = ("verdoppeln", "ich verdopple bitte", "{p}verdoppeln")
STAKE: Final = ("{n} MM", "{n}MM", "Ich setze {n} MM, bitte", "{p}einsatz {n}", "{p}bet {n}")
ON_BOX: Final = ("{n} MM auf Box {b}", "{p}einsatz {n} box {b}", "{p}setze {n} auf Box {b}")
DEAL: Final = ("Karten geben", "karten geben bitte", "{p}geben", "{p}deal")
TALK: Final = (
    "Karte?",
    "genug geredet",
    "Soll ich noch eine nehmen?",
    "50 MM?",
    "> Karte",
    "`reste`",
    "Keine Karte mehr im Haus, was für ein Abend",
    "reste ich hier, wird es spät",
    "||Karte||",
    "Zahl 47 → Pik 9",
)
ASK: Final = ("{p}konto", "{p}runde", "{p}prüfen", "{p}zahl 47", "{p}regeln", "{p}balance")
REFUSED: Final = (
    "{p}einsatz 7",
    "{p}einsatz 5,000",
    "{p}kaarte",
    "{p}einsatz 4.000",
    "{p}plan löschen",
)

OVER: Final = "setzt dasselbe"
_DEALT: Final = re.compile(r"^Box (\d+) (\w+) \([^)]*\): .* = \*\*(\d+)\*\*(.*)$", re.MULTILINE)
_CARD: Final = re.compile(
    r"^Box (\d+)(?: verdoppelt, [^:]*)?: .* = \*\*(\d+)\*\*(.*)$", re.MULTILINE
)


@dataclass(slots=True)
class Evening:
    """What was said at all tables, and whether it was meant for the house."""

    chance: random.Random
    orders: list[Message] = field(default_factory=list)
    talk: list[Message] = field(default_factory=list)


@dataclass(slots=True)
class Seat:
    """A guest at a table, and the hands he still plays: boxes and totals."""

    evening: Evening
    who: Member
    channel: Channel
    prefix: str
    hands: dict[int, int] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)  # boxes that may be doubled, as far as he knows

    def order(self, *forms: str, **how: object) -> Message:
        """Say one of some forms, and do not wait."""
        text = self.evening.chance.choice(forms).format(p=self.prefix, **how)
        said = self.who.say(self.channel, text)
        self.evening.orders.append(said)
        return said

    def answer(self, said: Message) -> str:
        """What the house says to it; nothing where a sign is enough."""

        def answered(one: Message) -> bool:
            return one.reply_to == said.id or (one.id == said.id and "✅" in one.reactions)

        found = self.channel.wait_for(answered)
        return "" if found.id == said.id else found.content

    def does(self, *forms: str, **how: object) -> str:
        """Say one of some forms; the answer."""
        return self.answer(self.order(*forms, **how))

    def talks(self) -> None:
        """Say something that is no word of the house."""
        other = {"!": "$", "$": "!"}[self.prefix]
        text = self.evening.chance.choice((*TALK, f"{other}konto", f"{other}einsatz 50"))
        self.evening.talk.append(self.who.say(self.channel, text))

    def stakes(self) -> None:
        """Stake on a box or several, and sometimes think better of it."""
        chance = self.evening.chance
        amount = chance.choice((10, 15, 25, 50, 75, 100))
        match chance.randrange(7):
            case 0:
                self.does(*STAKE, n=amount)
                self.does(*ON_BOX, n=amount + 5, b=chance.randint(3, 7))
            case 1:
                self.does(*STAKE, n=amount)
                self.does("doch {n} MM", "{p}einsatz {n}", n=amount + 30)
            case 2:
                self.does(*STAKE, n=amount)
                self.does("Einsatz zurück", "{p}einsatz zurück")
                self.does(*STAKE, n=amount)
            case 3 if self.does("nochmal", "{p}nochmal") == "":
                pass
            case _:
                self.does(*STAKE, n=amount)

    def sees(self, post: str) -> None:
        """Note one's own hands in a post of the deal."""
        self.hands = {
            int(box): int(total)
            for box, name, total, rest in _DEALT.findall(post)
            if name == self.who.name and not rest.strip(" (weich)")
        }
        self.fresh = set(self.hands)

    def moves(self) -> str:
        """Decide on one hand, naming its box where one has several; the answer."""
        box, total = self.evening.chance.choice(sorted(self.hands.items()))
        several, chance = len(self.hands) > 1, self.evening.chance
        suffix = f" box {box}" if several else ""
        forms: tuple[str, ...]
        if box in self.fresh and total in {9, 10, 11} and chance.random() < 0.7:
            forms = ("{p}verdoppeln" + suffix,) if several else DOUBLE
        elif total < chance.randint(13, 17):
            forms = (f"Box {box} Karte", "{p}karte" + suffix) if several else HIT
        else:
            forms = (f"Box {box} keine Karte", "{p}reste" + suffix) if several else STAND
        answer = self.does(*forms)
        self.fresh.discard(box)
        self._learn(box, answer)
        return answer

    def _learn(self, box: int, answer: str) -> None:
        if OVER in answer:
            self.hands.clear()
            return
        card = next((found for found in _CARD.findall(answer) if int(found[0]) == box), None)
        if card is None or "verdoppelt" in answer or card[2].strip(" (weich)"):
            del self.hands[box]
        else:
            self.hands[box] = int(card[1])


def play(seats: list[Seat], *, chatty: bool = True) -> None:
    """Play one round: everybody stakes, somebody asks for the cards, each plays when he will."""
    chance = seats[0].evening.chance
    for seat in seats:
        if chatty and chance.random() < 0.4:
            seat.talks()
        seat.stakes()
        if chance.random() < 0.3:
            seat.does(*REFUSED)
    play_out(seats, chance.choice(seats).does(*DEAL))


def play_out(seats: list[Seat], post: str) -> None:
    """Play a round that is dealt, to its end."""
    chance = seats[0].evening.chance
    for seat in seats:
        seat.sees(post)
    while OVER not in post:
        seat = chance.choice([seat for seat in seats if seat.hands])
        if chance.random() < 0.3:
            seat.talks()
        if chance.random() < 0.15:
            seat.does(*ASK)
        post = seat.moves()
    for seat in seats:
        seat.hands.clear()
    if chance.random() < 0.5:
        chance.choice(seats).does(*ASK)
