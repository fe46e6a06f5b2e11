"""The contract: all that a game brings along to be carried by the kernel and shown by a host, and who asks it for what.

A ruleset derives from `Ruleset`. What is abstract every game has; what has a default here it may leave out, and
nobody needs to ask whether it is there. Behind each member stands who asks for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from engine.kernel import events
from engine.kernel.errors import Illegal
from engine.kernel.event import EVENT_KINDS, Event, find_event_namespace
from engine.kernel.question import CANNOT_DO_NOW, NOT_NOW_CODE, UNWRITTEN, Awaited, format_input_excerpt
from engine.kernel.table import GameInPlay, Table
from engine.kernel.text import Phrase, Told, phrase, read_text_beside

COMPUTERS_CHANGED = "Computers have characters, strengths"


class Change(Struct, frozen=True):
    """One sentence or ruling that was changed since a release: what was told as `was` is told as `event` now.

    `was` is a sentence with its placeholders, or the id of an event; `now` says which sentence of the event it is, or
    is a remark if there is no event. Where one of the two sides is empty, that is not said any more, or was not said
    before. Or both are `draw` and the key of a draw, or `open` and the first word of the keys of a private script,
    which starts again if it was open in that release. Or `state` and paths such as `rounds.*.good`, which that release
    did not keep.

    After a changed sentence a game goes on as it did; after a changed `ruling` it may take another course.
    """

    since: str  # the release that it was otherwise in
    why: str  # what it is about; of a ruling, what the upgrade notes say, in just these words
    was: str = ""
    now: str = ""
    ruling: bool = False
    event: type[Event] | None = None

    @property
    def told(self) -> str:
        """Return what is announced now, after this change of the rules: the id of the event, or the text of the
        remark.
        """
        return self.event.id if self.event else self.now

    def explains_path(self, path: str) -> bool:
        """Return whether this change of the rules explains why a replayed game's state differs from the old one at this
        path (names joined by dots, such as `rounds.1.good`): its `was` is `state` and a path of just as many names, of
        which `*` stands for any.
        """
        parts, wanted = path.split("."), self.was.replace("state ", "state.", 1).split(".")
        fits = all(each in ("*", part) for each, part in zip(wanted, parts, strict=False))
        return wanted[0] == "state" and len(parts) == len(wanted) and fits


def find_change(changes: Iterable[Change], was: str, now: str) -> Change | None:
    """Return the first recorded change of the rules from exactly `was` to exactly `now`, such as from `draw box.1` to
    `draw box` (an empty side: not there before, or no longer), or None if there is no such change.
    """
    return next((change for change in changes if (change.was, change.told) == (was, now)), None)


def find_rewording(changes: Iterable[Change], was: Told | None, now: Told | None) -> Change | None:
    """Return the first recorded change of the rules that explains why a replayed game now announces something else
    (`now`; None for nothing) than before (`was`, likewise): it names the old event or sentence, and the new event or
    text. None if there is none.
    """
    before = (was.what, was.text) if was else ("",)
    what, text = (now.what, now.text) if now else ("", "")
    return next(
        (
            change
            for change in changes
            if change.was in before and change.told == what and (not change.now or change.now in (what, text))
        ),
        None,
    )


def are_announcements_kept(marks: Iterable[int], said: Iterable[tuple[int, str]], changes: Iterable[Change]) -> bool:
    """Return whether a replay announces, in the same order, everything that the game announced before. `marks` are the
    fingerprints of the old announcements; `said` has fingerprint, and event id or text, of the new ones. Where they
    differ, any one that a change of the rules rewrote counts as kept, and one that a change added is skipped. What the
    replay announces after the last old one does not count.
    """
    marks, said = list(marks), list(said)
    if [mark for mark, _ in said[: len(marks)]] == marks:
        return True  # nearly always: nothing has changed
    changes = list(changes)
    anew = {change.told for change in changes if change.was and not change.ruling}
    added = {change.told for change in changes if not change.was}
    lines = iter(said)
    return len(said) >= len(marks) and all(
        any(before == mark or text in anew for mark, text in _iter_next_old_line(lines, before, added))
        for before in marks
    )


def _iter_next_old_line(
    lines: Iterator[tuple[int, str]], before: int, added: Collection[str]
) -> Iterator[tuple[int, str]]:
    """Yield at most one announcement: the next of a replay that the old release made as well. Skip those that a change
    of the rules has added (their texts are in `added`), except one with the fingerprint `before`, which the old release
    had next.
    """
    for mark, text in lines:
        if before == mark or text not in added:
            yield mark, text
            return


if TYPE_CHECKING:
    from engine.kernel.event import Event
    from engine.kernel.picture import Scenes
    from engine.kernel.question import Forecast, Outcome, Play, Question
    from engine.kernel.record import Entry
    from engine.kernel.table import Script
    from engine.kernel.text import Words
    from engine.kernel.view import View
    from engine.kernel.voice import Voice


UNIT = "unit"


YES_NO_BY_WORD = {"yes": True, "no": False, "on": True, "off": False}


Pounds = Annotated[int, Meta(extra={UNIT: "£"})]


Dollars = Annotated[int, Meta(extra={UNIT: "$"})]


S = TypeVar("S")


EMPTY_MAPPING: Mapping[Any, Any] = MappingProxyType({})


NOTHING_AWAITED = Awaited()


class Element(NamedTuple):
    """Something in a game that has a name. Its keys begin with its own name, or with one of `keys`."""

    name: str
    category: str
    keys: tuple[str, ...] = ()
    house: str = ""  # what of it the rulebook leaves open and we have settled
    face: str = ""  # how it reads on a board or is written in a move, if not by its name
    event: type[Event] | None = None  # what is told when it happens, if that shows that it did
    facts: Mapping[str, str] = EMPTY_MAPPING  # of that event


class Advice(NamedTuple):
    """What a computer player does: it answers this question, or, if `question` is empty, makes this play."""

    question: str
    value: Any
    play: str = ""


class Character(NamedTuple):
    """A character of a computer player: a key for the rules, and a sentence for the table, in which it is `{who}`."""

    key: str
    text: str
    facts: Mapping[str, Any] = EMPTY_MAPPING

    def build_description(self, who: str) -> Phrase:
        """Build the sentence that introduces to players the computer player of this character who sits at seat
        `who`.
        """
        return phrase(self.text, who=who, **self.facts)


class Deed(NamedTuple):
    """Something counted in statistics: a player did it so often or for so much; or, if it is a `best`, reached so much
    at once.

    A best may also stand in a `table` of its name, shared by everybody who has such a best.
    """

    who: str
    name: str
    amount: int = 1
    best: bool = False
    table: bool = False


class Achievement(NamedTuple):
    """A name and a sentence for players who have done this deed so often."""

    name: str
    sentence: str
    deed: str
    threshold: int


class CardUse(NamedTuple):
    """What happened to a card of the box: it was shown (in these words), asked, answered correctly so often, and so
    on.
    """

    card: str
    name: str
    amount: int = 1
    text: str = ""


class HeaderRow(Struct, frozen=True):
    """A line of a transcript below a header line."""

    line: int
    text: str


class Header(Struct, frozen=True):
    """A line of a transcript that sets up the game: a word, its arguments, and the rows below it."""

    line: int
    word: str
    rest: str
    rows: list[HeaderRow] = field(default_factory=list)


class Dialect(Protocol):
    """The part of the notation that belongs to one ruleset. It raises `UnclearLine` for anything it cannot read."""

    @property
    def words(self) -> Mapping[str, str]:
        """Return the words with which header lines of a transcript may begin in this game, each with the form of what
        follows it, which the catalogue prints. A transcript's header lines are applied in the order of these words.
        Each game's notation defines this.
        """

    @property
    def once(self) -> Collection[str]:
        """Return the words of header lines that a transcript may have only once; a second such line is refused. Each
        game's notation defines this.
        """

    @property
    def once_each(self) -> Collection[str]:
        """Return the words of header lines that a transcript may have only once for each name in them. Each game's
        notation defines this.
        """

    def apply_header(self, state: Any, header: Header) -> None:
        """Apply one line of a transcript's header to a game's state, before the first move of its replay; raise
        UnclearLine if the line cannot be read. Each game's notation defines this.
        """

    def format_real_fact(self, game: GameInPlay[Any], text: str) -> str:
        """Return what is really so in the game, written like `text`, the fact that a transcript's `=` line claims, so
        that the two can be compared; raise UnclearLine if `text` cannot be read. Each game's notation defines this.
        """

    def find(self, state: Any, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Return the object inside a game's state with which a path of names in a transcript begins (such as a player),
        and the rest of the path; used by lines that set or show a field. Raise UnclearLine if there is none. Each
        game's notation defines this.
        """


