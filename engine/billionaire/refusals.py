"""Why something is refused, where there is more to say than that it was not among the choices."""

from __future__ import annotations

from engine.billionaire.state import Billionaire
from engine.kernel.errors import Illegal


def why_not(state: Billionaire, who: str, key: str, value: object) -> Illegal | None:  # noqa: ARG001
    """The sentence, if there is one."""
    return None
