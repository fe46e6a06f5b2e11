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
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct, convert, field

from engine.kernel.event import EVENT_KINDS, Event
from engine.kernel.question import Question
from engine.kernel.recap import (
    LEAD_WEIGHT,
    MAX_RECAP_LEADERS,
    MAX_RECAP_OUT,
    RECAP_LEADERS,
    RECAP_NEWS,
    RECAP_OUT,
    format_time_out,
    list_target_stakes,
)
from engine.kernel.text import LOG, PUBLIC, Phrase, Told, Words, phrase, read_phrase_facts, read_text_beside

ANY = "any"
CODE = 3  # letters by which a line is remembered
CODE_LETTERS = string.ascii_letters + string.digits + "-_"
RECENT_LINES = 5  # lines of an event that do not come again as long as another is true
NOT_SAID_ANYWHERE = -1  # nothing is said of it: it stands with the seals
QUIET_AFTER = 2  # so many coloured finds in a row, and the next is plain unless it must not be


class VoiceLine(NamedTuple):
    """A line of the book. Once published it is never reworded under its id, `event/circumstance/number`."""

    id: str
    text: str
    needs: frozenset[str]  # its facts

    @property
    def code(self) -> str:
        """Three letters computed from the line's id, by which the voice's memory records that the line has been
        used.
        """
        n = zlib.crc32(self.id.encode())
        return "".join(CODE_LETTERS[n >> 6 * at + 5 & 63] for at in range(CODE))


Book = Mapping[str, Mapping[str, Sequence[VoiceLine]]]  # by event and circumstance


def build_numbered_lines(name: str, texts: Iterable[str]) -> list[VoiceLine]:
    """Build lines of the host's voice from texts, for the event, or event and circumstance, called `name` (such as
    `peek/first`). Their ids count them from 1, so add new texts at the end.
    """
    return [VoiceLine(f"{name}/{n}", text, list_template_facts(text)) for n, text in enumerate(texts, 1)]


def list_template_facts(text: str) -> frozenset[str]:
    """Return the names of the facts for which a sentence template has placeholders."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


def build_book(*found: Iterable[VoiceLine]) -> Book:
    """Group lines of the host's voice by the event, and then by the circumstance of the event (such as `first`), that
    their ids name.
    """
    book: dict[str, dict[str, list[VoiceLine]]] = {}
    for line in (line for some in found for line in some):
        event, circumstance, _ = line.id.split("/")
        book.setdefault(event, {}).setdefault(circumstance, []).append(line)
    return book


class Moment(Struct, gc=False):
    """An event to be put into words, with its facts and the circumstances that hold, the strongest first.

    It replaces the told lines `covers`, at the position `at`. With a `kind` only the lines of that kind are true; a
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
    only: tuple[str, ...] = ()  # circumstances: without a line of one of these before it on its line, this is left out
    unless: tuple[str, ...] = ()  # circumstances: where a line of one of these was said before, this is left out
    quiet: tuple[str, ...] = ()  # circumstances that are passed over when the finds before had colour enough
    must: tuple[str, ...] = ()  # facts that its line has to say
    joins: bool = False  # it stands on the line of what is said before it
    head: Moment | None = None  # said before it on its line, unless its line names all that this would


class Memory(Struct, gc=False):
    """What a voice remembers of a game; each voice may have its own kind."""

    told: str = ""  # the codes of all lines told so far, the last one last
    fresh: int = 0  # how many letters of that were told in this round of play
    earned: list[Any] = field(default_factory=list)  # what has been earned since that was last told to all, in words
    colour: int = 0  # how many coloured finds there were in a row
    recapped: list[str] = field(default_factory=list)  # short hashes of the lines that this week's recaps have told
    totals: dict[str, int] = field(default_factory=dict)  # of everybody who plays now, as far as they are known


M = TypeVar("M", bound=Memory)


class Spoken(Struct, array_like=True, gc=False):
    """A line as it is said: its id and its facts."""

    id: str
    facts: dict[str, Any]
    fate: bool = False
    joins: bool = False  # it stands on the line of the one before it


