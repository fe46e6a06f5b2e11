"""A game as a text: one readable format for tests, disputes, exports and archives.

Pure: texts in, texts out. `transcript` reads a text, `run` plays it and compares, `lucks` with other luck as well,
`bless` writes down what really happened, `export` prints a game that was played, `verify` checks its chance. What is
particular to one ruleset it hands out as its `dialect`.
"""

from engine.notation.bless import bless
from engine.notation.errors import Malformed
from engine.notation.lucks import LUCKS, replay_with_any_luck, steady
from engine.notation.run import Difference, ReplayOutcome, replay, run
from engine.notation.transcript import Transcript, parse

__all__ = [
    "LUCKS",
    "Difference",
    "Malformed",
    "ReplayOutcome",
    "Transcript",
    "bless",
    "parse",
    "replay",
    "replay_with_any_luck",
    "run",
    "steady",
]
