"""The deployed stack, played through its own doors."""

import httpx
import pytest

from tests.aws.conftest import PATIENCE, last, link_of

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("stack"), pytest.mark.usefixtures("idlers")]


def test_the_web_table_answers(stack):
    answer = httpx.get(f"{stack.reach('Web')}/", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


def test_whoever_comes_without_the_secret_is_sent_away(stack):
    for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}):
        answer = httpx.post(stack.reach("Webhook"), json={"update_id": 1}, headers=headers, timeout=PATIENCE)
        assert answer.status_code == 403
    known = {"X-Telegram-Bot-Api-Secret-Token": stack.secret}
    assert httpx.post(stack.reach("Webhook"), content=b"{", headers=known, timeout=PATIENCE).status_code == 400


def test_a_round_of_three_is_played_from_the_webhook_to_the_chat(stack):
    api = stack.api
    ann, bob, cat = people = [api.user(name) for name in ("Ann", "Bob", "Cat")]
    group = api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    ann.says(group, "/newgame season7 daily")
    api.wait_for(lambda: last(group, lambda m: "Join" in m.buttons), PATIENCE)
    board = last(group, lambda m: "Join" in m.buttons)
    for person in people:
        person.follows(link_of(board))
        api.wait_for(lambda person=person: any(person.name in m.text for m in group.messages), PATIENCE)
    assert link_of(board).rpartition("_")[2] in stack.schedules()
    ann.says(group, "/begin")
    for person in people:
        api.wait_for(lambda person=person: last(person, lambda m: "7" in m.buttons), PATIENCE)
        person.taps(last(person, lambda m: "7" in m.buttons), "7")
    api.wait_for(lambda: last(group, lambda m: "9" in m.buttons), PATIENCE)
    board = last(group, lambda m: "9" in m.buttons)
    waiting = board.text.partition("Waiting for ")[2].partition(".")[0]
    first = next(person for person in people if person.name == waiting)
    first.taps(board, "9")
    api.wait_for(lambda: any(text.startswith(f"{first.name} selects square 9") for text in group.said), PATIENCE)
    assert api.violations == []
