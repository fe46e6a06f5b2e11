"""Power Number: win £1,000,000,000... to the power of somewhere between 0.7 and 0.8."""

from __future__ import annotations

import math
from typing import Any

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cell, Look, Meter, Point, build_bulbs, build_pool
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

POWER_BASE = 1_000_000_000
LOW, HIGH = 700, 800
BANDS = [(low, low + 2) for low in range(700, 785, 14)]  # house: the number is as likely in each
FUSES = 2  # house
MAX_NAMED_NUMBERS = 7  # house: numbers that may be named


async def power_number(t: BoothTable, who: str) -> int:
    """A secret Power Number is in one of seven bands, with equal chances: 0.700 to 0.702, 0.714 to 0.716, and so on
    up to 0.784 to 0.786. Seven times you may name a number. If the Power Number is at least as high, your power
    rises to your number. If not, one of two fuses blows. To stop, name your own power again: you win a billion to
    that power. When the second fuse blows, your power falls back to 0.700, which pays £1,995,263.

    Play the whole minigame with `who`, and return the cash in pounds, which the caller pays.
    """
    low, high = t.draw_one("power_number.band", BANDS)
    secret = t.draw_one("power_number.number", range(low, high + 1))
    power, fuses, below, left = LOW, FUSES, HIGH + 1, MAX_NAMED_NUMBERS
    while fuses and left and power < below - 1:
        render_power(t, power, fuses, below, left)
        named = await ask_power_number(t, who, power, below, fuses, left)
        if named == power:
            break
        left -= 1
        if named <= secret:
            power = named
            t.tell(events.PowerRaised(power=format_power(power), prize=compute_power_prize(power)))
        else:
            fuses, below = fuses - 1, named
            t.tell(events.FuseBlown(named=format_power(named)))
    power = power if fuses else LOW
    render_power(t, power, fuses, below, left)
    t.tell(events.PowerShown(secret=format_power(secret)))
    return compute_power_prize(power)


async def ask_power_number(t: BoothTable, who: str, power: int, below: int, fuses: int, left: int) -> int:
    """Ask the player for a number in thousandths (750 for 0.750), from their own power to just below the lowest one
    that blew a fuse, to compare with the secret Power Number; return it. Their own power, also if time runs out, means
    to stop.
    """
    text = (
        "Your power is {power}, worth {prize:£}. You have {fuses} fuse{fuses:s} and {left} number{left:s} left. "
        "Which higher power do you name? Write 750 for 0.750, or {stop} to stop."
    )
    facts: dict[str, Any] = {
        "power": format_power(power),
        "prize": compute_power_prize(power),
        "fuses": fuses,
        "left": left,
        "stop": power,
    }
    key = "power_number.name"
    return await t.ask(key, who, text, form=Form("number", power, below - 1), lapse=power, patience="minigame", **facts)


def compute_power_prize(power: int) -> int:
    """Return the prize in pounds for a power in thousandths (725 for 0.725): a billion to that power, rounded up."""
    return math.ceil(math.pow(POWER_BASE, power / 1000))


def format_power(power: int) -> str:
    """Format a power given in thousandths, such as 0.725."""
    return f"{power / 1000:.3f}"


@defer_rendering
def render_power(power: int, fuses: int, below: int, left: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    player's power and its worth, the seven bands, those struck out in which the secret number cannot lie, and the
    fuses.
    """
    scale = Meter(
        id="power",
        low=LOW,
        high=HIGH,
        value=power,
        face=phrase("Power {power}: {prize:£}", power=format_power(power), prize=compute_power_prize(power)),
        points=[Point(min(below, HIGH), phrase("Secret: below {below}", below=format_power(below)), "limit")],
        notes=[phrase("Fuses: {fuses}", fuses=fuses)],
        look=build_power_look(power, fuses, below, left),
    )
    bands = [build_band_cell(low, high, power, below) for low, high in BANDS]
    title = phrase("The secret number is in one of these, each with the same chance:")
    lit = build_bulbs("fuses", [Cell("o", "white") if n < fuses else Cell("x", "red") for n in range(FUSES)])
    return [scale, replace(build_pool(title, bands), id="bands"), lit]


def build_band_cell(low: int, high: int, power: int, below: int) -> Cell:
    """Build the picture of one band of Power Number, with what its lower end pays; to choose it names that end, or the
    number just above the player's power. It is struck out if the secret number cannot lie in it.
    """
    out = low >= below
    kind = "out" if out else "held" if low <= power else "band"
    return Cell(
        phrase("{low} to {high}", low=format_power(low), high=format_power(high)),
        kind,
        format_short_cash(compute_power_prize(low)),
        value=None if out else low if low > power else power + 1 if power < high else None,
        mark="struck" if out or high < power else "",
    )


def build_power_look(power: int, fuses: int, below: int, left: int) -> Look:
    """Build the texts with which the web page draws the bands of Power Number: what the player's power pays, the
    fuses and numbers left, and in how many of the open bands the next powers are safe.
    """
    open_bands = [low for low, high in BANDS if high >= power and low < below]
    above = [low for low in open_bands if low > power]
    odds = [
        phrase("{low} is safe in {n} of {all} cases", low=format_power(low), n=len(above) - n, all=len(open_bands))
        for n, low in enumerate(above[:2])
    ]
    return Look(
        name="power_number",
        pot=phrase("{prize:£}", prize=compute_power_prize(power)),
        label=phrase("Power {power}", power=format_power(power)),
        lives=phrase("{fuses} fuse{fuses:s}, {left} {left:try|tries}", fuses=fuses, left=left),
        know=[*odds],
        risk=phrase("2nd fuse blown: you get only {cash}", cash=format_short_cash(compute_power_prize(LOW))),
        go=phrase("Say {what}", what="#"),
        feet=[format_power(low) for low, _ in BANDS],
        stay=phrase("Stop with {cash:£}", cash=compute_power_prize(power)),
    )
