"""Applies one input and saves it in one transaction; again when somebody else was faster.

What may not be done is answered with a sentence, and so is a fault in some rules: the game stays as it was.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec

from engine.kernel import LOG, Illegal, Told
from host.core.context import HostContext
from host.core.error_lines import format_error_location
from host.core.session import Command, Reply, Session
from host.core.store.commit import AlreadyAnswered, Closed, Conflict
from host.core.store.damage import Damaged
from host.core.store.items import Overloaded, TooLarge
from host.core.store.store import SavedGame
from host.core.transaction import Counts, NothingToChange, Transaction

log = logging.getLogger(__name__)
NO_GAME, MOVED_AWAY, REMOVED_CODE, BUSY_CODE, BROKEN_CODE = (
    "no_game",
    "game_moved",
    "game_removed",
    "busy",
    "broken",
)  # codes
NO_SUCH_GAME = "I cannot find this game. Perhaps it has been closed."
GAME_MOVED_TEXT = "This game has moved to {where}."
GAME_REMOVED_TEXT = "The person who runs this host has removed this game."
TABLE_BUSY_TEXT = "I have too much to do at the moment. Please try again soon."
BROKEN = (
    "Something is wrong on our side. Nothing in the game has changed, and we know about it. Please try again later."
)


def run_transaction(
    host: HostContext,
    command: Command,
    game_id: str,
    change: Callable[[Transaction], None],
    read: Callable[[str], SavedGame | None] | None = None,
) -> Reply:
    """Load a game, apply a change to it and save it; start over if another input was saved meanwhile. A refusal becomes
    the reply, with its reason.
    """
    began = time.perf_counter()
    reply = _run_with_retries(host, command, game_id, change, read)
    if command.by:
        host.measures.add_input(time.perf_counter() - began, accepted=reply.ok)
    return reply


def _run_with_retries(
    host: HostContext,
    command: Command,
    game_id: str,
    change: Callable[[Transaction], None],
    read: Callable[[str], SavedGame | None] | None,
) -> Reply:
    had: Counts = {}
    for _ in range(host.config.retries):
        try:
            saved = (read or host.store.load_game)(game_id)
        except Damaged as no:
            return Reply(ok=False, lines=[Told(no.text, no.facts)], game=game_id, code=no.code)
        if saved is None:
            return build_refusal(host, command, build_no_game_refusal())
        if saved.session.moved:
            return build_refusal(
                host, command, Illegal(GAME_MOVED_TEXT, code=MOVED_AWAY, where=saved.session.moved), saved.session
            )
        if saved.session.removed and not command.operator:
            return build_refusal(host, command, Illegal(GAME_REMOVED_TEXT, code=REMOVED_CODE), saved.session)
        try:
            return commit_once(Transaction(host, command, saved, had), change)
        except Conflict as other:
            had |= other.counts
            log.info("commit conflict", extra={"game": game_id})
    return build_busy_reply(game_id)


def build_no_game_refusal() -> Illegal:
    """Return the refusal for an input to a game that does not exist."""
    return Illegal(NO_SUCH_GAME, code=NO_GAME)


def build_busy_reply(game_id: str) -> Reply:
    """Return the reply for an input that was retried too often because other inputs to the game were always faster."""
    return Reply(ok=False, lines=[Told(TABLE_BUSY_TEXT, {})], game=game_id, code=BUSY_CODE)


def commit_once(tx: Transaction, change: Callable[[Transaction], None]) -> Reply:
    """Apply the change to the loaded game and save it; raise Conflict if the game was saved meanwhile, NothingToChange
    if there is nothing to save.
    """
    game_id = tx.session.id
    try:
        change(tx)
        commit = tx.build_commit()
    except Illegal as no:
        return build_refusal(tx.host, tx.command, no, tx.session)
    except (NothingToChange, Overloaded):
        raise
    except Exception as error:  # noqa: BLE001 # a fault in some rules must not stop the host
        where = format_error_location(error)
        log.error("rules failed, game unchanged error=%s", where, extra={"game": game_id})  # noqa: TRY400 # values could be secret
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id, code=BROKEN_CODE)
    try:
        tx.host.store.commit(commit)
        tx.keep_or_close_game()
    except AlreadyAnswered as seen:
        return msgspec.structs.replace(seen.reply, names=tx.session.map_names_by_seat())
    except Closed as closed:
        return build_refusal(tx.host, tx.command, Illegal(GAME_MOVED_TEXT, code=MOVED_AWAY, where=str(closed)))
    except TooLarge as error:
        log.error("commit refused, game unchanged error=%s", error, extra={"game": game_id})  # noqa: TRY400 # the cause says it all
        return Reply(ok=False, lines=[Told(BROKEN, {})], game=game_id, code=BROKEN_CODE)
    log.info("commit saved", extra={"game": game_id, "entry": tx.entry.n, "kind": tx.entry.kind})
    return commit.reply


def build_refusal(host: HostContext, command: Command, no: Illegal, session: Session | None = None) -> Reply:
    """Return a reply with the reason of a refusal, or the reply given earlier if this very input came before; store the
    reply if the input may be resent.
    """
    names = session.map_names_by_seat() if session else {}
    lines = [Told(no.text, no.facts)]
    if no.alone:  # the seat and not the person: the reply is kept, and persons can be forgotten
        player = session.find_player_of(command.by) if session else None
        lines.append(Told("{alone}", {"alone": no.alone}, player.seat if player else LOG))
    reply = Reply(ok=False, lines=lines, game=session.id if session else "", names=names, code=no.code)
    if command.idempotency_key and not command.resent:
        if before := host.store.find_answer(command.idempotency_key):
            return msgspec.structs.replace(before, names=names)
    elif command.idempotency_key:
        try:
            host.store.save_refusal(command.idempotency_key, reply, host.now())
        except AlreadyAnswered as seen:
            return msgspec.structs.replace(seen.reply, names=names)
    return reply
