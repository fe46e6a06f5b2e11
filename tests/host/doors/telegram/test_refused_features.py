"""What a server, a chat or an account refuses of the newer Telegram is left out: nothing is lost, and nothing is
refused a second time.
"""

from http import HTTPStatus

import pytest

from host.core.session import Post, ToldLine
from host.doors.telegram.messages import chats
from host.doors.telegram.messages.screens import Screen, simplify_screen
from host.shown import views
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_moments import CYCLE

HOUR = 3600.0
FATE = ToldLine("season7.PutOut", {"who": "p1"}, pause=True, rings=True)


class Game:
    """A season of three in a group, to which news are told."""

    def __init__(self, stage, group):
        self.stage, self.group, self.stamp = stage, group, 2**44
        (self.game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
        self.names = views.load_game_view(stage.host, self.game).names

    def tell(self, line, chat=None, **more):
        """Tell it in an hour of its own, in which it has a post of its own, and return the message."""
        chat = chat or self.group
        self.stage.api.advance(HOUR)
        self.stage.host.store.save_beat(self.stage.clock.now())
        self.stage.pass_by()
        self.stamp += 1
        before = len(chat.messages)
        post = Post(f"telegram:{chat.id}", self.game, self.stamp, [line], names=self.names, **more)
        self.stage.host.store.queue_posts([post], self.stage.clock.now())
        self.stage.pass_by()
        return next(each for each in chat.messages[before:] if each.from_bot and not each.deleted)

    def refusals(self):
        return [call for call in self.stage.api.calls if call.status == HTTPStatus.BAD_REQUEST]


@pytest.fixture
def game(stage, playing):
    return Game(stage, playing)


@pytest.mark.parametrize("tag", ["tg-spoiler", "tg-time"])
def test_a_server_that_does_not_know_a_tag_is_told_the_same_words_without(stage, game, tag):
    stage.api.world.unknown_tags = {tag}
    told = [game.tell(FATE) for _ in range(2)]
    assert all("Ann" in each.text for each in told)
    assert len(game.refusals()) <= 1
    assert tag not in simplify_screen(Screen('<tg-spoiler>x</tg-spoiler> <tg-time unix="1">y</tg-time>')).text


def test_fate_with_a_picture_hides_it_and_comes_without_where_that_is_refused(stage, game, monkeypatch):
    open_to_all = game.tell(CYCLE)
    picture = open_to_all.photo
    monkeypatch.setattr("host.doors.telegram.messages.sender.draw_news", lambda *_: picture)
    hidden = game.tell(FATE)
    assert (hidden.photo, hidden.hidden, open_to_all.hidden) == (picture, True, False)
    stage.api.world.spoilers = False
    told = [game.tell(FATE) for _ in range(2)]
    assert [(each.photo, [entity["type"] for entity in each.entities]) for each in told] == [(None, ["spoiler"])] * 2
    assert len(game.refusals()) == 1
    assert game.tell(CYCLE).photo


def test_an_effect_that_is_refused_is_asked_for_once(stage, game, ann):
    stage.api.world.effects = False
    told = [game.tell(CYCLE, ann.chat, won=True) for _ in range(2)]
    assert all("Cycle 1 is over." in each.text and not each.effect for each in told)
    assert len(game.refusals()) == 1


def test_a_reaction_that_is_forbidden_is_tried_once_in_a_group(game):
    game.group.forbidden.add("reactions")
    told = [game.tell(CYCLE) for _ in range(3)]
    assert all(each.photo and not each.reactions for each in told)
    assert len(game.refusals()) == 1


def test_where_nothing_may_be_said_to_one_person_alone_the_pop_up_and_the_private_chat_do(stage, game, ann, bob):
    game.group.forbidden.add("whispers")
    for person in (ann, bob):
        stage.api.advance(5)
        person.commands_alone(game.group, "/mystuff")
        stage.pass_by(5)
        assert "1st" in person.chat.said[-1]
    assert len(game.refusals()) == 1


def test_topics_that_are_refused_are_asked_for_once_in_each_chat(stage, group, ann, bob, cat):
    stage.api.world.topics = True
    for person in (ann, bob, cat):
        stage.api.fail_next("createForumTopic", 400, description="Bad Request: not enough rights", place=(person.id, 0))
    seated(stage, group, [ann, bob, cat])
    game = Game(stage, group)
    told = [game.tell(ToldLine("Only Ann reads number {n}.", {"n": n}), ann.chat) for n in (1, 2)]
    assert all("Only Ann reads" in each.text and not each.topic for each in told)
    assert len(game.refusals()) == len([ann, bob, cat])
    assert len([call for call in stage.api.calls if call.method == "createForumTopic"]) == len([ann, bob, cat])


def test_a_group_that_forbids_photos_refuses_one_and_is_sent_no_other(stage, group, ann, bob, cat):
    """Neither for a board that is posted anew, nor for a scene."""
    group.forbidden = {"can_send_photos"}
    seated(stage, group, [ann, bob, cat])
    game = Game(stage, group)
    for n in range(chats.SCROLLED + 1):
        ann.says(group, f"hello {n}")
    ann.says(group, "/score")  # by the answer to it the bot sees how far up the board stands
    told = [game.tell(CYCLE) for _ in range(4)]
    assert all("Cycle 1 is over." in each.text and not each.photo for each in told)
    assert len(game.refusals()) == 1
