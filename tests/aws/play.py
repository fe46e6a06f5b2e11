"""`make play-aws`: the whole stack in an emulated AWS, to be played in a browser, with a Telegram beside it.

Everything runs on this machine and ends with Ctrl-C. What is said in the chats is from Ann, Bob or Cat, whoever speaks.
"""

import contextlib
import html
import sys
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.fakes.stack import Stack, deployed
from tests.fakes.telegram import BotApi
from tests.fakes.telegram.chats import Chat, Message
from tests.fakes.telegram.people import Group, Person

NAMES = ("Ann", "Bob", "Cat")
SHOWN = 15  # messages of a chat
ALONG_THE_WAY = {"host", "connection", "content-length", "accept-encoding", "transfer-encoding", "content-encoding"}
HEAD = """<!doctype html><meta charset=utf-8><title>Chats</title><style>
body { font: 16px sans-serif; max-width: 44em; margin: 1em auto }
article { border: 1px solid #ccc; border-radius: .5em; padding: .4em; margin: .4em 0; white-space: pre-wrap }
form { display: inline }
</style>"""


class Telegram:
    """A group and the private chats of its people, as a page."""

    def __init__(self, api: BotApi) -> None:
        self.people = {name: api.user(name) for name in NAMES}
        everybody = list(self.people.values())
        self.group: Group = api.group("Friday", *everybody[1:], admins=everybody[:1], kind="supergroup")

    def chats(self) -> list[Chat]:
        """The group first."""
        return [self.group, *(person.chat for person in self.people.values())]

    def page(self, who: str, where: int) -> str:
        """One chat as this person sees it."""
        chats = [self.group, self.people[who].chat]
        chat = next((each for each in chats if each.id == where), self.group)
        ours = f"<input type=hidden name=who value={who}><input type=hidden name=chat value={chat.id}>"
        people = " ".join(f"<a href='?who={name}&chat={self.group.id}'>{name}</a>" for name in NAMES)
        rooms = " ".join(f"<a href='?who={who}&chat={each.id}'>{html.escape(each.title)}</a>" for each in chats)
        said = "".join(self._message(message, ours) for message in chat.messages[-SHOWN:])
        write = f"<form method=post>{ours}<input name=text size=50 autofocus><button>Send</button></form>"
        notices = [html.escape(str(alert.text)) for alert in self.people[who].alerts[-1:]]
        top = f"<p>{people} · you are {who} in {html.escape(chat.title)} · {rooms} · <a href=''>look again</a></p>"
        return f"{HEAD}{top}{said}<p>{' '.join(notices)}</p>{write}"

    def _message(self, message: Message, ours: str) -> str:
        number = f"{ours}<input type=hidden name=message value={message.id}>"
        photo = f"<img style='max-width:100%' src='/photo/{message.chat.id}/{message.id}'>" if message.photo else ""
        buttons = "".join(_button(button, number) for row in message.keyboard for button in row)
        sender = html.escape(str(message.sender["first_name"]))
        return f"<article><b>{sender}</b>: {html.escape(message.text)}{photo}<br>{buttons}</article>"

    def done(self, form: dict[str, str]) -> None:
        """Somebody writes, taps or follows a link."""
        person = self.people[form["who"]]
        private = int(form["chat"]) == person.chat.id
        chat: Chat = person.chat if private else self.group
        if "tap" in form:
            person.taps(self._found(chat, int(form["message"])), form["tap"])
        elif "follow" in form:
            person.follows(form["follow"], self.group)
        elif text := form.get("text", "").strip():
            self._writes(person, text, private=private)

    def _writes(self, person: Person, text: str, *, private: bool) -> None:
        if private:
            person.writes(text)
        else:
            person.says(self.group, text)

    @staticmethod
    def _found(chat: Chat, number: int) -> Message:
        return next(message for message in chat.messages if message.id == number)

    def photo(self, chat: int, message: int) -> bytes:
        """A board."""
        return self._found(next(each for each in self.chats() if each.id == chat), message).photo or b""


