"""Whom the host means, and which game: a name that two have, a game of several."""

import pytest

from host import people
from tests.host.in_telegram.conftest import seated


@pytest.fixture
def namesakes(stage, ann):
    """A season of Ann, Alex, Alex and somebody whose name begins with an at sign."""
    others = [stage.api.user(name) for name in ("Alex", "Alex", "@zed")]
    group = stage.api.group("Namesakes", *others, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, *others])
    return group


def session_of(stage, group):
    return people.open_games(stage.house, f"chat:telegram:{group.id}")[0]


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
        "Who is meant? Write the name after the command: Ann, Alex (2), Alex (3) and @zed."
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
    assert asked.startswith("Which game? Write its number after the command: ")
    assert f"Race to a Billion ({first})" in asked
    assert f"The Toy ({second})" in asked
    assert heard(stage, bob.chat, bob, "/leave") == asked
    assert not any("leaves" in text for text in playing.said)
    sure = heard(stage, bob.chat, bob, f"/leave {first}")
    assert sure == f"You would give up your seat for good. If you are sure, write /leave {first} yes"
    heard(stage, bob.chat, bob, f"/leave {first} yes")
    assert "Bob leaves." in playing.said[-1]
    assert [session.id for session in people.open_games(stage.house, f"person:{bob_id(stage, bob)}")] == [second]
    assert "for good" in heard(stage, bob.chat, bob, "/leave")


def bob_id(stage, bob):
    return stage.house.store.who(f"telegram:{bob.id}", stage.clock.now())


@pytest.mark.parametrize(("text", "done"), [("/endgame", "yes"), ("/kick", "Cat"), ("/standin", "Cat")])
def test_of_several_games_the_host_names_the_one_that_is_meant(stage, both, ann, text, done):
    first, second = (stage.house.store.game(game).version for game in both)
    assert heard(stage, ann.chat, ann, f"{text} {done}").startswith("Which game?")
    heard(stage, ann.chat, ann, f"{text} {both[0]} {done}")
    assert stage.house.store.game(both[0]).version > first
    assert stage.house.store.game(both[1]).version == second


def test_in_the_group_its_own_game_is_meant(stage, playing, both, bob):
    assert heard(stage, playing, bob, "/leave").endswith("If you are sure, write /leave yes")
    heard(stage, playing, bob, "/leave yes")
    assert [player.out for player in stage.house.store.game(both[0]).session.players] == [False, True, False]
