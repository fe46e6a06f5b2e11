"""What weighing the minigames has changed since a release, for every game in which they are played."""

from __future__ import annotations

from engine.kernel.ruleset import Change
from engine.minigames import events

WEIGHED = "every minigame has been weighed"
_DRAGON_BEATEN = "Tic Tac Dough is won once all but the dragon is open"
_TRAPS_REWORDED = "a booby trap in a safe is called a trap"
_WEIGHED_MINIGAMES = (
    "accelerator",
    "biscuit_risk_it",
    "for_the_rest_of_your_game",
    "fractioniser",
    "high_stakes",
    "hypercube",
    "leap_of_faith",
    "make_your_mark",
    "math_time",
    "mystery_chance",
    "penalty_shootout",
    "postcode_lottery",
    "power_number",
    "punch_a_bunch",
    "shut_the_box",
    "smash_for_cash",
    "spectrum",
    "split_decision",
    "tic_tac_dough",
    "times_table",
    "treble_chance",
)
_DRAWS = ("biscuit_risk_it.tin", "power_number.band", "power_number.number", "spectrum.squares")


def build_weighing_changes(since: str) -> tuple[Change, ...]:
    """Build the list of rule changes with which old games explain that minigames, since the release that rebalanced
    their prizes, draw otherwise, start again, end otherwise or call something by another name.
    """
    return (
        *(Change(since, WEIGHED, f"open {game}", f"open {game}", ruling=True) for game in _WEIGHED_MINIGAMES),
        *(Change(since, WEIGHED, f"draw {key}", f"draw {key}", ruling=True) for key in _DRAWS),
        *(
            Change(since, _DRAGON_BEATEN, was, event=events.DragonBeaten, ruling=True)
            for was in ("", events.DragonWoke.id, events.DragonHeard.id, events.DragonUnheard.id)
        ),
        Change(since, _TRAPS_REWORDED, events.SafeOpened.id, event=events.SafeOpened),
        Change(since, WEIGHED, "", "draw biscuit_risk_it.bombs", ruling=True),
        Change(since, WEIGHED, "draw biscuit_risk_it.bombs", ruling=True),
    )
