"""`rtab play` as a real process: a living game at once, only on loopback, and killed at any moment it goes on."""

import http.client
import random
import re
import socket
import subprocess
import sys
from urllib.parse import urlsplit

import msgspec
import pytest

from engine.rulesets import RULESETS, ruleset
from host.archive import rehearsing
from host.archive.history import iter_whole_log, load_archive
from host.archive.importing import import_game
from host.core import games, seats
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.events import OutageCredited
from host.core.games import Guest
from host.core.session import OVER, Clock, Command
from host.core.store import MemoryTable, Store
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.local import process as process_module
from host.doors.local import settings
from host.doors.local.process import UNWATCHED_SECONDS, LivingGame, LocalProcess
from host.doors.local.settings import LocalSettings, UnfitSetting, read_settings
from host.doors.telegram.door import TelegramAccount
from host.shown import views
from tests.host.doors.web.living import Caller, Living
from tests.host.doors.web.visitor import found
from tests.waiting import LONGEST, until

KILLS = 12


@pytest.fixture
def living(tmp_path):
    host = Living(tmp_path / "home")
    yield host
    host.kill()


def healthy(host):
    caller = Caller(host.url)
    until(lambda: caller.get("/healthz")[0] == 200, lambda: "the host was never ready")
    return caller


@pytest.mark.whole
def test_a_living_game_is_there_at_once_and_the_process_ends_politely(living, tmp_path):
    caller = healthy(living)
    assert living.said[0].strip() == f"Games are kept in {tmp_path / 'home'}"
    status, body, _ = caller.get(f"/g/{living.game}")
    assert status == 200
    assert "Quadrant 1" in body
    assert "Join this game" in body
    mark = found(r'data-version="([^"]*)"', body).replace("&quot;", '"')
    assert until(lambda: moved_on(caller, living.game, mark)) != mark
    code, out, err = living.stop()
    assert (code, err) == (0, "")
    assert "Every game is saved." in out


def moved_on(caller, game, mark):
    """The mark of the page if it shows something new."""
    status, _, headers = caller.get(f"/g/{game}/part", **{"If-None-Match": mark})
    assert status in {200, 304}
    return headers["ETag"] if status == 200 else None


@pytest.mark.whole
def test_it_listens_on_loopback_only(living):
    healthy(living)
    port = urlsplit(living.url).port
    assert port
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=LONGEST)


@pytest.mark.whole
def test_no_link_or_cookie_is_ever_written_anywhere_but_hashed(living, tmp_path):
    caller = healthy(living)
    _, body, _ = caller.get("/")
    once = found(r'name="once" value="(\w+)"', body)
    caller.post("/table", once=once, name="Ann")
    token = caller.cookie
    assert len(token) == 32
    assert caller.get(f"/p/{token}")[0] == 303
    _, out, err = living.stop()
    assert token not in out + err
    kept = b"".join(path.read_bytes() for path in (tmp_path / "home").iterdir())
    assert token.encode() not in kept


@pytest.mark.whole
@pytest.mark.as_released
def test_killed_at_any_moment_it_goes_on_where_it_was(tmp_path):
    """Whatever was answered is there after the kill; and the log leads to the very state that was saved."""
    luck = random.Random(7)
    home, caller, mine = tmp_path / "home", Caller(""), ""
    done: list[int] = []
    for _ in range(KILLS):
        living = Living(home, quick=True)
        caller.url = living.url
        mine = mine or own_table(caller)
        done = done or until(lambda game=mine: move(caller, game, luck))
        for _ in range(luck.randint(1, 60)):
            done += move(caller, mine, luck)
        living.kill()
    table = SqliteTable(home / "rtab.sqlite")
    host = HostContext(Store(table), Config())
    game = mine.removeprefix("/g/")
    answered = [entry.value for entry in iter_whole_log(host, game) if entry.kind == "answer"]
    assert done
    assert answered == done
    for each in (game, living.game):
        comes_to_the_same_state(host, each)
    table.close()


