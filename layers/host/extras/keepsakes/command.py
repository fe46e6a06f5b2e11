"""`rtab keepsakes`: write a file for each person."""

from __future__ import annotations

import re
from pathlib import Path

from engine.kernel import Reader, format_money, format_text
from host.core import posting, statistics
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import OVER, Person, Session
from host.doors.command.commands import parse_command_line
from host.doors.command.operate.open_games import run_with_store
from host.people import accounts
from host.shown import views, words


def run_keepsakes_command(argv: list[str]) -> int:
    """Run `rtab keepsakes FOLDER`: write for each person a text file with their statistics and finished games on this
    host; return the exit code.
    """
    folder = Path(
        parse_command_line("keepsakes", argv, {"FOLDER": "where the files are put, one for each person"}).folder
    )

    def write_all(host: HostContext) -> int:
        """Write the files of all people on this host into the `folder` of the enclosing function, print how many there
        are, and return exit code 0.
        """
        written = write_keepsakes(host, folder)
        print(format_text("{n} {n:file is|files are} in {folder}", {"n": written, "folder": str(folder)}))
        return 0

    return run_with_store(write_all)


FILE_NAME_SEPARATORS = re.compile(r"[^\w-]+")


def write_keepsakes(host: HostContext, folder: Path) -> int:
    """Write into a folder, which is made if missing, for each person known to this host a text file of the games they
    have played, in place of one of the same name; return how many there are.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = list(accounts.iter_people(host))
    for person in found:
        (folder / make_keepsake_name(person)).write_text(format_keepsake(host, person), "utf-8")
    return len(found)


def make_keepsake_name(person: Person) -> str:
    """Return a file name for a person, of their name and id, that all systems accept and that is unique."""
    return f"{FILE_NAME_SEPARATORS.sub('-', person.name).strip('-')[:40] or 'player'}-{person.id}.txt"


def format_keepsake(host: HostContext, person: Person) -> str:
    """Return the text of a person's file: statistics, then each finished game, oldest first, with its result and public
    announcements; games that cannot be read are left out.
    """
    owner, reader = f"person:{person.id}", words.build_reader({}, person.habits.style)
    played, _ = accounts.load_sessions(host, host.store.list_past_game_ids(owner))
    over = sorted((session for session in played if session.stage == OVER), key=lambda session: session.made)
    title = reader.format_value("Race to a Billion")
    head = [title, "=" * len(title), "", person.name, clocks.format_iso_day(person.made), ""]
    parts = ["\n".join([*head, *statistics.format_statistics(host, owner, reader)])]
    readable = ((session, shown) for session in over if (shown := views.find_game_view(host, session.id, person.id)))
    return "\n\n\n".join([*parts, *(_format_game(host, session, shown, person) for session, shown in readable)]) + "\n"


def _format_game(host: HostContext, session: Session, showing: views.GameView, person: Person) -> str:
    """Format one game for a person's file: date, result and all that was said in public."""
    reader = words.build_reader(showing.names, person.habits.style)
    title = f"{reader.format_value(showing.title)}, {clocks.format_iso_day(session.made)} ({session.id})"
    pace = reader.format_value(clocks.format_duration(session.pace))
    story = posting.format_public_story(host.store, session.id, reader)
    return "\n".join([title, "-" * len(title), pace, "", *_format_standings(showing, reader), "", story.rstrip()])


def _format_standings(showing: views.GameView, reader: Reader) -> list[str]:
    """Return the lines of the final leaderboard, with a star after the person whose file it is."""
    lines = showing.view.standings if showing.view else []
    return [
        f"{line.place}. {reader.format_value(line.who)} {format_money(line.total, '')}"
        f"{' *' if line.who == showing.you else ''}"
        for line in lines
    ]