class Said(NamedTuple):
    """What is said instead of each told line, by number; `by` gives the line elsewhere that covers one."""

    lines: dict[int, list[Spoken]]
    by: dict[int, int]


class Voice(ABC, Generic[M]):
    """How the host of a game speaks."""

    book: ClassVar[Book]
    recaps: ClassVar[bool] = False  # is there one each morning?
    memory: type[M]

    @abstractmethod
    def build_memory(self, options: Mapping[str, Any]) -> M:
        """Build what the host's voice remembers of a game (such as which lines it has used), for a new game that has
        these options. Each voice defines this.
        """

    @abstractmethod
    def build_moments(self, memory: M, told: Sequence[Told], bots: Collection[str] = ()) -> list[Moment]:
        """Turn these announcements, in order, into moments (things that happened, each still to be worded by a line),
        and update `memory`, what the voice remembers of the game. `bots` are the seats of computer players.
        """

    def build_recap(self, memory: M) -> list[Told]:  # noqa: ARG002 - who has none needs none
        """Build the host's recap, in a few lines, of what has happened in the game since the last recap, and note in
        `memory` that it was made. Return an empty list if nothing is worth a recap or, as by default, if this voice
        makes none.
        """
        return []

    def list_stakes(self, memory: M) -> list[Told]:  # noqa: ARG002 - as above
        """List wordings of what is at stake now, of which a recap tells one; empty, as by default, if not known."""
        return []

    def pick_private_line(self, memory: M, told: Told, said: Sequence[Moment]) -> Spoken | None:  # noqa: ARG002 - as above
        """Return the line that the host says in place of `told`, an announcement to one player, or None to keep it as
        it is. `said` is what everybody is told at the same time. The line uses only what is public and this
        announcement; the memory is not changed.
        """
        return None

    def phrase_question(
        self,
        memory: M,  # noqa: ARG002 - a voice that asks in words of its own looks at all of them
        question: Question,  # noqa: ARG002
        bots: Collection[str] = (),  # noqa: ARG002
        *,
        own: bool = False,  # noqa: ARG002
    ) -> Phrase | None:
        """Return the host's wording of a question, for everybody or with `own` for the player who is asked; None, as by
        default, keeps the plain text.
        """
        return None

    def find_line(self, name: str) -> VoiceLine | None:
        """Return the host's line with this id, or None if the voice no longer has it."""
        event, _, rest = name.partition("/")
        circumstance, _, _ = rest.partition("/")
        return next((line for line in self.book.get(event, {}).get(circumstance, ()) if line.id == name), None)

    def speak(self, memory: M, told: Sequence[Told], bots: Collection[str] = ()) -> Said:
        """Choose the host's lines to say in place of these announcements, and update `memory`. Return them by the
        number of the announcement that they replace; for each further one that a line covers, return the number under
        which that line stands, or -1 if nothing is said of it. Any other announcement keeps its own sentence.
        """
        said = Said({}, {})
        before, since = frozenset[str](), -1  # the facts of the lines before, as far as they stood in the same place
        under: set[str] = set()  # circumstances of what has been said, and of the line that is being said
        line: set[str] = set()
        moments = self.build_moments(memory, told, bots)
        for n, each in enumerate(told):
            if each.to not in (PUBLIC, LOG) and (alone := self.pick_private_line(memory, each, moments)):
                said.lines[n] = [alone]
        for moment in moments:
            line = line if moment.joins else set()
            if _is_left_out(moment, line, under):
                continue
            if not moment.event:
                said.by.update(dict.fromkeys(moment.covers, NOT_SAID_ANYWHERE))
                continue
            if moment.owed and moment.owed not in before:
                moment.kind = moment.otherwise
            found = self.pick_lines(memory, moment)
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

    def pick_lines(self, memory: M, moment: Moment) -> list[Spoken]:
        """Choose the line that words a moment (something that has happened), and record in `memory` that it was used.
        The moment's head, a line that introduces it, comes first unless the chosen line says the same. Return an empty
        list if no line is true.
        """
        line = pick_line(self.book, moment, memory)
        if line is None:
            return []
        remember_line(memory, line)
        joins, head, found = moment.joins, moment.head, list[Spoken]()
        if head is not None and not covers_head(line, moment.facts, head.facts):
            if head.owed and covers_head(line, moment.facts, {head.owed: head.facts[head.owed]}):
                head.kind = head.otherwise
            found, joins = self.pick_lines(memory, head), True
            found[0].joins = moment.joins
        return [*found, Spoken(line.id, {name: moment.facts[name] for name in line.needs}, moment.fate, joins)]


