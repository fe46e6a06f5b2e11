"""Whom the host means, and which game: a name that two have, a game of several."""

import pytest

from engine.kernel.chance import compute_word_hash
from host.core.session import RUNNING
from host.people import accounts
from tests.host.doors.telegram.conftest import gathered, seated
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of


@pytest.fixture
def namesakes(stage, ann):
    """A season of Ann, Alex, Alex and somebody whose name begins with an at sign."""
    others = [stage.api.user(name) for name in ("Alex", "Alex", "@zed")]
    group = stage.api.group("Namesakes", *others, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, *others])
    return group


def session_of(stage, group):
    return accounts.list_open_sessions(stage.host, f"chat:telegram:{group.id}")[0]


def heard(stage, chat, person, text):
    """What is said there in answer."""
    before = len(chat.said)
    if chat is person.chat:
        person.writes(text)
    else:
        person.says(chat, text)
    stage.pass_by()
    return "\n".join(chat.said[before:])


def test_namesakes_are_told_apart_by_the_numbers_of_their_seats(stage, namesakes, ann):
    assert heard(stage, namesakes, ann, "/kick Alex") == (
        "Which player do you mean? Write a name after the command: Ann, Alex (2), Alex (3) and @zed."
    )
    heard(stage, namesakes, ann, "/standin Alex (2)")
    heard(stage, namesakes, ann, "/standin 3")
    assert [player.bot for player in session_of(stage, namesakes).players] == [False, True, True, False]
    heard(stage, namesakes, ann, "/kick 3")
    assert [player.out for player in session_of(stage, namesakes).players] == [False, False, True, False]
    assert "Alex leaves" not in heard(stage, namesakes, ann, "/kick Alex")  # the other one is the only Alex now
    assert [player.out for player in session_of(stage, namesakes).players] == [False, True, True, False]


@pytest.mark.parametrize("said", ["@zed", "@ZED", "4"])
def test_a_name_may_begin_with_an_at_sign(stage, namesakes, ann, said):
    heard(stage, namesakes, ann, f"/standin {said}")
    assert session_of(stage, namesakes).players[3].bot


def test_a_name_may_be_called_with_an_at_sign(stage, playing, ann):
    heard(stage, playing, ann, "/standin @bob")
    assert session_of(stage, playing).players[1].bot


@pytest.fixture
def both(stage, playing, ann, bob, cat):
    """Two games that the same people play: the one in the group, and then one elsewhere."""
    other = stage.api.group("Sunday", bob, cat, admins=[ann], kind="supergroup")
    seated(stage, other, [ann, bob, cat], "/newgame toy daily")
    return session_of(stage, playing).id, session_of(stage, other).id


def test_of_several_games_the_one_to_be_left_is_named_first(stage, playing, both, bob):
    first, second = both
    asked = heard(stage, bob.chat, bob, "/leave yes")
    assert asked.startswith("Which game do you mean? Write its number after the command: ")
    assert f"Race to a Billion ({first})" in asked
    assert f"The Toy ({second})" in asked
    assert heard(stage, bob.chat, bob, "/leave") == asked
    assert not any("leaves" in text for text in playing.said)
    sure = heard(stage, bob.chat, bob, f"/leave {first}")
    assert sure == f"You cannot come back to this seat later. If you are sure, write /leave {first} yes"
    heard(stage, bob.chat, bob, f"/leave {first} yes")
    assert "Bob leaves the game." in playing.said[-1]
    assert [session.id for session in accounts.list_open_sessions(stage.host, f"person:{bob_id(stage, bob)}")] == [
        second
    ]
    assert "You cannot come back" in heard(stage, bob.chat, bob, "/leave")


def bob_id(stage, bob):
    return stage.host.store.find_person_id(f"telegram:{bob.id}", stage.clock.now())


@pytest.mark.parametrize(("text", "done"), [("/endgame", "yes"), ("/kick", "Cat"), ("/standin", "Cat")])
def test_of_several_games_the_host_names_the_one_that_is_meant(stage, both, ann, text, done):
    first, second = (stage.host.store.load_game(game).version for game in both)
    assert heard(stage, ann.chat, ann, f"{text} {done}").startswith("Which game do you mean?")
    heard(stage, ann.chat, ann, f"{text} {both[0]} {done}")
    assert stage.host.store.load_game(both[0]).version > first
    assert stage.host.store.load_game(both[1]).version == second


def test_in_the_group_its_own_game_is_meant(stage, playing, both, bob):
    assert heard(stage, playing, bob, "/leave").endswith("If you are sure, write /leave yes")
    heard(stage, playing, bob, "/leave yes")
    assert [player.out for player in stage.host.store.load_game(both[0]).session.players] == [False, True, False]


def test_whoever_has_no_game_to_show_is_told_so_and_of_several_they_are_named(stage, both, ann, bob):
    third = stage.api.group("Tuesday", bob, admins=[ann], kind="supergroup")
    dan = stage.api.user("Dan")
    dan.joins(third)
    assert heard(stage, third, dan, "/here") == "You are not in any game that can be shown here, too."
    first, second = both
    asked = heard(stage, third, ann, "/here")
    assert asked.startswith("Which game do you mean? Write its number after /here: ")
    assert f"Race to a Billion ({first})" in asked
    assert f"The Toy ({second})" in asked
    assert "The Toy can now also be played in one more chat." in heard(stage, third, ann, f"/here {second}")
    assert second not in heard(stage, third, ann, f"/here {second}")


