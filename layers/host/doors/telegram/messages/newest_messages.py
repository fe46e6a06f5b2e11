"""How far up a message stands by now."""


class NewestMessages:
    """The newest message of each place that we know of: numbers only grow."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def note(self, where: str, message: int) -> None:
        """There is this message there."""
        self._seen[where] = max(message, self._seen.get(where, 0))

    def since(self, where: str, message: int) -> int:
        """About how many messages there are below this one."""
        return self._seen.get(where, 0) - message
