"""Transcripts as the host's voice says them: what each step has told, and the lines in its place."""

from pathlib import Path

from engine.dialects import DIALECTS
from engine.kernel import PUBLIC, render
from engine.notation import parse
from engine.notation.run import _Running
from engine.season7.rules import SEASON7
from engine.season7.voice import VOICE
from engine.season7.voice.memory import Place
from workshop.simulate.voice import text_of

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


def memory_of(season):
    """What a voice would remember that had heard how it came to this."""
    memory = VOICE.begin({"target": season.options.target})
    memory.cycle = season.cycle
    memory.totals = {who: player.total for who, player in season.players.items() if not player.gone}
    memory.boosters = {who: player.booster for who, player in season.players.items()}
    for name, r in season.rounds.items():
        opened = [n for n, cell in enumerate(r.cells, 1) if cell.open]
        place = memory.places[name] = Place(r.title, r.columns, r.rows * r.columns, r.variant or r.kind, opened)
        place.left, place.seats = list(r.living()), list(r.order)
    return memory


def spoken(name):
    """Step by step: the ids of its lines to all, whether each comes after a pause, and how they read."""
    script = parse((TRANSCRIPTS / name).read_text("utf-8"), DIALECTS)
    running, memory, found = _Running(script, DIALECTS["season7"], ""), None, []
    for step in script.steps:
        running.take(step)
        memory = memory or memory_of(running.game.state)
        if running.outcome.happened[-1].refused is None:
            told = running.game.told
            said = VOICE.speak(memory, told)
            found.append(
                [
                    (line.id.rpartition("/")[0], line.fate, render(text_of(SEASON7, line.id), line.facts))
                    for at in sorted(said.lines)
                    for line in said.lines[at]
                    if told[at].to == PUBLIC
                ]
            )
    return found
