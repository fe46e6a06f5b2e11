"""One game in Discord, Telegram and on the page at once is equal everywhere."""

import html
import random
import re
from typing import Any

import pytest

from host.core import games
from host.core.session import OVER, Command
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
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
    """One game in a channel of Discord, in a group of Telegram and on the page, with somebody at each who comes in by
    the door itself.
    """

    def __init__(self, stage, people, telegram, line):
        self.stage, self.ann = stage, people.ann
        self.api, self.incoming, self.dispatcher = telegram
        self.read, self.zoe = 0, self.api.user("Zoe")
        self.group = self.api.group("Friday", admins=[self.zoe], kind="supergroup")
        self.walt, self.luck = Visitor(stage.host), random.Random(2)
        ruleset, _, options = line.partition(" ")
        people.ann.commands(stage.channel, "new", game=ruleset, turn="1h", options=options)
        self.game = stage.game
        self.at = {"Ann": f"discord:@{self.ann.id}", "Zoe": f"telegram:{self.zoe.id}"}
        self.zoe.writes(f"/start j_{self.game}")
        self.settle()
        opener = Command(by=stage.host.store.load_game(self.game).session.by)
        assert games.show_in_place(stage.host, opener, self.game, f"telegram:{self.group.id}").ok
        self.walt.go(f"/g/{self.game}")
        self.walt.send("/join", name="Walt")
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
        walt = accounts.find_person_by_token(host, self.walt.cookie)
        assert walt
        ids = {name: host.store.find_person_id(at, 0) for name, at in self.at.items()} | {"Walt": walt.id}
        for name, person in ids.items():
            shown = views.load_game_view(host, self.game, person)
            mine = [each for each in shown.asked if each.who == shown.you]
            if mine:
                takes = name == "Zoe" and any(each.value == "take" for each in mine[0].options)
                self.answer(name, mine[0], "take" if takes else pick(mine[0]))
                return
        self.stage.pass_by(600)

    def answer(self, name, asked, value):
        word = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        if name == "Ann":
            self.ann.commands(self.stage.channel, "pick", words=word)
        elif name == "Zoe":
            self.zoe.writes(f"/pick {word}")
        else:
            once = self.luck.randbytes(16).hex()
            self.walt.post(f"/g/{self.game}/answer", once=once, question=asked.id, value=word)
        self.settle()

    def is_over(self):
        return self.stage.host.store.load_game(self.game).session.stage == OVER

    def news(self):
        """What the page tells everybody of the game, line by line."""
        session = self.stage.host.store.load_game(self.game).session
        reader = words.build_reader(session.map_names_by_seat(), session.style)
        steps = views.list_session_steps(self.stage.host, session, "", 0, session.entries)
        public = ([each for each in step.told if not each.to] for step in steps)
        return [line for told in public for line in words.format_told_lines(told, reader)]


@pytest.mark.whole
@pytest.mark.parametrize(("line", "moves", "unit"), [("season7 wildcard=no", 14, "£"), ("ladder rounds=1", 400, "$")])
def test_each_door_tells_the_same_of_one_game_and_shows_the_same_totals(stage, people, telegram, line, moves, unit):
    """A ladder to its end, and the beginning of a season."""
    three = Three(stage, people, telegram, line)
    for _ in range(moves):
        if three.is_over():
            break
        three.move()
    three.settle()
    assert three.is_over() is line.startswith("ladder")
    channel = "\n".join(text_of(each) for each in stage.channel.posted).replace("\\", "")
    group = html.unescape(re.sub("<[^>]+>", "", "\n".join(message.text for message in three.group.messages)))
    channel, group = (each.replace(": /", ": ") for each in (channel, group))  # a command needs its slash there
    told = three.news()
    begun = next(n for n, each in enumerate(told) if "begins" in each)
    assert len(told) - begun > 10
    assert [each for each in told[begun:] if each not in channel] == []
    assert [each for each in told[begun:] if each not in group] == []
    page = three.walt.go(f"/g/{three.game}")
    view = views.load_game_view(stage.host, three.game).view
    assert view
    assert len({each.total for each in view.standings}) > 1
    for each in view.standings:
        name = next(face.name for face in session_faces(stage, three.game) if face.seat == each.who)
        total = f"{'-' * (each.total < 0)}{unit}{abs(each.total):,}"
        assert f"{name} {total}" in text_of(stage.board).replace("\\", "")
        assert f"{name} {total}" in group
        assert total.strip(f"-{unit}") in page


def session_faces(stage, game):
    return stage.host.store.load_game(game).session.players
