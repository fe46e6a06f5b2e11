"""What comes of each question that several are asked at once when one of them leaves: before the others answer, after
them, and when all but one go. Nobody who has left is asked any more, and the others' silence settles it.
"""

import pytest

from engine.kernel import LOG, Game, Illegal
from engine.notation import parse_transcript
from engine.notation.moves import list_pending
from engine.notation.run import _Replay, _replay_transcript, format_told_line
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
GAMES = ("billionaire", "deluxe", "ladder", "season7")


def find_poll(game):
    """The questions that several are asked at once."""
    asked: dict[tuple[str, str], list] = {}
    for each in game.list_questions():
        asked.setdefault((each.key, each.table), []).append(each)
    return next((questions for questions in asked.values() if len(questions) > 1), [])


def copy(game):
    return Game.load(game.ruleset, game.save())


def find_question(game, asked):
    """This question as it is open now, perhaps under another id; None if it is settled."""
    names = asked.key, asked.table, asked.who
    return next((each for each in game.list_questions() if (each.key, each.table, each.who) == names), None)


def leave(game, who):
    """Let somebody leave, where the rules let them."""
    try:
        game.play(LOG, "leave", who)
    except Illegal as no:
        yield f"  {who} cannot leave: {no.code}"
        return
    yield from told(game, f"{who} leaves")
    assert who not in {each.who for each in game.list_questions()}


def fall_silent(game, poll):
    """Let all of these fall silent, one after the other."""
    for asked in poll:
        if question := find_question(game, asked):
            game.lapse(question.id)
            yield from told(game, f"{asked.who} is silent")


def told(game, what):
    yield f"  {what}"
    yield from (f"    {each.to or 'all'}: {format_told_line(each)}" for each in game.told)


def told_asked(game):
    return f"  then asked: {', '.join(list_pending(game.list_questions())) or 'nobody'}"


def tell_poll(game, poll):
    """The three ways."""
    first, last, seats = copy(game), copy(game), [each.who for each in poll]
    yield f"{poll[0].key} of {' '.join(seats)}"
    yield from leave(first, seats[0])
    yield from fall_silent(first, poll[1:])
    yield told_asked(first)
    yield " or"
    yield from fall_silent(last, poll[:-1])
    yield from leave(last, seats[-1])
    yield told_asked(last)
    if len(seats) > 2:
        yield " or"
        for who in seats[1:]:
            yield from leave(game, who)
        yield told_asked(game)


def tell(game, monkeypatch):
    known, lines, play_step = set[str](), list[str](), _Replay.play_step

    def look(replay, step):
        play_step(replay, step)
        poll = find_poll(replay.game)
        if poll and (kind := f"{poll[0].key} {len(poll)}") not in known:
            known.add(kind)
            lines.extend(tell_poll(copy(replay.game), poll))

    monkeypatch.setattr(_Replay, "play_step", look)
    for name in listings.list_transcripts("leavers", game):
        before = len(lines)
        _replay_transcript(
            parse_transcript((listings.TRANSCRIPTS / name).read_text("utf-8"), RULESETS), RULESETS[game], ""
        )
        if len(lines) > before:
            lines.insert(before, f"# {name}")
    return lines


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_of_several_is_settled_though_one_leaves_as_listed(game, monkeypatch):
    listings.compare(f"leavers_{game}", tell(game, monkeypatch))
