"""What people say to the host: a table of words and phrases, and what each of them stands for."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engine.kernel.text import LazyPattern
from engine.race import table
from engine.season7 import tables
from engine.season7.state import Season7Round

BOMB, CATEGORY, CASH, SQUARE, HIDDEN, HOLDS, WHOSE = "bomb", "category", "cash", "square", "hidden", "holds", "whose"
ANY_HIDDEN, ANYBODY, ANYWHERE = "hidden square", "anybody", "anywhere"
AT_LEAST, AT_MOST, EXACTLY = "at least", "at most", "exactly"
ANY_MINIGAME, ANY_BOOSTER = "minigame", "booster"
ANYBODY_BUT = "anybody but "  # with a name after it


class LexiconWord(NamedTuple):
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

COUNTS_AFTER: Mapping[str, str] = {"or more": AT_LEAST, "or fewer": AT_MOST, "or less": AT_MOST}
SEVERAL_WORDS = ("several", "many", "multiple", "a pair of")
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
SHORT_ORDINALS = ("0th", "1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th")
BESIDE_WORDS = ("next to", "beside", "adjacent to", "touching", "bordering", "around")
MIDDLE_WORDS = ("middle", "the middle", "centre", "the centre")
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

Lexicon = Mapping[tuple[str, ...], LexiconWord]
MAX_PHRASE_WORDS = 25  # “anyone but” and a name of forty characters, each second one a space

TIDIED = (
    (LazyPattern(r"(?<=\d)[, ](?=\d{3}(?!\d))"), ""),  # 250,000 and 250 000
    (LazyPattern(r"\bminus (?=£?\d)"), "-"),
    (LazyPattern(r"(?<=\d) ?per ?cent\b"), "%"),
    (LazyPattern(r"\b([a-z])-(?=\d{1,2}\b)"), r"\1"),  # B-2
    (LazyPattern(r"[?!.,;:\"“”()]|(?<=\w)[-/](?=\w)"), " "),
    (LazyPattern(r"('s(?!\w)|[#<>])"), r" \1 "),
)

DECIMAL = LazyPattern(r"(\d{1,9})\.(\d{1,3}) ?(k|m|thousand|million)\b")  # £7.5m


def expand_decimal_amount(found: re.Match[str]) -> str:
    """Return the amount that the pattern DECIMAL has `found` in a question, such as “1.5m”, as a whole number of pounds
    in digits.
    """
    whole, part, unit = found.groups()
    return str(int(f"{whole}{part:0<3}") * UNIT_FACTORS[unit] // 1_000)


@lru_cache(maxsize=4_096)  # a question is heard again whenever its game is loaded before the turn is over
def normalise_words(text: str) -> tuple[str, ...]:
    """Split a question into words as the dictionary of questions spells them: lower case, no punctuation, no commas in
    numbers, `'s` as a word of its own.
    """
    text = text.casefold().replace("’", "'")
    if not text.replace(" ", "").isalpha():  # most of the table has neither signs nor figures
        text = DECIMAL.sub(expand_decimal_amount, text)
        for pattern, put in TIDIED:
            text = pattern.sub(put, text)
    return tuple(text.split())


def iter_spellings(name: str) -> Iterator[str]:
    """Yield the spellings that players may use for the name of a square or an amount: as it is, with fewer punctuation
    marks, without its article, as `£50k`.
    """
    for said in (name, name.replace("'", ""), name.replace("&", "and"), name.replace(" ", "")):
        yield said
        yield said.removeprefix("The ")
    amount = tables.parse_cash(name)
    if amount is not None:
        sign, plain = "-" * (amount < 0), abs(amount)
        yield from (f"{sign}£{plain}", f"{sign}{plain}")
        if plain % 1_000 == 0:
            yield from (f"{sign}£{plain // 1_000}k", f"{sign}{plain // 1_000}k")
        if plain % 1_000_000 == 0:
            yield from (f"{sign}{pound}{plain // 1_000_000}{unit}" for pound in ("£", "") for unit in ("m", " million"))
    if tables.parse_booster(name) is not None:
        yield from (f"{tables.parse_booster(name)}%", f"booster of {tables.parse_booster(name)}%")


@cache
def build_common_lexicon() -> dict[tuple[str, ...], LexiconWord]:
    """Build the dictionary from words (each key a tuple of them) that players use in questions to the host to what they
    mean in every round. It is cached, and must not be changed.
    """
    found = {normalise_words(word): LexiconWord("noise", word) for word in NOISE.split()}
    for slot, said in SAYINGS.items():
        found |= {normalise_words(each): LexiconWord(slot, each.strip()) for each in said.split(",")}
    for kind, what, said in THINGS.values():
        for many, names in enumerate(said.split(";")):
            found |= {normalise_words(each): LexiconWord(kind, what, bool(many)) for each in names.split(",")}
    for c in tables.SQUARES_BY_CATEGORY:
        for said in (f"category {c}", f"cat {c}", f"category {NUMBER_WORDS[c]}", tables.CATEGORY_NAMES[c]):
            found.setdefault(normalise_words(said), LexiconWord(CATEGORY, f"category {c}"))
        found[normalise_words(f"squares of category {c}")] = LexiconWord(CATEGORY, f"category {c}", many=True)
    found |= {normalise_words(said): LexiconWord("count", said) for said in (*COUNTS, *SEVERAL_WORDS)}
    found |= {normalise_words(said): LexiconWord("after", said) for said in COUNTS_AFTER}
    found |= {(NUMBER_WORDS[n],): LexiconWord("number", str(n)) for n in range(1, len(NUMBER_WORDS))}
    for name in [*tables.CATEGORY, *tables.HIDDEN_SQUARES]:
        kind = HIDDEN if name in tables.HIDDEN_SQUARES else SQUARE
        found |= {normalise_words(said): LexiconWord(kind, name) for said in iter_spellings(name)}
    return found | {normalise_words(said): LexiconWord(SQUARE, name) for said, name in NICKNAMES.items()}


def iter_place_names(rows: int, columns: int, squares: int) -> Iterator[tuple[str, str]]:
    """Yield the phrases with which players name rows, columns, corners and other parts of a board of this size, each
    with the code that stands for that part in the parsed question.
    """
    for row in range(rows):
        letter = chr(ord("A") + row)
        said = [letter, str(row + 1), NUMBER_WORDS[row + 1]]
        yield from ((f"row {each}", f"row {letter}") for each in said)
        yield from (
            (each, f"row {letter}")
            for each in (f"{ORDINALS[row + 1]} row", f"{SHORT_ORDINALS[row + 1]} row", *([letter] if row else []))
        )
    yield from (("top row", "row A"), ("bottom row", f"row {letter}"), ("last row", f"row {letter}"))
    for n in range(1, columns + 1):
        said = [
            f"column {n}",
            f"col {n}",
            f"column {NUMBER_WORDS[n]}",
            f"{ORDINALS[n]} column",
            f"{SHORT_ORDINALS[n]} column",
        ]
        yield from ((each, f"column {n}") for each in said)
    for side, n in (("left", 1), ("right", columns)):
        yield from ((f"{each} column", f"column {n}") for each in (f"{side}most", side, f"the {side}", f"{side} hand"))
    if rows % 2:
        yield from ((f"{middle} row", f"row {chr(ord('A') + rows // 2)}") for middle in MIDDLE_WORDS)
    if columns % 2:
        yield from ((f"{middle} column", f"column {columns // 2 + 1}") for middle in MIDDLE_WORDS)
    yield from (("last column", f"column {columns}"), ("anywhere", ANYWHERE), ("at all", ANYWHERE))
    yield from iter_square_names(rows, columns, squares)


def iter_square_names(rows: int, columns: int, squares: int) -> Iterator[tuple[str, str]]:
    """Yield the phrases with which players name single squares and their neighbourhoods on a board of this size, each
    with the code that stands for them in the parsed question.
    """
    for said in ("corner", "a corner", "corners", "the corners", "the four corners"):
        yield said, "corner any"
    if rows % 2 and columns % 2:
        middle = ("middle", "the middle", "middle square", "centre", "the centre", "middle one")
        yield from ((said, "middle one") for said in middle)
    for n in range(1, squares + 1):
        for called in (str(n), table.format_coordinate(n, columns)):
            for beside in BESIDE_WORDS:
                yield f"{beside} {called}", f"next {n}"
                yield f"{beside} square {called}", f"next {n}"
            yield f"next {called}", f"next {n}"  # as a claim is spelled
            yield from ((f"{word} {called}", f"square {n}") for word in SQUARE_WORDS)
        yield table.format_coordinate(n, columns), f"square {n}"


@cache
def build_board_lexicon(rows: int, columns: int, squares: int) -> dict[tuple[str, ...], LexiconWord]:
    """Build the dictionary of phrases for parts of a board of this size, on top of the common one; cached by size."""
    return build_common_lexicon() | {
        normalise_words(said): LexiconWord("where", where) for said, where in iter_place_names(rows, columns, squares)
    }


def build_round_lexicon(r: Season7Round, asker: str) -> Lexicon:
    """Build the dictionary of everything that `asker` can name in a question in this round: board, squares and players,
    of whom “I” and “my” are `asker`. It is cached, and must not be changed.
    """
    return _build_round_lexicon(r.rows, r.columns, len(r.cells), tuple(r.order), asker)


@lru_cache(maxsize=64)
def _build_round_lexicon(rows: int, columns: int, squares: int, order: tuple[str, ...], asker: str) -> Lexicon:
    """Build the dictionary of everything that one player can name in a question in a round with this board and these
    players; cached.
    """
    found = ChainMap({}, build_board_lexicon(rows, columns, squares))
    found |= {normalise_words(said): LexiconWord("me", asker) for said in SAYINGS["me"].split(",")}
    for who in order:
        plain = (
            [f"{who}'s", f"player {who}"]
            if is_lexicon_word(who, found)
            else [f"{who}'s", f"player {who}", who, f"{who}s"]
        )
        found |= {
            normalise_words(said): LexiconWord("who", who)
            for said in plain
            if said == who or normalise_words(said) not in found
        }
        if (
            len(who) == 1 and found.get(normalise_words(who), NO_WORD).slot == "where"
        ):  # “B” may be the row, or the player
            found[normalise_words(who)] = LexiconWord("unknown", who)
        found |= {
            normalise_words(f"{said} but {who}"): LexiconWord("who", f"{ANYBODY_BUT}{who}")
            for said in ("anybody", "anyone")
        }
    found |= {
        normalise_words(said): LexiconWord("who", f"{ANYBODY_BUT}{asker}")
        for said in SAYINGS["others"].split(",")
        if asker
    }
    return found


NO_WORD = LexiconWord("")
LIST = "squares:"  # several squares as one word, with what joins them
LIST_JOINS = {"and": "and", "&": "and", "or": "or"}
SPELLED_LIST = LazyPattern(r"\d{1,3}(\+\d{1,3})+")  # as a claim is spelled


def join_square_lists(words: Sequence[str]) -> list[str]:
    """Join three or more numbers in a row (“2, 3 and 6”) into one list of squares, as a single word that says what
    joins them; numbers joined by both “and” and “or” stay apart. A list spelled `2+3` becomes such a word, too.
    """
    found, at = list[str](), 0
    while at < len(words):
        run, joins, to = list[str](), set[str](), at
        while to < len(words) and (
            is_square_number(words[to])
            or (run and words[to] in LIST_JOINS and is_square_number(*words[to + 1 : to + 2]))
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


def is_square_number(word: str = "") -> bool:
    """Return whether this word is a number of at most three digits, which may be the number of a square."""
    return word.isdecimal() and len(word) < 4


THIRD_PERSON = ("holds", "has", "owns", "possesses", "carries")


def is_lexicon_word(who: str, known: Lexicon) -> bool:
    """Return whether a player's name is also a word that questions use (A, I, May, or 7); it then counts as
    that word.
    """
    return who.isdecimal() or normalise_words(who) in known


def mark_player_names(words: Sequence[str], known: Lexicon) -> list[str]:
    """Return the words of a question with `player` put before a name that is also an ordinary word, where only the name
    can be meant.
    """
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


def look_up_words(said: Sequence[str], known: Lexicon) -> list[LexiconWord]:
    """Translate the words of a question into their meanings by the dictionary `known`, the longest phrases first. Of
    words that it lacks, a number of up to three digits becomes `number`, a list of squares `where`, any other
    `unknown`.
    """
    words = join_square_lists(mark_player_names(said, known))
    found, at = list[LexiconWord](), 0
    while at < len(words):
        sizes = range(min(MAX_PHRASE_WORDS, len(words) - at), 0, -1)
        size = next((size for size in sizes if tuple(words[at : at + size]) in known), 0)
        word = words[at]
        plain = LexiconWord("number", word) if is_square_number(word) else LexiconWord("unknown", word)
        if word.startswith(LIST):
            plain = LexiconWord("where", word)
        found.append(known[tuple(words[at : at + size])] if size else plain)
        at += size or 1
    return found


AMOUNT, PERCENT, TOTAL, BOOSTER, RICHER, STATE = "amount", "percent", "total", "held booster", "richer", "state"
BIGGEST_CASH = "biggest"
SHAPES = (AMOUNT, PERCENT, TOTAL, BOOSTER, RICHER, STATE, BIGGEST_CASH)

COMPARED = {
    "more than": ("more than", "over", "above", "greater than", "higher than", "bigger than", ">", "richer than"),
    "less than": ("less than", "under", "below", "lower than", "smaller than", "fewer than", "<"),
    "at least": ("at least", "no less than", "not less than", "minimum"),
    "at most": ("at most", "no more than", "not more than", "up to", "maximum"),
}

STATES = {
    "in": ("in", "in the round", "in this round", "in play", "in the game", "alive", "active", "playing"),
    "out": ("out", "out of the round", "eliminated", "knocked out"),
    "immune": ("immune", "immune to bombs", "immune against bombs"),
    "protected": ("protected", "under protect"),
    "hypnotised": ("hypnotised", "hypnotized"),
    "in a Win Zone": ("in a win zone", "in the win zone"),
}

UNIT_FACTORS = {"": 1, "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000}


def build_alternatives(*words: str) -> str:
    """Build a regular expression that matches any one of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


