"""Why players may not do now what they could do at another time: each reason, after each step of transcripts."""

import pytest

from engine.kernel import Illegal, format_text
from engine.notation import parse_transcript
from engine.notation.run import _Replay, _replay_transcript
from engine.rulesets import RULESETS
from tests import listings
from tests.test_drawn_sets import LISTED, OFFERED

pytestmark = pytest.mark.as_released
VALUES: dict[str, tuple[object, ...]] = {  # what is tried with each key
    "billionaire": ("", "Nile Cotton", "Disaster: Nile Cotton", 5_000_000),
    "deluxe": ("", 1, "Bob"),
    "ladder": ("", "B", "Bob"),
    "season7": ("", 1, "Bob"),
}
ENDS = {"deluxe", "season7"}  # of whose transcripts the end alone is looked at, since there is much to play


def list_keys(game):
    """Name all that is offered unasked at the end of any transcript of a game."""
    names = {name for lines in LISTED.values() for name, _, _ in lines}
    texts = {name: (listings.TRANSCRIPTS / name).read_text("utf-8")[:40] for name in names}
    ours = [key for name, key, _ in LISTED[OFFERED] if f" {game}\n" in texts[name] and key.endswith(", unasked")]
    return sorted({key.removesuffix(", unasked").split(":")[0] for key in ours})


def refuse(game, seat, key, value):
    """Return with what code and reason this is refused, or nothing."""
    try:
        game.play(seat, key, value)
    except Illegal as no:
        return no.code, format_text(no.text, no.facts)
    return None


def list_refusals(game, keys, values):
    """Yield each reason with who is asked what meanwhile, which is its kind."""
    questions = game.list_questions()
    for seat in game.list_players():
        offered = {play.key for play in game.list_plays(seat)}
        asked = sorted({each.key for each in questions if each.who == seat})
        others = sorted({each.key for each in questions if each.who != seat})
        for key in (key for key in keys if key not in offered):
            for value in values:
                if said := refuse(game, seat, key, value):
                    code, why = said
                    yield (key, code, *asked, "|", *others), f"  {seat} {key} {value!r} {code}: {why}"


def tell(game, monkeypatch):
    known, fresh = set[tuple[str, ...]](), dict[tuple[str, ...], str]()
    keys, play_step = list_keys(game), _Replay.play_step

    def look(running, values):
        for kind, line in list_refusals(running, keys, values):
            if kind not in known and kind[1] != "not_now":
                fresh.setdefault(kind, line)

    def look_after(replay, step):
        play_step(replay, step)
        if game not in ENDS and not replay.luck:
            look(replay.game, VALUES[game][:1])

    monkeypatch.setattr(_Replay, "play_step", look_after)
    for name in listings.list_transcripts("closed_plays", game):
        transcript = parse_transcript((listings.TRANSCRIPTS / name).read_text("utf-8"), RULESETS)
        look(_replay_transcript(transcript, RULESETS[game], "").game, VALUES[game])
        if fresh:
            yield f"# {name}"
            yield from fresh.values()
        known |= fresh.keys()
        fresh.clear()


@pytest.mark.parametrize("game", VALUES)
def test_what_cannot_be_done_now_is_refused_for_the_listed_reason(game, monkeypatch):
    listings.compare(f"closed_plays_{game}", tell(game, monkeypatch))
