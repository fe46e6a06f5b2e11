"""Plays every open game again from its log with the rules that are to be released, before they are.

What was said and drawn must come out as it did, and so must the game as it stands. Of a difference only that is told
which everybody may know: the operator is not to learn anybody's secrets.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct, field

from engine.kernel import (
    LOG,
    PUBLIC,
    Change,
    Diverged,
    Drawn,
    Game,
    Illegal,
    Reader,
    Record,
    Ruleset,
    Told,
    find_change,
    find_rewording,
    format_text,
    format_told,
    upcast_told,
)
from engine.kernel.chance import build_first_snapshot
from engine.kernel.record import DrawEntry, decode_snapshot, upcast_record
from engine.kernel.record import Entry as Taken
from engine.kernel.ruleset import tells_same
from engine.kernel.view import View
from engine.rulesets import ruleset
from host.archive.history import BEGINNINGS, LogPart, iter_whole_log, list_tape, repeat_input, split_log
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.error_lines import format_error_location
from host.core.session import LOBBY, OVER, RUNNING, LogEntry, Session
from host.shown import views

NOTE = "rehearsed"  # the differences that somebody has accepted


class RehearsalDifference(Struct, frozen=True):
    """A difference in a replayed game: at a log entry, or (past the last entry) in its present state."""

    entry: int
    was: str
    now: str


class Rehearsal(Struct):
    """How one open game fares under the present rules."""

    game: str
    ruleset: str
    entries: int
    differences: list[RehearsalDifference] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)  # why else it comes out otherwise: what the rules have changed
    why_not: str = ""  # it cannot be played again
    known: bool = False  # somebody has accepted just this before

    @property
    def fails(self) -> bool:
        """Whether this game should block the release: its replay differs, and the operator has not accepted these
        differences.
        """
        return bool(self.differences) and not self.known

    @property
    def mark(self) -> str:
        """A hash of the differences found in this game, in their order, so that the operator's acceptance counts as
        long as they stay the same; also without any difference there is one.
        """
        return hashlib.sha256(msgspec.json.encode(self.differences)).hexdigest()[:16]


# -- all games of a host


def rehearse_games(host: HostContext) -> Iterator[Rehearsal]:
    """Replay every game that is not over or closed with this release's rules and yield the results, for an operator
    before a release; one in whose replay just those differences are found that the operator has accepted is marked as
    `known`. Nothing is changed. Games moved to another store are left out.
    """
    known = read_accepted(host)
    for session in host.store.iter_sessions():
        if session.stage in (LOBBY, RUNNING) and not session.moved:
            found = rehearse_game(host, session)
            found.known = known.get(session.id) == found.mark
            yield found


def read_accepted(host: HostContext) -> dict[str, str]:
    """Return, by game id, the checksum (`Rehearsal.mark`) of the differences that the operator has accepted; empty if
    none were.
    """
    return msgspec.json.decode(host.store.load_note(NOTE) or "{}", type=dict[str, str])


def accept_differences(host: HostContext, found: Iterable[Rehearsal]) -> None:
    """Store the differences that were found in these replays as accepted by the operator, in place of all those
    accepted earlier, also for games that are not among these, so that only others block a release.
    """
    marks = {each.game: each.mark for each in found if each.differences}
    host.store.save_note(NOTE, msgspec.json.encode(marks).decode())


def rehearse_game(host: HostContext, session: Session) -> Rehearsal:
    """Replay one game with this release's rules, first the open turn, then the whole log up to the last entry that
    `session` counts, and return what differs; rules that break are a difference, too. A game that has not begun is not
    replayed, which the result says. Whether the operator has accepted the differences is not looked at.
    """
    found = Rehearsal(session.id, session.ruleset, session.entries)
    try:
        rules = ruleset(session.ruleset)
        if session.stage == LOBBY:
            found.why_not = "has not begun"
        else:
            now = load_standing(rules, session, found)
            # Somebody may play on meanwhile: what came after we looked at the game is none of its past.
            log = [entry for entry in iter_whole_log(host, session.id) if entry.n < session.entries]
            compare_replay(rules, session, log, now, found)
    except Illegal as no:
        found.differences.append(
            RehearsalDifference(session.entries, "a game that goes on", format_text(no.text, no.facts))
        )
    return found


# -- the turn that is open


def load_standing(rules: Ruleset[Any], session: Session, found: Rehearsal) -> Game[Any] | None:
    """Return a game loaded with this release's rules, as its next input would find it. If its open turn cannot be
    loaded, return None and record in `found` either the rule change that explains it or a difference.
    """
    record = Record.from_json(session.record)
    try:
        return Game.load(rules, record)
    except Diverged:
        if whys := explain_restarts(rules, record):
            found.explained += whys
            return None
        if change := find_redraw_ruling(rules, record):
            found.explained.append(change.why)
            return None
        now = describe_salvage(rules, record)
    except Exception as error:  # noqa: BLE001 - rules may break in any way; that is what is looked for
        now = f"it cannot be loaded: {format_error_location(error)}"
    found.differences.append(RehearsalDifference(session.entries, "the open turn goes on", now))
    return None


def explain_restarts(rules: Ruleset[Any], record: Record) -> list[str]:
    """Return the reasons of the rule changes because of which secret parts (private tapes) of the current turn start
    over. Return an empty list if none does, if one does without such a reason, or if steps of the turn would be undone
    too.
    """
    try:
        game, cut = Game.salvage(rules, record)
    except Exception:  # noqa: BLE001 - what breaks here is told by `undone`
        return []
    plain_state = decode_snapshot(upcast_record(record, rules.format, rules.upcasts), rules.state_type).state
    whys = list[str]()
    for table in rules.list_tables(plain_state):
        before, after = (
            rules.find_private_tape(plain_state, table) or [],
            rules.find_private_tape(game.state, table) or [],
        )
        if before == after[: len(before)] and (before or not after):
            continue
        name = f"open {(before or after)[0].key.partition('.')[0]}"
        change = find_change(rules.changes, name, name)
        if change is None and before:
            return []
        whys += [change.why] if change and change.why not in whys else []
    return [] if cut else whys


def find_redraw_ruling(rules: Ruleset[Any], record: Record) -> Change | None:
    """Return the rule change because of which chance must draw again in the open turn, so that its later answers are
    asked again; None if no rule change explains it.
    """
    try:
        game, _ = Game.salvage(rules, record)
    except Exception:  # noqa: BLE001 - likewise
        return None
    pairs = zip_longest(record.tape, game.save().tape)
    was, now = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    names = [f"draw {each.key}" if isinstance(each, DrawEntry) else "" for each in (was, now)]
    change = find_change(rules.changes, names[0], names[1]) or find_change(rules.changes, "", names[1])
    return change if change and change.ruling and names[1] else None


def describe_salvage(rules: Ruleset[Any], record: Record) -> str:
    """Describe, for the operator's report, what the host would do about a turn in progress that no longer fits the
    rules: undo steps, draw chance anew, or fail.
    """
    try:
        _, cut = Game.salvage(rules, record)
    except Exception as error:  # noqa: BLE001 - likewise
        return f"it cannot be mended: {format_error_location(error)}"
    steps = "1 step" if cut == 1 else f"{cut} steps"
    return f"{steps} of the open turn would be undone and asked again" if cut else "chance would be drawn anew in it"


# -- the whole game


def compare_replay(
    rules: Ruleset[Any], session: Session, log: list[LogEntry], now: Game[Any] | None, found: Rehearsal
) -> None:
    """Replay a game's whole log, and record in `found` the first difference from the log or from `now` (the game as it
    stands; None: not compared), or the rule change that explains it. A game whose draws were set by hand is not
    replayed, which is noted in `found`, too.
    """
    if any(drew.pinned for entry in log for drew in entry.drawn):
        found.why_not = "was laid out by hand, with chance pinned; only its open turn was tried"
        return
    came_to = replay_entries(rules, session, log, found)
    if isinstance(came_to, RehearsalDifference):
        found.differences.append(came_to)
    elif isinstance(came_to, Change):
        found.explained.append(came_to.why)
    elif now is not None and came_to is not None:
        compare_standing(rules, session, convert_to_plain(now), convert_to_plain(came_to), found)


def compare_standing(rules: Ruleset[Any], session: Session, now: object, came_to: object, found: Rehearsal) -> None:
    """Compare a game's stored state (`now`) with that of its replay (`came_to`), and note in `found` the first
    difference that no rule change explains.
    """
    for path in iter_different_paths(now, came_to):
        change = next((each for each in rules.changes if each.explains_path(path)), None)
        if change is None:
            gone = "it would have come to something else"
            found.differences.append(RehearsalDifference(session.entries, f"{path} as it is", gone))
            return
        found.explained += [change.why] if change.why not in found.explained else []


def replay_entries(
    rules: Ruleset[Any], session: Session, log: list[LogEntry], found: Rehearsal
) -> Game[Any] | RehearsalDifference | Change | None:
    """Replay a log from its beginning; return the game (None for a log without a beginning), or the first difference
    from what was logged, or the rule change that explains that one. Nothing is replayed after it. Changes that
    explain harmless differences are noted in `found`.
    """
    game: Game[Any] | None = None
    reader = Reader(session.map_names_by_seat())
    for part in filter(lambda part: part.stands, split_log(log)):
        try:
            game, told, drawn = apply_log_part(rules, session, part, game)
        except Illegal as no:
            return RehearsalDifference(
                part.entry.n, describe_actor(part, reader), f"that is refused: {format_text(no.text, no.facts, reader)}"
            )
        except Exception as error:  # noqa: BLE001 - rules may break in any way; that is what is looked for
            return RehearsalDifference(
                part.entry.n, describe_actor(part, reader), f"the rules break: {format_error_location(error)}"
            )
        for other in iter_differences(part.entry, told, drawn, LineReading(reader, rules)) if part.whole else ():
            if isinstance(other, RehearsalDifference) or other.ruling:
                return other
            found.explained += [other.why] if other.why not in found.explained else []
    return game


def apply_log_part(
    rules: Ruleset[Any], session: Session, part: LogPart, game: Game[Any] | None
) -> tuple[Game[Any], list[Told], list[Drawn]]:
    """Apply what still counts of one log entry to the game under replay (the first entry begins the game, which is None
    then); return the game, what it announced, and what it drew. Raise Illegal if an input is refused.
    """
    if game is None:
        began = dealt_cards.parse_game_beginning(part.entry.value)
        state = rebuild_first_state(rules, session, began)
        game = Game.start_from_state(rules, state, session.secret, began.words, began.method)
        return game, game.told, game.drawn
    told: list[Told] = []
    drawn: list[Drawn] = []
    for one in part.inputs:
        repeat_input(game, one)
        told, drawn = told + game.told, drawn + game.drawn
    return game, told, drawn


def rebuild_first_state(rules: Ruleset[Any], session: Session, began: dealt_cards.GameBeginning) -> Any:
    """Return the state with which a stored game began, for a replay: built again, but what a game keeps from its
    beginning, such as which rules it goes by, is as the game has it stored. Raise msgspec.DecodeError if that cannot be
    read.
    """
    state = began.build_state(rules, session.options)
    if rules.kept:
        record = upcast_record(Record.from_json(session.record), rules.format, rules.upcasts)
        stored = decode_snapshot(record, rules.state_type).state
        for field_name in rules.kept:
            setattr(state, field_name, getattr(stored, field_name))
    return state


def describe_actor(part: LogPart, reader: Reader) -> str:
    """Describe who acted first in a log entry (“Ann did something”), but not what they did, which may be secret; “the
    host did something” if nobody's input in it still counts.
    """
    who = part.inputs[0].who if part.inputs else ""
    return f"{reader.format_value(who)} did something" if who not in ("", LOG) else "the host did something"


# -- two of the same


class LineReading(NamedTuple):
    """How lines are compared: as this reader sees them, allowing for the changes since a release."""

    reader: Reader
    rules: Ruleset[Any]

    @property
    def changes(self) -> Sequence[Change]:
        """The rule changes that the game's ruleset declares, each with its reason."""
        return self.rules.changes

    def is_same_line(self, line: Told, again: Told) -> bool:
        """Return whether an announcement of the log (`line`) and its replay (`again`) say the same to the same people
        at the same table, even if it was a sentence then and is an event now. Rewordings that the rules declare do not
        count: they are left to `find_rewording`.
        """
        if (line.to, line.table) != (again.to, again.table):
            return False
        return (
            self._render_line(line) == self._render_line(again)
            or _get_event_data(line) == _get_event_data(again)
            or tells_same(self.rules, line, again)
        )

    def find_rewording(self, line: Told | None, again: Told | None) -> Change | None:
        """Return the rule change that explains why the replay announces `again` where the log has `line`, compared in
        its form of today and in its old one; None for either means that it announces nothing there. None if no change
        explains it.
        """
        event = upcast_told(self.rules, line) if line else None
        return find_rewording(self.changes, event, again) or find_rewording(self.changes, line, again)

    def _render_line(self, line: Told) -> str:
        """Return an announcement as this reader reads it."""
        return format_told(line, self.reader)


