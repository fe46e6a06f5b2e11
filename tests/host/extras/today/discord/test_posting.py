"""The game of the day in a channel of Discord: the same slash command, a message a day."""

from tests.fakes.discord import text_of

DAY = 86_400.0


def test_who_manages_the_channel_switches_it_on_and_it_is_a_message_a_day(stage):
    ann = stage.person("Ann", permissions="8")
    ann.commands(stage.channel, "today", words="8:00 Europe/London")
    before = len(stage.channel.newest)
    stage.pass_by(DAY)
    (posted,) = stage.channel.newest[before:]
    assert "Fifteen Rungs" in text_of(posted)
    assert "https://rtab.example/" in text_of(posted)
