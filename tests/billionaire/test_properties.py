"""Random players never crash the game, saving changes nothing, no card is lost, and every game comes to its end."""

import random
from collections import Counter

import msgspec
import pytest

from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.tables import INVESTMENTS, POWER_DECK, build_profit_deck
from engine.kernel import PUBLIC, Game, Illegal
from tests.billionaire.evenings import begun, loaded, move, options, tried
from tests.properties.examples import few

encode = msgspec.json.encode


def cards(state):
    """All cards wherever they are: none is made, and none is lost."""
    hands = state.players.values()
    investments = [card for deck in state.decks.values() for card in deck]
    investments += [card for player in hands for card in player.owned]
    investments += state.auction.cards if state.auction else []
    power = [*state.power, *state.bottom, *(card for player in hands for card in player.power)]
    profit = [*state.profit, *(card for player in hands for card in player.cash)]
    return Counter(investments), Counter(power), Counter(profit)


@pytest.mark.parametrize("seed", few(20, 60))
def test_random_players_never_crash_it(seed):
    luck = random.Random(seed)
    chosen = options(luck)
    game = begun(seed, **chosen)
    box = Counter(INVESTMENTS.keys()), Counter(POWER_DECK), Counter(build_profit_deck(chosen["profit"]))
    for _ in range(4000):
        if game.over:
            break
        assert game.list_questions(), "nobody is asked anything, and yet it is not over"
        before = encode(game.state)
        try:
            move(game, luck)
        except Illegal:
            assert encode(game.state) == before
        assert cards(game.state) == box
        again = loaded(game)
        assert encode(again.state) == encode(game.state)
        assert [q.id for q in again.list_questions()] == [q.id for q in game.list_questions()]
        for who in (PUBLIC, *game.state.players):
            encode(game.build_view(who))
        if luck.random() < 0.5:
            game = again
    assert game.over
    assert game.state.champions


@pytest.mark.parametrize("seed", few(10, 30))
def test_nobody_is_asked_what_has_only_one_answer(seed):
    luck = random.Random(f"answers {seed}")
    game = begun(seed, **options(luck))
    for _ in range(300):
        if game.over:
            break
        for question in game.list_questions():
            assert len(question.options) > 1 or question.form.words, question.key
            assert len({option.value for option in question.options}) == len(question.options)
        tried(game, luck)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_at_which_everybody_sleeps_comes_to_its_end(seats):
    game = begun("sleep", seats=seats)
    asked = 0
    while not game.over:
        game.lapse(game.list_questions()[0].id)
        asked += 1
    assert game.state.round == game.state.options.rounds + 1
    assert asked < 3000
    assert game.state.champions


@pytest.mark.parametrize("seed", range(10))
def test_what_was_taken_in_plays_again_to_the_same_end(seed):
    luck = random.Random(f"again {seed}")
    first = begun(seed, seats=3, goal="250m")
    done = []
    while not first.over:
        question = first.list_questions()[0]
        value = question.lapse if luck.random() < 0.1 else luck.choice(question.options).value
        first.answer(question.who, question.id, str(value))
        done.append((question.who, question.key, str(value)))
    second = begun(seed, seats=3, goal="250m")
    for who, key, value in done:
        question = next(q for q in second.list_questions() if (q.who, q.key) == (who, key))
        second.answer(who, question.id, value)
    assert encode(second.state) == encode(first.state)


@pytest.mark.whole
def test_the_record_stays_small():
    largest = 0
    for seed in range(10):
        luck, game = random.Random(f"large {seed}"), begun(seed, seats=4)
        for _ in range(200):
            if not game.over:
                tried(game, luck)
                largest = max(largest, len(game.save().to_json()))
    assert largest < 12_000


def test_all_that_is_drawn_and_sealed_is_honest():
    luck, game = random.Random("honest"), begun("honest", seats=3, goal="250m")
    names, drawn = set(), 0
    while not game.over:
        if tried(game, luck, leaves=0):
            for draw in game.drawn:
                assert draw.is_honest("honest")
                drawn += 1
            for sealed in game.sealed:
                assert sealed.name not in names
                names.add(sealed.name)
    assert drawn > 20
    assert len(names) > 10


@pytest.mark.parametrize(
    ("players", "chosen", "why"),
    [
        (["Ann"], {}, "2 to 4 players"),
        (["Ann", "Bob", "Cat", "Dan", "Eve"], {}, "2 to 4 players"),
        (["Ann", "Ann"], {}, "Two players cannot have the same seat."),
        (["Ann", "Bob"], {"goal": "2 billion"}, "goal needs"),
        (["Ann", "Bob"], {"goal": "50m"}, "goal needs"),
        (["Ann", "Bob"], {"goal": "much"}, "goal needs"),
        (["Ann", "Bob"], {"profit": 19}, "profit wants"),
        (["Ann", "Bob"], {"finish": "never"}, "finish wants"),
        (["Ann", "Bob"], {"computers": "brilliant"}, "computers wants"),
        (["Ann", "Bob"], {"rounds": 5}, "rounds wants"),
        (["Ann", "Bob"], {"colour": "red"}, "There is no option"),
    ],
)
def test_what_cannot_be_agreed_upon(players, chosen, why):
    with pytest.raises(Illegal) as refused:
        Game.start(BILLIONAIRE, players, chosen, "x")
    assert why.split(maxsplit=1)[0] in refused.value.text.format_map({**refused.value.facts, "fewest": 2, "most": 4})


@pytest.mark.parametrize(
    "goal", ["a billion", "1bn", "$1,000,000,000", "1000m", 1_000_000_000, "A  Billion", "1 billion"]
)
def test_a_goal_is_understood_however_it_is_written(goal):
    assert BILLIONAIRE.create_state(["Ann", "Bob"], {"goal": goal}).options.amount == 1_000_000_000