class Ruleset(ABC, Generic[S]):
    """One set of rules. The state `S` is plain data (msgspec Structs); everything else is derived from it."""

    # -- what it is: everybody who lists games, and the store

    name: str  # one word, by which it is known for ever: the store, and players who open a game
    title: str  # doors
    release: str  # of its rules: `Game.read`, and imports, which warn of games begun under another
    format: int  # of its state: `Game.read`, rehearsals
    state_type: type[S]  # `Game.read`, `Game.save`
    changes: Sequence[Change] = ()  # what it did otherwise in a release, for games of then: rehearsals, `Game.read`
    # From each older format to the next: `Game.read`, rehearsals.
    upcasts: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = EMPTY_MAPPING
    kept: Sequence[str] = ()  # fields of the state that stay as the game began with them: replays from a log
    seats: range  # how many can play: lobbies, benches and simulations
    brief: Sequence[str] = ()  # how it goes, for somebody who has never seen it: halls, menus and lobbies
    # What is said once to who is asked, or may do, this for the first time, by key: the dock of the page.
    coaching: Mapping[str, str] = EMPTY_MAPPING
    names: Iterable[str] = ()  # what it calls things in its tables: translators

    # -- what can be agreed upon: the desk

    options_type: type[Struct] | None = None  # its fields are the options, its defaults theirs: forms and menus of them
    about_options: Mapping[str, str] = EMPTY_MAPPING  # what each is for: the same
    unhurried: Mapping[str, Any] = (
        EMPTY_MAPPING  # how it is opened where turns are slow, unless somebody says otherwise
    )
    duel: Mapping[str, Any] = EMPTY_MAPPING  # options with which two play against each other: the hall's button for it
    # The option that names a day, for a game that is the same for everybody who plays it that day: the hall, sharing.
    dated: str = ""
    practice: Mapping[str, Any] = EMPTY_MAPPING  # options of a first game against computers, of some minutes: the hall

    goal: str = ""  # the option that says how long it lasts: a lobby's word on that, `rtab simulate length`
    goals: Mapping[Any, Words] = (
        EMPTY_MAPPING  # some of what it can be, the longest first: the same, by the time there is
    )
    # Options of short games, by the time there is: the same, where a goal alone would not fit it.
    timed: Mapping[str, Mapping[str, Any]] = EMPTY_MAPPING
    lap: Words = ""  # what a game is made of, as it is counted in the stage of a view: a lobby's word on its length
    place = "square"  # what players call one place of its boards: doors, in questions

    def format_next_lap(self, state: Any) -> Words:
        """Return the name of the next cycle or round, until which those who are out wait; empty, as by default, if
        nobody ever does.
        """
        return ""

    def phrase_fall(self, told: Sequence[Told], seat: str) -> Words:
        """Return in words what put the player at `seat` out, as found in these announcements; empty, as by default, if
        there is no more to say.
        """
        return ""

    def name_goal(self, goal: Any) -> Words:
        """Return what a game with this goal is called, such as "to £250,000,000"; "in all" for one that `goals` does
        not name.
        """
        return self.goals.get(goal, phrase("in all"))

    def build_default_options(self) -> dict[str, Any]:
        """Return the default values of all options of the game, by name, for forms and menus."""
        return asdict(self.options_type()) if self.options_type else {}

    def list_coaching(self, options: Mapping[str, Any]) -> Mapping[str, str]:
        """Return what newcomers are told in a game with these options, by the key of the question or play that it is
        about; by default `coaching`.
        """
        return self.coaching

    def find_goal(self, options: Mapping[str, Any], players: int) -> Any:
        """Return the goal of a game with these options and so many players: by default what the option for it says."""
        return options.get(self.goal, self.find_default_goal())

    def find_default_goal(self) -> Any:
        """Return the default value of the option that decides how long a game lasts, or None if there is no such
        option.
        """
        return self.build_default_options().get(self.goal)

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise Illegal if the options chosen for a new game are invalid whatever the number of players; called before
        anybody has taken a seat. By default none is refused.
        """

    @abstractmethod
    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> S:
        """Create the first state of a game with these players and options; raise Illegal if they are invalid. Each game
        defines this.
        """

    # -- how it is played: the kernel

    @abstractmethod
    def list_players(self, state: S) -> Sequence[str]:
        """List everybody with a seat in the game, in seat order. Each game defines this."""

    @abstractmethod
    def list_tables(self, state: S) -> list[str]:
        """List the names of the open tables, oldest first: rounds side by side, minigames, the game itself. It is
        called after each step and must return a new list. Each game defines this.
        """

    def build_table(self, game: GameInPlay[S], name: str) -> Table[S]:
        """Build the object through which the scripts (coroutines) of the table with this name see the game; called when
        the kernel opens the table, and for reading one that is not open. By default a plain `Table`.
        """
        return Table(game, name)

    @abstractmethod
    def start_step(self, table: Table[S]) -> Script[Any] | None:
        """Return the coroutine that plays the table's next step, or None if there is nothing to do. Before it first
        asks, draws or tells anything, a step may only read the game, because it may be started again. Each game defines
        this.
        """

    def handle_step_result(self, table: Table[S], result: Any) -> None:
        """Handle `result`, what the coroutine of a finished step returned, or None if the player it asked has left;
        called by the kernel. It does nothing unless a game overrides it.
        """

    def find_private_tape(self, state: S, table: str) -> list[Entry] | None:
        """Return the private tape (recorded inputs) of the table with this name, if its script reads nothing of the
        game while it runs, else None, as by default. It must be the same list for as long as the table is open.
        """
        return None

    def can_hand_over_seat(self, game: GameInPlay[S], who: str, *, resting: bool) -> bool:
        """Return whether a newcomer could take this seat without learning a secret choice of its player; called before
        a seat is handed over. By default it is True when no step is in progress (`resting`).
        """
        return resting

    @abstractmethod
    def is_over(self, state: S) -> bool:
        """Return whether the whole game is over. Each game defines this."""

    scenes: Scenes = EMPTY_MAPPING  # how its great scenes are drawn, by event. Chats, in their news

    # -- what is done without being asked: the kernel, when a player writes or taps it; LOG is the host

    # May all see how many sealed answers are missing? Not where that shows standing orders. Views of a game.
    counts_sealed: bool = True
    # May all see whose they are? Only where every secret question is one that all know to have been asked.
    names_sealed: bool = False
    secret_plays: Iterable[str] = ()  # keys of what is done in secret: chats never answer those in public

    def list_plays(self, game: GameInPlay[S], who: str) -> Sequence[Play]:
        """List what `who` (a player, or LOG for the person who hosts the game) can do now without being asked; by
        default nothing.
        """
        return ()

    def play(self, game: GameInPlay[S], who: str, key: str, value: Any) -> None:
        """Carry out a play (a move that no question asks for), which the kernel has already checked: `key` names it,
        `value` is the choice made in it, `who` is a player or LOG for the host. It must not ask anything, and may raise
        Illegal only before it changes anything. By default always raise Illegal.
        """
        raise Illegal(CANNOT_DO_NOW, code=NOT_NOW_CODE)

    # Keys of questions whose clock goes on through all that their player does meanwhile: clocks of questions.
    lasting: Sequence[str] = ()
    planning: Words = ""  # how somebody spares the others a wait: the host tells it in private to who was slow

    def can_plan_ahead(self, game: GameInPlay[S], who: str) -> bool:
        """Return whether this player could save the others a wait by answering their next question in advance, and has
        not done so; the host then tells a player who was slow how to do it. By default False.
        """
        return False

    def explain_refusal(self, game: GameInPlay[S], who: str, key: str, value: object) -> Illegal | None:
        """Return an error with the specific reason why a player's answer or play is refused; None, as by default, if
        the general error says enough. `key` is that of the question or play, `value` what the player gave, unchecked.
        """
        return None

    def explain_no_question(self, game: GameInPlay[S], who: str) -> Illegal | None:  # most games have none
        """Return an error with the specific reason why a player who answers is asked nothing now; None, as by default,
        if the general error says enough.
        """
        return None

    # -- what is seen and explained: pages, chats, terminals; the catalogue and its tests

    @abstractmethod
    def build_view(self, game: GameInPlay[S], who: str) -> View:
        """Build everything that `who` (a player, or PUBLIC for everybody) may see of the game. Each game defines this
        itself.
        """

    def list_elements(self) -> Sequence[Element]:
        """List everything in the game that has a name, by category; used by the command `rtab catalogue` and by tests
        that nothing is forgotten. By default nothing.
        """
        return ()

    def list_topics(self) -> Mapping[str, Sequence[str]]:
        """List, by group, the names of everything that `explain` has a rule for; used by rules pages and by the rules
        command in chats. By default nothing.
        """
        return EMPTY_MAPPING

    def explain(self, word: str) -> Words | None:
        """Return, for players, the rule of the square or other thing with this name; None, as by default, if it is
        unknown.
        """
        return None

    voice: Voice[Any] | None = None  # lines in place of its sentences: the host; without it they stay plain

    # The modules of its events, beside which tables say what was told before there were any: `as_event`.
    told_before: tuple[ModuleType, ...] = ()

    def is_outdated(self, told: Told, since: Sequence[Told]) -> bool:
        """Return whether a private announcement has become useless through the announcements `since`, such as the
        confirmation of an answer to a question that is closed. By default False.
        """
        return False

    # -- what is counted, for people and places: statistics

    tallies: Mapping[str, str] = EMPTY_MAPPING  # how each deed is shown, in order: a template with the fact {n}
    rates: Mapping[str, tuple[str, str]] = (
        EMPTY_MAPPING  # what is told of two counts: how often it went well, of how often
    )
    achievements: Sequence[Achievement] = ()  # when a count has grown

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """List the countable deeds (such as rounds won) in one announcement, for statistics; by default none."""
        return ()

    # -- what can be predicted by those who are out, or only watch: predictions

    def list_forecasts(self, game: GameInPlay[S]) -> Sequence[Forecast]:
        """List what spectators can predict of the game now, judged only by what everybody can see. By default there is
        nothing.
        """
        return ()

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """List the results that this one public announcement gives for predictions, with the keys of the predictions
        that they decide; by default none. Only the first result of each prediction counts.
        """
        return ()

    # -- who plays for those that are not there: computer players and practice seats

    characters: Sequence[Character] = ()  # what computer players may be like; the host deals them out with names

    def advise(self, game: GameInPlay[S], question: Question, character: str = "") -> Advice | None:
        """Return what a computer player of this character should do about this question; None, as by default, if any
        choice is as good. It is called for one question at a time, because some wait for other players
        (`find_awaited`).
        """
        return None

    # The play by which somebody lets computers go on that wait for what they may do unasked: clocks of questions.
    passing: str = ""

    def find_awaited(self, game: GameInPlay[S], question: Question) -> Awaited:
        """Return the open questions of others, and the players, that a computer player waits for before it answers this
        question; by default none.
        """
        return NOTHING_AWAITED

    # -- the box of cards it is played from: the library of packs; only where `cards` names the folder that holds it

    cards: str = ""

    def parse_cards(self, lines: Iterable[tuple[str, bytes]]) -> tuple[Sequence[Any], Sequence[object]]:
        """Parse the lines of a box of cards (such as quiz questions), each given with its position; return the valid
        cards, and for each other line what is wrong with it. By default both are empty.
        """
        return (), ()

    def check_card_options(self, options: Mapping[str, Any], cards: Callable[[], Sequence[Any]]) -> None:
        """Raise Illegal if these options leave no cards (such as quiz questions) to play with; called after
        `check_options`. `cards` is a function that loads all cards. By default nothing is refused.
        """

    def stock_box(self, state: S, cards: Sequence[Any], seen: Mapping[str, int]) -> None:
        """Put into a new game's state the cards (such as quiz questions) that it will be played with, out of `cards`,
        those that its players have seen least first; `seen` counts that by card. Called after `create_state`; by
        default do nothing.
        """

    def list_cards_of_day(self, day: str, cards: Sequence[Any]) -> Sequence[Any]:
        """Return the cards (such as quiz questions), out of these, from which everybody plays in the game of this date;
        called before `stock_box`. By default all of them.
        """
        return cards

    def list_card_uses(self, told: Told) -> Iterable[CardUse]:
        """List, for the statistics of cards (such as quiz questions), what one announcement says about them: dealt,
        answered well or badly. By default nothing.
        """
        return ()

    # By the event that is told to somebody alone, what they may do about it: buttons below a message.
    beside: Mapping[type[Event], Sequence[str]] = EMPTY_MAPPING

    packed: str = ""  # the option that names whose cards are wanted; none named: all there are. Before `stock`

    def parse_pack(
        self, rows: Iterable[tuple[str, Sequence[str]]], name: str, date: str
    ) -> tuple[Sequence[Any], Sequence[object]]:
        """Parse the rows of a group's own question sheet, each given with its position, into cards of the pack `name`;
        return them, and for each other row what is wrong with it. By default both are empty.
        """
        return (), ()

    # What people may find wrong with a card, the first of which can be known only after it: reports.
    faults: Mapping[str, Words] = EMPTY_MAPPING

    def compute_card_changes(self, card: Any, counts: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the fields of a card, such as its level, that should get another value, with that value, because of
        how often it was asked and answered right since its last change (`counts`). The caller makes the change; by
        default there is none.
        """
        return {}

    # -- how its games are written as texts: export, replay, import, verify

    def load_dialect(self) -> Dialect:
        """Import and return the game's own part of the transcript notation (games written as text); raise Illegal if
        the game has none, as by default.
        """
        raise Illegal(UNWRITTEN, code="no_notation")

    def check_layout(self, state: S) -> None:
        """Raise UnclearLine if something is missing in a game's state, once all header lines of a transcript have been
        applied, without which it cannot be played. By default nothing is missed.
        """


