"""What three events tell of money is what becomes of the totals, in every transcript."""

import pytest

from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from tests.season7.money import Purse
from tests.season7.voiced_transcripts import TRANSCRIPTS

PATHS = [path for path in sorted(TRANSCRIPTS.rglob("*.rtab")) if "season7" in path.read_text("utf-8")[:60]]


@pytest.mark.whole
@pytest.mark.parametrize("folder", sorted({path.parent.name for path in PATHS}))
def test_three_events_tell_of_all_money_that_moves(folder):
    for path in (path for path in PATHS if path.parent.name == folder):
        script = parse_transcript(path.read_text("utf-8"), RULESETS)
        first, *others = script.steps
        running = _Replay(script, RULESETS[script.ruleset], "")
        running.play_step(first)
        purse = Purse(running.game)
        for step in others:
            running.play_step(step)
            if running.outcome.happened[-1].refused is None:
                purse.add_up(running.game)
