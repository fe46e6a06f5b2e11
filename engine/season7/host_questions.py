"""How people ask the host: a small grammar that makes yes/no questions of what they say.

Words are looked up in a table (`host_words.py`), the longest phrase first. What they stand for fills the slots of a
claim: what is looked for, where, how many of it, who holds it. Two claims may be joined by `and` or `or`; a slot that
one of them leaves empty is filled from the other (“a bomb on 7 or 8”). What is in no table is not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from engine.kernel.errors import Illegal, Unclear
from engine.race import table
from engine.season7 import tables
from engine.season7.host_vocabulary import (
    ALL_EXCEPT,
    AMOUNT,
    ANY_BOOSTER,
    ANY_HIDDEN,
    ANY_MINIGAME,
    ANYBODY,
    ANYBODY_BUT,
    ANYWHERE,
    AT_LEAST,
    BOMB,
    BOOSTER,
    CASH,
    CATEGORY,
    COUNTS,
    COUNTS_AFTER,
    EXACTLY,
    HIDDEN,
    HOLDS,
    JOIN_WORDS,
    LIST,
    NUMBER_WORDS,
    PERCENT,
    RICHER,
    SEVERAL_WORDS,
    SHAPES,
    SQUARE,
    STATE,
    THAN,
    TOTAL,
    WHOSE,
    Lexicon,
    LexiconWord,
    ShapedClaim,
    build_round_lexicon,
    find_player_named,
    find_shaped_claim,
    look_up_words,
    normalise_words,
    reword_question,
    spell_shaped_claim,
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
    """Return the words of a player's question to the host, with each “a” replaced by what it means: the article, row A,
    or `unknown` where it may be either, or a player called A.
    """
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
    """Return whether a question, or half of one, must not be answered because of a word that the grammar would ignore
    though it changes the meaning (`changes_meaning`), a “no” after “anybody”, or a “not” after “a” or “any”, as in “a
    bomb that is not in row A”.
    """
    befores, afters = [END, *said], [*said[1:], END]
    if any(map(changes_meaning, befores, said, afters)):
        return True
    of_anybody = [word.slot == ANYBODY or word.value.startswith(ANYBODY_BUT) for word in said]
    if any(word.slot == "no" and any(of_anybody[:at]) for at, word in enumerate(said)):  # “anybody does not hold Fold”
        return True
    nots = [at for at, word in enumerate(said) if word.value == "not"]
    return any(
        befores[at].value != "there" and speaks_of_some(said[:at]) for at in nots
    )  # “a bomb that is not in row A”


def changes_meaning(before: LexiconWord, word: LexiconWord, after: LexiconWord) -> bool:
    """Return whether this word, between its neighbours, changes a question's meaning in a way that the grammar does not
    know: a player before “square”, a number before “squares”, “one bomb”, an “n't” that is not the first word, a limit
    not understood, a “by” without a player, or “both” of several.
    """
    if word.slot in ("who", "me", "theirs", "anybody"):  # “on Bob's square”
        return after.value in ("square", "squares")
    if word.slot == "number":  # “are 2 squares safe”, “is there one bomb”
        one = word.value == "1" and after.slot in THINGS and not after.many and before.slot != "count"
        return one or after.value == "squares"
    if word.slot == "n't":  # “Bob doesn't hold Fold”, “it is safe, isn't it”
        return before is not END
    if word.value in ("any", "some", "either", "under") or word.slot == "after":
        return leaves_limit_out(before, word, after)
    if word.value == "by":  # “by 7” is beside it
        return after.slot not in ("who", "me", "anybody", "nobody")
    return word.slot == "both" and after.many  # “both bombs”


def leaves_limit_out(before: LexiconWord, word: LexiconWord, after: LexiconWord) -> bool:
    """Return whether this word of a question, between its two neighbours, belongs to a limit that the grammar has not
    understood: “or more” with no number before it, “under” before a square's name, or “any”, “some” or “either” before
    “of”.
    """
    if word.slot == "after":  # “£500,000 or more”
        return before.slot != "number"
    return after.slot == SQUARE if word.value == "under" else after.value == "of"  # “any of 4, 5 and 6 safe”


def counts_nothing(said: Sequence[LexiconWord]) -> bool:
    """Return whether a question has a count and a number with no thing that is counted, as in “a square over 7”, and so
    is unclear.
    """
    words = [word for word in said if word.slot not in ("noise", "article")]
    if any(word.value == "number of" for word in said):
        return False
    following = zip(words, words[1:], [*words[2:], END], strict=False)
    return any(a.slot == "count" and b.slot == "number" and c.slot not in COUNTABLE_SLOTS for a, b, c in following)


def counts_later(said: Sequence[LexiconWord]) -> bool:
    """Return whether the number of a count comes only after the thing that is counted, as in “the only bomb in row A on
    4”, which makes a question unclear.
    """
    return any(
        a.slot == "count"
        and a.value not in SEVERAL_WORDS
        and b.slot in THINGS
        and any(c.slot == "number" for c in said)
        for a, b in pairwise(said)
    )


def speaks_of_some(said: Sequence[LexiconWord]) -> bool:
    """Return whether a question speaks of any one of several things (“a”, “any”, “some”)."""
    return any(word.value in SOME for word in said)


def asks_whether_some_safe(said: Sequence[LexiconWord], where: str) -> bool:
    """Return whether a question asks if at least one of several squares, or any at all, is safe, which the grammar
    cannot express (it can only ask if all are).
    """
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
    "row": "There is no row {name}. Rows are {first} to {last}.",
    "column": "There is no column {name}. Columns are 1 to {n}.",
    "square": "There is no square {name}. Rows are {first} to {last}, columns 1 to {n}.",
}

PLAYER = re.compile(r"(?<![\w'’])(?!else\b)(\w+)(?:['’]s bomb| (?:hold|holds|have|has|own|owns)\b)", re.IGNORECASE)


def build_unknown_place_error(r: Season7Round, text: str, known: Lexicon) -> Illegal | None:
    """Return an error that lists the rows, columns, squares or players there are, if a question names one that does not
    exist; else None, also for a player's name that is only misspelled.
    """
    first, last = (table.format_coordinate(n, r.columns)[0] for n in (1, len(r.cells)))
    for kind, pattern in PLACE_PATTERNS.items():
        for found in pattern.finditer(text):
            if normalise_words(found[0]) not in known:
                return Illegal(
                    NO_PLACE[kind], code="no_such_square", name=found[1].upper(), first=first, last=last, n=r.columns
                )
    names = [found[1] for found in PLAYER.finditer(text) if normalise_words(found[1]) not in known]
    if not names or get_close_matches(names[0].casefold(), [who.casefold() for who in r.order], 1, NEAR):
        return None
    return Illegal(
        "Nobody in this round is called {name}. The players are {players}.",
        code="unknown_player",
        name=names[0],
        players=[*r.order],
    )


NEAR = 3 / 4  # how much of a word must be right


class HostClaim(NamedTuple):
    """One thing that is true or not. `about` is a player, `what` a name, and `where` a part of the board."""

    kind: str
    what: str = ""
    about: str = ""
    where: str = ANYWHERE
    how: str = ""  # AT_LEAST, AT_MOST or EXACTLY so many
    n: int = 1
    no: bool = False

    def __str__(self) -> str:
        """Return this claim about the game (what a question asks to be true or false) in words that the parser of
        questions converts back to exactly this claim.
        """
        if self.kind in SHAPES:
            return spell_shaped_claim(ShapedClaim(self.kind, self.what, self.about, self.where, self.n, self.no))
        no = "no " if self.no else ""
        if self.kind == HOLDS:
            return f"{no}{self.about} holds {self.what}"
        count = f"{self.how} {self.n} " if self.how else ""
        thing = f"{self.about}'s bomb" if self.kind == WHOSE else self.what
        return f"{no}{count}{thing} {self.where.replace(':= ', ' ')}"


class HostQuestion(NamedTuple):
    """A question understood: one claim, or two with `and` or `or` between them."""

    claims: tuple[HostClaim, ...]
    join: str = ""

    def __str__(self) -> str:
        """Return the question in words that the parser of questions reads back as exactly this question."""
        return f" {self.join} ".join(map(str, self.claims))


# -- the grammar


class QuestionSlots(NamedTuple):
    """What one half of a question has said, slot by slot."""

    things: tuple[LexiconWord, ...] = ()
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
    some: bool = False  # one of many was spoken of
    everything: bool = False
    deed: bool = False  # what somebody does, or what becomes of them: “will Bob explode”
    tense: bool = False
    theirs: bool = False
    pointing: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether this part of a question, before or after “and” or “or”, says itself what is asked for, and on which
        part of the board or of which player.
        """
        return bool(self.things and (self.where or self.who))


