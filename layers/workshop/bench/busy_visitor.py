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

ASKED = re.compile(r'<form method="post" action="(/g/[0-9a-f]+/answer)" class="ask.*?</form>', re.DOTALL)
FORM = re.compile(r"<form.*?</form>", re.DOTALL)
ONCE = re.compile(r'name="once" value="([0-9a-f]+)"')
QUESTION = re.compile(r'name="question" value="([^"]+)"')
BUTTON = re.compile(r'<button[^>]*name="value"[^>]*value="([^"]*)"')
NUMBER = re.compile(r'type="number"[^>]*min="(-?\d+)" max="(-?\d+)" step="(\d+)"')
SEVERAL = re.compile(r"Name (\d+)(?: to (\d+))?, in order, from: ([^<]+)<")  # also where they are tapped elsewhere
LABEL = re.compile(r" \([^,]*\)$")
SQUARES = 'value="question:{}" data-squares="([^"]*)"'
TAPS = r'<form[^>]*/square"[^>]*>(?:(?!</form>).)*value="question:{}".*?</form>'
DONE, OK, UNCHANGED = 303, 200, 304


class FoundAnswer(NamedTuple):
    """An answer that the page would send."""

    path: str
    body: str


class Visitor:
    """One connection, kept open; whoever sits there is known by a cookie."""

    def __init__(self, port: int, dice: Random) -> None:
        self.port, self.dice = port, dice
        self.looks = 0
        self._marks: dict[str, str] = {}
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Come."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)

    def close(self) -> None:
        """Go."""
        self._writer.close()

    async def look(self, game: str, cookie: str) -> FoundAnswer | None:
        """The middle of the page, as it asks for it by itself; and what may be answered there."""
        self.looks += 1
        headers = f"If-None-Match: {self._marks[cookie]}\r\n" if cookie in self._marks else ""
        status, mark, page = await self._asked(f"GET /g/{game}/part", cookie, headers)
        if status == OK:
            self._marks[cookie] = mark
        return self.answer(page) if status == OK else None

    async def send(self, found: FoundAnswer, cookie: str) -> bool:
        """Was it taken? If not, the page is read anew."""
        headers = f"Origin: http://127.0.0.1:{self.port}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        status, _, _ = await self._asked(f"POST {found.path}", cookie, headers, found.body)
        if status != DONE:
            del self._marks[cookie]
        return status == DONE

    def answer(self, page: str) -> FoundAnswer | None:
        """Any answer to one of the questions on the page."""
        forms = [*ASKED.finditer(page)]
        if not forms:
            return None
        form = self.dice.choice(forms)
        once, question = ONCE.search(form[0]), QUESTION.search(form[0])
        if once is None or question is None:
            return None
        common = {"once": once[1]}
        if squares := tapped(page, question[1]):
            fields = {**common, "do": f"question:{question[1]}", "value": self.dice.choice(squares)}
            return FoundAnswer(form[1].replace("/answer", "/square"), urlencode(fields))
        return FoundAnswer(
            form[1], urlencode({**common, "question": question[1], "value": self._value(form[0], page, question[1])})
        )

    def _value(self, form: str, page: str, question: str) -> str:
        beside = (each for each in FORM.findall(page) if f'name="question" value="{question}"' in each)
        buttons: list[str] = BUTTON.findall(form) or BUTTON.findall("".join(beside))
        if buttons:
            return self.dice.choice(buttons)
        if number := NUMBER.search(form):
            return str(self.dice.randrange(int(number[1]), int(number[2]) + 1, int(number[3])))
        if several := SEVERAL.search(form):
            values = [LABEL.sub("", each) for each in unescape(several[3]).split(", ")]
            low, high = int(several[1]), min(int(several[2] or several[1]), len(values))
            return ", ".join(self.dice.sample(values, self.dice.randint(low, high)))
        return "a word"

    async def _asked(self, line: str, cookie: str, headers: str, body: str = "") -> tuple[int, str, str]:
        size = f"Content-Length: {len(body)}\r\n" if body else ""
        head = f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {cookie}\r\n{headers}{size}\r\n"
        self._writer.write((head + body).encode())
        top = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, fields = int(top[9:12]), headed(top)
        page = await self._reader.readexactly(int(fields.get("content-length", "0"))) if status != UNCHANGED else b""
        return status, fields.get("etag", ""), page.decode()


def headed(top: str) -> dict[str, str]:
    """The lines above a page."""
    pairs = (line.partition(": ") for line in top.split("\r\n")[1:])
    return {name.lower(): value for name, _, value in pairs}


def tapped(page: str, question: str) -> list[str]:
    """The squares by which it may be answered."""
    name = re.escape(question)
    if there := re.search(SQUARES.format(name), page):
        return there[1].split()
    form = re.search(TAPS.format(name), page, re.DOTALL)
    return BUTTON.findall(form[0]) if form else []
