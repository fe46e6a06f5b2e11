"""Tables in files do not wait for the disk in tests: what is written survives a kill, and no test cuts the power."""

from host.core.store import sqlite

OF_PLAYERS = sqlite.SYNCHRONOUS  # how the tables of players are written


def stop_waiting():
    """Write all tables of this process so from now on."""
    sqlite.SYNCHRONOUS = "off"
