"""What Telegram has had since 2024, and how the bot does without where it is refused."""

import pytest

from host.doors.telegram.messages.screens import fold_news, fold_text
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of


def entities(message, kind):
    return [entity for entity in message.entities if entity["type"] == kind]


def test_deadlines_stand_in_each_readers_own_time_zone(stage, playing, ann, bob, cat):
    asked = ann.messages[-1]
    (due,) = entities(asked, "date_time")
    assert due["unix_time"] == pytest.approx(stage.clock.now() + 86400, abs=120)
    assert asked.text.endswith(" UTC")
    sealed(stage, [ann, bob, cat])
    (due,) = entities(board_of(playing), "date_time")
    assert due["date_time_format"] == "wDT"


@pytest.mark.usefixtures("playing")
def test_a_server_that_knows_less_is_told_less(stage, group, ann, bob):
    refused = 'Bad Request: can\'t parse entities: unsupported start tag "tg-time" at byte offset 9'
    ann.writes("/next")
    stage.pass_by(5)
    stage.api.fail_next("sendMessage", 400, description=refused)
    ann.writes("/pick")
    stage.pass_by(5)
    assert ": where do you hide your bomb?" in ann.chat.said[-1]
    assert not entities(ann.messages[-1], "date_time")
    bob.says(group, "/menu")
    stage.pass_by(5)
    assert not any("style" in button for row in group.messages[-1].keyboard for button in row)
    stage.api.violations.clear()


def test_a_typed_answer_gets_a_sign_and_no_message(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first, count = turn_of(playing, people)[0], len(playing.messages)
    said = first.says(playing, "/pick 9")
    stage.pass_by(5)
    assert said.reactions == ["👌"]
    refused = bob.says(playing, "/pick banana")
    stage.pass_by(5)
    assert refused.reactions == []
    assert not any(message.reply_to is said for message in playing.messages[count:])


def test_where_reactions_are_forbidden_nothing_breaks(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = turn_of(playing, people)[0]
    stage.api.fail_next("setMessageReaction", 400, description="Bad Request: REACTION_INVALID")
    first.says(playing, "/pick 9")
    stage.pass_by(5)
    assert "9" not in board_of(playing).buttons


def test_long_answers_fold_up_and_short_ones_do_not(stage, group, ann):
    ann.says(group, "/help")
    stage.pass_by(5)
    assert entities(group.messages[-1], "expandable_blockquote")
    ann.says(group, "/games")
    stage.pass_by(5)
    assert not entities(group.messages[-1], "expandable_blockquote")
    long = "\n".join(["The first line.", *(f"Line {n} & more." for n in range(200))])
    assert fold_news(long).startswith("The first line.\n<blockquote expandable>Line 0 &amp; more.")
    assert fold_news("Short & sweet.\nTwo lines.") == "Short &amp; sweet.\nTwo lines."
    assert fold_text("a < b") == "a &lt; b"


def test_codes_and_invitations_are_copied_with_a_tap(stage, group, ann, bob):
    ann.writes("/link")
    stage.pass_by(5)
    copies = [button["copy_text"]["text"] for row in ann.messages[-1].keyboard for button in row]
    code = ann.messages[-1].text.split("Your code is ")[1].split()[0].rstrip(".")
    assert copies == [f"/link {code}"]
    seated(stage, group, [ann, bob], "/newgame toy daily")
    lobby = next(message for message in group.messages if "new game is open" in message.text)
    assert lobby is not None


def test_buttons_that_cannot_be_taken_back_are_red_and_those_that_send_are_green(stage, playing, ann):
    ann.writes("/menu")
    stage.pass_by(5)
    styles = {button["text"]: button.get("style") for row in ann.messages[-1].keyboard for button in row}
    assert styles["Leave …"] == "danger"
    assert styles["Score"] is None
    assert playing is not None
