"""While a game cannot be shown, its news are told all the same: without pictures and titles of boards."""

import pytest

from host.core.session import Post, ToldLine
from host.core.store.items import Damaged
from host.shown import views
from tests.host.doors.telegram.test_moments import CYCLE
from tests.host.doors.telegram.test_refused_features import FATE

MINOR = ToldLine("season7.PutOut", {"who": "p1"})
OF_A_BOARD = ToldLine("Ann is there.", {}, table="q1")


def tell(stage, game, chat, line, **more):
    """Tell it, and return the texts of the bot in this chat that are new or changed since."""
    before = chat.said
    names = stage.host.store.load_game(game).session.map_names_by_seat()
    post = Post(f"telegram:{chat.id}", game, int(stage.clock.now() * 1000) + 1, [line], names=names, **more)
    stage.host.store.queue_posts([post], stage.clock.now())
    stage.pass_by()
    return [text for text in chat.said if text not in before]


@pytest.fixture
def unshown(stage, playing, monkeypatch):
    """A game whose rules fail from now on as soon as it is to be shown."""
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")

    def fail(*_args):
        raise Damaged("its rules fail")

    monkeypatch.setattr(views, "build_game_view", fail)
    return game


@pytest.mark.parametrize("line", [FATE, CYCLE, MINOR, OF_A_BOARD], ids=["fate", "scene", "minor", "board"])
@pytest.mark.parametrize("private", [False, True], ids=["group", "private"])
def test_news_are_told_though_their_game_cannot_be_shown(stage, playing, unshown, ann, line, private):
    (told,) = tell(stage, unshown, ann.chat if private else playing, line)
    assert "Ann" in told


def test_what_came_of_an_answer_is_told_though_the_game_cannot_be_shown(stage, unshown, ann):
    (told,) = tell(stage, unshown, ann.chat, MINOR, closes=["1"], came=[MINOR])
    assert "Ann" in told
