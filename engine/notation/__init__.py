"""A game as a text: one readable format for tests, disputes, exports and archives.

Pure: texts in, texts out. `parse_transcript` reads a text, `run_transcript` plays it and compares, `lucks` with other
luck as well, `bless_text` writes down what really happened, `export` prints a game that was played, `verify` checks
its chance. What is particular to one ruleset it hands out as its `dialect`.
"""

from engine.notation.run import (
    LUCKS,
    Difference,
    ReplayOutcome,
    bless_text,
    remove_lucky_lines,
    replay_text,
    replay_with_any_luck,
    run_transcript,
)
from engine.notation.transcript import Transcript, parse_transcript
from engine.notation.values import Malformed

__all__ = [
    "LUCKS",
    "Difference",
    "Malformed",
    "ReplayOutcome",
    "Transcript",
    "bless_text",
    "parse_transcript",
    "remove_lucky_lines",
    "replay_text",
    "replay_with_any_luck",
    "run_transcript",
]
