"""Accelerator: a game that is played for points instead of cash."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.kernel.picture import Look, Meter
from engine.kernel.text import Phrase, phrase
from engine.minigames import events
from engine.minigames.booth_table import Boost, BoothTable, Pictures, defer_rendering


class Gear(NamedTuple):
    """One kind of pulse: by how much it multiplies the speed, in percent; its risk without heat; and the heat it
    adds.
    """

    times: int
    risk: int
    heat: int


START = 15  # house: points of booster before the first pulse
CAP = 300  # full speed: the most that a booster can be
PULSES = 5  # house
GEARS = {"gentle": Gear(125, 0, -10), "hard": Gear(180, 16, 10), "flat out": Gear(350, 50, 20)}  # house
REMNANT = 20  # house: percent of the points that survive a crash


async def accelerator(t: BoothTable, who: str) -> Boost:
    """A beam runs in a circle at 15 points of booster, and you have five pulses: gentle (a quarter faster), hard (four
    fifths) or flat out (three and a half times as fast). The faster the pulse, the more likely the beam hits the wall,
    and heat adds to that risk. A hard or flat out pulse heats the ring, a gentle one cools it. After the fifth pulse
    you get the points as booster. If the beam hits the wall, you get a fifth of them. Full speed is 300 points.

    Play the whole minigame with `who`, and return the points (a fifth of them after a crash) as a Boost, which the
    caller gives. Without an answer the pulse is gentle; at full speed the minigame ends at once.
    """
    speed, heat = START, 0
    left = PULSES
    while left and speed < CAP:
        render_accelerator(t, speed, heat, left)
        word = await ask_gear(t, who, speed, heat, left)
        gear = GEARS[word]
        if t.draw_chance("accelerator.crash", gear.risk + heat):
            speed = speed * REMNANT // 100
            t.tell(events.BeamHitWall(speed=speed))
            break
        speed, heat = min(CAP, speed * gear.times // 100), max(0, heat + gear.heat)
        left -= 1
        t.tell(events.BeamHeld(gear=word, speed=speed))
    render_accelerator(t, speed, heat, left)
    return Boost(speed)


async def ask_gear(t: BoothTable, who: str, speed: int, heat: int, left: int) -> str:
    """Ask the player which pulse to give the beam next, naming for each the new speed and the chance that it holds;
    return its name, `gentle` if time runs out.
    """
    offers = dict[str, Phrase]()
    for word, gear in GEARS.items():
        reached, safe = compute_pulse(gear, speed, heat)
        offers[word] = phrase(
            "{gear:C}: raises the booster to {reached}%, safe with {safe}% chance",
            gear=word,
            reached=reached,
            safe=safe,
        )
    text = (
        "The beam is worth a booster of {speed}%, and the heat is {heat}. You have {left} pulse{left:s} left. "
        "Which pulse do you choose now?"
    )
    facts: dict[str, Any] = {"speed": speed, "heat": heat, "left": left}
    return await t.ask("accelerator.pulse", who, text, offers, lapse="gentle", patience="minigame", **facts)


def compute_pulse(gear: Gear, speed: int, heat: int) -> tuple[int, int]:
    """Return what a pulse of this gear, one of the three kinds, would do to the beam of Accelerator: its new speed,
    computed from its speed now and at most 300, and the chance in percent, at the heat now, that it survives this one
    pulse.
    """
    return min(CAP, speed * gear.times // 100), 100 - gear.risk - heat


@defer_rendering
def render_accelerator(speed: int, heat: int, left: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures of Accelerator, and return
    nothing: the beam's speed, the heat and the pulses left.
    """
    return [
        Meter(
            id="speed",
            low=0,
            high=CAP,
            value=speed,
            face=phrase("Speed {speed} of {all}", speed=speed, all=CAP),
            look=build_accelerator_look(speed, heat, left),
        ),
        Meter(
            id="heat",
            low=0,
            high=100,
            value=heat,
            face=phrase("Heat {heat}", heat=heat),
            notes=[phrase("Pulses left: {left}", left=left)],
        ),
    ]


def build_accelerator_look(speed: int, heat: int, left: int) -> Look:
    """Build the texts and figures with which the web page draws the ring of Accelerator: the booster now, what each
    pulse would reach and do to the heat, how likely it holds, and what a crash leaves.
    """
    pulses = [compute_pulse(gear, speed, heat) for gear in GEARS.values()]
    return Look(
        name="accelerator",
        pot=phrase("{speed}%", speed=speed),
        label=phrase("Your booster"),
        lives=phrase("{left} pulse{left:s} left", left=left),
        know=[
            phrase("{gear}: {heat} heat", gear=word, heat=f"{gear.heat:+d}".replace("-", "−"))
            for word, gear in GEARS.items()
        ],
        risk=phrase("after a crash you keep {speed}%", speed=speed * REMNANT // 100),
        go=phrase("Pulse: {what}", what="#"),
        feet=[*GEARS, str(speed), phrase("heat {heat}", heat=heat)],
        tails=[
            *(phrase("to {reached}%", reached=reached) for reached, _ in pulses),
            *(phrase("{safe}% holds", safe=safe) for _, safe in pulses),
        ],
    )
