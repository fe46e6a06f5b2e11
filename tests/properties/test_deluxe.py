"""What holds in every Deluxe race, whatever careless players do."""

from random import Random

import msgspec
import pytest

from engine.deluxe.options import NAMES_TO_LEAVE_OUT
from engine.deluxe.rules import DELUXE
from engine.deluxe.state import DeluxeRace
from engine.kernel import LOG, Game, Record, format_text
from engine.kernel.record import decode_snapshot
from engine.kernel.text import PUBLIC
from workshop.bots import sample_players

encode = msgspec.json.encode
SMALL = {"target": 20_000_000}


def some_race(seed, players, **options):
    return Game.start(DELUXE, [f"p{n}" for n in range(1, players + 1)], SMALL | options, seed), Random(seed)


def some_options(dice):
    """Anything left out, zones and betting on or off, any phase."""
    out = [name for name in sorted(NAMES_TO_LEAVE_OUT) if dice.random() < dice.choice([0, 0, 0.3, 0.9])]
    return {
        "without": out,
        "zones": dice.random() < 0.8,
        "betting": dice.random() < 0.8,
        "start_phase": dice.choice("123"),
        "failsafe": dice.choice(["left", "grid"]),
        "first_miss": dice.choice(["space", "pass"]),
    }


def stands(game):
    """Everything that a game is at this moment."""
    asked = [(q.id, q.key, q.who, q.lapse, [option.value for option in q.options]) for q in game.list_questions()]
    return encode(game.state), game.asked, game.drawn_before, asked


@pytest.mark.parametrize("seed", range(8))
def test_a_race_is_saved_and_loaded_at_every_step(seed):
    dice = Random(f"options {seed}")
    game, dice = some_race(f"saved {seed}", dice.choice([2, 3, 4, 5, 9, 13]), **some_options(dice))
    for _ in range(400):
        if game.over:
            break
        sample_players.move_carelessly(game, dice)
        record = game.save()
        again = Game.load(DELUXE, Record.from_json(record.to_json()))
        assert stands(again) == stands(game)
        for who in (PUBLIC, "p1"):
            assert encode(again.build_view(who)) == encode(game.build_view(who))


@pytest.mark.parametrize("seed", range(6))
def test_somebody_is_always_asked_and_a_race_ends_with_a_winner_on_deck(seed):
    game, dice = some_race(f"ends {seed}", 2 + seed * 3)
    while not game.over:
        assert game.list_questions()
        sample_players.move_carelessly(game, dice)
    race = game.state
    assert len(race.champions) == 1
    best = race.players[race.champions[0]]
    assert best.on_deck
    assert best.total >= race.options.target


@pytest.mark.parametrize("seed", range(6))
def test_every_dollar_is_told(seed):
    """What is told in public adds up to every score; nothing else moves money."""
    game, dice = some_race(f"told {seed}", 3 + seed)
    told = dict.fromkeys(game.state.players, 0)
    for _ in range(500):
        if game.over:
            break
        sample_players.move_carelessly(game, dice)
        for said in game.told:
            facts = said.facts
            if said.to == PUBLIC and said.deed in ("won", "lost"):
                told[facts["who"]] += facts["amount"] if said.deed == "won" else -facts["amount"]
            elif "giver" in facts:
                told[facts["giver"]] -= facts["amount"]
                told[facts["taker"]] += facts["amount"]
        assert told == {who: player.total for who, player in game.state.players.items()}
        assert all(sum(p.earned.values()) == p.total for p in game.state.players.values())


@pytest.mark.parametrize("seed", range(6))
def test_who_comes_and_goes_stops_nothing(seed):
    game, dice = some_race(f"coming {seed}", 4 + seed)
    for n in range(300):
        if game.over:
            break
        plays = {play.key: play for play in game.list_legal_moves(LOG).plays}
        if dice.random() < 0.04 and plays:
            gone = [who for who, player in game.state.players.items() if player.gone]
            key = dice.choice(sorted(plays))
            value = dice.choice([*gone, f"new{n}"]) if key == "join" else dice.choice(plays[key].options).value
            if key != "join" or value not in game.state.newcomers:
                game.play(LOG, key, value)
        elif game.list_questions():
            sample_players.move_carelessly(game, dice)
        else:
            game.play(LOG, "join", f"more{n}")
        Game.load(DELUXE, Record.from_json(game.save().to_json()))


def twin(record, eyes, dice):
    """The same game but for what these eyes may not know: closed spaces change places while a grid is on."""
    snapshot = decode_snapshot(record, DeluxeRace)
    for r in [each for each in snapshot.state.grids.values() if each.stage != "over"]:
        seat = r.seats.get(eyes)
        known = {*seat.sealed, *seat.learned} if seat else set()
        known |= {n for hunt in snapshot.state.hunts if hunt.who == eyes for n in hunt.spaces}
        closed = [n for n in r.list_closed_squares() if n not in known]
        moved = dict(zip(closed, dice.sample(closed, len(closed)), strict=True))
        cells = {moved[n]: r.find_cell(n) for n in closed}
        for n, cell in cells.items():
            r.cells[n - 1] = cell
        for who, other in r.seats.items():
            if who != eyes:
                other.sealed = [moved.get(n, n) for n in other.sealed]
                other.learned = {}
                other.wishes = []
    return msgspec.structs.replace(record, snapshot=msgspec.Raw(encode(snapshot)))


@pytest.mark.parametrize("seed", range(12))
def test_nobody_sees_what_is_not_theirs(seed):
    game, dice = some_race(f"secret {seed}", dice_players := 3 + seed % 5, target=10**12)
    for _ in range(dice.randint(5, 60)):
        sample_players.move_carelessly(game, dice)
    record = game.save()
    if record.tape:
        return
    for eyes in (PUBLIC, *[f"p{n}" for n in range(1, dice_players + 1)]):
        ours = Game.load(DELUXE, record)
        theirs = Game.load(DELUXE, twin(record, eyes, Random(f"{seed} {eyes}")))
        assert encode(ours.build_view(eyes)) == encode(theirs.build_view(eyes))
        if eyes:
            looks = [
                [
                    (q.id, q.key, q.options)
                    for q in game.list_legal_moves(eyes).questions
                    if q.key != "odds_and_evens.call"
                ]
                for game in (ours, theirs)
            ]
            assert looks[0] == looks[1]
            assert [encode(play.options) for play in ours.list_plays(eyes)] == [
                encode(play.options) for play in theirs.list_plays(eyes)
            ]


def test_all_that_is_told_can_be_read():
    game, dice = some_race("read", 6)
    while not game.over:
        sample_players.move_carelessly(game, dice)
        assert all(format_text(told.text, told.facts) for told in game.told)
