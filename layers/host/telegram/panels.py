"""Messages with buttons that belong to no question: opening a game, settings, what can be played at any time.

The outbox keeps them by name: `@newgame`, `@ask:<game>:<question>`, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.kernel import Illegal, Play, Reader, Ruleset
from engine.rulesets import RULESETS, ruleset
from host import choices, clocks, people
from host.answers import named
from host.house import House
from host.session import Habits
from host.telegram.screens import Button, Rows, Screen, button, escaped, in_rows

if TYPE_CHECKING:
    from host.telegram.sender import Sender

MARK = "@"
COMMAS = {",": "1,000,000", ".": "1.000.000", " ": "1 000 000", "’": "1’000’000"}
SHORT_MARK = 9


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


# -- opening a game


def opening(words: Sequence[str] = ()) -> Screen:
    """Step by step: which game, how fast, with which options."""
    name, pace, flipped = [*words, *[""] * 3][:3]
    if not name and len(RULESETS) == 1:
        name = next(iter(RULESETS))
    if not name:
        buttons = [button(rules.title, "n", key) for key, rules in RULESETS.items()]
        twin = f"Or write /newgame and its name: {', '.join(RULESETS)}"
        return Screen(f"<b>Which game?</b>\n{escaped(twin)}", in_rows(buttons, 1))
    rules = ruleset(name)
    if not pace:
        paces = [button(_pace(word), "n", name, word) for word in clocks.PACES]
        text = f"<b>{escaped(rules.title)}: how long may a turn take?</b>\n"
        return Screen(text + f"Or write, say, /newgame {name} 36h", in_rows(paces, 2))
    clocks.pace(pace)
    return _options(rules, pace, int(flipped or "0", 16))


def _pace(word: str) -> str:
    return f"{word}: {clocks.spoken(clocks.PACES[word])}"


def _options(rules: Ruleset[object], pace: str, flipped: int) -> Screen:
    rows: Rows = []
    for i, switch in enumerate(choices.switches(rules)):
        now = switch.default ^ bool(flipped >> i & 1)
        rows.append(
            [button(f"{switch.label}: {'yes' if now else 'no'}", "n", rules.name, pace, f"{flipped ^ 1 << i:x}")]
        )
    rows.append([button("Open the table", "N", rules.name, pace, f"{flipped:x}")])
    others = ", ".join(f"{name}=…" for name in choices.fields(rules))
    twin = f"/newgame {rules.name} {pace}" + (f" and options: {others}" if others else "")
    title = f"<b>{escaped(rules.title)}, {escaped(str(clocks.spoken(clocks.pace(pace))))} a turn.</b>"
    return Screen(f"{title}\nChange what you like, then open the table. Or write {escaped(twin)}", rows)


# -- settings


def settings(habits: Habits) -> Screen:
    """How one person wants to be treated, with buttons for what one tap can change."""
    quiet = f"{_clock(habits.quiet[0])} to {_clock(habits.quiet[1])}" if habits.quiet else "none"
    lines = [
        "<b>Your settings</b>",
        f"Reminders: {'on' if habits.reminders else 'off'}. Write /settings reminders on (or off)",
        f"Numbers: {COMMAS.get(habits.style.comma, '1,000,000')}. Write /settings numbers {COMMAS['.']}",
        f"Time zone: {escaped(habits.zone)}. Write /settings zone Europe/London",
        f"Quiet hours: {quiet}. Write /settings quiet 23:00 8:00 (or none)",
        f"Vacation: {'yes' if habits.away else 'no'}. Write /settings vacation 7d (or none)",
    ]
    commas, other = list(COMMAS), "off" if habits.reminders else "on"
    after = commas[(commas.index(habits.style.comma) + 1) % len(commas)] if habits.style.comma in commas else ","
    rows = [
        [button(f"Reminders {other}", "s", "reminders", other)],
        [button(f"Numbers {COMMAS[after]}", "s", "numbers", COMMAS[after])],
    ]
    if habits.away:
        rows.append([button("Back from vacation", "s", "vacation", "none")])
    return Screen("\n".join(lines), rows)


def _clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


def _settings(sender: Sender, chat: str, _: str) -> Screen | None:
    house: House = sender.house
    found = people.person(house, house.store.who(chat, house.now()))
    return settings(found.habits) if found else None


# -- plays


def plays(game: str, offered: Sequence[Play], reader: Reader) -> Screen:
    """What somebody may do at any time; what needs a choice is typed."""
    lines, buttons = ["<b>At any time you may:</b>"], list[Button]()
    for play in offered:
        choice = "" if not play.options and play.form.kind == "choice" else " and your choice"
        label = reader.value(play.label)
        lines.append(escaped(f"{label}: write /use {play.key}{choice}{_few(play, reader)}"))
        if not choice:
            buttons.append(button(label, "u", game, play.key))
    return Screen("\n".join(lines), in_rows(buttons, 1))


def _few(play: Play, reader: Reader) -> str:
    if not play.options or len(play.options) > SHORT_MARK:
        return ""
    return ": " + ", ".join(option.label for option in named(play.options, reader))


def _plays(sender: Sender, chat: str, game: str) -> Screen | None:
    shown, reader = sender.seen(chat, game)
    return plays(game, shown.plays, reader) if shown.plays else None


def _ask(sender: Sender, chat: str, rest: str) -> Screen | None:
    game, _, question = rest.partition(":")
    found = sender.questions(chat, game, {question})
    return found[0] if found else None


def forgetting() -> Screen:
    """Are you sure?"""
    text = "Shall I forget you? A computer takes over your seats, and your name goes from every game."
    return Screen(f"{text}\nOr write /forget yes", [[button("Yes, forget me", "f", "yes"), button("No", "f", "no")]])


PANELS: dict[str, Callable[[Sender, str, str], Screen | None]] = {
    "newgame": lambda _, __, ___: opening(),
    "settings": _settings,
    "plays": _plays,
    "ask": _ask,
    "forget": lambda _, __, ___: forgetting(),
}
