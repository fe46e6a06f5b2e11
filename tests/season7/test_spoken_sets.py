"""Which lines the voices of all games say in transcripts, and with which facts: `spoken_sets.txt` has one transcript
for each line of each event, and for each phrase within one, which is told by the checksum of its words.

After a change of a voice that is meant, `python -m tests.season7.test_spoken_sets` writes the list anew.
"""

import re
import sys
import zlib
from pathlib import Path

import pytest

from engine.kernel import Phrase
from engine.notation import parse_transcript
from engine.rulesets import RULESETS
from tests.season7.voiced_transcripts import TRANSCRIPTS, QuickReplay, steps_of

pytestmark = pytest.mark.as_released
PHRASE = re.compile(r"#[0-9a-f]{8}")
LIST = Path(__file__).parent / "spoken_sets.txt"
LISTED = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()] if LIST.exists() else []


def steps_in(name):
    """Step by step: the lines of the voice, whichever the wording, each with what follows on the first event."""
    return [
        [
            (told[:2][-1].what, line.id.rpartition("/")[0] + written(line.facts))
            for at in sorted(said.lines)
            for line in said.lines[at]
        ]
        for told, said in (steps_of(name) if is_of_season7(name) else steps_elsewhere(name))
    ]


def is_of_season7(name):
    return (TRANSCRIPTS / name).read_text("utf-8").startswith("rtab     1 season7")


def steps_elsewhere(name):
    """Step by step: what was told in another game, and what is said in its place."""
    script = parse_transcript((TRANSCRIPTS / name).read_text("utf-8"), RULESETS)
    rules = RULESETS[script.ruleset]
    voice = rules.voice
    assert voice is not None
    running, memory = QuickReplay(script, rules, ""), voice.build_memory({})
    for step in script.steps:
        running.play_step(step)
        if running.outcome.happened[-1].refused is None:
            yield running.game.told, voice.speak(memory, running.game.told)


def written(fact):
    """Return a fact as it is listed, without a sentence."""
    if isinstance(fact, dict) and fact.keys() == {"text", "facts"}:
        fact = Phrase(**fact)  # as it is stored
    if isinstance(fact, Phrase):
        return f"#{zlib.crc32(fact.text.encode()):08x}{written(fact.facts)}"
    if isinstance(fact, dict):
        return f"({','.join(f'{name}={written(fact[name])}' for name in sorted(fact))})" if fact else ""
    return f"[{' '.join(map(written, fact))}]" if isinstance(fact, list | tuple) else str(fact).replace(" ", "_")


def keys_of(event, line):
    """What a listed line has to show: that it follows on this event, and each phrase in it."""
    return {(event, line.partition("(")[0]), *((phrase, "") for phrase in PHRASE.findall(line))}


def spoken_in(steps):
    return " | ".join(" ".join(line for _, line in step) for step in steps)


@pytest.mark.parametrize(("name", "lines"), LISTED, ids=[name for name, _ in LISTED])
def test_the_voice_says_what_is_listed(name, lines):
    assert spoken_in(steps_in(name)) == lines


def found_now():
    """One line of the list for each that the voice says of an event, from the transcript in which it says the least."""
    shortest: dict[tuple[str, str], tuple[int, str, str]] = {}
    for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
        name = str(path.relative_to(TRANSCRIPTS))
        steps = steps_in(name)
        lines = spoken_in(steps)
        for each in {key for step in steps for line in step for key in keys_of(*line)}:
            found = len(lines), name, lines
            shortest[each] = min(found, shortest.get(each, found))
    return sorted({f"{name}\t{lines}\n" for _, name, lines in shortest.values()})


if __name__ == "__main__":
    LIST.write_text("".join(found_now()), "utf-8")
    sys.stdout.write(f"{LIST}\n")