def _get_event_data(told: Told) -> tuple[str, object]:
    """Return what an announcement says as plain data that can be compared: its event and facts."""
    return told.what, msgspec.to_builtins(told.facts)


def iter_differences(
    entry: LogEntry, told: list[Told], drawn: list[Drawn], by: LineReading
) -> Iterator[RehearsalDifference | Change]:
    """Yield, in order, how the draws and announcements of a log entry's replay differ from those in the log, each as a
    difference or as the rule change that explains it. Announcements of the host program are left out.
    """
    for drew, anew in zip_longest(entry.drawn, drawn):
        if drew != anew:
            change = (
                find_change(by.changes, format_draw_name(drew), format_draw_name(anew))
                or find_extra_draw_ruling(by.changes, anew)
                or find_dropped_draw_ruling(by.changes, drew)
                or find_told_ruling(entry, told, by)
            )
            yield change or RehearsalDifference(entry.n, describe_draw(drew), describe_draw(anew, drew))
    yield from iter_line_differences(entry, told, by)


def iter_line_differences(entry: LogEntry, told: list[Told], by: LineReading) -> Iterator[RehearsalDifference | Change]:
    """Yield, in order, how the announcements of a log entry's replay differ from those in the log, each as a difference
    or as the rule change that explains it.
    """
    before, now = deque(line for line in entry.told if line.table), deque(told)
    while before or now:
        line, again = (before[0] if before else None), (now[0] if now else None)
        if line and again and by.is_same_line(line, again):
            change = None
        elif change := by.find_rewording(line, again):
            yield change
        elif change := by.find_rewording(line, None):
            yield change
            again = None
        elif change := find_rewording(by.changes, None, again):
            yield change
            line = None
        else:
            yield RehearsalDifference(entry.n, describe_line(line, by.reader), describe_line(again, by.reader))
        if line:
            before.popleft()
        if again:
            now.popleft()


