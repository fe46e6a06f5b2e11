"""How the host of Billionaire speaks: for what happens again and again, other words (`lines.txt`), each as true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.billionaire.events import NeedlesStopped, SecurityPlayed
from engine.billionaire.tables import GREEN, RED
from engine.kernel.lines import EventVoice, Holds, read_lines
from engine.kernel.text import PUBLIC, Told


def countered(_security: SecurityPlayed, before: Sequence[Told]) -> bool:
    """Was the last thing that everybody heard a Security, too?"""
    public = [each.what for each in before if each.to == PUBLIC]
    return public[-1:] == [SecurityPlayed.id]


def both(needles: NeedlesStopped, colour: str) -> bool:
    """Do both needles say it?"""
    return needles.first == needles.second == colour


class HostOfBillionaire(EventVoice):
    """The same host, beside a board with needles."""

    book, heard = read_lines(__spec__)
    when: ClassVar[Mapping[str, Holds]] = {
        "countered": countered,
        "both_red": lambda needles, _: both(needles, RED),
        "both_green": lambda needles, _: both(needles, GREEN),
        "at_home": lambda landed, _: landed.host == landed.who,
        "at_a_rival": lambda landed, _: bool(landed.host),
        "passing": lambda landed, _: landed.passed_home,
        "nothing": lambda bid, _: not bid.amount,
        "to_the_board": lambda paid, _: not paid.payee,
        "all_again": lambda tied, _: not (tied.only_they or tied.first),
        "alone": lambda won, _: len(won.who) == 1,
        "shared": lambda won, _: len(won.who) > 1,
    }


VOICE = HostOfBillionaire()