OPTION_HEADS = ("Option", "What it is", "If nobody says")  # the heads of a table of options


def read_rule(script: Callable[..., Any]) -> str:
    """Return the first paragraph of the docstring of a function that carries out a rule, as one line: the text of the
    rule, which players read. What follows it is for engineers, and is shown to nobody.
    """
    rule, _, _ = (script.__doc__ or "").partition("\n\n")
    return " ".join(rule.split())


def format_rules_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Format a Markdown table for a rules page, with these column heads and one line for each row."""
    heads = list(head)
    lines = [heads, ["---"] * len(heads), *map(list, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def format_rules_list(rules: Mapping[str, str]) -> str:
    """Format a Markdown list for a rules page: each name in bold, followed by its rule."""
    return "\n".join(f"- **{name}**: {rule}" for name, rule in rules.items())


def format_rules_section(title: str, *parts: str) -> str:
    """Format a section of a rules page in Markdown: its title as a heading, then its parts."""
    return "\n\n".join([f"## {title}", *(part.strip() for part in parts)])


def format_default_value(value: Any) -> str:
    """Format the default value of a game's option for a rules page: yes or no for True or False, a list by its items
    (“none named” if it is empty), numbers with commas, anything else as text.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(format_default_value, value)) or "none named"
    return f"{value:,}" if isinstance(value, int) else str(value)


