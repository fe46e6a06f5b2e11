"""One input being applied to a game: what it changes, and all that is saved of it in one transaction.

Every use-case is a function that changes a `Transaction`; `committing.act` loads it, applies that, and saves.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import PUBLIC, Drawn, Game, Illegal, Question, Ruleset, Sealed, Told, as_told
from engine.kernel.event import Event
from engine.rulesets import ruleset
from host.core import events, posting, public_transcript, recap, seat_takeovers, speaking, statistics
from host.core.cards import card_packs
from host.core.commands import Command
from host.core.context import HostContext
from host.core.deadlines import question_clocks
from host.core.deadlines.question_clocks import due
from host.core.loading import loaded
from host.core.rights import must_host, seated
from host.core.session import OVER, RUNNING, LogEntry, Player, Reply
from host.core.store.commit import Commit
from host.core.store.store import SavedGame

NOT_RUNNING = "The game has not begun, or is over."
Counts = dict[str, dict[str, int]]  # by whose they are


class NothingToChange(Exception):
    """There is nothing to change."""


class Transaction:
    """A game with one input being applied to it. `had` is what is known of how often people have done things."""

    def __init__(self, host: HostContext, command: Command, saved: SavedGame, had: Counts | None = None) -> None:
        self.host, self.command = host, command
        self.session, self._version, self.outages, self.beat, *_ = saved
        self._entry_at = saved.entry_at
        self._had = had or {}
        self.wakes = not (self._version or self.beat)  # a sign of life, where none is known
        self.now = host.now()
        self.entry = LogEntry(self.now, "")
        self.told: list[Told] = []
        self.drawn: list[Drawn] = []
        self.sealed: list[Sealed] = []
        self.board = True  # does this input change what everybody sees?
        self.again = False  # is everything that is asked to be shown once more?
        self.reminds: list[tuple[str, str]] = []  # who is to be reminded, and in which place
        self.formerly: dict[str, str] = {}  # of places that have a new address with this input: the old one
        self._ended = False
        self._links = self.session.links() if self._version else set()
        self._around = statistics.around(self.session)
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
                raise Illegal(NOT_RUNNING, code="not_running")
            self._game, cut = loaded(self.rules, self.session, self.host.kept)
            self.drawn += self._game.mended
            if cut:
                self.entry.cut = cut
                self.say(events.StepsUndone(cut))
        return self._game

    @game.setter
    def game(self, game: Game[Any]) -> None:
        self._game = game

    def at_seat(self, seat: str) -> Player:
        """Whoever is in this seat, and in the game."""
        found = self.session.seat(seat)
        if found is None:
            raise Illegal("There is no such seat.", code="no_seat")
        if found.out:
            raise Illegal("{who} is out of this game.", code="out", who=seat)
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

    def say(self, what: Event | str, /, **facts: Any) -> None:
        """The host says something to everybody."""
        self.told.append(as_told(what, facts, PUBLIC))

    def whisper(self, seat: str, what: Event) -> None:
        """The host says something to one player."""
        self.told.append(as_told(what, {}, seat))

    def hear(self) -> None:
        """Collect what the game said and drew in answer to the last input."""
        self.told += self.game.told
        self.drawn += self.game.drawn
        self.sealed += self.game.sealed

    # -- saving

    def keeps(self) -> None:
        """Everything is saved: the game may stay in memory for the next input, or goes at once."""
        if self._game is None:
            return
        if self.host.kept and self.session.stage == RUNNING and not self.entry.cut:
            self.host.kept.bring(self.session, self._game)
        else:
            self._game.close()

    def ready(self) -> Commit:
        """Everything that this input changes, for one transaction."""
        session = self.session
        asks = self._settled(self._game) if self._game is not None else []
        done = statistics.added(self.rules, session, self._around, self.told, self.host.store.log)
        had = statistics.beforehand(self.host, self.rules, done.counts, self._had)
        near = statistics.near(self.rules, session, self._around, done.counts, had)
        self.told += statistics.news(near, statistics.around(session))
        session.story = public_transcript.fingerprint(public_transcript.lines(session, self.told), session.story)
        if self._ended:
            self.say(events.FingerprintShown(session.story))
        self.entry.told, self.entry.drawn, self.entry.sealed = self.told, self.drawn, self.sealed
        self.entry.voice = speaking.speak(self.rules, session, self.told)
        self.entry.n = session.entries
        session.entries += 1
        session.stamp = max(int(self.now * 1000), session.stamp + 1)
        names = self._names | session.names()
        posts, session.stamp = posting.posts(session, self._brought(asks, names), self.host.config.rung)
        for post in posts:
            post.formerly = self.formerly.get(post.chat, "")
        seat, links = session.at(self.command.by), session.links()
        lines = [told for told in self.told if seat and told.to == seat.seat]
        return Commit(
            session,
            self._version,
            due(self.host, session),
            self.now,
            entry=self.entry,
            posts=posts,
            joined=links - self._links,
            parted=self._links - links,
            counts=done.counts | card_packs.counted(self.rules, session, self.told),
            bounds=statistics.bounds(near),
            best=done.best,
            key=self.command.mark,
            wakes=self.wakes,
            entry_at=self._entry_at,
            reply=Reply(ok=True, lines=lines, game=session.id, names=names),
        )

    def _brought(self, asks: list[Question], names: dict[str, str]) -> posting.News:
        """What this input brought, for those who are told."""
        lines = speaking.lines(self.rules, self.told, self.entry.voice)
        return posting.News(lines, asks, self.reminds, names, self.board, self.host.config.called)

    def _settled(self, game: Game[Any]) -> list[Question]:
        """Keep the game as it stands; wind the clocks of what is newly asked, and say what that is."""
        session = self.session
        seat_takeovers.seated(self, game)
        self.entry.taken = game.taken
        session.recap = recap.wound(session, self.now) if game.taken else session.recap
        session.record = msgspec.Raw(game.save().to_json())
        session.broken = False
        if session.stage == RUNNING and game.over:
            self.end()
        if session.stage == OVER:
            return []
        new = question_clocks.wind(self.host, session, self.entry, game, self.now)
        return [question for question in (game.pending() if self.again else new) if not self._has_bot(question.who)]

    def _has_bot(self, seat: str) -> bool:
        player = self.session.seat(seat)
        return player is not None and player.bot

    def end(self) -> None:
        """The game is over, and what chance did can be checked."""
        self.session.stage, self.session.clocks, self.session.past = OVER, {}, {}
        self._ended = True
        self.say(events.SecretOpened(self.session.secret, self.session.id))
