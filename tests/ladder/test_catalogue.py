"""What newcomers can look up, and what they read without looking anything up."""

import pytest

from engine.kernel import Reader
from engine.kernel.picture import Track
from engine.ladder.rules import LADDER
from host.shown.picture.spelling import spelled


def test_everything_on_the_ladder_that_has_a_name_can_be_looked_up():
    for group, names in LADDER.topics().items():
        assert group
        for name in names:
            assert Reader().value(LADDER.explain(name)).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("said", "name"),
    [("50:50", "50:50"), ("Audience", "audience"), ("ask the audience", "audience"), ("CALL A  FRIEND", "friend")],
)
def test_a_name_may_be_said_as_it_stands_on_its_button(said, name):
    assert Reader().value(LADDER.explain(said)).startswith(f"{name}: ")


def test_what_is_no_name_is_none():
    assert LADDER.explain("gift card") is None


def test_the_ladder_says_which_money_is_safe(begun):
    game = begun(1, ["Ann", "Bob"])
    (ladder,) = (picture for picture in game.view("").panels[0].pictures if isinstance(picture, Track))
    lines = spelled(ladder, Reader())
    rungs = [line for line in lines if line.endswith("safe") or (line.split()[-1].startswith("$") and line[-1] != ".")]
    assert [line.split() for line in rungs if "safe" in line] == [["10", "$32,000", "safe"], ["5", "$1,000", "safe"]]
    assert rungs[-1].split() == ["▶", "1", "$100"]
    assert len({len(line.removesuffix(" safe")) for line in rungs}) == 1
    assert " ".join(lines[15:]) == "$100 at stake. A wrong answer leaves $0."
