"""What could have been drawn, what could have been done, and what is seen: transcripts pin what was.

Of each draw, question and play the smallest different sets of all transcripts are listed, since those hang on the
situation: `drawn_sets.txt` has the outcomes that something was drawn from, `offered_sets.txt` what each question could
be answered with when it was first asked, and what each player could do unasked at the end; `seen_sets.txt` has one end
of each kind, as all see it and as each player does, without a sentence. After a change of rules that is meant,
`python -m tests.test_drawn_sets` writes the lists anew; read every line that differs.
"""

import re
import sys
import zlib
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from engine.kernel import LOG, Illegal, Phrase
from engine.kernel.text import PLAIN_READER
from engine.notation.run import _Replay, _replay_transcript
from engine.notation.transcript import parse_transcript
from engine.notation.witness import WitnessedGame
from engine.rulesets import RULESETS
from tests.rulesets.test_listed_walks import move_somehow, sum_up

pytestmark = pytest.mark.as_released
HERE = Path(__file__).parent
DRAWN, OFFERED, SEEN = HERE / "drawn_sets.txt", HERE / "offered_sets.txt", HERE / "seen_sets.txt"
TOLD = HERE / "told_sets.txt"  # of each transcript that is in one of the others
AFTER = HERE / "after_sets.txt"  # and what is told and kept there when computers and others go on
MOVES_AFTER = 4
SMALL = 13  # outcomes or options that are worth reading; of more there is a checksum
SETS = {DRAWN: 3, OFFERED: 3, SEEN: 1}  # of a key
LISTS = (*SETS, TOLD, AFTER)
NUMBER = re.compile(r"-?\d+|\b(?:Ann|Bob|Cat|Dan|Dev|Eve)\b")


def listed_in(path):
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()] if path.exists() else []


LISTED = {path: listed_in(path) for path in LISTS}


