"""A bare Debian with nothing but Python: from the wheel to a game in a browser, and on with an old folder."""

import os
import re
import shutil
import signal
import subprocess
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from host import VERSION
from host.shown.picture.fonts import CJK_PACKAGE
from tests.behind_a_proxy import free
from tests.chromium import FLAGS, chromium
from tests.dockerfile import KEPT, Builder, Stage
from tests.releases import kept
from tests.waiting import LONGEST
from workshop import release

ROOT = Path(__file__).parent.parent
UV = ROOT / ".tools/python/bin/uv"
OLD = ROOT / "tests/releases/2026-11-22"
OLD_COMMIT = "27238161"  # the release of 22 November, as its folder was made
STORE_FILE = "rtab.sqlite"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap"),
]


class Machine:
    """A root folder in which commands are typed by a user of its own."""

    def __init__(self, root, wheel, font):
        reach = {name: value for name, value in os.environ.items() if KEPT.match(name)}
        self.stage = Stage(root, folder="/home/operator", user="1000")
        self.stage.environment |= reach | {"HOME": "/home/operator", "LANG": "C.UTF-8"}
        self.stage.environment["UV_SYSTEM_CERTS"] = "1"
        self.wheel, self.font = (f"/home/operator/{each.name}" for each in (wheel, font))

    def types(self, *words):
        """What a command says."""
        done = subprocess.run(self.stage.argv(words), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{words}: {done.stdout[-1000:]}{done.stderr[-2000:]}"
        return done.stdout

    @contextmanager
    def plays(self, *words, ends=(0,)):
        """The link that `rtab play` prints, while it runs; stopped, it returns one of `ends`."""
        self.stage.environment["PORT"] = str(free())
        with subprocess.Popen(self.stage.argv([*words, "play"]), stdout=subprocess.PIPE, text=True) as host:
            assert host.stdout
            try:
                said = [host.stdout.readline() for _ in range(2)]
                link = re.search(r"http://\S+/g/\w+", said[1])
                assert link, said
                yield link[0]
            finally:
                host.send_signal(signal.SIGTERM)
                assert host.wait(LONGEST) in ends


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    scratch = tmp_path_factory.mktemp("bare")
    builder = Builder(ROOT, scratch)
    builder.bootstrap()
    _, wheel, font = release.build_release(scratch / "dist", str(UV))
    home = builder.base / "home/operator"
    home.mkdir()
    for made in (wheel, font):
        shutil.copy(made, home)
    for name in ("uv", "uvx"):
        shutil.copy(UV.with_name(name), builder.base / "usr/local/bin")
    os.chown(home, 1000, 1000)
    return Machine(builder.base, wheel, font)


def test_uvx_brings_a_game_into_a_browser(machine):
    browser = chromium()
    assert browser, "this test needs a Chromium"
    with (
        machine.plays("uvx", "--from", machine.wheel, "rtab") as link,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=browser, args=FLAGS) as opened,
    ):
        page = opened.new_page()
        faults = []
        page.on("pageerror", lambda error: faults.append(error))  # noqa: PLW0108 - it wants to mark a function
        page.goto(link)
        assert VERSION in page.locator("footer").inner_text()
        page.goto(link.partition("/g/")[0])
        page.locator("form[action='/table'] button").first.click()
        page.wait_for_url("**/g/*")
        page.locator("#stage").wait_for()
        assert faults == []


def test_uvx_takes_the_wheel_of_the_font_along(machine):
    asked = ("rtab", "doctor")
    assert CJK_PACKAGE in machine.types("uvx", "--from", machine.wheel, *asked)
    assert CJK_PACKAGE not in machine.types("uvx", "--from", machine.wheel, "--with", machine.font, *asked)


def test_pipx_installs_it(machine):
    machine.types("python3", "-m", "venv", "/home/operator/pipx")
    machine.types("/home/operator/pipx/bin/pip", "install", "--quiet", "pipx")
    machine.types("/home/operator/pipx/bin/pipx", "install", machine.wheel)
    for command in ("rtab", "race-to-a-billion"):
        assert VERSION in machine.types(f"/home/operator/.local/bin/{command}", "version")


def test_a_folder_of_the_release_of_22_november_goes_on(machine):
    """The command is that of pipx, so the test before this one has installed it."""
    folder = machine.stage.root / "home/operator/old"
    folder.mkdir()
    (folder / STORE_FILE).write_bytes(kept.unpack(OLD / "folder" / STORE_FILE))
    for path in (folder, folder / STORE_FILE):
        os.chown(path, 1000, 1000)
    machine.stage.environment["RTAB_HOME"] = "/home/operator/old"
    rtab, made = "/home/operator/.local/bin/rtab", kept.read(OLD / "made.json")["games"]
    with machine.plays(rtab) as link:
        address = link.partition("/g/")[0]
        for name, game in made.items():
            with urllib.request.urlopen(f"{address}/g/{game['id']}", timeout=LONGEST) as answer:  # noqa: S310 - our own
                assert answer.status == 200, name
    listed = machine.types(rtab, "games")
    running = [game["id"] for game in made.values() if game["stage"] == "running"]
    assert running
    assert all(game in listed for game in running)
    assert "broken" not in listed


def build_old_wheel(scratch):
    """Build the wheel of 22 November from the history of this clone."""
    there = subprocess.run(
        ["git", "-C", ROOT, "cat-file", "-e", f"{OLD_COMMIT}^{{commit}}"], capture_output=True, check=False
    )
    if there.returncode:
        pytest.skip("this clone has no history, so the old wheel cannot be built")
    source = scratch / "old"
    source.mkdir()
    packed = subprocess.run(["git", "-C", ROOT, "archive", OLD_COMMIT], capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", source], input=packed.stdout, check=True)
    subprocess.run([UV, "build", "--quiet", "--wheel", "--out-dir", scratch / "wheel", source], check=True)
    return next((scratch / "wheel").glob("*.whl"))


def test_the_wheel_of_22_november_is_upgraded_with_its_folder(machine, tmp_path):
    """The old wheel makes a folder and a game; the new one, installed over it, goes on with them."""
    old = shutil.copy(build_old_wheel(tmp_path), machine.stage.root / "home/operator")
    os.chown(old, 1000, 1000)
    machine.types("python3", "-m", "venv", "/home/operator/upgraded")
    pip, rtab = "/home/operator/upgraded/bin/pip", "/home/operator/upgraded/bin/rtab"
    machine.types(pip, "install", "--quiet", f"/home/operator/{Path(old).name}")
    machine.stage.environment["RTAB_HOME"] = "/home/operator/of-the-old-wheel"
    with machine.plays(rtab, ends=(0, -signal.SIGTERM)) as link:  # the old host may be stopped before it listens for it
        game = link.rpartition("/")[2]
    machine.types(pip, "install", "--quiet", "--upgrade", machine.wheel)
    assert VERSION in machine.types(rtab, "version")
    with (
        machine.plays(rtab) as link,
        urllib.request.urlopen(f"{link.partition('/g/')[0]}/g/{game}", timeout=LONGEST) as answer,  # noqa: S310 - our own
    ):
        assert answer.status == 200
    assert "broken" not in machine.types(rtab, "games")
