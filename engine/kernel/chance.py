"""Provable chance: every draw follows from a secret that was committed to before the game began.

Published before anybody sits down: `commitment(secret)`. Published at the end: the secret. Between the two the players'
own words are stirred in before the first draw (`opening`); each draw is numbered and keyed.
Anybody can then repeat every draw from what was published; docs/fair-play.md tells how, and what that proves.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, chain, count, islice
from struct import unpack
from typing import Any

from msgspec import Struct

from engine.kernel.errors import Unpinnable

_WORD = 2**64

Wanted = list[str] | dict[int, str]  # what a draw is to bring: all of it by name, or some by its place from 1


class Drawn(Struct, array_like=True, frozen=True, gc=False):
    """One draw as the log keeps it: enough to repeat it without knowing the rules."""

    number: int
    key: str
    size: int
    k: int
    weights: tuple[int, ...] | None
    again: bool
    entropy: str
    drew: list[int]
    pinned: bool = False

    def due(self, secret: str) -> list[int]:
        """What really follows from the secret."""
        name = draw_name(self.number, self.entropy, self.key)
        return draw(secret, name, self.size, self.k, self.weights, again=self.again)

    def honest(self, secret: str) -> bool:
        """Does this draw follow from the secret? What a transcript has pinned never does."""
        return not self.pinned and self.drew == self.due(secret)


class Sealed(Struct, array_like=True, frozen=True, gc=False):
    """A private choice that binds its player, under a name that no other has."""

    name: str
    what: str

    def receipt(self, secret: str) -> str:
        """The public seal: checkable once the secret is out, and not to be guessed before."""
        return _receipt(secret, self.name, self.what)

    def stirred(self, entropy: str) -> str:
        """Mix the choice into all later draws."""
        return hashlib.sha256(f"stir|{entropy}|{self.name}|{self.what}".encode()).hexdigest()[:32]


def commitment(secret: str) -> str:
    """The hash published when a game starts. It is never an input of a draw."""
    return hashlib.sha256(f"commitment|{secret}".encode()).hexdigest()


@lru_cache(maxsize=256)  # everybody's receipt is wanted twice: at once, and when all are sealed
def _receipt(secret: str, name: str, what: str) -> str:
    salt = keyed_hash(secret, f"salt|{name}").hex()
    return hashlib.sha256(f"sealed|{salt}|{name}|{what}".encode()).hexdigest()


def keyed_hash(secret: str, message: str) -> bytes:
    """HMAC-SHA256: what only the secret gives, and what does not give away the secret."""
    return _hmac(secret, message, "sha256")


def draw_name(number: int, entropy: str, key: str) -> str:
    """What sets a draw apart from all others of the same secret."""
    return f"draw|{number}|{entropy}|{key}"


def draw(secret: str, name: str, size: int, k: int, weights: Sequence[int] | None, *, again: bool) -> list[int]:
    """Draw `k` of `size` outcomes: all different unless `again`, evenly unless `weights`."""
    words = _words(secret, name)
    if k != 1 and not again:
        return _shuffled(words, size, k) if weights is None else _weighted(words, weights, k)
    sums = None if weights is None else _sums(tuple(weights))
    limit = size if sums is None else sums[-1]
    drew = [_below(words, limit)] if k == 1 else [*_all_below(words, limit, k)]
    return drew if sums is None else [*map(partial(bisect_right, sums), drew)]


def as_wanted(
    key: str, outcomes: Sequence[Any], wanted: Wanted, drew: list[int], weights: Sequence[int] | None, *, again: bool
) -> list[int]:
    """A draw as a transcript wants it, all of it or some of its places."""
    if isinstance(wanted, list):
        return places(key, outcomes, wanted, len(drew), weights, again=again)
    return fixed(key, outcomes, wanted, drew, weights, again=again)


def places(
    key: str, outcomes: Sequence[Any], labels: list[str], k: int, weights: Sequence[int] | None, *, again: bool
) -> list[int]:
    """Where the outcomes that a transcript names stand; they must be such as could have been drawn."""
    if len(labels) != k:
        raise Unpinnable(key, f"draws {k}, and {len(labels)} stand here")
    places: list[int] = []
    for label in labels:
        places.append(_possible(key, outcomes, label, [] if again else places, weights)[0])
    return places


def fixed(
    key: str,
    outcomes: Sequence[Any],
    wanted: dict[int, str],
    drew: Sequence[int],
    weights: Sequence[int] | None,
    *,
    again: bool,
) -> list[int]:
    """A draw that brings what is wanted at some of its places; all else stays, but for what has to change places."""
    places, settled = list(drew), list[int]()
    for at, label in wanted.items():
        if not 1 <= at <= len(places):
            raise Unpinnable(key, f"draws {len(places)}, so there is no @{at} for “{label}”")
        possible = _possible(key, outcomes, label, [] if again else settled, weights)
        old = places[at - 1]
        best = old if old in possible else next((i for i in possible if i in places and not again), possible[0])
        if best in places and not again:
            places[places.index(best)] = old
        places[at - 1] = best
        settled.append(best)
    return places


def _possible(
    key: str, outcomes: Sequence[Any], label: str, taken: Sequence[int], weights: Sequence[int] | None
) -> list[int]:
    """Where an outcome of this name stands that can be drawn; one that cannot is refused with the reason."""
    fits = [i for i, outcome in enumerate(outcomes) if str(outcome) == label]
    likely = [i for i in fits if weights is None or weights[i]]
    free = [i for i in likely if i not in taken]
    if not free:
        can = "" if likely else f". It can draw: {_some(outcomes, weights)}"
        reason = " once more: nothing is drawn twice" if likely else " here: it has no chance" if fits else " here"
        raise Unpinnable(key, f"cannot draw “{label}”{reason}", outcome="" if fits else label, can=can)
    return free


def _some(outcomes: Sequence[Any], weights: Sequence[int] | None) -> str:
    likely = [outcome for i, outcome in enumerate(outcomes) if weights is None or weights[i]]
    names = list(dict.fromkeys(map(str, likely)))
    return " | ".join(names[:30]) + (" | …" if len(names) > 30 else "")


def _words(secret: str, name: str) -> Iterator[int]:
    return chain.from_iterable(map(partial(_block, secret, name), count()))


def _block(secret: str, name: str, number: int) -> tuple[int, ...]:
    return unpack(">8Q", _hmac(secret, f"{name}|{number}", "sha512"))


def _hmac(secret: str, message: str, algorithm: str) -> bytes:
    begun = _keyed(secret, algorithm)
    inner, outer = begun[0].copy(), begun[1].copy()
    inner.update(message.encode())
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=32)
def _keyed(secret: str, algorithm: str) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The inner and outer hash of an HMAC, keyed and kept: keying costs more than finishing."""
    size = hashlib.new(algorithm).block_size
    key = secret.encode()
    key = (key if len(key) <= size else hashlib.new(algorithm, key).digest()).ljust(size, b"\0")
    return hashlib.new(algorithm, bytes(b ^ 0x36 for b in key)), hashlib.new(algorithm, bytes(b ^ 0x5C for b in key))


