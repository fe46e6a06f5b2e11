"""How the host of the Deluxe edition speaks: for what happens again and again, other words (`lines.txt`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.deluxe.events import SealsShown
from engine.kernel.voice import EventVoice, Holds, LineGroup, read_voice_lines

BOOK, HEARD = read_voice_lines(__spec__)


class HostOfDeluxe(EventVoice):
    """Choose other words of the host for events that happen again and again, in dollars."""

    book = BOOK
    heard = HEARD | {SealsShown: [LineGroup("", "", "")]}  # receipts stand where seals are
    when: ClassVar[Mapping[str, Holds]] = {
        "several": lambda bomb, _: bomb.bombs > 1,
        "lifted": lambda moved, _: moved.base is not None,
    }


DELUXE_VOICE = HostOfDeluxe()
