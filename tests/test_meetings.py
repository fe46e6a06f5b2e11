"""Squares that stand at the same named point meet in a transcript, and what they do there is really seen to happen.

Every hook is watched while all transcripts are played again: it acts when it changes the game, says something, or
decides otherwise than it was told.
"""

import dataclasses
import inspect
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine.notation.run import run_transcript
from engine.notation.transcript import parse_transcript
from engine.rulesets import RULESETS
from engine.season7 import rules
from engine.season7.hooks import HOOKS

TRANSCRIPTS = Path(__file__).parent / "transcripts"
POINTS = {point.name: getattr(HOOKS, point.name) for point in dataclasses.fields(HOOKS)}
POINTS = {name: stand for name, stand in POINTS.items() if isinstance(stand, tuple)}
# Here whoever acts leaves nothing to do for those behind: that is the meeting.
FIRST_ALONE = ("before_reveal", "before_bomb")
SPELLS = ("Power Spike", "Metamorphosis")
STANDS_FOR = {
    "begin_double_dip": ("Double Dip",),
    "mark_last_protected": ("Protect",),
    "begin_free_play": ("Free Play",),
    "gild_square": ("Gold Dust",),
    "decide_knife_edge": ("Knife Edge",),
    "stop_bomb_if_immune": ("Immunity",),
    "bomb_switch": ("Bomb Switch",),
    "deflect": ("Deflect",),
    "defuse": ("Defuse",),
    "spare_free_play_loss": ("Free Play",),
    "keep_if_protected": ("Protect",),
    "end_worn_off_spells": SPELLS,
    "count_spell_selection": SPELLS,
    "count_hypnosis": ("Hypnotise",),
    "count_win_zones": ("Win Zone",),
    "end_free_play": ("Free Play",),
    "end_due_protection": ("Protect",),
    "leave_castle": ("Takeshi's Castle",),
    "decide_deadlock": ("Deadlock",),
    "add_tag_along_winners": ("Tag Along",),
    "settle_threshold": ("Threshold Situation",),
    "settle_split_and_share": ("Split & Share",),
    "hand_commissioned_minigames": ("The Commissioner",),
    "settle_schadenfreude": ("Schadenfreude",),
    "queue_after_folding": ("Fold",),
    "lose_revive": ("Revive",),
}
# Squares that meet without standing at one point, each pair with the transcript that shows it.
ELSEWHERE = {
    ("Deflect", "Defuse"): "hidden/deflect_onto_defuse",
    ("Copy/Paste", "Copy/Paste"): "meetings/copy_of_a_copy",
    ("Hypnotise", "lock"): "meetings/hypnotise_lock_in",
    ("Protect", "Six and Out"): "people/protect_six_and_out",
    ("Protect", "Endure"): "meetings/protect_endure",
    ("Protect", "Gold Dust"): "meetings/protect_gold_dust",
    ("Protect", "Knife Edge"): "meetings/protect_knife_edge",
    ("Wormhole", "Schadenfreude"): "people/wormhole_schadenfreude",
    ("Bomb@", "Gold Dust"): "hidden/gold_dust_bomb",
    ("Revive", "Tag Along"): "meetings/revive_tag_along",
    ("Invite", "Lockdown"): "people/invite_lockdown",
    ("Leftovers", "Wormhole"): "people/wormhole_too_late",
    ("Leftovers", "Switcheroo"): "people/switcheroo_gone",
    ("Knife Edge", "Bonus Bag"): "vintage/knife_edge_waits",
    ("Rolling Start", "Bonus Bag"): "wildcards/rolling_start_bonus_bag",
    ("Remain or Leave", "Power Spike"): "wildcards/remain_or_leave_sure_invite",
    ("Force Play", "Fold"): "hidden/force_play_nobody_left",
    ("Leave", "Footballer's Salary"): "meetings/leave_vintage",
    ("Leave", "£1,337,000"): "meetings/leave_vintage",
    ("Board Booster", "Bonus Bag"): "meetings/board_booster_bonus_bag",
    ("Board Booster", "Get Lucky"): "meetings/board_booster_get_lucky",
    ("Board Booster", "Gift Card"): "meetings/board_booster_gift_card",
    ("Board Booster", "Leftovers"): "meetings/board_booster_leftovers",
    ("Board Booster", "Metronome"): "meetings/board_booster_metronome",
    ("Board Booster", "Schadenfreude"): "meetings/board_booster_schadenfreude",
    ("Board Booster", "Six and Out"): "meetings/board_booster_six_and_out",
}


