"""Questions of one's own: what a group, or a person who hosts games, adds to the built-in ones, or switch off."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.store.card_changes import Report
from host.extras.packs import kept_packs
from host.extras.packs.kept_packs import MOST_PACKS, OwnCard, Pack
from host.said import hearing
from host.said.answers import DeskAnswer, answer_lines
from host.said.desk import settings
from host.said.desk.request import DeskRequest

QUESTIONS_A_PAGE = 15  # questions that are shown at once
DIGITS = 3  # of a question's number
CELLS = ("level", "category", "why")
UNKNOWN = "There is no question pack called that. You have: {names}."
WHICH = "Write the number of the question: {line}"
HOW_TO_MEND = "Write {line} and, on the next line, the better question: question | right | wrong | wrong | wrong"
IN_PRIVATE = (
    "Here, everybody would see the right answers. Write to me in private and make a pack of your own there. Then "
    "write here {line}"
)
NO_REPORTS = "Nobody has reported a question of this pack."


def require_pack_owner(request: DeskRequest) -> str:
    """Return the key of the owner whose question packs a command is about: the group in which it was given
    (`chat:PLACE`), or in private the person (`person:ID`; `require_person` raises Illegal or registers one who is not
    known).
    """
    return f"person:{request.require_person().id}" if request.is_direct else f"chat:{request.community}"


def get_boxed_ruleset() -> Ruleset[Any]:
    """Return the ruleset of the quiz, the only game whose cards (questions) come from a box to which people can add
    their own.
    """
    return next(rules for rules in RULESETS.values() if rules.cards)


def format_sheet_line(card: Mapping[str, Any]) -> str:
    """Format a quiz question as a line of a question sheet (question, answers, level, category and reason, between ` |
    `), which can be edited and given back to the host.
    """
    return " | ".join([str(card["question"]), *card["answers"], *(str(card.get(name, "")) for name in CELLS)])


def find_pack(request: DeskRequest, name: str) -> Pack:
    """Return the question pack of this name among those of the group or person; raise Illegal if there is none."""
    there = kept_packs.list_packs(request.host.store, require_pack_owner(request))
    found = next((each for each in there if each.name == name), None)
    if found is None:
        raise Illegal(UNKNOWN, code="no_pack", names=[each.name for each in there] or "none")
    return found


def show_questions(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack show NAME [NUMBER]`: show fifteen questions of a pack with their answers, from this number (otherwise the
    first) on, and how to see more. Raise Illegal outside a private chat, or if there is no such pack.
    """
    _check_private(request)
    name, _, first = rest.partition(" ")
    pack, reports = (
        find_pack(request, name),
        kept_packs.list_own_card_reports(request.host, get_boxed_ruleset(), require_pack_owner(request)),
    )
    start = max(int(first), 1) - 1 if first.isdecimal() and len(first) <= DIGITS else 0
    numbered = list(enumerate(pack.cards, 1))[start : start + QUESTIONS_A_PAGE]
    lines = [
        f"{n}. {format_sheet_line(card)}{format_question_note(request, pack, card, reports)}" for n, card in numbered
    ]
    after = start + QUESTIONS_A_PAGE + 1
    more = request.format_sentence(
        "There are more questions in this pack. To see them, write {line}",
        line=request.format_command(f"pack show {name} {after}"),
    )
    return answer_lines([*lines, *([more] if after <= len(pack.cards) else [])])


def list_question_reports(request: DeskRequest, _: str, __: str) -> DeskAnswer:
    """`pack reports`: list what players have reported about the questions of this group's or person's packs, the most
    reported first.
    """
    found = kept_packs.list_own_card_reports(request.host, get_boxed_ruleset(), require_pack_owner(request))
    rows = [
        (
            len(found[card["id"]]),
            f"{pack.name} {n}{format_question_note(request, pack, card, found)}: {card['question']}",
        )
        for pack in kept_packs.list_packs(request.host.store, require_pack_owner(request))
        for n, card in enumerate(pack.cards, 1)
        if card["id"] in found
    ]
    return answer_lines(
        [line for _, line in sorted(rows, key=lambda row: -row[0])] or [request.format_sentence(NO_REPORTS)]
    )


def format_question_note(
    request: DeskRequest, pack: Pack, card: Mapping[str, Any], found: Mapping[str, Sequence[Report]]
) -> str:
    """Format, as a note behind a quiz question, how often it was reported for which fault, and that it is withdrawn;
    empty if neither.
    """
    counts = Counter(report.fault for report in found.get(card["id"], ()))
    notes = [
        request.format_sentence("reported as {fault}: {n:n}", fault=fault, n=counts[fault]) for fault in sorted(counts)
    ]
    notes += [request.format_sentence("not asked any more")] if card["id"] in pack.withdrawn else []
    return f" ({', '.join(notes)})" if notes else ""


