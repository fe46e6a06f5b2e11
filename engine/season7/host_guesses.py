"""What somebody may have meant whom the host did not understand: the two questions that come nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise

from engine.kernel.errors import Illegal
from engine.race import grid
from engine.season7.host_doubts import END, corrected, letters
from engine.season7.host_patterns import STATE
from engine.season7.host_questions import HELD, HELD_AS, SPOTS, Asked, Claim, most_exact, understood
from engine.season7.host_words import (
    ANY_HIDDEN,
    ANYBODY,
    ANYWHERE,
    AT_LEAST,
    BOMB,
    CASH,
    CATEGORY,
    EXACTLY,
    HIDDEN,
    HOLDS,
    OTHERS,
    SQUARE,
    WHOSE,
    Word,
    dictionary,
    looked_up,
    words_of,
)
from engine.season7.state import Round

KINDS = (BOMB, CATEGORY, CASH, SQUARE, HIDDEN)


def nearest(r: Round, text: str, asker: str) -> list[Asked]:
    """The two questions that come nearest to these words."""
    known = dictionary(r, asker)
    words = [corrected(word, known) for word in words_of(text)]
    found = []
    with suppress(Illegal):
        found.append(understood(r, " ".join(words), asker))
    said = letters(looked_up(words, known), known)
    found += either(r, said)
    guesses = [Asked((guess,)) for guess in guessed(r, said)]
    return list(dict.fromkeys([*found, *guesses]))[:2]


def either(r: Round, said: Sequence[Word]) -> Iterator[Asked]:
    """Two squares named with one thing: perhaps it is on one of them."""
    things = most_exact(word for word in said if word.slot in KINDS)
    spots = [
        n for n in dict.fromkeys(word.value for word in not_counting(said)) if n.isdigit() and int(n) in r.closed()
    ]
    if len(things) == 1 and len(spots) == 2 and not any(word.slot in ("who", "me") for word in said):
        kind, what, _ = things[0]
        first, second = (Claim(kind, what, where=f"square {n}") for n in spots)
        yield Asked((first, second), "or")


def guessed(r: Round, said: Sequence[Word]) -> Iterator[Claim]:
    """Claims about what was mentioned, the likeliest first; always two at least."""
    things = most_exact(word for word in said if word.slot in KINDS)
    named = [word.value if word.slot == "where" else f"square {word.value}" for word in not_counting(said)]
    spots = [where for where in named if is_open_to_questions(r, where)]
    who = next((word.value for word in said if word.slot in ("who", "me")), "")
    row = next(f"row {grid.called(n, r.columns)[0]}" for n in [*r.closed(), 1])
    place = spots[0] if spots else ANYWHERE
    kind, what, _ = things[0] if things else Word(BOMB, BOMB)
    held = HELD_AS.get(what, what)
    if not things and not who and any(word.slot == "safe" for word in said):
        yield from (Claim(BOMB, BOMB, where=spot, no=True) for spot in spots)
    if things and how_many(said) and not place.startswith("square"):
        yield from (Claim(kind, what, where=place, how=AT_LEAST, n=n) for n in (2, 3))
    if held in HELD and (who or not spots) and any(word.slot in ("holds", "which", "who") for word in said):
        yield from (Claim(HOLDS, held, each) for each in ([who] if who else [ANYBODY, r.order[0]]))
    if who:
        if not who.startswith(OTHERS):
            yield (
                Claim(WHOSE, BOMB, who, place if spots else row) if kind == BOMB and things else Claim(STATE, "in", who)
            )
        yield Claim(HOLDS, ANY_HIDDEN, who)
    yield Claim(kind, what, where=place)
    numbers = [int(word.value) for word, after in pairwise(said) if counted(word, after)]
    if numbers and not place.startswith("square"):  # “is there one bomb”: some, or just one
        yield Claim(kind, what, where=place, how=EXACTLY, n=numbers[0])
    if spots and not things:
        yield Claim(CATEGORY, "category 3", where=place)
    yield Claim(kind, what, where=row if place == ANYWHERE else ANYWHERE)
    yield Claim(HIDDEN, ANY_HIDDEN)


def not_counting(said: Sequence[Word]) -> Iterator[Word]:
    """What may name a place: numbers that count what comes after them do not."""
    for before, word, after in zip([END, *said], said, [*said[1:], END], strict=False):
        counts = before.slot == "count" or before.value == "than" or after.value == "of" or counted(word, after)
        if word.slot in SPOTS and not (word.slot == "number" and counts):
            yield word


def counted(number: Word, after: Word) -> bool:
    """Two bombs, or one bomb."""
    return number.slot == "number" and after.slot in KINDS and (after.many or number.value == "1")


def how_many(said: Sequence[Word]) -> bool:
    """Is it asked how many there are, and not where or what?"""
    asks = any(word.slot == "which" for word in said)
    return asks and any(word.slot in (BOMB, CATEGORY, CASH, HIDDEN) and word.many for word in said)


def is_open_to_questions(r: Round, where: str) -> bool:
    """Only closed squares are looked at, and only those that there are."""
    kind, _, n = where.partition(" ")
    return kind != "square" or (n.isdigit() and int(n) in r.closed())
