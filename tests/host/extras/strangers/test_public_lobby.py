"""The public lobby: tables that look for players among strangers, where hosts want that and the operator lets them."""

from dataclasses import replace as with_
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from host.core import games
from host.core.context import RateLimits
from host.core.session import Command
from host.core.store.rate_counters import RateLimit
from host.doors.aws import settings as cloud_settings
from host.doors.local import settings
from host.doors.local.settings import UnfitSetting
from host.extras.strangers import services
from host.people import accounts
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.visitor import Visitor, found

WORDS = "An evening with tea <b>"


@pytest.fixture
def ann(season):
    return season.visitor(season.ann)


def opened(visitor):
    """A table of theirs that waits for players."""
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset="season7", pace="evening", span="", bots="0")
    return visitor.at.removeprefix("/g/")


def seeks(visitor, words=WORDS):
    game = opened(visitor)
    visitor.send("/seek", words=words)
    return game


def test_a_table_is_found_by_strangers_only_when_its_host_says_so(ann, host):
    game = opened(ann)
    stranger = Visitor(host)
    assert "Looking for players" not in stranger.go("/")
    ann.go(f"/g/{game}")
    ann.send("/seek", words=WORDS)
    assert "Strangers who look for a game can find this one." in ann.text
    hall = stranger.go("/")
    row = found(r'<ul class="games">.*?</ul>', hall.partition("Looking for players")[2])
    assert "An evening with tea &lt;b&gt;" in row
    assert "Ann: “An evening" in row
    assert "for a turn" in row
    assert "1 player so far" in row
    assert f'href="/g/{game}"' in row
    assert WORDS.replace("<b>", "") in stranger.go("/tables")
    stranger.go(f"/g/{game}")
    stranger.send("/join", name="Sue")
    assert [player.name for player in host.store.load_game(game).session.players] == ["Ann", "Sue"]
    ann.go(f"/g/{game}")
    ann.send("/unseek")
    assert "Looking for players" not in Visitor(host).go("/")


@pytest.mark.parametrize(
    "words", ["x" * 121, "see https://a.test", "www.a", "write @ann", "t.me/x", "me at a.example.com"]
)
def test_addresses_and_long_speeches_are_no_words_for_strangers(ann, host, words):
    game = seeks(ann, words)
    assert ann.page.status == 409
    assert services.find_lobby_notice(host, game) is None


def test_nobody_but_its_host_shows_a_table_to_strangers(season, ann, host):
    game = opened(ann)
    bob = season.visitor(season.bob)
    assert "seek-words" not in bob.go(f"/g/{game}")
    bob.post(f"/g/{game}/seek", words="")
    assert bob.page.status == 409
    seeks(ann)
    assert len(services.list_sought_tables(host)) == 1


def test_a_table_that_has_begun_is_closed_or_full_is_found_no_more(ann, host):
    games_ = [seeks(ann), seeks(ann)]
    assert len(services.list_sought_tables(host)) == 2
    seeks(ann)
    assert "for 2 games" in ann.text
    ann.go(f"/g/{games_[0]}")
    ann.send("/bot")
    ann.send("/begin")
    assert [each.session.id for each in services.list_sought_tables(host)] == [games_[1]]
    ann.go(f"/g/{games_[1]}")
    ann.send("/invite")
    assert services.list_sought_tables(host) == []
    ann.post(f"/g/{games_[0]}/seek", words="")
    assert ann.page.status == 409


def test_a_table_that_looks_for_players_no_more_is_not_counted_as_one_that_does(ann, host):
    begun, invited = seeks(ann), seeks(ann)
    ann.go(f"/g/{begun}")
    ann.send("/bot")
    ann.send("/begin")
    ann.go(f"/g/{invited}")
    ann.send("/invite")
    more = [seeks(ann), seeks(ann)]
    assert {each.session.id for each in services.list_sought_tables(host)} == {*more}


def test_it_is_shown_for_a_day_at_most(ann, host, hands):
    seeks(ann)
    hands.now += 86401
    assert services.list_sought_tables(host) == []


def test_tables_of_groups_are_not_for_strangers(season, host):
    game = games.open_lobby(host, Command(by=season.ann.id, place="telegram:-1001234567890"), "toy", {}).game
    ann = season.visitor(season.ann)
    assert "seek-words" not in ann.go(f"/g/{game}")
    ann.post(f"/g/{game}/seek", words="")
    assert ann.page.status == 409


def test_too_many_at_once_have_to_wait(season, host):
    few = with_(host, config=replace(host.config, limits=RateLimits(seeking=RateLimit(((600.0, 1),), (), ()))))
    ann = Visitor(few, accounts.create_web_token(few, season.ann.id))
    seeks(ann)
    game = opened(ann)
    form = urlencode({"words": "", "once": "0" * 32}).encode()
    assert ann.ask("POST", f"/g/{game}/seek", form, origin="http://table.test").status == 429


