"""In private a turn is answered with several squares in order: the first is opened, the others wait."""

from tests.host.doors.telegram.test_private_questions import ask_of, seal, split_by_turn, view_of


def tap_all(stage, person, asked, *labels):
    for label in labels:
        person.taps(asked, label)
        stage.pass_by()


def test_squares_are_tapped_in_order_and_sent_together(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    turn, _ = split_by_turn(stage, playing, people)
    asked = ask_of(turn)
    tap_all(stage, turn, asked, "Up to 5 squares in order …", "9", "12", "3", "② 12")  # 12 is taken back
    assert {each for each in asked.buttons if each[0] in "①②③"} == {"① 9", "② 3"}
    tap_all(stage, turn, asked, "✓ 2")
    shown = view_of(stage, playing, turn)
    assert shown.view.own.wishes == {"Q1": [3]}
    assert shown.view.panels[0].board.cells[9].who == shown.you
    assert asked.buttons == []
    lines = [line for text in playing.said for line in text.splitlines()]
    assert not any("3" in line and "list" in line for line in lines)


def test_one_square_alone_may_be_sent_that_way_too(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    turn, _ = split_by_turn(stage, playing, people)
    asked = ask_of(turn)
    tap_all(stage, turn, asked, "Up to 5 squares in order …", "9", "✓ 1")
    assert 9 in view_of(stage, playing, turn).view.panels[0].board.cells


def test_a_written_list_in_private_is_understood(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    turn, _ = split_by_turn(stage, playing, people)
    turn.writes("9, then 3 and 12")
    stage.pass_by()
    shown = view_of(stage, playing, turn)
    assert shown.view.own.wishes == {"Q1": [3, 12]}
    assert 9 in shown.view.panels[0].board.cells


def test_in_the_group_one_tap_is_one_square(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    assert not any("in order" in label for message in playing.messages for label in message.buttons)


def test_who_has_hidden_a_bomb_taps_at_once_which_squares_come_first(stage, playing, ann):
    seal(stage, [ann])
    asked = next(message for message in reversed(ann.messages) if "Code to check this later:" in message.text)
    assert "Which squares do you open first?" in asked.text
    tap_all(stage, ann, asked, "9", "12", "3", "② 12", "✓ 2")
    assert view_of(stage, playing, ann).view.own.wishes == {"Q1": [9, 3]}
    assert asked.buttons == []
    assert "Code to check this later:" in asked.text
    assert not any("first?" in text for text in playing.said)
