"""Whatever a button does can be written, and whatever the picture shows stands in words."""

from host.doors.telegram.messages.screens import LONGEST_CAPTION
from tests.host.doors.telegram.conftest import gathered, seated
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of

# How to write what a button does, by the first letter of what it carries; the others only turn pages, or explain.
TWINS = {
    "b": "/begin",
    "c": "/",
    "L": "/newgame",
    "p": "/predict",
    "f": "/forget",
    "n": "/newgame",
    "N": "/newgame",
    "P": "predict",
    "o": "/bots",
    "s": "/settings",
    "t": "/help",
    "u": "/use",
}
EXPLAINING = "ahm"  # these explain how to write, or belong to an answer, of which /help says how it is written


def every_button_has_its_twin(chat):
    """What the buttons of this chat do, each of which can be written as well."""
    found = set()
    for message in chat.messages:
        for button in (button for row in message.keyboard for button in row):
            if "callback_data" not in button:  # it leads elsewhere, or copies
                assert "/join" in message.text or "Join" not in button["text"]
                continue
            letter = button["callback_data"][0]
            found.add(letter)
            # Squares are tapped on the board, and the question above or below it says how to write them.
            near = " ".join(chat.said) if message.photo else message.text
            assert letter in EXPLAINING or TWINS[letter] in near, (button, message.text)
    return found


def test_every_button_has_a_twin_in_words(stage, group, ann, bob, cat):
    ann.says(group, "/newgame")
    stage.pass_by()
    ann.taps(group.messages[-1], "Race to a Billion")
    stage.pass_by()
    assert every_button_has_its_twin(group) == {"n", "L"}
    ann.taps(group.messages[-1], "daily: 1 day")
    stage.pass_by()
    assert every_button_has_its_twin(group) == {"n", "N"}
    gathered(stage, group, [ann, bob, cat])
    assert {"b", "o"} <= every_button_has_its_twin(group)
    ann.says(group, "/begin")
    stage.pass_by()
    for line in ("/settings", "/forget", "/settings vacation 1d"):
        cat.writes(line)
        stage.pass_by()
    assert every_button_has_its_twin(cat.chat) == {"a", "s", "f"}
    sealed(stage, [ann, bob, cat])
    assert "a" in every_button_has_its_twin(group)


def test_what_can_be_predicted_can_be_written(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy")
    cat.says(group, "/predict")
    stage.pass_by()
    assert "p" in every_button_has_its_twin(group)


def test_what_can_be_played_at_any_time_can_be_written(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy")
    ann.writes("/use")
    stage.pass_by()
    assert "u" in every_button_has_its_twin(ann.chat)


def test_the_picture_stands_in_words_below_it(stage, playing, ann, bob, cat):
    sealed(stage, [ann, bob, cat])
    turn_of(playing, [ann, bob, cat])[0].says(playing, "/pick 9")
    stage.pass_by()
    caption = board_of(playing).text
    (folded,) = [each for each in board_of(playing).entities if each["type"] == "expandable_blockquote"]
    assert caption[folded["offset"] :].startswith("Quadrant 1. Row A: 1 closed")
    assert "Row A: 1 closed, 2 closed, 3 closed, 4 closed, 5 closed." in caption
    assert "8 closed, 9 closed" not in caption
    assert len(caption) <= LONGEST_CAPTION