def parse_host_question(r: Season7Round, text: str, asker: str = "") -> HostQuestion:
    """Parse a question to the host in people's own words, as `asker` asks it (“I”, “my”). Raise Unclear (an Illegal) if
    it cannot be understood, Illegal if a square it names is open, or a row, column, square or player does not exist.
    """
    if ALL_EXCEPT.search(text.casefold()):
        raise make_unclear_error(r)
    return parse_reworded_question(r, reword_question(text), asker)


def parse_reworded_question(r: Season7Round, text: str, asker: str) -> HostQuestion:
    """Parse a question to the host whose words have been put into the order that the grammar knows; raise Unclear (an
    Illegal) or Illegal for the same reasons as `parse_host_question`.
    """
    known = build_round_lexicon(r, asker)
    shape = find_shaped_claim(r, text, asker, lambda said: parse_place(r, known, said))
    if shape:
        return HostQuestion((build_shaped_claim(shape),))
    joined = parse_joined_shapes(r, known, text, asker)
    if joined:
        return joined
    said = resolve_letter_a(look_up_words(normalise_words(text), known), known)
    if said and said[0].slot == "n't":  # “isn't there a bomb” asks whether there is
        said = said[1:]
    joins = [at for at, word in enumerate(said) if word.slot in ("and", "or", "nor")]
    halves = [said[: joins[0]], said[joins[0] + 1 :]] if joins else [said]
    alone = not joins and any(word.slot == "both" or word.value == "neither" for word in said)
    if (
        alone
        or len(joins) > 1
        or any(map(is_doubtful, halves))
        or any(word.slot in ("unknown", "which", "n't", "others") for word in said)
    ):
        raise build_unknown_place_error(r, text, known) or make_unclear_error(r)
    if not joins:
        return HostQuestion((build_claim(r, fill_slots(r, said)),))
    (first, second), join = halves, said[joins[0]].slot
    second = resolve_second_line(known, first, second)
    if any(word.slot == "unknown" for word in second):
        raise make_unclear_error(r)
    left, right = fill_slots(r, first), fill_slots(r, resolve_second_square(r, first, second))
    if (second and second[-1].value in ELLIPTIC) or (join == "nor" and not left.denied):
        raise make_unclear_error(r)
    if join == "nor":
        right, join = right._replace(no=not right.no), "and"
        left = left._replace(no=left.no if left.things else right.no, denied=False)
    elif any(word.value == "neither" for word in said) or are_halves_ambiguous(left, right, join):
        raise make_unclear_error(r)
    return HostQuestion(
        (build_claim(r, fill_half(left, right, backwards=True)), build_claim(r, fill_half(right, left))), join
    )


