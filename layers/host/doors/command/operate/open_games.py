"""`rtab games|show|why|pause|resume|import`: look at games, stop and start their clocks, bring them back from files."""

from __future__ import annotations

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
from host.core.committing import run_transaction
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.deadlines.clocks import format_iso_day
from host.core.session import OVER, Command, Reply
from host.core.transaction import Transaction
from host.doors.command.line import parse_command_line
from host.doors.local.open_store import open_configured_host
from host.doors.local.settings import UnfitSetting
from host.shown import text_view, views
from host.shown.text_view import format_game_state, format_game_wait, list_open_games

ONE_GAME = {"GAME": "its id, as rtab games lists it"}
OPERATOR = Command(operator=True)
STANDS = "; its clocks stand still until: rtab resume {game}"


def run_with_store(work: Callable[[HostContext], int]) -> int:
    """Run a function with the host of the configured store; print the reason if that fails, and
    return the exit code.
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
    """Run `rtab games [--over]`: list the open games with those they wait for and since when, or the finished games."""
    over = parse_command_line("games", argv, {"--over": "the finished ones"}).over
    return run_with_store(_print_finished if over else _print_open)


def _print_finished(host: HostContext) -> int:
    """Print every finished game with its date and players; return the exit code."""
    found = sorted((game for game in host.store.iter_sessions() if game.stage == OVER), key=lambda game: game.made)
    for game in found:
        print(
            f"{game.id}  {game.ruleset:<10} {format_iso_day(game.made)}  "
            f"{', '.join(player.name for player in game.players)}"
        )
    print(f"{len(found)} finished game{'' if len(found) == 1 else 's'}")
    return 0


def _print_open(host: HostContext) -> int:
    found = list_open_games(host)
    for keys in host.store.list_damaged():
        print(f"{keys}  is damaged; rtab doctor says what to do")
    for game in found:
        print(f"{game.id}  {game.ruleset:<10} {format_game_state(game):<8} {format_game_wait(game, host.now())}")
    print(f"{len(found)} open game{'' if len(found) == 1 else 's'}")
    return 0


def show(argv: list[str]) -> int:
    """Run `rtab show GAME`: print what everybody may see of a game."""
    game = parse_command_line("show", argv, ONE_GAME).game

    def print_view(host: HostContext) -> int:
        seen = views.load_game_view(host, game)
        print("\n".join(text_view.format_game_text(seen, Reader(seen.names))))
        return 0

    return run_with_store(print_view)


def why(argv: list[str]) -> int:
    """Run `rtab why GAME [--secrets]`: print how a game came to its present state. Showing secrets is announced in the
    game itself.
    """
    asked = parse_command_line(
        "why", argv, {**ONE_GAME, "--secrets": "what is secret, too: everybody at the table is told"}
    )

    def print_transcript(host: HostContext) -> int:
        print(format_transcript(host, asked.game, secrets=asked.secrets), end="")
        return 0

    return run_with_store(print_transcript)


def format_transcript(host: HostContext, game: str, *, secrets: bool = False, title: str = "") -> str:
    """Format a game as a transcript: all of it if it is over, only what is public while it runs; with `secrets`
    everything.
    """
    kept = history.load_archive(host, game)
    told = history.build_history(kept)
    if secrets and kept.session.stage != OVER:
        announce_inspection(host, game)
        told = msgspec.structs.replace(told, over=True)
    return printed(told, RULESETS[kept.session.ruleset], title)


def announce_inspection(host: HostContext, game: str) -> None:
    """Announce at a table that the operator has looked at what is secret."""

    def record_inspection(tx: Transaction) -> None:
        tx.log("secrets", "*")
        tx.say(events.SecretsLookedAt())

    check_reply(run_transaction(host, OPERATOR, game, record_inspection))


# -- doing


def pause(argv: list[str]) -> int:
    """Run `rtab pause GAME`: stop the clocks of a game."""
    game = parse_command_line("pause", argv, ONE_GAME).game
    return run_with_store(lambda host: check_reply(ticking.pause_session_clocks(host, OPERATOR, game)))


def resume(argv: list[str]) -> int:
    """Run `rtab resume GAME`: let the clocks of a game run again."""
    game = parse_command_line("resume", argv, ONE_GAME).game
    return run_with_store(lambda host: check_reply(ticking.resume_session_clocks(host, OPERATOR, game)))


def import_from_file(argv: list[str]) -> int:
    """Run `rtab import FILE`: import an exported game or a transcript."""
    path = Path(parse_command_line("import", argv, {"FILE": "what rtab export --json wrote, or a transcript"}).file)

    def import_file(host: HostContext) -> int:
        game = import_game(host, read_text_file(path))
        session = views.load_saved_game(host, game).session
        print(f"{game}  {session.stage}{STANDS.format(game=game) if session.paused else ''}")
        return 0

    return run_with_store(import_file)


def read_text_file(path: Path) -> str:
    """Read a text file; raise Illegal if it cannot be read."""
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
