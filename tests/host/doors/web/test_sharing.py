"""What one sends to friends: a moment that stays as it was, its picture, codes to scan, a result to paste."""

import io
import re

import pytest
from PIL import Image

from host.core import games
from host.core.session import Command
from host.doors.web.pages import sharing
from host.people import accounts
from host.shown import views
from host.shown.picture import card
from host.shown.picture.drawing import measure_text
from tests.host.doors.web.in_a_browser.browser import Table
from tests.host.doors.web.in_a_browser.test_ending import ended
from tests.host.doors.web.visitor import Visitor, found


def og(page):
    return dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))


def a_moment(season):
    """An entry with public words, and one without any: a bomb that was sealed."""
    said = views.list_told_steps(season.host, season.game, "", 0, 200)
    return next(each.n for each in reversed(said) if any(not line.to for line in each.told))


def test_a_moment_has_an_address_with_its_words_its_picture_and_a_way_to_the_table(season):
    n = a_moment(season)
    page = Visitor(season.host).go(f"{season.path}/moment?n={n}")
    told = og(page)
    assert told["url"].endswith(f"{season.path}/moment?n={n}")
    assert told["title"] in found("<h2>(.*?)</h2>", page)
    picture = told["image"].partition("//")[2].partition("/")[2]
    response = Visitor(season.host).ask("GET", f"/{picture}")
    assert (response.status, response.headers["Content-Type"]) == (200, "image/png")
    assert "immutable" in response.headers["Cache-Control"]
    assert Image.open(io.BytesIO(response.body)).size == (1200, 630)


def test_a_moment_is_the_same_for_everybody_and_stays_so(season):
    n = a_moment(season)
    stranger, ann = Visitor(season.host), season.visitor(season.ann)
    before = og(stranger.go(f"{season.path}/moment?n={n}"))
    assert og(ann.go(f"{season.path}/moment?n={n}")) == before
    picture = stranger.ask("GET", f"{season.path}/card?n={n}").body
    play_on(season)
    assert og(stranger.go(f"{season.path}/moment?n={n}")) == before
    assert stranger.ask("GET", f"{season.path}/card?n={n}").body == picture


def play_on(season):
    for person in (season.ann, season.bob):
        for asked in views.load_game_view(season.host, season.game, person.id).asked:
            if asked.who == views.load_game_view(season.host, season.game, person.id).you and asked.options:
                games.submit_answer(season.host, Command(by=person.id), season.game, asked.id, asked.options[0].value)


def test_an_invitation_names_who_asks_to_what_and_how_long_a_turn_may_take(host):
    ann = accounts.load_or_create_person(host, "t:Ann", "Ann", "t:Ann")
    for ruleset, title in (("ladder", "Fifteen Rungs"), ("season7", "Race to a Billion")):
        command = Command(by=ann.id)
        game = games.open_lobby(host, command, ruleset, {}, "daily").game
        stranger = Visitor(host)
        assert "Ann" not in og(stranger.go(f"/g/{game}"))["title"]
        games.sit_at_table(host, command, game, games.Guest(ann.id, ann.name))
        told = og(stranger.go(f"/g/{game}"))
        assert {"Ann", *title.split()} <= {*told["title"].split()}
        assert "24" in told["description"] or "day" in told["description"]
        picture = told["image"].partition("//")[2].partition("/")[2]
        response = stranger.ask("GET", f"/{picture}")
        assert (response.status, response.headers["Content-Type"]) == (200, "image/png")
        assert Image.open(io.BytesIO(response.body)).size == (1200, 630)
        games.add_bot(host, command, game)
        games.start_game(host, command, game)
        assert "Ann" not in og(stranger.go(f"/g/{game}"))["title"]
        assert stranger.ask("GET", f"/{picture}").status == 404


