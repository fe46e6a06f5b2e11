"""A question describes itself, so that buttons, lists, forms, bots and fuzzers need not know the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from msgspec import Struct, field

from engine.kernel.errors import Illegal, Unclear
from engine.kernel.text import Words, phrase

Value = str | int


ANSWER_TYPES = frozenset({str, int})  # True and False are no answers


WHOLE_NUMBER = re.compile(r"-?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)")  # commas between thousands; “1,5” is two numbers


NUMBERED = re.compile(r"[A-Z]?[0-9]+")  # a label that says no more than the number: itself, or row and column


MOST_NAMED = 40  # things to choose that a refusal names


ONLY_PRIVATE = "{answer} is not one of the choices, which are shown only to you."


MAX_ANSWER_LENGTH = 200  # characters of a typed answer; nobody needs more, and bots and pages stay whole


class Option(Struct, array_like=True, frozen=True, gc=False):
    """One thing to choose. `private` options are shown only to the player who is asked."""

    value: Value
    label: Words
    private: bool = False


class Form(Struct, frozen=True, gc=False):
    """The form of an answer: one `choice`, `several` of the options in order, a `number`, or typed `text`.

    With `words`, a choice may also be answered in the player's own words.
    """

    kind: str = "choice"
    low: int = 1
    high: int = 1
    step: int = 1
    words: bool = False


CHOICE: Form = Form()


class Question(Struct, kw_only=True, eq=False):
    """Something a player is asked, with all that belongs to it. A rule may leave out whom, where it asks several; the
    table adds `id`, `table` and `look`, which computes the options each time, because the game may move meanwhile.

    `of` says that options are squares of the table's board (`BOARD`: each whole number is the square of that number),
    or cells of its picture with that name (each is the cell with its value). `table/name` is a picture on another
    table.
    """

    id: str = ""
    table: str = ""
    key: str
    who: str = ""
    text: str
    look: Callable[[], Sequence[Option]] = list
    lapse: Any
    form: Form = CHOICE
    secret: bool = False
    patience: str = "turn"
    facts: dict[str, Any] = field(default_factory=dict)
    typed: Callable[[str], str] | None = None
    of: str = ""
    asks_back: bool = False  # what `typed` finds unclear goes to the script as it is

    @property
    def options(self) -> Sequence[Option]:
        """Return the options that may be chosen as the answer to this question now."""
        return self.look()

    def check(self, answer: object) -> Any:
        """Return a player's answer to the question in the type that the asking script expects: the value of an option
        (also given by label), a list of such values, a whole number (also given as text) or a tidied text. Raise
        Illegal with the reason if it is invalid.
        """
        if self.form is CHOICE:
            return self._check_choice(answer)
        if self.form.kind == "number":
            return self._check_number(answer)
        if self.form.kind == "several":
            return self._check_several(answer)
        if self.form.kind == "text":
            return self._check_text(answer)
        return self._check_choice_or_words(answer) if self.form.words else self._check_choice(answer)

    def accepts_answer(self, answer: object) -> bool:
        """Return whether `check` would accept this answer to the question."""
        try:
            self.check(answer)
        except Illegal:
            return False
        return True

    def _check_choice_or_words(self, answer: object) -> Value:
        """Return the value of the option that an answer means or, if it means none, the answer as free words; raise
        Illegal if it is neither.
        """
        try:
            return self._check_choice(answer)
        except Illegal:
            fit = list_valid_options(self.look(), answer)
            if fit and not (isinstance(answer, str) and _remove_control_characters(answer)):
                raise Illegal(
                    "Choose one of these, or write words of your own: {fit:or}.", code="not_a_choice", fit=fit
                ) from None
            return self._check_text(answer)

    def _check_choice(self, answer: object) -> Value:
        """Return the value of the option that an answer means: by its value, by a text of its number (such as
        `£1,000`), or by its label; capitals do not count, and private options may be chosen, too. Raise Illegal,
        listing the options that are not private, if it means none.
        """
        options = self.look()
        if type(answer) in ANSWER_TYPES:
            for option in options:
                if option.value == answer:
                    return option.value
        number = _parse_whole_number(answer)
        word = answer.strip().casefold() if isinstance(answer, str) else None
        for option in options:
            value = option.value
            if value == number if isinstance(value, int) else value.casefold() == word:
                return value
        # People may also say what they read on the button.
        for option in options:
            if str(option.label).casefold() == word:
                return option.value
        fit = list_valid_options(options, answer)
        text = "{answer} is not one of the choices: {fit:or}." if fit else ONLY_PRIVATE
        raise Illegal(text, code="not_a_choice", answer=format_input_excerpt(answer), fit=fit)

    def _check_several(self, answer: object) -> list[Value]:
        """Return the values of the options that an answer lists, in the order of the answer; an answer that is no list
        counts as one item. Raise Illegal if they are too few, too many, unknown or not all different.
        """
        low, high = self.form.low, self.form.high
        answers = list(answer) if isinstance(answer, list | tuple) else [answer]
        if not low <= len(answers) <= high:
            exact, span = (
                "Choose {low} of these, in the order you want them: {fit}.",
                "Choose {low} to {high} of these, in the order you want them: {fit}.",
            )
            raise Illegal(
                exact if low == high else span,
                code="wrong_number_of_choices",
                low=low,
                high=high,
                fit=list_valid_options(self.look()),
            )
        chosen = [self._check_choice(item) for item in answers]
        twice = next((item for at, item in enumerate(chosen) if item in chosen[:at]), None)
        if twice is not None:
            left = [option for option in self.look() if option.value not in chosen]
            label = next(option.label for option in self.look() if option.value == twice)
            again = "You have chosen {twice} twice, but you can choose each only once. Others to choose: {fit}."
            raise Illegal(
                again,
                code="chosen_twice",
                twice=twice if isinstance(twice, int) else quote_label(label),
                fit=list_valid_options(left),
            )
        return chosen

    def _check_number(self, answer: object) -> int:
        """Return the whole number that an answer gives; raise Illegal if it is none, or out of the question's range
        and steps.
        """
        form = self.form
        number = _parse_whole_number(answer)
        if number is None or not form.low <= number <= form.high or (number - form.low) % form.step:
            exact = "Choose a number from {low:n} to {high:n}, in steps of {step:n}."
            text = exact if form.step > 1 else "Choose a number from {low:n} to {high:n}."
            raise Illegal(text, code="number_out_of_range", low=form.low, high=form.high, step=form.step)
        return number

    def _check_text(self, answer: object) -> str:
        """Return a typed answer without control characters and as the question's function `typed` tidies it; raise
        Illegal if it is empty, too long or refused by that function. One that it finds unclear is returned as it is if
        the question `asks_back`.
        """
        if isinstance(answer, str) and len(answer) > MAX_ANSWER_LENGTH:
            raise Illegal(
                "That is too long. You can write {longest} characters at most.",
                code="answer_too_long",
                longest=MAX_ANSWER_LENGTH,
            )
        tame = _remove_control_characters(answer) if isinstance(answer, str) else ""
        if not tame:
            raise Illegal("Please type your answer in words.", code="no_words")
        try:
            return self.typed(tame) if self.typed else tame
        except Unclear:
            if self.asks_back:
                return tame
            raise


class Play(Struct, frozen=True):
    """Something a player may do now without being asked: a key, and at most one choice that goes with it.

    `of` is `table/name`: the board or picture whose cells are its options, as in questions; pictures called `name.1`,
    `name.2` are included. A play without options may be shown beside that picture. `now` is the present setting:
    choosing it again changes nothing. `example` is what may be typed with it. A `standing` play is an order for later,
    which pages may show apart from what can be done now.
    """

    key: str
    label: Words
    options: Sequence[Option] = ()
    form: Form = CHOICE
    secret: bool = False
    of: str = ""
    now: Sequence[Option] = ()
    example: str = ""
    standing: bool = False

    def check(self, answer: object) -> Any:
        """Return the value that a player gives with this play in the type that the rules expect; raise Illegal with the
        reason if it is invalid. If the play takes no value, return None, whatever is given.
        """
        if not self.options and self.form is CHOICE:
            return None
        asked = Question(key=self.key, who="", text="", look=lambda: self.options, lapse=None, form=self.form)
        return asked.check(answer)


class Legal(NamedTuple):
    """All questions one player can answer, and all plays they can make, now."""

    questions: list[Question]
    plays: Sequence[Play]


class Awaited(NamedTuple):
    """What a computer player waits for before it answers: open questions of others that its answer would end, and seats
    that may still do something unasked.
    """

    questions: Sequence[Question] = ()
    seats: Sequence[str] = ()


def _remove_control_characters(text: str) -> str:
    """Return a text without control characters, and with one space in place of any white space between words."""
    return " ".join("".join(c for c in text if c.isspace() or unicodedata.category(c)[0] != "C").split())


def _parse_whole_number(answer: object) -> int | None:
    """Return an answer as a whole number, also from a text of at most 30 characters such as £1,000; None if it is none,
    as True and False are.
    """
    if isinstance(answer, bool):
        return None
    if isinstance(answer, int):
        return answer
    if isinstance(answer, str) and len(answer) <= 30:
        digits = answer.strip().lstrip("£$")
        if WHOLE_NUMBER.fullmatch(digits):
            return int(digits.replace(",", ""))
    return None


def list_valid_answers(asked: Question | Play) -> list[Words]:
    """List in short form, as phrases for an error message, what would be valid: as an answer if `asked` is a question,
    or as the value of a play (something done without being asked). Empty where only words can be typed, or all options
    are private.
    """
    form = asked.form
    if form.kind == "number":
        return [phrase("{low:n} to {high:n}", low=form.low, high=form.high)]
    return list_valid_options(asked.options)


def list_valid_options(options: Sequence[Option], answer: object = None) -> list[Words]:
    """List answer options in short form for an error message: numbers as ranges, then others by label, private ones
    left out. If these are more than 41, list only the 40 most like `answer`, which was refused, and last how many more
    there are.
    """
    plain = [option for option in options if isinstance(option.value, int) and NUMBERED.fullmatch(str(option.label))]
    numbers = sorted({int(option.value) for option in plain if not option.private})
    fit: list[Words] = []
    for at, n in enumerate(numbers):
        if at == 0 or n != numbers[at - 1] + 1:
            low = n
        if at + 1 == len(numbers) or numbers[at + 1] != n + 1:
            fit.append(phrase("{low} to {high}", low=low, high=n) if n > low else str(n))
    fit += [quote_label(option.label) for option in options if option not in plain and not option.private]
    more = len(fit) - MOST_NAMED
    if more <= 1:
        return fit
    near = get_close_matches(
        str(answer)[:MAX_ANSWER_LENGTH].casefold(), [str(each).casefold() for each in fit], MOST_NAMED, 0.0
    )
    fit.sort(key=lambda each: near.index(name) if (name := str(each).casefold()) in near else len(near))
    return [*fit[:MOST_NAMED], phrase("{n:n} more", n=more)]


def quote_label(label: Words) -> Words:
    """Return an option's label, in quotes if it has several words: in a list, nobody could see where it ends."""
    return phrase("“{label}”", label=label) if " " in str(label) else label