def _is_left_out(moment: Moment, line: set[str], under: set[str]) -> bool:
    """Return whether a moment is left unsaid: a line of a circumstance in its `unless` was said before (`under` has
    those of all lines; `line`, which counts if the moment joins it, those of the present one), or none in its `only`
    stands before it on its line.
    """
    said_before = line if moment.joins else under
    return not said_before.isdisjoint(moment.unless) or bool(moment.only and line.isdisjoint(moment.only))


def covers_head(line: VoiceLine, facts: Mapping[str, Any], head: Mapping[str, Any]) -> bool:
    """Return whether `line` itself mentions every fact in `head`. If so, the introductory line with these facts can
    be left out. `facts` are the facts of `line`.
    """
    return all(
        (name in line.needs and facts[name] == value) or (bool(word := _find_bare_name(value)) and word in line.text)
        for name, value in head.items()
    )


def _find_bare_name(value: Any) -> str:
    """Return the name inside one value that fills a line's template (“Bank” of “the Bank”), by which it can be seen
    whether another line says the same name; empty if it is no name.
    """
    value = value if isinstance(value, str) else read_phrase_facts(value).get("name")
    return value if isinstance(value, str) else ""


JOINED_PHRASES = "{one} {more}"


def build_spoken_phrases(found: Iterable[Spoken], text: Callable[[str], str]) -> list[list[Phrase]]:
    """Build phrases from the host's chosen lines, as one list for each line that is shown; a line marked to join goes
    into the list of the one before it. `text` returns the template of a line's id, or '' to leave it out.
    """
    lines: list[list[Phrase]] = []
    for spoken in found:
        template = text(spoken.id)
        if template and spoken.joins and lines:
            lines[-1].append(Phrase(template, spoken.facts))
        elif template:
            lines.append([Phrase(template, spoken.facts)])
    return lines


def join_phrases(said: Sequence[Phrase]) -> Phrase:
    """Join several phrases that stand on one line into a single phrase, to store it."""
    line, *rest = said
    for more in rest:
        line = Phrase(JOINED_PHRASES, {"one": line, "more": more})
    return line


def split_joined_phrase(line: Phrase) -> list[Phrase]:
    """Split a phrase made by `join_phrases`, which may be stored data, into its parts; list any other one alone."""
    if line.text != JOINED_PHRASES:
        return [line]
    one, more = (convert(line.facts[name], Phrase) for name in ("one", "more"))
    return [*split_joined_phrase(one), more]


def pick_line(known: Book, moment: Moment, memory: Memory) -> VoiceLine | None:
    """Choose the line (of `known`) that words a moment: from the first rank of circumstances with one used neither in
    this round nor among the event's last five, else just not among those, else any; the one unused for longest. Return
    None if no line is true. Count colourful finds in `memory`; `remember_line` notes the use.
    """
    lines = known.get(moment.event, {})
    true = list_true_lines(known, moment, memory)
    told = {memory.told[at : at + CODE]: at for at in range(0, len(memory.told), CODE)}
    since = len(memory.told) - memory.fresh
    recent = _list_recent_codes(lines, told) if sum(map(len, true)) > RECENT_LINES else set[str]()
    for stale in (
        lambda line: told.get(line.code, -1) >= since or line.code in recent,
        _build_code_filter(recent),
        None,
    ):
        for rank in true:
            left = [line for line in rank if stale is None or not stale(line)]
            if left:
                found = min(left, key=lambda line: told.get(line.code, -1))
                _note_colour(moment, memory, found)
                return found
    return None


def rank_circumstances(moment: Moment, memory: Memory) -> list[list[str]]:
    """Return the names of the circumstances under which a moment (something that has happened) may be worded, in
    groups, the most important first: only its `kind`, if it has one; else each strong one alone, some left out after
    several colourful lines, and then all minor ones together with `any`.
    """
    if moment.kind:
        return [[moment.kind]]
    muted = moment.quiet if memory.colour >= QUIET_AFTER else ()
    return [*([name] for name in moment.strong if name not in muted), [*moment.soft, ANY]]


