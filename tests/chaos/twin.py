"""The calm twin of a game: the same inputs in the order in which they were saved, with nothing going wrong."""

import hashlib
import random
from collections.abc import Iterable

from engine.kernel import LOG, Question
from engine.kernel.record import AnswerEntry
from engine.rulesets import ruleset
from host.core import events, games, seats
from host.core.context import HOUR_SECONDS, Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, LogEntry, Session
from host.core.store import MemoryTable, Store
from tests.chaos.simulation import START

HOST = "host"
OF_TIME = {
    "held",
    "recap",
    "remind",
    "reminded",
    "outage",
    "set back",
    "moved",
    "place",
    "pause",
    "resume",
    "extend",
    "habits",
}

OF_THE_DAY = (
    events.OthersWaited,
    events.MedalEarned,
    events.OwnMedalEarned,
    events.OutageCredited,
    events.SilenceCredited,
    events.FingerprintShown,
)  # what the host adds depends on when it is


class Differs(AssertionError):
    """The twin has come to another end."""


class Twin:
    """One game again."""

    def __init__(self, session: Session) -> None:
        self.now = START
        tokens = {4: session.id, 32: session.secret}
        self.host = HostContext(Store(MemoryTable()), Config(), lambda: self.now, tokens.__getitem__, random.Random)
        self.like = session
        self.id = session.id

    def lived(self, log: Iterable[LogEntry]) -> str:
        """The hash of its record after all these inputs; Differs if anything was said or drawn differently."""
        for entry in log:
            if entry.kind not in OF_TIME:
                before = self._entries()
                self._do(entry)
                self._compare(entry, self.host.store.load_log(self.id, before))
        return state_hash(self._session())

    def _session(self) -> Session:
        saved = self.host.store.load_game(self.id)
        assert saved is not None
        return saved.session

    def _entries(self) -> int:
        saved = self.host.store.load_game(self.id)
        return saved.session.entries if saved else 0

    def _compare(self, entry: LogEntry, same: list[LogEntry]) -> None:
        if len(same) != 1 or _gist(same[0]) != _gist(entry):
            raise Differs(f"entry {entry.n} was\n{_gist(entry)}\nand of the twin\n{[_gist(each) for each in same]}")

    def _do(self, entry: LogEntry) -> None:
        host = Command(by=HOST)
        match entry.kind:
            case "create":
                games.open_lobby(self.host, host, self.like.ruleset, self.like.options, f"{self.like.pace:.0f}s")
            case "join" if entry.key == "bot":
                games.add_bot(self.host, host, self.id)
            case "join":
                games.sit_at_table(self.host, self._by(entry), self.id, Guest(entry.by, self._name(entry.by)))
            case "begin":
                games.start_game(self.host, host, self.id)
            case "answer":
                games.submit_answer(self.host, self._by(entry), self.id, self._asked(entry).id, entry.value)
            case "play":
                games.make_unasked_play(self.host, self._by(entry), self.id, entry.key, entry.value)
            case "warn" | "expire":
                self.now += 20 * HOUR_SECONDS
                ticking.run_due_steps(self.host, self.id)
            case "lapse" | "bot":
                self._time_is_up(entry)
            case _:
                self._seats(entry, host)

    def _seats(self, entry: LogEntry, host: Command) -> None:
        match entry.kind:
            case "leave":
                seats.leave_game(self.host, self._by(entry), self.id)
            case "kick":
                seats.kick_from_seat(self.host, host, self.id, entry.key)
            case "takeover":
                seats.request_stand_in(self.host, host, self.id, entry.key)
            case _:
                raise AssertionError(entry)

    def _by(self, entry: LogEntry) -> Command:
        return Command(by=HOST if entry.by == LOG else entry.by)

    def _name(self, seat: str) -> str:
        player = self.like.find_player_in(seat)
        return player.name if player else seat

    def _asked(self, entry: LogEntry) -> Question:
        game, _ = load_engine_game(ruleset(self.like.ruleset), self._session())
        tables = {taken.table for taken in entry.taken[:1] if isinstance(taken, AnswerEntry)}
        mine = [each for each in game.list_questions() if each.who == entry.by and each.key == entry.key]
        found = [each for each in mine if each.table in tables] or mine
        if not found:
            raise Differs(
                f"entry {entry.n} answers {entry.key} for {entry.by}, who is not asked that: {game.list_questions()}"
            )
        return found[0]

    def _time_is_up(self, entry: LogEntry) -> None:
        """Go to the moment at which the question's time is over, and back, so that later answers are in time."""
        question, now = self._asked(entry).id, self.now
        self.now = max(now, self._session().clocks[question].due)
        ticking.expire_question(self.host, self.id, question)
        self.now = now


def _gist(entry: LogEntry) -> object:
    told = [line for line in entry.told if line.kind not in OF_THE_DAY]
    return entry.kind, entry.by, entry.key, entry.value, told, entry.drawn, entry.taken


def state_hash(session: Session) -> str:
    """What must be equal in the end: the rules' whole record, and how the game ended."""
    return hashlib.sha256(bytes(session.record) + session.stage.encode()).hexdigest()
