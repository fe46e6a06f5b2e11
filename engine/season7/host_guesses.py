"""What somebody may have meant whom the host did not understand: the two questions that come nearest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise

from engine.kernel.errors import Illegal
from engine.race import grid
from engine.season7.host_doubts import END, correct_typing_slip, resolve_letter_a
from engine.season7.host_patterns import STATE
from engine.season7.host_questions import (
    HELD,
    HELD_AS,
    SPOTS,
    HostClaim,
    HostQuestion,
    drop_redundant_things,
    parse_host_question,
)
from engine.season7.host_words import (
    ANY_HIDDEN,
    ANYBODY,
    ANYBODY_BUT,
    ANYWHERE,
    AT_LEAST,
    BOMB,
    CASH,
    CATEGORY,
    EXACTLY,
    HIDDEN,
    HOLDS,
    SQUARE,
    WHOSE,
    LexiconWord,
    build_round_lexicon,
    look_up_words,
    normalise_words,
)
from engine.season7.state import Season7Round

GUESSED_SLOTS = (BOMB, CATEGORY, CASH, SQUARE, HIDDEN)


def find_nearest_questions(r: Season7Round, text: str, asker: str) -> list[HostQuestion]:
    """Return the two questions that come nearest to these words."""
    known = build_round_lexicon(r, asker)
    words = [correct_typing_slip(word, known) for word in normalise_words(text)]
    found = []
    with suppress(Illegal):
        found.append(parse_host_question(r, " ".join(words), asker))
    said = resolve_letter_a(look_up_words(words, known), known)
    found += iter_either_square(r, said)
    guesses = [HostQuestion((guess,)) for guess in iter_guessed_claims(r, said)]
    return list(dict.fromkeys([*found, *guesses]))[:2]


def iter_either_square(r: Season7Round, said: Sequence[LexiconWord]) -> Iterator[HostQuestion]:
    """Yield the question whether a thing is on one of two squares, if two squares are named with one thing."""
    things = drop_redundant_things(word for word in said if word.slot in GUESSED_SLOTS)
    spots = [
        n
        for n in dict.fromkeys(word.value for word in iter_place_words(said))
        if n.isdigit() and int(n) in r.list_closed_squares()
    ]
    if len(things) == 1 and len(spots) == 2 and not any(word.slot in ("who", "me") for word in said):
        kind, what, _ = things[0]
        first, second = (HostClaim(kind, what, where=f"square {n}") for n in spots)
        yield HostQuestion((first, second), "or")


def iter_guessed_claims(r: Season7Round, said: Sequence[LexiconWord]) -> Iterator[HostClaim]:
    """Yield claims about what was mentioned, the likeliest first; always two at least."""
    things = drop_redundant_things(word for word in said if word.slot in GUESSED_SLOTS)
    named = [word.value if word.slot == "where" else f"square {word.value}" for word in iter_place_words(said)]
    spots = [where for where in named if is_open_to_questions(r, where)]
    who = next((word.value for word in said if word.slot in ("who", "me")), "")
    row = next(f"row {grid.format_coordinate(n, r.columns)[0]}" for n in [*r.list_closed_squares(), 1])
    place = spots[0] if spots else ANYWHERE
    kind, what, _ = things[0] if things else LexiconWord(BOMB, BOMB)
    held = HELD_AS.get(what, what)
    if not things and not who and any(word.slot == "safe" for word in said):
        yield from (HostClaim(BOMB, BOMB, where=spot, no=True) for spot in spots)
    if things and asks_how_many(said) and not place.startswith("square"):
        yield from (HostClaim(kind, what, where=place, how=AT_LEAST, n=n) for n in (2, 3))
    if held in HELD and (who or not spots) and any(word.slot in ("holds", "which", "who") for word in said):
        yield from (HostClaim(HOLDS, held, each) for each in ([who] if who else [ANYBODY, r.order[0]]))
    if who:
        if not who.startswith(ANYBODY_BUT):
            yield (
                HostClaim(WHOSE, BOMB, who, place if spots else row)
                if kind == BOMB and things
                else HostClaim(STATE, "in", who)
            )
        yield HostClaim(HOLDS, ANY_HIDDEN, who)
    yield HostClaim(kind, what, where=place)
    numbers = [int(word.value) for word, after in pairwise(said) if is_counting_number(word, after)]
    if numbers and not place.startswith("square"):  # “is there one bomb”: some, or just one
        yield HostClaim(kind, what, where=place, how=EXACTLY, n=numbers[0])
    if spots and not things:
        yield HostClaim(CATEGORY, "category 3", where=place)
    yield HostClaim(kind, what, where=row if place == ANYWHERE else ANYWHERE)
    yield HostClaim(HIDDEN, ANY_HIDDEN)


def iter_place_words(said: Sequence[LexiconWord]) -> Iterator[LexiconWord]:
    """Yield the words that may name a place, without numbers that count what comes after them."""
    for before, word, after in zip([END, *said], said, [*said[1:], END], strict=False):
        counts = (
            before.slot == "count" or before.value == "than" or after.value == "of" or is_counting_number(word, after)
        )
        if word.slot in SPOTS and not (word.slot == "number" and counts):
            yield word


def is_counting_number(number: LexiconWord, after: LexiconWord) -> bool:
    """Return whether a number counts the thing after it: “two bombs”, “one bomb”."""
    return number.slot == "number" and after.slot in GUESSED_SLOTS and (after.many or number.value == "1")


def asks_how_many(said: Sequence[LexiconWord]) -> bool:
    """Return whether it is asked how many there are, and not where or what."""
    asks = any(word.slot == "which" for word in said)
    return asks and any(word.slot in (BOMB, CATEGORY, CASH, HIDDEN) and word.many for word in said)


def is_open_to_questions(r: Season7Round, where: str) -> bool:
    """Return whether the host can be asked about this part of the board: only closed squares that exist."""
    kind, _, n = where.partition(" ")
    return kind != "square" or (n.isdigit() and int(n) in r.list_closed_squares())
