"""The operator hears in private that something is wrong, and when it is over."""

import pytest

from host.doors.discord.door import read_discord_account
from host.doors.local import process as local
from host.doors.local.operator_tools import FAULT_REPEAT_SECONDS, FaultWatch
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting, read_settings
from host.doors.telegram.door import TelegramAccount
from tests.fakes.discord import FakeDiscord, read_message
from tests.fakes.telegram import BotApi, RealClock
from tests.host.doors.reddit.conftest import Stage

FULL = "The disk is full."


class Heard(list[str]):
    """What an operator was told; nothing, while the line is dead."""

    dead = False

    def __call__(self, text):
        if self.dead:
            raise ConnectionError
        self.append(text)


@pytest.fixture
def watching(hands, monkeypatch):
    monkeypatch.setattr("host.doors.local.operator_tools.time.monotonic", hands)
    heard, now = Heard(), [""]
    watch = FaultWatch("https://games.example", lambda: now[0], heard)

    def so(trouble, looks=2):
        now[0] = trouble
        for _ in range(looks):
            watch.check_faults()
        said = list(heard)
        heard.clear()
        return said

    return so, heard


def test_what_two_looks_have_seen_is_told_once_and_so_is_its_end(watching):
    so, _ = watching
    assert so("") == []
    assert so(FULL, 1) == []
    (told,) = so(FULL, 5)
    assert FULL in told
    assert "https://games.example" in told
    assert "rtab doctor" in told
    assert so("", 1) == []
    assert so("", 3) == ["All is well again with the host at https://games.example."]


def test_a_stumble_is_told_to_nobody(watching):
    so, _ = watching
    assert so(FULL, 1) == []
    assert so("", 3) == []


def test_what_stays_wrong_is_told_again_the_next_day(watching, hands):
    so, _ = watching
    assert len(so(FULL)) == 1
    hands.now += FAULT_REPEAT_SECONDS + 1
    assert len(so(FULL, 3)) == 1


def test_what_could_not_be_told_is_told_when_the_line_is_back(watching):
    so, heard = watching
    heard.dead = True
    assert so(FULL, 4) == []
    heard.dead = False
    assert len(so(FULL, 2)) == 1


def test_an_operators_chat_hears_of_a_fault_past_the_outbox(tmp_path, monkeypatch):
    monkeypatch.setattr(local, "FAULT_CHECK_INTERVAL", 0.02)
    with BotApi(clock=RealClock(), limits=None) as api:
        ann = api.user("Ann")
        ann.writes("/start")
        settings = LocalSettings(
            0, tmp_path, {"telegram": TelegramAccount(api.token, api.url)}, operator=f"telegram:{ann.id}"
        )
        process = LocalProcess(settings)
        process.start()
        api.wait_for(lambda: not process.find_trouble())
        monkeypatch.setattr(process.host.store, "list_damaged", lambda: ["game/7 session"])
        api.wait_for(lambda: any("Damaged, and standing aside: game/7 session" in text for text in ann.chat.said))
        monkeypatch.setattr(process.host.store, "list_damaged", list)
        api.wait_for(lambda: any("All is well again" in text for text in ann.chat.said))
        process.stop()


def test_an_operator_on_reddit_gets_a_letter():
    stage = Stage()
    stage.site.says("you", stage.site.thread("Hello"), "somebody is here")
    stage.bot.warnings.append(("reddit:u/you", "Something is wrong."))
    stage.bot.deliver_now()
    assert not stage.bot.warnings
    assert [letter.body for letter in stage.site.messages_to("you")] == ["Something is wrong."]


def test_an_operator_on_discord_is_told_past_the_outbox(tmp_path):
    api = FakeDiscord(lambda: 0.0)
    user, account = api.number(), read_discord_account(api.account())
    process = LocalProcess(LocalSettings(0, tmp_path, {"discord": account}, operator=f"discord:@{user}"))
    process.server.server_close()
    for text in ("Something is wrong.", "All is well again."):
        process._tell_operator(text)
    assert ["".join(read_message(each, {})) for each in api.direct(user)] == [
        "Something is wrong.",
        "All is well again.",
    ]
    assert not process.host.store.load_posts(f"discord:@{user}")
    assert api.violations == []
    process.elsewhere["discord"].stop()
    api.close()


@pytest.mark.parametrize("place", ["telegram:ann", "me@example.org", "reddit:u/you", "telegram:1"])
def test_a_place_that_is_none_here_is_refused_at_the_start(place):
    token = {"TELEGRAM_BOT_TOKEN": "1:x"} if place != "telegram:1" else {}
    with pytest.raises(UnfitSetting, match="RTAB_OPERATOR"):
        read_settings({**token, "RTAB_OPERATOR": place})


def test_a_place_that_fits_is_taken():
    assert (
        read_settings({"TELEGRAM_BOT_TOKEN": "1:x", "RTAB_OPERATOR": "telegram:-100:7"}).operator == "telegram:-100:7"
    )
    assert read_settings({}).operator == ""