def played(name):
    """What could have been drawn in a transcript and what is offered at its end, by key, as it is written."""
    transcript = parse_transcript((HERE / "transcripts" / name).read_text("utf-8"), RULESETS)
    asks: dict[str, str] = {}
    look = WitnessedGame.list_questions

    def list_questions(game):
        questions = look(game)
        asks.update({question.key: asked(question) for question in questions if question.key not in asks})
        return questions

    said, play_step = list[str](), _Replay.play_step

    def note_told(replay, step):
        play_step(replay, step)
        said.extend(map(told_kind, replay.game.told if not replay.luck else ()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WitnessedGame, "list_questions", list_questions)
        patch.setattr(_Replay, "_check_saving", lambda *_: None)  # that these games can be saved is seen without them
        patch.setattr(_Replay, "play_step", note_told)
        running = _replay_transcript(transcript, RULESETS[transcript.ruleset], "")
    chances = running.outcome.chances
    drawn = {key: written(each) for key, each in chances.items()}
    asked_for = {f"{key}, asked": said for key, said in asks.items()}
    offered = asked_for | may_be_done(running.game)
    found = {DRAWN: drawn, OFFERED: offered, SEEN: seen(running.game), TOLD: {"told": " ".join(said)}}
    return {**found, AFTER: {"after": " ".join(told_after(running.game, name))}}


def told_after(game, name):
    """Return what kinds of events are told, and what is refused, while the game goes on behind a transcript."""
    dice = Random(name)
    for _ in range(MOVES_AFTER):
        if game.over:
            break
        try:
            move_somehow(game, dice)
        except Illegal as no:
            yield no.code
        else:
            yield from map(told_kind, game.told)
    yield f"kept#{sum_up(game)}"


def told_kind(told):
    """Return what kind of event was told, whom alone, and a mark of the numbers and names in it; not its words."""
    kind = told.kind.__name__ if told.kind else "Words"
    marked = checksum(NUMBER.findall(" ".join(map(fact, told.facts.values()))))[:3]
    return f"{kind}{f'>{told.to}' if told.to else ''}#{marked}"


def written(chances):
    """Return the outcomes of a draw, with weights where some are likelier."""
    weights = chances.weights or []
    weighted = [f"{each} ({weight})" for each, weight in zip(chances.outcomes, weights, strict=True)] if weights else []
    names = weighted or chances.outcomes
    return " | ".join(names) if chances.count <= SMALL else f"{chances.count} #{checksum(names)}"


def checksum(names):
    return f"{zlib.crc32(' '.join(names).encode()):08x}"


def asked(question):
    """Return what may be answered, for how long, and what silence answers."""
    silence = question.lapse if isinstance(question.lapse, str | int | list) else type(question.lapse).__name__
    return f"{described(question)}; {question.patience}, in silence {silence}"


def may_be_done(game):
    """Return what each player, and the host, may do unasked."""
    found: dict[str, str] = {}
    for seat in [LOG, *game.list_players()]:
        plays = game.list_plays(seat)
        found |= {f"{play.key}, unasked": f"{described(play)}; now {values(play.now)}" for play in plays}
        found[f"{'the host' if seat == LOG else seat} may"] = ", ".join(play.key for play in plays)
    return found


def seen(game):
    """Return the leaderboard and the tables as all see them, and what each player sees beside it."""
    view = game.build_view()
    lines = [f"{line.place} {line.who} {line.total}{counted(line.marks)}" for line in view.standings]
    found = {
        "all see": "; ".join(
            [f"stage{facts(view.stage)}", *lines, *map(seen_panel, view.panels), "over" if view.over else "goes on"]
        )
    }
    for seat in game.list_players():
        if own := game.build_view(seat).own:
            notes = [f"{at}: {n} {note.kind}" for at, noted in own.notes.items() for n, note in noted.items()]
            wishes = [f"{at} wishes {squares}" for at, squares in own.wishes.items()]
            pictures = [f"{at} {each.id}" for at, drawn in own.pictures.items() for each in drawn]
            found[f"{seat} sees"] = "; ".join([f"secrets{counted(own.secrets)}", *notes, *wishes, *pictures])
    return found


def seen_panel(panel):
    seats = [f"{line.who} {line.status}{counted(line.marks)}" for line in panel.seats]
    board = panel.board
    cells = [f"{n} {cell.kind}{cell.who}" for n, cell in board.cells.items()] if board else []
    size = (
        [f"{board.rows} by {board.columns}", *(f"{n} locked by {who}" for n, who in board.locked.items())]
        if board
        else []
    )
    pictures = [picture.id for picture in panel.pictures]
    moves = f"{' '.join(panel.to_move) or 'nobody'} to move"
    return (
        f"{panel.id}{facts(panel.stage)}{counted(panel.notes)}: {', '.join([*seats, *size, *cells, *pictures, moves])}"
    )


def facts(words):
    """Return the numbers and names in a sentence, which can be read."""
    PLAIN_READER.format_value(words)
    known = words.facts if isinstance(words, Phrase) else {}
    return "".join(f" {name}={fact(value)}" for name, value in known.items())


def fact(value):
    """Return a number or name as it is; of what is a sentence or a list itself, what stands in it."""
    if isinstance(value, Phrase):
        return f"({facts(value).strip()})"
    return f"[{' '.join(map(fact, value))}]" if isinstance(value, list | tuple) else str(value)


def counted(words):
    """Return how many sentences there are, and what stands in them."""
    return f" +{len(words)}{''.join(f' ({told})' for each in words if (told := facts(each).strip()))}" if words else ""


def described(each):
    """Return the form, the options and the secrecy of a question or play."""
    form = each.form
    limits = "" if form.kind == "choice" else f" {form.low} to {form.high} by {form.step}"
    private = values([option for option in each.options if option.private])
    kept = f"{'in secret' if each.secret else 'aloud'}{' with words' if form.words else ''}"
    return f"{form.kind}{limits} {kept} of {each.of or 'nothing'}: {values(each.options)}; private {private}"


def values(options):
    for option in options:
        PLAIN_READER.format_value(option.label)  # it can be read
    found = [str(option.value) for option in options]
    return " | ".join(found) if len(found) <= SMALL else f"{len(found)} #{checksum(found)}"


@pytest.mark.parametrize("name", sorted({name for lines in LISTED.values() for name, _, _ in lines}))
def test_each_is_drawn_from_and_offered_what_is_listed(name):
    found = played(name)
    for path, lines in LISTED.items():
        expected = {key: outcomes for file, key, outcomes in lines if file == name}
        assert {key: found[path].get(key) for key in expected} == expected


def found_now():
    """The lines of all lists, as the rules are now."""
    sets = {path: defaultdict[str, dict](dict) for path in SETS}
    told = {}
    for at in sorted((HERE / "transcripts").rglob("*.rtab")):
        name = str(at.relative_to(HERE / "transcripts"))
        found = played(name)
        told[name] = {path: found[path] for path in (TOLD, AFTER)}
        for path, (key, outcomes) in ((each, pair) for each in SETS for pair in found[each].items()):
            sets[path][group_of(name, key, outcomes)].setdefault(outcomes, (name, key))
    chosen = set()
    for path, keys in sets.items():
        for files in keys.values():
            for outcomes in sorted(files, key=lambda each: (each.count("|"), each))[: SETS[path]]:
                chosen.add(files[outcomes][0])
                yield path, "\t".join([*files[outcomes], f"{outcomes}\n"])
    for name in chosen:
        for path, lines in told[name].items():
            yield from ((path, f"{name}\t{key}\t{line}\n") for key, line in lines.items() if line)


def group_of(name, key, outcomes):
    """Return the kind of a line: what one may do is the same whoever it is, and what is seen whatever the numbers."""
    if key.endswith((" see", " sees")):
        pieces = {NUMBER.sub("#", piece).strip() for piece in re.split("[;,]", outcomes)}
        game = name.partition("/")[0]
        return " ".join([game if game in RULESETS else "season7", key.rpartition(" ")[2], *sorted(pieces)])
    if key.endswith(" may"):
        return f"may {outcomes}"
    return f"{key} of many" if re.match(r"\d+ #", outcomes) else key


if __name__ == "__main__":
    lines = [*found_now()]
    for path in LISTS:
        path.write_text("".join(sorted(line for at, line in lines if at == path)), "utf-8")
        sys.stdout.write(f"{path}\n")
