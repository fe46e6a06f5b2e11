import pytest

from host.core.store.items import Overloaded
from host.delivery.outbox import PlatformDown
from host.shown import views
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of


def version(stage, group):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return game, stage.host.store.load_game(game).version


@pytest.mark.parametrize(
    "raw",
    [
        None,
        17,
        [],
        "update",
        {},
        {"update_id": "x"},
        {"update_id": 1},
        {"update_id": 1, "message": 5},
        {"update_id": 1, "message": {"message_id": 1, "chat": {"id": "x"}}},
        {"update_id": 1, "message": {"message_id": 1, "chat": {"id": 5}, "text": ["a"]}},
        {"update_id": 1, "callback_query": {"id": 1, "data": "a/b"}},
        {"update_id": 1, "my_chat_member": {"chat": {"id": 1}}},
        {"update_id": 1, "edited_message": {"message_id": 1}},
        {"update_id": 1, "message": {"message_id": 1, "chat": {"id": 5}, "text": "/pick 1"}},
    ],
)
def test_malformed_updates_do_nothing(stage, raw):
    stage.incoming.handle(raw)
    stage.pass_by()
    assert stage.api.calls == []


@pytest.mark.parametrize(
    "data",
    ["x", "a", "a/", "a/00000000/Q1#1/1/7", "a//", "a/{game}/Q1#99/1/7", "a/{game}/Q1#1/999999/7", "a/{game}/Q1#x/y/z",
     "a/{game}/lap#1/1/~00000000", "b/{game}x", "o/00000000", "n/nothing", "n/season7/warp", "N/season7/daily/zz",
     "N/season7/daily/-1", "m/{game}/Q1#1/-1", "h/{game}/nothing", "u/{game}/nothing", "s/zone/Mars", "f/yes",
     "a/{game}/Q1#²/1/7", "a/{game}/Q1#1/²/7", "m/{game}/lap#1/²", "é/{game}", "a/" + "/" * 60, "\x00",
     "a/../../x/1/7"],
)  # fmt: skip
def test_forged_buttons_are_refused_with_a_sentence(stage, playing, bob, data):
    game, before = version(stage, playing)
    bob.taps(board_of(playing), data=data.format(game=game)[:64])
    stage.pass_by()
    assert bob.alerts
    assert bob.alerts[-1].popup
    assert len(bob.alerts[-1].text) > 10
    assert version(stage, playing) == (game, before)


