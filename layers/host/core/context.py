"""What every use-case is given: store, clock, settings, randomness, metrics, caches, and an operator's tools."""

from __future__ import annotations

import logging
import math
import random
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec import field as struct_field

from engine.kernel import Diverged, Game, NewerFormat, Record, Ruleset
from engine.rulesets import RULESETS
from host.core.session import Session
from host.core.store.items import NewerGame
from host.core.store.rate_counters import RateLimit
from host.core.store.store import Store


class WebhookRequest(Struct, frozen=True):
    """An HTTP request to a door's path, with its body as it was sent, so that a signature can be checked."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = struct_field(default_factory=dict)  # names in small letters
    query: str = ""
    site: str = ""  # the address of the page, as it was asked for


class WebhookResponse(Struct, frozen=True):
    """The HTTP response of a door."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = struct_field(default_factory=dict)


Webhook = Callable[[WebhookRequest], WebhookResponse]


T = TypeVar("T")


DEFAULT_CACHE_SIZE = 1000  # things remembered for certain, those asked for last; as many older ones may still be there


MISSING_ENTRY = (0.0, None)


class Cache:
    """A thread-safe cache: values by key, each with the moment at which it expires. Recently used entries are
    `young`; when there are `most` of them they become the `old` generation and the previous old generation is
    evicted. So a hit among the young ones takes one look-up and moves nothing.
    """

    def __init__(self, most: int = DEFAULT_CACHE_SIZE) -> None:
        self._most, self._lock = most, threading.Lock()
        self._young: dict[Hashable, tuple[float, Any]] = {}
        self._old: dict[Hashable, tuple[float, Any]] = {}

    def get_or_compute(self, key: Hashable, now: float, until: float, work: Callable[[], T]) -> T:
        """Return the cached value of this key if it has not expired at the time `now`; else call `work` (several
        threads may do so at once) and cache its result until the time `until`.
        """
        good, found = self._young.get(key, MISSING_ENTRY)
        if good <= now:
            good, found = self._old.get(key, MISSING_ENTRY)
            if good <= now:
                good, found = until, work()
            self._store_entry(key, good, found)
        mine: T = found
        return mine

    def find(self, key: Hashable) -> Any:
        """Return the cached value of this key even if it has expired, or None."""
        return (self._young.get(key) or self._old.get(key, MISSING_ENTRY))[1]

    def store(self, key: Hashable, value: object) -> None:
        """Cache this value under this key; it does not expire, but is evicted when others need the room."""
        self._store_entry(key, math.inf, value)

    def _store_entry(self, key: Hashable, good: float, found: object) -> None:
        """Store an entry in the young generation of the cache; when that is full it becomes the old one, and what the
        old one held is evicted.
        """
        with self._lock:
            if len(self._young) >= self._most:
                self._old, self._young = self._young, {}
            self._young[key] = good, found

    def clear(self) -> None:
        """Delete all entries of the cache."""
        with self._lock:
            self._young, self._old = {}, {}


log = logging.getLogger(__name__)


