"""A real `make play` in a process of its own, a browser's way to it, and a look at what is left when it has stopped."""

import http.client
import re
import signal
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests import children
from tests.host.doors.web.visitor import Forms
from tests.waiting import until

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class House:
    """`rtab play` in a folder."""

    def __init__(self, folder: Path) -> None:
        self.home, self.log = folder / "home", folder / "log"
        self.browsers: list[Browser] = []
        with self.log.open("w") as log:
            self._process = subprocess.Popen(
                children.python(children.COMMAND, "play"),
                env=children.environment(PORT="0", RTAB_HOME=str(self.home)),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline() + self._process.stdout.readline()
        self.url, _, self.show = re.findall(r"http://\S+", said)[0].rpartition("/g/")
        self.address = urlsplit(self.url).netloc
        self._wait()

    def _wait(self) -> None:
        browser = Browser(self)
        until(lambda: browser.get("/healthz").status == 200, self.log.read_text)
        browser.close()

    def stop(self) -> int:
        """A polite end; gives its exit code."""
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def kill(self) -> None:
        """An end, whatever has happened."""
        for browser in self.browsers:
            browser.close()
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


class Page(Forms):
    """What came back: its status, its text, its forms with what may be written into them."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body
        self.text = body.decode("utf-8", "replace")
        super().__init__(self.text if "html" in headers.get("content-type", "") else "")

    def handle_starttag(self, tag, pairs):
        super().handle_starttag(tag, pairs)
        if tag == "form":
            self.forms[-1]["inputs"] = {}
        elif self.forms and tag == "input" and "name" in dict(pairs):
            self.forms[-1]["inputs"][dict(pairs)["name"]] = dict(pairs)

    @property
    def due(self) -> dict[str, int]:
        """Until when what is asked first here may wait, by where it is asked and what may be answered."""
        asked = [form for form in self.forms if "question" in form["fields"]]
        found = re.search(r'data-due="(\d+)"', self.text)
        if not (asked and found):
            return {}
        table = asked[0]["fields"]["question"].partition("#")[0]
        values = [button.get("value", "") for button in asked[0]["buttons"]]
        return {f"{table}: {values}": int(found[1])}


class Browser:
    """Keeps a cookie and a connection. `worst` is the worst status that was ever answered."""

    def __init__(self, host: House) -> None:
        self.host, self.cookie, self.asked, self.worst = host, "", 0, 0
        self._connection: http.client.HTTPConnection | None = None
        host.browsers.append(self)

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def get(self, path: str, **headers: str) -> Page:
        """Look at a page."""
        return self.ask("GET", path, None, headers)

    def post(self, path: str, fields: dict, **headers: str) -> Page:
        """Send a form, as a browser does."""
        return self.ask("POST", path, urlencode(fields, doseq=True), {"Origin": self.host.url, **FORM, **headers})

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Page:
        """One request; on a connection that is closed by now, once more on a new one."""
        self.asked += 1
        cookie = {"Cookie": f"rtab={self.cookie}"} if self.cookie else {}
        for _ in range(2):
            if self._connection is None:
                self._connection = http.client.HTTPConnection(self.host.address, timeout=120)
            try:
                self._connection.request(method, path, body, {**cookie, **headers})
                response = self._connection.getresponse()
                page = Page(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
            except (http.client.HTTPException, ConnectionError):
                self.close()
                continue
            self.worst = max(self.worst, page.status)
            if kept := re.match(r"rtab=([^;]+)", page.headers.get("set-cookie", "")):
                self.cookie = kept[1]
            return page
        raise AssertionError(f"nobody answers {method} {path[:80]}")

    def raw(self, data: bytes) -> int:
        """Bytes as they are; the status of what comes back, or 0."""
        self.asked += 1
        host, _, port = self.host.address.partition(":")
        with socket.create_connection((host, int(port)), timeout=120) as wire:
            wire.sendall(data)
            wire.shutdown(socket.SHUT_WR)
            try:
                answer = wire.recv(65536)
            except ConnectionError:
                answer = b""
        found = re.match(rb"HTTP/1\.1 (\d{3})", answer)
        status = int(found[1]) if found else 0
        self.worst = max(self.worst, status)
        return status
