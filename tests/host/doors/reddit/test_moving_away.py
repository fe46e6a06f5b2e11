"""A game that runs in a thread moves to a Telegram group with one command, with its seats, money and clocks."""

from host.delivery.outbox import OutboxDispatcher, Pace
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.doors.telegram.heard.incoming import TelegramIncoming
from host.doors.telegram.messages.sender import TelegramSender
from host.people import accounts
from tests.fakes.telegram import BotApi
from tests.fakes.telegram.in_process import WireInProcess


def test_a_running_game_is_shown_in_a_telegram_group_with_one_command(stage):
    thread = stage.sealed("ann", "bob", line="!new season7 pace daily voice=plain")
    before = stage.session(thread)
    api = BotApi(limits=None, listens=False)
    sender = TelegramSender(stage.host, WireInProcess(api))
    incoming, dispatcher = TelegramIncoming(sender), OutboxDispatcher(stage.host, sender, Pace(TELEGRAM_LIMITS))
    ann, bob = api.user("Ann"), api.user("Bob")
    group = api.group("Friday", bob, admins=[ann], kind="supergroup")
    accounts.link_identity(stage.host, before.by, f"telegram:{ann.id}")
    ann.writes("/start")
    ann.says(group, f"/here {before.id}")
    for update in api.updates:
        incoming.handle(update)
    for _ in range(10):
        stage.clock.advance(10)
        dispatcher.deliver_now()
    after = stage.session(thread)
    assert f"telegram:{group.id}" in after.places
    assert [player.seat for player in after.players] == [player.seat for player in before.players]
    assert after.clocks.keys() == before.clocks.keys()
    assert any("13" in message.buttons for message in group.messages)
    dispatcher.close()
    api.close()
