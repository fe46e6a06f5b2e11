"""Looks of beats: a moment drawn in the game's own way, from the facts told (`markup/looks.py` lists the elements)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from engine.kernel.picture import Look
from engine.kernel.text import Words
from host.doors.web.files import list_look_files
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.markup.looks import Cells, Facts, TemplateFiller, load_template
from host.doors.web.table.moments import Moment, MomentLine
from host.doors.web.table.page_context import PageContext


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
        super().__init__(context, Look(name=name), (), None)
        self.moment = moment
        self.line: MomentLine = moment.head
        self.each: Words = ""  # of the things in a list, the one that is being drawn
        self.own |= {
            "lines": self._fill_lines,
            "given": self._fill_given,
            "lacking": self._fill_lacking,
            "each": self._fill_each,
            "seat": self._render_seats,
            "sum": self._render_sum,
            "said": self._render_said,
            "told": self._render_told,
        }

    def list_line_facts(self, line: MomentLine) -> Facts:
        """Return the facts of an announced line as texts, by name, for a template; numbers are also there as amounts of
        money.
        """
        told: dict[str, str] = {}
        for name, value in line.facts.items():
            told[name] = self.context.reader.format_value(value)
            if isinstance(value, int) and not isinstance(value, bool):
                told[f"{name}:money"] = self.context.format_money(value)
                told[f"{name}:short"] = self.context.format_short_money(value)
        return told

    def _fill_lines(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        lines = [each for each in self.moment.lines if each.beat and each.beat.kind == at.get("of")]
        best = max((_find_money(each) for each in lines), default=0)
        before = self.line
        for self.line in lines:
            top = "top" if best and _find_money(self.line) == best else ""
            yield from self.fill(at, {**facts, **self.list_line_facts(self.line), "top": top}, here)
        self.line = before

    def _fill_given(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        yield from self.fill(at, facts, here) if self.line.facts.get(at.get("of", "")) else ()

    def _fill_lacking(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        yield from () if self.line.facts.get(at.get("of", "")) else self.fill(at, facts, here)

    def _fill_each(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        found: Sequence[Words] = self.line.facts.get(at.get("of", "")) or ()
        for n, self.each in enumerate(found, 1):
            yield from self.fill(at, {**facts, "each": self.context.format_words(self.each), "n": str(n)}, here)

    def _render_seats(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        name = at.get("of", "who")
        for who in [str(self.each)] if name == "each" else self.line.list_names(name):
            token = players.render_player_token(self.context, who, at.get("class", ""))
            yield h("span", token, h("b", self.context.format_words(who)), class_="whom")

    def _render_sum(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        facts: Any = self.line.facts
        amount = facts.get(at.get("of", ""), 0) - facts.get(at.get("less", ""), 0)
        sign = -1 if at.get("fill") == "lost" else 1
        yield h("b", self.context.format_money(sign * amount), class_="sum num", data_count=abs(amount))

    def _render_said(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        words = [said for each in self.moment.lines[1:] if (said := self.context.format_told(each.told))]
        yield " ".join(words[: int(at.get("times", "3"))])

    def _render_told(self, _: ET.Element, __: Facts, ___: Cells) -> Iterator[Child]:
        yield self.context.format_told(self.line.told)


def _find_money(line: MomentLine) -> int:
    """Return the amount of money that a line of a moment is about, or 0 if it is about none."""
    amount = line.facts.get(line.beat.money) if line.beat else None
    return amount if isinstance(amount, int) else 0