@pytest.mark.whole
@pytest.mark.parametrize("gone", [0, 90])
def test_a_kill_takes_nobody_any_time_and_what_is_given_back_is_said(tmp_path, gone):
    """Every deadline is as it was, but for the time in which the host was away if that was long."""
    home, ann, bob = tmp_path / "home", Caller(""), Caller("")
    host = Living(home, quick=True)
    ann.url = bob.url = host.url
    game = own_table(ann, "/new", bots=2).removeprefix("/g/")
    bob.post(f"/g/{game}/join", name="Bob")
    ann.post(f"/g/{game}/begin")
    for n in (1, 2):
        host.kill()
        before, log = deadlines(home, game)
        assert len(before) == 2
        host = Living(home, quick=True, later=gone * n)
        healthy(host)
        host.kill()
        after, more = deadlines(home, game)
        away = [told for entry in more[len(log) :] for told in entry.told if told.kind is OutageCredited]
        given = sum(told.facts["time"]["facts"]["n"] for told in away)  # in whole seconds
        assert (given >= 90) == bool(away) == bool(gone)
        assert after == pytest.approx({who: due + given for who, due in before.items()}, rel=0, abs=len(away))


def deadlines(home, game):
    """Until when each person may think about their question, and the log."""
    table = SqliteTable(home / "rtab.sqlite")
    store = Store(table)
    saved, log = store.load_game(game), store.load_log(game, limit=10_000)
    table.close()
    assert saved
    people = {player.seat for player in saved.session.players if not player.bot}
    return {clock.who: clock.due for clock in saved.session.clocks.values() if clock.who in people}, log


AT_ONCE = """
import threading
import host.core.context
from engine.kernel.record import _build_snapshot_decoder
from engine.rulesets import RULESETS
ready = threading.Barrier(8)
def load():
    ready.wait()
    for name in RULESETS:
        RULESETS[name]
threads = [threading.Thread(target=load) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(_build_snapshot_decoder.cache_info().misses)
"""


def test_games_can_be_loaded_by_many_threads_at_once_from_the_first_moment():
    """Each decoder of games is made by one thread alone: when two made the same one at once, the process crashed."""
    said = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=True)
    assert int(said.stdout) == len([name for name in RULESETS if name != "toy"])


def own_table(caller, path="/table", **fields):
    once = found(r'name="once" value="(\w+)"', caller.get("/")[1])
    return caller.post(path, once=once, name="Ann", **fields)[2]["Location"]


def move(caller, game, luck):
    """Ann taps a square if she is asked for one; gives it if it was accepted."""
    _, body, _ = caller.get(game)
    asked = [form for form in body.split("<form")[1:] if 'value="question:' in form]
    if not asked:
        return []
    once = found(r'name="once" value="([^"]+)"', asked[0])
    n = luck.choice(re.findall(r'name="square" value="(\d+)"', body))
    do = found(r'"(question:[^"]+)"', asked[0])
    status, _, _ = caller.post(f"{game}/square", once=once, do=do, value=n)
    return [int(n)] if status == 303 else []


def comes_to_the_same_state(host, game):
    """The log has no gap, nothing twice, and leads to what was saved."""
    log = list(iter_whole_log(host, game))
    assert [entry.n for entry in log] == list(range(len(log)))
    session = views.load_saved_game(host, game).session
    assert not session.held
    rules = ruleset("season7")
    begun = next(i for i, entry in enumerate(log) if entry.kind == "begin")
    assert rehearsing.replay_to(rules, session, log[begun:]).state == load_engine_game(rules, session)[0].state


def test_the_show_rests_while_nobody_looks_and_there_is_always_one(hands, monkeypatch):
    host = HostContext(Store(MemoryTable()), Config(), hands)
    monkeypatch.setattr("host.doors.local.process.time.monotonic", hands)
    show = LivingGame(host)
    game = show.find_or_open_game()
    show.pause_when_unwatched()
    assert not views.load_saved_game(host, game).session.paused
    hands.now += UNWATCHED_SECONDS + 1
    show.note_page_view("/healthz")
    show.pause_when_unwatched()
    assert views.load_saved_game(host, game).session.paused
    show.note_page_view(f"/g/{game}")
    show.pause_when_unwatched()
    assert not views.load_saved_game(host, game).session.paused
    seats.close_table(host, Command(by="house"), game)
    show.pause_when_unwatched()
    assert show.find_or_open_game() != game
    for each in (game, show.find_or_open_game()):
        session = views.load_saved_game(host, each).session
        assert session.ruleset == "season7"
        assert session.options.items() >= RULESETS["season7"].timed["half-hour"].items()