class KeptGames:
    """Loaded games kept in memory between inputs, where one process plays them all. Each is kept with its record; it
    is used only if the saved record is still the same, byte for byte. Taking a game removes it until it is put
    back, so after an exception it is simply loaded again. Games that are only looked at are kept apart from those
    that inputs change.
    """

    def __init__(self, most: int = 400, *, played: bool = True) -> None:
        self.most, self._played = most, played
        self._games: OrderedDict[str, tuple[bytes, Game[Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, session: Session) -> Game[Any] | None:
        """Take the game of a session out of the cache and return it if its record is byte for byte that of `session`;
        else close the cached one and return None. None also if no game is cached. The caller puts it back after use.
        """
        with self._lock:
            record, game = self._games.pop(session.id, (b"", None))
        if game is None or record == bytes(session.record):
            return game
        game.close()
        return None

    def put_back(self, session: Session, game: Game[Any]) -> None:
        """Put a game whose record is as it was saved into the cache, and delete from the game its news of the last
        input; if the cache is full, close and evict the game unused for longest.
        """
        game.told, game.drawn, game.sealed, game.taken, game.mended = [], [], [], [], []
        if self._played:  # what all see of one that is only looked at stays as it is
            game.seen = None
        with self._lock:
            self._games[session.id] = bytes(session.record), game
            self._games.move_to_end(session.id)
            if len(self._games) > self.most:
                self._games.popitem(last=False)[1][1].close()


def load_engine_game(rules: Ruleset[Any], session: Session, kept: KeptGames | None = None) -> tuple[Game[Any], int]:
    """Return the game of a session, taken out of the cache `kept` or rebuilt from its record, and how many steps had to
    be undone because the rules changed since (usually 0). Raise Diverged if even that does not help, and NewerGame for
    one that a newer release has saved; the latter logs an ERROR, on which a new deployment is taken back.
    """
    if kept and (game := kept.take(session)):
        return game, 0
    try:
        return Game.load_stored(rules, session.record), 0
    except NewerFormat as error:
        log.error("game left alone, run the release that saved it error=%s", error, extra={"game": session.id})  # noqa: TRY400 # the cause says it all
        raise NewerGame from None
    except Diverged:
        game, cut = Game.salvage(rules, Record.from_json(session.record))
        log.warning("rules no longer fit the record, steps undone n=%d", cut, extra={"game": session.id})
        return game, cut


OPEN_GAMES_METRIC = "rtab_open_games"


LATE_GAMES_METRIC = "rtab_late_games"


WAITING_PLACES_METRIC = "rtab_waiting_places"


DEADLINE_AGE_METRIC = "rtab_deadline_age_seconds"


OUTBOX_AGE_METRIC = "rtab_outbox_age_seconds"


ERRORS_METRIC = "rtab_errors"


INPUT_METRIC = "rtab_input_seconds"


REFUSED_METRIC = "rtab_refused_requests"


DELIVERY_METRIC = "rtab_delivery_seconds"


SWEEP_METRICS = (OPEN_GAMES_METRIC, LATE_GAMES_METRIC, WAITING_PLACES_METRIC, DEADLINE_AGE_METRIC, OUTBOX_AGE_METRIC)


SECONDS_SUFFIX = "_seconds"


class OperatorFinding(NamedTuple):
    """What was looked at, and what to do about it; an empty cure means that all is well."""

    what: str
    cure: str = ""


class OperatorTools:
    """The tools of a host whose logs and backups are kept elsewhere, such as by AWS."""

    errors_elsewhere = "CloudWatch Logs has the errors of every function."
    backups_elsewhere = "AWS backs the table up: point-in-time recovery is on."

    def list_errors(self) -> Sequence[str]:
        """Return the latest errors of the host's log, newest first; none in this class, as the logs are kept
        elsewhere.
        """
        return ()

    def list_backups(self) -> Sequence[str]:
        """Return a line about each backup of the data, newest first; none in this class, as the backups are kept
        elsewhere.
        """
        return ()

    def list_findings(self, host: Any) -> Sequence[OperatorFinding]:
        """Return the problems that the `doctor` command finds in this host, each with what to do; in this class only
        the damaged items of the store. It may read all stored data.
        """
        return [
            OperatorFinding(f"damaged: {keys}", "rtab doctor says what to do") for keys in host.store.list_damaged()
        ]


MINUTES, HOUR = 600.0, 3600.0


HOURS, DAY = 6 * HOUR, 24 * HOUR


class RateLimits(Struct, frozen=True):
    """A rate limit for each act that is counted."""

    # tables opened on the web
    tables: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 25)), ((MINUTES, 20), (HOURS, 50)), ((MINUTES, 400), (HOURS, 1000))
    )
    # people without an account who become known by something else than a seat
    newcomers: RateLimit = RateLimit((), ((MINUTES, 30), (HOURS, 120)), ((MINUTES, 1000), (HOURS, 4000)))
    # people without an account who sit down at a game: apart, so that whatever goes on elsewhere keeps no friend out
    guests: RateLimit = RateLimit((), ((MINUTES, 30), (HOURS, 120)), ((MINUTES, 1000), (HOURS, 4000)))
    # codes that a browser shows
    codes: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 40)), ((MINUTES, 30), (HOURS, 120)), ((MINUTES, 1000), (HOURS, 4000))
    )
    # tables that begin to look for strangers
    seeking: RateLimit = RateLimit(
        ((MINUTES, 5), (HOURS, 20)), ((MINUTES, 10), (HOURS, 40)), ((MINUTES, 200), (HOURS, 800))
    )
    # reports of what a table says to strangers
    reports: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 40)), ((MINUTES, 20), (HOURS, 80)), ((MINUTES, 1000), (HOURS, 4000))
    )
    # finished games that are played again because nothing is cached of them
    checks: RateLimit = RateLimit(
        ((MINUTES, 10), (HOURS, 60)), ((MINUTES, 20), (HOURS, 120)), ((MINUTES, 400), (HOURS, 2400))
    )
    # letters that ask an address whether it wants any
    addresses: RateLimit = RateLimit(((DAY, 3),), ((DAY, 6),), ((MINUTES, 120), (DAY, 600)))
    # the same at one address
    address: RateLimit = RateLimit(((DAY, 2),), ((DAY, 2),), ((DAY, 40),))
    # letters to one person who wants them
    letters: RateLimit = RateLimit(((HOUR, 6), (DAY, 20)), (), ((HOUR, 2000), (DAY, 20_000)))


