"""What every zone changes in transcripts that win boost or play minigames: what is told in it and not without it."""

import itertools
import re

import pytest

from engine.deluxe import tables
from engine.kernel import Illegal, format_text
from engine.notation import parse_transcript
from engine.notation.run import _Replay, _replay_transcript
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
PLAYERS = re.compile(r"^(players .*\n)", re.MULTILINE)
WINS = {"games": re.compile(r"^games ", re.MULTILINE), "boost": re.compile(r"boost goes")}


LONGEST = 700  # characters


def tell(text, zone, monkeypatch):
    """Play a transcript in a zone, whatever it expects, and return all that is told."""
    told, play_step = list[str](), _Replay.play_step

    def look(replay, step):
        play_step(replay, step)
        told.extend(format_text(each.text, each.facts) for each in replay.game.told)

    text = PLAYERS.sub(rf"\1zone     {zone} 3\n", text, count=1) if zone else text
    with monkeypatch.context() as patch:
        patch.setattr(_Replay, "play_step", look)
        try:
            _replay_transcript(parse_transcript(text, RULESETS), RULESETS["deluxe"], "")
        except Illegal as no:  # an answer that is none in this zone
            told.append(f"refused: {format_text(no.text, no.facts)}")
    return told


@pytest.mark.parametrize("what", WINS)
def test_zones_change_what_is_listed(what, monkeypatch):
    files = {path.stem: path.read_text("utf-8") for path in sorted((listings.TRANSCRIPTS / "deluxe").glob("*.rtab"))}
    chosen = {
        name: text
        for name, text in files.items()
        if WINS[what].search(text) and "\nzone" not in text and len(text) < LONGEST
    }
    lines = []
    for name, text in chosen.items():
        plain = tell(text, "", monkeypatch)
        lines.append(f"# {name}")
        for zone in tables.ZONE_NAMES:
            told = dict.fromkeys(tell(text, zone, monkeypatch))
            lines += [f"  {zone}: {line}" for line in told if line not in plain]
    listings.compare(f"zones_{what}", lines)


def test_money_is_likely_as_listed_in_each_phase_and_in_the_gold_seam():
    lines = []
    for phase, richer in itertools.product(sorted(tables.PHASES), (False, True)):
        amounts, weights = tables.compute_money_weights(phase, richer=richer)
        lines.append(f"# phase {phase}{', richer' * richer}")
        lines += [f"  {amount}: {weight}" for amount, weight in zip(amounts, weights, strict=True)]
    listings.compare("money_deluxe", lines)
