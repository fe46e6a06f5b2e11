"""What people say to the host: a table of words and phrases, and what each of them stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.race import grid
from engine.season7 import tables
from engine.season7.state import Round

BOMB, CATEGORY, CASH, SQUARE, HIDDEN, HOLDS, WHOSE = "bomb", "category", "cash", "square", "hidden", "holds", "whose"
ANY_HIDDEN, ANYBODY, ANYWHERE = "hidden square", "anybody", "anywhere"
AT_LEAST, AT_MOST, EXACTLY = "at least", "at most", "exactly"
ANY_MINIGAME, ANY_BOOSTER = "minigame", "booster"
OTHERS = "anybody but "  # with a name after it


class Word(NamedTuple):
    """What a phrase stands for: a slot, what it is filled with, and whether it spoke of several."""

    slot: str
    value: str = ""
    many: bool = False


NOISE = """
    's active actually alive am an any anything are at be been behind being board by cell contain
    contains currently dear do does doing either field from give gives got
    here hello hey hi host i if in indeed inside intact is it its laid lay left lie lies live lurk
    lurking lurks lying now of on one's own owned place placed planted please put puts really
    remaining say seal sit sits sitting some something somewhere square squares
    still tell thank thanks that the them there there's these this those thx to true under waiting whether
    with within yes you you's
