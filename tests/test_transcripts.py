"""Every transcript under tests/transcripts is played again, and all it expects must hold."""

from pathlib import Path

import pytest

from engine.dialects import DIALECTS
from engine.notation import replay

TRANSCRIPTS = Path(__file__).parent / "transcripts"
FILES = sorted(TRANSCRIPTS.rglob("*.rtab"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TRANSCRIPTS).as_posix())
def test_transcript(path):
    differences = replay(path.read_text("utf-8"), DIALECTS)
    if differences:
        at = path.relative_to(TRANSCRIPTS.parent.parent)
        pytest.fail("\n".join(f"{at}: {difference}" for difference in differences), pytrace=False)


def test_there_are_transcripts():
    assert FILES
