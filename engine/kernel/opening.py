"""What players put into chance before anything is drawn, and the methods by which that was done.

3: a player seals a word as they sit down, by its hash, and opens it once no more seats are taken. Whoever knows the
secret has then no choice left when they learn the first word, but to leave one of their own unopened; that shows.
Seals of the game itself are not stirred in: who seals last could choose among draws.
2: words were said in the clear as people sat down, and the host put one in for everybody else. Seals were stirred in.
1: there were no words. Seals were stirred in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TypeVar

from msgspec import Struct

from engine.kernel import events
from engine.kernel.chance import Sealed, keyed_hash
from engine.kernel.event import Event
from engine.kernel.record import Snapshot
from engine.kernel.text import Told, Words, as_told, phrase

S = TypeVar("S")
NO_WORDS, SAID_WORDS, SEALED_WORDS = 1, 2, 3  # methods
METHODS = (NO_WORDS, SAID_WORDS, SEALED_WORDS)
WORD = "{who} {word}"
TABLE = "chance"  # where it is said: by the rules of chance, and not by the host


class Word(Struct, array_like=True, frozen=True, gc=False):
    """What is stirred in for one seat, whether its player has chosen it, and the hash by which they had sealed it."""

    seat: str
    what: str
    own: bool = False
    sealed: str = ""

    @property
    def withheld(self) -> bool:
        """Has its player sealed a word and not opened it?"""
        return bool(self.sealed) and not self.what

    def stirred(self, entropy: str) -> str:
        """Mix it into all draws."""
        return entropy if self.withheld else Sealed(f"word|{self.seat}", self.what).stirred(entropy)


Brought = Sequence[Word]  # in seat order


def word_hash(word: str) -> str:
    """Return the hash by which a player seals a word."""
    return hashlib.sha256(f"word|{word}".encode()).hexdigest()


def hosts_word(secret: str, seat: str) -> str:
    """The word for a player who brought none, by method 2: the host had no choice."""
    return keyed_hash(secret, f"word|{seat}").hex()[:32]


def sealed_words(sealed: Mapping[str, str], opened: Mapping[str, str]) -> list[Word]:
    """Return the words of all seats that have sealed one, empty where it was not opened; `sealed` is in seat order."""
    return [Word(seat, opened.get(seat, ""), own=True, sealed=hash_) for seat, hash_ in sealed.items() if hash_]


def method_of(words: Brought, kept: int) -> int:
    """Return the method of a game; those of older releases did not write it down (0)."""
    return kept or (SAID_WORDS if words else NO_WORDS)


def stirred(words: Brought) -> str:
    """The entropy with which the first draw is made."""
    return reduce(lambda entropy, word: word.stirred(entropy), words, "")


def opened(state: S, words: Brought, method: int = 0) -> Snapshot[S]:
    """The game before anything has happened in it."""
    return Snapshot(state, entropy=stirred(words), method=method_of(words, method))


def announced(words: Brought, method: int = 0) -> list[Told]:
    """Everybody can see that their own word went in."""
    method = method_of(words, method)
    if method == NO_WORDS:
        return []
    open_, shut = [it for it in words if it.own and not it.withheld], [it for it in words if it.withheld]
    if method == SEALED_WORDS:
        none = [as_told(events.NoWordsStirred(), {}, table=TABLE)]
        return (_told(events.OpenedWordsStirred, open_) or none) + _told(events.WordsWithheld, shut)
    hosts = [it for it in words if not it.own]
    return _told(events.SaidWordsStirred, open_) + _told(events.HostWordsStirred, hosts)


def _told(event: Callable[[list[Words]], Event], words: Brought) -> list[Told]:
    said: list[Words] = [phrase(WORD, who=it.seat, word=it.what or it.sealed) for it in words]
    return [as_told(event(said), {}, table=TABLE)] if said else []
