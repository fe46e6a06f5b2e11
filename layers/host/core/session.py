"""The records of the host: a game's session (seats, names, clocks, places, rights), log entries, posts, replies."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, field

from engine.kernel import Drawn, Illegal, Phrase, Sealed, Told
from engine.kernel.event import LOADERS
from engine.kernel.picture import EndedTable
from engine.kernel.record import Entry as Taken
from engine.kernel.voice import Spoken

LOADERS["host"] = partial(import_module, "host.core.events")  # whatever process reads what the host has told


STORED_TAKEOVERS = "heirs"  # as games in progress have it


LOBBY, RUNNING, OVER, CLOSED = "lobby", "running", "over", "closed"


FORMER = "a former player"


class WritingStyle(Struct, frozen=True):
    """How one reader, or one place, wants text written."""

    language: str = "en"
    comma: str = ","


EVERYTHING, TURNS, NOTHING = "", "turns", "nothing"  # for what a person's telephone is to ring


class ReachableHours(Struct, frozen=True):
    """When a person can be reached: time zone, quiet hours in minutes of their own day, and a vacation in seconds
    since 1970.
    """

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    away: tuple[float, float] | None = None
    reminders: bool = True
    style: WritingStyle = WritingStyle()
    rings: str = EVERYTHING


class ToldLine(Told, array_like=True, gc=False):
    """One told line as it is to be read; `said` are other words that the host's voice has for it."""

    said: list[Phrase] | None = None  # nothing in it, where another line stands for this one
    by: str = ""  # the template of that line
    pause: bool = False  # a moment before it: it is fate
    rings: bool = False  # players want to be called for it


def build_told_line(told: Told) -> ToldLine:
    """Return an announcement as a line ready to be posted: its text with the values to fill in, its table, and who may
    read it.
    """
    return ToldLine(told.what, told.facts, told.to, told.table, of=told.of)


def build_told_lines(told: Iterable[Told]) -> list[Told]:
    """Return announcements as lines ready to be posted; those that are lines already stay as they are."""
    return [each if isinstance(each, ToldLine) else build_told_line(each) for each in told]


if TYPE_CHECKING:
    Lines = list[Told]
else:
    Lines = list[ToldLine]  # so they are read back; a new post may hold what has just been told


class SeatedPlayer(Struct, omit_defaults=True):
    """One seat of a game and who is in it. A seat outlives the people in it; `place` is where its private messages
    go.
    """

    seat: str
    person: str = ""
    name: str = ""
    place: str = ""
    bot: bool = False
    habits: ReachableHours = ReachableHours()
    sealed_word: str = ""  # the hash of a word of their own, for chance
    word: str = ""  # that word, once it is opened
    since: int = 0  # from which entry of the log on they may read what this seat was told in private
    out: bool = False  # by the rules, for good: nobody answers for this seat, and only its name is left
    program: bool = False  # does a program of this person play, as everybody is told?

    @property
    def plays_in_person(self) -> bool:
        """Whether a person answers for this seat by hand: no computer, and no program of theirs."""
        return bool(self.person) and not (self.bot or self.program)

    @property
    def bare_name(self) -> str:
        """The player's name without the sign that marks the name of a computer player; a person's name is unchanged."""
        return self.name.removesuffix(COMPUTER_MARK)


class SeatWish(Struct):
    """A wish for a seat in a running game, and which seats have voted for it."""

    person: str
    name: str
    place: str = ""
    habits: ReachableHours = ReachableHours()
    votes: list[str] = field(default_factory=list)
    program: bool = False

    def build_shown_name(self, session: Session) -> str:
        """Return the name to show for a person who asks for a seat in a running game; it is made different from the
        names of all who have a seat.
        """
        others = [player.name for player in session.players]
        return make_name_distinct(clean_display_name(self.name), "?", others, program=self.program)


