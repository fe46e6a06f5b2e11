"""A running game: the one clever file.

Between two calls a game is a `Record`. To go on, the snapshot is loaded, every open table starts the step its state
calls for, and the tape is played back: answers, plays out of turn and what chance drew, in the order they came. Then
the new input is taken the same way. When every table stands where its step began, nothing is half-done: the next
record starts from a new snapshot and an empty tape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

from msgspec.structs import replace

from engine.kernel.chance import (
    SEALED_WORDS,
    Brought,
    Drawn,
    Sealed,
    Wanted,
    apply_pins,
    build_draw_name,
    build_first_snapshot,
    draw_outcomes,
    list_word_announcements,
)
from engine.kernel.errors import Diverged, Illegal, Runaway, Withdrawn
from engine.kernel.picture import EndedTable, build_ended_table
from engine.kernel.question import (
    CANNOT_DO_NOW,
    NOT_ASKED,
    NOT_NOW_BUT,
    NOT_NOW_CODE,
    NOTHING_ASKED,
    OTHERWISE_ASKED,
    Legal,
    Play,
    Question,
    add_valid_answers,
    quote_label,
)
from engine.kernel.record import (
    AnswerEntry,
    DecodedRecord,
    DrawEntry,
    Entry,
    Kept,
    PlayEntry,
    Record,
    Snapshot,
    Tape,
    check_repeats,
    decode_record,
    decode_snapshot,
    upcast_record,
)
from engine.kernel.ruleset import Ruleset, are_announcements_kept
from engine.kernel.table import NO_DRAWING, NO_WAIT, Drawing, GameInPlay, Table
from engine.kernel.text import Told, Words, compute_mark_and_name, compute_told_mark, phrase
from engine.kernel.view import View, rank_winners_first


def restart_fresh_script(table: Table[Any]) -> tuple[Question, ...]:
    """Close the script (running coroutine) of a table into which an input from outside has reached, which the caller
    has checked, unless it has a private tape, or has drawn, announced or been answered anything; the next advance
    starts it again. Return the questions it was asking, or an empty tuple if not closed. Clear the table's `reached`.
    """
    asked, table.reached = table.wait.questions, False
    if not table.fresh or table.script is None or table.tape is not None:
        return ()
    table.script.close()
    table.script, table.wait, table.ordinal = None, NO_WAIT, 0
    return asked


def renumber_questions(asked: dict[str, int], table: Table[Any], before: tuple[Question, ...]) -> None:
    """Raise the numbers in the ids of the questions that a restarted script asks above those in `before`, the questions
    (at least one) that it asked until then, so that no id ever stands for two questions. Leave them if each was among
    `before`, with the same id and player. `asked` counts the question numbers used, by table, and is raised too.
    """
    asked_then = {(question.id, question.key, question.who) for question in before}
    now = table.wait.questions
    if table.script and table.fresh and asked_then.issuperset((each.id, each.key, each.who) for each in now):
        return
    beyond = max(map(_parse_question_number, before)) - asked[table.id]
    if beyond > 0:
        asked[table.id] += beyond
        for question in now:
            question.id = f"{table.id}#{_parse_question_number(question) + beyond}"


def _parse_question_number(question: Question) -> int:
    """Return the number in a question's id such as `round1#7`, which stands after the `#`."""
    return int(question.id.rpartition("#")[2])


G = TypeVar("G")


def load_salvaged(ruleset: Ruleset[Any], record: Record, load: Callable[[Record, bool], G]) -> tuple[G, int]:
    """Load a game whose rules have changed, with as much of its tape (inputs and draws since the snapshot), from its
    beginning, as fits; return it with the number of entries dropped. `load` may be called often, and is told if it was
    before. A private tape that does not fit is emptied, uncounted. Raise Diverged if even an empty tape does not fit.
    """
    tape, mending = record.tape, False
    while True:
        trial = replace(record, tape=tape, events=[] if mending else record.events)
        try:
            return load(trial, mending), len(record.tape) - len(tape)
        except Diverged as error:
            if error.table:
                record = clear_private_tape(ruleset, record, error)
            elif mending and not tape:
                raise
            else:
                tape = tape[: min(error.fits, len(tape) - 1)] if mending else tape[: error.fits]
            mending = True


