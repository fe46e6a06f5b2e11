"""From adding the bot to the first answer: few messages, few taps."""

from tests.host.doors.telegram.conftest import link_of


def open_table(stage, group, host):
    host.says(group, "/newgame")
    stage.pass_by()
    panel = group.messages[-1]
    for label in ("Race to a Billion", "daily: 1 day", "Open this game now"):
        host.taps(panel, label)
        stage.pass_by()


def test_lobby_and_announcement_are_one_message(stage, group, ann):
    before = len(group.messages)
    open_table(stage, group, ann)
    said = [message for message in group.messages[before:] if message.from_bot]
    lobbies = [message for message in said if link_of(message)]
    assert len(lobbies) == 1
    assert len(said) == 2  # the panel, and the lobby
    assert "Code to check this after the game: " in lobbies[0].text


def test_who_opens_a_table_is_seated_if_the_bot_may_write_to_them(stage, group, ann, bob):
    ann.writes("/start")
    stage.pass_by()
    open_table(stage, group, ann)
    lobby = next(message for message in reversed(group.messages) if link_of(message))
    assert "1. Ann" in lobby.text
    bob.follows(link_of(lobby))
    stage.pass_by()
    ann.says(group, "/begin")
    stage.pass_by()
    assert any("7" in message.buttons for message in ann.messages)


def test_who_opens_a_table_and_cannot_be_written_to_is_not_seated(stage, group, ann):
    open_table(stage, group, ann)
    lobby = next(message for message in reversed(group.messages) if link_of(message))
    assert "Nobody has joined yet." in lobby.text


def test_options_stand_behind_a_button_and_how_much_time_there_is_comes_first(stage, group, ann):
    ann.says(group, "/newgame")
    stage.pass_by()
    panel = group.messages[-1]
    ann.taps(panel, "Race to a Billion")
    stage.pass_by()
    assert not any("day" in label for label in panel.buttons[:1])
    assert "£" in panel.buttons[0]  # what fits an evening
    ann.taps(panel, "daily: 1 day")
    stage.pass_by()
    assert len(panel.buttons) == 2
    assert "The game takes about" in panel.text
    assert "rows=" not in panel.text
    long = panel.text.splitlines()[1]
    ann.taps(panel, "Options …")
    stage.pass_by()
    assert "rows=" in panel.text
    assert panel.text.splitlines()[1] == long
    ann.taps(panel, next(label for label in panel.buttons if label.startswith("target +")))
    stage.pass_by()
    assert panel.text.splitlines()[1] != long  # another target, another time


def test_a_guest_needs_three_taps_until_the_first_answer(stage, group, ann, bob):
    ann.writes("/start")
    stage.pass_by()
    open_table(stage, group, ann)
    lobby = next(message for message in reversed(group.messages) if link_of(message))
    bob.follows(link_of(lobby))  # one: Join; two: Start
    stage.pass_by()
    ann.says(group, "/begin")
    stage.pass_by()
    asked = next(message for message in reversed(bob.messages) if "7" in message.buttons)
    bob.taps(asked, "7")  # three
    stage.pass_by()
    assert "✓" in asked.text
