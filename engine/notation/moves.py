"""Carrying a written move into a game: which question or play it means, and the value."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from engine.kernel.errors import Illegal
from engine.kernel.game import Game
from engine.kernel.question import Form, Play, Question
from engine.kernel.text import LOG, PLAIN_READER, format_text
from engine.notation.transcript import HOST_NAME
from engine.notation.values import UnclearLine, parse_list, quote_if_needed, unquote

SETTLED = ""  # an id that no question has: the game says so itself


def make_move(game: Game[Any], who: str, text: str) -> None:
    """Carry out a move that a line of a transcript writes behind the name `who` (a player, or `host` for the person who
    hosts the game, who can only play): `play KEY VALUE`, `lapses KEY` if time runs out, or the answer `KEY VALUE`.
    Raise Illegal if the game refuses it, UnclearLine if the line cannot be read.
    """
    word, _, rest = text.partition(" ")
    seat = LOG if who == HOST_NAME else who
    if word == "play":
        _make_play(game, seat, rest.strip())
    elif word == "lapses":
        _make_lapse(game, seat, rest.strip())
    elif who == HOST_NAME:
        raise UnclearLine("the host is asked nothing; expected “host play KEY VALUE”.")
    else:
        _make_answer(game, who, word, rest.strip())


def _make_play(game: Game[Any], who: str, text: str) -> None:
    """Make the play that a line of a transcript names, of those on offer the one with the longest key, with the rest of
    the line as its value; leave it to the game to refuse any other (Illegal). Raise UnclearLine if quotes in the value
    do not close.
    """
    plays = game.ruleset.list_plays(game, who)
    play = max(
        (play for play in plays if _starts_with_key(text, play.key)), key=lambda play: len(play.key), default=None
    )
    if play is None:
        game.play(who, text)
    else:
        game.play(who, play.key, parse_value_for(play, text[len(play.key) :].strip()))


def _starts_with_key(text: str, key: str) -> bool:
    """Return whether a text is this key of a play, or begins with it and a space."""
    return text == key or text.startswith(f"{key} ")


def _make_lapse(game: Game[Any], who: str, key: str) -> None:
    """Let one open question of this player run out of time: that which `key` names, or their only one if `key` is
    empty. Raise UnclearLine unless there is exactly one.
    """
    asked = [question for question in game.list_questions() if question.who == who]
    if key:
        asked = list_questions_named(asked, key)
    if len(asked) != 1:
        raise UnclearLine(f"{who} has {len(asked)} such questions open; expected “{who} lapses KEY” for exactly one.")
    game.lapse(asked[0].id)


def _make_answer(game: Game[Any], who: str, key: str, text: str) -> None:
    """Give a player's answer to the open question that a line of a transcript names; leave it to the game to refuse one
    that is asked of others or not open. Raise UnclearLine if several fit, or if the line is an answer without, or with
    a misspelt, name of its question.
    """
    fits = list_questions_named(game.list_questions(), key)
    own = [question for question in fits if question.who == who]
    if len(own) > 1:
        raise UnclearLine(f"{who} is asked several times for {key}; expected “{key}@TABLE”, or the whole key.")
    if own or fits:
        question = (own or fits)[0]
        game.answer(who, question.id, parse_value_for(question, text))
    else:
        for question in game.list_questions():
            is_misspelt = bool(get_close_matches(key, [question.key.rpartition(".")[2]]))
            meant = text if is_misspelt else f"{key} {text}".strip()
            if question.who == who and _is_answer(question, meant):
                named = list_pending([question])[0]
                raise UnclearLine(f"“{key}” is not the name of an open question; write “{named} {meant}”.")
        game.answer(who, SETTLED, unquote(text))


def _is_answer(question: Question, text: str) -> bool:
    """Return whether this text would be an answer to a question; typed words never are, because any text could be."""
    try:
        question.check(parse_value_for(question, text))
    except (Illegal, UnclearLine):
        return False
    return not question.form.words


def parse_value_for(asked: Question | Play, text: str) -> Any:
    """Parse the text of an answer in a transcript: into a list of texts if the question or play `asked` wants several
    values, else into one text (a number stays text), or None if it is empty; raise UnclearLine if quotes do not close.
    Whether the answer is valid is not checked here.
    """
    form: Form = asked.form
    return parse_list(text) if form.kind == "several" else unquote(text) or None


def list_questions_named(questions: Sequence[Question], name: str) -> list[Question]:
    """List, of these open questions, those that a name in a transcript's move may mean: those with this key or, if
    there are none, with this last part of a key. In `key@table`, only those of that table count.
    """
    key, _, table = name.partition("@")
    here = [question for question in questions if not table or question.table == table]
    whole = [question for question in here if question.key == key]
    return whole or [question for question in here if question.key.endswith(f".{key}")]


LABEL_SEPARATOR = ": "  # between what is answered and what stands on the button


def list_pending(questions: Sequence[Question]) -> list[str]:
    """Return a text for each open question, as a transcript names it: the asked player and the question's key, and
    `@table` after them where two texts would otherwise be equal.
    """
    names = [f"{question.who} {question.key}" for question in questions]
    return [
        name if names.count(name) == 1 else f"{name}@{question.table}"
        for name, question in zip(names, questions, strict=True)
    ]


def complete_pending(questions: Sequence[Question], text: str) -> str:
    """Return the full name of the open question that a short form in a transcript such as `Bob stake` means: `Bob
    square00.stake`. Return the short form if it does not mean exactly one.
    """
    who, _, name = text.partition(" ")
    fits = [question for question in list_questions_named(questions, name.strip()) if question.who == who]
    return list_pending(fits)[0] if len(fits) == 1 else " ".join(text.split())


def format_asked_text(questions: Sequence[Question], text: str) -> str:
    """Write the open question that an `asks` line of a transcript is about with its real text, in the form of such a
    line (`Ann select Ann, select a square`), so that the two can be compared. Raise UnclearLine unless the line names
    exactly one question.
    """
    head, question, _ = _find_one_question(questions, text)
    return f"{head} {' '.join(format_text(question.text, {'who': question.who, **question.facts}).split())}"


def format_question_offer(questions: Sequence[Question], text: str) -> str:
    """Return the line's beginning and the real choices of the open question that an `offers` line of a transcript is
    about, in the form of such a line (`Ann stake keep | stake: Stake it`), so that the two can be compared: the
    options, labelled where the line labels them; `1 to 5 by 2` for a number; `words` for a typed text. Raise
    UnclearLine unless the line names exactly one question.
    """
    head, question, rest = _find_one_question(questions, text)
    form = question.form
    if form.kind == "number":
        return f"{head} {form.low} to {form.high}{f' by {form.step}' if form.step != 1 else ''}"
    if form.kind == "text":
        return f"{head} words"
    wanted = parse_list(rest, "|")
    labelled = {piece.partition(LABEL_SEPARATOR)[0] for piece in wanted if LABEL_SEPARATOR in piece}
    everything = bool(wanted) and len(labelled) == len(wanted)
    shown = []
    for option in question.options:
        value = str(option.value)
        with_label = everything or value in labelled
        shown.append(f"{value}{LABEL_SEPARATOR}{PLAIN_READER.format_value(option.label)}" if with_label else value)
    return f"{head} {' | '.join(quote_if_needed(piece, '|') for piece in shown) or 'nothing'}"


def _find_one_question(questions: Sequence[Question], text: str) -> tuple[str, Question, str]:
    """Return, for a line of a transcript about an open question, the line's beginning (`Ann stake`), the question, and
    the rest of the line; raise UnclearLine if it does not name exactly one.
    """
    who, name, rest = ([*text.split(maxsplit=2), "", ""])[:3]
    fits = [question for question in list_questions_named(questions, name) if question.who == who]
    if len(fits) != 1:
        pending = ", ".join(list_pending(questions)) or "nothing"
        raise UnclearLine(f"{who} is not asked for one “{name}”; what is pending: {pending}.")
    return f"{who} {name}", fits[0], rest
