"""Rounds and grids that are half played, with much in force at once: what seldom comes together in a game."""

from contextlib import suppress
from random import Random

import msgspec

from engine.deluxe import tables as deluxe
from engine.deluxe.rules import DELUXE
from engine.deluxe.state import BenchHunt, BenchSlip, BombHint, GridDeal, HeldChanger
from engine.kernel import Game, Illegal
from engine.ladder.rules import LADDER_RULESET
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, LADDER_LETTERS, TAKE, Call
from engine.season7 import tables as season7
from engine.season7.rules import SEASON7
from engine.season7.state import Pledge
from tests.ladder import test_properties as ladder
from tests.ladder.conftest import entry
from tests.properties import seasons
from tests.properties.test_deluxe_any_way import laid
from workshop.bots.sample_players import move_carelessly

FEWEST_CLOSED = 8
LONGEST_WAY = 60  # moves to a board on which something is left
DEALS = (
    *("Piggy Bank", "Toll Lane", "Bounty", "Handshake", "Phone a Bench", "Ice Cube", "Apprentice", "Headliner"),
    *("Paper Round", "Echo", "Encore", "Golden Ticket", "Hot Potato", "Blank Cheque", "Kingmaker"),
)
PLEDGES = ("Schadenfreude", "Tag Along", "Split & Share")
IN_FORCE = ("Deadlock", "Lockdown", "Double Dip")


def build_box():
    """A box of questions of which a host may choose: few are about the same, or give another's answer away."""
    found = [
        entry(level, n, category) for level in range(1, 6) for n in range(4) for category in ("art", "food", "sea")
    ]
    for n, card in enumerate(found):
        answers = (f"{card.category}{n - n // 9 % 2}", "wrong", "worse", "worst")
        topic = {"narrow": f"{card.category} {n % 7}", "about": f"{card.category} {n % 11} | it is"}
        yield msgspec.structs.replace(card, answers=answers, **topic)


BOX = [*build_box()]


def play_into(game, dice, rounds):
    """Play on until bombs lie and squares are closed on every board, and nothing is half done."""
    for _ in range(LONGEST_WAY):
        boards = rounds(game.state).values()
        ready = all(r.stage == "play" and len(r.list_closed_squares()) >= FEWEST_CLOSED for r in boards)
        if game.over or (boards and ready and dice.random() < 0.1):
            break
        move_carelessly(game, dice)
    return msgspec.json.decode(msgspec.json.encode(game.state), type=type(game.state)) if not game.save().tape else None


def some(dice, choices, most):
    return dice.sample(choices, min(len(choices), dice.randint(0, most)))


def lock_and_wish(dice, r, each):
    """Squares that players keep for themselves and want, none of them kept by two."""
    closed = r.list_closed_squares()
    kept = dice.sample(closed, len(closed))
    for seat in r.seats.values():
        if seat.status == "in" and len(kept) > FEWEST_CLOSED // 2:
            seat.locked, seat.wishes = dice.choice((0, kept.pop(), kept.pop())), some(dice, closed, 3)
            each(seat, closed, kept)


def lay_bombs(dice, r):
    """Lay more bombs, of anybody and of nobody, and return how many."""
    mined = some(dice, r.list_closed_squares(), FEWEST_CLOSED)
    for n in mined:
        r.find_cell(n).bombs.append(dice.choice(("", *r.seats)))
    return len(mined)


def end_of_grids(seed):
    """A round of Deluxe whose grids all end now, some players of which have left, and much is to be settled."""
    return midst_of_grid(f"end {seed}", ends=True)


def end_of_rounds(seed):
    """A part of a cycle of Season 7 whose rounds all end now."""
    return midst_of_round(f"end {seed}", ends=True)


def leave_some(dice, players, seats):
    """Mark some players as gone, though two of each board stay."""
    for who in list(seats)[2:]:
        if dice.random() < 0.25:
            players[who].gone, seats[who].status = True, "left"


def lay_deals(dice, r):
    """Lay deals, mostly on squares that somebody is about to open."""
    living, closed = r.list_living(), r.list_closed_squares()
    for each in dice.sample(DEALS, dice.randint(1, 7)):
        who = dice.choice(living)
        n = dice.choice((r.seats[who].locked, *r.seats[who].wishes, 0)) or dice.choice(closed)
        r.deals.append(GridDeal(each, who, dice.choice(living), n, 99))


