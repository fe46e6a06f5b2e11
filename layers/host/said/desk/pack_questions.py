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
from host.said.desk.answer import DeskAnswer, answer_lines
from host.said.desk.request import DeskRequest

QUESTIONS_A_PAGE = 15  # questions that are shown at once
DIGITS = 3  # of a question's number
CELLS = ("level", "category", "why")
UNKNOWN = "There is no pack of that name. There are: {names}."
WHICH = "Say which question, by its number: {line}"
HOW_TO_MEND = "Write {line}, and below it how the question should be: question | right | wrong | wrong | wrong"
IN_PRIVATE = "That shows the right answers. Do it in private, in a pack of your own, and then write here {line}"
NO_REPORTS = "Nothing is reported of these questions."


def get_pack_owner(request: DeskRequest) -> str:
    """Return whose packs are meant: the group's, or in private the person's own."""
    return f"person:{request.require_person().id}" if request.private else f"chat:{request.community}"


def get_boxed_ruleset() -> Ruleset[Any]:
    """Return the rules whose cards people can bring along."""
    return next(rules for rules in RULESETS.values() if rules.cards)


def format_sheet_line(card: Mapping[str, Any]) -> str:
    """Format a question as a line of a sheet."""
    return " | ".join([str(card["question"]), *card["answers"], *(str(card.get(name, "")) for name in CELLS)])


def find_pack(request: DeskRequest, name: str) -> Pack:
    """Return the pack of this name; raise Illegal if there is none."""
    there = packs.list_packs(request.host.store, get_pack_owner(request))
    found = next((each for each in there if each.name == name), None)
    if found is None:
        raise Illegal(UNKNOWN, names=[each.name for each in there] or "none")
    return found


def show_questions(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack show NAME [NUMBER]`: show the questions with their answers, in private only, from this number on."""
    _check_private(request)
    name, _, first = rest.partition(" ")
    pack, reports = (
        find_pack(request, name),
        own_cards.list_own_card_reports(request.host, get_boxed_ruleset(), get_pack_owner(request)),
    )
    start = max(int(first), 1) - 1 if first.isdecimal() and len(first) <= DIGITS else 0
    numbered = list(enumerate(pack.cards, 1))[start : start + QUESTIONS_A_PAGE]
    lines = [
        f"{n}. {format_sheet_line(card)}{format_question_note(request, pack, card, reports)}" for n, card in numbered
    ]
    after = start + QUESTIONS_A_PAGE + 1
    more = request.format_sentence("More: {line}", line=request.format_command(f"pack show {name} {after}"))
    return answer_lines([*lines, *([more] if after <= len(pack.cards) else [])])


def list_question_reports(request: DeskRequest, _: str, __: str) -> DeskAnswer:
    """`pack reports`: list what players report about these questions, the most reported first."""
    found = own_cards.list_own_card_reports(request.host, get_boxed_ruleset(), get_pack_owner(request))
    rows = [
        (
            len(found[card["id"]]),
            f"{pack.name} {n}{format_question_note(request, pack, card, found)}: {card['question']}",
        )
        for pack in packs.list_packs(request.host.store, get_pack_owner(request))
        for n, card in enumerate(pack.cards, 1)
        if card["id"] in found
    ]
    return answer_lines(
        [line for _, line in sorted(rows, key=lambda row: -row[0])] or [request.format_sentence(NO_REPORTS)]
    )


def format_question_note(
    request: DeskRequest, pack: Pack, card: Mapping[str, Any], found: Mapping[str, Sequence[Report]]
) -> str:
    """Format a question's reports, and whether it is withdrawn."""
    counts = Counter(report.fault for report in found.get(card["id"], ()))
    notes = [
        request.format_sentence("reported as {fault}: {n:n}", fault=fault, n=counts[fault]) for fault in sorted(counts)
    ]
    notes += [request.format_sentence("withdrawn")] if card["id"] in pack.withdrawn else []
    return f" ({', '.join(notes)})" if notes else ""


def mend_own_question(request: DeskRequest, rest: str, text: str) -> DeskAnswer:
    """`pack mend NAME NUMBER`: replace a question by the one in the line below."""
    _check_private(request)
    own, number = _find_question(request, rest, "mend")
    cells = next((cells for _, cells in sheets.parse_question_sheet(text.encode()) if any(cells)), [])
    if not cells:
        raise _refuse_unclear_mending(request, own, number)
    old = [str(own.card.get(name, "")) for name in CELLS]
    row = [*cells[:8], *[""] * (5 - len(cells)), *old[max(len(cells) - 5, 0) :]]
    day = datetime.fromtimestamp(request.host.now(), UTC).date().isoformat()
    cards, wrong = get_boxed_ruleset().parse_pack([(request.format_sentence("your line"), row)], own.pack.name, day)
    if not cards:
        raise Illegal("{fault}", fault=str(wrong[0])) if wrong else _refuse_unclear_mending(request, own, number)
    fields = {name: getattr(cards[0], name) for name in ("question", "answers", *CELLS)}
    found = own_cards.correct_own_card(request.host, get_boxed_ruleset(), own, fields)
    line = f"{own.pack.name} {number}: {found.question} {' | '.join(found.answers)}"
    return answer_lines([line, request.format_sentence("Games that hold it keep it as it was.")])


def _refuse_unclear_mending(request: DeskRequest, own: OwnCard, number: int) -> Illegal:
    """Build the refusal that shows how a question is mended."""
    return Illegal(HOW_TO_MEND, line=request.format_command(f"pack mend {own.pack.name} {number}"))


def withdraw_own_question(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack withdraw NAME NUMBER`: ask this question no more in games that begin from now on."""
    own, number = _find_question(request, rest, "withdraw")
    own_cards.withdraw_own_card(request.host, get_boxed_ruleset(), own)
    text = "{name} {number} is asked no more. Games that hold it keep it."
    return answer_lines([request.format_sentence(text, name=own.pack.name, number=number)])


def restore_own_question(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack restore NAME NUMBER`: ask this question again."""
    own, number = _find_question(request, rest, "restore")
    own_cards.withdraw_own_card(request.host, get_boxed_ruleset(), own, withdrawn=False)
    return answer_lines([request.format_sentence("{name} {number} is asked again.", name=own.pack.name, number=number)])


def dismiss_own_reports(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack dismiss NAME NUMBER`: drop the reports of a question that has no fault."""
    own, number = _find_question(request, rest, "dismiss")
    gone = own_cards.settle_own_card_reports(request.host, get_boxed_ruleset(), own)
    text = "{name} {number}: {n:n} {n:report|reports} dismissed."
    return answer_lines([request.format_sentence(text, name=own.pack.name, number=number, n=gone)])


def _find_question(request: DeskRequest, rest: str, word: str) -> tuple[OwnCard, int]:
    """Find the question of this number in this pack; raise Illegal if there is none."""
    name, _, number = rest.partition(" ")
    pack = find_pack(request, name)
    at = int(number) if number.isdecimal() and len(number) <= DIGITS else 0
    if not 1 <= at <= len(pack.cards):
        raise Illegal(WHICH, line=request.format_command(f"pack {word} {name} 3"))
    return OwnCard(get_pack_owner(request), pack, pack.cards[at - 1]), at


def _check_private(request: DeskRequest) -> None:
    """Raise Illegal outside a private chat, because answers are shown."""
    if not request.private:
        raise Illegal(IN_PRIVATE, line=request.format_command("pack take friends"))