def format_options_table(usual: object, texts: Mapping[str, str]) -> str:
    """Format a Markdown table of a game's options for its rules page, a line for each name in `texts`: the name, its
    text, and the default value, which is the attribute of that name in `usual` (there must be one).
    """
    rows = ([f"`{name}`", text, format_default_value(getattr(usual, name))] for name, text in texts.items())
    return format_rules_table(OPTION_HEADS, rows)


def join_page_parts(*parts: str) -> str:
    """Join the parts of a rules page into one Markdown text."""
    return "\n\n".join(part.strip() for part in parts) + "\n"


@cache
def map_field_types(options: type[Struct]) -> Mapping[str, Any]:
    """Return the type of each option by its name; kept, because reading annotations is slow."""
    return {field.name: field.type for field in msgspec.structs.fields(options)}


def map_option_types(chosen: Iterable[str], options: type[Struct]) -> Mapping[str, Any]:
    """Return the types of all options of a game, by name; raise Illegal, listing these options, if `chosen` has a name
    that is none of them.
    """
    types = map_field_types(options)
    for name in chosen:
        if name not in types:
            raise Illegal(
                "There is no option called {option}. You can use {options}.",
                code="unknown_option",
                option=format_input_excerpt(name),
                options=list(types),
            )
    return types


def convert_option(name: str, value: object, wanted: Any, hints: Mapping[Any, str]) -> Any:
    """Convert the value chosen for the option `name` to the type `wanted`; numbers and true or false may be given as
    text. Raise Illegal if it does not fit, saying what it must be, from `hints`, which must have the name or else the
    type.
    """
    try:
        return msgspec.convert(value, wanted, strict=False)
    except msgspec.ValidationError:
        what = hints.get(name) or hints[wanted]
        raise Illegal("{option} needs {what}.", code="bad_option_value", option=name, what=what) from None


