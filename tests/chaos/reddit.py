"""The real poll, desk and sender, with real PRAW on a Reddit that is moody: no network, only its answers."""

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import requests
from requests.adapters import BaseAdapter

from host.core.context import HostContext
from host.core.session import Session
from host.doors.aws.tables import PrefetchingTable
from host.doors.reddit.function import run_function_turn
from host.doors.reddit.places import RedditKeys, build_reddit_place, parse_reddit_place
from host.doors.reddit.polling import RedditBot
from tests.chaos.broken import Broken
from tests.chaos.cloud import SWEEP, Cloud, Done, Handle, small
from tests.chaos.outside import Outside
from tests.chaos.parties import Crowd, Party
from tests.chaos.platform import Overheard, Platform
from tests.chaos.simulation import Simulation
from tests.chaos.table import Witness
from tests.fakes.reddit import Comment, Message, Site, Thing
from tests.fakes.reddit.endpoints import Request, find
from tests.fakes.reddit.faults import Answer, Failure
from tests.fakes.reddit.garble import Garble
from tests.fakes.reddit.in_process import URL, asked, response

SUB = "race"
LISTINGS = ("comments", "inbox")
LIMITS = (": called ", ": more than ")  # a new process knows nothing of these
PATIENCE = 3600.0  # seconds after which people do not wait for the bot any more


class Time:
    """The world's clock, for the site."""

    def __init__(self, sim: Simulation) -> None:
        self.now = lambda: sim.now

    def pause(self, until: float | None) -> None:
        """Nobody waits here."""

    def advance(self, seconds: float) -> None:
        """Time passes by itself."""
        raise AssertionError(seconds)


class Threads(Platform):
    """A Reddit of the size of a world."""

    def __init__(self, outside: Outside) -> None:
        super().__init__(outside)
        self.site = Site(clock=Time(outside.sim))
        self.site.sub(SUB)
        self.written: list[tuple[dict[str, Any], Thing | Message]] = []

    def opened(self, person: str) -> str:
        """Somebody opens a thread."""
        return build_reddit_place(self.site.thread("Who plays?", by=person, sub=SUB).fullname)

    def write(self, update: dict[str, Any]) -> Thing | Message:
        """Somebody writes a comment there, or a message to the bot, which may appear late."""
        if update.get("secret"):
            made: Thing | Message = self.site.writes(update["by"], words(update))
        else:
            made = self.site.says(update["by"], parse_reddit_place(update["place"]), words(update))
            if self.outside.hits("late"):
                self.site.delays(made, self.outside.sim.luck.uniform(0.0, 120.0))
        self.written.append((update, made))
        return made


class Network(BaseAdapter):
    """The way of one process to Reddit; an answer may be lost after it was written, or nothing came through at all."""

    def __init__(self, platform: Threads) -> None:
        super().__init__()
        self.platform, self.outside, self.api = platform, platform.outside, platform.site.api

    def close(self) -> None:
        """There is nothing to close."""

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        """Carry one request there, and its answer back."""
        outside, call = self.outside, asked(request)
        silent = outside.hits("silent")
        outside.step(f"{call.method} {call.path}")
        if silent and outside.sim.chance(0.5):
            raise requests.ReadTimeout("no answer")
        if outside.sim.now < self.platform.deaf_until:
            outside.befell["deaf"] += 1
            return self._away(request)
        self._moods(call)
        answer = self.api.answer(call)
        outside.last_said = outside.steps
        if silent:
            raise requests.ReadTimeout("no answer")
        outside.step("answered")
        return response(request, answer)

    def _away(self, request: requests.PreparedRequest) -> requests.Response:
        if self.outside.sim.chance(0.3):
            raise requests.ConnectionError("nobody is there")
        return response(request, Answer(503, {"message": "Service Unavailable"}))

    def _moods(self, call: Request) -> None:
        luck, coming = self.outside.sim.luck, self.api.faults.coming
        endpoint = find(call)[0].name if call.path.startswith(("/r/", "/message/")) else ""
        if endpoint in LISTINGS and self.outside.hits("halved"):
            self.platform.site.halves(endpoint)
        if self.outside.sim.now < self.platform.storm_until:
            self.outside.befell["storm"] += 1
            self.platform.site.slows("comment", self.platform.storm_until - self.outside.sim.now)
        if self.outside.hits("flood"):
            coming.append(Failure("*", 429, retry_after=math.ceil(luck.uniform(1.0, 60.0))))
        elif self.outside.hits("broken"):
            coming.append(Failure("*", luck.choice([500, 502, 503, 520]), lost=luck.random() < 0.5))


