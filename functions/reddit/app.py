"""A look at Reddit, once a minute."""

from typing import Any

from host.aws import reddit, wiring

wiring.begin()


def handler(_event: Any, context: Any) -> None:
    """One look, and what may be said after it."""
    with wiring.opened(context):
        reddit.look()
