"""`rtab play`: the host in one process, with a living game to look at."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading

from host.doors.command.line import given
from host.doors.local.process import Process
from host.doors.local.settings import Unfit, read


def main(argv: list[str]) -> int:
    """Start the host, print a link, and run until told to stop."""
    given("play", argv, {}, "It reads its settings from the environment; rtab doctor names them.")
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    try:
        settings = read(os.environ)
        process = Process(settings)
    except Unfit as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"The host cannot start: {error}. Set PORT or RTAB_HOME to something free.", file=sys.stderr)
        return 1
    game = process.start()
    print(f"Games are kept in {settings.home.resolve()}")
    print(f"Race to a Billion is on: {game}", flush=True)
    _until_told()
    process.stop()
    return 0


def _until_told() -> None:
    told = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: told.set())
    told.wait()
    print("\nGood night. Every game is saved.")
