"""One input being applied to a game: what it changes, all that is saved of it in one transaction, and the attempts.

Every use-case is a function that changes a `Transaction`; `run_transaction` loads it, applies that, and saves.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import msgspec

from engine.kernel import LOG, PUBLIC, Drawn, Game, Illegal, Question, Ruleset, Sealed, Told, build_told
from engine.kernel.event import Event
from engine.rulesets import ruleset
from host.core import events, host_voice, posting, statistics
from host.core.cards import dealt_cards
from host.core.context import HostContext, load_engine_game
from host.core.deadlines import clocks
from host.core.deadlines.clocks import compute_session_due
from host.core.error_lines import format_error_location
from host.core.extras import list_added_targets
from host.core.session import (
    OVER,
    RUNNING,
    Command,
    InputOutcome,
    LogEntry,
    Post,
    Reply,
    SeatedPlayer,
    SeatWish,
    Session,
    build_told_lines,
    check_host_rights,
    clean_display_name,
    make_name_distinct,
    require_seated_player,
)
from host.core.store.items import AlreadyAnswered, Closed, Commit, Conflict, Damaged, Overloaded, TooLarge
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
        self._places = {player.seat: player.place for player in self.session.players if player.place}
        self._game: Game[Any] | None = None

    # -- for use-cases

    def reload_questions(self) -> None:
        """Load the game although no move is made, so that it is saved again and its open questions get their time
        limits set anew: those whose clocks were deleted get new ones, all others keep theirs. Raise Illegal if the game
        is not running.
        """
        _ = self.game

    @property
    def rules(self) -> Ruleset[Any]:
        """The ruleset of this game; raise Illegal if there is none of its name."""
        return ruleset(self.session.ruleset)

    @property
    def game(self) -> Game[Any]:
        """The game itself, loaded when it is first needed; if the rules have changed, with steps undone, which is
        announced. Raise Illegal if it is not running.
        """
        if self._game is None:
            if self.session.stage != RUNNING:
                raise Illegal(NOT_RUNNING, code="not_running")
            self._game, cut = load_engine_game(self.rules, self.session, self.host.kept)
            self.drawn += self._game.mended
            if cut:
                self.entry.cut = cut
                host_voice.correct_voice_totals(self.rules, self.session, self._game)
                self.say(events.StepsUndone(cut))
        return self._game

    @game.setter
    def game(self, game: Game[Any]) -> None:
        """Set the game itself, in place of loading it: used when a game begins."""
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
        """The player who sent this input; raise Illegal if they have no seat or are out of the game."""
        return require_seated_player(self.session, self.command.by)

    def check_host_rights(self) -> None:
        """Raise Illegal if the sender does not have the host's rights in this game."""
        check_host_rights(self.command, self.session)

    def log(self, kind: str, by: str, key: str = "", value: object = None) -> None:
        """Set the entry of the game's log for this input, in place of what was set before: its kind, who made it (a
        seat, or LOG for the host), the key of what it is about (such as a question or play), and its value.
        """
        self.entry.kind, self.entry.by, self.entry.key, self.entry.value = kind, by, key, value

    def say(self, what: Event | str, /, **facts: Any) -> None:
        """Announce an event, or a text with these facts, in the host's name to everybody in the game."""
        self.told.append(build_told(what, facts, PUBLIC))

    def whisper(self, seat: str, what: Event) -> None:
        """Announce something in the host's name to one player only."""
        self.told.append(build_told(what, {}, seat))

    def promise_seat(self, player: SeatedPlayer, wish: SeatWish) -> None:
        """Promise a computer's seat to a person who wishes for it, and announce it if they have to wait."""
        for event in promise_seat(self.session, self.game, player, wish):
            self.say(event)

    def collect_announcements(self) -> None:
        """Add to this input what the game has announced, drawn by chance and sealed with its latest move, and which
        tables that has ended, so that it is saved and sent; call it once after each move, as it would be added twice.
        """
        self.told += self.game.told
        self.drawn += self.game.drawn
        self.sealed += self.game.sealed
        self.entry.ended |= self.game.ended

    # -- saving

    def keep_or_close_game(self) -> None:
        """Keep the loaded game in memory for the next input; close it if this host keeps none, the game is over, or
        steps were undone. Called after saving; nothing if no game was loaded.
        """
        if self._game is None:
            return
        if self.host.kept and self.session.stage == RUNNING and not self.entry.cut:
            self.host.kept.put_back(self.session, self._game)
        else:
            self._game.close()

    def finish_input(self) -> Commit:
        """Finish this input and return all that it changes (session, log entry, posts, counters, reply), to be saved
        together. Before that settle the game, count the players' deeds, announce medals and choose the host's words,
        all of which may change the session. Raise Illegal if that refuses the input after all.
        """
        session = self.session
        asks = self._settle_game(self._game) if self._game is not None else []
        done, had = statistics.compute_added_counts(self.host, self.rules, session, self._around, self.told, self._had)
        near = statistics.list_near_achievements(self.rules, session, self._around, done.counts, had)
        self.told += statistics.build_medal_lines(near, statistics.build_seats_and_places(session))
        session.story = posting.compute_fingerprint(posting.iter_fingerprint_lines(session, self.told), session.story)
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
        posts += self._build_farewell_posts(news)
        for post in posts:
            post.formerly = self.formerly.get(post.chat, "")
        links = session.list_index_links()
        cards = dealt_cards.compute_card_counts(self.rules, session, self.told) if self.rules.cards else {}
        return Commit(
            session,
            self._version,
            compute_session_due(self.host, session),
            self.now,
            entry=self.entry,
            posts=posts,
            joined=links - self._links,
            removed_links=self._links - links,
            counts=done.counts | cards,
            bounds=statistics.group_count_bounds(near),
            best=done.best,
            key=self.command.idempotency_key,
            wakes=self.wakes,
            entry_at=self._entry_at,
            reply=self._build_reply(news.told, names),
        )

    def _build_reply(self, lines: list[Told], names: dict[str, str]) -> Reply:
        """Return the reply to the sender of this input: what they alone were told, and the game as the input leaves it,
        so that it need not be loaded again to be shown.
        """
        session, player = self.session, self.session.find_player_of(self.command.by)
        own = player.seat if player else LOG
        told = [line for line in lines if line.to in (PUBLIC, own)]
        outcome = InputOutcome(session, self._version + 1, told)
        private = [line for line in self.told if player and line.to == own]
        return Reply(ok=True, lines=private, game=session.id, names=names, outcome=outcome)

    def _build_news(self, asks: list[Question], names: dict[str, str]) -> posting.News:
        """Return what this input has announced and asked, in the form from which the posts to each place are built."""
        lines = host_voice.apply_voice_lines(self.rules, self.told, self.entry.voice)
        called = self.host.config.called
        by = self.entry.by if self.entry.kind in clocks.THEIRS else ""
        return posting.News(lines, asks, self.reminds, names, self.board, called, self._list_closed_questions(), by)

    def _build_farewell_posts(self, news: posting.News) -> list[Post]:
        """Build a post for each private chat, on a platform that calls people in private, whose person has lost their
        seat with this input while they were asked something: it closes the questions, with the first line announced in
        their place. None if a place has got a new address with this input.
        """
        if self.formerly:  # it is the chat that was lost
            return []
        session, why, found = self.session, build_told_lines(news.told[:1]), list[Post]()
        for seat, place in self._places.items():
            player = session.find_player_in(seat)
            asked = [name for key, clock in self._clocks.items() if clock.who == seat for name in (key, *clock.was)]
            left = not (player and player.place) and place not in session.places
            if asked and left and posting.parse_platform(place) in news.called:
                post = Post(place, session.id, session.stamp, [*why], names=news.names, style=session.style)
                post.closes, post.came = asked, why
                found.append(post)
        return found

    def _list_closed_questions(self) -> dict[str, list[str]]:
        """Return, by the seat that was asked, the ids of the questions that this input has closed, with earlier ids of
        the same questions.
        """
        now = self.session.clocks
        still = {*now, *(name for clock in now.values() for name in clock.was)}
        closed: dict[str, list[str]] = {}
        for name, clock in self._clocks.items():
            if name not in still or (name in now and now[name].who != clock.who):
                closed.setdefault(clock.who, []).extend([name, *clock.was])
        return closed

    def _settle_game(self, game: Game[Any]) -> list[Question]:
        """Seat those who wait for seats, record the game's state in the session, plan the morning recap, announce how
        things stand if a cycle or the game has ended, end the game if it is over (then return no questions), and else
        let extras act and set the time limits of its questions; return those that this input has newly put to people
        (all open ones if `again` is set).
        """
        session = self.session
        for event in seat_waiting_people(session, game):
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
        new = clocks.assign_question_clocks(self.host, session, self.entry, game, self.now)
        return [
            question
            for question in (game.list_questions() if self.again else new)
            if not self._is_bot_seat(question.who)
        ]

    def _tell_summary_at_ends(self) -> None:
        """Let the host's extras (optional features) announce how things stand if a cycle of rounds or the game has just
        ended: directly behind the announcement of that end and what belongs to it.
        """
        ends = [n for n, told in enumerate(self.told) if is_public_end(told)]
        if ends:
            at = next((n for n in range(ends[-1] + 1, len(self.told)) if not self.told[n].of), len(self.told))
            behind = self.told[at:]
            del self.told[at:]
            self.tell_summary()
            self.told += behind

    def tell_summary(self) -> None:
        """Let the host's extras (optional features) announce to everybody how things stand, such as a ranking; called
        at a recap and when a cycle of rounds or the game ends.
        """
        for tell in list_added_targets(self.host.config.without, lambda extra: extra.on_summary):
            tell(self)

    def _is_bot_seat(self, seat: str) -> bool:
        """Return whether a computer plays in this seat now; False for an unknown seat."""
        player = self.session.find_player_in(seat)
        return player is not None and player.bot

    def end(self) -> None:
        """Mark the game as over, delete its clocks and publish its secret, so that all can check its randomness; the
        fingerprint of all that was announced follows when the input is saved.
        """
        self.session.stage, self.session.clocks, self.session.past = OVER, {}, {}
        self._ended = True
        self.say(events.SecretOpened(self.session.secret, self.session.id))


