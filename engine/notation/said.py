"""What was said against what should have been, each audience for itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.text import LOG, PUBLIC, Told, render
from engine.notation.transcript import Expected
from engine.notation.values import one

NOTHING = "nothing"
ABOUT = "nothing about "

Said = Sequence[tuple[str, str]]  # audiences and texts, in their order


def spoken(told: Told) -> str:
    """What was said, on one line."""
    return render(told.text, told.facts).strip().replace("\n", "\\n")


def said_line(to: str, text: str) -> str:
    """Something said, as the line that expects it."""
    return f">{'*' if to == LOG else to} {text}"


def silent(line: Expected) -> bool:
    """Does this line expect that something is not said?"""
    return line.text == NOTHING or line.text.startswith(ABOUT)


def against(line: Expected, said: Said) -> list[str]:
    """What was said all the same to whom a silent line is about."""
    topic = "" if line.text == NOTHING else one(line.text.removeprefix(ABOUT).strip())
    return [said_line(to, text) for to, text in said if to == line.to and topic in text]


def missing(expected: Sequence[Expected], said: Said) -> Iterator[tuple[Expected, list[str]]]:
    """Lines that were not said where they should have been, with what was said there instead.

    What is said to everybody comes in this order, and before or after what is said to one; what is said to two
    players in private may come in any order. Other lines may come in between.
    """
    reached: dict[str, int] = {}
    for line in expected:
        if silent(line):
            continue
        heard = reached.values() if line.to == PUBLIC else (reached.get(line.to, 0), reached.get(PUBLIC, 0))
        at = max(heard, default=0)
        if (line.to, line.text) in said[at:]:
            reached[line.to] = list(said).index((line.to, line.text), at) + 1
        else:
            yield line, [said_line(*words) for words in said[at:]] or ["(nothing more was said)"]
