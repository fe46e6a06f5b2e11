"""What an operator can do at the machine, with a host running on it or not."""

import json
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store.items import MOVED_HOST_KEY, Item, PutItem
from host.core.store.sqlite import SCHEMA, SqliteTable
from host.core.transaction import NO_SUCH_GAME
from host.people.accounts import is_operator_token
from host.shown import views
from host.shown.picture import fonts
from tests.children import COMMAND
from tests.fakes.telegram import BotApi
from tests.host.operating.conftest import PEOPLE


@pytest.fixture(autouse=True)
def settings(monkeypatch):
    for name in ("PORT", "TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL"):
        monkeypatch.delenv(name, raising=False)


def test_games_are_listed_with_those_they_wait_for(at_home, rtab):
    at_home.host.now.now += 7200
    code, out, _ = rtab("games")
    game, count = out.splitlines()
    assert (code, count) == (0, "1 open game")
    assert game.startswith(f"{at_home.game}  season7")
    assert "waits for 3 sealed answers, for" in game  # who has sealed is nobody's business
    at_home.play(5)
    assert any(name in rtab("games")[1] for name in ("Ann", "Bob", "Cat"))


def test_finished_games_are_listed_by_themselves(at_home, rtab):
    assert rtab("games", "--over")[:2] == (0, "0 finished games\n")
    for name in PEOPLE[:2]:  # with one player left, the game ends
        assert seats.leave_game(at_home.host, at_home.command(name), at_home.game).ok
    code, out, _ = rtab("games", "--over")
    game, count = out.splitlines()
    assert (code, count) == (0, "1 finished game")
    assert game.split()[:2] == [at_home.game, "season7"]
    assert rtab("games")[1] == "0 open games\n"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_no_text_is_one_fault_with_its_name(rtab, tmp_path, command):
    (path := tmp_path / "picture.rtab").write_bytes(b"\xff\xfe")
    code, out, _ = rtab(command, str(path))
    assert code == 1
    assert out.startswith(f"{path} is not a text")


def test_a_game_is_shown_as_everybody_sees_it(at_home, rtab):
    at_home.play(12)
    code, out, _ = rtab("show", at_home.game)
    assert code == 0
    view = views.load_game_view(at_home.host, at_home.game).view
    assert view
    assert f"{view.panels[0].title}: " in out  # which round it is goes by what was drawn
    assert " 1. " in out
    assert max(map(len, out.splitlines())) < 160
    assert "|" in out
    assert "You hold" not in out


def test_a_lobby_is_shown_and_brought_back(at_home, rtab, tmp_path):
    command = Command(by="ann")
    game = games.open_lobby(at_home.host, command, "season7").game
    games.sit_at_table(at_home.host, command, game, Guest("ann", "Ann"))
    games.add_bot(at_home.host, command, game)
    assert rtab("show", game)[1].splitlines()[1:] == ["  Ann", "  Ada (bot)"]
    file = tmp_path / "lobby.json"
    file.write_text(rtab("export", game, "--json")[1])
    assert rtab("import", str(file))[1].partition("  ")[2] == "lobby\n"  # its clocks have not begun to run


def test_why_tells_the_public_part_and_with_secrets_all_of_it(at_home, rtab):
    at_home.play(12)
    assert "partial" in rtab("why", at_home.game)[1]
    code, out, _ = rtab("why", at_home.game, "--secrets")
    assert code == 0
    assert f"secret   {at_home.session.secret}" in out
    assert at_home.host.store.load_log(at_home.game, at_home.session.entries - 1)[0].kind == "secrets"


def test_clocks_are_stopped_and_started(at_home, rtab):
    assert rtab("pause", at_home.game) == (0, "", "")
    assert at_home.session.paused
    assert " paused " in rtab("games")[1]
    assert rtab("pause", at_home.game) == (1, "", "The clocks are already stopped.\n")
    assert rtab("resume", at_home.game) == (0, "", "")
    assert not at_home.session.paused


