import threading
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.kernel import Told
from host.core import games
from host.core.context import Config, HostContext
from host.core.games import Guest
from host.core.posting import split_post
from host.core.session import Command, Post
from host.core.store import MemoryTable, Store
from host.core.store.items import Overloaded
from host.core.transaction import run_transaction
from host.delivery.outbox import (
    LONGEST_AWAY,
    Limits,
    NotChanged,
    OutboxDispatcher,
    Pace,
    PlaceGone,
    PlatformDown,
    RetryLater,
)
from host.doors.telegram.calls.connection import TELEGRAM_LIMITS
from host.shown import views
from tests.host.conftest import Hands
from tests.host.core.timing import wait
from tests.host.delivery.conftest import Said, drain
from tests.waiting import LONGEST


def say(host, chat, *texts, game="g", stamp=1, **sides):
    host.store.queue_posts(
        [Post(chat, game, stamp + n, [Told(text, {})], **sides) for n, text in enumerate(texts)], 0.0
    )


def test_news_of_many_inputs_is_merged_and_the_board_shown_once(host, hands, playing, dispatcher, platform):
    drain(dispatcher, hands)
    assert platform.lines("t:group")[1:4] == [
        "p1 joins the game.",
        "p2 joins the game.",
        ("The game begins. The players: p1 and p2."),
    ]
    assert len([each for each in platform.sent if each[1] == "t:group"]) == 2
    assert platform.boards("t:group") == [f"board {playing}"]
    (ann,) = [what for _, chat, what in platform.sent if chat == "t:ann"]
    assert ann.asks == [asked.id for asked in views.load_game_view(host, playing, "ann").asked]
    assert list(host.store.iter_waiting_places(hands.now)) == []


def test_news_from_before_and_after_a_change_of_names_stand_apart(host, hands, dispatcher, platform):
    for stamp, name in ((1, "Ann"), (2, "Anna"), (3, "Anna")):
        say(host, "t:ann", f"{name} is here.", stamp=stamp, names={"p1": name})
    drain(dispatcher, hands)
    assert [what.names for _, _, what in platform.sent] == [{"p1": "Ann"}, {"p1": "Anna"}]
    assert platform.lines("t:ann") == ["Ann is here.", "Anna is here.", "Anna is here."]


def test_the_board_is_one_message_edited(host, hands, playing, dispatcher, platform):
    drain(dispatcher, hands)
    for n in range(3):
        games.make_unasked_play(host, Command(f"s{n}", "ann"), playing, "shout")
        drain(dispatcher, hands)
    first, *others = platform.boards("t:group")
    assert first == f"board {playing}"
    assert others == [f"board {playing} {host.store.find_board_message('t:group', playing)}"] * 3


def test_what_took_long_to_say_is_noted_before_the_board_is_edited(
    host, hands, playing, dispatcher, platform, monkeypatch
):
    def slow(chat, message):
        hands.now += 6
        return send(chat, message)

    drain(dispatcher, hands)
    games.make_unasked_play(host, Command("s", "ann"), playing, "shout")
    before, send = len(platform.boards("t:group")), platform.send
    monkeypatch.setattr(platform, "send", slow)
    dispatcher.deliver_now()
    assert platform.lines("t:group")[-1] == "p1 shouts."
    assert [(post.lines, post.board) for post in host.store.load_posts("t:group")] == [([], True)]
    assert len(platform.boards("t:group")) == before
    drain(dispatcher, hands)
    assert len(platform.boards("t:group")) == before + 1


def test_a_refusal_does_not_wait_for_a_moment_of_suspense(host, hands, dispatcher, platform):
    say(host, "t:a", "fate", stamp=1, after=hands.now + 20)
    say(host, "t:a", "later", stamp=2)
    say(host, "t:a", "refused", stamp=3, urgent=True)
    drain(dispatcher, hands, 10)
    assert platform.lines("t:a") == ["refused"]
    drain(dispatcher, hands, 30)
    assert platform.lines("t:a") == ["refused", "fate", "later"]


def test_order_is_kept_in_one_place_whatever_goes_wrong(host, hands, dispatcher, platform):
    say(host, "t:a", "one", "two", game="g")
    say(host, "t:a", "three", game="h", stamp=10)
    platform.trouble["t:a"] = [RetryLater(30), OSError("net"), RetryLater(2), OSError("net")]
    start = hands.now
    drain(dispatcher, hands)
    assert platform.lines("t:a") == ["one", "two", "three"]
    assert platform.sent[0][0] >= start + 30