# -- what was told before there were events: logs keep the sentences that were said, and before_events.txt, beside
# the events of each game, tells which event each would be now


OLD_SENTENCES_FILE = "before_events.txt"


class ReplacingEvent(NamedTuple):
    """The event that has replaced a sentence."""

    id: str
    said: dict[str, Any]  # facts that only the sentence said


@cache
def _read_old_sentences(rooms: tuple[ModuleType, ...]) -> dict[str, ReplacingEvent]:
    """Read the files before_events.txt beside these modules, which list sentences of old releases; return for each
    sentence the event, with facts that only the sentence said, by which it was replaced. Where two list the same, the
    first module counts. Cached.
    """
    found: dict[str, ReplacingEvent] = {}
    for module in reversed(rooms):  # what the first one says counts
        for line in read_text_beside(module.__spec__, OLD_SENTENCES_FILE).splitlines():
            if not line.startswith("#"):
                name, sentence, *said = line.split("\t")
                facts = msgspec.json.decode(said[0]) if said else {}
                found[sentence] = ReplacingEvent(f"{find_event_namespace(module.__name__)}.{name}", facts)
    return found


def upcast_told(rules: Ruleset[Any], told: Told) -> Told:
    """Return an announcement that an old release stored as a sentence as the event that has replaced it, of this game
    or of chance in all games; return it unchanged if there is no such event, or if the sentence lacks a fact of it.
    """
    return upcast_told_by_modules((*rules.told_before, events), told)


