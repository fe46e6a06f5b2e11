"""Who sends an input, from where, and under which key."""

from __future__ import annotations

import hashlib

from msgspec import Struct


class Command(Struct, frozen=True):
    """Who sends an input, from where, and under which idempotency key: the same key again gets the same answer."""

    key: str = ""
    by: str = ""  # a person
    place: str = ""
    admin: bool = False  # the platform says that they look after this place
    operator: bool = False  # it comes from the machine itself
    resent: bool = True  # may whoever brings it bring it again by themselves? Then a refusal is remembered, too

    @property
    def idempotency_key(self) -> str:
        """The hash under which the answer is remembered. It includes the person, so that nobody is given the answer
        to somebody else's input.
        """
        return hashlib.sha256(f"{self.by} {self.key}".encode()).hexdigest()[:32] if self.key else ""
