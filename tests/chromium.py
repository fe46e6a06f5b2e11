"""Where the tests of the page find a Chromium: one that is there, or Playwright's own, fetched without being root.

`python -m tests.chromium` looks for one and fetches one where there is none; it never fails, for without a browser the
tests of the page are left out, and the run says so.
"""

import functools
import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

SILENT = (
    "10000"  # milliseconds that a place to fetch it from may say nothing; it is asked some times, and so are others
)
QUICK = "chromium-headless-shell"  # has no windows to draw: half the time of the processor, and no notices
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_CHROMIUM = (
    "LEFT OUT: {count} tests of the page, because no Chromium was found on this machine. "
    "Run `make browser` as root, or name yours in the variable CHROMIUM, and test again."
)
# It is to look at pages of this machine only, and to ask nobody else for anything.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=LocalNetworkAccessChecks",  # a page that stands for one elsewhere may show one of ours
    *("--renderer-process-limit=1", "--disable-site-isolation-trials"),  # each new page begins a process otherwise
]


@functools.cache
def chromium(*, notices=False):
    """The first Chromium that says its version, perhaps of those that show notices, or None; a name in CHROMIUM stands
    before all others.
    """
    if named := os.environ.get("CHROMIUM"):
        return named
    for found in filter(None, map(shutil.which, NAMES if notices else (QUICK, *NAMES))):
        if starts(found):
            return found
    own = playwrights_own()
    return own if starts(own) else None


def playwrights_own():
    """Where Playwright keeps the one it has fetched, or would."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def starts(path):
    """Is it there, with all the libraries that it needs?"""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False).returncode == 0
    except OSError:
        return False


def fetch():
    """Let Playwright fetch one. Where it can't be reached, the run goes on without, and before long."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    patience = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": SILENT} | os.environ
    try:
        subprocess.run(command, env=patience, capture_output=True, timeout=600, check=False)
    except subprocess.TimeoutExpired:
        return
    chromium.cache_clear()


def main():
    """Look for a browser that can do all that is wanted, and fetch one if there is none."""
    if chromium(notices=True) is None:
        sys.stdout.write("No Chromium is here: asking Playwright to fetch one, without being root.\n")
        sys.stdout.flush()
        fetch()
        own = chromium(notices=True)
        sys.stdout.write(f"It is at {own}.\n" if own else "None is to be had; the run goes on without it.\n")


if __name__ == "__main__":
    main()
