"""A host at home for years: where it keeps things, who may read them, who may say whom they ask for, and how it is."""

import asyncio
import logging
import os
import re
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path

import pytest

from host import VERSION
from host.core.context import Config, HostContext
from host.core.store import Store
from host.core.store.memory import MemoryTable
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.command.run import play
from host.doors.local.process import LocalProcess
from host.doors.local.server import LocalServer
from host.doors.local.settings import STORE_FILE, FolderLock, LocalSettings, UnfitSetting, read_settings
from host.doors.telegram.door import TelegramAccount
from host.doors.web import app
from host.doors.web.requests.http import Response
from tests.host.doors.web.asking import scope
from tests.waiting import until

ROOT = Path(__file__).parents[3]


KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")  # as Keep a Changelog has them
MAX_RELEASE_LINES = 60


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_games_are_kept_at_one_place_wherever_one_stands(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.chdir(tmp_path)
    assert read_settings({}).home == tmp_path / "me/.rtab"
    assert read_settings({"RTAB_HOME": "~/games"}).home == tmp_path / "me/games"


def test_a_host_that_an_earlier_release_began_in_this_folder_goes_on_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".rtab").mkdir()
    assert read_settings({}).home != Path(".rtab")
    (tmp_path / ".rtab" / STORE_FILE).touch()
    assert read_settings({}).home == Path(".rtab")


@pytest.mark.parametrize(
    ("name", "value"),
    [("RTAB_BIND", "everywhere"), ("RTAB_PROXY", "10.0.0.5, caddy"), ("RTAB_LOG", "loud"), ("RTAB_LOG_FORMAT", "xml")],
)
def test_settings_that_do_not_fit_are_named(name, value):
    with pytest.raises(UnfitSetting, match=name):
        read_settings({name: value})


def test_settings_that_fit_are_taken():
    settings = read_settings({"RTAB_BIND": "::", "RTAB_PROXY": "10.0.0.5,172.16.0.0/12", "RTAB_LOG": "info"})
    assert (settings.bind, settings.log) == ("::", "INFO")
    assert settings.proxies == (ip_network("10.0.0.5"), ip_network("172.16.0.0/12"))


def test_what_is_kept_is_read_by_its_owner_alone(tmp_path):
    before = os.umask(0o022)
    try:
        process = LocalProcess(LocalSettings(0, tmp_path / "home"))
        process.start()
        table = process.host.store.table
        assert isinstance(table, SqliteTable)
        table.copy(tmp_path / "home/copy.sqlite")
    finally:
        os.umask(before)
    kept = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert {"rtab.sqlite", "rtab.sqlite-wal", "rtab.lock", "copy.sqlite"} <= {path.name for path in kept}
    assert {path.name: oct(mode(path)) for path in kept} == {path.name: "0o600" for path in kept}
    assert mode(tmp_path / "home") == 0o700
    process.stop()
    table.close()


def test_a_file_that_everybody_could_read_is_put_right(tmp_path):
    SqliteTable(tmp_path / STORE_FILE).close()
    (tmp_path / STORE_FILE).chmod(0o644)
    SqliteTable(tmp_path / STORE_FILE).close()
    assert mode(tmp_path / STORE_FILE) == 0o600


def test_a_second_host_on_one_folder_says_so(tmp_path, monkeypatch, capsys):
    held = FolderLock(tmp_path)
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    monkeypatch.setenv("PORT", "0")
    assert main(["play"]) == 2
    said = capsys.readouterr().err
    assert f"A host runs on {tmp_path} already (process {os.getpid()})." in said
    assert "RTAB_HOME" in said
    held.release()
    FolderLock(tmp_path).release()


@pytest.fixture
def server():
    found = LocalServer(
        HostContext(Store(MemoryTable()), Config()),
        0,
        str,
        lambda _: None,
        proxies=[ip_network("10.0.0.5"), ip_network("fd00::/8")],
    )
    yield found
    found.server_close()


