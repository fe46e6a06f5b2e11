"""The operator's page: only with a token that has not ended, forms only from this site, nothing secret in it."""

import hashlib
import itertools
import logging
import random
import re
from contextlib import closing

import pytest
from msgspec.structs import replace

from engine.season7.rules import SEASON7
from host.core import games
from host.core.context import Config, HostContext, OperatorTools, load_engine_game
from host.core.deadlines import ticking
from host.core.session import CLOSED, RUNNING, Command
from host.core.store import MemoryTable, Store
from host.core.store.sqlite import SqliteTable
from host.doors.command.run.doctor import iter_doctor_findings
from host.doors.local.operator_tools import LocalOperatorTools
from host.doors.local.settings import LocalSettings, find_store_file
from host.doors.web.requests.http import INSIDE
from host.people import accounts
from host.people.accounts import OPERATOR_TOKEN_SECONDS, create_operator_token, revoke_operator_token
from tests.host.doors.web.conftest import Season
from tests.host.doors.web.visitor import Visitor


@pytest.fixture
def operator(season):
    visitor = Visitor(season.host)
    visitor.go(f"/operator/{create_operator_token(season.host)}")
    return visitor


def press(visitor, do, game):
    return visitor.post("/operator", do=do, game=game)


def test_a_printed_link_sets_a_short_cookie_of_this_page_alone(season):
    response = Visitor(season.host).ask("GET", f"/operator/{create_operator_token(season.host)}")
    assert (response.status, response.headers["Location"]) == (303, "/operator")
    kept = response.headers["Set-Cookie"]
    for part in ("Path=/operator;", f"Max-Age={int(OPERATOR_TOKEN_SECONDS)}", "HttpOnly", "SameSite=Lax"):
        assert part in kept
    assert response.headers["Cache-Control"] == "no-store"


def test_the_page_may_not_be_stored_or_framed(operator):
    assert operator.page.status == 200
    assert operator.page.headers["Cache-Control"] == "no-store"
    assert "frame-ancestors 'none'" in operator.page.headers["Content-Security-Policy"]


def test_a_game_is_shown_as_held_only_as_long_as_it_is_put_off(season, operator, hands):
    assert ticking.postpone_faulty_game(season.host, season.game, broken=False)
    operator.go("/operator")
    assert "held: " in operator.text
    hands.now += season.host.config.hold
    operator.go("/operator")
    assert "running: " in operator.text


@pytest.mark.parametrize(
    "path", ["/operator", "/operator/", "/operator/wrong", "/operator/\u00fc", f"/operator/{'0' * 64}"]
)
def test_without_the_token_there_is_nothing(season, path):
    for prepare in (lambda _: None, create_operator_token, revoke_operator_token):
        prepare(season.host)
        for method in ("GET", "POST"):
            response = Visitor(season.host).ask(method, path.encode().decode("latin-1"), origin="http://table.test")
            assert response.status == 403
            assert season.game not in response.body.decode()


def test_a_players_own_cookie_opens_nothing(season):
    assert season.visitor(season.ann).ask("GET", "/operator").status == 403
    token = accounts.create_web_token(season.host, season.ann.id)
    assert Visitor(season.host).ask("GET", f"/operator/{token}").status == 403


def test_access_ends_by_itself_with_a_new_link_and_when_it_is_revoked(season, operator, hands):
    create_operator_token(season.host)
    assert operator.ask("GET", "/operator").status == 403
    operator.go(f"/operator/{create_operator_token(season.host)}")
    assert operator.page.status == 200
    hands.now += OPERATOR_TOKEN_SECONDS + 1
    assert operator.ask("GET", "/operator").status == 403
    operator.go(f"/operator/{create_operator_token(season.host)}")
    revoke_operator_token(season.host)
    assert operator.ask("GET", "/operator").status == 403


def test_only_a_hash_of_the_token_is_kept(season):
    token = create_operator_token(season.host)
    assert not any(token.encode() in item.body for item in season.host.store.table.every())


@pytest.mark.parametrize("headers", [{"origin": "http://evil.test"}, {"sec_fetch_site": "cross-site"}])
def test_forms_of_other_sites_do_nothing(season, operator, headers):
    body = f"do=pause&game={season.game}".encode()
    assert operator.ask("POST", "/operator", body, **headers).status == 403
    assert not season.session().paused


def test_inside_another_app_there_is_no_such_page(season, operator):
    operator.jar[INSIDE] = accounts.create_web_token(season.host, season.ann.id)
    assert operator.ask("GET", "/operator").status == 403


def test_a_game_is_paused_and_resumed(season, operator):
    assert season.game in operator.text
    assert "sealed answer" in operator.text
    press(operator, "pause", season.game)
    assert season.session().paused
    assert "paused" in operator.text
    press(operator, "resume", season.game)
    assert not season.session().paused


