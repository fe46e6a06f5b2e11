"""The quiz ladder in a Telegram group: the same screens, which know nothing of it."""

import pytest

from tests.host.in_telegram.conftest import seated
from tests.host.in_telegram.test_whole_game import Table


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_climb_is_played_to_its_end_within_the_limits(count, stage, group, ann, bob, cat):
    people = [ann, bob, cat][:count]
    seated(stage, group, people, "/newgame ladder daily rounds=1")
    table = Table(stage, group, people, 2)
    while table.move():
        assert table.moves < 500
    assert len(table.over()) == 1
    assert any("The answer is" in message.text for message in group.messages)