class Played(NamedTuple):
    """A transcript as it reads, without comments and fields, and who acted at which point."""

    text: str
    acted: frozenset[tuple[str, str]]


class Watched:
    """A hook that says when it has acted."""

    def __init__(self, point: str, hook: Callable, seen: set[tuple[str, str]]) -> None:
        self.what, self.hook, self.seen = (point, hook.__name__), hook, seen

    def __call__(self, t, *args):
        before = self.moment(t, args)
        result = self.hook(t, *args)
        return (
            self.later(t, args, before, result) if inspect.isawaitable(result) else self.note(t, args, before, result)
        )

    async def later(self, t, args, before, result):
        return self.note(t, args, before, await result)

    def note(self, t, args, before, result):
        otherwise = result not in (None, False, *args[-1:])
        if otherwise or self.moment(t, args) != before:
            self.seen.add(self.what)
        return result

    @staticmethod
    def moment(t, args):
        return msgspec.json.encode([t.state, len(t.game.told), args])


def watched(seen):
    watching: dict[str, Any] = {
        point: tuple(Watched(point, hook, seen) for hook in stand) for point, stand in POINTS.items()
    }
    return dataclasses.replace(HOOKS, **watching)


def read(text):
    """What is told, played, pinned or laid out."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(("#", "set ", "hash ", ":")))


@pytest.fixture(scope="module")
def played():
    found: dict[str, Played] = {}
    with pytest.MonkeyPatch.context() as patch:
        for path in sorted(TRANSCRIPTS.rglob("*.rtab")):
            text = path.read_text("utf-8")
            if "minigames/" in path.as_posix() or text.split()[2] != "season7":
                continue  # a minigame reads nothing of the game
            seen: set[tuple[str, str]] = set()
            patch.setattr(rules, "HOOKS", watched(seen))
            run_transcript(parse_transcript(text, RULESETS), RULESETS["season7"])
            found[path.relative_to(TRANSCRIPTS).with_suffix("").as_posix()] = Played(read(text), frozenset(seen))
    return found


def meetings():
    """Every two squares that stand at the same point."""
    for point, stand in POINTS.items():
        named = [(hook.__name__, name) for hook in stand for name in STANDS_FOR[hook.__name__]]
        yield from ((point, one, other) for one, other in combinations(named, 2))


def meet(game, point, one, other):
    """Both are named, and both act; or the one that comes first, where only one can."""
    enough = any if point in FIRST_ALONE else all
    return all(name in game.text for _, name in (one, other)) and enough(
        (point, hook) in game.acted for hook, _ in (one, other)
    )


def test_every_hook_belongs_to_a_square():
    assert {hook.__name__ for stand in POINTS.values() for hook in stand} == set(STANDS_FOR)


@pytest.mark.whole
def test_every_two_squares_at_a_point_meet_in_a_transcript(played):
    missing = [pair for pair in meetings() if not any(meet(game, *pair) for game in played.values())]
    assert missing == []


@pytest.mark.whole
def test_squares_that_stand_at_no_point_meet_too(played):
    assert [pair for pair, at in ELSEWHERE.items() if not all(name in played[at].text for name in pair)] == []


def test_a_hook_acts_when_it_changes_the_game():
    idle = Played("Win Zone, Hypnotise", frozenset({("after_selection", "count_win_zones")}))
    zone, spell = ("count_win_zones", "Win Zone"), ("count_hypnosis", "Hypnotise")
    assert not meet(idle, "after_selection", zone, spell)
    assert meet(
        idle._replace(acted=idle.acted | {("after_selection", "count_hypnosis")}), "after_selection", zone, spell
    )
