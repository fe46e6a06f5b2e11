"""The doctor of a bot says who cannot be reached in private, and when nobody hears."""

from types import SimpleNamespace
from typing import Any

import pytest
from telegram import ChatMemberRestricted, ChatPermissions, User, WebhookInfo
from telegram.error import BadRequest, Forbidden

from host.core.context import HostContext
from host.core.store import MemoryTable, Store
from host.doors.local.operator_tools import LocalOperatorTools
from host.doors.local.settings import LocalSettings
from host.doors.telegram import command
from host.doors.telegram.door import TelegramAccount
from tests.fakes.telegram import BotApi
from tests.host.doors.telegram.test_places import session_of


def test_the_doctor_says_who_cannot_be_told_secrets(stage, playing, bob):
    assert list(command._iter_group_game_troubles(stage.host, stage.wire)) == []
    bob.blocks_bot()
    stage.pass_by()
    (trouble,) = command._iter_group_game_troubles(stage.host, stage.wire)
    assert f"Bob cannot be told secrets. They have to open https://t.me/{stage.wire.name} and press Start." in trouble
    assert session_of(stage, playing).id in trouble


def test_the_doctor_names_a_game_whose_group_has_removed_the_bot(stage, playing):
    game = session_of(stage, playing).id
    playing.kicks_bot()
    stage.pass_by()
    (trouble,) = command._iter_group_game_troubles(stage.host, stage.wire)
    assert game in trouble
    assert "was removed from its group" in trouble
    playing.adds_bot()
    stage.pass_by()
    assert list(command._iter_group_game_troubles(stage.host, stage.wire)) == []


def restricted(*, pictures, messages):
    names = [name for name in ChatMemberRestricted.__slots__ if name.startswith(("can_", "is_"))]
    rights: dict[str, Any] = dict.fromkeys(names, False)
    rights |= {"can_send_photos": pictures, "can_send_messages": messages, "until_date": None}
    return ChatMemberRestricted(User(1, "Bot", is_bot=True), **rights)


NOTHING, WORDS = ChatPermissions.no_permissions(), ChatPermissions(can_send_messages=True, can_send_photos=False)
ALL = ChatPermissions.all_permissions()


@pytest.mark.parametrize(
    ("us", "all_there", "trouble"),
    [
        ("creator", NOTHING, ""),
        ("administrator", NOTHING, ""),
        ("member", None, ""),
        ("member", ALL, ""),
        ("member", WORDS, command.PICTURELESS),
        ("member", NOTHING, command.MUTE),
        ("left", ALL, command.OUT),
        ("kicked", ALL, command.OUT),
        (restricted(pictures=True, messages=True), NOTHING, ""),
        (restricted(pictures=False, messages=True), ALL, command.PICTURELESS),
        (restricted(pictures=False, messages=False), ALL, command.MUTE),
        (BadRequest("Chat not found"), ALL, command.OUT),
        (Forbidden("bot was kicked"), ALL, command.OUT),
    ],
)
def test_the_doctor_says_which_right_is_missing_in_a_group(us, all_there, trouble):
    def answer(asked):
        if asked in ("get_chat_member", "get_chat") and isinstance(us, Exception):
            raise us
        member = SimpleNamespace(status=us) if isinstance(us, str) else us
        return {"get_me": SimpleNamespace(id=1), "get_chat_member": member}.get(
            asked, SimpleNamespace(permissions=all_there)
        )

    bot = SimpleNamespace(
        get_me=lambda: answer("get_me"),
        get_chat_member=lambda *_: answer("get_chat_member"),
        get_chat=lambda *_: answer("get_chat"),
    )
    wire: Any = SimpleNamespace(call=lambda ask: ask(bot))
    assert command._find_group_trouble(wire, -100) == trouble


def test_the_doctor_says_when_nobody_hears():
    gone = WebhookInfo(
        "https://x.on.aws/t",
        has_custom_certificate=False,
        pending_update_count=101,
        last_error_message="Wrong response: 502",
    )
    assert list(command._iter_webhook_troubles(gone)) == [
        "101 updates wait: is the host running?",
        "The webhook last failed with: Wrong response: 502",
    ]


def find_bot_findings(tmp_path, account):
    """What the operator's page shows of the bot."""
    tools = LocalOperatorTools(LocalSettings(0, tmp_path, accounts={"telegram": account}))
    without = LocalOperatorTools(LocalSettings(0, tmp_path)).list_findings(HostContext(Store(MemoryTable())))
    return [found for found in tools.list_findings(HostContext(Store(MemoryTable()))) if found not in without]


def test_the_doctor_of_a_running_host_asks_telegram_too(tmp_path):
    with BotApi(limits=None) as api:
        well = find_bot_findings(tmp_path, TelegramAccount(api.token, api.url))
        refused = find_bot_findings(tmp_path, TelegramAccount("1:no-such-token", api.url))
    assert any("token is good" in found.what and not found.cure for found in well)
    assert [found.what for found in refused] == ["Telegram"]
    assert refused[0].cure
