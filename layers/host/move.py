"""One input on its way: load, apply, one commit. Every use-case is a function that changes a `Move`."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import LOG, PUBLIC, Diverged, Drawn, Game, Illegal, Question, Record, Ruleset, Runaway, Told
from engine.rulesets import ruleset
from host import clocks, statistics
from host.house import House
from host.session import LOBBY, OVER, RUNNING, Entry, Player, Post, Reply, Session
from host.store.store import Commit, Conflict, Saved, Seen

log = logging.getLogger(__name__)
NO_GAME = "There is no such game; it may have been closed."
NOT_RUNNING = "The game has not begun, or is over."
BUSY = "The table is very busy just now. Please try again."
BROKEN = "Something is wrong at our end; nothing has changed, and the host has been told."
PUBLISHED = "Every draw followed from this secret, sealed before anybody sat down: {secret}. Check it if you like."
CUT = "The rules were mended while a turn was open; {count:n} step{count:s} of it will be asked again."
CHUNK = 3000  # characters in one post, so that a message of 4096 holds it with names and markup


class Command(Struct, frozen=True):
    """Who sends an input, from where, and under which key: the same key again gets the same answer."""

    key: str = ""
    by: str = ""  # a person
    place: str = ""
    admin: bool = False  # the platform says that they look after this place


class Move:
    """A game with one input being applied to it."""

    def __init__(self, house: House, command: Command, saved: Saved) -> None:
        self.house, self.command = house, command
        self.session, self._version = saved
        self.now = house.now()
        self.entry = Entry(self.now, "")
        self.told: list[Told] = []
        self.drawn: list[Drawn] = []
        self.board = True  # does this input change what everybody sees?
        self.posts: list[Post] = []
        self._links = self.session.links() if self._version else set()
        self._game: Game[Any] | None = None

    # -- for use-cases

    @property
    def rules(self) -> Ruleset[Any]:
        """The ruleset of this game."""
        return ruleset(self.session.ruleset)

    @property
    def game(self) -> Game[Any]:
        """The game itself, loaded when it is first needed."""
        if self._game is None:
            if self.session.stage not in (RUNNING, OVER):
                raise Illegal(NOT_RUNNING)
            self._game, cut = loaded(self.rules, self.session)
            if cut:
                self.say(CUT, count=cut)
        return self._game

    @game.setter
    def game(self, game: Game[Any]) -> None:
        self._game = game

    @property
    def player(self) -> Player:
        """The seat of whoever sent this."""
        found = self.session.at(self.command.by)
        if found is None:
            raise Illegal("You have no seat in this game.")
        return found

    def must_host(self) -> None:
        """Only the game's creator and those who look after the place may do this."""
        if not (self.command.admin or (self.command.by and self.command.by == self.session.by)):
            raise Illegal("Only whoever opened this game, or an admin here, can do that.")

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

    # -- saving

    def commit(self) -> Reply:
        """Save it all in one transaction, and answer."""
        session = self.session
        asks = self._settled() if session.stage == RUNNING else []
        self.entry.told, self.entry.drawn, self.entry.n = self.told, self.drawn, session.entries
        session.entries += 1
        session.touched = self.now
        session.stamp = max(int(self.now * 1000), session.stamp + 1)
        seat = session.at(self.command.by)
        reply = Reply(True, self._for(seat.seat if seat else PUBLIC), session.id, session.names())
        links = session.links()
        commit = Commit(
            session,
            self._version,
            due(self.house, session),
            self.now,
            self.entry,
            self.posts + self._posts(asks),
            links - self._links,
            self._links - links,
            statistics.counted(self.rules, session, self.told),
            self.command.key,
            reply,
        )
        self.house.store.commit(commit)
        log.info("saved", extra={"game": session.id, "entry": self.entry.n, "kind": self.entry.kind})
        return reply

    def _settled(self) -> list[Question]:
        """Keep the game as it stands; wind the clocks of what is newly asked, and say what that is."""
        session = self.session
        if self._game is None:
            return []
        session.record = msgspec.Raw(self._game.save().to_json())
        if self._game.over:
            session.stage, session.clocks = OVER, {}
            self.say(PUBLISHED, secret=session.secret)
            return []
        questions = self._game.pending()
        old = session.clocks
        session.clocks = {q.id: old.get(q.id) or self._clock(q) for q in questions}
        return [question for question in questions if question.id not in old]

    def _clock(self, question: Question) -> clocks.Clock:
        player = self.session.seat(question.who) or Player(question.who)
        if player.bot:
            pause = self.house.config.bot_pause
            return clocks.Clock(question.who, self.now, pause, self.now + pause)
        seconds = clocks.allowed(question.patience, self.session.pace)
        return clocks.start(question.who, seconds, self.now, player.habits)

    def _for(self, seat: str) -> list[Told]:
        return [told for told in self.told if told.to == seat and seat != LOG]

    def _posts(self, asks: list[Question]) -> list[Post]:
        """What goes where: public words to every place of the game, private ones to each player's own."""
        public = [question.id for question in asks if not question.secret]
        posts = [self._post(place, self._for(PUBLIC), public) for place in self.session.places]
        for player in self.session.players:
            if player.place and not player.bot:
                own = [question.id for question in asks if question.secret and question.who == player.seat]
                posts.append(self._post(player.place, self._for(player.seat), own, private=True))
        whole = [post for post in posts if post.lines or post.asks or post.board]
        return [part for post in whole for part in self._chunks(post)]

    def _post(self, place: str, lines: list[Told], asks: list[str], *, private: bool = False) -> Post:
        session, here = self.session, self.session.style
        if private:
            here = next(player.habits.style for player in session.players if player.place == place)
        board = self.board and not private
        return Post(place, session.id, session.stamp, lines, asks, board, names=session.names(), style=here)

    def _chunks(self, post: Post) -> list[Post]:
        """Long news in several posts, each with a stamp of its own; questions and board come last."""
        parts: list[list[Told]] = [[]]
        size = 0
        for told in post.lines:
            length = len(told.text) + sum(len(str(fact)) for fact in told.facts.values())
            if size + length > CHUNK and parts[-1]:
                parts, size = [*parts, []], 0
            parts[-1].append(told)
            size += length
        first, self.session.stamp = post.stamp, max(self.session.stamp, post.stamp + len(parts) - 1)
        replace = msgspec.structs.replace
        early = [replace(post, stamp=first + i, lines=part, asks=[], board=False) for i, part in enumerate(parts[:-1])]
        return [*early, replace(post, stamp=first + len(early), lines=parts[-1])]


