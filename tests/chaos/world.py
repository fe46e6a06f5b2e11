"""One world: some people, their games, some weather; and at the end of the day the laws."""

import io
import logging
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple
from unittest.mock import patch

from PIL import Image

from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.store import Store
from host.doors.aws.wiring import CONFIG
from host.doors.telegram.messages import board
from tests.chaos import laws, reddit, telegram
from tests.chaos.broken import Broken, law
from tests.chaos.cloud import DIED, Cloud, Door, small
from tests.chaos.local import TICKS, Local
from tests.chaos.mail import Mail
from tests.chaos.outside import Outside
from tests.chaos.pages import Browsers
from tests.chaos.parties import Crowd, Party
from tests.chaos.platform import Platform
from tests.chaos.simulation import START, Simulation
from tests.chaos.table import is_news
from tests.chaos.weather import HOUR, Weather, forecast, forecast_for_reddit
from tests.rulesets.toy import Toy

PEOPLE = ["ann", "bob", "cat", "dan", "eve"]
PACES = {"60s": 5.0, "10m": 40.0, "2h": 400.0}  # and how often somebody looks about
SHORT: dict[str, dict[str, Any]] = {
    "season7": {"target": 10_000_000, "rows": 3, "columns": 3, "wildcard": False, "voice": "plain"},
    "ladder": {},
}
STEP = 600.0
LONGEST = 40 * 24 * HOUR
AFTERWARDS = 48 * HOUR
DOT = io.BytesIO()
Image.new("RGB", (1, 1)).save(DOT, "PNG")
PICTURE = DOT.getvalue()
DOUBTFUL = (DIED, "silent", "busy", "unanswered")  # after these nobody knows whether something has been said


class Result(NamedTuple):
    """What one world came to."""

    games: int
    updates: int
    brought: int
    inputs: int
    befell: Counter[str]


