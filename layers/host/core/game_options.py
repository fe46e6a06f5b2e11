"""The options of a ruleset, for whoever opens a game, read off the ruleset itself.

A ruleset that has options names the Struct that describes them: `options_type`, and may say what each is:
`about_options`. Fields that can be only a few things become switches: yes or no, one of some words, a number from here
to there. The others are blanks to be filled in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, StructType, Type, type_info

from engine.kernel import Illegal, Reader, Ruleset
from engine.kernel.options import UNIT
from host.core import speaking
from host.core.deadlines import clocks

YES, NO = {"yes", "true", "on", "1"}, {"no", "false", "off", "0"}
TODAY = "today"
SLOW = clocks.DAY / 2  # turns of which nobody sits and waits
MOST = 16  # values that anybody would go through one by one
FEW = 20  # a number below this goes up and down by one
SHARES = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 5, 10)  # a greater one, by shares of itself
NUMBER = re.compile(r"-?[£$]?(?:[0-9]{1,15}|[0-9]{1,3}(?:[,. ][0-9]{3}){1,4})")
Value = bool | int | str


class WrittenOption(Struct, frozen=True):
    """Something that has to be written, a number or a list, with what it is if nobody writes."""

    name: str
    label: str
    about: str
    default: Any
    unit: str = ""  # what it counts, if that is money

    def named(self, rules: Ruleset[Any], word: str) -> dict[str, object]:
        """The option that is written so; none, if nothing is."""
        return dict([_typed(rules, self.name, word.strip())]) if word.strip() else {}


class ChoiceOption(Struct, frozen=True):
    """Something that is one of a few things."""

    name: str
    label: str
    about: str
    values: tuple[Value, ...]
    default: Value

    @property
    def counts(self) -> bool:
        """Is it a number, which goes up and down?"""
        return type(self.default) is int

    @property
    def words(self) -> list[str]:
        """The values that are words."""
        return [value for value in self.values if isinstance(value, str)]

    def after(self, taps: int) -> Value:
        """What it is after so many taps, each of which goes on to the next value."""
        return self.values[(self.values.index(self.default) + taps) % len(self.values)]

    def named(self, _: Ruleset[Any], word: str) -> dict[str, object]:
        """The option that is written so; none, if it fits no value or is as ever."""
        value = next((value for value in self.values if str(value) == word), self.default)
        return {} if value == self.default else {self.name: value}


VOICE = ChoiceOption(
    speaking.OPTION, "voice", "How the host tells it.", (speaking.LIVELY, speaking.PLAIN), speaking.LIVELY
)


def fields(rules: Ruleset[Any]) -> dict[str, Any]:
    """The options of a game, with what they are if nobody chooses."""
    return rules.usual() | ({speaking.OPTION: speaking.LIVELY} if rules.voice else {})


def offered(rules: Ruleset[Any]) -> list[ChoiceOption | WrittenOption]:
    """The options of a game, in the order in which its ruleset names them."""
    options, defaults = type_info(rules.options_type), fields(rules)
    found = {each.name: each.type for each in options.fields} if isinstance(options, StructType) else {}
    own = [_offer(name, rules.about_options.get(name, ""), kind, defaults[name]) for name, kind in found.items()]
    return own + ([VOICE] if rules.voice else [])


def _offer(name: str, about: str, kind: Type, default: Any) -> ChoiceOption | WrittenOption:
    label, values = name.replace("_", " "), _values(kind)
    if values:
        return ChoiceOption(name, label, about, values, default)
    said = (kind.extra or {}) if isinstance(kind, Metadata) else {}
    return WrittenOption(name, label, about, default, said.get(UNIT, ""))


def switches(rules: Ruleset[Any]) -> list[ChoiceOption]:
    """The options that can be tapped: those that are one of a few things, and numbers, which go up and down."""
    found = [each if isinstance(each, ChoiceOption) else _dial(rules, each) for each in offered(rules)]
    return [each for each in found if each is not None]


def _dial(rules: Ruleset[Any], blank: WrittenOption) -> ChoiceOption | None:
    """A number with others around it that the rules take; nothing, if it is no number."""
    usual = blank.default
    if type(usual) is not int or usual <= 0:
        return None
    near = [usual + n for n in range(-usual, 8)] if usual < FEW else [int(usual * share) for share in SHARES]
    fit = sorted({value for value in near if value > 0 and _agrees(rules, blank.name, value)} | {usual})
    at = fit.index(usual)
    low = max(0, min(at - MOST // 2, len(fit) - MOST))
    return ChoiceOption(blank.name, blank.label, blank.about, tuple(fit[low : low + MOST]), usual)


def _agrees(rules: Ruleset[Any], name: str, value: int) -> bool:
    try:
        rules.agree({name: value})
    except Illegal:
        return False
    return True


def options_from(rules: Ruleset[Any], words: Mapping[str, str]) -> dict[str, object]:
    """The options as a form has them, by their names."""
    found: dict[str, object] = {}
    for each in offered(rules):
        found |= each.named(rules, words.get(each.name, ""))
    return found


def _values(kind: Type) -> tuple[Value, ...]:
    """All that a field of this type can be, if that is little."""
    if isinstance(kind, BoolType):
        return (True, False)
    if isinstance(kind, LiteralType):
        return tuple(value for value in kind.values if value is not None)
    if isinstance(kind, IntType) and kind.ge is not None and kind.le is not None:
        span = range(kind.ge, kind.le + 1)
        return tuple(span) if len(span) <= MOST else ()
    return ()


def shown(value: object, reader: Reader) -> str:
    """One value in a reader's words."""
    if isinstance(value, bool):
        return reader.say("yes") if value else reader.say("no")
    return reader.number(value, "n") if isinstance(value, int) else reader.value(value)


