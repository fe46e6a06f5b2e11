"""Provable chance: every draw follows from a secret that was committed to before the game began.

Published before anybody sits down: `commitment(secret)`. Published at the end: the secret. Between the two the players'
own words are stirred in before the first draw (`opening`); each draw is numbered and keyed.
Anybody can then repeat every draw from what was published; docs/fair-play.md tells how, and what that proves.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import accumulate, chain, count, islice
from struct import unpack
from typing import Any, TypeVar

from msgspec import Struct

from engine.kernel import events
from engine.kernel.errors import Unpinnable
from engine.kernel.event import Event
from engine.kernel.record import Snapshot
from engine.kernel.text import Told, Words, build_told, phrase

_WORD_RANGE = 2**64
Wanted = list[str] | dict[int, str]  # what a draw is to bring: all of it by name, or some by its place from 1


class Drawn(Struct, array_like=True, frozen=True, gc=False):
    """One draw as it is logged: enough to repeat it without knowing the rules."""

    number: int
    key: str
    size: int
    k: int
    weights: tuple[int, ...] | None
    again: bool
    entropy: str
    drew: list[int]
    pinned: bool = False

    def is_possible(self) -> bool:
        """Return whether a draw of this form can be made at all, whatever it brings: it lists `k` outcomes; its
        weights, if any, are one for each outcome, none negative, and not too large in sum; and enough outcomes have a
        chance (one is enough with `again`).
        """
        weights = self.weights
        if weights is not None and (len(weights) != self.size or any(weight < 0 for weight in weights)):
            return False
        likely, total = (self.size, self.size) if weights is None else (sum(map(bool, weights)), sum(weights))
        return self.k == len(self.drew) and likely >= (1 if self.again else self.k) and total <= _WORD_RANGE

    def compute_expected(self, secret: str) -> list[int]:
        """Compute, from the game's secret, the outcomes (as indices) that this draw must have had if it was honest. The
        caller has checked `is_possible`: nothing is checked here.
        """
        name = build_draw_name(self.number, self.entropy, self.key)
        return draw_outcomes(secret, name, self.size, self.k, self.weights, again=self.again)

    def is_honest(self, secret: str) -> bool:
        """Return whether this draw's outcomes follow from the game's secret, so that nobody chose them; a draw fixed by
        a transcript (pinned) is never honest. The caller has checked `is_possible`.
        """
        return not self.pinned and self.drew == self.compute_expected(secret)


class Sealed(Struct, array_like=True, frozen=True, gc=False):
    """A player's private choice, which can no longer be changed, under a unique name."""

    name: str
    what: str

    def compute_receipt(self, secret: str) -> str:
        """Compute the receipt of a player's secret choice: a hash that reveals nothing now, and proves the choice once
        the game's secret is published.
        """
        return _compute_receipt(secret, self.name, self.what)

    def mix_into_entropy(self, entropy: str) -> str:
        """Return the entropy (a running value from which all draws are computed) with this secret choice mixed in, so
        that all later draws depend on it.
        """
        return hashlib.sha256(f"stir|{entropy}|{self.name}|{self.what}".encode()).hexdigest()[:32]


def compute_commitment(secret: str) -> str:
    """Compute the hash of a game's secret that is published when the game starts, so that the host cannot change the
    secret later. No draw depends on this hash.
    """
    return hashlib.sha256(f"commitment|{secret}".encode()).hexdigest()


@lru_cache(maxsize=256)  # everybody's receipt is wanted twice: at once, and when all are sealed
def _compute_receipt(secret: str, name: str, what: str) -> str:
    """Compute the receipt of a secret choice `what` made under the unique `name`: a SHA-256 hash of both and of a salt
    that follows from the game's secret. Cached.
    """
    salt = compute_keyed_hash(secret, f"salt|{name}").hex()
    return hashlib.sha256(f"sealed|{salt}|{name}|{what}".encode()).hexdigest()


