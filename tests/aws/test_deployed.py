"""The deployed stack, played through its own doors."""

import httpx
import pytest

from tests.fakes.stack import SECRET

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("stack")]
PATIENCE = 30.0  # seconds; a cold start of everything on a busy machine


def link_of(message):
    return next(button["url"] for row in message.keyboard for button in row if "url" in button)


def last(chat, wanted):
    return next((message for message in reversed(chat.messages) if wanted(message)), None)


def test_the_web_table_answers(stack):
    answer = httpx.get(f"{stack.reach('Web')}/healthz", timeout=PATIENCE)
    assert (answer.status_code, answer.text) == (200, "ok\n")


def test_whoever_comes_without_the_secret_is_sent_away(stack):
    for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}):
        answer = httpx.post(stack.reach("Webhook"), json={"update_id": 1}, headers=headers, timeout=PATIENCE)
        assert answer.status_code == 403
    known = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
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
    assert len(stack.schedules()) == 1
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


def test_a_schedule_fires_and_the_clock_runs_out(stack):
    ann = stack.api.user("Ann")
    ann.writes("/newgame season7 10s")
    stack.api.wait_for(lambda: last(ann, lambda m: "Join" in m.buttons), PATIENCE)
    ann.follows(link_of(last(ann, lambda m: "Join" in m.buttons)))
    ann.writes("/addbot")
    ann.writes("/addbot")
    ann.writes("/begin")
    stack.api.wait_for(lambda: any("Your time is up." in text for text in ann.said), 3 * PATIENCE)