def leave_two(dice, seats, often):
    """Leave two on a board, so often, mostly with nothing that they have chosen before."""
    leaves = dice.random() < often
    for n, seat in enumerate(seats.values() if leaves else ()):
        seat.status = "in" if n < 2 and seat.status == "in" else "out"
        if dice.random() < 0.7:
            seat.locked, seat.wishes = 0, []


def midst_of_grid(seed, *, ends=False):
    """A round of Deluxe of which every grid is half played; or ends now."""
    dice = Random(seed)
    race = None
    while race is None or not any(r.stage == "play" for r in race.grids.values()):
        race = play_into(laid(f"{seed} {dice.random()}", dice), dice, lambda state: state.grids)
    race.zone, race.zone_left = dice.choice(("", "Drift", *deluxe.ZONE_NAMES)), 2
    everybody = race.here()
    for name, r in race.grids.items():
        if r.stage != "play":
            continue

        def fill(seat, closed, kept):
            seat.second_lock = kept.pop() if seat.locked else 0
            seat.learned |= {n: dice.choice(("Boost", deluxe.BOMB)) for n in some(dice, closed, 2)}
            seat.hints = [BombHint(some(dice, closed, 3), 1)]
            seat.peeks, seat.coat = dice.choice((0, 1, 2)), dice.choice((0, 0, 15))
            for mark in ("dry", "padded", "corkscrew", "padlock"):
                setattr(seat, mark, dice.random() < 0.25)

        lock_and_wish(dice, r, fill)
        living, closed = r.list_living(), r.list_closed_squares()
        r.possible += lay_bombs(dice, r)
        r.in_force += some(dice, [each for each in deluxe.FUNKIES if each not in r.in_force], 2)
        lay_deals(dice, r)
        chain = dice.sample(living, min(len(living), 3))  # each the apprentice of the next
        r.deals += [
            GridDeal("Apprentice", *pair, closed[0], 99) for pair in zip(chain, [*chain[1:], chain[0]], strict=True)
        ]
        r.next, r.resume = dice.choice(("", *living)), dice.choice(("", *living))
        r.lap = some(dice, living, len(living) - 1)
        for who in everybody:
            race.players[who].hound = dice.random() < 0.3
            race.hunts += [BenchHunt(who, name, some(dice, closed, 3), 1000)] * (dice.random() < 0.3)
            race.slips += [BenchSlip(who, name, dice.choice(living), False, 25, 4000, dice.choice((0, 1000)))] * (  # noqa: FBT003 - as it is kept
                dice.random() < 0.3
            )
        finders = [*r.seats] if ends else living
        race.changers += [HeldChanger(dice.choice(finders), each, name) for each in some(dice, deluxe.CHANGERS, 2)]
        if ends:
            r.ended = True
            leave_some(dice, race.players, r.seats)
    if ends and race.phase + 1 in deluxe.PHASES:
        race.coming = dice.choice((0, race.round + 1, race.round + 2))
    for player in race.players.values() if ends else ():
        player.owed, player.fresh = dice.choice(((0, 0), (900_000, 0), (5_000_000, 4_000_000), (500_000, 700_000)))
        player.removed = player.gone and dice.random() < 0.5
        player.lapsed, player.on_deck = dice.choice((0, 0, 2)), player.on_deck or dice.random() < 0.1
        player.times = dice.choice((player.times, 10, 300, 420))
    return Game.start_from_state(DELUXE, race, str(seed)), dice


