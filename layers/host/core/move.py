"""One input on its way: load, apply, one commit. Every use-case is a function that changes a `Move`."""

from __future__ import annotations

import hashlib
import logging
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import PUBLIC, Diverged, Drawn, Game, Illegal, Question, Record, Ruleset, Sealed, Told
from engine.kernel.text import mark
from engine.rulesets import ruleset
from host.core import card_packs, clocks, posting, public_transcript, repeated_inputs, statistics
from host.core.context import House
from host.core.session import LOBBY, OVER, RUNNING, Clock, Entry, Player, Reply, Session
from host.core.store.commit import Closed, Commit, Conflict, Seen
from host.core.store.items import Overloaded, TooLarge
from host.core.store.store import Saved

log = logging.getLogger(__name__)
NO_GAME = "There is no such game; it may have been closed."
NO_SEAT = "You have no seat in this game."
OUT = "You are out of this game for good."
STOOD_IN = "A computer is standing in for you. Join again to take your seat back."
NOT_RUNNING = "The game has not begun, or is over."
MOVED = "This game has moved house: it goes on at {where}."
BUSY = "The table is very busy just now. Please try again."
BROKEN = "Something is wrong at our end; nothing has changed, and the host has been told."
PUBLISHED = (
    "Every draw followed from this secret, sealed before anybody sat down, and from the players' words: {secret}. "
    "Check it yourself: the page of this game has its transcript at /g/{game}/check."
)
CUT = "The rules were mended while a turn was open; {count:n} step{count:s} of it will be asked again."
MOST_NAMES = 20  # by which the same question is known: a button that is pressed is seldom older

Counts = dict[str, dict[str, int]]  # by whose they are


class Nothing(Exception):
    """There is nothing to change."""


class Command(Struct, frozen=True):
    """Who sends an input, from where, and under which key: the same key again gets the same answer."""

    key: str = ""
    by: str = ""  # a person
    place: str = ""
    admin: bool = False  # the platform says that they look after this place
    operator: bool = False  # it comes from the machine itself

    @property
    def mark(self) -> str:
        """Under which name the answer is remembered: nobody is ever given the answer to somebody else's input."""
        return hashlib.sha256(f"{self.by} {self.key}".encode()).hexdigest()[:32] if self.key else ""


def must_host(command: Command, session: Session) -> None:
    """Only the game's creator and those who look after a place where it is shown are its host."""
    admin = command.admin and command.place in session.places
    if not (admin or command.operator or (command.by and command.by == session.by)):
        raise Illegal("Only whoever opened this game, or an admin where it is shown, can do that.")


def seated(session: Session, person: str) -> Player:
    """The seat of this person, who is still in the game."""
    found = session.at(person)
    if found is None:
        raise Illegal(NO_SEAT)
    if found.out:
        raise Illegal(OUT)
    return found


def present(session: Session, person: str) -> Player:
    """The seat of this person, for whom no computer answers."""
    found = seated(session, person)
    if found.bot:
        raise Illegal(STOOD_IN)
    return found


