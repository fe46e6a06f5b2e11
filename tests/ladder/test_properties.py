"""Random players never crash the ladder, saving changes nothing, and nobody sees what they must not."""

import random

import msgspec
import pytest

from engine.kernel import LOG, Game, Illegal, Reader, Record
from engine.ladder.rules import LADDER_RULESET
from tests.properties.examples import few

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve"]
CHOICES = {
    "host": ["bot", "players"],
    "rounds": [1, 2],
    "lifelines": [["50:50", "audience", "friend"], ["audience"], []],
    "lifelines_per": ["round", "game"],
    "asking": ["together", "clockwise"],
    "friend": ["cards", "call"],
    "first": ["auto", "together"],
    "choosing": ["chance", "host"],
    "contestants": ["all", "one"],
    "ladder": [[100, 200, 300, 500, 1000, 2000, 4000], [5, 10]],
    "havens": [[1], []],
}


def options(luck):
    return {name: luck.choice(values) for name, values in CHOICES.items()}


def some(asked, luck):
    values = [option.value for option in asked.options]
    if asked.form.kind == "several":
        return luck.sample(values, min(len(values), luck.randint(1, 3)))
    return luck.choice(values) if values else "Word"


def move(game, luck):
    """Something legal, mostly an answer and mostly a right one, so that climbs are long."""
    question = luck.choice(game.list_questions())
    fate = luck.random()
    if fate < 0.05:
        game.lapse(question.id)
    elif fate < 0.25 and game.list_legal_moves(question.who).plays:
        play = luck.choice(game.list_legal_moves(question.who).plays)
        game.play(question.who, play.key, some(play, luck))
    elif fate < 0.26:
        play = luck.choice(game.list_legal_moves(LOG).plays)
        game.play(LOG, play.key, luck.choice(["Fay", "Gus"]) if play.key == "join" else some(play, luck))
    else:
        values = [option.value for option in question.options]
        pages, rung = game.state.pages, question.key.partition(".")[2]
        right = f"{rung}{pages[int(rung) - 1].letters[0]}" if rung else "".join(game.state.letters[:1])
        game.answer(question.who, question.id, right if right in values and fate < 0.8 else some(question, luck))


def loaded(game):
    return Game.load(LADDER_RULESET, Record.from_json(game.save().to_json()))


@pytest.mark.parametrize("seed", few(30, 80, pytest.mark.whole))
def test_random_players_never_crash_it(seed, begun):
    luck = random.Random(seed)
    chosen = options(luck)
    fewest = 1 if chosen["host"] == "bot" else 2
    game = begun(seed, NAMES[: luck.randint(fewest, 5)], **chosen)
    for _ in range(2000):
        if game.over:
            break
        assert game.list_questions(), "nobody is asked anything, and yet it is not over"
        before = msgspec.json.encode(game.state)
        try:
            move(game, luck)
        except Illegal:
            assert msgspec.json.encode(game.state) == before
        again = loaded(game)
        assert msgspec.json.encode(again.state) == msgspec.json.encode(game.state)
        assert [q.id for q in again.list_questions()] == [q.id for q in game.list_questions()]
        if luck.random() < 0.5:
            game = again
    assert game.over
    assert game.state.champions or not game.state.here()


def eyes(game, who):
    """Everything a seat, or the public, has before it."""
    asked = [(q.id, q.key, q.text, q.facts, list(q.options)) for q in game.list_questions() if q.who == who]
    told = [msgspec.to_builtins(line) for line in game.told if line.to in ("", who)]
    return msgspec.json.encode([game.build_view(who), asked, told, game.list_legal_moves(who).plays])


@pytest.mark.parametrize("seed", few(15, 40, pytest.mark.whole))
def test_nobody_sees_an_answer_before_the_reveal(seed, begun):
    luck = random.Random(seed)
    first, second = (begun(seed, NAMES[:3]) for _ in range(2))
    who = luck.choice(NAMES[:3])
    ours, theirs = luck.sample(["A", "B", "C", "D"], 2)
    for game, value in ((first, ours), (second, theirs)):
        game.answer(who, next(q.id for q in game.list_questions() if q.who == who), value)
    for other in ["", *(name for name in NAMES[:3] if name != who)]:
        assert eyes(first, other) == eyes(second, other)
    assert eyes(first, who) != eyes(second, who)


def test_nobody_sees_what_is_said_to_any_of_the_first_questions(begun):
    for rung, (ours, theirs) in enumerate([("A", "B"), ("A", "take"), ("C", "D"), ("B", "D"), ("take", "C")], 1):
        first, second = (begun(rung, NAMES[:3], first="together") for _ in range(2))
        for game, value in ((first, ours), (second, theirs)):
            asked = next(q for q in game.list_questions() if q.who == "Ann" and q.key == f"answer.{rung}")
            game.answer("Ann", asked.id, f"{rung}{value}")
        for other in ["", "Bob", "Cat"]:
            assert eyes(first, other) == eyes(second, other)
        assert eyes(first, "Ann") != eyes(second, "Ann")