def test_a_place_told_to_wait_keeps_nobody_else_waiting(host, hands, dispatcher, platform):
    platform.trouble["t:slow"] = [RetryLater(100)]
    start = hands.now
    for chat in ("t:slow", "t:a", "t:b"):
        say(host, chat, "hello")
    drain(dispatcher, hands)
    moments = {chat: moment - start for moment, chat, _ in platform.sent}
    assert moments["t:a"] < 1 > moments["t:b"]
    assert moments["t:slow"] >= 100


def test_a_platform_that_hangs_in_one_place_delays_no_other():
    host = HostContext(Store(MemoryTable()), Config(), Hands())
    slow, quick = threading.Event(), threading.Event()

    class Hanging(Said):
        def send(self, chat, message):
            if chat == "t:slow":
                assert slow.wait(LONGEST)
            else:
                quick.set()
            return super().send(chat, message)

    platform = Hanging(host.now)
    dispatcher = OutboxDispatcher(host, platform, Pace(TELEGRAM_LIMITS))
    say(host, "t:slow", "hello")
    dispatcher.deliver()
    say(host, "t:a", "hello")
    dispatcher.deliver()
    assert quick.wait(LONGEST)
    slow.set()
    dispatcher.close()
    assert sorted(chat for _, chat, _ in platform.sent) == ["t:a", "t:slow"]


class SlowSomewhere(Said):
    """A platform that answers in some places only when a test lets it."""

    def __init__(self, hands, slow):
        super().__init__(hands)
        self.slow, self.answers, self.told = slow, threading.Event(), threading.Event()
        self.begun = Counter[str]()

    def send(self, chat, message):
        self.begun[chat] += 1
        if chat in self.slow:
            assert self.answers.wait(LONGEST)
        elif sum(self.begun[each] for each in ("t:a", "t:b")) == 2:
            self.told.set()
        return super().send(chat, message)


def test_places_that_are_known_to_be_slow_delay_no_other():
    """Though there are more of them than workers."""
    hands = Hands()
    host = HostContext(Store(MemoryTable()), Config(), hands)
    slow = [f"t:slow{n}" for n in range(8)]
    platform = SlowSomewhere(hands, slow)
    dispatcher = OutboxDispatcher(host, platform, Pace(Limits(10**6, 1.0, 0.0, 0.0)), workers=2, slow=2)
    dispatcher._slow.update(slow)
    for chat in (*slow, "t:a", "t:b"):
        say(host, chat, "hello")
    dispatcher.deliver()
    assert platform.told.wait(LONGEST)
    assert platform.lines("t:slow0") == []
    platform.answers.set()
    dispatcher.close()
    assert Counter(chat for _, chat, _ in platform.sent) == Counter([*slow, "t:a", "t:b"])


def test_a_place_is_slow_as_long_as_its_last_message_took_long(host, hands, dispatcher, platform):
    def send(chat, message):
        hands.now += takes.pop()
        return sent(chat, message)

    takes = [0.5, 8.0]
    sent, platform.send = platform.send, send
    for slow in ({"t:a"}, set()):
        say(host, "t:a", "hello", stamp=int(hands.now))
        drain(dispatcher, hands)
        assert dispatcher._slow == slow


