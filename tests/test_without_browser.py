"""On a machine without a browser the tests pass, and say what was left out; where one is insisted upon, they don't."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINE = "LEFT OUT: 1 tests of the page, because no Chromium was found on this machine. Run `make browser`"


def run(tmp_path, *options, **environment):
    """A run of a test of the page and one other, where no browser is to be found."""
    ours = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CHROMIUM", "BROWSER", "PYTEST_XDIST"))
    }
    bare = {**ours, "PATH": str(tmp_path), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), **environment}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *options]
    names = ("test_a_machine_without_a_browser_has_one_test_to_run", "test_a_machine_with_one_has_another")
    chosen = [f"tests/test_without_browser.py::{name}" for name in names]  # to load the whole host would take as long
    return subprocess.run([*command, *chosen], cwd=ROOT, env=bare, capture_output=True, text=True, check=False)


def test_a_machine_without_a_browser_has_one_test_to_run():
    """It stands here for all tests that want no browser."""


def test_a_machine_with_one_has_another(chrome):
    """And it for all that do."""
    assert chrome.page().evaluate("() => navigator.userAgent")


def test_without_a_browser_the_page_is_left_out_loudly_and_the_run_passes(tmp_path):
    done = run(tmp_path, "-n", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert LINE in done.stdout
    assert "1 passed" in done.stdout


def test_where_a_browser_is_insisted_upon_the_run_fails_without_one(tmp_path):
    done = run(tmp_path, "-n", "0", BROWSER="required")
    assert done.returncode != 0
    assert LINE in done.stdout + done.stderr
