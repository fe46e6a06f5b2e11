"""A post whose receipt was lost is found again and edited, so that nothing stands twice in a chat."""

import pytest

from tests.fakes.telegram.errors import UNCHANGED
from tests.host.doors.telegram.conftest import Stage, gathered


@pytest.fixture
def shaky():
    """A stage whose Telegram loses receipts; unlike elsewhere an edit may find that all stands there already."""
    stage = Stage()
    yield stage
    assert [said for said in stage.api.violations if UNCHANGED not in said] == []
    stage.close()


def open_table(stage):
    people = [stage.api.user(name) for name in ("Ann", "Bob", "Cat")]
    group = stage.api.group("Friday", *people[1:], admins=people[:1], kind="supergroup")
    gathered(stage, group, people)
    return group, people


def seal(stage, people, luck=5):
    for n, person in enumerate(people):
        person.writes(f"/pick {luck + n}")
        stage.pass_by(20)


def list_posts(chat):
    return [message.text for message in chat.messages if message.from_bot and not message.photo]


@pytest.mark.parametrize("status", [502, 504, 0])
def test_news_boards_and_questions_stand_once_though_their_receipts_are_lost(shaky, status):
    group, people = open_table(shaky)
    for chat in (group.id, *(person.id for person in people)):
        shaky.api.fail_next(
            "sendPhoto", status, lost=True, place=(chat, 0)
        )  # a board, and questions with their picture
    shaky.api.fail_next("sendMessage", status, lost=True, place=(group.id, 0))
    people[0].says(group, "/begin")
    shaky.pass_by(300)
    assert shaky.api.api.failures == []
    seal(shaky, people)
    assert sum("The game begins" in text for text in list_posts(group)) == 1
    assert len([message for message in group.messages if message.photo]) == 1
    asked = [[message.text for message in person.messages if message.photo] for person in people]
    assert [sum("Your bomb" in text for text in each) for each in asked] == [1, 1, 1]
    assert sum("open a square" in text for each in asked for text in each) == 1
    for each in [*asked, list_posts(group)]:
        assert len({*each}) == len(each)


def test_what_others_write_meanwhile_is_not_touched(shaky):
    group, people = open_table(shaky)
    shaky.api.fail_next("sendMessage", 502, place=(group.id, 0))  # this one did not arrive
    people[0].says(group, "/begin")
    shaky.hear()
    shaky.dispatcher.deliver_now()
    people[1].says(group, "what a lovely evening")
    people[1].says(group, "is anybody there?")
    shaky.pass_by(300)
    assert [message.text for message in group.messages if not message.from_bot][-2:] == [
        "what a lovely evening",
        "is anybody there?",
    ]
    told = list_posts(group)
    assert len({*told}) == len(told)
    assert any("The game begins" in text for text in told)