def format_input_excerpt(answer: object) -> Words:
    """Format the beginning of a text or small number that somebody sent, in quotes, cut short and free of control
    characters, so that an error message can safely repeat it; “That” for anything else.
    """
    small = isinstance(answer, str) or (isinstance(answer, int) and abs(answer) < 10**9)
    text = "".join(c for c in str(answer)[:200] if c.isprintable())[:40].strip() if small else ""
    return f"“{text}”" if text else phrase("That")


CANNOT_DO_NOW = "You cannot do that now."


NOT_NOW_CODE = "not_now"  # of every refusal where the rules have nothing better to say


UNWRITTEN = "I cannot write a transcript of this game."


NOT_NOW_BUT = "You cannot do that now. First answer this question: {asked}"


NOTHING_ASKED = phrase("No question is waiting for your answer at the moment.")


NOT_ASKED = "Nobody can answer that question any more."


OTHERWISE_ASKED = "Nobody can answer that question any more. Your question: {asked}"


def add_valid_answers(why: Illegal, asked: Question | Play | None) -> Illegal:
    """Return a new error like `why`, that of a refused input, with the valid answers to the question or play `asked`
    added; or `why` unchanged if it lists them already, if `asked` is None or may be answered in free words, or if there
    are none to list.
    """
    if asked is None or "fit" in why.facts or asked.form.words:  # the reason is the whole of it
        return why
    fit = list_valid_answers(asked)
    if not fit:
        return why
    text = "{why} You can choose: {fit:or}."
    return Illegal(text, code=why.code, alone=why.alone, why=phrase(why.text, **why.facts), fit=fit)


