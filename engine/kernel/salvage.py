"""Going on after the rules have changed under an open turn: cut off what no longer fits, and ask again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.kernel.errors import Diverged
from engine.kernel.record import Record, decoded
from engine.kernel.ruleset import Ruleset

G = TypeVar("G")


def salvaged(ruleset: Ruleset[Any], record: Record, load: Callable[[Record, bool], G]) -> tuple[G, int]:
    """The game with as much of its tape as still fits, and how much was cut. `load` is told whether it is mending."""
    tape, mending = record.tape, False
    while True:
        trial = replace(record, tape=tape, events=[] if mending else record.events)
        try:
            return load(trial, mending), len(record.tape) - len(tape)
        except Diverged as error:
            if error.table:
                record = started_over(ruleset, record, error.table)
            else:
                tape = tape[: min(error.fits, len(tape) - 1)] if mending else tape[: error.fits]
            mending = True


def started_over(ruleset: Ruleset[Any], record: Record, table: str) -> Record:
    """A private script starts over when it no longer fits: only its own player has seen any of it."""
    snapshot = decoded(record, ruleset.state_type)
    private = ruleset.private_tape(snapshot.state, table) or []
    snapshot.asked[table] = snapshot.asked.get(table, 0) + len(private)
    private.clear()
    return replace(record, snapshot=snapshot.encoded())
