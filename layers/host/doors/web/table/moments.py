"""Moments: what has just happened, large and in the board's place, made of what everybody was told.

An event says itself whether it is worth one, and of which kind (its beat). The order told is the order shown; what is
told after an event and is no beat of its own, or only a small one that belongs to it, is said within its moment.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from engine.kernel import PUBLIC, Told
from engine.kernel.event import PARTS, BeatKind
from engine.kernel.picture import EndedTable, Look, Picture, Track
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import Words, format_told
from host.doors.web.files import list_look_files
from host.doors.web.markup import pictures, players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.markup.looks import Cells, Facts, TemplateFiller, load_template
from host.doors.web.table.page_context import PageContext
from host.shown.views import MomentLine, Sum, ToldStep, build_moment_line

FOR_ALL = frozenset[BeatKind]({"cycle", "reached", "zone", "crown"})  # which concern every table


# Within the moment of what they belong to; and, where nothing says what they belong to, of what was seen last.
SMALL = frozenset[BeatKind]({"saved", "big", "loss", "out", "booster", "held", "walk", "peak"})


OF_OTHERS = frozenset[BeatKind](
    {"doors", "bomb", "reveal", "answer", "held", "took"}
)  # which are about more than one player


ENDS = frozenset[BeatKind]({"won", "lost"})  # of minigames, each of which has a table of its own


ENDS_DRAWN = ENDS | frozenset[BeatKind](
    {"bombed", "roof", "booster"}
)  # and of the Megagrid, and of what pays a booster: the last picture is seen


LEADING = 2  # lines that say why it ended so
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
STANDING = re.compile(r"\s*→ [^→]*$")  # the new total and place at the end of a line


# One moment for several that come one after the other, and which may end which.
TOGETHER = frozenset[tuple[BeatKind, BeatKind]](
    [
        *(("bid", "bid"), ("hand", "hand"), ("rest", "rest"), ("reveal", "answer"), ("attack", "attack")),
        *(("bombed", "lost"), ("roof", "won"), ("lost", "lost")),
    ]
)


class Moment(NamedTuple):
    """Something that happened: the lines told with it, and the lines that led to it."""

    n: int
    kind: BeatKind
    lines: list[MomentLine]
    before: Sequence[MomentLine] = ()
    ended: Mapping[str, EndedTable] = MappingProxyType({})  # by table, what it showed last, if it closed then
    step: Sequence[MomentLine] = ()  # all that everybody was told with the same input

    @property
    def ended_table(self) -> EndedTable | None:
        """What the inner table (of a minigame, say) showed last that closed with the input of this moment; None if the
        moment is of no kind that ends one, or if none closed.
        """
        if self.kind not in ENDS_DRAWN:
            return None
        tables = [line.told.table for line in (*self.before, *self.lines) if line.told.table in self.ended]
        only = [*self.ended] if len(self.ended) == 1 else []
        return next((self.ended[table] for table in (*reversed(tables), *only)), None)

    @property
    def head(self) -> MomentLine:
        """The first of the moment's lines, which decides how it is shown."""
        return self.lines[0]

    @property
    def table(self) -> str:
        """The table at which the moment happened."""
        return self.head.told.table

    @property
    def who(self) -> list[str]:
        """The seats (players) that the moment is about, from its first line that names any."""
        return next((each.who for each in self.lines if each.who), [])

    @property
    def sums(self) -> list[Sum]:
        """All sums of money that its lines tell, in order; those without a sign are neither gains nor losses."""
        return [each for line in self.lines for each in line.sums]

    @property
    def square(self) -> int:
        """The number of the board's square that is opened in this moment, or 0 if none is."""
        return int(self.head.facts["n"]) if self.kind in ("open", "bomb") else 0

    def has_beat(self, kind: BeatKind, who: Sequence[str]) -> bool:
        """Return whether a line of the moment is marked with this kind of beat (what to show large) for exactly these
        seats.
        """
        return any(line.beat is not None and line.beat.kind == kind and line.who == who for line in self.lines)


def list_moments(rules: Ruleset[Any] | None, said: ToldStep, others: Collection[str] = ()) -> list[Moment]:
    """Return, in the order told, the moments (things worth showing large) that the public announcements of one input
    make up, each with all lines told in it; without those only about the tables in `others`.
    """
    found: list[Moment] = []
    waiting: list[MomentLine] = []
    scenes: dict[int, Moment] = {}  # by the number of each telling, the moment in which it is said
    step = [build_moment_line(rules, told) for told in said.told]
    public = [line for line in step if line.told.to == PUBLIC]
    for n, (told, line) in enumerate(zip(said.told, step, strict=True)):
        if told.to != PUBLIC or not _concerns_viewer(line, others, found):
            continue
        of = scenes.get(n - told.of) if told.of else None
        last = found[-1] if found else None
        if of and last and (of.kind, last.kind) == ("stake", "outcome") and of.who == last.who:
            of = last  # what a stake came to is seen with its outcome, not before
        if line.beat and line.beat.kind not in PARTS and not _belongs_to_moment(line, line.beat.kind, of, last):
            before = _list_leading_lines(waiting, line, line.beat.kind)
            found.append(Moment(said.n, line.beat.kind, [line], before, said.ended, public))
            waiting, of = [], found[-1]
        elif last:
            of = of or last
            of.lines.append(line)
        else:
            waiting.append(line)
        if of:
            scenes[n] = of
    return found


