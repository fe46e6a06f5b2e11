"""How people ask the host: a small grammar that makes yes/no questions of what they say.

Words are looked up in a table (`host_words.py`), the longest phrase first. What they stand for fills the slots of a
claim: what is looked for, where, how many of it, who holds it. Two claims may be joined by `and` or `or`; a slot that
one of them leaves empty is filled from the other (“a bomb on 7 or 8”). What is in no table is not guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, NamedTuple

from engine.kernel.errors import Illegal, Unclear
from engine.race import grid
from engine.season7 import tables
from engine.season7.host_words import (
    AFTER,
    ANY_BOOSTER,
    ANY_HIDDEN,
    ANY_MINIGAME,
    ANYBODY,
    ANYWHERE,
    AT_LEAST,
    BOMB,
    CASH,
    CATEGORY,
    COUNTS,
    HIDDEN,
    HOLDS,
    NUMBERS,
    SEVERAL,
    SQUARE,
    WHOSE,
    Lexicon,
    Word,
    dictionary,
    looked_up,
    words_of,
)
from engine.season7.state import Round


class Claim(NamedTuple):
    """One thing that is true or not. `about` is a player, `what` a name, and `where` a part of the board."""

    kind: str
    what: str = ""
    about: str = ""
    where: str = ANYWHERE
    how: str = ""  # AT_LEAST, AT_MOST or EXACTLY so many
    n: int = 1
    no: bool = False

    def __str__(self) -> str:
        """In words that are understood to mean just this."""
        no = "no " if self.no else ""
        if self.kind == HOLDS:
            return f"{no}{self.about} holds {self.what}"
        count = f"{self.how} {self.n} " if self.how else ""
        thing = f"{self.about}'s bomb" if self.kind == WHOSE else self.what
        return f"{no}{count}{thing} {self.where}"


class Asked(NamedTuple):
    """A question understood: a claim, or two with `and` or `or` between them."""

    claims: tuple[Claim, ...]
    join: str = ""

    def __str__(self) -> str:
        """In words that are understood to mean just this."""
        return f" {self.join} ".join(map(str, self.claims))


# -- the grammar


class Slots(NamedTuple):
    """What one half of a question has said."""

    things: tuple[Word, ...] = ()
    where: str = ""
    before: bool = False  # where it is was said before what it is: “is 7 a bomb?”
    who: str = ""
    holds: bool = False
    no: bool = False
    how: str = ""
    n: int = 1


def understood(r: Round, text: str, asker: str = "") -> Asked:
    """The question meant by these words; raises Unclear, or Illegal where a square is open or is none."""
    said = [word for word in looked_up(words_of(text), dictionary(r, asker)) if word.slot != "noise"]
    if not said or any(word.slot in ("unknown", "which") for word in said):
        raise unclear(r)
    joins = [at for at, word in enumerate(said) if word.slot in ("and", "or", "nor")]
    if len(joins) > 1 or (not joins and any(word.slot == "both" for word in said)):
        raise unclear(r)
    if not joins:
        return Asked((claim(r, slots(r, said)),))
    left, right, join = slots(r, said[: joins[0]]), slots(r, said[joins[0] + 1 :]), said[joins[0]].slot
    if join == "nor":
        right, join = right._replace(no=True), "and"
    return Asked((claim(r, filled(left, right, backwards=True)), claim(r, filled(right, left))), join)


def filled(half: Slots, other: Slots, *, backwards: bool = False) -> Slots:
    """One half with what it leaves to the other to say. A place said last is for both, and so is one said first."""
    about = not half.things and bool(other.things)
    half = half._replace(
        things=half.things or other.things,
        no=half.no or (about and other.no),
        how=other.how if about else half.how,
        n=other.n if about else half.n,
        where=half.where or (other.where if backwards or other.before else ""),
    )
    if not half.who and other.who and not half.where:  # who holds this, or that
        half = half._replace(who=other.who)
    return half._replace(holds=half.holds or bool(half.who and other.holds))


def slots(r: Round, said: Sequence[Word]) -> Slots:
    """What stands in which slot; a number is a square, unless it counts what comes after it."""
    found, where, count = Slots(), list[str](), ""
    for at, word in enumerate(said):
        after = said[at + 1] if at + 1 < len(said) else Word("")
        if word.slot == "number" and (count or after.many or after.slot == "after"):
            found = counted(found, count or AFTER.get(after.value, AT_LEAST), int(word.value))
            count = ""
        elif word.slot == "number":
            if word.value in NUMBERS[1] or said[at - 1].slot != "count":
                where.append(f"square {grid.square_number(r, word.value)}")
        elif word.slot == "count" and word.value in SEVERAL:
            found = counted(found, AT_LEAST, 2)
        elif word.slot == "count":
            count = word.value
        elif word.slot == "where":
            where.append(word.value)
        elif word.slot == "all" and all(other.slot != "safe" for other in said):
            raise unclear(r)
        else:
            found = noted(found, word)
        found = found._replace(before=found.before or bool(where and not found.things))
    if count:  # of no number: “more than £500,000”
        raise unclear(r)
    return found._replace(where=one_place(r, where))


def counted(found: Slots, how: str, n: int) -> Slots:
    """So many of it: at least one is some, and at most none is none."""
    how, off = COUNTS.get(how, (how, 0))
    n += off
    if how == AT_LEAST and n <= 1:
        return found
    return found._replace(no=not found.no) if n <= 0 else found._replace(how=how, n=n)


SPOTS = ("where", "number")  # what may name a square
HIDING = Word(HIDDEN, ANY_HIDDEN)  # “hidden”, where nothing is said to be


def noted(found: Slots, word: Word) -> Slots:
    """One more word that fills a slot."""
    change: dict[str, Any] = {}
    if word.slot in (BOMB, CATEGORY, CASH, SQUARE, HIDDEN):
        change = {"things": (*(thing for thing in found.things if thing is not HIDING), word)}
    elif word.slot == "hides":
        change = {"things": found.things or (HIDING,)}
    elif word.slot == "safe":
        change = {"things": (Word(BOMB, BOMB),), "no": not found.no}
    elif word.slot in ("who", "me"):
        change = {"who": word.value}
    elif word.slot in (ANYBODY, "nobody"):
        change = {"who": ANYBODY, "no": found.no != (word.slot == "nobody")}
    elif word.slot == "no":
        change = {"no": not found.no}
    elif word.slot == "holds":
        change = {"holds": True}
    return found._replace(**change)


def one_place(r: Round, where: Sequence[str]) -> str:
    """A row and a column are the square where they meet; two places of one kind are none."""
    named = [place for place in dict.fromkeys(where) if place != ANYWHERE]
    if len(named) < 2:
        return named[0] if named else ANYWHERE if where else ""
    (row, letter), (column, n) = sorted((place.split() for place in named[:2]), reverse=True)
    if len(named) > 2 or (row, column) != ("row", "column"):
        raise unclear(r)
    return f"square {(ord(letter) - ord('A')) * r.columns + int(n)}"


def claim(r: Round, half: Slots) -> Claim:
    """What one half of a question claims."""
    things = most_exact(half.things)
    if len(things) != 1:
        raise unclear(r)
    ((kind, what, _),) = things
    where = half.where or ANYWHERE
    if where.startswith("square") and r.cell(int(where.split()[1])).open:
        raise Illegal("Square {n} is open already.", n=int(where.split()[1]))
    counts = {"where": where, "how": half.how, "n": half.n, "no": half.no}
    if not half.who or (half.who == ANYBODY and kind == BOMB):
        return Claim(kind, what, **counts)  # type: ignore[arg-type]
    if kind == BOMB:
        return Claim(WHOSE, BOMB, half.who, **counts)  # type: ignore[arg-type]
    held = HELD_AS.get(what, what)
    if half.where or half.how or held not in HELD:
        raise unclear(r)
    return Claim(HOLDS, held, half.who, no=half.no)


HELD_AS = {"category 4": ANY_BOOSTER, "category 5": ANY_MINIGAME}
HELD = (*tables.HIDDEN, *tables.MINIGAMES, *tables.VINTAGE_MINIGAMES, ANY_HIDDEN, ANY_MINIGAME, ANY_BOOSTER, "Access")


def most_exact(things: Iterable[Word]) -> list[Word]:
    """“The minigame Spectrum” is one thing, and so is “Revive hidden”: a kind goes with a name of that kind."""
    found = list(dict.fromkeys((word.slot, word.value) for word in things))
    names = [value for kind, value in found if kind in (SQUARE, HIDDEN) and value != ANY_HIDDEN]
    kinds = {f"category {tables.category(name)}" for name in names if name not in tables.HIDDEN}
    kinds |= {ANY_HIDDEN for name in names if name in tables.HIDDEN}
    kinds |= {CASH for name in names if tables.cash(name) is not None}
    return [Word(kind, value) for kind, value in found if value not in kinds]


def unclear(r: Round) -> Unclear:
    """What to say to a question outside the grammar."""
    return Unclear(
        "The host can answer questions such as “bomb in row B”, “category 3 on square 7”, “Gift Card in column 2”, "
        "“hidden square anywhere”, “{who} holds Defuse” or “{who}'s bomb in row A”.",
        who=r.order[0],
    )


# -- what else may have been meant


def nearest(r: Round, text: str, asker: str) -> list[Asked]:
    """The two questions that come nearest to these words."""
    known = dictionary(r, asker)
    words = [corrected(word, known) for word in words_of(text)]
    found = []
    with suppress(Illegal):
        found.append(understood(r, " ".join(words), asker))
    said = looked_up(words, known)
    guesses = [Asked((guess,)) for guess in guessed(r, said)]
    return list(dict.fromkeys([*found, *guesses]))[:2]


NEAR = 3 / 4  # how much of a word must be right


def corrected(word: str, known: Lexicon) -> str:
    """A slip of the finger put right, if it is near enough to a word of the table."""
    if word.isdigit() or any(word in phrase for phrase in known):
        return word
    near = get_close_matches(word, sorted({part for phrase in known for part in phrase if len(part) > 3}), 1, NEAR)
    return near[0] if near else word


def guessed(r: Round, said: Sequence[Word]) -> Iterator[Claim]:
    """Claims about what was mentioned, the likeliest first; always two at least."""
    things = most_exact(word for word in said if word.slot in (BOMB, CATEGORY, CASH, SQUARE, HIDDEN))
    counted = any(word.slot == "count" for word in said)
    named = [word.value if word.slot == "where" else f"square {word.value}" for word in said if word.slot in SPOTS]
    named = [where for where in named if not (counted and where.startswith("square"))]
    spots = [where for where in named if is_open_to_questions(r, where)]
    who = next((word.value for word in said if word.slot in ("who", "me")), "")
    row = next(f"row {grid.called(n, r.columns)[0]}" for n in [*r.closed(), 1])
    place = spots[0] if spots else ANYWHERE
    kind, what, _ = things[0] if things else Word(BOMB, BOMB)
    held = HELD_AS.get(what, what)
    if things and how_many(said):
        yield from (Claim(kind, what, where=place, how=AT_LEAST, n=n) for n in (2, 3))
    if held in HELD and (who or not spots) and any(word.slot in ("holds", "which", "who") for word in said):
        yield from (Claim(HOLDS, held, each) for each in ([who] if who else [ANYBODY, r.order[0]]))
    if who:
        yield Claim(WHOSE, BOMB, who, place if spots else row)
        yield Claim(HOLDS, ANY_HIDDEN, who)
    yield Claim(kind, what, where=place)
    if spots and not things:
        yield Claim(CATEGORY, "category 3", where=place)
    yield Claim(kind, what, where=row if place == ANYWHERE else ANYWHERE)
    yield Claim(HIDDEN, ANY_HIDDEN)


def how_many(said: Sequence[Word]) -> bool:
    """Is it asked how many there are, and not where or what?"""
    asks = any(word.slot == "which" for word in said)
    return asks and any(word.slot in (BOMB, CATEGORY, CASH, HIDDEN) and word.many for word in said)


def is_open_to_questions(r: Round, where: str) -> bool:
    """Only closed squares are looked at, and only those that there are."""
    kind, _, n = where.partition(" ")
    return kind != "square" or (n.isdigit() and int(n) in r.closed())