# -- two claims, of which one at least has a fixed shape

SENTENCE_STARTS = ("is", "are", "am", "does", "do", "has", "there")  # what follows says by itself whom it is about
OF_PLAYERS = (TOTAL, BOOSTER, RICHER, STATE)
COMPARES_PLAYERS = re.compile(rf"(.+ (?:{THAN})) .+")


class HalfQuestion(NamedTuple):
    """One half of a joined question: its words, what it claims by itself, and whether it has a fixed shape."""

    words: str
    claim: HostClaim | None
    shaped: bool

    @property
    def is_whole(self) -> bool:
        """Whether this part of a question, before or after “and” or “or”, names a player or a part of the board itself,
        and does not need to take it from the other part.
        """
        claim = self.claim
        return claim is not None and (
            bool(claim.about) or claim.where != ANYWHERE or ANYWHERE in self.words.split() or "at all" in self.words
        )


def build_shaped_claim(shape: ShapedClaim) -> HostClaim:
    """Convert what a question that follows a fixed sentence pattern asserts (`shape`) into the general form of a claim,
    which the host can check.
    """
    return HostClaim(shape.kind, shape.what, shape.about, shape.where, n=shape.n, no=shape.no)


def parse_joined_shapes(r: Season7Round, known: Lexicon, text: str, asker: str) -> HostQuestion | None:
    """Parse a question with “and” or “or” of which at least one part follows a fixed sentence pattern. Return None if
    no part does, or if it can be meant in more than one way; raise Illegal for a square that is open or does not exist.
    """
    words, found = normalise_words(text), set[HostQuestion]()
    for at, word in enumerate(words):
        if word in JOIN_WORDS and 0 < at < len(words) - 1:
            left, right = (read_half(r, known, half, asker) for half in (words[:at], words[at + 1 :]))
            claims = pair_claims(r, known, (left, right), JOIN_WORDS[word], asker)
            found |= {HostQuestion(claims, JOIN_WORDS[word])} if claims else set()
    return found.pop() if len(found) == 1 else None