def test_a_removed_game_takes_no_input_keeps_its_secret_and_comes_back(season, operator):
    ann = season.visitor(season.ann)
    assert season.game in ann.go("/")
    press(operator, "remove", season.game)
    session = season.session()
    assert (session.stage, bool(session.removed), bool(session.paused)) == (RUNNING, True, True)
    assert season.game not in ann.go("/")
    told = [line for entry in season.host.store.load_log(season.game) for line in entry.told]
    assert not any(session.secret in str(line.facts) for line in told)
    question = load_engine_game(SEASON7, session)[0].list_questions()[0]
    refused = games.submit_answer(season.host, season.command, season.game, question.id, 1)
    assert (refused.ok, refused.code) == (False, "game_removed")
    admin = Command(by=season.ann.id, place=next(iter(session.places), ""), admin=True)
    for act in (ticking.resume_session_clocks, ticking.restore_game):
        assert act(season.host, admin, season.game).code == "game_removed"
    press(operator, "resume", season.game)
    press(operator, "remove", season.game)
    assert operator.page.status == 409
    operator.go("/operator")
    press(operator, "restore", season.game)
    assert not season.session().removed
    assert season.game in ann.go("/")
    press(operator, "resume", season.game)
    assert not season.session().paused


def test_a_removed_lobby_is_closed(season, operator):
    lobby = games.open_lobby(season.host, Command(by=season.bob.id), "season7").game
    press(operator, "remove", lobby)
    saved = season.host.store.load_game(lobby)
    assert saved
    assert saved.session.stage == CLOSED
    assert lobby not in operator.text


@pytest.mark.parametrize("do", ["crown", "pause", "resume", "remove", "restore"])
def test_a_game_that_does_not_exist_is_refused(operator, do):
    press(operator, do, "nothere")
    assert operator.page.status == 404


@pytest.mark.parametrize("do", ["resume", "restore"])
def test_what_is_done_already_is_refused(season, operator, do):
    press(operator, do, season.game)
    assert operator.page.status == 409


def test_a_fault_is_shown_and_names_are_escaped(season, operator, tmp_path):
    tools = LocalOperatorTools(LocalSettings(0, tmp_path))
    record = logging.LogRecord("host.x", logging.ERROR, "x.py", 1, "delivery failed place=%s", ("<b>t:1</b>",), None)
    tools.recent_errors.handle(record)
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups/rtab-20261129-010203.sqlite").write_bytes(b"x" * 2_000_000)
    season.host.store.mark_damaged("game/x", "session")
    operator.host = HostContext(season.host.store, now=season.host.now, operator=tools)
    shown = operator.go("/operator?doctor=yes")
    assert "delivery failed place=&lt;b&gt;t:1&lt;/b&gt;" in shown
    assert "rtab-20261129-010203.sqlite, 2.0 MB" in shown
    assert f"folder {tmp_path}" in shown
    assert "what is kept, 1 game" in shown


def test_the_doctor_of_a_running_host_checks_what_that_of_the_command_line_does(tmp_path):
    settings = LocalSettings(0, tmp_path)
    with closing(SqliteTable(find_store_file(tmp_path))) as table:
        running = [found.what for found in LocalOperatorTools(settings).list_findings(HostContext(Store(table)))]
    assert running == [what for what, _ in iter_doctor_findings(settings)]
    elsewhere = replace(settings, backups_to=str(tmp_path / "elsewhere"))
    with closing(SqliteTable(find_store_file(tmp_path))) as table:
        assert [each.what for each in LocalOperatorTools(elsewhere).list_findings(HostContext(Store(table)))] == running
    assert len([*iter_doctor_findings(elsewhere)]) == len(running) + 1, "the command asks for the copies, too"
    assert {"settings", "languages", "folder", "database", "clock"} <= {re.split("[ ,]", what)[0] for what in running}


def test_where_aws_keeps_logs_and_backups_the_page_says_so(season, operator):
    assert isinstance(season.host.operator, OperatorTools)
    assert "CloudWatch" in operator.text
    assert "point-in-time" in operator.text
    season.host.store.mark_damaged("game/x", "session")
    assert "game/x session" in operator.go("/operator?doctor=yes")


def test_messages_that_wait_are_counted_by_platform(season, operator):
    waiting = [place for place in season.host.store.iter_waiting_places(float("inf")) if place.startswith("t:")]
    assert bool(waiting) == ("t: " in operator.text)
    assert waiting
    assert "t:Ann" not in operator.text


def play_out_twin(hands, choose):
    """Return the operator's page of a season in which everybody has sealed, and Ann what `choose` picks."""
    count = itertools.count()
    token = lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size]  # noqa: E731 - said in a line
    twin = Season(HostContext(Store(MemoryTable()), Config(), hands, token, random.Random))
    ann = twin.session().find_player_of(twin.ann.id)
    asked = next(q for q in load_engine_game(SEASON7, twin.session())[0].list_questions() if q.who == ann.seat)
    values = [option.value for option in asked.options]
    sealed = choose(values)
    assert games.submit_answer(twin.host, twin.command, twin.game, asked.id, sealed).ok
    visitor = Visitor(twin.host)
    return sealed, visitor.go(f"/operator/{create_operator_token(twin.host)}")


def test_twins_that_differ_in_a_secret_alone_show_the_same_page(hands):
    one, first = play_out_twin(hands, lambda values: values[0])
    other, second = play_out_twin(hands, lambda values: values[-1])
    assert one != other
    assert first == second
