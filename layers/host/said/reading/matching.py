"""Finds what typed words answer: one of the questions somebody is asked, or a play they may make at any time."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Play, Question, Ruleset, phrase
from engine.rulesets import ruleset
from host.core.context import HostContext, load_engine_game
from host.core.session import RUNNING, STOOD_IN, Session
from host.said.answers import (
    Choice,
    find_options_board,
    find_tappable_cells,
    label_options,
    parse_form_answer,
    replace_coordinates,
)
from host.said.reading import language, reader
from host.said.reading.readable import CHOICE_BY_CHANCE, ReadablePlay, ReadableQuestion
from host.shown import views, words
from host.shown.views import GameView, QuestionView

NOT_ASKED_ANYTHING = "No question is waiting for your answer at the moment."
NOT_YOU = "It is {who}’s turn."
FREE_WORDS_LOOSENESS = 9  # how loosely an answer in free words fits
SHORT_ANSWER_WORDS = 2  # more of them are rather said to somebody than an answer
SENTENCE_LOOSENESS = 4  # how much more loosely one fits that stands in a sentence


class OpenQuestion(Struct):
    """A question that a player is asked, with its game."""

    session: Session
    shown: GameView
    asked: QuestionView


class AnswerMatch(Struct):
    """A question, the answer to it, and how loosely the answer fits (0 is exact)."""

    open: OpenQuestion
    value: object
    looseness: int


def list_person_questions(host: HostContext, sessions: Iterable[Session], person: str) -> list[OpenQuestion]:
    """List all open questions of this person in those of these games that are running and not damaged; none without a
    person.
    """
    found = []
    for session in sessions if person else []:
        if session.stage == RUNNING and session.find_player_of(person):
            shown = views.find_game_view(host, session.id, person)
            asks = [asked for asked in shown.asked if asked.who == shown.you] if shown else []
            found += [OpenQuestion(session, shown, asked) for asked in asks if shown]
    return found


def match_answers(mine: Sequence[OpenQuestion], text: str, *, openly: bool, about: str = "") -> list[AnswerMatch]:
    """Return the questions that this text answers, each with the answer: only that with the id `about` if it is
    answered, else those that the text fits most exactly, public ones first where others can read (`openly`). More than
    two words answer a question for any text first. A text that fits nothing is matched with the only open question, so
    that the rules can refuse it with a reason.
    """
    fits = [match for each in mine if (match := _match_one_question(each, text, openly=openly))]
    to_say = [match for match in fits if match.open.asked.form.kind == "text" and match.value == text.strip()]
    if to_say and len(text.split()) > SHORT_ANSWER_WORDS and not about:
        return to_say[:1]
    meant = [match for match in fits if about and match.open.asked.has_id_among([about])] or fits
    best = [match for match in meant if match.looseness == min(other.looseness for other in meant)]
    public = [match for match in best if not match.open.asked.secret]
    best = public if public and openly else best
    return best or ([AnswerMatch(mine[0], text.strip(), FREE_WORDS_LOOSENESS)] if len(mine) == 1 else [])


def fits_some_question(mine: Sequence[OpenQuestion], text: str) -> bool:
    """Return whether this text, by itself or as a sentence, gives a valid answer to one of these questions; that a
    question accepts any words does not count.
    """
    return any(match.looseness < FREE_WORDS_LOOSENESS for match in match_answers(mine, text, openly=False))


def accepts_free_words(mine: Iterable[OpenQuestion]) -> bool:
    """Return whether one of these open questions accepts any text as an answer; a question that reads an amount of
    money out of it does not count.
    """
    wanted = [each.asked for each in mine]
    return any(asked.form.kind == "text" or (asked.form.words and not asked.reads) for asked in wanted)


def list_waiting_names(host: HostContext, sessions: Iterable[Session]) -> list[str]:
    """List the names of the players of whom those of these games that are running ask something openly, one game after
    another, those of each game by seat; raise Illegal if none of the running ones can be shown.
    """
    shown = _view_games(host, [session for session in sessions if session.stage == RUNNING])
    return [
        each.names.get(who, who)
        for _, each in shown
        for who in sorted({asked.who for asked in each.asked if not asked.secret})
    ]


def explain_no_question(host: HostContext, sessions: Sequence[Session], person: str) -> Illegal:
    """Build, without raising it, the refusal for a person without an open question, by the first of these games that
    gives a reason: a computer plays for them, the rules say why, or it is another's turn; else that nothing is asked.
    Raise Illegal if none of the games can be shown.
    """
    for session, shown in _view_games(host, sessions):
        waiting = sorted({asked.who for asked in shown.asked if not asked.secret})
        player = session.find_player_of(person)
        if player and player.bot and not player.out:
            return Illegal(STOOD_IN, code="stand_in_plays")
        if player and session.stage == RUNNING and (why := explain_by_rules(session, player.seat)):
            return why
        if player and waiting:
            return Illegal(NOT_YOU, code="not_your_turn", who=[shown.names.get(who, who) for who in waiting])
    return Illegal(NOT_ASKED_ANYTHING, code="not_asked")


def _view_games(host: HostContext, sessions: Sequence[Session]) -> list[tuple[Session, GameView]]:
    """Return these games with what everybody may see of them, without those that cannot be shown, such as damaged ones;
    raise Illegal, which says why, if there are games but none can be shown.
    """
    found = [(session, shown) for session in sessions if (shown := views.find_game_view(host, session.id))]
    if sessions and not found:
        views.load_game_view(host, sessions[0].id)
    return found


def explain_by_rules(session: Session, seat: str) -> Illegal | None:
    """Return the rules' own reason why this seat has no open question, or None."""
    rules = ruleset(session.ruleset)
    game, _ = load_engine_game(rules, session)
    return rules.explain_no_question(game, seat)


