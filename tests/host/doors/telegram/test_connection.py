"""When the line to Telegram is down but the host lives: nobody's time runs out who could not be heard."""

import re

import pytest
from msgspec.structs import replace

from host.core import events
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.store.items import Overloaded
from host.doors.registry import list_reading_delays
from host.doors.telegram.heard import polling
from host.doors.telegram.heard.polling import TelegramPolling
from tests.host.doors.telegram.conftest import Stage, seated

DEAF = str(events.SilenceCredited.__doc__).partition("{time}")[2]
AWAY = re.compile("The host (?:was not working|did not work) for ([^.,]+)")  # in the host's own voice


class Listening(Stage):
    """The bot as it fetches its own updates, over a line that a test can cut."""

    listens = True

    def __init__(self, listened=("telegram",)):
        super().__init__()
        host = self.host
        self.host = HostContext(
            host.store, replace(host.config, listened=list_reading_delays(listened)), host.now, host.token
        )
        self.polling = TelegramPolling(self.host, self.api.token, self.api.url)
        self.up = True

    def hear(self):
        if self.up:
            self.polling._poll_once()

    def live(self, seconds, step=5.0):
        """Time passes for a host that lives, whatever becomes of the line."""
        end = self.clock.now() + seconds
        while self.clock.now() < end:
            self.api.advance(step)
            self.hear()
            ticking.sweep_due_games(self.host)
            if self.up:
                self.dispatcher.deliver_now()

    def sign(self):
        return self.host.store.load_last_beat("telegram")

    def close(self):
        self.polling.dispatcher.close()
        self.polling.wire.close()
        super().close()


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(polling, "POLL", 0)


@pytest.fixture
def stage():
    stage = Listening()
    yield stage
    stage.close()


@pytest.fixture
def playing(stage, group, ann, bob, cat):
    """A game of ten minutes a turn; all three are to seal a bomb."""
    seated(stage, group, [ann, bob, cat], "/newgame season7 evening")
    return group


def said_by(group, people):
    return [text for chat in (group, *(each.chat for each in people)) for text in chat.said]


@pytest.mark.whole
@pytest.mark.parametrize(("minutes", "told"), [(60, True), (13, True), (9, False)])
def test_whoever_answers_in_time_while_the_line_is_down_has_answered(stage, playing, ann, bob, cat, minutes, told):
    stage.live(300)
    stage.up = False
    stage.live(180)
    bob.writes("/pick 17")
    stage.live((minutes - 3) * 60)
    stage.up = True
    stage.live(30)
    said = said_by(playing, [ann, bob, cat])
    assert any("time is up" in text for text in said) != told  # Ann did nothing, and is given back what is long
    assert "17" in " ".join(bob.chat.said[-3:])
    assert any(DEAF in text for text in said) == told
    assert not any(AWAY.search(text) for text in said)
    stage.live(20 * 60)
    assert any("time is up" in text for text in ann.chat.said)
    assert not any("time is up" in text for text in bob.chat.said if "for your bomb" in text)


@pytest.mark.whole
@pytest.mark.usefixtures("playing")
def test_while_the_line_holds_time_is_up_when_it_is_up(stage, ann, monkeypatch):
    stage.live(9 * 60 + 30)
    before = list(ann.chat.said)
    assert stage.clock.now() - stage.sign() < 20
    monkeypatch.setattr(stage, "hear", lambda: None)  # a long look of which nothing has come yet
    stage.live(40)
    assert not any("time is up" in text for text in before)
    assert any("time is up" in text for text in ann.chat.said)


def test_where_nobody_listens_an_old_sign_holds_nothing_up(ann, bob, cat, group, stage):
    stage.host = HostContext(stage.host.store, replace(stage.host.config, listened={}), stage.clock.now)
    stage.host.store.save_read_until(stage.clock.now() - 3600, "telegram")
    seated(stage, group, [ann, bob, cat], "/newgame season7 evening")
    before = stage.sign()
    for _ in range(45):
        stage.api.advance(15)
        ticking.sweep_due_games(stage.host)
    stage.dispatcher.deliver_now()
    assert stage.sign() >= before
    assert all(entry.kind != "held" for session in stage.host.store.iter_sessions() for entry in log(stage, session))
    assert any(entry.kind == "lapse" for session in stage.host.store.iter_sessions() for entry in log(stage, session))


def log(stage, session):
    return stage.host.store.load_log(session.id)


def test_the_sign_is_written_now_and_then_and_only_for_what_has_been_taken_in(stage, bob, monkeypatch):
    stage.hear()
    signs = set()
    for _ in range(60):
        stage.api.advance(1)
        stage.hear()
        signs.add(stage.sign())
    assert len(signs) == 5
    before = stage.sign()
    stage.api.advance(20)
    bob.writes("/help")
    with monkeypatch.context() as patched:
        patched.setattr(stage.polling.incoming, "handle", busy)
        with pytest.raises(Overloaded):
            stage.hear()
    assert stage.sign() == before
    monkeypatch.setattr(polling, "MAX_POLLED_UPDATES", 1)
    stage.hear()
    assert stage.sign() == before  # there may be more of it
    stage.hear()
    assert stage.sign() > before


def busy(_):
    raise Overloaded


@pytest.mark.whole
def test_a_host_that_was_down_tells_so_once(stage, playing, ann, bob, cat):
    stage.live(120)
    stage.api.advance(3600)
    ticking.record_heartbeat(stage.host)
    stage.live(60)
    said = [text for text in playing.said if AWAY.search(text) or DEAF in text]
    assert [AWAY.findall(text) for text in said] == [["1 hour"]]
    stage.live(300)
    assert not any("time is up" in text for text in said_by(playing, [ann, bob, cat]))
