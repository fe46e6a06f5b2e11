"""`rtab page NAME [--write FILE]`: a page of the docs that is printed from the code it tells of; here that for hosts of
a group, with every command, option and pace, read off the tables that offer them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from engine.kernel.ruleset import format_rules_section, format_rules_table, join_page_parts
from engine.kernel.text import PLAIN_READER
from engine.rulesets import RULESETS
from host.core.deadlines import clocks, expected_lengths
from host.said.desk.menu import ALIASES, ANYBODY, DESK, HOST, KEEPER, PLAYER, DeskService

GROUP = "host-a-group"
END = "<!-- printed up to here -->\n"


def run_page_command(argv: Sequence[str]) -> int:
    """Print a page of the docs, or write it into its file and keep what people have written below the mark."""
    options = build_page_parser().parse_args(argv)
    if options.page != GROUP and options.page not in list_rulebook_games():
        wanted = f"engine/{options.page}/rulebook.py"
        print(
            f"There is no page of {options.page} yet: {wanted} is to have a function build_rules_page().",
            file=sys.stderr,
        )
        return 1
    text = build_page_text(options.page)
    if options.write is None:
        print(text, end="")
        return 0
    try:
        options.write.write_text(replace_printed_part(options.write, text), "utf-8")
    except OSError as error:
        print(f"{options.write} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


def build_page_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab page`."""
    parser = argparse.ArgumentParser(
        "rtab page", description=("Print a page of the docs that is generated from the code.")
    )
    parser.add_argument("page", choices=[*RULESETS, GROUP])
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page into this file instead")
    return parser


def list_rulebook_games() -> list[str]:
    """Return the games that have a module `rulebook` beside their rules."""
    return sorted(name for name in RULESETS if has_rulebook(name))


def has_rulebook(name: str) -> bool:
    """Return whether a game has a module `rulebook`. A game of a single file has no folder for one."""
    try:
        return find_spec(f"engine.{name}.rulebook") is not None
    except ModuleNotFoundError:
        return False


def build_page_text(name: str) -> str:
    """Return the page of this name as it is now: the rules of a game, or the page for a group's host."""
    if name == GROUP:
        return format_group_page()
    text: str = import_module(f"engine.{name}.rulebook").build_rules_page()
    return text


def replace_printed_part(path: Path, text: str) -> str:
    """Return the text of a file with its printed part replaced, and what follows the mark kept."""
    before = path.read_text("utf-8") if path.exists() else ""
    _, mark, below = before.partition(END)
    return f"{text}\n{mark}{below}" if mark else text


GROUP_PAGE_HEAD = """
# Host a group

For hosts of a group: everything it can say and agree upon, printed by `rtab page host-a-group`. To set a bot up:
[Telegram](telegram.md#setting-the-bot-up), [Reddit](reddit.md#setting-it-up), a machine [at home](at-home.md).
"""
FIVE = """
**In Telegram.** Add the bot to the group. Write `/newgame`, tap a game and how much time, tap *Open the table*.
Everybody taps *Join* and opens the private chat once. Tap *Begin*.

**On Reddit.** Write `!new season7 pace daily` in a thread of yours, or anywhere for a thread of its own. Everybody
writes `join`, and opens `/claim` at the address below the board. Write `begin`.

**On the page.** In the hall, under *Open a game for friends*, choose a game and how much time, tap *Open it*, and send
the others the address. Tap *Begin*.

`/bots 2` fills seats with computers, `/vote NAME` lets one stand in for somebody slow.
"""
WHO = {
    ANYBODY: "",
    PLAYER: "",
    HOST: " (the host)",
    KEEPER: " (administrators; in private anybody)",
}
RIGHTS = """
The opener of a game is its host. Administrators of a Telegram group and moderators of a subreddit have the same rights
in the games shown there. Nobody, not even the host, ever sees what is sealed.
"""
PACES = """
How long a turn may take: one of these words, or a time from 20 seconds to thirty days such as `90s`, `15m`, `36h` or
`7d`. Reminders come after half, four fifths and nineteen twentieths of it.
"""
SPANS_NOTE = "Say how much time there is, and goal and pace fit it: `/newgame season7 for=week`."
OPTIONS_NOTE = """
Tap them, or write them behind the pace: `/newgame season7 daily target=250000000 wits=yes`. Which there
are: [Season 7](season7.md#options), [Deluxe](deluxe.md#options),
[Fifteen Rungs](ladder.md#options), [Billionaire](billionaire.md#options). In every game `voice=plain` gives you the
rules' own sentences in place of the host's voice.
"""
COMMANDS_NOTE = """
On Reddit write the same word without the stroke, or what the second column says; a dash means that it is not there.
What is secret (a bomb, say) is refused in a group or thread: say it in private.
"""
BUTTONS = """
*Send* takes what you write in your own words. *Open my word* opens the word that you have sealed for chance; your
browser does it by itself. The host of a game also finds:

- *Only people I invite*: from now on a seat needs the link that is shown.
- *Let them find it*: strangers find the table in the public lobby. Anybody may *Report* what it tells them.
- *Let programs join*: [programs](programs.md) may take seats, too.
- *Talking in this game*: reactions only, words as well, or none, and how often. Beside what somebody said stand
  *Report*, *Hide this person* and, for the host, *Remove*.
"""
SETTINGS = """
Reminders, notifications, numbers, time zone, quiet hours, vacation: in private with `/settings` in Telegram, which says
how, or *Me* on the page.
"""