def find_told_ruling(entry: LogEntry, told: list[Told], by: LineReading) -> Change | None:
    """Return the first rule change after which later draws may differ, too (`ruling`), among those that explain why
    announcements of a log entry are told otherwise in its replay; None if there is none, or if an unexplained
    difference comes first.
    """
    for other in iter_line_differences(entry, told, by):
        if isinstance(other, RehearsalDifference):
            return None
        if other.ruling:
            return other
    return None


def find_extra_draw_ruling(changes: Iterable[Change], anew: Drawn | None) -> Change | None:
    """Return the rule change, one after which later draws may differ (`ruling`), because of which the replay draws
    `anew` where the log has no draw, or None if there is none, or no draw.
    """
    change = find_change(changes, "", format_draw_name(anew)) if anew else None
    return change if change and change.ruling else None


def find_dropped_draw_ruling(changes: Iterable[Change], drew: Drawn | None) -> Change | None:
    """Return the rule change, one after which later draws may differ (`ruling`), because of which the replay no longer
    makes the draw `drew` of the log, or None if there is none, or no draw.
    """
    change = find_change(changes, format_draw_name(drew), "") if drew else None
    return change if change and change.ruling else None


def format_draw_name(drew: Drawn | None) -> str:
    """Format a draw as rule changes name it, such as “draw board.faces”; empty for None."""
    return f"draw {drew.key}" if drew else ""