def _concerns_viewer(line: MomentLine, others: Collection[str], found: Sequence[Moment]) -> bool:
    """Return whether a line is to be shown to this viewer: it is not from one of the tables in `others`, which they do
    not look at; or its kind concerns all (end of a cycle or game, a reached target, a new zone); or the line before it
    in the last moment of `found` is from the same table.
    """
    table = line.told.table
    if table not in others or (line.beat and line.beat.kind in FOR_ALL):
        return True
    return bool(found) and found[-1].lines[-1].told.table == table


def _belongs_to_moment(line: MomentLine, kind: BeatKind, of: Moment | None, last: Moment | None) -> bool:
    """Return whether a line only continues a moment instead of beginning one: `last`, the one before, if their kinds go
    together (won or lost only for the same players); or, for a small kind, `of`, the moment it refers to, or else
    `last`, if both are about the same players, the line is about nobody, or `last` is by its kind about several.
    """
    if last and (last.kind, kind) in TOGETHER:
        return kind not in ("lost", "won") or not line.who or not last.who or line.who == last.who
    if kind not in SMALL:
        return False
    return of is not None or (last is not None and (not line.who or line.who == last.who or last.kind in OF_OTHERS))


def _list_leading_lines(waiting: Sequence[MomentLine], line: MomentLine, kind: BeatKind) -> Sequence[MomentLine]:
    """Return those of the lines in `waiting` (told before, and in no moment yet) that introduce the moment of this
    `kind` which `line` begins: those of its own table or, if it ends a minigame, instead the last two of any table.
    """
    if kind in ENDS:
        return waiting[-LEADING:]
    return [each for each in waiting if each.told.table == line.told.table]


def format_line_words(context: PageContext, told: Told) -> str:
    """Return a told line in words for a moment, without the new total and place at its end: the picture has its own
    sum, and two of them cannot be told apart.
    """
    return STANDING.sub("", context.format_told(told))


def draw_moment(context: PageContext, moment: Moment) -> Markup | None:
    """Draw a moment (something worth showing large) from its game's own template; return None if the game brings none
    for it.
    """
    name = moment.head.beat.look if moment.head.beat else ""
    if f"{name}.html" not in list_look_files():
        return None
    filler = _BeatFiller(context, name, moment)
    inner = filler.fill(load_template(name), filler.list_line_facts(moment.head), ())
    return h("div", inner, class_=f"room {name}", data_look=name)


