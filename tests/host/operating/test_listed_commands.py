"""What each command of an operator prints, on a machine with a game that runs, one that waits and one that is over."""

import io
import re
import time

import pytest

from engine.rulesets import RULESETS
from host.archive import history
from host.core import games
from host.core.context import load_engine_game
from host.core.games import Guest
from host.core.session import RUNNING
from host.core.stand_ins import pick_random_answer
from host.doors.command import main
from host.people import accounts
from tests import listings

pytestmark = pytest.mark.as_released
NOW = 1_800_000_000.0
LONGEST = 30  # lines of an answer
LINES = (
    *("games", "show {run}", "show {lobby}", "show {over}", "show nothing", "show", "why {run}", "why {run} --secrets"),
    *("why {over}", "why nothing", "pause {run}", "pause {run}", "games", "show {run}", "resume {run}", "resume {run}"),
    *("pause {lobby}", "pause {over}", "operator", "operator --new", "people", "forget", "forget nobody", "talk"),
    *("talk {run}", "export {run}", "export {over}", "export {lobby}", "export {over} --json", "export nothing"),
    *("export --demo x", "verify {file}", "verify nowhere.rtab", "replay {file}", "replay {home}"),
    *("rehearse", "rehearse {run}", "mend", "backup", "backup {home}/copy.sqlite", "farewell Bye"),
    *(
        "farewell",
        "goodbye",
        "goodbye --no",
        "import {json}",
        "import nowhere",
        "import {file} x",
    ),
    *("packs", "packs drop nothing", "packs add", "telegram", "reddit", "discord"),
    *("restore", "restore nowhere", "migrate", "migrate x y", "xyzzy", "gamse", "", "forget Cat", "people"),
)


DAMAGED = ("games", "show {run}", "mend", "backup", "people", "rehearse", "restore {home}/copy.sqlite", "games")


@pytest.fixture
def machine(at_home, monkeypatch, tmp_path):
    """Ann, Bob and Cat in the middle of a season, Ann in a lobby, and Ann and Bob, who have bid to the end."""
    for name in ("PORT", "TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL", "RTAB_TABLE", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(time, "time", lambda: NOW)
    host = at_home.host
    at_home.play(12)
    lobby = games.open_lobby(host, at_home.command("ann"), "deluxe", {}, "1h").game
    over = games.open_lobby(
        host, at_home.command("ann", "t:other"), "billionaire", {"goal": 100_000_000, "rounds": 10}, "1h"
    ).game
    for name in ("ann", "bob"):
        person = accounts.load_or_create_person(host, f"t:{name}", name.title(), f"t:{name}")
        games.sit_at_table(host, at_home.command(name), over, Guest(person.id, person.name, person.place))
        if name == "ann":
            games.sit_at_table(host, at_home.command(name), lobby, Guest(person.id, person.name, person.place))
    games.start_game(host, at_home.command("ann"), over)
    while (session := host.store.load_game(over).session).stage == RUNNING:
        question = load_engine_game(RULESETS["billionaire"], session)[0].list_questions()[0]
        name = at_home.command(("ann", "bob")[question.who == "p2"])
        games.submit_answer(host, name, over, question.id, pick_random_answer(question, at_home.dice))
    host.now.now = NOW
    (tmp_path / "game.rtab").write_text(history.export_transcript(host, over))
    (tmp_path / "game.json").write_bytes(history.load_archive(host, over).to_json())
    return {
        "run": at_home.game,
        "lobby": lobby,
        "over": over,
        "home": str(tmp_path),
        "file": str(tmp_path / "game.rtab"),
        "json": str(tmp_path / "game.json"),
    }


def answer(line, machine, capsys):
    code: str | int | None
    try:
        code = main(line.format(**machine).split(" ") if line else [])
    except SystemExit as end:
        code = end.code
    except EOFError:
        code = "asks, and nobody answers"
    told = capsys.readouterr()
    yield f"## rtab {line}: {code}"
    for mark, text in (("  ", told.out), ("! ", told.err)):
        lines = [each for each in text.splitlines() if each.strip()]
        left = len(lines) - LONGEST
        yield from (f"{mark}{each[:300]}" for each in lines[:LONGEST])
        if left > 0:
            yield f"{mark}({left} more)"


def hide(text, machine):
    return re.sub(r"\d+(\.\d+)? (ms|KB|MB|GB)\b", "…", text.replace(machine["home"], "HOME"))


def test_every_command_prints_what_is_listed(machine, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    lines = [said for line in LINES for said in answer(line, machine, capsys)]
    (tmp_path / "rtab.sqlite").write_bytes(b"no database" * 400)
    for beside in tmp_path.glob("rtab.sqlite-*"):
        beside.unlink()
    lines += [
        "# the file of the store is damaged",
        *(said for line in DAMAGED for said in answer(line, machine, capsys)),
    ]
    listings.compare("commands", [hide(line, machine) for line in lines])
