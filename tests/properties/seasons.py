"""Random play through whole rounds and seasons, for the properties every game must have."""

from random import Random

from engine.kernel import LOG, Game
from engine.kernel.record import Snapshot
from engine.season7 import tables
from engine.season7.cycle import find_board_size
from engine.season7.rounds import add_round
from engine.season7.rules import SEASON7
from engine.season7.state import Season, Season7Options, Season7Player
from workshop.bots import sample_players

TIMID = {"target": 60_000_000}  # a season of a few cycles
REACHING = (
    "Blammo",
    "Gift Card",
    "Invite",
    "Leftovers",
    "Schadenfreude",
    "Sob Story",
    "Switcheroo",
    "Tag Along",
    "Wormhole",
)
# Boards full of squares that reach from round to round, so that something is always promised.
TEEMING = {
    "target": 10**12,
    "without": [face for face in tables.CATEGORY if tables.find_category(face) != 3 and face not in REACHING],
}


NAMES_IN_THE_BOX = [*tables.CATEGORY, *tables.HIDDEN_SQUARES, *tables.WILDCARDS[1:]]
CATEGORIES_IN_THE_BOX = [kind for kind in tables.CATEGORY_NAMES.values() if kind != "Seven-Figure Cash"]


def some_options(dice):
    """Boards of any size, and anything left out, up to whole categories and nearly all there is."""
    sides = {side: dice.choice([3, 3, 4, 5, 8]) for side in ("rows", "columns", "super_rows", "super_columns")}
    kinds = dice.sample(CATEGORIES_IN_THE_BOX, dice.choice([0, 1, 3, 5, 7, 8]))
    names = [name for name in NAMES_IN_THE_BOX if dice.random() < dice.choice([0, 0, 0.5])]
    names = [name for name in names if tables.CATEGORY.get(name) != 3]
    return {"target": 10**12, "without": kinds + names, "forgive_first_miss": dice.random() < 0.3, **sides}


def some_round(seed):
    """A season in which one or two rounds of any kind are about to begin, its players holding all sorts of things."""
    dice = Random(seed)
    season = Season(Season7Options(target=10**12), {f"p{n}": some_player(dice) for n in range(dice.randint(2, 9))})
    names = list(season.players)
    first = names[: dice.randint(2, min(5, len(names)))]
    kind, variant = dice.choice([("super", ""), *[("regular", name) for name in ("", "", *tables.WILDCARDS)]])
    season.cycle, season.phase = dice.randint(1, 30), "super" if kind == "super" else "quadrants"
    rows, columns = find_board_size(season.options, kind, variant)
    name = "SR" if kind == "super" else "Q1"
    add_round(season, name, name, first, kind=kind, variant=variant, rows=rows, columns=columns)
    if kind == "regular" and len(names) - len(first) > 1:
        add_round(season, "Q2", "Q2", names[len(first) :][:5])
    return Game.start_from_state(SEASON7, season, seed), dice


def some_player(dice):
    total = dice.choice([0, 1, 9, -1, -1_234_567, dice.randrange(10**9), dice.randrange(10**7)])
    return Season7Player(
        total,
        total,
        booster=dice.choice([0, 0, dice.randrange(0, 301)]),
        minigames=dice.choices(tables.MINIGAMES, k=dice.choice([0, 0, 1, 2])),
        hidden=dice.choices(tables.HIDDEN_SQUARES, k=dice.choice([0, 1, 1, 2, 3])),
        access=dice.random() < 0.1,
    )


def some_season(seed, players, options=TIMID):
    """A season from its beginning."""
    names = [f"p{n}" for n in range(1, players + 1)]
    return Game.start(SEASON7, names, options, seed), Random(seed)


def move(game, dice):
    """Somebody does something legal."""
    sample_players.move_carelessly(game, dice)


def host_moves(game, dice, n):
    """The host lets somebody in or out; whoever comes in may have been here before."""
    plays = {play.key: play for play in game.list_legal_moves(LOG).plays}
    season = game.state
    back = [who for who, player in season.players.items() if player.gone and who not in season.newcomers]
    if dice.random() < 0.5 and "join" in plays:
        game.play(LOG, "join", dice.choice(back or [f"new{n}"]))
    else:
        key = dice.choice(["kick", "leave"])
        game.play(LOG, key, dice.choice(plays[key].options).value)


def cycle_over(game):
    """Have the rounds we began with been played to their end?"""
    return game.over or game.state.phase not in ("quadrants", "super") or game.state.cycle == 0


def state_of(game):
    """Everything there is, as bytes."""
    return Snapshot(game.state, game.asked, game.drawn_before, game.entropy, game.method)
