"""The options of a ruleset, for players who open a game, read off the ruleset itself.

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

from engine.kernel import Illegal, Phrase, Reader, Ruleset, phrase
from engine.kernel.ruleset import UNIT
from host.core import host_voice
from host.core.deadlines import clocks

YES, NO = {"yes", "true", "on", "1"}, {"no", "false", "off", "0"}
TODAY = "today"
SLOW_TURN_SECONDS = clocks.DAY / 2  # turns of which nobody sits and waits
MAX_OPTION_VALUES = 16  # values that anybody would go through one by one
SMALL_NUMBER_LIMIT = 20  # a number below this goes up and down by one
SHARES = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 5, 10)  # a greater one, by shares of itself
TYPED_NUMBER_PATTERN = re.compile(r"-?[£$]?(?:[0-9]{1,15}|[0-9]{1,3}(?:[,. ][0-9]{3}){1,4})")
Value = bool | int | str


class WrittenOption(Struct, frozen=True):
    """An option that has to be typed, a number or a list, with its default."""

    name: str
    label: str
    about: str
    default: Any
    unit: str = ""  # what it counts, if that is money

    def parse_word(self, rules: Ruleset[Any], word: str) -> dict[str, object]:
        """Parse the text that a person wrote for this option; return its name and value as a dictionary, empty for
        empty text. Raise Illegal if the text is no such value.
        """
        return dict([_parse_typed_option(rules, self.name, word.strip())]) if word.strip() else {}


class ChoiceOption(Struct, frozen=True):
    """An option that takes one of a few values."""

    name: str
    label: str
    about: str
    values: tuple[Value, ...]
    default: Value

    @property
    def is_number(self) -> bool:
        """Whether this option is a number, which people count up and down, and not a choice among words."""
        return type(self.default) is int

    @property
    def word_values(self) -> list[str]:
        """The possible values of this option that are words."""
        return [value for value in self.values if isinstance(value, str)]

    def compute_value_after(self, taps: int) -> Value:
        """Return the value that this option has after so many taps on its button: it begins at the default, each tap
        moves on to the next value, and from the last one back to the first.
        """
        return self.values[(self.values.index(self.default) + taps) % len(self.values)]

    def parse_word(self, rules: Ruleset[Any], word: str) -> dict[str, object]:
        """Parse the text of a value that a person chose for this option; return its name and value as a dictionary,
        empty if the text is empty or the default. Raise Illegal if it is of another type; a word that is no value of
        this option is left to the rules to refuse.
        """
        known: dict[str, object] = {"": self.default, **{str(value): value for value in self.values}}
        value = known[word] if word in known else _parse_typed_option(rules, self.name, word)[1]
        return {} if value == self.default else {self.name: value}


VOICE_OPTION = ChoiceOption(
    host_voice.OPTION, "voice", "How the host tells it.", (host_voice.LIVELY, host_voice.PLAIN), host_voice.LIVELY
)


def load_option_defaults(rules: Ruleset[Any]) -> dict[str, Any]:
    """Return the options of a ruleset by name with their default values; the choice of the host's voice is among them
    if the ruleset has one.
    """
    return rules.build_default_options() | ({host_voice.OPTION: host_voice.LIVELY} if rules.voice else {})


def list_ruleset_options(rules: Ruleset[Any]) -> list[ChoiceOption | WrittenOption]:
    """Return all options of a ruleset, each as a choice (if its values can be listed) or as one to be typed, in the
    ruleset's order; the choice of the host's voice, where the ruleset has one, comes last.
    """
    options, defaults = type_info(rules.options_type), load_option_defaults(rules)
    found = {each.name: each.type for each in options.fields} if isinstance(options, StructType) else {}
    own = [_build_option(name, rules.about_options.get(name, ""), kind, defaults[name]) for name, kind in found.items()]
    return own + ([VOICE_OPTION] if rules.voice else [])


def _build_option(name: str, about: str, kind: Type, default: Any) -> ChoiceOption | WrittenOption:
    """Return the option of this name, help text (`about`) and type: a choice if its values can be listed, else one to
    be typed.
    """
    label, values = name.replace("_", " "), _list_type_values(kind)
    if values:
        return ChoiceOption(name, label, about, values, default)
    said = (kind.extra or {}) if isinstance(kind, Metadata) else {}
    return WrittenOption(name, label, about, default, said.get(UNIT, ""))


def list_tappable_options(rules: Ruleset[Any]) -> list[ChoiceOption]:
    """Return the options that can be changed by tapping a button, in the rules' order: those with few values, and
    numbers whose default is positive, with some values around it.
    """
    found = [
        each if isinstance(each, ChoiceOption) else _build_number_choice(rules, each)
        for each in list_ruleset_options(rules)
    ]
    return [each for each in found if each is not None]


def _build_number_choice(rules: Ruleset[Any], blank: WrittenOption) -> ChoiceOption | None:
    """Return a number option as a choice among at most sixteen values around its default, in order, that the rules
    accept, or None if its default is no positive whole number.
    """
    usual = blank.default
    if type(usual) is not int or usual <= 0:
        return None
    near = (
        [usual + n for n in range(-usual, 8)]
        if usual < SMALL_NUMBER_LIMIT
        else [int(usual * share) for share in SHARES]
    )
    fit = sorted({value for value in near if value > 0 and _is_accepted_value(rules, blank.name, value)} | {usual})
    at = fit.index(usual)
    low = max(0, min(at - MAX_OPTION_VALUES // 2, len(fit) - MAX_OPTION_VALUES))
    return ChoiceOption(blank.name, blank.label, blank.about, tuple(fit[low : low + MAX_OPTION_VALUES]), usual)


def _is_accepted_value(rules: Ruleset[Any], name: str, value: int) -> bool:
    """Return whether the rules accept this value of an option if all others have their defaults."""
    try:
        rules.check_options({name: value})
    except Illegal:
        return False
    return True


def parse_form_options(rules: Ruleset[Any], words: Mapping[str, str]) -> dict[str, object]:
    """Return, by name, the options that a submitted web form sets: fields that were typed in, and choices other than
    the default. `words` holds the texts of its fields, by the name of the option. Raise Illegal for a value of another
    type; whether the rules accept the values is not checked.
    """
    found: dict[str, object] = {}
    for each in list_ruleset_options(rules):
        found |= each.parse_word(rules, words.get(each.name, ""))
    return found


def _list_type_values(kind: Type) -> tuple[Value, ...]:
    """Return all values that an option of this type can have: true and false, the values of a choice (None left out),
    or a range of at most sixteen whole numbers; empty for any other type.
    """
    if isinstance(kind, BoolType):
        return (True, False)
    if isinstance(kind, LiteralType):
        return tuple(value for value in kind.values if value is not None)
    if isinstance(kind, IntType) and kind.ge is not None and kind.le is not None:
        span = range(kind.ge, kind.le + 1)
        return tuple(span) if len(span) <= MAX_OPTION_VALUES else ()
    return ()


def format_value_for_reader(value: object, reader: Reader) -> str:
    """Return an option's value as a person reads it, such as “yes” for True, in the reader's language."""
    if isinstance(value, bool):
        return reader.format_sentence("yes") if value else reader.format_sentence("no")
    return reader.format_number(value, "n") if isinstance(value, int) else reader.format_value(value)


def list_agreed_notes(rules: Ruleset[Any], options: Mapping[str, Any], pace: float) -> list[Phrase]:
    """Return, in a list, a sentence that names the options in which a game differs from the usual, as one types them to
    open such a game (`peeks=open`); an empty list if there is none. `pace` is the seconds of a turn: what a slow game
    has unless somebody says otherwise is usual, too.
    """
    usual = {**load_option_defaults(rules), **(rules.unhurried if pace >= SLOW_TURN_SECONDS else {})}
    agreed = [
        phrase("{name}={value:n}", name=name, value=_format_typed_value(value))
        for name, value in options.items()
        if value != usual.get(name)
    ]
    return [phrase("What differs from the usual: {options}.", options=agreed)] if agreed else []


def _format_typed_value(value: object) -> object:
    """Return an option's value as a fact of a sentence, as one types it: yes or no, a list with commas; a number or
    word unchanged.
    """
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return ("yes" if value else "no") if isinstance(value, bool) else value


def apply_slow_defaults(rules: Ruleset[Any], options: Mapping[str, object], pace: str) -> dict[str, object]:
    """Return a copy of `options`. If `pace` (a name or a duration) gives half a day or more for a turn, options that
    the opener left out or left at the usual default get the ruleset's own defaults for slow games. A pace that is not
    understood counts as fast.
    """
    turn, usual = clocks.PACES.get(pace) or clocks.parse_duration(pace) or 0.0, load_option_defaults(rules)
    slow = rules.unhurried if turn >= SLOW_TURN_SECONDS else {}
    return {**options, **{name: value for name, value in slow.items() if options.get(name, usual[name]) == usual[name]}}


def resolve_daily_option(rules: Ruleset[Any], options: Mapping[str, object], now: float) -> dict[str, object]:
    """Return a copy of the options in which, for a game of the day (its option says “today” or today's date), today's
    date in UTC is filled in; raise Illegal for any other date. Options of other games are only copied.
    """
    word = options.get(rules.dated) if rules.dated else None
    today = datetime.fromtimestamp(now, UTC).date().isoformat()
    if word and str(word).casefold() not in (TODAY, today):
        raise Illegal(
            "You can only play today’s game. Write {option}={today}.",
            code="bad_options",
            option=rules.dated,
            today=TODAY,
        )
    return {**options, rules.dated: today} if word else dict(options)


def parse_taps(rules: Ruleset[Any], taps: str) -> dict[str, object]:
    """Return, by name, the options that a string of hexadecimal digits sets to other values than the default: one
    digit for each option that can be tapped, in their order, says how often it was tapped; missing digits are 0.
    Raise ValueError for other characters.
    """
    found = {
        each: each.compute_value_after(int(n, MAX_OPTION_VALUES))
        for each, n in zip(list_tappable_options(rules), taps, strict=False)
    }
    return {each.name: value for each, value in found.items() if value != each.default}


def parse_typed_options(rules: Ruleset[Any], text: str) -> dict[str, object]:
    """Return, by name, the options that a person typed as `name=value name=value`, where a value may hold spaces; none
    for an empty text, and of a name given twice the last. Raise Illegal if the text does not have this form, for an
    unknown name, or for a value of another type; whether the rules accept the values is not checked.
    """
    found = re.split(r"(?:^|\s+)(\w+)=", text.strip())
    if found[0]:
        raise Illegal(
            "Write an option like this: name=value. You can use {names}.",
            code="bad_options",
            names=list(load_option_defaults(rules)) or "none",
        )
    return dict(
        _parse_typed_option(rules, name, value.strip()) for name, value in zip(found[1::2], found[2::2], strict=True)
    )


def _parse_typed_option(rules: Ruleset[Any], name: str, value: str) -> tuple[str, object]:
    """Return an option's name and its typed value in the option's own type (a list from words between commas, or
    “none”; an amount without its sign and separators); raise Illegal for an unknown name or a value of another type.
    """
    known = load_option_defaults(rules)
    if name not in known:
        names = list(known) or "none"
        raise Illegal(
            "There is no option called {name}. You can use {names}.", code="bad_options", name=name[:40], names=names
        )
    default, said = known[name], value.casefold()
    if isinstance(default, bool) and said in YES | NO:
        return name, said in YES
    if type(default) is int and TYPED_NUMBER_PATTERN.fullmatch(said):
        return name, int(re.sub(r"[^0-9-]", "", said))
    if isinstance(default, str):
        return name, value
    if isinstance(default, list):
        return name, [part.strip() for part in value.split(",") if part.strip()] if said != "none" else []
    if isinstance(default, bool):
        raise Illegal("{name} can only be on or off. Write {name}=yes or {name}=no.", code="bad_options", name=name)
    raise Illegal("{name} needs a whole number, for example {usual:n}.", code="bad_options", name=name, usual=default)
