"""One game in Discord, Telegram and on the page at once is equal everywhere."""

import random
from typing import Any

import pytest

from host.core import games
from host.core.session import OVER, Command
from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.post_limits import TELEGRAM_LIMITS
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender
from host.people import accounts
from host.shown import views
from tests.fakes.discord import text_of
from tests.fakes.telegram import BotApi, FakeClock
from tests.fakes.telegram.in_process import WireInProcess


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
