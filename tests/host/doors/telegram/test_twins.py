"""Whatever a button does can be written, and whatever the picture shows stands in words."""

from host.doors.telegram.messages.screens import LONGEST_CAPTION, is_word_for, parse_button_data
from host.said.reading import matching
from host.shown import views
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
ANSWERS = "a"  # what such a button says is written, in private as it is, in a group behind /pick
EXPLAINING = "hm"  # these explain how to write, or turn pages of an answer


def every_button_has_its_twin(stage, chat, person):
    """What the buttons of this chat do, each of which this person can write as well."""
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
            if letter == ANSWERS:
                assert means_the_same_written(stage, person, button), (button, message.text)
            else:
                assert letter in EXPLAINING or TWINS[letter] in near, (button, message.text)
    return found


def means_the_same_written(stage, person, button):
    """Is what stands on the button, if somebody writes it, the answer that the button carries?"""
    _, game, question, count, word = parse_button_data(button["callback_data"], 5)
    by = stage.host.store.find_person_id(f"telegram:{person.id}", stage.clock.now())
    shown = views.load_game_view(stage.host, game, by)
    table, _, first = question.partition("#")
    meant = {f"{table}#{n}" for n in range(int(first), int(first) + int(count))}
    asked = next(each for each in shown.asked if each.has_id_among(meant) and each.who == shown.you)
    return is_word_for(word, matching.parse_answer_value(shown, asked, button["text"]))


def test_every_button_has_a_twin_in_words(stage, group, ann, bob, cat):
    ann.says(group, "/newgame")
    stage.pass_by()
    ann.taps(group.messages[-1], "Race to a Billion")
    stage.pass_by()
    assert every_button_has_its_twin(stage, group, ann) == {"n", "L"}
    ann.taps(group.messages[-1], "daily: 1 day")
    stage.pass_by()
    assert every_button_has_its_twin(stage, group, ann) == {"n", "N"}
    gathered(stage, group, [ann, bob, cat])
    assert {"b", "o"} <= every_button_has_its_twin(stage, group, ann)
    ann.says(group, "/begin")
    stage.pass_by()
    for line in ("/settings", "/forget", "/settings vacation 1d"):
        cat.writes(line)
        stage.pass_by()
    assert every_button_has_its_twin(stage, cat.chat, cat) == {"a", "s", "f"}
    sealed(stage, [ann, bob, cat])
    assert "a" in every_button_has_its_twin(stage, group, turn_of(group, [ann, bob, cat])[0])


def test_an_answer_is_written_as_its_button_reads(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    seated(stage, group, people, "/newgame season7 daily voice=plain")
    for person, line in zip(people, ("{label}", "/pick {label}", ""), strict=True):
        shown = next(each for each in reversed(person.messages) if each.keyboard)
        button = next(each for row in shown.keyboard for each in row if each.get("callback_data", "")[0] == "a")
        if line:
            person.writes(line.format(label=button["text"]))
        else:
            person.taps(shown, button["text"])
        stage.pass_by(5)
    first = turn_of(group, people)[0]  # all bombs are sealed
    square = next(text for text in board_of(group).buttons if text.isdigit())
    first.says(group, f"/pick {square}")
    stage.pass_by(5)
    assert square not in board_of(group).buttons


def test_what_can_be_played_at_any_time_can_be_written(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy")
    ann.writes("/use")
    stage.pass_by()
    assert "u" in every_button_has_its_twin(stage, ann.chat, ann)


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
