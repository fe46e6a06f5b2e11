"""What players put into chance before anything is drawn: a word for each of them, after the secret is committed to.

A word of a player's own was made where the host has no say: in their browser, or in their head. For whoever brings none
the host takes one that follows from the secret, so that it cannot choose which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TypeVar

from msgspec import Struct

from engine.kernel.chance import Sealed, keyed_hash
from engine.kernel.record import Snapshot
from engine.kernel.text import Told, phrase

S = TypeVar("S")
METHOD = 2  # of drawing, in a game that begins with words; without any it is 1
OWN = "Stirred into all draws from the first on, the players' own words: {words}."
HOSTS = "Words for those who brought none follow from the host's secret: {words}."
WORD = "{who} {word}"
TABLE = "chance"  # where it is said: by the rules of chance, and not by the host


class Word(Struct, array_like=True, frozen=True, gc=False):
    """What is stirred in for one seat, and whether its player has chosen it."""

    seat: str
    what: str
    own: bool = False

    def stirred(self, entropy: str) -> str:
        """Mix it into all draws."""
        return Sealed(f"word|{self.seat}", self.what).stirred(entropy)


Brought = Sequence[Word]  # by everybody, in seat order


def hosts_word(secret: str, seat: str) -> str:
    """The word for a player who brought none: the host had no choice."""
    return keyed_hash(secret, f"word|{seat}").hex()[:32]


def words_for(secret: str, seats: Sequence[str], own: Mapping[str, str]) -> list[Word]:
    """A word for everybody, in seat order."""
    return [Word(seat, own.get(seat) or hosts_word(secret, seat), bool(own.get(seat))) for seat in seats]


def stirred(words: Brought) -> str:
    """The entropy with which the first draw is made."""
    return reduce(lambda entropy, word: word.stirred(entropy), words, "")


def opened(state: S, words: Brought) -> Snapshot[S]:
    """The game before anything has happened in it."""
    return Snapshot(state, entropy=stirred(words), method=METHOD if words else 1)


def announced(words: Brought) -> list[Told]:
    """Everybody can see that their own word went in."""
    own, hosts = ([phrase(WORD, who=it.seat, word=it.what) for it in words if it.own is own] for own in (True, False))
    told = [Told(OWN, {"words": own}, table=TABLE)] if own else []
    return [*told, Told(HOSTS, {"words": hosts}, table=TABLE)] if hosts else told
