"""docs/a-door.md leads through a door; what it names exists, and its announcement is the terminal's own."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

from engine.kernel.text import PLAIN_READER
from host.doors.reddit import menu as reddit
from host.doors.registry import Cloud, Door, list_doors
from host.doors.telegram.heard import command_menu as telegram
from host.doors.terminal import playing as terminal
from host.doors.terminal.opening import KeyboardRequest
from host.said.desk.menu import DESK
from host.said.desk.request import DeskRequest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/a-door.md").read_text("utf-8")
QUOTED = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
DOTTED = sorted({word for word in QUOTED if re.fullmatch(r"(?:host|engine)(?:\.\w+)+", word)})
PATHS = sorted({word for word in QUOTED if re.fullmatch(r"(?:layers|tests|docs)/[\w/.-]+", word)})
BARE = {word for word in QUOTED if re.fullmatch(r"[a-z_]+", word)}
OF_A_REQUEST = {name for name, _ in inspect.getmembers(DeskRequest)} | {"host", "words"}
OF_A_DOOR = {*Door.__struct_fields__, *Cloud.__struct_fields__}
OTHERS = {"does", "exactly", "names"}  # of a service, and of an answer


def found(dotted):
    """What a dotted name stands for."""
    parts = dotted.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            thing = getattr(thing, part)
        return thing
    raise AssertionError(dotted)


@pytest.mark.parametrize("dotted", DOTTED)
def test_every_name_exists(dotted):
    assert found(dotted) is not None


@pytest.mark.parametrize("path", PATHS)
def test_every_file_exists(path):
    assert (ROOT / path).exists()


def test_every_bare_word_is_one_of_a_request_a_door_or_an_answer():
    assert BARE <= OF_A_REQUEST | OF_A_DOOR | OTHERS
    assert len(DOTTED) > 15 and len(BARE) > 15


def test_the_announcement_stands_there_as_it_is():
    text = (ROOT / "layers/host/doors/terminal/door.py").read_text("utf-8")
    announced = PAGE[PAGE.index("DOOR = Door(") :].partition("```")[0]
    assert announced in text


def test_the_table_of_what_must_be_said_is_complete():
    must = DeskRequest.__abstractmethods__
    assert must <= BARE
    assert must <= set(vars(KeyboardRequest))


def test_every_door_is_found_by_its_folder():
    assert {door.name for door in list_doors()} == {"mail", "push", "reddit", "telegram", "terminal"}
    for door in list_doors():
        for target in (door.running, door.doctor, door.rings, *(command for command, _ in door.commands.values())):
            module, _, name = target.partition(":")
            assert not target or callable(getattr(importlib.import_module(module), name))


OFFERED = (telegram.MENU.keys(), reddit.MENU.keys(), {*terminal.LISTED_SERVICES, *terminal.KEYBOARD_COMMANDS})
TWICE = {word for word in set(DESK).union(*OFFERED) if sum(word in menu for menu in OFFERED) > 1}


def test_what_two_doors_offer_stands_at_the_desk():
    assert {"use", "board", "help"} <= TWICE <= DESK.keys()
    for word in ("use", "board", "help"):
        assert DESK[word].summary == reddit.MENU[word].summary
        assert str(DESK[word].summary) in PLAIN_READER.format_value(telegram.MENU[word].summary)


def test_every_service_of_the_desk_has_its_right_and_its_line():
    assert {service.right for service in DESK.values()} == {"anybody", "player", "host", "keeper"}
    assert all(str(service.summary) for service in DESK.values())