def _button(button: dict[str, object], number: str) -> str:
    text, url = html.escape(str(button["text"]), quote=True), str(button.get("url", ""))
    if not url:
        return f"<form method=post>{number}<button name=tap value='{text}'>{text}</button></form> "
    if "start" in parse_qs(urlsplit(url).query) or "startgroup" in parse_qs(urlsplit(url).query):
        link = html.escape(url, quote=True)
        return f"<form method=post>{number}<button name=follow value='{link}'>{text} ↗</button></form> "
    return f"<a href='{html.escape(url, quote=True)}'>{text}</a> "


class Served(ThreadingHTTPServer):
    """Something for a browser of this machine."""

    daemon_threads = True

    def __init__(self, door: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), door)
        self.url = f"http://127.0.0.1:{self.server_port}/"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class Page(Served):
    """The chats; an address that only AWS has is told as another one."""

    def __init__(self, telegram: Telegram, there: str = "", here: str = "") -> None:
        super().__init__(_Door)
        self.telegram, self.there, self.here = telegram, there, here

    def shown(self, who: str, chat: int) -> str:
        """A chat as it is shown here."""
        text = self.telegram.page(who, chat)
        return text.replace(self.there, self.here) if self.there else text


class Table(Served):
    """The web table at an address of its own: the emulator has it below a path, where no link of it would lead."""

    def __init__(self, behind: str) -> None:
        super().__init__(_Through)
        self.behind = behind.rstrip("/")


class _Through(BaseHTTPRequestHandler):
    server: Table

    def do_GET(self) -> None:
        self._handed_on()

    def do_POST(self) -> None:
        self._handed_on()

    def _handed_on(self) -> None:
        sent = {name: value for name, value in self.headers.items() if name.lower() not in ALONG_THE_WAY}
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        answer = httpx.request(self.command, self.server.behind + self.path, headers=sent, content=body, timeout=60)
        self.send_response_only(answer.status_code)
        for name, value in answer.headers.multi_items():
            if name.lower() not in ALONG_THE_WAY:
                self.send_header(name, value.replace("; Secure", ""))  # there is no HTTPS here
        self.send_header("Content-Length", str(len(answer.content)))
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, *_: object) -> None:
        return


class _Door(BaseHTTPRequestHandler):
    server: Page

    def do_GET(self) -> None:
        parts, telegram = urlsplit(self.path), self.server.telegram
        if parts.path.startswith("/photo/"):
            chat, message = map(int, parts.path.split("/")[2:])
            self._say(200, telegram.photo(chat, message), "image/png")
            return
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        who = asked.get("who", "")
        shown = self.server.shown(who if who in NAMES else NAMES[0], int(asked.get("chat", telegram.group.id)))
        self._say(200, shown.encode(), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        self.server.telegram.done(form)
        self.send_response(303)
        self.send_header("Location", f"/?who={form['who']}&chat={form['chat']}")
        self.end_headers()

    def _say(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


def told(stack: Stack, page: Page) -> Iterator[str]:
    """Where everything is."""
    yield f"The web table:     {page.here}"
    yield f"The chats:         {page.url}"
    yield "In a chat, begin with: /newgame season7 20s"
    yield f"The emulated AWS:  {stack.url} (its functions, table, queue and timers are rtab's)"
    yield "Ctrl-C ends it all; nothing is kept."


def say(*lines: str) -> None:
    """To whoever sits there."""
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def main() -> None:
    """Deploy, and wait until somebody has had enough."""
    with tempfile.TemporaryDirectory() as folder:
        say("Deploying into an emulated AWS; this takes a minute or two.")
        with (
            deployed(Path(folder)) as stack,
            Table(stack.reach("Web")) as table,
            Page(Telegram(stack.api), stack.outputs["Web"], table.url) as page,
        ):
            say(*told(stack, page))
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()
            say("", "Ending.")


if __name__ == "__main__":
    main()