def upcast_told_by_modules(rooms: tuple[ModuleType, ...], told: Told) -> Told:
    """Return an announcement that an old release stored as a sentence as the event, listed beside one of these modules,
    that has replaced it; return it unchanged if there is no such event, or if the sentence lacks a fact of it.
    """
    if told.what in EVENT_KINDS:
        return told
    became = _read_old_sentences(rooms).get(told.what)
    kind = EVENT_KINDS.get(became.id) if became else None
    if became is None or kind is None:
        return told
    optional = {name for name, _ in kind.list_optional_fields()}
    known = {name: fact for name, fact in (told.facts | became.said).items() if name in kind.__struct_fields__}
    if not known.keys() >= set(kind.__struct_fields__) - optional:
        return told  # an older release said less
    return Told(became.id, kind.from_facts(known).list_facts(), told.to, told.table, of=told.of)


def tells_same(rules: Ruleset[Any], told: Told, now: Told) -> bool:
    """Return whether the event `now` announces the same as `told`, a sentence of an old release; facts that the
    sentence did not have do not count.
    """
    became = _read_old_sentences((*rules.told_before, events)).get(told.what)
    if became is None or became.id != now.what:
        return False
    said, facts = (msgspec.json.decode(msgspec.json.encode(each)) for each in (told.facts | became.said, now.facts))
    return all(facts[name] == fact for name, fact in said.items() if name in facts)
