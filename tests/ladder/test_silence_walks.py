"""Who leaves the ladder because time ran out is told of so, and who takes the money is not, as they acted last,
whatever they answered, changed and thought over before; also where the first questions are asked together.
"""

from random import Random

import pytest

from engine.ladder.plays import THINK
from engine.ladder.state import TAKE

RUNG, STEPS, WHO = 2, 3, "Ann"
OPTIONS = {"lifelines": [], "host": "bot", "choosing": "chance", "ladder": [100, 200, 300, 500, 1000]}
DEEDS = ("silent", "silent", "silent", TAKE, "A", THINK)


def answer_rightly(game, asked):
    rung = asked.key.partition(".")[2]
    game.answer(asked.who, asked.id, rung + game.state.map_questions_in_play()[int(rung or game.state.rung)].letters[0])


def act(game, key, deed):
    """Ann answers, is silent or changes her answer, where that can be; return whether it could."""
    rung, asked = key.partition(".")[2], [each for each in game.list_questions() if (each.who, each.key) == (WHO, key)]
    changes = [option.value for play in game.list_plays(WHO) if play.key == "change" for option in play.options]
    if asked and deed == "silent":
        game.lapse(asked[0].id)
    elif asked and deed != THINK:
        game.answer(WHO, asked[0].id, rung + deed)
    elif not asked and deed != "silent" and (value := rung + deed if deed != THINK else THINK) in changes:
        game.play(WHO, "change", value)
    else:
        return False
    return True


@pytest.mark.parametrize("first", ["auto", "together"])
@pytest.mark.parametrize("seed", range(8))
def test_only_who_was_silent_last_is_told_of_as_silent(begun, first, seed):
    luck = Random(f"{first} {seed}")
    game = begun(seed, [WHO, "Bob", "Cat"], first=first, **OPTIONS)
    while not game.state.pages and game.state.rung < RUNG:
        answer_rightly(game, game.list_questions()[0])
    key, last = f"answer.{RUNG}" if game.state.pages else "answer", THINK
    act(game, f"answer.{RUNG + 1}", "silent")  # which is not reached
    for deed in luck.choices(DEEDS, k=STEPS):
        last = deed if act(game, key, deed) else last
    if last not in ("silent", TAKE):
        assert act(game, key, TAKE)
        last = TAKE
    ended = list[str]()
    while not ended:
        answer_rightly(game, game.list_questions()[0])
        ended = [told.what for told in game.told if told.facts.get("who") == WHO and told.facts.get("amount") == 100]
    assert ended == ["ladder.ClimberSilent" if last == "silent" else "ladder.MoneyTaken"]
