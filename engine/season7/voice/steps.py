"""The steps of minigames, as far as they come again and again: each has several wordings, told in turn."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Moment, book, worded
from engine.season7.voice.ear import Ear, hears, otherwise

# By sentence: the kind of step.
STEPPED: Mapping[str, str] = {
    "Light {light} is {colour}: {number} payment{number:s}.": "light",
    "Stopping on a red light would pay half.": "red",
    "Envelope {n}: payments of {payment:£}.": "payments",
    "Square {square} is {what}.": "square",
    "Square {square} is {colour}.": "colour",
    "Square {square}: {found}.": "found",
    "Square {square} holds {found:£}.": "holds",
    "Square {square}: {number}, with {holes} hole{holes:s} near it.": "holes",
    "Square {square} is a black hole! The sum is gone.": "gone",
    "Safe {safe}: {found}.": "safe",
    "Envelope {n}: {found}.": "envelope",
    "A house in {street}, worth {value:£}.": "house",
    "A bailiff opens! He takes every house there was.": "bailiff",
    "The next card is {card}. The bank is {bank:£}.": "card",
    "The {card} goes {side} the line.": "line",
    "{place}, times {times}: {cash:£}.": "times",
    "Step {step}: {who} stands at {cash:£}.": "stands",
    "{who} steps on {step}, safely: {cash:£}.": "leaps",
    "{who} has {cash:£} in hand.": "hand",
    "Hole {hole}: the slip is worth {slip:£}.": "slip",
    "Traps of row {row}: {traps}.": "traps",
    "{who} rolls {roll}.": "dice",
    "Shut: {flaps}.": "flaps",
    "{here} in place, {elsewhere} elsewhere.": "code",
    "Pig {pig}: {found} token{found:s}.": "pig",
    "{named} is too high: a fuse blows!": "fuse",
    "The power rises to {power}: {prize:£}.": "power",
    "Kick {kick}, {aim}: goal! The pot is {pot:£}.": "goal",
}

GUESSED = ("called",)  # what a line has to say of a step, where it is known

STEPS = book(
    worded(
        "mini.step/light",
        "Light {light}, {colour}: {number} {number:payment|payments}.",
        "{colour:C} for light {light}, and {number} {number:payment|payments}.",
        "Light {light} turns {colour}. {number} {number:payment|payments}.",
    ),
    worded("mini.at/who", "{who}:"),
    worded("mini.at/line", "{who}: {line}"),
    worded("mini.step/red", "On red a stop is worth half.", "It is red: whoever stops here has half."),
    worded("mini.step/payments", "{n} holds payments of {payment:£}.", "Payments of {payment:£}, from envelope {n}."),
    worded("mini.step/square", "{square} is {what}.", "Behind {square}: {what}.", "{what:C}, on {square}."),
    worded("mini.step/colour", "{square} is {colour}.", "{colour:C}, on {square}.", "{square} turns {colour}."),
    worded("mini.step/found", "{square} has {found}.", "Behind square {square}: {found}.", "{square}, and {found}."),
    worded("mini.step/holds", "{found:£} on {square}.", "{square} is worth {found:£}."),
    worded(
        "mini.step/holes",
        "{square} reads {number}, with {holes} {holes:hole|holes} about.",
        "Square {square} reads {number}, with {holes} {holes:hole|holes} near.",
    ),
    worded("mini.step/gone", "{square} is a black hole, and it has the money.", "A black hole on {square}: all gone."),
    worded("mini.step/safe", "Safe {safe} holds {found}.", "{safe} opens: {found}.", "In safe {safe}: {found}."),
    worded("mini.step/envelope", "{n} says {found}.", "Out of envelope {n}: {found}.", "{found:C}, from envelope {n}."),
    worded(
        "mini.step/house",
        "{street} opens its door: {value:£}.",
        "A house in {street}. That is {value:£}.",
        "{value:£} stand in {street}.",
    ),
    worded(
        "mini.step/bailiff",
        "It is the bailiff, and every house is gone.",
        "A knock: the bailiff. No house is left.",
    ),
    worded(
        "mini.step/card",
        "The {card}, and {bank:£} in the bank.",
        "It is the {card}. The bank stands at {bank:£}.",
        "Next: the {card}. The bank has {bank:£}.",
        "{called}: the {card}, and {bank:£} in the bank.",
        "{called}. It is the {card}, and the bank stands at {bank:£}.",
        "{called}, and next comes the {card}. The bank has {bank:£}.",
    ),
    worded(
        "mini.step/line", "{card}: {side} the line.", "The {card} lies {side} the line.", "{side:C} it: the {card}."
    ),
    worded(
        "mini.step/times",
        "{place} by {times} makes {cash:£}.",
        "Times {times} for {place}: {cash:£}.",
        "{place}, {times} times: {cash:£}.",
    ),
    worded("mini.step/stands", "{who} on step {step}, with {cash:£}.", "{cash:£} for {who}, on step {step}."),
    worded("mini.step/leaps", "{step} holds, and {who} has {cash:£}.", "Safe on {step}: {who}, {cash:£}."),
    worded("mini.step/hand", "In the hand of {who}: {cash:£}.", "{who} could take {cash:£}."),
    worded("mini.step/slip", "Hole {hole} has a slip of {slip:£}.", "{slip:£} on the slip of hole {hole}."),
    worded("mini.step/traps", "Row {row} had its traps at {traps}.", "The traps of row {row} were {traps}."),
    worded("mini.step/dice", "{roll} for {who}.", "The dice say {roll}, {who}."),
    worded("mini.step/flaps", "Down go {flaps}.", "{flaps}: shut."),
    worded("mini.step/code", "{here} right, {elsewhere} elsewhere.", "In place: {here}. Elsewhere: {elsewhere}."),
    worded("mini.step/pig", "{found} {found:token|tokens} in pig {pig}.", "Pig {pig} breaks: {found}."),
    worded("mini.step/fuse", "A fuse goes: {named} is too high.", "{named} was too much. A fuse is gone."),
    worded("mini.step/power", "Power {power}, for {prize:£}.", "{power} now, and {prize:£}."),
    worded("mini.step/goal", "Goal, {aim}! Kick {kick} makes it {pot:£}.", "Kick {kick}, {aim}: in. {pot:£} now."),
)


@hears(*STEPPED)
def steps(ear: Ear) -> None:
    """One step, in other words than the last of its kind."""
    told = ear.take()
    moment = ear.say("mini.step", **told.facts)
    moment.kind = STEPPED[told.text]
    moment.must = GUESSED if told.facts.keys() >= {*GUESSED} else ()
    if who := beside(ear, told):
        moment.head = Moment("mini.at", {"who": who}, moment.at, kind="who")


def beside(ear: Ear, told: Told) -> str:
    """Whose minigame this is, where several are played side by side and it does not say so itself."""
    playing = ear.race.playing
    named = len(playing) < 2 or told.table not in playing or "who" in told.facts
    return "" if named else playing[told.table][0]


@otherwise
def other_steps(ear: Ear, told: Told) -> bool:
    """What has no words of its own is told as it is, after the name of whoever plays."""
    who = beside(ear, told)
    if who:
        ear.take()
        ear.say("mini.at", who=who, line=Phrase(told.text, told.facts)).kind = "line"
    return bool(who)
