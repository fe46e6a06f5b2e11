"""`rtab play|service|version`: the host in one process with a living game, its unit for systemd, its version."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path

from host import VERSION
from host.core import gc_tuning
from host.doors.command.commands import parse_command_line
from host.doors.local.operator_tools import JsonFormatter
from host.doors.local.process import LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting, list_setting_names, read_settings

ON = "Race to a Billion is on"


GOODBYE = "This host says goodbye, and opens no games (rtab goodbye)"


def main(argv: list[str]) -> int:
    """Run `rtab play`: start the host, print a link, and run until it is told to stop, then stop the host. Return 0, 2
    for an unfit setting, or 1 if the host cannot start (the reason is printed).
    """
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
    """Log to the file that the settings name, which only its owner may read, else to the standard error, in their
    format. What the host logs begins at their level, what libraries log at warnings. Raise UnfitSetting for a file that
    cannot be written.
    """
    handler: logging.Handler = logging.StreamHandler()
    if settings.log_file:
        try:
            os.close(os.open(settings.log_file, os.O_CREAT | os.O_WRONLY, 0o600))
            Path(settings.log_file).chmod(0o600)  # it may name people, also if it was there before
            handler = logging.FileHandler(settings.log_file, encoding="utf-8")
        except OSError as error:
            raise UnfitSetting(f"RTAB_LOG_FILE names a file that cannot be written: {error}") from None
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else text)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for ours in ("host", "engine"):  # a library tells addresses with tokens in them when it tells much
        logging.getLogger(ours).setLevel(settings.log)


def _wait_for_signal() -> None:
    """Wait until the process is told to stop (SIGINT or SIGTERM), and print a farewell."""
    told = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: told.set())
    told.wait()
    print("\nGood night. Every game is saved.")


def run_version(_argv: list[str]) -> int:
    """Run `rtab version`: print the installed version; return 0."""
    print(f"Race to a Billion {VERSION}")
    return 0


UNIT = """\
# Games that people play over days. Put this into ~/.config/systemd/user/rtab.service, settings into
# ~/.config/rtab.env (one NAME=value a line; chmod 600, for a token is a secret), and then:
#   systemctl --user daemon-reload && systemctl --user enable --now rtab
#   loginctl enable-linger $USER     so that it runs while nobody is logged in
[Unit]
Description=Race to a Billion
After=network-online.target
Wants=network-online.target

[Service]
ExecStart="{rtab}" play
EnvironmentFile=-%h/.config/rtab.env
Environment="RTAB_HOME={home}"
Restart=always
RestartSec=5
UMask=0077
NoNewPrivileges=true

[Install]
WantedBy=default.target
"""


def run_service(argv: list[str]) -> int:
    """Run `rtab service`: print the systemd unit that starts the host with the machine; install nothing. Return the
    exit code, 2 for an unfit setting.
    """
    parse_command_line("service", argv, {}, "It goes by RTAB_HOME and by where rtab is installed.")
    try:
        home = read_settings(os.environ).home
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    rtab = Path(sys.executable).with_name("rtab")
    print(UNIT.format(rtab=_quote_for_systemd(rtab), home=_quote_for_systemd(home.absolute())), end="")
    return 0


def _quote_for_systemd(path: Path) -> str:
    """Return a path escaped for a quoted value in a systemd unit."""
    return str(path).replace("\\", r"\\").replace('"', r"\"").replace("%", "%%").replace("$", "$$")
