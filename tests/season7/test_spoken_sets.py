"""Which lines the voices of all games say in transcripts, with which facts, and what could have been said: in
`spoken_sets.txt` are one transcript for each line of each event, one for each phrase within one, which is told by the
checksum of its words, and one for each set of circumstances among which the wording of an event was chosen.

After a change of a voice that is meant, `python -m tests.season7.test_spoken_sets` writes the list anew.
"""

import re
import sys
import zlib
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.kernel import Phrase
from engine.kernel.voice import Moment
from engine.notation import parse_transcript
from engine.rulesets import RULESETS
from tests.season7.voiced_transcripts import TRANSCRIPTS, QuickReplay, steps_of

pytestmark = pytest.mark.as_released
PHRASE = re.compile(r"#[0-9a-f]{8}")
LIST = Path(__file__).parent / "spoken_sets.txt"
LISTED = [line.split("\t") for line in LIST.read_text("utf-8").splitlines()] if LIST.exists() else []


def steps_in(name):
    """Step by step: the lines of the voice, whichever the wording, each with what follows on the first event; and what
    they were chosen from.
    """
    noted = list[Moment]()
    with noting_moments(RULESETS[ruleset_of(name)].voice, noted):
        for told, said in steps_of(name) if ruleset_of(name) == "season7" else steps_elsewhere(name):
            lines = [
                (told[:2][-1].what, line.id.rpartition("/")[0] + written(line.facts))
                for at in sorted(said.lines)
                for line in said.lines[at]
            ]
            yield lines, [circumstances_of(moment) for moment in noted if moment.event]
            noted.clear()


@contextmanager
def noting_moments(voice, noted):
    """Note what the voice is about to put into words."""
    build = type(voice).build_moments

    def note(self, *told):
        found = build(self, *told)
        noted.extend(found)
        return found

    with patch.object(type(voice), "build_moments", note):
        yield


def circumstances_of(moment):
    """The event, and what its wording is chosen by: kind, circumstances (strong, soft, quiet), where it stands."""
    marks = "!" * moment.fate + "+" * moment.joins + "=" * (len(moment.covers) - 1)
    found = [moment.strong, moment.soft, moment.quiet, moment.only, moment.unless, moment.must]
    owed = [f"{moment.owed}:{moment.otherwise}"] if moment.owed else []
    head = f"<{circumstances_of(moment.head)}>" if moment.head else ""
    sets = "/".join(",".join(each) for each in [*found, owed]).rstrip("/")
    return f"{moment.event}.{moment.kind}{marks}{head}~{sets}"


def ruleset_of(name):
    return (TRANSCRIPTS / name).read_text("utf-8").split(maxsplit=3)[2]


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
    return tuple(
        " | ".join(" ".join(each) for each in found)
        for found in ([[line for _, line in lines] for lines, _ in steps], [moments for _, moments in steps])
    )


@pytest.mark.parametrize(("name", "lines", "moments"), LISTED, ids=[name for name, *_ in LISTED])
def test_the_voice_says_what_is_listed(name, lines, moments):
    assert spoken_in([*steps_in(name)]) == (lines, moments)


def found_now():
    """One line of the list for each that the voice says of an event, and for each set of circumstances, from the
    transcript in which it says the least.
    """
    shortest: dict[object, tuple[int, str, tuple[str, str]]] = {}
    for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
        name = str(path.relative_to(TRANSCRIPTS))
        steps = [*steps_in(name)]
        listed = spoken_in(steps)
        keys = {key for lines, _ in steps for line in lines for key in keys_of(*line)}
        for each in keys | {moment for _, moments in steps for moment in moments}:
            found = sum(map(len, listed)), name, listed
            shortest[each] = min(found, shortest.get(each, found))
    return sorted({"\t".join([name, *listed]) + "\n" for _, name, listed in shortest.values()})


if __name__ == "__main__":
    LIST.write_text("".join(found_now()), "utf-8")
    sys.stdout.write(f"{LIST}\n")
