"""Printing a game that was played. A finished one replays to its last state and can be verified; a running one keeps
its secrets, so it holds only what everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel.chance import NO_WORDS, compute_commitment, find_chance_method
from engine.kernel.errors import Diverged, Illegal
from engine.kernel.question import Question
from engine.kernel.record import AnswerEntry, PlayEntry
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import LOG, PUBLIC
from engine.notation.history import History, Input, Taken, build_first_state, record_input
from engine.notation.layout import format_word_line
from engine.notation.moves import list_pending, list_questions_named
from engine.notation.run import (
    compute_state_hash,
    format_notation_line,
    format_pending_lines,
    format_pin_line,
    format_said_line,
    format_told_line,
)
from engine.notation.transcript import BEGIN, HOST_NAME, VERSION
from engine.notation.values import format_answer_value
from engine.notation.verify import ProofWriter
from engine.notation.witness import WitnessedGame


class ReplayedInput(Struct):
    """One replayed input as a line, whether it is secret, and the names of everything drawn."""

    move: str = ""
    secret: bool = False
    drew: list[tuple[str, list[str]]] = field(default_factory=list)


def replay_history(history: History, rules: Ruleset[Any]) -> tuple[WitnessedGame, list[ReplayedInput]]:
    """Play a recorded game again from its beginning; return the game and, for its beginning and each input in order,
    its line for a transcript (empty for the beginning), whether it is secret, and what it drew. Raise Diverged, with
    the input's number (0: the beginning), for an input refused now or with other results, Illegal if the game cannot be
    created.
    """
    game = WitnessedGame.start_from_state(
        rules, build_first_state(history, rules), history.secret, history.words, history.method
    )
    seen = []
    for number, was in enumerate(history.taken):
        game.drew = game.drew if was.input is None else []
        what = ReplayedInput() if was.input is None else _replay_input(game, was.input, number)
        if msgspec.json.encode(record_input(game, was.input)) != msgspec.json.encode(was):
            raise Diverged(f"input {number} has other consequences now", number)
        what.drew = game.drew
        seen.append(what)
    return game, seen


def _replay_input(game: WitnessedGame, entry: Input, number: int) -> ReplayedInput:
    """Give a recorded input to the replayed game; return its line for a transcript, and whether it is secret. Raise
    Diverged, with its `number` in the record, if the game now refuses it.
    """
    try:
        return _replay_play(game, entry) if isinstance(entry, PlayEntry) else _replay_answer(game, entry)
    except Illegal as refusal:
        raise Diverged(f"input {number} is refused now: {refusal.text}", number) from None


def _replay_play(game: WitnessedGame, entry: PlayEntry) -> ReplayedInput:
    """Make a recorded play in the replayed game; return its line for a transcript, and whether it is secret. Raise
    Illegal if the game refuses it.
    """
    offered = game.ruleset.list_plays(game, entry.who)
    secret = any(play.secret for play in offered if play.key == entry.key)
    game.play(entry.who, entry.key, entry.value)
    return ReplayedInput(format_play_line(entry), secret)


def _replay_answer(game: WitnessedGame, entry: AnswerEntry) -> ReplayedInput:
    """Give a recorded answer (or time that ran out) to the replayed game; return the transcript's line for it, and
    whether it is secret: if the question is, or if the chosen option was shown to its player only. Raise Illegal if
    this player is not asked that at that table now, or if the game refuses the answer.
    """
    own = [question for question in game.list_questions() if question.who == entry.who]
    question = next((asked for asked in own if (asked.table, asked.key) == (entry.table, entry.key)), None)
    if question is None:
        raise Illegal("nobody asks that", code="not_asked")
    several = len(list_questions_named(own, entry.key)) > 1
    secret = question.secret or _is_private_option(question, entry.value)
    if entry.lapsed:
        game.lapse(question.id)
    else:
        game.answer(entry.who, question.id, entry.value)
    return ReplayedInput(format_answer_line(entry, several=several), secret)


def _is_private_option(question: Question, value: Any) -> bool:
    """Return whether this value of an answer is an option that only the asked player sees."""
    return any(option.private and option.value == value for option in question.options)


def format_play_line(entry: PlayEntry) -> str:
    """Format a recorded play (something done without being asked) as a line of a transcript, with the name padded to a
    column of its own: `Bob      play peek 12`; one of the person who hosts the game begins with `host`.
    """
    who = HOST_NAME if entry.who == LOG else entry.who
    value = "" if entry.value is None else format_answer_value(entry.value)
    return f"{who:<8} play {entry.key} {value}".rstrip()


def format_answer_line(entry: AnswerEntry, *, several: bool = False) -> str:
    """Format a recorded answer as a line of a transcript: `Bob select 4`, or `Bob lapses select` if time ran out; with
    the table's name if `several` open questions have the same key.
    """
    key = f"{entry.key}@{entry.table}" if several else entry.key
    return (
        f"{entry.who:<8} lapses {key}" if entry.lapsed else f"{entry.who:<8} {key} {format_answer_value(entry.value)}"
    )


RUNNING = "the game goes on, so only what everybody knows stands here."


def export_game(history: History, rules: Ruleset[Any], title: str = "") -> str:
    """Return a recorded game as a transcript: of a finished one all, to be replayed and verified (only verified, if the
    present rules play it otherwise), of a running one only what everybody knows. An empty `title` gives a plain one.
    Raise Illegal if its rules have no notation or refuse its players or options, msgspec.DecodeError if its first state
    no longer fits.
    """
    rules.load_dialect()  # else nobody could read it
    try:
        game, seen = replay_history(history, rules)
    except Diverged as changed:
        return "\n".join(_export_without_replay(history, rules, title, changed)) + "\n"
    lines = _export_finished(history, game, seen, title) if history.over else _export_running(history, seen, title)
    return "\n".join(lines) + "\n"


def _export_finished(history: History, game: WitnessedGame, seen: list[ReplayedInput], title: str) -> Iterable[str]:
    """Yield the lines of a transcript for a finished game, with its secret, all moves, draws, sealed choices and
    announcements, secret ones too, the questions left open, and a hash of its state, which is left out while an open
    table keeps inputs that only one player sees (a private tape).
    """
    yield from _format_header(history, title)
    yield from _format_secret_lines(history)
    proofs = ProofWriter(history.words, history.method)
    for was, what in zip(history.taken, seen, strict=True):
        yield ""
        yield from (format_pin_line(*drew) for drew in what.drew)
        yield what.move or BEGIN
        yield from proofs.format_lines(was)
        yield from _format_said_lines(was)
    yield ""
    yield from format_pending_lines(list_pending(game.list_questions()))
    # A tape of a minigame in play says which of several cards of one name was drawn; the lines of the text do not.
    if all(game.ruleset.find_private_tape(game.state, name) is None for name in game.ruleset.list_tables(game.state)):
        yield format_notation_line("hash", compute_state_hash(game))


def _export_running(history: History, seen: list[ReplayedInput], title: str) -> Iterable[str]:
    """Yield the lines of a transcript for a game that still runs, marked as one that cannot be replayed: the hash of
    the game's secret, public announcements, and moves that are not secret; no draws. An input of which nothing may be
    shown gives no line.
    """
    yield from _format_header(history, title)
    yield format_notation_line("partial", RUNNING)
    yield format_notation_line("commitment", compute_commitment(history.secret))
    for was, what in zip(history.taken, seen, strict=True):
        said = [
            format_notation_line(*format_said_line(told.to, format_told_line(told)).split(" ", 1))
            for told in was.told
            if told.to == PUBLIC
        ]
        move = [what.move] if what.move and not what.secret else []
        yield from ["", *move, *said] if move or said else []


def _export_without_replay(history: History, rules: Ruleset[Any], title: str, changed: Diverged) -> Iterable[str]:
    """Yield the lines of a transcript for a recorded game that the present rules would play otherwise (`changed` says
    how): of a finished one all that can be verified without a replay, its secret too; of a running one only the hash of
    its secret and its public announcements, no moves.
    """
    why = f"played with release {history.release}, and release {rules.release} differs: {changed}."
    yield from _format_header(history, title)
    yield format_notation_line("partial", why if history.over else f"{RUNNING} It was {why}")
    yield from (
        _format_secret_lines(history)
        if history.over
        else [format_notation_line("commitment", compute_commitment(history.secret))]
    )
    proofs = ProofWriter(history.words, history.method)
    for was in history.taken:
        yield ""
        if history.over:
            yield _format_move(was)
            yield from proofs.format_lines(was)
            yield from _format_said_lines(was)
        else:
            yield from _format_said_lines(Taken(told=[told for told in was.told if told.to == PUBLIC]))


def _format_move(was: Taken) -> str:
    """Format a recorded input as a line of a transcript; “begin” stands for the start of the game."""
    if was.input is None:
        return BEGIN
    return format_play_line(was.input) if isinstance(was.input, PlayEntry) else format_answer_line(was.input)


def _format_header(history: History, title: str) -> Iterable[str]:
    """Yield the lines with which a transcript begins: game, title (a plain one if `title` is empty), players, those who
    joined later if there are any, and options.
    """
    yield format_notation_line("rtab", f"{VERSION} {history.ruleset}")
    yield format_notation_line("title", title or f"A game of {len(history.players)} players")
    yield format_notation_line("players", " ".join(history.players))
    later = _list_later_seats(history)
    if later:
        yield format_notation_line("later", " ".join(later))
    for name, value in history.options.items():
        yield format_notation_line("option", f"{name} {msgspec.json.encode(value).decode()}")


def _list_later_seats(history: History) -> list[str]:
    """List the players who joined a recorded game after its beginning, as far as they have moved or been told something
    in private since; each once, in the order in which this first happened.
    """
    seats = [name for was in history.taken for name in (*(told.to for told in was.told), *_list_mover(was))]
    return [seat for seat in dict.fromkeys(seats) if seat not in ("", "*", *history.players)]


def _list_mover(was: Taken) -> list[str]:
    """Return, as a list, the player (or LOG) whose input this is; empty for the start of the game."""
    return [] if was.input is None else [was.input.who]


def _format_secret_lines(history: History) -> Iterable[str]:
    """Yield the lines of a transcript's header that make draws checkable: the hash of the game's secret, the secret,
    the chance method (unless it is the first, that without words) and the players' words; then the first state, if it
    was recorded.
    """
    yield format_notation_line("commitment", compute_commitment(history.secret))
    yield format_notation_line("secret", history.secret)
    method = find_chance_method(history.words, history.method)
    if method != NO_WORDS:
        yield format_notation_line("chance", str(method))
    for word in history.words:
        yield format_notation_line("word", format_word_line(word))
    if history.start is not None:
        yield format_notation_line("state", bytes(history.start).decode())


def _format_said_lines(was: Taken) -> Iterable[str]:
    """Return the lines of a transcript for everything that was announced in one input, to whomever."""
    return [format_notation_line(*format_said_line(told.to, format_told_line(told)).split(" ", 1)) for told in was.told]
