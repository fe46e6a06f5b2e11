"""One small round of Season 7 in a channel, by taps alone."""

import random

import pytest

from host.shown import views
from tests.fakes.discord import text_of


def shown_game(stage, game):
    found = views.load_game_view(stage.host, game).view
    assert found is not None
    return found


@pytest.mark.whole
def test_a_round_is_played_by_taps(stage, people):
    luck, everybody = random.Random(3), [people.ann, people.bob, people.cat]
    game = stage.begun(*everybody)
    first = shown_game(stage, game).panels[0].title
    for _ in range(400):
        shown = shown_game(stage, game)
        if shown.over or shown.panels[0].title != first:
            break
        if not any(stage.answer_something(each, luck) for each in everybody):
            stage.pass_by(600)
    else:
        raise AssertionError(text_of(stage.board))
    assert "wins" in "".join(text_of(each) for each in stage.channel.newest)
