"""Every refusal that Telegram has, and what it means: gone for good, silent for now, no pictures, or to be tried again.

The words are those of the published Bot API server and of the errors that bots have reported of it.
"""

import pytest
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TimedOut

from host.delivery.outbox import Muted, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.delivery.places import LONGEST_MUTED
from host.doors.telegram.calls.connection import (
    GONE_PLACE_ERRORS,
    LOST_MESSAGE_ERRORS,
    MUTED,
    PICTURELESS,
    UNCHANGED,
    MessageLost,
    PicturesForbidden,
    convert_telegram_error,
)
from host.doors.telegram.messages.chats import HALF_A_DAY, SCROLLED
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_places import begun_in_topic, session_of
from tests.host.doors.telegram.test_playing import sealed, turn_of

OURS = "ours"  # a fault of what we sent: tried again, then set aside for an operator

TABLE = [
    (Forbidden, "bot was kicked from the group chat", PlaceGone),
    (Forbidden, "bot was kicked from the supergroup chat", PlaceGone),
    (Forbidden, "bot was kicked from the channel chat", PlaceGone),
    (Forbidden, "bot is not a member of the supergroup chat", PlaceGone),
    (Forbidden, "bot is not a member of the channel chat", PlaceGone),
    (Forbidden, "bot was blocked by the user", PlaceGone),
    (Forbidden, "bot can't initiate conversation with a user", PlaceGone),
    (Forbidden, "bot can't send messages to bots", PlaceGone),
    (Forbidden, "user is deactivated", PlaceGone),
    (Forbidden, "the group chat was deleted", PlaceGone),
    (BadRequest, "chat not found", PlaceGone),
    (BadRequest, "user not found", PlaceGone),
    (BadRequest, "PEER_ID_INVALID", PlaceGone),
    (BadRequest, "INPUT_USER_DEACTIVATED", PlaceGone),
    (BadRequest, "USER_IS_BLOCKED", PlaceGone),
    (BadRequest, "CHANNEL_PRIVATE", PlaceGone),
    (BadRequest, "group chat was deactivated", PlaceGone),
    (BadRequest, "message thread not found", PlaceGone),
    (BadRequest, "TOPIC_DELETED", PlaceGone),
    (BadRequest, "TOPIC_CLOSED", Muted),
    (Forbidden, "CHAT_WRITE_FORBIDDEN", Muted),
    (BadRequest, "CHAT_WRITE_FORBIDDEN", Muted),
    (BadRequest, "CHAT_RESTRICTED", Muted),
    (BadRequest, "CHAT_SEND_PLAIN_FORBIDDEN", Muted),
    (BadRequest, "CHAT_GUEST_SEND_FORBIDDEN", Muted),
    (BadRequest, "CHAT_ADMIN_REQUIRED", Muted),
    (BadRequest, "USER_BANNED_IN_CHANNEL", Muted),
    (BadRequest, "USER_RESTRICTED", Muted),
    (BadRequest, "have no rights to send a message", Muted),
    (BadRequest, "not enough rights to send text messages to the chat", Muted),
    (BadRequest, "need administrator rights in the channel chat", Muted),
    (BadRequest, "not enough rights to send photos to the chat", PicturesForbidden),
    (BadRequest, "not enough rights to send media to the chat", PicturesForbidden),
    (BadRequest, "CHAT_SEND_PHOTOS_FORBIDDEN", PicturesForbidden),
    (BadRequest, "CHAT_SEND_MEDIA_FORBIDDEN", PicturesForbidden),
    (BadRequest, "Message is not modified: specified new message content is the same", NotChanged),
    (BadRequest, "Message to edit not found", MessageLost),
    (BadRequest, "Message can't be edited", MessageLost),
    (BadRequest, "MESSAGE_ID_INVALID", MessageLost),
    (BadRequest, "There is no text in the message to edit", MessageLost),
    (BadRequest, "There is no caption in the message to edit", MessageLost),
    (BadRequest, "Can't parse entities: unexpected end tag", OURS),
    (BadRequest, "Message is too long", OURS),
    (BadRequest, "Message text is empty", OURS),
    (BadRequest, "Reply markup is too long", OURS),
    (BadRequest, "BUTTON_DATA_INVALID", OURS),
    (BadRequest, "PHOTO_INVALID_DIMENSIONS", OURS),
    (RetryAfter, 7, RetryLater),
    (ChatMigrated, -1000000000123, PlaceMoved),
    (InvalidToken, "Unauthorized", PlatformDown),
    (NetworkError, "Bad Gateway", PlatformDown),
    (TimedOut, "Timed out", PlatformDown),
]


@pytest.mark.parametrize(("kind", "said", "means"), TABLE, ids=[f"{k.__name__} {s}" for k, s, _ in TABLE])
def test_every_refusal_means_one_thing(kind, said, means):
    error = kind(said)
    found = convert_telegram_error(error)
    assert found is error if means is OURS else type(found) is means


def test_every_word_by_which_a_refusal_is_known_stands_in_that_table():
    told = [str(said).lower() for _, said, _ in TABLE]
    known = [UNCHANGED, *LOST_MESSAGE_ERRORS, *PICTURELESS, *MUTED, *GONE_PLACE_ERRORS]
    assert [word for word in known if not any(word in said for said in told)] == []


