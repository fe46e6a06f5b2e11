"""How a wrong answer to each question, and a wrong value of each play, is refused at the end of a transcript of it."""

from functools import partial

import pytest

from engine.kernel import LOG, Illegal, format_text
from engine.notation import parse_transcript
from engine.notation.run import _replay_transcript
from engine.rulesets import RULESETS
from tests import listings

pytestmark = pytest.mark.as_released
WRONG: tuple[object, ...] = ("Xyzzy", "", -1, 0, 10**10, True, [], ["1", "1"], [99, 1])
GAMES = ("billionaire", "deluxe", "ladder", "season7")


def refuse(check, act, value):
    """Return the refusal, with its code and what only the player reads; none, if this is in order."""
    try:
        check(value)
    except Illegal:
        with pytest.raises(Illegal) as refused:
            act(value)
        no = refused.value
        return f"{no.code}: {format_text(no.text, no.facts)}{f' ({no.alone})' if no.alone else ''}"
    return None


def list_acts(game):
    """All that could be answered or done now, by its kind: what checks a value, and what takes it."""
    for each in game.list_questions():
        yield f"{each.key}, asked of {each.form.kind}", each.check, partial(game.answer, each.who, each.id)
    for seat in (LOG, *game.list_players()):
        for play in game.list_plays(seat):
            key = f"{play.key.partition(' ')[0]}, unasked of {play.form.kind}"
            yield key, play.check, partial(game.play, seat, play.key)


def tell(game):
    known = set[str]()
    for name in listings.list_transcripts("refusals", game):
        transcript = parse_transcript((listings.TRANSCRIPTS / name).read_text("utf-8"), RULESETS)
        acts = {key: way for key, *way in list_acts(_replay_transcript(transcript, RULESETS[game], "").game)}
        fresh = {key: way for key, way in acts.items() if key not in known}
        known |= fresh.keys()
        if fresh:
            yield f"# {name}"
        for key, (check, act) in fresh.items():
            yield key
            for value in WRONG:
                if said := refuse(check, act, value):
                    yield f"  {value!r} {said}"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_wrong_is_refused_as_listed(game):
    listings.compare(f"refusals_{game}", tell(game))
