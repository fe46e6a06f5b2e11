"""`make walk`: goes through docs/at-home.md on a bare machine, by the page alone (needs the network, for pip).

Everything that is typed stands in the page. A home is made that is empty, a wheel is built and installed there, and
what `systemctl` would start is started by hand from the unit that `rtab service` printed. Each step says how long it
took.
"""

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests import behind_a_proxy
from tests.fakes.telegram import BotApi, RealClock

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/at-home.md").read_text("utf-8")
KEPT = re.compile(r"pip_|.*_proxy$|ssl_cert|requests_ca", re.IGNORECASE)  # how this machine reaches the network
WHEEL = "race_to_a_billion-VERSION-py3-none-any.whl"
PATIENCE = 20.0


def block(begins):
    """The lines of the first block that is set apart after these words."""
    _, found, rest = PAGE.partition(begins)
    assert found, f"docs/at-home.md does not say {begins}"
    block = re.search(r"((?:^ {4}.*\n)+)", rest, re.MULTILINE)
    assert block
    return [line.strip() for line in block[1].splitlines()]


class Unit:
    """What systemd would do with the unit that was printed."""

    def __init__(self, machine):
        self.machine, self.process = machine, None

    def start(self):
        unit = (self.machine.home / ".config/systemd/user/rtab.service").read_text("utf-8")
        told = dict(re.findall(r"^(\w+)=(.*)$", unit.replace("%%", "%").replace("$$", "$"), re.MULTILINE))
        file = Path(told["EnvironmentFile"].removeprefix("-").replace("%h", str(self.machine.home)))
        lines = [*file.read_text("utf-8").splitlines(), *shlex.split(told["Environment"])]
        environment = self.machine.environment | dict(line.split("=", 1) for line in lines)
        self.process = subprocess.Popen(shlex.split(told["ExecStart"]), env=environment, stdout=subprocess.DEVNULL)

    def stop(self):
        """As it is told to, politely."""
        if self.process:
            self.process.terminate()
            assert self.process.wait(PATIENCE) == 0
        self.process = None

    def restart(self):
        self.stop()
        self.start()