def list_true_lines(known: Book, moment: Moment, memory: Memory) -> list[list[VoiceLine]]:
    """List the voice's lines (from `known`) that are true of a moment (something that has happened): one list for each
    group of circumstances, the most important group first.
    """
    lines = known.get(moment.event, {})
    return [_list_lines_of_rank(lines, rank, moment) for rank in rank_circumstances(moment, memory)]


def _list_lines_of_rank(
    lines: Mapping[str, Sequence[VoiceLine]], rank: Iterable[str], moment: Moment
) -> list[VoiceLine]:
    """Return those lines of these circumstances that need only facts of the moment, and say all that it must."""
    known, must = moment.facts.keys(), set(moment.must)
    return [line for name in rank for line in lines.get(name, ()) if must <= line.needs <= known]


def _build_code_filter(codes: set[str]) -> Callable[[VoiceLine], bool]:
    """Return a function that tells whether a line's code is one of `codes`."""
    return lambda line: line.code in codes


def _list_recent_codes(lines: Mapping[str, Sequence[VoiceLine]], told: Mapping[str, int]) -> set[str]:
    """Return the codes of the five lines of an event used last; `told` has the place in memory of each used code."""
    codes = [line.code for some in lines.values() for line in some if line.code in told]
    return set(sorted(codes, key=lambda code: -told[code])[:RECENT_LINES])


def _note_colour(moment: Moment, memory: Memory, line: VoiceLine) -> None:
    """Count in `memory` how many finds in a row were told by a colourful `line`; a plain one (circumstance `any`) sets
    the count to 0. Do nothing for a moment without `quiet` circumstances, which is no find.
    """
    if moment.quiet:  # a find, of which only the third note is to be heard
        memory.colour = 0 if line.id.split("/")[1] == ANY else memory.colour + 1


def remember_line(memory: Memory, line: VoiceLine) -> None:
    """Record in the voice's memory that this line was used just now, as the last of all and in this round of play."""
    codes = [memory.told[at : at + CODE] for at in range(0, len(memory.told), CODE)]
    old = len(codes) - memory.fresh // CODE
    if line.code in codes:
        old -= codes.index(line.code) < old
        codes.remove(line.code)
    codes.append(line.code)
    memory.told, memory.fresh = "".join(codes), CODE * (len(codes) - old)


Holds = Callable[[Any, Sequence[Told]], bool]  # of an event, and of what was told just before it


class LineGroup(NamedTuple):
    """A group of lines for an event, and the condition under which they are true."""

    event: str
    kind: str
    when: str


LinesByEvent = Mapping[type[Event] | None, Sequence[LineGroup]]


def read_voice_lines(voice: Any) -> tuple[Book, dict[type[Event] | None, list[LineGroup]]]:
    """Read `lines.txt` beside a voice's module. Return all its lines, and for each event class the groups of lines it
    can use, each with its condition; the first group whose condition is true counts. Groups that name no event are
    chosen by code.
    """
    game, found, known = voice.name.split(".")[1], list[tuple[str, list[str]]](), Event
    heard, texts = dict[type[Event] | None, list[LineGroup]](), list[str]()
    for line in read_text_beside(voice, "lines.txt").splitlines():
        if line.startswith(" "):
            texts.append(
                _find_event_sentence(game, known, line.strip()) if line.strip().startswith("=") else line.strip()
            )
        elif line and not line.startswith("#"):
            name, *bound = line.split()
            found.append((name, texts := []))
            group, _, kind = name.partition("/")
            for event in bound[:1]:
                known = EVENT_KINDS[event if "." in event else f"{game}.{event}"]
                heard.setdefault(known, []).append(LineGroup(group, kind, " ".join(bound[1:])))
    return build_book(*(build_numbered_lines(name, some) for name, some in found)), heard