def test_an_operator_may_close_it(season, host):
    shut = with_(host, config=replace(host.config, without=("strangers",)))
    ann = Visitor(shut, accounts.create_web_token(shut, season.ann.id))
    game = opened(ann)
    assert "seek-words" not in ann.text
    ann.post(f"/g/{game}/seek", words="")
    assert ann.page.status == 409
    services.save_lobby_notice(host.store, services.LobbyNotice(game, season.ann.id, WORDS, host.now()))
    assert "Looking for players" not in Visitor(shut).go("/")
    assert "Looking for players" in Visitor(host).go("/")


def test_the_setting_is_read_at_home_and_in_aws():
    need = dict.fromkeys(("RTAB_TABLE", "RTAB_QUEUE", "RTAB_CLOCK", "RTAB_CLOCK_ROLE", "RTAB_STACK"), "x")
    for word, open_ in (("", True), ("on", True), ("off", False)):
        assert settings.read_settings({"RTAB_LOBBY": word}).without == (() if open_ else ("strangers",))
        assert cloud_settings.read_aws_settings({**need, "RTAB_LOBBY": word}).without == (
            () if open_ else ("strangers",)
        )
    with pytest.raises(UnfitSetting, match="RTAB_LOBBY"):
        cloud_settings.read_aws_settings({**need, "RTAB_LOBBY": "maybe"})


def test_what_a_table_says_can_be_reported_by_anybody(ann, host):
    game = seeks(ann)
    stranger = Visitor(host)
    stranger.go("/tables")
    stranger.go(found(r'href="([^"]+/flag)"', stranger.text))
    stranger.send("/flag")
    notices = services.list_lobby_notices(host.store, host.now())
    assert [each.reported for each in notices if each.game == game] == [True]
    ann.post(f"/g/{game}/seek", words=f"{WORDS} Really.")
    assert [line.endswith(f"{WORDS} Really.") for line in services.list_reported_notices(host)] == [True]


def test_a_report_outlives_that_its_table_is_taken_off_the_list_and_put_there_again(ann, host):
    game = seeks(ann)
    Visitor(host).post(f"/g/{game}/flag")
    ann.go(f"/g/{game}")
    ann.send("/unseek")
    assert services.list_sought_tables(host) == []
    assert services.find_lobby_notice(host, game) is None
    assert [line.endswith(WORDS) for line in services.list_reported_notices(host)] == [True]
    other = [seeks(ann), seeks(ann)]
    assert len(services.list_sought_tables(host)) == 2
    ann.go(f"/g/{other[0]}")
    ann.send("/unseek")
    ann.go(f"/g/{game}")
    ann.send("/seek", words="Come.")
    assert [line.endswith("Come.") for line in services.list_reported_notices(host)] == [True]
    assert {each.session.id for each in services.list_sought_tables(host)} == {game, other[1]}


def test_a_table_taken_off_the_list_does_not_count_for_the_limit(season, host):
    few = with_(host, config=replace(host.config, limits=RateLimits(seeking=RateLimit(((600.0, 1),), (), ()))))
    ann = Visitor(few, accounts.create_web_token(few, season.ann.id))
    game = seeks(ann)
    for _ in range(3):
        ann.go(f"/g/{game}")
        ann.send("/unseek")
        ann.send("/seek", words="")
    assert services.find_lobby_notice(few, game) is not None


def test_it_is_in_the_export_and_goes_with_its_host(season, ann, host):
    seeks(ann)
    assert accounts.export_account(host, season.ann.id)["looking"][0]["words"] == WORDS
    accounts.forget_account(host, season.ann.id)
    assert not [item for item in host.store.table.every() if item.pk == "seeking"]


def test_on_a_telephone_the_lobby_fits(chrome):
    room = Table()
    host = chrome.page(viewport=scenes.PHONE)
    host.set_default_timeout(60_000)
    host.goto(room.server.url)
    host.locator("#open-name").fill("Z" * 40)
    host.get_by_role("button", name="Open it").click()
    host.locator("#seek-head").click()
    assert host.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    host.locator("#seek-words").fill("Two turns a day, everybody welcome")
    host.get_by_role("button", name="Let them find it").click()
    host.get_by_text("Strangers who look").wait_for()
    page = chrome.page(viewport=scenes.PHONE)
    page.set_default_timeout(60_000)
    page.goto(f"{room.server.url}/tables")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Look at it").click()
    page.locator("#name").fill("Sue")
    page.get_by_role("button", name="Join this game").click()
    page.get_by_role("button", name="Leave").wait_for()
    page.goto(f"{room.server.url}/g/nowhere")
    assert page.get_by_role("link", name="To all games").last.bounding_box()["x"] > 0, "the way back sticks to the edge"
    room.close()