def _match_one_question(found: OpenQuestion, text: str, *, openly: bool) -> AnswerMatch | None:
    """Return how a text answers one question, as the answer itself, in a sentence or, where own words may answer, just
    as it is; else None. Where others can read, a list of squares is no answer, because it would reveal a player's next
    moves.
    """
    shown, asked = found.shown, found.asked
    loosely = {"choice": 0, "number": 1, "several": 2}.get(asked.form.kind, FREE_WORDS_LOOSENESS)
    exact = _parse_exact_answer(shown, asked, text)
    if is_valid_answer(asked, exact):
        return AnswerMatch(found, exact, loosely)
    if not openly and (squares := _parse_squares_in_order(shown, asked, text)):
        return AnswerMatch(found, squares, loosely)
    spoken = _parse_spoken_answer(shown, asked, text)
    if spoken is not None and (is_valid_answer(asked, spoken) or (asked.form.words and asked.reads)):
        return AnswerMatch(found, spoken, loosely + SENTENCE_LOOSENESS)
    return AnswerMatch(found, text, FREE_WORDS_LOOSENESS) if asked.form.words else None


def is_valid_answer(asked: QuestionView, value: object) -> bool:
    """Return whether this value is one of a question's options or in its range; that some questions also accept any
    text does not count.
    """
    form = replace(asked.form, words=False)
    return Question(key="", who="", text="", look=lambda: asked.options, lapse=None, form=form).accepts_answer(value)


def parse_answer_value(shown: GameView, asked: QuestionView, text: str) -> object:
    """Parse a typed answer into the value that the kernel expects: first as an exact option, then as a sentence
    (“random” draws an option, so that two calls may differ); what cannot be read stays as typed, for the rules to
    refuse.
    """
    exact = _parse_exact_answer(shown, asked, text)
    if is_valid_answer(asked, exact):
        return exact
    spoken = _parse_squares_in_order(shown, asked, text) or _parse_spoken_answer(shown, asked, text)
    return exact if spoken is None else spoken


