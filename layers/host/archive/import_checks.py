"""Validates an exported game before it is imported: nobody is to play a broken one."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import Diverged, Game, Illegal, Record, commitment, phrase
from engine.rulesets import ruleset
from host.archive import replaying
from host.archive.history import BEGINNINGS, GameArchive, find_broken_seal_in
from host.archive.rehearsing import different_paths, plain
from host.core import public_transcript
from host.core.error_lines import where
from host.core.loading import loaded
from host.core.session import OVER, RUNNING, LogEntry, Session

DAMAGED = "This game is not as it was exported: {why}."
OR_CHANGED = (
    "This game is not as it was exported: {why}. If the rules have changed since, import it with the release that it "
    "was played with."
)
SHORT = "its log has {there:n} entries that follow one another from the first, and should have {should:n}"
STORY = "what its log has said in public has another fingerprint than the game"
SEAL = "its secret is not the one whose seal was told when it was opened"
UNLOADED = "its record cannot be loaded ({why})"
OTHER = "its record is of another game"
RECEIPT = "something else is sealed in its log than its receipt, or the answer, says: {name}"
NOBODY = "nobody is in the seat {seat}"
ENDS = "played again from its log, it comes to no end ({why})"
ELSE = "played again from its log, it comes to something else ({path})"


def look_at(kept: GameArchive) -> None:
    """Raises Illegal with the first thing that does not fit."""
    session, log = kept.session, kept.log
    _must(_in_a_row(log) == len(log) == session.entries, SHORT, there=_in_a_row(log), should=session.entries)
    _must(_promised(log) in ("", commitment(session.secret)), SEAL)
    _must(public_transcript.so_far(session, log) == session.story, STORY)
    broken = find_broken_seal_in(kept)
    _must(not broken, RECEIPT, name=broken)
    if session.stage in (RUNNING, OVER):
        game, stands = _stands(session)
        for seat in game.ruleset.players(game.state):
            _must(session.seat(seat) is not None, NOBODY, seat=seat)
        # Under other rules it may well come to something else; what the record holds is checked all the same.
        if Record.from_json(session.record).release == game.ruleset.release:
            _must_not_differ(next(different_paths(stands, _came_to(session, log)), ""))


def _must(fits: bool, why: str, /, **facts: Any) -> None:  # noqa: FBT001 # reads as a sentence
    if not fits:
        raise Illegal(DAMAGED, why=phrase(why, **facts))


def _must_not_differ(path: str) -> None:
    if path:
        raise Illegal(OR_CHANGED, why=phrase(ELSE, path=path))


def _in_a_row(log: list[LogEntry]) -> int:
    """How many entries there are before one is missing."""
    return next((n for n, entry in enumerate(log) if entry.n != n), len(log))


def _promised(log: list[LogEntry]) -> str:
    """The seal that was told when the game was opened; nothing of one that came from a transcript."""
    return next((str(told.facts["seal"]) for entry in log[:1] for told in entry.told if "seal" in told.facts), "")


def _stands(session: Session) -> tuple[Game[Any], Any]:
    """The game as it stands in its record, and as plain data."""
    try:
        record = Record.from_json(session.record)
        game, _ = loaded(ruleset(session.ruleset), session)
        stands = plain(game)
    except msgspec.DecodeError as error:
        raise Illegal(DAMAGED, why=phrase(UNLOADED, why=str(error))) from None
    except Exception as error:  # noqa: BLE001 # a damaged state may break the rules in any way
        raise Illegal(OR_CHANGED, why=phrase(UNLOADED, why=where(error))) from None
    _must((record.ruleset, record.secret) == (session.ruleset, session.secret), OTHER)
    return game, stands


def _came_to(session: Session, log: list[LogEntry]) -> Any:
    """Where it comes to, played again from its log."""
    begun = next((n for n, entry in enumerate(log) if entry.kind in BEGINNINGS), len(log))
    try:
        return plain(replaying.after(ruleset(session.ruleset), session, log[begun:]))
    except Diverged as error:
        raise Illegal(OR_CHANGED, why=phrase(ENDS, why=str(error))) from None
    except Exception as error:  # noqa: BLE001 # a damaged log may break the rules in any way
        raise Illegal(OR_CHANGED, why=phrase(ENDS, why=where(error))) from None
