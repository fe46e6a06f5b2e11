"""What a log tells of each step where the rules were repaired meanwhile."""

from engine.kernel.chance import Drawn
from engine.kernel.record import DrawEntry, PlayEntry
from host.archive.history import list_logged_steps
from host.core.session import LogEntry


def draw(number):
    return Drawn(number, "die", 6, 1, None, again=False, entropy="", drew=[number])


def test_draws_made_anew_belong_to_the_step_before_and_not_to_the_next_input():
    first, second = PlayEntry("p1", "shout"), PlayEntry("p2", "shout")
    log = [
        LogEntry(0.0, "begin"),
        LogEntry(1.0, "play", drawn=[draw(0)], taken=[first, DrawEntry("die", [0])]),
        LogEntry(
            2.0,
            "play",
            drawn=[draw(1), draw(2)],
            taken=[DrawEntry("die", [1]), second, DrawEntry("die", [2])],
            cut=1,
        ),
    ]
    steps = [(step.input, [each.number for each in step.drawn]) for step in list_logged_steps(log)]
    assert steps == [(None, []), (first, [1]), (second, [2])]
