"""One input being applied to a game: what it changes, and all that is saved of it in one transaction.

Every use-case is a function that changes a `Transaction`; `committing.act` loads it, applies that, and saves.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import LOG, PUBLIC, Drawn, Game, Illegal, Question, Ruleset, Sealed, Told, build_told
from engine.kernel.event import Event
from engine.rulesets import ruleset
from host.core import events, host_voice, posting, public_transcript, seat_takeovers, statistics
from host.core.caches import load_engine_game
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.deadlines import question_clocks
from host.core.deadlines.question_clocks import compute_session_due
from host.core.extras import list_added_targets
from host.core.rights import check_host_rights, require_seated_player
from host.core.session import OVER, RUNNING, Command, InputOutcome, LogEntry, Reply, SeatedPlayer, SeatWish
from host.core.store.commit import Commit
from host.core.store.store import SavedGame

SUMMED = ("cycle", "crown")  # the kinds of beats that end a cycle or the game
NOT_RUNNING = "The game has not begun yet, or it is over."
Counts = dict[str, dict[str, int]]  # by whose they are


class NothingToChange(Exception):
    """There is nothing to change, so nothing is saved."""


class Transaction:
    """A game with one input being applied to it. `had` is what is known of people's counts."""

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
        self._links = self.session.list_index_links() if self._version else set()
        self._around = statistics.build_seats_and_places(self.session)
        self._names = self.session.map_names_by_seat()  # of those, too, who leave with this input
        self._clocks = dict(self.session.clocks)  # of what was asked before this input
        self._game: Game[Any] | None = None

    # -- for use-cases

    def reload_questions(self) -> None:
        """Load the game in order to save it again, so that its questions get new clocks although no move was made."""
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
            self._game, cut = load_engine_game(self.rules, self.session, self.host.kept)
            self.drawn += self._game.mended
            if cut:
                self.entry.cut = cut
                self.say(events.StepsUndone(cut))
        return self._game

    @game.setter
    def game(self, game: Game[Any]) -> None:
        self._game = game

    def require_player_in(self, seat: str) -> SeatedPlayer:
        """Return the player in this seat; raise Illegal if there is none or they are out of the game."""
        found = self.session.find_player_in(seat)
        if found is None:
            raise Illegal("There is no such player in this game.", code="no_seat")
        if found.out:
            raise Illegal("{who} is out of this game.", code="out_of_game", who=seat)
        return found

    @property
    def player(self) -> SeatedPlayer:
        """The player who sent this input; raise Illegal if they have no seat."""
        return require_seated_player(self.session, self.command.by)

    def check_host_rights(self) -> None:
        """Raise Illegal if the sender does not have the host's rights in this game."""
        check_host_rights(self.command, self.session)

    def log(self, kind: str, by: str, key: str = "", value: object = None) -> None:
        """Set the entry of the game's log for this input: its kind, sender, idempotency key and value."""
        self.entry.kind, self.entry.by, self.entry.key, self.entry.value = kind, by, key, value

    def say(self, what: Event | str, /, **facts: Any) -> None:
        """Announce something to everybody in the game in the host's name."""
        self.told.append(build_told(what, facts, PUBLIC))

    def whisper(self, seat: str, what: Event) -> None:
        """Tell one player something in private in the host's name."""
        self.told.append(build_told(what, {}, seat))

    def promise_seat(self, player: SeatedPlayer, wish: SeatWish) -> None:
        """Promise a computer's seat to a person, and announce it if they have to wait for it."""
        for event in seat_takeovers.promise_seat(self.session, self.game, player, wish):
            self.say(event)

    def collect_announcements(self) -> None:
        """Collect what the game has announced and drawn by chance since the last input, so that it
        is saved and sent.
        """
        self.told += self.game.told
        self.drawn += self.game.drawn
        self.sealed += self.game.sealed
        self.entry.ended |= self.game.ended

    # -- saving

    def keep_or_close_game(self) -> None:
        """Cache the loaded game for the next input, or close it; called after saving."""
        if self._game is None:
            return
        if self.host.kept and self.session.stage == RUNNING and not self.entry.cut:
            self.host.kept.put_back(self.session, self._game)
        else:
            self._game.close()

    def build_commit(self) -> Commit:
        """Return everything that this input changes, to be saved in one transaction."""
        session = self.session
        asks = self._settle_game(self._game) if self._game is not None else []
        done = statistics.compute_added_counts(self.rules, session, self._around, self.told, self.host.store.load_log)
        had = statistics.load_counts_beforehand(self.host, self.rules, done.counts, self._had)
        near = statistics.list_near_achievements(self.rules, session, self._around, done.counts, had)
        self.told += statistics.build_medal_lines(near, statistics.build_seats_and_places(session))
        session.story = public_transcript.compute_fingerprint(
            public_transcript.iter_fingerprint_lines(session, self.told), session.story
        )
        if self._ended:
            self.say(events.FingerprintShown(session.story))
        self.entry.told, self.entry.drawn, self.entry.sealed = self.told, self.drawn, self.sealed
        self.entry.voice = host_voice.choose_voice_lines(self.rules, session, self.told)
        self.entry.n = session.entries
        session.entries += 1
        session.stamp = max(int(self.now * 1000), session.stamp + 1)
        names = self._names | session.map_names_by_seat()
        news = self._build_news(asks, names)
        posts, session.stamp = posting.build_posts(session, news, self.host.config.rung)
        for post in posts:
            post.formerly = self.formerly.get(post.chat, "")
        links = session.list_index_links()
        return Commit(
            session,
            self._version,
            compute_session_due(self.host, session),
            self.now,
            entry=self.entry,
            posts=posts,
            joined=links - self._links,
            removed_links=self._links - links,
            counts=done.counts | card_packs.compute_card_counts(self.rules, session, self.told),
            bounds=statistics.group_count_bounds(near),
            best=done.best,
            key=self.command.idempotency_key,
            wakes=self.wakes,
            entry_at=self._entry_at,
            reply=self._build_reply(news.told, names),
        )

    def _build_reply(self, lines: list[Told], names: dict[str, str]) -> Reply:
        """Return the reply to the sender: what they alone were told, and the new state if this process has it."""
        session, player = self.session, self.session.find_player_of(self.command.by)
        own = player.seat if player else LOG
        told = [line for line in lines if line.to in (PUBLIC, own)]
        outcome = InputOutcome(session, self._version + 1, told)
        private = [line for line in self.told if player and line.to == own]
        return Reply(ok=True, lines=private, game=session.id, names=names, outcome=outcome)

    def _build_news(self, asks: list[Question], names: dict[str, str]) -> posting.News:
        """Return what this input has announced and asked, to build posts from."""
        lines = host_voice.apply_voice_lines(self.rules, self.told, self.entry.voice)
        called = self.host.config.called
        by = self.entry.by if self.entry.kind in question_clocks.THEIRS else ""
        return posting.News(lines, asks, self.reminds, names, self.board, called, self._list_closed_questions(), by)

    def _list_closed_questions(self) -> dict[str, list[str]]:
        """Return the ids, old and new, of the questions that this input has closed, by the seat that was asked."""
        now = self.session.clocks
        still = {*now, *(name for clock in now.values() for name in clock.was)}
        closed: dict[str, list[str]] = {}
        for name, clock in self._clocks.items():
            if name not in still or (name in now and now[name].who != clock.who):
                closed.setdefault(clock.who, []).extend([name, *clock.was])
        return closed

    def _settle_game(self, game: Game[Any]) -> list[Question]:
        """Record the game's state in the session and give its questions clocks; return the questions newly put to
        people.
        """
        session = self.session
        for event in seat_takeovers.seat_waiting_people(session, game):
            self.say(event)
        self.entry.taken = game.taken
        session.recap = host_voice.compute_recap_time(session, self.now) if game.taken else session.recap
        session.record = msgspec.Raw(game.save().to_json())
        session.broken = False
        self._tell_summary_at_ends()
        if session.stage == RUNNING and game.over:
            self.end()
        if session.stage == OVER:
            return []
        for tell in list_added_targets(self.host.config.without, lambda extra: extra.on_moved):
            tell(self)
        new = question_clocks.assign_question_clocks(self.host, session, self.entry, game, self.now)
        return [
            question
            for question in (game.list_questions() if self.again else new)
            if not self._is_bot_seat(question.who)
        ]

    def _tell_summary_at_ends(self) -> None:
        """Let extras tell how things stand where a cycle or the game has ended: behind the line that says so, and those
        that go on with it.
        """
        ends = [n for n, told in enumerate(self.told) if is_public_end(told)]
        if ends:
            at = next((n for n in range(ends[-1] + 1, len(self.told)) if not self.told[n].of), len(self.told))
            behind = self.told[at:]
            del self.told[at:]
            self.tell_summary()
            self.told += behind

    def tell_summary(self) -> None:
        """Let extras tell how things stand, beside a recap or the end of a cycle or of the game."""
        for tell in list_added_targets(self.host.config.without, lambda extra: extra.on_summary):
            tell(self)

    def _is_bot_seat(self, seat: str) -> bool:
        player = self.session.find_player_in(seat)
        return player is not None and player.bot

    def end(self) -> None:
        """End the game and publish its secret, so that everybody can check its randomness."""
        self.session.stage, self.session.clocks, self.session.past = OVER, {}, {}
        self._ended = True
        self.say(events.SecretOpened(self.session.secret, self.session.id))


def is_public_end(told: Told) -> bool:
    """Return whether an announcement tells everybody that a cycle or the game is over."""
    beat = told.kind.beat if told.kind and told.to == PUBLIC else None
    return beat is not None and beat.kind in SUMMED
