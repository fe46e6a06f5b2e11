"""Pictures of moments: what fills the board's place for a second or two, and the news tell in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.kernel.beat import Kind
from engine.kernel.text import Phrase, Words, render
from engine.kernel.view import Board
from engine.rulesets import RULESETS
from host.core.session import ToldLine
from host.doors.web.files import icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, begins, h, join
from host.doors.web.markup.shared_pieces import SharedPiece
from host.doors.web.table import podium, reveal
from host.doors.web.table.board import kind_of
from host.doors.web.table.moments import Line, Moment, Sum, moments
from host.doors.web.table.page_context import PageContext
from host.shown.views import ToldStep

LINES, SUMS = 3, 6  # of words, and of money, in one picture
MOVING = ("cycle",)
ENDS = Markup("</div>")
LONG = 10  # letters of a sum
STAR = (
    "M180 -72L203 32L244 -17L248 46L328 -24L286 74L347 59L314 112L420 102L328 157L387 180L328 203L420 258L314 248L347 "
    "301L286 286L328 384L248 314L244 377L203 328L180 432L157 328L116 377L112 314L32 384L74 286L13 301L46 248L-60 258"
    "L32 203L-27 180L32 157L-60 102L46 112L13 59L74 74L32 -24L112 46L116 -17L157 32z"
)
STARRED = ("bomb", "bombed")


class Playing(NamedTuple):
    """How a kind of beat is played: how much it matters (1 most), for how long (ms), and with which sound.

    The first plays as long as there is any time, the second is gathered with others where there are too many, the
    third gives way then. To whoever it is about it matters most.
    """

    rank: int
    ms: int
    sound: str = "tap"


BEATS: dict[Kind, Playing] = {
    "open": Playing(3, 1500, "cash"),
    "bomb": Playing(1, 1800, "bomb"),
    "saved": Playing(2, 1200),
    "booster": Playing(3, 1200),
    "big": Playing(2, 1500, "cash"),
    "loss": Playing(2, 1500, "bomb"),
    "out": Playing(2, 1200, "bomb"),
    "doors": Playing(1, 3000),
    "offer": Playing(2, 1200),
    "deal": Playing(2, 1500),
    "no_deal": Playing(2, 1200),
    "stake": Playing(2, 1200),
    "outcome": Playing(1, 2400, "cash"),
    "won": Playing(1, 2200, "cash"),
    "lost": Playing(1, 2200, "bomb"),
    "row": Playing(3, 1200),
    "bombed": Playing(1, 2200, "bomb"),
    "roof": Playing(1, 2200, "cash"),
    "begins": Playing(3, 1500),
    "rest": Playing(3, 1800),
    "round": Playing(2, 1500),
    "cycle": Playing(1, 2400),
    "zone": Playing(3, 1200),
    "reached": Playing(1, 2000, "cash"),
    "crown": Playing(1, 2400, "cash"),
    "call": Playing(1, 1600),
    "right": Playing(1, 1900, "cash"),
    "wrong": Playing(1, 1900, "bomb"),
    "bonus": Playing(2, 1500, "cash"),
    "reveal": Playing(1, 5100),
    "answer": Playing(1, 2400),
    "walk": Playing(2, 1200),
    "bid": Playing(2, 1500),
    "sold": Playing(2, 1800, "cash"),
    "unsold": Playing(2, 1200),
    "attack": Playing(2, 1500),
    "held": Playing(2, 1200),
    "took": Playing(2, 1800, "cash"),
    "hand": Playing(2, 1800),
}
SIGNS = {
    **dict.fromkeys(("won", "lost"), "minigame"),
    "bombed": "bomb",
    "unsold": "x",
    **dict.fromkeys(("roof", "crown", "cycle", "reached", "right", "answer"), "trophy"),
    **dict.fromkeys(("sold", "took", "bid", "hand", "bonus", "walk", "offer", "deal"), "cash"),
    **dict.fromkeys(("saved", "held"), "lock"),
    **dict.fromkeys(("stake", "row", "begins", "round", "zone", "no_deal"), "door"),
    **dict.fromkeys(("call", "attack"), "eye"),
    "wrong": "x",
}


def since(context: PageContext, others: set[str], said: list[ToldStep]) -> Child:
    """What has happened at a table since the page last looked, oldest first. The page's script plays it, and it is told
    in the news.
    """
    if context.since is None:
        return None
    fresh = [each for each in said if each.n > context.since]
    return [scene for each in fresh for scene in _scenes(context, each, others)] or None


# -- what has been drawn once


def _scenes(context: PageContext, said: ToldStep, others: set[str]) -> list[Markup]:
    """What has happened with one input stays as it was, but for a leaderboard that moves on."""
    rules = RULESETS.get(context.shown.ruleset)
    found = moments(rules, said, others)
    if any(_mark(context, each) is not None for each in found):
        draw = partial(_drawn_of, context, found)
        made = context.once_drawn(_made_of(context, said, found), draw, own=True)
    else:
        share = partial(_for_everybody, said=said, found=found)
        shared = context.once_for_all(("scenes", *[_key(each) for each in found], *said.content), share)
        made = [each if isinstance(each, Moment) else each.seen_by(context.shown.you) for each in shared]
    return [_drawn(context, each) if isinstance(each, Moment) else each for each in made]


def _for_everybody(context: PageContext, said: ToldStep, found: list[Moment]) -> Sequence[SharedPiece | Moment]:
    def shared() -> Sequence[SharedPiece | Moment]:
        drawn = _drawn_of(context, found)
        return [each if isinstance(each, Moment) else SharedPiece.of(each) for each in drawn]

    return context.once_drawn(_made_of(context, said, found), shared)


def _key(moment: Moment) -> Hashable:
    return moment.kind, moment.table, len(moment.lines)


def _made_of(context: PageContext, said: ToldStep, found: Sequence[Moment]) -> Hashable:
    """It stays also when the game moves on, as long as what lies under its squares does not."""
    lies = [(_key(each), _mark(context, each), _cell(context, each)) for each in found]
    return ("scenes", *said.content, *lies)


def _drawn_of(context: PageContext, found: Sequence[Moment]) -> Sequence[Markup | Moment]:
    return [moment if moment.kind in MOVING else _drawn(context, moment) for moment in found]


# -- what stands around each


def _drawn(context: PageContext, moment: Moment) -> Markup:
    draw: Picture = SCENES.get(moment.kind, _found)
    inner = draw(context, moment)
    star = h("svg", h("path", d=STAR), class_="star", viewBox="0 0 360 360", preserveAspectRatio="none")
    starred = moment.kind in STARRED
    drawn = [star, h("div", inner, class_="in")] if starred else inner
    show, look = BEATS[moment.kind], _look(context, moment)
    kind = f"moment {look} bomb" if starred and look != "bomb" else f"moment {look}"

    def opened(own: bool) -> Markup:  # noqa: FBT001 - is it the viewer's?
        shown = {"data_n": moment.n, "data_kind": moment.kind, "data_square": moment.square or None}
        played = {"data_rank": 1 if own else show.rank, "data_ms": show.ms, "data_sound": _sound(moment, show)}
        return begins("div", class_=kind, hidden=True, aria_hidden="true", **shown, **played)

    who = moment.who[0] if len(moment.who) == 1 else ""
    return join(context.own_way(who, opened) if who else opened(own=False), drawn, ENDS)


def _sound(moment: Moment, show: Playing) -> str:
    """Of money only where there is some."""
    ways = {_way(each) for each in moment.sums if each.sign}
    if show.sound == "cash" and "big" not in ways and moment.kind != "crown":
        return "bomb" if ways else "tap"
    return show.sound


def _look(context: PageContext, moment: Moment) -> str:
    """The colour of what has happened; of an opened square that of what lay there."""
    if moment.kind != "open":
        return moment.kind
    cell = _cell(context, moment)
    return kind_of(cell) if cell else next((_way(each) for each in moment.sums if each.sign), "event")


def _way(money: Sum) -> str:
    return "big" if money.amount * money.sign > 0 else "loss"


def _board(context: PageContext, moment: Moment) -> Board | None:
    """The board on which it happened, if it still stands."""
    panels = context.shown.view.panels if context.shown.view else []
    return next((panel.board for panel in panels if panel.id == moment.table), None)


def _cell(context: PageContext, moment: Moment) -> Any:
    board = _board(context, moment) if moment.square else None
    return board.cells.get(moment.square) if board else None


def _mark(context: PageContext, moment: Moment) -> Words | None:
    """What the viewer alone knew of its square."""
    view = context.shown.view
    return view.own.marks.get(moment.table, {}).get(moment.square) if view and view.own and moment.square else None


# -- what is shown of it


def _who(context: PageContext, moment: Moment) -> Child:
    who = moment.who
    if not who:
        return None
    if len(who) > 1:
        return h("div", h("b", context.reader.value(list(who))), class_="who")
    title = context.say("{who} opens {n}", who=who[0], n=moment.square) if moment.square else context.number(who[0])
    return h("div", players.token(context, who[0]), h("b", title), class_="who")


def _lines(context: PageContext, lines: Sequence[Line]) -> Child:
    words = [said for each in lines if (said := context.told(each.told))][:LINES]
    return h("p", " ".join(words)) if words else None


def _found(context: PageContext, moment: Moment) -> Child:
    """Whose it was, what it is, how much it came to, and what else was told."""
    what, sums = _what(context, moment), _sums(context, moment.sums)
    same = len(moment.sums) == 1 and what and _digits(what) == str(abs(moment.sums[0].amount))
    mark = _mark(context, moment)
    look = _look(context, moment)
    return [
        _who(context, moment),
        icon(SIGNS.get(look, look), "pic"),
        sums,
        h("h2", what) if what and not same else None,
        h("span", context.name(mark), class_="tag") if mark else None,
        _whose(context, moment),
        _spared(context, moment) if moment.kind == "bomb" else None,
        _lines(context, [*moment.before, *moment.lines[_named(moment) :]]),
    ]


def _what(context: PageContext, moment: Moment) -> str:
    """What it is called: what was opened, played, sold."""
    beat = moment.head.beat
    said = moment.head.facts.get(beat.what) if beat else None
    cell = _cell(context, moment)
    face = said or (cell.face if cell else "")
    return context.number(face) if face else ""


def _spared(context: PageContext, moment: Moment) -> Child:
    out = moment.has("out", moment.who)
    said = context.say("{who} is out!" if out else "{who} stays in!", who=moment.who)
    return h("h2", said, class_=None if out else "spared")


def _named(moment: Moment) -> int:
    """The title names the square, so its plain sentence is left out; the host's own line has more in it."""
    told = moment.head.told
    return int(bool(moment.square) and not (isinstance(told, ToldLine) and told.said))


