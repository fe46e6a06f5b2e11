"""How much the bot may send, and the failures a test can order."""

from datetime import timedelta

import pytest
from telegram.error import NetworkError, RetryAfter

from tests.fakes.telegram import BURSTS, BotApi, Limits


def test_the_server_fails_as_told(do, bot, server, group):
    server.fail_next("sendMessage", 429, 7)
    with pytest.raises(RetryAfter) as caught:
        do(bot.send_message(group.id, "x"))
    assert caught.value.retry_after == timedelta(seconds=7)
    for status in (500, 502, 0):
        server.fail_next("*", status)
        with pytest.raises(NetworkError):
            do(bot.send_message(group.id, "x"))
    assert group.said == []
    server.fail_next("sendMessage", 504, lost=True)
    with pytest.raises(NetworkError):
        do(bot.send_message(group.id, "heard all the same"))
    assert group.said == ["heard all the same"]
    assert [call.status for call in server.calls[-5:]] == [429, 500, 502, 0, 504]


def test_one_message_a_second_in_a_chat(do, make_bot):
    with BotApi() as server:
        ann, bot = server.user("Ann"), make_bot(server)
        ann.writes("/start")
        do(bot.send_message(ann.id, "1"))
        with pytest.raises(RetryAfter) as caught:
            do(bot.send_message(ann.id, "2"))
        assert caught.value.retry_after == timedelta(seconds=1)
        do(bot.edit_message_text("1!", ann.id, ann.messages[-1].id))
        server.advance(1)
        do(bot.send_message(ann.id, "2"))
        assert ann.chat.said == ["1!", "2"]
        assert server.world.flood.refused == 1


def test_twenty_messages_a_minute_in_a_group(do, make_bot):
    with BotApi(limits=Limits(chat_burst=50)) as server:
        group, bot = server.group("Friday"), make_bot(server)
        for turn in range(20):
            do(bot.send_message(group.id, str(turn)))
        with pytest.raises(RetryAfter) as caught:
            do(bot.send_message(group.id, "20"))
        assert caught.value.retry_after == timedelta(seconds=60)  # any sixty seconds, not a bucket that fills up
        server.advance(60)
        do(bot.send_message(group.id, "20"))
        assert len(group.said) == 21


def test_thirty_messages_a_second_in_all(do, make_bot):
    with BotApi(limits=BURSTS) as server:
        groups, bot = [server.group(str(number)) for number in range(7)], make_bot(server)
        for turn in range(30):
            do(bot.send_message(groups[turn // 5].id, "x"))
        with pytest.raises(RetryAfter):
            do(bot.send_message(groups[6].id, "x"))
        assert sum(len(group.messages) for group in groups) == 30


def test_limits_of_ones_own(do, make_bot):
    with BotApi(limits=Limits(chat_per_second=0.1)) as server:
        group, bot = server.group("Friday"), make_bot(server)
        do(bot.send_message(group.id, "x"))
        with pytest.raises(RetryAfter) as caught:
            do(bot.send_message(group.id, "x"))
        assert caught.value.retry_after == timedelta(seconds=10)
