"""The game of the day in groups: what it is today, and yesterday's table, every morning where a group wants it."""
