"""Transcripts as the host's voice says them: what each step has told, and the lines in its place."""

from pathlib import Path

from engine.kernel import PUBLIC, format_text
from engine.kernel.text import build_told
from engine.kernel.voice import build_spoken_phrases, join_phrases
from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from engine.season7.rules import SEASON7
from engine.season7.voice import SEASON7_VOICE
from engine.season7.voice.narrator import RoundMemory
from workshop.simulate.voice import find_line_text

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"


class QuickReplay(_Replay):
    """Plays a transcript without saving and loading the game after each step, as `test_transcripts` does."""

    def _check_saving(self, _):
        pass


def tell(*happened, to=PUBLIC, table="Q1"):
    """These events as they are told, each for itself."""
    return [build_told(each, {}, to, table) for each in happened]


def tell_scene(*happened):
    """The same, where all belong to the first."""
    told = tell(*happened)
    for n, each in enumerate(told):
        each.of = n
    return told


def memory_of(season):
    """What a voice would remember that had heard how it came to this."""
    memory = SEASON7_VOICE.build_memory({"target": season.options.target})
    memory.cycle = season.cycle
    memory.totals = {who: player.total for who, player in season.players.items() if not player.gone}
    memory.boosters = {who: player.booster for who, player in season.players.items()}
    for name, r in season.rounds.items():
        opened = [n for n, cell in enumerate(r.cells, 1) if cell.open]
        place = memory.places[name] = RoundMemory(r.title, r.columns, r.rows * r.columns, r.variant or r.kind, opened)
        place.left, place.seats = list(r.list_living()), list(r.order)
    return memory


def steps_of(name):
    """Step by step: what was told, and what is said in its place."""
    script = parse_transcript((TRANSCRIPTS / name).read_text("utf-8"), RULESETS)
    running, memory = QuickReplay(script, RULESETS["season7"], ""), None
    for step in script.steps:
        running.play_step(step)
        memory = memory or memory_of(running.game.state)
        if running.outcome.happened[-1].refused is None:
            yield running.game.told, SEASON7_VOICE.speak(memory, running.game.told)


def spoken(name):
    """Step by step: the ids of its lines to all, whether each comes after a pause, and how they read."""
    return [
        [
            (line.id.rpartition("/")[0], line.fate, format_text(find_line_text(SEASON7, line.id), line.facts))
            for at in sorted(said.lines)
            for line in said.lines[at]
            if told[at].to == PUBLIC
        ]
        for told, said in steps_of(name)
    ]


def aloud(name, to=PUBLIC):
    """All lines to everybody, or to one player, as they are read."""
    return [
        format_text(line.text, line.facts)
        for told, said in steps_of(name)
        for at in sorted(said.lines)
        if told[at].to == to
        for line in map(join_phrases, build_spoken_phrases(said.lines[at], lambda id_: find_line_text(SEASON7, id_)))
    ]
