"""Menus with buttons that belong to no question: opening a game, settings, what can be played at any time.

The outbox keeps them by name: `@newgame`, `@ask:<game>:<question>`, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.kernel import Illegal, Play, Reader, Ruleset
from engine.rulesets import RULESETS, ruleset
from host.core import clocks, expected_lengths, game_options
from host.core.context import HostContext
from host.core.session import Habits, Style
from host.doors.telegram import predicting
from host.doors.telegram.places import private
from host.doors.telegram.screens import Rows, Screen, button, escaped, in_rows
from host.people import accounts
from host.said import answer_matching
from host.said.answers import named
from host.said.desk.linking import FROM_WHOM, MEANS, PENDING
from host.said.desk.settings import COMMAS, told
from host.shown import words

if TYPE_CHECKING:
    from host.doors.telegram.call import Call
    from host.doors.telegram.sender import Sender

MARK = "@"
SHORT_MARK = 9
SHORT_TICKET = 16


def panel(sender: Sender, chat: str, name: str) -> Screen | None:
    """The panel of this name as it is now, or nothing if there is no more use for it."""
    kind, _, rest = name.removeprefix(MARK).partition(":")
    try:
        return PANELS[kind](sender, chat, rest)
    except Illegal:  # its game was closed meanwhile
        return None


def name_of(kind: str, *words: str) -> str:
    """The name of a panel."""
    return f"{MARK}{':'.join([kind, *words])}"


def open_questions(call: Call) -> list[str]:
    """Panels for all that this person is asked; where everybody reads it, for what is asked openly."""
    mine = answer_matching.open_questions(call.house, call.sessions(), call.by)
    shown = [each for each in mine if call.private or not each.asked.secret]
    return [name_of("ask", each.session.id, each.asked.id) for each in shown]


# -- opening a game


def opening(reader: Reader, chosen: Sequence[str] = ()) -> Screen:
    """Step by step: which game, how fast, with which options."""
    say, value = reader.say, reader.value
    name, pace, taps = [*chosen, *[""] * 3][:3]
    if not name and len(RULESETS) == 1:
        name = next(iter(RULESETS))
    if not name:
        buttons = [button(value(rules.title), "n", key) for key, rules in RULESETS.items()]
        twin = say("Or write /newgame and its name: {names}", names=", ".join(RULESETS))
        return _panel(say("Which game?"), [twin], in_rows(buttons, 1))
    rules = ruleset(name)
    if not pace:
        paces = [
            button(f"{word}: {value(clocks.spoken(clocks.PACES[word]))}", "n", name, word) for word in clocks.PACES
        ]
        head = say("{title}: how long may a turn take?", title=rules.title)
        lines = [say("Or write, say, /newgame {game} 36h", game=name)]
        fitting = expected_lengths.fitting(rules)
        if fitting:
            lines.append(
                say("Or say how much time there is, and the goal fits: /newgame {game} for=evening", game=name)
            )
        spans = [
            button(say("{span:C}: {goal}", span=each.name, goal=each.goal), "L", name, each.span) for each in fitting
        ]
        return _panel(head, lines, [*in_rows(paces, 2), *in_rows(spans, 1)])
    clocks.pace(pace)
    return _options(rules, pace, taps, reader)


def _panel(head: str, lines: Sequence[str], rows: Rows) -> Screen:
    return Screen("\n".join([f"<b>{escaped(head)}</b>", *map(escaped, lines)]), rows)


def _options(rules: Ruleset[object], pace: str, taps: str, reader: Reader) -> Screen:
    say, found = reader.say, game_options.switches(rules)
    taps = taps.ljust(len(found), "0")[: len(found)]
    rows = [
        [button(_now(each, int(taps[i], game_options.MOST), reader), "n", rules.name, pace, _tapped(each, taps, i))]
        for i, each in enumerate(found)
    ]
    rows.append([button(say("Open the table"), "N", rules.name, pace, taps)])
    told = [_told(each, reader) for each in game_options.offered(rules)]
    text = "Change what you like, then open the table. Or write {line} and any of these options:"
    twin = say(text if told else "Or write {line}", line=f"/newgame {rules.name} {pace}")
    head = say("{title}, {pace} a turn.", title=rules.title, pace=clocks.spoken(clocks.pace(pace)))
    return _panel(head, [twin, *told], rows)


def _told(each: game_options.Switch | game_options.Blank, reader: Reader) -> str:
    """An option as it is typed, and what it is."""
    return f"{each.name}=… {reader.value(each.about)}" if each.about else f"{each.name}=…"


def _now(switch: game_options.Switch, taps: int, reader: Reader) -> str:
    """An option and what it is now."""
    return f"{reader.value(switch.label)}: {game_options.shown(switch.after(taps), reader)}"


def _tapped(switch: game_options.Switch, taps: str, at: int) -> str:
    """The taps with one more on this option."""
    return f"{taps[:at]}{(int(taps[at], game_options.MOST) + 1) % len(switch.values):x}{taps[at + 1 :]}"


# -- settings


def settings(habits: Habits, reader: Reader, moment: float) -> Screen:
    """How one person wants to be treated at this moment, with buttons for what one tap can change."""
    lines = told(habits, reader, moment, lambda line: f"/{line}")
    return _panel(reader.say("Your settings"), lines, _switches(habits, reader))


def _switches(habits: Habits, reader: Reader) -> Rows:
    say, commas = reader.say, list(COMMAS)
    after = commas[(commas.index(habits.style.comma) + 1) % len(commas)] if habits.style.comma in commas else ","
    remind = say("Reminders off") if habits.reminders else say("Reminders on")
    rows = [
        [button(remind, "s", "reminders", "off" if habits.reminders else "on")],
        [button(say("Numbers {now}", now=COMMAS[after]), "s", "numbers", COMMAS[after])],
    ]
    return [*rows, [button(say("Back from vacation"), "s", "vacation", "none")]] if habits.away else rows


def _settings(sender: Sender, chat: str, _: str) -> Screen | None:
    house: HostContext = sender.house
    found = accounts.person(house, house.store.who(chat, house.now()))
    return settings(found.habits, words.reader({}, found.habits.style), house.now()) if found else None


# -- plays


def plays(game: str, offered: Sequence[Play], reader: Reader) -> Screen:
    """What somebody may do at any time; what needs a choice is typed."""
    bare = [play for play in offered if not play.options and play.form.kind == "choice"]
    buttons = [button(reader.value(play.label), "u", game, play.key) for play in bare]
    lines = [_written(play, reader, bare=play in bare) for play in offered]
    return _panel(reader.say("At any time you may:"), lines, in_rows(buttons, 1))


def _written(play: Play, reader: Reader, *, bare: bool) -> str:
    facts = {"label": play.label, "line": f"/use {play.key}"}
    if bare:
        return reader.say("{label}: write {line}", **facts)
    if not play.options or len(play.options) > SHORT_MARK:
        return reader.say("{label}: write {line} and your choice", **facts)
    few = ", ".join(option.label for option in named(play.options, reader))
    return reader.say("{label}: write {line} and your choice: {choices}", **facts, choices=few)


def _plays(sender: Sender, chat: str, game: str) -> Screen | None:
    shown, reader = sender.seen(chat, game)
    return plays(game, shown.plays, reader) if shown.plays else None


def _ask(sender: Sender, chat: str, rest: str) -> Screen | None:
    game, _, question = rest.partition(":")
    found = sender.questions(chat, game, {question})
    return found[0] if found else None


def forgetting(reader: Reader) -> Screen:
    """Are you sure?"""
    text = "Shall I forget you? A computer takes over your seats, and your name goes from every game."
    rows = [[button(reader.say("Yes, forget me"), "f", "yes"), button(reader.say("No"), "f", "no")]]
    return _panel(reader.say(text), [reader.say("Or write /forget yes")], rows)


def linking(name: str, ticket: str, reader: Reader) -> Screen:
    """Is it theirs?"""
    say, mark = reader.say, short(ticket)
    head = say(FROM_WHOM, name=name)
    buttons = [button(say("Yes, that is me"), "l", "yes", mark), button(say("No"), "l", "no", mark)]
    lines = [say(line, name=name) for line in MEANS]
    return _panel(head, [*lines, say("Or write /link yes, or /link no")], [buttons])


def short(ticket: str) -> str:
    """As much of a ticket as a button needs, so that it means the code that was asked about above it."""
    return ticket.partition(":")[2][:SHORT_TICKET]


def _linking(sender: Sender, chat: str, _: str) -> Screen | None:
    house = sender.house
    ticket = house.store.kept(chat, PENDING).decode()
    found = accounts.person(house, house.store.who(ticket, house.now())) if ticket else None
    return linking(found.name, ticket, _reader(sender, chat)) if found else None


def _reader(sender: Sender, chat: str) -> Reader:
    """How a place reads, for what is about no game: a person as they like it, a group in its games' style."""
    house = sender.house
    found = accounts.person(house, house.store.who(chat, house.now())) if private(chat) else None
    return words.reader({}, found.habits.style if found else Style())


PANELS: dict[str, Callable[[Sender, str, str], Screen | None]] = {
    "newgame": lambda sender, chat, _: opening(_reader(sender, chat)),
    "settings": _settings,
    "plays": _plays,
    "predict": predicting.panel,
    "ask": _ask,
    "link": _linking,
    "forget": lambda sender, chat, _: forgetting(_reader(sender, chat)),
}
