"""Predictions on the page: whoever only watches says what will come, and alone sees what they said until it is told."""

import pytest

from host.core import games
from host.core.deadlines import ticking
from host.core.session import RUNNING, Command
from host.extras.predictions import services
from host.shown import views
from tests.host.core.crashing import any_answer
from tests.host.doors.web.visitor import Visitor


def once(visitor):
    return next(form for form in visitor.forms if form["action"].endswith("/call"))["fields"]["once"]


def said(season):
    return [told for entry in season.host.store.load_log(season.game, limit=5000) for told in entry.told]


def goes_on(season):
    """Whoever is asked answers the first that fits; a computer whatever it likes."""
    for person in (season.ann, season.bob):
        shown = views.load_game_view(season.host, season.game, person.id)
        for asked in [asked for asked in shown.asked if asked.who == shown.you]:
            value = any_answer(asked, len(said(season)), 1)
            games.submit_answer(season.host, Command(by=person.id), season.game, asked.id, value)
            return
    season.host.now.now += 3
    ticking.run_due_steps(season.host, season.game)


def until(season, fact):
    """Play until this has been told."""
    for _ in range(300):
        if found := [told.facts for told in said(season) if fact in told.facts]:
            return found[0]
        goes_on(season)
    return pytest.fail(fact)


def test_who_watches_predicts_with_one_tap_and_becomes_known_by_it(season, visitor):
    text = visitor.go(season.path)
    assert "Quadrant 1: who wins?" in text
    assert "Predict what happens next" in text
    text = visitor.post(f"{season.path}/call", once=once(visitor), key="Q1/wins", value="p2")
    assert "Your prediction: Bob" in text
    assert "You say" not in Visitor(season.host).go(season.path)
    assert "You say" not in season.visitor(season.bob).go(season.path)


def test_a_player_is_not_offered_what_they_have_a_hand_in_and_cannot_send_it(season, visitor):
    ann = season.visitor(season.ann)
    text = ann.go(season.path)
    assert "who wins?" not in text
    assert "Predict what happens next" not in text
    visitor.go(season.path)
    assert services.A_HAND in ann.post(f"{season.path}/call", once=once(visitor), key="race", value="p1")


def test_whoever_is_out_finds_the_button_by_the_board(season):
    """As whoever only watches does: it stands in the dock, not only in a drawer."""
    assert 'id="foresee"' in Visitor(season.host).go(season.path)
    assert 'id="foresee"' not in season.visitor(season.ann).go(season.path)
    out: list[str] = []
    for _ in range(300):
        out = [
            each.id
            for each in (season.ann, season.bob)
            if views.load_game_view(season.host, season.game, each.id).forecasts
        ]
        if out or season.session().stage != RUNNING:
            break
        goes_on(season)
    (fallen, *_) = [each for each in (season.ann, season.bob) if each.id in out]
    view = views.load_game_view(season.host, season.game, fallen.id)
    assert not any(asked.who == view.you for asked in view.asked)
    assert 'id="foresee"' in season.visitor(fallen).go(season.path)


def test_what_came_of_it_and_the_points_stand_there_when_it_is_told(season, visitor):
    visitor.go(season.path)
    visitor.post(f"{season.path}/call", once=once(visitor), key="Q1/wins", value="p2")
    winners = until(season, "winners")["winners"]
    text = visitor.go(season.path)
    right = "p2" in winners
    assert ("right! 3 points" in text, "“Bob”: wrong." in text) == (right, not right)
    assert f"1. Guest: {3 * right} points, {1 * right} of 1 right" in text
    assert text.count(f"{1 * right} of 1 right") == 2  # of this game, and of all times
    assert season.session().stage == RUNNING


def test_somebody_new_whose_word_is_refused_is_not_kept(season, visitor):
    visitor.go(season.path)
    visitor.post(f"{season.path}/call", once=once(visitor), key="Q9/wins", value="p2")
    assert "Guest" not in "".join(str(item.body) for item in season.host.store.table.every() if item.sk == "person")
