"""The deployed stack, played through its own doors."""

import contextlib
import time

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
    answer = httpx.get(f"{stack.reach('Web')}/", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


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


def alone(stack, pace):
    """Somebody plays with two computers."""
    ann = stack.api.user("Ann")
    ann.writes(f"/newgame season7 {pace}")
    stack.api.wait_for(lambda: last(ann, lambda m: "Join" in m.buttons), PATIENCE)
    ann.follows(link_of(last(ann, lambda m: "Join" in m.buttons)))
    ann.writes("/bots 2")
    ann.writes("/begin")
    return ann


def test_what_is_due_in_a_moment_waits_in_the_queue(stack):
    ann = alone(stack, "20s")
    stack.api.wait_for(lambda: any("our time is up" in message.text for message in ann.messages), 2 * PATIENCE)


def test_a_schedule_fires_and_somebody_is_reminded(stack):
    ann = alone(stack, "126s")
    stack.api.wait_for(lambda: any("waits for you" in message.text for message in ann.messages), 4 * PATIENCE)


# The emulator asks nobody's leave to trace, to log, or to hand on a role; Lambda itself empties the queue.
UNASKED = ("iam:PassRole", "logs:", "xray:", "sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage")
SECRETS = "ssm:GetParameter"  # read once a process, so it is taken away before the first
DENIED = ("not authorized", "AccessDenied", "closed to us", "broke down")
# These take a square selected, a game that ends, or a minute of the clock: more than this test's evening has.
RARELY = {
    "TelegramRole dynamodb:UpdateItem",
    "DeliveryRole dynamodb:UpdateItem",
    "ClockRole dynamodb:UpdateItem",
    "ClockRole dynamodb:DeleteItem",
    "ClockRole dynamodb:PutItem",
}
ROLES = ("TelegramRole", "ClockRole", "DeliveryRole")


def evening(stack):
    """Two people open two tables, come and go, and begin, once with a computer; then the clock comes by."""
    ann, bob = stack.api.user("Ann"), stack.api.user("Bob")
    timers = set(stack.schedules())
    for person in (ann, bob):
        person.writes("/start")
    for more in ("/bots 1", "/score"):
        group = stack.api.group("Friday", bob, admins=[ann], kind="supergroup")
        lines = [(ann, "/newgame season7 daily"), (ann, "/join"), (bob, "/join"), (bob, "/leave"), (bob, "/join")]
        for person, line in [*lines, (ann, more), (ann, "/begin")]:
            person.says(group, line)
    with contextlib.suppress(TimeoutError):  # it may be that it cannot settle: something is forbidden
        stack.api.settle(5)
    stack.invoke("clock", {"sweep": True})
    for timer in set(stack.schedules()) - timers:
        stack.invoke("clock", {"game": timer})


def denied(stack, since):
    return [line for line in stack.logs()[since:] if any(word in line for word in DENIED)]


def test_an_evening_needs_no_more_than_the_roles_allow(stack):
    since = len(stack.logs())
    evening(stack)
    time.sleep(5)
    assert denied(stack, since) == []


def test_whatever_a_role_may_do_is_missed_when_it_is_taken_away(stack):
    spare = []
    for role in ROLES:
        for action in stack.actions(role):
            name = f"{role} {action}"
            if not (action.startswith(UNASKED) or action == SECRETS or name in RARELY) and not missed(
                stack, role, action
            ):
                spare.append(name)
    assert spare == []


def missed(stack, role, action):
    since, end = len(stack.logs()), time.monotonic() + 20
    with stack.without(role, action):
        evening(stack)
        while not (found := denied(stack, since)) and time.monotonic() < end:
            time.sleep(0.2)
    return found