def compute_keyed_hash(secret: str, message: str) -> bytes:
    """Compute the HMAC-SHA256 of a message with the game's secret as its key: only who has the secret can compute it,
    and it does not reveal the secret.
    """
    return _compute_hmac(secret, message, "sha256")


def build_draw_name(number: int, entropy: str, key: str) -> str:
    """Build the message from which a draw is computed by hashing: its number, the entropy and its key make it different
    from that of every other draw of the game.
    """
    return f"draw|{number}|{entropy}|{key}"


def draw_outcomes(
    secret: str, name: str, size: int, k: int, weights: Sequence[int] | None, *, again: bool
) -> list[int]:
    """Compute a draw from the game's secret and the draw's `name`, and return the indices of `k` out of `size`
    outcomes: all different unless `again`, equally likely unless there are `weights`. Unless `again`, at least `k` must
    have a chance.
    """
    words = _iter_random_words(secret, name)
    if k != 1 and not again:
        return (
            _draw_without_repeats(words, size, k)
            if weights is None
            else _draw_weighted_without_repeats(words, weights, k)
        )
    sums = None if weights is None else _compute_running_sums(tuple(weights))
    limit = size if sums is None else sums[-1]
    drew = [_draw_below(words, limit)] if k == 1 else [*_draw_all_below(words, limit, k)]
    return drew if sums is None else [*map(partial(bisect_right, sums), drew)]


def apply_pins(
    key: str, outcomes: Sequence[Any], wanted: Wanted, drew: list[int], weights: Sequence[int] | None, *, again: bool
) -> list[int]:
    """Return a draw's outcomes, as indices, as a transcript demands them (pins): `wanted` is a list of the names of
    all, or a mapping from positions (from 1) to the names that stand there in place of what `drew` has. Raise
    Unpinnable for what could not have been drawn.
    """
    if isinstance(wanted, list):
        return list_pinned_outcomes(key, outcomes, wanted, len(drew), weights, again=again)
    return pin_positions(key, outcomes, wanted, drew, weights, again=again)


def list_pinned_outcomes(
    key: str, outcomes: Sequence[Any], labels: list[str], k: int, weights: Sequence[int] | None, *, again: bool
) -> list[int]:
    """Return the indices of all outcomes that a transcript demands for a draw, named by `labels`, in that order; of
    several with the same name, the first free one. Raise Unpinnable unless there are `k`, each of which the draw could
    have brought.
    """
    if len(labels) != k:
        raise Unpinnable(key, f"draws {k}, and {len(labels)} stand here")
    places: list[int] = []
    for label in labels:
        places.append(_list_possible_outcomes(key, outcomes, label, [] if again else places, weights)[0])
    return places


def pin_positions(
    key: str,
    outcomes: Sequence[Any],
    wanted: dict[int, str],
    drew: Sequence[int],
    weights: Sequence[int] | None,
    *,
    again: bool,
) -> list[int]:
    """Return the drawn outcomes `drew`, as indices, changed so that at the positions (from 1) in `wanted` the outcomes
    stand that a transcript demands there by name. Without `again`, one that stands elsewhere changes places with the
    one it replaces. Raise Unpinnable for a position that is none, or an outcome that cannot be drawn.
    """
    places, settled = list(drew), list[int]()
    for at, label in wanted.items():
        if not 1 <= at <= len(places):
            raise Unpinnable(key, f"draws {len(places)}, so there is no @{at} for “{label}”")
        possible = _list_possible_outcomes(key, outcomes, label, [] if again else settled, weights)
        old = places[at - 1]
        best = old if old in possible else next((i for i in possible if i in places and not again), possible[0])
        if best in places and not again:
            places[places.index(best)] = old
        places[at - 1] = best
        settled.append(best)
    return places


