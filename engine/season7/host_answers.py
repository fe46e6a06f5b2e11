"""Ask the Host: yes/no questions about the board and the players, answered from the true state.

A question is one line. It may be typed whole, in people's own words (`host_questions.py`), or put together from
choices; both end in the same few claims:

    bomb | Ann's bomb | category 3 | Gift Card | £250,000 | Defuse | hidden square
        and then  anywhere | in row B | in column 3 | on square 7
    Ann holds Defuse
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.kernel.errors import Unclear, Withdrawn
from engine.kernel.question import Form, Option
from engine.kernel.text import Phrase, Words, phrase
from engine.race import grid
from engine.season7 import events, tables
from engine.season7.host_patterns import AMOUNT, BOOSTER, PERCENT, RICHER, SHAPES, STATE, TOTAL, is_within
from engine.season7.host_words import (
    ANY_BOOSTER,
    ANY_HIDDEN,
    ANY_MINIGAME,
    ANYBODY,
    ANYWHERE,
    AT_LEAST,
    AT_MOST,
    BOMB,
    CASH,
    CATEGORY,
    EXACTLY,
    HIDDEN,
    HOLDS,
    LIST,
    OTHERS,
    SQUARE,
    WHOSE,
)
from engine.season7.state import Cell, Draft, Player, Round
from engine.season7.table import RoundTable

if TYPE_CHECKING:
    from engine.season7.host_questions import Asked, Claim

PASS, AGAIN, UNSURE = "pass", "start again", "unsure"
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


# -- the script


async def ask_the_host(t: RoundTable, _finder: str) -> None:
    """Everybody still in may put one yes/no question to the host, who answers each truthfully and in the open."""
    t.tell(events.HostAsked())
    t.round.askers += t.living()


async def hear(t: RoundTable) -> None:
    """Once the selection is over, whoever may ask the host does so, one step after the other and in any order."""
    r = t.round
    asked = t.asking(
        "ask_the_host.question",
        dict.fromkeys(r.askers),
        "Ask the host: choose step by step, or type it, such as “bomb in row B” or “Gift Card anywhere”.",
        lambda who: offered(t, t.seat(who).draft),
        lapse=PASS,
        form=Form(words=True),
    )
    for question in asked:
        question.typed = partial(in_order, t, question.who)
        question.asks_back = t.seat(question.who).draft[:1] != [UNSURE]
    try:
        reply = await t.first_of(asked)
    except Withdrawn:
        for who in r.askers:
            r.seats[who].draft = []
        r.askers = []
        return
    if taken(t, reply.who, t.seat(reply.who).draft, reply.value):
        t.seat(reply.who).draft = []
        r.askers.remove(reply.who)


def in_order(t: RoundTable, who: str, words: str) -> str:
    """A typed question as the script hears it."""
    return str(meant(t.round, words, who))


def meant(r: Round, words: str, who: str = "") -> Asked:
    """What somebody asks in these words."""
    from engine.season7.host_questions import understood  # noqa: PLC0415 - a large vocabulary, for a rare square

    return understood(r, words, who)


def taken(t: RoundTable, who: str, draft: Draft, said: str | int) -> bool:
    """Take one step of a question or all of it. Is this player done?"""
    if said == PASS:
        t.tell(events.NothingAsked(who=who))
        return True
    if said == AGAIN:
        draft.clear()
        return False
    if draft[:1] != [UNSURE] and any(option.value == said for option in offered(t, draft)):
        draft.append(said)
        if offered(t, draft):
            return False
        said = put_together(draft)
    try:
        answer(t, who, meant(t.round, str(said), who))
    except Unclear:
        draft[:] = [UNSURE, *map(str, ask_back(t, who, str(said)))]
        return False
    return True


def ask_back(t: RoundTable, who: str, words: str) -> list[Asked]:
    """Nobody can say what was meant: these two come nearest."""
    from engine.season7.host_guesses import nearest  # noqa: PLC0415 - the same vocabulary

    near = nearest(t.round, words, who)
    t.tell(events.QuestionUnclear(who=who, first=question(near[0]), second=question(near[1])))
    return near


# -- step by step


def offered(t: RoundTable, draft: Draft) -> list[Option]:
    """The choices for the next step of a question; none when it is complete."""
    if not draft:
        return [Option(kind, label) for kind, label in KINDS.items()]
    if draft[0] == UNSURE:
        near = [meant(t.round, str(words)) for words in draft[1:]]
        again = [Option(AGAIN, "Start again"), Option(PASS, KINDS[PASS])]
        return [*(Option(str(asked), phrase("{question:C}?", question=question(asked))) for asked in near), *again]
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


# -- the question, as it is read out

PARTS = {
    "row": "in row {which}",
    "column": "in column {which}",
    "square": "on square {which}",
    "next": "next to square {which}",
    "corner": "in a corner",
    "middle": "in the middle",
}
SHAPED = {
    (AMOUNT, False): "is there cash of {limit} {n:£} {where}",
    (AMOUNT, True): "is there no cash of {limit} {n:£} {where}",
    (PERCENT, False): "is there a booster of {limit} {n}% {where}",
    (PERCENT, True): "is there no booster of {limit} {n}% {where}",
    (BOOSTER, False): "does {about} have a booster of {limit} {n}%",
    (BOOSTER, True): "does {about} not have a booster of {limit} {n}%",
    (TOTAL, False): "does {about} have {limit} {n:£}",
    (TOTAL, True): "does {about} not have {limit} {n:£}",
    (RICHER, False): "is {about} richer than {limit}",
    (RICHER, True): "is {about} not richer than {limit}",
    (STATE, False): "is {about} {limit}",
    (STATE, True): "is {about} not {limit}",
}
NOUNS = {
    BOMB: "{n:bomb|bombs}",
    CATEGORY: "{n:square|squares} of {what}",
    CASH: "{n:cash square|cash squares}",
    SQUARE: "{n:square|squares} with {what}",
    HIDDEN: "{n:square|squares} hiding {what}",
    WHOSE: "{n:bomb|bombs} of {about}",
}
COUNTED = {
    AT_LEAST: "are there at least {n} {noun} {where}",
    AT_MOST: "{n:is|are} there at most {n} {noun} {where}",
    EXACTLY: "{n:is|are} there exactly {n} {noun} {where}",
}
NOT_COUNTED = {
    AT_LEAST: "are there not even {n} {noun} {where}",
    AT_MOST: "are there more than {n} {noun} {where}",
    EXACTLY: "are there not exactly {n} {noun} {where}",
}
NAMED = {  # of a name there is or is not one
    SQUARE: "is {what} {where}",
    HIDDEN: "is {what} hidden {where}",
    WHOSE: "is {about}'s bomb {where}",
    HOLDS: "does {about} hold {what}",
}
NOT_NAMED = {
    SQUARE: "is {what} not {where}",
    HIDDEN: "is {what} not hidden {where}",
    WHOSE: "is {about}'s bomb not {where}",
    HOLDS: "does {about} not hold {what}",
}
SOME = "is there a {noun} {where}"
NONE = "is there no {noun} {where}"
ONE_OF_IT, NONE_OF_IT = "is there {what} {where}", "is there no {what} {where}"
SOME_CASH = "is there cash {where}"
JOINED = {"and": "{first}, and {second}", "or": "{first}, or {second}"}
HOLDINGS = {ANY_HIDDEN: "a hidden square", ANY_MINIGAME: "a minigame", ANY_BOOSTER: "a booster"}


def question(asked: Asked) -> Phrase:
    """A question in full."""
    parts = [claimed(claim) for claim in asked.claims]
    return phrase(JOINED[asked.join], first=parts[0], second=parts[1]) if asked.join else parts[0]


def claimed(claim: Claim) -> Phrase:
    """Is it so?"""
    kind = claim.kind
    if kind in SHAPES:
        where = _part(claim.where)
        return phrase(SHAPED[kind, claim.no], about=claim.about, limit=claim.what, n=claim.n, where=where)
    facts = {"about": _about(claim), "what": _what(claim), "where": _part(claim.where), "n": claim.n}
    if claim.how:
        noun = _noun(claim, claim.n)
        return phrase(NOT_COUNTED[claim.how] if claim.no else COUNTED[claim.how], noun=noun, **facts)
    if kind == CASH and not claim.no:
        return phrase(SOME_CASH, **facts)
    booster = kind == SQUARE and tables.booster(claim.what) is not None
    if booster or (kind == SQUARE and tables.articled(claim.what) != tables.words(claim.what)):
        return phrase(NONE_OF_IT if claim.no else ONE_OF_IT, **facts)
    if (kind in NAMED and claim.what != ANY_HIDDEN) or kind == HOLDS:
        return phrase(NOT_NAMED[kind] if claim.no else NAMED[kind], **facts)
    return phrase(NONE if claim.no else SOME, noun=_noun(claim, 1), **facts)


def _about(claim: Claim) -> Words:
    but = claim.about.removeprefix(OTHERS)
    return phrase("anybody but {who}", who=but) if but != claim.about else claim.about


def _noun(claim: Claim, n: int) -> Phrase:
    if claim.what == ANY_HIDDEN:
        return phrase("{n:hidden square|hidden squares}", n=n)
    return phrase(NOUNS[claim.kind], n=n, what=_what(claim), about=claim.about)


def _what(claim: Claim) -> Words:
    kind, _, number = claim.what.partition(" ")
    if kind == CATEGORY:
        return phrase("category {category}", category=number)
    several = claim.how or (claim.no and claim.kind == SQUARE)
    percent = tables.booster(claim.what)
    if percent is not None and not several:
        return phrase("an {name}" if tables.said_with_an(percent) else "a {name}", name=claim.what)
    named = tables.words(claim.what) if several else tables.articled(claim.what)
    return HOLDINGS.get(claim.what, named) if claim.kind == HOLDS else named


def _part(where: str) -> Words:
    kind, _, which = where.partition(" ")
    if kind.startswith(LIST):
        return phrase("on squares {all}", all=which.split("+"))
    return phrase(PARTS[kind], which=which) if kind in PARTS else where


# -- the truth


def answer(t: RoundTable, who: str, asked: Asked) -> None:
    """Question and answer are public."""
    yes = is_true(t, asked)
    t.tell(events.QuestionAnswered(who=who, question=question(asked), answer="Yes" if yes else "No"))


def is_true(t: RoundTable, asked: Asked) -> bool:
    """The truth of one claim, of both, or of either."""
    truths = [holds_true(t, claim) for claim in asked.claims]
    return any(truths) if asked.join == "or" else all(truths)


def holds_true(t: RoundTable, claim: Claim) -> bool:
    """The truth of a claim. A bomb hides what it covers from these questions, as it does from a Peek."""
    if claim.kind in (TOTAL, RICHER, STATE, BOOSTER):
        return (
            any(_stands(t, who, claim) for who in (t.living() if claim.about == ANYBODY else [claim.about])) != claim.no
        )
    if claim.kind == HOLDS:
        anybody = claim.about == ANYBODY or claim.about.startswith(OTHERS)
        whom = [who for who in t.living() if f"{OTHERS}{who}" != claim.about] if anybody else [claim.about]
        return any(_holds(t.player(who), claim.what) for who in whom) != claim.no
    r = t.round
    n = sum(_fits(r.cell(n), claim) for n in r.closed() if _within(r, n, claim.where))
    true = {AT_LEAST: n >= claim.n, AT_MOST: n <= claim.n, EXACTLY: n == claim.n, "": n > 0}
    return true[claim.how] != claim.no


def _stands(t: RoundTable, who: str, claim: Claim) -> bool:
    """How a player stands: in the round, in money, in boosters."""
    player, seat = t.player(who), t.seat(who)
    if claim.kind == TOTAL:
        return is_within(player.total, claim.what, claim.n)
    if claim.kind == BOOSTER:
        return bool(player.booster) and is_within(player.booster, claim.what, claim.n)
    if claim.kind == RICHER:
        return player.total > t.player(claim.what).total
    states = {
        "in": seat.status == "in",
        "out": seat.status == "out",
        "immune": seat.immune,
        "protected": seat.protected,
    }
    return states.get(claim.what, bool(seat.win_zone if claim.what == "in a Win Zone" else seat.hypnotised))


def _holds(player: Player, what: str) -> bool:
    any_of = {ANY_HIDDEN: player.hidden, ANY_MINIGAME: player.minigames, ANY_BOOSTER: player.booster}
    if what in any_of:
        return bool(any_of[what])
    return player.access if what == "Access" else what in player.hidden or what in player.minigames


def _within(r: Round, n: int, where: str) -> bool:
    kind, _, which = where.partition(" ")
    row, column = divmod(n - 1, r.columns)
    if kind == "row":
        return chr(ord("A") + row) == which
    if kind == "column":
        return str(column + 1) == which
    if kind == "next":
        return n in grid.next_to(r, int(which))
    if kind == "corner":
        return row in (0, r.rows - 1) and column in (0, r.columns - 1)
    if kind == "middle":
        return (row, column) == (r.rows // 2, r.columns // 2)
    return kind == ANYWHERE or str(n) in which.split("+")


def _fits(cell: Cell, claim: Claim) -> bool:
    if claim.kind == WHOSE:
        return claim.about in cell.bombs
    if cell.bombs or claim.kind == BOMB:
        return bool(cell.bombs) and claim.kind == BOMB
    if claim.kind == HIDDEN:
        return cell.hidden == claim.what or (claim.what == ANY_HIDDEN and bool(cell.hidden))
    if claim.kind in (AMOUNT, PERCENT):
        value = tables.cash(cell.face) if claim.kind == AMOUNT else tables.booster(cell.face)
        return value is not None and is_within(value, claim.what, claim.n)
    plain = {CASH: tables.cash(cell.face) is not None, CATEGORY: claim.what == f"category {tables.category(cell.face)}"}
    return plain.get(claim.kind, cell.face == claim.what)