LIMIT = rf"(?P<how>{build_alternatives(*(word for words in COMPARED.values() for word in words))})"
MONEY_PATTERN = r"(?P<minus>-)?(?P<pound>£)?(?P<n>\d{1,12}) ?(?P<unit>k|m|thousand|million)?(?: pounds)?"
JOIN_WORDS = {"and": "and", "&": "and", "but": "and", "plus": "and", "or": "or"}
SHARE = r"(?P<n>\d{1,3})%"
CASH_PATTERN = r"(?:a |any |some )?(?:cash squares?|cash|money|amounts?|squares?|anything|something)?"
OF = r"(?:of |worth |with |hold |holds |holding |contain |contains |that is |that pays )?"

SAYS = (
    r"(?: 's)?(?: (?:total|money|score))?(?: (?:worth|have|has|hold|got|own|pay|contain|with|at|of))*(?: cash| money)?"
    r"(?: an? (?:total|score)(?: of)?)?"
)


class ShapedClaim(NamedTuple):
    """A question recognised as a whole: the kind of claim, and what fills it."""

    kind: str
    what: str = ""
    about: str = ""
    where: str = ANYWHERE
    n: int = 1
    no: bool = False


THERE_PATTERN = r"(?:(?:is|are) there |does |do )?(?P<no>no )?"
WHO = r"(?:is |am |does |has |do )?(?P<who>.+?)"
A_BOOSTER = rf"(?:a |any )?boosters? {OF}{LIMIT} {SHARE}"
POORER = ("poorer than", "behind", "have less than", "have less money than")
THAN = build_alternatives("richer than", "ahead of", "have more than", "have more money than", *POORER)
MOST_CASH = r"(?:biggest|highest|largest|most) (?:cash|money|amount|sum|prize)(?: amount| prize| square)?(?: left)?"
STANDING = build_alternatives(*(word for words in STATES.values() for word in words))

