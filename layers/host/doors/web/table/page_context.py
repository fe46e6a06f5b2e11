"""What every page of one game is made from: what the viewer may see, their language, the time, their form key."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from msgspec import structs

from engine.kernel import Phrase, Reader, Told, Words, format_text
from engine.kernel.view import Panel
from host.core.context import Cache
from host.doors.web.files import format_static_url
from host.doors.web.markup.html import Child, Markup, SharedPiece, h, join_markup, mark_own_and_others
from host.said.answers import find_rule
from host.shown import words
from host.shown.views import GameView, QuestionView

MINUTE, HOUR, DAY = 60, 3600, 86400
# In place of the page's own key, until it goes out: so pieces with forms in them stay as they are. Nobody can say it.
WRITTEN_WORD = re.compile(r" For more guesses, write: \w+$")
KEY_TO_COME = f"key to come {secrets.token_hex(16)}"
T = TypeVar("T")


class WaitingGame(NamedTuple):
    """A game that waits for the viewer, with its deadline."""

    game: str
    title: Words
    due: float


class PageQuery(NamedTuple):
    """What the address of a game's page asks for, behind its question mark."""

    invited: str = ""  # the word of invitation
    chosen: int = 0  # the square that was tapped, where there is no script to show what can be done with it
    named: Sequence[int] = ()  # squares that were named together, where there is no script to gather them
    since: int | None = None  # what the page's script has played already, where it asks for what is new
    was: str = ""  # the table that stood on its stage then
    table: str = ""  # which table stands on the stage, if not the one that asks


