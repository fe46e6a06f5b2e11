"""Games as logs and files: history, replay, rehearsal before a release, import, and the move to another store."""
