"""How far up a message stands by now."""


class NewestMessages:
    """The highest message number seen in each place; numbers only grow."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def note_message(self, where: str, message: int) -> None:
        """Note that this message exists there."""
        self._seen[where] = max(message, self._seen.get(where, 0))

    def count_newer_messages(self, where: str, message: int) -> int:
        """Return about how many messages are below this one."""
        return self._seen.get(where, 0) - message
