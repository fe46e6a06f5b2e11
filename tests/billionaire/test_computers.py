"""Computer players know their trade, and no more than their seat sees; the simulation measures what it says."""

import json

import msgspec
import pytest

from engine.billionaire import computers
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import INVESTMENTS, REGIONS
from engine.kernel import Game, Question
from engine.kernel.question import Option
from host.doors.command import main
from tests.billionaire.evenings import NAMES

SHORT = ["simulate", "billionaire", "--games", "4"]


def played(seed, strengths):
    """One game in which each seat plays as well as is said."""
    game = Game.start(BILLIONAIRE, NAMES[: len(strengths)], {}, seed, keep=False)
    while not game.over:
        question = game.list_questions()[0]
        game.state.options.computers = strengths[NAMES.index(question.who)]
        advice = computers.advise_billionaire_computer(game, question)
        assert advice
        game.answer(question.who, advice.question, advice.value)
    return game.state


def share(games, seed, strong, weak):
    won = 0.0
    for n in range(games):
        seat = n % 2
        state = played(f"{seed} {n}", [strong, weak] if seat == 0 else [weak, strong])
        won += (NAMES[seat] in state.champions) / len(state.champions)
    return won / games


@pytest.mark.whole
def test_an_expert_beats_a_novice_three_times_in_four():
    assert share(24, "expert", "expert", "novice") >= 0.75


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "least"), [("novice", 0.8), ("regular", 0.53)])
def test_an_expert_beats_the_others_over_many_games(weak, least):
    assert share(400, "many", "expert", weak) >= least


@pytest.mark.parametrize("seed", range(6))
def test_they_look_at_nobody_elses_cards(seed):
    """The same advice, whatever others hold and whatever lies unseen on the board."""
    game = Game.start(BILLIONAIRE, NAMES[:3], {"computers": "expert"}, f"eyes {seed}", keep=False)
    seen = 0
    while not game.over and seen < 60:
        question = game.list_questions()[0]
        advice = computers.advise_billionaire_computer(game, question)
        assert advice
        other = msgspec.json.decode(msgspec.json.encode(game.state), type=Billionaire)
        for who, player in other.players.items():
            if who != question.who:
                player.cash = [1_000_000] * len(player.cash)
                player.power = ["Security"] * len(player.power)
        up = other.auction
        if up and (up.lander != question.who or up.lot == "three"):
            for at, card in enumerate(up.cards):
                deck = next(deck for deck in other.decks.values() if deck and same_region(deck[0], card))
                deck[0], up.cards[at] = card, deck[0]
        honest, game.state = game.state, other
        assert computers.advise_billionaire_computer(game, question) == advice
        game.state = honest
        game.answer(question.who, advice.question, advice.value)
        seen += 1


def test_a_deck_is_chosen_by_the_mean_worth_of_what_nobody_owns():
    """Not by its sum: two dear Investments are better than twelve of any worth."""

    def list_decks():
        return [Option(each, each) for each in REGIONS]

    state = BILLIONAIRE.create_state(NAMES[:2], {})
    for region in REGIONS:
        *cheap, _, _ = sorted(state.list_unowned(region), key=lambda card: INVESTMENTS[card].actual)
        state.players[NAMES[0]].owned = cheap
        asked = Question(key="bids.deck", who=NAMES[1], text="", look=list_decks, lapse=None)
        advice = computers.advise_billionaire_computer(Game.start_from_state(BILLIONAIRE, state, "decks"), asked)
        assert advice
        assert advice.value == region


def same_region(one, other):
    return INVESTMENTS[one].region == INVESTMENTS[other].region


@pytest.mark.whole
def test_the_same_seed_gives_the_same_bytes(capsys):
    printed = []
    for _ in range(2):
        assert main([*SHORT, "--json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    found = json.loads(printed[0])
    assert found["games"] == 4
    assert sum(found["wins"].values()) == pytest.approx(1, abs=0.01)
    assert sum(found["ends"].values()) == pytest.approx(1, abs=0.01)
    assert main([*SHORT, "--json", "--seed", "2"]) == 0
    assert capsys.readouterr().out != printed[0]


@pytest.mark.whole
def test_orders_spare_waiting(capsys):
    found = {}
    for orders in ("none", "bids", "all"):
        assert main([*SHORT, "--json", "--orders", orders]) == 0
        found[orders] = json.loads(capsys.readouterr().out)
    assert found["none"]["awake_each"]["p50"] > 20 >= found["bids"]["awake_each"]["p50"]
    assert found["bids"]["days"]["p50"] <= 21
    assert found["all"]["awake_each"]["p50"] <= 1


def test_people_get_lines(capsys):
    assert main([*SHORT, "--players", "2", "--option", "goal=250m"]) == 0
    assert capsys.readouterr().out.startswith("players: 2\ngames: 4\nwins: ")
    assert main([*SHORT, "--option", "goal=much"]) == 2
    assert "goal needs" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_is_better_than_another(players, capsys):
    """Of 1,000 games; three times the usual deviation of a share in so many is less than five points."""
    assert main(["simulate", "billionaire", "--json", "--games", "1000", "--players", str(players)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(abs(share - 1 / players) < 0.05 for share in [*found["wins"].values(), found["opener_wins"]])


OLD_NAMES = {"careless": "novice", "steady": "regular", "sharp": "expert"}


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
def test_old_names_of_strengths_are_understood_in_options_and_saved_games(old, new):
    game = Game.start(BILLIONAIRE, NAMES[:2], {"computers": old.title()}, "old names")
    assert game.state.options.computers == new
    record = game.save()
    snapshot = msgspec.json.decode(record.snapshot)
    snapshot["state"]["options"]["computers"] = old
    kept = msgspec.structs.replace(record, format=1, snapshot=msgspec.Raw(msgspec.json.encode(snapshot)))
    for loaded in (Game.load(BILLIONAIRE, kept), Game.load_stored(BILLIONAIRE, kept.to_json())):
        assert loaded.state.options.computers == new
        assert loaded.save().format == BILLIONAIRE.format


def test_a_game_saved_with_the_usual_strength_still_has_it():
    record = Game.start(BILLIONAIRE, NAMES[:2], {}, "usual").save()
    assert b"computers" not in bytes(record.snapshot)
    assert Game.load(BILLIONAIRE, msgspec.structs.replace(record, format=1)).state.options.computers == "regular"
