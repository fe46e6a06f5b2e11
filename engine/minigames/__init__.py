"""The minigames, one file each. A minigame is a script that returns its prize; it knows nothing of the season."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.table import Script
from engine.minigames.accelerator import accelerator
from engine.minigames.biscuit_risk_it import biscuit_risk_it
from engine.minigames.digital_fortress import digital_fortress
from engine.minigames.for_the_rest_of_your_game import for_the_rest_of_your_game
from engine.minigames.fractioniser import fractioniser
from engine.minigames.high_stakes import high_stakes
from engine.minigames.higher_or_lower import higher_or_lower
from engine.minigames.hypercube import hypercube
from engine.minigames.leap_of_faith import leap_of_faith
from engine.minigames.make_your_mark import make_your_mark
from engine.minigames.math_time import math_time
from engine.minigames.mystery_chance import mystery_chance
from engine.minigames.penalty_shootout import penalty_shootout
from engine.minigames.postcode_lottery import postcode_lottery
from engine.minigames.power_number import power_number
from engine.minigames.punch_a_bunch import punch_a_bunch
from engine.minigames.shut_the_box import shut_the_box
from engine.minigames.smash_for_cash import smash_for_cash
from engine.minigames.spectrum import spectrum
from engine.minigames.split_decision import split_decision
from engine.minigames.tic_tac_dough import tic_tac_dough
from engine.minigames.times_table import times_table
from engine.minigames.treble_chance import treble_chance

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
    "Punch-a-Bunch": punch_a_bunch,
    "Smash for Cash": smash_for_cash,
    "Spectrum": spectrum,
    "Shut the Box": shut_the_box,
    "Split Decision": split_decision,
    "Tic Tac Dough": tic_tac_dough,
    "Times Table": times_table,
    "Treble Chance": treble_chance,
    "For the Rest of Your Game": for_the_rest_of_your_game,
    "High Stakes": high_stakes,
    "Mystery Chance": mystery_chance,
}
FOR_TWO = {"Penalty Shootout"}  # played against somebody else