class Measures:
    """Counters of what a host does; this class counts nothing, and a host with metrics has a subclass."""

    def add_input(self, seconds: float, *, accepted: bool) -> None:
        """Record for the metrics one input that a person sent to a game: how long it took, and whether it was
        accepted. Without metrics (in this class) do nothing.
        """

    def add_delivery(self, platform: str, seconds: float) -> None:
        """Record for the metrics one message or board that was sent to a platform, and how long the platform took.
        Without metrics (in this class) do nothing.
        """


HOUR_SECONDS = 3600.0


MAX_CACHED_PIECES = 30_000  # a few hundred letters each


MAX_CACHED_GAMES = 200  # games that several people look at, one after the other


MAX_CACHED_VIEWS = 4 * MAX_CACHED_GAMES


RULESETS.guard = threading.RLock()


def read_time_to_milliseconds() -> float:
    """Return the current time in seconds, rounded to milliseconds, because fewer digits take less room in the store."""
    return round(time.time(), 3)


class Config(Struct, frozen=True):
    """The host's settings. None of them is a secret."""

    bot_pause: float = 2.0  # seconds that a computer player seems to think
    lobby_warning: float = 20 * HOUR_SECONDS  # a lobby this old is told that it will close
    lobby_end: float = 24 * HOUR_SECONDS
    beat: float = 15.0  # seconds between signs of life
    outage: float = 60.0  # the host was down if it has not been heard of for longer than this
    silence: float = 600.0  # a platform that we listen to was down if we could not hear it for longer than this
    hold: float = 600.0  # seconds before a game whose rules broke down is looked at again
    tries: int = 5  # how often a message is tried before it is set aside
    steps: int = 100  # how much one look at a game may do, so that computer players leave room for others
    retries: int = 50  # how often an input is tried again when others were faster
    most_seats: int = 40
    most_places: int = 8  # in which one game is shown
    packs: tuple[str, ...] = ()  # files of cards that the operator adds to a ruleset's own
    most_games: int = 50  # unfinished games one person may have a part in
    limits: RateLimits = RateLimits()
    without: tuple[str, ...] = ()  # the extras that the operator has switched off
    listened: Mapping[str, float] = {}  # the platforms at which we have to look for what is said; how late we may be
    called: tuple[str, ...] = ()  # the platforms on which people are called in private, if they can be
    elsewhere: tuple[str, ...] = ()  # the platforms on which it hosts beside the web
    rung: tuple[str, ...] = ()  # the platforms at which people are only called: to what they are asked, and to the end


# A transaction holds a hundred changes: when a game ends, a seat or a place may need four.
IN_DYNAMO = Config(most_seats=20, most_places=3)


@dataclass(frozen=True)
class HostContext:
    """Everything a use case needs of its host: store, settings, clock, randomness and caches."""

    store: Store
    config: Config = field(default_factory=Config)
    now: Callable[[], float] = read_time_to_milliseconds
    token: Callable[[int], str] = secrets.token_hex
    luck: Callable[[str], random.Random] = lambda _: random.SystemRandom()  # for the computer players, per question
    measures: Measures = field(default_factory=Measures)
    operator: OperatorTools = field(default_factory=OperatorTools)
    pause: Callable[[float], object] | None = None  # where it is cheaper to wait a second than to come again, how
    kept: KeptGames | None = None  # games in memory, where no other process plays them
    views: Cache = field(default_factory=lambda: Cache(MAX_CACHED_VIEWS))  # what somebody has just seen of a game
    seen: KeptGames = field(
        default_factory=lambda: KeptGames(MAX_CACHED_GAMES, played=False)
    )  # and those that are only looked at
    shared: Cache = field(default_factory=lambda: Cache(MAX_CACHED_GAMES))  # what all see of a game as it stands, drawn
    logs: Cache = field(default_factory=lambda: Cache(MAX_CACHED_GAMES))  # the last lines of what was told in a game
    recent: Cache = field(default_factory=Cache)  # what is dear to work out again for each visitor
    pieces: Cache = field(default_factory=lambda: Cache(MAX_CACHED_PIECES))  # of pages, which stay as they are
    app_keys: dict[str, Callable[[], bytes]] = field(
        default_factory=dict
    )  # with which platforms sign who opens the page
    webhooks: dict[str, Webhook] = field(default_factory=dict)  # what answers at the paths of doors
