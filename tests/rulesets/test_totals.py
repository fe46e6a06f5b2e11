"""One form for a total, in all games: at the end of a line, after an arrow, with the place: “→ £40.7M, 1st”."""

import re
from functools import partial
from pathlib import Path
from random import Random

import pytest

from engine.kernel import Game, format_text
from engine.kernel.voice import build_spoken_phrases, join_phrases
from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from host.core import host_voice
from host.core.cards import dealt_cards
from tests.voices import tell_totals
from workshop.simulate.voice import build_mover, find_line_text

TRANSCRIPTS = sorted((Path(__file__).parents[1] / "transcripts").rglob("*.rtab"))
SEATS, MOVES = ["Ann", "Bob", "Cat"], 100
EVERY = 12  # of so many transcripts one is read
SUM, PLACE = r"-?[£$](\d{1,3}|\d[\d.]*(k|M|bn))", r"\d+(st|nd|rd|th)"
NAMED = rf"\w+ {SUM} \({PLACE}\)"
FORM = re.compile(rf"^({SUM}, {PLACE}|{PLACE}|{NAMED}(, {NAMED})* and {NAMED})$")
RUNG = re.compile(rf"^{SUM}$|{FORM.pattern}")  # what all who go on have reached, on the ladder
# They tell how everybody stands, or what wins: the end of a game, a round or a cycle, and what is still missing.
RESULTS = {"victory", "deadlock", "cycle.end", "brink", "settled", "deck", "table", "crown", "won"}


def read_aloud(path):
    """Yield each line of a transcript with its event, and the totals of all before and after its step."""
    script = parse_transcript(path.read_text("utf-8"), RULESETS)
    run, memory = _Replay(script, RULESETS[script.ruleset], ""), None
    before: dict[str, int] = {}
    for step in script.steps:
        run.play_step(step)
        voice = run.rules.voice
        if voice is None or run.outcome.happened[-1].refused is not None:
            continue
        memory = memory or tell_totals(voice.build_memory({}), run.game.state)
        after = {who: getattr(player, "total", 0) for who, player in run.game.state.players.items()}
        said = voice.speak(memory, run.game.told)
        for at in sorted(said.lines):
            told = build_spoken_phrases(said.lines[at], partial(find_line_text, run.rules))
            for spoken, line in zip(said.lines[at], map(join_phrases, told), strict=False):
                event = spoken.id.rpartition("/")[0].removeprefix("deluxe/").partition("/")[0]
                yield event.partition(".")[0], format_text(line.text, line.facts), before, after
        before = after


def tells_new_total(line, before, after):
    """Does the line tell a player's new total? Round sums may be the same by chance, so they do not count."""
    return any(
        who in line and f"{total:,}" in line and before.get(who) not in (0, None, total) and total % 50_000
        for who, total in after.items()
    )


@pytest.mark.whole
@pytest.mark.parametrize("part", range(2))
def test_a_line_of_any_game_tells_a_total_in_one_form_at_its_end(part):
    arrows = 0
    for path in TRANSCRIPTS[part * EVERY // 2 :: EVERY]:
        for event, line, before, after in read_aloud(path):
            _, *ends = line.split(" → ")
            arrows += bool(ends)
            form = RUNG if event == "quiz" else FORM
            assert len(ends) <= 1 and all(form.match(end) for end in ends), (path.name, event, line)
            assert ends or event in RESULTS or not tells_new_total(line, before, after), (path.name, event, line)
    assert arrows > 60


@pytest.mark.parametrize(
    ("line", "ok"),
    [
        ("→ £40.7M, 1st", True),
        ("→ Ann £20.5M (3rd) and Dan £5.22M (5th)", True),
        ("→ Ann £20,522,045 (3rd) and Dan £5,216,000 (5th)", False),
        ("→ £15,021,840, 2nd", False),
        ("→ £15M", False),
        ("→ 1st", True),
        ("→ -£398k, 4th", True),
        ("→ £7, 1st", True),
        ("→ 1st with £40.7M", False),
        ("→ £40.7M (1st)", False),
    ],
)
def test_the_form_is_seen_where_it_is_and_missed_where_it_is_not(line, ok):
    assert bool(FORM.match(line.removeprefix("→ "))) == ok


@pytest.mark.parametrize("name", RULESETS)
def test_the_voice_knows_the_totals_that_everybody_is_shown(name):
    """At the end of Billionaire what is held counts, too."""
    rules, dice = RULESETS[name], Random(1)
    game = Game.start_from_state(rules, dealt_cards.build_initial_state(rules, SEATS, {}, "1"), "1", keep=False)
    voice, move = rules.voice, build_mover(rules, SEATS)
    assert voice is not None
    memory = voice.build_memory({})
    for _ in range(MOVES):
        voice.speak(memory, game.told)
        if game.over:
            break
        assert memory.totals == {line.who: line.total for line in game.build_view().standings}
        move(game, dice)
    assert any(memory.totals.values())
    host_voice.correct_totals(memory, {"Ann": 5, "Zoe": 6})
    assert (memory.totals["Ann"], "Zoe" in memory.totals) == (5, False)