class World:
    """Everything, from one seed."""

    bearable: tuple[str, ...] = ()  # what the host may complain of
    door: Door = staticmethod(small)
    people: type[Crowd] = Crowd
    forecast: Callable[[random.Random], Weather] = staticmethod(forecast)
    groups = ("t:group0", "t:group1", "t:group9")  # the first may vanish, the second become the third
    paces: ClassVar[Mapping[str, float]] = PACES
    admins: tuple[str, ...] = ()  # who looks after the places
    pages: tuple[float, ...] = (0.0, 0.0, 0.3, 1.0)  # how much of what people do is done on the page
    latest = HOUR  # by which the host may be late in bad weather
    evening = 40  # so many looks about; in these the weather comes

    def __init__(self, seed: int | str, weather: Weather | None = None, rules: str = "") -> None:
        self.seed, self.rules = seed, rules
        self.sim = Simulation(seed)
        self.weather = weather or self.forecast(self.sim.luck)
        self.said_so = str(self.weather)
        # Whatever is under way when the host goes down lives on for some steps, and gives signs of life.
        self.slack = 1.0 + 2 * self.weather.skew + 20 * self.weather.latency
        self.late = 0.0 if self.weather == Weather(latency=self.weather.latency) else self.latest
        self.outside = Outside(self.sim, self.weather)
        self.platform, self.cloud = self.deployed()
        host = HostContext(Store(self.cloud.table), CONFIG, lambda: self.sim.now, self.cloud.token, random.Random)
        self.browsers = Browsers(host, random.Random(f"{seed} doors").choice(self.pages))
        self.mail = Mail(self.outside, self.cloud.update)
        self.crowd = self.people(self.outside, self.mail, self.cloud.table, self.cloud.witness)
        self.crowd.browsers, self.crowd.browse = self.browsers, self.cloud.browse
        self.downs: list[tuple[float, float]] = []

    def deployed(self) -> tuple[Platform, Cloud]:
        """A platform, and a host that works with it."""
        platform = Platform(self.outside)
        return platform, Cloud(self.outside, platform, self.door)

    def populate(self) -> None:
        """People come and want to play."""
        luck = self.sim.luck
        pace = luck.choice(list(self.paces))
        rules = self.rules or luck.choices(["toy", "season7", "ladder"], [16, 1, 1])[0]
        for _ in range(luck.choice([1, 1, 2]) if rules == "toy" else 1):
            people = luck.sample(PEOPLE, luck.randint(2, 4))
            options = SHORT[rules] if rules in SHORT else {"laps": luck.choice([1, 2, 3, 5])}
            party = Party(rules, options, pace, people, luck.choice([0, 0, 1, 2]))
            party.place = self.place(party)
            self.crowd.add(party, self.paces[pace])
        self._plan(self.paces[pace] * self.evening)

    def place(self, party: Party) -> str:  # noqa: ARG002 - others play in a place of their own
        """Where they play."""
        return self.groups[self.sim.luck.randrange(2)]

    def _plan(self, evening: float) -> None:
        luck, weather, sim = self.sim.luck, self.weather, self.sim
        if weather.down:
            sim.after(luck.uniform(0.0, evening), lambda: self._down(luck.uniform(0.5, 1.0) * weather.down))
        if weather.deaf:
            sim.after(luck.uniform(0.0, evening), lambda: self._deaf(luck.uniform(0.5, 1.0) * weather.deaf))
        if weather.storm:
            sim.after(luck.uniform(0.0, evening), lambda: self._storm(luck.uniform(0.5, 1.0) * weather.storm))
        if weather.vanishing:
            sim.after(luck.uniform(0.0, evening), lambda: self.platform.gone.add(self.groups[0]))
        if weather.moving:
            sim.after(luck.uniform(0.0, evening), lambda: self.platform.moved.update([self.groups[1:]]))

    def _down(self, seconds: float) -> None:
        self.sim.note(f"NOTHING OF OURS RUNS for {seconds:.0f} s")
        self.downs.append((self.sim.now, self.sim.now + seconds))
        self.cloud.goes_down(self.sim.now + seconds)

    def _deaf(self, seconds: float) -> None:
        self.sim.note(f"THE PLATFORM IS NOT THERE for {seconds:.0f} s")
        self.platform.deaf_until = self.sim.now + seconds

    def _storm(self, seconds: float) -> None:
        self.sim.note(f"THE PLATFORM ASKS EVERYBODY TO WAIT for {seconds:.0f} s")
        self.platform.storm_until = self.sim.now + seconds

    def run(self) -> Result:
        """Live, and then be judged."""
        try:
            return self._run()
        finally:
            self.cloud.close()

    def _run(self) -> Result:
        with errors(self.bearable) as told:
            try:
                self._live()
            finally:
                self.sim.close()
        self.judge()
        if told:
            raise Broken(f"the host complains: {told}")
        savings = self.cloud.witness.savings
        games = len({saving.game for saving in savings})
        return Result(games, len(self.mail.issued), self.mail.brought, len(savings), self.outside.befell)

    def judge(self) -> None:
        """Every law has been kept, and the platform knew all that it was asked for."""
        law(not self.platform.unlike, "is no platform", self.platform.unlike)
        laws.check(self._story())

    def _live(self) -> None:
        while self.crowd.busy and self.sim.now < START + LONGEST:
            self.sim.run(self.sim.now + STEP)
            self.crowd.look()
        self.weather.calm_down()
        self._come_to_rest()
        self.sim.quiet = True  # what comes now is only the sweep, again and again
        self.sim.run(self.sim.now + STEP)
        self._come_to_rest()  # a storm may be on yet, and a last look have had something to show

    def _come_to_rest(self) -> None:
        end = self.sim.now + AFTERWARDS
        while self.sim.now < end and any(is_news(item) for item in self.cloud.table.every()):
            self.sim.run(self.sim.now + STEP)

    def _story(self) -> laws.Story:
        return laws.Story(
            laws.read(self.cloud.witness.savings),
            self.mail.issued,
            self.crowd.mark,
            self.crowd.id_of,
            self.admins,
            self.platform.notices,
            self.cloud.replies,
            self.platform.heard,
            laws.loose(self.cloud.witness.loose),
            self.platform.boards,
            self.cloud.table,
            self.downs,
            self.platform.gone,
            self.platform.moved,
            self.slack,
            self.late,
            self.browsers.looks,
            self.doubts,
        )

    @property
    def doubts(self) -> int:
        """How often nobody could know whether something had been said."""
        return sum(self.outside.befell[trouble] for trouble in DOUBTFUL)


