"""Answers what people write without a command, at every door: an answer, a play, small talk, or a hint."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from html import unescape
from itertools import islice
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from engine.kernel import Illegal, Play, Reader
from engine.kernel.json_types import prepare_json_type
from engine.kernel.text import LazyPattern
from host.core.deadlines import clocks
from host.core.session import RUNNING, Session
from host.said.answers import Choice, DeskAnswer, answer_lines, answer_sentence, format_answer_help, label_options
from host.said.desk import playing
from host.said.desk.request import DeskRequest
from host.said.reading import attempts, matching, readable, reader
from host.said.reading.matching import OpenQuestion
from host.said.reading.readable import ReadableQuestion, Reading
from host.shown import views, words
from host.shown.views import GameView, QuestionView

UNCLEAR_ANSWER = "I do not know which answer you mean. Do you mean {one} or {other}?"


UNCLEAR_ONE = "I do not know which answer you mean. If you mean {one}, write {line}"


ASKED_NOW = "Your question: {question}"


TIME_LEFT = "You have {time} left."


NO_CLOCK = "Your time does not run out at the moment."


IN_THE_GAME = "These players are in the game: {names}."


HOW_TO_PAUSE = "The player who opened the game can stop all clocks with {line}"


HOW_TO_BE_AWAY = "How long will you be away? Write, for example, {line} Your time does not run out while you are away."


COMMAND_TO_USE = LazyPattern(r"^\s*[/!]?\s?use\s+", re.IGNORECASE)


class Service(Protocol):
    """An entry of a door's menu."""

    @property
    def does(self) -> Callable[[Any], DeskAnswer]:
        """The function that carries out this service for a request and returns the answer; the entries of each
        platform's menu implement it.
        """


class Heard(NamedTuple):
    """What was read, the questions that it was read with, and the game in which a play would be made."""

    reading: Reading
    questions: list[OpenQuestion]
    shown: GameView | None


def read_request(request: DeskRequest, place: str, *, openly: bool = False) -> Heard:
    """Read what a message without a command means (an answer, a play, small talk or nothing), and return that with the
    questions it was read with (only the one it replies to, if that is open) and the game in which a play would be made;
    nothing is done. `place` is the kind of place in which it was written. With `openly` consider only public questions
    and plays, so that nothing is revealed.
    """
    mine = playing.list_likely_questions(request)
    about = [each for each in mine if each.asked.has_id_among([request.find_question_id() or "-"])]
    mine = [each for each in about or mine if not (openly and each.asked.secret)]
    questions = [matching.build_readable_question(each.shown, each.asked) for each in mine]
    if place not in (readable.PRIVATE, readable.PAGE):
        questions = [replace(each, most=1) for each in questions]  # what comes next is nobody else's business
    session = playing.find_running_game(request)
    shown = views.load_game_view(request.host, session.id, request.by) if session else None
    plays = matching.build_readable_plays(shown, openly=openly) if shown else []
    names = [name for name in shown.names.values() if name] if shown else []
    reading = reader.read_text(request.words, place, questions, plays, names)
    if reading.kind == readable.NOTHING:
        aloud = place not in (readable.PRIVATE, readable.PAGE)
        reading = _read_attempt_of_asked(request.words, questions, names, aloud=aloud)
    return Heard(reading, mine, shown)


def _read_attempt_of_asked(text: str, questions: list[ReadableQuestion], names: list[str], *, aloud: bool) -> Reading:
    """Return a hint with suggestions, if somebody who is asked tries to answer or to play but the reader finds nothing
    in it; else nothing.
    """
    for at, question in enumerate(questions):
        if question.form.kind != "text" and attempts.is_attempt(question, text, names, aloud=aloud):
            return Reading(readable.UNCLEAR, question=at, suggestions=attempts.suggest_for_attempt(question, text))
    return Reading(readable.NOTHING)


def answer_free_text(request: DeskRequest, place: str, services: Mapping[str, Service]) -> DeskAnswer | None:
    """Carry out what a message without a command means, or reply to it, and return the answer; None if it is not meant
    for the host. `place` is the kind of place in which it was written, `services` are the platform's commands. Raise
    Illegal if it would give away a secret where others can read it, and in private if nothing asked fits it.
    """
    heard = read_request(request, place)
    if not request.is_unseen and heard.reading.kind in (readable.PLAY, readable.UNCLEAR):
        secret = is_about_secret(heard)
        heard = read_request(request, place, openly=True)  # or what is suggested would show what somebody holds
        if secret and heard.reading.kind == readable.NOTHING:
            request.check_not_public()
    reading = heard.reading
    line = COMMAND_TO_USE.sub("", request.words)
    if reading.kind != readable.PLAY and request.is_unseen and playing.names_available_play(request, line):
        return playing.make_typed_play(request, line)
    if reading.kind in (readable.ANSWER, readable.ASK_HOST):
        return playing.pick_answer(request)
    if reading.kind == readable.PLAY:
        return make_read_play(request, reading, services)
    if reading.kind == readable.TALK:
        return answer_small_talk(request, reading, services)
    if reading.kind == readable.UNCLEAR:
        return suggest_answers(request, heard)
    return playing.pick_answer(request) if request.is_unseen else None  # the rules say why not


