"""The key of a program: made and ended by its owner, kept as a hash, and good for its own seat alone."""

import json
import logging
from unittest.mock import Mock

import pytest

from host.core.context import Config
from host.extras.programs import endpoint, keys
from host.extras.programs.keys import CallLimits
from host.people import accounts
from tests.host.doors.web.visitor import Visitor, found
from tests.host.extras.programs.client import Program, post_in_process

DAY = 86400.0
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def make_key(visitor):
    """Make a key on one's own page."""
    visitor.go("/me")
    visitor.send("/program-key")
    return found(r'id="program-key">([0-9a-f]{32})<', visitor.text)


@pytest.fixture
def owner(evening):
    return Visitor(evening.host, accounts.create_web_token(evening.host, evening.owners[0].id))


def known(evening, key):
    """Whether this key is good."""
    return Program(post_in_process(evening.host), key).post(PING).status == 200


def test_a_key_is_made_on_ones_own_page_and_shown_once(evening, owner):
    old, key = evening.programs[0].key, make_key(owner)
    assert "table.test/mcp" in owner.text
    assert (known(evening, key), known(evening, old)) == (True, False)
    assert key not in owner.go("/me")
    owner.send("/program-key-off")
    assert not known(evening, key)
    assert not any(form["action"].endswith("-off") and "program" in form["action"] for form in owner.forms)


def test_a_newcomer_takes_the_steps_of_the_docs(evening):
    """A fresh browser is sent to a game first; then its program joins a table of somebody else's."""
    newcomer = Visitor(evening.host)
    refused = newcomer.go("/me")
    assert newcomer.page.status == 403
    assert 'href="/"' in refused
    newcomer.go("/")
    newcomer.send("/table", name="Nell", practice="season7")
    program = Program(post_in_process(evening.host), make_key(newcomer))
    evening.let_in()
    program.do("join", game=evening.game)
    assert [player.program for player in evening.session().players] == [True]


def test_an_opener_leaves_their_own_table_to_their_program(evening):
    opener = Visitor(evening.host)
    opener.go("/")
    opener.send("/new", name="Ann", ruleset="season7", pace="evening", span="", bots="1")
    table = opener.at
    opener.send("/programs")
    opener.send("/leave")
    program = Program(post_in_process(evening.host), make_key(opener))
    assert program.do("join", game=table)["done"]
    opener.go(table)
    opener.send("/begin")
    session = evening.host.store.load_game(table.removeprefix("/g/")).session
    assert (session.stage, [player.program for player in session.players]) == ("running", [False, True])


def test_it_ends_with_all_private_links_and_with_the_account(evening, owner):
    key = make_key(owner)
    owner.go("/me")
    owner.send("/revoke")
    assert not known(evening, key)
    key = make_key(owner)
    accounts.forget_account(evening.host, evening.owners[0].id)
    assert not known(evening, key)


def test_it_ends_ninety_days_after_its_last_use_whatever_the_call(evening, hands):
    used, unused = evening.programs
    reader = evening.add_program("Owner 2")
    visitor = Visitor(evening.host)
    for _ in range(4):
        hands.now += 30 * DAY
        assert used.post(PING).status == 200
        visitor.ask("GET", f"/g/{evening.game}/events", authorization=f"Bearer {reader.key}")
    assert [known(evening, each.key) for each in (used, reader, unused)] == [True, True, False]


def test_many_calls_a_day_renew_it_with_one_write(evening, hands, monkeypatch):
    ada, table = evening.programs[0], Mock(wraps=evening.host.store.table)
    monkeypatch.setattr(evening.host.store, "table", table)
    for hour in range(1, 49):
        hands.now += DAY / 24
        assert ada.post(PING).status == 200
        assert table.write.call_count == hour // 24


def test_it_is_kept_as_a_hash_and_logged_nowhere(evening, owner, caplog):
    caplog.set_level(logging.DEBUG)
    key = make_key(owner)
    evening.let_in()
    Program(post_in_process(evening.host), key).do("join", game=evening.game)
    kept = b"".join(item.pk.encode() + item.sk.encode() + item.body for item in evening.host.store.table.every())
    assert key.encode() not in kept
    assert key not in caplog.text
    assert key not in json.dumps(accounts.export_account(evening.host, evening.owners[0].id))


def test_it_opens_nothing_else(evening):
    """A program's key is no private link, and a private link is no key."""
    key, link = evening.programs[0].key, accounts.create_web_token(evening.host, evening.owners[0].id)
    assert "Opener" not in Visitor(evening.host, key).go("/me")
    assert Visitor(evening.host).ask("GET", f"/p/{key}").status == 403
    assert not known(evening, link)


def test_with_it_a_program_reads_what_its_seat_was_told(evening):
    evening.begin()
    ada, visitor = evening.programs[0], Visitor(evening.host)
    asked = ada.call("legal", game=evening.game)["questions"][0]
    ada.do("answer", game=evening.game, question=asked["id"], value=7)
    for part in ("events", "view"):
        public, own, other = (
            visitor.ask("GET", f"/g/{evening.game}/{part}", authorization=f"Bearer {key}" if key else "x").body
            for key in ("", ada.key, evening.programs[1].key)
        )
        assert own != public
        assert b"race.BombSealed" in own or b'"you":"p1"' in own
        assert b"race.BombSealed" not in public + other
        assert visitor.ask("GET", f"/g/{evening.game}/{part}", authorization="Bearer nonsense").status == 401


def test_without_the_extra_there_is_no_path_and_no_reader(host, evening):
    off = type(host)(host.store, Config(without=("programs",)), host.now, host.token, host.luck)
    assert Program(post_in_process(off), evening.programs[0].key).post(PING).status == 404
    visitor = Visitor(off)
    assert (
        visitor.ask("GET", f"/g/{evening.game}/events", authorization=f"Bearer {evening.programs[0].key}").status == 401
    )


def test_one_program_uses_up_its_calls_and_no_other_is_refused(evening, hands, monkeypatch):
    monkeypatch.setattr(keys, "MAX_CALLS", 20)
    monkeypatch.setattr(endpoint, "CALLS", CallLimits())
    ada, bob = evening.programs
    assert [ada.post(PING).status for _ in range(30)] == [200] * 20 + [429] * 10
    assert bob.post(PING).status == 200
    assert ada.post(PING).headers["Retry-After"] == "60"
    hands.now += keys.CALL_WINDOW_SECONDS
    assert ada.post(PING).status == 200


def test_what_is_remembered_of_callers_is_bounded(monkeypatch):
    monkeypatch.setattr(keys, "MAX_CALLERS", 3)
    limits = CallLimits()
    assert all(limits.may_call(f"p{n}", 0.0) for n in range(50))
    assert len(limits._counts) == 3


def test_the_host_lets_programs_in_with_a_button_or_in_words(evening):
    opener = Visitor(evening.host, accounts.create_web_token(evening.host, evening.opener.id))
    for allowed in (True, False):
        opener.go(f"/g/{evening.game}")
        opener.send("/programs")
        assert evening.session().programs is allowed
    assert "Let programs join" not in Visitor(evening.host).go(f"/g/{evening.game}")