class Clock(Struct, omit_defaults=True):
    """How long one question may wait: since when, for how many seconds, and until when at the latest."""

    who: str
    asked: float
    allowed: float
    due: float
    secret: bool = False
    rung: int = 0  # how many reminders have been sent
    mark: int = 0  # what is asked, in short
    was: list[str] = field(default_factory=list)  # the ids under which the same was asked before
    lasting: bool = False  # it goes on through whatever its player does before they answer
    first: float = 0.0  # when it was asked, whatever time has been given back since
    follows: bool = False  # asked of somebody at the moment of their own answer


class Session(Struct, omit_defaults=True):
    """One game as the host stores it. The secret stays here and in the record until the game is over."""

    id: str
    ruleset: str
    options: dict[str, Any]
    pace: float
    by: str
    secret: str
    made: float
    stage: str = LOBBY
    players: list[SeatedPlayer] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    community: str = ""  # whose people play it, where that is none of its places: say a forum of many threads
    style: WritingStyle = WritingStyle()
    record: msgspec.Raw = msgspec.Raw(b"null")
    clocks: dict[str, Clock] = field(default_factory=dict)
    open_seats: bool = False  # may anybody take a computer's seat while it runs, without being let in?
    invited: str = ""  # the word without which nobody takes a seat in this lobby
    programs: bool = False  # may programs take a seat, each in the name of a person?
    wishes: dict[str, SeatWish] = field(default_factory=dict)  # who asks for a seat, by a number
    takeovers: dict[str, SeatWish] = field(default_factory=dict, name=STORED_TAKEOVERS)  # who gets a seat, by seat
    past: dict[str, Clock] = field(default_factory=dict)  # of what was settled without the game moving on
    idle: dict[str, int] = field(default_factory=dict)  # by seat, how much was done since the game last moved on
    proposed: dict[str, float] = field(default_factory=dict)  # by seat, when it was told how to spare others a wait
    paused: float = 0.0
    removed: float = 0.0  # when an operator took it away: it stands in no list and takes no input
    opening: float = 0.0  # since when no more seats are taken, and words for chance are opened
    warned: float = 0.0  # when a lobby was told that it will close
    moved: str = ""  # where this game lives now, if not here
    held: float = 0.0  # after a fault of the rules, nobody looks again before this
    broken: bool = False  # its rules have broken down, and it has been told
    set_back: float = 0.0  # the last sign of life before the clock was set back, up to where this game knows of it
    credited: float = 0.0  # outages up to here have been given back
    votes: dict[str, list[str]] = field(default_factory=dict)
    seats: int = 0  # how many there have ever been
    done: dict[str, int] = field(
        default_factory=dict
    )  # of older releases: what its places' counters have yet to be given
    feats: dict[str, dict[str, int]] = field(default_factory=dict)  # of people, for medals; they wait to be counted
    counted: int = -1  # up to this entry of the log, what was done has been counted; -1: of people, up to now
    entries: int = 0
    stamp: int = 0
    voice: msgspec.Raw = msgspec.Raw(b"null")  # what the host's voice remembers; nothing, where it is plain
    recap: float = 0.0  # when what has been done is to be summed up; 0, if nothing was
    story: str = ""  # the fingerprint of all that was said in public so far
    span: str = ""  # how much time there is, as its opener said: a goal that fits is chosen when it begins
    by_event: bool = False  # is that of events? In games from before there were any it is of sentences

    def find_player_of(self, person: str) -> SeatedPlayer | None:
        """Return the player in this game that this person is, or None."""
        return next((player for player in self.players if player.person == person), None) if person else None

    def open_lobby_again(self) -> None:
        """Let people join and leave a lobby again whose sealed words were being opened; the seals of those who have
        revealed theirs are dropped, because these words are secret no more, and others stay sealed.
        """
        self.opening = 0.0
        for player in self.players:
            player.sealed_word, player.word = "" if player.word else player.sealed_word, ""

    def has_active_seat(self, person: str) -> bool:
        """Return whether this person has a seat in this game and is not out of it, be it that a computer plays for them
        now.
        """
        found = self.find_player_of(person)
        return found is not None and not found.out

    def find_player_in(self, seat: str) -> SeatedPlayer | None:
        """Return the player who has the seat of this name in the game, also one who is out, or None."""
        return next((player for player in self.players if player.seat == seat), None)

    def map_names_by_seat(self) -> dict[str, str]:
        """Return each player's display name by seat. A computer's name has no sign that says so, unless another name
        would look the same without it; the list of seats shows which players are computers.
        """
        looks = Counter(compute_name_skeleton(player.bare_name) for player in self.players)
        return {
            player.seat: player.bare_name if looks[compute_name_skeleton(player.bare_name)] == 1 else player.name
            for player in self.players
        }

    def map_all_names_by_seat(self) -> dict[str, str]:
        """Return the name to show for each seat that there has ever been, also for those of players who left the lobby:
        the log still tells of them, and their names are not kept.
        """
        names = self.map_names_by_seat()
        return names | {seat: FORMER for n in range(1, self.seats + 1) if (seat := f"p{n}") not in names}

    def iter_clock_books(self) -> Iterator[dict[str, Clock]]:
        """Yield the two dictionaries of the clocks that measure how long people take to answer: first the running ones,
        then those kept in case the same question is asked again.
        """
        yield from (self.clocks, self.past)

    def list_all_places(self) -> list[str]:
        """Return every place where something of this game may be said: those that show it, and the
        players' own chats.
        """
        homes = (player.place for player in self.players)
        return list(dict.fromkeys(place for place in [*self.places, *homes] if place))

    def list_index_links(self) -> set[tuple[str, str]]:
        """Return the entries of this game in lists of games, as pairs of the list's owner (`person:ID` of the opener,
        the seated and those who want a seat; `chat:PLACE`) and the key: `game/`, `past/` (over, or the person is out)
        or, for a closed or removed game, of people only, `gone/` and its id.
        """
        gone = self.stage == CLOSED or self.removed
        past = f"gone/{self.id}" if gone else f"past/{self.id}"
        on = past if gone or self.stage == OVER else f"game/{self.id}"
        people = {player.person: past if player.out else on for player in self.players} | {self.by: on}
        if self.stage == RUNNING:
            people = {wish.person: on for wish in [*self.wishes.values(), *self.takeovers.values()]} | people
        found = {(f"person:{person}", heading) for person, heading in people.items() if person}
        return found | {(f"chat:{place}", on) for place in self.places if not gone}


