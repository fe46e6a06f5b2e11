"""Buttons go when there is nothing left to choose with them, however that came about."""

import pytest

from host.core.deadlines import ticking
from host.doors.telegram.messages.asking import Keyboards
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of


def asks_anything(message):
    """Does a button of this message answer a question?"""
    return any("#" in button["callback_data"] for row in message.keyboard for button in row)


@pytest.mark.usefixtures("playing")
def test_a_secret_answered_in_words_leaves_no_buttons(stage, ann):
    message = ann.messages[-1]
    assert "17" in message.buttons
    ann.writes("17")
    stage.pass_by()
    assert not asks_anything(message)
    assert "Which squares do you open first?" in message.text


@pytest.mark.usefixtures("playing")
def test_a_secret_whose_time_is_up_leaves_no_buttons(stage, ann):
    message = ann.messages[-1]
    for _ in range(25):
        stage.api.advance(3600)
        stage.host.store.save_beat(stage.clock.now())
        ticking.sweep_due_games(stage.host)
    stage.pass_by(300)
    assert any("Your time is up." in text for text in ann.chat.said)
    assert message.buttons == []


def test_of_two_questions_under_one_message_the_open_one_keeps_its_buttons(stage, group, ann, bob, cat):
    other = stage.api.group("Saturday", bob, cat, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, bob, cat])
    seated(stage, other, [ann, bob, cat], "/newgame ladder daily")
    for _ in range(13):
        stage.api.advance(3600)
        stage.host.store.save_beat(stage.clock.now())
        stage.pass_by(10)
    asked = bob.chat.messages[-1]
    letters = [label for label in asked.buttons if not label.isdigit()]
    bob.says(bob.chat, "/pick 17")
    stage.pass_by(5)
    assert letters
    assert [label for label in asked.buttons if not label.isdigit()] == letters
    assert not any("/Q1#" in button["callback_data"] for row in asked.keyboard for button in row)


def test_an_opened_square_is_a_blank_that_says_in_a_pop_up_what_lies_there(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = turn_of(playing, people)[0]
    first.taps(board_of(playing), "9")
    stage.pass_by()
    board, count = board_of(playing), len(playing.said)
    assert [len(row) for row in board.keyboard] == [*[5] * 5, 1, 1]
    assert board.buttons[-1] == "My options"
    assert board.keyboard[1][3]["text"] == "·"
    cat.taps(board, "·")
    stage.pass_by()
    assert cat.alerts[-1].text.startswith("Square 9: ")
    assert cat.alerts[-1].text.endswith(f"{first.name} opened it.")
    assert len(playing.said) == count


def test_a_message_is_sent_once_though_its_buttons_cannot_be_noted(stage, group, ann, bob, monkeypatch):
    """What is noted only to tidy up later must not make the outbox send the message again."""
    failed = []

    def fail(*_given, **_how):
        failed.append(1)
        raise ValueError

    monkeypatch.setattr(Keyboards, "note_keyboard", fail)
    seated(stage, group, [ann, bob], "/newgame toy daily")
    stage.pass_by(300)
    assert failed
    for chat in (ann.chat, bob.chat, group):
        assert [text for text in set(chat.said) if chat.said.count(text) > 1] == []
    assert any(message.buttons for message in ann.chat.messages)