@pytest.mark.whole
def test_a_game_goes_out_and_comes_back(at_home, rtab, tmp_path):
    at_home.play()
    _, text, _ = rtab("export", at_home.game)
    file = tmp_path / "game.rtab"
    file.write_text(text)
    assert rtab("replay", str(file))[0] == 0
    assert rtab("verify", str(file))[0] == 0
    _, whole, _ = rtab("export", at_home.game, "--json")
    assert json.loads(whole)["session"]["id"] == at_home.game
    (tmp_path / "game.json").write_text(whole)
    for name in ("game.rtab", "game.json"):
        code, out, _ = rtab("import", str(tmp_path / name))
        assert code == 0
        assert rtab("export", out.split()[0])[0] == 0


def test_an_export_of_a_running_game_for_import_is_heard_of_at_the_table(at_home, rtab):
    rtab("export", at_home.game, "--json")
    (last,) = at_home.host.store.load_log(at_home.game, at_home.session.entries - 1)
    assert last.kind == "secrets"


@pytest.mark.parametrize("word", ["show", "why", "pause", "resume", "export"])
def test_a_game_that_is_not_there_is_said_so(at_home, rtab, word):
    assert at_home.session
    assert rtab(word, "nonsense") == (1, "", f"{NO_SUCH_GAME}\n")


@pytest.mark.parametrize("argv", [["games", "x"], ["show"], ["why"], ["pause"], ["resume"], ["import"]])
def test_a_line_that_is_not_right_is_answered_with_one_that_is(rtab, argv):
    code, _, err = rtab(*argv)
    assert (code, err.startswith(f"usage: rtab {argv[0]}")) == (2, True)


@pytest.mark.parametrize("word", ["games", "show", "why", "pause", "resume", "import"])
def test_whoever_asks_how_a_command_goes_is_told(rtab, word):
    code, out, err = rtab(word, "--help")
    assert (code, out.startswith(f"usage: rtab {word}"), err) == (0, True, "")


def test_what_cannot_be_brought_back_is_said_in_a_sentence(at_home, rtab, tmp_path):
    there = tmp_path / "game"
    assert rtab("import", str(there)) == (1, "", f"{there} cannot be read: No such file or directory.\n")
    there.write_bytes(bytes(range(128, 256)))
    assert rtab("import", str(there)) == (1, "", f"{there} is not a text.\n")
    whole = rtab("export", at_home.game, "--json")[1]
    there.write_text(whole.replace('"ruleset":"season7"', '"ruleset":"croquet"'))
    assert rtab("import", str(there)) == (1, "", "This host has no game called “croquet”.\n")
    assert rtab("games")[1].endswith("1 open game\n")


def test_without_a_host_there_are_no_games(rtab, tmp_path, monkeypatch):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "none"))
    code, _, err = rtab("games")
    assert (code, "There are no games in" in err, "rtab play" in err) == (1, True, True)


# -- the doctor


def test_the_doctor_finds_a_running_host_well(at_home, rtab, monkeypatch):
    monkeypatch.setattr("time.time", at_home.host.now)
    at_home.host.now.now += 100
    ticking.record_heartbeat(at_home.host)
    code, out, _ = rtab("doctor")
    assert code == 0
    assert all(line.endswith(": OK") for line in out.splitlines())
    assert f"schema {SCHEMA}" in out


@pytest.mark.usefixtures("at_home")
def test_the_doctor_says_how_to_get_the_large_font_and_is_content_without_it(rtab, monkeypatch):
    with_it = rtab("doctor")
    assert fonts.CJK_PACKAGE not in with_it[1]
    monkeypatch.setattr(fonts, "CJK_MODULE", "a_package_that_is_not_installed")
    code, out, _ = rtab("doctor")
    assert code == with_it[0]
    assert f"pip install {fonts.CJK_PACKAGE}: OK\n" in out


