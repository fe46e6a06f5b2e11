"""Every bound of what is brought to people, just below it, at it and just above."""

import pytest

from engine.kernel import Told
from host.core.session import Post
from host.delivery.outbox import Limits, Muted, OutboxDispatcher, Pace, PlatformDown

MINUTE, DAY = 60.0, 86400.0
PLACE = "t:a"


@pytest.fixture
def bringing(host, platform):
    """A dispatcher that no limit of the platform holds up."""
    dispatcher = OutboxDispatcher(host, platform, Pace(Limits(10**6, 1.0, 0.0, 0.0)))
    yield dispatcher
    dispatcher.close()


def queue(host, hands, *texts, **sides):
    """Posts of as many moves, a thousandth of a second apart."""
    first = int(hands.now * 1000)
    posts = [Post(PLACE, "g", first + n, [Told(text, {})], **sides) for n, text in enumerate(texts)]
    host.store.queue_posts(posts, 0.0)
    return posts


def waits(dispatcher, hands, times):
    """How long it is each time to the next attempt."""
    found = []
    for _ in range(times):
        again = dispatcher.deliver_to(PLACE)
        found.append(round(again - hands.now, 3))
        hands.now = again
    return found


def test_a_platform_that_is_away_is_tried_after_twice_as_long_each_time_and_every_five_minutes(
    host, hands, platform, bringing
):
    queue(host, hands, "news")
    platform.trouble[PLACE] = [PlatformDown("502")] * 10
    assert waits(bringing, hands, 10) == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert bringing.deliver_to(PLACE) == 0
    assert platform.lines(PLACE) == ["news"]
    queue(host, hands, "more")
    platform.trouble[PLACE] = [PlatformDown("502")]
    assert waits(bringing, hands, 1) == [2], "it has been there in between"


@pytest.mark.parametrize(("age", "counts"), [(3 * DAY - 1, False), (3 * DAY, True), (3 * DAY + 1, True)])
def test_for_three_days_a_platform_that_is_away_costs_no_news_an_attempt(host, hands, platform, bringing, age, counts):
    queue(host, hands, "news")
    hands.now += age
    platform.trouble[PLACE] = [PlatformDown("502")]
    bringing.deliver_to(PLACE)
    (post,) = host.store.load_posts(PLACE)
    assert post.tries == counts


def test_what_fails_is_tried_after_twice_as_long_each_time_and_set_aside_at_last(host, hands, platform, bringing):
    queue(host, hands, "news")
    times = host.config.tries
    platform.trouble[PLACE] = [ValueError()] * times
    assert waits(bringing, hands, times - 1) == [2.0**n for n in range(1, times)]
    assert len(host.store.load_posts(PLACE)) == 1
    bringing.deliver_to(PLACE)
    assert host.store.load_posts(PLACE) == []
    assert platform.lines(PLACE) == []


def test_where_we_may_not_speak_it_is_tried_after_as_long_again_from_half_a_minute_to_five(
    host, hands, platform, bringing
):
    queue(host, hands, "news")
    platform.trouble[PLACE] = [Muted("no rights")] * 8
    found = []
    for _ in range(8):
        assert bringing.deliver_to(PLACE) == 0
        (post,) = host.store.load_posts(PLACE)
        found.append(post.after - hands.now)
        hands.now = post.after - 0.5
        assert bringing.deliver_to(PLACE) == 0, "not yet"
        hands.now = post.after
    assert found == [30, 30, 60, 120, 240, 300, 300, 300]
    assert len(platform.trouble[PLACE]) == 0
    bringing.deliver_to(PLACE)
    assert platform.lines(PLACE) == ["news"]


