"""Ask the Host: yes/no questions about the board and the players, answered from the true state.

A question is one line. It may be typed whole, or put together from choices; both end in the same few forms:

    bomb | Ann's bomb | category 3 | Gift Card | £250,000 | Defuse | hidden square
        and then  anywhere | in row B | in column 3 | on square 7
    Ann holds Defuse
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel.errors import Illegal, Withdrawn
from engine.kernel.question import Form, Option
from engine.kernel.text import Words, phrase
from engine.race import grid
from engine.season7 import tables
from engine.season7.state import Cell, Round
from engine.season7.table import RoundTable

PASS, AGAIN = "pass", "start again"
BOMB, CATEGORY, SQUARE, HIDDEN, HOLDS, WHOSE = "bomb", "category", "square", "hidden", "holds", "whose"
ANY_HIDDEN = "hidden square"
KINDS = {
    BOMB: "Is there a bomb …?",
    CATEGORY: "Is there a square of some category …?",
    SQUARE: "Is there a certain square …?",
    HIDDEN: "Is there a hidden square …?",
    HOLDS: "Does somebody hold …?",
    WHOSE: "Is somebody's bomb …?",
    PASS: "Ask nothing",
}
LISTED = (5, 6, 7, 8)  # categories whose squares are offered by name; amounts are typed
HELD = (*tables.HIDDEN, *tables.MINIGAMES, *tables.VINTAGE_MINIGAMES)

Draft = list[str | int]


class Asked(NamedTuple):
    """A question understood. `about` is a player, `what` a name, and `where` a part of the board."""

    kind: str
    what: str = ""
    about: str = ""
    where: str = ""

    def __str__(self) -> str:
        """The question in the words of the grammar."""
        if self.kind == HOLDS:
            return f"{self.about} holds {self.what}"
        return f"{self.about}'s bomb {self.where}" if self.kind == WHOSE else f"{self.what} {self.where}"


# -- the script


async def ask_the_host(t: RoundTable, _finder: str) -> None:
    """Everybody still in may put one yes/no question to the host, who answers each truthfully and in the open."""
    t.tell("The host is all ears: each of you may ask one yes/no question, and will hear the truth.")
    drafts: dict[str, Draft] = {who: [] for who in t.living()}
    while drafts:
        try:
            who, said = await t.ask_any(
                "ask_the_host.question",
                drafts,
                "Ask the host: choose step by step, or type it, such as “bomb in row B” or “Gift Card anywhere”.",
                lambda who: offered(t, drafts[who]),
                lapse=PASS,
                form=Form(words=True),
                typed=lambda words: str(understood(t.round, words)),
            )
        except Withdrawn:
            return
        if hear(t, who, drafts[who], said):
            del drafts[who]


def hear(t: RoundTable, who: str, draft: Draft, said: str | int) -> bool:
    """Take one step of a question or all of it. Is this player done?"""
    if said == PASS:
        t.tell("{who} asks nothing.", who=who)
        return True
    if said == AGAIN:
        draft.clear()
        return False
    if any(option.value == said for option in offered(t, draft)):
        draft.append(said)
        if offered(t, draft):
            return False
        said = put_together(draft)
    answer(t, who, understood(t.round, str(said)))
    return True


# -- step by step


def offered(t: RoundTable, draft: Draft) -> list[Option]:
    """The choices for the next step of a question; none when it is complete."""
    if not draft:
        return [Option(kind, label) for kind, label in KINDS.items()]
    steps = next_step(t.round, draft)
    return [*steps, Option(AGAIN, "Start again")] if steps else []


def next_step(r: Round, draft: Draft) -> list[Option]:
    """What is still to be said: whom it is about, what is looked for, where."""
    kind, step = draft[0], len(draft)
    if kind in (HOLDS, WHOSE) and step == 1:
        return _options(r.order)
    if kind == HOLDS:
        return _options(tables.HIDDEN) if step == 2 else []
    if kind in (CATEGORY, SQUARE) and step == 1:
        categories = tables.CATEGORIES if kind == CATEGORY else LISTED
        return [Option(f"category {c}", tables.CATEGORY_NAMES[c]) for c in categories]
    if kind == SQUARE and step == 2:
        return _options(tables.CATEGORIES[int(str(draft[1])[-1])])
    if kind == HIDDEN and step == 1:
        return [Option(ANY_HIDDEN, "any hidden square"), *_options(tables.HIDDEN)]
    return [] if draft[-1] in _places(r) else _where(r)


def _options(names: Sequence[str]) -> list[Option]:
    return [Option(name, name) for name in names]


def _places(r: Round) -> set[str | int]:
    return {option.value for option in _where(r)}


def _where(r: Round) -> list[Option]:
    letters = [chr(ord("A") + row) for row in range(r.rows)]
    lines = [Option(f"row {letter}", phrase("row {letter}", letter=letter)) for letter in letters]
    lines += [Option(f"column {n}", phrase("column {n}", n=n)) for n in range(1, r.columns + 1)]
    return [*_options(["anywhere"]), *lines] + [grid.option(n, r.columns) for n in r.closed()]


def put_together(draft: Draft) -> str:
    """The question that these steps make."""
    kind, last = draft[0], draft[-1]
    if kind == HOLDS:
        return f"{draft[1]} holds {last}"
    where = f"on square {last}" if isinstance(last, int) else last
    what = BOMB if kind == BOMB else f"{draft[1]}'s bomb" if kind == WHOSE else draft[-2]
    return f"{what} {where}"


# -- the grammar

FLAGS = re.IGNORECASE | re.ASCII
_ASKING = re.compile(r"^(?:(?:is|are) there|is|are|does|do|has|have)\s+(?=\S)", FLAGS)
_ARTICLE = re.compile(r"^(?:an?|any|the)\s+", FLAGS)
_PREPOSITION = r"(?:(?:in|on|at|under|behind|from)\s+)?(?:the\s+)?"
_WHERE = re.compile(
    rf"(?:^|\s){_PREPOSITION}(?:(anywhere|board)|row\s+([a-z]|\d+)|column\s+(\d+)|square\s+([a-z]?\d+)|((?<=[ntdrm]\s)\d+|[a-z]\d+))$",
    FLAGS,
)
_HOLDS = re.compile(r"(.+?)\s+(?:holds?|has|have|got)\s+(.+)$", FLAGS)
_WHOSE = re.compile(r"(.+?)['’]s bomb$", FLAGS)  # people type either


def _plain(name: str) -> str:
    return _ARTICLE.sub("", name.strip(), count=1).casefold().rstrip("!?. ")


NAMES = {_plain(name): name for name in (*tables.CATEGORY, *tables.HIDDEN)}


def understood(r: Round, words: str) -> Asked:
    """The question meant by these words; raises Illegal with examples."""
    text = _ASKING.sub("", words.strip().rstrip("?!. "), count=1)
    held = _HOLDS.match(text)
    if held:
        return Asked(HOLDS, _held(r, held[2]), _somebody(r, held[1]))
    found = _WHERE.search(text)
    where = _place(r, found) if found else "anywhere"
    subject = text[: found.start()] if found else text
    whose = _WHOSE.match(subject)
    if whose:
        return Asked(WHOSE, BOMB, _somebody(r, whose[1]), where)
    return _thing(r, _plain(subject), where)


def _thing(r: Round, subject: str, where: str) -> Asked:
    if subject in ("bomb", "bombs"):
        return Asked(BOMB, BOMB, where=where)
    if subject in ("hidden", "hidden square", "hidden squares"):
        return Asked(HIDDEN, ANY_HIDDEN, where=where)
    category = subject.removeprefix("category").strip()
    if subject.startswith("category") and category in [str(c) for c in tables.CATEGORIES]:
        return Asked(CATEGORY, f"category {category}", where=where)
    name = NAMES.get(subject)
    if name is None:
        raise unclear(r)
    return Asked(HIDDEN if name in tables.HIDDEN else SQUARE, name, where=where)


def _held(r: Round, what: str) -> str:
    name = NAMES.get(_plain(what), "")
    if name not in HELD:
        raise unclear(r)
    return name


def _somebody(r: Round, name: str) -> str:
    who = next((who for who in r.order if who.casefold() == name.strip().casefold()), None)
    if who is None:
        raise unclear(r)
    return who


def _place(r: Round, found: re.Match[str]) -> str:
    _, row, column, square, bare = found.groups()
    if row:
        letter = chr(ord("A") + int(row) - 1) if row.isdigit() and 0 < int(row) <= r.rows else row.upper()
        return _there(r, f"row {letter}")
    if column:
        return _there(r, f"column {int(column)}")
    if square or bare:
        n = grid.square_number(r, square or bare)
        if r.cell(n).open:
            raise Illegal("Square {n} is open already.", n=n)
        return f"square {n}"
    return "anywhere"


def _there(r: Round, line: str) -> str:
    if line not in _places(r):
        raise unclear(r)
    return line


def unclear(r: Round) -> Illegal:
    """What to say to a question outside the grammar."""
    return Illegal(
        "The host can answer questions such as “bomb in row B”, “category 3 on square 7”, “Gift Card in column 2”, "
        "“hidden square anywhere”, “{who} holds Defuse” or “{who}'s bomb in row A”.",
        who=r.order[0],
    )


# -- the truth

PHRASES = {
    BOMB: "{who} asks: is there a bomb {where}? {answer}.",
    CATEGORY: "{who} asks: is there a square of {what} {where}? {answer}.",
    SQUARE: "{who} asks: is there {what} {where}? {answer}.",
    HIDDEN: "{who} asks: is {what} hidden {where}? {answer}.",
    HOLDS: "{who} asks: does {about} hold {what}? {answer}.",
    WHOSE: "{who} asks: is {about}'s bomb {where}? {answer}.",
}
PARTS = {"row": "in row {which}", "column": "in column {which}", "square": "on square {which}"}


def answer(t: RoundTable, who: str, asked: Asked) -> None:
    """Question and answer are public."""
    t.tell(
        PHRASES[asked.kind],
        who=who,
        about=asked.about,
        what=_what(asked.what),
        where=_part(asked.where),
        answer="Yes" if is_true(t, asked) else "No",
    )


def _what(what: str) -> Words:
    kind, _, number = what.partition(" ")
    return phrase("category {category}", category=number) if kind == CATEGORY else tables.words(what)


def _part(where: str) -> Words:
    kind, _, which = where.partition(" ")
    return phrase(PARTS[kind], which=which) if kind in PARTS else where


def is_true(t: RoundTable, asked: Asked) -> bool:
    """The truth. A bomb hides what it covers from these questions, as it does from a Peek."""
    if asked.kind == HOLDS:
        player = t.player(asked.about)
        return asked.what in player.hidden or asked.what in player.minigames
    r = t.round
    return any(_fits(r.cell(n), asked) for n in r.closed() if _within(r, n, asked.where))


def _within(r: Round, n: int, where: str) -> bool:
    kind, _, which = where.partition(" ")
    row, column = divmod(n - 1, r.columns)
    if kind == "row":
        return chr(ord("A") + row) == which
    if kind == "column":
        return str(column + 1) == which
    return kind == "anywhere" or str(n) == which


def _fits(cell: Cell, asked: Asked) -> bool:
    if asked.kind == WHOSE:
        return asked.about in cell.bombs
    if cell.bombs or asked.kind == BOMB:
        return bool(cell.bombs) and asked.kind == BOMB
    if asked.kind == HIDDEN:
        return cell.hidden == asked.what or (asked.what == ANY_HIDDEN and bool(cell.hidden))
    if asked.kind == CATEGORY:
        return asked.what == f"category {tables.category(cell.face)}"
    return cell.face == asked.what