PATTERNS = [
    (kind, LazyPattern(pattern))
    for kind, pattern in (
        (BIGGEST_CASH, rf"(?:is )?(?:the )?{MOST_CASH}(?: is)? (?P<where>.+)"),
        (AMOUNT, rf"{THERE_PATTERN}{CASH_PATTERN} ?{OF}{LIMIT} {MONEY_PATTERN}(?: (?P<where>.+))?"),
        (PERCENT, rf"{THERE_PATTERN}{A_BOOSTER}(?: (?P<where>.+))?"),
        (BOOSTER, rf"{WHO}(?: 's)?(?P<no> not)? (?:have |has |hold )?{A_BOOSTER}"),
        (RICHER, rf"{WHO}(?P<no> not)? (?P<how>{THAN}) (?P<other>.+)"),
        (TOTAL, rf"{WHO}(?P<no> not)?{SAYS} {LIMIT} {MONEY_PATTERN}"),
        (STATE, rf"{WHO}(?: still)?(?P<no> not)?(?: still)? (?P<state>{STANDING})"),
    )
]

LEAST_BARE = 1_000  # below that a bare number may count something else


def find_shaped_claim(r: Season7Round, text: str, asker: str, place: Callable[[str], str]) -> ShapedClaim | None:
    """Return what a question asks to be true or false (its claim) if the text follows one of the fixed sentence
    patterns, or None. `place` parses the name of a part of the board, giving '' for anything else; what it raises is
    raised here, too.
    """
    words = " ".join(normalise_words(text))
    for kind, pattern in PATTERNS:
        found = pattern.fullmatch(words)
        shape = found and read_shaped_claim(r, kind, found.groupdict(), asker, place)
        if shape:
            return shape
    return None