@pytest.mark.whole
def test_the_show_is_played_to_its_podium_and_the_next_one_is_opened(hands, monkeypatch):
    host = HostContext(Store(MemoryTable()), Config(), hands)
    monkeypatch.setattr("host.doors.local.process.time.monotonic", hands)
    show = LivingGame(host)
    game = show.find_or_open_game()
    session = views.load_saved_game(host, game).session
    assert (len(session.players), session.open_seats) == (4, True)
    assert games.sit_at_table(host, Command(by="guest"), game, Guest("guest", "Guest")).ok
    boards = set()
    for _ in range(8000):
        session = views.load_saved_game(host, game).session
        if session.stage == OVER:
            break
        hands.now = max(hands.now + 1, min(map(due_of, session.clocks.values()), default=0.0))
        show.note_page_view("/")
        ticking.sweep_due_games(host)
        show.pause_when_unwatched()
        view = views.load_game_view(host, game, "").view
        assert view
        boards |= {
            (panel.id == "SR", panel.board.rows, panel.board.columns)
            for panel in view.panels
            if panel.board and not panel.id.startswith("W")  # wildcard rounds have boards of their own
        }
    shown = views.load_game_view(host, game, "")
    assert shown.stage == OVER
    assert shown.view
    assert shown.view.over
    assert len(shown.view.standings) == 4
    assert shown.view.winners  # one of them may have fallen below the target since
    assert boards == {(False, 4, 4), (True, 4, 5)}
    assert sum(player.bot for player in session.players) == 3
    show.note_page_view("/")
    show.pause_when_unwatched()
    following = show.find_or_open_game()
    assert following not in ("", game)
    assert len(views.load_saved_game(host, following).session.players) == 4


def due_of(clock: Clock) -> float:
    return clock.due


def test_a_show_in_which_somebody_plays_goes_on_though_nobody_looks(hands, monkeypatch):
    host = HostContext(Store(MemoryTable()), Config(), hands)
    monkeypatch.setattr("host.doors.local.process.time.monotonic", hands)
    show = LivingGame(host)
    game = show.find_or_open_game()
    assert games.sit_at_table(host, Command(by="ann"), game, Guest("ann", "Ann")).ok
    hands.now += UNWATCHED_SECONDS + 1
    show.pause_when_unwatched()
    session = views.load_saved_game(host, game).session
    assert [player.bot for player in session.players].count(False) == 1
    assert not session.paused


def test_a_show_that_an_operator_has_paused_stays_so_and_another_is_on(hands, monkeypatch):
    host = HostContext(Store(MemoryTable()), Config(), hands)
    monkeypatch.setattr("host.doors.local.process.time.monotonic", hands)
    show = LivingGame(host)
    game = show.find_or_open_game()
    assert ticking.pause_session_clocks(host, Command(operator=True), game).ok
    show.note_page_view(f"/g/{game}")
    show.pause_when_unwatched()
    assert views.load_saved_game(host, game).session.paused
    assert show.find_or_open_game() != game
    hands.now += UNWATCHED_SECONDS + 1
    show.pause_when_unwatched()
    show.note_page_view("/")
    show.pause_when_unwatched()
    assert views.load_saved_game(host, game).session.paused
    assert not views.load_saved_game(host, show.find_or_open_game()).session.paused


def test_a_show_that_was_brought_back_waits_for_whoever_brought_it(hands):
    """An imported game stands still until `rtab resume`, whoever looks, though the house has opened it."""
    host = HostContext(Store(MemoryTable()), Config(), hands)
    show = LivingGame(host)
    again = import_game(host, msgspec.json.encode(load_archive(host, show.find_or_open_game())).decode())
    show.note_page_view(f"/g/{again}")
    show.pause_when_unwatched()
    assert views.load_saved_game(host, again).session.paused
    assert show.find_or_open_game() != again


