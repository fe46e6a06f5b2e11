"""Where there is no browser one is fetched, or the tests pass and say what was left out; if one is due, they fail."""

import http.server
import io
import os
import re
import shutil
import subprocess
import sys
import threading
import zipfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import chromium as browsers
from tests import conftest

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parent.parent
LINE = "tests of the page, because no Chromium was found on this machine. Run `make browser`"


SCRIPT = "#!/bin/sh\necho Chromium 1\n"  # says its version, as one that starts


def bare(tmp_path, **environment):
    """The variables of a machine where no browser is to be found, nor anything else."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CHROMIUM", "BROWSER", "PYTEST_XDIST", "PLAYWRIGHT", "MAKE", "MFLAGS"))
        and "proxy" not in name.lower()
    }
    nowhere = "http://127.0.0.1:9"  # where nobody listens
    return {
        **ours,
        "PATH": str(tmp_path),
        "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "fetched"),
        "PLAYWRIGHT_DOWNLOAD_HOST": nowhere,
        **environment,
    }


def run(tmp_path, *options, **environment):
    """A run of a test of the page and one other, where no browser is to be found."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-m", "not slow", *options]
    names = ("test_a_machine_without_a_browser_has_one_test_to_run", "test_a_machine_with_one_has_another")
    chosen = [f"tests/test_without_browser.py::{name}" for name in names]  # to load the whole host would take as long
    return done(*command, *chosen, environment=bare(tmp_path, **environment))


def done(*command, environment):
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def program(tmp_path, name, text=SCRIPT):
    """A program of this name in the way of whoever looks for one."""
    path = tmp_path / name
    path.write_text(text)
    path.chmod(0o755)
    return path


def looked_for(environment):
    """`python -m tests.chromium`, as `make test-all` begins."""
    said = done(sys.executable, "-m", "tests.chromium", environment=environment)
    assert (said.returncode, said.stderr) == (0, "")
    return said.stdout


def test_a_machine_without_a_browser_has_one_test_to_run():
    """It stands here for all tests that want no browser."""


def test_a_machine_with_one_has_another(chrome):
    """And it for all that do."""
    assert chrome.page().evaluate("() => navigator.userAgent")


