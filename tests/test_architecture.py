"""docs/architecture.md says which rooms there are and where things stand; that is so."""

import re
from pathlib import Path

import pytest

from tests.fences.games import SHARED
from tests.fences.rooms import ROOMS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`((?:host|engine|tests|said|core)/[\w/.]+)`", PAGE)))


@pytest.mark.parametrize("path", PATHS)
def test_every_file_exists(path):
    inside = {"host": "layers", "said": "layers/host", "core": "layers/host"}
    assert (ROOT / inside.get(path.partition("/")[0], ".") / path).exists()


def test_the_rooms_of_the_host_look_where_they_may():
    rows = re.findall(
        r"^\| `(\w+)` \| [^|]* \| ([^|]*)\|$",
        PAGE.partition("## Rooms of the host")[2].partition("## Libraries")[0],
        re.MULTILINE,
    )
    told = {room: set(re.findall(r"\w+", looks)) for room, looks in rows if room in ROOMS}
    assert told == {**ROOMS, "doors": {"all"}, "extras": {"all", "doors", "too"}}
    assert len(PATHS) > 10


def test_every_room_of_the_engine_is_named():
    rooms = {path.name for path in (ROOT / "engine").iterdir() if (path / "__init__.py").exists()}
    named = set(
        re.findall(r"`(\w+)`", PAGE.partition("## Rooms of the engine")[2].partition("\n\n|")[2].partition("\n\n")[0])
    )
    assert rooms | SHARED <= named
