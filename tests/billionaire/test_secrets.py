"""Twins that differ only in hands look alike: who is asked, for how long, in which words, and what is told.

A twin of a game is made for one pair of eyes (a player's, or the public's): the cards of the others change places, with
each other's or with what lies unseen in the deck. Then both games go on with the same moves.
"""

import random
from collections import Counter
from functools import partial

import msgspec
import pytest

from engine.billionaire import actions
from engine.billionaire.actions import PASS
from engine.billionaire.events import HandSpied
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.state import Billionaire, StandingOrders
from engine.kernel import PUBLIC, Game, Illegal, Record
from engine.kernel.record import decode_snapshot
from tests.billionaire.evenings import WORDS, begun, options, some, tried

encode = msgspec.json.encode
MILLION = 1_000_000
SHOWING = (
    "card",
    "security",
    *(f"order {key}" for key in ("plan", "guard", "counter", "ask", "stop", "others", "answer")),
)  # what may make somebody show a card


def state_of(record):
    return decode_snapshot(record, Billionaire).state


def prepared(record, eyes, luck):
    """Nobody else's Security works by itself, and no plan is carried out: these are seen by all when they happen. Some
    of the others have never given an order about Security.
    """
    state = state_of(record)
    for who, player in state.players.items():
        player.orders.plan = ""
        if who != eyes and luck.random() < 0.3:
            player.orders = StandingOrders(bids=player.orders.bids, cards=player.orders.cards)
        elif who != eyes:
            player.orders.ask = True
            player.orders.guard = luck.choice([0, 40 * MILLION, 90 * MILLION])
            player.orders.counter = luck.choice([0, 10**9])
            player.orders.stop = luck.sample([*actions.STOPPABLE], luck.randint(0, 4))
            player.orders.others = luck.choice([0, 90 * MILLION])
            player.orders.answer = luck.sample([*actions.ANSWERABLE], luck.randint(0, 4))
    return state


def twin(state, eyes, luck):
    """The same game, but for the Power Play cards in other hands: exchanged with each other's, or with the deck's."""
    state = msgspec.json.decode(encode(state), type=Billionaire)
    others = [player for who, player in state.players.items() if who != eyes]
    held = [card for player in others for card in player.power]
    deck = state.power if luck.random() < 0.5 else []
    pool = [*held, *deck]
    luck.shuffle(pool)
    for player in others:
        player.power = [pool.pop() for _ in player.power]
    if deck:
        state.power = pool
    return state, held != [card for player in others for card in player.power]


def begin(state):
    """A game from this state on, and whatever it says and draws at once."""
    return Game.start_from_state(BILLIONAIRE, msgspec.json.decode(encode(state), type=Billionaire), "twins")


def load(record):
    return Game.load(BILLIONAIRE, Record.from_json(record.to_json()))


def looks(game, eyes):
    """All that these eyes see, and what sets the clocks: whom the game asks for what, and how long that may take."""
    mine = game.list_legal_moves(eyes) if eyes else None
    return (
        encode(game.build_view(eyes)),
        [(q.id, q.key, q.text, q.facts, q.options, q.form) for q in mine.questions] if mine else [],
        [(play.key, play.label, play.options, play.form) for play in mine.plays] if mine else [],
        [(q.id, q.key, q.who, q.text, q.patience, q.secret) for q in game.list_questions()],
    )


def heard(game, eyes):
    return [encode(told) for told in game.told if told.to in (PUBLIC, eyes)]


def refusal(act):
    try:
        act()
    except Illegal as no:
        return no.text, no.facts
    return None


def quiet_move(game, luck):
    """Something that anybody could do whatever they hold: a bid, an order, letting it be, holding on to cards."""
    question = luck.choice(game.list_questions())
    who, key = question.who, question.key
    if luck.random() < 0.2:
        play = luck.choice([play for play in game.list_plays(who) if play.key not in SHOWING])
        return partial(Game.play, who=who, key=play.key, value=some(play, luck))
    values = {
        "bid": luck.choice([*WORDS, "1m", "0"]),
        "security": PASS,
        "turn.card": luck.choice(["hold", "quiet"]),
        "power.drawn": luck.choice(["hold", "quiet"]),
    }
    value = values.get(key) or luck.choice(question.options).value
    return partial(Game.answer, who=who, question_id=question.id, value=value)


def alike(ours, theirs, eyes):
    """Do both look and sound the same? None where these eyes have drawn a card from decks that differ, or spied."""
    seen = ("You draw {card}.", HandSpied.says)
    if any(told.to == eyes and told.text in seen for told in ours.told):
        return None
    assert heard(ours, eyes) == heard(theirs, eyes)
    assert looks(ours, eyes) == looks(theirs, eyes)
    return True


def refused_alike(ours, theirs, eyes):
    for key, value in (("security", None), ("card", "Disaster: Ural Steel"), ("bid", "2m"), ("nonsense", 1)):
        found = [refusal(partial(load(there.save()).play, eyes, key, value)) for there in (ours, theirs)]
        assert found[0] == found[1]