def read_half(r: Season7Round, known: Lexicon, words: Sequence[str], asker: str) -> HalfQuestion:
    """Parse the words before or after the “and” or “or” of a question as a question of its own; its claim is None if
    they are none, or two that are joined. Raise Illegal for a square that is open or does not exist.
    """
    said = " ".join(words)
    shape = find_shaped_claim(r, said, asker, partial(parse_place, r, known))
    if shape:
        return HalfQuestion(said, build_shaped_claim(shape), shaped=True)
    with suppress(Unclear):
        asked = parse_host_question(r, said, asker)
        return HalfQuestion(said, None if asked.join else asked.claims[0], shaped=False)
    return HalfQuestion(said, None, shaped=False)


def pair_claims(
    r: Season7Round, known: Lexicon, halves: tuple[HalfQuestion, HalfQuestion], join: str, asker: str
) -> tuple[HostClaim, HostClaim] | None:
    """Return the claims that both halves of a question make, each completed with what only the other half says. Return
    None if the question could be meant otherwise, or if neither half follows a fixed sentence pattern.
    """
    left, right = halves
    if left.shaped and left.claim and right.words.split()[0] not in SENTENCE_STARTS:
        shared = share_beginning(r, known, left, right.words, asker)
        if shared:
            several = join == "and" and left.claim.about == ANYBODY  # the same player, or two?
            return None if left.claim.no or several else (left.claim, shared)
    if right.shaped and right.claim and right.claim.kind in OF_PLAYERS and not left.claim:
        subject = find_player_named(r, left.words.partition(" ")[2] or left.words, asker)
        same = subject in ("", right.claim.about, right.claim.what)
        return None if same or right.claim.no else (right.claim._replace(about=subject), right.claim)
    if not (left.claim and right.claim and (left.shaped or right.shaped)):
        return None
    if left.is_whole and right.is_whole:
        return left.claim, right.claim
    return share_place(r, known, halves, join) if not left.claim.no else None


def share_beginning(r: Season7Round, known: Lexicon, left: HalfQuestion, rest: str, asker: str) -> HostClaim | None:
    """Return the claim of a question's second half, `rest`, if it leaves out the beginning that it shares with the
    first half: “is Bob immune or out”, “richer than Ann or Bob”. Return None otherwise.
    """
    claim, place = left.claim, partial(parse_place, r, known)
    if claim is None:
        return None
    if claim.kind not in OF_PLAYERS:
        kind = claim.where.partition(" ")[0]
        line = kind in ("row", "column") and " " not in rest
        where = place(f"{kind} {rest}" if line else rest)
        return claim._replace(where=where) if where and claim.where != ANYWHERE else None
    compared = COMPARES_PLAYERS.fullmatch(left.words)
    subject = left.words.split(" ", 1)[1] if left.words.split()[0] in SENTENCE_STARTS else left.words
    who = next((name for name in (claim.about, claim.what) if subject.startswith(" ".join(normalise_words(name)))), "")
    begun = [f"{compared[1]} {rest}"] if compared else []
    begun += [f"{' '.join(normalise_words(who or claim.about))} {rest}"]
    shapes = (find_shaped_claim(r, said, asker, place) for said in begun)
    return next((build_shaped_claim(shape) for shape in shapes if shape and shape.kind in OF_PLAYERS), None)