def is_about_secret(heard: Heard) -> bool:
    """Return whether a text answers a secret question, or seems meant to."""
    reading = heard.reading
    answers = reading.kind in (readable.UNCLEAR, readable.ANSWER) and reading.question >= 0
    return answers and heard.questions[reading.question].asked.secret


def make_read_play(request: DeskRequest, reading: Reading, services: Mapping[str, Service]) -> DeskAnswer:
    """Make the play that was recognised in a message, in the person's running game, and return the answer; if no value
    was recognised but the message is a whole line for it (“order ask yes”), as that says. For a prediction, if the
    platform offers predictions, put it into the request's words and run the command for them instead.
    """
    if reading.name == "predict" and "predict" in services:
        request.words = str(reading.value)
        return services[reading.name].does(request)
    line = COMMAND_TO_USE.sub("", request.words)
    found, more = playing.find_offered_play(request, line)
    chosen = found is not None and (len(found.options) != 1 or found.form.kind != "choice")  # else it is politeness
    typed = reading.value is None and chosen and matching.is_play_intended(found, more)
    return playing.make_typed_play(request, line if typed else format_play_line(reading))


def format_play_line(reading: Reading) -> str:
    """Return a recognised play as the command line that would make it."""
    values = reading.value if isinstance(reading.value, list) else [reading.value]
    return " ".join([reading.name, *(str(each) for each in values if each is not None)])


def suggest_answers(request: DeskRequest, heard: Heard) -> DeskAnswer:
    """Return the answer that asks what an unclear message means, with at most two suggestions, each a line that can be
    sent as it is. Without any, say how the question is answered, or the play made, in writing; but a lone number for a
    question, in private, goes to the rules, so that they say why it does not fit.
    """
    reading = heard.reading
    if reading.name and not reading.suggestions and heard.shown:
        play = next(each for each in heard.shown.plays if each.key == reading.name)
        return explain_answer(request, play, playing.pick_running_game(request), play.key)
    if reading.name:
        ways = [(each, each) for each in reading.suggestions]
        return _ask_which(request, ways, (heard.shown.id if heard.shown else "", f"!{reading.name}"))
    asked = heard.questions[reading.question]
    several = asked.asked.form.kind == "several" and asked.asked.form.low > 1  # one alone would not do
    if reading.suggestions and not several:
        ways = [(each, f"pick {each}") for each in reading.suggestions]
        return _ask_which(request, ways, (asked.session.id, asked.asked.id))
    says_a_number = not several and request.is_unseen and request.words.strip().isdigit()
    return (
        playing.pick_answer(request) if says_a_number else explain_answer(request, asked.asked, asked.session, "pick")
    )  # the rules say why not


def _ask_which(request: DeskRequest, ways: list[tuple[str, str]], about: tuple[str, str]) -> DeskAnswer:
    """Build the answer that asks which of these `ways` (label, and command line) to answer a question, or to make a
    play, is meant; `about` is the game and the question or play.
    """
    lines = [request.format_command(line) for _, line in ways]
    told = (
        answer_sentence(UNCLEAR_ANSWER, one=lines[0], other=lines[1])
        if lines[1:]
        else answer_sentence(UNCLEAR_ONE, one=ways[0][0], line=lines[0])
    )
    return replace(told, ways=ways, about=about)


def find_suggested_target(about: str, shown: GameView) -> QuestionView | Play | None:
    """Return the open question whose id is `about` or, if that begins with “!”, the play of this name that the viewer
    can make; None if there is none.
    """
    plays = (each for each in shown.plays if about == f"!{each.key}")
    return next(plays, None) or next((each for each in shown.asked if each.has_id_among([about])), None)


