"""`rtab service`: a unit for systemd that starts the host with the machine, for this user and this installation."""

import os
import sys
from pathlib import Path

from host.doors.command.line import parse_command_line
from host.doors.local.settings import UnfitSetting, read_settings

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


def run(argv: list[str]) -> int:
    """Run `rtab service`: print the systemd unit that starts the host with the machine."""
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
