"""Non-interference: two games that differ only in what somebody may not know look the same to them.

A twin of a game is made for one pair of eyes (a player's, or the public's): closed squares change places with what
lies on and behind them, other players hold other hidden squares, have other lists, other peeks and other votes.
What those eyes know (their own bombs, what they have peeked at) stays. Then both games go on with the same moves.
"""

from random import Random

import msgspec
import pytest

from engine.kernel import LOG, PUBLIC, Game, Illegal, Record
from engine.kernel.record import decode_snapshot
from engine.season7 import tables
from engine.season7.rules import SEASON7
from engine.season7.state import Season
from host.core.stand_ins import pick_play_value
from tests.properties.examples import few
from tests.properties.seasons import cycle_over, move, some_round

encode = msgspec.json.encode
FEW = (-1, 0, 7, "Fold", None)  # what is tried with a square that is not held, which is refused whatever it is
KNOWN_WORDS = {PUBLIC, LOG}


def twin(record, eyes, dice):
    """The same game but for what these eyes may not know."""
    snapshot = decode_snapshot(record, Season)
    for r in snapshot.state.rounds.values():
        change_round(r, eyes, dice)
    for who, player in snapshot.state.players.items():
        if who != eyes:
            player.hidden = [dice.choice(tables.HIDDEN_SQUARES) for _ in range(dice.randint(0, 4))]
    return msgspec.structs.replace(record, snapshot=msgspec.Raw(encode(snapshot)))


def change_round(r, eyes, dice):
    closed = [n for n in r.list_closed_squares() if n not in known(r, eyes)]
    moved = dict(zip(closed, dice.sample(closed, len(closed)), strict=True))
    cells = {moved[n]: r.find_cell(n) for n in closed}
    for n, cell in cells.items():
        r.cells[n - 1] = cell
    r.peeks = [peek if sees(r, eyes, peek[0]) else (peek[0], peek[1], dice.randint(0, 8)) for peek in r.peeks]
    for who, seat in r.seats.items():
        if who != eyes:
            seat.sealed = [moved.get(n, n) for n in seat.sealed] if r.cells else other_bombs(r, seat, dice)
            if who not in (r.turn, r.forced):  # whoever is asked has no list that would answer
                seat.wishes = dice.sample(
                    r.list_closed_squares(), min(dice.randint(0, 4), len(r.list_closed_squares()))
                )
            seat.learned = {}
            if seat.vote and not r.cells:
                seat.vote = dice.choice(["Remain", "Leave"])


def other_bombs(r, seat, dice):
    return dice.sample(range(1, r.rows * r.columns + 1), len(seat.sealed))


def sees(r, eyes, peeker):
    return eyes == peeker or eyes in r.borrowers


def known(r, eyes):
    """The squares of which these eyes know something, or on which they did something that shows."""
    seat = r.seats.get(eyes)
    mine = {*seat.sealed, *seat.learned} if seat else set()
    return mine | {n for who, n, _ in r.peeks if sees(r, eyes, who)}


def looks(game, eyes):
    """All that these eyes see: the view, their own questions and plays, what others are openly asked, what can be
    predicted.
    """
    mine = game.list_legal_moves(eyes) if eyes else None
    return (
        encode(game.build_view(eyes)),
        [(q.id, q.key, q.text, q.facts, q.options, q.form) for q in mine.questions] if mine else [],
        [(play.key, play.label, play.options, play.form) for play in mine.plays] if mine else [],
        [
            (q.id, q.key, q.who, q.text, q.facts, [option for option in q.options if not option.private])
            for q in game.list_questions()
            if not q.secret and q.who != eyes
        ],
        encode(game.ruleset.list_forecasts(game)),
    )


def heard(game, eyes):
    return [encode(told) for told in game.told if told.to in (PUBLIC, eyes)]


def refusal(act):
    try:
        act()
    except Illegal as no:
        return no.text, no.facts
    return None


def refusals(game, eyes):
    """What these eyes are told when they try what they may not do."""
    values = [*range(-1, 45), "Auto-Bomb", "Skip Turn", "Fold", "x", None]
    found = []
    for question in game.list_legal_moves(eyes).questions:
        found += [
            refusal(lambda q=question, v=value: game.answer(eyes, q.id, v))
            for value in values
            if not question.accepts_answer(value)
        ]
    offered = {play.key: play for play in game.list_legal_moves(eyes).plays}
    held = [key for key in tables.HIDDEN_SQUARES if key in game.state.players[eyes].hidden]
    for key in (*tables.HIDDEN_SQUARES, "lock", "peek", "list", "clear list"):
        play = offered.get(key)
        for value in values if play or key in held or key not in tables.HIDDEN_SQUARES else FEW:
            if play is None or (play.options and refusal(lambda p=play, v=value: p.check(v))):
                found.append(refusal(lambda k=key, v=value: game.play(eyes, k, v)))
    return found