def test_the_doctor_says_what_to_do(at_home, rtab, monkeypatch):
    ticking.record_heartbeat(at_home.host)
    monkeypatch.setattr("time.time", lambda: at_home.host.now.now + 3600)
    code, out, _ = rtab("doctor")
    assert code == 1
    assert "heartbeat 3600 s ago: No host runs here now. Start it: rtab play" in out
    monkeypatch.setattr("time.time", lambda: at_home.host.now.now - 3600)
    assert "ahead of the clock" in rtab("doctor")[1]
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert "years slow" in rtab("doctor")[1]


def test_the_doctor_sees_a_file_that_is_no_database(tmp_path, rtab, monkeypatch):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    (tmp_path / "rtab.sqlite").write_bytes(b"this is no database" * 100)
    code, out, _ = rtab("doctor")
    assert (code, "It does not open" in out) == (1, True)


def test_the_doctor_sees_a_database_from_the_future(tmp_path, rtab, monkeypatch):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    future = sqlite3.connect(tmp_path / "rtab.sqlite")
    future.execute("pragma user_version = 99")
    future.close()
    code, out, _ = rtab("doctor")
    assert (code, "newer release" in out) == (1, True)


def test_the_doctor_sees_a_folder_that_is_none(tmp_path, rtab, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "file"))
    code, out, _ = rtab("doctor")
    assert (code, "is no folder" in out) == (1, True)


@pytest.mark.parametrize(("file", "fits"), [("none/log", False), (".", False), ("log", True), ("rtab.sqlite", True)])
def test_the_doctor_sees_a_log_that_cannot_be_written(at_home, rtab, monkeypatch, tmp_path, file, fits):
    monkeypatch.setattr("time.time", at_home.host.now)
    ticking.record_heartbeat(at_home.host)
    monkeypatch.setenv("RTAB_LOG_FILE", str(tmp_path / file))
    code, out, _ = rtab("doctor")
    assert (code, f"log {tmp_path / file}: OK" in out, "RTAB_LOG_FILE" in out) == (int(not fits), fits, not fits)
    assert not (tmp_path / "log").exists()


def test_the_doctor_of_a_first_start_that_failed_says_how_to_start(rtab, monkeypatch, tmp_path):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    SqliteTable(tmp_path / "rtab.sqlite").close()
    code, out, _ = rtab("doctor")
    assert (code, "heartbeat never: Nothing was ever kept here. Start it: rtab play." in out) == (1, True)


@pytest.mark.parametrize(("name", "value"), [("PORT", "x"), ("TELEGRAM_BOT_TOKEN", "x"), ("TELEGRAM_API_URL", "x")])
def test_the_doctor_sees_settings_that_do_not_fit(rtab, monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    code, out, _ = rtab("doctor")
    assert (code, out.startswith(f"settings: {name}")) == (1, True)


def test_the_doctor_asks_telegram(tmp_path, rtab, monkeypatch):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    with BotApi(limits=None) as api:
        monkeypatch.setenv("TELEGRAM_API_URL", api.url)
        monkeypatch.setenv("TELEGRAM_BOT_TOKEN", api.token)
        code, out, _ = rtab("doctor")
        assert "The token is good" in out
        assert (code, "rtab telegram setup" in out) == (1, True)
        monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "1:wrong")
        code, out, err = rtab("doctor")
        assert code == 1
        assert "1:wrong" not in out + err


def damage(season, pk, sk, column="body", value=b"{"):
    with sqlite3.connect(season.folder / "rtab.sqlite") as db:
        db.execute(f"update items set {column} = ? where pk = ? and sk = ?", (value, pk, sk))  # noqa: S608 - our own
    db.close()


def test_the_doctor_sees_a_damaged_game_and_that_it_is_mended(at_home, rtab, monkeypatch, tmp_path):
    monkeypatch.setattr("time.time", at_home.host.now)
    ticking.record_heartbeat(at_home.host)
    at_home.folder = tmp_path
    body = at_home.host.store.table.get(f"game/{at_home.game}", "session").body
    damage(at_home, f"game/{at_home.game}", "session")
    code, out, _ = rtab("doctor")
    assert (code, f"game/{at_home.game} session cannot be read" in out) == (1, True)
    assert f"game/{at_home.game} session  is damaged" in rtab("games")[1]
    assert rtab("mend")[0] == 1
    damage(at_home, f"game/{at_home.game}", "session", value=body)
    assert rtab("doctor")[0] == 0
    assert rtab("games")[1].endswith("1 open game\n")
    assert rtab("mend") == (0, "Everything is well.\n", "")


