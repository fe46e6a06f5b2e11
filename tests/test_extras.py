"""Each extra is deleted from a copy of the tree: everything else is imported, and a game is played on the page."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from host.core.context import Config, HostContext
from host.core.extras import list_extras, parse_without
from host.core.store import MemoryTable, Store
from host.doors.local.settings import UnfitSetting, read_settings
from tests.fakes.starting import SETTINGS
from tests.fences.extras import extras
from tests.host.doors.web.visitor import Visitor

ROOT = Path(__file__).parent.parent
IMPORT_AND_PLAY = """
import importlib, pathlib, sys

for floor in ("engine", "layers/host", "functions"):
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
    """A copy of everything but the tests of extras, and what the tests of the page play with."""
    root = tmp_path_factory.mktemp("tree")
    for floor in ("engine", "layers/host", "functions", "tests/fakes", "tests/host/doors/web"):
        shutil.copytree(ROOT / floor, root / floor, ignore=shutil.ignore_patterns("__pycache__", "in_a_browser"))
    for name in ("pyproject.toml", "template.yaml"):
        shutil.copy(ROOT / name, root / name)
    return root


@pytest.mark.whole
@pytest.mark.parametrize("name", extras(ROOT))
def test_everything_else_goes_on_without_an_extra(name, tree):
    folder, aside = tree / "layers/host/extras" / name, tree / f"{name}-aside"
    folder.rename(aside)
    try:
        settings = {**os.environ, **SETTINGS, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'layers'}"}
        settings.pop("AWS_CA_BUNDLE")
        run = subprocess.run(
            [sys.executable, "-c", IMPORT_AND_PLAY], cwd=tree, env=settings, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        assert run.stderr.split() == [other for other in extras(ROOT) if other != name]
    finally:
        aside.rename(folder)


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
