"""Applies one input and saves it in one transaction; again when somebody else was faster.

What may not be done is answered with a sentence, and so is a fault in some rules: the game stays as it was.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec

from engine.kernel import LOG, Illegal, Told
from host.core.commands import Command
from host.core.context import HostContext
from host.core.error_lines import where
from host.core.session import Reply, Session
from host.core.store.commit import AlreadyAnswered, Closed, Conflict
from host.core.store.damage import Damaged
from host.core.store.items import Overloaded, TooLarge
from host.core.store.store import SavedGame
from host.core.transaction import Counts, NothingToChange, Transaction

log = logging.getLogger(__name__)
NO_GAME, MOVED_AWAY, BUSY_CODE, BROKEN_CODE = "no_game", "moved", "busy", "broken"  # codes
NO_SUCH_GAME = "There is no such game; it may have been closed."
MOVED = "This game has moved house: it goes on at {where}."
BUSY = "The table is very busy just now. Please try again."
BROKEN = "Something is wrong at our end; nothing has changed, and the host has been told."


def act(
    host: HostContext,
    command: Command,
    game_id: str,
    change: Callable[[Transaction], None],
    read: Callable[[str], SavedGame | None] | None = None,
) -> Reply:
    """Load, apply, save; again when somebody else was faster. What may not be done is answered with a sentence."""
    began = time.perf_counter()
    reply = _act(host, command, game_id, change, read)
    if command.by:
        host.measures.add_input(time.perf_counter() - began, accepted=reply.ok)
    return reply


def _act(
    host: HostContext,
    command: Command,
    game_id: str,
    change: Callable[[Transaction], None],
    read: Callable[[str], SavedGame | None] | None,
) -> Reply:
    had: Counts = {}
    for _ in range(host.config.retries):
        try:
            saved = (read or host.store.game)(game_id)
        except Damaged as no:
            return Reply(ok=False, lines=[Told(no.text, no.facts)], game=game_id, code=no.code)
        if saved is None:
            return refused(host, command, no_game())
        if saved.session.moved:
            return refused(host, command, Illegal(MOVED, code=MOVED_AWAY, where=saved.session.moved), saved.session)
        try:
            return attempt(Transaction(host, command, saved, had), change)
        except Conflict as other:
            had |= other.counts
            log.info("conflict", extra={"game": game_id})
    return busy(game_id)


def no_game() -> Illegal:
    """Return the refusal of a game that is not there."""
    return Illegal(NO_SUCH_GAME, code=NO_GAME)


def busy(game_id: str) -> Reply:
    """Return the refusal of an input that others were faster than, again and again."""
    return Reply(ok=False, lines=[Told(BUSY, {})], game=game_id, code=BUSY_CODE)


def attempt(tx: Transaction, change: Callable[[Transaction], None]) -> Reply:
    """Apply and save once; raises Conflict, and Nothing when there is nothing to save."""
    game_id = tx.session.id
    try:
        change(tx)
        commit = tx.ready()
    except Illegal as no:
        return refused(tx.host, tx.command, no, tx.session)
    except (NothingToChange, Overloaded):
        raise
    except Exception as error:  # noqa: BLE001 # a fault in some rules must not stop the host
        log.error("the rules broke down (%s); the game stays as it was", where(error), extra={"game": game_id})  # noqa: TRY400 # values could be secret
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id, code=BROKEN_CODE)
    try:
        tx.host.store.commit(commit)
        tx.keeps()
    except AlreadyAnswered as seen:
        return msgspec.structs.replace(seen.reply, names=tx.session.names())
    except Closed as closed:
        return refused(tx.host, tx.command, Illegal(MOVED, code=MOVED_AWAY, where=str(closed)))
    except TooLarge as error:
        log.error("this cannot be kept, so the game stays as it was: %s", error, extra={"game": game_id})  # noqa: TRY400 # the cause says it all
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id, code=BROKEN_CODE)
    log.info("saved", extra={"game": game_id, "entry": tx.entry.n, "kind": tx.entry.kind})
    return commit.reply


def refused(host: HostContext, command: Command, no: Illegal, session: Session | None = None) -> Reply:
    """Answer with the reason, or with what was answered when this very input came before."""
    names = session.names() if session else {}
    lines = [Told(no.text, no.facts)]
    if no.alone:  # the seat and not the person: the reply is kept, and persons can be forgotten
        player = session.at(command.by) if session else None
        lines.append(Told("{alone}", {"alone": no.alone}, player.seat if player else LOG))
    reply = Reply(ok=False, lines=lines, game=session.id if session else "", names=names, code=no.code)
    if command.mark and not command.resent:
        if before := host.store.answered(command.mark):
            return msgspec.structs.replace(before, names=names)
    elif command.mark:
        try:
            host.store.refused(command.mark, reply, host.now())
        except AlreadyAnswered as seen:
            return msgspec.structs.replace(seen.reply, names=names)
    return reply