def _below(words: Iterator[int], limit: int) -> int:
    # Words beyond the last whole multiple of the limit are thrown away, or low numbers would come up more often.
    fair = _WORD - _WORD % limit
    for word in words:
        if word < fair:
            return word % limit
    raise AssertionError("the stream of words never ends")


def _all_below(words: Iterator[int], limit: int, k: int) -> Iterator[int]:
    # The same `k` times; whole boards are drawn by it, so nothing of it is left to a loop of our own.
    fair = filter((_WORD - _WORD % limit).__gt__, words)
    return map(limit.__rmod__, islice(fair, k))


def _shuffled(words: Iterator[int], size: int, k: int) -> list[int]:
    # A shuffle that remembers only what it has moved: drawing 2 of a million costs 2 steps.
    moved: dict[int, int] = {}
    drew = []
    for i in range(k):
        j = i + _below(words, size - i)
        drew.append(moved.get(j, j))
        moved[j] = moved.get(i, i)
    return drew


@lru_cache(maxsize=512)
def _sums(weights: tuple[int, ...]) -> Sequence[int]:
    return tuple(accumulate(weights))


def _weighted(words: Iterator[int], weights: Sequence[int], k: int) -> list[int]:
    drew: list[int] = []
    left = list(weights)
    for _ in range(k):
        sums = _sums(tuple(left))
        drew.append(bisect_right(sums, _below(words, sums[-1])))
        left[drew[-1]] = 0
    return drew
