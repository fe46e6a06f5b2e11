"""An unclear answer in a group gets one hint with two suggestions as buttons, which answer for nobody else; what is
secret is never suggested where others read.
"""

import pytest

from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of

UNCLEAR = "5 or 6"


@pytest.fixture
def people(ann, bob, cat):
    return [ann, bob, cat]


@pytest.fixture
def hinted(stage, group, people):
    """The group, the person whose turn it is, the others, and the hint after the unclear answer."""
    seated(stage, group, people)
    sealed(stage, people)
    first, *others = turn_of(group, people)
    first.says(group, UNCLEAR, board_of(group))
    stage.pass_by()
    return group, first, others, group.messages[-1]


def count_entries(stage, group):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return stage.host.store.load_game(game).session.entries


def test_an_unclear_answer_in_a_group_gets_two_buttons(hinted):
    _, _, _, hint = hinted
    assert hint.buttons[:2] == ["5", "6"]


def test_a_hint_in_a_group_is_not_answered_by_another(stage, hinted):
    group, first, others, hint = hinted
    before = count_entries(stage, group)
    for other in others:
        other.taps(hint, "5")
        stage.pass_by()
        assert other.alerts[-1].text == f"It is {first.name}’s turn."
    assert count_entries(stage, group) == before


def test_a_hint_in_a_group_is_answered_by_a_tap_of_the_one_asked(stage, hinted):
    group, first, _, hint = hinted
    first.taps(hint, "5")
    stage.pass_by()
    assert any(f"{first.name} opens square 5" in text for text in group.said)
    assert "5" not in hint.buttons  # it is over


def test_what_another_says_in_a_group_gets_no_hint_about_the_turn_of_somebody_else(stage, hinted):
    group, _, others, hint = hinted
    others[0].says(group, UNCLEAR, board_of(group))
    stage.pass_by()
    assert [message for message in group.messages if message.buttons[:2] == ["5", "6"]] == [hint]


@pytest.mark.parametrize("said", [UNCLEAR, "maybe 5?", "not 13", "my bomb on 5 or 6", "5"])
def test_what_is_secret_is_not_suggested_in_a_group(stage, group, people, said):
    seated(stage, group, people)
    before = count_entries(stage, group)
    people[1].says(group, said, board_of(group))
    stage.pass_by()
    shown = [message for message in group.messages if {"5", "6", "13"} & {*message.buttons}]
    told = [message.text for message in group.messages if message.from_bot]
    assert not shown
    assert not any("Do you mean" in text or "If you mean" in text for text in told)
    assert count_entries(stage, group) == before