def share_place(
    r: Season7Round, known: Lexicon, halves: tuple[HalfQuestion, HalfQuestion], join: str
) -> tuple[HostClaim, HostClaim] | None:
    """Return the claims of both halves of a question, with the part of the board that only one half names applied to
    both (“a bomb or cash on 5”), or as they are if neither names one and “or” joins them; None if one is about a
    player, or the place may not be meant for both.
    """
    left, right = halves
    if left.claim is None or right.claim is None or left.claim.about or right.claim.about:
        return None
    if not left.is_whole and not right.is_whole:
        return None if join == "and" else (left.claim, right.claim)
    first, *more = [word for word in left.words.split() if word not in SENTENCE_STARTS]
    begins = any(parse_place(r, known, said) for said in (first, " ".join([first, *more[:1]])))
    where = right.claim.where if right.is_whole else left.claim.where if begins else ""
    one_square = len(parse_squares(where)) == 1
    if join == "and" and {left.claim.kind, right.claim.kind} == {AMOUNT, PERCENT}:  # no square is both
        return None
    if not where or right.claim.no or (join == "and" and not one_square):  # both on one square, or one on each?
        return None
    return left.claim._replace(where=where), right.claim._replace(where=where)


# -- places


def parse_place(r: Season7Round, known: Lexicon, said: str) -> str:
    """Return the part of the board that these words name, or '' if they contain anything else; raise Illegal if a
    square they name is open or does not exist, Unclear if they name parts that make no single one.
    """
    words = [
        word
        for word in resolve_letter_a(look_up_words(normalise_words(said), known), known)
        if word.slot not in ("noise", "article")
    ]
    if any(word.slot not in SPOTS or word.value.startswith(LIST) for word in words):
        return ""
    where = combine_places(
        r, [word.value if word.slot == "where" else f"square {table.parse_square(r, word.value)}" for word in words]
    )
    check_squares_closed(r, where)
    return where


def check_squares_closed(r: Season7Round, where: str) -> None:
    """Raise Illegal if a square that a code for a part of the board lists is open, because only closed squares can be
    asked about. Rows, columns and the like pass; the squares must exist.
    """
    for n in parse_squares(where):
        if r.find_cell(n).open:
            raise Illegal("Square {n} is already open.", code="already_open", n=n)


def parse_squares(where: str) -> list[int]:
    """Return the numbers of the squares that a code for a part of the board lists one by one; none if it is a row, a
    column or the like.
    """
    kind, _, numbers = where.partition(" ")
    return [int(n) for n in numbers.split("+")] if kind == "square" or kind.startswith(LIST) else []


ELLIPTIC = ("is", "are", "does", "do")  # “10 is not safe but 6 is”


def resolve_second_line(known: Lexicon, first: Sequence[LexiconWord], second: list[LexiconWord]) -> list[LexiconWord]:
    """Return the words of a question's second half. If the first half ends with a row or column, a number at the
    beginning of the second is read as one, too: “in column 2 or 3”.
    """
    if not first or first[-1].slot != "where" or not second or second[0].slot != "number":
        return second
    kind = first[-1].value.split()[0]
    if kind == "square" or (len(second) > 1 and (second[1].many or second[1].slot == "after")):
        return second
    line = known.get((kind, second[0].value))
    return [line or LexiconWord("unknown", second[0].value), *second[1:]]


def resolve_second_square(
    r: Season7Round, first: Sequence[LexiconWord], second: Sequence[LexiconWord]
) -> list[LexiconWord]:
    """Return the words of a question's second half. If the first half names only a square, the number that begins the
    second is read as a square and not as a count: “are 5 and 7 bombs”. Raise Unclear if it is neither clearly.
    """
    spoken = [word for word in first if word.slot not in ("noise", "both", "article")]
    if not spoken or not second or second[0].slot != "number" or len(second) < 2 or not second[1].many:
        return [*second]
    if any(word.slot not in SPOTS for word in spoken):
        return [*second]
    if first[0].value not in ("are", "is", "both") or any(word.value == "there" for word in first):
        raise make_unclear_error(r)
    return [second[0], second[1]._replace(many=False), *second[2:]]


def are_halves_ambiguous(left: QuestionSlots, right: QuestionSlots, join: str) -> bool:
    """Return whether a “no” in the first half of a question could also be meant for the second, or a part of the board
    that the first half names after its thing could be meant for the second half's thing, which has none of its own.
    """
    if left.denied and not right.denied and not (left.is_whole and right.is_whole):
        return not left.is_whole or bool(right.things) or join == "or"
    if left.safe and left.denied and not right.things:
        return True
    elsewhere = bool(left.where and right.things and not right.where and not left.before)
    return elsewhere and not (right.who and right.holds)


def fill_half(half: QuestionSlots, other: QuestionSlots, *, backwards: bool = False) -> QuestionSlots:
    """Return the part `half` of a question with what it leaves out taken from the part `other`, on the other side of
    “and” or “or”. Set `backwards` if `half` comes first; it then also takes over the part of the board that `other`
    names.
    """
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