def _whose(context: PageContext, moment: Moment) -> Child:
    """Everybody whose it was, by their signs as well; the words tell of it."""
    owners = next((each.names("owners") for each in moment.lines if "owners" in each.facts), [])
    signs = [[players.token(context, who), h("b", context.name(who))] for who in owners]
    return h("div", icon("bomb"), signs, class_="whose") if signs else None


def _sums(context: PageContext, sums: Sequence[Sum]) -> Child:
    """One sum is the largest thing there is; several stand in a list, each beside whose it is."""
    if not sums:
        return None
    if len(sums) == 1:
        return _sum(context, sums[0])
    rows = [h("li", _names(context, each.who), _amount(context, each)) for each in sums[:SUMS]]
    return h("ul", rows, class_="faces moves")


def _names(context: PageContext, who: Sequence[str]) -> Child:
    return [[players.token(context, each), context.name(each)] for each in who]


def _amount(context: PageContext, money: Sum) -> Markup:
    way = None if not money.sign else "up" if money.amount * money.sign >= 0 else "down"
    return h("b", context.money(money.amount * (money.sign or 1)), class_=way)


def _sum(context: PageContext, money: Sum) -> Markup:
    shown = context.money(money.amount * (money.sign or 1))
    paper = "" if money.sign else " paper"
    return h("div", shown, class_=f"sum num{paper}{' long' if len(shown) > LONG else ''}", data_count=abs(money.amount))


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdigit())


