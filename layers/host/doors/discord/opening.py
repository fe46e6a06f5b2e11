"""The steps of opening a game, and what is usually played in a channel: all by menus and buttons."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from engine.rulesets import RULESETS, ruleset
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.core.game_options import MAX_OPTION_VALUES, ChoiceOption
from host.doors.discord.call import DiscordCall
from host.doors.discord.components import (
    SUCCESS,
    Component,
    build_custom_id,
    build_discord_button,
    build_menu_row,
    build_menu_rows,
    build_row,
    find_marked_value,
)
from host.doors.discord.replies import InteractionReply, build_answer_reply, build_screen_reply
from host.doors.discord.screens import DiscordScreen, build_panel
from host.said.answers import Choice, DeskAnswer
from host.said.desk import refusals, settings, tables
from host.said.desk.settings import GroupDefaults
from host.shown.words import build_reader

CHOOSE_GAME, CHOOSE_TIME, SHOW_OPTIONS, CHOOSE_OPTION, SHOW_TIMES = "G", "L", "N", "M", "T"
OPEN_USUAL, SET_USUAL, OPEN_SUGGESTED = "U", "V", "W"
TURN_PREFIX = "turn:"  # a time for each turn, some of which are named as times for a whole game are
USUAL_GAME, USUAL_PACE, USUAL_OPTIONS, USUAL_OPTION = "game", "pace", "options", "option"
USUAL_NONE, USUAL_ALL = "none", "all"
TAPS = re.compile(r"[0-9a-f]{0,32}")
YES_NO = {True: "yes", False: "no"}


def open_game(call: DiscordCall, name: str, span: str, pace: str, options: str) -> DeskAnswer:
    """Open a game of the ruleset `name`, for a time budget (`span`) or with a time for each turn (`pace`) and with
    typed `options`, and return the answer; raise Illegal if that is impossible. If Discord delivers the same command
    twice, it opens only one, and the second answer has no lines and names that game.
    """
    if earlier := call.find_earlier_reply():
        return DeskAnswer(game=earlier.game)
    call.words = " ".join(filter(None, [name, pace, f"for={span}" if span else "", options]))
    return tables.open_typed_table(call)


# -- what is shown


def build_game_choice(usual: GroupDefaults, reader: Reader) -> DiscordScreen:
    """Build the message for the first step of opening a game: a menu of games, and a button for the game that is
    usually played in this channel.
    """
    found = [Choice(name, reader.format_value(rules.title)) for name, rules in RULESETS.items()]
    text = reader.format_sentence("Which game do you want to play?")
    return build_panel(text, [], [*build_menu_rows(CHOOSE_GAME, (), text, found), *_build_usual_row(usual, reader)])


def _build_usual_row(usual: GroupDefaults, reader: Reader) -> list[Component]:
    """Return one row with the button that opens the game usually played in a channel; no row if none is set."""
    if not usual.game:
        return []
    facts = {"title": RULESETS[usual.game].title, "pace": clocks.format_duration(clocks.parse_pace(usual.pace))}
    label = reader.format_sentence("Open {title}, {pace}", **facts)
    return [build_row([build_discord_button(label, build_custom_id(OPEN_USUAL), SUCCESS)])]


def build_time_choice(name: str, taps: str, reader: Reader) -> DiscordScreen:
    """Build the message for the second step of opening a game: a menu of how much time there is for the whole game, or
    for each turn, the suggested time as a button, and one for the options. `taps` says (a digit for each option) which
    have been changed; these are listed.
    """
    say, rules = reader.format_sentence, ruleset(name)
    fitting = expected_lengths.list_fitting_lengths(rules)
    found = [Choice(each.span, say("{span:C}: {goal}", span=each.name, goal=each.goal)) for each in fitting]
    suggested = expected_lengths.find_suggested_length(fitting)
    short = [
        build_discord_button(each.label, build_custom_id(OPEN_SUGGESTED, name, taps, each.value), SUCCESS)
        for each in found
        if suggested is not None and each.value == suggested.span
    ]
    found += [
        Choice(TURN_PREFIX + word, say("Up to {time} for a turn", time=clocks.format_duration(seconds)))
        for word, seconds in clocks.PACES.items()
    ]
    head = say("{title}: how much time do you have?", title=rules.title)
    changed = game_options.parse_taps(rules, taps)
    lines = [f"{each.label}: {_format_option(changed[each.name], reader)}" for each in _list_options(name, changed)]
    more = build_discord_button(say("Options …"), build_custom_id(SHOW_OPTIONS, name, taps))
    return build_panel(
        head, lines, [*build_menu_rows(CHOOSE_TIME, (name, taps), head, found), build_row([*short, more])]
    )


def _list_options(name: str, values: Mapping[str, object] | None = None) -> list[ChoiceOption]:
    """List the options of a game that are set by tapping, or only those named in `values`."""
    found = game_options.list_tappable_options(ruleset(name))
    return found if values is None else [each for each in found if each.name in values]


def _format_option(value: object, reader: Reader) -> str:
    """Format the value of an option in the reader's language."""
    return game_options.format_value_for_reader(value, reader)