def read_shaped_claim(
    r: Season7Round, kind: str, said: dict[str, str | None], asker: str, place: Callable[[str], str]
) -> ShapedClaim | None:
    """Build a question's claim (what it asks to be true or false) from the parts (`said`) that the sentence pattern
    `kind` has matched; return None if a part that should name a player or a part of the board does not.
    """
    no, n = bool(said.get("no")), parse_sum(said)
    how = next((name for name, words in COMPARED.items() if said.get("how") in words), "")
    if kind == BIGGEST_CASH:
        where = place(said["where"] or "")
        return ShapedClaim(kind, where=where) if where else None
    if kind in (AMOUNT, TOTAL) and not (said["pound"] or said["unit"] or abs(n) >= LEAST_BARE):
        return None
    who = find_player_named(r, said.get("who") or "", asker, anybody=kind in (STATE, BOOSTER))
    if kind in (AMOUNT, PERCENT) or (kind == TOTAL and not who):
        part = said.get("where") or said.get("who")
        where = place(part) if part else ANYWHERE
        return ShapedClaim(AMOUNT if kind == TOTAL else kind, how, where=where, n=n, no=no) if where else None
    if kind == RICHER:
        other = find_player_named(r, said["other"] or "", asker)
        first, second = (other, who) if said["how"] in POORER else (who, other)
        return ShapedClaim(kind, second, first, no=no) if first and second and first != second else None
    if kind == STATE:
        how = next(name for name, words in STATES.items() if said["state"] in words)
    return ShapedClaim(kind, how, who, n=n, no=no) if who else None


