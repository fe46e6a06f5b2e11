"""Imports an exported game under a new id, with its clocks stopped, and shown in no place."""

from __future__ import annotations

import msgspec

from engine.kernel import LOG, Illegal, phrase
from engine.notation import Malformed, Transcript, parse_transcript
from engine.notation.errors import UnclearLine
from engine.notation.layout import (
    begin_transcript_game,
    build_state,
    parse_chance_method,
    parse_chance_words,
    parse_options,
)
from engine.notation.moves import make_move
from engine.notation.pins import PinnedDraws
from engine.notation.run import move_pins_to_steps
from engine.notation.verify import verify_chance
from engine.notation.witness import WitnessedGame
from engine.rulesets import RULESETS
from host.archive import import_checks
from host.archive.history import GameArchive
from host.core import events, public_transcript
from host.core.cards.card_packs import GameBeginning
from host.core.commands import Command
from host.core.committing import run_transaction
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import LOBBY, OVER, RUNNING, LogEntry, SeatedPlayer, Session
from host.core.transaction import Transaction

OTHER_RULES = (
    "This transcript cannot be played: line {line} is refused ({why}). If the rules have changed since, import what "
    "`rtab export GAME --json` has written, or use the release that it was played with."
)


def import_game(host: HostContext, text: str) -> str:
    """Import a game from an archive or a transcript, with its clocks paused; return its new id."""
    kept = _parse_archive(text) if text.lstrip().startswith("{") else _play_imported_transcript(host, text)
    session = kept.session
    if session.stage in (LOBBY, RUNNING) and len(session.players) > host.config.most_seats:
        raise Illegal("There is no room here for a game of more than {n} seats.", n=host.config.most_seats)
    session.id, session.places, session.entries = host.token(4), [], len(kept.log)
    if session.stage == RUNNING and not session.paused:
        session.paused = host.now()
    host.store.restore(session, kept.log, host.now())
    if session.stage == RUNNING:
        run_transaction(host, Command(), session.id, _announce_import)
    return session.id


def _announce_import(tx: Transaction) -> None:
    tx.log("back", LOG)
    tx.reload_questions()
    tx.say(events.GameBroughtBack())


def _parse_archive(text: str) -> GameArchive:
    try:
        kept = GameArchive.from_json(text.encode())
    except msgspec.DecodeError as error:
        raise Illegal("This is no game that was exported with --json: {why}", why=str(error)) from None
    if kept.session.ruleset not in RULESETS:
        raise Illegal("There are no rules “{name}” here.", name=kept.session.ruleset)
    import_checks.check_archive(kept)
    return kept


def _play_imported_transcript(host: HostContext, text: str) -> GameArchive:
    """Play a transcript to its end and return it as an archive; computers have its seats until people join."""
    try:
        transcript = parse_transcript(text, RULESETS)
        _check_transcript(transcript)
        game, log = _run_imported_transcript(transcript, host.now())
    except (Malformed, UnclearLine) as error:
        raise Illegal("This transcript cannot be played: {why}", why=str(error)) from None
    name, pace = transcript.ruleset, clocks.parse_pace("daily")
    session = Session("", name, parse_options(transcript), pace, "", game.secret, host.now(), by_event=True)
    session.stage = OVER if game.over else RUNNING
    session.players = [SeatedPlayer(seat, name=seat, bot=True) for seat in game.ruleset.list_players(game.state)]
    session.seats, session.credited = len(session.players), host.now()
    session.record = msgspec.Raw(game.save().to_json())
    session.story = public_transcript.compute_log_fingerprint(session, log)
    return GameArchive(session, log)


def _check_transcript(transcript: Transcript) -> None:
    """Raise Illegal if a draw, a seal, its receipt or its answer was changed."""
    if transcript.find_header("secret") and transcript.find_header("commitment"):
        for fault in verify_chance(transcript).faults[:1]:
            raise Illegal("This transcript is not as it was exported: {why}", why=str(fault))


def _run_imported_transcript(transcript: Transcript, now: float) -> tuple[WitnessedGame, list[LogEntry]]:
    """Return the game at the transcript's end, and its log. With its own secret, chance needs no pins."""
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
    log = [
        LogEntry(
            now,
            "import",
            LOG,
            value=start,
            told=game.told,
            drawn=game.drawn,
            taken=list(game.taken),
            sealed=game.sealed,
        )
    ]
    for step in moves:
        mark, game.pins = len(game.taken), {} if honest else PinnedDraws(step.pins).wanted
        try:
            make_move(game, step.who, step.text)
        except Illegal as refused:
            if not any(line.kind == "refused" for line in step.expected):
                why = phrase(refused.text, **refused.facts)
                raise Illegal(OTHER_RULES, line=step.line, why=why) from None
            continue
        taken = game.taken[mark:]
        log.append(
            LogEntry(
                now, "move", step.who, told=game.told, drawn=game.drawn, n=len(log), taken=taken, sealed=game.sealed
            )
        )
    return game, log