def _find_event_sentence(game: str, known: type[Event], mark: str) -> str:
    """Return the event's own sentence to which `mark`, a line of `lines.txt`, refers: `=` for its sentence, `=1` for
    its first variant, `= Landed 1` for a variant of another event.
    """
    number, *others = reversed(mark[1:].split() or [""])
    if not number.isdigit():
        number, others = "0", [number] if number else []
    kind = EVENT_KINDS[f"{game}.{others[0]}"] if others else known
    return (kind.says, *kind.variants)[int(number)]


class EventVoice(Voice[Memory]):
    """A voice that replaces the sentence of each event by one of its lines, in turn."""

    heard: ClassVar[LinesByEvent]
    when: ClassVar[Mapping[str, Holds]] = {}  # circumstances, by their names
    memory = Memory

    def build_memory(self, _options: Mapping[str, Any]) -> Memory:
        """Build the empty memory for a new game; this voice remembers only which lines it has used."""
        return Memory()

    def build_moments(self, _memory: Memory, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """Build a moment (something to be worded) for each of these announcements that is public and whose event has
        lines.
        """
        found = []
        for n, each in enumerate(told):
            group = self.find_lines(each, told[:n]) if each.to == PUBLIC else None
            if group:
                found.append(Moment(group.event, dict(each.facts), n, covers=[n], kind=group.kind))
        return found

    def pick_private_line(self, _memory: Memory, told: Told, _said: Sequence[Moment]) -> Spoken | None:
        """Return the line that the host says in place of an event told to one player only, always the first of its
        group of lines, or None if the voice has none for it.
        """
        group = self.find_lines(told, ())
        if group is None:
            return None
        line, *_ = self.book[group.event][group.kind]
        return Spoken(line.id, {name: told.facts[name] for name in line.needs})

    def find_lines(self, told: Told, before: Sequence[Told]) -> LineGroup | None:
        """Return the first group of lines for an announced event whose condition is true, or None; a condition may
        depend on what was told `before`.
        """
        groups = self.heard.get(told.kind, ())
        event = told.event if groups else None
        return next((each for each in groups if not each.when or self.when[each.when](event, before)), None)


E = TypeVar("E", bound=Event)
MANY_IN_A_ROW = 3


class ScoreMemory(Memory, omit_defaults=True):
    """What is remembered of a game with a score, as it was told in public."""

    whole: bool = False  # has the game been heard from its beginning? If not, no total is known
    left: dict[str, int] = field(default_factory=dict)  # what those had who are gone, and may come back
    counts: dict[str, int] = field(default_factory=dict)  # how often something has happened
    runs: dict[str, tuple[str, int]] = field(default_factory=dict)  # by player, what has come how often in a row
    best: dict[str, tuple[int, str]] = field(default_factory=dict)  # by sort, the largest sum and whose
    decided: tuple[int, str] = (0, "")  # the last change of lead: its round, and who has led since
    round: int = 0
    opened: int = 0  # spaces of this round
    totals_then: dict[str, int] = field(default_factory=dict)  # at the last recap
    leader_then: str = ""
    out: dict[str, int] = field(default_factory=dict)  # who was out at the last recap, and for how many before it
    target: int = 0  # the total that wins; 0 if there is none, or if it is not known
    headline: tuple[int, int, Any] = (0, 0, "")  # of the next recap: its weight, the sum in it, its words

    def note_headline(self, weight: int, words: Words, amount: int = 0) -> None:
        """Set these words as the headline of the next recap, unless the one noted so far has a greater `weight`, or the
        same weight and a larger `amount`.
        """
        if (weight, amount) >= self.headline[:2]:
            self.headline = (weight, amount, words)

    def add_player(self, who: str) -> None:
        """Note that a player takes part, unless they do: with the total they had when they left, or 0."""
        self.totals.setdefault(who, self.left.pop(who, 0))

    def remove_player(self, who: str) -> None:
        """Note for the commentary that a player takes part no more; their total is kept in case they return."""
        if who in self.totals:
            self.left[who] = self.totals.pop(who)

    def add_money(self, who: str, amount: int) -> None:
        """Add an amount to a player's total as the commentary remembers it, also of one who has left; if another player
        than before leads alone now, note that and the round in `decided`.
        """
        where = self.left if who in self.left else self.totals
        where[who] = where.get(who, 0) + amount
        leader = self.find_sole_leader()
        if leader not in ("", self.decided[1]):
            self.decided = (self.round, leader)

    def find_place(self, who: str) -> int:
        """Return a player's place by total (0 for one not in the game), 1 for the highest; equal totals are level."""
        return 1 + sum(total > self.totals.get(who, 0) for total in self.totals.values())

    def find_sole_leader(self) -> str:
        """Return the player who alone has the highest total; an empty string if several share it, or if there is only
        one player.
        """
        most = max(self.totals.values(), default=0)
        found = [who for who, total in self.totals.items() if total == most]
        return found[0] if len(found) == 1 and len(self.totals) > 1 else ""

    def count(self, what: str, *, by: int = 1) -> int:
        """Count, for the commentary, that `what` has happened once more (or `by` times), and return how often it has
        happened in all.
        """
        self.counts[what] = self.counts.get(what, 0) + by
        return self.counts[what]

    def count_in_a_row(self, who: str, what: str) -> int:
        """Note, for the commentary, that `what` has happened to a player, and return how many times in a row it has."""
        last, n = self.runs.get(who, ("", 0))
        self.runs[who] = (what, n + 1 if last == what else 1)
        return self.runs[who][1]

    def keep_best(self, sort: str, amount: int, who: str) -> bool:
        """Remember an amount and its player if it is the largest so far of its sort (a name such as that of a kind of
        win). Return whether it beats an amount remembered before; False for the first one.
        """
        most, _ = self.best.get(sort, (0, ""))
        if amount > most:
            self.best[sort] = (amount, who)
        return amount > most > 0

    def find_most(self, what: str) -> tuple[str, int]:
        """Return the player to whom something has happened most often, and how often; an empty name and 0 if several
        share that or it has happened to nobody. `what` is how the counts' names begin, before the player.
        """
        found = {name.removeprefix(what): n for name, n in self.counts.items() if name.startswith(what)}
        most = max(found.values(), default=0)
        names = [who for who, n in found.items() if n == most]
        return (names[0], most) if len(names) == 1 else ("", 0)


class HeardEvent(NamedTuple):
    """One public announcement, and its position among all announcements of this input."""

    n: int
    told: Told
    event: Event | None  # none, if it is a remark

    @property
    def head_position(self) -> int:
        """Return the position, among the announcements of the same input, of the event that this one belongs to as a
        part; -1 if it belongs to none.
        """
        return self.n - self.told.of if self.told.of else -1


class Narrator:
    """Goes through the public events of one input and collects the host's lines (moments) about them. The next line
    covers all events taken since the last one.
    """

    def __init__(self, told: Sequence[Told], learn: Callable[[Told, Event | None], None]) -> None:
        self.left = [HeardEvent(n, each, each.event) for n, each in enumerate(told) if each.to == PUBLIC]
        self.taken: list[int] = []
        self.moments: list[Moment] = []
        self.table = ""  # at which the last was told
        self._learn = learn

    def take(self, at: int = 0) -> Any:
        """Take announcement number `at` out of those not yet narrated, let the voice's memory learn it, and have the
        next line of the commentary cover it; return its event, None for a remark.
        """
        heard = self.left.pop(at)
        self.mark_taken(heard)
        self._learn(heard.told, heard.event)
        return heard.event

    def mark_taken(self, heard: HeardEvent) -> None:
        """Note that the next line of the commentary covers this event, which is not removed here."""
        self.taken.append(heard.n)
        self.table = heard.told.table

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take the next event not yet narrated if it is of this kind and has these facts, let the voice's memory learn
        it, and return it; else return None.
        """
        return self.take_at(0, kind, facts) if self.left else None

    def take_at(self, at: int, kind: type[E], facts: Mapping[str, Any]) -> E | None:
        """Take event number `at` (there must be one) of those not yet narrated if it is of this kind and has these
        facts, let the memory learn it, and return it; else return None.
        """
        event = self.left[at].event
        if not isinstance(event, kind) or any(getattr(event, name) != value for name, value in facts.items()):
            return None
        self.take(at)
        return event

    def add_moment(self, moment: Moment) -> Moment:
        """Add a line to the commentary, as a moment that is still to be worded; it covers the events taken since the
        last line. Return it.
        """
        self.taken = []
        self.moments.append(moment)
        return moment


class SceneNarrator(Narrator):
    """A narrator that says a scene in one line, under the first circumstance that has a wording."""

    def __init__(self, memory: Any, told: Sequence[Told], note_event: Callable[[Any, Event], None]) -> None:
        super().__init__(told, lambda _, event: note_event(memory, event) if event is not None else None)
        self.memory = memory
        self.places: dict[str, int] = {}
        self.leader = ""
        self.note_places()

    def note_places(self) -> None:
        """Note each player's place and who leads, so that the next line of the commentary can tell what has changed."""
        memory = self.memory
        self.places = {who: memory.find_place(who) for who in memory.totals}
        self.leader = memory.find_sole_leader()

    def find(self, kind: type[E], **facts: Any) -> E | None:
        """Take the first event not yet narrated that is of this kind and has these facts, wherever it stands, let the
        memory learn it, and return it; None if there is none.
        """
        return next((found for at in range(len(self.left)) if (found := self.take_at(at, kind, facts))), None)

    def say(self, event: str, *circumstances: str, **facts: Any) -> None:
        """Add a line to the commentary about all events taken since the line before, with these facts filled in.
        `event` names a group of lines; the wording is for the first of `circumstances` for which that group has one.
        """
        self._add_moment(event, circumstances, facts, joins=False)

    def say_also(self, event: str, *circumstances: str, **facts: Any) -> None:
        """Add words to the last line of the commentary, which must be there, about the events taken after it, with
        these facts. `event` names a group of lines; the wording is for the first of `circumstances` that has one there.
        """
        self._add_moment(event, circumstances, facts, joins=True)

    def _add_moment(self, event: str, circumstances: Sequence[str], facts: dict[str, Any], *, joins: bool) -> None:
        """Add a line, or with `joins` words to the last line, about the events taken since, under the first of these
        circumstances that has a wording; empty names among them do not count.
        """
        at = self.taken[0] if self.taken and not joins else self.moments[-1].at
        strong = [name for name in circumstances if name]
        self.add_moment(Moment(event, facts, at, self.taken, strong=strong, joins=joins))

    def format_standing(self, who: str, told: int | None = None) -> Phrase:
        """Format a player's new total and place, with which a line of the commentary ends; without the total if that is
        the sum which the line has just `told`.
        """
        total, place = self.memory.totals.get(who, 0), self.memory.find_place(who)
        if total == told:
            return phrase("→ {place:th}", place=place)
        return phrase("→ {total:$k}, {place:th}", total=total, place=place)

    def list_climbs(self, who: str, base: str) -> tuple[list[str], dict[str, Any]]:
        """Return, for wording a line, a list with one circumstance, and the fact `other`, if this player, since places
        were last noted, has taken the lead alone from a sole leader, who is `other` (`base.lead`), or else passed
        somebody, of whom the best placed is `other` (`base.pass`); both empty if neither.
        """
        memory, was = self.memory, self.places.get(who, 0)
        place = memory.find_place(who)
        if memory.find_sole_leader() == who != self.leader and self.leader:
            return [f"{base}.lead"], {"other": self.leader}
        passed = [other for other, there in self.places.items() if there < was and memory.find_place(other) > place]
        if was and place < was and passed:
            return [f"{base}.pass"], {"other": min(passed, key=memory.find_place)}
        return [], {}


N = TypeVar("N", bound=Narrator)
NarrateFunction = TypeVar("NarrateFunction", bound=Callable[..., None])


class Narrators(dict[type[Event] | None, Callable[[N, Any], None]], Generic[N]):
    """The functions of a game that narrate events, by the kind of event (a remark has none)."""

    def register(self, *kinds: type[Event]) -> Callable[[NarrateFunction], NarrateFunction]:
        """Return a decorator that makes a function the narrator of these kinds of events, instead of an earlier one; it
        is then called for every public event of them that no other narrator took as a part of its scene.
        """

        def register_function(narrate: NarrateFunction) -> NarrateFunction:
            """Register this function as the narrator of these kinds of events, and return it unchanged."""
            self.update(dict.fromkeys(kinds, narrate))
            return narrate

        return register_function


class SceneVoice(EventVoice):
    """A voice that says scenes in one line, and knows the score."""

    recaps = True
    memory: type[Any] = ScoreMemory
    narrators: ClassVar[Narrators[SceneNarrator]]

    def build_memory(self, _options: Mapping[str, Any]) -> Any:
        """Build what the commentary remembers of a game, for a game of which nothing has been announced yet."""
        return self.memory(whole=True)

    def note_event(self, memory: Any, event: Event) -> None:
        """Update what the commentary remembers of the game after a public event: totals, rounds, counts. Each game must
        override this.
        """
        raise NotImplementedError

    def build_facts(self, _memory: Any, told: Told) -> dict[str, Any]:
        """Return the facts (names, numbers) that fill in the commentary's line about an announcement: its own, unless a
        game overrides this.
        """
        return dict(told.facts)

    def build_moments(self, memory: Any, told: Sequence[Told], _bots: Collection[str] = ()) -> list[Moment]:
        """Turn the public announcements of one input, of which `memory` learns, into moments that are still to be
        worded: one for each scene (events told together), and one for each other event that has lines of its own. Of a
        game not heard from its beginning, return only the latter, and learn nothing.
        """
        if not memory.whole:
            return super().build_moments(memory, told)
        voice = SceneNarrator(memory, told, self.note_event)
        while voice.left:
            n, each, event = voice.left[0]
            voice.taken = []
            narrate = self.narrators.get(each.kind)
            event = voice.take()
            if narrate is not None:
                narrate(voice, event)
            elif group := self.find_lines(each, told[:n]):
                voice.moments.append(Moment(group.event, self.build_facts(memory, each), n, [n], kind=group.kind))
            voice.note_places()
        return voice.moments

    def build_recap(self, memory: Any) -> list[Told]:
        """Build the host's recap of what has happened since the last one, which `memory` then forgets: a new leader,
        unless a weightier moment was noted; else that moment, or the greatest change of a total; who leads, and who is
        out since when. Empty if nothing of this has happened, or if the game was not heard from its beginning.
        """
        changes = {who: total - memory.totals_then.get(who, 0) for who, total in memory.totals.items()}
        who = max(changes, key=lambda each: abs(changes[each]), default="")
        weight, _, headline = memory.headline
        if not (memory.whole and (weight or (who and changes[who]))):
            return []
        leader = memory.find_sole_leader()
        if leader not in ("", memory.leader_then) and weight <= LEAD_WEIGHT:
            headline = phrase("{who} has taken the lead", who=leader)
        elif not weight:
            text = "{who} has gained {amount:$}" if changes[who] > 0 else "{who} has lost {amount:$}"
            headline = phrase(text, who=who, amount=abs(changes[who]))
        ranked = sorted(memory.totals, key=lambda each: -memory.totals[each])[:MAX_RECAP_LEADERS]
        leaders = [phrase("{who} {total:$}", who=each, total=memory.totals[each]) for each in ranked]
        memory.out = {each: memory.out.get(each, -1) + 1 for each in self.list_players_out(memory)}
        memory.totals_then, memory.leader_then, memory.headline = dict(memory.totals), leader, (0, 0, "")
        out = [format_time_out(each, mornings) for each, mornings in memory.out.items()][-MAX_RECAP_OUT:]
        found = [Told(RECAP_NEWS, {"headline": headline})]
        found += [Told(RECAP_LEADERS, {"leaders": leaders})] if len({*memory.totals.values()}) > 1 else []
        return [*found, Told(RECAP_OUT, {"players": out})] if out else found

    def list_stakes(self, memory: Any) -> list[Told]:
        """List wordings of how much the leader, or each of several, still needs to win, or that they can win now; empty
        if no target is known.
        """
        return list_target_stakes(memory.totals, memory.target, lambda amount: phrase("{amount:$}", amount=amount))

    def list_players_out(self, _memory: Any) -> list[str]:
        """Return who is out of the round that is played now; by default nobody."""
        return []
