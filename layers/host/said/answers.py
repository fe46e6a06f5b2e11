"""Typed text as the value that the kernel expects, and how to answer by typing. Pure, the same on every surface."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from engine.kernel import Form, Option, Play, Reader, Told, Words
from engine.kernel.picture import BOARD, list_picture_cells
from engine.kernel.question import Value
from engine.kernel.view import Board
from engine.rulesets import RULESETS
from host.core.session import InputOutcome, Reply
from host.shown.views import GameView, QuestionView

SQUARE = re.compile(r"(?<!\w)([a-z])(\d{1,2})(?!\w)", re.IGNORECASE)


JOINING_WORDS = {"and", "then", "&", "+"}


class Choice(NamedTuple):
    """An option as the reader sees it."""

    value: Value
    label: str


def parse_form_answer(form: Form, options: Sequence[Choice], values: list[str]) -> object:
    """Parse the `values` of a form's fields into the answer to a question or play: if it takes several, a list of all
    that they name; else one value from the first field (empty without one). Each option may be given by its label as
    well as by its value; what is no option is returned as typed.
    """
    if form.kind == "several":
        words = [word for value in values for word in _split_answers(value, options)]
        return [_find_option_value(word, options) for word in words]
    return _find_option_value(values[0], options) if values else ""


def label_options(options: Sequence[Option], reader: Reader) -> list[Choice]:
    """Return the options with the labels that this reader sees, in their language and with players' names."""
    return [Choice(option.value, reader.format_value(option.label)) for option in options]


def find_options_place(asked: QuestionView | Play) -> tuple[str, str]:
    """Return the id of the panel (the board of the game, or a minigame) and the name of its board or picture whose
    cells are the options of this question or play; two empty strings if the options are no cells.
    """
    table, _, name = asked.of.rpartition("/")
    return (
        (table or (asked.id.partition("#")[0] if isinstance(asked, QuestionView) else ""), name) if name else ("", "")
    )


def covers_picture(name: str, picture: str) -> bool:
    """Return whether a play whose choices are cells of the picture called `name` is about the picture with the id
    `picture`; pictures of one name may be numbered (`name.1`).
    """
    return bool(name) and (picture == name or picture.startswith(f"{name}."))


def find_options_board(showing: GameView, asked: QuestionView | Play) -> Board | None:
    """Return the board whose squares are the options of a question or play; None if the options are no squares, or this
    viewer is shown no such board.
    """
    table, name = find_options_place(asked)
    panels = showing.view.panels if showing.view and name == BOARD else []
    return next((panel.board for panel in panels if panel.id == table), None)


def find_tappable_squares(showing: GameView, asked: QuestionView) -> set[object]:
    """Return the numbers of the squares of a board that answer this question, and so can be tapped; an empty set if its
    options are no squares, or it takes several of them.
    """
    if asked.form.kind != "choice" or find_options_board(showing, asked) is None:
        return set()
    return {option.value for option in asked.options if isinstance(option.value, int)}


def find_tappable_cells(showing: GameView, asked: QuestionView) -> set[object]:
    """Return the values of the cells of a picture that answer this question, and so can be tapped (for a question for a
    number those in its range); an empty set if its options are no cells.
    """
    table, name = find_options_place(asked)
    panels = [panel for panel in showing.view.panels if panel.id == table] if showing.view and name else []
    drawn = [picture for panel in panels for picture in showing.view.list_pictures(panel)] if showing.view else []
    there = {cell.value for picture in drawn if picture.id == name for cell in list_picture_cells(picture)}
    if asked.form.kind == "number":
        return {value for value in there if isinstance(value, int) and _is_in_range(asked.form, value)}
    return {option.value for option in asked.options if option.value in there}


def _is_in_range(form: Form, value: int) -> bool:
    """Return whether a number lies within the bounds of a question for a number, and on one of its steps."""
    return form.low <= value <= form.high and not (value - form.low) % form.step


def replace_coordinates(text: str, board: Board | None) -> str:
    """Return a text with coordinates replaced by square numbers: B4 is 9 on a board five wide. Those beyond the board
    stay; without a board (None) the text is unchanged.
    """
    return SQUARE.sub(lambda found: _compute_square_number(found, board), text) if board else text