@pytest.mark.parametrize(("mute", "kept"), [(7 * DAY - 1, 1), (7 * DAY, 1), (7 * DAY + 1, 0)])
def test_a_place_where_we_may_not_speak_is_given_up_after_a_week(host, hands, platform, bringing, mute, kept):
    queue(host, hands, "news")
    platform.trouble[PLACE] = [Muted("no rights")] * 2
    bringing.deliver_to(PLACE)
    hands.now += mute
    bringing.deliver_to(PLACE)
    assert platform.trouble[PLACE] == []
    assert len(host.store.load_posts(PLACE)) == kept


@pytest.mark.parametrize(("seconds", "rests"), [(4.9, False), (5, False), (5.1, True)])
def test_after_a_message_that_took_more_than_five_seconds_the_place_rests_for_one(
    host, hands, platform, bringing, monkeypatch, seconds, rests
):
    send = platform.send

    def send_slowly(chat, message):
        hands.now += seconds
        return send(chat, message)

    monkeypatch.setattr(platform, "send", send_slowly)
    queue(host, hands, "before", names={"p1": "Ann"})
    hands.now += 1
    queue(host, hands, "after", names={"p1": "Anna"})
    again = bringing.deliver_to(PLACE)
    assert platform.lines(PLACE) == (["before"] if rests else ["before", "after"])
    assert again == (hands.now + 1 if rests else 0)


@pytest.mark.parametrize(("lengths", "messages"), [((2000, 999), 1), ((2000, 1000), 1), ((2000, 1001), 2)])
def test_news_of_several_moves_share_three_thousand_characters(host, hands, platform, bringing, lengths, messages):
    queue(host, hands, *["x" * length for length in lengths])
    bringing.deliver_to(PLACE)
    assert len(platform.sent) == messages
    assert [len(line) for line in platform.lines(PLACE)] == list(lengths)


@pytest.mark.parametrize("many", [49, 50, 51, 101])
def test_however_much_has_piled_up_all_is_said_in_order_and_the_board_shown_once(host, hands, platform, bringing, many):
    queue(host, hands, *[f"{n}" for n in range(many)], board=True)
    bringing.deliver_to(PLACE)
    assert platform.lines(PLACE) == [f"{n}" for n in range(many)]
    assert len(platform.boards(PLACE)) == 1
    assert host.store.load_posts(PLACE) == []


LIMITS = Limits(in_all=3, window=10.0, gap=1.0, crowd_gap=3.0)


@pytest.mark.parametrize(("crowd", "gap"), [(False, 1.0), (True, 3.0)])
def test_a_place_has_its_gap_between_two_messages_and_a_group_a_longer_one(crowd, gap):
    pace = Pace(LIMITS)
    assert pace.take("a", 100.0, crowd=crowd) == 0
    assert pace.take("a", 100.0 + gap - 0.01, crowd=crowd) == 100.0 + gap
    assert pace.take("b", 100.0 + gap - 0.01, crowd=crowd) == 0, "another place has its own"
    assert pace.take("a", 100.0 + gap, crowd=crowd) == 0


def test_all_places_together_have_so_many_messages_in_a_window():
    pace = Pace(LIMITS)
    assert [pace.take(f"{n}", 100.0 + n, crowd=False) for n in range(3)] == [0, 0, 0]
    assert pace.take("x", 109.99, crowd=False) == 110.0
    assert pace.take("x", 110.0, crowd=False) == 0
    assert pace.take("y", 110.0, crowd=False) == 111.0


@pytest.mark.parametrize(("later", "busy"), [(0, True), (59.9, True), (60, False), (60.1, False)])
def test_a_place_is_busy_for_a_minute(later, busy):
    pace = Pace(LIMITS)
    pace.take("a", 100.0, crowd=True)
    assert pace.is_busy("a", 100.0 + later) is busy
    assert not pace.is_busy("b", 100.0 + later)


def test_a_rest_is_never_made_shorter_by_another():
    pace = Pace(LIMITS)
    pace.hold("a", 150.0)
    pace.hold("a", 120.0)
    assert pace.take("a", 149.9, crowd=False) == 150.0
    assert pace.take("a", 150.0, crowd=False) == 0