class Machine:
    """A home with nothing in it, and somebody who types what the page says."""

    def __init__(self, home, port):
        self.home, self.port = home, port
        home.mkdir()
        kept = {name: value for name, value in os.environ.items() if KEPT.match(name)}
        self.environment = kept | {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "USER": "operator"}
        self.environment["PORT"] = str(port)
        self.unit = Unit(self)

    def types(self, line, *, code=0, **meant):
        """What the machine says to a line of the page, with what is meant by the words in capitals."""
        assert line in PAGE, f"docs/at-home.md does not say {line}"
        if line.startswith("systemctl"):
            word = re.findall(r"(?:enable|disable|restart|start|stop)\b", line)[-1]
            getattr(self.unit, {"enable": "start", "disable": "stop"}.get(word, word))()
            return ""
        if line.startswith("loginctl"):
            return ""
        if line.startswith("export PATH="):
            self.environment["PATH"] = f"{self.home}/rtab/bin:{self.environment['PATH']}"
            return ""
        for word, value in meant.items():
            line = line.replace(word, str(value))
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.home, env=self.environment, check=False, capture_output=True, text=True
        )
        assert done.returncode == code, f"{line}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def asks(self, path):
        """What the page answers at last, well or not."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def until(self, path, wanted):
        """The first answer that has this in it."""
        said = 0, ""
        for _ in range(int(PATIENCE * 10)):
            with contextlib.suppress(OSError):
                said = self.asks(path)
                if wanted in said[1]:
                    return said
            time.sleep(0.1)
        raise AssertionError(f"{path} never said {wanted}: {said}")


def copied(folder, version):
    """The source as whoever has cloned it has it, of this release or of one that calls itself otherwise."""
    for name in ("engine", "layers"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs/package.md", folder / "docs")
    there = folder / "layers/host/__init__.py"
    there.write_text(re.sub(r'(VERSION = )"[^"]+"', rf'\1"{version}"', there.read_text("utf-8")), "utf-8")


class Walk:
    """The way through the page, step by step."""

    def __init__(self, folder, api):
        self.folder, self.api = folder, api
        self.machine = Machine(folder / "home", behind_a_proxy.free())
        self.token = api.token

    def wheel(self, version):
        """Made in a clone."""
        source = self.folder / version
        source.mkdir()
        copied(source, version)
        self.machine.types(
            "pip wheel --no-deps .", **{"pip": "~/rtab/bin/pip", " .": f" -w {self.machine.home} {source}"}
        )

    def install(self):
        """From an empty home to the link of a living game."""
        made, installed, path, play = block("## In five minutes")
        machine = self.machine
        machine.types(made)
        self.wheel("0.3.0")
        machine.types(installed, VERSION="0.3.0")
        machine.types(path)
        assert play == "rtab play"
        playing = subprocess.Popen(
            ["bash", "-c", f"exec {play}"], cwd=machine.home, env=machine.environment, stdout=subprocess.PIPE, text=True
        )
        assert playing.stdout
        assert f"{machine.home}/.rtab" in playing.stdout.readline()
        (link,) = re.findall(r"http://127\.0\.0\.1:\d+(/g/\w+)", playing.stdout.readline())
        assert machine.asks(link)[0] == 200
        playing.send_signal(signal.SIGINT)
        assert "Every game is saved" in playing.communicate(timeout=PATIENCE)[0]

    def settings(self, token):
        """The file that the unit reads, with a Telegram on this machine."""
        file = self.machine.home / ".config/rtab.env"
        file.write_text(f"TELEGRAM_BOT_TOKEN={token}\nTELEGRAM_API_URL={self.api.url}\nPORT={self.machine.port}\n")

    def start(self):
        """A unit; then the token is set, at first a wrong one."""
        machine = self.machine
        folder, service, file, *rest = block("## Start with the machine")
        for line in (folder, service, file):
            machine.types(line)
        assert (machine.home / ".config/rtab.env").stat().st_mode & 0o777 == 0o600
        self.settings("1:wrong" + "x" * 40)
        for line in rest:
            machine.types(line)
        status, said = machine.until("/healthz", "telegram")
        assert status == 503
        assert "wrong" not in said
        self.settings(self.token)
        machine.types("systemctl --user restart rtab")
        machine.until("/healthz", "ok\n")
        assert "A host runs on" in machine.types("rtab play", code=2)
        shell = "set -a; . ~/.config/rtab.env; set +a"
        assert shell in PAGE
        said = machine.types("rtab doctor", rtab=f"{shell}; rtab")
        assert "The token is good" in said, said

    def watch(self):
        """The operator finds where they are told."""
        self.ann = self.api.user("Ann")
        self.ann.writes("/start")
        self.api.wait_for(lambda: self.ann.messages[1:], PATIENCE)
        said = self.machine.types("rtab people")
        assert f"telegram:{self.ann.id}" in said

    def playing(self):
        """Ann opens a game against two computers, and begins."""
        self.ann.writes("/newgame season7 daily")
        self.api.wait_for(lambda: any("Join" in message.buttons for message in self.ann.messages), PATIENCE)
        for line in ("/join", "/bots 2", "/begin"):
            self.ann.writes(line)
        self.on("1 hidden answer")  # of the computers there is nothing to wait for

    def on(self, waiting):
        """Ann's game runs, and waits for this."""
        for _ in range(int(PATIENCE)):
            said = self.machine.types("rtab games --over", **{" --over": ""})
            if re.search(f"season7 +running +waits for {waiting}", said):
                return
            time.sleep(1)
        raise AssertionError(said)

    def backup(self):
        """One now; the game plays on."""
        said = self.machine.types("rtab backup")
        self.kept = self.machine.home / said.strip().splitlines()[-1].split()[-1]
        assert self.kept.exists(), said

    def update(self):
        """To a wheel of another number, and back to the first."""
        self.wheel("0.3.1")
        for version in ("0.3.1", "0.3.0"):
            for line in block("**Update**"):
                said = self.machine.types(line, VERSION=version)
                assert line != "rtab rehearse" or " 0 of them would differ" in said, said
            assert version in self.machine.types("rtab version")
            self.machine.until("/healthz", "ok\n")
            assert version in self.machine.asks("/")[1]
            self.on("1 hidden answer")

    def restore(self):
        """The host goes on from the backup."""
        for line in ("systemctl --user stop rtab", "rtab restore FILE", "systemctl --user start rtab"):
            self.machine.types(line, FILE=self.kept)
        self.machine.until("/healthz", "ok\n")
        self.on("1 hidden answer")

    def move(self):
        """To another machine: the first is stopped for good."""
        old = self.machine
        old.types("systemctl --user stop rtab")
        new = self.machine = Machine(self.folder / "elsewhere", old.port)
        made, installed, path, _ = block("## In five minutes")
        shutil.copy(next(old.home.glob("*0.3.0*.whl")), new.home)
        for line in (made, installed, path):
            new.types(line, VERSION="0.3.0")
        new.types("rtab restore FILE", FILE=self.kept)
        folder, service, file, *rest = block("## Start with the machine")
        for line in (folder, service, file):
            new.types(line)
        self.settings(self.token)
        for line in rest:
            new.types(line)
        new.until("/healthz", "ok\n")

    def goodbye(self):
        """Everybody hears of it, and takes their records."""
        machine = self.machine
        machine.types('rtab farewell "We close on Sunday."')
        self.api.wait_for(lambda: any("We close on Sunday." in each.text for each in self.ann.messages), PATIENCE)
        assert "would end" in machine.types("rtab goodbye FOLDER", FOLDER="records", code=1)
        said = machine.types("rtab goodbye FOLDER --yes", FOLDER="records")
        for _ in range(int(PATIENCE)):
            if "\n0 places" in said:
                break
            time.sleep(1)
            said = machine.types("rtab goodbye FOLDER", FOLDER="records")
        else:
            raise AssertionError(said)
        self.nothing_opens()
        (mine,) = (machine.home / "records").glob("Ann-*.txt")
        assert "Ann" in mine.read_text("utf-8").splitlines()[:5]
        machine.types("rtab keepsakes FOLDER", FOLDER="again")
        machine.types("rtab forget PERSON", PERSON="Ann", code=1)
        machine.types("rtab forget PERSON", PERSON="Ann --yes")
        machine.types("systemctl --user disable --now rtab")

    def nothing_opens(self):
        """Neither while somebody looks at the page, nor when they ask for a table, nor at the next start."""
        machine, heard = self.machine, len(self.ann.messages)
        machine.asks("/")
        self.ann.writes("/newgame season7 daily")
        self.api.wait_for(lambda: any("saying goodbye" in each.text for each in self.ann.messages[heard:]), PATIENCE)
        for line in ("systemctl --user stop rtab", "systemctl --user start rtab"):
            machine.types(line)
        machine.until("/healthz", "ok\n")
        machine.asks("/")
        time.sleep(2)  # the show is looked after four times a second
        assert machine.types("rtab games --over", **{" --over": ""}).endswith("0 open games\n")

    def proxies(self):
        """Those that are installed here."""
        for name in behind_a_proxy.there():
            assert all(well for _, well in behind_a_proxy.tried(name)), name


STEPS = ("install", "start", "proxies", "watch", "playing", "backup", "update", "restore", "move", "goodbye")


def main():
    """Every step, one after the other."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name, BotApi(clock=RealClock(), limits=None) as api:
        walk = Walk(Path(name), api)
        try:
            for step in STEPS:
                since = time.monotonic()
                getattr(walk, step)()
                sys.stdout.write(f"{step}: OK, {time.monotonic() - since:.0f} s\n")
                sys.stdout.flush()
        finally:
            walk.machine.unit.stop()
    proxies = " and ".join(behind_a_proxy.there()) or "no proxy, for none is here"
    sys.stdout.write(f"The whole page in {time.monotonic() - begun:.0f} s, behind {proxies}.\n")


if __name__ == "__main__":
    main()