def agreed(rules: Ruleset[Any], options: Mapping[str, object], pace: str) -> dict[str, object]:
    """The options of a table opened at a door: where turns are slow, some are otherwise unless they are said."""
    turn, usual = clocks.PACES.get(pace) or clocks.duration(pace) or 0.0, fields(rules)
    slow = rules.unhurried if turn >= SLOW else {}
    return {**options, **{name: value for name, value in slow.items() if options.get(name, usual[name]) == usual[name]}}


def of_today(rules: Ruleset[Any], options: Mapping[str, object], now: float) -> dict[str, object]:
    """The options with the date of today (in UTC), where the game of a day is wanted: of no other day can it be had."""
    word = options.get(rules.dated) if rules.dated else None
    today = datetime.fromtimestamp(now, UTC).date().isoformat()
    if word and str(word).casefold() not in (TODAY, today):
        raise Illegal("Only today's can be played: {option}={today}.", option=rules.dated, today=TODAY)
    return {**options, rules.dated: today} if word else dict(options)


def chosen(rules: Ruleset[Any], taps: str) -> dict[str, object]:
    """The options after some taps: for each switch in order a digit, how many; what is not said is none."""
    found = {each: each.after(int(n, MOST)) for each, n in zip(switches(rules), taps, strict=False)}
    return {each.name: value for each, value in found.items() if value != each.default}


def typed(rules: Ruleset[Any], text: str) -> dict[str, object]:
    """Options typed as `name=value name=value`; a value may hold spaces."""
    found = re.split(r"(?:^|\s+)(\w+)=", text.strip())
    if found[0]:
        raise Illegal("Write options as name=value; there are {names}.", names=list(fields(rules)) or "none")
    return dict(_typed(rules, name, value.strip()) for name, value in zip(found[1::2], found[2::2], strict=True))


def _typed(rules: Ruleset[Any], name: str, value: str) -> tuple[str, object]:
    known = fields(rules)
    if name not in known:
        names = list(known) or "none"
        raise Illegal("I do not know the option {name}; there are {names}.", name=name[:40], names=names)
    default, said = known[name], value.casefold()
    if isinstance(default, bool) and said in YES | NO:
        return name, said in YES
    if type(default) is int and NUMBER.fullmatch(said):
        return name, int(re.sub(r"[^0-9-]", "", said))
    if isinstance(default, str):
        return name, value
    if isinstance(default, list):
        return name, [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(default, bool):
        raise Illegal("{name} is a switch: {name}=yes or {name}=no.", name=name)
    raise Illegal("{name} is a whole number, such as {usual:n}.", name=name, usual=default)