def parse_sum(said: Mapping[str, str | None]) -> int:
    """Return the number named in a question (an amount of money or a percentage), with sign and unit (such as million)
    applied, from the parts that a sentence pattern has matched; 1 if they contain none.
    """
    sign = -1 if said.get("minus") else 1
    return sign * int(said.get("n") or 1) * UNIT_FACTORS[said.get("unit") or ""]


def find_player_named(r: Season7Round, said: str, asker: str, *, anybody: bool = False) -> str:
    """Return the player whom words of a question mean: a name, or “I” for `asker`; with `anybody` also “anybody”.
    Return '' if they mean none.
    """
    if anybody and said in ("anybody", "anyone", "somebody", "someone"):
        return ANYBODY
    if said in ("i", "me") and asker and not any(who.casefold() == said for who in r.order):
        return asker
    return next((who for who in r.order if " ".join(normalise_words(who)) == said), "")


def spell_shaped_claim(claim: ShapedClaim) -> str:
    """Return a question's claim (what it asks to be true or false) written out in words that the parser reads back as
    exactly this claim.
    """
    no = "no " if claim.no else ""
    if claim.kind == AMOUNT:
        return f"{no}cash {claim.what} {'-' * (claim.n < 0)}£{abs(claim.n)} {claim.where}"
    if claim.kind in (PERCENT, BIGGEST_CASH):
        what = f"booster {claim.what} {claim.n}%" if claim.kind == PERCENT else "biggest cash"
        return f"{no}{what} {claim.where}"
    no = " not" if claim.no else ""
    if claim.kind == BOOSTER:
        return f"{claim.about}{no} booster {claim.what} {claim.n}%"
    if claim.kind == TOTAL:
        return f"{claim.about}{no} total {claim.what} {'-' * (claim.n < 0)}£{abs(claim.n)}"
    if claim.kind == RICHER:
        return f"{claim.about}{no} richer than {claim.what}"
    return f"{claim.about}{no} {claim.what}"


def is_within_limit(value: int, what: str, limit: int) -> bool:
    """Return whether a value is within a limit that a question names: more than, less than, at least or at most
    `limit`, as `what` says.
    """
    return {
        "more than": value > limit,
        "less than": value < limit,
        "at least": value >= limit,
        "at most": value <= limit,
    }[what]


NUMBERS = r"(?:squares? )?((?:\d{1,3}|[a-z]\d{1,2})(?: (?:and |or |& )?(?:\d{1,3}|[a-z]\d{1,2}))+)"
ONE_THING = r"(?:an? |any |some )?(bomb|booster|minigame|event|game changer)s?"
SOME_OF = r"(?:any|some|either|any one|at least one) of"