def list_suggested_choices(target: QuestionView | Play, answer: DeskAnswer, names: Reader) -> list[Choice]:
    """Return the choices that the suggestions of an answer stand for, in the order of the question's or play's options,
    for a door that shows them as buttons; none if one of them is no choice of it, or if it takes several.
    """
    said = [label.removeprefix(f"{target.key} ") for label, _ in answer.ways]
    found = label_options(target.options, names)
    if target.form.kind == "number" and not found:
        found = [Choice(int(each), each) for each in said if each.isdecimal()]
    choices = [each for each in found if {each.label, str(each.value)} & {*said}]
    return choices if len(choices) == len(said) and target.form.kind != "several" else []


def explain_answer(request: DeskRequest, asked: QuestionView | Play, session: Session, command: str) -> DeskAnswer:
    """Return an answer of one sentence on how this question can be answered, or this play made, with `command`."""
    return answer_lines([format_answer_help(asked, request.make_reader(session), request.format_command(command), str)])


# -- small talk


def answer_small_talk(request: DeskRequest, reading: Reading, services: Mapping[str, Service]) -> DeskAnswer:
    """Return the answer to small talk (whose turn it is, the score, the rules, an absence …) by the function that
    `TALK` has for its topic, or else by the platform's command of that name, which must be among `services`. The
    request's words become the name of the rule that is asked for, or empty.
    """
    request.words = str(reading.value or "")
    return TALK[reading.name](request) if reading.name in TALK else services[reading.name].does(request)


def _tell_turn(request: DeskRequest) -> DeskAnswer:
    """Return the answer that says whose turn it is: in private the person's own open questions, else (or if they have
    none) the names of all who are openly asked; if nobody is, that nothing is asked.
    """
    mine = matching.list_person_questions(request.host, request.list_games(), request.by)
    if not mine or not request.is_unseen:
        waiting = matching.list_waiting_names(request.host, request.list_games())
        return (
            answer_sentence(matching.NOT_YOU, who=waiting) if waiting else answer_sentence(matching.NOT_ASKED_ANYTHING)
        )
    return answer_lines([_format_question(request, each) for each in mine])


def _format_question(request: DeskRequest, each: OpenQuestion) -> str:
    """Return the sentence that tells a person an open question of theirs."""
    asked = each.asked
    facts, names = {**asked.facts, "who": [asked.who]}, request.make_reader(each.session)
    told = words.translate_question(asked.text, facts, asked.said, names)
    return request.format_sentence(ASKED_NOW, question=told)


def _tell_time(request: DeskRequest) -> DeskAnswer:
    """Return the answer that says how much time is left for the person's open question that is due first, in public
    without secret ones; or that no time runs out.
    """
    mine = matching.list_person_questions(request.host, request.list_games(), request.by)
    open_now = [each for each in mine if request.is_unseen or not each.asked.secret]
    left = [each.asked.due - request.host.now() for each in open_now if each.asked.due > request.host.now()]
    return answer_sentence(TIME_LEFT, time=clocks.format_duration(min(left))) if left else answer_sentence(NO_CLOCK)


def _tell_players(request: DeskRequest) -> DeskAnswer:
    """Return the answer that names all players, computers too, who are still in the game; raise Illegal if no game can
    be meant.
    """
    session = _pick_shown_game(request)
    names = [each.name for each in session.players if not each.out]
    return answer_sentence(IN_THE_GAME, names=names)


def _pick_shown_game(request: DeskRequest) -> Session:
    """Return the newest running game that is likely meant, or else the game that is meant; raise Illegal if there is
    none.
    """
    found = [session for session in request.list_likely_games() if session.stage == RUNNING]
    return max(found, key=lambda session: session.made) if found else request.pick_game()


def _tell_how_to_pause(request: DeskRequest) -> DeskAnswer:
    """Return the answer that says how the player who opened the game can stop all clocks; nothing is stopped."""
    return answer_sentence(HOW_TO_PAUSE, line=request.format_command("pause"))


def _tell_how_to_be_away(request: DeskRequest) -> DeskAnswer:
    """Return the answer that says how the person can set a vacation, during which their time does not run out; nothing
    is set.
    """
    return answer_sentence(HOW_TO_BE_AWAY, line=request.format_command("settings vacation 7d"))


TALK: dict[str, Callable[[DeskRequest], DeskAnswer]] = {
    "turn": _tell_turn,
    "time": _tell_time,
    "who": _tell_players,
    "pause": _tell_how_to_pause,
    "away": _tell_how_to_be_away,
}


BIGGEST = 200_000  # bytes of what somebody brings


MOST_ROWS, MOST_CELLS = 600, 40  # a pack holds 500 questions


LONGEST_CELL = 1000  # characters