def build_options_screen(
    name: str, values: Mapping[str, object], carried: Callable[[int], str], back: str, reader: Reader
) -> DiscordScreen:
    """Build the message with a menu for each option of a game, which shows its value in `values` or else its default;
    `carried` gives what the menu of option number `n` carries back to the bot, and `back` is what the button below them
    carries.
    """
    rows = []
    for n, option in enumerate(_list_options(name)):
        label, now = reader.format_value(option.label), values.get(option.name, option.default)
        found = [Choice(value, f"{label}: {_format_option(value, reader)}") for value in option.values]
        rows.append(build_menu_row(carried(n), label, found, now=now))
    rows.append(build_row([build_discord_button(reader.format_sentence("Back"), back, SUCCESS)]))
    head = reader.format_sentence("{title}: options", title=ruleset(name).title)
    return build_panel(head, [], rows)


def build_usual_screen(found: GroupDefaults, reader: Reader) -> DiscordScreen:
    """Build the message with what is usually played in a channel, and menus to change it; without a game only the menu
    of games.
    """
    say = reader.format_sentence
    games = [Choice(name, reader.format_value(rules.title)) for name, rules in RULESETS.items()]
    head = say("Settings of this group")
    lines = settings.format_group_defaults(found, reader, lambda line: f"/{line}", pins=False)
    rows = [build_menu_row(build_custom_id(SET_USUAL, USUAL_GAME), say("Game"), games, now=found.game)]
    if found.game:
        paces = [
            Choice(word, say("Up to {time} for a turn", time=clocks.format_duration(seconds)))
            for word, seconds in clocks.PACES.items()
        ]
        rows.append(build_menu_row(build_custom_id(SET_USUAL, USUAL_PACE), say("Turn"), paces, now=found.pace))
        more = build_discord_button(say("Options …"), build_custom_id(SET_USUAL, USUAL_OPTIONS))
        forget = build_discord_button(say("Delete this setting"), build_custom_id(SET_USUAL, USUAL_NONE))
        rows += [build_row([more, forget]), *_build_usual_row(found, reader)]
    return build_panel(head, lines, rows)


# -- taps


def start_opening(call: DiscordCall) -> InteractionReply:
    """Return a reply with the first step of opening a game, the choice of the game; raise Illegal if one is open in
    this channel.
    """
    call.check_place_free()
    usual = settings.read_group_defaults(call.host, call.community)
    return build_screen_reply(call, build_game_choice(usual, build_reader({}, call.style)))


def build_usual_reply(call: DiscordCall) -> InteractionReply:
    """Return a reply with what is usually played in this channel, and menus to change it."""
    found = settings.read_group_defaults(call.host, call.community)
    return build_screen_reply(call, build_usual_screen(found, build_reader({}, call.style)))


def _read_draft(carried: list[str]) -> tuple[str, str]:
    """Return the name of the game that is being opened and the code of its changed options, as a menu carries them;
    raise Illegal if they are malformed, as from a very old menu.
    """
    name, taps = carried[:2]
    if name not in RULESETS or not TAPS.fullmatch(taps):
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return name, taps


def _find_chosen_value(call: DiscordCall, values: list[Any]) -> Any:
    """Return which of `values` the person chose in the tapped menu; raise Illegal if it is none of them."""
    chosen = call.event.data.values
    found = find_marked_value(chosen[0], values) if chosen else None
    if found is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return found


