"""Says that something is wrong with a question: one report of each person and question, for the operator.

It is said to the host and not in the game: also by who only watches, and when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.kernel import Illegal, Ruleset, Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import Session
from host.core.store import card_changes
from host.core.store.card_changes import Report
from host.said.answers import DeskAnswer, answer_sentence
from host.said.desk.request import DeskRequest
from host.shown import views

ASKED_LOG_ENTRIES = 200  # entries of the log in which the questions are looked for
MOST_PAST = 20  # finished games of a place among which the newest is looked for
THIS = "this"
THANKS = "Thank you. We will check this question."
NONE_YET = "You can report a question as wrong only after its right answer has been shown."
REPORTED_TWICE = "You have already reported this question."
REPORTED_ENOUGH = "Thank you, but enough players have reported this question already."
NO_CARDS = "This game has no quiz questions."
NOT_KNOWN = (
    "You cannot see the right answer yet. Wait for it, or say what is wrong with the question. Write one "
    "of these: {ways}."
)
WHICH = "Which question do you mean? Write its number: {line}"
UNCLEAR_REPORT = (
    "What is wrong with the last question? Write one of these: {ways}. If the question still waits for an answer,"
    " write: {line}"
)


class AskedQuestion(NamedTuple):
    """A question that was asked in a game, and whether its answer has been told."""

    card: str
    text: str
    settled: bool


def report_faulty_question(request: DeskRequest) -> DeskAnswer:
    """Save a report, for the operator, that a quiz question is wrong: the last one solved (`report [NUMBER] [FAULT]`),
    the one in play (`report this FAULT`), or the one a button names. Raise Illegal if the game has no quiz questions,
    if it is unclear which is meant or what is wrong, if its answer is called wrong before it was shown, or if there are
    enough reports or one of this person's.
    """
    session = _find_reported_session(request)
    rules = ruleset(session.ruleset)
    if not rules.cards:
        raise Illegal(NO_CARDS, code="no_quiz_questions")
    number, fault, this = _parse_report(request, rules)
    found = list_recent_questions(request.host, session)
    meant = (
        _find_chosen_question(found, request.chosen)
        if request.chosen
        else _pick_reported_question(request, found, number, this=this)
    )
    if fault == next(iter(rules.faults)) and not meant.settled:
        ways = [request.format_command(f"report {THIS} {each}") for each in [*rules.faults][1:]]
        raise Illegal(NOT_KNOWN, code="answer_not_shown", ways=ways)
    _store_report(request, session, meant, fault)
    return answer_sentence(THANKS)


def tells_answers(lines: Iterable[Told]) -> bool:
    """Return whether these lines tell the right answer of a quiz question."""
    return any(told.kind is not None and told.kind.settles for told in lines)


def list_recent_questions(host: HostContext, session: Session) -> list[list[AskedQuestion]]:
    """List the quiz questions among the last 200 entries of the game's log, oldest first, in groups of those solved
    together; the last group, perhaps empty, holds those still in play.
    """
    rules, first = ruleset(session.ruleset), max(0, session.entries - ASKED_LOG_ENTRIES)
    texts: dict[str, str] = {}
    settled: list[list[str]] = []
    for entry in host.store.load_log(session.id, first, ASKED_LOG_ENTRIES):
        uses = [use for told in entry.told for use in rules.list_card_uses(told)]
        texts |= {use.card: use.text for use in uses if use.name == "shown"}
        settled.append([use.card for use in uses if use.name == "asked"])
    known = {card for group in settled for card in group}
    groups = [[AskedQuestion(card, texts.get(card, ""), settled=True) for card in group] for group in settled if group]
    return [*groups, [AskedQuestion(card, text, settled=False) for card, text in texts.items() if card not in known]]


def _find_reported_session(request: DeskRequest) -> Session:
    """Return the session of the game that a report is about: the one that a button names, else the open one most likely
    meant, else the newest finished one of this place. Raise Illegal if there is none, or the place has more than twenty
    finished games.
    """
    game = request.chosen.partition("/")[0]
    if game:
        return views.load_saved_game(request.host, game).session
    try:
        return request.pick_game()
    except Illegal:
        past = request.host.store.list_past_game_ids(f"chat:{request.place}") if request.place else []
        games = [saved.session for saved in request.host.store.load_games(past)] if len(past) <= MOST_PAST else []
        if not games:
            raise
        return max(games, key=lambda session: session.made)


def _parse_report(request: DeskRequest, rules: Ruleset[object]) -> tuple[int, str, bool]:
    """Parse a report into the question's number (0 if none is typed), the fault (the first kind if none is typed), and
    whether the question in play is meant; raise Illegal for any other word.
    """
    number, fault, this = 0, next(iter(rules.faults)), False
    for word in request.words.casefold().split():
        if word.isascii() and word.isdigit() and len(word) < 3:
            number = int(word)
        elif word in rules.faults:
            fault = word
        elif word == THIS:
            this = True
        else:
            ways = [request.format_command(f"report {each}") for each in rules.faults]
            raise Illegal(
                UNCLEAR_REPORT,
                code="unclear_report",
                ways=ways,
                line=request.format_command(f"report {THIS} {[*rules.faults][-1]}"),
            )
    return number, fault, this


def _find_chosen_question(found: list[list[AskedQuestion]], chosen: str) -> AskedQuestion:
    """Return, from these groups of recent questions, the quiz question whose id the tapped button carries (`chosen`, as
    GAME/ID); raise Illegal if it is not among them.
    """
    card = chosen.partition("/")[2]
    meant = next((each for group in found for each in group if each.card == card), None)
    if meant is None:
        raise Illegal(NONE_YET, code="no_question_yet")
    return meant


def _pick_reported_question(
    request: DeskRequest, found: list[list[AskedQuestion]], number: int, *, this: bool
) -> AskedQuestion:
    """Return the quiz question that is reported: with `this` of those in play, else of those solved last, the only one
    or that of this number (counted from 1; 0 if none was typed). Raise Illegal if there is none, or several and no
    number.
    """
    group = found[-1] if this else next(iter(found[-2:-1]), [])
    if not group:
        raise Illegal(NONE_YET, code="no_question_yet")
    if number > len(group) or (not number and len(group) > 1):
        example = min(2, len(group))
        line = f"report {THIS} {example}" if this else f"report {example}"
        raise Illegal(WHICH, code="which_question", line=request.format_command(line))
    return group[number - 1 if number else 0]


def _store_report(request: DeskRequest, session: Session, meant: AskedQuestion, fault: str) -> None:
    """Save a report about a quiz question for the operator; raise Illegal if the person has reported it before or it
    has enough reports.
    """
    host, person = request.host, request.require_person().id
    if card_changes.has_too_many_reports(host.store, session.ruleset, meant.card, person):
        raise Illegal(REPORTED_ENOUGH, code="reported_enough")
    kept = Report(fault, meant.text, session.id, host.now())
    if not card_changes.save_card_report(host.store, session.ruleset, meant.card, person, kept):
        raise Illegal(REPORTED_TWICE, code="already_reported")
