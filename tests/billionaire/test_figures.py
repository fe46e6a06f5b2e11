"""What docs/billionaire.md tells of seats, lengths and orders is what was measured, and holds what the game promises.

`rtab simulate billionaire --all tests/billionaire/figures.json` plays all of it anew, in ten minutes; a few games of
each size are played here, so whoever changes what comes out is told.
"""

import json
import re
from pathlib import Path

import pytest

from workshop.simulate import billionaire as simulation

ROOT = Path(__file__).parent.parent.parent
KEPT = json.loads((ROOT / "tests/billionaire/figures.json").read_text("utf-8"))
PAGE = (ROOT / "docs/billionaire.md").read_text("utf-8")
SIZES = ("2", "3", "4")
DAYS, AWAKE = 21, 20  # at most, of 95 in a hundred games, and of the usual person


def row(first):
    """The figures of a line of a table that begins so."""
    (line,) = re.findall(rf"^\| {re.escape(first)} \|(.*)\|$", PAGE, re.MULTILINE)
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", line)]


def near(told, measured):
    """Rounded as a reader would, to what is told."""
    return all(abs(a - b) < 0.501 for a, b in zip(told, measured, strict=True))


@pytest.mark.whole
def test_the_first_games_come_out_as_when_all_were_measured():
    assert json.loads(simulation.format_figures_json(simulation.measure_few_games())) == KEPT["few"]


@pytest.mark.parametrize("players", SIZES)
def test_every_seat_and_whoever_begins_is_within_two_points(players):
    found = KEPT["seats"][players]
    assert found["games"] == 4000
    assert all(abs(share - 1 / int(players)) <= 0.02 for share in [*found["wins"].values(), found["opener_wins"]])


@pytest.mark.parametrize(
    ("orders", "line"),
    [("none", "none"), ("bids", "bids for what others auction, and how to pay"),
     ("cards", "and for the cards in one's hand"), ("all", "for everything")],
)  # fmt: skip
def test_the_page_tells_what_orders_spare(orders, line):
    found = KEPT["orders"][orders]
    days = [found["days"]["p50"]] if found["days"]["p50"] else []
    assert near(row(line), [found["awake_each"]["p50"], *days])


def lasts_no_longer(found):
    return found["days"]["p95"] <= DAYS and found["awake_each"]["p50"] <= AWAKE


def test_with_orders_four_need_three_weeks_and_few_are_awake_often():
    """With orders for bids, for paying and for cards in one's hand; with those for bids alone the usual game does."""
    assert lasts_no_longer(KEPT["orders"]["cards"])
    assert lasts_no_longer(KEPT["orders"]["all"])
    assert KEPT["orders"]["bids"]["days"]["p50"] <= DAYS
    assert KEPT["orders"]["bids"]["awake_each"]["p50"] <= AWAKE < KEPT["orders"]["none"]["awake_each"]["p50"]


@pytest.mark.slow
def test_with_orders_it_is_so_in_other_games_too():
    assert lasts_no_longer(simulation.measure_billionaire_games(200, 4, "cards", seed=2))


@pytest.mark.slow
@pytest.mark.parametrize("players", SIZES)
def test_seats_are_as_fair_whenever_they_are_measured(players):
    found = json.loads(simulation.format_figures_json(simulation.measure_billionaire_games(4000, int(players))))
    assert found == KEPT["seats"][players]
