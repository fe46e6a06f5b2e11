"""Writing down what really happened: expected lines are rewritten, moves, pins and comments stay as they are."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from engine.kernel.ruleset import Ruleset
from engine.notation.run import Happened, run
from engine.notation.said import NOTHING, against, said_line, silent
from engine.notation.transcript import BEGIN, Expected, Step, Transcript, parse
from engine.notation.values import quoted

WIDTH = 110
SIGN = {"facts": "=", "field": ":", "hash": "hash", "asks": "asks", "offers": "offers"}


class Edits(Struct):
    """What becomes of single lines of a text, by number."""

    gone: set[int] = field(default_factory=set)
    instead: dict[int, list[str]] = field(default_factory=dict)
    after: dict[int, list[str]] = field(default_factory=dict)

    def applied(self, text: str) -> str:
        """The text with all of it done."""
        lines = list(self.after.get(0, []))
        for number, line in enumerate(text.split("\n"), 1):
            if number not in self.gone:
                lines += self.instead.get(number, [line])
            lines += self.after.get(number, [])
        return "\n".join(lines)


def bless(text: str, rulesets: Mapping[str, Ruleset[Any]], *, pin: bool = False) -> str:
    """The same transcript, expecting what really happens; with `pin`, all that chance draws is pinned to that."""
    transcript = parse(text, rulesets)
    outcome = run(transcript, rulesets[transcript.ruleset])
    edits = Edits()
    for step, happened in zip(transcript.steps, outcome.happened, strict=True):
        _rewrite(edits, step, happened, step.line or _header_end(transcript))
        if pin:
            _pin(edits, step, happened, _header_end(transcript))
    _end(edits, transcript.steps[-1], outcome.happened[-1], _header_end(transcript))
    return edits.applied(text)


def line_of(head: str, rest: str) -> str:
    """A line as it is usually written, the heads in a column of their own."""
    return f"{head:<8} {rest}"


def pin_line(key: str, names: list[str]) -> str:
    """What chance is to draw."""
    return line_of("~", f"{key} {' | '.join(quoted(name, '|') for name in names)}")


def pending_lines(pending: list[str]) -> list[str]:
    """What is pending, with commas, on as few lines as it takes."""
    wrapped = textwrap.wrap(", ".join(pending).replace(" ", "\0").replace(",\0", ", ") or NOTHING, WIDTH)
    return [line_of("?", line.replace("\0", " ").rstrip(",")) for line in wrapped]


def _rewrite(edits: Edits, step: Step, happened: Happened, at: int) -> None:
    kinds: dict[str, list[Expected]] = {}
    for expected in step.expected:
        kinds.setdefault(expected.kind, []).append(expected)
    said = [line_of(*said_line(to, text).split(" ", 1)) for to, text in happened.said]
    if happened.refused is not None:
        said = [line_of("!", happened.refused)]
    edits.after.setdefault(at, []).extend(said)
    true = {line.line for line in kinds.get("said", []) if _nothing_was_said(line, happened)}
    edits.gone |= {line.line for line in kinds.get("said", []) + kinds.get("refused", [])} - true
    for kind, sign in SIGN.items():
        for line in kinds.get(kind, []):
            if line.line in happened.untrue:
                edits.instead[line.line] = [line_of(sign, happened.untrue[line.line])]
    if happened.otherwise_pending:
        first, *others = kinds["pending"]
        edits.instead[first.line] = pending_lines(happened.pending)
        edits.gone |= {line.line for line in others}


def _pin(edits: Edits, step: Step, happened: Happened, header_end: int) -> None:
    pins = [pin_line(*drew) for drew in happened.drew]
    edits.gone |= {pinned.line for pinned in step.pins}
    if step.line:
        edits.after.setdefault(step.line - 1, []).extend(pins)
    elif pins:
        edits.after[header_end] = ["", *pins, BEGIN, *edits.after.get(header_end, [])]


def _nothing_was_said(line: Expected, happened: Happened) -> bool:
    return silent(line) and not against(line, happened.said)


def _end(edits: Edits, step: Step, happened: Happened, header_end: int) -> None:
    if all(line.kind != "pending" for line in step.expected):
        last = max([step.line or header_end, *(line.line for line in step.expected)])
        edits.after.setdefault(last, []).extend(pending_lines(happened.pending))


def _header_end(transcript: Transcript) -> int:
    """The last line of the header with its rows."""
    header = transcript.headers[-1]
    return header.rows[-1].line if header.rows else header.line
