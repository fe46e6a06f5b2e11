"""Run what a change can break, in under a minute: `make mine`, or `python -m tests.mine BRANCH` for another than main.

Tests that were changed run themselves; a module runs the tests that name it, nearest first, and those of its folder; a
transcript, a page and a script run those that read them. It is a first look: `make test` has the last word.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 25  # files of tests; more take longer than a minute
ALWAYS = ["tests/test_fences.py"]
TRANSCRIPTS = "tests/test_transcripts.py"
ABOVE_ALL = {Path("tests"), Path("tests/host"), Path("tests/host/doors"), Path("tests/host/extras")}
READ_BY = (  # what is no module, and the tests that read it
    ("tests/transcripts/", [TRANSCRIPTS]),
    ("engine/", [TRANSCRIPTS]),
    ("docs/", ["tests/test_pages.py", "tests/test_commands_in_pages.py", "tests/test_settings.py"]),
    ("README.md", ["tests/test_pages.py", "tests/test_commands_in_pages.py"]),
    ("Makefile", ["tests/test_settings.py", "tests/test_tiers.py", "tests/test_without_browser.py"]),
    ("template.yaml", ["tests/host/doors/aws/test_template.py"]),
    ("pyproject.toml", ["tests/test_tiers.py", "tests/test_wheel.py"]),
)


def changed(against):
    """The files that differ from the branch, committed or not, and new ones."""
    base = git("merge-base", "HEAD", against).strip()
    return sorted({*git("diff", "--name-only", base).split(), *git("ls-files", "-o", "--exclude-standard").split()})


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def chosen(files, tests):
    """The files of tests that these changes concern, most concerned first; `tests` maps each to its text."""
    found = {name: 0 for name in files if name in tests}
    for file in files:
        for beginning, readers in READ_BY:
            found |= {name: 1 for name in readers if file.startswith(beginning) and name not in found}
        for name, rank in concerned(file, tests):
            found[name] = min(rank, found.get(name, rank))
    return [*ALWAYS, *sorted(found.keys() - set(ALWAYS), key=lambda name: (found[name], name))][:MOST]


def concerned(file, tests):
    """The tests that name a module or a helper of tests, those that name its package, and those beside it."""
    if not file.endswith(".py"):
        return
    module = re.sub(r"(/__init__)?\.py$", "", file.removeprefix("layers/")).replace("/", ".")
    package, _, last = module.rpartition(".")
    named = re.compile(rf"\b{re.escape(module)}\b|from {re.escape(package)} import [^\n]*\b{last}\b")
    folder = nearest_folder(file, tests)
    for name, text in tests.items():
        if named.search(text):
            yield name, 0 if name.endswith(f"/test_{last}.py") else 1
        elif name.endswith(f"/test_{last}.py"):
            yield name, 2
        elif folder and name.startswith(folder):
            yield name, 2 if last in text else 3


def nearest_folder(file, tests):
    """The folder of tests of this module's folder, or else of one above it, but not of all."""
    for folder in Path("tests", file.removeprefix("layers/").removeprefix("engine/")).parents:
        if folder in ABOVE_ALL:
            break
        if any(name.startswith(f"{folder.as_posix()}/") for name in tests):
            return f"{folder.as_posix()}/"
    return ""


def texts():
    """The text of each file of tests that needs no emulator."""
    paths = [path.relative_to(ROOT) for path in sorted(ROOT.glob("tests/**/test_*.py"))]
    return {path.as_posix(): (ROOT / path).read_text("utf-8") for path in paths if path.parts[1] != "aws"}


def main():
    against = sys.argv[1] if len(sys.argv) > 1 else "main"
    files = changed(against)
    names = chosen(files, texts())
    lines = [f"{len(files)} files differ from {against}; these tests look at them:", *names]
    sys.stdout.write("\n  ".join(lines) + "\n")
    sys.stdout.flush()
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *names], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