LONGEST_SEAT = 40


RESERVED_SEATS = ("", "*")  # the public's and the host's own


NUMBER_SIGN = "#"  # parts a table's name, in which a seat can stand, from the number of a question


class Join(Play, frozen=True):
    """The play that seats a newcomer: a name is typed, and must be free."""

    taken: Sequence[str] = ()

    def check(self, answer: object) -> str:
        """Return the name of the seat that a newcomer asks for; raise Illegal with the reason if it is invalid or
        taken.
        """
        seat = str(Play.check(self, answer))
        check_seat_name(seat)
        if seat in self.taken:
            raise Illegal("{who} is already in this game.", code="already_seated", who=seat)
        return seat


def check_seat_name(seat: object) -> None:
    """Raise Illegal unless a seat's name has 1 to 40 printable characters, none of them `#`, and is not reserved, as
    `*` is for the host.
    """
    if not isinstance(seat, str) or seat in RESERVED_SEATS or len(seat) > LONGEST_SEAT or not seat.isprintable():
        raise Illegal(
            "A player’s name must have 1 to {longest} readable characters.", code="bad_seat_name", longest=LONGEST_SEAT
        )
    if NUMBER_SIGN in seat:
        raise Illegal("A player’s name must not contain {sign}.", code="bad_seat_name", sign=NUMBER_SIGN)


