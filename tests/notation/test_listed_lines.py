"""What is said of a transcript, and of the chance of an export, when any one line is left out, doubled or changed."""

import re

import pytest

from engine.kernel import Illegal
from engine.notation import Malformed, parse_transcript, replay_text
from engine.notation.run import bless_text
from engine.notation.verify import verify_chance
from engine.rulesets import RULESETS
from tests import listings
from tests.fair_play.test_fair_play import EXAMPLE, OLDER
from tests.notation.test_run import PLAYED

pytestmark = pytest.mark.as_released
CHANGES = {
    "left out": lambda _: [],
    "doubled": lambda line: [line, line],
    "another end": lambda line: [re.sub(r"\S+\s*$", "Xyzzy", line)],
    "another number": lambda line: [re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), line, count=1)],
}


def change_lines(text):
    """Every text in which one line is another."""
    lines = text.splitlines()
    for n, line in enumerate(lines):
        for name, change in CHANGES.items() if line.strip() else ():
            changed = [*lines[:n], *change(line), *lines[n + 1 :]]
            if changed != lines:
                yield f"{name}: {line[:90]}", "\n".join([*changed, ""])


def say_differences(text):
    return [line for each in replay_text(text, RULESETS) for line in str(each).splitlines()]


def say_faults(text):
    try:
        verdict = verify_chance(parse_transcript(text, RULESETS))
    except (Malformed, Illegal) as no:
        return [f"{type(no).__name__}: {no}"]
    counts = f"{verdict.draws} draws, {verdict.seals} seals, {verdict.unkept} unkept, own {verdict.own}"
    return [*map(str, verdict.faults), f"{counts}, withheld {verdict.withheld}"]


def say_blessed(text):
    """What is otherwise than before once it is blessed."""
    try:
        blessed = bless_text(text, RULESETS, pin=True)
    except (Malformed, Illegal) as no:
        return [f"{type(no).__name__}: {no}"]
    return [f"> {line}" for line in blessed.splitlines() if line not in text.splitlines()]


WAYS = {
    "differences": (PLAYED, say_differences),
    "blessed": (PLAYED, say_blessed),
    "faults": (EXAMPLE, say_faults),
    "faults_before": (OLDER, say_faults),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_said_of_each_changed_line_is_listed(way):
    text, say = WAYS[way]
    lines = []
    for name, changed in change_lines(text):
        lines += [f"# {name}", *(f"  {each}" for each in say(changed))]
    listings.compare(f"lines_{way}", lines)
