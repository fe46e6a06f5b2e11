"""Says that something is wrong with a question: one report of each person and question, for whoever runs the host.

It is said to the host and not in the game: also by who only watches, and when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.kernel import Illegal, Ruleset, Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import Session
from host.core.store import card_reports
from host.core.store.card_reports import Report
from host.said.desk.answer import Answer, say
from host.said.desk.request import Request
from host.shown import views

LATELY = 200  # entries of the log in which the questions are looked for
MOST_PAST = 20  # finished games of a place among which the newest is looked for
THIS = "this"
THANKS = "Thank you. That question will be looked at."
NONE_YET = "No question has been played out yet."
TWICE = "You have reported that question."
ENOUGH = "That question has been reported often enough. Thank you."
NO_CARDS = "Nothing is asked from a box in this game."
NOT_KNOWN = "Nobody can know yet whether its answer is wrong. Wait for it, or say {ways}."
WHICH = "Which of them? Say its number: {line}"
UNCLEAR = "Say what is wrong with the last question: {ways}. Of one that is still open: {line}"


class Met(NamedTuple):
    """A question that was asked in a game, and whether its answer has been told."""

    card: str
    text: str
    settled: bool


def report(request: Request) -> Answer:
    """`report [NUMBER] [FAULT]` of the last question, `report this FAULT` of the one in play; or as a button has it."""
    session = _session(request)
    rules = ruleset(session.ruleset)
    if not rules.cards:
        raise Illegal(NO_CARDS)
    number, fault, this = _words(request, rules)
    found = met(request.host, session)
    meant = _chosen(found, request.chosen) if request.chosen else _meant(request, found, number, this=this)
    if fault == next(iter(rules.faults)) and not meant.settled:
        ways = [request.spelled(f"report {THIS} {each}") for each in [*rules.faults][1:]]
        raise Illegal(NOT_KNOWN, ways=ways)
    _keep(request, session, meant, fault)
    return say(THANKS)


def tells_answers(lines: Iterable[Told]) -> bool:
    """Is the right answer of a question told here?"""
    return any(told.kind is not None and told.kind.settles for told in lines)


def met(host: HostContext, session: Session) -> list[list[Met]]:
    """What was asked of late: those whose answers were told at once stand together, and last those still in play."""
    rules, first = ruleset(session.ruleset), max(0, session.entries - LATELY)
    texts: dict[str, str] = {}
    settled: list[list[str]] = []
    for entry in host.store.log(session.id, first, LATELY):
        uses = [use for told in entry.told for use in rules.uses(told)]
        texts |= {use.card: use.text for use in uses if use.name == "shown"}
        settled.append([use.card for use in uses if use.name == "asked"])
    known = {card for group in settled for card in group}
    groups = [[Met(card, texts.get(card, ""), settled=True) for card in group] for group in settled if group]
    return [*groups, [Met(card, text, settled=False) for card, text in texts.items() if card not in known]]


def _session(request: Request) -> Session:
    """The game that is meant; where none is open, the last one that was shown here."""
    game = request.chosen.partition("/")[0]
    if game:
        return views.found(request.host, game).session
    try:
        return request.session()
    except Illegal:
        past = request.host.store.past_of(f"chat:{request.place}") if request.place else []
        games = [saved.session for saved in request.host.store.games(past)] if len(past) <= MOST_PAST else []
        if not games:
            raise
        return max(games, key=lambda session: session.made)


def _words(request: Request, rules: Ruleset[object]) -> tuple[int, str, bool]:
    """The number, what is wrong, and whether that is said of the question in play."""
    number, fault, this = 0, next(iter(rules.faults)), False
    for word in request.words.casefold().split():
        if word.isascii() and word.isdigit() and len(word) < 3:
            number = int(word)
        elif word in rules.faults:
            fault = word
        elif word == THIS:
            this = True
        else:
            ways = [request.spelled(f"report {each}") for each in rules.faults]
            raise Illegal(UNCLEAR, ways=ways, line=request.spelled(f"report {THIS} {[*rules.faults][-1]}"))
    return number, fault, this


def _chosen(found: list[list[Met]], chosen: str) -> Met:
    """The one that a button names, which must have been asked there."""
    card = chosen.partition("/")[2]
    meant = next((each for group in found for each in group if each.card == card), None)
    if meant is None:
        raise Illegal(NONE_YET)
    return meant


def _meant(request: Request, found: list[list[Met]], number: int, *, this: bool) -> Met:
    """The one that is in play, or of those told last the only one, or the one of this number."""
    group = found[-1] if this else next(iter(found[-2:-1]), [])
    if not group:
        raise Illegal(NONE_YET)
    if number > len(group) or (not number and len(group) > 1):
        raise Illegal(WHICH, line=request.spelled(f"report {THIS} 2" if this else "report 2"))
    return group[number - 1 if number else 0]


def _keep(request: Request, session: Session, meant: Met, fault: str) -> None:
    """It is on the operator's list, unless they have said so before."""
    host, person = request.host, request.somebody().id
    if card_reports.full(host.store, session.ruleset, meant.card, person):
        raise Illegal(ENOUGH)
    kept = Report(fault, meant.text, session.id, host.now())
    if not card_reports.add(host.store, session.ruleset, meant.card, person, kept):
        raise Illegal(TWICE)
