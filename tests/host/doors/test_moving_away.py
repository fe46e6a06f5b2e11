"""A running game moves to another place with one command, with its seats, money and clocks, and is played on there; a
thread is told in time that it can.
"""

import pytest

from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.discord.sender import DiscordSender
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender
from host.people import accounts
from host.shown import views
from tests.fakes.discord import text_of
from tests.fakes.telegram import BotApi
from tests.fakes.telegram.in_process import WireInProcess
from tests.host.doors.discord.conftest import PAGE
from tests.host.doors.discord.conftest import Stage as DiscordStage
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_playing import sealed
from tests.host.doors.web.visitor import Visitor


class FromReddit:
    """A game in a thread of Reddit, whose bombs are hidden."""

    def __init__(self):
        self.stage = RedditStage()
        self.host, self.tick = self.stage.host, self.stage.clock.advance
        self.thread = self.stage.sealed("ann", "bob", line="!new season7 pace daily voice=plain")
        self.game, self.place = self.stage.session(self.thread).id, f"reddit:{self.thread.fullname}"

    def is_told_in_time(self):
        return f"`/here {self.game}`" in self.stage.board(self.thread) and "March 2027" in self.stage.board(self.thread)


class FromTelegram:
    """A game in a group of Telegram, whose bombs are hidden."""

    def __init__(self):
        self.stage = TelegramStage()
        self.host, self.tick = self.stage.host, self.stage.api.advance
        people = [self.stage.api.user(name) for name in ("Ann", "Bob")]
        group = self.stage.api.group("Friday", people[1], admins=people[:1], kind="supergroup")
        seated(self.stage, group, people)
        sealed(self.stage, people)
        self.place = f"telegram:{group.id}"
        (self.game,) = self.host.store.list_open_game_ids(f"chat:{self.place}")

    def is_told_in_time(self):
        return True  # nothing ends there


class ToTelegram:
    """A group of Telegram, and people who come there."""

    def __init__(self, start):
        self.start, self.api = start, BotApi(limits=None, listens=False)
        sender = TelegramSender(start.host, WireInProcess(self.api))
        self.incoming = TelegramIncoming(sender)
        self.dispatcher = OutboxDispatcher(start.host, sender, Pace(TELEGRAM_LIMITS))
        self.group = self.api.group("Moved", kind="supergroup")
        self.place = f"telegram:{self.group.id}"

    def comes(self, person):
        user = self.api.user("Somebody")
        self.group.people[user.id] = {"id": user.id, "is_bot": False, "first_name": "Somebody"}
        self.group.statuses[user.id] = "member"
        accounts.link_identity(self.start.host, person, f"telegram:{user.id}")
        user.writes("/start")
        return user

    def moves(self, user):
        user.says(self.group, f"/here {self.start.game}")
        self.settle()

    def answers(self, user, n):
        user.says(self.group, f"/pick {n}")
        self.settle()

    def shows(self):
        return any("13" in message.buttons for message in self.group.messages)

    def settle(self):
        for update in self.api.updates:
            self.incoming.handle(update)
        for _ in range(10):
            self.start.tick(10)
            self.dispatcher.deliver_now()

    def close(self):
        self.dispatcher.close()
        self.api.close()


class ToDiscord(DiscordStage):
    """A channel of Discord, and people who come there."""

    def __init__(self, start):
        super().__init__()
        self.start, self.host, self.settles = start, start.host, False
        self.sender = DiscordSender(start.host, self.sender.rest, PAGE)
        self.dispatcher = OutboxDispatcher(start.host, self.sender, Pace(self.dispatcher.pace.limits))
        self.place = f"discord:{self.channel.guild}/{self.channel.id}"

    def comes(self, person):
        user = self.person("Somebody")
        accounts.link_identity(self.host, person, f"discord:@{user.id}")
        return user

    def moves(self, user):
        user.commands(self.channel, "here", words=self.start.game)
        self.said()

    def answers(self, user, n):
        user.commands(self.channel, "pick", words=f"{n}")
        self.said()

    def shows(self):
        return "Waiting for" in text_of(self.board)

    def said(self):
        for _ in range(20):
            self.start.tick(3)
            self.time += 3
            self.dispatcher.deliver_now()


class ToPage:
    """The page, which shows every game: a person with a private link goes on there."""

    def __init__(self, start):
        self.start, self.place = start, start.place

    def comes(self, person):
        return Visitor(self.start.host, accounts.create_web_token(self.start.host, person))

    def moves(self, user):
        self.shown = user.go(f"/g/{self.start.game}")

    def answers(self, user, n):
        shown = views.load_game_view(self.start.host, self.start.game)
        (asked,) = [each for each in shown.asked if each.key == "select"]
        user.post(f"/g/{self.start.game}/answer", once="once", question=asked.id, value=f"{n}")

    def shows(self):
        return "13" in self.shown

    def close(self):
        pass


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [
        (FromReddit, ToTelegram),
        (FromReddit, ToDiscord),
        (FromReddit, ToPage),
        (FromTelegram, ToDiscord),
        (FromTelegram, ToPage),
    ],
)
def test_a_running_game_is_played_on_elsewhere_with_one_command(begins, goes_on):
    start = begins()
    there = goes_on(start)
    before = start.host.store.load_game(start.game).session
    assert start.is_told_in_time()
    mover = views.load_game_view(start.host, start.game).asked[0].who
    people = {each.seat: there.comes(each.person) for each in before.players}
    opener = next(people[each.seat] for each in before.players if each.person == before.by)
    there.moves(opener)
    after = start.host.store.load_game(start.game).session
    assert there.place in after.places
    assert there.shows()
    assert [(each.seat, each.person) for each in after.players] == [(each.seat, each.person) for each in before.players]
    assert after.clocks.keys() == before.clocks.keys()
    there.answers(people[mover], 13)
    played = start.host.store.load_game(start.game).session
    assert played.clocks.keys() != after.clocks.keys()
    there.close()
    start.stage.close()