def test_a_replayed_tap_changes_nothing(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = turn_of(playing, people)[0]
    tap = first.taps(board_of(playing), "9")
    stage.pass_by()
    before, said = version(stage, playing), list(playing.said)
    stage.incoming.handle(tap.update)
    stage.pass_by()
    assert (version(stage, playing), playing.said) == (before, said)


@pytest.mark.usefixtures("playing")
def test_a_tap_that_was_accepted_is_accepted_when_it_comes_again(stage, ann):
    stage.api.fail_next("answerCallbackQuery", 502)
    tap = ann.taps(ann.messages[-1], "5")
    stage.pass_by()
    stage.incoming.handle(tap.update)
    assert [alert.text for alert in ann.alerts] == ["✓"]


@pytest.mark.usefixtures("playing")
def test_a_tap_that_meets_a_busy_table_is_not_called_a_failure(stage, ann, monkeypatch):
    def busy(_):
        raise Overloaded

    tap = ann.taps(ann.messages[-1], "5")
    with monkeypatch.context() as patch:
        patch.setattr(stage.host.store, "commit", busy)
        with pytest.raises(Overloaded):
            stage.incoming.handle(tap.update)
    assert ann.alerts == []
    stage.pass_by()
    assert len(ann.alerts) == 1
    assert "5" in ann.alerts[0].text


def test_a_command_is_to_come_again_when_telegram_cannot_be_asked_for_our_name(stage, playing, ann):
    said = ann.says(playing, f"/score@{stage.wire.name}")
    stage.wire._name, stage.wire._user = "", None
    stage.api.fail_next("getMe", 502)
    with pytest.raises(PlatformDown):
        stage.incoming.handle(said.update)
    stage.pass_by()
    assert "Bob £0" in playing.said[-1]


def test_a_command_that_comes_twice_is_answered_once(stage, playing, ann):
    said = ann.says(playing, "/score")
    stage.pass_by()
    count = len(playing.said)
    stage.incoming.handle(said.update)
    stage.pass_by()
    assert len(playing.said) == count
    assert "Bob £0" in playing.said[-1]


def test_a_stale_button_says_so(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    board = board_of(playing)
    first = turn_of(playing, people)[0]
    old = next(button["callback_data"] for row in board.keyboard for button in row if button["text"] == "11")
    first.taps(board, "9")
    stage.pass_by()
    before = version(stage, playing)
    first.taps(board, data=old)
    stage.pass_by()
    assert first.alerts[-1].text == "Too late: this was already answered."
    assert version(stage, playing) == before


def test_a_watcher_cannot_play(stage, playing, ann, bob, cat):
    sealed(stage, [ann, bob, cat])
    dan = stage.api.user("Dan")
    dan.joins(playing)
    dan.taps(board_of(playing), "9")
    dan.says(playing, "/pick 9")
    dan.says(playing, "/lock 9")
    stage.pass_by()
    assert dan.alerts[-1].text == "You do not play in this game."
    assert "No question is waiting for your answer at the moment." in playing.said[-1]
    assert "You are not in any game that is running here." in playing.said[-1]


def test_secrets_are_not_taken_in_the_open(stage, playing, ann):
    before = version(stage, playing)
    ann.says(playing, "/pick 3")
    stage.pass_by()
    assert playing.said[-1].startswith("This should stay secret! Write it to me in private: https://t.me/")
    for command in ("/mystuff", "/settings zone UTC", "/export", "/forget yes", "/link"):
        ann.says(playing, command)
        stage.pass_by()
        assert "private chat" in playing.said[-1], command
    assert version(stage, playing) == before


def test_enormous_texts_and_markup_are_harmless(stage, group, ann):
    eve = stage.api.user("<b>Eve & </i>")
    eve.joins(group)
    ann.says(group, "/newgame toy")
    stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    for person in (ann, eve):
        person.writes(f"/start j_{game}")
    ann.says(group, "/begin")
    stage.pass_by()
    eve.writes("/pick " + "9" * 4000)
    eve.writes("<script>" * 500)
    eve.writes("/" + "x" * 4000)
    stage.pass_by()
    assert "1. Ann £0\n2. <b>Eve & </i> £0" in next(m.text for m in group.messages if m.photo)
    assert "is not one of the choices" in " ".join(eve.chat.said)
    assert views.load_game_view(stage.host, game).sealed == 2


@pytest.mark.parametrize(
    "line", ["/begin", "/pause", "/resume", "/extend 2h", "/kick Ann", "/standin Ann", "/bots 1", "/endgame yes"]
)
def test_only_the_host_and_admins_may_host(stage, playing, bob, line):
    before = version(stage, playing)
    bob.says(playing, line)
    stage.pass_by()
    assert playing.said[-1] == (
        "Only the player who opened this game, or an admin of a group that shows it, can do that."
    )
    assert version(stage, playing) == before


def test_an_admin_may_host_and_so_may_one_who_writes_as_the_group(stage, playing, bob):
    playing.statuses[bob.id] = "administrator"
    bob.says(playing, "/pause")
    stage.pass_by()
    assert "The clocks are stopped" in playing.said[-1]
    said = bob.says(playing, "/resume")
    raw = {**said.update, "update_id": 999_999_999}
    raw["message"] = {**raw["message"], "sender_chat": {"id": playing.id, "type": "supergroup"}}
    raw["message"]["from"] = {"id": 1087968824, "is_bot": True, "first_name": "Group"}
    stage.read = len(stage.api.updates)
    stage.incoming.handle(raw)
    stage.pass_by()
    assert "The clocks run again." in playing.said[-1]


def test_what_is_meant_for_other_bots_is_left_alone(stage, playing, ann):
    count = len(playing.said)
    for text in ("/roll@other_bot 6", "/dance", "hello", "@race_test_bot hello"):
        ann.says(playing, text)
    stage.pass_by()
    assert len(playing.said) == count


def test_no_secret_is_logged(stage, playing, ann, caplog):
    caplog.set_level("DEBUG", "host")
    ann.writes("/pick 23")
    ann.taps(board_of(playing), data="a/forged/secret/1/23")
    stage.pass_by()
    logged = " ".join(record.getMessage() for record in caplog.records)
    assert logged
    assert "23" not in logged
    assert stage.api.token not in logged
