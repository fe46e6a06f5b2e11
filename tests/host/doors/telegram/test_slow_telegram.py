"""A Telegram that is slow in one chat delays nobody in another, and a tap is answered before anything is edited."""

import threading

import pytest

from engine.kernel import Told
from host.core.session import Post
from host.doors.telegram.heard import polling
from host.doors.telegram.heard.polling import TelegramPolling, UpdateLanes
from host.doors.telegram.messages import sender
from tests.host.doors.telegram.conftest import Stage, seated
from tests.host.doors.telegram.test_private_questions import seal, split_by_turn
from tests.waiting import LONGEST, until

MANY = 16  # slow chats


class Fetching(Stage):
    """The bot as it fetches its own updates."""

    listens = True

    def __init__(self):
        super().__init__()
        self.polling = TelegramPolling(self.host, self.api.token, self.api.url)
        self.stop = threading.Event()
        self.listener = threading.Thread(target=self._listen, daemon=True)

    def _listen(self):
        while not self.stop.is_set():
            self.polling._poll_once()
            self.stop.wait(0.01)

    def close(self):
        self.stop.set()
        if self.listener.ident:
            self.listener.join()
        self.polling.lanes.close()
        self.polling.dispatcher.close()
        self.polling.wire.close()
        super().close()


@pytest.fixture
def stage(monkeypatch):
    monkeypatch.setattr(polling, "POLL", 0)
    stage = Fetching()
    yield stage
    stage.close()


@pytest.fixture
def panels(stage, ann, bob):
    """Two people have the panel before them in which a table is set up, each in their private chat."""
    for person in (ann, bob):
        person.writes("/start")
        person.writes("/newgame")
    stage.polling._poll_once()
    assert stage.polling.lanes.wait_until_done(LONGEST)
    stage.pass_by(30)
    stage.listener.start()
    return [person.messages[-1] for person in (ann, bob)]


def test_one_slow_edit_delays_neither_its_own_tap_nor_anybody_else(stage, ann, bob, panels):
    slow = [stage.api.api.hold(method, ann.id) for method in ("editMessageText", "editMessageReplyMarkup")]
    try:
        ann.taps(panels[0], next(iter(panels[0].buttons)))
        until(lambda: not ann.spinning, lambda: "a tap is answered before its message is edited")
        until(lambda: any(call.description == "slow" for call in stage.api.calls))
        bob.taps(panels[1], next(iter(panels[1].buttons)))
        until(lambda: not bob.spinning, lambda: "another chat waits for nobody")
        bob.writes("/help")
        until(lambda: any(stage.host.store.load_posts(f"telegram:{bob.id}")))
    finally:
        for each in slow:
            each.set()
    assert stage.polling.lanes.wait_until_done(LONGEST)


@pytest.mark.whole
def test_sixteen_slow_chats_delay_nobody_in_another(stage, monkeypatch):
    monkeypatch.setattr(sender, "EDIT_READ", 2 * LONGEST)  # not even if they were slow for ever
    people = [stage.api.user(f"P{n}") for n in range(MANY + 1)]
    for person in people:
        person.writes("/start")
        person.writes("/newgame")
    stage.polling._poll_once()
    assert stage.polling.lanes.wait_until_done(LONGEST)
    stage.pass_by(60)
    *slow, last = people
    held = [stage.api.api.hold("editMessageText", person.id) for person in slow]
    stage.listener.start()
    try:
        for person in slow:
            person.taps(person.messages[-1], person.messages[-1].buttons[0])
        until(lambda: sum(call.description == "slow" for call in stage.api.calls) == MANY)
        last.taps(last.messages[-1], last.messages[-1].buttons[0])
        until(lambda: not last.spinning, lambda: "the seventeenth chat waits for no other")
        assert not any(person.spinning for person in slow)
    finally:
        for each in held:
            each.set()
    assert stage.polling.lanes.wait_until_done(LONGEST)


@pytest.mark.whole
def test_a_slow_board_of_a_running_game_delays_no_tap_there_and_no_other_chat(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    seated(stage, group, people)
    seal(stage, people)
    mover, (other, *_) = split_by_turn(stage, group, people)
    board = next(message for message in reversed(group.messages) if message.photo)
    stage.api.advance(60.0)
    held = stage.api.api.hold("editMessageMedia", group.id)
    stage.listener.start()
    try:
        mover.taps(board, "3")
        until(lambda: not mover.spinning)
        until(lambda: any(stage.host.store.load_posts(f"telegram:{group.id}")))
        stage.polling.dispatcher.deliver()
        until(lambda: any(call.description == "slow" for call in stage.api.calls))
        other.taps(board, "4")
        until(lambda: not other.spinning, lambda: "a tap below the slow board is answered")
        other.writes("/rules")
        until(lambda: any(stage.host.store.load_posts(f"telegram:{other.id}")))
        before = len(other.messages)
        stage.api.advance(60.0)
        stage.polling.dispatcher.deliver()
        until(lambda: len(other.messages) > before, lambda: "another chat is answered meanwhile")
    finally:
        held.set()
    assert stage.polling.lanes.wait_until_done(LONGEST)


def test_updates_of_one_chat_are_handled_in_order_and_of_others_beside():
    held, handled = threading.Event(), []

    def handle(update):
        if update["update_id"] == 1:
            held.wait(LONGEST)
        handled.append(update["update_id"])

    lanes = UpdateLanes(handle, lambda update: update["chat"])
    lanes.put([{"update_id": n, "chat": chat} for n, chat in ((1, "a"), (2, "a"), (3, "b"), (4, "a"))])
    until(lambda: handled == [3])
    assert lanes.find_next_offset(0) == 1
    lanes.put([{"update_id": n, "chat": "a"} for n in (1, 2, 3, 4)])  # Telegram brings again what is not confirmed
    held.set()
    assert lanes.wait_until_done(LONGEST)
    lanes.close()
    assert (handled, lanes.find_next_offset(0)) == ([3, 1, 2, 4], 5)


def test_an_update_that_cannot_be_handled_now_comes_again_before_those_after_it():
    handled, trouble = [], [OSError("busy")]

    def handle(update):
        if update["update_id"] == 1 and trouble:
            raise trouble.pop()
        handled.append(update["update_id"])

    lanes = UpdateLanes(handle, lambda update: update["chat"])
    updates = [{"update_id": n, "chat": chat} for n, chat in ((1, "a"), (2, "a"), (3, "b"))]
    lanes.put(updates)
    until(lambda: handled == [3])
    with pytest.raises(OSError, match="busy"):
        lanes.wait_until_done(LONGEST)
    assert lanes.find_next_offset(0) == 1
    lanes.put(updates)
    assert lanes.wait_until_done(LONGEST)
    lanes.close()
    assert (handled, lanes.find_next_offset(0)) == ([3, 1, 2], 4)


def test_whoever_is_refused_something_in_a_group_waits_for_no_news():
    stage = Stage()
    ann = stage.api.user("Ann")
    group = stage.api.group("Friday", admins=[ann], kind="supergroup")
    where = f"telegram:{group.id}"
    stage.host.store.queue_posts([Post(where, "", 1, [Told("Earlier news.", {})])], stage.clock.now())
    ann.says(group, "/begin")
    stage.hear()
    stage.dispatcher.deliver_now()
    assert group.said[-1] != "Earlier news."
    assert len(group.said) == 1
    stage.pass_by(5)
    assert group.said[-1] == "Earlier news."
    stage.close()
