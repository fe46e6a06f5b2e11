"""What the host offers to be asked instead of a question that it did not understand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import pairwise

from engine.kernel.errors import Illegal
from engine.race import table
from engine.season7.host_questions import (
    END,
    HELD,
    HELD_AS,
    NEAR,
    SPOTS,
    HostClaim,
    HostQuestion,
    build_shaped_claim,
    drop_redundant_things,
    parse_host_question,
    parse_squares,
    resolve_letter_a,
)
from engine.season7.host_vocabulary import (
    A_LIMIT,
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
    LIST,
    NUMBER_WORDS,
    SQUARE,
    STATE,
    WHOSE,
    Lexicon,
    LexiconWord,
    build_round_lexicon,
    find_shaped_claim,
    look_up_words,
    normalise_words,
)
from engine.season7.state import Season7Round


def correct_typing_slip(word: str, known: Lexicon) -> str:
    """Return the word of the dictionary `known` that a mistyped word of a question was meant to be, if one is near
    enough; else the word unchanged.
    """
    if word.isdecimal() or any(word in phrase for phrase in known):
        return word
    parts = {part for phrase in known for part in phrase if len(part) > 3 and part not in NUMBER_WORDS}
    near = get_close_matches(word, sorted(parts), 1, NEAR)
    return near[0] if near else word


GUESSED_SLOTS = (BOMB, CATEGORY, CASH, SQUARE, HIDDEN)


def find_nearest_questions(r: Season7Round, text: str, asker: str) -> list[HostQuestion]:
    """Return the two questions to the host, already parsed, that are nearest to a text which could not be parsed, the
    likelier first, to offer them to the player who asks (`asker`).
    """
    known = build_round_lexicon(r, asker)
    words = [correct_typing_slip(word, known) for word in normalise_words(text)]
    found = []
    with suppress(Illegal):
        found.append(parse_host_question(r, " ".join(words), asker))
    said = resolve_letter_a(look_up_words(words, known), known)
    found += iter_either_square(r, said)
    found += iter_instead_of_sum(r, words, said)
    guesses = [HostQuestion((guess,)) for guess in iter_guessed_claims(r, said)]
    return list(dict.fromkeys([*found, *guesses]))[:2]


def iter_either_square(r: Season7Round, said: Sequence[LexiconWord]) -> Iterator[HostQuestion]:
    """Yield, if a text names two closed squares and one thing (such as a bomb) but no player, the question whether that
    thing is on either square; else nothing.
    """
    things = drop_redundant_things(word for word in said if word.slot in GUESSED_SLOTS)
    spots = [
        n
        for n in dict.fromkeys(word.value for word in iter_place_words(said))
        if n.isdecimal() and int(n) in r.list_closed_squares()
    ]
    if len(things) == 1 and len(spots) == 2 and not any(word.slot in ("who", "me") for word in said):
        kind, what, _ = things[0]
        first, second = (HostClaim(kind, what, where=f"square {n}") for n in spots)
        yield HostQuestion((first, second), "or")


def iter_instead_of_sum(r: Season7Round, words: Sequence[str], said: Sequence[LexiconWord]) -> Iterator[HostQuestion]:
    """Yield, if a text asks for a sum or total of cash, which the host does not tell, and names no player, questions
    whether a single square in the part of the board it names (else anywhere) holds cash: as much as the limit that was
    named, any, or seven figures. Else nothing.
    """
    if not {"sum", "total"} & {*words} or any(word.slot in ("who", "me") for word in said):
        return
    lines = (word.value for word in iter_place_words(said) if word.slot == "where" and not word.value.startswith(LIST))
    place = next((where for where in lines if is_open_to_questions(r, where)), ANYWHERE)
    limit = A_LIMIT.search(" ".join(words))
    shape = limit and find_shaped_claim(r, f"cash {limit[0]}", "", lambda _: "")
    if shape:
        yield HostQuestion((build_shaped_claim(shape)._replace(where=place),))
    yield HostQuestion((HostClaim(CASH, CASH, where=place),))
    yield HostQuestion((HostClaim(CATEGORY, "category 3", where=place),))


def iter_guessed_claims(r: Season7Round, said: Sequence[LexiconWord]) -> Iterator[HostClaim]:
    """Yield guesses of what a text that could not be parsed asks, the likeliest first: at least two claims (things that
    can be true or false), built from the things, players and squares it mentions, or about bombs if it mentions none.
    """
    things = drop_redundant_things(word for word in said if word.slot in GUESSED_SLOTS)
    named = [
        f"{LIST}= {word.value.partition(' ')[2]}"
        if word.value.startswith(LIST)
        else word.value
        if word.slot == "where"
        else f"square {word.value}"
        for word in iter_place_words(said)
    ]
    spots = [where for where in named if is_open_to_questions(r, where)]
    who = next((word.value for word in said if word.slot in ("who", "me")), "")
    row = next(f"row {table.format_coordinate(n, r.columns)[0]}" for n in [*r.list_closed_squares(), 1])
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
    """Yield the words of a text that may name a part of the board, leaving out numbers that count
    the thing after them.
    """
    for before, word, after in zip([END, *said], said, [*said[1:], END], strict=False):
        counts = (
            before.slot == "count" or before.value == "than" or after.value == "of" or is_counting_number(word, after)
        )
        if word.slot in SPOTS and not (word.slot == "number" and counts):
            yield word


def is_counting_number(number: LexiconWord, after: LexiconWord) -> bool:
    """Return whether a number counts the thing after it, as in “two bombs”, and so names no square."""
    return number.slot == "number" and after.slot in GUESSED_SLOTS and (after.many or number.value == "1")


def asks_how_many(said: Sequence[LexiconWord]) -> bool:
    """Return whether a text asks how many of something there are, which the host does not answer."""
    asks = any(word.slot == "which" for word in said)
    return asks and any(word.slot in (BOMB, CATEGORY, CASH, HIDDEN) and word.many for word in said)


def is_open_to_questions(r: Season7Round, where: str) -> bool:
    """Return whether the host may be asked about this part of the board: a square or a list of squares only if all of
    them exist and are closed, a row, a column or the like always.
    """
    if where.startswith(LIST):
        return {*parse_squares(where)} <= {*r.list_closed_squares()}
    kind, _, n = where.partition(" ")
    return kind != "square" or (n.isdecimal() and int(n) in r.list_closed_squares())