@pytest.mark.parametrize("said", [said for kind, said, means in TABLE if means is Muted and kind is BadRequest])
def test_whoever_may_not_speak_in_a_group_says_so_in_private_and_goes_on_when_it_may(stage, group, ann, bob, said):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    session, before = session_of(stage, group), len(group.said)
    stage.api.fail_next("sendMessage", 400, description=f"Bad Request: {said}")
    ann.says(group, "/score")
    stage.pass_by(20)
    muted = session_of(stage, group)
    assert (muted.places, bool(muted.paused)) == (session.places, True)
    why = "the topic of the group is closed" if said == "TOPIC_CLOSED" else "an admin must allow me to send messages"
    for person in (ann, bob):
        assert sum("I cannot write in the chat with" in text and why in text for text in person.chat.said) == 1
    assert group.said[before:] == []
    stage.pass_by(120)
    assert not session_of(stage, group).paused
    assert "Ann £0" in "".join(group.said[before:])  # nothing that was to be said is lost
    assert "The clocks run again." in "".join(group.said[before:])


def test_it_speaks_at_once_when_it_gets_the_right_back(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    for _ in range(50):
        stage.api.fail_next("sendMessage", 400, description="Bad Request: CHAT_WRITE_FORBIDDEN", place=(group.id, 0))
    ann.says(group, "/score")
    stage.pass_by(1500, 20)  # it looks every few minutes by now
    group.forbidden = {"can_send_messages"}
    stage.api.world.set_bot_status(group, ann.json, "restricted")
    stage.pass_by(5)
    assert session_of(stage, group).paused
    stage.api.api.failures.clear()
    group.forbidden = set()
    stage.api.world.set_bot_status(group, ann.json, "member")
    stage.pass_by(5)
    assert any("Ann £0" in text for text in group.said)
    assert not session_of(stage, group).paused


def test_what_the_host_has_stopped_does_not_go_on_by_itself(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    ann.says(group, "/pause")
    stage.pass_by()
    stage.api.fail_next("sendMessage", 400, description="Bad Request: CHAT_WRITE_FORBIDDEN")
    ann.says(group, "/score")
    stage.pass_by(120)
    assert session_of(stage, group).paused
    assert "Ann £0" in group.said[-1]


def test_a_closed_topic_holds_up_no_other(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    games = [begun_in_topic(stage, group, people, topic) for topic in (3, 4)]
    for _ in range(50):
        stage.api.fail_next("sendMessage", 400, description="Bad Request: TOPIC_CLOSED", place=(group.id, 3))
    ann.says(group, "/score", topic=3)
    stage.pass_by(20)
    ann.says(group, "/score", topic=4)
    stage.pass_by(5)
    assert any("Ann £0" in message.text for message in group.messages[-3:] if message.topic == 4)
    assert [bool(stage.host.store.load_game(game).session.paused) for game in games] == [True, False]


def test_a_place_that_stays_silent_for_a_week_is_given_up(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    ann.says(group, "/score")
    for _ in range(30):
        stage.api.fail_next("sendMessage", 400, description="Bad Request: CHAT_RESTRICTED", place=(group.id, 0))
    stage.hear()
    for _ in range(12):
        stage.dispatcher.deliver_now()
        stage.api.advance(LONGEST_MUTED / 8)
    (game,) = stage.host.store.list_open_game_ids(f"person:{stage.host.store.find_person_id(f'telegram:{ann.id}', 0)}")
    assert stage.host.store.load_game(game).session.places == []
    told = [text for text in ann.chat.said if "the chat with" in text]
    assert ["I try again every few minutes" in text for text in told] == [True, False]  # the last word is true
    assert "I do not show the game there any more" in told[1]
    assert f"/here {game}" in told[1]
    ann.says(group, f"/here {game}")
    stage.pass_by()
    stage.api.fail_next("sendMessage", 400, description="Bad Request: CHAT_RESTRICTED", place=(group.id, 0))
    ann.says(group, "/score")
    stage.pass_by()
    assert "I try again every few minutes" in ann.chat.said[-1]  # shown there again, it is told of anew


def test_a_group_that_forbids_photos_plays_in_words(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    group.forbidden = {"can_send_photos"}
    seated(stage, group, people)
    sealed(stage, people)
    shown = next(message for message in group.messages if "Waiting for" in message.text)
    assert not shown.photo
    assert {"1", "25"} <= set(shown.buttons)
    first = next(person for person in people if f"Waiting for {person.name}." in shown.text)
    first.taps(shown, "9")
    stage.pass_by()
    assert "9" not in shown.buttons  # it is edited in words, and no call for a picture is wasted on it
    there = [call for call in stage.api.calls if int(str(call.values.get("chat_id", 0))) == group.id]
    assert [call.method for call in there if "Photo" in call.method or "Media" in call.method] == ["sendPhoto"]
    assert any(f"{first.name} opens square 9" in text for text in group.said)
    assert not any("I am not in the group with" in text for person in people for text in person.chat.said)


def test_pictures_come_back_when_they_may(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    group.forbidden = {"can_send_photos"}
    seated(stage, group, people)
    group.forbidden = set()
    stage.api.advance(HALF_A_DAY)
    stage.host.store.save_beat(stage.clock.now())
    for n in range(SCROLLED + 1):
        ann.says(group, f"hello {n}")
    ann.says(group, "/score")  # by the answer to it the bot sees how far up the board stands
    sealed(stage, people)
    assert turn_of(group, people)
