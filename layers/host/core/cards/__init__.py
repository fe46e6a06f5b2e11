"""Cards that are too many for a game's record: boxes of them, as they are dealt now, and those that people bring."""
