"""The panel of a group's settings: what is usually played there, and whether the board is pinned. By taps alone.

What is set is remembered for the next table; whoever may not set it reads so in a pop-up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from engine.rulesets import RULESETS, ruleset
from host.core import game_options
from host.core.deadlines import clocks
from host.core.game_options import ChoiceOption
from host.doors.telegram.menus import panels
from host.doors.telegram.messages import pins
from host.doors.telegram.messages.button_data import words
from host.doors.telegram.messages.screens import GOOD, Button, Rows, Screen, button, in_rows, panel_of
from host.said.desk import refusals, usual
from host.said.desk.answer import Answer
from host.said.desk.menu import DESK
from host.said.desk.usual import GroupDefaults
from host.shown.words import reader

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.messages.sender import TelegramSender

LETTER = "g"
DONE = "✓"


def panel(sender: TelegramSender, chat: str, _: str) -> Screen:
    """What is set in this place now."""
    return whole(usual.kept(sender.host, chat), panels.reader_of(sender, chat))


def whole(found: GroupDefaults, reader: Reader) -> Screen:
    """What is set, with a button for each setting."""
    say = reader.say
    games = [
        _choice(reader.value(rules.title), "game", name, now=name == found.game) for name, rules in RULESETS.items()
    ]
    rows = in_rows(games, 1)
    if found.game:
        spans = {word: clocks.spoken(seconds) for word, seconds in clocks.PACES.items()}
        paces = [
            _choice(f"{word}: {reader.value(spans[word])}", "pace", word, now=word == found.pace) for word in spans
        ]
        rows += [*in_rows(paces, 2), *_options(found, reader)]
        rows.append([button(say("Open such a table now"), LETTER, "new", style=GOOD), _none(reader)])
    pinned = say("The board is pinned: yes") if found.pins else say("The board is pinned: no")
    rows.append([button(pinned, LETTER, "pin", "no" if found.pins else "yes")])
    return panel_of(say("Settings of this group"), usual.told(found, reader, lambda line: f"/{line}"), rows)


def opens(found: GroupDefaults, reader: Reader) -> Rows:
    """The button that opens a table as it is usual, if anything is."""
    if not found.game:
        return []
    facts = {"title": RULESETS[found.game].title, "pace": clocks.spoken(clocks.pace(found.pace))}
    return [[button(reader.say("As usual: {title}, {pace}", **facts), LETTER, "new", style=GOOD)]]


def _none(reader: Reader) -> Button:
    return button(reader.say("Forget it"), LETTER, "none", "")


def _choice(text: str, *words: str, now: bool) -> Button:
    return button(f"● {text}" if now else text, LETTER, *words)


def _options(found: GroupDefaults, reader: Reader) -> Rows:
    return [
        _option(each, found.options.get(each.name, each.default), reader)
        for each in game_options.switches(ruleset(found.game))
    ]


def _option(switch: ChoiceOption, now: object, reader: Reader) -> list[Button]:
    label = reader.value(switch.label)
    text = f"{label}: {game_options.shown(now, reader)}"
    if not switch.counts:
        return [button(text, LETTER, "+", switch.name)]
    return [
        button(f"{label} −", LETTER, "-", switch.name),
        button(text, LETTER, "0", switch.name),
        button(f"{label} +", LETTER, "+", switch.name),
    ]


# -- taps


def tapped(call: TelegramCall, data: str) -> Answer:
    """Something is set, and the panel shows it; or a table is opened."""
    _, what, value = words(data, 3)
    if what == "new":
        return _opened(call)
    change = CHANGES.get(what)
    if change is None:
        raise Illegal(refusals.OLD_BUTTON)
    found = usual.change(call, lambda old: change(old, value))
    if what == "pin":
        call.host.store.keep(call.place, pins.KEPT, b"")
    if call.message is not None:
        call.turn_into(whole(found, reader({}, call.style)))
    return Answer(alert=DONE)


def _opened(call: TelegramCall) -> Answer:
    answer = usual.opened(call)
    if answer.ok and call.message is not None:
        call.relabel([])
    return answer


def _game(old: GroupDefaults, name: str) -> GroupDefaults:
    return GroupDefaults(ruleset(name).name, old.pace, {}, old.pins)


def _stepped(by: int) -> Callable[[GroupDefaults, str], GroupDefaults]:
    """One value on, or one back; a number stays where it ends."""

    def done(old: GroupDefaults, name: str) -> GroupDefaults:
        rules = ruleset(old.game)
        switch = next((each for each in game_options.switches(rules) if each.name == name), None)
        if switch is None:
            raise Illegal(refusals.OLD_BUTTON)
        now = old.options.get(name, switch.default)
        at = switch.values.index(now) if now in switch.values else switch.values.index(switch.default)
        at = min(max(at + by, 0), len(switch.values) - 1) if switch.counts else (at + by) % len(switch.values)
        value = switch.values[at] if by else switch.default
        others = {key: each for key, each in old.options.items() if key != name}
        return replace(old, options=others if value == switch.default else {**others, name: value})

    return done


CHANGES: dict[str, Callable[[GroupDefaults, str], GroupDefaults]] = {
    "game": _game,
    "pace": lambda old, word: replace(old, pace=word),
    "pin": lambda old, word: replace(old, pins=word == "yes"),
    "none": lambda old, _: GroupDefaults(pins=old.pins),
    "+": _stepped(1),
    "-": _stepped(-1),
    "0": _stepped(0),
}


# -- by command


def settings(call: TelegramCall) -> Answer:
    """In a group its settings; in private one's own."""
    if call.private or call.words:
        answer = DESK["settings"].does(call)
        return Answer(asks=[panels.name_of(answer.menu)]) if answer.menu else answer
    return Answer(asks=[panels.name_of("usual")])
