"""A loop for what carries the page in a function: a browser's tests leave theirs running in this thread."""

import asyncio
from contextlib import contextmanager


@contextmanager
def own_loop():
    """While this lasts, a loop is at hand and none runs."""
    running, loop = asyncio._get_running_loop(), asyncio.new_event_loop()
    asyncio._set_running_loop(None)
    asyncio.set_event_loop(loop)
    try:
        yield
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        asyncio._set_running_loop(running)