class Watch(Cloud):
    """A deployment that looks at Reddit once a minute."""

    platform: Threads

    def __init__(self, outside: Outside, platform: Threads) -> None:
        super().__init__(outside, platform, watching)
        self._made: dict[int, Thing | Message] = {}  # by the number of the update
        self._open: list[tuple[float, dict[str, Any], Done]] = []  # nobody has seen an answer to these yet
        outside.sim.after(2.0, self._look)

    def update(self, update: dict[str, Any], done: Done) -> None:
        """Somebody writes; `done` is told when the bot has dealt with it. Who writes again is only shown twice."""
        if not self.table.get("host", "note/reddit/race_host/place"):
            self.outside.sim.after(1.0, lambda: done(None))  # what is older than the bot is nothing to it
            return
        number = update["id"]
        if number in self._made:
            self.platform.site.world.garbler.coming.append(
                Garble(repeats=frozenset([self._made[number].fullname]), endpoint="comments")
            )
        else:
            self._made[number] = self.platform.write(update)
            update["thing"] = self._made[number].fullname
        self._open.append((self.outside.sim.now, update, done))

    def _look(self) -> None:
        self.outside.sim.after(SWEEP, self._look)
        if not self.outside.hits("no_look"):
            self._invoke("reddit", lambda box: box.handle(None), lambda _: self._looked())

    def _looked(self) -> None:
        now, still = self.outside.sim.now, list[tuple[float, dict[str, Any], Done]]()
        for since, update, done in self._open:
            tired = now > since + PATIENCE and update["do"] != "create"
            if tired or dealt_with(self.witness, update["thing"]):
                self.outside.sim.after(0.0, partial(done, 200))
            else:
                still.append((since, update, done))
        self._open = still


def dealt_with(witness: Witness, name: str) -> bool:
    """Has the bot taken notice of this?"""
    return f"reddit:{name}/said" in witness.answered


def watching(cloud: Cloud, host: HostContext, prefetching: PrefetchingTable) -> tuple[Any, Handle]:
    """A process in which nothing is handed in: it looks."""
    bots: list[RedditBot] = []

    def look(_: Any) -> None:
        bots[:] = bots or [awake(cloud, host)]
        run_function_turn(bots[0], cloud.outside.sim.wait)

    return small(cloud, host, prefetching)[0], look


def awake(cloud: Cloud, host: HostContext) -> RedditBot:
    """The account in a new process, with the way to Reddit that there is here."""
    platform = cloud.platform
    assert isinstance(platform, Threads)
    given = platform.site.credentials
    keys = RedditKeys(given.client_id, given.client_secret, given.username, given.password, (SUB,), "race_host", URL)
    bot = RedditBot(host, keys, "https://race.test")
    bot.wire.line._http.mount(URL, Network(platform))
    bot.wire.line._http.trust_env = False  # or it would look for proxies before each call
    bot.dispatcher.sender = Overheard(bot.sender, platform, cloud.entries)
    return bot


class Readers(Crowd):
    """People who sit in threads."""

    def id_of(self, person: str) -> str:
        return self.store.find_person_id(f"reddit:{person}", self.outside.sim.now)

    def _gather(self, party: Party, person: str, session: Session) -> None:
        party.computers = 0  # they would ask for the same one again and again before it is heard
        super()._gather(party, person, session)

    def name_of(self, update: dict[str, Any]) -> str:
        return f"reddit:{update.get('thing', '')}:0"


def words(update: dict[str, Any]) -> str:
    """What somebody writes to have this done."""
    write = WORDS.get(update["do"])
    return write(update) if write else f"!{update['do']}"


def _options(update: dict[str, Any]) -> str:
    """Written as people write them; the toy has none for them."""
    given = update["options"].items() if update["rules"] != "toy" else ()
    return " ".join(f"{name}={'no' if value is False else value}" for name, value in given)


def _value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "create": lambda up: f"!new {up['rules']} pace {up['pace']} {_options(up)}",
    "answer": lambda up: f"!pick {_value(up['value'])}",
    "play": lambda up: f"!{up['key']} {up['value'] or ''}",
    "extend": lambda _: "!extend 10m",
    "leave": lambda _: "!leave yes",
    "kick": lambda up: f"!kick {up['name']}",
    "stand_in": lambda up: f"!standin {up['name']}",
}


# -- laws that are Reddit's own


def check(platform: Threads, witness: Witness, doubts: int) -> None:
    """Raises Broken, with what was broken."""
    nothing_was_passed_over(platform, witness)
    nothing_stands_there_twice(platform, doubts)
    faults = [fault for fault in platform.site.violations if not any(limit in fault for limit in LIMITS)]
    if faults:
        raise Broken(f"is not what a careful bot sends: {faults}")


def nothing_was_passed_over(platform: Threads, witness: Witness) -> None:
    """What was written an hour before something that was dealt with has been dealt with, too."""
    newest: dict[str, float] = {}
    for update, made in platform.written:
        if dealt_with(witness, made.fullname):
            newest[_where(update)] = max(made.created, newest.get(_where(update), 0.0))
    passed = [update for update, made in platform.written
              if made.created < newest.get(_where(update), 0.0) - 3600.0
              and not dealt_with(witness, made.fullname)]  # fmt: skip
    if passed:
        raise Broken(f"was passed over: {passed}")


def _where(update: dict[str, Any]) -> str:
    return "" if update.get("secret") else str(update["place"])


def nothing_stands_there_twice(platform: Threads, doubts: int) -> None:
    """Nothing is written twice, but where a process died between writing something and noting it."""
    written = Counter((comment.parent.fullname, comment.body) for comment in platform.site.by_bot(Comment))
    again = {key: amount for key, amount in written.items() if amount > 1}
    if sum(again.values()) - len(again) > doubts:
        raise Broken(f"stands there twice: {again}")