class LocalWorld(World):
    """The same at home, on an SQLite file."""

    cloud: Any  # a process

    def deployed(self) -> tuple[Platform, Any]:
        """A platform, and a process that works with it."""
        platform = Platform(self.outside)
        return platform, Local(self.outside, platform)

    def populate(self) -> None:
        """People come, and their pace is the host's."""
        super().populate()
        tick = TICKS[self.crowd.parties[0].pace]
        self.cloud.tick, self.late = tick, max(self.late, 3 * tick)


class TelegramWorld(World):
    """The same with the real desk and sender of Telegram."""

    # Answers to commands wait only so long; for the news there is a law.
    bearable = (*World.bearable, "post moved to dead letters")
    door: Door = staticmethod(telegram.door)
    people = telegram.Hall
    admins = ("ann",)
    groups = ("telegram:-1000", "telegram:-2000", "telegram:-3000")

    def run(self) -> Result:
        """Live as others do; no law looks at pictures, so none is drawn."""
        with (
            patch.object(board, "draw_game_picture", lambda *_: PICTURE),
            patch.object(board, "render_podium_png", lambda *_: PICTURE),
        ):
            return super().run()


class RedditWorld(World):
    """The same with the real desk, poll and sender of Reddit, looked at once a minute, perhaps gone for a day."""

    bearable = (*World.bearable, "post moved to dead letters")
    people = reddit.Readers
    forecast = staticmethod(forecast_for_reddit)
    paces: ClassVar[Mapping[str, float]] = {"2h": 60.0, "daily": 300.0}
    evening = 20
    latest = 30 * HOUR
    pages = (0.0,)
    platform: reddit.Threads

    def deployed(self) -> tuple[Platform, Cloud]:
        """A Reddit, and a host that looks at it."""
        platform = reddit.Threads(self.outside)
        return platform, reddit.Watch(self.outside, platform)

    def place(self, party: Party) -> str:
        """A thread of their own."""
        return self.platform.opened(party.people[0])

    def _deaf(self, seconds: float) -> None:
        super()._deaf(seconds)
        if seconds > CONFIG.silence:  # nobody's clock runs as long as Reddit cannot be heard
            self.downs.append((self.sim.now, self.platform.deaf_until))

    def judge(self) -> None:
        """What was written is heard, and written once, too."""
        super().judge()
        reddit.check(self.platform, self.cloud.witness, self.doubts)


KINDS: dict[int, type[World]] = {4: RedditWorld, 9: TelegramWorld, 19: TelegramWorld}


def world(seed: int) -> World:
    """The world of this seed: every tenth is on Telegram, and every twentieth on Reddit, which takes long; the others
    are in the cloud or at home.
    """
    kind = random.Random(f"{seed} store").choice([World, World, LocalWorld])
    return KINDS.get(seed % 20, kind)(seed)


def lived(world: World) -> Result:
    """Populate it and let it live. What goes wrong is told with the seed, the weather and the last events."""
    world.populate()
    try:
        return world.run()
    except Exception as error:
        said = f"make chaos SEED={world.seed}: {type(error).__name__}: {error}"
        raise Broken(f"{world.sim.format_story()}\n{world.said_so}\n{said}") from error


@contextmanager
def errors(bearable: tuple[str, ...]) -> Iterator[list[str]]:
    """What the host complains of meanwhile, but for what it may."""
    told: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            message = record.getMessage()
            if not message.startswith(bearable):
                told.append(message)

    log, listener = logging.getLogger("host"), Listener(logging.ERROR)
    before = log.level
    log.setLevel(logging.ERROR)
    log.addHandler(listener)
    try:
        yield told
    finally:
        log.removeHandler(listener)
        log.setLevel(before)


def ready() -> None:
    """The rules that are played here."""
    RULESETS.setdefault("toy", Toy())
