"""What every page of one game is made from: what the viewer may see, their language, the time, their form key."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from msgspec import structs

from engine.kernel import Reader, Told, Words, render
from engine.kernel.view import Panel
from host.core.cache import Cache
from host.core.store.prediction_slips import PredictionSlip
from host.doors.web.files import address
from host.doors.web.markup.html import Child, Markup, h, join
from host.doors.web.markup.shared_pieces import SharedPiece, either
from host.said.rule_lookup import rule
from host.shown import words
from host.shown.predictions import PointsLine
from host.shown.views import GameView, QuestionView

MINUTE, HOUR, DAY = 60, 3600, 86400
# In place of the page's own key, until it goes out: so pieces with forms in them stay as they are. Nobody can say it.
KEY_TO_COME = f"key to come {secrets.token_hex(16)}"
T = TypeVar("T")


class WaitingGame(NamedTuple):
    """A game that waits for the viewer, and until when."""

    game: str
    title: Words
    due: float


@dataclass(frozen=True)
class PageContext:
    """One game for one pair of eyes. `once` goes into every form of the page."""

    shown: GameView
    reader: Reader
    known: bool  # does the viewer have a private side, here or elsewhere?
    now: float
    once: str
    invited: str = ""  # the word of invitation that came with the address
    chosen: int = 0  # the square that was tapped, where there is no script to show what can be done with it
    named: Sequence[int] = ()  # squares that were named together, where there is no script to gather them
    since: int | None = None  # what its script has played already, where it asks for what is new
    was: str = ""  # the table that stood on its stage then
    table: str = ""  # which table stands on the stage, if not the one that asks
    address: str = ""  # of the page itself, to be given to others
    slip: PredictionSlip | None = None  # what the viewer predicts
    ranked: Sequence[PointsLine] = ()  # who is good at that in this game
    ever: Sequence[PointsLine] = ()  # and of all times where it is shown
    strangers: bool = False  # may the viewer let strangers find this table?
    sought: str | None = None  # what it says to them, if it does
    mine: bool = False  # is it over, and had the viewer a seat in it?
    next: WaitingGame | None = None  # the most urgent other game that waits for the viewer
    who: str = ""  # the viewer: whose seat a computer plays has no eyes of its own, and is still told what that seat is
    pieces: Cache = field(default_factory=Cache)  # that have been drawn for earlier pages
    shared: dict[Hashable, Any] = field(default_factory=dict)  # drawn of the game as it stands for all who read alike
    everybody: bool = False  # is it just now drawn for everybody?

    def once_drawn(self, key: Hashable, draw: Callable[[], T], *, own: bool = False) -> T:
        """A piece that stays as it is, however often it is looked at: it is the same for all who read alike, unless
        it is the viewer's own.
        """
        eyes = "everybody" if self.everybody else (self.who, self.shown.you) if own else None
        return self.pieces.of((self._table, eyes, key), self.now, math.inf, draw)

    def for_all(self, key: Hashable, draw: Callable[[PageContext], Child], *, of: Hashable = None) -> Markup:
        """A piece that all who look at the game as it stands see alike, but for where they see themselves. What it is
        made `of` says whether it is still the same when the game has gone on.
        """

        def drawn(everybody: PageContext) -> SharedPiece:
            return SharedPiece.of(join(draw(everybody)))

        def kept(everybody: PageContext) -> SharedPiece:
            return everybody.once_drawn((key, of), partial(drawn, everybody))

        return self.once_for_all(key, kept if of else drawn).seen_by(self.shown.you)

    def once_for_all(self, key: Hashable, work: Callable[[PageContext], T]) -> T:
        """What is the same for all who look at the game as it stands. It is worked out as for somebody who is nobody
        there, so that nothing of anybody's own can be in it.
        """
        if key not in self.shared:
            self.shared[key] = work(self._for_everybody)
        found: T = self.shared[key]
        return found

    def own_way(self, who: str, draw: Callable[[bool], Markup]) -> Markup:
        """What looks otherwise to whoever it is about."""
        if self.everybody:
            return either(who, draw(True), draw(False))  # noqa: FBT003 - is it about who looks?
        return draw(who == self.shown.you)

    @cached_property
    def _for_everybody(self) -> PageContext:
        """The same game for somebody who has no seat, is asked nothing and has said nothing."""
        shown = self.shown
        public = structs.replace(
            shown,
            view=structs.replace(shown.view, own=None) if shown.view else None,
            you="",
            kept=False,
            yours=False,
            waits=False,
            invited="",
            asked=[],
            plays=[],
            forecasts=[],
            wishes={},
        )
        return PageContext(
            public,
            self.reader,
            known=False,
            now=self.now,
            once=self.once,
            pieces=self.pieces,
            shared=self.shared,
            everybody=True,
        )

    @cached_property
    def _table(self) -> str:
        return self.once_for_all("table", PageContext._all_that_counts)

    def _all_that_counts(self) -> str:
        """All that every piece of a page depends on: who is at which table, and how they are written."""
        shown, reader = self.shown, self.reader
        people = [(face.seat, face.name, face.bot) for face in shown.faces]
        return repr((shown.id, shown.stage, people, shown.names, reader.language, reader.comma))

    @cached_property
    def asked(self) -> list[QuestionView]:
        """What the viewer is asked."""
        return [asked for asked in self.shown.asked if asked.who == self.shown.you]

    @cached_property
    def panel(self) -> Panel | None:
        """The table on the stage: the one that was asked for, else one that asks, else an own one, else the first."""
        panels = self.shown.view.panels if self.shown.view else []
        asks = {asked.id.partition("#")[0] for asked in self.asked}

        def rank(panel: Panel) -> tuple[bool, ...]:
            own = any(seat.who == self.shown.you for seat in panel.seats)
            return (panel.id != self.table, panel.id not in asks, not own, not panel.to_move)

        return min(panels, key=rank, default=None)

    @cached_property
    def seated(self) -> Sequence[tuple[str, str]]:
        """Who has which seat."""
        return tuple([(face.seat, face.name) for face in self.shown.faces])

    def name(self, words: Words) -> str:
        """A seat by the name of whoever is in it, or a label, a mark, a face in the viewer's words."""
        return self.reader.value(words)

    def say(self, text: str, /, **facts: object) -> str:
        """A sentence."""
        return render(text, facts, self.reader)

    def told(self, line: Told) -> str:
        """What was told, in the host's own words where there are any."""
        return " ".join(words.told([line], self.reader))

    def question(self, asked: QuestionView) -> str:
        """What is asked."""
        return words.question(asked.text, {"who": asked.who, **asked.facts}, asked.said, self.reader)

    def money(self, amount: int) -> str:
        """An amount in the game's money."""
        return self.reader.value(amount, self.shown.view.currency if self.shown.view else "")

    def number(self, value: int | str) -> str:
        """A fact of the view, which is a number or a word."""
        return self.reader.value(value, "n")

    def form(self, action: str, *children: Child, **attributes: object) -> Markup:
        """A form that does something to this game."""
        return form(f"/g/{self.shown.id}/{action}", self.once, *children, **attributes)

    def rule(self, face: object) -> Words | None:
        """What a square of this name is, if the ruleset says so."""
        return rule(self.shown.ruleset, face)

    def taught(self, face: Words, shown: Child) -> Child:
        """A word, as it is shown, that leads to its rule if the ruleset has one for it."""
        if self.rule(face) is None:
            return shown
        return to_rule(str(face), shown)

    def rule_address(self, face: Words) -> str:
        """Where the rule of this name is told."""
        return _rule_address(str(face))


