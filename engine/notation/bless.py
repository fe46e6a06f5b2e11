"""Writing down what really happened: expected lines are rewritten, moves, pins and comments stay as they are."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from engine.kernel.ruleset import Ruleset
from engine.notation.run import (
    NOTHING_SAID,
    Happened,
    expects_silence,
    format_said_line,
    list_broken_silence,
    run_transcript,
)
from engine.notation.transcript import BEGIN, Expected, Step, Transcript, parse_transcript
from engine.notation.values import quote_if_needed

MAX_LINE_WIDTH = 110
SIGN_OF_KIND = {"facts": "=", "field": ":", "hash": "hash", "asks": "asks", "offers": "offers"}


class LineEdits(Struct):
    """Changes to a text by line number: lines to delete, replace and insert."""

    gone: set[int] = field(default_factory=set)
    instead: dict[int, list[str]] = field(default_factory=dict)
    after: dict[int, list[str]] = field(default_factory=dict)

    def apply_to(self, text: str) -> str:
        """Return the transcript's text with all edits applied."""
        lines = list(self.after.get(0, []))
        for number, line in enumerate(text.split("\n"), 1):
            if number not in self.gone:
                lines += self.instead.get(number, [line])
            lines += self.after.get(number, [])
        return "\n".join(lines)


def bless_text(text: str, rulesets: Mapping[str, Ruleset[Any]], *, pin: bool = False) -> str:
    """Return the transcript with its expectations replaced by what really happens; with `pin`, also pin every draw."""
    transcript = parse_transcript(text, rulesets)
    outcome = run_transcript(transcript, rulesets[transcript.ruleset])
    edits = LineEdits()
    for step, happened in zip(transcript.steps, outcome.happened, strict=True):
        _rewrite_expectations(edits, step, happened, step.line or _find_header_end(transcript))
        if pin:
            _rewrite_pins(edits, step, happened, _find_header_end(transcript))
    _add_final_pending(edits, transcript.steps[-1], outcome.happened[-1], _find_header_end(transcript))
    return edits.apply_to(text)


def format_notation_line(head: str, rest: str) -> str:
    """Format a line of a transcript with its first word in a column of its own."""
    return f"{head:<8} {rest}"


def format_pin_line(key: str, names: list[str]) -> str:
    """Format the line of a transcript that fixes the outcomes of a draw."""
    return format_notation_line("~", f"{key} {' | '.join(quote_if_needed(name, '|') for name in names)}")


def format_pending_lines(pending: list[str]) -> list[str]:
    """Format the open questions for a transcript, separated by commas, on as few lines as possible."""
    wrapped = textwrap.wrap(", ".join(pending).replace(" ", "\0").replace(",\0", ", ") or NOTHING_SAID, MAX_LINE_WIDTH)
    return [format_notation_line("?", line.replace("\0", " ").rstrip(",")) for line in wrapped]


def _rewrite_expectations(edits: LineEdits, step: Step, happened: Happened, at: int) -> None:
    kinds: dict[str, list[Expected]] = {}
    for expected in step.expected:
        kinds.setdefault(expected.kind, []).append(expected)
    said = [format_notation_line(*format_said_line(to, text).split(" ", 1)) for to, text in happened.said]
    if happened.refused is not None:
        said = [format_notation_line("!", happened.refused)]
    edits.after.setdefault(at, []).extend(said)
    true = {line.line for line in kinds.get("said", []) if _is_silence_kept(line, happened)}
    edits.gone |= {line.line for line in kinds.get("said", []) + kinds.get("refused", [])} - true
    for kind, sign in SIGN_OF_KIND.items():
        for line in kinds.get(kind, []):
            if line.line in happened.untrue:
                edits.instead[line.line] = [format_notation_line(sign, happened.untrue[line.line])]
    if happened.otherwise_pending:
        first, *others = kinds["pending"]
        edits.instead[first.line] = format_pending_lines(happened.pending)
        edits.gone |= {line.line for line in others}


def _rewrite_pins(edits: LineEdits, step: Step, happened: Happened, header_end: int) -> None:
    pins = [format_pin_line(*drew) for drew in happened.drew]
    edits.gone |= {pinned.line for pinned in step.pins}
    if step.line:
        edits.after.setdefault(step.line - 1, []).extend(pins)
    elif pins:
        edits.after[header_end] = ["", *pins, BEGIN, *edits.after.get(header_end, [])]


def _is_silence_kept(line: Expected, happened: Happened) -> bool:
    return expects_silence(line) and not list_broken_silence(line, happened.said)


def _add_final_pending(edits: LineEdits, step: Step, happened: Happened, header_end: int) -> None:
    if all(line.kind != "pending" for line in step.expected):
        last = max([step.line or header_end, *(line.line for line in step.expected)])
        edits.after.setdefault(last, []).extend(format_pending_lines(happened.pending))


def _find_header_end(transcript: Transcript) -> int:
    """Return the number of the last line of a transcript's header, its rows of squares included."""
    header = transcript.headers[-1]
    return header.rows[-1].line if header.rows else header.line
