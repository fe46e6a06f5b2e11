"""The quiz ladder in a Telegram group: the same screens, which know nothing of it."""

import random

import pytest

from tests.host.in_telegram.conftest import seated
from tests.host.seasons.players import InTelegram, Table


@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_climb_is_played_to_its_end_within_the_limits(count, stage, group, ann, bob, cat):
    accounts, luck = [ann, bob, cat][:count], random.Random(2)
    seated(stage, group, accounts, "/newgame ladder daily rounds=1")
    (game,) = stage.house.store.games_of(f"chat:telegram:{group.id}")
    players = [InTelegram(stage.house, account, group, luck, stage.clock.now()) for account in accounts]
    Table(stage, game, players, luck).play()
    assert any("The answer is" in message.text for message in group.messages)
    assert stage.api.world.flood.refused == 0
