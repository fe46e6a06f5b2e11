"""The questions of a pack, one by one: shown with what was reported of them, mended, withdrawn while games run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core.cards import own_cards
from host.core.cards.own_cards import OwnCard
from host.core.store import packs
from host.core.store.card_reports import Report
from host.core.store.packs import Pack
from host.said import sheets
from host.said.desk.answer import Answer, said
from host.said.desk.request import Request

PAGE = 15  # questions that are shown at once
DIGITS = 3  # of a question's number
CELLS = ("level", "category", "why")
UNKNOWN = "There is no pack of that name. There are: {names}."
WHICH = "Say which question, by its number: {line}"
HOW = "Write {line}, and below it how the question should be: question | right | wrong | wrong | wrong"
IN_PRIVATE = "That shows the right answers. Do it in private, in a pack of your own, and then write here {line}"
NOTHING = "Nothing is reported of these questions."


def owner(request: Request) -> str:
    """Whose packs are meant: the group's, or in private one's own."""
    return f"person:{request.somebody().id}" if request.private else f"chat:{request.community}"


def boxed() -> Ruleset[Any]:
    """The rules whose cards people can bring along."""
    return next(rules for rules in RULESETS.values() if rules.cards)


def written(card: Mapping[str, Any]) -> str:
    """A question as a line of a sheet."""
    return " | ".join([str(card["question"]), *card["answers"], *(str(card.get(name, "")) for name in CELLS)])


def named(request: Request, name: str) -> Pack:
    """The pack of this name."""
    there = packs.of(request.host.store, owner(request))
    found = next((each for each in there if each.name == name), None)
    if found is None:
        raise Illegal(UNKNOWN, names=[each.name for each in there] or "none")
    return found


def show(request: Request, rest: str, _: str) -> Answer:
    """`pack show NAME`, or from a number on: the questions with their answers, which are for one's own eyes."""
    _alone(request)
    name, _, first = rest.partition(" ")
    pack, reports = named(request, name), own_cards.reported(request.host, boxed(), owner(request))
    start = max(int(first), 1) - 1 if first.isdecimal() and len(first) <= DIGITS else 0
    numbered = list(enumerate(pack.cards, 1))[start : start + PAGE]
    lines = [f"{n}. {written(card)}{note(request, pack, card, reports)}" for n, card in numbered]
    after = start + PAGE + 1
    more = request.say("More: {line}", line=request.spelled(f"pack show {name} {after}"))
    return said([*lines, *([more] if after <= len(pack.cards) else [])])


def reports(request: Request, _: str, __: str) -> Answer:
    """`pack reports`: what players find wrong with these questions, the most reported first."""
    found = own_cards.reported(request.host, boxed(), owner(request))
    rows = [
        (len(found[card["id"]]), f"{pack.name} {n}{note(request, pack, card, found)}: {card['question']}")
        for pack in packs.of(request.host.store, owner(request))
        for n, card in enumerate(pack.cards, 1)
        if card["id"] in found
    ]
    return said([line for _, line in sorted(rows, key=lambda row: -row[0])] or [request.say(NOTHING)])


def note(request: Request, pack: Pack, card: Mapping[str, Any], found: Mapping[str, Sequence[Report]]) -> str:
    """What is to be known of a question besides."""
    counts = Counter(report.fault for report in found.get(card["id"], ()))
    notes = [request.say("reported as {fault}: {n:n}", fault=fault, n=counts[fault]) for fault in sorted(counts)]
    notes += [request.say("withdrawn")] if card["id"] in pack.withdrawn else []
    return f" ({', '.join(notes)})" if notes else ""


def mend(request: Request, rest: str, text: str) -> Answer:
    """`pack mend NAME NUMBER`, and the question as it should be in the line below."""
    _alone(request)
    own, number = _meant(request, rest, "mend")
    cells = next((cells for _, cells in sheets.rows(text.encode()) if any(cells)), [])
    if not cells:
        raise _how(request, own, number)
    old = [str(own.card.get(name, "")) for name in CELLS]
    row = [*cells[:8], *[""] * (5 - len(cells)), *old[max(len(cells) - 5, 0) :]]
    day = datetime.fromtimestamp(request.host.now(), UTC).date().isoformat()
    cards, wrong = boxed().pack([(request.say("your line"), row)], own.pack.name, day)
    if not cards:
        raise Illegal("{fault}", fault=str(wrong[0])) if wrong else _how(request, own, number)
    fields = {name: getattr(cards[0], name) for name in ("question", "answers", *CELLS)}
    found = own_cards.mend(request.host, boxed(), own, fields)
    line = f"{own.pack.name} {number}: {found.question} {' | '.join(found.answers)}"
    return said([line, request.say("Games that hold it keep it as it was.")])


def _how(request: Request, own: OwnCard, number: int) -> Illegal:
    return Illegal(HOW, line=request.spelled(f"pack mend {own.pack.name} {number}"))


def withdraw(request: Request, rest: str, _: str) -> Answer:
    """`pack withdraw NAME NUMBER`: it is asked no more in games that begin from now on."""
    own, number = _meant(request, rest, "withdraw")
    own_cards.withdraw(request.host, boxed(), own)
    text = "{name} {number} is asked no more. Games that hold it keep it."
    return said([request.say(text, name=own.pack.name, number=number)])


def bring_back(request: Request, rest: str, _: str) -> Answer:
    """`pack restore NAME NUMBER`: it is asked again."""
    own, number = _meant(request, rest, "restore")
    own_cards.withdraw(request.host, boxed(), own, withdrawn=False)
    return said([request.say("{name} {number} is asked again.", name=own.pack.name, number=number)])


def dismiss(request: Request, rest: str, _: str) -> Answer:
    """`pack dismiss NAME NUMBER`: nothing is wrong with it."""
    own, number = _meant(request, rest, "dismiss")
    gone = own_cards.settle(request.host, boxed(), own)
    text = "{name} {number}: {n:n} {n:report|reports} dismissed."
    return said([request.say(text, name=own.pack.name, number=number, n=gone)])


def _meant(request: Request, rest: str, word: str) -> tuple[OwnCard, int]:
    """The question of this number in this pack."""
    name, _, number = rest.partition(" ")
    pack = named(request, name)
    at = int(number) if number.isdecimal() and len(number) <= DIGITS else 0
    if not 1 <= at <= len(pack.cards):
        raise Illegal(WHICH, line=request.spelled(f"pack {word} {name} 3"))
    return OwnCard(owner(request), pack, pack.cards[at - 1]), at


def _alone(request: Request) -> None:
    if not request.private:
        raise Illegal(IN_PRIVATE, line=request.spelled("pack take friends"))
