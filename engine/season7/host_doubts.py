"""What makes a question to the host doubtful: words that would make another question of it if they were let pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from engine.kernel.errors import Illegal
from engine.race import grid
from engine.season7.host_words import (
    BOMB,
    CASH,
    CATEGORY,
    HIDDEN,
    NUMBER_WORDS,
    SQUARE,
    Lexicon,
    LexiconWord,
    normalise_words,
)
from engine.season7.state import Season7Round

THINGS = (BOMB, CATEGORY, CASH, SQUARE, HIDDEN)
NAMED_BY = (*THINGS, "hides", "fatal", "count", "number")  # what an article stands before
COUNTABLE_SLOTS = (*THINGS, "who", "me", "after")  # what stands after a number that counts it
OF_THE_BOARD = ("square", "squares", "cell", "field", "place")
SOME = ("a", "an", "any", "anything", "some", "something", "somewhere", "there", "there's")
POINTING = ("here", "it", "its", "that", "them", "these", "this", "those")  # at what nobody sees
END = LexiconWord("end")


def resolve_letter_a(said: Sequence[LexiconWord], known: Lexicon) -> list[LexiconWord]:
    """Decide for each “a” whether it is an article, row A, or unclear because a player may be called so."""
    found = list[LexiconWord]()
    for at, word in enumerate(said):
        after, later = [*said[at + 1 :], END, END][:2]
        safe = after.slot == "safe" and later.value in OF_THE_BOARD
        before = said[at - 1].value if at else ""
        if word.slot != "article":
            found.append(word)
        elif not (safe or after.slot in NAMED_BY or after.value in OF_THE_BOARD):
            found.append(LexiconWord("unknown") if ("player", "a") in known else LexiconWord("where", "row A"))
        else:  # “in A bomb” may be either
            found.append(LexiconWord("unknown") if before in ("in", "on") and after.slot in THINGS else word)
    return found


def is_doubtful(said: Sequence[LexiconWord]) -> bool:
    """Return whether a word would be ignored that changes the meaning of the question."""
    befores, afters = [END, *said], [*said[1:], END]
    if any(map(changes_meaning, befores, said, afters)):
        return True
    nots = [at for at, word in enumerate(said) if word.value == "not"]
    return any(
        befores[at].value != "there" and speaks_of_some(said[:at]) for at in nots
    )  # “a bomb that is not in row A”


def changes_meaning(before: LexiconWord, word: LexiconWord, after: LexiconWord) -> bool:
    """Return whether this word, between these two, means something that the grammar does not know."""
    if word.slot in ("who", "me", "theirs", "anybody"):  # “on Bob's square”
        return after.value in ("square", "squares")
    if word.slot == "number":  # “are 2 squares safe”, “is there one bomb”
        one = word.value == "1" and after.slot in THINGS and not after.many and before.slot != "count"
        return one or after.value == "squares"
    if word.slot == "n't":  # “Bob doesn't hold Fold”, “it is safe, isn't it”
        return before is not END
    if word.value == "by":  # “by 7” is beside it
        return after.slot not in ("who", "me", "anybody", "nobody")
    return word.slot == "both" and after.many  # “both bombs”


def counts_nothing(said: Sequence[LexiconWord]) -> bool:
    """Return whether a count stands before a number that counts nothing, as in “a square over 7”."""
    words = [word for word in said if word.slot not in ("noise", "article")]
    if any(word.value == "number of" for word in said):
        return False
    following = zip(words, words[1:], [*words[2:], END], strict=False)
    return any(a.slot == "count" and b.slot == "number" and c.slot not in COUNTABLE_SLOTS for a, b, c in following)


def speaks_of_some(said: Sequence[LexiconWord]) -> bool:
    """Return whether one of many was spoken of, whichever it is (“a”, “any”, “some”)."""
    return any(word.value in SOME for word in said)


def asks_whether_some_safe(said: Sequence[LexiconWord], where: str) -> bool:
    """Return whether it is asked if some square of several is safe; the grammar only knows whether all are."""
    safe = any(word.slot == "safe" for word in said)
    everything = any(word.slot == "all" for word in said)
    return safe and not everything and not where.startswith("square") and (speaks_of_some(said) or where == "anywhere")


# -- what there is not

PLACE_PATTERNS = {
    "row": re.compile(r"\brow (\d+|[a-z])\b", re.IGNORECASE),
    "column": re.compile(r"\bcol(?:umn)? (\d+|[b-z])\b", re.IGNORECASE),
    "square": re.compile(r"\b([a-z]\d{1,2})\b", re.IGNORECASE),
}
NO_PLACE = {
    "row": "There is no row {name}: rows are {first} to {last}.",
    "column": "There is no column {name}: columns are 1 to {n}.",
    "square": "There is no square {name}: rows are {first} to {last}, columns 1 to {n}.",
}
PLAYER = re.compile(r"(?<![\w'’])(\w+)(?:['’]s bomb| (?:hold|holds|have|has|own|owns)\b)", re.IGNORECASE)


def build_unknown_place_error(r: Season7Round, text: str, known: Lexicon) -> Illegal | None:
    """Return an error that says which rows, columns, squares or players there are, if one is named that does not
    exist; else None.
    """
    first, last = (grid.format_coordinate(n, r.columns)[0] for n in (1, len(r.cells)))
    for kind, pattern in PLACE_PATTERNS.items():
        for found in pattern.finditer(text):
            if normalise_words(found[0]) not in known:
                return Illegal(NO_PLACE[kind], name=found[1].upper(), first=first, last=last, n=r.columns)
    names = [found[1] for found in PLAYER.finditer(text) if normalise_words(found[1]) not in known]
    if not names or get_close_matches(names[0].casefold(), [who.casefold() for who in r.order], 1, NEAR):
        return None
    return Illegal("Nobody in this round is called {name}. There are: {players}.", name=names[0], players=[*r.order])


NEAR = 3 / 4  # how much of a word must be right


def correct_typing_slip(word: str, known: Lexicon) -> str:
    """Correct a typing slip if the word is near enough to one in the lexicon; else return it as it is."""
    if word.isdigit() or any(word in phrase for phrase in known):
        return word
    parts = {part for phrase in known for part in phrase if len(part) > 3 and part not in NUMBER_WORDS}
    near = get_close_matches(word, sorted(parts), 1, NEAR)
    return near[0] if near else word