FREE = ("RTAB_HOME", "RTAB_LOG_FILE", "RTAB_BACKUPS_TO", "RTAB_METRICS_TOKEN")  # any name or word fits


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"PORT": "http"}, "PORT"),
        ({"PORT": "70000"}, "PORT"),
        ({"TELEGRAM_BOT_TOKEN": "secret"}, "TELEGRAM_BOT_TOKEN"),
        *(({name: "maybe"}, name) for name in settings.SETTING_NAMES if name not in FREE),
        ({"RTAB_PUSH": "maybe"}, "RTAB_PUSH"),
        ({"RTAB_PUSH_SERVICES": "maybe"}, "RTAB_PUSH_SERVICES"),
    ],
)
def test_settings_that_do_not_fit_are_named_with_what_to_do(environment, word, monkeypatch, capsys):
    with pytest.raises(UnfitSetting, match=word):
        read_settings(environment)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["play"]) == 2
    assert word in capsys.readouterr().err


def test_a_port_that_is_taken_is_said_with_what_to_do(tmp_path, monkeypatch, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        monkeypatch.setenv("RTAB_HOME", str(tmp_path))
        assert main(["play"]) == 1
    assert "Set PORT or RTAB_HOME to something free." in capsys.readouterr().err


def test_a_log_file_that_cannot_be_written_is_said_to_be_that(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    monkeypatch.setenv("RTAB_LOG_FILE", str(tmp_path / "no" / "log"))
    assert main(["play"]) == 2
    assert capsys.readouterr().err.startswith("RTAB_LOG_FILE names a file that cannot be written: ")


@pytest.mark.parametrize(("telegram", "elsewhere"), [("", ()), ("123456:ABC-DEF", ("telegram",))])
def test_its_pages_know_for_which_platforms_there_is_an_account(tmp_path, telegram, elsewhere):
    process = LocalProcess(LocalSettings(0, tmp_path, {"telegram": TelegramAccount(telegram)} if telegram else {}))
    process.server.server_close()
    assert process.host.config.elsewhere == elsewhere


def test_it_is_ready_only_while_everything_runs(tmp_path):
    process = LocalProcess(LocalSettings(0, tmp_path))
    table = process.host.store.table
    assert isinstance(table, SqliteTable)
    assert process.find_trouble() == "starting"
    process.start()
    until(lambda: not process.find_trouble())
    caller = Caller(process.server.url)
    assert caller.get("/healthz")[:2] == (200, "ok\n")
    process._stop.set()
    process._threads[0].join()
    assert caller.get("/healthz")[:2] == (503, "starting\n")
    process.stop()
    table.close()


@pytest.mark.parametrize("job", ["run_nightly_job", "backups.list_backups"])
def test_a_job_that_goes_wrong_is_tried_again_and_stops_nothing(tmp_path, monkeypatch, job, caplog):
    """As one fault of the question check by night did: its thread ended, and the host counted as stopped."""
    tried = []

    def fails(*_):
        tried.append(1)
        raise RuntimeError("a fault that nobody has thought of")

    monkeypatch.setattr(f"host.doors.local.process.{job}", fails)
    monkeypatch.setattr(process_module, "BACKUP_CHECK_INTERVAL", 0.01)
    process = LocalProcess(LocalSettings(0, tmp_path))
    table = process.host.store.table
    assert isinstance(table, SqliteTable)
    process.start()
    try:
        until(lambda: len(tried) > 2)
        assert all(thread.is_alive() for thread in process._threads)
        assert any("job failed" in record.message for record in caplog.records)
    finally:
        process.stop()
        table.close()


@pytest.mark.whole
def test_strange_http_is_answered(living):
    healthy(living)
    port = urlsplit(living.url).port
    for method, headers, status in (
        ("BREW", {}, 405),
        ("POST", {"Transfer-Encoding": "chunked"}, 411),
        ("POST", {"Content-Length": "99999999"}, 413),
        ("POST", {"Content-Length": "-5"}, 400),
        ("HEAD", {}, 200),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONGEST)
        connection.putrequest(method, "/")
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders(b"x" * 20_000 if status == 413 else None)
        answer = connection.getresponse()
        assert (method, answer.status) == (method, status)
        if method == "HEAD":
            assert answer.read() == b""
        connection.close()