@dataclass(frozen=True)
class PageContext:
    """All that the page of one game is rendered from, for one viewer. `once` is the idempotency key in every form."""

    shown: GameView
    reader: Reader
    known: bool  # does the viewer have a private side, here or elsewhere?
    now: float
    once: str
    query: PageQuery = field(default_factory=PageQuery)
    address: str = ""  # of the page itself, to be given to others
    guesses: Mapping[str, str] = field(default_factory=dict)  # what the viewer has predicted, by its key
    drawers: Sequence[Callable[[PageContext], Child]] = ()  # what extras add below the table
    lobby_controls: Sequence[Child] = ()  # what extras offer to who opened this lobby
    added_tabs: Sequence[tuple[str, str, Phrase]] = ()  # of the sheets that extras add: id, icon and label
    leaderboard_links: Mapping[str, Phrase] = field(default_factory=dict)  # what extras call their pages of the game
    mine: bool = False  # is it over, and had the viewer a seat in it?
    next: WaitingGame | None = None  # the most urgent other game that waits for the viewer
    who: str = ""  # the viewer: whose seat a computer plays has no eyes of its own, and is still told what that seat is
    pieces: Cache = field(default_factory=Cache)  # that have been drawn for earlier pages
    shared: dict[Hashable, Any] = field(default_factory=dict)  # drawn of the game as it stands for all who read alike
    everybody: bool = False  # is it just now drawn for everybody?

    def render_cached(self, key: Hashable, draw: Callable[[], T], *, own: bool = False) -> T:
        """Return a rendered piece of the page from the cache, or render it with `draw` and cache it under `key`, which
        names all that it depends on besides game, stage, seats and language; shared by all viewers of the same language
        unless `own`, which keeps it for this viewer alone.
        """
        eyes = "everybody" if self.everybody else (self.who, self.shown.you) if own else None
        return self.pieces.get_or_compute((self._table, eyes, key), self.now, math.inf, draw)

    def render_for_all(self, key: Hashable, draw: Callable[[PageContext], Child], *, of: Hashable = None) -> Markup:
        """Return a piece of the page that is the same for all viewers, except that each sees themselves marked, as
        `draw` renders it from the context of a spectator. With `of`, a key made of all that the piece shows, it stays
        cached when something else in the game changes, otherwise for this version of the game.
        """

        def render_shared(everybody: PageContext) -> SharedPiece:
            """Render the piece with `draw` and split it at what each viewer sees otherwise of themselves."""
            return SharedPiece.parse_markup(join_markup(draw(everybody)))

        def render_kept(everybody: PageContext) -> SharedPiece:
            """Return the piece as `render_shared` draws it, from the cache that lasts beyond this version of the game
            if it is there for this `key` and `of`, else drawn and cached.
            """
            return everybody.render_cached((key, of), partial(render_shared, everybody))

        return self.compute_for_all(key, render_kept if of else render_shared).render_for(self.shown.you)

    def compute_for_all(self, key: Hashable, work: Callable[[PageContext], T]) -> T:
        """Return a value that is the same for all viewers of this version of the game, as computed by `work` when its
        `key` is first asked for. `work` gets this page's context as for a spectator, so that nothing private can be in
        it.
        """
        if key not in self.shared:
            self.shared[key] = work(self._for_everybody)
        found: T = self.shared[key]
        return found

    def render_own_or_other(self, who: str, draw: Callable[[bool], Markup]) -> Markup:
        """Render a piece about the player `who`: with `draw(True)` as they see it, or with `draw(False)` as all others
        do. A piece rendered once for all viewers contains both, and each viewer gets theirs.
        """
        if self.everybody:
            return mark_own_and_others(who, draw(True), draw(False))  # noqa: FBT003 - is it about who looks?
        return draw(who == self.shown.you)

    @cached_property
    def _for_everybody(self) -> PageContext:
        """This page's context as for a viewer without a seat, in which to render what all viewers share."""
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
        """The text with which all cache keys of this page begin; it names the game, its stage, its seats and the
        language.
        """
        return self.compute_for_all("table", PageContext._build_common_key)

    def _build_common_key(self) -> str:
        """Build the text with which all cache keys of this page begin; it names the game, its stage, its seats and the
        language.
        """
        shown, reader = self.shown, self.reader
        people = [(face.seat, face.name, face.bot) for face in shown.faces]
        return repr((shown.id, shown.stage, people, shown.names, reader.language, reader.comma))

    @cached_property
    def asked(self) -> list[QuestionView]:
        """The open questions that the viewer is to answer."""
        return [asked for asked in self.shown.asked if asked.who == self.shown.you]

    @cached_property
    def panel(self) -> Panel | None:
        """The table that the page shows large: the requested one, else one that asks the viewer, else one at which they
        sit (rather a minigame than a board), else one at which it is somebody's turn, else the first; None if the game
        has no tables.
        """
        panels = self.shown.view.panels if self.shown.view else []
        asks = {asked.id.partition("#")[0] for asked in self.asked}

        def rank_panel(panel: Panel) -> tuple[bool, ...]:
            """Return the key by which the tables are compared; the smallest is shown."""
            own = any(seat.who == self.shown.you for seat in panel.seats)
            drawn = own and panel.board is None  # one's own minigame, also while others think
            return (panel.id != self.query.table, panel.id not in asks, not own, not drawn, not panel.to_move)

        return min(panels, key=rank_panel, default=None)

    @cached_property
    def seated(self) -> Sequence[tuple[str, str]]:
        """Seat and name of each player, in the order of the seats."""
        return tuple([(face.seat, face.name) for face in self.shown.faces])

    def format_words(self, words: Words) -> str:
        """Return words (a seat's name, a label or another text) in the viewer's language."""
        return self.reader.format_value(words)

    def say(self, text: str, /, **facts: object) -> str:
        """Return the sentence `text` in the viewer's language, with `facts` put into its slots."""
        return format_text(text, facts, self.reader)

    def format_told(self, line: Told) -> str:
        """Return an announced line as text in the viewer's language, in the host's voice if it has words for it,
        without the word that is written in chats instead of a tap.
        """
        return WRITTEN_WORD.sub("", " ".join(words.format_told_lines([line], self.reader)))

    def format_question(self, asked: QuestionView) -> str:
        """Return the text of a question in the viewer's language."""
        return words.translate_question(asked.text, {"who": asked.who, **asked.facts}, asked.said, self.reader)

    def format_money(self, amount: int) -> str:
        """Return an amount written in full in the currency of this page's game."""
        return self.reader.format_value(amount, self.shown.view.currency if self.shown.view else "")

    def format_short_money(self, amount: int) -> str:
        """Return an amount in the game's currency, a large one in short form, such as £1.5M."""
        return self.reader.format_value(amount, f"{self.shown.view.currency}k" if self.shown.view else "")

    def format_number(self, value: int | str) -> str:
        """Return a number in the viewer's style, or a word as it is."""
        return self.reader.format_value(value, "n")

    def render_form(self, action: str, *children: Child, **attributes: object) -> Markup:
        """Render a form for this game with the page's idempotency key, which posts to the address of `action`."""
        return render_action_form(f"/g/{self.shown.id}/{action}", self.once, *children, **attributes)

    def find_rule(self, face: object) -> Words | None:
        """Return the rule of the game's square or card with this name (`face`), or None if there is none."""
        return find_rule(self.shown.ruleset, face)

    def render_with_rule(self, face: Words, shown: Child) -> Child:
        """Return what is shown for a square or card as a link to the rule of its name `face`, or unchanged if there is
        no such rule.
        """
        if self.find_rule(face) is None:
            return shown
        return render_rule_anchor(str(face), shown)

    def format_rule_url(self, face: Words) -> str:
        """Return the address of the page with the rule of the square, card or minigame of this name (`face`)."""
        return _format_rule_path(str(face))


