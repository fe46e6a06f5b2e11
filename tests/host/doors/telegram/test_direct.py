"""What functions say without Telegram's library reaches Telegram as with it, and is refused and missed alike."""

import io
import json
import re
import ssl
import subprocess
import sys
from functools import partial
from http.client import HTTPConnection
from typing import ClassVar

import pytest
from PIL import Image
from telegram.error import ChatMigrated, NetworkError, TelegramError

from host.doors import kept_connections
from host.doors.telegram.calls import direct, wire
from host.doors.telegram.calls.direct import DirectWire
from host.doors.telegram.calls.wire import HTML, UNPREVIEWED, ThreadedBot, answering, markup
from host.doors.telegram.messages.screens import Button
from tests.fakes.runtime import silence
from tests.fakes.telegram import BotApi

ROWS = [
    [Button("Roll ✓", "a/1"), Button("Look", url="https://example.org/x?y=1&z=ü")],
    [Button("Copy", copies="/pick 7")],
]
WIRES = (ThreadedBot, DirectWire)


@pytest.fixture
def api():
    with BotApi(limits=None) as api:
        yield api


@pytest.fixture(params=WIRES)
def line(request, api):
    line = request.param(lambda: api.token, api.url)
    yield line
    line.close()


@pytest.fixture(scope="module")
def picture():
    file = io.BytesIO()
    Image.new("RGB", (40, 30)).save(file, "PNG")
    return file.getvalue()


def talk(line, group, png):
    """Everything that a function says, once; returns what it uses of the answers."""
    number, rows = group.id, markup(ROWS)
    said = line.call(
        lambda bot: bot.send_message(
            chat_id=number,
            text="<b>Ann</b> & „Bo“",
            parse_mode=HTML,
            link_preview_options=UNPREVIEWED,
            reply_markup=rows,
            message_thread_id=None,
            reply_parameters=answering(1),
            disable_notification=True,
        )
    ).message_id
    line.call(
        lambda bot: bot.edit_message_text(
            text="Two", chat_id=number, message_id=said, parse_mode=HTML, link_preview_options=UNPREVIEWED
        )
    )
    line.call(lambda bot: bot.edit_message_reply_markup(chat_id=number, message_id=said, reply_markup=rows))
    shown = line.call(
        lambda bot: bot.send_photo(
            chat_id=number, photo=png, caption="Ünd\r\nso", parse_mode=HTML, reply_markup=rows, filename="board.png"
        )
    ).message_id
    line.call(
        lambda bot: bot.edit_photo(
            chat_id=number, message_id=shown, photo=png, filename="board.png", caption="<i>x</i>", reply_markup=None
        )
    )
    line.call(lambda bot: bot.send_document(chat_id=number, document=b"\r\n--\0\xff\r\n", filename="game.json"))
    line.call(lambda bot: bot.pin_chat_message(chat_id=number, message_id=shown, disable_notification=True))
    line.call(lambda bot: bot.unpin_chat_message(chat_id=number, message_id=shown))
    member = line.call(lambda bot: bot.get_chat_member(chat_id=number, user_id=next(iter(group.people))))
    return line.name, member.status, group.said, [message.buttons for message in group.messages]


def heard(api):
    """The calls as they came, whether as a form or as JSON, and whatever a file in them is called on the way."""
    return [(call.method, {name: plain(value) for name, value in call.values.items()}) for call in api.calls]


def plain(value):
    found = value if not isinstance(value, str) else loaded(value)
    if isinstance(found, dict) and "media" in found:
        found = {**found, "media": re.sub("//.*", "", found["media"])}
    return found


