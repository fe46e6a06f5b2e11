"""The host's voice: lines in place of plain sentences, each bound to what has happened, chosen without dice.

What is told stays as it is told: it is what logs keep, transcripts show and fingerprints are taken of. A `Voice` reads
what was told in public, remembers a game's past, and says for which of it a line of its book stands. It never sees the
state of the game: so it cannot give away what is hidden, and the same public past always comes in the same words.
"""

from __future__ import annotations

import string
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct, convert, field

from engine.kernel.text import LOG, PUBLIC, Phrase, Told

ANY = "any"
CODE = 3  # letters by which a line is remembered
LETTERS = string.ascii_letters + string.digits + "-_"
RECENT = 5  # lines of an event that do not come again as long as another is true
NOWHERE = -1  # nothing is said of it: it stands with the seals
QUIET_AFTER = 2  # so many coloured finds in a row, and the next is plain unless it must not be


class Line(NamedTuple):
    """A line of the book. Once published it is never reworded under its id, `event/circumstance/number`."""

    id: str
    text: str
    needs: frozenset[str]  # its facts

    @property
    def code(self) -> str:
        """The id in three letters."""
        n = zlib.crc32(self.id.encode())
        return "".join(LETTERS[n >> 6 * at + 5 & 63] for at in range(CODE))


Book = Mapping[str, Mapping[str, Sequence[Line]]]  # by event and circumstance


def worded(name: str, /, *texts: str) -> list[Line]:
    """The lines of an event under a circumstance: `worded("peek/first", …)`. New ones are added at the end."""
    return numbered(name, texts)


def numbered(name: str, texts: Iterable[str]) -> list[Line]:
    """The same, of texts that stand elsewhere."""
    return [Line(f"{name}/{n}", text, needs(text)) for n, text in enumerate(texts, 1)]