def assign_seat(session: Session, player: SeatedPlayer, wish: SeatWish) -> None:
    """Put the person who wishes for it into this player's seat, under a name unlike any other at the table. Delete the
    clocks of the seat's questions (the caller has new ones set), the votes about the seat and, if it was somebody
    else's, the votes cast from it; and what the person has asked for in this game, as they have a seat now.
    """
    _drop_wishes_of(session, wish.person)
    if wish.person != player.person:
        drop_votes_by(session, player.seat)
    others = [other.name for other in session.players if other is not player]
    number = player.seat.removeprefix("p")
    player.name = make_name_distinct(clean_display_name(wish.name), number, others, program=wish.program)
    player.person, player.place, player.habits, player.bot = wish.person, wish.place, wish.habits, False
    player.program = wish.program
    session.votes.pop(player.seat, None)
    for book in session.iter_clock_books():
        for key in [key for key, clock in book.items() if clock.who == player.seat]:
            del book[key]


def drop_votes_by(session: Session, seat: str) -> None:
    """Drop the votes that were cast from this seat, about players who are late and about newcomers."""
    for votes in [*session.votes.values(), *(wish.votes for wish in session.wishes.values())]:
        votes[:] = [voter for voter in votes if voter != seat]


def promise_seat(session: Session, game: Game[Any], player: SeatedPlayer, wish: SeatWish) -> list[Event]:
    """Promise a seat to a person, who gets it as soon as they would learn no secret of the player before, in place of
    any other that was promised to them or that they have asked for. Return the announcement that they have to wait, or
    an empty list if they need not.
    """
    _drop_wishes_of(session, wish.person)
    session.takeovers[player.seat] = wish
    if _is_free_of_secrets(session, game, player.seat):
        return []
    return [events.SeatPromised(wish.build_shown_name(session), player.seat)]


