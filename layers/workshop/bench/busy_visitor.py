"""Somebody at a browser: looks at a table's page over HTTP, finds what they are asked, and answers anything.

It reads the pages of every release: the questions by their forms, the squares by what the board lets one tap.
"""

from __future__ import annotations

import asyncio
import re
from html import unescape
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

ASK_FORM_PATTERN = re.compile(r'<form method="post" action="(/g/[0-9a-f]+/answer)" class="ask.*?</form>', re.DOTALL)
FORM = re.compile(r"<form.*?</form>", re.DOTALL)
ONCE = re.compile(r'name="once" value="([0-9a-f]+)"')
QUESTION = re.compile(r'name="question" value="([^"]+)"')
BUTTON = re.compile(r'<button[^>]*name="value"[^>]*value="([^"]*)"')
NUMBER_INPUT_PATTERN = re.compile(r'type="number"[^>]*min="(-?\d+)" max="(-?\d+)" step="(\d+)"')
SEVERAL_HINT_PATTERN = re.compile(
    r"Name (\d+)(?: to (\d+))?, in order, from: ([^<]+)<"
)  # also where they are tapped elsewhere
OPTION_LABEL_PATTERN = re.compile(r" \([^,]*\)$")
SQUARES_BUTTON_PATTERN = 'value="question:{}" data-squares="([^"]*)"'
SQUARE_FORM_PATTERN = r'<form[^>]*/square"[^>]*>(?:(?!</form>).)*value="question:{}".*?</form>'
DONE, OK, UNCHANGED = 303, 200, 304


class FoundAnswer(NamedTuple):
    """The path and the body of an answer that the page would send."""

    path: str
    body: str


class Visitor:
    """One open connection to a host; the player is told by the cookie of each request."""

    def __init__(self, port: int, dice: Random) -> None:
        self.port, self.dice = port, dice
        self.looks = 0
        self._marks: dict[str, str] = {}
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Open the connection."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def fetch_answer(self, game: str, cookie: str) -> FoundAnswer | None:
        """Request the page's middle part, and return an answer to one of its questions, or None if the page is
        unchanged or asks nothing.
        """
        self.looks += 1
        headers = f"If-None-Match: {self._marks[cookie]}\r\n" if cookie in self._marks else ""
        status, mark, page = await self._send_request(f"GET /g/{game}/part", cookie, headers)
        if status == OK:
            self._marks[cookie] = mark
        return self.pick_answer(page) if status == OK else None

    async def send(self, found: FoundAnswer, cookie: str) -> bool:
        """Send an answer and return whether it was accepted. If not, forget the page's ETag so that it is read
        again.
        """
        headers = f"Origin: http://127.0.0.1:{self.port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        status, _, _ = await self._send_request(f"POST {found.path}", cookie, headers, found.body)
        if status != DONE:
            del self._marks[cookie]
        return status == DONE

    def pick_answer(self, page: str) -> FoundAnswer | None:
        """Return a random answer to one of the questions on the page, or None if there is none."""
        forms = [*ASK_FORM_PATTERN.finditer(page)]
        if not forms:
            return None
        form = self.dice.choice(forms)
        once, question = ONCE.search(form[0]), QUESTION.search(form[0])
        if once is None or question is None:
            return None
        common = {"once": once[1]}
        if squares := list_tappable_squares(page, question[1]):
            fields = {**common, "do": f"question:{question[1]}", "value": self.dice.choice(squares)}
            return FoundAnswer(form[1].replace("/answer", "/square"), urlencode(fields))
        return FoundAnswer(
            form[1],
            urlencode({**common, "question": question[1], "value": self._pick_value(form[0], page, question[1])}),
        )

    def _pick_value(self, form: str, page: str, question: str) -> str:
        beside = (each for each in FORM.findall(page) if f'name="question" value="{question}"' in each)
        buttons: list[str] = BUTTON.findall(form) or BUTTON.findall("".join(beside))
        if buttons:
            return self.dice.choice(buttons)
        if number := NUMBER_INPUT_PATTERN.search(form):
            return str(self.dice.randrange(int(number[1]), int(number[2]) + 1, int(number[3])))
        if several := SEVERAL_HINT_PATTERN.search(form):
            values = [OPTION_LABEL_PATTERN.sub("", each) for each in unescape(several[3]).split(", ")]
            low, high = int(several[1]), min(int(several[2] or several[1]), len(values))
            return ", ".join(self.dice.sample(values, self.dice.randint(low, high)))
        return "a word"

    async def _send_request(self, line: str, cookie: str, headers: str, body: str = "") -> tuple[int, str, str]:
        size = f"Content-Length: {len(body)}\r\n" if body else ""
        head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n{headers}{size}\r\n"
        self._writer.write((head + body).encode())
        top = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, fields = int(top[9:12]), parse_response_headers(top)
        page = await self._reader.readexactly(int(fields.get("content-length", "0"))) if status != UNCHANGED else b""
        return status, fields.get("etag", ""), page.decode()


def parse_response_headers(top: str) -> dict[str, str]:
    """Return the headers of a response by lower-case name."""
    pairs = (line.partition(": ") for line in top.split("\r\n")[1:])
    return {name.lower(): value for name, _, value in pairs}


def list_tappable_squares(page: str, question: str) -> list[str]:
    """Return the squares by which a question may be answered."""
    name = re.escape(question)
    if there := re.search(SQUARES_BUTTON_PATTERN.format(name), page):
        return there[1].split()
    form = re.search(SQUARE_FORM_PATTERN.format(name), page, re.DOTALL)
    return BUTTON.findall(form[0]) if form else []