def describe_line(line: Told | None, reader: Reader) -> str:
    """Describe an announcement for the report to the operator: its text only if it was public, else for whom it was,
    and that there was none if it is None.
    """
    if line is None:
        return "nothing more is said"
    if line.to != PUBLIC:
        return "a line for the log" if line.to == LOG else f"a line for {reader.format_value(line.to)} alone"
    return f"“{format_told(line, reader)}”"


def describe_draw(drew: Drawn | None, before: Drawn | None = None) -> str:
    """Describe a draw for the report to the operator, without its result, which may be secret. If it looks like the
    draw `before` in the log, say that it came out otherwise.
    """
    if drew is None:
        return "nothing more is drawn"
    told = f"draw {drew.number}: {drew.k} of {drew.size} for {drew.key}"
    return f"{told}, otherwise" if before is not None and told == describe_draw(before) else told


def convert_to_plain(game: Game[Any]) -> Any:
    """Return a game's state and its open questions as plain data (lists, dictionaries, texts), in which two games can
    be compared.
    """
    asked = [(question.table, question.key, question.who, question.options) for question in game.list_questions()]
    return msgspec.json.decode(msgspec.json.encode({"state": game.state, "asked": asked}))


def iter_different_paths(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Yield the path, such as `rounds.A.turn`, of each value in which two pieces of plain data differ; nothing if they
    are equal. A missing value counts as None.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys(), key=str):
            yield from iter_different_paths(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for i, pair in enumerate(zip_longest(one, other)):
            yield from iter_different_paths(*pair, f"{path}.{i}")
    elif one != other:
        yield path.lstrip(".")


NOT_YET = "This game has not begun yet."


NOT_BEGUN = "This game was closed before it began, so there is nothing to see."


CHANGED = (
    "The rules have changed since this game was played, so I cannot show it again. Its log still has "
    "everything that was said."
)


MOST_AT_ONCE = 1000  # entries of a tape played back in one go; the kernel stops whatever goes on for much longer


class ReplayStep(Struct):
    """What everybody saw and was told after step `n` of `last`."""

    n: int
    last: int
    view: View
    said: list[Told]
    entry: int = 0  # of the log: it is the same while the game runs and when it is over


def load_replay_step(host: HostContext, game_id: str, n: int, at: int | None = None) -> ReplayStep:
    """Replay a game to its step number `n` (0 is its beginning) or, with `at`, to the last step up to the log entry of
    that number; return the public view and what was told to everybody then. A step is an entry with a public
    announcement or, once the game is over, any input. Numbers out of range become the nearest step. Raise Illegal if
    there is no such game, or if it never began or its rules have changed; rights are not checked.
    """
    session = views.load_saved_game(host, game_id).session
    if session.stage == LOBBY:
        raise Illegal(NOT_YET, code="not_begun")
    log = list(iter_whole_log(host, game_id))
    begun = next((i for i, entry in enumerate(log) if entry.kind in BEGINNINGS), None)
    if begun is None:
        raise Illegal(NOT_BEGUN, code="not_begun")
    silent = session.stage == OVER
    stops = [
        begun,
        *(i for i, each in enumerate(log) if i > begun and (_list_public_lines(each) or (silent and each.taken))),
    ]
    if at is not None:
        n = sum(log[i].n <= at for i in stops) - 1
    n = min(max(n, 0), len(stops) - 1)
    rules = ruleset(session.ruleset)
    try:
        game = replay_to(rules, session, log[begun : stops[n] + 1])
    except Diverged:
        raise Illegal(CHANGED, code="rules_changed") from None
    return ReplayStep(n, len(stops) - 1, game.build_view(PUBLIC), _list_public_lines(log[stops[n]]), log[stops[n]].n)


def _list_public_lines(entry: LogEntry) -> list[Told]:
    """Return the announcements of a log entry that were told to everybody."""
    return [told for told in entry.told if told.to == PUBLIC]


def replay_to(rules: Ruleset[Any], session: Session, log: list[LogEntry]) -> Game[Any]:
    """Return the game as it was after these log entries, of which the first must be its beginning, with the draws that
    the log has; raise Diverged if the rules no longer fit.
    """
    began = dealt_cards.parse_game_beginning(log[0].value)
    state = rebuild_first_state(rules, session, began)
    start = msgspec.Raw(msgspec.json.encode(build_first_snapshot(state, began.words, began.method)))
    record = Record(rules.name, rules.format, rules.release, session.secret, start)
    return _play_tape(rules, record, list_tape(log))


def _play_tape(rules: Ruleset[Any], record: Record, tape: list[Taken]) -> Game[Any]:
    """Return the game that comes of a saved record and a long list of inputs and draws (`tape`, in place of the
    record's own), played back a piece at a time, with the game saved and loaded between pieces. Raise Diverged if the
    rules no longer fit.
    """
    first, *others = _split_tape(tape)
    record.tape = first
    game = Game.load(rules, record)
    for piece in others:
        record = game.save()
        record.tape += piece
        game = Game.load(rules, record)
    return game


def _split_tape(tape: list[Taken]) -> Iterator[list[Taken]]:
    """Yield a list of inputs and draws in pieces of 1000 or a few more: an input stays together with the draws that
    follow it.
    """
    piece: list[Taken] = []
    for taken in tape:
        if len(piece) >= MOST_AT_ONCE and not isinstance(taken, DrawEntry):
            yield piece
            piece = []
        piece.append(taken)
    yield piece
