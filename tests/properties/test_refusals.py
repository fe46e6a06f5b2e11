"""Whatever somebody answers wrongly in a random game: the refusal says why and what would fit, or what is asked."""

import re
from random import Random

import pytest

from engine.kernel import Game, Illegal, Option, format_text
from engine.kernel.question import list_valid_options, quote_label
from engine.rulesets import RULESETS
from host.core.cards import dealt_cards
from tests.properties.examples import few
from tests.properties.seasons import some_round
from workshop.bots import sample_players

BARE = (
    "is not one of the choices.",
    "You cannot do that now.",
    "Nobody can answer that question any more.",
    "only once.",
)
WRONG = (0, -1, 26, 99, "Z9", "5", "Zoe", "Skip Turn", "Fold", "row Z", "nobody", "sing", "", True, False)
SEVERAL: tuple[list[int], ...] = ([1, 1], [2, 2, 2], [99, 1], [*range(1, 41)], [], [True], [False, True])
NO_NUMBER = re.compile(r"(?<!“)\b(True|False)\b")


def refused(game, who, question, value):
    """The sentence, with what its player alone may read of it; none, if this fits."""
    if question.accepts_answer(value):
        return None
    with pytest.raises(Illegal) as no:
        game.answer(who, question.id, value)
    alone = no.value.alone
    assert not alone or str(alone).endswith(".")
    return no.value


def helps(no, question):
    """Does it say what fits? In words of its own where any words would."""
    said = format_text(no.text, no.facts)
    assert said.endswith((".", "?", "!", "…")), said
    assert not said.endswith(BARE), said
    assert not NO_NUMBER.search(said), said  # yes and no are no squares
    assert " more." not in said, said
    form = question.form
    if form.kind == "number":
        assert f"{form.low:,}" in said, said
        assert f"{form.high:,}" in said, said
    elif form.kind != "text" and not form.words:
        fit = [option for option in question.options if not option.private]
        assert not fit or no.facts.get("fit") or no.facts.get("high"), said
    assert " has been settled" not in said


def stale(game, who):
    """The answer to a question that is asked no more names those that are. Who has answered for good is told that."""
    with pytest.raises(Illegal) as no:
        game.answer(who, "Q1#0", 1)
    said, alone = format_text(no.value.text, no.value.facts), str(no.value.alone)
    for asked in game.list_legal_moves(who).questions:
        text = format_text(asked.text, {"who": who, **asked.facts})
        assert text in (alone if asked.secret else said)
        assert not asked.secret or text not in said, "a secret"
    waits = bool(game.list_legal_moves(who).questions) or no.value.code == "answer_final"
    assert waits or "No question is waiting for your answer at the moment." in alone


def tried(game, dice):
    """Everybody who is asked answers something wrong. How often was that refused?"""
    wrong = 0
    for question in game.list_questions():
        for value in (dice.choice(SEVERAL), *dice.sample(WRONG, 3)):
            no = refused(game, question.who, question, value)
            if no is not None:
                wrong += 1
                helps(no, question)
    for who in game.ruleset.list_players(game.state):
        stale(game, who)
        with pytest.raises(Illegal) as no:
            game.play(who, "sing", "a song")
        assert no.value.facts or no.value.alone
    return wrong


@pytest.mark.parametrize("seed", few(3, 40))
def test_a_wrong_answer_in_a_round_hears_what_fits(seed):
    game, dice = some_round(f"refusals {seed}")
    for n in range(250):
        if game.over or not game.list_questions():
            return
        if n % 4 == 0:
            tried(game, dice)
        sample_players.move_carelessly(game, dice)


@pytest.mark.parametrize("seed", few(1, 12, pytest.mark.whole))
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_wrong_answer_in_any_game_hears_what_fits(name, seed):
    dice = Random(f"{name} {seed}")
    state = dealt_cards.build_initial_state(RULESETS[name], ["Ann", "Bob", "Cat"], {}, f"{name}{seed}")
    game = Game.start_from_state(RULESETS[name], state, f"{name}{seed}")
    wrong = 0
    for n in range(160):
        if game.over:
            break
        if n % 4 == 0:
            wrong += tried(game, dice)
        sample_players.move_carelessly(game, dice)
    assert wrong > 20


def test_very_many_things_are_named_by_those_that_come_nearest():
    options = [Option(f"word {n}", f"word {n}") for n in range(100)]
    assert quote_label("word 77") in list_valid_options(options, "wrd 77")
    assert str(list_valid_options(options, "wrd 77")[-1]) == "60 more"