def test_without_a_browser_the_page_is_left_out_loudly_and_the_run_passes(tmp_path):
    done = run(tmp_path, "-n", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(LINE) == 1
    assert re.search(r"LEFT OUT: [1-9]\d* tests", done.stdout)
    assert "1 passed" in done.stdout


def test_where_a_browser_is_insisted_upon_the_run_fails_without_one(tmp_path):
    done = run(tmp_path, "-n", "0", BROWSER="required")
    assert done.returncode != 0
    assert LINE in done.stdout + done.stderr


def test_the_line_says_how_many(monkeypatch):
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(conftest, "chromium", lambda **_: None)
    wanted = (("chrome",), ("host",), ("host", "chrome"), ("notices_chrome",))
    items = [SimpleNamespace(fixturenames=names) for names in wanted]
    others, said = items[1:2], []
    hook, option = SimpleNamespace(pytest_deselected=lambda **_: None), SimpleNamespace(markexpr="not slow")
    monkeypatch.setattr(conftest, "LEFT_OUT", {"pages": 0, "tests": 0, "files": 0})
    conftest.leave_out_pages(SimpleNamespace(hook=hook, option=option), items)
    conftest.pytest_terminal_summary(SimpleNamespace(write_line=lambda line, **_: said.append(line)))
    assert items == others
    assert said[-1].startswith(f"LEFT OUT: 3 {LINE} as root, or name yours in the variable CHROMIUM")


def test_the_browser_that_is_there_is_used_and_none_is_fetched(tmp_path):
    program(tmp_path, "chromium", "#!/bin/sh\nexit 127\n")  # its libraries are missing
    there = program(tmp_path, "google-chrome")
    environment = bare(tmp_path)
    used = done(sys.executable, "-c", "from tests.chromium import chromium; print(chromium())", environment=environment)
    assert used.stdout == f"{there}\n"
    assert looked_for(environment) == ""
    assert not (tmp_path / "fetched").exists()


@pytest.fixture
def mirror():
    """Where Playwright's own installer fetches what it wants: browsers that can say their version, and no more."""
    browser = packed()

    class Mirror(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(len(browser)))
            self.end_headers()
            self.wfile.write(browser)

        def log_message(self, *_):
            """Nobody reads it."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Mirror)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_quick_one_comes_first_and_only_for_notices_another(tmp_path):
    quick, other = program(tmp_path, "chromium-headless-shell"), program(tmp_path, "chromium")
    both = "from tests.chromium import chromium; print(chromium(), chromium(notices=True))"
    assert done(sys.executable, "-c", both, environment=bare(tmp_path)).stdout == f"{quick} {other}\n"


def test_where_none_is_there_playwright_fetches_one_with_nothing_else_on_the_machine(tmp_path, mirror):
    """There is no sudo and no package manager in its way, so nothing of it wants to be root."""
    environment = bare(tmp_path, PLAYWRIGHT_DOWNLOAD_HOST=f"http://127.0.0.1:{mirror.server_port}")
    asked, at = looked_for(environment).splitlines()
    assert asked == "No Chromium is here: asking Playwright to fetch one, without being root."
    own = Path(at.removeprefix("It is at ").removesuffix("."))
    assert own.is_relative_to(tmp_path / "fetched")
    assert own.read_text() == SCRIPT


BROWSERS = (  # as they are called for this machine or another, and what the installer wants beside them
    *("chrome-linux/chrome", "chrome-linux64/chrome", "chrome-linux/headless_shell", "ffmpeg-linux"),
    "chrome-headless-shell-linux64/chrome-headless-shell",
)


def packed():
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name in BROWSERS:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o755 << 16
            file.writestr(entry, SCRIPT)
    return archive.getvalue()


@pytest.mark.parametrize("trouble", ["refused", "silent"])
def test_where_none_is_to_be_had_it_says_so_and_lets_the_tests_go_on(monkeypatch, capsys, trouble):
    def installer(command, timeout, env, **_):
        assert command[1:] == ["-m", "playwright", "install", "chromium"]
        assert env["PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT"] == browsers.SILENT
        if trouble == "silent":
            raise subprocess.TimeoutExpired(command, timeout)
        return subprocess.CompletedProcess(command, 1)

    for name, fake in (("starts", lambda _: False), ("playwrights_own", lambda: "nowhere")):
        monkeypatch.setattr(browsers, name, fake)
    monkeypatch.setattr(browsers, "chromium", cache(browsers.chromium.__wrapped__))
    monkeypatch.setattr(subprocess, "run", installer)
    for name in ("CHROMIUM", "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT"):
        monkeypatch.delenv(name, raising=False)
    browsers.main()
    assert capsys.readouterr().out.endswith("None is to be had; the run goes on without it.\n")


@pytest.mark.parametrize(
    ("target", "steps"),
    [("test", ["pytest"]), ("test-all", ["python -m tests.chromium", 'pytest -m "not slow and not aws"'])],
)
def test_make_looks_for_a_browser_before_it_tests_in_one(tmp_path, target, steps):
    make = ["make", "--no-print-directory", "-n", "-o", ".venv/dev-installed", target]
    lines = done(*make, environment=bare(tmp_path, PATH=os.environ["PATH"])).stdout.splitlines()
    assert [line.rpartition("/")[2] for line in lines] == steps


APT = '#!/bin/sh\necho "$@" >> "$CALLS"\ncase "$*" in *" $LACKS") exit 100;; esac\n'
INSTALL = "install --yes --no-install-recommends"


def test_make_browser_installs_what_is_not_there_and_says_so_where_it_cannot(tmp_path):
    make, calls = [shutil.which("make"), "browser"], tmp_path / "calls"
    cannot = done(*make, environment=bare(tmp_path))
    assert cannot.returncode != 0
    assert "Install a Chromium by hand, or name yours in the variable CHROMIUM." in cannot.stderr
    program(tmp_path, "apt-get", APT)
    environment = bare(tmp_path, CALLS=str(calls))
    assert done(*make, environment=environment).returncode == 0
    assert calls.read_text().splitlines() == ["update", f"{INSTALL} chromium-headless-shell", f"{INSTALL} chromium"]
    program(tmp_path, "google-chrome")  # it would do; the quick one is worth having
    assert done(*make, environment=environment).returncode == 0
    assert calls.read_text().splitlines()[3:] == ["update", f"{INSTALL} chromium-headless-shell"]
    program(tmp_path, "chromium-headless-shell")
    assert done(*make, environment=environment).returncode == 0
    assert len(calls.read_text().splitlines()) == 5


def test_where_the_quick_one_is_not_to_be_had_another_does(tmp_path):
    make, calls = [shutil.which("make"), "browser"], tmp_path / "calls"
    program(tmp_path, "apt-get", APT)
    lacking = bare(tmp_path, CALLS=str(calls), LACKS="chromium-headless-shell")
    installed = done(*make, environment=lacking)
    assert installed.returncode == 0
    assert "a sixth longer" in installed.stderr
    assert calls.read_text().splitlines()[1:] == [f"{INSTALL} chromium-headless-shell", f"{INSTALL} chromium"]


MAKE = '#!/bin/sh\necho "$1${BROWSER:+ BROWSER=$BROWSER}" >> "$CALLS"\n[ "$1" != "$FAILS" ]\n'


@pytest.mark.parametrize("fails", ["", "browser", "test", "test-all"])
def test_a_run_of_all_that_is_promised_insists_on_a_browser(tmp_path, fails):
    program(tmp_path, "make", MAKE)
    calls, path = tmp_path / "calls", f"{tmp_path}:{os.environ['PATH']}"
    ran = done(".ci/run", environment=bare(tmp_path, PATH=path, CALLS=str(calls), FAILS=fails))
    steps = ["check", "audit", "counts", "test", "browser", "test-all BROWSER=required", "tools", "test-aws"]
    if fails:
        steps = steps[: 1 + [step.split()[0] for step in steps].index(fails)]
    assert calls.read_text().splitlines() == steps
    assert (ran.returncode == 0) is not bool(fails)