def format_group_page() -> str:
    """Return the whole page for a group's host."""
    return join_page_parts(
        GROUP_PAGE_HEAD,
        format_rules_section("In five minutes", FIVE),
        format_rules_section("Who may do what", RIGHTS),
        format_rules_section("Paces", PACES, format_pace_table(), SPANS_NOTE, format_span_table()),
        format_rules_section("Options", OPTIONS_NOTE),
        format_rules_section(
            "Commands",
            COMMANDS_NOTE,
            format_rules_table(("Command", "On Reddit", "What it does"), iter_command_rows()),
            format_command_aliases(),
        ),
        format_rules_section("On the page", BUTTONS),
        format_rules_section("Settings of your own", SETTINGS),
    )


def format_pace_table() -> str:
    """Format the named paces as a table."""
    rows = [
        [f"`{word}`", PLAIN_READER.format_value(clocks.format_duration(seconds))]
        for word, seconds in clocks.PACES.items()
    ]
    return format_rules_table(("Pace", "A turn may take"), rows)


def format_span_table() -> str:
    """Format the pace of each time budget, and the goals that fit into it, game by game."""
    budgets = expected_lengths.TIME_BUDGETS
    rows = []
    for rules in RULESETS.values():
        goals = {fit.span: PLAIN_READER.format_value(fit.goal) for fit in expected_lengths.list_fitting_lengths(rules)}
        rows.append([PLAIN_READER.format_value(rules.title), *(goals.get(span, "") for span in budgets)])
    return format_rules_table(("Game", *(f"`for={span}`: `{each.pace}`" for span, each in budgets.items())), rows)


def iter_command_rows() -> Iterable[list[str]]:
    """Yield a table row for each command: how it is written, how on Reddit, and what it does."""
    from host.doors.reddit import menu as reddit  # noqa: PLC0415 - a door's library is not always there
    from host.doors.telegram.heard import command_menu as telegram  # noqa: PLC0415

    on_reddit = {word: entry for word, entry in reddit.MENU.items() if entry.usage}
    for word, entry in telegram.MENU.items():
        name = "new" if word == "newgame" else word
        desk = DESK.get(name)
        other = None if word == "start" else on_reddit.pop(name, None)  # which means something else there
        takes = desk.format_command(f"/{word}", PLAIN_READER.format_value) if desk and word == name else f"/{word}"
        summary = desk.summary if desk and word not in ("start", "pick") else entry.summary
        also = format_reddit_command(takes, other.usage if other else "")
        if also == "–" and name in reddit.MENU and word != "start":  # the list of commands in threads leaves it out
            also = f"`{takes[1:]}` in a message"
        yield [f"`{takes}`", also, PLAIN_READER.format_value(summary) + format_service_right(desk)]
    for word, own in on_reddit.items():
        yield ["", f"`{own.usage}`", PLAIN_READER.format_value(own.summary) + format_service_right(DESK.get(word))]


def format_reddit_command(command: str, usage: str) -> str:
    """Return what the table says of a command on Reddit: nothing if it is the same without the stroke."""
    return "" if usage == command[1:] else f"`{usage}`" if usage else "–"


def format_service_right(service: DeskService | None) -> str:
    """Return who may use a service, in brackets; nothing if anybody at the table may, or if its summary says it."""
    return "" if service is None or service.own else WHO[service.right]


def format_command_aliases() -> str:
    """Return a sentence with the other words for the same commands."""
    from host.doors.reddit import menu as reddit  # noqa: PLC0415

    same: dict[str, list[str]] = {}
    for word, meant in (ALIASES | reddit.ALIASES).items():
        same.setdefault(meant, []).append(f"`{word}`")
    parts = [f"{', '.join(words)} for `{meant}`" for meant, words in same.items()]
    return f"Other words: {'; '.join(parts)}."