def loaded(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def test_all_that_a_function_says_arrives_as_the_library_says_it(picture):
    found = []
    for kind in WIRES:
        with BotApi(limits=None) as api:
            line = kind(partial(str, api.token), api.url)
            group = api.group("Friday", admins=[api.user("Ann")], bot="administrator")
            found.append((talk(line, group, picture), heard(api), api.violations))
            line.close()
    assert found[0] == found[1]
    assert found[0][0][0] == "race_test_bot"
    assert len(found[0][1]) > 9


REFUSALS = [
    (400, "Bad Request: chat not found", 0),
    (400, "Bad Request: message is not modified", 0),
    (401, "Unauthorized", 0),
    (403, "Forbidden: bot was blocked by the user", 0),
    (404, "Not Found", 0),
    (409, "Conflict: terminated by other getUpdates request", 0),
    (413, "Request Entity Too Large", 0),
    (429, "", 17),
    (500, "Internal Server Error", 0),
    (502, "Bad Gateway", 0),
    (0, "", 0),
]


@pytest.mark.parametrize(("status", "description", "wait"), REFUSALS)
def test_a_refusal_means_what_the_library_makes_of_it(api, status, description, wait):
    ann, told = api.user("Ann"), []
    ann.writes("/start")
    for kind in WIRES:
        line = kind(lambda: api.token, api.url)
        api.fail_next("sendMessage", status, wait, description=description)
        with pytest.raises(TelegramError) as refused:
            line.call(lambda bot: bot.send_message(chat_id=ann.id, text="Hi"))
        line.close()
        assert api.token not in str(refused.value)
        wait_for = str(getattr(refused.value, "retry_after", ""))
        told.append((type(refused.value), wait_for, refused.value.message if status else ""))
    assert told[0] == told[1]


def test_what_somebody_has_sent_is_fetched(api, line):
    ann = api.user("Ann")
    ann.writes("/start")
    sent = ann.sends_file("my questions.csv", b"\0Who?\r\n\xff").media["document"]["file_id"]
    assert line.call(lambda bot: bot.fetch_file(sent)) == b"\0Who?\r\n\xff"
    with pytest.raises(TelegramError):
        line.call(lambda bot: bot.fetch_file("another"))


def test_a_group_that_has_moved_says_where_to(api):
    group = api.group("Friday", admins=[api.user("Ann")])
    new, told = group.upgrade(), []
    for kind in WIRES:
        line = kind(lambda: api.token, api.url)
        with pytest.raises(ChatMigrated) as moved:
            line.call(lambda bot: bot.send_message(chat_id=group.id, text="Hi"))
        line.close()
        told.append(moved.value.new_chat_id)
    assert told == [new.id] * 2


def test_a_connection_that_was_cut_in_the_meantime_is_made_anew(api, line):
    for _ in range(3):
        assert line.call(lambda bot: bot.get_me()).username
        api._http.hang_up()


def test_an_answer_is_not_waited_for_without_end(monkeypatch):
    monkeypatch.setattr(direct, "READ", 0.05)
    with silence() as nowhere:
        line = DirectWire(lambda: "1:secret", nowhere.url)
        with pytest.raises(NetworkError, match="Timed out") as late:
            line.call(lambda bot: bot.send_message(chat_id=1, text="Hi"))
        line.close()
    assert "secret" not in str(late.value)


def test_nobody_there_is_told_without_the_token():
    line = DirectWire(lambda: "1:secret", "http://127.0.0.1:9")
    with pytest.raises(NetworkError) as nobody:
        line.call(lambda bot: bot.get_me())
    assert "secret" not in str(nobody.value)


class Guarded(HTTPConnection):
    """A connection on which whoever is there has shown a certificate, and none is encrypted."""

    asked: ClassVar[list[ssl.SSLContext]] = []
    believed: ClassVar[list[ssl.SSLContext]] = []

    def __init__(self, host, port, timeout, context):
        super().__init__(host, port, timeout=timeout)
        self.context = context

    def connect(self):
        self.asked.append(self.context)
        if self.context not in self.believed:
            raise ssl.SSLCertVerificationError
        super().connect()


@pytest.fixture
def guarded(monkeypatch, api):
    monkeypatch.setattr(kept_connections, "HTTPSConnection", Guarded)
    monkeypatch.setattr(Guarded, "asked", [])
    line = DirectWire(lambda: api.token, api.url.replace("http:", "https:"))
    yield line
    line.close()


@pytest.mark.parametrize(("believed", "asked"), [(0, 1), (1, 2)])
def test_telegram_is_believed_by_its_own_roots_at_once_and_else_by_any_that_we_trust(
    guarded, monkeypatch, believed, asked
):
    contexts = [direct.likely(), wire.trusted()]
    monkeypatch.setattr(Guarded, "believed", contexts[believed:])
    assert guarded.call(lambda bot: bot.get_me()).username
    assert Guarded.asked == contexts[:asked]


def test_nobody_is_believed_whom_no_root_vouches_for(guarded):
    with pytest.raises(NetworkError):
        guarded.call(lambda bot: bot.get_me())
    assert Guarded.asked == [direct.likely(), wire.trusted()]


def test_every_certificate_is_asked_for_and_few_roots_are_loaded_for_it():
    for context in (direct.likely(), wire.trusted()):
        assert context.check_hostname
        assert context.verify_mode is ssl.CERT_REQUIRED
    assert 0 < direct.likely().cert_store_stats()["x509_ca"] < 5 < wire.trusted().cert_store_stats()["x509_ca"]


SPEAKS = """
import sys
from http.client import HTTPSConnection
from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from host.doors.telegram.calls.direct import DirectWire
from host.doors.telegram.messages.screens import Button, Screen
from host.doors.telegram.messages.sender import TelegramSender
url, token, chat = sys.argv[1:]
sender = TelegramSender(HostContext(Store(MemoryTable()), Config()), DirectWire(lambda: token, url))
message = sender._post(f"telegram:{chat}", Screen("Hi", [[Button("Yes", "a/1")]]))
sender.edit(f"telegram:{chat}", int(message), Screen("Ho"))
sender.relabel(f"telegram:{chat}", int(message), [[Button("No", "a/2")]])
print(*{"telegram", "httpx", "asyncio"} & {*sys.modules})
"""


def test_who_speaks_directly_never_loads_the_library(api):
    ann = api.user("Ann")
    ann.writes("/start")
    command = [sys.executable, "-c", SPEAKS, api.url, api.token, str(ann.id)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
    assert ann.messages[-1].text == "Ho"
    assert [*ann.messages[-1].buttons] == ["No"]