def act(house: House, command: Command, game_id: str, change: Callable[[Move], None]) -> Reply:
    """Load, apply, save; again when somebody else was faster. What may not be done is answered with a sentence."""
    for _ in range(house.config.retries):
        saved = house.store.game(game_id) if isinstance(game_id, str) else None
        if saved is None:
            return refused(house, command, Illegal(NO_GAME))
        try:
            return attempt(Move(house, command, saved), change)
        except Conflict:
            log.info("conflict", extra={"game": game_id})
    return Reply(False, [Told(BUSY, {})], game_id)


def attempt(move: Move, change: Callable[[Move], None]) -> Reply:
    """Apply and save once; raises Conflict."""
    try:
        change(move)
        return move.commit()
    except Illegal as no:
        return refused(move.house, move.command, no, move.session)
    except Seen as seen:
        return seen.reply
    except (Runaway, Diverged):
        log.exception("the rules broke down; the game stays as it was", extra={"game": move.session.id})
        return Reply(False, [Told(BROKEN, {})], move.session.id)


def refused(house: House, command: Command, no: Illegal, session: Session | None = None) -> Reply:
    """Answer with the reason, or with what was answered when this very input came before."""
    names = session.names() if session else {}
    reply = Reply(False, [Told(no.text, no.facts)], session.id if session else "", names)
    if command.key:
        try:
            house.store.refused(command.key, reply, house.now())
        except Seen as seen:
            return seen.reply
    return reply


def loaded(rules: Ruleset[Any], session: Session) -> tuple[Game[Any], int]:
    """The game of a session; after a change of rules, how much of its tape was cut."""
    record = Record.from_json(session.record)
    try:
        return Game.load(rules, record), 0
    except Diverged as error:
        game, cut = Game.salvage(rules, record)
        log.warning("the rules no longer fit: %s", error, extra={"game": session.id, "cut": cut})
        return game, cut


def due(house: House, session: Session) -> float:
    """When a session's clocks next need a look; 0 when nothing runs."""
    if session.stage == LOBBY:
        config = house.config
        return session.made + (config.lobby_end if session.warned else config.lobby_warning)
    if session.stage != RUNNING or session.paused:
        return 0.0
    moments = []
    for clock in session.clocks.values():
        player = session.seat(clock.who) or Player(clock.who)
        moments.append(clocks.next_moment(clock, player.habits, reminds=not player.bot and player.habits.reminders))
    return min(moments, default=0.0)