def _compute_square_number(found: re.Match[str], board: Board) -> str:
    """Return, as text, the number of the square that a coordinate found in a text (row letter, column number) means;
    the coordinate itself if it is beyond the board.
    """
    row, column = ord(found[1].lower()) - ord("a"), int(found[2])
    fits = row < board.rows and 1 <= column <= board.columns
    return str(row * board.columns + column) if fits else found[0]


def _split_answers(text: str, options: Sequence[Choice]) -> list[str]:
    """Split a typed list of answers at commas, semicolons and lines; at spaces, too, and without words such as “and”,
    if no option contains a space or every word is an option.
    """
    # Options may hold spaces, so a comma or a line separates them; squares may be separated by spaces, too.
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    words = [word for part in parts for word in part.split() if word.casefold() not in JOINING_WORDS]
    spaced = any(" " in str(option.value) or " " in option.label for option in options)
    named = {str(option.value).casefold() for option in options}
    return words if not spaced or (len(words) > 1 and all(word.casefold() in named for word in words)) else parts


def _find_option_value(word: str, options: Sequence[Choice]) -> object:
    """Return the value of the option whose label or value this word is, whatever its case; the word itself if there is
    none.
    """
    wanted = word.strip().casefold()
    found = next((option.value for option in options if option.label.casefold() == wanted), None)
    if found is None:
        found = next((option.value for option in options if str(option.value).casefold() == wanted), None)
    return word.strip() if found is None else found


MOST_TYPED = 12  # choices spelt out


Written = Callable[[str], str]  # how something is shown that is to be written as it stands


ANSWER_HELP_TEXTS = {
    "text": "Write {pick} and your words.",
    "number": "Write {pick} and a number from {low:n} to {high:n}.",
    "steps": "Write {pick} and a number from {low:n} to {high:n}, in steps of {step:n}.",
    "several": "Write {pick}, then choose {low} of these. The order counts: {choices}.",
    "span": "Write {pick}, then {low} to {high} of these, in the order you want: {choices}.",
    "choice": "Write {pick} and your choice: {choices}.",
}


OWN_WORDS = "You can also answer in your own words."


def format_answer_help(asked: QuestionView | Play, reader: Reader, pick: str, written: Written, text: str = "") -> str:
    """Return how to answer a question, or make a play, in writing: the help sentence for its kind, or the sentence
    `text`, and whether own words will do, too. `pick` is the command for it as it is typed on this platform; `written`
    marks a choice up as something to be typed.
    """
    form, choices = asked.form, _format_choices(asked, reader, written)
    facts = {"low": form.low, "high": form.high, "step": form.step, "pick": pick, "choices": choices}
    said = (
        reader.format_sentence(text, **facts)
        if text
        else reader.format_sentence(ANSWER_HELP_TEXTS[_get_sentence_key(asked)], **facts)
    )
    return f"{said} {reader.format_sentence(OWN_WORDS)}" if form.words else said


def _get_sentence_key(asked: QuestionView | Play) -> str:
    """Return the key of the help sentence for this kind of answer (one choice, several, number, text)."""
    form = asked.form
    if form.kind == "several" and form.low < form.high:
        return "span"
    return "steps" if form.kind == "number" and form.step > 1 else form.kind


def _format_choices(asked: QuestionView | Play, reader: Reader, written: Written) -> str:
    """Format a question's choices, separated by commas, as they are typed. Of more than 12 only the first and the last
    are given, or if fewer than 12 are words, the first and last number and all words. Without choices say that none is
    left.
    """
    found = label_options(asked.options, reader)
    numbers = [each for each in found if isinstance(each.value, int)]
    if len(found) > MOST_TYPED and len(found) - len(numbers) < MOST_TYPED:
        ends = f"{written(format_typed_choice(numbers[0]))} … {written(format_typed_choice(numbers[-1]))}"
        words = [written(each.label) for each in found if each not in numbers]
        return ", ".join([ends, *words])
    if len(found) > MOST_TYPED:
        return f"{written(format_typed_choice(found[0]))} … {written(format_typed_choice(found[-1]))}"
    return ", ".join(written(format_typed_choice(each)) for each in found) or reader.format_sentence(
        "nothing is left to choose"
    )


def format_typed_choice(choice: Choice) -> str:
    """Return a choice as it is typed, without a square's second name such as B4 beside its number."""
    return str(choice.value) if isinstance(choice.value, int) and len(choice.label) <= 3 else choice.label


