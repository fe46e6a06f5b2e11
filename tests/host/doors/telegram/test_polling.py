import threading

import httpx
import pytest
from telegram.error import Conflict, InvalidToken, NetworkError

from host.core.context import Config
from host.doors.command import main
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting, read_settings
from host.doors.telegram import command
from host.doors.telegram.door import TelegramAccount
from host.doors.telegram.heard import command_menu, polling
from host.people import accounts
from tests.fakes.telegram import BotApi, RealClock
from tests.waiting import until


@pytest.fixture
def api():
    with BotApi(clock=RealClock(), limits=None) as api:
        yield api


@pytest.fixture
def start(api, tmp_path, hurried):  # noqa: ARG001 - which is so before it starts
    running = []

    def begin():
        process = LocalProcess(
            LocalSettings(0, tmp_path, {"telegram": TelegramAccount(api.token, api.url)}), Config(bot_pause=0.1)
        )
        process.start()
        running.append(process)
        return process

    yield begin
    for process in running:
        if "telegram" in process.elsewhere and process.elsewhere["telegram"].running:
            process.stop()


def test_the_local_process_hosts_in_telegram(api, start):
    process = start()
    ann = api.user("Ann")
    group = api.group("Friday", admins=[ann], kind="supergroup")
    ann.says(group, "/newgame toy blitz")
    api.wait_for(lambda: any("Join" in message.buttons for message in group.messages))
    (game,) = process.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    ann.writes(f"/start j_{game}")
    ann.says(group, "/bots 1")
    api.wait_for(lambda: "Ann" in group.messages[-1].text or any("2. " in message.text for message in group.messages))
    ann.says(group, "/begin")
    api.wait_for(lambda: any("3" in message.buttons for message in ann.messages))
    ann.taps(next(message for message in ann.messages if "3" in message.buttons), "3")
    api.wait_for(lambda: not ann.spinning and any("pick a colour" in text for text in group.said))
    assert "newgame" in ann.command_menu(group)
    assert "pause" in ann.command_menu(group)
    assert "settings" in ann.command_menu(ann.chat)
    assert httpx.get(f"{process.server.url}/healthz").status_code == 200
    api.settle()
    assert api.violations == []


MOST_LISTED = 15  # commands that anybody reads through


def test_only_admins_are_offered_the_hosts_commands(api, start):
    start()
    ann, bob = api.user("Ann"), api.user("Bob")
    group = api.group("Friday", bob, admins=[ann])
    api.wait_for(lambda: "pause" in ann.command_menu(group))
    assert "pause" not in bob.command_menu(group)
    assert "join" in bob.command_menu(group)
    assert len(ann.command_menu(group)) <= MOST_LISTED
    assert "undo" not in command_menu.MENU


def test_it_goes_on_where_it_was(api, start):
    ann = api.user("Ann")
    group = api.group("Friday", admins=[ann])
    first = start()
    ann.says(group, "/newgame toy")
    api.settle()
    first.stop()
    ann.says(group, "/score")
    second = start()
    api.wait_for(lambda: any("Nobody has any money yet." in text for text in group.said))
    api.redeliver(api.updates[0])
    ann.says(group, "/privacy")
    api.wait_for(lambda: "/export" in group.said[-1])
    assert len(accounts.list_open_sessions(second.host, f"chat:telegram:{group.id}")) == 1
    assert sum("Nobody has any money yet." in text for text in group.said) == 1


@pytest.mark.whole
def test_telegram_may_be_away_for_a_while(api, start, monkeypatch, caplog):
    monkeypatch.setattr(polling, "FIRST_PAUSE", 0.01)
    for status in (500, 502, 409, 429):
        api.fail_next("getUpdates", status, 1 if status == 429 else 0)
    start()
    ann = api.user("Ann")
    ann.writes("/help")
    api.wait_for(lambda: any("/pick" in text for text in ann.chat.said))
    assert api.token not in caplog.text


@pytest.mark.whole
def test_two_hosts_on_one_token_are_noticed_and_this_one_goes_on(api, start, monkeypatch):
    monkeypatch.setattr(polling, "FIRST_PAUSE", 0.01)
    process = start()
    api.wait_for(lambda: any(call.method == "getUpdates" for call in api.calls))
    assert find_host_troubles(process) == []
    assert httpx.post(f"{api.url}/bot{api.token}/getUpdates", data={"timeout": "0"}).json()["ok"]
    until(lambda: find_host_troubles(process))
    (trouble,) = find_host_troubles(process)
    assert "Another host" in trouble
    ann = api.user("Ann")
    ann.writes("/help")
    api.wait_for(lambda: any("/pick" in text for text in ann.chat.said))
    assert process.elsewhere["telegram"].trouble == ""


def find_host_troubles(process):
    bot = process.elsewhere["telegram"]
    return list(command._iter_host_troubles(process.host, bot.wire))


