"""The board's button that opens the table inside Telegram: where there is a way, and nowhere else."""

import pytest

from host.doors.local.settings import UnfitSetting
from host.doors.telegram.door import TelegramAccount, read_telegram_account
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_playing import board_of

WEB = "https://race.example"


def buttons(message):
    return {button["text"]: button for row in message.keyboard for button in row}


@pytest.mark.parametrize(
    ("web", "app", "url"),
    [
        (WEB, "race", "https://t.me/{bot}/race?startapp={game}"),
        (WEB, "", None),
        ("http://race.example", "race", None),
        ("", "race", None),
    ],
)
def test_in_a_group_by_a_link_where_the_app_has_a_name(stage, group, ann, bob, web, app, url):
    stage.sender.public, stage.sender.app = web, app
    seated(stage, group, [ann, bob], "/newgame toy daily")
    ann.says(group, "/begin")
    stage.pass_by(10)
    [game] = stage.host.store.iter_sessions()
    found = buttons(board_of(group)).get("Open the game here")
    wanted = url and url.format(bot=stage.api.username, game=game.id)
    assert (found and found["url"]) == wanted
    watch = buttons(board_of(group)).get("Watch on the web")
    assert (watch and watch["url"]) == (f"{web}/g/{game.id}" if web else None)


@pytest.mark.parametrize(("web", "opens"), [(WEB, True), ("http://race.example", False), ("", False)])
def test_in_private_by_the_page_itself(stage, ann, web, opens):
    stage.sender.public = web
    ann.writes("/newgame toy daily")
    ann.writes("/join")
    ann.writes("/bots 1")
    ann.writes("/begin")
    stage.pass_by(10)
    [game] = stage.host.store.iter_sessions()
    apps = [
        button["web_app"]["url"] for m in ann.messages for row in m.keyboard for button in row if "web_app" in button
    ]
    assert set(apps) == ({f"{WEB}/tg?game={game.id}"} if opens else set())


def test_the_name_is_one_that_botfather_takes():
    told = {"TELEGRAM_BOT_TOKEN": "1:a"}
    assert read_telegram_account({**told, "TELEGRAM_APP": " race "}) == TelegramAccount("1:a", app="race")
    with pytest.raises(UnfitSetting, match="TELEGRAM_APP"):
        read_telegram_account({**told, "TELEGRAM_APP": "t.me/x"})
