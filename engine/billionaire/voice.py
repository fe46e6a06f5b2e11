"""How the host of Billionaire speaks: for what happens again and again, other words (`lines.txt`), each as true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from engine.billionaire.events import NeedlesStopped, SecurityPlayed
from engine.billionaire.tables import GREEN, RED
from engine.kernel.text import PUBLIC, Told
from engine.kernel.voice import EventVoice, Holds, read_voice_lines


def was_security_countered(_security: SecurityPlayed, before: Sequence[Told]) -> bool:
    """Tell whether the last public event was a Security, too."""
    public = [each.kind for each in before if each.to == PUBLIC]
    return public[-1:] == [SecurityPlayed]


def has_both_needles_on(needles: NeedlesStopped, colour: str) -> bool:
    """Tell whether both needles stopped on this colour."""
    return needles.first == needles.second == colour


class HostOfBillionaire(EventVoice):
    """Choose other words of the host for events that happen again and again."""

    book, heard = read_voice_lines(__spec__)
    when: ClassVar[Mapping[str, Holds]] = {
        "countered": was_security_countered,
        "both_red": lambda needles, _: has_both_needles_on(needles, RED),
        "both_green": lambda needles, _: has_both_needles_on(needles, GREEN),
        "at_home": lambda landed, _: landed.host == landed.who,
        "at_a_rival": lambda landed, _: bool(landed.host),
        "passing": lambda landed, _: landed.passed_home,
        "nothing": lambda bid, _: not bid.amount,
        "to_the_board": lambda paid, _: not paid.payee,
        "all_again": lambda tied, _: not (tied.only_they or tied.first),
        "alone": lambda won, _: len(won.who) == 1,
        "shared": lambda won, _: len(won.who) > 1,
    }


BILLIONAIRE_VOICE = HostOfBillionaire()
