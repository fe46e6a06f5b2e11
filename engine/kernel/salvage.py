"""Going on after the rules have changed under an open turn: cut off what no longer fits, and ask again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.kernel.errors import Diverged
from engine.kernel.record import Record, decode_snapshot
from engine.kernel.ruleset import Ruleset

G = TypeVar("G")


def load_salvaged(ruleset: Ruleset[Any], record: Record, load: Callable[[Record, bool], G]) -> tuple[G, int]:
    """Load a game with as much of its tape as still fits; return it with the number of dropped entries.

    `load` is told whether entries have been dropped already.
    """
    tape, mending = record.tape, False
    while True:
        trial = replace(record, tape=tape, events=[] if mending else record.events)
        try:
            return load(trial, mending), len(record.tape) - len(tape)
        except Diverged as error:
            if error.table:
                record = clear_private_tape(ruleset, record, error.table)
            else:
                tape = tape[: min(error.fits, len(tape) - 1)] if mending else tape[: error.fits]
            mending = True


def clear_private_tape(ruleset: Ruleset[Any], record: Record, table: str) -> Record:
    """Return the record with the private tape of a table emptied, so that its script starts again; only its own
    player has seen any of it.
    """
    snapshot = decode_snapshot(record, ruleset.state_type)
    private = ruleset.find_private_tape(snapshot.state, table) or []
    snapshot.asked[table] = snapshot.asked.get(table, 0) + len(private)
    private.clear()
    return replace(record, snapshot=snapshot.encode())
