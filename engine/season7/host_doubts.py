"""What makes a question to the host doubtful: words that would make another question of it if they were let pass."""

from __future__ import annotations

from collections.abc import Sequence

from engine.season7.host_words import BOMB, CASH, CATEGORY, HIDDEN, SQUARE, Word

THINGS = (BOMB, CATEGORY, CASH, SQUARE, HIDDEN)
NAMED_BY = (*THINGS, "hides", "fatal", "count", "number")  # what an article stands before
COUNTED = (*THINGS, "who", "me", "after")  # what stands after a number that counts it
OF_THE_BOARD = ("square", "squares", "cell", "field", "place")
SOME = ("a", "an", "any", "anything", "some", "something", "somewhere", "there", "there's")
POINTING = ("here", "it", "its", "that", "them", "these", "this", "those")  # at what nobody sees
END = Word("end")


def letters(said: Sequence[Word]) -> list[Word]:
    """“A” is an article before what can have one, and a row anywhere else."""
    found = list[Word]()
    for at, word in enumerate(said):
        after, later = [*said[at + 1 :], END, END][:2]
        safe = after.slot == "safe" and later.value in OF_THE_BOARD
        before = said[at - 1].value if at else ""
        if word.slot != "article":
            found.append(word)
        elif not (safe or after.slot in NAMED_BY or after.value in OF_THE_BOARD):
            found.append(Word("where", "row A"))
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
