"""Whoever is out guesses along by predicting: it has a score of its own, and is their card for whoever asks."""

from host.core.session import Command
from host.extras.predictions import services
from host.shown import views
from tests.host.test_ladder import NAMES, house_state, opened


def says(sitter, game, value, key="answer"):
    asked = next(asked for asked in sitter.asked(game) if asked.key == key)
    assert sitter.sends(f"/g/{game}/answer", question=asked.id, value=value).status == 303


def out(host):
    """Ann and Bob climb on; Cat is out."""
    game, (ann, bob, cat) = opened(host, NAMES[:3], rounds=1)
    right = house_state(host, game).right
    wrong = next(letter for letter in "ABCD" if letter != right)
    for sitter, letter in ((ann, right), (bob, right), (cat, wrong)):
        says(sitter, game, letter)
    return game, ann, bob, cat


def test_a_guess_is_a_prediction_and_a_card(host):
    game, ann, bob, cat = out(host)
    right = house_state(host, game).right
    assert "right" in [each.key for each in views.load_game_view(host, game, cat.person.id).forecasts]
    assert "guess" not in [play.key for play in views.load_game_view(host, game, cat.person.id).plays]
    before = bob.sees(game)
    assert services.submit_prediction(host, Command("p", cat.person.id), game, "right", right).ok
    assert bob.sees(game).count("guess along") == before.count("guess along")
    says(ann, game, "audience")
    assert [asked.key for asked in cat.asked(game)] == []
    says(bob, game, "A", "card")
    told = [told.facts for _, told in views.list_told_lines(host, game, ann.person.id) if "cards" in told.facts]
    assert sorted(told[-1]["cards"]) == sorted(["A", right, right])
    says(ann, game, right)
    says(bob, game, right)
    slip, _ = services.load_settled_slip(host, host.store.load_game(game).session, cat.person.id)
    assert (slip.score.right, slip.score.points) == (1, 4)
    assert {player.guess for player in house_state(host, game).players.values()} == {""}


def test_whoever_climbs_cannot_guess_along(host):
    game, ann, _, _ = out(host)
    assert not services.submit_prediction(host, Command("p", ann.person.id), game, "right", "A").ok
    assert house_state(host, game).players[ann.asked(game)[0].who].guess == ""


def test_somebody_who_only_watches_predicts_and_hands_in_no_card(host):
    game, *_ = out(host)
    assert services.submit_prediction(host, Command("p", "web:watcher"), game, "right", "A").ok
    assert {player.guess for player in house_state(host, game).players.values()} == {""}