def mend_own_question(request: DeskRequest, rest: str, text: str) -> DeskAnswer:
    """`pack mend NAME NUMBER`: replace this question of a pack by the one in the line below the command; level,
    category and reason stay as they were if left out. Raise Illegal outside a private chat, or if there is no such
    question in the pack or no good one in that line.
    """
    _check_private(request)
    own, number = _find_question(request, rest, "mend")
    cells = next((cells for _, cells in hearing.parse_question_sheet(text.encode()) if any(cells)), [])
    if not cells:
        raise _refuse_unclear_mending(request, own, number)
    old = [str(own.card.get(name, "")) for name in CELLS]
    row = [*cells[:8], *[""] * (5 - len(cells)), *old[max(len(cells) - 5, 0) :]]
    day = datetime.fromtimestamp(request.host.now(), UTC).date().isoformat()
    cards, wrong = get_boxed_ruleset().parse_pack([(request.format_sentence("your line"), row)], own.pack.name, day)
    if not cards:
        raise (
            Illegal("{fault}", code="faulty_sheet", fault=str(wrong[0]))
            if wrong
            else _refuse_unclear_mending(request, own, number)
        )
    fields = {name: getattr(cards[0], name) for name in ("question", "answers", *CELLS)}
    found = kept_packs.correct_own_card(request.host, get_boxed_ruleset(), own, fields)
    line = f"{own.pack.name} {number}: {found.question} {' | '.join(found.answers)}"
    return answer_lines([line, request.format_sentence("Games that already use this question keep the old one.")])


def _refuse_unclear_mending(request: DeskRequest, own: OwnCard, number: int) -> Illegal:
    """Build the refusal of an incomplete `pack mend`, which shows how to correct a question of a pack."""
    return Illegal(
        HOW_TO_MEND, code="how_to_mend_question", line=request.format_command(f"pack mend {own.pack.name} {number}")
    )