def _list_possible_outcomes(
    key: str, outcomes: Sequence[Any], label: str, taken: Sequence[int], weights: Sequence[int] | None
) -> list[int]:
    """Return the indices of the outcomes with the name `label` that a draw can still bring, those in `taken` excepted;
    raise Unpinnable with the reason if there are none.
    """
    fits = [i for i, outcome in enumerate(outcomes) if str(outcome) == label]
    likely = [i for i in fits if weights is None or weights[i]]
    free = [i for i in likely if i not in taken]
    if not free:
        can = "" if likely else f". It can draw: {_format_possible_outcomes(outcomes, weights)}"
        reason = " once more: nothing is drawn twice" if likely else " here: it has no chance" if fits else " here"
        raise Unpinnable(key, f"cannot draw “{label}”{reason}", outcome="" if fits else label, can=can)
    return free


def _format_possible_outcomes(outcomes: Sequence[Any], weights: Sequence[int] | None) -> str:
    """Return the names of the outcomes that a draw can bring, each once, at most the first 30, for an error message."""
    likely = [outcome for i, outcome in enumerate(outcomes) if weights is None or weights[i]]
    names = list(dict.fromkeys(map(str, likely)))
    return " | ".join(names[:30]) + (" | …" if len(names) > 30 else "")


def _iter_random_words(secret: str, name: str) -> Iterator[int]:
    """Yield, without end, the 64-bit numbers from which the draw called `name` is computed; they follow from the secret
    and that name alone.
    """
    return chain.from_iterable(map(partial(_compute_random_block, secret, name), count()))


def _compute_random_block(secret: str, name: str, number: int) -> tuple[int, ...]:
    """Compute eight of these 64-bit numbers of a draw: block `number`, counted from 0, of its stream."""
    return unpack(">8Q", _compute_hmac(secret, f"{name}|{number}", "sha512"))


def _compute_hmac(secret: str, message: str, algorithm: str) -> bytes:
    """Return the bytes of the HMAC of a message with the game's secret as its key, by the hash algorithm of this name,
    such as `sha256`.
    """
    begun = _build_keyed_hashes(secret, algorithm)
    inner, outer = begun[0].copy(), begun[1].copy()
    inner.update(message.encode())
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=32)
def _build_keyed_hashes(secret: str, algorithm: str) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Build the inner and outer hash of an HMAC with this secret, and cache them, because setting the key costs more
    than hashing a message.
    """
    size = hashlib.new(algorithm).block_size
    key = secret.encode()
    key = (key if len(key) <= size else hashlib.new(algorithm, key).digest()).ljust(size, b"\0")
    return hashlib.new(algorithm, bytes(b ^ 0x36 for b in key)), hashlib.new(algorithm, bytes(b ^ 0x5C for b in key))


def _draw_below(words: Iterator[int], limit: int) -> int:
    """Take 64-bit numbers from the random stream `words` until one can be reduced fairly, and return it modulo `limit`:
    each whole number from 0 to `limit` - 1 with the same chance.
    """
    # Words beyond the last whole multiple of the limit are thrown away, or low numbers would come up more often.
    fair = _WORD_RANGE - _WORD_RANGE % limit
    for word in words:
        if word < fair:
            return word % limit
    raise AssertionError("the stream of words never ends")


def _draw_all_below(words: Iterator[int], limit: int, k: int) -> Iterator[int]:
    """Yield `k` numbers made from the random stream `words`, equal ones allowed: for each, every whole number from 0 to
    `limit` - 1 has the same chance. They are those that `_draw_below` would return one after the other.
    """
    # The same `k` times; whole boards are drawn by it, so nothing of it is left to a loop of our own.
    fair = filter((_WORD_RANGE - _WORD_RANGE % limit).__gt__, words)
    return map(limit.__rmod__, islice(fair, k))


def _draw_without_repeats(words: Iterator[int], size: int, k: int) -> list[int]:
    """Draw `k` different whole numbers from 0 to `size` - 1, each with the same chance, by numbers from the random
    stream `words`; return them in the order drawn.
    """
    # A shuffle that remembers only what it has moved: drawing 2 of a million costs 2 steps.
    moved: dict[int, int] = {}
    drew = []
    for i in range(k):
        j = i + _draw_below(words, size - i)
        drew.append(moved.get(j, j))
        moved[j] = moved.get(i, i)
    return drew


@lru_cache(maxsize=512)
def _compute_running_sums(weights: tuple[int, ...]) -> Sequence[int]:
    """Return for each weight the sum of it and of all before it; the last one is the sum of all. Cached."""
    return tuple(accumulate(weights))


def _draw_weighted_without_repeats(words: Iterator[int], weights: Sequence[int], k: int) -> list[int]:
    """Draw `k` different indices from the random stream `words`, one after the other; each time those that are left
    have chances in proportion to their weights.
    """
    drew: list[int] = []
    left = list(weights)
    for _ in range(k):
        sums = _compute_running_sums(tuple(left))
        drew.append(bisect_right(sums, _draw_below(words, sums[-1])))
        left[drew[-1]] = 0
    return drew


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
        """Return whether the player sealed a word for the game's draws and then did not reveal it."""
        return bool(self.sealed) and not self.what

    def mix_into_entropy(self, entropy: str) -> str:
        """Return the entropy (a running value from which all draws are computed) with the player's word mixed in; a
        word that was not revealed changes nothing.
        """
        return entropy if self.withheld else Sealed(f"word|{self.seat}", self.what).mix_into_entropy(entropy)


