"""What makes a question to the host doubtful: words that would make another question of it if they were let pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from engine.kernel.errors import Illegal
from engine.race import grid
from engine.season7.host_words import BOMB, CASH, CATEGORY, HIDDEN, NUMBERS, SQUARE, Lexicon, Word, words_of
from engine.season7.state import Round

THINGS = (BOMB, CATEGORY, CASH, SQUARE, HIDDEN)
NAMED_BY = (*THINGS, "hides", "fatal", "count", "number")  # what an article stands before
COUNTED = (*THINGS, "who", "me", "after")  # what stands after a number that counts it
OF_THE_BOARD = ("square", "squares", "cell", "field", "place")
SOME = ("a", "an", "any", "anything", "some", "something", "somewhere", "there", "there's")
POINTING = ("here", "it", "its", "that", "them", "these", "this", "those")  # at what nobody sees
END = Word("end")


def letters(said: Sequence[Word], known: Lexicon) -> list[Word]:
    """“A” is an article before what can have one, and a row anywhere else; or a player, if somebody is called so."""
    found = list[Word]()
    for at, word in enumerate(said):
        after, later = [*said[at + 1 :], END, END][:2]
        safe = after.slot == "safe" and later.value in OF_THE_BOARD
        before = said[at - 1].value if at else ""
        if word.slot != "article":
            found.append(word)
        elif not (safe or after.slot in NAMED_BY or after.value in OF_THE_BOARD):
            found.append(Word("unknown") if ("player", "a") in known else Word("where", "row A"))
        else:  # “in A bomb” may be either
            found.append(Word("unknown") if before in ("in", "on") and after.slot in THINGS else word)
    return found


def doubtful(said: Sequence[Word]) -> bool:
    """Would a word of it be passed over that says something else?"""
    befores, afters = [END, *said], [*said[1:], END]
    if any(map(unlike, befores, said, afters)):
        return True
    nots = [at for at, word in enumerate(said) if word.value == "not"]
    return any(befores[at].value != "there" and some(said[:at]) for at in nots)  # “a bomb that is not in row A”


def unlike(before: Word, word: Word, after: Word) -> bool:
    """Does this word, between these two, mean what the grammar does not know?"""
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


def counts_nothing(said: Sequence[Word]) -> bool:
    """Does a count stand before a number that counts nothing: “a square over 7”?"""
    words = [word for word in said if word.slot not in ("noise", "article")]
    if any(word.value == "number of" for word in said):
        return False
    following = zip(words, words[1:], [*words[2:], END], strict=False)
    return any(a.slot == "count" and b.slot == "number" and c.slot not in COUNTED for a, b, c in following)


def some(said: Sequence[Word]) -> bool:
    """Was one of many spoken of, whichever it is?"""
    return any(word.value in SOME for word in said)


def some_safe(said: Sequence[Word], where: str) -> bool:
    """“Is any square in row A safe” does not ask whether all are; nor is it said of what “safe?” is asked."""
    safe = any(word.slot == "safe" for word in said)
    everything = any(word.slot == "all" for word in said)
    return safe and not everything and not where.startswith("square") and (some(said) or where == "anywhere")


# -- what there is not

PLACES = {
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


def not_here(r: Round, text: str, known: Lexicon) -> Illegal | None:
    """A row, a column, a square or a player is named that there is not; what there is."""
    first, last = (grid.called(n, r.columns)[0] for n in (1, len(r.cells)))
    for kind, pattern in PLACES.items():
        for found in pattern.finditer(text):
            if words_of(found[0]) not in known:
                return Illegal(NO_PLACE[kind], name=found[1].upper(), first=first, last=last, n=r.columns)
    names = [found[1] for found in PLAYER.finditer(text) if words_of(found[1]) not in known]
    if not names or get_close_matches(names[0].casefold(), [who.casefold() for who in r.order], 1, NEAR):
        return None
    return Illegal("Nobody in this round is called {name}. There are: {players}.", name=names[0], players=[*r.order])


NEAR = 3 / 4  # how much of a word must be right


def corrected(word: str, known: Lexicon) -> str:
    """A slip of the finger put right, if it is near enough to a word of the table."""
    if word.isdigit() or any(word in phrase for phrase in known):
        return word
    parts = {part for phrase in known for part in phrase if len(part) > 3 and part not in NUMBERS}
    near = get_close_matches(word, sorted(parts), 1, NEAR)
    return near[0] if near else word
