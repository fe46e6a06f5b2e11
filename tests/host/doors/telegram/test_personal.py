import json

import pytest

from host.people import account_linking, accounts
from tests.host.doors.telegram.test_playing import sealed


def person_of(stage, user):
    return accounts.load_current_person(
        stage.host, stage.host.store.find_person_id(f"telegram:{user.id}", stage.clock.now())
    )


def writes(stage, user, text):
    user.writes(text)
    stage.pass_by()
    return user.chat.said[-1]


def test_settings_by_button_and_by_word(stage, ann):
    writes(stage, ann, "/settings")
    panel = ann.messages[-1]
    ann.taps(panel, "Reminders off")
    stage.pass_by()
    assert "Reminders: off" in panel.text
    ann.taps(panel, "Numbers 1.000.000")
    stage.pass_by()
    for line in ("/settings zone Europe/London", "/settings quiet 23:00 8:30", "/settings vacation 7d"):
        assert "Your settings" in writes(stage, ann, line)
    habits = person_of(stage, ann).habits
    assert (habits.reminders, habits.style.comma, habits.zone, habits.quiet) == (
        False,
        ".",
        "Europe/London",
        (1380, 510),
    )
    assert habits.away[1] - habits.away[0] == 7 * 86400
    for line in (
        "/settings zone Mars",
        "/settings quiet late",
        "/settings reminders",
        "/settings x",
        "/settings numbers 7",
    ):
        assert "Your settings" not in writes(stage, ann, line)
    for line in ("/settings vacation", "/settings vacation daily"):
        assert writes(stage, ann, line) == "Write /settings vacation 7d or /settings vacation none."
    writes(stage, ann, "/settings vacation none")
    assert person_of(stage, ann).habits.away is None


@pytest.mark.usefixtures("playing")
@pytest.mark.parametrize(("status", "wait"), [(429, 7), (502, 0)])
def test_an_export_that_telegram_puts_off_comes_later_and_once(stage, bob, status, wait):
    for _ in range(2):
        stage.api.fail_next("sendDocument", status, wait)
    bob.writes("/export")
    stage.pass_by(120)
    assert [bool(json.loads(each.document.data)) for each in bob.messages if each.document] == [True]


def test_export_and_forget(stage, playing, bob):
    writes(stage, bob, "/export")
    document = next(message.document for message in bob.messages if message.document)
    kept = json.loads(document.data)
    assert kept["identities"] == [f"telegram:{bob.id}"]
    assert kept["games"][0]["seat"] == "p2"
    writes(stage, bob, "/forget")
    bob.taps(bob.messages[-1], "Yes, forget me")
    stage.pass_by()
    assert stage.host.store.find_person_id(f"telegram:{bob.id}", stage.clock.now()) == ""
    assert "From now on a computer plays for a former player" in " ".join(playing.said)


def test_two_selves_become_one(stage, ann):
    web = accounts.load_or_create_person(stage.host, "web:1", "Ann on the web")
    code = accounts.create_account_link_code(stage.host, web.id)
    assert "This code is from Ann on the web." in writes(stage, ann, f"/link {code}")
    assert "are connected now" in writes(stage, ann, "/link yes")
    assert person_of(stage, ann).id == web.id
    assert account_linking.STALE_LINK_TEXT in writes(stage, ann, f"/link {code}")
    assert "Your code is" in writes(stage, ann, "/link")


def test_looking(stage, playing, ann, bob, cat):
    sealed(stage, [ann, bob, cat])
    assert "Quadrant 1: square 7, your bomb." in writes(stage, ann, "/mystuff")
    assert "1. Ann £0" in writes(stage, ann, "/score")
    assert "Row A: 1 closed" in writes(stage, ann, "/board")
    assert "There are no statistics of this game yet." in writes(stage, ann, "/stats")
    assert "/export sends you everything I have" in writes(stage, ann, "/privacy")
    assert "/settings: reminders" in writes(stage, ann, "/help")
    assert "(" in writes(stage, ann, "/games")
    assert "Nothing in the game is called Nonsense. Check the name." in writes(stage, ann, "/rules Nonsense")
    bob.says(playing, "/list 1 2")
    stage.pass_by()
    assert "Write this in our private chat:" in playing.said[-1]
    assert "Your list: 1 and B1" in writes(stage, bob, "/list 1 B1") or "Your list: 1 and 6." in bob.chat.said[-1]


def test_people_come_and_go(stage, playing, ann, cat):
    dan = stage.api.user("Dan")
    dan.joins(playing)
    said = dan.says(playing, "/help")
    stage.pass_by()
    ann.says(playing, "/replace Bob", reply_to=said)
    stage.pass_by()
    assert "Dan joins the game." in " ".join(playing.said)
    assert "Dan, open our private chat" in " ".join(playing.said)
    dan.writes("/start")
    stage.pass_by()
    assert ": where do you hide your bomb?" in dan.messages[-1].text
    ann.says(playing, "/standin Dan")
    cat.says(playing, "/leave")
    stage.pass_by()
    assert "From now on a computer plays for Dan" in " ".join(playing.said)
    assert "/leave yes" in " ".join(playing.said)
    dan.says(playing, "/join")
    ann.says(playing, "/extend 12h")
    ann.says(playing, "/kick Cat")
    stage.pass_by()
    assert "Dan joins the game." in " ".join(playing.said)
    assert "Everybody gets 12 hours more." in " ".join(playing.said)
    ann.says(playing, "/vote Dan")
    ann.says(playing, "/endgame")
    ann.says(playing, "/endgame yes")
    stage.pass_by()
    assert "Please wait. You can vote for a computer when half of that player’s time is over." in " ".join(playing.said)
    assert "The host has closed this game." in " ".join(playing.said)


def test_a_vacation_that_is_over_is_none_and_stands_in_nobodys_way(stage, ann):
    assert "Vacation: 2 days more." in writes(stage, ann, "/settings vacation 2d")
    stage.api.advance(3 * 86400)
    assert "Vacation: none." in writes(stage, ann, "/settings")
    assert "Back from vacation" not in ann.messages[-1].buttons
    assert "Reminders: off." in writes(stage, ann, "/settings reminders off")