MOST_LINE_ENDS = 4 * MOST_ROWS  # some files end lines with two characters, or have a blank line after each


SEPARATORS, FEWEST = "\t|;,", 4  # and how many of one a line of five cells has


TOO_BIG = "That is too much at once. I can take {most:n} bytes and {rows:n} lines."


SHEET_UNREADABLE = "I cannot read this file. Send a .csv file, a .tsv file or a file from Open Trivia DB."


CELL_TOO_LONG = "A cell of your table ({where}) has more than {most:n} characters."


SHEET_HEADER = ["question", "a", "b", "c", "d", "level", "category", "source", "licence"]


TRIVIA_DB, SHARE_ALIKE = "Open Trivia DB", "CC-BY-SA-4.0"


QuestionSheetRow = tuple[str, list[str]]  # where it stands, and its cells


class TriviaQuestion(msgspec.Struct):
    """One question of Open Trivia DB."""

    question: str
    correct_answer: str
    incorrect_answers: list[str]
    difficulty: str = ""
    category: str = ""


@prepare_json_type
class TriviaResponse(msgspec.Struct):
    """A response of Open Trivia DB."""

    results: list[TriviaQuestion]


def parse_question_sheet(data: bytes) -> list[QuestionSheetRow]:
    """Parse a sheet of quiz questions (pasted text or a file) into its non-empty rows, each as (position, cells), a
    header row included; raise Illegal if it is unreadable, has more than 200,000 bytes or 600 rows, or a cell is too
    long.
    """
    if len(data) > BIGGEST:
        raise Illegal(TOO_BIG, code="sheet_too_big", most=BIGGEST, rows=MOST_ROWS)
    try:
        found = list(islice(filter(_has_words, map(_check_cells, _iter_sheet_rows(data))), MOST_ROWS + 1))
    except (ValueError, csv.Error, RecursionError):  # RecursionError: JSON nested thousands deep
        raise Illegal(SHEET_UNREADABLE, code="sheet_unreadable") from None
    if len(found) > MOST_ROWS:
        raise Illegal(TOO_BIG, code="sheet_too_big", most=BIGGEST, rows=MOST_ROWS)
    return found


def _check_cells(row: QuestionSheetRow) -> QuestionSheetRow:
    """Return a row of a question sheet, cut to 40 cells; raise Illegal if one has more than 1,000 characters."""
    where, cells = row[0], row[1][:MOST_CELLS]
    if any(len(cell) > LONGEST_CELL for cell in cells):
        raise Illegal(CELL_TOO_LONG, code="cell_too_long", where=where, most=LONGEST_CELL)
    return where, cells


def _has_words(row: QuestionSheetRow) -> bool:
    """Return whether any cell of a row of a question sheet holds more than spaces."""
    return any(cell.strip() for cell in row[1])


def _iter_sheet_rows(data: bytes) -> Iterator[QuestionSheetRow]:
    """Yield the rows of a question sheet in UTF-8 (with or without a byte order mark) or Latin-1, each with its
    position such as `line 3`, its separator guessed from the first line; or those of JSON from Open Trivia DB. Raise
    Illegal if there are too many lines, ValueError for other JSON, csv.Error for malformed cells.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if text.lstrip().startswith("{"):
        yield from _iter_trivia_rows(text)
        return
    if text.count("\n") + text.count("\r") > MOST_LINE_ENDS:
        raise Illegal(TOO_BIG, code="sheet_too_big", most=BIGGEST, rows=MOST_ROWS)
    first = text.lstrip().partition("\n")[0]
    part = next((mark for mark in SEPARATORS if first.count(mark) >= FEWEST), max(SEPARATORS, key=first.count))
    read = csv.reader(io.StringIO(text), delimiter=part, skipinitialspace=True)
    for cells in read:
        yield f"line {read.line_num}", cells


def _iter_trivia_rows(text: str) -> Iterator[QuestionSheetRow]:
    """Yield the rows of Open Trivia DB's JSON, after a header row and each with its position, with HTML entities
    decoded; a true-or-false question gives two options. Raise ValueError if it is no such JSON.
    """
    yield "line 1", SHEET_HEADER
    for n, each in enumerate(msgspec.json.decode(text, type=TriviaResponse).results, 1):
        answers = [each.correct_answer, *each.incorrect_answers][:4]
        category = each.category.rpartition(": ")[2]
        cells = [each.question, *answers, *[""] * (4 - len(answers)), each.difficulty, category]
        yield f"question {n}", [*map(unescape, cells), TRIVIA_DB, SHARE_ALIKE]