# “any of 4, 5 and 6 bombs” and “any bombs on 4, 5 and 6” ask whether one of them is: “a bomb on 4, 5 or 6”
SOME_OF_SQUARES = LazyPattern(rf"(?:(?:is|are|do|does) )?{SOME_OF} {NUMBERS} (?:hold |contain |hide )?{ONE_THING}")
SOME_ON_SQUARES = LazyPattern(rf"(?:is |are )?(?:there )?(?=any|some){ONE_THING} (?:on|at|among) {NUMBERS}")
SOME_OF_TWO_SAFE = LazyPattern(rf"(?:(?:is|are) )?{SOME_OF} (\w{{1,3}}) (?:and|or) (\w{{1,3}}) safe")
SUM = r"(-?£\d{1,12} ?(?:k|m|thousand|million)?|\d{4,12}|\d{1,9} ?(?:k|m|thousand|million)|\d{1,3}%)(?: pounds)?"
NO_MORE = r"(?! than| -?£?\d)"  # “£1m and less than £5m” are two limits

# “£500,000 or more” is at least £500,000
SUM_OR_MORE = LazyPattern(
    rf"(?:\bof )?{SUM} (?:(?:or|and) (?:more|over|above|higher|upwards|greater){NO_MORE}|plus(?= on| in|$))"
)

SUM_OR_LESS = LazyPattern(rf"(?:\bof )?{SUM} (?:or|and) (?:less|under|below|lower|fewer|smaller){NO_MORE}")
A_LIMIT = LazyPattern(rf"{LIMIT} {SUM}")
LIMITED_BOOSTER = LazyPattern(rf"{LIMIT} (\d{{1,3}}%) boosters?")

PLACE_A_BOOSTER = LazyPattern(
    rf"(?:is )?((?:square )?(?:\d{{1,3}}|[a-z]\d{{1,2}})) (an? booster {OF}{LIMIT} \d{{1,3}}%)"
)

ALL_EXCEPT = LazyPattern(r"\b(anything|everything|something|nothing|all|none)\b.* (but|except|other than)\b")

# “is 14 next to a bomb” asks whether a bomb is next to 14, “is the middle a bomb” whether one is in the middle
BESIDE_A_THING = LazyPattern(rf"is (square )?(\w{{1,3}}) ({'|'.join(BESIDE_WORDS)}) (an? \D+|cash)")
MIDDLE_A_THING = LazyPattern(r"is (the (?:middle|centre)(?: square)?) (an? \D+|cash)")


def reword_limits(words: str) -> str:
    """Return a question with each limit moved before its amount, as the grammar needs: “£500,000 or more” becomes “at
    least £500,000”; a booster with a limit is put before its square, too. Any other question is returned unchanged.
    """
    words = SUM_OR_MORE.sub(r"at least \1", words)
    words = SUM_OR_LESS.sub(r"at most \1", words)
    words = LIMITED_BOOSTER.sub(r"booster \g<how> \2", words)
    found = PLACE_A_BOOSTER.fullmatch(words)
    return f"is there {found[2]} on {found[1]}" if found else words


def reword_some(words: str) -> str:
    """Return a question about “some of” several squares reworded into the same question with the squares joined by
    “or”; any other question unchanged.
    """
    two = SOME_OF_TWO_SAFE.fullmatch(words)
    if two:
        return f"no bomb on {two[1]} or no bomb on {two[2]}"
    found = SOME_OF_SQUARES.fullmatch(words)
    squares, thing = found.groups() if found else ("", "")
    found = SOME_ON_SQUARES.fullmatch(words)
    thing, squares = found.groups() if found else (thing, squares)
    numbers = [word for word in squares.split() if word not in ("and", "or", "&")]
    return f"is there a {thing} on {' '.join(numbers[:-1])} or {numbers[-1]}" if numbers else words


def reword_question(text: str) -> str:
    """Return a player's question to the host with its words in the order that the parser needs: the thing looked for
    first, limits before amounts. A question in which nothing is to be moved is returned as it was typed.
    """
    words = " ".join(normalise_words(text))
    reworded = reword_some(reword_limits(words))
    if reworded != words:
        return reworded
    if JOIN_WORDS.keys() & {*words.split()}:
        return text
    if found := BESIDE_A_THING.fullmatch(words):
        return f"is there {found[4]} {found[3]} {found[2]}"
    found = MIDDLE_A_THING.fullmatch(words)
    return f"is there {found[2]} in {found[1]}" if found else text
