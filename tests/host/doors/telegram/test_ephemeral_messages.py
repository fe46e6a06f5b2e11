"""What does not fit into a pop-up in a group, whoever tapped may read whole, alone; nothing depends on it."""

import pytest

from host.doors.telegram.calls.connection import HostBot
from host.doors.telegram.heard import command_menu
from tests.host.doors.telegram.test_playing import sealed


@pytest.fixture
def menu(stage, playing, ann, bob, cat):
    """The menu of a game as it stands in the group."""
    sealed(stage, [ann, bob, cat])
    ann.says(playing, "/menu")
    stage.pass_by(5)
    return playing.messages[-1]


def looks_up(stage, person, menu, label="Rules"):
    stage.api.advance(5)
    person.taps(menu, label)
    stage.pass_by(5)
    return person.alerts[-1].text


def test_what_a_pop_up_cuts_off_stands_whole_in_a_message_that_one_person_sees(stage, playing, menu, bob):
    shown = len(playing.messages)
    cut = looks_up(stage, bob, menu)
    assert cut.endswith("…")
    ((whose, message),) = playing.whispers
    assert whose == bob.id
    assert message.text.startswith(cut.removesuffix("…"))
    assert len(message.text) > len(cut)
    assert len(playing.messages) == shown


def test_what_fits_into_a_pop_up_stands_nowhere_else(stage, playing, menu, bob):
    assert not looks_up(stage, bob, menu, "Score").endswith("…")
    assert playing.whispers == []


def test_where_something_has_just_been_said_the_pop_up_is_all_there_is(stage, playing, menu, ann, bob):
    ann.says(playing, "/score")
    stage.pass_by(0)
    bob.taps(menu, "Rules")
    stage.pass_by(0)
    assert bob.alerts[-1].text.endswith("…")
    assert playing.whispers == []


def test_where_telegram_refuses_the_pop_up_is_all_there_is(stage, playing, menu, bob):
    shown = len(playing.messages)
    stage.api.fail_next("sendMessage", 400, description="Bad Request: BOT_NOT_ADMIN")
    assert looks_up(stage, bob, menu).endswith("…")
    assert playing.whispers == []
    assert len(playing.messages) == shown


def test_a_server_that_would_say_it_to_everybody_is_asked_once(stage, playing, menu, ann, bob):
    stage.api.world.whispers = False
    shown = len(playing.messages)
    for person in (bob, ann):
        assert looks_up(stage, person, menu).endswith("…")
    assert len(playing.messages) == shown  # what was said aloud has been taken back
    asked = [call for call in stage.api.calls if "ephemeral_message_parameters" in call.values]
    assert len(asked) == 1


def test_the_pop_up_comes_first(stage, menu, bob):
    before = len(stage.api.calls)
    looks_up(stage, bob, menu)
    made = [call.method for call in stage.api.calls[before:] if call.method in ("answerCallbackQuery", "sendMessage")]
    assert made == ["answerCallbackQuery", "sendMessage"]


@pytest.mark.parametrize("answer", [True, None, {}, {"message_id": 0}, "sent"])
def test_whatever_telegram_says_to_it_the_pop_up_is_there(stage, menu, ann, bob, monkeypatch, answer):
    asked = []

    async def raw(_, method, values):
        asked.append((method, "ephemeral_message_parameters" in values))
        return answer

    monkeypatch.setattr(HostBot, "call_raw_method", raw)
    for person in (bob, ann):
        assert looks_up(stage, person, menu).endswith("…")
        assert not person.spinning
    assert asked == [("sendMessage", True)]  # nobody knows who has read that: it is the last


def count_unseen(group, person):
    return [message.text for whose, message in group.whispers if whose == person.id]


def test_in_groups_commands_for_one_person_are_registered_as_seen_by_nobody_else(stage):
    command_menu.register_bot_commands(stage.wire)
    offered = {key[0]: commands for key, commands in stage.api.world.profile.commands.items()}
    unseen = {each["command"] for each in offered["all_group_chats"] if each.get("is_ephemeral")}
    assert {"pick", "mystuff", "rules"} <= unseen
    assert not {"newgame", "join", "board"} & unseen
    assert not any(each.get("is_ephemeral") for each in offered["all_private_chats"])


def test_a_command_that_only_its_sender_sees_is_answered_so(stage, playing, ann, bob):
    before = len(playing.messages), len(bob.messages)
    bob.commands_alone(playing, "/mystuff")
    stage.pass_by(5)
    (told,) = count_unseen(playing, bob)
    assert "1st" in told
    assert count_unseen(playing, ann) == []
    assert (len(playing.messages), len(bob.messages)) == before


def test_a_secret_may_be_said_in_a_command_that_nobody_else_sees(stage, playing, ann, bob):
    game = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")[0]
    before = stage.host.store.load_game(game).session.entries
    bob.commands_alone(playing, "/pick 7")
    stage.pass_by(5)
    assert stage.host.store.load_game(game).session.entries == before + 1
    assert count_unseen(playing, bob) == ["✓"]
    ann.says(playing, "/pick 8")  # aloud it is refused, as ever
    stage.pass_by(30)
    assert stage.host.store.load_game(game).session.entries == before + 1


def test_where_it_cannot_be_answered_so_the_answer_comes_in_private(stage, playing, bob):
    stage.api.fail_next("sendMessage", 400, description="Bad Request: BOT_NOT_ADMIN", place=(playing.id, 0))
    bob.commands_alone(playing, "/mystuff")
    stage.pass_by(5)
    assert count_unseen(playing, bob) == []
    assert "1st" in bob.chat.said[-1]
