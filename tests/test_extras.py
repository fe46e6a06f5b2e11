"""Each extra is deleted from a copy of the tree: everything else is imported, and a game is played on the page. With
all of them deleted, the tests that are left are collected.
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from host.core.context import Config, HostContext
from host.core.extras import list_extras, parse_without
from host.core.store import MemoryTable, Store
from host.doors.local.settings import UnfitSetting, read_settings
from tests.fakes.starting import SETTINGS
from tests.fences.extras import FOLDER, TESTS, extras
from tests.host.doors.web.visitor import Visitor

ROOT = Path(__file__).parent.parent
LEFT_OUT = (".git", ".venv", ".tools", ".aws-sam", ".*_cache", ".hypothesis", "__pycache__", "build", "dist")
IMPORT_AND_PLAY = """
import importlib, pathlib, sys

for floor in ("engine", "layers/host", "layers/workshop", "functions"):
    for path in sorted(pathlib.Path(floor).rglob("*.py")):
        name = ".".join(path.with_suffix("").parts).removeprefix("layers.").removesuffix(".__init__")
        importlib.import_module(name)

from host.core.context import HostContext
from host.core.session import RUNNING
from host.core.store import MemoryTable, Store
from host.core.extras import list_extras
from host.doors.command.commands import COMMANDS
from host.doors.web.app import PAGES, GAME_PAGES, GAME_PARTS
from tests.host.doors.web.visitor import Visitor

host = HostContext(Store(MemoryTable()))
visitor = Visitor(host)
visitor.go("/")
visitor.post("/table", game="season7", name="Ann")
(session,) = host.store.iter_sessions()
assert session.stage == RUNNING
for look in ("", *GAME_PAGES, *GAME_PARTS):
    assert visitor.ask("GET", f"/g/{session.id}/{look}").status < 500, look
for path, (read, _) in PAGES.items():
    assert not read or visitor.ask("GET", path).status < 500, path
assert 'action="/me/settings"' in visitor.go("/me")
assert "goodbye" in COMMANDS
print(*[extra.name for extra in list_extras()], sep="\\n", file=sys.stderr)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of everything."""
    root = tmp_path_factory.mktemp("extras") / "tree"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
    return root


@contextmanager
def deleted(tree, *names):
    """Leave these extras and their tests out of the copy meanwhile."""
    folders = {
        tree / floor / name: tree.parent / f"{n}-{name}" for n, floor in enumerate((FOLDER, TESTS)) for name in names
    }
    for folder, aside in folders.items():
        folder.rename(aside)
    try:
        yield
    finally:
        for folder, aside in folders.items():
            aside.rename(folder)


def run_there(tree, *words):
    settings = {**os.environ, **SETTINGS, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'layers'}"}
    settings.pop("AWS_CA_BUNDLE")
    return subprocess.run([sys.executable, *words], cwd=tree, env=settings, capture_output=True, text=True, check=False)


@pytest.mark.whole
@pytest.mark.parametrize("name", extras(ROOT))
def test_everything_else_goes_on_without_an_extra(name, tree):
    with deleted(tree, name):
        run = run_there(tree, "-c", IMPORT_AND_PLAY)
    assert run.returncode == 0, run.stderr
    assert run.stderr.split() == [other for other in extras(ROOT) if other != name]


@pytest.mark.whole
def test_without_any_extra_all_other_tests_are_collected(tree):
    with deleted(tree, *extras(ROOT)):
        # One test asks git for the names of all files as it is imported.
        rest = ("tests", "--ignore=tests/test_pages.py", "-m", "", "-n", "0", "-qq")
        run = run_there(tree, "-m", "pytest", "--collect-only", *rest)
    assert run.returncode == 0, run.stdout


def test_extras_are_found_by_their_folders():
    assert [extra.name for extra in list_extras()] == extras(ROOT)
    assert all(extra.summary for extra in list_extras())


def test_extras_are_switched_off_by_name():
    first, second, *_ = extras(ROOT)
    assert parse_without({"RTAB_WITHOUT": f"{first}, {second}"}) == (first, second)
    assert read_settings({"RTAB_WITHOUT": second}).without == (second,)
    with pytest.raises(UnfitSetting, match="RTAB_WITHOUT names 'weather'"):
        read_settings({"RTAB_WITHOUT": "weather"})


def test_what_is_switched_off_is_not_on_the_page():
    for extra in list_extras():
        host = HostContext(Store(MemoryTable()), Config(without=(extra.name,)))
        visitor = Visitor(host)
        visitor.go("/")
        visitor.post("/table", game="season7", name="Ann")
        page = visitor.go("/me")
        for button in extra.own_page_buttons:
            assert f'action="/me/{button.action}"' not in page
        for head in extra.page_folders:
            assert visitor.ask("GET", f"/{head}/x").status == 404