def load(record):
    return Game.load(SEASON7, Record.from_json(record.to_json()))


def compare(record, eyes, dice):
    other = twin(record, eyes, dice)
    ours, theirs = load(record), load(other)
    assert looks(ours, eyes) == looks(theirs, eyes)
    if eyes:
        assert refusals(ours, eyes) == refusals(theirs, eyes)
        seals_and_lists(record, other, eyes, dice)
    quiet_moves_of_others(record, other, eyes, dice)


def quiet_moves_of_others(record, other, eyes, dice):
    """What others do at any time shows what it must and nothing of what it found."""
    for who in load(record).state.here():
        if who == eyes:
            continue
        offered = [give(load(one), who) for one in (record, other)]
        for key in [key for key in offered[0] if key in offered[1]]:
            ours, theirs = load(record), load(other)
            if (key in ("lock", "list") and to_select(ours, who)) or (key == "peek" and borrows(ours, eyes, who)):
                continue
            plays = [give(game, who)[key] for game in (ours, theirs)]
            value = pick_play_value(plays[0], dice)
            if refusal(lambda p=plays[1], v=value: p.check(v)) is None:
                ours.play(who, key, value)
                theirs.play(who, key, value)
                assert heard(ours, eyes) == heard(theirs, eyes), key
                assert looks(ours, eyes) == looks(theirs, eyes), key


def borrows(game, eyes, who):
    """Then these eyes are told what the other one finds."""
    return any(eyes in r.borrowers for r in game.state.rounds.values() if who in r.seats)


def to_select(game, who):
    """Then a lock-in or a list is a selection, and opens a square."""
    return any(question.who == who and question.key == "select" for question in game.list_questions())


QUIET = (
    "Bomb Finder",
    "Borrow the Truth",
    "Omniscience",
    "Reveal a Row",
    "Conversion",
    "Kablam!",
    "Free Play",
    "Gold Dust",
)


def give(game, who):
    """In both games this player holds what is used without a trace, or openly but telling only its owner."""
    game.state.players[who].hidden = list(QUIET)
    return {play.key: play for play in game.list_legal_moves(who).plays}


def seals_and_lists(record, other, eyes, dice):
    """What these eyes do themselves, and what is sealed, looks and sounds the same as well."""
    ours, theirs = load(record), load(other)
    for key in ("lock", "list", "clear list"):
        play = next((play for play in ours.list_legal_moves(eyes).plays if play.key == key), None)
        if play is not None and not to_select(ours, eyes):
            value = pick_play_value(play, dice)
            ours.play(eyes, key, value)
            theirs.play(eyes, key, value)
            assert heard(ours, eyes) == heard(theirs, eyes), key
            assert looks(ours, eyes) == looks(theirs, eyes), key


def look_into(seed):
    game, dice = some_round(seed)
    checked = 0
    stop = dice.randint(0, 60)
    for _ in range(stop):
        if cycle_over(game):
            break
        move(game, dice)
    record = game.save()
    if game.over or record.tape:
        return 0
    for eyes in (PUBLIC, *dice.sample(game.state.here(), min(2, len(game.state.here())))):
        compare(record, eyes, Random(f"{seed} {eyes}"))
        checked += 1
    return checked


@pytest.mark.parametrize("batch", few(1, 8, pytest.mark.whole))
def test_nobody_sees_what_is_not_theirs(batch):
    assert sum(look_into(f"secret {batch * 10 + n}") for n in range(10)) > 15


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(60))
def test_nobody_sees_what_is_not_theirs_in_many_games(batch):
    assert sum(look_into(f"many secrets {batch * 50 + n}") for n in range(50)) > 75


@pytest.mark.parametrize("seed", few(8, 20))
def test_where_others_seal_their_bombs_shows_nowhere(seed):
    """Sealing: the same moves on other squares, until the last bomb is in."""
    game, dice = some_round(f"seal {seed}")
    eyes = dice.choice(next(iter(game.state.rounds.values())).order)
    record = game.save()
    ours, theirs = load(record), load(record)
    for _ in range(len(game.list_questions()) - 1):
        asked = [q for q in ours.list_questions() if q.key == "bomb.seal" and q.who != eyes]
        if not asked:
            break
        question = dice.choice(asked)
        for go in (ours, theirs):
            same = next(q for q in go.list_questions() if q.id == question.id)
            go.answer(question.who, question.id, dice.choice(same.options).value)
        if any(r.cells for r in ours.state.rounds.values()):
            break
        for who in (PUBLIC, eyes):
            assert heard(ours, who) == heard(theirs, who)
            assert looks(ours, who) == looks(theirs, who)
