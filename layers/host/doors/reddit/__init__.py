"""Reddit: a game lives in one thread, and people play by writing comments."""
