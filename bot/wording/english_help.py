"""English: the help, a title for each paragraph and a line for each word."""

from __future__ import annotations

from typing import assert_never

from bot.wording.sentences import Topic
from bot.wording.words import Means


def help_title(topic: Topic) -> str:
    """Return what a paragraph of the help is called."""
    match topic:
        case Topic.STAKES:
            return "Stakes"
        case Topic.MOVES:
            return "Your hand"
        case Topic.BESIDE:
            return "Bets beside"
        case Topic.ANSWERS:
            return "To know"
        case Topic.STAFF:
            return "For the supervisor"
        case _:
            assert_never(topic)


def means(word: Means) -> str:
    """Return what a word does, in the help."""
    match word:
        case Means.STAKE:
            return "stake, or say `50 MM on box 3`"
        case Means.CHANGE:
            return "change the stake"
        case Means.TAKE_BACK:
            return "take the stake back"
        case Means.DEAL:
            return "deal the cards"
        case Means.QUICK_HAND:
            return "alone at the table: stake and deal at once"
        case Means.HIT:
            return "one more card; with several hands say `box 2 card`"
        case Means.STAND:
            return "no more cards"
        case Means.DOUBLE:
            return "double the stake, exactly one card"
        case Means.AGAIN:
            return "the same stake once more, or another"
        case Means.SIT_OUT:
            return "sit this round out"
        case Means.LEAVE:
            return "leave the table"
        case Means.BALANCE:
            return "your balance"
        case Means.OWN_CARDS:
            return "your cards face down"
        case Means.RULES:
            return "what is played here"
        case Means.HELP:
            return "this list"
        case Means.NUMBERS:
            return "which number is which card"
        case Means.NUMBER:
            return "the card of a number"
        case Means.ROUND:
            return "every draw of a round"
        case Means.SPLIT:
            return "split a pair"
        case Means.INSURE:
            return "insure, up to half the stake"
        case Means.NO_INSURANCE:
            return "no insurance"
        case Means.EVEN_MONEY:
            return "have your own blackjack paid 1:1 at once"
        case Means.BEHIND:
            return "stake behind somebody else’s box"
        case Means.BUST:
            return "bet that the dealer busts"
        case Means.SET_RULES:
            return "what is played from the next round on"
        case Means.OPEN_TABLE:
            return "open a table here"
        case Means.CLOSE_TABLE:
            return "close the table after the running round"
        case Means.CREDIT:
            return "book money on a member's account"
        case Means.DEBIT:
            return "book it off"
        case Means.REVERSE:
            return "undo a booking"
        case Means.TIP:
            return "the best move"
        case Means.SET_TIPS:
            return "give tips here, or “off”"
        case Means.DRAW:
            return "which cards a draw brought, and why"
        case Means.BANK:
            return "be the bank, or put more into it"
        case Means.GIVE_UP_BANK:
            return "pass it on"
        case Means.PARTY:
            return "for chips, the same for everybody; `!session end`"
        case Means.VERIFY:
            return "verify a round now, with all of the log"
        case Means.LEAVE_STAKE:
            return "after a push, for the next round"
        case Means.ASK_LIMIT:
            return "ask the supervisor for a higher limit"
        case Means.ALLOW_LIMIT:
            return "grant a higher limit; 0 withdraws it"
        case _:
            assert_never(word)
