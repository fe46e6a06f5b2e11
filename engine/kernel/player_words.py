"""What players put into chance before anything is drawn, and the methods by which that was done.

3: a player seals a word as they sit down, by its hash, and opens it once no more seats are taken. Somebody who knows
the secret has then no choice left when they learn the first word, but to leave one of their own unopened; that shows.
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
from engine.kernel.chance import Sealed, compute_keyed_hash
from engine.kernel.event import Event
from engine.kernel.record import Snapshot
from engine.kernel.text import Told, Words, build_told, phrase

S = TypeVar("S")
NO_WORDS, SAID_WORDS, SEALED_WORDS = 1, 2, 3  # methods
METHODS = (NO_WORDS, SAID_WORDS, SEALED_WORDS)
SEAT_AND_WORD = "{who} {word}"
CHANCE_TABLE = "chance"  # where it is said: by the rules of chance, and not by the host


class Word(Struct, array_like=True, frozen=True, gc=False):
    """The word mixed into chance for one seat, whether its player chose it, and the hash by which they sealed it."""

    seat: str
    what: str
    own: bool = False
    sealed: str = ""

    @property
    def withheld(self) -> bool:
        """Whether the player sealed a word and did not reveal it."""
        return bool(self.sealed) and not self.what

    def mix_into_entropy(self, entropy: str) -> str:
        """Return the entropy (the running input of all draws) with a player's word mixed in; a word that was not
        revealed changes nothing.
        """
        return entropy if self.withheld else Sealed(f"word|{self.seat}", self.what).mix_into_entropy(entropy)


Brought = Sequence[Word]  # in seat order


def compute_word_hash(word: str) -> str:
    """Compute the hash with which a player seals a word before revealing it."""
    return hashlib.sha256(f"word|{word}".encode()).hexdigest()


def compute_host_word(secret: str, seat: str) -> str:
    """Compute the word of a player who brought none (chance method 2); it follows from the secret, so that the host has
    no choice.
    """
    return compute_keyed_hash(secret, f"word|{seat}").hex()[:32]


def list_sealed_words(sealed: Mapping[str, str], opened: Mapping[str, str]) -> list[Word]:
    """List the words of all seats that sealed one, in seat order; a word that was not revealed is empty."""
    return [Word(seat, opened.get(seat, ""), own=True, sealed=hash_) for seat, hash_ in sealed.items() if hash_]


def find_chance_method(words: Brought, kept: int) -> int:
    """Return the number of the method by which a game draws chance; older releases stored 0, and it is inferred from
    the words.
    """
    return kept or (SAID_WORDS if words else NO_WORDS)


def compute_first_entropy(words: Brought) -> str:
    """Compute the entropy for the first draw of a game from the players' words."""
    return reduce(lambda entropy, word: word.mix_into_entropy(entropy), words, "")


def build_first_snapshot(state: S, words: Brought, method: int = 0) -> Snapshot[S]:
    """Build the first snapshot of a game, in which nothing has happened yet."""
    return Snapshot(state, entropy=compute_first_entropy(words), method=find_chance_method(words, method))


def list_word_announcements(words: Brought, method: int = 0) -> list[Told]:
    """List the announcements made at the start about the players' words, so that everybody can check their own."""
    method = find_chance_method(words, method)
    if method == NO_WORDS:
        return []
    open_, shut = [it for it in words if it.own and not it.withheld], [it for it in words if it.withheld]
    if method == SEALED_WORDS:
        none = [build_told(events.NoWordsStirred(), {}, table=CHANCE_TABLE)]
        return (_build_word_announcement(events.OpenedWordsStirred, open_) or none) + _build_word_announcement(
            events.WordsWithheld, shut
        )
    hosts = [it for it in words if not it.own]
    return _build_word_announcement(events.SaidWordsStirred, open_) + _build_word_announcement(
        events.HostWordsStirred, hosts
    )


def _build_word_announcement(event: Callable[[list[Words]], Event], words: Brought) -> list[Told]:
    said: list[Words] = [phrase(SEAT_AND_WORD, who=it.seat, word=it.what or it.sealed) for it in words]
    return [build_told(event(said), {}, table=CHANCE_TABLE)] if said else []