def _drop_wishes_of(session: Session, person: str) -> None:
    """Drop this person's wishes for a seat, also those that were granted and wait for one."""
    for book in (session.wishes, session.takeovers):
        for key in [key for key, wish in book.items() if wish.person == person]:
            del book[key]


def _is_free_of_secrets(session: Session, game: Game[Any], seat: str) -> bool:
    """Return whether a new owner of this seat would learn no secret of the game by taking it, as its rules say; True in
    any case while seats are open to all and no person has yet sat in the game.
    """
    if session.open_seats and not any(player.person or player.since for player in session.players):
        return True
    return game.ruleset.can_hand_over_seat(game, seat, resting=not game.save().tape)


def seat_waiting_people(session: Session, game: Game[Any]) -> list[Event]:
    """Give promised seats that hold no secrets any more to those who wait for them, and drop promises that no longer
    hold (the person has a seat by now; the seat is gone or has a player); return what to announce.
    """
    seated: list[Event] = []
    for seat, wish in list(session.takeovers.items()):
        player = session.find_player_in(seat)
        if player is None or player.out or not player.bot or session.has_active_seat(wish.person):
            session.takeovers.pop(seat, None)
        elif _is_free_of_secrets(session, game, seat):
            assign_seat(session, player, wish)
            player.since = session.entries
            seated.append(events.SeatTaken(seat))
    return seated


