"""Validates an exported game before it is imported: nobody is to play a broken one."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import Diverged, Game, Illegal, Record, compute_commitment, phrase
from engine.rulesets import ruleset
from host.archive import replaying
from host.archive.history import BEGINNINGS, GameArchive, find_broken_seal_in
from host.archive.rehearsing import convert_to_plain, iter_different_paths
from host.core import public_transcript
from host.core.error_lines import format_error_location
from host.core.loading import load_engine_game
from host.core.session import OVER, RUNNING, LogEntry, Session

EXPORT_DAMAGED = "This game is not as it was exported: {why}."
OR_CHANGED = (
    "This game is not as it was exported: {why}. If the rules have changed since, import it with the release that it "
    "was played with."
)
LOG_TOO_SHORT = "its log has {there:n} entries that follow one another from the first, and should have {should:n}"
STORY = "what its log has said in public has another fingerprint than the game"
SEAL = "its secret is not the one whose seal was told when it was opened"
UNLOADED = "its record cannot be loaded ({why})"
RECORD_OF_OTHER_GAME = "its record is of another game"
RECEIPT_DIFFERS = "something else is sealed in its log than its receipt, or the answer, says: {name}"
SEAT_WITHOUT_PLAYER = "nobody is in the seat {seat}"
REPLAY_BREAKS = "played again from its log, it comes to no end ({why})"
ELSE = "played again from its log, it comes to something else ({path})"


def check_archive(kept: GameArchive) -> None:
    """Raise Illegal with the first fault of an exported game."""
    session, log = kept.session, kept.log
    _check_or_refuse(
        _count_consecutive(log) == len(log) == session.entries,
        LOG_TOO_SHORT,
        there=_count_consecutive(log),
        should=session.entries,
    )
    _check_or_refuse(_find_promised_seal(log) in ("", compute_commitment(session.secret)), SEAL)
    _check_or_refuse(public_transcript.compute_log_fingerprint(session, log) == session.story, STORY)
    broken = find_broken_seal_in(kept)
    _check_or_refuse(not broken, RECEIPT_DIFFERS, name=broken)
    if session.stage in (RUNNING, OVER):
        game, stands = _load_record(session)
        for seat in game.ruleset.list_players(game.state):
            _check_or_refuse(session.find_player_in(seat) is not None, SEAT_WITHOUT_PLAYER, seat=seat)
        # Under other rules it may well come to something else; what the record holds is checked all the same.
        if Record.from_json(session.record).release == game.ruleset.release:
            _check_no_difference(next(iter_different_paths(stands, _replay_to_plain(session, log)), ""))


def _check_or_refuse(fits: bool, why: str, /, **facts: Any) -> None:  # noqa: FBT001 # reads as a sentence
    if not fits:
        raise Illegal(EXPORT_DAMAGED, why=phrase(why, **facts))


def _check_no_difference(path: str) -> None:
    if path:
        raise Illegal(OR_CHANGED, why=phrase(ELSE, path=path))


def _count_consecutive(log: list[LogEntry]) -> int:
    """Count the log entries before the first gap."""
    return next((n for n, entry in enumerate(log) if entry.n != n), len(log))


def _find_promised_seal(log: list[LogEntry]) -> str:
    """Return the seal that was told when the game was opened, or an empty string for an imported transcript."""
    return next((str(told.facts["seal"]) for entry in log[:1] for told in entry.told if "seal" in told.facts), "")


def _load_record(session: Session) -> tuple[Game[Any], Any]:
    """Load the game from its record; return it with its plain data."""
    try:
        record = Record.from_json(session.record)
        game, _ = load_engine_game(ruleset(session.ruleset), session)
        stands = convert_to_plain(game)
    except msgspec.DecodeError as error:
        raise Illegal(EXPORT_DAMAGED, why=phrase(UNLOADED, why=str(error))) from None
    except Exception as error:  # noqa: BLE001 # a damaged state may break the rules in any way
        raise Illegal(OR_CHANGED, why=phrase(UNLOADED, why=format_error_location(error))) from None
    _check_or_refuse((record.ruleset, record.secret) == (session.ruleset, session.secret), RECORD_OF_OTHER_GAME)
    return game, stands


def _replay_to_plain(session: Session, log: list[LogEntry]) -> Any:
    """Replay the game from its log and return the end as plain data."""
    begun = next((n for n, entry in enumerate(log) if entry.kind in BEGINNINGS), len(log))
    try:
        return convert_to_plain(replaying.replay_to(ruleset(session.ruleset), session, log[begun:]))
    except Diverged as error:
        raise Illegal(OR_CHANGED, why=phrase(REPLAY_BREAKS, why=str(error))) from None
    except Exception as error:  # noqa: BLE001 # a damaged log may break the rules in any way
        raise Illegal(OR_CHANGED, why=phrase(REPLAY_BREAKS, why=format_error_location(error))) from None
