"""Who has nothing to do is rung for news at most twice a day, whatever chats and games it comes from."""

import pytest

from host.core.session import Post, ToldLine
from host.doors.telegram.messages.chats import DAY, MAX_RINGS_OF_DAY
from host.shown import views
from tests.host.doors.telegram.conftest import seated

HOUR = 3600.0


class Chats:
    """Groups with a game each, in which news that ring are told one after the other."""

    def __init__(self, stage):
        self.stage, self.stamp = stage, 2**44

    def group(self, *people):
        group = self.stage.api.group("Friday", *people[1:], admins=people[:1], kind="supergroup")
        seated(self.stage, group, people)
        (game,) = self.stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
        return group, game

    def rings(self, chat, game, **more):
        """Does this rang there? The clocks of the games stand still meanwhile."""
        place, before = f"telegram:{chat.id}", len(chat.messages)
        line = ToldLine("Number {n}.", {"n": self.stamp}, rings=True)
        self.stamp += 1
        self.stage.host.store.queue_posts([Post(place, game, self.stamp, [line], **more)], self.stage.clock.now())
        for _ in range(10):
            self.stage.dispatcher.deliver_now()
            self.stage.api.advance(1)
        (told,) = [each for each in chat.messages[before:] if each.from_bot and "Number" in each.text]
        return not told.silent

    def rest(self):
        """A day and an hour without news."""
        self.stage.api.advance(DAY + HOUR)


@pytest.fixture
def chats(stage):
    return Chats(stage)


def test_news_rings_twice_a_day_in_a_group_and_again_when_the_day_is_over(chats, ann, bob):
    group, game = chats.group(ann, bob)
    chats.rest()
    assert [chats.rings(group, game) for _ in range(MAX_RINGS_OF_DAY + 1)] == [True, True, False]
    chats.stage.api.advance(DAY - HOUR)
    assert not chats.rings(group, game)
    chats.stage.api.advance(HOUR)
    assert chats.rings(group, game)


@pytest.mark.parametrize("status", [429, 500, 400])
def test_what_could_not_be_sent_at_first_rings_all_the_same_and_is_counted_once(chats, ann, bob, status):
    group, game = chats.group(ann, bob)
    chats.rest()
    for _ in range(MAX_RINGS_OF_DAY):
        for _ in range(2):
            chats.stage.api.fail_next("sendMessage", status)
        assert chats.rings(group, game)
    assert not chats.rings(group, game)


def test_a_person_in_two_groups_is_rung_twice_a_day_in_all(chats, ann, bob, cat):
    (first, one), (second, two), (third, three) = chats.group(ann, bob), chats.group(ann, cat), chats.group(cat, bob)
    chats.rest()
    assert [chats.rings(first, one), chats.rings(second, two)] == [True, True]
    assert not chats.rings(first, one)  # Ann has heard both, Bob and Cat one each
    assert chats.rings(third, three)
    assert not chats.rings(third, three)


def test_a_private_chat_and_a_group_share_the_two(chats, ann, bob, cat):
    group, game = chats.group(ann, bob)
    other, two = chats.group(bob, cat)
    chats.rest()
    assert chats.rings(ann, game) and chats.rings(group, game)
    assert not chats.rings(ann, game)
    assert not chats.rings(group, game)
    assert chats.rings(bob, game)  # who heard of it in the group alone
    assert not chats.rings(other, two)


def test_what_is_asked_rings_however_often_news_rang(chats, ann, bob):
    group, game = chats.group(ann, bob)
    chats.rest()
    assert [chats.rings(group, game) for _ in range(3)] == [True, True, False]
    host = chats.stage.host
    shown = views.load_game_view(host, game, host.store.find_person_id(f"telegram:{ann.id}", 0))
    asked = next(each.id for each in shown.asked if each.who == shown.you)
    before = len(ann.messages)
    host.store.queue_posts([Post(f"telegram:{ann.id}", game, 2**45, [], [asked])], chats.stage.clock.now())
    for _ in range(5):
        chats.stage.dispatcher.deliver_now()
        chats.stage.api.advance(1)
    assert [each.silent for each in ann.messages[before:] if each.from_bot] == [False]
