"""The whole host in one process on one small machine: SQLite, a web server on loopback, and clocks that tick."""
