"""`rtab games|show|why|pause|resume|import`: look at games, stop and start their clocks, bring them back from files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.kernel import Illegal, Reader, render
from engine.notation.export import export as printed
from engine.rulesets import RULESETS
from host.archive import history
from host.archive.importing import bring_back
from host.archive.keepsakes import day
from host.core import events
from host.core.commands import Command
from host.core.committing import act
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import CLOSED, LOBBY, OVER, Reply, Session
from host.core.transaction import Transaction
from host.doors.command.line import given
from host.doors.local.open_store import opened
from host.doors.local.settings import UnfitSetting
from host.shown import text_view, views

ONE_GAME = {"GAME": "its id, as rtab games lists it"}
OPERATOR = Command(operator=True)
STANDS = "; its clocks stand still until: rtab resume {game}"


def at_work(work: Callable[[HostContext], int]) -> int:
    """Do it to the store on this machine; whatever cannot be is said in a sentence."""
    try:
        with opened() as host:
            return work(host)
    except BrokenPipeError:  # nothing is wrong with the store: whoever reads this has seen enough
        raise
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
    except Illegal as refusal:
        print(render(refusal.text, refusal.facts), file=sys.stderr)
    return 1


# -- looking


def games(argv: list[str]) -> int:
    """`rtab games [--over]`: every open game, for whom it waits, and since when; or those that are over."""
    over = given("games", argv, {"--over": "the finished ones"}).over
    return at_work(_finished if over else _listed)


def _finished(host: HostContext) -> int:
    """Every game that is over, with the day on which it was opened and who played."""
    found = sorted((game for game in host.store.sessions() if game.stage == OVER), key=lambda game: game.made)
    for game in found:
        print(f"{game.id}  {game.ruleset:<10} {day(game.made)}  {', '.join(player.name for player in game.players)}")
    print(f"{len(found)} finished game{'' if len(found) == 1 else 's'}")
    return 0


def _listed(host: HostContext) -> int:
    found = sorted((game for game in host.store.sessions() if game.stage not in (OVER, CLOSED)), key=lambda g: g.made)
    for keys in host.store.damaged():
        print(f"{keys}  is damaged; rtab doctor says what to do")
    for game in found:
        print(f"{game.id}  {game.ruleset:<10} {_stage(game):<8} {_waits(game, host.now())}")
    print(f"{len(found)} open game{'' if len(found) == 1 else 's'}")
    return 0


def _stage(game: Session) -> str:
    return "broken" if game.broken else "paused" if game.paused else "held" if game.held else game.stage


def _waits(game: Session, now: float) -> str:
    """Whom it waits for, the longest waiting first; of what is sealed only how much there is."""
    reader = Reader(game.names())
    clocks = sorted(game.clocks.values(), key=lambda clock: clock.asked)
    names = dict.fromkeys(reader.value(clock.who) for clock in clocks if not clock.secret)
    sealed = sum(clock.secret for clock in clocks)
    if game.stage == LOBBY:
        return f"{len(game.players)} seated, open for {_hours(now - game.made)}"
    since = f", for {_hours(now - clocks[0].asked)}" if clocks else ""
    awaited = [", ".join(names)] if names else []
    awaited += [f"{sealed} sealed answer{'' if sealed == 1 else 's'}"] if sealed else []
    return f"waits for {' and '.join(awaited) or 'nobody'}{since}"


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} h"


def show(argv: list[str]) -> int:
    """`rtab show GAME`: what everybody may see of it."""
    game = given("show", argv, ONE_GAME).game

    def shown(host: HostContext) -> int:
        seen = views.view(host, game)
        print("\n".join(text_view.lines(seen, Reader(seen.names))))
        return 0

    return at_work(shown)


def why(argv: list[str]) -> int:
    """`rtab why GAME [--secrets]`: how it came to this. Who looks at secrets is written into the game itself."""
    asked = given("why", argv, {**ONE_GAME, "--secrets": "what is secret, too: everybody at the table is told"})

    def told(host: HostContext) -> int:
        print(transcript(host, asked.game, secrets=asked.secrets), end="")
        return 0

    return at_work(told)


def transcript(host: HostContext, game: str, *, secrets: bool = False, title: str = "") -> str:
    """A game in the notation: all of it when it is over, what everybody knows while it runs."""
    kept = history.bundle(host, game)
    told = history.history(kept)
    if secrets and kept.session.stage != OVER:
        look_inside(host, game)
        told = msgspec.structs.replace(told, over=True)
    return printed(told, RULESETS[kept.session.ruleset], title)


def look_inside(host: HostContext, game: str) -> None:
    """Everybody at the table hears that somebody has looked at what is secret."""

    def looked(tx: Transaction) -> None:
        tx.log("secrets", "*")
        tx.say(events.SecretsLookedAt())

    done(act(host, OPERATOR, game, looked))


# -- doing


def pause(argv: list[str]) -> int:
    """`rtab pause GAME`: its clocks stop."""
    game = given("pause", argv, ONE_GAME).game
    return at_work(lambda host: done(ticking.pause(host, OPERATOR, game)))


def resume(argv: list[str]) -> int:
    """`rtab resume GAME`: its clocks go on."""
    game = given("resume", argv, ONE_GAME).game
    return at_work(lambda host: done(ticking.resume(host, OPERATOR, game)))


def bring(argv: list[str]) -> int:
    """`rtab import FILE`: a game that was exported, or a transcript, back into the store."""
    path = Path(given("import", argv, {"FILE": "what rtab export --json wrote, or a transcript"}).file)

    def brought(host: HostContext) -> int:
        game = bring_back(host, text_of(path))
        session = views.found(host, game).session
        print(f"{game}  {session.stage}{STANDS.format(game=game) if session.paused else ''}")
        return 0

    return at_work(brought)


def text_of(path: Path) -> str:
    """What stands in a file, or why it cannot be read."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise Illegal("{path} cannot be read: {why}.", path=str(path), why=str(error.strerror)) from None
    except UnicodeDecodeError:
        raise Illegal("{path} is not a text.", path=str(path)) from None


def done(reply: Reply) -> int:
    """Say what was not done."""
    if not reply.ok:
        raise Illegal(reply.lines[0].text, **reply.lines[0].facts)
    return 0
