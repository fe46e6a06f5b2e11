"""From BotFather to the first game: six steps, each told when it is next, and looked up when it is said to be done."""

import pytest

from host.core.store import Store
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings
from host.doors.telegram import command
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.door import TelegramAccount
from tests.fakes.telegram import BotApi, RealClock


@pytest.fixture
def api():
    with BotApi(clock=RealClock(), limits=None) as api:
        yield api


def test_without_a_token_the_first_step_is_told(monkeypatch, capsys):
    monkeypatch.delenv("TELEGRAM_BOT_TOKEN", raising=False)
    assert main(["telegram", "setup"]) == 2
    assert "Step 1 of 6. In Telegram, open https://t.me/BotFather, send /newbot" in capsys.readouterr().err


@pytest.mark.whole
@pytest.mark.usefixtures("hurried")
def test_all_six_steps_one_after_the_other(api, tmp_path, monkeypatch):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    ann = api.user("Ann")
    wire = TelegramConnection(lambda: api.token, api.url)
    told: list[str] = []
    running: list[LocalProcess] = []

    def starts():
        running.append(LocalProcess(LocalSettings(0, tmp_path, {"telegram": TelegramAccount(api.token, api.url)})))
        running[0].start()

    def opens():
        link = told[-1].split("open ")[1].split(" ")[0]
        group = api.group("Friday", admins=[ann], kind="supergroup", bot="left")
        ann.follows(link, group)
        ann.says(group, "/newgame season7 daily")
        api.wait_for(lambda: any("Begin" in message.buttons for message in group.messages))
        deeds.insert(0, lambda: begins(group))

    def begins(group):
        lobby = next(message for message in group.messages if "Begin" in message.buttons)
        heard = len(ann.chat.said)
        ann.follows(next(button["url"] for row in lobby.keyboard for button in row if "url" in button))
        api.wait_for(lambda: len(ann.chat.said) > heard)  # chats are heard beside one another
        ann.says(group, "/bots 1")
        ann.says(group, "/begin")
        api.wait_for(lambda: any("bomb" in text for text in ann.chat.said))

    deeds = [starts, opens]

    def goes_on():
        deeds.pop(0)()
        return True

    try:
        assert command.run_setup_steps(wire, told.append, goes_on)
    finally:
        wire.close()
        running[0].stop()
    missing = [line for line in told if line.startswith("Step")]
    assert [line.partition(":")[0] for line in missing] == ["Step 4 of 6", "Step 5 of 6", "Step 6 of 6"]
    assert [line for line in told if line.startswith("✓")] == [
        f"✓ {n} of 6: {step.title}." for n, step in enumerate(command.list_setup_steps(), 1)
    ]
    assert told[-2] == command.READY
    assert f"/newapp, choose @{api.username}" in told[-1]
    assert "TELEGRAM_APP" in told[-1]
    assert api.violations == []


def test_a_bot_that_may_join_no_group_is_told_how_it_may(api, monkeypatch):
    wire = TelegramConnection(lambda: api.token, api.url)
    me = wire.call(lambda bot: bot.get_me())
    assert command.list_setup_steps()[2].missing(wire) == ""
    barred = type("Me", (), {"can_join_groups": False, "username": me.username})()
    monkeypatch.setattr(wire, "call", lambda _: barred)
    assert "/setjoingroups" in command.list_setup_steps()[2].missing(wire)
    monkeypatch.undo()
    wire.close()


def test_who_starts_the_host_reads_how_the_bot_comes_into_a_group(api, tmp_path, capsys):
    process = LocalProcess(LocalSettings(0, tmp_path, {"telegram": TelegramAccount(api.token, api.url)}))
    process.start()
    api.wait_for(lambda: any(call.method == "getUpdates" for call in api.calls))
    process.stop()
    assert f"https://t.me/{api.username}?startgroup=hello" in capsys.readouterr().out


@pytest.mark.parametrize("step", [command._find_missing_host, command._find_missing_first_game])
def test_data_that_cannot_be_read_are_told_as_a_missing_step(tmp_path, monkeypatch, step):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    SqliteTable(tmp_path / "rtab.sqlite").close()

    def fail(*_args):
        raise OSError("disk")

    monkeypatch.setattr(Store, "load_last_beat", fail)
    monkeypatch.setattr(Store, "iter_sessions", fail)
    assert step(None) in (command.START_HOST_ADVICE, command.BEGINS)