def clear_private_tape(ruleset: Ruleset[Any], record: Record, error: Diverged) -> Record:
    """Return a game's record with the private tape (recorded inputs) of the table named in `error` emptied, so that its
    script starts again, with question numbers not used before; only that table's player has seen any of it. Raise
    `error` itself if that table has no private tape, or an empty one.
    """
    snapshot = decode_snapshot(record, ruleset.state_type)
    private = ruleset.find_private_tape(snapshot.state, error.table)
    if not private:
        raise error
    snapshot.asked[error.table] = snapshot.asked.get(error.table, 0) + len(private)
    private.clear()
    return replace(record, snapshot=snapshot.encode())


S = TypeVar("S")
Pins = dict[str, list[Wanted]]  # by key, what chance is made to draw next
Pinned = Pins | None
ANY_TABLE = ""  # among the counters of questions: the highest of all tables that have been closed
MAX_EFFORT_PER_INPUT = 20_000  # steps and draws that one input may set off; a whole board redrawn needs a few hundred


class Game(GameInPlay[S]):
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
        self._closed: list[tuple[Table[S], Drawing]] = []  # since then, with what each showed before
        self._answered: tuple[str, Drawing] = "", NO_DRAWING  # the table where that was an answer, and what it showed
        self.seen: Any = None  # what a ruleset has worked out for all views of this moment
        self._said: list[Told] = []  # said since the snapshot
        self.taken: list[Entry] = []  # inputs and draws since this object was made, for the log
        self._tape = Tape()
        self._replaying = False
        self._mending = False  # after a change of rules: what no longer fits is cut off and drawn or asked afresh
        self.catching_up: Tape | None = None  # the tape of a private table; what it says has been said before
        self._running: Table[S] | None = None
        self._tables: dict[str, Table[S]] = {}
        self._effort = 0
        self.moment = 0  # counts whenever the game may have moved
        self._offered: tuple[int, str, Sequence[Play]] = (-1, "", ())  # the plays last asked for: when, and for whom
        self._snapshot = snapshot.encode() if keep else None
        self._read: Kept = b""  # the record in which the snapshot is, where it is not at hand

    @classmethod
    def start(
        cls, ruleset: Ruleset[S], players: Sequence[str], options: dict[str, Any], secret: str, *, keep: bool = True
    ) -> Self:
        """Start a game by these rules for these players, and let it go on until somebody is asked; raise Illegal if
        players or options are invalid. The caller chooses the secret, from which all draws are computed, and publishes
        its hash (commitment) first.
        """
        return cls.start_from_state(ruleset, ruleset.create_state(players, options), secret, keep=keep)

    @classmethod
    def start_from_state(
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
        """Start a game from a given state, announce the words that players gave for its draws, and let it go on until
        somebody is asked. `method` is the number of its chance method (0: as the words require). `pins` fixes the
        outcomes of the next draws under its keys; each is taken out of it when used.
        """
        game = cls(ruleset, build_first_snapshot(state, words, method), secret, keep=keep)
        game.pins, game.told = pins or {}, list_word_announcements(words, method)
        game._run_until_waiting()
        return game

    @classmethod
    def load(cls, ruleset: Ruleset[S], record: Record) -> Game[S]:
        """Load a saved game: bring its record up to the present format, and replay its tape (the inputs and draws since
        the last snapshot). Raise Diverged if the rules no longer lead to what happened then, NewerFormat for a record
        of a later format.
        """
        return cls._load_record(ruleset, upcast_record(record, ruleset.format, ruleset.upcasts))

    @classmethod
    def load_stored(cls, ruleset: Ruleset[S], data: Kept) -> Game[S]:
        """Load a saved game from the bytes that a store keeps. The result is as by `load`, but the snapshot is decoded
        only once; raise msgspec.DecodeError for bytes that are no record.
        """
        found = decode_record(data, ruleset.state_type, ruleset.format)
        if found is None:
            return cls.load(ruleset, Record.from_json(data))
        game = cls(ruleset, found.snapshot, found.secret, keep=False)
        game.keep, game._read = True, data
        game._replay_tape(found)
        return game

    @classmethod
    def _load_record(cls, ruleset: Ruleset[S], record: Record, *, mending: bool = False) -> Game[S]:
        """Build a game from a record of the present format and replay its tape (recorded inputs and draws); raise
        Diverged if the tape no longer fits the rules. With `mending`, draws for which the tape has no entry left are
        made anew.
        """
        game = cls(ruleset, decode_snapshot(record, ruleset.state_type), record.secret, keep=False)
        game.keep, game._mending, game._snapshot = True, mending, record.snapshot
        game._replay_tape(record)
        return game

    @classmethod
    def salvage(cls, ruleset: Ruleset[S], record: Record) -> tuple[Game[S], int]:
        """Load a game after its rules have changed: keep the recorded inputs up to the first that no longer fits, and
        ask players for the rest again. Return the game and the number of dropped entries (not of private tapes, emptied
        whole). Raise Diverged if even that is not possible, NewerFormat for a record of a later format.
        """
        record = upcast_record(record, ruleset.format, ruleset.upcasts)
        return load_salvaged(ruleset, record, lambda trial, mending: cls._load_record(ruleset, trial, mending=mending))

    def save(self) -> Record:
        """Return the record of the game as it is now, for a store to keep: with a new snapshot if no step is half done,
        else with the last snapshot and the inputs since.
        """
        self._snapshot_if_idle()
        rules, said, tape = self.ruleset, [*map(compute_told_mark, self._said)], [*self._tape.entries]
        self._snapshot = self._snapshot or Record.from_json(self._read).snapshot
        return Record(rules.name, rules.format, rules.release, self.secret, self._snapshot, tape, said)

    def close(self) -> None:
        """Drop the running coroutines of a game object that is no longer used, so that its memory is freed at once; the
        stored game stays as it is.
        """
        for table in self._tables.values():
            table.script, table.wait = None, NO_WAIT
        self._tables, self._closed = {}, []

    @property
    def over(self) -> bool:
        """Return whether the whole game is over."""
        return self.ruleset.is_over(self.state)

    @property
    def ended(self) -> dict[str, EndedTable]:
        """Return by name, of each table that has closed since the last input was taken and had shown anything, how it
        ended: its title, the player's own pot before the last move, and its last pictures, stripped, if the game gives
        them a look (`build_ended_table`).
        """
        return {
            table.id: build_ended_table(table.draw_pictures(before), table.pictures, table.title)
            for table, before in self._closed
        }

    def list_players(self) -> Sequence[str]:
        """List everybody with a seat, in the ruleset's seat order."""
        return self.ruleset.list_players(self.state)

    def build_view(self, who: str = "") -> View:
        """Build everything that a player, or the public if `who` is empty, may see of the game; winners lead its
        leaderboard.
        """
        view = self.ruleset.build_view(self, who)
        if not view.winners:
            return view
        return replace(view, standings=rank_winners_first(view.standings, view.winners))

    def list_questions(self) -> list[Question]:
        """List every open question of the game, table by table."""
        return [question for table in self._tables.values() for question in table.wait.questions]

    def list_legal_moves(self, who: str) -> Legal:
        """List the questions that one player can answer now and the plays that they can make (`who` is LOG for the
        host).
        """
        return Legal([question for question in self.list_questions() if question.who == who], self.list_plays(who))

    def list_plays(self, who: str) -> Sequence[Play]:
        """List what one player (or the host, if `who` is LOG) can do now without being asked. The result is cached
        until the game moves.
        """
        if (self.moment, who) != self._offered[:2]:
            self._offered = self.moment, who, self.ruleset.list_plays(self, who)
        return self._offered[2]

    def answer(self, who: str, question_id: str, value: object) -> None:
        """Check a player's answer to an open question and let the game go on with it; raise Illegal if the answer is
        invalid, if this question is not open for this player, or if they have answered it too often (`check_repeats`).
        """
        question = self._find_question(question_id)
        if question is None or question.who != who:
            raise make_not_asked_error(self, who, question)
        self._take_input(
            AnswerEntry(question.table, question.key, who, check_input(self, who, question.key, value, question))
        )

    def lapse(self, question_id: str) -> bool:
        """Give a question its default answer, because the caller says that its time is up, which is not checked, and
        let the game go on; return True, or False, and do nothing, if the question is no longer open.
        """
        question = self._find_question(question_id)
        if question is not None:
            self._take_input(AnswerEntry(question.table, question.key, question.who, question.lapse, lapsed=True))
        return question is not None

    def play(self, who: str, key: str, value: object = None) -> None:
        """Check and carry out the play with this key: something a player (or LOG, the host) does without being asked.
        Raise Illegal if it is not possible now, if its value is invalid, or if they have done it too often
        (`check_repeats`).
        """
        offered = next((play for play in self.list_plays(who) if play.key == key), None)
        self._take_input(PlayEntry(who, key, check_input(self, who, key, value, offered)))

    def draw(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool = False
    ) -> list[int]:
        """Draw `k` of the outcomes by chance under this key and return their indices, all different unless `again`, and
        record the draw; while recorded inputs are replayed, return what was drawn then. Raise Diverged if the rules
        draw otherwise than was recorded, Runaway after too many steps for one input, Unpinnable if a transcript demands
        what cannot be drawn.
        """
        self._effort += 1
        if self._effort > MAX_EFFORT_PER_INPUT:
            raise Runaway(self._running.id if self._running else "the game")
        if self.catching_up is not None:
            return self.catching_up.next_draw(key, len(outcomes))
        if self._replaying and not self._tape.played:
            entry = DrawEntry(key, self._tape.next_draw(key, len(outcomes)))
        elif self._replaying and not self._mending:
            raise Diverged(f"the rules now draw {key}, which was not drawn before", self._tape.at)
        else:
            entry = DrawEntry(key, self._draw_new_outcomes(key, outcomes, k, weights, again=again))
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
        """Record an announcement of the game; ignore it while a table's recorded private inputs are replayed, because
        it was recorded the first time. Raise Runaway after too many steps for one input.
        """
        self._effort += 1
        if self._effort > MAX_EFFORT_PER_INPUT:
            raise Runaway(self._running.id if self._running else "the game")
        if self.catching_up is None:
            if self._running is not None:
                self._running.fresh = False
            self.told.append(told)
            self._said.append(told)

    def wake_table(self, name: str) -> Table[S]:
        """Mark the table of this name, whose state is about to be changed from outside its script (coroutine), so that
        the script looks at the state again, and return it; if it is not open, return a new one that serves only for
        reading.
        """
        handle = self.find_table(name)
        handle.reached = handle.awake = True
        return handle

    def find_table(self, name: str) -> Table[S]:
        """Return the open table of this name or, if none is open, a new one, which is not opened and serves only for
        reading the state.
        """
        return self._tables.get(name) or self.ruleset.build_table(self, name)

    def seal_choice(self, name: str, what: str) -> str:
        """Record a player's secret choice `what` under a unique name, so that it cannot be changed unnoticed, and
        return the receipt that proves it later. By the older chance methods it also goes into all later draws.
        """
        sealed = Sealed(name, what)
        if self.method < SEALED_WORDS:
            self.entropy = sealed.mix_into_entropy(self.entropy)
        self.sealed.append(sealed)
        return sealed.compute_receipt(self.secret)

    def _take_input(self, entry: AnswerEntry | PlayEntry) -> None:
        """Forget what the last input announced and drew, add this one (an answer or a play) to the tape, and let the
        game go on with it. Raise Illegal if it was repeated too often or if the rules refuse it, which takes it off the
        tape again.
        """
        self._snapshot_if_idle()
        private = self._tables[entry.table].tape if isinstance(entry, AnswerEntry) else None
        check_repeats(entry, self._tape.entries, private or ())
        self.told, self.drawn, self.sealed, self.seen, self._effort, self._closed = [], [], [], None, 0, []
        self._answered = "", NO_DRAWING
        self._tape.add(entry)
        self.taken.append(entry)
        try:
            self._apply_input(entry)
        except Illegal:
            # What is played may still be refused, by a rule that finds out late but has changed nothing.
            self._tape.take_back()
            self.taken.pop()
            raise
        self._run_until_waiting()

    def _snapshot_if_idle(self) -> None:
        """Clear the recorded inputs and, if the game's attribute `keep` is set, take a new snapshot of the state; do
        nothing while a table's script (other than one with a private tape) is in the middle of a step, or if no input
        was recorded.
        """
        for table in self._tables.values():
            if not table.fresh and table.tape is None:
                return
        if self._tape.entries:
            self._tape.start_over()
            self._said = []
            if self.keep:
                now = Snapshot(self.state, self.asked, self.drawn_before, self.entropy, self.method)
                self._snapshot = now.encode()

    def _replay_tape(self, record: Record | DecodedRecord[S]) -> None:
        """Start the scripts and repeat all inputs of a saved record's tape, which brings the game to where it was
        saved; afterwards nothing counts as announced or drawn by the last input, and `mended` has the draws made anew.
        Raise Diverged if the rules no longer ask for an input, draw otherwise, or announce something else than then.
        """
        self._tape, self._replaying = Tape(record.tape), True
        self._run_until_waiting()
        while not self._tape.played:
            self._effort, self.told = 0, []
            self._apply_input(self._tape.next_input())
            self._run_until_waiting()
        if (
            record.events
            and record.events != [*map(compute_told_mark, self._said)]
            and not self._are_announcements_kept(record.events)
        ):
            raise Diverged("the rules now say something else than was already announced", self._tape.at - 1)
        self._replaying, self.mended = False, self.drawn
        self.told, self.drawn, self.sealed, self.seen, self._effort, self._closed = [], [], [], None, 0, []

    def _are_announcements_kept(self, marks: list[int]) -> bool:
        """Return whether the replay has announced what the game had announced before, given by these fingerprints,
        apart from what recorded changes of the rules explain.
        """
        return are_announcements_kept(marks, map(compute_mark_and_name, self._said), self.ruleset.changes)

    def _apply_input(self, entry: Entry) -> None:
        """Give an answer to the script that waits for it, or make the play, after which the scripts of all tables look
        at the game again. Raise Illegal if the rules refuse the play; during a replay raise Diverged for that, and for
        an input that nothing asks for any more.
        """
        self.moment += 1
        if isinstance(entry, AnswerEntry):
            table = self._tables.get(entry.table)
            if table is None or (self._replaying and not table.accepts_entry(entry)):
                raise Diverged(f"nothing asks {entry.who} for {entry.key} any more", self._tape.at - 1)
            table.fresh, table.awake, self._answered = False, True, (table.id, table.drawing)
            if table.tape is not None:
                table.tape.append(entry)
            self._resume_script(table, entry)
        elif isinstance(entry, PlayEntry):
            if self._replaying and all(play.key != entry.key for play in self.ruleset.list_plays(self, entry.who)):
                raise Diverged(f"{entry.who} can no longer play {entry.key}", self._tape.at - 1)
            try:
                self.ruleset.play(self, entry.who, entry.key, entry.value)
            except Illegal as refused:
                if not self._replaying:
                    raise
                raise Diverged(f"{entry.who} can no longer play {entry.key}", self._tape.at - 1) from refused
            # Who can be asked at a table changes only there, or by a play: then everybody looks again.
            for table in self._tables.values():
                table.awake = True

    def _run_until_waiting(self) -> None:
        """Run the scripts of all tables, over and over, until each of them waits for an answer or has nothing to do;
        meanwhile open and close tables so that those are open which the ruleset lists.
        """
        moved, last = True, None  # the last that has moved: back at it, there is nothing left to do
        while moved:
            names = self.ruleset.list_tables(self.state)
            if names != [*self._tables]:
                self._open_and_close_tables(names)
                last = None
            moved = False
            for table in self._tables.values():
                if table.awake and self._advance_table(table):
                    last, moved = table, True
                elif table is last:
                    break
        self.moment += 1

    def _open_and_close_tables(self, names: list[str]) -> None:
        """Open and close tables so that exactly those with these names are open, in this order."""
        for name in [name for name in self._tables if name not in names]:
            self._close_table(name)
        self._tables = {name: self._tables.get(name) or self._open_table(name) for name in names}

    def _advance_table(self, table: Table[S]) -> bool:
        """Run the script of one table, and its next steps, until it waits for an answer or has nothing to do. Return
        whether anything has happened because of which other tables must look again; a step that only began to wait does
        not count.
        """
        before = restart_fresh_script(table) if table.reached else ()
        until = table.wait.until
        if until is not None and not until():
            return False
        moved = until is not None or (table.script is not None and table.has_absent_player())
        if moved:
            self._resume_script(table, None)
        while table.script is None:
            table.script, table.fresh, table.drawing = self.ruleset.start_step(table), True, NO_DRAWING
            if table.script is None:
                break
            self._resume_script(table, None)
            if before:
                renumber_questions(self.asked, table, before)
                before = ()
            # A step that waits where it began has changed nothing yet, so nobody else needs to look again for it.
            moved = moved or table.script is None or not table.fresh
        table.awake = table.reached or table.script is None or table.wait.until is not None
        return moved

    def _open_table(self, name: str) -> Table[S]:
        """Build the table of this name and return it, for the caller to add to the open ones. Its questions are
        numbered above those of closed tables; if it has a private tape (recorded inputs), replay that.
        """
        table = self.ruleset.build_table(self, name)
        table.tape = self.ruleset.find_private_tape(self.state, name)
        self.asked.setdefault(name, self.asked.get(ANY_TABLE, 0))
        if table.tape:
            self._replay_private_tape(table, table.tape)
        return table

    def _replay_private_tape(self, table: Table[S], entries: list[Entry]) -> None:
        """Replay a table's private tape (recorded inputs) until its script is where it was; other tables are not
        affected, and nothing is announced again. Raise Diverged, with the table's name, if the tape no longer fits.
        """
        self.catching_up = Tape(entries)
        try:
            self._run_private_script(table, self.catching_up)
        except Diverged as error:
            raise Diverged(str(error), table=table.id) from error
        finally:
            self.catching_up = None
        table.finish_replay()
        table.fresh = True

    def _run_private_script(self, table: Table[S], tape: Tape) -> None:
        """Start the script of a table with a private tape and give it all inputs of that tape; raise Diverged if one
        does not fit.
        """
        table.script = self.ruleset.start_step(table)
        self._resume_script(table, None)
        while not tape.played:
            entry = tape.next_input()
            if not isinstance(entry, AnswerEntry) or not table.accepts_entry(entry):
                raise Diverged(f"the script of {table.id} has changed while it was open")
            self._resume_script(table, entry)

    def _close_table(self, name: str) -> None:
        """Drop the table of this name and its script. If it has shown pictures, remember it for `ended`, with what it
        showed before the last answer if that was given there, else with what it showed last. Its question numbers are
        never used again.
        """
        table = self._tables.pop(name)
        if table.drawing is not NO_DRAWING:
            answered, before = self._answered
            self._closed.append((table, before if answered == name else table.drawing))
        # No id is ever given twice, should a table of the same name be opened again.
        self.asked[ANY_TABLE] = max(self.asked.pop(name, 0) + table.ordinal, self.asked.get(ANY_TABLE, 0))
        if table.script is not None:
            table.script.close()
        table.script, table.wait = None, NO_WAIT

    def _resume_script(self, table: Table[S], reply: AnswerEntry | None) -> None:
        """Let the script (coroutine) of a table run, with this answer, until it waits again or its step ends; then the
        ruleset handles its result, which is None if nobody is left to answer. Raise Diverged if the table has no
        script, Runaway (and close the script) if scripts have run too often for one input.
        """
        if table.script is None:
            raise Diverged(f"nobody is asked anything at {table.id}", self._tape.at - 1)
        self._effort += 1
        if self._effort > MAX_EFFORT_PER_INPUT:
            table.script.close()
            raise Runaway(table.id)
        if reply is not None:
            table.lapsed = reply.lapsed
        self._running = table
        try:
            table.wait = table.script.send(reply)
        except StopIteration as end:
            self._end_step(table, end.value)
        except Withdrawn:
            self._end_step(table, None)
        finally:
            self._running = None

    def _end_step(self, table: Table[S], result: Any) -> None:
        """End the step of a table whose script is done: count the questions it has asked, and let the ruleset handle
        the `result` that it returned.
        """
        self.asked[table.id] += table.ordinal
        table.script, table.wait, table.ordinal = None, NO_WAIT, 0
        self.ruleset.handle_step_result(table, result)
        table.fresh = True

    def _find_question(self, question_id: str) -> Question | None:
        """Return the open question with this id, at whichever table it is asked, or None."""
        table = self._tables.get(question_id.partition("#")[0]) if isinstance(question_id, str) else None
        return table.find_question(question_id) if table else None

    def _draw_new_outcomes(
        self, key: str, outcomes: Sequence[Any], k: int, weights: Sequence[int] | None, *, again: bool
    ) -> list[int]:
        """Draw outcomes from the game's secret, add the draw to `drawn`, and return their indices. If a transcript's
        pins have one for this key, use it up: it replaces what was drawn; raise Unpinnable if it could not have been
        drawn.
        """
        shares = None if weights is None else tuple(weights)
        number, entropy, size = self.drawn_before, self.entropy, len(outcomes)
        drew = draw_outcomes(self.secret, build_draw_name(number, entropy, key), size, k, shares, again=again)
        if pinned := bool(self.pins and self.pins.get(key)):
            drew = apply_pins(key, outcomes, self.pins[key].pop(0), drew, shares, again=again)
        self.drawn.append(Drawn(number, key, size, k, shares, again, entropy, drew, pinned))
        return drew


def check_input(game: Game[Any], who: str, key: str, value: object, asked: Question | Play | None) -> Any:
    """Return a player's input (an answer, or the value of a play) in the type that the rules expect; raise Illegal with
    the most helpful reason if it is invalid, and always if `asked`, the open question or offered play that it is for,
    is None. `key` is that of the question or play.
    """
    refusal = None
    if asked is not None:
        try:
            return asked.check(value)
        except Illegal as plainly:
            refusal = plainly
    why = game.ruleset.explain_refusal(game, who, key, value) if isinstance(key, str) else None
    raise add_valid_answers(why, asked) if why else refusal or make_not_offered_error(game, who)


def make_not_asked_error(game: Game[Any], who: str, question: Question | None) -> Illegal:
    """Build the error for a player's answer to a question that is not open for them: it says whose question it is, if
    that is open and not secret; else what they are asked instead (secret questions for them alone), or why they are
    asked nothing.
    """
    if question is not None and not question.secret:
        return Illegal("Only {who} can answer that question.", code="not_asked", who=question.who)
    aloud, alone = list_question_texts(game, who, secret=False), list_question_texts(game, who, secret=True)
    own: Words = "" if aloud else NOTHING_ASKED
    if not aloud and not alone and (why := game.ruleset.explain_no_question(game, who)):
        return why
    if alone:
        own = phrase("Your question now: {asked}", asked=alone)
    return Illegal(OTHERWISE_ASKED if aloud else NOT_ASKED, code="not_asked", alone=own, asked=aloud)


def make_not_offered_error(game: Game[Any], who: str) -> Illegal:
    """Build the error for a play that this player cannot make now; it tells all which public questions wait for them
    and, to them alone, their secret questions or, if they have none, the plays they can make.
    """
    aloud, asked = list_question_texts(game, who, secret=False), list_question_texts(game, who, secret=True)
    fit = [*{str(play.label): quote_label(play.label) for play in game.list_plays(who)}.values()]
    own: Words = NOTHING_ASKED
    if asked:
        own = phrase("Your question now: {asked}", asked=asked)
    elif fit:
        own = phrase("What you can do: {fit:or}.", fit=fit)
    return Illegal(NOT_NOW_BUT if aloud else CANNOT_DO_NOW, code=NOT_NOW_CODE, alone=own, asked=aloud)


def list_question_texts(game: Game[Any], who: str, *, secret: bool) -> list[Words]:
    """List the texts of the questions that a player is asked now, as phrases: if `secret`, only the secret ones, which
    nobody else may read, else only the public ones.
    """
    mine = [each for each in game.list_legal_moves(who).questions if each.secret == secret]
    return [phrase(each.text, **{"who": who, **each.facts}) for each in mine]
