"""Failures to come, chosen by the test."""

import threading
from dataclasses import dataclass, field

from .errors import JSON, Refusal, plain

HANG = "hang"
CUT = "cut"


class HangUp(Exception):
    """No answer, or half of one: `how` is HANG or CUT."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


@dataclass(eq=False)
class Failure:
    """How calls of an endpoint ("*" is any) fail. A lost answer fails after the call has taken effect.

    `status` is a number, "hang" (no answer until the client gives up) or "cut" (the connection breaks in mid-body);
    with `said` the refusal comes inside an answer of status 200. `times` 0 is until it is taken away.
    """

    endpoint: str
    status: int | str = 503
    times: int = 1
    retry_after: float | None = None
    lost: bool = False
    said: Refusal | None = None

    def strike(self) -> None:
        """Fail."""
        if self.said:
            raise self.said
        if isinstance(self.status, str):
            raise HangUp(self.status)
        headers = {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}
        raise plain(self.status, headers=headers)


@dataclass
class Faults:
    """All the failures that wait for a call."""

    coming: list[Failure] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def next_for(self, endpoint: str) -> Failure | None:
        """The failure that strikes this call."""
        found = next((failure for failure in self.coming if failure.endpoint in {endpoint, "*"}), None)
        if found and found.times:
            found.times -= 1
            if not found.times:
                self.coming.remove(found)
        return found


@dataclass
class Answer:
    """What goes back over the wire; `cut` breaks off in the middle."""

    status: int
    body: JSON | list[JSON] | None
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
