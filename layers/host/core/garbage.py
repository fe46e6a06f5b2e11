"""How a process that plays games collects garbage: seldom, and never what it was started with."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OFTEN = 5_000  # new containers between two looks at the young ones; a loaded game makes a thousand
SELDOM = 2_000  # such looks between two at those that have stayed: nearly all are kept on purpose, and it takes long


def spare() -> None:
    """Once all is loaded. Games and views are trees, and go by themselves; what is left to find is young."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OFTEN, SELDOM, 10)


@contextmanager
def at_rest() -> Iterator[None]:
    """While much is made that stays, such as whole programs that are read: to look through it would take longer."""
    looked_for = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked_for:
            gc.enable()
