"""What is told within a scene says what it belongs to, in every transcript; what comes of something else does not."""

import pytest

from engine.notation import parse_transcript
from engine.notation.run import _Replay
from engine.rulesets import RULESETS
from engine.season7 import events
from tests.season7.voiced_transcripts import TRANSCRIPTS, steps_of

BOMB, USED = (events.BombFound, events.AutoBombed), (events.HiddenUsed,)
# Each kind of event, and to what it always belongs, if all of that was told by one input.
HEADS = {
    events.BombOwned: BOMB,
    events.BombMutated: BOMB,
    events.BombFizzled: BOMB,
    events.BombShruggedOff: BOMB,
    events.NearBombsCounted: (events.BombFound, events.SquareOpened),
    events.BombDeflected: USED,
    events.BombDefused: USED,
    events.LossForgiven: USED,
    events.SquareCopied: USED,
    events.BonusBagOpened: USED,
    events.MetronomeStopped: USED,
    events.PenaltyReturned: USED,
    events.RevivePriceSet: USED,
    events.FifthPledged: (events.BlammoOpened, events.SquareOpened),
    events.BlammoBlocked: (events.BlammoOpened,),
    events.OpponentDrawn: (events.BlammoOpened,),
    events.Square00Opened: (events.BonusStaked,),
    events.BonusGone: (events.BonusStaked,),
    events.WinBonusTeased: (events.WinBonusWorked,),
    events.SealsShown: (events.RoundBegun,),
    events.RestShown: (events.RoundOver,),
    events.BuriedShown: (events.RoundOver,),
    events.UnfoundBombsShown: (events.RoundOver,),
    events.MegagridClimbed: (events.MegagridRowSafe,),
    events.MostLeave: (events.VotesShown,),
    events.AllRemain: (events.VotesShown,),
}
APART = (
    events.TurnMissed,
    events.DoubleDipDue,
    events.WinZoneLeft,
    events.RoundOver,
    events.CycleBegun,
    events.RaceWon,
)


def told_in(folder):
    for path in sorted((TRANSCRIPTS / folder).glob("*.rtab")):
        script = parse_transcript(path.read_text("utf-8"), RULESETS)
        if script.ruleset != "season7":
            continue
        running = _Replay(script, RULESETS["season7"], "")
        for step in script.steps:
            running.play_step(step)
            yield path.name, running.game.told


@pytest.mark.parametrize("folder", ["boards", "changers", "hidden", "people", "race", "rounds", "vintage", "wildcards"])
def test_each_event_belongs_to_what_has_caused_it(folder):
    met = 0
    for name, told in told_in(folder):
        for at, each in enumerate(told):
            head = told[at - each.of].kind if each.of else None
            assert 0 <= each.of <= at, (name, each)
            wanted = HEADS.get(each.kind)
            if wanted and any(before.kind in wanted for before in told[:at]):
                assert head in wanted, (name, each, head)
                met += 1
            elif each.kind in APART:
                assert head is None or head in USED, (name, each, head)
    assert met


def test_a_scene_may_reach_another_table():
    """Schadenfreude pays at the table where it was found, for a fall at another: one scene, and one line."""
    told, said = list(steps_of("people/wormhole_schadenfreude.rtab"))[-1]
    (at,) = [n for n, each in enumerate(told) if each.kind is events.RivalOut]
    received = next(each for each in told if each.kind is events.SquareReceived)
    assert (received.of, received.table != told[at].table) == (told.index(received) - at, True)
    assert said.lines[at][0].id.startswith("ev.stake/paid/")