def compare(ours, theirs, eyes, luck):
    """Look at both, try what is refused in both, and go on in both. How far did it come, and were bystanders asked?"""
    found = Counter[str]()
    if not alike(ours, theirs, eyes):
        return found
    if eyes:
        refused_alike(ours, theirs, eyes)
    for _ in range(luck.randint(1, 12)):
        if ours.over:
            break
        found["bystanders"] += bystanding(ours)
        act = quiet_move(ours, luck)
        results = [refusal(partial(act, there)) for there in (ours, theirs)]
        assert results[0] == results[1]
        if results[0] is None and not alike(ours, theirs, eyes):
            break
        found["steps"] += 1
    return found


def holders(state):
    return [who for who in state.here() if state.holds_security(who)]


def bystanding(game):
    """Is anybody asked about a Security who is neither to be stopped nor to be defended?"""
    asked = {question.who for question in game.list_questions() if question.key == "security"}
    return bool(asked) and bool(asked - {game.state.actions[0].who, game.state.actions[0].whom})


def look_into(seed, wanted, **agreed):
    """How many pairs of twins there were in a game, in how many of them others held a Security, and all their steps."""
    luck = random.Random(seed)
    game = begun(seed, **options(luck) | agreed)
    found = Counter[str]()
    for _ in range(400):
        if game.over or found["pairs"] >= wanted:
            break
        tried(game, luck, leaves=0)
        if game.over or game.save().tape or luck.random() < 0.5:
            continue
        eyes = luck.choice([PUBLIC, *game.state.here()])
        ours = prepared(game.save(), eyes, luck)
        theirs, differs = twin(ours, eyes, luck)
        if differs:
            found["pairs"] += 1
            found["securities"] += holders(ours) != holders(theirs)
            found += compare(begin(ours), begin(theirs), eyes, luck)
    return found


def look_until(enough, name, **agreed):
    """Look into one game after the other until there was enough of everything, which differs much between games."""
    found = Counter[str]()
    for seed in range(sum(enough.values())):
        if all(found[what] >= count for what, count in enough.items()):
            return
        found += look_into(f"{name} {seed}", 20, **agreed)
    pytest.fail(f"in so many games there were only {found}")


def test_a_security_is_betrayed_by_nothing():
    look_until({"pairs": 70, "securities": 20, "steps": 180, "bystanders": 4}, "twins")


@pytest.mark.whole
def test_nor_where_everybody_is_always_asked():
    look_until({"pairs": 200, "securities": 60, "bystanders": 100}, "asked twins", security="ask")


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(25))
def test_a_security_is_betrayed_by_nothing_in_ten_thousand_pairs(batch):
    look_until({"pairs": 400, "securities": 100}, f"many twins {batch}")


@pytest.mark.parametrize("seed", range(20))
def test_nobody_sees_a_bid_before_the_reveal(seed):
    """Other bids, changed or by order: until the last is in, the others see and hear the same."""
    luck = random.Random(f"bids {seed}")
    game = begun(f"bids {seed}", seats=4)
    while not (game.state.auction and len(game.list_questions()) == 4):
        tried(game, luck, leaves=0)
        if game.over:
            pytest.fail("no auction with four bidders")
    record = game.save()
    ours, theirs = load(record), load(record)
    first, second, third, last = luck.sample(game.state.here(), 4)
    for there, amounts in ((ours, ("1m", "0", "2m")), (theirs, ("4m", "900m", "0"))):
        for who, amount in zip((first, second, third), amounts, strict=True):
            there.answer(who, next(q.id for q in there.list_questions() if q.who == who), amount)
            for play in ("bid",) if there is ours else ():
                there.play(who, play, "3m")
        there.told = []
    for eyes in (PUBLIC, last):
        assert looks(ours, eyes) == looks(theirs, eyes)


@pytest.mark.parametrize("seed", range(20))
def test_profit_cards_in_other_hands_are_seen_by_nobody(seed):
    luck = random.Random(f"cash {seed}")
    game = begun(f"cash {seed}", seats=3)
    for _ in range(luck.randint(0, 40)):
        tried(game, luck, leaves=0)
    record = game.save()
    if record.tape or game.over or (game.state.auction and game.state.auction.winner):
        return
    eyes = luck.choice([PUBLIC, *game.state.here()])
    ours, theirs = state_of(record), state_of(record)
    others = [player for who, player in theirs.players.items() if who != eyes]
    pool = [card for player in others for card in player.cash] + theirs.profit
    luck.shuffle(pool)
    for player in others:
        player.cash = sorted(pool.pop() for _ in player.cash)
    theirs.profit = sorted(pool)
    assert looks(begin(ours), eyes) == looks(begin(theirs), eyes)


def test_a_law_that_is_broken_is_found(monkeypatch):
    """Were only holders of a Security asked, the twins would tell."""
    honest = actions.list_players_asked_about_security
    told = "engine.billionaire.actions.list_players_asked_about_security"
    monkeypatch.setattr(told, lambda state, action: [w for w in honest(state, action) if state.holds_security(w)])
    with pytest.raises(AssertionError):
        sum((look_into(f"twins {seed}", 20) for seed in range(25)), Counter[str]())