def withdraw_own_question(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack withdraw NAME NUMBER`: stop asking this question of a pack in games that begin from now on, and settle what
    was reported about it; raise Illegal if there is no such question.
    """
    own, number = _find_question(request, rest, "withdraw")
    kept_packs.withdraw_own_card(request.host, get_boxed_ruleset(), own)
    text = "I will not ask question {number} of {name} any more. Games that already use it keep it."
    return answer_lines([request.format_sentence(text, name=own.pack.name, number=number)])


def restore_own_question(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack restore NAME NUMBER`: let this question of a pack, which was withdrawn, be asked again in new games, and
    settle what was reported about it; raise Illegal if there is no such question.
    """
    own, number = _find_question(request, rest, "restore")
    kept_packs.withdraw_own_card(request.host, get_boxed_ruleset(), own, withdrawn=False)
    return answer_lines(
        [request.format_sentence("Question {number} of {name} can be asked again.", name=own.pack.name, number=number)]
    )


def dismiss_own_reports(request: DeskRequest, rest: str, _: str) -> DeskAnswer:
    """`pack dismiss NAME NUMBER`: drop what was reported about a question of a pack that has no fault, and answer how
    many reports there were; raise Illegal if there is no such question.
    """
    own, number = _find_question(request, rest, "dismiss")
    gone = kept_packs.settle_own_card_reports(request.host, get_boxed_ruleset(), own)
    text = "I have deleted {n:n} {n:report|reports} of question {number} of {name}."
    return answer_lines([request.format_sentence(text, name=own.pack.name, number=number, n=gone)])


def _find_question(request: DeskRequest, rest: str, word: str) -> tuple[OwnCard, int]:
    """Return the question whose pack and number a command names (`rest`, as NAME NUMBER), and the number. Raise Illegal
    if there is no such pack, or no such number in it, with an example for the command `word`.
    """
    name, _, number = rest.partition(" ")
    pack = find_pack(request, name)
    at = int(number) if number.isdecimal() and len(number) <= DIGITS else 0
    if not 1 <= at <= len(pack.cards):
        raise Illegal(WHICH, code="which_question", line=request.format_command(f"pack {word} {name} 3"))
    return OwnCard(require_pack_owner(request), pack, pack.cards[at - 1]), at


def _check_private(request: DeskRequest) -> None:
    """Raise Illegal outside a private chat, because the answer to the command shows the answers of quiz questions."""
    if not request.is_direct:
        raise Illegal(IN_PRIVATE, code="private_only", line=request.format_command("pack take friends"))


PACK_NAME_PATTERN = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{kept_packs.MAX_NAME_LENGTH - 1}}}")
MOST_CARDS, MOST_FAULTS = 500, 8
PRINTED = dealt_cards.PRINTED
ALL_PACKS = "all"
NO_NAME = "Your pack needs a name of up to 24 small letters, digits and dashes, for example {line}"
NO_QUESTIONS_IN_PACK = "I cannot use your text. These things are wrong: {faults}"
TOO_MANY = "A pack can have up to {most:n} questions, but this one has {n:n}."
TOO_BIG = "This pack is too big. Make two packs from it."
TOO_MANY_PACKS = "You already have {most} packs, which is the maximum. Delete one first: {line}"
UNKNOWN_CATEGORY = "There is no category called that. Choose one of these: {names}."

HOW_TO_ADD_PACK = (
    "Write {line} and then one question on each line: question | right answer | wrong | wrong | wrong | level | "
    "category | explanation"
)

PACKS_ARE_PRIVATE = (
    "Questions of your own are for your eyes alone: write me {line} in private, or bring a file on your page, {claim}"
)

IN_GROUP = "A pack of your own comes here with {line}"


def manage_packs(request: DeskRequest) -> DeskAnswer:
    """Run `pack add NAME` with lines below, `pack take|drop NAME` or `pack off|on CATEGORY`, or for single questions
    `pack reports`, `pack show NAME`, `pack mend|withdraw|restore|dismiss NAME NUMBER`; raise Illegal for people who do
    not manage the place. Without such a word, list all packs, for everybody.
    """
    head, _, text = request.words.partition("\n")
    word, _, rest = head.strip().partition(" ")
    does = PACK_COMMANDS.get(word.casefold())
    if does is None:
        return answer_lines(format_packs(request))
    settings.check_manages_place(request)
    return does(request, rest.strip().casefold(), text)


def format_packs(request: DeskRequest) -> list[str]:
    """Return lines with the question packs and switched-off categories of this group or person, and how to add more (in
    a group, how to bring a pack of one's own).
    """
    whose, reader = require_pack_owner(request), request.format_sentence
    found = kept_packs.list_packs(request.host.store, whose)
    lines = [reader("{name}: {n:n} {n:question|questions}", name=each.name, n=len(each.cards)) for each in found]
    off = kept_packs.load_unwanted_categories(request.host.store, whose)
    lines += [reader("Switched off: {names}", names=off)] if off else []
    if request.is_direct:
        return [*lines, reader(HOW_TO_ADD_PACK, line=request.format_command("pack add friends"))]
    lines = lines or [reader("No packs yet.")]
    elsewhere = reader(PACKS_ARE_PRIVATE, line=request.format_command("pack add friends"), claim=request.claim)
    return [*lines, elsewhere, reader(IN_GROUP, line=request.format_command("pack take friends"))]


def add_pasted_pack(request: DeskRequest, name: str, text: str) -> DeskAnswer:
    """Save the quiz questions in the lines below the command as a pack of this name, and answer with their number and
    faulty lines; raise Illegal, saying how to write them, if there are none, or why nothing can be saved.
    """
    if not text.strip():
        raise Illegal(HOW_TO_ADD_PACK, code="how_to_add_pack", line=request.format_command("pack add friends"))
    return import_pack(request, name, text.encode())


def import_pack(request: DeskRequest, name: str, data: bytes) -> DeskAnswer:
    """Save the quiz questions of a file or pasted text as a pack of the group or person, in place of one of the same
    name; answer with how many there are, the first eight faults of lines that were refused, and how many more. Raise
    Illegal if nothing can be saved.
    """
    found, faults = build_pack(
        request.host, require_pack_owner(request), name.casefold(), data, request.format_command("pack add friends")
    )
    reader = request.format_sentence
    lines = [reader("{name}: {n:n} {n:question|questions}", name=found.name, n=len(found.cards))]
    lines += [reader("Refused: {fault}", fault=fault) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - MOST_FAULTS
    return answer_lines([*lines, *([reader("and {n:n} more", n=more)] if more > 0 else [])])


def build_pack(host: HostContext, whose: str, name: str, data: bytes, line: str) -> tuple[Pack, list[str]]:
    """Build a pack of this name for its owner (`whose`) from a sheet of quiz questions, and save it in place of one of
    the same name; return it with a sentence for each faulty line, which is left out. Raise Illegal for an unfit name,
    too many packs, no or too many questions, or a pack too large; `line` is the command shown in that.
    """
    if not PACK_NAME_PATTERN.fullmatch(name) or name in (PRINTED, ALL_PACKS):
        raise Illegal(NO_NAME, code="bad_pack_name", line=line)
    rules = get_boxed_ruleset()
    cards, wrong = rules.parse_pack(
        hearing.parse_question_sheet(data), name, datetime.fromtimestamp(host.now(), UTC).date().isoformat()
    )
    faults = [str(fault) for fault in wrong]
    if not cards:
        raise Illegal(NO_QUESTIONS_IN_PACK, code="no_questions_in_pack", faults=faults[:MOST_FAULTS])
    if len(cards) > MOST_CARDS:
        raise Illegal(TOO_MANY, code="too_many_questions", most=MOST_CARDS, n=len(cards))
    there = {each.name for each in kept_packs.list_packs(host.store, whose)}
    found = Pack(name, host.now(), [msgspec.to_builtins(card) for card in cards])
    _store_pack(host, whose, found, there, line)
    return found, faults


def _store_pack(host: HostContext, whose: str, found: Pack, there: set[str], line: str) -> None:
    """Save a pack for its owner (`whose`), who has the packs named in `there`; raise Illegal if they have too many,
    with the command `line`, which adds one called friends, changed to one that deletes one of theirs, or if it is too
    large.
    """
    if found.name not in there and len(there) >= MOST_PACKS:
        drop = line.replace("add friends", f"drop {min(there)}")
        raise Illegal(TOO_MANY_PACKS, code="too_many_packs", most=MOST_PACKS, line=drop)
    if not kept_packs.save_pack(host.store, whose, found):
        raise Illegal(TOO_BIG, code="sheet_too_big")


def take_own_pack(request: DeskRequest, name: str, _: str) -> DeskAnswer:
    """Copy one of the person's own question packs to the group in which the command is given, in place of one of the
    same name, and answer with the packs there; raise Illegal if they have no such pack, or if the group has too many.
    """
    own = kept_packs.list_packs(request.host.store, f"person:{request.require_person().id}")
    found = next((each for each in own if each.name == name), None)
    if found is None:
        raise Illegal(UNKNOWN, code="no_pack", names=[each.name for each in own] or "none")
    there = {each.name for each in kept_packs.list_packs(request.host.store, require_pack_owner(request))}
    _store_pack(request.host, require_pack_owner(request), found, there, request.format_command("pack add friends"))
    return answer_lines(format_packs(request))


def drop_named_pack(request: DeskRequest, name: str, _: str) -> DeskAnswer:
    """Delete the group's or person's question pack of this name, or with `all` every one, and answer with those left;
    running games keep its questions. Raise Illegal if there is none of this name.
    """
    whose, store = require_pack_owner(request), request.host.store
    there = [each.name for each in kept_packs.list_packs(store, whose)]
    if name != ALL_PACKS and name not in there:
        raise Illegal(UNKNOWN, code="no_pack", names=there or "none")
    for each in there if name == ALL_PACKS else [name]:
        kept_packs.delete_pack(store, whose, each)
    return answer_lines(format_packs(request))


def switch_off_category(request: DeskRequest, category: str, _: str) -> DeskAnswer:
    """Switch off a category of quiz questions for new games of this group or person; raise Illegal for an unknown
    one. Those that are off stay off, except categories of which there are no questions any more: they are forgotten, so
    that the list does not grow without end.
    """
    store, owner = request.host.store, require_pack_owner(request)
    known = list_categories(request.host, owner)
    if category not in known:
        raise Illegal(UNKNOWN_CATEGORY, code="unknown_category", names=known)
    now = kept_packs.load_unwanted_categories(store, owner)
    kept_packs.save_unwanted_categories(store, owner, [each for each in known if each in now or each == category])
    return answer_lines(format_packs(request))


def switch_on_category(request: DeskRequest, category: str, _: str) -> DeskAnswer:
    """Switch a category of quiz questions on again for new games of this group or person (nothing changes if it was not
    off), and answer with their packs and categories.
    """
    now = kept_packs.load_unwanted_categories(request.host.store, require_pack_owner(request))
    kept_packs.save_unwanted_categories(
        request.host.store, require_pack_owner(request), [each for each in now if each != category]
    )
    return answer_lines(format_packs(request))


def list_categories(host: HostContext, whose: str) -> list[str]:
    """List, in alphabetical order, all categories of the built-in quiz questions and of the owner's own packs."""
    own = [str(card.get("category", "")) for each in kept_packs.list_packs(host.store, whose) for card in each.cards]
    printed = dealt_cards.load_card_box(get_boxed_ruleset().name, host.config.packs).cards
    return sorted({str(card.category) for card in printed} | set(own))


PACK_COMMANDS = {
    "add": add_pasted_pack,
    "take": take_own_pack,
    "drop": drop_named_pack,
    "off": switch_off_category,
    "on": switch_on_category,
    "reports": list_question_reports,
    "show": show_questions,
    "mend": mend_own_question,
    "withdraw": withdraw_own_question,
    "restore": restore_own_question,
    "dismiss": dismiss_own_reports,
}
