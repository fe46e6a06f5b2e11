"""Deadlines: how long a question may wait, what happens when time passes, and how long a game will last."""
