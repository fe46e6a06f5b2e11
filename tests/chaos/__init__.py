"""A whole world with bad luck: the real host between a table, a platform and timers that go wrong as a seed decides."""