def midst_of_round(seed, *, ends=False):
    """A part of a cycle of Season 7 whose rounds are half played; or end now."""
    dice, season = Random(seed), None
    while season is None or not any(r.stage == "play" for r in season.rounds.values()):
        game, dice = seasons.some_round(f"{seed} {dice.random()}")
        season = play_into(game, dice, lambda state: state.rounds)
    chosen = {name: dice.random() < 0.4 for name in ("forgive_first_miss", "duel", "wits")}
    season.options = msgspec.structs.replace(season.options, **chosen)
    for name, r in season.rounds.items():
        if r.stage != "play":
            continue

        def fill(seat, closed, _kept):
            seat.vote, seat.took_back = dice.choice(("", "", "Remain", "Leave")), dice.random() < 0.2
            if dice.random() < 0.2:  # invited
                seat.sealed, seat.bombs = [], 0
            seat.learned |= {n: dice.choice(season7.HIDDEN_SQUARES) for n in some(dice, closed, 2)}
            for mark in ("immune", "protected", "free_play", "gold_dust", "knife_edge", "fast_forward", "protect_ends"):
                setattr(seat, mark, dice.random() < 0.15)
            for number in ("owed", "misses", "hypnotised", "win_zone", "peeks"):
                setattr(seat, number, dice.choice((0, 0, 1, 2)))
            seat.bonus, seat.prizes = dice.choice((0, 100_000)), some(dice, season7.MINIGAMES, 1)

        lock_and_wish(dice, r, fill)
        lay_bombs(dice, r)
        living = r.list_living()
        r.in_force += some(dice, IN_FORCE, 1)
        r.borrowers, r.askers = some(dice, living, 1), some(dice, living, 1)
        for who in living:
            player = season.players[who]
            about = dice.choice([each for each in r.seats if each != who])
            player.pledges += [
                Pledge(each, about if each != "Split & Share" else "", name) for each in some(dice, PLEDGES, 2)
            ]
            player.hidden += some(dice, season7.HIDDEN_SQUARES, 2)
            player.next_booster, player.blow = dice.choice((0, 50)), dice.choice((0, -7_000_000))
        leave_two(dice, r.seats, 0.5 if season.options.duel else 0)
        if ends:
            r.in_force.append("Finished")
            leave_some(dice, season.players, r.seats)
    return Game.start_from_state(SEASON7, season, str(seed)), dice


def some_ladder(dice):
    """A ladder by any options, or a duel, some way up."""
    names = ladder.NAMES[: dice.randint(3, 5)]
    options = {
        **ladder.options(dice),
        "rounds": 2,
        "ladder": [100, 200, 300, 500, 1000],
        "havens": dice.choice(([1, 3], [])),
    }
    if dice.random() < 0.3:
        names, options = (
            names[:2],
            {**options, "duel": True, "rounds": 1, "host": "bot", "contestants": "all", "ladder": [100, 200, 300]},
        )
    state = LADDER_RULESET.create_state(names, options)
    LADDER_RULESET.stock_box(state, BOX, {})
    game, moves = (
        Game.start_from_state(LADDER_RULESET, state, str(dice.random())),
        dice.randint(2, 6 if "duel" in options else 10),
    )
    while not game.over and (moves := moves - 1) > 0:
        ladder.move(game, dice)
    return None if game.over else msgspec.json.decode(msgspec.json.encode(game.state), type=type(game.state))


def midst_of_ladder(seed):
    """A climb that is half done, whose players have used some lifelines, guessed, fallen silent and left."""
    dice, state = Random(f"ladder {seed}"), None
    while state is None or not state.list_climbers():
        with suppress(Illegal):
            state = some_ladder(dice)
    for player in state.players.values():
        player.lifelines = some(dice, [FIFTY, AUDIENCE, FRIEND], 3)
        player.wish = some(dice, [FIFTY, AUDIENCE, FRIEND], 2)
        player.guess = dice.choice(("", "", *LADDER_LETTERS))
        player.total = 0 if state.options.duel else dice.choice((0, 300, 900))
        player.row = dice.choices("🟩🟨", k=3 * len(player.row))
        player.led = dice.choice((0, player.led, 1))
    for climber in map(state.climbers.get, state.list_climbers()):
        climber.silent = some(dice, [state.rung, *range(1, len(state.options.ladder))], 3)
        climber.helped, climber.word = dice.random() < 0.3, dice.choice(("", "Hm."))
        climber.covered = some(dice, [each for each in LADDER_LETTERS if state.card and each != state.right], 2)
        climber.missing = some(dice, climber.covered, 1)
        if state.pages:
            later = some(dice, range(2, len(state.pages) + 1), 4)
            climber.picks = {rung: dice.choice((TAKE, *LADDER_LETTERS)) for rung in later}
        elif state.card and state.rung > 1:
            alike = state.options.duel and dice.random() < 0.5  # which is even then
            climber.choice = TAKE if alike else dice.choice(("", TAKE, TAKE, *LADDER_LETTERS))
    calling = dice.choice((0, 0.8)) if state.phase == "question" else 0
    for who in state.list_climbers():
        if (helpers := state.list_helpers(who)) and dice.random() < calling and not state.is_calling(who):
            climber, state.called = state.climbers[who], state.called + 1
            climber.choice, climber.picks, climber.unsure = "", {}, dice.choice(("", "A"))
            kind = dice.choice((AUDIENCE, FRIEND, FRIEND))
            state.calls[f"call-{state.called}"] = Call(who, kind, helpers if kind == AUDIENCE else helpers[:1])
    return Game.start_from_state(LADDER_RULESET, state, str(seed)), dice