"""
THINGS: Mapping[str, tuple[str, str, str]] = {  # kind, what, and how people call it, one and many
    "bomb": (
        BOMB,
        BOMB,
        "bomb, explosive, dangerous, deadly, mined, bombed, boobytrapped, armed; bombs, explosives",
    ),
    "cash": (CASH, CASH, "cash, money, cash square; cash squares"),
    "hidden": (HIDDEN, ANY_HIDDEN, "hidden square, secret; hidden squares, secrets"),
    "1": (CATEGORY, "category 1", "negative cash, negative, loss, negative square; losses, negative squares"),
    "2": (
        CATEGORY,
        "category 2",
        "six figure cash, six figure sum, six figures, six figure, 6 figures, 6 figure; six figure squares",
    ),
    "3": (
        CATEGORY,
        "category 3",
        "seven figure cash, seven figure sum, seven figures, seven figure, 7 figures, 7 figure, million; millions",
    ),
    "4": (CATEGORY, "category 4", "booster, boost; boosters, boosts"),
    "5": (CATEGORY, "category 5", "minigame, mini game, game; minigames, mini games, games"),
    "6": (CATEGORY, "category 6", "event, event square; events, event squares"),
    "7": (CATEGORY, "category 7", "game changer, gamechanger; game changers, gamechangers"),
    "8": (CATEGORY, "category 8", "vintage, vintage square; vintage squares"),
}
SAYINGS: Mapping[str, str] = {
    "hides": "hidden, hides, hide, hiding",
    "holds": "hold, holds, holding, have, has, having, own, owns, possess, possesses, carry, carries, held",
    "noise": (
        "or not, yes or no, yes no, number of, there even, tell me, is it true that, is it correct that, "
        "true or false, i want to know, i'd like to know, do you know, this board, this round, in play, in the game, "
        "going to, pounds"
    ),
    "article": "a",
    "both": "both",
    "unknown": "left of, the left, open square, open squares, lose, lost",
    "deed": "choose, find, pick, picked, select, selected, open, opened, step, take, click",
    "fatal": "die, dead, explode, blow up, kill me, hit a bomb",
    "tense": "did, will, would, could, can, may, might",
    "theirs": "his, her, their",
    "n't": "isn't, aren't, doesn't, don't",
    "all": "all, every, everything, each, whole, entire",
    "no": "not, no, zero, neither, without, free of, empty of, none, nothing, never, n't",
    "safe": "safe, safely, clear, clear of bombs, clean, harmless, survive, bomb free, bombfree, bombless",
    "me": "my, mine",
    "anybody": "anybody, anyone, somebody, someone, any player, any of us, any of them",
    "others": "anybody else, anyone else, somebody else, someone else, another player, any other player",
    "nobody": "nobody, no one, noone, no player",
    "and": "and, &, but, as well as, plus",
    "or": "or",
    "nor": "nor",
    "which": "how, how many, how much, which, where, what, what's, who, who's, whose, when, why",
}
COUNTS: Mapping[str, tuple[str, int]] = {  # what is said before a number: what it means, and by how much it is off
    "at least": (AT_LEAST, 0),
    "no fewer than": (AT_LEAST, 0),
    "no less than": (AT_LEAST, 0),
    "not less than": (AT_LEAST, 0),
    "min": (AT_LEAST, 0),
    "minimum": (AT_LEAST, 0),
    "a minimum of": (AT_LEAST, 0),
    "more than": (AT_LEAST, 1),
    ">": (AT_LEAST, 1),
    "over": (AT_LEAST, 1),
    "at most": (AT_MOST, 0),
    "max": (AT_MOST, 0),
    "maximum": (AT_MOST, 0),
    "a maximum of": (AT_MOST, 0),
    "no more than": (AT_MOST, 0),
    "not more than": (AT_MOST, 0),
    "up to": (AT_MOST, 0),
    "fewer than": (AT_MOST, -1),
    "less than": (AT_MOST, -1),
    "<": (AT_MOST, -1),
    "exactly": (EXACTLY, 0),
    "precisely": (EXACTLY, 0),
    "just": (EXACTLY, 0),
    "only": (EXACTLY, 0),
}
AFTER: Mapping[str, str] = {"or more": AT_LEAST, "or fewer": AT_MOST, "or less": AT_MOST}
SEVERAL = ("several", "many", "multiple", "a pair of")
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SHORT = ("0th", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th")
BESIDE = ("next to", "beside", "adjacent to", "touching", "bordering", "around")
SQUARE_WORDS = ("square", "sq", "field", "cell", "number", "space", "box", "tile", "no.", "#", "squares", "place")
NICKNAMES = {
    "fifty fifty": "Fifty50",
    "50 50": "Fifty50",
    "ftroyg": "For the Rest of Your Game",
    "salary": "Footballer's Salary",
    "higher lower": "Higher or Lower",
    "higher & lower": "Higher or Lower",
    "higher and lower": "Higher or Lower",
    "access to the super round": "Access",
    "access to the next super round": "Access",
}

Lexicon = dict[tuple[str, ...], Word]
TIDIED = (
    (r"(?<=\d)[, ](?=\d{3}(?!\d))", ""),  # 250,000 and 250 000
    (r"\bminus (?=£?\d)", "-"),
    (r"(?<=\d) ?per ?cent\b", "%"),
    (r"\b([a-z])-(?=\d{1,2}\b)", r"\1"),  # B-2
    (r"[?!.,;:\"“”()]|(?<=\w)[-/](?=\w)", " "),
    (r"('s(?!\w)|[#<>])", r" \1 "),
)


@lru_cache(maxsize=4_096)  # a question is heard again whenever its game is loaded before the turn is over
def words_of(text: str) -> tuple[str, ...]:
    """A line as the table knows its words: no capitals, no stops, thousands without commas, `'s` for itself."""
    text = text.casefold().replace("’", "'")
    if not text.replace(" ", "").isalpha():  # most of the table has neither signs nor figures
        for pattern, put in TIDIED:
            text = re.sub(pattern, put, text)
    return tuple(text.split())


def spellings(name: str) -> Iterator[str]:
    """How a name may be written: as it is, with fewer signs, without its article."""
    for said in (name, name.replace("'", ""), name.replace("&", "and"), name.replace(" ", "")):
        yield said
        yield said.removeprefix("The ")
    amount = tables.cash(name)
    if amount is not None:
        sign, plain = "-" * (amount < 0), abs(amount)
        yield from (f"{sign}£{plain}", f"{sign}{plain}" if plain > 999 else name)
        if plain % 1_000 == 0:
            yield from (f"{sign}£{plain // 1_000}k", f"{sign}{plain // 1_000}k")
        if plain % 1_000_000 == 0:
            yield from (f"{sign}{pound}{plain // 1_000_000}{unit}" for pound in ("£", "") for unit in ("m", " million"))
    if tables.booster(name) is not None:
        yield from (f"{tables.booster(name)}%", f"booster of {tables.booster(name)}%")


@cache
def lexicon() -> Lexicon:
    """All that means the same in every round."""
    found: Lexicon = {words_of(word): Word("noise", word) for word in NOISE.split()}
    for slot, said in SAYINGS.items():
        found |= {words_of(each): Word(slot, each.strip()) for each in said.split(",")}
    for kind, what, said in THINGS.values():
        for many, names in enumerate(said.split(";")):
            found |= {words_of(each): Word(kind, what, bool(many)) for each in names.split(",")}
    for c in tables.CATEGORIES:
        for said in (f"category {c}", f"cat {c}", f"category {NUMBERS[c]}", tables.CATEGORY_NAMES[c]):
            found.setdefault(words_of(said), Word(CATEGORY, f"category {c}"))
        found[words_of(f"squares of category {c}")] = Word(CATEGORY, f"category {c}", many=True)
    found |= {words_of(said): Word("count", said) for said in (*COUNTS, *SEVERAL)}
    found |= {words_of(said): Word("after", said) for said in AFTER}
    found |= {(NUMBERS[n],): Word("number", str(n)) for n in range(1, len(NUMBERS))}
    for name in [*tables.CATEGORY, *tables.HIDDEN]:
        kind = HIDDEN if name in tables.HIDDEN else SQUARE
        found |= {words_of(said): Word(kind, name) for said in spellings(name)}
    return found | {words_of(said): Word(SQUARE, name) for said, name in NICKNAMES.items()}


def places(rows: int, columns: int, squares: int) -> Iterator[tuple[str, str]]:
    """What people call the parts of such a board, and what we call them."""
    for row in range(rows):
        letter = chr(ord("A") + row)
        said = [letter, str(row + 1), NUMBERS[row + 1]]
        yield from ((f"row {each}", f"row {letter}") for each in said)
        yield from (
            (each, f"row {letter}")
            for each in (f"{ORDINALS[row + 1]} row", f"{SHORT[row + 1]} row", *([letter] if row else []))
        )
    yield from (("top row", "row A"), ("bottom row", f"row {letter}"), ("last row", f"row {letter}"))
    for n in range(1, columns + 1):
        said = [f"column {n}", f"col {n}", f"column {NUMBERS[n]}", f"{ORDINALS[n]} column", f"{SHORT[n]} column"]
        yield from ((each, f"column {n}") for each in said)
    for side, n in (("left", 1), ("right", columns)):
        yield from ((f"{each} column", f"column {n}") for each in (f"{side}most", side, f"the {side}", f"{side} hand"))
    if rows % 2:
        yield "middle row", f"row {chr(ord('A') + rows // 2)}"
    if columns % 2:
        yield "middle column", f"column {columns // 2 + 1}"
    yield from (("last column", f"column {columns}"), ("anywhere", ANYWHERE), ("at all", ANYWHERE))
    yield from spots(rows, columns, squares)


def spots(rows: int, columns: int, squares: int) -> Iterator[tuple[str, str]]:
    """What people call single squares, and those around one."""
    for said in ("corner", "a corner", "corners", "the corners", "the four corners"):
        yield said, "corner any"
    if rows % 2 and columns % 2:
        yield from ((said, "middle one") for said in ("middle", "the middle", "middle square", "centre", "the centre"))
    for n in range(1, squares + 1):
        for called in (str(n), grid.called(n, columns)):
            for beside in BESIDE:
                yield f"{beside} {called}", f"next {n}"
                yield f"{beside} square {called}", f"next {n}"
            yield from ((f"{word} {called}", f"square {n}") for word in SQUARE_WORDS)
        yield grid.called(n, columns), f"square {n}"


@cache
def of_a_board(rows: int, columns: int, squares: int) -> Lexicon:
    """All that means the same on every board of this size."""
    return lexicon() | {words_of(said): Word("where", where) for said, where in places(rows, columns, squares)}


def dictionary(r: Round, asker: str) -> Lexicon:
    """All that can be said in this round by one player."""
    return _dictionary(r.rows, r.columns, len(r.cells), tuple(r.order), asker)


@lru_cache(maxsize=64)
def _dictionary(rows: int, columns: int, squares: int, order: tuple[str, ...], asker: str) -> Lexicon:
    found = of_a_board(rows, columns, squares).copy()
    found |= {words_of(said): Word("me", asker) for said in SAYINGS["me"].split(",")}
    for who in order:
        plain = (
            [f"{who}'s", f"player {who}"] if is_a_word(who, found) else [f"{who}'s", f"player {who}", who, f"{who}s"]
        )
        found |= {words_of(said): Word("who", who) for said in plain if said == who or words_of(said) not in found}
        if len(who) == 1 and found.get(words_of(who), NO_WORD).slot == "where":  # “B” may be the row, or the player
            found[words_of(who)] = Word("unknown", who)
        found |= {words_of(f"{said} but {who}"): Word("who", f"{OTHERS}{who}") for said in ("anybody", "anyone")}
    found |= {words_of(said): Word("who", f"{OTHERS}{asker}") for said in SAYINGS["others"].split(",") if asker}
    return found


NO_WORD = Word("")
LIST = "squares:"  # several squares as one word, with what joins them
LIST_JOINS = {"and": "and", "&": "and", "or": "or"}
SPELLED_LIST = re.compile(r"\d{1,3}(\+\d{1,3})+")  # as a claim is spelled


def listed(words: Sequence[str]) -> list[str]:
    """Three numbers or more in a row, with “and” or “or” between them or before the last, are one list of squares."""
    found, at = list[str](), 0
    while at < len(words):
        run, joins, to = list[str](), set[str](), at
        while to < len(words) and (
            is_square(words[to]) or (run and words[to] in LIST_JOINS and is_square(*words[to + 1 : to + 2]))
        ):
            if words[to] in LIST_JOINS:
                joins.add(LIST_JOINS[words[to]])
            else:
                run.append(words[to])
            to += 1
        many = len(run) > 2 and len(joins) < 2
        join = next(iter(joins), "none")
        spelled = SPELLED_LIST.fullmatch(words[at])
        found.append(f"{LIST}{join} {'+'.join(run)}" if many else f"{LIST}= {words[at]}" if spelled else words[at])
        at = to if many else at + 1
    return found


def is_square(word: str = "") -> bool:
    """Is this a number that may be a square?"""
    return word.isdigit() and len(word) < 4


THIRD_PERSON = ("holds", "has", "owns", "possesses", "carries")


def is_a_word(who: str, known: Lexicon) -> bool:
    """Is somebody called as a word of the table is: A, I, May, or 7? Articles, verbs and figures then come first."""
    return who.isdigit() or words_of(who) in known


def named(words: Sequence[str], known: Lexicon) -> list[str]:
    """The words, with `player` before a name that is a word as well where only the name can be meant."""
    found = list[str]()
    for at, word in enumerate(words):
        before, after = (words[at - 1] if at else ""), (words[at + 1] if at + 1 < len(words) else "")
        is_word, is_name = known.get((word,), NO_WORD).slot != "who", ("player", word) in known
        if (
            is_word
            and is_name
            and before not in ("player", "but")
            and (before == "does" or after in ("'s", *THIRD_PERSON))
        ):
            found.append("player")
        found.append(word)
    return found


def looked_up(said: Sequence[str], known: Lexicon) -> list[Word]:
    """What the words stand for, the longest phrases first; `unknown` for what is in no table."""
    words = listed(named(said, known))
    longest, found, at = max(map(len, known)), [], 0
    while at < len(words):
        sizes = range(min(longest, len(words) - at), 0, -1)
        size = next((size for size in sizes if tuple(words[at : at + size]) in known), 0)
        word = words[at]
        plain = Word("number", word) if word.isdigit() and len(word) < 4 else Word("unknown", word)
        if word.startswith(LIST):
            plain = Word("where", word)
        found.append(known[tuple(words[at : at + size])] if size else plain)
        at += size or 1
    return found