class LogEntry(Struct):
    """One accepted input as the game's log stores it, with everything that was said and drawn."""

    at: float
    kind: str
    by: str = ""  # a seat, or LOG for the host
    key: str = ""
    value: Any = None
    told: list[Told] = field(default_factory=list)
    drawn: list[Drawn] = field(default_factory=list)
    sealed: list[Sealed] = field(default_factory=list)
    n: int = 0
    taken: list[Taken] = field(default_factory=list)  # what the game took in: answers, plays and what chance drew
    voice: dict[int, list[Spoken] | int] = field(default_factory=dict)  # in place of tellings: lines, or which has them
    cut: int = 0  # how many of those before were undone first, because the rules had been mended
    ended: dict[str, EndedTable] = field(default_factory=dict)  # by table, what it showed last, if it closed with this


class Post(Struct):
    """Something to be said in one place: lines in order, questions to show, and whether the board has changed."""

    chat: str
    game: str
    stamp: int
    lines: Lines = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    board: bool = False
    remind: list[str] = field(default_factory=list)  # people to be reminded, if they are still waited for by then
    names: dict[str, str] = field(default_factory=dict)
    style: WritingStyle = WritingStyle()
    tries: int = 0
    since: float = 0.0  # when it came to wait here
    said: list[str] = field(default_factory=list)  # of a message too long to be said at once, what has been
    after: float = 0.0  # fate: not before this moment, where a moment's silence can be kept
    reply: int = 0  # to which message there it answers
    whom: str = ""  # whose that was
    muted: float = 0.0  # since when it waits for leave to speak there
    rings: str = EVERYTHING  # for what the person there wants to be rung
    formerly: str = ""  # the address that its place had until then: what still waits there comes first
    urgent: bool = False  # somebody is told why not: no news come before it
    closes: list[str] = field(default_factory=list)  # questions asked in this private place that are closed now
    own: bool = False  # it follows from what its reader has just done
    won: bool = False  # its reader has just won something
    came: Lines = field(
        default_factory=list
    )  # what came of them, for the message that asked; some of it in `lines`, too

    def __post_init__(self) -> None:
        """Convert the announcements in this post to finished lines, in which form they are also read back from the
        store.
        """
        self.lines, self.came = build_told_lines(self.lines), build_told_lines(self.came)

    @property
    def has_words(self) -> bool:
        """Whether this post says anything (lines, questions, reminders, or that a question is closed), and does not
        only show a changed board.
        """
        return bool(self.lines or self.asks or self.remind or self.closes)


