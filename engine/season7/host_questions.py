"""How people ask the host: a small grammar that makes yes/no questions of what they say.

Words are looked up in a table (`host_words.py`), the longest phrase first. What they stand for fills the slots of a
claim: what is looked for, where, how many of it, who holds it. Two claims may be joined by `and` or `or`; a slot that
one of them leaves empty is filled from the other (“a bomb on 7 or 8”). What is in no table is not guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from engine.kernel.errors import Illegal, Unclear
from engine.race import grid
from engine.season7 import tables
from engine.season7.host_doubts import POINTING, counts_nothing, doubtful, letters, not_here, some_safe
from engine.season7.host_patterns import SHAPES, Shape, find_shape, spelled
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
    EXACTLY,
    HIDDEN,
    HOLDS,
    LIST,
    NUMBERS,
    OTHERS,
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
        if self.kind in SHAPES:
            return spelled(Shape(self.kind, self.what, self.about, self.where, self.n, self.no))
        no = "no " if self.no else ""
        if self.kind == HOLDS:
            return f"{no}{self.about} holds {self.what}"
        count = f"{self.how} {self.n} " if self.how else ""
        thing = f"{self.about}'s bomb" if self.kind == WHOSE else self.what
        return f"{no}{count}{thing} {self.where.replace(':= ', ' ')}"


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
    denied: bool = False  # by a “no”, which is not in “safe”
    safe: bool = False
    some_safe: bool = False
    everything: bool = False
    deed: bool = False  # what somebody does, or what becomes of them: “will Bob explode”
    tense: bool = False
    theirs: bool = False
    pointing: bool = False

    @property
    def whole(self) -> bool:
        """Does it say by itself what is asked for, and where or with whom?"""
        return bool(self.things and (self.where or self.who))


def understood(r: Round, text: str, asker: str = "") -> Asked:
    """The question meant by these words; raises Unclear, or Illegal where a square is open or is none."""
    known = dictionary(r, asker)
    shape = find_shape(r, text, asker, lambda said: place_said(r, known, said))
    if shape:
        return Asked((Claim(shape.kind, shape.what, shape.about, shape.where, n=shape.n, no=shape.no),))
    said = letters(looked_up(words_of(text), known), known)
    if said and said[0].slot == "n't":  # “isn't there a bomb” asks whether there is
        said = said[1:]
    joins = [at for at, word in enumerate(said) if word.slot in ("and", "or", "nor")]
    halves = [said[: joins[0]], said[joins[0] + 1 :]] if joins else [said]
    alone = not joins and any(word.slot == "both" or word.value == "neither" for word in said)
    if (
        alone
        or len(joins) > 1
        or any(map(doubtful, halves))
        or any(word.slot in ("unknown", "which", "n't", "others") for word in said)
    ):
        raise not_here(r, text, known) or unclear(r)
    if not joins:
        return Asked((claim(r, slots(r, said)),))
    (first, second), join = halves, said[joins[0]].slot
    second = line_meant(known, first, second)
    if any(word.slot == "unknown" for word in second):
        raise unclear(r)
    left, right = slots(r, first), slots(r, squares_meant(r, first, second))
    if (second and second[-1].value in ELLIPTIC) or (join == "nor" and not left.denied):
        raise unclear(r)
    if join == "nor":
        right, join = right._replace(no=not right.no), "and"
        left = left._replace(no=left.no if left.things else right.no, denied=False)
    elif any(word.value == "neither" for word in said) or torn(left, right, join):
        raise unclear(r)
    return Asked((claim(r, filled(left, right, backwards=True)), claim(r, filled(right, left))), join)


def place_said(r: Round, known: Lexicon, said: str) -> str:
    """The part of the board that these words name and nothing else; '' if there is none."""
    words = [word for word in letters(looked_up(words_of(said), known), known) if word.slot not in ("noise", "article")]
    if any(word.slot not in SPOTS or word.value.startswith(LIST) for word in words):
        return ""
    where = one_place(
        r, [word.value if word.slot == "where" else f"square {grid.square_number(r, word.value)}" for word in words]
    )
    check_closed(r, where)
    return where


def check_closed(r: Round, where: str) -> None:
    """Only closed squares are looked at."""
    for n in squares_of(where):
        if r.cell(n).open:
            raise Illegal("Square {n} is open already.", n=n)


def squares_of(where: str) -> list[int]:
    """The squares that are named one by one."""
    kind, _, numbers = where.partition(" ")
    return [int(n) for n in numbers.split("+")] if kind == "square" or kind.startswith(LIST) else []


ELLIPTIC = ("is", "are", "does", "do")  # “10 is not safe but 6 is”


def line_meant(known: Lexicon, first: Sequence[Word], second: list[Word]) -> list[Word]:
    """“In column 2 or 3” speaks of two columns, and “in row 2 or 3” of two rows."""
    if not first or first[-1].slot != "where" or not second or second[0].slot != "number":
        return second
    kind = first[-1].value.split()[0]
    if kind == "square" or (len(second) > 1 and (second[1].many or second[1].slot == "after")):
        return second
    line = known.get((kind, second[0].value))
    return [line or Word("unknown", second[0].value), *second[1:]]


def squares_meant(r: Round, first: Sequence[Word], second: Sequence[Word]) -> list[Word]:
    """“Are 5 and 7 bombs” speaks of two squares, but “are there 2 or 3 bombs” may count."""
    spoken = [word for word in first if word.slot not in ("noise", "both", "article")]
    if not spoken or not second or second[0].slot != "number" or len(second) < 2 or not second[1].many:
        return [*second]
    if any(word.slot not in SPOTS for word in spoken):
        return [*second]
    if first[0].value not in ("are", "is", "both") or any(word.value == "there" for word in first):
        raise unclear(r)
    return [second[0], second[1]._replace(many=False), *second[2:]]


def torn(left: Slots, right: Slots, join: str) -> bool:
    """Could a “no” of the first half, or its place, be meant for the second as well, or not?"""
    if left.denied and not right.denied and not (left.whole and right.whole):
        return not left.whole or bool(right.things) or join == "or"
    if left.safe and left.denied and not right.things:
        return True
    elsewhere = bool(left.where and right.things and not right.where and not left.before)
    return elsewhere and not (right.who and right.holds)


def filled(half: Slots, other: Slots, *, backwards: bool = False) -> Slots:
    """One half with what it leaves to the other to say. A place said last is for both, and so is one said first."""
    about = not half.things and bool(other.things)
    only_whose = about and bool(half.who and not half.where)  # “is the bomb on 5 mine or Bob's”
    no = half.no or (about and other.no)
    if about and other.safe:  # “6 safe and 10 not” is a bomb on 10
        no = other.no != half.denied
    if (
        not half.who and other.who and (about or half.theirs or not half.where)
    ):  # who holds this, or that; my bomb here, or there
        half = half._replace(who=other.who)
    half = half._replace(
        things=half.things or other.things,
        no=no,
        how=other.how if about else half.how,
        n=other.n if about else half.n,
        where=half.where or (other.where if backwards or other.before or only_whose else ""),
        safe=half.safe or (about and other.safe),
        deed=half.deed or (about and other.deed),
        tense=half.tense or other.tense,
    )
    return half._replace(holds=half.holds or bool(half.who and other.holds))


def slots(r: Round, said: Sequence[Word]) -> Slots:
    """What stands in which slot; a number is a square, unless it counts what comes after it."""
    whole, kinds = said, {word.slot for word in said}
    said = [word for word in said if word.slot not in ("noise", "article")]
    if counts_nothing(whole) or ("all" in kinds and "safe" not in kinds):
        raise unclear(r)
    found, where, count = Slots(everything="all" in kinds), list[str](), ""
    asks_number = any(word.value == "number of" for word in whole)  # “is the number of bombs 2”
    for at, word in enumerate(said):
        after = said[at + 1] if at + 1 < len(said) else Word("")
        if word.slot == "number" and (count or after.many or after.slot == "after" or asks_number):
            said_how = count or AFTER.get(after.value, EXACTLY if asks_number or word.value == "0" else AT_LEAST)
            found = counted(found, said_how, int(word.value))
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
        else:
            found = noted(found, word)
        found = found._replace(before=found.before or bool(where and not found.things))
    if count:  # of no number: “more than £500,000”
        raise unclear(r)
    place = one_place(r, where)
    return found._replace(
        where=place,
        some_safe=some_safe(whole, place or ANYWHERE) and bool(place),
        pointing=any(word.slot == "noise" and word.value in POINTING for word in whole),
    )


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
        change = {"things": (Word(BOMB, BOMB),), "no": not found.no, "safe": True}
    elif word.slot == "fatal":
        change = {"things": (*found.things, Word(BOMB, BOMB)), "deed": True}
    elif word.slot in ("deed", "tense", "theirs"):
        change = {word.slot: True}
    elif word.slot in ("who", "me"):
        change = {"who": word.value, "deed": found.deed or found.who not in ("", word.value)}
    elif word.slot in (ANYBODY, "nobody"):
        nobody = word.slot == "nobody"
        change = {"who": ANYBODY, "no": found.no != nobody, "denied": found.denied != nobody}
    elif word.slot == "no":
        change = {"no": not found.no, "denied": not found.denied}
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
    if another(half, where):
        raise unclear(r)
    if where.startswith(LIST):
        half, where = list_meant(r, half, where)
    check_closed(r, where)
    counts = {"where": where, "how": half.how, "n": half.n, "no": half.no}
    if not half.who or (half.who == ANYBODY and kind == BOMB):
        return Claim(kind, what, **counts)  # type: ignore[arg-type]
    if kind == BOMB and not half.who.startswith(OTHERS):
        return Claim(WHOSE, BOMB, half.who, **counts)  # type: ignore[arg-type]
    held = HELD_AS.get(what, what)
    if half.where or half.how or held not in HELD or not half.holds or half.tense or half.deed:
        raise unclear(r)
    return Claim(HOLDS, held, half.who, no=half.no)


def list_meant(r: Round, half: Slots, where: str) -> tuple[Slots, str]:
    """“2, 3 and 6 are bombs” means all of them, “a bomb on 2, 3 or 6” one at least; what may mean either is unclear."""
    join, _, numbers = where.removeprefix(LIST).partition(" ")
    squares = [grid.square_number(r, n) for n in numbers.split("+")]
    every = any(thing.many for thing in half.things)
    clear = {"and": half.safe or every, "or": not (half.safe or every), "none": half.safe, "=": True}
    if not clear[join] or (join != "=" and half.denied):
        raise unclear(r)
    if join == "and" and every and not half.how:
        half = half._replace(how=AT_LEAST, n=len(squares))
    return half, f"{LIST}= {'+'.join(map(str, squares))}"


def another(half: Slots, where: str) -> bool:
    """Would another question be answered than the one put?"""
    return (
        (bool(half.who) and (half.safe or half.deed))  # “would Bob explode on 7” is not about Bob's bomb
        or (half.theirs and not half.who)
        or (not half.who and not half.where and (half.pointing or half.holds))
        or (half.safe and where == ANYWHERE and not half.everything)
        or half.some_safe
        or (where.startswith("square ") and half.n > 1)
    )


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
