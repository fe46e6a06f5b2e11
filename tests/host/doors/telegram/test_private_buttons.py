"""A button of somebody's private chat shows nothing of theirs when it is tapped under a message of the group."""

import pytest

from engine.kernel import Play, Told
from engine.rulesets import RULESETS
from host.people import accounts
from tests.host.doors.telegram.conftest import seated
from tests.rulesets.toy import Toy

TOLD_ALONE = "The butler hides key 7351."
SHOWN = ("use", "settings", "menu", "forget", "link", "stats", "rules", "help", "board", "score", "order", "wins")


class Butler(Toy):
    """One player at a time may ask the butler, in secret."""

    def list_plays(self, game, who):
        found = super().list_plays(game, who)
        return [*found, Play("butler", "Ask the butler", secret=True)] if who in game.state.players else found

    def play(self, game, who, key, value):
        if key != "butler":
            return super().play(game, who, key, value)
        return game.say(Told(TOLD_ALONE, {}, who, "lap"))


def data_of(messages):
    return {
        button["callback_data"]
        for message in messages
        for row in message.keyboard
        for button in row
        if "callback_data" in button
    }


@pytest.fixture
def playing(stage, group, ann, bob, monkeypatch):
    """Ann and Bob play, and Ann has learnt a secret."""
    monkeypatch.setitem(RULESETS, "toy", Butler())
    seated(stage, group, [ann, bob], "/newgame toy")
    ann.writes("/use butler")
    stage.pass_by()
    assert any(TOLD_ALONE in line for line in ann.chat.said)
    return group


def tapped_in(stage, chat, person, data):
    """What the tap changes: the game's version, and all that the group shows and the person's chat says."""
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{chat.id}")

    def see():
        habits = accounts.load_or_create_person(stage.host, f"telegram:{person.id}", "").habits
        shown = [(message.text, message.buttons) for message in chat.messages]
        return stage.host.store.load_game(game).version, habits, shown, list(person.chat.said)

    before = see()
    person.taps(chat.messages[-1], data=data)
    stage.pass_by(3)
    return see() != before


def buttons_in_private(stage, ann):
    """All that can be tapped in private after any command, and what the message becomes by a tap on what only shows."""
    found = set()
    for word in SHOWN:
        before = len(ann.messages)
        stage.api.advance(10)  # who looks up much is asked to wait
        ann.writes(f"/{word}")
        stage.pass_by(3)
        for message in ann.messages[before:]:
            found |= data_of([message])
    return found


def verb_of(data):
    """What a button does: its letter, or its words without the game and what is chosen."""
    letter, _, *more = [*str(data).split("/"), ""]
    return f"{letter}/{more[0]}" if letter in "tu" else letter


# What a player may do before all eyes: the host's acts, votes, predictions, plays that are no secret.
BEFORE_ALL = {"t/extend", "t/kick", "t/pause", "t/predict", "t/standin", "t/vote", "u/shout"}
ALONE = {"f", "s", "c", "u/butler", "t/mystuff", "t/plays", "t/settings"}


def test_what_is_only_for_private_does_nothing_under_a_message_of_the_group(stage, playing, ann, bob):
    found = {data for data in buttons_in_private(stage, ann) if data[0] != "a"}
    assert {verb_of(data) for data in found} >= ALONE | BEFORE_ALL
    assert not {verb_of(data) for data in data_of(playing.messages)} & ALONE
    for data in sorted(found, key=lambda data: (verb_of(data) in BEFORE_ALL, data)):
        for person in (ann, bob):
            changed = tapped_in(stage, playing, person, data)
            assert not changed or verb_of(data) in BEFORE_ALL, data
        assert not {verb_of(each) for each in data_of(playing.messages)} & ALONE, data
    assert not any(TOLD_ALONE in line for line in playing.said)


def test_a_sealed_answer_tapped_in_the_group_is_shown_to_nobody(stage, playing, ann):
    (sealing, *_) = [message for message in reversed(ann.messages) if "3" in message.buttons]
    (data,) = [each for each in data_of([sealing]) if each.startswith("a/") and each.endswith("/3")]
    before = len(playing.said)
    ann.taps(playing.messages[-1], data=data)
    stage.pass_by()
    assert not any("3" in line for line in playing.said[before:])
    assert not any(each.startswith("a/") and "lap#1" in each for each in data_of(playing.messages))


def test_an_act_of_the_menu_that_is_refused_changes_no_message(stage, playing, ann, bob):
    found = {verb_of(data): data for data in buttons_in_private(stage, ann)}
    pause = found["t/pause"]
    assert not tapped_in(stage, playing, bob, pause), "Ann hosts the game"
    assert tapped_in(stage, playing, ann, pause)
    stage.pass_by()
    assert not tapped_in(stage, playing, ann, pause), "the clocks stand already"