def came(server, peer, monkeypatch):
    """A request that says it came over TLS for somebody else, as the page sees it."""
    taken = []

    def answer(_, request):
        taken.append(request)
        return Response()

    monkeypatch.setattr(app, "answer_http_request", answer)
    forwarded = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.example"}

    async def receive():
        return {"type": "http.request"}

    async def send(_):
        """Nobody reads the answer."""

    request = server.serve(scope("GET", "/", headers={"host": "here", **forwarded}, address=peer), receive, send)
    with ThreadPoolExecutor() as elsewhere:  # a browser's own loop may run in this thread
        elsewhere.submit(asyncio.run, request).result()
    return taken[0]


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.5", "::ffff:10.0.0.5", "fd00::1"])
def test_a_proxy_that_was_named_says_for_whom_it_asks(server, peer, monkeypatch):
    request = came(server, peer, monkeypatch)
    assert (request.network, request.secure, request.origin) == ("203.0.113.7", True, "https://games.example")


@pytest.mark.parametrize("peer", ["10.0.0.6", "198.51.100.9"])
def test_nobody_else_does(server, peer, monkeypatch):
    request = came(server, peer, monkeypatch)
    assert (request.network, request.secure, request.origin) == (peer, False, "http://here")


def test_health_tells_that_a_platform_cannot_be_reached(tmp_path):
    process = LocalProcess(LocalSettings(0, tmp_path, {"telegram": TelegramAccount("1:x", "http://127.0.0.1:9")}))
    table = process.host.store.table
    assert isinstance(table, SqliteTable)
    process.start()
    until(lambda: process.find_trouble().startswith("telegram"))
    assert process.find_trouble() == "telegram: NetworkError; trying again."
    process.stop()
    table.close()


def test_a_log_may_be_read_by_its_owner_alone_also_if_it_was_there_before(tmp_path, monkeypatch):
    handlers: list[logging.Handler] = []
    monkeypatch.setattr(logging, "basicConfig", lambda **told: handlers.extend(told["handlers"]))
    (tmp_path / "log").touch(0o644)
    play._set_up_logging(read_settings({"RTAB_HOME": str(tmp_path), "RTAB_LOG_FILE": str(tmp_path / "log")}))
    for handler in handlers:
        handler.close()
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


@pytest.mark.whole
def test_what_is_logged_goes_where_the_settings_say(tmp_path):
    code = (
        "import logging, os; from host.doors.command.run.play import _set_up_logging;"
        "from host.doors.local.settings import read_settings;"
        "_set_up_logging(read_settings(os.environ));"
        "logging.getLogger('host.x').info('ours'); logging.getLogger('httpx').info('a token')"
    )
    (tmp_path / "log").touch(0o644)
    environment = {**os.environ, "RTAB_LOG": "info", "RTAB_LOG_FILE": str(tmp_path / "log")}
    done = subprocess.run([ROOT / ".venv/bin/python", "-c", code], env=environment, check=True, capture_output=True)
    assert done.stderr == b""
    assert (tmp_path / "log").read_text().endswith("INFO host.x: ours\n")
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


def test_the_unit_names_this_installation(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "100% mine"))
    assert main(["service"]) == 0
    unit = capsys.readouterr().out
    assert f'Environment="RTAB_HOME={tmp_path}/100%% mine"\n' in unit
    assert 'rtab" play\n' in unit


def test_the_release_has_its_section(capsys):
    assert main(["version"]) == 0
    assert capsys.readouterr().out == f"Race to a Billion {VERSION}\n"
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## [{VERSION}] - " in changes
    for section in re.split(r"^## ", changes, flags=re.MULTILINE)[1:]:
        lines = section.splitlines()
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - (Unreleased|\d{4}-\d\d-\d\d)", lines[0])
        assert sum(bool(line.strip()) for line in lines) <= MAX_RELEASE_LINES, lines[0]
        kinds = [line.removeprefix("### ") for line in lines if line.startswith("#")]
        assert kinds == [each for each in KINDS if each in kinds]