def format_suggestion(target: QuestionView | Play, choice: Choice) -> str:
    """Return the label of a button that suggests a choice: as it is typed, and for a play with the play's name before
    it.
    """
    typed = format_typed_choice(choice)
    return f"{target.key} {typed}" if isinstance(target, Play) else typed


def format_play_settings(play: Play, reader: Reader, written: Written) -> list[str]:
    """Format, as up to two lines, what a play that can be made at any time is set to now, and an example of how to
    change it; an empty list if it has neither. `written` marks a command up as something to be typed.
    """
    now = [reader.format_sentence("Now: {now}", now=[option.label for option in play.now])] if play.now else []
    line = f"use {play.key} {play.example}"
    return [*now, *([reader.format_sentence("For example: {line}", line=written(line))] if play.example else [])]


def find_rule(ruleset: str, word: object) -> Words | None:
    """Return the rule of the square or minigame called `word` in this ruleset; None if there is none of this name, or
    no such ruleset.
    """
    rules = RULESETS.get(ruleset)
    return rules.explain(str(word)) if rules else None


def find_question_topic(showing: GameView, asked: QuestionView) -> str:
    """Return the title of the minigame in which a question is asked, if that has a rule of its own; else an empty
    string.
    """
    panels = showing.view.panels if showing.view else []
    table = asked.id.partition("#")[0]
    titles = [str(panel.title) for panel in panels if panel.id == table]
    return next((title for title in titles if find_rule(showing.ruleset, title)), "")


HELP_LINE = "{line}: {summary}"


class DeskAnswer(Struct):
    """What the desk answers: lines, panels below them, a notice on a tap, a board to show again, a file.
    If `menu` is set, a door with buttons shows that menu instead.
    """

    lines: list[Told] = field(default_factory=list)
    game: str = ""  # that it is about
    ok: bool = True  # or it was refused, and the words say why
    code: str = ""  # why, for programs
    menu: str = ""
    link_code: str = ""  # shown in it, for a door that can copy it
    asks: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    alert: str = ""
    board: str = ""
    file: bytes = b""
    outcome: InputOutcome | None = None  # of an accepted input
    ways: list[tuple[str, str]] = field(default_factory=list)  # what may be meant: its label, and the line that says it
    about: tuple[str, str] = ("", "")  # the game, and the question that these answer, or “!” and the play they make

    @property
    def speaks(self) -> bool:
        """Whether this answer has anything to post: lines, questions or menus (`asks`), or a board; a file, a pop-up or
        suggestions alone do not count.
        """
        return bool(self.lines or self.asks or self.board)

    def name_seats(self) -> list[Told]:
        """Return the answer's sentences with players' names in place of seats, so that they can stand beside sentences
        about another game.
        """
        names = {seat: name for seat, name in self.names.items() if name}
        return [
            Told(told.text, {key: _replace_seats(value, names) for key, value in told.facts.items()})
            for told in self.lines
        ]


def _replace_seats(value: object, names: dict[str, str]) -> object:
    """Return a fact of a sentence in which names stand in place of seats, also within lists; other values unchanged."""
    if isinstance(value, list):
        return [_replace_seats(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def answer_sentence(text: str, /, **facts: object) -> DeskAnswer:
    """Build an answer of one sentence with these facts put into it, to be shown in the reader's language."""
    return DeskAnswer([Told(text, dict(facts))])


def answer_lines(lines: list[str]) -> DeskAnswer:
    """Build an answer of lines that are finished texts, to be shown as they are."""
    return DeskAnswer([Told("{line}", {"line": line}) for line in lines])


def answer_help(offers: Iterable[tuple[Words, Words]], lead: str = "") -> DeskAnswer:
    """Build the answer to a platform's help command: the sentence `lead`, if given, then one line for each command as
    it is typed there, with its summary.
    """
    told = [Told(HELP_LINE, {"line": line, "summary": summary}) for line, summary in offers]
    return DeskAnswer([*(answer_sentence(lead).lines if lead else []), *told])


def answer_reply(reply: Reply, *, alone: bool = False) -> DeskAnswer:
    """Build the answer to a game's reply: the reasons of a refusal, or nothing if the input was accepted, because its
    news are posted anyway. Reasons that are secret are included only in private (`alone`).
    """
    if reply.ok:
        return DeskAnswer(game=reply.game, outcome=reply.outcome)
    lines = [told for told in reply.lines if alone or not told.to]
    return DeskAnswer(lines, reply.game, ok=False, code=reply.code, names=reply.names)