class Move:
    """A game with one input being applied to it. `had` is what is known of how often people have done things."""

    def __init__(self, house: House, command: Command, saved: Saved, had: Counts | None = None) -> None:
        self.house, self.command = house, command
        self.session, self._version, self.outages, self.beat = saved
        self._had = had or {}
        self.wakes = not (self._version or self.beat)  # a sign of life, where none is known
        self.now = house.now()
        self.entry = Entry(self.now, "")
        self.told: list[Told] = []
        self.drawn: list[Drawn] = []
        self.sealed: list[Sealed] = []
        self.board = True  # does this input change what everybody sees?
        self.again = False  # is everything that is asked to be shown once more?
        self.reminds: list[tuple[str, str]] = []  # who is to be reminded, and in which place
        self._ended = False
        self._links = self.session.links() if self._version else set()
        self._places = list(self.session.places)
        self._rooms, self._ticks = self.session.everywhere(), bool(due(house, self.session))
        self._names = self.session.names()  # of those, too, who leave with this input
        self._game: Game[Any] | None = None

    # -- for use-cases

    def resettle(self) -> None:
        """Clocks have been taken away: look at what is asked even though the game does not move."""
        _ = self.game

    @property
    def rules(self) -> Ruleset[Any]:
        """The ruleset of this game."""
        return ruleset(self.session.ruleset)

    @property
    def game(self) -> Game[Any]:
        """The game itself, loaded when it is first needed."""
        if self._game is None:
            if self.session.stage != RUNNING:
                raise Illegal(NOT_RUNNING)
            self._game, cut = loaded(self.rules, self.session)
            if cut:
                self.entry.cut = cut
                self.say(CUT, count=cut)
        return self._game

    @game.setter
    def game(self, game: Game[Any]) -> None:
        self._game = game

    def at_seat(self, seat: str) -> Player:
        """Whoever is in this seat, and in the game."""
        found = self.session.seat(seat)
        if found is None:
            raise Illegal("There is no such seat.")
        if found.out:
            raise Illegal("{who} is out of this game.", who=seat)
        return found

    @property
    def player(self) -> Player:
        """The seat of whoever sent this."""
        return seated(self.session, self.command.by)

    def must_host(self) -> None:
        """Only the host may do this."""
        must_host(self.command, self.session)

    def log(self, kind: str, by: str, key: str = "", value: object = None) -> None:
        """What this input was, for the game's log."""
        self.entry.kind, self.entry.by, self.entry.key, self.entry.value = kind, by, key, value

    def say(self, text: str, /, **facts: Any) -> None:
        """The host says something to everybody."""
        self.told.append(Told(text, facts, PUBLIC))

    def whisper(self, seat: str, text: str, /, **facts: Any) -> None:
        """The host says something to one player."""
        self.told.append(Told(text, facts, seat))

    def hear(self) -> None:
        """Collect what the game said and drew in answer to the last input."""
        self.told += self.game.told
        self.drawn += self.game.drawn
        self.sealed += self.game.sealed

    # -- saving

    def ready(self) -> Commit:
        """Everything that this input changes, for one transaction."""
        session = self.session
        asks = self._settled(self._game) if self._game is not None else []
        done = statistics.done(self.rules, session, self.told)
        near = statistics.near(self.rules, session, done.counts, self._had)
        self.told += statistics.news(near)
        session.story = public_transcript.fingerprint(public_transcript.lines(self.told), session.story)
        if self._ended:
            self.say(public_transcript.PRINT, print=session.story)
        self.entry.told, self.entry.drawn, self.entry.sealed = self.told, self.drawn, self.sealed
        self.entry.n = session.entries
        session.entries += 1
        session.stamp = max(int(self.now * 1000), session.stamp + 1)
        names = self._names | session.names()
        news = posting.News(self.told, asks, self.reminds, names, self.board)
        posts, session.stamp = posting.posts(session, news)
        seat, links = session.at(self.command.by), session.links()
        lines = [told for told in self.told if seat and told.to == seat.seat]
        return Commit(
            session,
            self._version,
            due(self.house, session),
            self.now,
            self.entry,
            posts,
            links - self._links,
            self._links - links,
            done.counts | statistics.added(session, self._places) | card_packs.counted(self.rules, session, self.told),
            statistics.bounds(near),
            done.best,
            self.command.mark,
            wakes=self.wakes,
            left=self._left(),
            reply=Reply(ok=True, lines=lines, game=session.id, names=names),
        )

    def _left(self) -> list[str]:
        """Places where no look of this game's clock will find any more what was left unsaid."""
        if self._ticks and not due(self.house, self.session):
            return self._rooms
        return [place for place in self._rooms if place not in self.session.everywhere()]

    def _settled(self, game: Game[Any]) -> list[Question]:
        """Keep the game as it stands; wind the clocks of what is newly asked, and say what that is."""
        session = self.session
        self.entry.taken = game.taken
        session.record = msgspec.Raw(game.save().to_json())
        if session.stage == RUNNING and game.over:
            self.end()
        if session.stage == OVER:
            return []
        questions, old = game.pending(), session.clocks
        same = {q.id: old[q.id] for q in questions if q.id in old and old[q.id].who == q.who}
        repeated_inputs.noted(session, self.entry, game, {key: clock for key, clock in old.items() if key not in same})
        known = {q.id: same.get(q.id) or self._kept(q, same) for q in questions}
        session.clocks = {q.id: known[q.id] or self._clock(q) for q in questions}
        new = [q for q in questions if self.again or known[q.id] is None or (q.id not in same and self._mine(q))]
        return [question for question in new if not self._has_bot(question.who)]

    def _kept(self, question: Question, same: Mapping[str, Clock]) -> Clock | None:
        """The clock of the same question under another id: when somebody else's input makes the rules ask anew, or
        their own leads back to it.
        """
        if self._mine(question):
            return repeated_inputs.led_back(self.session, self.entry, marked(question), self.now)
        for key, clock in self.session.clocks.items():
            if key not in same and clock.mark == marked(question) and clock.who != self.entry.by:
                return msgspec.structs.replace(clock, was=[*clock.was[-MOST_NAMES:], key])
        repeated_inputs.asked_anew(self.session, question.who, question.table)
        return None

    def _mine(self, question: Question) -> bool:
        """Is it asked of whoever sent this?"""
        return question.who == self.entry.by and not self._has_bot(question.who)

    def _has_bot(self, seat: str) -> bool:
        player = self.session.seat(seat)
        return player is not None and player.bot

    def end(self) -> None:
        """The game is over, and what chance did can be checked."""
        self.session.stage, self.session.clocks, self.session.past = OVER, {}, {}
        self._ended = True
        self.say(PUBLISHED, secret=self.session.secret, game=self.session.id)

    def _clock(self, question: Question) -> Clock:
        player = self.session.seat(question.who) or Player(question.who)
        if player.bot:
            pause = self.house.config.bot_pause
            return Clock(question.who, self.now, pause, self.now + pause, question.secret, mark=marked(question))
        seconds = clocks.allowed(question.patience, self.session.pace)
        clock = clocks.start(question.who, seconds, self.now, player.habits, secret=question.secret)
        clock.mark = marked(question)
        return clock


