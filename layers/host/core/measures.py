"""What a host may count while it works; where nobody wants figures, nothing is counted."""

from __future__ import annotations


class Measures:
    """Counters of what a host does; this class counts nothing, and a host with metrics has a subclass."""

    def add_input(self, seconds: float, *, accepted: bool) -> None:
        """Count what a person has sent to a game, how long it took, and whether it was accepted."""

    def add_delivery(self, platform: str, seconds: float) -> None:
        """Count one message or board that was given to a platform, and how long the platform took."""
