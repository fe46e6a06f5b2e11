"""Nothing may be repeated without end: from every question and play there is, whatever leads back to where one was."""

import msgspec
import pytest

from engine.kernel import Game, Record
from engine.kernel import record as tape_law
from engine.rulesets import RULESETS, ruleset
from tests.properties.stubborn import MINDS, Stubborn, loaded, reached

FEW = 15  # times that one may do the same, so that it is soon too often
DEEPEST = 12  # scripts that wait for one another
ROOM = 3_000  # bytes that a state may grow by


def size_of_state(game):
    return len(msgspec.json.encode(game.state)) - sum(len(msgspec.json.encode(tape)) for tape in tapes(game)[1:])


def tapes(game):
    private = [table.tape for table in game._tables.values() if table.tape]
    return [game._tape.entries, *private]


def deep(script):
    depth = 0
    while script is not None:
        depth, script = depth + 1, getattr(script, "cr_await", None)
    return depth


def go_on_and_on(name, inputs, mind):
    """How often the most stubborn player does something from there, and nothing has grown without end."""
    record, who = reached()[name]
    rules = ruleset(name.partition(" ")[0])
    game = Game.load(rules, Record.from_json(record))
    stubborn, began, longest = Stubborn(rules, game, who, mind), size_of_state(game), max(map(len, tapes(game)))
    done = next((n for n in range(inputs) if not stubborn.act()), inputs)
    game = stubborn.game
    keys = len({key for _, key, _ in stubborn.idle})
    assert all(len(tape) <= longest + tape_law.MAX_REPEATS * keys for tape in tapes(game))
    assert max(deep(table.script) for table in game._tables.values()) <= DEEPEST
    assert size_of_state(game) <= began + ROOM
    again = loaded(rules, game)
    ours, theirs = game.save(), again.save()
    # A booth that has begun and was not played in yet says once more that it begins; nobody hears it twice.
    assert theirs.events[len(theirs.events) - len(ours.events) :] == ours.events
    assert msgspec.structs.replace(theirs, events=ours.events).to_json() == ours.to_json()
    assert [q.id for q in again.list_questions()] == [q.id for q in game.list_questions()]
    return done


@pytest.mark.whole
def test_whoever_is_stubborn_makes_nothing_grow(monkeypatch):
    monkeypatch.setattr(tape_law, "MAX_REPEATS", FEW)
    names = reached()
    assert {name.partition(" ")[0] for name in names} == set(RULESETS)
    done = {name: max(go_on_and_on(name, 2 * FEW, mind) for mind in MINDS) for name in names}
    for known in ("season7 times_table.shuffle", "season7 ask_the_host.question", "ladder friend", "ladder change"):
        assert done[known] > FEW


@pytest.mark.slow
@pytest.mark.parametrize("mind", MINDS)
def test_after_five_thousand_inputs_every_game_can_be_loaded(mind):
    for name in reached():
        go_on_and_on(name, 5_000, mind)