def test_however_many_ask_for_delivery_each_message_is_sent_once(host, hands):
    platform = Said(hands)
    dispatcher = OutboxDispatcher(host, platform, Pace(Limits(10**6, 1.0, 0.0, 0.0)))
    for n in range(20):
        say(host, f"t:{n}", "hello")
    callers = [threading.Thread(target=dispatcher.deliver) for _ in range(10)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    dispatcher.close()
    assert sorted(chat for _, chat, _ in platform.sent) == sorted(f"t:{n}" for n in range(20))


def test_which_lanes_are_served_is_changed_by_one_thread_at_a_time(host, dispatcher, platform):
    unguarded: list[object] = []

    class Watched(dict):
        def __setitem__(self, *item):
            unguarded.extend(item[:1] if not dispatcher._lock.locked() else [])
            super().__setitem__(*item)

        def pop(self, *item):
            unguarded.extend(item[:1] if not dispatcher._lock.locked() else [])
            return super().pop(*item)

    dispatcher._busy = Watched()
    platform.trouble = {"t:late": [RetryLater(5.0)], "t:odd": [RuntimeError()]}
    for chat in ("t:well", "t:late", "t:odd"):
        say(host, chat, "a word")
    dispatcher.deliver()
    dispatcher.close()
    assert platform.lines("t:well") == ["a word"]
    assert {*dispatcher._busy} == {"t:late", "t:odd"}
    assert unguarded == []


def test_what_can_never_be_sent_is_set_aside_with_a_line_in_the_log(host, hands, dispatcher, platform, caplog):
    say(host, "t:a", "poison", game="g")
    say(host, "t:a", "wholesome", game="h", stamp=2)
    platform.trouble["t:a"] = [ValueError("poison is in this message")] * 5
    drain(dispatcher, hands)
    assert platform.lines("t:a") == ["wholesome"]
    assert "post moved to dead letters" in caplog.messages  # just these words raise the alarm in AWS
    assert "poison" not in caplog.text
    assert len(host.store.table.query("chat:t:a", "aside/", "aside/~")) == 1


def test_good_news_are_sent_though_a_post_queued_with_them_never_can_be(host, hands, dispatcher, platform, monkeypatch):
    send = platform.send

    def refuse_the_bad_line(chat, message):
        if any(line.text == "bad" for line in message.lines):
            raise ValueError("this can never be sent")
        return send(chat, message)

    monkeypatch.setattr(platform, "send", refuse_the_bad_line)
    for stamp, text in enumerate(["one", "two", "bad", "four"], 1):
        say(host, "t:a", text, stamp=stamp)
    drain(dispatcher, hands, 600)
    assert platform.lines("t:a") == ["one", "two", "four"]
    assert len(host.store.table.query("chat:t:a", "aside/", "aside/~")) == 1


def test_news_wait_for_as_long_as_the_platform_is_not_there(host, hands, dispatcher, platform, caplog):
    host.store.queue_posts([Post("t:a", "g", int(hands.now * 1000), [Told("news", {})])], hands.now)
    platform.trouble["t:a"] = [PlatformDown("502")] * 300
    drain(dispatcher, hands, 86400, step=5)
    assert 1 < len(platform.trouble["t:a"]) < 20
    assert "dead letters" not in caplog.text
    platform.trouble.clear()
    drain(dispatcher, hands)
    assert platform.lines("t:a") == ["news"]


def test_a_platform_may_be_asked_in_vain_for_days(host, hands, dispatcher, platform):
    platform.trouble["t:a"] = [PlatformDown("502")] * 1100  # taps try it at once, once a minute
    say(host, "t:a", "news", stamp=int(hands.now * 1000))
    while platform.trouble["t:a"]:
        hands.now += 120
        dispatcher.pace.free.clear()
        dispatcher.deliver_now()
    drain(dispatcher, hands, 600)
    assert platform.lines("t:a") == ["news"]


def test_even_a_platform_that_is_not_there_is_given_up_some_day(host, hands, dispatcher, platform):
    host.store.queue_posts([Post("t:a", "g", int(hands.now * 1000), [Told("news", {})])], hands.now)
    hands.now += LONGEST_AWAY
    platform.trouble["t:a"] = [PlatformDown("502")] * 5
    drain(dispatcher, hands)
    assert list(host.store.iter_waiting_places(hands.now)) == []
    assert len(host.store.table.query("chat:t:a", "aside/", "aside/~")) == 1


def test_after_a_hiccup_of_the_platform_it_is_tried_again_soon(host, hands, dispatcher, platform):
    start = hands.now
    for n in range(3):
        say(host, "t:a", str(n), stamp=int(hands.now * 1000))
        platform.trouble["t:a"] = [PlatformDown("502")]
        drain(dispatcher, hands, 10)
    assert platform.lines("t:a") == ["0", "1", "2"]
    assert platform.sent[-1][0] - start < 24


def test_what_was_noted_as_said_is_not_said_again_though_the_table_never_answered(
    host, hands, dispatcher, platform, monkeypatch
):
    def unanswered(posts):
        said(posts)
        raise Overloaded

    said = host.store.mark_posts_said
    say(host, "t:a", "one", "two")
    with monkeypatch.context() as patch:
        patch.setattr(host.store, "mark_posts_said", unanswered)
        with pytest.raises(Overloaded):
            dispatcher.deliver_now()
    drain(dispatcher, hands)
    assert platform.lines("t:a") == ["one", "two"]


def test_a_message_that_reads_like_this_already_is_done(host, hands, playing, dispatcher, platform):
    drain(dispatcher, hands)
    games.make_unasked_play(host, Command("s", "ann"), playing, "shout")
    platform.trouble["t:group"] = [NotChanged()]
    dispatcher.deliver_now()
    hands.now += 4
    platform.trouble["t:group"] = [NotChanged()]
    drain(dispatcher, hands)
    assert list(host.store.iter_waiting_places(hands.now)) == []
    assert host.store.find_board_message("t:group", playing)


def test_a_place_that_is_gone_is_left_alone(host, hands, playing, dispatcher, platform):
    platform.trouble["t:ann"] = [PlaceGone("blocked")]
    drain(dispatcher, hands)
    assert platform.lines("t:ann") == []
    session = host.store.load_game(playing).session
    assert [player.place for player in session.players] == ["", "t:bob"]
    wait(host, hands, 13 * 3600, 600)
    drain(dispatcher, hands)
    assert not any(chat == "t:ann" for _, chat, _ in platform.sent)


def test_reminders_are_checked_when_they_are_sent_and_merged(host, hands, dispatcher, platform):
    both = []
    for n in range(2):
        game = games.open_lobby(host, Command(f"c{n}", "ann"), "toy").game
        games.sit_at_table(host, Command(f"j{n}", "ann"), game, Guest("ann", "Ann", "t:ann"))
        games.add_bot(host, Command(f"b{n}", "ann"), game)
        games.start_game(host, Command(f"g{n}", "ann"), game)
        both.append(game)
        hands.now += 600
    drain(dispatcher, hands)
    platform.sent.clear()
    wait(host, hands, 12 * 3600, 300)
    drain(dispatcher, hands)
    (message,) = [what for _, chat, what in platform.sent if not isinstance(what, str) and what.reminders]
    assert sorted(reminder.game for reminder in message.reminders) == sorted(both)
    wait(host, hands, 3600, 300)
    drain(dispatcher, hands)
    assert [what for _, _, what in platform.sent if not isinstance(what, str)] == [message]


def test_news_of_two_games_are_never_mixed_though_both_remind(host, hands, dispatcher, platform):
    host.store.queue_posts([Post("t:a", game, n, [Told("news", {})], [f"{game}#1"], remind=["ann"], names={"p1": game})
                      for n, game in enumerate("gh")], hands.now)  # fmt: skip
    drain(dispatcher, hands)
    messages = [(what.game, what.asks, what.names["p1"]) for _, _, what in platform.sent]
    assert messages == [("g", ["g#1"], "g"), ("h", ["h#1"], "h")]


def test_whoever_has_answered_meanwhile_is_not_reminded(host, hands, playing, dispatcher, platform):
    drain(dispatcher, hands)
    wait(host, hands, 12 * 3600, 600)
    (asked,) = views.load_game_view(host, playing, "ann").asked
    games.submit_answer(host, Command("a", "ann"), playing, asked.id, 3)
    drain(dispatcher, hands)
    assert [chat for _, chat, what in platform.sent if not isinstance(what, str) and what.reminders] == ["t:bob"]


def test_a_reminder_in_a_group_does_not_tell_who_has_not_sealed(host, hands, dispatcher, platform):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy").game
    games.sit_at_table(host, Command("j", "ann"), game, Guest("ann", "Ann"))
    games.add_bot(host, Command("b", "ann"), game)
    games.start_game(host, Command("g", "ann"), game)
    wait(host, hands, 13 * 3600, 600)
    drain(dispatcher, hands)
    assert not any(what.reminders for _, _, what in platform.sent if not isinstance(what, str))


def test_a_reminder_that_comes_late_to_a_group_does_not_tell_what_is_secret_by_now(
    host, hands, playing, dispatcher, platform
):
    """It was written when Ann was asked openly; when it is sent she is asked for her number."""
    drain(dispatcher, hands)
    host.store.queue_posts([Post("t:group", playing, 10**14, remind=["ann"])], hands.now)
    drain(dispatcher, hands)
    assert views.load_game_view(host, playing, "ann").asked[0].secret
    assert not any(what.reminders for _, chat, what in platform.sent if chat == "t:group" and not isinstance(what, str))


def test_a_message_that_fails_is_tried_again_ever_later(host, hands, dispatcher, platform, monkeypatch):
    tried = []

    def fails(*_):
        tried.append(hands.now)
        raise RuntimeError

    monkeypatch.setattr(platform, "send", fails)
    say(host, "t:a", "never")
    drain(dispatcher, hands)
    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert len(tried) == host.config.tries
    assert all(later >= 1.5 * earlier for earlier, later in pairwise(waits)), waits


def test_a_lone_player_in_a_private_place_is_told_everything_there(host, hands, dispatcher, platform):
    game = games.open_lobby(host, Command("c", "ann", "t:ann"), "toy").game
    games.sit_at_table(host, Command("j", "ann"), game, Guest("ann", "Ann", "t:ann"))
    games.add_bot(host, Command("b", "ann"), game)
    games.start_game(host, Command("g", "ann"), game)
    drain(dispatcher, hands)
    (asked,) = views.load_game_view(host, game, "ann").asked
    assert [what.asks for _, _, what in platform.sent if not isinstance(what, str)] == [[asked.id]]


def test_long_news_is_cut_into_messages_that_fit(host, hands, dispatcher, platform):
    host.store.queue_posts([Post("t:a", "g", n, [Told("x" * 1400, {})]) for n in range(5)], 0.0)
    drain(dispatcher, hands)
    assert [len(what.lines) for _, _, what in platform.sent] == [2, 2, 1]


def test_one_input_with_very_much_to_say_stays_in_order(host, hands, playing, dispatcher, platform):
    drain(dispatcher, hands)

    def talk(tx):
        tx.log("talk", "")
        for n in range(10):
            tx.say("{n}" + "." * 1000, n=n)

    run_transaction(host, Command(), playing, talk)
    games.make_unasked_play(host, Command("s", "ann"), playing, "shout")
    drain(dispatcher, hands)
    assert [line[0] for line in platform.lines("t:group")[-11:]] == [*"0123456789", "p"]


@given(st.lists(st.tuples(st.sampled_from(["g1", "g2", "p1", "p2", "p3"]), st.integers(0, 8)), max_size=200))
def test_the_pace_is_within_the_limits_whatever_is_asked(asks):
    pace, now, spoken = Pace(replace(TELEGRAM_LIMITS, in_all=3)), 0.0, []
    for lane, pause in asks:
        now += pause / 4
        when = pace.take(lane, now, crowd=lane.startswith("g"))
        if when:
            assert when > now
        else:
            spoken.append((now, lane))
    for moment, lane in spoken:
        assert len([1 for other, _ in spoken if moment - 1 < other <= moment]) <= 3
        gap = 3 if lane.startswith("g") else 1
        assert len([1 for other, place in spoken if place == lane and moment - gap < other <= moment]) == 1


def test_twenty_a_minute_in_a_group_and_thirty_a_second_in_all(host, hands, dispatcher, platform):
    for n in range(40):
        say(host, "t:group", f"{n}" + "." * 2500, stamp=n)
    for n in range(60):
        say(host, f"t:p{n}", "hello")
    start = hands.now
    drain(dispatcher, hands)
    in_group = [moment for moment, chat, _ in platform.sent if chat == "t:group"]
    assert len(in_group) == 40
    assert max(len([1 for other in in_group if 0 <= other - moment < 60]) for moment in in_group) <= 20
    first_second = [1 for moment, _, _ in platform.sent if moment < start + 1]
    assert len(first_second) == 30


def test_a_long_post_asks_reminds_and_shows_the_board_once_at_its_end():
    texts = [f"{n} {'x' * 1400}" for n in range(5)]
    post = Post(
        "t:ann", "g", 1, [Told(text, {}) for text in texts], ["q#1"], board=True, remind=["ann"], closes=["q#0"]
    )
    parts = split_post(post)
    assert [line.text for part in parts for line in part.lines] == texts
    assert [part.asks for part in parts] == [[], [], ["q#1"]]
    assert [part.remind for part in parts] == [[], [], ["ann"]]
    assert [part.board for part in parts] == [False, False, True]
    assert [part.closes for part in parts] == [["q#0"], [], []]


def test_a_place_whose_posts_cannot_be_read_keeps_no_other_waiting_and_is_tried_again(
    host, hands, dispatcher, platform, playing, monkeypatch, caplog
):
    deliver, broken = dispatcher.deliver_to, ["t:ann"]

    def deliver_or_fail(chat):
        if chat in broken:
            raise ValueError("a secret")
        return deliver(chat)

    monkeypatch.setattr(dispatcher, "deliver_to", deliver_or_fail)
    games.make_unasked_play(host, Command(by="ann"), playing, "shout")
    drain(dispatcher, hands, 60)
    assert "p1 shouts." in platform.lines("t:group")
    assert "t:ann" not in {chat for _, chat, _ in platform.sent}
    assert "outbox delivery failed" in caplog.text
    assert "a secret" not in caplog.text
    broken.clear()
    drain(dispatcher, hands, 60)
    assert "t:ann" in {chat for _, chat, _ in platform.sent}
    assert list(host.store.iter_waiting_places(hands.now)) == []
