"""What could have been drawn: transcripts pin what is; `drawn_sets.txt` lists the outcomes that it was drawn from.

Of each key the smallest different sets of all transcripts are listed, since those hang on the situation. After a change
of rules that is meant, `python -m tests.test_drawn_sets` writes the list anew; read every line that differs.
"""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

from engine.notation.run import run_transcript
from engine.notation.transcript import parse_transcript
from engine.rulesets import RULESETS

pytestmark = pytest.mark.as_released
HERE = Path(__file__).parent
LIST = HERE / "drawn_sets.txt"
SMALL, SETS = 13, 3  # outcomes of a set, and sets of a key, that are worth reading
LISTED = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()] if LIST.exists() else []


def drawn_in(name):
    """What could have been drawn in a transcript, by key, with weights where some are likelier."""
    transcript = parse_transcript((HERE / "transcripts" / name).read_text("utf-8"), RULESETS)
    chances = run_transcript(transcript, RULESETS[transcript.ruleset]).chances
    return {key: written(each) for key, each in chances.items() if each.count <= SMALL}


def written(chances):
    weights = chances.weights or []
    weighted = [f"{each} ({weight})" for each, weight in zip(chances.outcomes, weights, strict=True)] if weights else []
    return " | ".join(weighted or chances.outcomes)


@pytest.mark.parametrize("name", sorted({name for name, _, _ in LISTED}))
def test_each_is_drawn_from_what_is_listed(name):
    drawn = drawn_in(name)
    expected = {key: outcomes for file, key, outcomes in LISTED if file == name}
    assert {key: drawn.get(key) for key in expected} == expected


def found():
    """The lines of the list, as the rules are now."""
    sets: dict[str, dict[str, str]] = defaultdict(dict)
    for path in sorted((HERE / "transcripts").rglob("*.rtab")):
        name = str(path.relative_to(HERE / "transcripts"))
        for key, outcomes in drawn_in(name).items():
            sets[key].setdefault(outcomes, name)
    for key, files in sorted(sets.items()):
        for outcomes in sorted(files, key=lambda each: (each.count("|"), each))[:SETS]:
            yield f"{files[outcomes]}\t{key}\t{outcomes}\n"


if __name__ == "__main__":
    LIST.write_text("".join(sorted(found())), "utf-8")
    sys.stdout.write(f"{LIST}\n")
