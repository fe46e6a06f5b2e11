"""A table: where one script at a time runs, asks, draws and tells.

There is no event loop. `await table.ask(...)` means: this script stops here until somebody has answered, perhaps
tomorrow and in another process. The kernel then starts the step again from the snapshot and plays back the tape,
so a script must do the same each time: it reads the state, chance from `draw`, people from `ask`, and nothing else.
"""

from __future__ import annotations

import types
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel.errors import Withdrawn
from engine.kernel.event import Event
from engine.kernel.question import CHOICE, Form, Option, Question, Value
from engine.kernel.record import AnswerEntry
from engine.kernel.text import LOG, PUBLIC, Told, Words, build_told

if TYPE_CHECKING:
    from engine.kernel.picture import Picture
    from engine.kernel.question import Legal, Play
    from engine.kernel.record import Entry, Tape

S = TypeVar("S")
T = TypeVar("T")
OptionSource = Sequence[Any] | Mapping[Any, Words]
Drawing = Callable[[], "Sequence[Picture]"]  # what draws the pictures of a table, when somebody looks
NO_DRAWING: Drawing = tuple


class Wait(Struct, frozen=True):
    """What a script waits for: an answer to one of the questions, or a condition on the game."""

    questions: tuple[Question, ...] = ()
    until: Callable[[], bool] | None = None


class CachedOptions(Struct):
    """The options of a question, computed once per moment: they cannot change between two inputs."""

    game: Any
    options: OptionSource | Callable[[], OptionSource]
    moment: int = -1
    seen: Sequence[Option] = ()

    def list_options(self) -> Sequence[Option]:
        """Return the answer options of a question; they are computed again only if the game has moved since."""
        if self.moment != self.game.moment:
            self.moment = self.game.moment
            self.seen = _build_options(self.options() if callable(self.options) else self.options)
        return self.seen


class Scene(Struct):
    """What `with t.scene(...)` holds: two tables, and the scenes around this one, which go on after it."""

    table: Any
    other: Any
    before: Any
    other_before: Any

    def __enter__(self) -> None:
        """Do nothing: the event that begins the scene was told when the scene was made."""

    def __exit__(self, *_: object) -> None:
        """End the scene: what is told from now on belongs to the scene around it, if there is one."""
        self.table.head, self.other.head = self.before, self.other_before


NO_WAIT = Wait()
ONLY_OPTIONS = frozenset({Option})
Script = Coroutine[Wait, AnswerEntry | None, T]


@types.coroutine
def _yield_wait(wait: Wait) -> Generator[Wait, AnswerEntry | None, AnswerEntry | None]:
    """Hand to the kernel what the script waits for; return the answer, or None if the script is resumed without one."""
    return (yield wait)


class GameInPlay(ABC, Generic[S]):
    """A game as its rules and its tables see it; `Game` is what runs it."""

    state: S
    secret: str
    method: int  # of chance
    moment: int  # counts whenever the game may have moved
    asked: dict[str, int]
    told: list[Told]  # said since the last input was taken
    drawn_before: int
    seen: Any  # what a ruleset has worked out for all views of this moment
    catching_up: Tape | None  # the tape of a private table; what it says has been said before

    @property
    @abstractmethod
    def over(self) -> bool:
        """Return whether the whole game is over. `Game` implements this."""

    @abstractmethod
    def list_players(self) -> Sequence[str]:
        """List everybody with a seat, in seat order. `Game` implements this."""

    @abstractmethod
    def list_questions(self) -> list[Question]:
        """List every open question, table by table. `Game` implements this."""

    @abstractmethod
    def list_legal_moves(self, who: str) -> Legal:
        """List the questions that one player can answer now, and the plays (moves that no question asks for) that they
        can make. `Game` implements this.
        """

    @abstractmethod
    def list_plays(self, who: str) -> Sequence[Play]:
        """List what one player (or LOG, the host) can do now without being asked. `Game` implements this."""

    @abstractmethod
    def draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool = False
    ) -> list[int]:
        """Draw `k` of the outcomes by chance under this key, and return their indices: all different, unless `again`
        lets one come up twice; `weights`, if given, make them unequally likely. `Game` implements this, and replays
        recorded draws.
        """

    @abstractmethod
    def say(self, told: Told) -> None:
        """Add an announcement to those that the game makes in answer to the present input. `Game` implements this."""

    @abstractmethod
    def find_table(self, name: str) -> Table[S]:
        """Return the open table of this name or, if none is open, a new one, which is not opened; for reading only.
        `Game` implements this.
        """

    @abstractmethod
    def wake_table(self, name: str) -> Table[S]:
        """Return the table whose state is about to be changed from outside its script (coroutine); if it is open, the
        script will then look at the state again. `Game` implements this.
        """

    @abstractmethod
    def seal_choice(self, name: str, what: str) -> str:
        """Record a player's secret choice `what` under a unique name, so that it cannot be changed unnoticed, and
        return the receipt that proves it later. `Game` implements this.
        """


