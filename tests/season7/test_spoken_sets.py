"""Which lines the host's voice says in transcripts: `spoken_sets.txt` has one transcript for each line of each event.

After a change of the voice that is meant, `python -m tests.season7.test_spoken_sets` writes the list anew.
"""

import sys
from pathlib import Path

import pytest

from tests.season7.voiced_transcripts import TRANSCRIPTS, steps_of

pytestmark = pytest.mark.as_released
LIST = Path(__file__).parent / "spoken_sets.txt"
LISTED = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()] if LIST.exists() else []


def steps_in(name):
    """Step by step: the lines of the voice, whichever the wording, each with what follows on the first event."""
    return [
        [(told[:2][-1].what, line.id.rpartition("/")[0]) for at in sorted(said.lines) for line in said.lines[at]]
        for told, said in steps_of(name)
    ]


def spoken_in(steps):
    return " | ".join(" ".join(line for _, line in step) for step in steps)


@pytest.mark.parametrize(("name", "lines"), LISTED, ids=[name for name, _ in LISTED])
def test_the_voice_says_what_is_listed(name, lines):
    assert spoken_in(steps_in(name)) == lines


def found_now():
    """One line of the list for each that the voice says of an event, from the transcript in which it says the least."""
    shortest: dict[tuple[str, str], tuple[int, str, str]] = {}
    for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
        if path.read_text("utf-8").startswith("rtab     1 season7"):
            name = str(path.relative_to(TRANSCRIPTS))
            steps = steps_in(name)
            lines = spoken_in(steps)
            for each in {each for step in steps for each in step}:
                found = len(lines), name, lines
                shortest[each] = min(found, shortest.get(each, found))
    return sorted({f"{name}\t{lines}\n" for _, name, lines in shortest.values()})


if __name__ == "__main__":
    LIST.write_text("".join(found_now()), "utf-8")
    sys.stdout.write(f"{LIST}\n")
