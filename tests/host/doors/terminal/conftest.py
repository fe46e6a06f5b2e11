"""A terminal of 80 columns with `rtab table` in it, driven through its keyboard."""

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios

import pytest

from host.doors.terminal.console import MORE
from tests import children
from tests.waiting import LONGEST

CODES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Terminal:
    def __init__(self, home, *words, columns=80, **environment):
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        known = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "RTAB_TABLE", "COLUMNS")}
        settings = known | {"RTAB_HOME": str(home), "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | environment
        settings |= {"PYTHONPATH": os.pathsep.join(sys.path)}
        command = children.python(children.COMMAND, "table", *words, "--pause", "0")
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=settings)
        os.close(theirs)
        self.raw = self.fresh = ""

    def reads(self, *texts):
        """Read on until one of these is on the screen, turning pages; gives all that came with it, without colours."""
        while not any(text in (seen := CODES.sub("", self.fresh).replace("\r", "")) for text in texts):
            ready, _, _ = select.select([self.ours], [], [], LONGEST)
            piece = b""
            with contextlib.suppress(OSError):  # the other side has hung up
                piece = os.read(self.ours, 65536) if ready else b""
            assert piece, f"none of {texts} came, but {seen[-2000:]}"
            self.raw += piece.decode("utf-8", "replace")
            self.fresh += piece.decode("utf-8", "replace")
            if CODES.sub("", self.fresh).endswith(f"{MORE} "):
                self.types("")
        self.fresh = ""
        return seen

    def types(self, line):
        os.write(self.ours, f"{line}\n".encode())

    def ends(self):
        while True:
            try:
                piece = os.read(self.ours, 65536)
            except OSError:
                piece = b""
            if not piece:
                break
            self.raw += piece.decode("utf-8", "replace")
        return self.process.wait(LONGEST)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.ours)

    @property
    def text(self):
        return CODES.sub("", self.raw).replace("\r", "")


@pytest.fixture
def terminal(tmp_path):
    open_now = []

    def opened(*words, **settings):
        open_now.append(Terminal(tmp_path / "home", *words, **settings))
        return open_now[-1]

    yield opened
    for each in open_now:
        each.close()
