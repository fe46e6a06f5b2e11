"""`rtab play`: the host in one process, with a living game to look at."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path

from host.core import gc_tuning
from host.doors.command.line import parse_command_line
from host.doors.local.operator_tools import JsonFormatter
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting, list_setting_names, read_settings

ON = "Race to a Billion is on"
GOODBYE = "This host says goodbye, and opens no games (rtab goodbye)"


def main(argv: list[str]) -> int:
    """Run `rtab play`: start the host, print a link, and run until it is told to stop."""
    parse_command_line(
        "play",
        argv,
        {},
        f"It reads {list_setting_names()} from the environment; docs/settings.md in the source says what each does.",
    )
    try:
        settings = read_settings(os.environ)
        _set_up_logging(settings)
        process = LocalProcess(settings)
        link = process.start()
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"The host cannot start: {error}. Set PORT or RTAB_HOME to something free.", file=sys.stderr)
        return 1
    gc_tuning.tune_gc()
    print(f"Games are kept in {settings.home.resolve()}")
    print(f"{GOODBYE if process.host.store.is_closing() else ON}: {link}", flush=True)
    _wait_for_signal()
    process.stop()
    return 0


def _set_up_logging(settings: LocalSettings) -> None:
    """Log warnings to the standard error, unless the settings say otherwise."""
    if settings.log_file:
        os.close(os.open(settings.log_file, os.O_CREAT | os.O_WRONLY, 0o600))
        Path(settings.log_file).chmod(0o600)  # it may name people, also if it was there before
    handler = logging.FileHandler(settings.log_file, encoding="utf-8") if settings.log_file else logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else text)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for ours in ("host", "engine"):  # a library tells addresses with tokens in them when it tells much
        logging.getLogger(ours).setLevel(settings.log)


def _wait_for_signal() -> None:
    told = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: told.set())
    told.wait()
    print("\nGood night. Every game is saved.")