class _BeatFiller(TemplateFiller):
    """Fills a template with the facts of a moment's lines."""

    def __init__(self, context: PageContext, name: str, moment: Moment) -> None:
        super().__init__(context, Look(name=name), _list_table_pictures(context, moment.table), None)
        self.moment = moment
        self.line: MomentLine = moment.head
        self.each: Words = ""  # of the things in a list, the one that is being drawn
        self.faces: Sequence[str] = ()  # of the spaces of a track, from its start
        self.own |= {
            "lines": self._fill_lines,
            "later": self._fill_later,
            "given": self._fill_given,
            "lacking": self._fill_lacking,
            "each": self._fill_each,
            "spaces": self._fill_spaces,
            "landed": self._fill_landed,
            "confetti": self._render_confetti,
            "seat": self._render_seats,
            "sum": self._render_sum,
            "said": self._render_said,
            "told": self._render_told,
        }

    def list_line_facts(self, line: MomentLine) -> Facts:
        """Return the facts of an announced line as texts, by name, for a template, without those of who said what; a
        whole number is also there as an amount of money, in full as `NAME:money` and in short form as `NAME:short`.
        """
        told: dict[str, str] = {}
        for name, value in line.facts.items():
            if isinstance(value, Mapping) and "text" not in value:
                continue  # who said what: for `each`
            told[name] = self.context.reader.format_value(value)
            if isinstance(value, int) and not isinstance(value, bool):
                told[f"{name}:money"] = self.context.format_money(value)
                told[f"{name}:short"] = self.context.format_short_money(value)
        return told

    def _fill_lines(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each line of the moment with the kind of beat that it
        names, with that line's facts; those lines that tell most money have the fact `top`.
        """
        lines = [each for each in self.moment.lines if each.beat and each.beat.kind == at.get("of")]
        best = max((_find_money(each) for each in lines), default=0)
        before = self.line
        for self.line in lines:
            top = "top" if best and _find_money(self.line) == best else ""
            yield from self.fill(at, {**facts, **self.list_line_facts(self.line), "top": top}, here)
        self.line = before

    def _fill_later(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element for the first public line of the same input, before or after the
        moment, told at the same table, of the kind that it names; if it has the attribute `mark`, the first about the
        same player. Nothing if there is none.
        """
        lines = [
            each for each in self.moment.step if each.kind == at.get("of") and each.told.table == self.moment.table
        ]
        own = [each for each in lines if not at.get("mark") or each.who == self.moment.who]
        before = self.line
        for self.line in own[:1]:
            yield from self.fill(at, {**facts, **self.list_line_facts(self.line)}, here)
        self.line = before

    def _fill_given(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element only if the line being drawn has the fact that it names, and that
        is not empty or 0.
        """
        yield from self.fill(at, facts, here) if self.line.facts.get(at.get("of", "")) else ()

    def _fill_lacking(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element only if the line being drawn has not the fact that it names, or
        that is empty or 0.
        """
        yield from () if self.line.facts.get(at.get("of", "")) else self.fill(at, facts, here)

    def _fill_each(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element for each thing in a fact that is a list or, for a fact of who said
        what, for each player who said the element's value.
        """
        fact: Any = self.line.facts.get(at.get("of", "")) or ()
        chosen = isinstance(fact, Mapping)
        found: Sequence[Words] = [who for who, said in fact.items() if said == at.get("value")] if chosen else fact
        for n, self.each in enumerate(found, 1):
            yield from self.fill(at, {**facts, "each": self.context.format_words(self.each), "n": str(n)}, here)

    def _fill_spaces(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element for each space of the track that it names and for its start, from
        the last space to the start, and remember their faces for `_fill_landed`; nothing if there is no such track.
        """
        track = self.pictures.get(at.get("of", ""))
        listed = track.spaces if isinstance(track, Track) else []
        self.faces = [self.context.format_money(0), *(self.context.format_words(space.face) for space in listed)]
        for n, face in reversed([*enumerate(self.faces)] if listed else []):
            yield from self.fill(at, {**facts, "face": face, "n": str(n)}, here)

    def _fill_landed(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element for each line of the moment, of the kinds that it names, that
        brings its player to the space of the track that is being drawn: the one with its sum as face (the start if none
        has), or, for a line without money, the one in the fact `rung`.
        """
        before, goal, kinds = self.line, int(facts.get("rung") or 0), at.get("of", "").split()
        lines = [each for each in self.moment.lines if each.kind in kinds]
        for self.line in lines:
            face = self.context.format_money(_find_money(self.line))
            to = goal if not self.line.sums else self.faces.index(face) if face in self.faces else 0
            if str(to) == facts["n"]:
                yield from self.fill(at, {**facts, "down": str(goal - 1 - to)}, here)
        self.line = before

    def _render_confetti(self, _: ET.Element, __: Facts, ___: Cells) -> Iterator[Child]:
        """Yield slips of paper in the air."""
        yield pictures.render_confetti_rain()

    def _render_seats(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        """Yield sign and name of each player in the fact that a template's element names; `each` is the one of the list
        being drawn.
        """
        name = at.get("of", "who")
        for who in [str(self.each)] if name == "each" else self.line.list_names(name):
            token = players.render_player_token(self.context, who, at.get("class", ""))
            yield h("span", token, h("b", self.context.format_words(who)), class_="whom")

    def _render_sum(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        """Yield the sum of money in the fact that a template's element names, less another fact if it names one
        (`less`), to be counted up by the page's script; with `fill=lost` as a lost one, with a minus.
        """
        facts: Any = self.line.facts
        amount = facts.get(at.get("of", ""), 0) - facts.get(at.get("less", ""), 0)
        lost = at.get("fill") == "lost"
        shown = self.context.format_money(-amount if lost else amount)
        yield h("b", shown, class_="sum num", data_count=abs(amount), data_lost=lost or None)

    def _render_said(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        """Yield the moment's lines after its first in words, as many as a template's element says (three by
        default).
        """
        words = [said for each in self.moment.lines[1:] if (said := format_line_words(self.context, each.told))]
        yield " ".join(words[: int(at.get("times", "3"))])

    def _render_told(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        """Yield the line being drawn in words, as many sentences as a template's element says (nine by default), with
        `fill=plain` in no host's voice.
        """
        plain = format_told(self.line.told, self.context.reader)
        said = plain if at.get("fill") == "plain" else format_line_words(self.context, self.line.told) or plain
        sentences = SENTENCE_END.split(said)
        yield " ".join(sentences[: int(at.get("times", "9"))])


def _list_table_pictures(context: PageContext, table: str) -> Sequence[Picture]:
    """List the pictures that a table of the game shows now, after the moment; empty if the table is closed."""
    panels = context.shown.view.panels if context.shown.view else []
    return [picture for panel in panels if panel.id == table for picture in panel.pictures]


def _find_money(line: MomentLine) -> int:
    """Return the sum of money that one line of a moment tells, as its beat names it, or 0 if it tells none."""
    amount = line.facts.get(line.beat.money) if line.beat else None
    return amount if isinstance(amount, int) else 0
