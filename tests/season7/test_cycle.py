"""Seats, wildcard rounds and options over many cycles; single cases are transcripts."""

from collections import Counter
from itertools import pairwise

import pytest

from engine.kernel import Game, Illegal, format_text
from engine.kernel.game import Pins
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.rulesets import RULESETS
from engine.season7 import booths, rounds, tables
from engine.season7.board import REPLACED
from engine.season7.cycle import compute_round_sizes
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.state import Season, Season7Options, Season7Player

NAMES = [f"p{n}" for n in range(1, 41)]


@pytest.mark.parametrize("players", range(2, 41))
def test_everybody_sits_at_a_table_of_three_to_five(players):
    sizes = compute_round_sizes(players)
    assert sum(sizes) == players
    assert all(3 <= size <= 5 for size in sizes) or sizes == [2]
    assert max(sizes) - min(sizes) <= 1
    assert players < 12 or len(sizes) >= 4


def begun(players, seed="begun", **options):
    return Game.start(SEASON7, NAMES[:players], options, seed)


@pytest.mark.parametrize("players", [2, 5, 6, 7, 9, 13, 16, 40])
def test_one_round_of_several_is_the_wildcard(players):
    season = begun(players).state
    variants = {r.variant for r in season.rounds.values()} - {""}
    assert variants == ({season.wildcard} if players > 5 else set())
    seated = Counter(who for r in season.rounds.values() for who in r.order)
    assert seated == Counter(NAMES[:players])
    assert all(r.variant == "" for r in begun(players, wildcard=False).state.rounds.values())


def cycles(players, count):
    """The seasons' wildcard rounds, cycle after cycle: nobody plays, everybody is just seated again."""
    season, found = begun(players).state, []
    for _ in range(count):
        group = [who for r in season.rounds.values() if r.variant for who in r.order]
        found.append((season.wildcard, group))
        season.rounds.clear()
        season.phase = "begin"
        season = Game.start_from_state(SEASON7, season, f"cycle {season.cycle}").state
    return found


@pytest.mark.parametrize("players", [6, 7, 10, 16])
def test_a_variant_stays_until_everybody_has_played_it_and_returns_after_all_others(players):
    found = cycles(players, 40)
    runs, played = [found[0][0]], set()
    for (variant, group), (following, _) in pairwise(found):
        played |= set(group)
        assert (following == variant) == (len(played) < players)
        if following != variant:
            runs.append(following)
            played = set()
    assert len(runs) > 5
    assert len(set(runs[:5])) == 5


def drawn(variant, secret, size=(5, 5)):
    """The board of a wildcard round once all bombs are sealed on one square."""
    season = Season(Season7Options(), {who: Season7Player() for who in NAMES[:4]}, cycle=1, phase="quadrants")
    rows, columns = (3, 4) if variant == rounds.HEAD_TO_HEAD else size
    add_round(season, "W", variant, NAMES[:4], variant=variant, rows=rows, columns=columns)
    game = Game.start_from_state(SEASON7, season, secret)
    while game.state.rounds["W"].stage == "seal":
        question = game.list_questions()[0]
        game.answer(question.who, question.id, 1 if question.key == "bomb.seal" else question.lapse)
    return game.state.rounds["W"]


def counted(r):
    return Counter(tables.find_category(cell.face) for cell in r.cells)


@pytest.mark.parametrize("seed", range(25))
def test_every_board_has_what_its_rules_promise(seed):
    for variant in ("", rounds.REMAIN_OR_LEAVE, rounds.TAKESHI):
        swapped = REPLACED.get(variant, {})
        least: Counter[int] = Counter()
        for category, count in tables.REGULAR_MINIMUM.items():
            least[swapped.get(category, category)] += count
        found = counted(drawn(variant, f"{variant} {seed}"))
        assert all(found[category] == 0 for category in swapped)
        if variant != rounds.REMAIN_OR_LEAVE:  # there an Invite may have taken the place of anything
            assert all(found[category] >= count for category, count in least.items())
    mine = drawn(rounds.GOLD_MINE, f"mine {seed}")
    boosters = sum(cell.face == "Board Booster" for cell in mine.cells)
    assert counted(mine)[3] == 15
    assert counted(mine)[4] == 4
    assert 1 <= boosters <= tables.MOST_BOARD_BOOSTERS
    assert all(counted(drawn(rounds.HEAD_TO_HEAD, f"duel {seed}"))[category] for category in range(1, 9))
    assert set(counted(drawn(rounds.ROLLING_START, f"roll {seed}"))) == {4}


def test_a_board_too_small_for_every_minimum_misses_no_category_for_good():
    due, boards = tables.REGULAR_MINIMUM, [counted(drawn("", f"small {seed}", (3, 3))) for seed in range(60)]
    assert sum(due.values()) > 9
    assert all(board.total() == 9 and board <= Counter(due) for board in boards)
    shares = {category: sum(board[category] for board in boards) / len(boards) for category in due}
    assert all(0.4 < shares[category] / (9 * count / sum(due.values())) < 1.6 for category, count in due.items())


@pytest.mark.parametrize("seed", range(25))
def test_if_all_remain_an_invite_lies_where_no_bomb_is(seed):
    r = drawn(rounds.REMAIN_OR_LEAVE, f"remain {seed}")
    assert any(cell.face == "Invite" and not cell.bombs for cell in r.cells)


