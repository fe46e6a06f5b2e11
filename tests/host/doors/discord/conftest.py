import random
from types import SimpleNamespace

import pytest

from engine.rulesets import RULESETS
from host.core.context import Config, HostContext, WebhookRequest
from host.core.deadlines import ticking
from host.core.store import MemoryTable, Store
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.discord import screens
from host.doors.discord.door import DiscordAccount
from host.doors.discord.interactions import answer_interaction_request
from host.doors.discord.rest import DiscordRest, RouteLimits
from host.doors.discord.sender import DISCORD_LIMITS, DiscordSender
from tests.fakes.discord import FakeDiscord, Someone, controls_of, find_button
from tests.host.doors.pictures_once import remember_pictures
from tests.rulesets.toy import Toy

remember_pictures(screens)

PAGE = "https://rtab.example"
ANSWERS = "qacsdt"  # how what answers a question begins


def is_board(message):
    """Whether a message shows a game, and not its news, which may have a picture, too."""
    words = str(message["components"])
    return "Join" in words or (bool(message["picture"]) and ("My side" in words or "Play again" in words))


class Stage:
    """The whole door against a local Discord, on a clock that a test turns."""

    def __init__(self, seed=7):
        self.time, luck = 1_800_000_000.0, random.Random(seed)
        self.discord = FakeDiscord(self.now)
        self.discord.hear = self.hear
        self.host = HostContext(Store(MemoryTable()), Config(), self.now, lambda size: luck.randbytes(size).hex())
        self.account = DiscordAccount(self.discord.app, self.discord.public_key, self.discord.token, self.discord.url)
        rest = DiscordRest(self.discord.url, lambda: self.discord.token, RouteLimits(self.now))
        self.sender = DiscordSender(self.host, rest, PAGE)
        self.dispatcher = OutboxDispatcher(self.host, self.sender, Pace(DISCORD_LIMITS))
        self.channel = self.discord.channel()
        self.settles = True

    def now(self):
        return self.time

    def hear(self, body, headers):
        lower = {name.lower(): value for name, value in headers.items()}
        request = WebhookRequest("POST", "/discord/interactions", body, lower, site=PAGE)
        answer = answer_interaction_request(self.host, self.account, request)
        if self.settles:
            self.settle()
        return answer.status, answer.body

    def settle(self, seconds=600.0):
        """What is queued is sent, as fast as limits allow."""
        end = self.time + seconds
        while (wait := self.dispatcher.deliver_now()) < end - self.time:
            self.time += max(wait, 0.01)

    def pass_by(self, seconds):
        self.time += seconds
        ticking.sweep_due_games(self.host)
        self.settle()

    def close(self):
        self.dispatcher.close()
        self.sender.rest.close()
        self.discord.close()

    @property
    def game(self):
        (found,) = self.host.store.list_open_game_ids(f"chat:discord:{self.channel.guild}/{self.channel.id}")
        return found

    @property
    def board(self):
        """The message that shows the game."""
        return [each for each in self.channel.newest if is_board(each)][-1]

    def person(self, name, **more):
        return Someone(self.discord, name, **more)

    def begun(self, *people, game="season7", turn="1h", options=""):
        """A game that has begun, opened, joined and begun by taps."""
        people[0].commands(self.channel, "new", game=game, turn=turn, options=options)
        for each in people[1:]:
            each.taps_label(self.channel, self.board, "Join")
        people[0].taps_label(self.channel, self.board, "Begin")
        return self.game

    def own_side(self, who):
        return who.taps_label(self.channel, self.board, "My side")

    def answer_something(self, who, luck):
        """Answer by taps one thing that this person is asked; return whether there was any."""
        if "My side" not in str(self.board["components"]):
            return False
        self.own_side(who)
        for _ in range(12):
            there = [each for each in controls_of(who.alone) if each["custom_id"][0] in ANSWERS]
            if not there:
                return False
            there = [each for each in there if each["custom_id"][0] == "d"] or there
            chosen = luck.choice(there)
            before = who.alone
            values = [luck.choice(chosen["options"])["value"]] if "options" in chosen else []
            who.taps(self.channel, who.alone, chosen, values)
            if who.window:
                who.types(self.channel, str(luck.randint(1, 9)))
                return True
            if chosen["custom_id"][0] != "s" or who.alone is before:
                return True
        return True


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())


@pytest.fixture
def stage():
    made = Stage()
    yield made
    assert made.discord.violations == []
    made.close()


@pytest.fixture
def people(stage):
    return SimpleNamespace(**{name: stage.person(name.title()) for name in ("ann", "bob", "cat")})


__all__ = ["Stage", "find_button"]
