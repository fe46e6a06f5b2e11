"""Imports an exported game under a new id, with its clocks stopped, and shown in no place."""

from __future__ import annotations

import msgspec

from engine.kernel import LOG, Illegal, phrase
from engine.notation import Malformed, Transcript, parse
from engine.notation.errors import UnclearLine
from engine.notation.layout import begin, laid, method, options, words
from engine.notation.moves import carry
from engine.notation.pins import Pinned
from engine.notation.run import planned
from engine.notation.verify import verify
from engine.notation.witness import Witness
from engine.rulesets import RULESETS
from host.archive import import_checks
from host.archive.history import GameArchive
from host.core import events, public_transcript
from host.core.cards.card_packs import GameBeginning
from host.core.commands import Command
from host.core.committing import act
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import LOBBY, OVER, RUNNING, LogEntry, Player, Session
from host.core.transaction import Transaction

OTHER_RULES = (
    "This transcript cannot be played: line {line} is refused ({why}). If the rules have changed since, import what "
    "`rtab export GAME --json` has written, or use the release that it was played with."
)


def bring_back(host: HostContext, text: str) -> str:
    """The new id of a game from a file: all that was kept of it, or a transcript that can be played."""
    kept = _kept(text) if text.lstrip().startswith("{") else _played(host, text)
    session = kept.session
    if session.stage in (LOBBY, RUNNING) and len(session.players) > host.config.most_seats:
        raise Illegal("There is no room here for a game of more than {n} seats.", n=host.config.most_seats)
    session.id, session.places, session.entries = host.token(4), [], len(kept.log)
    if session.stage == RUNNING and not session.paused:
        session.paused = host.now()
    host.store.restore(session, kept.log, host.now())
    if session.stage == RUNNING:
        act(host, Command(), session.id, _back)
    return session.id


def _back(tx: Transaction) -> None:
    tx.log("back", LOG)
    tx.resettle()
    tx.say(events.GameBroughtBack())


def _kept(text: str) -> GameArchive:
    try:
        kept = GameArchive.from_json(text.encode())
    except msgspec.DecodeError as error:
        raise Illegal("This is no game that was exported with --json: {why}", why=str(error)) from None
    if kept.session.ruleset not in RULESETS:
        raise Illegal("There are no rules “{name}” here.", name=kept.session.ruleset)
    import_checks.look_at(kept)
    return kept


def _played(host: HostContext, text: str) -> GameArchive:
    """A transcript played to its end. Computers have its seats, until people join."""
    try:
        transcript = parse(text, RULESETS)
        _must_be_as_promised(transcript)
        game, log = _carried(transcript, host.now())
    except (Malformed, UnclearLine) as error:
        raise Illegal("This transcript cannot be played: {why}", why=str(error)) from None
    name, pace = transcript.ruleset, clocks.pace("daily")
    session = Session("", name, options(transcript), pace, "", game.secret, host.now(), by_event=True)
    session.stage = OVER if game.over else RUNNING
    session.players = [Player(seat, name=seat, bot=True) for seat in game.ruleset.players(game.state)]
    session.seats, session.credited = len(session.players), host.now()
    session.record = msgspec.Raw(game.save().to_json())
    session.story = public_transcript.so_far(session, log)
    return GameArchive(session, log)


def _must_be_as_promised(transcript: Transcript) -> None:
    """Refuse an export in which a draw, a seal, its receipt or its answer was changed."""
    if transcript.header("secret") and transcript.header("commitment"):
        for fault in verify(transcript).faults[:1]:
            raise Illegal("This transcript is not as it was exported: {why}", why=str(fault))


def _carried(transcript: Transcript, now: float) -> tuple[Witness, list[LogEntry]]:
    """The game at the transcript's end, and its log. With its own secret, chance needs no pins."""
    rules, honest = RULESETS[transcript.ruleset], transcript.header("secret") is not None
    transcript = transcript if honest else planned(transcript, rules)
    first, *moves = transcript.steps
    laid_out = msgspec.json.decode(msgspec.json.encode(laid(transcript, rules)))
    start = msgspec.to_builtins(
        GameBeginning(list(transcript.players), words(transcript), laid_out, method(transcript))
    )
    game = begin(transcript, rules, {} if honest else Pinned(first.pins).wanted)
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
        mark, game.pins = len(game.taken), {} if honest else Pinned(step.pins).wanted
        try:
            carry(game, step.who, step.text)
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