class InputOutcome(Struct):
    """What an accepted input brought its sender: the game as it was saved, and what they were told, as it is read."""

    session: Session
    version: int
    told: Lines


class Reply(Struct, omit_defaults=True):
    """The answer to an input, for the door to show its sender. An accepted input's lines also reach them through the
    outbox.
    """

    ok: bool
    lines: list[Told] = field(default_factory=list)
    game: str = ""
    names: dict[str, str] = field(default_factory=dict)
    code: str = ""  # why it was refused, for programs
    outcome: InputOutcome | None = None  # known only to the process that saved the input


class Person(Struct):
    """An account: its name, where its private messages go, and its habits."""

    id: str
    name: str
    made: float
    place: str = ""
    habits: ReachableHours = ReachableHours()


class Command(Struct, frozen=True):
    """Who sends an input, from where, and under which idempotency key: the same key again gets the same answer."""

    key: str = ""
    by: str = ""  # a person
    place: str = ""
    admin: bool = False  # the platform says that they look after this place
    operator: bool = False  # it comes from the machine itself
    resent: bool = True  # may the platform deliver it again by itself? Then a refusal is remembered, too
    program: bool = False  # a program of this person sends it, which may play in a seat of its own kind alone

    @property
    def idempotency_key(self) -> str:
        """The hash under which the reply to this command is remembered, so that a resent one gets the same reply;
        empty if the command has no key. It includes the person, so that nobody is given the reply to somebody else.
        """
        return hashlib.sha256(f"{self.by} {self.key}".encode()).hexdigest()[:32] if self.key else ""


LONGEST_NAME = 40


MOST_MARKS = 2  # accents and the like on one letter


NAMELESS = "Somebody"


JOINER, EMOJI = "\u200d", "\u2190-\u2bff\U0001f000-\U0001faff"


LOOSE_JOINER = re.compile(f"(?<![{EMOJI}\ufe0f]){JOINER}|{JOINER}(?![{EMOJI}])")


BLANKS = re.compile("[\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]")  # letters and signs that do not show


COMPUTER_MARK = " (bot)"  # how the name of a computer ends where it is kept, and where seats are listed


COMPUTER_MARKS = re.compile(r"(?:[\s(\[{<]*\b(?:bot|program)\b[\s)\]}>]*)+$", re.IGNORECASE)


PROGRAM_MARK = " (program)"  # how the name of a seat ends in which a program plays


RESERVED_NAMES = {  # words that stand for somebody else wherever the host speaks
    "aformerplayer", "aplayer", "acomputer", "computer", "chance", "everybody", "everyone", "nobody", "all", "thehost",
    "host", "theoperator", "operator", "admin", "theadmin", "moderator", "you", "me", "thetable", "bot",
    "program",
}  # fmt: skip


SEAT_ID = re.compile(r"p\d+")  # wherever a player is named by it, it is read as that player's name


# Letters and signs, each before the Latin letter that it looks like.
PAIRS = Path(__file__).with_name("alike.txt").read_text("utf-8").split()


ALIKE = {pair[0]: pair[1] for pair in PAIRS}