def render_rule_anchor(word: str, shown: Child) -> Markup:
    """Render `shown` as a link to the rule of the square, card or minigame called `word`, whether or not there
    is one.
    """
    return h("a", shown, href=_format_rule_path(word))


def _format_rule_path(word: str) -> str:
    """Return the address of the page with the rule of the thing called `word`."""
    return f"/rules/{quote(word, safe='')}"


def render_action_form(action: str, once: str, *children: Child, **attributes: object) -> Markup:
    """Render a form with the idempotency key `once` in a hidden field, by which sending it twice acts only once;
    several forms of a page may share a key.
    """
    hidden = h("input", type="hidden", name="once", value=once)
    return h("form", hidden, *children, method="post", action=action, **attributes)


def render_sealed_word_field() -> Markup:
    """Render the hidden field for the hash of a word that the player's browser seals; without a script it stays
    empty.
    """
    return h("input", type="hidden", name="luck", value="", data_script=format_static_url("fair.js"))


def render_action_button(context: PageContext, action: str, label: str, **fields: object) -> Markup:
    """Render a form that consists of one button with this label, translated here, which posts `action`, the values in
    `fields` and the page's idempotency key.
    """
    hidden = [h("input", type="hidden", name=name, value=value) for name, value in fields.items()]
    return context.render_form(action, hidden, h("button", context.say(label), id=f"act-{action}"), class_="simple")


def list_time_units(reader: Reader) -> list[str]:
    """Return the short forms of days, hours, minutes and seconds, with # for the number."""
    sign = "#"
    short = [reader.format_sentence("{n} d", n=sign), reader.format_sentence("{n} h", n=sign)]
    return [*short, reader.format_sentence("{n} min", n=sign), reader.format_sentence("{n} s", n=sign)]


def format_time_left(seconds: float, reader: Reader) -> str:
    """Return a duration in short form: as days and hours, or hours and minutes; under an hour only in minutes, under
    two minutes in seconds. The page's script formats it the same way.
    """
    whole, (days, hours, minutes, secs) = max(0, int(seconds)), list_time_units(reader)
    for unit, word, smaller, small in ((DAY, days, HOUR, hours), (HOUR, hours, MINUTE, minutes)):
        if whole >= unit:
            return " ".join([_fill_time_unit(word, whole // unit), _fill_time_unit(small, whole % unit // smaller)])
    return _fill_time_unit(minutes, whole // MINUTE) if whole >= 2 * MINUTE else _fill_time_unit(secs, whole)


def _fill_time_unit(word: str, n: int) -> str:
    """Return the short form of a time unit, such as `# h`, with the number `n` in place of its sign #."""
    return word.replace("#", str(n))


def render_countdown(context: PageContext, due: float) -> Markup | None:
    """Render the time left, which the page's script counts down; None without a deadline or while the game is
    paused.
    """
    if not due or context.shown.paused:
        return None
    return h("time", format_time_left(due - context.now, context.reader), data_due=int(due), class_="left")
