"""Discord may bring every interaction twice: what people see, and the game, are as if it had come once."""

import random

import pytest

from tests.fakes.discord import Someone, text_of
from tests.host.doors.discord.conftest import Stage


class Insistent(Someone):
    """Every command and tap of this person comes so many times, under the same id."""

    times = 1

    def send(self, event):
        for _ in range(self.times - 1):
            super().send(event)
        return super().send(event)


def evening(times, game, seed=5):
    """A game is opened, joined, begun and played for a while; what is there in the end."""
    stage, luck = Stage(), random.Random(seed)
    try:
        ann, bob = (Insistent(stage.discord, name) for name in ("Ann", "Bob"))
        ann.times = bob.times = times
        stage.begun(ann, bob, game=game)
        for _ in range(3):
            for person in (ann, bob):
                stage.answer_something(person, luck)
        for word in ("pause", "score", "resume"):
            ann.commands(stage.channel, word)
        ann.commands(stage.channel, "extend", words="1h")
        stage.pass_by(1)
        saved = stage.host.store.load_game(stage.game)
        log = stage.host.store.load_log(stage.game)
        inputs = [(entry.kind, entry.by, entry.key, entry.value) for entry in log]
        seen = [(text_of(message), str(message["components"]).count("custom_id")) for message in stage.channel.newest]
        assert stage.discord.violations == []
        assert ("extend", 3600.0) in [(kind, value) for kind, _, _, value in inputs]
        assert saved is not None
        return saved.version, inputs, seen
    finally:
        stage.close()


@pytest.mark.parametrize("game", ["toy", "season7"])
def test_every_interaction_may_come_twice_and_nobody_sees_a_difference(game):
    once, twice = evening(1, game), evening(2, game)
    assert len(once[1]) > 8
    assert twice == once
