"""Menus with buttons that belong to no question: opening a game, settings, what can be played at any time.

The outbox keeps them by name: `@newgame`, `@ask:<game>:<question>`, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.kernel import Play, Reader, Ruleset
from engine.rulesets import RULESETS, ruleset
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.core.session import WritingStyle
from host.doors.telegram.messages import choosing
from host.doors.telegram.messages.screens import MOST_BUTTONS, Button, Screen, button, copying, in_rows, panel_of
from host.doors.telegram.places import private
from host.people import accounts
from host.said import answer_matching
from host.said.answers import named
from host.said.desk.linking import FROM_WHOM, MEANS, PENDING
from host.said.how_to_answer import what_stands
from host.shown import words
from host.shown.views import GameView

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.messages.sender import TelegramSender

MARK = "@"
SHORT_MARK = 9
SHORT_TICKET = 16


def name_of(kind: str, *words: str) -> str:
    """The name of a panel."""
    return f"{MARK}{':'.join([kind, *words])}"


def open_questions(call: TelegramCall) -> list[str]:
    """Panels for all that this person is asked; where everybody reads it, for what is asked openly."""
    mine = answer_matching.open_questions(call.host, call.sessions(), call.by)
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
        return panel_of(say("Which game?"), [twin], in_rows(buttons, 1))
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
        return panel_of(head, lines, [*in_rows(paces, 2), *in_rows(spans, 1)])
    clocks.pace(pace)
    return _options(rules, pace, taps, reader)


def _options(rules: Ruleset[object], pace: str, taps: str, reader: Reader) -> Screen:
    say, found = reader.say, game_options.switches(rules)
    taps = taps.ljust(len(found), "0")[: len(found)]
    rows = [_switch(rules, pace, each, taps, i, reader) for i, each in enumerate(found)]
    rows.append([button(say("Open the table"), "N", rules.name, pace, taps)])
    told = [_told(each, reader) for each in game_options.offered(rules)]
    text = "Change what you like, then open the table. Or write {line} and any of these options:"
    twin = say(text if told else "Or write {line}", line=f"/newgame {rules.name} {pace}")
    head = say("{title}, {pace} a turn.", title=rules.title, pace=clocks.spoken(clocks.pace(pace)))
    return panel_of(head, [twin, *told], rows)


def _told(each: game_options.ChoiceOption | game_options.WrittenOption, reader: Reader) -> str:
    """An option as it is typed, and what it is."""
    return f"{each.name}=… {reader.value(each.about)}" if each.about else f"{each.name}=…"


def _now(switch: game_options.ChoiceOption, taps: int, reader: Reader) -> str:
    """An option and what it is now."""
    return f"{reader.value(switch.label)}: {game_options.shown(switch.after(taps), reader)}"


def _switch(
    rules: Ruleset[object], pace: str, switch: game_options.ChoiceOption, taps: str, at: int, reader: Reader
) -> list[Button]:
    """One option: a tap goes on to its next value; a number goes up and down."""
    now = int(taps[at], game_options.MOST)
    shown = button(_now(switch, now, reader), "n", rules.name, pace, _tapped(switch, taps, at, 1))
    if not switch.counts:
        return [shown]
    n, label = switch.values.index(switch.after(now)), reader.value(switch.label)
    down = [button(f"{label} −", "n", rules.name, pace, _tapped(switch, taps, at, -1))] if n else []
    up = (
        [button(f"{label} +", "n", rules.name, pace, _tapped(switch, taps, at, 1))]
        if n + 1 < len(switch.values)
        else []
    )
    return [*down, shown, *up]


def _tapped(switch: game_options.ChoiceOption, taps: str, at: int, by: int) -> str:
    """The taps with one more on this option, or one less."""
    return f"{taps[:at]}{(int(taps[at], game_options.MOST) + by) % len(switch.values):x}{taps[at + 1 :]}"


# -- plays


def plays(game: str, offered: Sequence[Play], reader: Reader) -> Screen:
    """What somebody may do at any time; what needs a choice leads to one."""
    bare = [play for play in offered if not play.options and play.form.kind == "choice"]
    buttons = [_begins(game, play, reader, bare=play in bare) for play in offered if choosing.possible(play.form)]
    lines = [_written(play, reader, bare=play in bare) for play in offered]
    return panel_of(reader.say("At any time you may:"), lines, in_rows(buttons[: MOST_BUTTONS - 1], 1))


def _begins(game: str, play: Play, reader: Reader, *, bare: bool) -> Button:
    if bare:
        return button(reader.value(play.label), "u", game, play.key)
    return button(f"{reader.value(play.label)} …", choosing.LETTER, game, choosing.name_of(play), "")


def play(showing: GameView, chosen: Play, said: str, reader: Reader) -> Screen:
    """What is chosen for something that somebody may do at any time."""
    rows = choosing.rows(showing, chosen, said, reader)
    back = [button(reader.say("Back"), "t", showing.id, "plays")]
    stands = what_stands(chosen, reader, lambda line: f"/{line}")
    lines = [_hint(chosen, reader), _written(chosen, reader, bare=False), *stands]
    return panel_of(reader.value(chosen.label), lines, [*rows, back])


def _hint(chosen: Play, reader: Reader) -> str:
    if chosen.form.kind == "several":
        return reader.say("Tap them in order, then ✓.")
    return reader.say("Go up and down to the number, then tap ✓.") if chosen.form.kind == "number" else ""


def _written(play: Play, reader: Reader, *, bare: bool) -> str:
    facts = {"label": play.label, "line": f"/use {play.key}"}
    if bare:
        return reader.say("{label}: write {line}", **facts)
    if not play.options or len(play.options) > SHORT_MARK:
        return reader.say("{label}: write {line} and your choice", **facts)
    few = ", ".join(option.label for option in named(play.options, reader))
    return reader.say("{label}: write {line} and your choice: {choices}", **facts, choices=few)


def plays_of(sender: TelegramSender, chat: str, game: str) -> Screen | None:
    """The same, of this game, as whoever reads it may do it."""
    shown, reader = sender.seen(chat, game)
    return plays(game, shown.plays, reader) if shown.plays else None


def ask(sender: TelegramSender, chat: str, rest: str) -> Screen | None:
    """A question that is still open."""
    game, _, question = rest.partition(":")
    found = sender.questions(chat, game, {question})
    return found[0] if found else None


def forgetting(reader: Reader) -> Screen:
    """Are you sure?"""
    text = "Shall I forget you? A computer takes over your seats, and your name goes from every game."
    rows = [[button(reader.say("Yes, forget me"), "f", "yes"), button(reader.say("No"), "f", "no")]]
    return panel_of(reader.say(text), [reader.say("Or write /forget yes")], rows)


def linking(name: str, ticket: str, reader: Reader) -> Screen:
    """Is it theirs?"""
    say, mark = reader.say, short(ticket)
    head = say(FROM_WHOM, name=name)
    buttons = [button(say("Yes, that is me"), "l", "yes", mark), button(say("No"), "l", "no", mark)]
    lines = [say(line, name=name) for line in MEANS]
    return panel_of(head, [*lines, say("Or write /link yes, or /link no")], [buttons])


def code(code: str, reader: Reader) -> Screen:
    """A code to be taken along."""
    say = reader.say
    return panel_of(say("Your code, for your other account"), [], [[copying(say("Copy the code"), f"/link {code}")]])


def short(ticket: str) -> str:
    """As much of a ticket as a button needs, so that it means the code that was asked about above it."""
    return ticket.partition(":")[2][:SHORT_TICKET]


def linking_of(sender: TelegramSender, chat: str, _: str) -> Screen | None:
    """The same, about the code that they were asked about."""
    host = sender.host
    ticket = host.store.kept(chat, PENDING).decode()
    found = accounts.person(host, host.store.who(ticket, host.now())) if ticket else None
    return linking(found.name, ticket, reader_of(sender, chat)) if found else None


def reader_of(sender: TelegramSender, chat: str) -> Reader:
    """How a place reads, for what is about no game: a person as they like it, a group in its games' style."""
    host = sender.host
    found = accounts.person(host, host.store.who(chat, host.now())) if private(chat) else None
    return words.reader({}, found.habits.style if found else WritingStyle())
