"""What a group may choose before a race begins, who may sit at its table, and what is said of all that does not fit."""

import pytest

from engine.deluxe.rules import DELUXE
from engine.kernel import LOG, Game, Illegal, format_text

AB = ["Ann", "Bob"]


def said(function, *words):
    with pytest.raises(Illegal) as refused:
        function(*words)
    return format_text(refused.value.text, refused.value.facts)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"speed": 3}, "There is no option called “speed”. You can use target, start_phase, failsafe, zones, betting,"),
        ({"target": 999_999}, "target must be from 1,000,000 to 1,000,000,000,000."),
        ({"target": "much"}, "target needs a whole number."),
        ({"start_phase": 4}, "start_phase needs 1, 2 or 3."),
        ({"failsafe": "all"}, "failsafe needs left or grid."),
        ({"zones": "perhaps"}, "zones needs yes or no."),
        ({"betting": "perhaps"}, "betting needs yes or no."),
        ({"first_miss": "bomb"}, "first_miss needs space or pass."),
        ({"without": "Funky"}, "without needs a list of names."),
        ({"without": ["Fog"]}, "There is nothing called “Fog” in this game that you could leave out."),
        ({"without": ["Money"]}, "There is nothing called “Money” in this game that you could leave out."),
    ],
)
def test_an_option_that_does_not_fit_is_refused_in_a_sentence(options, why):
    assert said(DELUXE.check_options, options).startswith(why)


def test_options_are_kept_as_they_were_meant():
    options = {"start_phase": 3, "zones": "off", "betting": "no", "without": ["fog  bank", "FUNKY", "Fog Bank"]}
    kept = DELUXE.create_state(AB, options)
    assert (kept.phase, kept.options.zones, kept.options.betting) == (3, False, False)
    assert kept.options.without == ["Fog Bank", "Funky"]


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        (["Ann"], "This game is for 2 to 40 players."),
        ([f"p{n}" for n in range(41)], "This game is for 2 to 40 players."),
        (["Ann", "Ann"], "Two players cannot have the same seat."),
        (["Ann", ""], "A player’s name must have 1 to 40 readable characters."),
        (["Ann", "B" * 41], "A player’s name must have 1 to 40 readable characters."),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(seats, why):
    assert said(DELUXE.create_state, seats, {}) == why


def test_newcomers_need_a_seat_that_is_free_and_a_table_that_is_not_full():
    game = Game.start(DELUXE, AB, {}, "seats")
    assert said(game.play, LOG, "join", "Ann") == "Ann is already in this game."
    for n in range(38):
        game.play(LOG, "join", f"p{n}")
    assert "join" not in [play.key for play in game.list_plays(LOG)]
    game.play(LOG, "leave", "p7")
    assert "join" in [play.key for play in game.list_plays(LOG)]


@pytest.mark.parametrize(
    ("players", "grids"), [(2, 1), (3, 1), (7, 1), (8, 2), (11, 2), (12, 3), (18, 3), (19, 4), (40, 4)]
)
def test_so_many_players_so_many_grids(players, grids):
    state = Game.start(DELUXE, [f"p{n}" for n in range(players)], {}, "grids").state
    sizes = [len(grid.seats) for grid in state.grids.values()]
    assert len(sizes) == grids
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1