def test_a_stop_waits_for_no_question_to_telegram(api, start):
    before = threading.enumerate()  # those of tests before may still be ending
    process = start()
    api.wait_for(lambda: any(call.method == "getUpdates" for call in api.calls))
    process.stop()
    ours = [thread for thread in threading.enumerate() if thread not in before]
    until(lambda: not [each.name for each in ours if each.is_alive() and each.name.startswith("telegram")])


def test_what_is_wrong_and_what_to_do():
    assert "rtab telegram setup" in polling.format_polling_trouble(Conflict("terminated"))
    assert "BotFather" in polling.format_polling_trouble(InvalidToken("5:secret"))
    assert "secret" not in polling.format_polling_trouble(InvalidToken("5:secret")) + polling.format_polling_trouble(
        NetworkError("5:secret")
    )
    assert polling.format_polling_trouble(KeyError("secret")) == "KeyError at our end; trying again."


@pytest.fixture
def environment(api, monkeypatch):
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", api.token)
    monkeypatch.setenv("TELEGRAM_API_URL", api.url)


@pytest.mark.usefixtures("environment")
def test_setup_and_doctor(api, capsys):
    assert main(["telegram", "doctor"]) == 1
    assert "The commands are not registered: rtab telegram setup" in capsys.readouterr().out
    assert main(["telegram", "setup"]) == 0
    assert main(["telegram", "doctor"]) == 0
    out = capsys.readouterr().out
    assert "All is well." in out
    assert api.token not in out


@pytest.mark.usefixtures("environment")
def test_no_webhook_is_offered_that_no_process_takes(api, capsys):
    assert main(["telegram", "setup", "https://example.org/telegram"]) == 2
    httpx.post(f"{api.url}/bot{api.token}/setWebhook", data={"url": "https://example.org/telegram"})
    assert main(["telegram", "doctor"]) == 1
    assert "so rtab play hears nothing" in capsys.readouterr().out
    assert main(["telegram", "setup"]) == 0
    assert main(["telegram", "doctor"]) == 0


@pytest.mark.usefixtures("environment")
def test_the_doctor_looks_at_the_groups_and_players_of_the_games_kept_here(api, start, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    process = start()
    ann = api.user("Ann")
    group = api.group("Friday", admins=[ann], kind="supergroup")
    ann.says(group, "/newgame toy blitz")
    api.wait_for(lambda: any("Join" in message.buttons for message in group.messages))
    process.stop()
    for forbidden, found in (
        ({"can_send_photos"}, "pictures are forbidden in its group"),
        ({"can_send_photos", "can_send_messages"}, "the bot may not write in its group"),
    ):
        group.forbidden = forbidden
        assert main(["telegram", "doctor"]) == 1
        assert found in capsys.readouterr().out
    group.forbidden = set()
    assert main(["telegram", "doctor"]) == 0
    group.kicks_bot()
    assert main(["telegram", "doctor"]) == 1
    assert "the bot is not in its group any more" in capsys.readouterr().out


def test_an_update_that_the_library_cannot_read_stops_nothing(api, start):
    start()
    ann = api.user("Ann")
    group = api.group("Friday", admins=[ann], kind="supergroup")
    with api.world.changed:
        broken = {"message_id": 7, "chat": {"id": group.id}, "date": "never", "from": [], "forum_topic_edited": 3}
        api.world.updates.put("message", broken, ("chat", group.id), api.world.now())
    ann.says(group, "/newgame toy blitz")
    api.wait_for(lambda: any("Join" in message.buttons for message in group.messages))


@pytest.mark.usefixtures("environment")
def test_a_wrong_token_is_explained(capsys, monkeypatch):
    assert main(["telegram"]) == 2
    assert main(["telegram", "dance"]) == 2
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "5000000001:" + "wrong" * 7)
    assert main(["telegram", "doctor"]) == 1
    assert "get the right one from BotFather" in capsys.readouterr().err
    monkeypatch.delenv("TELEGRAM_BOT_TOKEN")
    assert main(["telegram", "doctor"]) == 2
    monkeypatch.setenv("TELEGRAM_API_URL", "ftp://x")
    assert main(["telegram", "doctor"]) == 2
    with pytest.raises(UnfitSetting, match="TELEGRAM_API_URL"):
        read_settings({"TELEGRAM_API_URL": "ftp://x"})


@pytest.mark.whole
def test_when_the_clock_is_set_back_the_bot_begins_anew_and_goes_on(api, start):
    """What it remembers of moments was written by a clock that is no more."""
    process = start()
    before = process.elsewhere["telegram"]
    api.wait_for(process.host.store.load_last_beat)
    process.host.store.save_beat(process.host.now() + 7200)
    api.wait_for(lambda: process.elsewhere["telegram"] is not before and process.elsewhere["telegram"].running)
    ann = api.user("Ann")
    group = api.group("Friday", admins=[ann], kind="supergroup")
    ann.says(group, "/newgame toy blitz")
    api.wait_for(lambda: any("Join" in message.buttons for message in group.messages))
