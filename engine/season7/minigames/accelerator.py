"""Accelerator: a game played to increase your Boost."""

from __future__ import annotations

from engine.season7.stage import BoothTable, Boost

START = 15  # house: points of booster before the first pulse
CAP = 300  # house: full speed, and the most that a booster can be
GEARS = {"gentle": (130, 4), "hard": (200, 26), "flat out": (400, 50)}  # house: speed in percent of before, and risk
HEAT = 4  # house: how much every pulse adds to the risk of all later ones
REMNANT = 40  # house: percent of the points that survive a crash


async def accelerator(t: BoothTable, who: str) -> Boost:
    """A beam circles at 15 points of booster. Each pulse is gentle (times 1.3), hard (doubled) or flat out (times 4),
    and the faster the pulse the likelier it hits the wall; every pulse heats the ring and makes the next one riskier.
    Stop when you like and take the points as booster; a crash leaves two fifths of them. Full speed is 300 points.
    """
    speed, pulses = START, 0
    while speed < CAP:
        t.show(f"Speed {speed} of {CAP}", f"[{'#' * (speed // 15):<20}]", f"Heat +{HEAT * pulses}% risk")
        gear = await ask_gear(t, who, speed, pulses)
        if gear == "stop":
            break
        times, risk = GEARS[gear]
        if t.chance("accelerator.crash", risk + HEAT * pulses):
            speed = speed * REMNANT // 100
            t.tell("The beam hits the wall! {speed} points are saved from the wreck.", speed=speed)
            return Boost(speed)
        speed, pulses = min(CAP, speed * times // 100), pulses + 1
        t.tell("{gear}: the beam holds, and circles at {speed} points.", gear=gear.capitalize(), speed=speed)
    return Boost(speed)


async def ask_gear(t: BoothTable, who: str, speed: int, pulses: int) -> str:
    """Say what every pulse would make of the speed, and how likely it holds."""
    offers = {"stop": f"Stop at {speed}%"}
    for gear, (times, risk) in GEARS.items():
        reached = min(CAP, speed * times // 100)
        offers[gear] = f"{gear.capitalize()}: to {reached}%, {100 - risk - HEAT * pulses} in 100 it holds"
    text = "The beam circles at {speed} points of booster. Another pulse?"
    return await t.ask("accelerator.pulse", who, text, offers, lapse="stop", patience="minigame", speed=speed)