def fill_slots(r: Season7Round, said: Sequence[LexiconWord]) -> QuestionSlots:
    """Sort the words of half a question into what it asks (thing, player, count, part of the board); raise Unclear if
    they do not fit, Illegal for a square that the board does not have. A number names a square, unless it counts what
    follows.
    """
    whole, kinds = said, {word.slot for word in said}
    said = [word for word in said if word.slot not in ("noise", "article")]
    if counts_nothing(whole) or counts_later(said) or ("all" in kinds and "safe" not in kinds):
        raise make_unclear_error(r)
    found, where, count = QuestionSlots(everything="all" in kinds), list[str](), ""
    asks_number = any(word.value == "number of" for word in whole)  # “is the number of bombs 2”
    for at, word in enumerate(said):
        after = said[at + 1] if at + 1 < len(said) else LexiconWord("")
        if word.slot == "number" and (count or after.many or after.slot == "after" or asks_number):
            said_how = count or COUNTS_AFTER.get(after.value, EXACTLY if asks_number or word.value == "0" else AT_LEAST)
            found = set_slot_count(found, said_how, int(word.value))
            count = ""
        elif word.slot == "number":
            if word.value in NUMBER_WORDS[1] or said[at - 1].slot != "count":
                where.append(f"square {table.parse_square(r, word.value)}")
        elif word.slot == "count" and word.value in SEVERAL_WORDS:
            found = set_slot_count(found, AT_LEAST, 2)
        elif word.slot == "count":
            count = word.value
        elif word.slot == "where":
            where.append(word.value)
        else:
            found = add_word_to_slots(found, word)
        found = found._replace(before=found.before or bool(where and not found.things))
    if count:  # of no number: “more than £500,000”
        raise make_unclear_error(r)
    place = combine_places(r, where)
    return found._replace(
        where=place,
        some=speaks_of_some(whole),
        some_safe=asks_whether_some_safe(whole, place or ANYWHERE) and bool(place),
        pointing=any(word.slot == "noise" and word.value in POINTING for word in whole),
    )


def set_slot_count(found: QuestionSlots, how: str, n: int) -> QuestionSlots:
    """Return half a question with the count added that it asks for (`how`, such as “at least”, and the number `n`): “at
    least one” adds nothing, and “at most none” means no.
    """
    how, off = COUNTS.get(how, (how, 0))
    n += off
    if how == AT_LEAST and n <= 1:
        return found
    return found._replace(no=not found.no) if n <= 0 else found._replace(how=how, n=n)


SPOTS = ("where", "number")  # what may name a square
HIDING = LexiconWord(HIDDEN, ANY_HIDDEN)  # “hidden”, where nothing is said to be


def add_word_to_slots(found: QuestionSlots, word: LexiconWord) -> QuestionSlots:
    """Return half a question with the meaning of one more of its words added; unchanged by a word of a kind that adds
    none.
    """
    change: dict[str, Any] = {}
    if word.slot in (BOMB, CATEGORY, CASH, SQUARE, HIDDEN):
        change = {"things": (*(thing for thing in found.things if thing is not HIDING), word)}
    elif word.slot == "hides":
        change = {"things": found.things or (HIDING,)}
    elif word.slot == "safe":
        change = {"things": (LexiconWord(BOMB, BOMB),), "no": not found.no, "safe": True}
    elif word.slot == "fatal":
        change = {"things": (*found.things, LexiconWord(BOMB, BOMB)), "deed": True}
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


def combine_places(r: Season7Round, where: Sequence[str]) -> str:
    """Return the one part of the board that several words mean: a row and a column give the square where they meet;
    other combinations raise Unclear. Return '' if there are no words.
    """
    named = [place for place in dict.fromkeys(where) if place != ANYWHERE]
    if len(named) < 2:
        return named[0] if named else ANYWHERE if where else ""
    (row, letter), (column, n) = sorted((place.split() for place in named[:2]), reverse=True)
    if len(named) > 2 or (row, column) != ("row", "column"):
        raise make_unclear_error(r)
    return f"square {(ord(letter) - ord('A')) * r.columns + int(n)}"