def clean_display_name(name: object) -> str:
    """Return a display name as `clean_line` cleans it, cut to forty characters; combined emoji stay whole. If nothing
    visible is left, or it is no text, return “Somebody”.
    """
    found = clean_line(name[:200])[:LONGEST_NAME].rstrip(JOINER) if isinstance(name, str) else ""
    return found if any(_is_visible(c) for c in found) else NAMELESS


def clean_line(text: str) -> str:
    """Return text as one line without control and invisible characters, with single spaces, and with at most two
    accents (combining marks) on a letter, so that none overlap neighbouring text.
    """
    text = LOOSE_JOINER.sub("", text)
    found = "".join(c for c in BLANKS.sub(" ", text) if c.isprintable() or c == JOINER)
    return " ".join(_limit_combining_marks(found).split())


def _is_visible(c: str) -> bool:
    """Return whether this character shows by itself, unlike accents, variation selectors and joiners."""
    return unicodedata.category(c)[0] not in "MZC"


def _limit_combining_marks(text: str) -> str:
    """Return the text with at most two combining marks (accents and the like) on each letter."""
    found, marks = "", 0
    for c in text:
        marks = marks + 1 if unicodedata.combining(c) else 0
        found += c if marks <= MOST_MARKS else ""
    return found


def make_name_distinct(name: str, number: str, others: Iterable[str], *, program: bool = False) -> str:
    """Return the name to show for a person at a table, without endings such as “bot” by which they could pose as a
    computer. Add `number`, that of their seat, if the name could be confused with one of `others`, with a word that the
    host uses for others, or with the id of a seat (such as p1); mark the name of a `program`.
    """
    shown, mark = COMPUTER_MARKS.sub("", name) or NAMELESS, PROGRAM_MARK if program else ""
    there = {compute_name_skeleton(other.removesuffix(PROGRAM_MARK)) for other in others}
    if not (looks := compute_name_skeleton(shown)) or looks in there | DECEIVING or SEAT_ID.fullmatch(shown):
        mark = f" ({number}){mark}"
    return f"{shown[: LONGEST_NAME - len(mark)].rstrip()}{mark}" if mark else shown


def compute_name_skeleton(name: str) -> str:
    """Return what a name looks like at a glance: names with the same skeleton could be taken for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    seen = [ALIKE.get(c, c) for c in plain if not unicodedata.combining(c)]
    return "".join(c for c in seen if c.isalnum() or ord(c) > 0x2190).replace("rn", "m").replace("vv", "w")


DECEIVING = {compute_name_skeleton(word) for word in RESERVED_NAMES}


NOT_HOST = "Only the player who opened this game, or an admin of a group that shows it, can do that."


NO_SEAT = "You do not play in this game."


OUT = "You have been removed from this game and cannot join it again."


STOOD_IN = "A computer is playing for you. Join again to play yourself."


def is_game_opener(session: Session, person: str) -> bool:
    """Return whether this person opened the game; False for an empty id."""
    return bool(person) and person == session.by


def has_host_rights(command: Command, session: Session) -> bool:
    """Return whether the sender of a command has the host's rights in a game: its opener, the operator, or an admin of
    a place that shows it.
    """
    admin = command.admin and command.place in session.places
    return admin or command.operator or is_game_opener(session, command.by)


def check_host_rights(command: Command, session: Session) -> None:
    """Raise Illegal if the sender of a command does not have the host's rights in this game."""
    if not has_host_rights(command, session):
        raise Illegal(NOT_HOST, code="not_host")


def require_seated_player(session: Session, person: str) -> SeatedPlayer:
    """Return the player that this person is; raise Illegal if they have no seat or are out of the game."""
    found = session.find_player_of(person)
    if found is None:
        raise Illegal(NO_SEAT, code="no_seat")
    if found.out:
        raise Illegal(OUT, code="out_of_game")
    return found


def require_present_player(session: Session, person: str) -> SeatedPlayer:
    """Return the player that this person is; raise Illegal if they have no seat, are out, or a
    computer plays for them.
    """
    found = require_seated_player(session, person)
    if found.bot:
        raise Illegal(STOOD_IN, code="stand_in_plays")
    return found
