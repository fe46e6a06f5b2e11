"""The minigames, one file each. A minigame is a script that returns its prize; it knows nothing of the season."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.table import Script
from engine.season7.minigames.accelerator import accelerator
from engine.season7.minigames.biscuit_risk_it import biscuit_risk_it
from engine.season7.minigames.digital_fortress import digital_fortress
from engine.season7.minigames.fractioniser import fractioniser
from engine.season7.minigames.higher_or_lower import higher_or_lower
from engine.season7.minigames.hypercube import hypercube
from engine.season7.minigames.leap_of_faith import leap_of_faith
from engine.season7.minigames.make_your_mark import make_your_mark
from engine.season7.minigames.math_time import math_time
from engine.season7.minigames.penalty_shootout import penalty_shootout
from engine.season7.minigames.postcode_lottery import postcode_lottery
from engine.season7.minigames.power_number import power_number

MINIGAMES: dict[str, Callable[..., Script[Any]]] = {
    "Accelerator": accelerator,
    "Biscuit Risk-It": biscuit_risk_it,
    "Digital Fortress": digital_fortress,
    "Fractioniser": fractioniser,
    "Higher or Lower": higher_or_lower,
    "Hypercube": hypercube,
    "Leap of Faith": leap_of_faith,
    "Make Your Mark": make_your_mark,
    "Math Time": math_time,
    "Penalty Shootout": penalty_shootout,
    "Postcode Lottery": postcode_lottery,
    "Power Number": power_number,
}
FOR_TWO = {"Penalty Shootout"}  # played against somebody else
