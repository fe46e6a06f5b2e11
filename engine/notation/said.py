"""What was said against what should have been, each audience for itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.text import LOG, PUBLIC, Told, format_text
from engine.notation.transcript import Expected
from engine.notation.values import unquote

NOTHING_SAID = "nothing"
NOTHING_ABOUT = "nothing about "

Said = Sequence[tuple[str, str]]  # audiences and texts, in their order


def format_told_line(told: Told) -> str:
    """Format something told, on one line."""
    return format_text(told.text, told.facts).strip().replace("\n", "\\n")


def format_said_line(to: str, text: str) -> str:
    """Format the line that expects something told."""
    return f">{'*' if to == LOG else to} {text}"


def expects_silence(line: Expected) -> bool:
    """Return whether this line expects that something is not told."""
    return line.text == NOTHING_SAID or line.text.startswith(NOTHING_ABOUT)


def list_broken_silence(line: Expected, said: Said) -> list[str]:
    """List what was told although a line expects silence."""
    topic = "" if line.text == NOTHING_SAID else unquote(line.text.removeprefix(NOTHING_ABOUT).strip())
    return [format_said_line(to, text) for to, text in said if to == line.to and topic in text]


def iter_missing_lines(expected: Sequence[Expected], said: Said) -> Iterator[tuple[Expected, list[str]]]:
    """Yield the expected lines that were not told where they should have been, each with what was told there instead.

    What is told to everybody comes in this order, and before or after what is told to one; what is told to two players
    in private may come in any order. Other lines may come in between.
    """
    reached: dict[str, int] = {}
    for line in expected:
        if expects_silence(line):
            continue
        heard = reached.values() if line.to == PUBLIC else (reached.get(line.to, 0), reached.get(PUBLIC, 0))
        at = max(heard, default=0)
        if (line.to, line.text) in said[at:]:
            reached[line.to] = list(said).index((line.to, line.text), at) + 1
        else:
            yield line, [format_said_line(*words) for words in said[at:]] or ["(nothing more was said)"]
