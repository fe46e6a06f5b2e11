"""Imports an exported game under a new id, with its clocks stopped, and shown in no place."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.kernel import LOG, Diverged, Game, Illegal, Record, compute_commitment, phrase
from engine.kernel.record import Entry as Taken
from engine.notation import Malformed, Transcript, parse_transcript
from engine.notation.layout import (
    begin_transcript_game,
    build_state,
    parse_chance_method,
    parse_chance_words,
    parse_options,
)
from engine.notation.moves import make_move
from engine.notation.run import PinnedDraws, move_pins_to_steps
from engine.notation.values import UnclearLine
from engine.notation.verify import verify_chance
from engine.notation.witness import WitnessedGame
from engine.rulesets import RULESETS, ruleset
from host.archive import rehearsing
from host.archive.history import BEGINNINGS, GameArchive, find_broken_seal_in
from host.archive.rehearsing import convert_to_plain, iter_different_paths
from host.core import events, posting
from host.core.cards.dealt_cards import GameBeginning
from host.core.context import HostContext, load_engine_game
from host.core.deadlines import clocks
from host.core.error_lines import format_error_location
from host.core.session import LOBBY, OVER, RUNNING, Command, LogEntry, SeatedPlayer, Session
from host.core.transaction import Transaction, run_transaction

EXPORT_DAMAGED = "This file is not the same as the game that was exported: {why}."

OR_CHANGED = (
    "This file is not the same as the game that was exported: {why}. If the rules have changed since then, import"
    " it with the release in which it was played."
)

LOG_TOO_SHORT = "its log is not complete: it has only the first {there:n} of {should:n} entries"
STORY = "the public messages in its log do not fit the check code of the game"
SEAL = "its secret is not the one that was fixed when the game was opened"
UNLOADED = "I cannot read its data ({why})"
RECORD_OF_OTHER_GAME = "its data belong to another game"
RECEIPT_DIFFERS = "the log of the game does not fit the secret choice {name}"
SEAT_WITHOUT_PLAYER = "no player has the seat {seat}"
REPLAY_BREAKS = "its log cannot be played again to the end ({why})"
ELSE = "I played the game again from its log, and the result is different (at {path})"


def check_archive(kept: GameArchive) -> None:
    """Check the archive of an exported game before it is imported: that its log is complete and fits its secret, check
    code and sealed choices and, once it has begun, that its saved state can be loaded, has a player for each seat and,
    under the same rules, follows from the log. Raise Illegal with the first fault.
    """
    session, log = kept.session, kept.log
    _check_or_refuse(
        _count_consecutive(log) == len(log) == session.entries,
        LOG_TOO_SHORT,
        there=_count_consecutive(log),
        should=session.entries,
    )
    _check_or_refuse(_find_promised_seal(log) in ("", compute_commitment(session.secret)), SEAL)
    _check_or_refuse(posting.compute_log_fingerprint(session, log) == session.story, STORY)
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
    """Raise Illegal, saying that an exported file is damaged for the reason `why`, unless `fits`."""
    if not fits:
        raise Illegal(EXPORT_DAMAGED, code="export_damaged", why=phrase(why, **facts))


def _check_no_difference(path: str) -> None:
    """Raise Illegal, saying that a replay came out otherwise at this path of the state; an empty path means no
    difference.
    """
    if path:
        raise Illegal(OR_CHANGED, code="export_damaged_or_rules_changed", why=phrase(ELSE, path=path))


def _count_consecutive(log: list[LogEntry]) -> int:
    """Return how many log entries there are before the first one whose number is not its place in the list, counted
    from 0; all of them if none is missing.
    """
    return next((n for n, entry in enumerate(log) if entry.n != n), len(log))


def _find_promised_seal(log: list[LogEntry]) -> str:
    """Return the commitment to the secret that the log's first entry announced when the game was opened; an empty
    string if it announced none, as in an imported transcript.
    """
    opened = (told for entry in log[:1] for told in entry.told if posting.tells(told, events.TableOpened))
    return next((str(told.facts["seal"]) for told in opened), "")


def _load_record(session: Session) -> tuple[Game[Any], Any]:
    """Load a game from the state that its session has saved; return the game, and its state and open questions as plain
    data. Raise Illegal if it cannot be loaded or is that of another game.
    """
    try:
        record = Record.from_json(session.record)
        game, _ = load_engine_game(ruleset(session.ruleset), session)
        stands = convert_to_plain(game)
    except msgspec.DecodeError as error:
        raise Illegal(EXPORT_DAMAGED, code="export_damaged", why=phrase(UNLOADED, why=str(error))) from None
    except Exception as error:  # noqa: BLE001 # a damaged state may break the rules in any way
        raise Illegal(
            OR_CHANGED, code="export_damaged_or_rules_changed", why=phrase(UNLOADED, why=format_error_location(error))
        ) from None
    _check_or_refuse((record.ruleset, record.secret) == (session.ruleset, session.secret), RECORD_OF_OTHER_GAME)
    return game, stands


def _replay_to_plain(session: Session, log: list[LogEntry]) -> Any:
    """Replay a game from its log, and return its final state and open questions as plain data; raise Illegal if the log
    cannot be replayed to the end.
    """
    begun = next((n for n, entry in enumerate(log) if entry.kind in BEGINNINGS), len(log))
    try:
        return convert_to_plain(rehearsing.replay_to(ruleset(session.ruleset), session, log[begun:]))
    except Diverged as error:
        raise Illegal(
            OR_CHANGED, code="export_damaged_or_rules_changed", why=phrase(REPLAY_BREAKS, why=str(error))
        ) from None
    except Exception as error:  # noqa: BLE001 # a damaged log may break the rules in any way
        raise Illegal(
            OR_CHANGED,
            code="export_damaged_or_rules_changed",
            why=phrase(REPLAY_BREAKS, why=format_error_location(error)),
        ) from None


OTHER_RULES = (
    "I cannot play this transcript: line {line} is refused ({why}). Perhaps the rules have changed since the game"
    " was played. Then import what `rtab export GAME --json` has written, or use the old release."
)


def import_game(host: HostContext, text: str) -> str:
    """Import a game from the text of an archive or else a transcript, store it, and return its new id. A running game,
    also one that an operator had removed, is paused, and its people are told that it was restored; a lobby has open
    seats, and time again; no place shows it yet. Raise Illegal, and store nothing, if the text cannot be read or
    played, or if a game that is not over has too many players for this host.
    """
    kept = _parse_archive(text) if text.lstrip().startswith("{") else _play_imported_transcript(host, text)
    session = kept.session
    if session.stage in (LOBBY, RUNNING) and len(session.players) > host.config.most_seats:
        raise Illegal(
            "This host cannot take a game with more than {n} players.", code="too_many_seats", n=host.config.most_seats
        )
    session.id, session.places, session.entries = host.token(4), [], len(kept.log)
    session.moved, session.warned = "", 0.0  # nobody has waited here for the lobby to go on
    session.removed = 0.0  # it would stand in no list, so that nobody found it
    if session.opening:
        session.open_lobby_again()
    if session.stage == RUNNING and not session.paused:
        session.paused = min(kept.log[-1].at, host.now())  # what has passed since is nobody's time
    host.store.restore(session, kept.log, host.now())
    if session.stage == RUNNING:
        run_transaction(host, Command(), session.id, _announce_import)
    return session.id


def _announce_import(tx: Transaction) -> None:
    """Log and announce, in the transaction of a game already stored, that it was restored from a file, and set its
    clocks anew.
    """
    tx.log("back", LOG)
    tx.reload_questions()
    tx.say(events.GameRestoredFromFile())


def _parse_archive(text: str) -> GameArchive:
    """Decode an exported game (JSON) and check that its parts fit each other; return its archive. Raise Illegal if it
    is none, is damaged, or if this host lacks its rules.
    """
    try:
        kept = GameArchive.from_json(text.encode())
    except msgspec.DecodeError as error:
        raise Illegal(
            "This file is not a game that was exported with --json: {why}", code="not_an_export", why=str(error)
        ) from None
    if kept.session.ruleset not in RULESETS:
        raise Illegal("This host has no game called “{name}”.", code="no_ruleset", name=kept.session.ruleset)
    check_archive(kept)
    return kept


NOT_PLAYABLE = "I cannot play this transcript again: {why}"


def _play_imported_transcript(host: HostContext, text: str) -> GameArchive:
    """Play a transcript to its end and return the archive of the game that this gives, in which computers have all
    seats until people join. Nothing is stored yet. Raise Illegal if the transcript cannot be read, is not as exported,
    or is refused.
    """
    try:
        transcript = parse_transcript(text, RULESETS)
        _check_transcript(transcript)
        game, log = _run_imported_transcript(transcript, host.now())
    except Illegal:
        raise
    except (Malformed, UnclearLine) as error:
        raise Illegal(NOT_PLAYABLE, code="transcript_not_playable", why=str(error)) from None
    except Exception as error:  # noqa: BLE001 # what a header lays out may break the rules in any way
        raise Illegal(NOT_PLAYABLE, code="transcript_not_playable", why=format_error_location(error)) from None
    name, pace = transcript.ruleset, clocks.parse_pace("daily")
    session = Session("", name, parse_options(transcript), pace, "", game.secret, host.now(), by_event=True)
    session.stage = OVER if game.over else RUNNING
    session.players = [SeatedPlayer(seat, name=seat, bot=True) for seat in game.ruleset.list_players(game.state)]
    session.seats, session.credited = len(session.players), host.now()
    session.record = msgspec.Raw(game.save().to_json())
    session.story = posting.compute_log_fingerprint(session, log)
    return GameArchive(session, log)


def _check_transcript(transcript: Transcript) -> None:
    """Raise Illegal with the first fault if a draw or a sealed choice in a transcript does not fit its secret, receipt
    or answer, and Malformed if one cannot be read; only a transcript with both secret and commitment is checked.
    """
    if transcript.find_header("secret") and transcript.find_header("commitment"):
        for fault in verify_chance(transcript).faults[:1]:
            raise Illegal(
                "This transcript is not the same as the one that was exported: {why}",
                code="export_damaged",
                why=str(fault),
            )


def _build_entry(game: WitnessedGame, now: float, kind: str, by: str, taken: list[Taken], n: int = 0) -> LogEntry:
    """Build log entry number `n` for the input that a replayed game has just taken: its time `now`, its kind, who sent
    it, what was recorded of it (`taken`), and all that the game announced, drew and sealed.
    """
    return LogEntry(
        now,
        kind,
        by,
        told=game.told,
        drawn=game.drawn,
        n=n,
        taken=taken,
        sealed=game.sealed,
        ended=game.ended,
    )


def _run_imported_transcript(transcript: Transcript, now: float) -> tuple[WitnessedGame, list[LogEntry]]:
    """Play a transcript to its end; return the game and its log, in which moves that were refused are left out. Draws
    follow from the transcript's own secret if it has one, else from what the transcript says was drawn. Raise Illegal
    for a move that is refused now but was not then, Malformed or UnclearLine for a line that cannot be played.
    """
    rules, honest = RULESETS[transcript.ruleset], transcript.find_header("secret") is not None
    transcript = transcript if honest else move_pins_to_steps(transcript, rules)
    first, *moves = transcript.steps
    laid_out = msgspec.json.decode(msgspec.json.encode(build_state(transcript, rules)))
    start = msgspec.to_builtins(
        GameBeginning(
            list(transcript.players), parse_chance_words(transcript), laid_out, parse_chance_method(transcript)
        )
    )
    game = begin_transcript_game(transcript, rules, {} if honest else PinnedDraws(first.pins).wanted)
    log = [_build_entry(game, now, "import", LOG, list(game.taken))]
    log[0].value = start
    for step in moves:
        mark, game.pins = len(game.taken), {} if honest else PinnedDraws(step.pins).wanted
        try:
            make_move(game, step.who, step.text)
        except Illegal as refused:
            if not any(line.kind == "refused" for line in step.expected):
                why = phrase(refused.text, **refused.facts)
                raise Illegal(OTHER_RULES, code="transcript_or_rules_changed", line=step.line, why=why) from None
            continue
        log.append(_build_entry(game, now, "move", step.who, game.taken[mark:], len(log)))
    return game, log
