"""What counts as a deed, what settles a prediction, what can be predicted, and what each computer would answer, in
transcripts of every game: of each kind the first that has it.
"""

import re

import pytest

from engine.kernel.text import PLAIN_READER
from engine.notation import parse_transcript
from engine.notation.run import _Replay, _replay_transcript
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
GAMES = ("billionaire", "deluxe", "ladder", "season7")
NUMBERS = re.compile(r"\d+")


def list_told(game):
    """What the last input has brought: each by its kind."""
    for told in game.told:
        for deed in game.ruleset.list_deeds(told):
            yield f"deed {deed.name}", f"{deed}"
        for outcome in game.ruleset.list_outcomes(told):
            yield f"settles {NUMBERS.sub('#', outcome.key)}", f"{outcome}"


def list_open(game):
    """What may be predicted, and what computers would answer."""
    for each in game.ruleset.list_forecasts(game):
        options = ", ".join(f"{option.value}" for option in each.options)
        text = PLAIN_READER.format_value(each.text)
        yield f"predicts {NUMBERS.sub('#', each.key)}", f"{each.key}: {text} {options} (not {', '.join(each.barred)})"
    for question in game.list_questions():
        for character in [each.key for each in game.ruleset.characters] or [""]:
            advice = game.ruleset.advise(game, question, character)
            yield f"advice {question.key} {character}", f"{character} as {question.who}: {question.key} {advice}"


def tell(game, monkeypatch):
    known, lines, play_step = set[str](), list[str](), _Replay.play_step

    def look(replay, step):
        play_step(replay, step)
        if not replay.luck:
            lines.extend(find_fresh(list_told(replay.game)))

    def find_fresh(found):
        found = list(found)
        fresh = [line for kind, line in found if kind not in known]
        known.update(kind for kind, _ in found)
        return fresh

    monkeypatch.setattr(_Replay, "play_step", look)
    for name in listings.list_transcripts("deeds", game):
        before = len(lines)
        text = (listings.TRANSCRIPTS / name).read_text("utf-8")
        end = _replay_transcript(parse_transcript(text, RULESETS), RULESETS[game], "").game
        lines.extend(find_fresh(list_open(end)))
        if len(lines) > before:
            lines.insert(before, f"# {name}")
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_what_counts_and_can_be_predicted_is_listed(game, monkeypatch):
    listings.compare(f"deeds_{game}", tell(game, monkeypatch))
