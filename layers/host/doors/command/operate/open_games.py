"""`rtab games|show|why|pause|resume|import|operator|talk`: look at open games and tables' talk, and step in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.kernel import Illegal, Reader, format_text
from engine.notation.export import export_game as printed
from engine.rulesets import RULESETS
from host.archive import history
from host.archive.importing import import_game
from host.core import events
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.deadlines.clocks import format_iso_day
from host.core.extras import list_added_targets
from host.core.session import OVER, Command, Reply
from host.core.transaction import Transaction, run_transaction
from host.doors.command.commands import parse_command_line
from host.doors.local.settings import TABLE_VARIABLE, UnfitSetting, open_configured_host, read_settings
from host.people.accounts import create_operator_token, revoke_operator_token
from host.shown import text_view, views
from host.shown.text_view import format_game_state, format_game_wait, list_open_games

ONE_GAME = {"GAME": "its id, as rtab games lists it"}


OPERATOR = Command(operator=True)


STANDS = "; its clocks stand still until: rtab resume {game}"


def run_with_store(work: Callable[[HostContext], int]) -> int:
    """Run the function `work` with the host of the configured store and return the exit code it returns; if it or the
    opening fails as operators may expect (a setting, a file, a refusal), print the reason and return 1.
    """
    try:
        with open_configured_host() as host:
            return work(host)
    except BrokenPipeError:  # nothing is wrong with the store: the reader has seen enough
        raise
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
    except Illegal as refusal:
        print(format_text(refusal.text, refusal.facts), file=sys.stderr)
    return 1


# -- looking


def games(argv: list[str]) -> int:
    """Run `rtab games [--over]`: list the open games with those they wait for and since when, or instead the finished
    games; return the exit code.
    """
    over = parse_command_line("games", argv, {"--over": "the finished ones"}).over
    return run_with_store(_print_finished if over else _print_open)


def _print_finished(host: HostContext) -> int:
    """Print every finished game, the oldest first, with its date and players, and how many they are; return the exit
    code.
    """
    found = sorted((game for game in host.store.iter_sessions() if game.stage == OVER), key=lambda game: game.made)
    for game in found:
        print(
            f"{game.id}  {game.ruleset:<10} {format_iso_day(game.made)}  "
            f"{', '.join(player.name for player in game.players)}"
        )
    print(f"{len(found)} finished game{'' if len(found) == 1 else 's'}")
    return 0


def _print_open(host: HostContext) -> int:
    """Print what is damaged in the store, then every open game with its state and whom it waits for, and how many they
    are; return the exit code.
    """
    found, now = list_open_games(host), host.now()
    for keys in host.store.list_damaged():
        print(f"{keys}  is damaged; rtab doctor says what to do")
    for game in found:
        print(f"{game.id}  {game.ruleset:<10} {format_game_state(game, now):<8} {format_game_wait(game, now)}")
    print(f"{len(found)} open game{'' if len(found) == 1 else 's'}")
    return 0


def show(argv: list[str]) -> int:
    """Run `rtab show GAME`: print what everybody may see of a game; return the exit code, 1 if there is none."""
    game = parse_command_line("show", argv, ONE_GAME).game

    def print_view(host: HostContext) -> int:
        """Print `game` as everybody may see it, and return the exit code; raise Illegal if there is none of this id."""
        seen = views.load_game_view(host, game)
        print("\n".join(text_view.format_game_text(seen, Reader(seen.names))))
        return 0

    return run_with_store(print_view)


def why(argv: list[str]) -> int:
    """Run `rtab why GAME [--secrets]`: print the transcript of a game, by which one sees how it came to its present
    state; return the exit code. Secrets of a game that is not over are printed only with `--secrets`, and that is
    announced in the game itself.
    """
    asked = parse_command_line(
        "why", argv, {**ONE_GAME, "--secrets": "what is secret, too: everybody at the table is told"}
    )

    def print_transcript(host: HostContext) -> int:
        """Print the transcript and return exit code 0; raise Illegal if there is no such game, it never began, or its
        players cannot be told that secrets are printed.
        """
        print(format_transcript(host, asked.game, secrets=asked.secrets), end="")
        return 0

    return run_with_store(print_transcript)


def format_transcript(host: HostContext, game: str, *, secrets: bool = False, title: str = "") -> str:
    """Format a stored game as a transcript: everything if it is over, else only what is public. With `secrets` return
    everything also before its end, after announcing that to its players. Raise Illegal if there is no such game, it
    never began, or the announcement is refused.
    """
    kept = history.load_archive(host, game)
    told = history.build_history(kept)
    if secrets and kept.session.stage != OVER:
        announce_inspection(host, game)
        told = msgspec.structs.replace(told, over=True)
    return printed(told, RULESETS[kept.session.ruleset], title)


def announce_inspection(host: HostContext, game: str) -> None:
    """Announce in a game, and log, that the operator has looked at what is secret in it; raise Illegal if that is
    refused.
    """

    def record_inspection(tx: Transaction) -> None:
        """Log the look and announce it."""
        tx.log("secrets", "*")
        tx.say(events.SecretsLookedAt())

    check_reply(run_transaction(host, OPERATOR, game, record_inspection))


# -- doing


def pause(argv: list[str]) -> int:
    """Run `rtab pause GAME`: stop the clocks of a running game, as its host could; print the reason if that is refused,
    and return the exit code.
    """
    game = parse_command_line("pause", argv, ONE_GAME).game
    return run_with_store(lambda host: check_reply(ticking.pause_session_clocks(host, OPERATOR, game)))


def resume(argv: list[str]) -> int:
    """Run `rtab resume GAME`: let the stopped clocks of a game run again, as its host could; print the reason if that
    is refused, and return the exit code.
    """
    game = parse_command_line("resume", argv, ONE_GAME).game
    return run_with_store(lambda host: check_reply(ticking.resume_session_clocks(host, OPERATOR, game)))


def import_from_file(argv: list[str]) -> int:
    """Run `rtab import FILE`: store the exported game or the transcript in a file as a game of this host, and print its
    id and stage; return the exit code.
    """
    path = Path(parse_command_line("import", argv, {"FILE": "what rtab export --json wrote, or a transcript"}).file)

    def import_file(host: HostContext) -> int:
        """Store the game in the file at `path` in this host and print its id and stage; return the exit code. Raise
        Illegal if the file cannot be read or is no game.
        """
        game = import_game(host, read_text_file(path))
        session = views.load_saved_game(host, game).session
        print(f"{game}  {session.stage}{STANDS.format(game=game) if session.paused else ''}")
        return 0

    return run_with_store(import_file)


def read_text_file(path: Path) -> str:
    """Return the content of a text file; raise Illegal if it cannot be read or is not UTF-8."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Illegal(
            "{path} cannot be read: {why}.", code="unreadable_file", path=str(path), why=str(error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise Illegal("{path} is not a text.", code="not_a_text", path=str(path)) from None


def check_reply(reply: Reply) -> int:
    """Return exit code 0, or raise Illegal with the reason if a reply is a refusal."""
    if not reply.ok:
        raise Illegal(reply.lines[0].text, code=reply.code, **reply.lines[0].facts)
    return 0


LINK_LASTS = "It works for an hour, for anybody who has it; rtab operator --end ends it at once."


NEEDS_ADDRESS = "Put the address of your page before it; with RTAB_WEB set it stands there already."


def run_operator_link(argv: list[str]) -> int:
    """Run `rtab operator [--end]`: print a new link to the operator's page, or instead end the access of the last one;
    return the exit code.
    """
    takes = {"--end": "end the access of the link that was printed last"}
    ends = parse_command_line("operator", argv, takes).end
    return run_with_store(end_access if ends else print_link)


def print_link(host: HostContext) -> int:
    """Make and print a new link to the operator's page, which works for an hour; the one before it stops working.
    Without a known address print only its path, and say so. Return exit code 0.
    """
    settings = read_settings(os.environ)
    home = "" if os.environ.get(TABLE_VARIABLE) else f"http://127.0.0.1:{settings.port}"
    web = settings.web or home
    print(f"{web}/operator/{create_operator_token(host)}")
    print(LINK_LASTS if web else f"{NEEDS_ADDRESS}\n{LINK_LASTS}")
    return 0


def end_access(host: HostContext) -> int:
    """Stop the link to the operator's page that was printed last from working; say so, also if there was none, and
    return exit code 0.
    """
    revoke_operator_token(host)
    print("No link opens the operator's page now.")
    return 0


NOTHING_REPORTED = "Nothing of the kind is known: {what}. rtab talk lists what was reported."


def run_table_talk(argv: list[str]) -> int:
    """Run `rtab talk [WHAT]`: list the remarks that people reported, or instead, with a remark's id, remove it, or with
    a game's id end all talk at its table; return the exit code, 1 if the id is unknown.
    """
    what = parse_command_line(
        "talk", argv, {"[WHAT]": "a word to remove, or a game at which nobody is to talk any more"}
    ).what
    return run_with_store(lambda host: _end_talk(host, what) if what else _print_reported(host))


def _print_reported(host: HostContext) -> int:
    """Print a line for each remark that people reported, and how many there are; return the exit code."""
    lists = list_added_targets(host.config.without, lambda extra: extra.list_reported)
    found = [line for list_reported in lists for line in list_reported(host)]
    print(*found, f"{len(found)} reported", sep="\n")
    return 0


def _end_talk(host: HostContext, what: str) -> int:
    """Remove the reported remark of this id, or end all talk at the table of this game's id; return the exit code, 1 if
    nothing of this id is known.
    """
    removes = list_added_targets(host.config.without, lambda extra: extra.remove_reported)
    if any(remove(host, what) for remove in removes):
        print(f"Removed: {what}.")
        return 0
    if host.store.load_game(what) is None:
        print(NOTHING_REPORTED.format(what=what))
        return 1
    for end_talk in list_added_targets(host.config.without, lambda extra: extra.on_talk_ended):
        end_talk(host, what)
    print(f"Nobody talks at {what} any more.")
    return 0