def needs(text: str) -> frozenset[str]:
    """The facts that a template has."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


def book(*found: Iterable[Line]) -> Book:
    """All lines, so that they are found by event and circumstance."""
    shelves: dict[str, dict[str, list[Line]]] = {}
    for line in (line for some in found for line in some):
        event, circumstance, _ = line.id.split("/")
        shelves.setdefault(event, {}).setdefault(circumstance, []).append(line)
    return shelves


class Moment(Struct, gc=False):
    """Something to be said: an event with its facts, and which circumstances hold, the strongest first.

    It takes the place of the tellings `covers`, and stands where `at` stood. Of a `kind` only its lines are true; a
    `fate` is told after a pause.
    """

    event: str
    facts: dict[str, Any]
    at: int
    covers: list[int] = field(default_factory=list)
    kind: str = ""
    strong: list[str] = field(default_factory=list)
    soft: list[str] = field(default_factory=list)
    fate: bool = False
    # A fact that the line before may not have said, or of a head, that its line says too; then this line is of the kind
    # `otherwise`.
    owed: str = ""
    otherwise: str = ""
    unless: tuple[str, ...] = ()  # circumstances: where a line of one of these was said before, this is left out
    quiet: tuple[str, ...] = ()  # circumstances that are passed over when the finds before had colour enough
    must: tuple[str, ...] = ()  # facts that its line has to say
    joins: bool = False  # it stands on the line of what is said before it
    head: Moment | None = None  # said before it on its line, unless its line names all that this would


class Memory(Struct, gc=False):
    """What a voice remembers of a game; each has a kind of its own."""

    told: str = ""  # the codes of all lines told so far, the last one last
    fresh: int = 0  # how many letters of that were told in this round of play
    earned: list[Any] = field(default_factory=list)  # what has been earned since that was last told to all, in words
    colour: int = 0  # how many coloured finds there were in a row


if TYPE_CHECKING:
    from engine.kernel.question import Question

M = TypeVar("M", bound=Memory)


class Spoken(Struct, array_like=True, gc=False):
    """A line as it is said: its id, and its facts."""

    id: str
    facts: dict[str, Any]
    fate: bool = False
    joins: bool = False  # it stands on the line of the one before it


class Said(NamedTuple):
    """By the number of each telling: what is said in its place, or nothing if a line elsewhere (`by`) stands for it."""

    lines: dict[int, list[Spoken]]
    by: dict[int, int]


class Voice(ABC, Generic[M]):
    """How a game's host speaks."""

    book: ClassVar[Book]
    recaps: ClassVar[bool] = False  # is there one each morning?
    memory: type[M]

    @abstractmethod
    def begin(self, options: Mapping[str, Any]) -> M:
        """The memory of a game with these options, before anything has been told."""

    @abstractmethod
    def hear(self, memory: M, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """What there is to be said of these tellings, in order; the memory is brought up to date. `bots` are the seats
        of computers.
        """

    def recap(self, memory: M) -> list[Told]:  # noqa: ARG002 - who has none needs none
        """What has happened since the last recap, in a few lines, the last of which is a memory."""
        return []

    def whisper(self, memory: M, told: Told, said: Sequence[Moment]) -> Spoken | None:  # noqa: ARG002 - as above
        """What somebody is told alone, in the host's words; `said` is what everybody hears just then. It goes by what
        everybody knows and by what is told here, and nothing is remembered of it.
        """
        return None

    @abstractmethod
    def put(self, memory: M, question: Question, bots: Collection[str] = (), *, own: bool = False) -> Phrase | None:
        """How a question is put, to whomever, or to whose own it is; none, if it is put as the rules put it."""

    def line(self, name: str) -> Line | None:
        """The line with this id; none if it has been retired."""
        event, _, rest = name.partition("/")
        circumstance, _, _ = rest.partition("/")
        return next((line for line in self.book.get(event, {}).get(circumstance, ()) if line.id == name), None)

    def speak(self, memory: M, told: Sequence[Told], bots: Collection[str] = ()) -> Said:
        """A line for each moment for which there is a true one."""
        said = Said({}, {})
        before, since = frozenset[str](), -1  # the facts of the lines before, as far as they stood in the same place
        under: set[str] = set()  # circumstances of what has been said, and of the line that is being said
        line: set[str] = set()
        moments = self.hear(memory, told, bots)
        for n, each in enumerate(told):
            if each.to not in (PUBLIC, LOG) and (alone := self.whisper(memory, each, moments)):
                said.lines[n] = [alone]
        for moment in moments:
            line = line if moment.joins else set()
            if not (line if moment.joins else under).isdisjoint(moment.unless):
                continue
            if not moment.event:
                said.by.update(dict.fromkeys(moment.covers, NOWHERE))
                continue
            if moment.owed and moment.owed not in before:
                moment.kind = moment.otherwise
            found = self.worded(memory, moment)
            if not found:
                continue
            before = frozenset(found[-1].facts) | (before if moment.at == since else frozenset())
            since = moment.at
            under.add(found[-1].id.split("/")[1])
            line.add(found[-1].id.split("/")[1])
            said.lines.setdefault(moment.at, []).extend(found)
            for at in moment.covers:
                if at != moment.at:
                    said.by[at] = moment.at
        return said

    def worded(self, memory: M, moment: Moment) -> list[Spoken]:
        """The line of a moment, after its head where the line leaves something of that unsaid; or nothing at all."""
        line = chosen(self.book, moment, memory)
        if line is None:
            return []
        remember(memory, line)
        joins, head, found = moment.joins, moment.head, list[Spoken]()
        if head is not None and not names(line, moment.facts, head.facts):
            if head.owed and names(line, moment.facts, {head.owed: head.facts[head.owed]}):
                head.kind = head.otherwise
            found, joins = self.worded(memory, head), True
            found[0].joins = moment.joins
        return [*found, Spoken(line.id, {name: moment.facts[name] for name in line.needs}, moment.fate, joins)]


def names(line: Line, facts: Mapping[str, Any], head: Mapping[str, Any]) -> bool:
    """Does a line say all that its head would say?"""
    return all(
        (name in line.needs and facts[name] == value) or (bool(word := _word(value)) and word in line.text)
        for name, value in head.items()
    )


def _word(value: Any) -> str:
    """A name as it may stand in a line itself, without its article."""
    value = value.facts.get("name", "") if isinstance(value, Phrase) else value
    return value if isinstance(value, str) else ""


BESIDE = "{one} {more}"


def read(found: Iterable[Spoken], text: Callable[[str], str]) -> list[list[Phrase]]:
    """The lines as they are read: what joins stands on the line of what was said before it."""
    lines: list[list[Phrase]] = []
    for spoken in found:
        template = text(spoken.id)
        if template and spoken.joins and lines:
            lines[-1].append(Phrase(template, spoken.facts))
        elif template:
            lines.append([Phrase(template, spoken.facts)])
    return lines


def one_line(said: Sequence[Phrase]) -> Phrase:
    """What stands on one line, as one text."""
    line, *rest = said
    for more in rest:
        line = Phrase(BESIDE, {"one": line, "more": more})
    return line


def parts(line: Phrase) -> list[Phrase]:
    """What stands on one line, one after the other; what was kept meanwhile has come back as plain data."""
    if line.text != BESIDE:
        return [line]
    one, more = (convert(line.facts[name], Phrase) for name in ("one", "more"))
    return [*parts(one), more]


def chosen(known: Book, moment: Moment, memory: Memory) -> Line | None:
    """The line that is told: of the strongest circumstance with a fresh one, the one longest unheard."""
    shelf = known.get(moment.event, {})
    true = true_lines(known, moment, memory)
    told = {memory.told[at : at + CODE]: at for at in range(0, len(memory.told), CODE)}
    since = len(memory.told) - memory.fresh
    recent = _recent(shelf, told) if sum(map(len, true)) > RECENT else set[str]()
    for stale in (lambda line: told.get(line.code, -1) >= since or line.code in recent, _among(recent), None):
        for rank in true:
            left = [line for line in rank if stale is None or not stale(line)]
            if left:
                found = min(left, key=lambda line: told.get(line.code, -1))
                _note_colour(moment, memory, found)
                return found
    return None


def ranks(moment: Moment, memory: Memory) -> list[list[str]]:
    """The circumstances that hold, in ranks: of a strong one only its own lines are true enough."""
    if moment.kind:
        return [[moment.kind]]
    muted = moment.quiet if memory.colour >= QUIET_AFTER else ()
    return [*([name] for name in moment.strong if name not in muted), [*moment.soft, ANY]]


def true_lines(known: Book, moment: Moment, memory: Memory) -> list[list[Line]]:
    """All lines that could be told, rank by rank."""
    shelf = known.get(moment.event, {})
    return [_fitting(shelf, rank, moment) for rank in ranks(moment, memory)]


def _fitting(shelf: Mapping[str, Sequence[Line]], rank: Iterable[str], moment: Moment) -> list[Line]:
    known, must = moment.facts.keys(), set(moment.must)
    return [line for name in rank for line in shelf.get(name, ()) if must <= line.needs <= known]


def _among(codes: set[str]) -> Callable[[Line], bool]:
    return lambda line: line.code in codes


def _recent(shelf: Mapping[str, Sequence[Line]], told: Mapping[str, int]) -> set[str]:
    codes = [line.code for some in shelf.values() for line in some if line.code in told]
    return set(sorted(codes, key=lambda code: -told[code])[:RECENT])


def _note_colour(moment: Moment, memory: Memory, line: Line) -> None:
    if moment.quiet:  # a find, of which only the third note is to be heard
        memory.colour = 0 if line.id.split("/")[1] == ANY else memory.colour + 1


def remember(memory: Memory, line: Line) -> None:
    """It was told last."""
    codes = [memory.told[at : at + CODE] for at in range(0, len(memory.told), CODE)]
    old = len(codes) - memory.fresh // CODE
    if line.code in codes:
        old -= codes.index(line.code) < old
        codes.remove(line.code)
    codes.append(line.code)
    memory.told, memory.fresh = "".join(codes), CODE * (len(codes) - old)