class Table(Generic[S]):
    """One table of a game, as its scripts see it."""

    def __init__(self, game: GameInPlay[S], name: str) -> None:
        self.game = game
        self.state = game.state  # as it stands now: a game has one state, which only its contents change
        self.id = name
        self.where = name  # at which table it is said
        self.title: Words = ""  # by which players know it, if it is kept when the table closes
        self.script: Script[Any] | None = None
        self.wait = NO_WAIT
        self.fresh = True  # nothing drawn, told or answered since the step began: it may be started again
        self.awake = True  # it may have something to do before anybody answers
        self.reached = False  # something from outside has reached into it: its step is to look again at the state
        self.tape: list[Entry] | None = None  # one of its own, kept in the state for as long as the table is open
        self.ordinal = 0
        self.lapsed = False  # whether the last answer came from the clock
        self.drawing = NO_DRAWING  # of what the step has shown last; gone when the next one begins
        self.head: tuple[list[Told], int] | None = None  # of the scene that is being told, and where it stands

    @property
    def pictures(self) -> Sequence[Picture]:
        """Return the pictures that this table shows now, drawn when asked for; none if its step has shown nothing."""
        return self.draw_pictures(self.drawing)

    def draw_pictures(self, drawing: Drawing) -> Sequence[Picture]:
        """Return the pictures that the function `drawing` makes, as everybody sees them; unchanged, unless a game's own
        table converts them.
        """
        return drawing()

    def is_present(self, who: str) -> bool:
        """Return whether this player can still be asked at this table; a question to anybody else ends without an
        answer. The result may change only by a play, by a script of this table, or after `Game.wake_table`.
        """
        return who in self.game.list_players()

    def has_absent_player(self) -> bool:
        """Return whether at least one of the players whose answers the table's script waits for can no longer be asked;
        False if it waits for none.
        """
        for question in self.wait.questions:  # noqa: SIM110 - asked after every input, and any() takes its time
            if not self.is_present(question.who):
                return True
        return False

    def find_question(self, question_id: str) -> Question | None:
        """Return the open question of this table with this id, or None."""
        for question in self.wait.questions:
            if question.id == question_id:
                return question
        return None

    def accepts_entry(self, entry: AnswerEntry) -> bool:
        """Return whether a recorded answer fits one of the table's open questions, by key, player and value, so that it
        can be replayed; the value of one that was given because time ran out always fits.
        """
        question = next((q for q in self.wait.questions if q.key == entry.key and q.who == entry.who), None)
        return question is not None and (entry.lapsed or question.accepts_answer(entry.value))

    def finish_replay(self) -> None:
        """Do what had to be skipped while this table's private tape (recorded inputs) was replayed; the kernel calls
        this when it has been. By default do nothing.
        """

    # -- chance and words

    def draw(
        self, key: str, outcomes: Sequence[T], k: int = 1, *, weights: Sequence[int] | None = None, again: bool = False
    ) -> list[T]:
        """Draw `k` of the outcomes by chance and return them: all different, unless `again` lets one come up twice, and
        equally likely, unless there are `weights`. Transcripts name the draw by `key`.
        """
        return [*map(outcomes.__getitem__, self.game.draw(key, outcomes, k, weights, again=again))]

    def draw_one(self, key: str, outcomes: Sequence[T], *, weights: Sequence[int] | None = None) -> T:
        """Draw one of the outcomes by chance and return it; all are equally likely, unless there are `weights`.
        Transcripts name the draw by `key`.
        """
        return outcomes[self.game.draw(key, outcomes, 1, weights)[0]]

    def draw_chance(self, key: str, percent: float) -> bool:
        """Draw whether something happens that has this chance in percent, rounded to hundredths of a percent, and
        return that. Transcripts write the outcome of the draw as `yes` or `no`, under `key`.
        """
        share = round(percent * 100)
        return self.draw_one(key, ("yes", "no"), weights=(share, 10_000 - share)) == "yes"

    def tell(self, what: Event | str, /, **facts: Any) -> None:
        """Announce an event, or a sentence with these facts, to everybody."""
        self._say_to(what, facts, PUBLIC)

    def whisper(self, who: str, what: Event | str, /, **facts: Any) -> None:
        """Tell an event, or a sentence with these facts, to one player only."""
        self._say_to(what, facts, who)

    def note(self, what: Event | str, /, **facts: Any) -> None:
        """Write an event or a sentence, with these facts, into the host's log, which stays secret until the game is
        over.
        """
        self._say_to(what, facts, LOG)

    def scene(self, what: Event, other: Table[Any] | None = None) -> Scene:
        """Announce an event to everybody when called, and return a block for `with`: what is told inside it, here or at
        an `other` table, is attached to the event as its parts. `with t.scene(BombFound(…)):`.
        """
        told, other = self.game.told, other or self
        scene, at = Scene(self, other, self.head, other.head), len(told)
        self._say_to(what, {}, PUBLIC)
        self.head = other.head = (told, at) if len(told) > at else None
        return scene

    def _say_to(self, what: Event | str, facts: dict[str, Any], to: str) -> None:
        """Announce an event, or a sentence with these facts, to a seat, PUBLIC or LOG, as told at this table and as a
        part of the scene that is being told, if there is one.
        """
        game, head = self.game, self.head
        told = build_told(what, facts, to, self.where)
        if head is not None and head[0] is game.told:
            told.of = len(game.told) - head[1]
        game.say(told)

    def show(self, *pictures: Picture) -> None:
        """Show everybody these pictures at this table, in place of those before, until its next step begins."""
        self.drawing = lambda: pictures

    # -- questions

    def ask(
        self,
        key: str,
        who: str,
        text: str,
        options: OptionSource | Callable[[], OptionSource] = (),
        /,
        *,
        lapse: T,
        form: Form = CHOICE,
        typed: Callable[[str], str] | None = None,
        secret: bool = False,
        patience: str = "turn",
        of: str = "",
        **facts: Any,
    ) -> Script[T]:
        """Ask one player; when awaited, give the answer, `lapse` if their time is up, or end the step (Withdrawn) if
        they can no longer be asked. Pass a function for options that another player's move could change; `typed`
        returns typed words tidied, or raises Illegal with the reason. `patience` names the time limit, `of` the board
        or picture whose cells are the options.
        """
        asked = Question(
            key=key,
            who=who,
            text=text,
            lapse=lapse,
            form=form,
            typed=typed,
            secret=secret,
            patience=patience,
            of=of,
            facts=facts,
        )
        return self._wait_for_answer(self.put_question(asked, options))

    def ask_any(
        self,
        asked: Question,
        whom: Iterable[str],
        options: Callable[[str], OptionSource],
        own: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> Script[tuple[str, Any]]:
        """Ask several players the same question at once, and return the player who answers first, and the answer, which
        is the question's `lapse` if somebody's time is up first; see `put_questions` for `options` and `own`. Raise
        Withdrawn if none of them can be asked any more.
        """
        return self._wait_for_first(self.put_questions(asked, whom, options, own))

    async def ask_all(
        self, asked: Question, whom: Iterable[str], options: Callable[[str], OptionSource]
    ) -> dict[str, Any]:
        """Ask several players the same question at once, wait until all who are still present have answered, and return
        the answers by player: for one whose time was up, the question's `lapse`; one who left before answering is
        missing. `options` returns the options for each.
        """
        return await self.wait_for_all(self.put_questions(asked, whom, options))

    async def wait_for_all(self, waiting: list[Question], until: Callable[[], bool] = lambda: False) -> dict[str, Any]:
        """Wait until every question in `waiting` is answered, or its time up, whose player can still be asked at this
        table, or until `until`, a function that looks at the game, returns True; return the answers so far by player.
        Who has left by then is left out, unless they answered before.
        """
        got: dict[str, Any] = {}
        while not until() and (waiting := [q for q in waiting if q.who not in got and self.is_present(q.who)]):
            reply = await _yield_wait(Wait(tuple(waiting), lambda: until() or self.has_absent_player()))
            if reply is not None:
                got[reply.who] = reply.value
        return got

    def put_questions(
        self,
        asked: Question,
        whom: Iterable[str],
        options: Callable[[str], OptionSource],
        own: Callable[[str], Mapping[str, Any]] | None = None,
    ) -> list[Question]:
        """Build the same question for several players, to be asked with `ask_first_of` or `wait_for_all`; `options`
        returns the options for each, `own` facts for each. Ids of secret questions follow seat order, so that no id
        reveals who is still asked. A table with its own tape asks all of them again when loaded, even players who have
        left.
        """
        each, order, before = [], [*whom], self.ordinal
        whom = tuple(order)
        if asked.secret and self.game.method > 1 and self.tape is None:
            order = [*dict.fromkeys((*self.game.list_players(), *whom))]  # some may have left since
        for who in whom:
            self.ordinal = before + order.index(who)
            facts = {**asked.facts, **own(who)} if own else asked.facts
            each.append(self.put_question(replace(asked, who=who, facts=facts), partial(options, who)))
        self.ordinal = before + len(order)
        return each

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait, without asking anybody, until `condition`, a function that looks at the game after each move, returns
        True; do not wait if it does so already.
        """
        while not condition():
            await _yield_wait(Wait(until=condition))

    # -- how waiting works

    def put_question(self, asked: Question, options: OptionSource | Callable[[], OptionSource]) -> Question:
        """Give a new question its id at this table, and options that are computed again whenever the game moves; return
        it. Nobody is asked before the script waits for it.
        """
        self.ordinal += 1
        asked.id, asked.table = f"{self.id}#{self.game.asked.get(self.id, 0) + self.ordinal}", self.id
        asked.look = CachedOptions(self.game, options).list_options
        return asked

    # These two yield to the kernel themselves: most of all waiting is done here.

    @types.coroutine
    def _wait_for_answer(self, question: Question) -> Generator[Wait, AnswerEntry | None, Any]:
        """Wait for the answer to one question and return its value; raise Withdrawn once its player can no longer be
        asked.
        """
        while self.is_present(question.who):
            reply = yield Wait((question,))
            if reply is not None:
                return reply.value
        raise Withdrawn(question.who)

    @types.coroutine
    def _wait_for_first(self, asked: list[Question]) -> Generator[Wait, AnswerEntry | None, tuple[str, Any]]:
        """Wait for the first answer to any of these questions; return its player and its value. Raise Withdrawn if
        nobody can be asked.
        """
        reply = yield from self.ask_first_of(asked)
        return reply.who, reply.value

    @types.coroutine
    def ask_first_of(self, asked: list[Question]) -> Generator[Wait, AnswerEntry | None, AnswerEntry]:
        """Ask all these questions (built by `put_question`) at once, even different ones, and return the first answer
        that comes, also a lapse when time is up, as a record of the question's key, the player and the value. Raise
        Withdrawn if nobody is present to answer.
        """
        while here := tuple([question for question in asked if self.is_present(question.who)]):
            reply = yield Wait(here)
            if reply is not None:
                return reply
        raise Withdrawn(asked[0].who if asked else "")


def _build_options(options: OptionSource) -> Sequence[Option]:
    """Return answer options from what a script may give for them: a range of numbers, a mapping of values to labels,
    or a list.
    """
    if type(options) is range:
        return _build_number_options(options)
    if not isinstance(options, list) and isinstance(options, Mapping):
        return [Option(value, label) for value, label in options.items()]
    if ONLY_OPTIONS.issuperset(map(type, options)):
        return options
    return [item if type(item) is Option else _build_plain_option(item) for item in options]


@lru_cache(maxsize=64)  # the same few ranges come again and again
def _build_number_options(options: range) -> Sequence[Option]:
    """Return an answer option for each number of the range, labelled with the number; cached."""
    return [_build_plain_option(n) for n in options]


@lru_cache(maxsize=1024, typed=True)
def _build_plain_option(value: Value) -> Option:
    """Return the answer option with this value, labelled with it; cached."""
    return Option(value, str(value))