def build_claim(r: Season7Round, half: QuestionSlots) -> HostClaim:
    """Build the claim that one half of a question makes; raise Unclear if it is incomplete or may mean several things,
    Illegal if a square it names is open.
    """
    things = drop_redundant_things(half.things)
    if len(things) != 1:
        raise make_unclear_error(r)
    ((kind, what, _),) = things
    where = half.where or ANYWHERE
    if would_answer_another_question(half, where):
        raise make_unclear_error(r)
    if where.startswith(LIST):
        half, where = resolve_square_list(r, half, where)
    check_squares_closed(r, where)
    counts = {"where": where, "how": half.how, "n": half.n, "no": half.no}
    if not half.who or (half.who == ANYBODY and kind == BOMB):
        return HostClaim(kind, what, **counts)  # type: ignore[arg-type]
    if kind == BOMB and not half.who.startswith(ANYBODY_BUT):
        return HostClaim(WHOSE, BOMB, half.who, **counts)  # type: ignore[arg-type]
    held = HELD_AS.get(what, what)
    if half.where or half.how or held not in HELD or not half.holds or half.tense or half.deed:
        raise make_unclear_error(r)
    return HostClaim(HOLDS, held, half.who, no=half.no)


def resolve_square_list(r: Season7Round, half: QuestionSlots, where: str) -> tuple[QuestionSlots, str]:
    """Decide whether a list of squares in a question means all of them (“2, 3 and 6 are bombs”) or at least one (“a
    bomb on 2, 3 or 6”). Return half the question, with a count added if all are meant, and the list in the form that
    claims have. Raise Unclear if it may mean either.
    """
    join, _, numbers = where.removeprefix(LIST).partition(" ")
    squares = [table.parse_square(r, n) for n in numbers.split("+")]
    every = any(thing.many for thing in half.things)
    clear = {
        "and": (half.safe or every) and not half.some,
        "or": not (half.safe or every),
        "none": half.safe,
        "=": True,
    }
    if not clear[join] or (join != "=" and half.denied):
        raise make_unclear_error(r)
    if join == "and" and every and not half.how:
        half = half._replace(how=AT_LEAST, n=len(squares))
    return half, f"{LIST}= {'+'.join(map(str, squares))}"


def would_answer_another_question(half: QuestionSlots, where: str) -> bool:
    """Return whether the claim that would be built from half a question asks something else than the player did, so
    that it must not be answered: a player who explodes or is safe, “my” or “it” without what it means, safety without a
    place, or several things on one square.
    """
    return (
        (bool(half.who) and (half.safe or half.deed))  # “would Bob explode on 7” is not about Bob's bomb
        or (half.theirs and not half.who)
        or (not half.who and not half.where and (half.pointing or half.holds))
        or (half.safe and where == ANYWHERE and not half.everything)
        or half.some_safe
        or (where.startswith("square ") and half.n > 1)
    )


HELD_AS = {"category 4": ANY_BOOSTER, "category 5": ANY_MINIGAME}

HELD = (
    *tables.HIDDEN_SQUARES,
    *tables.MINIGAMES,
    *tables.VINTAGE_MINIGAMES,
    ANY_HIDDEN,
    ANY_MINIGAME,
    ANY_BOOSTER,
    "Access",
)


def drop_redundant_things(things: Iterable[LexiconWord]) -> list[LexiconWord]:
    """Return the things that a question names, without a kind that only repeats what a name says: “the minigame
    Spectrum” is one thing.
    """
    found = list(dict.fromkeys((word.slot, word.value) for word in things))
    names = [value for kind, value in found if kind in (SQUARE, HIDDEN) and value != ANY_HIDDEN]
    kinds = {f"category {tables.find_category(name)}" for name in names if name not in tables.HIDDEN_SQUARES}
    kinds |= {ANY_HIDDEN for name in names if name in tables.HIDDEN_SQUARES}
    kinds |= {CASH for name in names if tables.parse_cash(name) is not None}
    return [LexiconWord(kind, value) for kind, value in found if value not in kinds]


def make_unclear_error(r: Season7Round) -> Unclear:
    """Build (and do not raise) the error for a question that the grammar cannot parse, with examples of questions that
    work.
    """
    return Unclear(
        "Ask the host a question such as “bomb in row B”, “category 3 on square 7”, "
        "“{who} holds Defuse” or “{who}'s bomb in row A”.",
        code="unclear_question",
        who=r.order[0],
    )
