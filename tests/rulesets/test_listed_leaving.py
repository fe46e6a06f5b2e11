"""What follows when a player leaves at the end of a transcript, and nobody answers for a while: each course once; and
what becomes of it when somebody then joins by their name.
"""

import itertools
import re

import pytest

from engine.kernel import LOG, Game, Illegal
from engine.notation import parse_transcript
from engine.notation.moves import list_pending
from engine.notation.run import _replay_transcript, format_told_line
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
GAMES = ("billionaire", "deluxe", "ladder", "season7")
ROUNDS = 2  # of silence
ASKED = "now asked: "
NAMES = re.compile(r"\b(Ann|Bob|Cat|Dan|Dev|Eve|Fay)\b|[£$]?[\d,.]+(e\d+|%|M|B)?")


def leave(game, who):
    """Let somebody leave, and everybody who is asked then fall silent."""
    try:
        game.play(LOG, "leave", who)
    except Illegal as no:
        yield f"cannot leave: {no.code}"
        return
    yield from map(format_told_line, game.told)
    back = come_back(Game.load(game.ruleset, game.save()), who)
    for _ in range(ROUNDS):
        yield f"{ASKED}{', '.join(list_pending(game.list_questions())) or 'nobody'}"
        for asked in game.list_questions():
            if any(each.id == asked.id for each in game.list_questions()):
                game.lapse(asked.id)
                yield from map(format_told_line, game.told)
    yield back


def come_back(game, who):
    """What becomes of it when the host seats somebody by the name of a player who has just left."""
    had = {each.who: each.total for each in game.build_view().standings}
    try:
        game.play(LOG, "join", who)
    except Illegal as no:
        return f"cannot come back: {no.code}"
    has = {each.who: each.total for each in game.build_view().standings}
    assert {**had, **has} == {**has, **had}, "nobody's money changes"
    return f"comes back: {' '.join(map(format_told_line, game.told))}"


def tell(name):
    known = set[str]()
    for file in listings.list_transcripts("leaving", name):
        text = (listings.TRANSCRIPTS / file).read_text("utf-8")
        game, fresh = _replay_transcript(parse_transcript(text, RULESETS), RULESETS[name], "").game, list[str]()
        for who in game.list_players():
            lines = [*leave(Game.load(game.ruleset, game.save()), who)]
            at_once = itertools.takewhile(lambda line: not line.startswith(ASKED), lines)
            if (kinds := {NAMES.sub("#", line) for line in at_once}) - known:
                known |= kinds
                fresh += [f"{who} leaves", *(f"  {line}" for line in lines)]
        if fresh:
            yield f"# {file}"
            yield from fresh


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_when_somebody_leaves_is_listed(game):
    listings.compare(f"leaving_{game}", tell(game))