def to_rule(word: str, shown: Child) -> Markup:
    """A way to the rule of this name."""
    return h("a", shown, href=_rule_address(word), class_="rule")


def _rule_address(word: str) -> str:
    return f"/rules/{quote(word, safe='')}"


def form(action: str, once: str, *children: Child, **attributes: object) -> Markup:
    """A form that may be sent twice and acts once."""
    hidden = h("input", type="hidden", name="once", value=once)
    return h("form", hidden, *children, method="post", action=action, **attributes)


def own_word() -> Markup:
    """Where the browser puts the hash of a word that its player seals for chance. Without a script it stays empty."""
    return h("input", type="hidden", name="luck", value="", data_fair=address("fair.js"))


def act(context: PageContext, action: str, label: str, **fields: object) -> Markup:
    """A button that is a form of its own."""
    hidden = [h("input", type="hidden", name=name, value=value) for name, value in fields.items()]
    return context.form(action, hidden, h("button", context.say(label), id=f"act-{action}"), class_="simple")


def units(reader: Reader) -> list[str]:
    """Days, hours, minutes and seconds in short, each with # in place of the number."""
    sign = "#"
    short = [reader.say("{n} d", n=sign), reader.say("{n} h", n=sign)]
    return [*short, reader.say("{n} min", n=sign), reader.say("{n} s", n=sign)]


def left(seconds: float, reader: Reader) -> str:
    """How much time that is, as short as it can be said; the page's script says it the same way."""
    whole, (days, hours, minutes, secs) = max(0, int(seconds)), units(reader)
    for unit, word, smaller, small in ((DAY, days, HOUR, hours), (HOUR, hours, MINUTE, minutes)):
        if whole >= unit:
            return " ".join([_put(word, whole // unit), _put(small, whole % unit // smaller)])
    return _put(minutes, whole // MINUTE) if whole >= 2 * MINUTE else _put(secs, whole)


def _put(word: str, n: int) -> str:
    return word.replace("#", str(n))


def clock(context: PageContext, due: float) -> Markup | None:
    """The time left, which the page's script counts down. While the game is paused there is nothing to count."""
    if not due or context.shown.paused:
        return None
    return h("time", left(due - context.now, context.reader), data_due=int(due), class_="left")