# -- those that have a picture of their own


def _rest(context: PageContext, moment: Moment) -> Child:
    """What lay under all that nobody has opened, and whose bombs nobody has found."""
    squares = [found for each in moment.lines for phrase in each.facts.get("squares", []) if (found := _facts(phrase))]
    items = [
        h("li", h("b", square.get("n", "")), " ", context.name(square.get("face", "")))
        for square in sorted(squares, key=lambda square: int(square.get("n", 0)))
    ]
    unfound = [pair for each in moment.lines for pair in each.facts.get("unfound", [])]
    bombs = [h("li", icon("bomb"), players.token(context, str(who)), h("b", n)) for who, n in unfound]
    return [
        h("h2", context.say("What lay under the rest")),
        h("ul", bombs, class_="whose") if bombs else None,
        h("ul", items, class_="under"),
    ]


def _facts(phrase: object) -> dict[str, Any]:
    """Of a phrase, as it was told, or as it was kept."""
    if isinstance(phrase, Phrase):
        return phrase.facts
    return phrase.get("facts", {}) if isinstance(phrase, dict) else {}


def _doors(context: PageContext, moment: Moment) -> Child:
    """All the doors, open: what lay behind the chosen one, and behind the others."""
    facts = moment.head.facts
    behind: dict[int, Words] = {facts["n"]: facts["face"]}
    for other in map(_facts, facts["others"]):
        behind[other["n"]] = other.get("face", "")
    items = [
        h("li", h("b", n), h("span", context.name(behind[n])), class_="chosen" if n == facts["n"] else None)
        for n in sorted(behind)
    ]
    return [
        _who(context, moment),
        h("ul", items, class_="fates"),
        _sums(context, moment.sums),
        _lines(context, moment.lines[1:]),
    ]