REFUSED = [
    ({"colour": "red"}, "There is no option called “colour”. You can use "),
    ({"rows": "many"}, "rows needs a whole number."),
    ({"rows": 2}, "rows must be between 3 and 8."),
    ({"target": 0}, "target must be between 1,000,000 and 1,000,000,000,000."),
    ({"wildcard": "maybe"}, "wildcard needs yes or no."),
    ({"without": "Anchor"}, "without needs a list of squares."),
    ({"without": ["Ancor"]}, "There is no square called “Ancor” in this game that you could leave out."),
    ({"without": ["Seven-Figure Cash"]}, "You cannot leave out Seven-Figure Cash, because other squares turn into it."),
    ({"without": list(tables.WILDCARDS)}, "If you want no wildcard rounds, switch off the option wildcard."),
]


@pytest.mark.parametrize(("options", "sentence"), REFUSED)
def test_options_that_do_not_fit_are_refused_with_a_sentence(options, sentence):
    with pytest.raises(Illegal) as no:
        begun(4, **options)
    assert format_text(no.value.text, no.value.facts).startswith(sentence)


TYPED = [
    ({"wildcard": "no"}, "wildcard", False),
    ({"wildcard": "Yes"}, "wildcard", True),
    ({"forgive_first_miss": "yes"}, "forgive_first_miss", True),
    ({"rows": "4"}, "rows", 4),
    ({"without": ["anchor", "TAKESHI’S CASTLE"]}, "without", ["Anchor", "Takeshi's Castle"]),
]


@pytest.mark.parametrize(("options", "name", "value"), TYPED)
def test_options_are_understood_as_people_type_them(options, name, value):
    assert getattr(begun(4, **options).state.options, name) == value


@pytest.mark.parametrize(
    "players", [[], ["Ann"], NAMES * 2, ["Ann", "Ann"], ["Ann", ""], ["Ann", "*"], ["Ann", "B" * 41], ["Ann", "B\x1bb"]]
)
def test_seats_that_do_not_fit_are_refused(players):
    with pytest.raises(Illegal):
        Game.start(SEASON7, players, {}, "seats")


def test_what_is_left_out_stays_in_the_box():
    out = ["Game Changers", "Hidden Squares", "Boosters", "Anchor", "Jackpot", "Invite"]
    for seed in range(20):
        game = begun(4, f"box {seed}", without=out)
        while game.state.rounds["Q1"].stage == "seal":
            question = game.list_questions()[0]
            game.answer(question.who, question.id, 1)
        cells = game.state.rounds["Q1"].cells
        assert not any(cell.hidden for cell in cells)
        assert not {tables.find_category(cell.face) for cell in cells} & {4, 7}


def test_the_megagrid_starts_higher_each_cycle():
    season = Season(Season7Options(), {})
    stakes = []
    for season.cycle in (1, 2, 10):
        stakes.append(booths.compute_megagrid_stake(season))
    assert stakes == [10_000_000, 11_000_000, 19_000_000]


TWO_WINNERS = """
rtab     1 season7
players  Ann Bob
booster  Ann 20%
round    Q1 Ann Bob
board    Q1
    [£100,000 by Ann] | £300,000
set      Q1.turn Bob
"""


def test_each_winner_is_told_what_they_stake_and_what_may_become_of_it():
    pins: Pins = {"square00.minigame": [["Spectrum", "Hypercube"]]}
    game = begin_transcript_game(parse_transcript(TWO_WINNERS.lstrip(), RULESETS), RULESETS["season7"], pins)
    (asked,) = game.list_questions()
    game.answer("Bob", asked.id, 2)
    (ann, bob) = [format_text(each.text, each.facts) for each in game.list_questions()]
    assert ann.startswith("Do you risk your win bonus of £11,200,000 on Square 00? ")
    assert "£26,000,000 and no bonus." in ann
    assert "play Spectrum." in ann
    assert bob == ann.replace("£11,200,000", "£11,000,000").replace("Spectrum", "Hypercube")


LIVES_ON = [(rounds.TAKESHI, ["Win Zone"]), (rounds.TAKESHI, ["Events"]), (rounds.ROLLING_START, ["Boosters"])]


@pytest.mark.parametrize(("variant", "out"), LIVES_ON)
def test_no_wildcard_round_is_played_without_what_it_lives_on(variant, out):
    played = {begun(6, f"box {seed}", without=out).state.wildcard for seed in range(60)}
    assert played == set(tables.WILDCARDS) - {variant}


SMALL = [("", 3, 3), ("", 3, 4), ("super", 3, 3), ("super", 4, 5), (rounds.REMAIN_OR_LEAVE, 3, 3)]


@pytest.mark.parametrize(("kind", "rows", "columns"), SMALL)
def test_on_a_board_too_small_for_every_minimum_chance_draws_which_of_them_lie_there(kind, rows, columns):
    found: Counter[int] = Counter()
    for seed in range(100):
        season = Season(Season7Options(), {"Ann": Season7Player(), "Bob": Season7Player()}, cycle=1, phase="quadrants")
        variant = "" if kind == "super" else kind
        side = {"kind": "super" if kind == "super" else "regular", "variant": variant}
        add_round(season, "Q1", "Q1", ["Ann", "Bob"], rows=rows, columns=columns, **side)
        game = Game.start_from_state(SEASON7, season, f"small {seed}")
        while game.state.rounds["Q1"].stage == "seal":
            question = game.list_questions()[0]
            game.answer(question.who, question.id, 1 if question.key == "bomb.seal" else "Leave")
        assert len(game.state.rounds["Q1"].cells) == rows * columns
        found += counted(game.state.rounds["Q1"])
    assert set(found) == set(tables.SQUARES_BY_CATEGORY) - set(REPLACED.get(variant, ()))
    assert found[2] > found[7]
