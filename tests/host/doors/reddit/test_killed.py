"""A process that is killed whenever it writes something: whoever goes on loses nothing, and says nothing twice."""

from collections import Counter

import pytest

from host.doors.reddit.throttle import ThrottledRequestor
from tests.fakes.reddit import Comment
from tests.host.doors.reddit.conftest import Stage

WRITES = ("/api/comment/", "/api/submit/", "/api/editusertext/")


class Killed(BaseException):
    """The process is no more."""


class Mortal(Stage):
    """A bot whose process is killed before it writes each thing, and the next one right after it has."""

    def __init__(self, patch):
        self.deaths, request = Counter[str](), ThrottledRequestor.request

        def dying(line, *args, **given):
            if not args[1].endswith(WRITES):
                return request(line, *args, **given)
            what = str(given["data"])
            self.deaths[what] += 1
            if self.deaths[what] == 1:
                raise Killed
            answer = request(line, *args, **given)
            if self.deaths[what] == 2:
                raise Killed
            return answer

        patch.setattr(ThrottledRequestor, "request", dying)
        super().__init__()

    def pass_by(self, seconds=60.0, step=5.0):
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            try:
                super().pass_by(end - self.clock.now(), step)
            except Killed:
                self.bot.close()
                self.bot = self.new_bot()
                self.clock.advance(step)


@pytest.fixture
def mortal(monkeypatch):
    stage = Mortal(monkeypatch)
    yield stage
    stage.close()


def test_killed_before_and_after_whatever_it_writes_it_writes_that_once(mortal):
    chat = mortal.site.thread("chat", by="zoe")
    asked = mortal.says("ann", chat, "!new toy pace daily")
    (thread,) = mortal.threads()
    assert mortal.answers(asked) == [f"The new game is here: https://redd.it/{thread.fullname.removeprefix('t3_')}"]
    for who in ("ann", "bob"):
        mortal.site.says(who, thread, "join")
    mortal.settle()
    mortal.says("ann", thread, "begin")
    for who in ("ann", "bob"):
        mortal.site.writes(who, "seal 3")
    mortal.settle()
    mortal.says("ann", thread, "pick red")
    refused = mortal.says("bob", thread, "rules nothing")
    assert mortal.state(thread).colours == {"p1": "red"}
    assert len(mortal.answers(refused)) == 1
    said = mortal.said(thread)
    assert Counter(said)["ann picks red."] == said.count("bob joins the game.") == 1
    again = Counter((each.parent.fullname, each.body) for each in mortal.site.by_bot(Comment))
    assert set(again.values()) == {1}
    assert len(mortal.deaths) > 8


def test_killed_beside_the_board_in_somebody_else_s_thread_there_is_one_board(mortal):
    thread = mortal.sealed("ann", "bob")
    assert mortal.board(thread)