def _outcome(context: PageContext, moment: Moment) -> Child:
    """One large door, and what came of it."""
    what, sums = _what(context, moment), moment.sums
    same = len(sums) == 1 and _digits(what) == str(abs(sums[0].amount))
    return [
        _who(context, moment),
        icon("door", "pic knock"),
        h("h2", what) if not same else None,
        _sums(context, sums),
        _lines(context, moment.lines[1:]),
    ]


def _begun(context: PageContext, moment: Moment) -> Child:
    """A round begins: what it is called, and who is in it, in their order."""
    what = _what(context, moment)
    seats = [h("li", players.token(context, who), context.name(who)) for who in moment.who]
    words = None if what else _lines(context, moment.lines[:1])
    return [icon("door", "pic"), h("h2", what) if what else words, h("ol", seats, class_="faces")]


def _reveal(context: PageContext, moment: Moment) -> Child:
    return reveal.scene(context, [each.told for each in moment.lines])


def _cycle(context: PageContext, moment: Moment) -> Child:
    """The end of a cycle: who leads, and who stands where now, and has climbed or fallen."""
    told = moment.head.told
    head = h("h2", render(told.text, told.facts, context.reader))  # the host's own line has the list in it, too
    return [icon("trophy", "pic"), head, podium.movements(context)]


def _crown(context: PageContext, moment: Moment) -> Child:
    """The game is won: who, and with how much."""
    who = moment.who
    tokens = [players.token(context, each) for each in who]
    return [
        icon("trophy", "pic"),
        h("div", tokens, class_="who") if tokens else None,
        h("h2", podium.won(context, who)),
        _sums(context, moment.sums) if who else None,
        _lines(context, moment.lines),
    ]


Picture = Callable[[PageContext, Moment], Child]
SCENES: dict[Kind, Picture] = {
    "doors": _doors,
    "outcome": _outcome,
    "begins": _begun,
    "cycle": _cycle,
    "rest": _rest,
    "reveal": _reveal,
    "crown": _crown,
}