def marked(question: Question) -> int:
    """What is asked, of whom and where, in short."""
    return mark(Told(question.text, question.facts, question.who, f"{question.table} {question.key}"))


def act(
    house: House,
    command: Command,
    game_id: str,
    change: Callable[[Move], None],
    read: Callable[[str], Saved | None] | None = None,
) -> Reply:
    """Load, apply, save; again when somebody else was faster. What may not be done is answered with a sentence."""
    had: Counts = {}
    for _ in range(house.config.retries):
        saved = (read or house.store.game)(game_id)
        if saved is None:
            return refused(house, command, Illegal(NO_GAME))
        if saved.session.moved:
            return refused(house, command, Illegal(MOVED, where=saved.session.moved), saved.session)
        try:
            return attempt(Move(house, command, saved, had), change)
        except Conflict as other:
            had |= other.counts
            log.info("conflict", extra={"game": game_id})
    return Reply(ok=False, lines=[Told(BUSY, {})], game=game_id)


def attempt(move: Move, change: Callable[[Move], None]) -> Reply:
    """Apply and save once; raises Conflict, and Nothing when there is nothing to save."""
    game_id = move.session.id
    try:
        change(move)
        commit = move.ready()
    except Illegal as no:
        return refused(move.house, move.command, no, move.session)
    except (Nothing, Overloaded):
        raise
    except Exception as error:  # noqa: BLE001 # a fault in some rules must not stop the host
        # Only where it broke: the message and the values could hold what is secret.
        where = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{type(error).__name__} at {where.filename}:{where.lineno}"
        log.error("the rules broke down (%s); the game stays as it was", at, extra={"game": game_id})  # noqa: TRY400 # see above
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id)
    try:
        move.house.store.commit(commit)
    except Seen as seen:
        return msgspec.structs.replace(seen.reply, names=move.session.names())
    except Closed as closed:
        return refused(move.house, move.command, Illegal(MOVED, where=str(closed)))
    except TooLarge as error:
        log.error("this cannot be kept, so the game stays as it was: %s", error, extra={"game": game_id})  # noqa: TRY400 # the cause says it all
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id)
    log.info("saved", extra={"game": game_id, "entry": move.entry.n, "kind": move.entry.kind})
    return commit.reply


def refused(house: House, command: Command, no: Illegal, session: Session | None = None) -> Reply:
    """Answer with the reason, or with what was answered when this very input came before."""
    names = session.names() if session else {}
    reply = Reply(ok=False, lines=[Told(no.text, no.facts)], game=session.id if session else "", names=names)
    if command.mark:
        try:
            house.store.refused(command.mark, reply, house.now())
        except Seen as seen:
            return msgspec.structs.replace(seen.reply, names=names)
    return reply


def loaded(rules: Ruleset[Any], session: Session) -> tuple[Game[Any], int]:
    """The game of a session; after a change of rules, how much of its tape was cut."""
    record = Record.from_json(session.record)
    try:
        return Game.load(rules, record), 0
    except Diverged:
        game, cut = Game.salvage(rules, record)
        log.warning("the rules no longer fit; %d steps are undone", cut, extra={"game": session.id})
        return game, cut


def due(house: House, session: Session) -> float:
    """When a session's clocks next need a look; 0 when nothing runs."""
    if session.stage == LOBBY and not session.moved:
        return lobby_due(house, session)
    if session.stage != RUNNING or session.paused or session.moved:
        return 0.0
    moments = []
    for clock in session.clocks.values():
        player = session.seat(clock.who) or Player(clock.who)
        reminds = player.habits.reminders and not player.bot
        moments.append(clocks.next_moment(clock, player.habits, reminds=reminds))
    return max(session.held, min(moments)) if moments else 0.0


def lobby_due(house: House, session: Session) -> float:
    """A lobby is warned, and closes after it has had the time to act on the warning."""
    config = house.config
    if not session.warned:
        return session.made + config.lobby_warning
    return session.warned + config.lobby_end - config.lobby_warning