def _parse_squares_in_order(shown: GameView, asked: QuestionView, text: str) -> list[int] | None:
    """Return the squares that a text names for a question which takes one now and others later in this order (a turn);
    None if the question takes only one, or the text names fewer than two or says anything else.
    """
    if asked.most < 2 or sum(letter.isdigit() for letter in text) < 2:
        return None
    return reader.read_squares_in_order(build_readable_question(shown, asked), text)


def _parse_exact_answer(shown: GameView, asked: QuestionView, text: str) -> object:
    """Return the value of the option that a text is, with coordinates of the board as square numbers; the text itself
    if it is none. For a question that takes several, return a list.
    """
    text = replace_coordinates(text, find_options_board(shown, asked))
    return parse_form_answer(
        asked.form, label_options(asked.options, words.build_reader(shown.names, shown.style)), [text]
    )


def build_readable_question(shown: GameView, asked: QuestionView) -> ReadableQuestion:
    """Build the simplified question that the text reader takes: labels as this viewer sees them, and what else may be
    typed.
    """
    options = label_options(asked.options, words.build_reader(shown.names, shown.style))
    people = bool(asked.options) and all(each.value in shown.names for each in asked.options)
    money = _find_highest_bid(options) if asked.form.words and asked.reads else None
    board = find_options_board(shown, asked)
    own = asked.who if people else None
    others = tuple(name for seat, name in shown.names.items() if name and seat != asked.who)
    to_host = asked.form.words and not asked.reads
    return ReadableQuestion(asked.form, options, board, money, to_host, asked.secret, people, asked.most, own, others)


def build_readable_plays(shown: GameView, *, openly: bool = False) -> list[ReadablePlay]:
    """Build the simplified plays that the text reader takes, for what this viewer may do now; with `openly` without
    secret ones.
    """
    names = words.build_reader(shown.names, shown.style)
    return [
        ReadablePlay(
            each.key,
            names.format_value(each.label),
            each.form,
            label_options(each.options, names),
            find_options_board(shown, each),
        )
        for each in shown.plays
        if not (openly and each.secret)
    ]


def _find_highest_bid(options: Sequence[Choice]) -> int | None:
    """Return the highest amount among the options of a question for a bid (0 if nothing is all that is offered); None
    for a question without an amount among its options, such as one for cards to pay with.
    """
    if not any(isinstance(each.value, int) for each in options):
        return None
    labels = [language.normalise_sentence(each.label) for each in options]
    return max((amount for label in labels for amount, *_ in language.iter_amounts(label)), default=0)


def _parse_spoken_answer(shown: GameView, asked: QuestionView, text: str) -> object | None:
    """Return the answer to a question that a sentence contains (an amount of money as text), or None. For “random” it
    is drawn from what the question is about.
    """
    question = build_readable_question(shown, asked)
    value = reader.read_answer(question, text)
    if value == CHOICE_BY_CHANCE:
        return _draw_answer(shown, asked)
    return str(value) if question.money is not None and isinstance(value, int) else value


def _draw_answer(shown: GameView, asked: QuestionView) -> object | None:
    """Return one of the things that a question is about, drawn by chance: a number in its range, or a square, a cell of
    its picture or a player; never what else may be answered (to stop, a lifeline), so None if the options are words.
    """
    form, cells = asked.form, find_tappable_cells(shown, asked)
    if form.kind == "number":
        return secrets.choice(range(form.low, form.high + 1, max(1, form.step)))
    values = [each.value for each in asked.options]
    things = [each for each in values if isinstance(each, int) or each in cells or each in shown.names]
    return secrets.choice(things) if things else None


# -- games