def is_public_end(told: Told) -> bool:
    """Return whether an announcement tells everybody that a cycle of rounds or the whole game is over."""
    beat = told.kind.beat if told.kind and told.to == PUBLIC else None
    return beat is not None and beat.kind in SUMMED


log = logging.getLogger(__name__)


NO_GAME, MOVED_AWAY, REMOVED_CODE, BUSY_CODE, BROKEN_CODE = (
    "no_game",
    "game_moved",
    "game_removed",
    "busy",
    "broken",
)  # codes


NO_SUCH_GAME = "I cannot find this game. Perhaps it has been closed."


GAME_MOVED_TEXT = "This game has moved to {where}."


GAME_REMOVED_TEXT = "The person who runs this host has removed this game."


TABLE_BUSY_TEXT = "I have too much to do at the moment. Please try again soon."


BROKEN = (
    "Something is wrong on our side. Nothing in the game has changed, and we know about it. Please try again later."
)


def run_transaction(
    host: HostContext,
    command: Command,
    game_id: str,
    change: Callable[[Transaction], None],
    read: Callable[[str], SavedGame | None] | None = None,
) -> Reply:
    """Load a game (by `read`, if given), apply a change and save it; start over if another input was saved meanwhile,
    up to a maximum. Return the reply, measured if a person sends the input; a refusal or failure becomes a reply with
    its reason. Only NothingToChange, raised by the change, and Overloaded go to the caller.
    """
    began = time.perf_counter()
    reply = _run_with_retries(host, command, game_id, change, read)
    if command.by:
        host.measures.add_input(time.perf_counter() - began, accepted=reply.ok)
    return reply


def _run_with_retries(
    host: HostContext,
    command: Command,
    game_id: str,
    change: Callable[[Transaction], None],
    read: Callable[[str], SavedGame | None] | None,
) -> Reply:
    """Load a game, apply the change and save it, and begin again while other inputs are saved in between, up to
    `retries` in the settings; return the reply, which is a refusal for a game that is gone, damaged, moved or (unless
    the operator sends this) removed, and says that the host is too busy if no attempt succeeded.
    """
    had: Counts = {}
    for _ in range(host.config.retries):
        try:
            saved = (read or host.store.load_game)(game_id)
        except Damaged as no:
            return Reply(ok=False, lines=[Told(no.text, no.facts)], game=game_id, code=no.code)
        if saved is None:
            return build_refusal(host, command, build_no_game_refusal())
        if saved.session.moved:
            return build_refusal(
                host, command, Illegal(GAME_MOVED_TEXT, code=MOVED_AWAY, where=saved.session.moved), saved.session
            )
        if saved.session.removed and not command.operator:
            return build_refusal(host, command, Illegal(GAME_REMOVED_TEXT, code=REMOVED_CODE), saved.session)
        try:
            return commit_once(Transaction(host, command, saved, had), change)
        except Conflict as other:
            had |= other.counts
            log.info("commit conflict", extra={"game": game_id})
    return build_busy_reply(game_id)