def handle_chosen_game(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Return a reply with the second step of opening the game that was chosen in the menu: how much time there is. Open
    nothing yet; raise Illegal for an old menu.
    """
    name = _find_chosen_value(call, [*RULESETS])
    return build_screen_reply(call, build_time_choice(name, "", build_reader({}, call.style)))


def handle_shown_times(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Return a reply with the choice of time (the second step of opening a game) once more, after options have been
    changed; raise Illegal for an old button.
    """
    return build_screen_reply(call, build_time_choice(*_read_draft(carried), build_reader({}, call.style)))


def handle_chosen_time(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Open the game for the time that was chosen in the menu, with the options changed before, and return the reply;
    raise Illegal for an old menu, or if the game cannot be opened.
    """
    turns = [TURN_PREFIX + word for word in clocks.PACES]
    return _open_for_time(call, carried, str(_find_chosen_value(call, [*expected_lengths.TIME_BUDGETS, *turns])))


def handle_suggested_time(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Open the game for the time that the tapped button names, with the options changed before, and return the reply;
    raise Illegal for an old button, or if the game cannot be opened.
    """
    if carried[2] not in expected_lengths.TIME_BUDGETS:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return _open_for_time(call, carried, carried[2])


def _open_for_time(call: DiscordCall, carried: list[str], chosen: str) -> InteractionReply:
    """Open the game that a menu or button carries, with its changed options, for the time budget or turn time that was
    `chosen`, and return the reply; raise Illegal for an old button, or if the game cannot be opened.
    """
    name, taps = _read_draft(carried)
    changed = game_options.parse_taps(ruleset(name), taps)
    words = {key: YES_NO[value] if isinstance(value, bool) else value for key, value in changed.items()}
    typed = " ".join(f"{key}={word}" for key, word in words.items())
    pace = chosen.removeprefix(TURN_PREFIX) if chosen.startswith(TURN_PREFIX) else ""
    return build_answer_reply(call, open_game(call, name, "" if pace else chosen, pace, typed))


def handle_shown_options(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Return a reply with a menu for each option of the game that is being opened; raise Illegal for an old button."""
    return _build_options_reply(call, *_read_draft(carried))


def _build_options_reply(call: DiscordCall, name: str, taps: str) -> InteractionReply:
    """Return a reply with a menu for each option of the game that is being opened, with the values that it has after
    these taps.
    """
    values, back = game_options.parse_taps(ruleset(name), taps), build_custom_id(SHOW_TIMES, name, taps)

    def carry(n: int) -> str:
        """Return the custom id of the menu of option number `n` of the game `name` that is being opened; it carries its
        changed options, `taps`, too.
        """
        return build_custom_id(CHOOSE_OPTION, name, taps, n)

    return build_screen_reply(call, build_options_screen(name, values, carry, back, build_reader({}, call.style)))


def handle_chosen_option(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Return a reply with all options of the game that is being opened, one changed as the menu says; the buttons carry
    the change on, and nothing is saved. Raise Illegal for an old menu.
    """
    (name, taps), n = _read_draft(carried), carried[2]
    option = _find_option(name, n)
    value = _find_chosen_value(call, [*option.values])
    steps = (option.values.index(value) - option.values.index(option.default)) % len(option.values)
    padded = taps.ljust(int(n), "0")
    return _build_options_reply(call, name, f"{padded[: int(n)]}{steps % MAX_OPTION_VALUES:x}{padded[int(n) + 1 :]}")


def _find_option(name: str, n: str) -> ChoiceOption:
    """Return the option number `n` (from 0) of those that are set by tapping; raise Illegal if there is none."""
    options = _list_options(name)
    if not n.isdecimal() or int(n) >= len(options):
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return options[int(n)]


def handle_opened_usual(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Open the game that is usually played in this channel, only once if the tap arrives twice, and return the reply;
    raise Illegal if none is set or it cannot be opened.
    """
    if earlier := call.find_earlier_reply():
        return build_answer_reply(call, DeskAnswer(game=earlier.game))
    return build_answer_reply(call, settings.open_default_table(call))


def handle_set_usual(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Set the game or pace that is usually played in this channel as chosen in the tapped menu (another game begins
    with default options), or delete both with the options, and return a reply with these settings, or with the game's
    options. Anybody may look, but a change raises Illegal unless the person may manage the channel; so does an old
    menu.
    """
    what, found = carried[0], settings.read_group_defaults(call.host, call.community)
    if what == USUAL_GAME:
        name = _find_chosen_value(call, [*RULESETS])
        settings.change_group_defaults(call, lambda old: GroupDefaults(name, old.pace, {}, old.pins))
    elif what == USUAL_PACE:
        pace = _find_chosen_value(call, [*clocks.PACES])
        settings.change_group_defaults(call, lambda old: replace(old, pace=pace))
    elif what == USUAL_NONE:
        settings.change_group_defaults(call, lambda old: GroupDefaults(pins=old.pins))
    elif what in (USUAL_OPTIONS, USUAL_OPTION) and found.game:
        return _handle_usual_option(call, found.game, carried[1])
    return build_usual_reply(call)


def _handle_usual_option(call: DiscordCall, name: str, n: str) -> InteractionReply:
    """Return a reply with all options of the game `name`, which is usually played in this channel. If the number `n` of
    an option is given, first set that option to the value chosen in its menu, and raise Illegal unless the person may
    manage the channel.
    """
    if n:
        option = _find_option(name, n)
        value = _find_chosen_value(call, [*option.values])

        def change(old: GroupDefaults) -> GroupDefaults:
            """Return a copy of the channel's settings `old` with `option` at the chosen `value`; a default value is not
            stored.
            """
            others = {key: each for key, each in old.options.items() if key != option.name}
            return replace(old, options=others if value == option.default else {**others, option.name: value})

        settings.change_group_defaults(call, change)
    found, back = settings.read_group_defaults(call.host, call.community), build_custom_id(SET_USUAL, USUAL_ALL)

    def carry(at: int) -> str:
        """Return the custom id of the menu of option number `at` of the channel's usual game; it carries this alone."""
        return build_custom_id(SET_USUAL, USUAL_OPTION, at)

    return build_screen_reply(
        call, build_options_screen(name, found.options, carry, back, build_reader({}, call.style))
    )


OPENING_HANDLERS: dict[str, Callable[[DiscordCall, list[str]], InteractionReply]] = {
    CHOOSE_GAME: handle_chosen_game,
    CHOOSE_TIME: handle_chosen_time,
    SHOW_TIMES: handle_shown_times,
    SHOW_OPTIONS: handle_shown_options,
    CHOOSE_OPTION: handle_chosen_option,
    OPEN_USUAL: handle_opened_usual,
    OPEN_SUGGESTED: handle_suggested_time,
    SET_USUAL: handle_set_usual,
}