@pytest.mark.parametrize("words", ["", "banana", "daily", "12"])
def test_extra_time_that_is_none_is_asked_for_again(stage, playing, ann, words):
    assert (
        heard(stage, playing, ann, f"/extend {words}".strip()) == "How much more time? Write, for example, /extend 12h"
    )


def test_extra_time_has_bounds_of_its_own(stage, playing, ann):
    assert heard(stage, playing, ann, "/extend 400d") == "The extra time must be between one second and thirty days."
    assert heard(stage, playing, ann, "/extend 5s") == "Everybody gets 5 seconds more."


def test_who_may_not_end_a_game_is_not_asked_whether_they_are_sure(stage, playing, bob):
    assert heard(stage, playing, bob, "/endgame").startswith("Only the player who opened this game")


def test_there_is_nothing_to_go_on_with_before_a_game_begins(stage, group, ann):
    heard(stage, group, ann, "/newgame season7")
    assert heard(stage, group, ann, "/resume") == "The game has not begun yet, or it is over."


STOOD_IN = "A computer is playing for you. Join again to play yourself."


@pytest.mark.parametrize("line", ["/vote Bob", "/lock 3", "/pick 3"])
def test_for_whom_a_computer_stands_in_hears_how_to_come_back(stage, playing, ann, line):
    heard(stage, playing, ann, "/standin")
    assert heard(stage, playing, ann, line) == STOOD_IN


def test_whose_seat_a_computer_keeps_is_not_told_that_they_have_none(stage, group, ann, bob, cat):
    stage.host.token(2)  # a deal in which nobody is asked in secret then
    playing = group
    seated(stage, group, [ann, bob, cat])
    old = ann.messages[-1].keyboard[0][0]["callback_data"]
    heard(stage, playing, ann, "/standin")
    assert heard(stage, ann.chat, ann, "/mystuff") == STOOD_IN
    sealed(stage, [bob, cat])
    stage.api.advance(60)  # the computer may have the first turn
    bob.taps(board_of(playing), data=old)
    stage.pass_by()
    ann.taps(board_of(playing), next(iter(board_of(playing).buttons)))
    stage.pass_by()
    assert ann.alerts[-1].text == STOOD_IN


def test_a_newcomer_who_is_let_in_and_waits_for_the_next_cycle_has_a_seat(stage, playing, ann):
    dan = stage.api.user("Dan")
    dan.follows(f"https://t.me/{stage.wire.name}?start=j_{session_of(stage, playing).id}")
    stage.pass_by()
    assert "Dan wants to join this game." in playing.said[-1]
    assert "You have asked to join." in dan.chat.said[-1]
    ann.says(playing, "/admit dan")
    stage.pass_by()
    assert "the next cycle" in playing.said[-1]
    assert heard(stage, dan.chat, dan, "/mystuff") == "You hold nothing at the moment."


def test_a_newcomer_in_somebodys_seat_is_not_told_to_come_for_one(stage, playing, ann):
    dan = stage.api.user("Dan")
    dan.joins(playing)
    said = dan.says(playing, "let me in")
    ann.says(playing, "/replace Bob", reply_to=said)
    stage.pass_by()
    assert "You get your secrets there." in playing.said[-1]
    assert "seats you" not in playing.said[-1]


def test_a_group_is_told_what_it_has_done_also_when_its_game_is_over(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    heard(stage, playing, turn_of(playing, people)[0], "/pick 7")
    heard(stage, playing, ann, "/endgame yes")
    eve = stage.api.user("Eve")
    eve.joins(playing)
    assert heard(stage, playing, eve, "/stats").startswith("Race to a Billion\n")
    assert heard(stage, playing, eve, "/stats me") == "There are no statistics of this game yet."


def test_who_joins_may_bring_a_word_of_their_own(stage, group, ann, bob):
    gathered(stage, group, [ann, bob], "/newgame toy")  # by the table's link, which has room for no word
    heard(stage, group, bob, f"/join {compute_word_hash('tulip')}")
    heard(stage, group, ann, "/begin")
    assert [player.sealed_word for player in session_of(stage, group).players] == ["", compute_word_hash("tulip")]
    heard(stage, group, bob, "/word tulip")
    assert session_of(stage, group).stage == RUNNING


def test_a_table_for_an_evening_is_one_tap_and_says_how_long_it_may_last(stage, group, ann, bob):
    ann.says(group, "/newgame")
    stage.pass_by()
    for label in ("Race to a Billion", "A week: "):
        shown = next(message for message in reversed(group.messages) if message.keyboard)
        button = next(text for text in shown.buttons if text.startswith(label))
        ann.taps(shown, button)
        stage.pass_by()
    lobby = next(message for message in reversed(group.messages) if ": a new game is open." in message.text)
    join = next(button["url"] for row in lobby.keyboard for button in row if "url" in button)
    for person in (ann, bob):
        person.follows(join)
        stage.pass_by()
    lobby = next(message for message in reversed(group.messages) if ": a new game is open." in message.text)
    assert "although a turn can take up to " in lobby.text


@pytest.mark.parametrize(
    ("title", "span"), [("Race to a Billion", "A month"), ("Fifteen Rungs", "An evening"), ("Billionaire", "A month")]
)
def test_the_green_button_is_the_game_that_ends_within_three_weeks(stage, group, ann, title, span):
    ann.says(group, "/newgame")
    stage.pass_by()
    ann.taps(group.messages[-1], next(text for text in group.messages[-1].buttons if text.startswith(title)))
    stage.pass_by()
    (green,) = [each["text"] for row in group.messages[-1].keyboard for each in row if each.get("style") == "success"]
    assert green.startswith(f"{span}: ")