def test_lists_and_clocks_are_put_right_from_the_games(at_home, rtab, monkeypatch, tmp_path):
    monkeypatch.setattr("time.time", at_home.host.now)
    ticking.record_heartbeat(at_home.host)
    at_home.folder, ann = tmp_path, f"person:{at_home.people['ann']}"
    damage(at_home, ann, "games", "counts", "{")
    damage(at_home, f"game/{at_home.game}", "session", "shelf", "")
    code, out, _ = rtab("doctor")
    assert (code, "1 clocks do not fit: rtab mend" in out, f"{ann} games cannot be read" in out) == (1, True, True)
    assert at_home.host.store.list_open_game_ids(ann) == []
    code, out, _ = rtab("mend")
    assert (code, f"clocks wound again: {at_home.game}" in out) == (0, True)
    assert at_home.host.store.list_open_game_ids(ann) == [at_home.game]
    assert at_home.host.store.list_due_games(float("inf")) == [at_home.game]
    assert rtab("doctor")[0] == 0


def test_nothing_moves_while_something_cannot_be_read(at_home, rtab, tmp_path):
    at_home.folder = tmp_path
    damage(at_home, f"game/{at_home.game}", "log/0000001")
    code, _, err = rtab("migrate", str(tmp_path), str(tmp_path / "new"))
    assert (code, f"are damaged: game/{at_home.game} log/0000001" in err) == (1, True)


@pytest.mark.whole
def test_what_was_exported_for_import_is_also_printed_as_a_transcript(at_home, rtab, tmp_path):
    at_home.play()
    file = tmp_path / "game.json"
    file.write_text(rtab("export", at_home.game, "--json")[1])
    assert rtab("export", str(file)) == rtab("export", at_home.game)


def test_the_doctor_does_not_send_anybody_to_a_folder_from_which_all_has_moved(at_home, rtab):
    at_home.host.store.table.write([PutItem(Item(*MOVED_HOST_KEY, b"table:new", 1))])
    code, out, _ = rtab("doctor")
    assert code == 1
    assert "what was kept: Everything has moved; it is at table:new, and no host starts here." in out
    assert "Start it" not in out


@pytest.mark.parametrize(
    "line",
    [
        "games",
        *(
            pytest.param(line, marks=pytest.mark.whole)
            for line in ("show {game}", "why {game}", "games --help", "help")
        ),
    ],
)
def test_a_reader_who_has_seen_enough_is_no_fault_of_the_store(at_home, line):
    """What each command writes leaves at once here, as what is too long for a buffer does."""
    command = [sys.executable, "-u", "-c", COMMAND, *line.format(game=at_home.game).split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as rtab:
        assert rtab.stdout is not None
        assert rtab.stderr is not None
        rtab.stdout.close()
        assert rtab.stderr.read() == b""
    assert rtab.returncode == 0


def test_a_link_to_the_operators_page_is_printed_and_ended(at_home, rtab, monkeypatch):
    now = replace(at_home.host, now=time.time)
    code, out, _ = rtab("operator")
    link = out.splitlines()[0]
    assert (code, link.startswith("http://127.0.0.1:8080/operator/")) == (0, True)
    assert is_operator_token(now, link.rpartition("/")[2])
    monkeypatch.setenv("RTAB_WEB", "https://games.example.org/")
    another = rtab("operator")[1].splitlines()[0]
    assert another.startswith("https://games.example.org/operator/")
    assert not is_operator_token(now, link.rpartition("/")[2])
    assert rtab("operator", "--end")[0] == 0
    assert not is_operator_token(now, another.rpartition("/")[2])
