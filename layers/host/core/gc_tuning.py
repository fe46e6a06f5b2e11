"""How a process that plays games collects garbage: seldom, and never what it was started with."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG_GC_THRESHOLD = 5_000  # new containers between two looks at the young ones; a loaded game makes a thousand

OLDER_GC_THRESHOLD = (
    2_000  # such looks between two at those that have stayed: nearly all are kept on purpose, and it takes long
)


def tune_gc() -> None:
    """Let Python's garbage collector ignore all objects made so far, and run less often; call once after all
    imports.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_GC_THRESHOLD, OLDER_GC_THRESHOLD, 10)


@contextmanager
def pause_gc() -> Iterator[None]:
    """Disable the garbage collector during the block, in which many long-lived objects are made that it would scan in
    vain.
    """
    looked_for = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked_for:
            gc.enable()