Brought = Sequence[Word]  # in seat order


def compute_word_hash(word: str) -> str:
    """Compute the hash by which a player seals a word for the game's draws: they give the hash first, and reveal the
    word later.
    """
    return hashlib.sha256(f"word|{word}".encode()).hexdigest()


def compute_host_word(secret: str, seat: str) -> str:
    """Compute the word that is mixed into a game's draws for the player at `seat`, who gave none, where a game's chance
    method is 2; it follows from the game's secret and the seat, so that the host cannot choose it.
    """
    return compute_keyed_hash(secret, f"word|{seat}").hex()[:32]


def list_sealed_words(sealed: Mapping[str, str], opened: Mapping[str, str]) -> list[Word]:
    """Return a `Word` (seat, text, hash) for each player who sealed one for the game's draws, in the order of
    `sealed`, which has the hash by seat (empty: none sealed). Its text is taken from `opened`, by seat, and is empty
    if the word was not revealed.
    """
    return [Word(seat, opened.get(seat, ""), own=True, sealed=hash_) for seat, hash_ in sealed.items() if hash_]


def find_chance_method(words: Brought, kept: int) -> int:
    """Return the number of the method by which a game computes its draws: the stored number `kept` or, if that is 0 as
    in games from old releases, 2 if players gave words, else 1.
    """
    return kept or (SAID_WORDS if words else NO_WORDS)


def compute_first_entropy(words: Brought) -> str:
    """Compute the entropy (the running value from which draws are computed) for the first draw of a game, from the
    words that its players gave; an empty string if there are none.
    """
    return reduce(lambda entropy, word: word.mix_into_entropy(entropy), words, "")


def build_first_snapshot(state: S, words: Brought, method: int = 0) -> Snapshot[S]:
    """Build the snapshot of a game in this state, before any input. Its random draws are seeded with the words that the
    players gave at the start. `method` is the number of the way to draw; 0: the one that fits the words.
    """
    return Snapshot(state, entropy=compute_first_entropy(words), method=find_chance_method(words, method))


def list_word_announcements(words: Brought, method: int = 0) -> list[Told]:
    """List the announcements, made when a game starts, of the words that go into its draws, so that all can check their
    own: the players', those that the host set for others, who withheld theirs or, where words are sealed, that nobody
    gave one. Empty for method 1, which has no words.
    """
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
    """Return a list with one announcement to everybody, an `event` of this class that lists these players with their
    words; a word that was not revealed is listed by its hash. Empty if there are no words.
    """
    said: list[Words] = [phrase(SEAT_AND_WORD, who=it.seat, word=it.what or it.sealed) for it in words]
    return [build_told(event(said), {}, table=CHANCE_TABLE)] if said else []
