"""Every order says what stands, in a way that could be chosen again and changes nothing."""

import copy
from types import SimpleNamespace
from typing import Any

import pytest

from engine.billionaire import auction, orders, plays
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.state import Auction
from engine.billionaire.tables import EURASIA

GIVEN: dict[str, list[Any]] = {
    "eurasia": ["up to 5m keep 1m", "5m", "all keep 2m", "nothing", "ask", "17m"],
    "own": ["50% keep 2m", "25%", "33%", "all"],
    "pay": ["keep investments", "ask"],
    "keep": [["Ural Steel"], ["none"]],
    "guard": ["80m", "70m", "anything", "never"],
    "counter": ["0"],
    "ask": ["yes", "no"],
    "stop": [["bids", "espionage"], ["none"]],
    "others": ["120m", "never"],
    "answer": [["analyses"]],
    "cards": ["quiet"],
    "analyze": ["best"],
    "plan": ["Disaster: Ruhr Chemicals", "none"],
}


@pytest.fixture
def game():
    state = BILLIONAIRE.create_state(["Ann", "Bob"], {})
    state.phase, state.turn, state.first = "turn", "Ann", "Ann"
    state.players["Ann"].owned, state.players["Ann"].power = ["Ural Steel"], ["Disaster"]
    state.players["Bob"].owned = ["Ruhr Chemicals"]
    state.players["Ann"].cash = [2_000_000, 5_000_000]
    return SimpleNamespace(state=state)


def order(game, about):
    return next(each for each in plays.list_billionaire_plays(game, "Ann") if each.key == f"order {about}")


def again(play):
    """What stands, chosen once more."""
    values = [each.value for each in play.now]
    return play.check(values if play.form.kind == "several" else values[0])


def test_before_anything_is_said_what_stands_is_that_one_is_asked(game):
    assert [str(each.label) for each in order(game, "eurasia").now] == ["Ask me"]
    assert [str(each.label) for each in order(game, "guard").now] == ["Never"]
    for about, none in (("keep", "None"), ("stop", "None of these"), ("answer", "None of these"), ("plan", "None")):
        assert [str(each.label) for each in order(game, about).now] == [none]


@pytest.mark.parametrize(("about", "said"), [(about, said) for about, lines in GIVEN.items() for said in lines])
def test_what_stands_can_be_chosen_again_and_nothing_changes(game, about, said):
    state, play = game.state, order(game, about)
    orders.save_order(state, "Ann", play.key, play.check(said))
    before, now = copy.deepcopy(state.players["Ann"].orders), order(game, about)
    orders.save_order(state, "Ann", now.key, again(now))
    assert state.players["Ann"].orders == before


def test_what_stands_stays_on_offer_though_the_cards_are_gone(game):
    state = game.state
    for about, said in (("keep", ["Ural Steel"]), ("plan", "Disaster: Ruhr Chemicals")):
        orders.save_order(state, "Ann", f"order {about}", order(game, about).check(said))
    state.players["Ann"].owned, state.players["Bob"].owned, state.players["Ann"].power = [], [], []
    before = copy.deepcopy(state.players["Ann"].orders)
    for about in ("keep", "plan"):
        orders.save_order(state, "Ann", f"order {about}", again(order(game, about)))
    assert state.players["Ann"].orders == before


def test_a_sealed_bid_stands_until_it_is_changed(game):
    state = game.state
    state.auction = Auction(1, "Bob", EURASIA, ["Aral Cotton Mills"], ["Ann", "Bob"], {"Ann": 4_000_000})
    play = next(each for each in plays.list_billionaire_plays(game, "Ann") if each.key == plays.BID)
    assert auction.compute_bid_amount(state, "Ann", again(play)) == 4_000_000


def test_every_order_has_an_example_that_is_taken(game):
    for about in GIVEN:
        play = order(game, about)
        assert play.example
        if play.form.words:
            orders.save_order(game.state, "Ann", play.key, play.check(play.example))