def build_no_game_refusal() -> Illegal:
    """Build, without raising it, the Illegal that refuses an input to a game that does not exist."""
    return Illegal(NO_SUCH_GAME, code=NO_GAME)


def check_not_removed(session: Session) -> None:
    """Raise Illegal if the operator has taken the game offline."""
    if session.removed:
        raise Illegal(GAME_REMOVED_TEXT, code=REMOVED_CODE)


def build_busy_reply(game_id: str) -> Reply:
    """Return the reply for an input that was retried too often because other inputs to the game were always faster."""
    return Reply(ok=False, lines=[Told(TABLE_BUSY_TEXT, {})], game=game_id, code=BUSY_CODE)


def commit_once(tx: Transaction, change: Callable[[Transaction], None]) -> Reply:
    """Apply the change to the loaded game, save it and return the reply; a refusal or a fault of the rules becomes a
    reply with its reason, and an input that came before gets its earlier reply. Raise Conflict if the game was saved
    meanwhile, NothingToChange if there is nothing to save, Overloaded if the store is too busy.
    """
    game_id = tx.session.id
    try:
        change(tx)
        commit = tx.finish_input()
    except Illegal as no:
        return build_refusal(tx.host, tx.command, no, tx.session)
    except (NothingToChange, Overloaded):
        raise
    except Exception as error:  # noqa: BLE001 # a fault in some rules must not stop the host
        where = format_error_location(error)
        log.error("rules failed, game unchanged error=%s", where, extra={"game": game_id})  # noqa: TRY400 # values could be secret
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id, code=BROKEN_CODE)
    try:
        tx.host.store.commit(commit)
        tx.keep_or_close_game()
    except AlreadyAnswered as seen:
        return msgspec.structs.replace(seen.reply, names=tx.session.map_names_by_seat())
    except Closed as closed:
        return build_refusal(tx.host, tx.command, Illegal(GAME_MOVED_TEXT, code=MOVED_AWAY, where=str(closed)))
    except TooLarge as error:
        log.error("commit refused, game unchanged error=%s", error, extra={"game": game_id})  # noqa: TRY400 # the cause says it all
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id, code=BROKEN_CODE)
    log.info("commit saved", extra={"game": game_id, "entry": tx.entry.n, "kind": tx.entry.kind})
    return commit.reply


def build_refusal(host: HostContext, command: Command, no: Illegal, session: Session | None = None) -> Reply:
    """Return a reply with the reason of a refusal, or the reply given earlier if this very input came before; store the
    reply if the input may be resent.
    """
    names = session.map_names_by_seat() if session else {}
    lines = [Told(no.text, no.facts)]
    if no.alone:  # the seat and not the person: the reply is kept, and persons can be forgotten
        player = session.find_player_of(command.by) if session else None
        lines.append(Told("{alone}", {"alone": no.alone}, player.seat if player else LOG))
    reply = Reply(ok=False, lines=lines, game=session.id if session else "", names=names, code=no.code)
    if command.idempotency_key and not command.resent:
        if before := host.store.find_answer(command.idempotency_key):
            return msgspec.structs.replace(before, names=names)
    elif command.idempotency_key:
        try:
            host.store.save_refusal(command.idempotency_key, reply, host.now())
        except AlreadyAnswered as seen:
            return msgspec.structs.replace(seen.reply, names=names)
    return reply