def pick_named_game(likely: Sequence[Session], sessions: Iterable[Session], text: str) -> tuple[Session, str]:
    """Return the game that an irreversible command means, and the words that remain: the one of `sessions` whose number
    begins the text, else the only one of `likely`, which may not be empty. Raise Illegal if several are likely and none
    is named.
    """
    first, _, rest = text.strip().partition(" ")
    named = next((session for session in sessions if session.id == first), None)
    if named is not None:
        return named, rest.strip()
    if len(likely) > 1:
        games = [phrase("{title} ({id})", title=ruleset(each.ruleset).title, id=each.id) for each in likely]
        raise Illegal(
            "Which game do you mean? Write its number after the command: {games}.", code="which_game", games=games
        )
    return likely[0], text.strip()


def format_confirmation(command: str, text: str, words: str) -> str:
    """Return the line with which an irreversible command is confirmed: `command`, the number of the game if the typed
    `text` begins with one, and "yes". `words` is what of the text followed that number.
    """
    game = text.strip().removesuffix(words).strip()
    return " ".join(filter(None, (command, game, "yes")))


# -- plays


def normalise_play_key(key: str) -> str:
    """Return a play's key in lower case, with one underscore in place of whatever is no letter or digit."""
    return "_".join("".join(c if c.isascii() and c.isalnum() else " " for c in key.lower()).split())


def find_typed_play(shown: GameView, text: str) -> tuple[Play | None, str]:
    """Return the play, of those offered to this viewer, whose key begins this text (the longest key first), and the
    remaining words; None and an empty text if there is none.
    """
    for start, rest in _iter_play_prefixes(text):
        for found in shown.plays:
            if normalise_play_key(found.key) == start:
                return found, rest
    return None, ""


def names_secret_play(rules: Ruleset[Any], text: str) -> bool:
    """Return whether this text begins with the name of a secret play; even whether that is available must not show in
    public.
    """
    names = {normalise_play_key(key) for key in rules.secret_plays}
    return any(start in names for start, _ in _iter_play_prefixes(text))


def _iter_play_prefixes(text: str) -> Iterator[tuple[str, str]]:
    """Yield every beginning of a text as a possible play key, the longest first, with the rest of the text."""
    said = [part for part in re.split(r"[\s_]+", text) if part]
    for count in range(len(said), 0, -1):
        if start := normalise_play_key(" ".join(said[:count])):
            yield start, " ".join(said[count:])


def needs_words(play: Play) -> bool:
    """Return whether a value belongs after this play's name, because it has options or takes a number, a text or
    several things; True also for a single option, which may be left out.
    """
    return bool(play.options) or play.form.kind != "choice"


def is_play_intended(found: Play | None, more: str) -> bool:
    """Return whether a line that begins with the name of the play `found` says all that makes it: words follow (`more`)
    if it takes a value, none if it takes none; a single option, a number or a text may also be left out. False for
    None.
    """
    if found is None or not needs_words(found):
        return found is not None and not more
    return bool(more) or len(found.options) < 2


def parse_play_value(shown: GameView, found: Play, text: str) -> object:
    """Parse the words after a play's name into the value that the kernel expects: None if the play takes none, its only
    option if nothing is said; what cannot be read, or leaves the choice to chance, stays as typed, for the rules to
    refuse.
    """
    if not found.options and found.form.kind == "choice":
        return None
    if not text and found.form.kind == "choice" and len(found.options) == 1:  # there is nothing to choose
        return found.options[0].value
    board, options = (
        find_options_board(shown, found),
        label_options(found.options, words.build_reader(shown.names, shown.style)),
    )
    exact = parse_form_answer(found.form, options, [replace_coordinates(text, board)])
    form = replace(found.form, words=False)
    check = Question(key="", who="", text="", look=lambda: found.options, lapse=None, form=form)
    if check.accepts_answer(exact) or found.form.words:
        return exact
    spoken = reader.read_answer(ReadableQuestion(found.form, options, board), f"pick {text}")  # or “at 12” is a time
    return exact if spoken is None or spoken == CHOICE_BY_CHANCE else spoken
