import pytest

from engine.kernel import Game
from engine.ladder.box import BoxEntry
from engine.ladder.rules import LADDER_RULESET


def entry(level, n, category="plain"):
    answers = ("right", "wrong", "worse", "worst")
    return BoxEntry(
        f"{category}-{level}-{n}",
        level,
        category,
        f"Question {level} {n}?",
        answers,
        "So it is.",
        "own",
        "CC0-1.0",
        "2025",
    )


BOX = [entry(level, n, category) for level in range(1, 16) for n in range(6) for category in ("plain", "fancy")]


@pytest.fixture
def begun():
    def begin(seed, players, **options):
        state = LADDER_RULESET.create_state(players, options)
        LADDER_RULESET.stock_box(state, BOX, {})
        return Game.start_from_state(LADDER_RULESET, state, str(seed))

    return begin
