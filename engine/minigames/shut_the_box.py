"""Shut the Box: roll your way to millions in this classic dice game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from engine.kernel.picture import Cell, Look, build_bulbs
from engine.kernel.picture import build_dice as dice_
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

FLAPS = range(1, 10)
RATE = 800  # house: pounds for each ball of a pyramid with as many layers as the sum of the flaps shut
BOX = 45_000_000  # house: for shutting the box
HIGH = {7, 8, 9}  # when these are shut one die may do
CAUGHT = 20  # house: percent left after a roll that fits no flaps


async def shut_the_box(t: BoothTable, who: str) -> int:
    """The box has nine numbers, 1 to 9. Roll two dice and shut numbers that add up to exactly the roll, again and
    again. The more you have shut, the more you win: £3,968,000 for a sum of 30, £12,144,000 for 44, and £45,000,000 for
    all nine. Once 7, 8 and 9 are shut, you may roll one die. When a roll could fit no numbers, you may also stop. A
    roll that fits no numbers ends the game and leaves you a fifth.

    Play the whole minigame with `who`, and return the cash in pounds (a fifth of it after a roll that fits nothing),
    which the caller pays.
    """
    flaps = list(FLAPS)
    dice = 2
    while flaps and dice:
        render_shut_the_box(t, flaps)
        roll = t.draw("shut_the_box.dice", range(1, 7), dice, again=True)
        t.tell(events.DiceRolled(who=who, roll=roll))
        render_shut_the_box(t, flaps, roll)
        ways = list_flap_choices(flaps, sum(roll))
        if not ways:
            t.tell(events.NoFlapFits(total=sum(roll)))
            return compute_box_prize(flaps) * CAUGHT // 100
        shut = await ask_flaps(t, who, flaps, sum(roll), ways)
        t.tell(events.FlapsShut(flaps=shut))
        flaps = [flap for flap in flaps if flap not in shut]
        render_shut_the_box(t, flaps)
        dice = await ask_dice(t, who, flaps) if flaps else 0
    return compute_box_prize(flaps)


async def ask_flaps(t: BoothTable, who: str, flaps: list[int], total: int, ways: list[list[int]]) -> list[int]:
    """Ask the player which flaps to shut for a roll's total, of `ways`, all sets that fit it; return the flaps, the
    first set if time runs out. If there is only one way, do not ask.
    """
    offers = {"+".join(map(str, way)): way for way in ways}
    text = "Your roll is {total}, and these numbers are open: {flaps}. Which numbers do you shut?"
    lapse = "+".join(map(str, ways[0]))
    way = lapse
    if len(ways) > 1:
        facts: dict[str, Any] = {"total": total, "flaps": flaps}
        way = await t.ask("shut_the_box.flaps", who, text, list(offers), lapse=lapse, patience="minigame", **facts)
    return offers[way]


async def ask_dice(t: BoothTable, who: str, flaps: list[int]) -> int:
    """Ask the player whether to roll two dice, one, or none to stop, which they do if time runs out; return the number.
    One is offered when 7, 8 and 9 are shut, two if they can fit anything. If two cannot miss and one is not allowed, do
    not ask.
    """
    offers = {}
    if any(list_flap_choices(flaps, total) for total in range(2, 13)):
        offers["two"] = phrase("Roll two dice: {n} of 36 rolls can shut nothing", n=count_missing_rolls(flaps, 2))
    if not HIGH & set(flaps):
        offers["one"] = phrase("Roll one die: {n} of 6 rolls can shut nothing", n=count_missing_rolls(flaps, 1))
    if not count_missing_rolls(flaps, 2) and list(offers) == ["two"]:
        return 2
    offers["stop"] = phrase("Stop with {cash:£}", cash=compute_box_prize(flaps))
    text = "These numbers are open: {flaps}. You have {cash:£}. Do you roll again?"
    facts: dict[str, Any] = {"flaps": flaps, "cash": compute_box_prize(flaps)}
    chosen = await t.ask("shut_the_box.dice", who, text, offers, lapse="stop", patience="minigame", **facts)
    return {"two": 2, "one": 1, "stop": 0}[chosen]


def list_flap_choices(flaps: list[int], total: int) -> list[list[int]]:
    """Return all sets of open flaps that add up to the total, those of fewest flaps first, and among these those with
    the highest flap; empty if none does.
    """
    return [list(way) for way in _list_choices_by_total(tuple(flaps)).get(total, ())]


@cache
def _list_choices_by_total(flaps: tuple[int, ...]) -> dict[int, list[tuple[int, ...]]]:
    """Return all totals that these open flaps (a tuple in rising order) can add up to, each with the sets of flaps that
    do, fewest flaps first; cached, so that the result must not be changed.
    """
    ways: dict[int, list[tuple[int, ...]]] = {}
    for n in range(1, len(flaps) + 1):
        for way in sorted(combinations(flaps, n), key=lambda way: -way[-1]):
            ways.setdefault(sum(way), []).append(way)
    return ways


def count_missing_rolls(flaps: list[int], dice: int) -> int:
    """Return how many of all possible rolls with so many dice fit no open flaps."""
    faces, ways = range(1, 7), _list_choices_by_total(tuple(flaps))
    totals = [a + b for a in faces for b in faces] if dice == 2 else faces
    return sum(total not in ways for total in totals)


def compute_box_prize(flaps: list[int]) -> int:
    """Return the money that the flaps shut so far are worth; `flaps` are those still open, none if the box is shut."""
    n = sum(FLAPS) - sum(flaps)
    return n * (n + 1) * (n + 2) // 6 * RATE if flaps else BOX


@defer_rendering
def render_shut_the_box(flaps: list[int], roll: Sequence[int] = ()) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the box
    with its flaps, what it pays now and, after a roll, the dice.
    """
    box = [Cell(str(flap), "flap", mark="" if flap in flaps else "struck") for flap in FLAPS]
    worth = [
        phrase("Shut: {n} of {all}", n=sum(FLAPS) - sum(flaps), all=sum(FLAPS)),
        phrase("Worth {cash:£}", cash=compute_box_prize(flaps)),
    ]
    look = build_box_look(flaps, rolled=bool(roll))
    drawn = replace(build_bulbs("box", box), title=phrase("Box"), notes=worth, look=look)
    return [drawn, *([replace(dice_(roll), id="dice")] if roll else [])]


def build_box_look(flaps: list[int], *, rolled: bool) -> Look:
    """Build the texts with which the web page draws the box: what it pays now, what all nine pay, and what a roll that
    fits nothing leaves.
    """
    return Look(
        name="shut_the_box",
        pot=phrase("{cash:£}", cash=compute_box_prize(flaps)),
        label=phrase("Shut so far: {n} of {all}", n=sum(FLAPS) - sum(flaps), all=sum(FLAPS)),
        know=[phrase("all nine: {cash}", cash=format_short_cash(BOX))],
        risk=phrase(
            "if you can shut nothing: {cash}", cash=format_short_cash(compute_box_prize(flaps) * CAUGHT // 100)
        ),
        go=phrase("Shut {what}", what="#") if rolled else "#",
    )
