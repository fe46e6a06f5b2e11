"""A call to Telegram that never ends is given up, like any other that Telegram does not answer."""

from concurrent.futures import Future

import pytest
from telegram.error import TimedOut

from host.delivery.outbox import PlatformDown
from host.doors.telegram.calls import connection
from host.doors.telegram.calls.connection import translate_telegram_errors


@pytest.fixture
def hang(stage, monkeypatch):
    """From now on nothing that is asked of Telegram comes to an end."""

    def begin():
        monkeypatch.setattr(connection, "CALL_TIMEOUT", 0.01)
        monkeypatch.setattr(stage.wire, "begin", lambda _: Future())

    return begin


def test_it_is_an_error_of_the_library_like_others(stage, hang):
    hang()
    with pytest.raises(TimedOut):
        stage.wire.call(lambda bot: bot.get_me())
    with pytest.raises(PlatformDown), translate_telegram_errors():
        stage.wire.call(lambda bot: bot.get_me())


def test_whoever_cannot_be_looked_up_is_no_admin(stage, hang, group, ann):
    hang()
    assert not stage.incoming.sender.admins.is_admin(group.id, ann.id)


def test_a_tap_counts_though_its_pop_up_is_never_shown(stage, hang, caplog, playing, ann):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    asked = next(message for message in reversed(ann.messages) if "7" in message.buttons)
    before = stage.host.store.load_game(game).session.entries
    ann.taps(asked, "7")
    hang()
    stage.hear()
    assert stage.host.store.load_game(game).session.entries == before + 1
    assert not [record for record in caplog.records if "update failed" in record.message]
