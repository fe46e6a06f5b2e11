"""Whoever opened a table in a group that others look after has its commands in their menu there while it is on."""

from tests.host.doors.telegram.conftest import gathered

HOSTING = {"begin", "pause", "resume", "extend", "endgame"}


def test_a_host_who_is_no_admin_has_the_hosts_commands_while_the_game_is_on(stage, group, ann, bob):
    gathered(stage, group, [bob, ann], "/newgame toy daily")
    listed = bob.command_menu(group)
    assert set(listed) >= HOSTING | {"board", "score", "help"}
    assert len(listed) <= 15  # short enough to be read
    assert HOSTING.isdisjoint(ann.command_menu(group))
    bob.says(group, "/begin")
    stage.pass_by()
    assert set(bob.command_menu(group)) >= HOSTING
    bob.says(group, "/endgame yes")
    stage.pass_by()
    assert HOSTING.isdisjoint(bob.command_menu(group))


def test_a_table_that_is_closed_before_it_began_takes_them_away(stage, group, bob, cat):
    gathered(stage, group, [bob, cat], "/newgame toy daily")
    assert set(bob.command_menu(group)) >= HOSTING
    bob.says(group, "/endgame yes")
    stage.pass_by()
    assert HOSTING.isdisjoint(bob.command_menu(group))


def test_of_two_tables_in_one_forum_the_end_of_one_leaves_them_for_the_other(stage, group, bob, cat):
    for topic in (3, 4):
        bob.says(group, "/newgame toy daily", topic=topic)
        stage.pass_by()
    bob.says(group, "/endgame yes", topic=3)
    stage.pass_by()
    assert set(bob.command_menu(group)) >= HOSTING
    bob.says(group, "/endgame yes", topic=4)
    stage.pass_by()
    assert HOSTING.isdisjoint(bob.command_menu(group))
    assert HOSTING.isdisjoint(cat.command_menu(group))


def test_where_telegram_refuses_the_game_goes_on_without(stage, group, ann, bob):
    stage.api.fail_next("setMyCommands", 400, description="Bad Request: USER_NOT_PARTICIPANT")
    gathered(stage, group, [bob, ann], "/newgame toy daily")
    assert HOSTING.isdisjoint(bob.command_menu(group))
    assert any(": a new game is open." in message.text for message in group.messages)
    bob.says(group, "/begin")
    stage.pass_by()
    assert set(bob.command_menu(group)) >= HOSTING  # the next board brings them


def test_in_private_nothing_is_set_for_one_person(stage, ann):
    ann.writes("/start")
    ann.writes("/newgame toy daily")
    stage.pass_by()
    assert not any(call.method == "setMyCommands" for call in stage.api.calls)
