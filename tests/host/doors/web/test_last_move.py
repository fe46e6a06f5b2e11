"""What the page says of what one's last move has brought."""

import re
from html import unescape

from msgspec.structs import replace

from engine.kernel import Achievement, Told, build_told
from engine.season7 import catalogue
from engine.season7.events import SquareOpened
from engine.season7.rules import SEASON7
from host.core import games, statistics
from host.shown import views
from host.shown.views import ToldStep
from tests.host.doors.web.test_table import begun

MINIGAME = 5  # a category of squares: each has a rule of its own, and every board has some


def test_what_came_of_ones_last_move_stays_in_sight_with_the_rule_of_what_was_found(season, visitor):
    asked, n = begun(season), season.square(MINIGAME)
    games.submit_answer(season.host, season.command, season.game, asked.id, n)
    told = [told for told in season.host.store.load_log(season.game, limit=1000)[-1].told if told.to in ("", "p1")]
    face = next(str(told.facts["face"]) for told in told if "face" in told.facts)
    page = unescape(season.visitor(season.ann).go(season.path))
    assert f"Your last move:</b> Ann opens square {n}: " in page
    assert str(catalogue.explain_season7_name(face)) in page
    assert "Your last move:" not in visitor.go(season.path)


def test_the_rule_of_what_was_found_stands_in_its_moment_in_one_sentence(season):
    asked, n = begun(season), season.square(MINIGAME)
    games.submit_answer(season.host, season.command, season.game, asked.id, n)
    told = [told for told in season.host.store.load_log(season.game, limit=1000)[-1].told if told.to == ""]
    face = next(str(told.facts["face"]) for told in told if "face" in told.facts)
    part = unescape(season.visitor(season.bob).go(f"{season.path}/part?n=0"))
    (rule,) = re.findall(r'class="moment [^>]*>.*?<p class="rule">(.*?)</p>', part)
    whole = str(catalogue.explain_season7_name(face)).removeprefix(f"{face}: ")
    assert whole.startswith(rule)
    assert re.fullmatch(r"[^.!?]+[.!?]", rule)


def test_the_page_says_who_one_is(season, visitor):
    begun(season)
    assert "You are Ann" in season.visitor(season.ann).go(season.path)
    assert "You are Ann" not in visitor.go(season.path)


def brought(season):
    """What the page says of Ann's last move, and the rule below it."""
    page = unescape(season.visitor(season.ann).go(season.path))
    return re.findall(r"Your last move:</b> (.*?)</p>(?:<details.*?<p class=\"hint\">(.*?):)?", page)


def test_only_a_square_that_the_last_move_has_opened_is_explained(season, monkeypatch):
    asked, here = begun(season), season.square(MINIGAME)
    games.submit_answer(season.host, season.command, season.game, asked.id, here)
    ((_, face),) = brought(season)
    opened, closed = (build_told(SquareOpened("p1", n, face), {}, table="Q1") for n in (here, here + 1))
    other = Told("Envelope {n}: {face}.", {"n": here, "face": face}, table="Q1")
    for told, name in ((opened, face), (closed, ""), (other, "")):
        monkeypatch.setattr(views, "filter_steps", lambda *_, told=told: [ToldStep(0, "p1", [told], "select")])
        assert [rule for _, rule in brought(season)] == [name]


def test_a_seat_is_no_move_and_a_move_that_brings_nothing_takes_the_last_one_away(season, monkeypatch):
    assert brought(season) == []
    season.visitor(season.ann).go(season.path)
    games.submit_answer(
        season.host,
        season.command,
        season.game,
        views.load_game_view(season.host, season.game, season.ann.id).asked[0].id,
        2,
    )
    ((told, _),) = brought(season)
    assert told.startswith("Your bomb is hidden on square 2.")
    said = views.list_told_steps(season.host, season.game, season.ann.id)
    silent = [*said, ToldStep(99, "p1", [], "step")]
    monkeypatch.setattr(views, "filter_steps", lambda *_: silent)
    assert brought(season) == []


def test_of_moves_of_which_nothing_was_told_everybody_knows_their_own(season, monkeypatch):
    begun(season)
    host, log = season.host, season.host.store.load_log
    silent = ToldStep(0, "", [])

    def nothing_told(*args):
        return [replace(entry, step=silent._replace(n=entry.n, by=entry.by, key=entry.key)) for entry in log(*args)]

    monkeypatch.setattr(host.store, "load_log", nothing_told)
    for person, own in ((season.ann.id, ["p1"]), (season.bob.id, ["p2"]), ("", [])):
        assert [said.by for said in views.list_told_steps(host, season.game, person)] == own
        assert views.list_told_lines(host, season.game, person) == []


def test_a_bomb_that_the_last_move_has_set_off_is_explained(season):
    games.submit_answer(season.host, season.command, season.game, begun(season).id, 2)
    assert [face for _, face in brought(season)] == ["Bomb"]


def test_what_one_has_earned_is_read_once(season, monkeypatch):
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", 1)
    monkeypatch.setattr(type(SEASON7), "achievements", [Achievement("Tick, Tick", "A first bomb.", "bombs", 1)])
    games.submit_answer(season.host, season.command, season.game, begun(season).id, 2)
    page = season.visitor(season.ann).go(season.path)
    assert "Ann has earned “Tick, Tick”" in page
    assert "You have earned" not in page