@pytest.mark.parametrize("seed", few(10, 20, pytest.mark.whole))
def test_nobody_sees_who_has_answered_only_how_many_are_missing(seed, begun):
    """One of two has answered: whoever else looks on sees the same, whichever it was."""
    first, second = (begun(seed, NAMES[:4]) for _ in range(2))
    for game, who in ((first, "Ann"), (second, "Bob")):
        game.answer(who, next(q.id for q in game.list_questions() if q.who == who), "A")
    for other in ("", "Cat", "Dan"):
        assert eyes(first, other) == eyes(second, other)
    for game in (first, second):
        assert all(question.secret for question in game.list_questions())
        assert len(game.list_questions()) == 3


@pytest.mark.parametrize("seed", few(10, 20, pytest.mark.whole))
def test_nobody_sees_whether_an_answer_was_changed_or_is_final(seed, begun):
    plain, busy = (begun(seed, NAMES[:3]) for _ in range(2))
    for game in (plain, busy):
        game.answer("Ann", next(q.id for q in game.list_questions() if q.who == "Ann"), "A")
    busy.play("Ann", "change", "C")
    busy.play("Ann", "final")
    busy.play("Ann", "wish", ["50:50"])
    busy.told, plain.told = [line for line in busy.told if line.to == ""], []
    for other in ("", "Bob", "Cat"):
        assert eyes(plain, other) == eyes(busy, other)


def test_a_player_who_gives_no_answer_to_the_first_question_is_not_said_to_take_money(begun):
    game = begun(1, NAMES[:2])
    game.lapse(next(question.id for question in game.list_questions() if question.who == "Ann"))
    own = game.build_view("Ann").own
    assert own
    assert [Reader().format_value(secret) for secret in own.secrets] == [
        "You give no answer. You can still change your mind."
    ]


@pytest.mark.parametrize("right", [1, 2, 3])
def test_nobody_sees_the_right_answer(right, begun):
    """The same faces on the card, another answer right: only who hosts may see a difference."""
    first, second = (begun(7, NAMES[:3]) for _ in range(2))
    state = second.state
    swap = list(range(4))
    swap[0], swap[right] = right, 0
    answers = tuple(state.card.answers[i] for i in swap)
    state.card = msgspec.structs.replace(state.card, answers=answers)
    state.letters = [state.letters[i] for i in swap]
    second = Game.start_from_state(LADDER_RULESET, state, "7")
    second.told, first.told = [], []
    assert first.state.map_answers() == second.state.map_answers()
    assert first.state.right != second.state.right
    for who in ("", *NAMES[:3]):
        assert eyes(first, who) == eyes(second, who)
        for game in (first, second):
            game.told = []
    for game in (first, second):
        for who, value in (("Ann", "A"), ("Bob", "B")):
            game.answer(who, next(q.id for q in game.list_questions() if q.who == who), value)
    for who in ("", *NAMES[:3]):
        assert eyes(first, who) == eyes(second, who)


def test_cards_from_others_come_without_names(begun):
    """Whoever asks the audience sees a shuffled hand: the same, whoever handed in which card."""
    hands = []
    for given in (("A", "B"), ("B", "A")):
        game = begun(3, NAMES[:3])
        game.pins = {"cards": [sorted(["A", "B", game.state.right])]}
        game.answer("Ann", next(q.id for q in game.list_questions() if q.who == "Ann"), "audience")
        for who, card in zip(("Bob", "Cat"), given, strict=True):
            game.answer(who, next(q.id for q in game.list_questions() if q.who == who and q.key == "card"), card)
        hands.append(eyes(game, "Ann"))
    assert hands[0] == hands[1]


def test_the_host_of_a_round_sees_the_answers_come_in_and_nobody_else(begun):
    game = begun(1, NAMES[:3], host="players")
    game.told = []
    before = eyes(game, ""), eyes(game, "Cat")
    game.answer("Bob", next(q.id for q in game.list_questions() if q.who == "Bob"), "C")
    own = game.build_view("Ann").own
    assert own
    assert "Bob has said C." in [Reader().format_value(secret) for secret in own.secrets]
    assert (eyes(game, ""), eyes(game, "Cat")) == before


def test_the_record_stays_small(begun):
    game = begun(1, NAMES)
    assert len(game.save().to_json()) < 12_000


def test_who_shows_cards_to_the_host_reads_what_they_stand_for(begun):
    game = begun(1, NAMES[:1])
    game.answer("Ann", game.list_questions()[0].id, "audience")
    (asked,) = game.list_questions()
    faces = [f"{letter}: {answer}" for letter, answer in game.state.map_answers().items()]
    assert [Reader().format_value(option.label) for option in asked.options] == [*faces, "Show no card"]
