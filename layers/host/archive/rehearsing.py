"""Plays every open game again from its log with the rules that are to be released, before they are.

What was said and drawn must come out as it did, and so must the game as it stands. Of a difference only that is told
which everybody may know: whoever releases is not to learn anybody's secrets.
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
    as_event,
    explained,
    render,
    reworded,
)
from engine.kernel.record import Chance, decoded, upcast
from engine.kernel.record import Entry as Taken
from engine.notation.history import Input
from engine.rulesets import ruleset
from host.archive.history import BEGINNINGS, repeat, whole_log
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.error_lines import where
from host.core.session import LOBBY, RUNNING, LogEntry, Session

NOTE = "rehearsed"  # the differences that somebody has accepted


class Difference(Struct, frozen=True):
    """Where a game comes out otherwise: at an entry of its log, or (past the last) as it stands now."""

    entry: int
    was: str
    now: str


class Rehearsal(Struct):
    """How one open game fares under the rules that are here."""

    game: str
    ruleset: str
    entries: int
    differences: list[Difference] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)  # why else it comes out otherwise: what the rules have changed
    why_not: str = ""  # it cannot be played again
    known: bool = False  # somebody has accepted just this before

    @property
    def fails(self) -> bool:
        """Should it keep the release back?"""
        return bool(self.differences) and not self.known

    @property
    def mark(self) -> str:
        """By which these differences are known again."""
        return hashlib.sha256(msgspec.json.encode(self.differences)).hexdigest()[:16]


class LogPart(Struct):
    """An entry of the log, and what of it still stands; `whole` if nothing of it was undone when rules were mended."""

    entry: LogEntry
    taken: list[Taken] = field(default_factory=list)
    whole: bool = True

    @property
    def inputs(self) -> list[Input]:
        """What was put in."""
        return [one for one in self.taken if not isinstance(one, Chance)]

    @property
    def stands(self) -> bool:
        """Did the game move with it?"""
        return bool(self.inputs) or self.entry.kind in BEGINNINGS


# -- all games of a host


def rehearse(host: HostContext) -> Iterator[Rehearsal]:
    """Every open game, one after the other: for an operator, never for a player."""
    known = accepted(host)
    for session in host.store.sessions():
        if session.stage in (LOBBY, RUNNING) and not session.moved:
            found = rehearsed(host, session)
            found.known = known.get(session.id) == found.mark
            yield found


def accepted(host: HostContext) -> dict[str, str]:
    """By game, the mark of the differences that somebody has accepted."""
    return msgspec.json.decode(host.store.note(NOTE) or "{}", type=dict[str, str])


def accept(host: HostContext, found: Iterable[Rehearsal]) -> None:
    """Release all the same: from now on these differences are known, and only others count."""
    marks = {each.game: each.mark for each in found if each.differences}
    host.store.write_down(NOTE, msgspec.json.encode(marks).decode())


def rehearsed(host: HostContext, session: Session) -> Rehearsal:
    """One game. Whatever the rules do, the others have their turn."""
    found = Rehearsal(session.id, session.ruleset, session.entries)
    try:
        rules = ruleset(session.ruleset)
        if session.stage == LOBBY:
            found.why_not = "has not begun"
        else:
            now = standing(rules, session, found)
            # Somebody may play on meanwhile: what came after we looked at the game is none of its past.
            log = [entry for entry in whole_log(host, session.id) if entry.n < session.entries]
            from_its_log(rules, session, log, now, found)
    except Illegal as no:
        found.differences.append(Difference(session.entries, "a game that goes on", render(no.text, no.facts)))
    return found


# -- the turn that is open


def standing(rules: Ruleset[Any], session: Session, found: Rehearsal) -> Game[Any] | None:
    """The game as the next input would find it."""
    record = Record.from_json(session.record)
    try:
        return Game.load(rules, record)
    except Diverged:
        if whys := started_over(rules, record):
            found.explained += whys
            return None
        if change := redrawn(rules, record):
            found.explained.append(change.why)
            return None
        now = undone(rules, record)
    except Exception as error:  # noqa: BLE001 - rules may break in any way; that is what is looked for
        now = f"it cannot be loaded: {where(error)}"
    found.differences.append(Difference(session.entries, "the open turn goes on", now))
    return None


def started_over(rules: Ruleset[Any], record: Record) -> list[str]:
    """Why private scripts of the open turn start over, if that is all that happens and each has a reason."""
    try:
        game, cut = Game.salvage(rules, record)
    except Exception:  # noqa: BLE001 - what breaks here is told by `undone`
        return []
    plain_state = decoded(upcast(record, rules.format, rules.upcasts), rules.state_type).state
    whys = list[str]()
    for table in rules.tables(plain_state):
        before, after = rules.private_tape(plain_state, table) or [], rules.private_tape(game.state, table) or []
        if before == after[: len(before)] and (before or not after):
            continue
        name = f"open {(before or after)[0].key.partition('.')[0]}"
        change = explained(rules.changes, name, name)
        if change is None and before:
            return []
        whys += [change.why] if change and change.why not in whys else []
    return [] if cut else whys


def redrawn(rules: Ruleset[Any], record: Record) -> Change | None:
    """Return the ruling by which chance is drawn anew in the open turn, so that what followed is asked again."""
    try:
        game, _ = Game.salvage(rules, record)
    except Exception:  # noqa: BLE001 - likewise
        return None
    pairs = zip_longest(record.tape, game.save().tape)
    was, now = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    names = [f"draw {each.key}" if isinstance(each, Chance) else "" for each in (was, now)]
    change = explained(rules.changes, names[0], names[1]) or explained(rules.changes, "", names[1])
    return change if change and change.ruling and names[1] else None


def undone(rules: Ruleset[Any], record: Record) -> str:
    """What the host would do about a turn that the rules no longer fit."""
    try:
        _, cut = Game.salvage(rules, record)
    except Exception as error:  # noqa: BLE001 - likewise
        return f"it cannot be mended: {where(error)}"
    steps = "1 step" if cut == 1 else f"{cut} steps"
    return f"{steps} of the open turn would be undone and asked again" if cut else "chance would be drawn anew in it"


# -- the whole game


def from_its_log(
    rules: Ruleset[Any], session: Session, log: list[LogEntry], now: Game[Any] | None, found: Rehearsal
) -> None:
    """Play it to where it stands; the first difference is enough."""
    if any(drew.pinned for entry in log for drew in entry.drawn):
        found.why_not = "was laid out by hand, with chance pinned; only its open turn was tried"
        return
    came_to = played_again(rules, session, log, found)
    if isinstance(came_to, Difference):
        found.differences.append(came_to)
    elif isinstance(came_to, Change):
        found.explained.append(came_to.why)
    elif now is not None and came_to is not None:
        compare_standing(rules, session, plain(now), plain(came_to), found)


def compare_standing(rules: Ruleset[Any], session: Session, now: object, came_to: object, found: Rehearsal) -> None:
    """Note where the game as it stands differs from what its log comes to: the first that nothing explains."""
    for path in different_paths(now, came_to):
        change = next((each for each in rules.changes if each.counts(path)), None)
        if change is None:
            gone = "it would have come to something else"
            found.differences.append(Difference(session.entries, f"{path} as it is", gone))
            return
        found.explained += [change.why] if change.why not in found.explained else []


def played_again(
    rules: Ruleset[Any], session: Session, log: list[LogEntry], found: Rehearsal
) -> Game[Any] | Difference | Change | None:
    """The game as it comes out, or where it first comes out otherwise, or the ruling by which it does."""
    game: Game[Any] | None = None
    reader = Reader(session.names())
    for part in filter(lambda part: part.stands, parts(log)):
        try:
            game, told, drawn = taken_in(rules, session, part, game)
        except Illegal as no:
            return Difference(part.entry.n, did(part, reader), f"that is refused: {render(no.text, no.facts, reader)}")
        except Exception as error:  # noqa: BLE001 - rules may break in any way; that is what is looked for
            return Difference(part.entry.n, did(part, reader), f"the rules break: {where(error)}")
        for other in compared(part.entry, told, drawn, LineReading(reader, rules)) if part.whole else ():
            if isinstance(other, Difference) or other.ruling:
                return other
            found.explained += [other.why] if other.why not in found.explained else []
    return game


def parts(log: Iterable[LogEntry]) -> list[LogPart]:
    """The log, without what was undone again."""
    found: list[LogPart] = []
    tape: list[LogPart] = []  # for each step so far, the entry that it came with
    for entry in log:
        for part in tape[len(tape) - entry.cut :]:
            part.whole = False
        for part in reversed(tape[len(tape) - entry.cut :]):
            part.taken.pop()
        del tape[len(tape) - entry.cut :]
        found.append(LogPart(entry, list(entry.taken)))
        tape += [found[-1]] * len(entry.taken)
    return found


def taken_in(
    rules: Ruleset[Any], session: Session, part: LogPart, game: Game[Any] | None
) -> tuple[Game[Any], list[Told], list[Drawn]]:
    """The game after one entry of its log, and what it said and drew."""
    if game is None:
        began = card_packs.began(part.entry.value)
        game = Game.begin(rules, began.state(rules, session.options), session.secret, began.words, began.method)
        return game, game.told, game.drawn
    told: list[Told] = []
    drawn: list[Drawn] = []
    for one in part.inputs:
        repeat(game, one)
        told, drawn = told + game.told, drawn + game.drawn
    return game, told, drawn


def did(part: LogPart, reader: Reader) -> str:
    """Who did something; what it was may be a secret."""
    who = part.inputs[0].who if part.inputs else ""
    return f"{reader.value(who)} did something" if who not in ("", LOG) else "the host did something"


# -- two of the same


class LineReading(NamedTuple):
    """How lines are compared: as this reader reads them, and with what has changed since a release."""

    reader: Reader
    rules: Ruleset[Any]

    @property
    def changes(self) -> Sequence[Change]:
        """What the rules do otherwise."""
        return self.rules.changes

    def same(self, line: Told, again: Told) -> bool:
        """Has the same happened, or does whoever reads them read the same? A sentence may have become an event, or be
        worded anew; how a line is put together is nobody's business.
        """
        if (line.to, line.table) != (again.to, again.table):
            return False
        return self._read(line) == self._read(again) or _plain(as_event(self.rules, line)) == _plain(again)

    def _read(self, line: Told) -> str:
        return render(line.text, line.facts, self.reader)


def _plain(told: Told) -> tuple[str, object]:
    return told.what, msgspec.to_builtins(told.facts)


def compared(entry: LogEntry, told: list[Told], drawn: list[Drawn], by: LineReading) -> Iterator[Difference | Change]:
    """What an entry has, against what comes of it now. What the host itself has said belongs to no table."""
    for drew, anew in zip_longest(entry.drawn, drawn):
        if drew != anew:
            change = explained(by.changes, drawing(drew), drawing(anew)) or drawn_besides(by.changes, anew)
            yield change or Difference(entry.n, chance(drew), chance(anew, drew))
    before, now = deque(line for line in entry.told if line.table), deque(told)
    while before or now:
        line, again = (before[0] if before else None), (now[0] if now else None)
        if line and again and by.same(line, again):
            change = None
        elif change := reworded(by.changes, line, again):
            yield change
        elif change := reworded(by.changes, line, None):
            yield change
            again = None
        elif change := reworded(by.changes, None, again):
            yield change
            line = None
        else:
            yield Difference(entry.n, said(line, by.reader), said(again, by.reader))
        if line:
            before.popleft()
        if again:
            now.popleft()


def drawn_besides(changes: Iterable[Change], anew: Drawn | None) -> Change | None:
    """Return the ruling that draws this where something else was drawn next; nothing is compared after a ruling."""
    change = explained(changes, "", drawing(anew)) if anew else None
    return change if change and change.ruling else None


def drawing(drew: Drawn | None) -> str:
    """A draw as changes have it."""
    return f"draw {drew.key}" if drew else ""


def said(line: Told | None, reader: Reader) -> str:
    """A line, if everybody may read it."""
    if line is None:
        return "nothing more is said"
    if line.to != PUBLIC:
        return "a line for the log" if line.to == LOG else f"a line for {reader.value(line.to)} alone"
    return f"“{render(line.text, line.facts, reader)}”"


def chance(drew: Drawn | None, before: Drawn | None = None) -> str:
    """A draw, without what came of it."""
    if drew is None:
        return "nothing more is drawn"
    told = f"draw {drew.number}: {drew.k} of {drew.size} for {drew.key}"
    return f"{told}, otherwise" if before is not None and told == chance(before) else told


def plain(game: Game[Any]) -> Any:
    """A game as plain data: all of its state, and what is asked."""
    asked = [(question.table, question.key, question.who, question.options) for question in game.pending()]
    return msgspec.json.decode(msgspec.json.encode({"state": game.state, "asked": asked}))


def different_paths(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Yield every path at which two of them differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(one.keys() | other.keys(), key=str):
            yield from different_paths(one.get(key), other.get(key), f"{path}.{key}")
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for i, pair in enumerate(zip_longest(one, other)):
            yield from different_paths(*pair, f"{path}.{i}")
    elif one != other:
        yield path.lstrip(".")
