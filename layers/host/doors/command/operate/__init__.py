"""Commands for operators: open games, exports, another store, releases."""
