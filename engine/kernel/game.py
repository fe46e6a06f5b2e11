"""A running game: the one clever file.

Between two calls a game is a `Record`. To go on, the snapshot is loaded, every open table starts the step its state
calls for, and the tape is played back: answers, plays out of turn and what chance drew, in the order they came. Then
the new input is taken the same way. When every table stands where its step began, nothing is half-done: the next
record starts from a new snapshot and an empty tape.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Self, TypeVar

from engine.kernel import asking_again
from engine.kernel.chance import Drawn, Sealed, Wanted, as_wanted, draw, draw_name
from engine.kernel.changes import holds
from engine.kernel.errors import Diverged, Illegal, Runaway, Withdrawn
from engine.kernel.opening import SEALED_WORDS, Brought, announced, opened
from engine.kernel.question import Legal, Play, Question
from engine.kernel.record import Answer, Chance, Entry, Kept, Played, Record, Snapshot, Whole, decoded, upcast, whole
from engine.kernel.refusals import not_asked
from engine.kernel.ruleset import Ruleset, checked
from engine.kernel.salvage import salvaged
from engine.kernel.table import NOTHING, Table
from engine.kernel.tape import Tape, must_end
from engine.kernel.text import Told, mark, marked
from engine.kernel.view import View

S = TypeVar("S")
Pins = dict[str, list[Wanted]]  # by key, what chance is made to draw next
Pinned = Pins | None
ANY_TABLE = ""  # among the counters of questions: the highest of all tables that have been closed
PATIENCE = 20_000  # steps and draws that one input may set off; a whole board redrawn needs a few hundred


class Game(Generic[S]):
    """One game in memory. After an exception other than Illegal, throw it away and load the record again."""

    def __init__(self, ruleset: Ruleset[S], snapshot: Snapshot[S], secret: str, *, keep: bool = True) -> None:
        self.ruleset, self.secret = ruleset, secret
        self.state, self.asked, self.drawn_before = snapshot.state, snapshot.asked, snapshot.drawn
        self.entropy, self.method = snapshot.entropy, snapshot.method
        self.keep = keep  # a simulation that never saves may spare itself the snapshots
        self.pins: Pins = {}
        self.told: list[Told] = []  # said since the last input was taken
        self.drawn: list[Drawn] = []  # drawn since the last input was taken
        self.mended: list[Drawn] = []  # drawn by rules that were mended, when the game was loaded
        self.sealed: list[Sealed] = []  # sealed since the last input was taken
        self.seen: Any = None  # what a ruleset has worked out for all views of this moment
        self._said: list[Told] = []  # said since the snapshot
        self.taken: list[Entry] = []  # inputs and draws since this object was made, for the log
        self._tape = Tape()
        self._replaying = False
        self._mending = False  # after a change of rules: what no longer fits is cut off and drawn or asked afresh
        self.catching_up: Tape | None = None  # the tape of a private table; what it says has been said before
        self._running: Table[S] | None = None
        self._tables: dict[str, Table[S]] = {}
        self._laid: list[str] = []  # the names of these tables, in their order
        self._effort = 0
        self.moment = 0  # counts whenever the game may have moved
        self._offered: tuple[int, str, Sequence[Play]] = (-1, "", ())  # the plays last asked for: when, and for whom
        self._snapshot = snapshot.encoded() if keep else None
        self._read: Kept = b""  # the record in which the snapshot is, where it is not at hand

    @classmethod
    def new(
        cls, ruleset: Ruleset[S], players: Sequence[str], options: dict[str, Any], secret: str, *, keep: bool = True
    ) -> Self:
        """Start a game. The secret comes from the host, who publishes its commitment."""
        return cls.begin(ruleset, ruleset.new(players, options), secret, keep=keep)

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset[S],
        state: S,
        secret: str,
        words: Brought = (),
        method: int = 0,
        *,
        keep: bool = True,
        pins: Pinned = None,
    ) -> Self:
        """Start from a state that somebody has laid out, perhaps with chance pinned for what happens at once."""
        game = cls(ruleset, opened(state, words, method), secret, keep=keep)
        game.pins, game.told = pins or {}, announced(words, method)
        game._settle()
        return game

    @classmethod
    def load(cls, ruleset: Ruleset[S], record: Record) -> Game[S]:
        """Go on with a saved game; raises Diverged when the rules no longer fit what happened since the snapshot."""
        return cls._loaded(ruleset, upcast(record, ruleset.format, ruleset.upcasts))

    @classmethod
    def read(cls, ruleset: Ruleset[S], data: Kept) -> Game[S]:
        """As `load`, and quicker, from what a store kept."""
        found = whole(data, ruleset.state_type, ruleset.format)
        if found is None:
            return cls.load(ruleset, Record.from_json(data))
        game = cls(ruleset, found.snapshot, found.secret, keep=False)
        game.keep, game._read = True, data
        game._play_back(found)
        return game

    @classmethod
    def _loaded(cls, ruleset: Ruleset[S], record: Record, *, mending: bool = False) -> Game[S]:
        game = cls(ruleset, decoded(record, ruleset.state_type), record.secret, keep=False)
        game.keep, game._mending, game._snapshot = True, mending, record.snapshot
        game._play_back(record)
        return game

    @classmethod
    def salvage(cls, ruleset: Ruleset[S], record: Record) -> tuple[Game[S], int]:
        """After a change of rules: keep what still fits of the tape and ask again. Also says how much was cut."""
        record = upcast(record, ruleset.format, ruleset.upcasts)
        return salvaged(ruleset, record, lambda trial, mending: cls._loaded(ruleset, trial, mending=mending))

    def save(self) -> Record:
        """The record of the game as it stands."""
        self._rest()
        rules, said, tape = self.ruleset, [*map(mark, self._said)], [*self._tape.entries]
        self._snapshot = self._snapshot or Record.from_json(self._read).snapshot
        return Record(rules.name, rules.format, rules.release, self.secret, self._snapshot, tape, said)

    def close(self) -> None:
        """Nobody will ask it anything more: without its scripts it is no knot, so it goes at once, uncollected."""
        for table in self._tables.values():
            table.script, table.wait = None, NOTHING
        self._tables = {}

    @property
    def over(self) -> bool:
        """Is the whole game over?"""
        return self.ruleset.over(self.state)

    def view(self, who: str = "") -> View:
        """All that a seat, or the public, may see."""
        return self.ruleset.view(self, who)

    def pending(self) -> list[Question]:
        """Every question that somebody is asked now, table by table."""
        return [question for table in self._tables.values() for question in table.wait.questions]

    def legal(self, who: str) -> Legal:
        """All that one seat (or LOG, the host) may do now."""
        return Legal([question for question in self.pending() if question.who == who], self.plays(who))

    def plays(self, who: str) -> Sequence[Play]:
        """All that one seat (or LOG) may do now without being asked: worked out once a moment."""
        if (self.moment, who) != self._offered[:2]:
            self._offered = self.moment, who, self.ruleset.plays(self, who)
        return self._offered[2]

    def answer(self, who: str, question_id: str, value: object) -> None:
        """Take a player's answer."""
        question = self._find(question_id)
        if question is None or question.who != who:
            raise not_asked(self, who, question)
        self._take(Answer(question.table, question.key, who, checked(self, who, question.key, value, question)))

    def lapse(self, question_id: str) -> bool:
        """The clock has run out on a question. Twice or late it changes nothing."""
        question = self._find(question_id)
        if question is not None:
            self._take(Answer(question.table, question.key, question.who, question.lapse, lapsed=True))
        return question is not None

    def play(self, who: str, key: str, value: object = None) -> None:
        """Take what a player (or LOG, the host) does without being asked."""
        offered = next((play for play in self.plays(who) if play.key == key), None)
        self._take(Played(who, key, checked(self, who, key, value, offered)))

    def draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool = False
    ) -> list[int]:
        """What chance drew, as places among the outcomes; on the tape, so that it is never drawn twice."""
        self._effort += 1
        if self._effort > PATIENCE:
            raise Runaway(self._running.id if self._running else "the game")
        if self.catching_up is not None:
            return self.catching_up.chance(key, len(outcomes))
        if self._replaying and not self._tape.played:
            entry = Chance(key, self._tape.chance(key, len(outcomes)))
        elif self._replaying and not self._mending:
            raise Diverged(f"the rules now draw {key}, which was not drawn before", self._tape.at)
        else:
            entry = Chance(key, self._fresh_draw(key, outcomes, k, weights, again=again))
            self._tape.add(entry)
            self.taken.append(entry)
        self.drawn_before += 1
        table = self._running
        if table is not None:
            table.fresh = False
            if table.tape is not None:
                table.tape.append(entry)
        return entry.drew

    def say(self, told: Told) -> None:
        """Something is said. A private table that catches up has said it before."""
        self._effort += 1
        if self._effort > PATIENCE:
            raise Runaway(self._running.id if self._running else "the game")
        if self.catching_up is None:
            if self._running is not None:
                self._running.fresh = False
            for name, fact in told.facts.items():
                if type(fact) is list:  # it may belong to the game and move on with it; what was said stays as it was
                    told.facts[name] = fact.copy()
            self.told.append(told)
            self._said.append(told)

    def table(self, name: str) -> Table[S]:
        """The handle of an open table, for what reaches into it from outside: it will look again at its state."""
        handle = self.look(name)
        handle.reached = handle.awake = True
        return handle

    def look(self, name: str) -> Table[S]:
        """The handle of an open table, to read from only."""
        return self._tables.get(name) or self.ruleset.table(self, name)

    def seal(self, name: str, what: str) -> str:
        """Bind a player to a private choice; this is its receipt. Older methods mixed it into all later draws."""
        sealed = Sealed(name, what)
        if self.method < SEALED_WORDS:
            self.entropy = sealed.stirred(self.entropy)
        self.sealed.append(sealed)
        return sealed.receipt(self.secret)

    def _take(self, entry: Answer | Played) -> None:
        self._rest()
        private = self._tables[entry.table].tape if isinstance(entry, Answer) else None
        must_end(entry, self._tape.entries, private or ())
        self.told, self.drawn, self.sealed, self.seen, self._effort = [], [], [], None, 0
        self._tape.add(entry)
        self.taken.append(entry)
        try:
            self._feed(entry)
        except Illegal:
            # What is played may still be refused, by a rule that finds out late but has changed nothing.
            self._tape.take_back()
            self.taken.pop()
            raise
        self._settle()

    def _rest(self) -> None:
        """If nothing is half-done, start a new tape from here."""
        for table in self._tables.values():
            if not table.fresh and table.tape is None:
                return
        if self._tape.entries:
            self._tape.start_over()
            self._said = []
            if self.keep:
                now = Snapshot(self.state, self.asked, self.drawn_before, self.entropy, self.method)
                self._snapshot = now.encoded()

    def _play_back(self, record: Record | Whole[S]) -> None:
        self._tape, self._replaying = Tape(record.tape), True
        self._settle()
        while not self._tape.played:
            self._effort, self.told = 0, []
            self._feed(self._tape.input())
            self._settle()
        if record.events and record.events != [*map(mark, self._said)] and not self._still_holds(record.events):
            raise Diverged("the rules now say something else than was already announced", self._tape.at - 1)
        self._replaying, self.mended = False, self.drawn
        self.told, self.drawn, self.sealed, self.seen, self._effort = [], [], [], None, 0

    def _still_holds(self, marks: list[int]) -> bool:
        return holds(marks, map(marked, self._said), self.ruleset.changes)

    def _feed(self, entry: Entry) -> None:
        self.moment += 1
        if isinstance(entry, Answer):
            table = self._tables.get(entry.table)
            if table is None or (self._replaying and not table.fits(entry)):
                raise Diverged(f"nothing asks {entry.who} for {entry.key} any more", self._tape.at - 1)
            table.fresh, table.awake = False, True
            if table.tape is not None:
                table.tape.append(entry)
            self._resume(table, entry)
        elif isinstance(entry, Played):
            if self._replaying and all(play.key != entry.key for play in self.ruleset.plays(self, entry.who)):
                raise Diverged(f"{entry.who} can no longer play {entry.key}", self._tape.at - 1)
            self.ruleset.play(self, entry.who, entry.key, entry.value)
            # Who can be asked at a table changes only there, or by a play: then everybody looks again.
            for table in self._tables.values():
                table.awake = True

    def _settle(self) -> None:
        """Let every table go on until each one waits for somebody."""
        moved, last = True, None  # the last that has moved: back at it, there is nothing left to do
        while moved:
            names = self.ruleset.tables(self.state)
            if names != self._laid:
                self._lay_tables(names)
                last = None
            moved = False
            for table in self._tables.values():
                if table.awake and self._goes_on(table):
                    last, moved = table, True
                elif table is last:
                    break
        self.moment += 1

    def _lay_tables(self, names: list[str]) -> None:
        """Open and shut tables until those are open that should be, in their order."""
        self._laid = names
        for name in [name for name in self._tables if name not in names]:
            self._shut(name)
        self._tables = {name: self._tables.get(name) or self._opened(name) for name in names}

    def _goes_on(self, table: Table[S]) -> bool:
        """Let one table go on until it waits. Did anything move?"""
        before = asking_again.started_over(table) if table.reached else ()
        until = table.wait.until
        if until is not None and not until():
            return False
        moved = until is not None or (table.script is not None and table.forsaken())
        if moved:
            self._resume(table, None)
        while table.script is None:
            table.script, table.fresh, table.pictures = self.ruleset.step(table), True, ()
            if table.script is None:
                break
            self._resume(table, None)
            if before:
                asking_again.number(self.asked, table, before)
                before = ()
            # A step that waits where it began has changed nothing yet, so nobody else needs to look again for it.
            moved = moved or table.script is None or not table.fresh
        table.awake = table.reached or table.script is None or table.wait.until is not None
        return moved

    def _opened(self, name: str) -> Table[S]:
        table = self.ruleset.table(self, name)
        table.tape = self.ruleset.private_tape(self.state, name)
        self.asked.setdefault(name, self.asked.get(ANY_TABLE, 0))
        if table.tape:
            self._catch_up(table, table.tape)
        return table

    def _catch_up(self, table: Table[S], entries: list[Entry]) -> None:
        """Play a private tape back to where its script stood. It touches nothing but its own table."""
        self.catching_up = Tape(entries)
        try:
            self._run_private(table, self.catching_up)
        except Diverged as error:
            raise Diverged(str(error), table=table.id) from error
        finally:
            self.catching_up = None
        table.caught_up()
        table.fresh = True

    def _run_private(self, table: Table[S], tape: Tape) -> None:
        table.script = self.ruleset.step(table)
        self._resume(table, None)
        while not tape.played:
            entry = tape.input()
            if not isinstance(entry, Answer) or not table.fits(entry):
                raise Diverged(f"the script of {table.id} has changed while it was open")
            self._resume(table, entry)

    def _shut(self, name: str) -> None:
        table = self._tables.pop(name)
        # No id is ever given twice, should a table of the same name be opened again.
        self.asked[ANY_TABLE] = max(self.asked.pop(name, 0) + table.ordinal, self.asked.get(ANY_TABLE, 0))
        if table.script is not None:
            table.script.close()
        table.script, table.wait = None, NOTHING

    def _resume(self, table: Table[S], reply: Answer | None) -> None:
        if table.script is None:
            raise Diverged(f"nobody is asked anything at {table.id}", self._tape.at - 1)
        self._effort += 1
        if self._effort > PATIENCE:
            table.script.close()
            raise Runaway(table.id)
        if reply is not None:
            table.lapsed = reply.lapsed
        self._running = table
        try:
            table.wait = table.script.send(reply)
        except StopIteration as end:
            self._end(table, end.value)
        except Withdrawn:
            self._end(table, None)
        finally:
            self._running = None

    def _end(self, table: Table[S], result: Any) -> None:
        self.asked[table.id] += table.ordinal
        table.script, table.wait, table.ordinal = None, NOTHING, 0
        self.ruleset.ended(table, result)
        table.fresh = True

    def _find(self, question_id: str) -> Question | None:
        table = self._tables.get(question_id.partition("#")[0]) if isinstance(question_id, str) else None
        return table.asks(question_id) if table else None

    def _fresh_draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool
    ) -> list[int]:
        shares = None if weights is None else tuple(weights)
        number, entropy, size = self.drawn_before, self.entropy, len(outcomes)
        drew = draw(self.secret, draw_name(number, entropy, key), size, k, shares, again=again)
        if pinned := bool(self.pins and self.pins.get(key)):
            drew = as_wanted(key, outcomes, self.pins[key].pop(0), drew, shares, again=again)
        self.drawn.append(Drawn(number, key, size, k, shares, again, entropy, drew, pinned))
        return drew