def check_seats(players: Sequence[str]) -> None:
    """Raise Illegal unless all these names of seats are valid, and no two are the same."""
    for who in players:
        check_seat_name(who)
    if len(set(players)) < len(players):
        raise Illegal("Two players cannot have the same seat.", code="seats_not_distinct")


# -- forecasts: what those who only watch may predict of a game, and what came of it; they never change it


BELOW = "/"


class Forecast(Struct, frozen=True):
    """Something spectators can predict until it is settled. Players who influence the result, or know more, are
    `barred`.

    If `play` is set, a player with a seat predicts by making that play instead. If the options are cells of a picture,
    `of` names the picture, as in a question. An outcome settles it by its key; the same key is used again when there is
    something new of its kind to predict, and with `renewed` those who are out are then asked for it again.
    """

    key: str
    text: Words
    options: Sequence[Option]
    barred: Sequence[str] = ()
    play: str = ""
    of: str = ""
    renewed: bool = False


class Outcome(NamedTuple):
    """The result of a forecast: who or what was right, perhaps nobody; or None if it is cancelled.

    A key that ends with a slash stands for all keys that begin with it.
    """

    key: str
    right: Sequence[str] | None = None

    def settles_forecast(self, key: str) -> bool:
        """Return whether this result decides a spectator's prediction with this key; a result for a whole group decides
        every prediction whose key begins with that of the group.
        """
        return key.startswith(self.key) if self.key.endswith(BELOW) else key == self.key
