"""The game of the day in a Telegram group: a switch of its settings, a post without a sound, played in private."""

from host.extras.today import mornings
from host.said.desk import settings
from tests.host.doors.telegram.test_group_settings import taps

DAY = 86_400.0


def test_an_admin_taps_it_on_and_off_and_it_is_posted_without_a_sound(stage, group, ann, bob):
    place = f"telegram:{group.id}"
    ann.says(group, "/settings")
    stage.pass_by(5)
    panel = group.messages[-1]
    taps(stage, bob, panel, "Post today’s quiz every morning: no")
    assert bob.alerts[-1].text == settings.NOT_YOU
    taps(stage, ann, panel, "Post today’s quiz every morning: no")
    assert mornings.is_posted_in(stage.host, place)
    before = len(group.messages)
    stage.api.advance(DAY)
    stage.pass_by(60)
    (posted,) = group.messages[before:]
    assert "Fifteen Rungs" in posted.text
    assert "/today" in posted.text
    assert posted.silent
    taps(stage, ann, panel, "Post today’s quiz every morning: yes")
    assert not mornings.is_posted_in(stage.host, place)


def test_it_is_set_by_a_command_and_played_in_private(stage, group, ann, bob):
    ann.says(group, "/today 7:15 Europe/London")
    stage.pass_by(5)
    assert "7:15 (Europe/London)" in group.said[-1]
    bob.writes("/today")
    stage.pass_by(5)
    assert any(label.startswith("A") for message in bob.messages for label in message.buttons)
    (session,) = stage.host.store.iter_sessions()
    assert set(session.options) == {"day"}


def test_a_group_that_moves_is_posted_to_at_its_new_address_and_one_without_the_bot_no_more(stage, ann):
    group = stage.api.group("Small", ann, admins=[ann])
    ann.says(group, "/today on")
    stage.pass_by(5)
    new = group.upgrade()
    stage.pass_by(5)
    assert not mornings.is_posted_in(stage.host, f"telegram:{group.id}")
    assert mornings.is_posted_in(stage.host, f"telegram:{new.id}")
    new.kicks_bot()
    stage.pass_by(5)
    assert not mornings.is_posted_in(stage.host, f"telegram:{new.id}")