def test_a_moments_picture_is_bright_with_its_sum_and_hot_where_it_was_lost():
    won = Image.open(io.BytesIO(card.render_card_png("Ann wins", [], "Race", "£60,000,000"))).convert("RGB")
    lost = Image.open(io.BytesIO(card.render_card_png("Ann loses", [], "Race", "-£750,000", lost=True))).convert("RGB")
    bare = Image.open(io.BytesIO(card.render_card_png("Ann wins", [], "Race"))).convert("RGB")
    with_sum, without = (image.crop((40, 380, 1160, 500)).histogram()[:40] for image in (won, bare))
    assert sum(with_sum) > 10_000 > 50 * sum(without)  # it is written large, and nothing where there is none
    green = [sum(image.crop((1100, 400, 1200, 500)).histogram()[256 + 160 : 512]) for image in (won, lost)]
    assert green[0] > 9_000 > 10 * green[1]


def test_a_minus_is_written_whatever_sign_it_is():
    assert measure_text("5: \u2212£16", 40) == measure_text("5: -£16", 40)


def test_the_hall_has_a_preview_and_every_page_an_icon(host):
    stranger = Visitor(host)
    text = stranger.go("/")
    assert re.search(r"^https?://.*/static/icon-512.png", og(text)["image"])
    assert '<meta name="description"' in text
    (icon,) = re.findall(r'<link rel="icon" href="([^"]*)"', text)
    assert stranger.ask("GET", icon).headers["Content-Type"] == "image/svg+xml"
    unasked = stranger.ask("GET", "/favicon.ico")
    assert (unasked.status, unasked.headers["Content-Type"]) == (200, "image/png")
    assert "immutable" not in unasked.headers["Cache-Control"]


def test_what_was_told_to_one_alone_is_no_moment(season):
    play_on(season)
    log = season.host.store.load_log(season.game, limit=200)
    private = [entry.n for entry in log if entry.told and all(line.to for line in entry.told)]
    assert private
    for n in private:
        for visitor in (Visitor(season.host), season.visitor(season.ann)):
            for what in ("moment", "card"):
                assert visitor.ask("GET", f"{season.path}/{what}?n={n}").status == 404


@pytest.mark.parametrize("word", ["", "-1", "999999", "x", "1e3", "12345678901", "٣"])
def test_there_is_no_moment_of_such_a_number(season, word):
    assert Visitor(season.host).ask("GET", f"{season.path}/moment?n={word}").status == 404


def test_the_table_says_in_a_preview_what_never_changes(season):
    first = og(Visitor(season.host).go(season.path))
    play_on(season)
    assert og(Visitor(season.host).go(season.path)) == first
    assert set(first) == {"type", "title", "description", "url", "image"}


def test_a_lobbys_link_can_be_scanned_and_holds_the_invitation(season):
    host = Visitor(season.host, accounts.create_web_token(season.host, season.ann.id))
    game = games.open_lobby(season.host, Command(by=season.ann.id), "toy", {}).game
    page = host.go(f"/g/{game}")
    link = found(r'id="link">([^<]+)<', page)
    assert f'aria-label="{link}"' in page
    dark = found(r'class="qr" viewBox="0 0 (\d+) \1"', page)
    assert int(dark) >= 21 + 2 * sharing.QUIET


def test_a_code_is_read_as_the_link_that_it_stands_for():
    """By another implementation, where the system has one; the cells are otherwise a matter of a kept library."""
    rows = sharing._compute_qr_cells("http://t/g/0badcafe")
    assert len(rows) == len(rows[0])
    corner = [[bool(cell) for cell in row[:7]] for row in rows[:7]]
    assert corner[0] == [True] * 7
    assert corner[3] == [True, False, True, True, True, False, True]


def test_a_result_to_paste_spoils_nothing_of_how_it_came():
    room = Table()
    game = ended(room)
    page = Visitor(game.host).go(f"/g/{game.game}")
    result = found(r'id="result"[^>]*>([^<]+)<', page)
    assert "🟨" in result
    assert f"/g/{game.game}" in result
    assert len(result.splitlines()) <= 6
    n = found(rf"/g/{game.game}/moment\?n=(\d+)", page)
    assert Visitor(game.host).ask("GET", f"/g/{game.game}/moment?n={n}").status == 200
    room.close()
