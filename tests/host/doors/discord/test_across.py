"""One game in Discord, Telegram and on the page at once is equal everywhere."""

import html
import random
import re
from typing import Any

import pytest

from host.core import games
from host.core.session import OVER, Command
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.post_limits import TELEGRAM_LIMITS
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender
from host.people import accounts
from host.shown import views, words
from tests.fakes.discord import text_of
from tests.fakes.telegram import BotApi, FakeClock
from tests.fakes.telegram.in_process import WireInProcess
from tests.host.doors.web.visitor import Visitor


@pytest.fixture
def telegram(stage):
    clock = FakeClock()
    api = BotApi(clock=clock, listens=False)
    sender = TelegramSender(stage.host, WireInProcess(api))
    dispatcher = OutboxDispatcher(stage.host, sender, Pace(TELEGRAM_LIMITS))
    yield api, TelegramIncoming(sender), dispatcher
    dispatcher.close()
    sender.wire.close()
    api.close()


def pick(asked) -> Any:
    """Some answer that is valid."""
    values = [each.value for each in asked.options]
    if asked.form.kind == "several":
        return values[: asked.form.low]
    return values[0] if values else {"number": asked.form.low, "text": "Onward"}[asked.form.kind]


class Three:
    """One game in a channel of Discord, in a group of Telegram and on the page, with somebody at each."""

    def __init__(self, stage, people, telegram):
        self.stage, self.ann = stage, people.ann
        self.api, self.incoming, self.dispatcher = telegram
        self.read, self.zoe = 0, self.api.user("Zoe")
        self.group = self.api.group("Friday", admins=[self.zoe], kind="supergroup")
        self.walt = accounts.load_or_create_person(stage.host, "web:1", "Walt")
        people.ann.commands(stage.channel, "new", game="season7", turn="1h", options="wildcard=no")
        self.game = stage.game
        self.at = {"Ann": f"discord:@{self.ann.id}", "Zoe": f"telegram:{self.zoe.id}"}
        self.zoe.writes(f"/start j_{self.game}")
        self.settle()
        opener = Command(by=stage.host.store.load_game(self.game).session.by)
        assert games.show_in_place(stage.host, opener, self.game, f"telegram:{self.group.id}").ok
        games.sit_at_table(stage.host, Command(by=self.walt.id), self.game, games.Guest(self.walt.id, "Walt"))
        self.settle()
        people.ann.commands(stage.channel, "begin")
        self.settle()

    def settle(self):
        while self.read < len(self.api.updates):
            self.incoming.handle(self.api.updates[self.read])
            self.read += 1
        self.stage.settle(60)
        for _ in range(60):
            if not self.dispatcher.deliver_now() < 60:
                break
            self.stage.time += 3
            self.api.advance(3)

    def move(self):
        """Whoever is asked answers where they are: by a command, in a message, or on the page."""
        host = self.stage.host
        ids = {name: host.store.find_person_id(at, 0) for name, at in self.at.items()} | {"Walt": self.walt.id}
        for name, person in ids.items():
            shown = views.load_game_view(host, self.game, person)
            mine = [each for each in shown.asked if each.who == shown.you]
            if mine:
                self.answer(name, mine[0], pick(mine[0]))
                return

    def answer(self, name, asked, value):
        if name == "Ann":
            self.ann.commands(self.stage.channel, "pick", words=str(value))
        elif name == "Zoe":
            self.zoe.writes(f"/pick {value}")
        else:
            games.submit_answer(self.stage.host, Command(by=self.walt.id), self.game, asked.id, value)
        self.settle()

    def news(self):
        """What the page tells of the game, line by line."""
        session = self.stage.host.store.load_game(self.game).session
        reader = words.build_reader(session.map_names_by_seat(), session.style)
        steps = views.list_session_steps(self.stage.host, session, "", 0, session.entries)
        return [line for step in steps for line in words.format_told_lines(step.told, reader)]


@pytest.mark.whole
def test_each_door_tells_the_same_of_one_game_and_shows_the_same_totals(stage, people, telegram):
    three = Three(stage, people, telegram)
    for _ in range(14):
        three.move()
    channel = "\n".join(text_of(each) for each in stage.channel.posted).replace("\\", "")
    group = html.unescape(re.sub("<[^>]+>", "", "\n".join(message.text for message in three.group.messages)))
    channel = channel.replace(": /", ": ")  # a command needs its slash there
    told = three.news()
    begun = next(n for n, line in enumerate(told) if "begins" in line)
    assert len(told) - begun > 10
    assert [line for line in told[begun:] if line not in channel] == []
    assert [line for line in told[begun:] if line not in group] == []
    page = Visitor(stage.host).ask("GET", f"/g/{three.game}").body.decode()
    view = views.load_game_view(stage.host, three.game).view
    assert view
    for line in view.standings:
        name = next(face.name for face in session_faces(stage, three.game) if face.seat == line.who)
        total = f"-£{-line.total:,}" if line.total < 0 else f"£{line.total:,}"
        assert f"{name} {total}" in text_of(stage.board).replace("\\", "")
        assert f"{name} {total}" in group
        assert total.strip("-£") in page


def session_faces(stage, game):
    return stage.host.store.load_game(game).session.players


@pytest.mark.whole
def test_a_game_is_equal_on_three_doors(stage, people, telegram):  # noqa: C901 - three people at three doors
    api, incoming, dispatcher = telegram
    read, luck = 0, random.Random(2)

    def settle():
        nonlocal read
        while read < len(api.updates):
            incoming.handle(api.updates[read])
            read += 1
        stage.settle(60)
        for _ in range(40):
            if not dispatcher.deliver_now() < 60:
                break
            stage.time += 3
            api.advance(3)

    zoe, web = api.user("Zoe"), accounts.load_or_create_person(stage.host, "web:1", "Walt")

    def on_the_page(asked):
        games.submit_answer(stage.host, Command(by=web.id), game, asked.id, pick(asked))

    def typed(asked):
        value = pick(asked)
        zoe.writes(f"/pick {' '.join(map(str, value)) if isinstance(value, list) else value}")

    people.ann.commands(stage.channel, "new", game="toy", turn="1h")
    game = stage.game
    zoe.writes(f"/start j_{game}")
    settle()
    games.sit_at_table(stage.host, Command(by=web.id), game, games.Guest(web.id, web.name))
    people.ann.commands(stage.channel, "begin")
    settle()
    for _ in range(80):
        session = stage.host.store.load_game(game).session
        if session.stage == OVER:
            break
        for person, answer in (
            (web.id, on_the_page),
            (stage.host.store.find_person_id(f"telegram:{zoe.id}", 0), typed),
        ):
            shown = views.load_game_view(stage.host, game, person)
            for asked in [each for each in shown.asked if each.who == shown.you][:1]:
                answer(asked)
        if "My side" in str(stage.channel.newest):
            stage.answer_something(people.ann, luck)
        settle()
    assert session.stage == OVER
    view = views.load_game_view(stage.host, game).view
    assert view is not None
    private = "\n".join(message.text for message in zoe.messages)
    there = "\n".join(text_of(each) for each in stage.channel.newest)
    for line in view.standings:
        name = next(face.name for face in session.players if face.seat == line.who)
        assert f"{name} £{line.total}" in there.replace("\\", "").replace(",", "")
        assert f"{name} £{line.total}" in private.replace(",", "")
