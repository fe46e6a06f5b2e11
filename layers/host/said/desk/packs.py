"""Questions of one's own: what a group, or whoever hosts games, adds to the house's, and what they switch off."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import msgspec

from engine.kernel import Illegal
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.store import packs
from host.core.store.packs import MOST_PACKS, Pack
from host.said import sheets
from host.said.desk import pack_questions, usual
from host.said.desk.answer import DeskAnswer, answer_lines
from host.said.desk.pack_questions import get_boxed_ruleset, get_pack_owner
from host.said.desk.request import DeskRequest

PACK_NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
MOST_CARDS, MOST_FAULTS, MOST_OFF = 500, 8, 20
PRINTED = card_packs.PRINTED
ALL_PACKS = "all"
NO_NAME = "Give it a name of up to 24 small letters, digits and dashes, say {line}"
NO_QUESTIONS_IN_PACK = "Nothing in it is a question: {faults}"
TOO_MANY = "A pack holds up to {most:n} questions, and this has {n:n}."
TOO_BIG = "This pack is too large to be kept. Make two of it."
TOO_MANY_PACKS = "There are {most} packs already. Drop one: {line}"
UNKNOWN_CATEGORY = "There is no category of that name. There are: {names}."
HOW_TO_ADD_PACK = (
    "Write {line}, and below it a question a line: question | right | wrong | wrong | wrong | level | category | why"
)
PACKS_ARE_PRIVATE = (
    "Questions of your own are for your eyes alone: write me {line} in private, or bring a file on your page, {claim}"
)
IN_GROUP = "A pack of your own comes here with {line}"


def manage_packs(request: DeskRequest) -> DeskAnswer:
    """Run `pack add NAME` with lines below, `pack take|drop NAME` or `pack off|on CATEGORY`; without a word, list
    all.
    For single questions: `pack reports`, `pack show NAME`, `pack mend|withdraw|restore|dismiss NAME NUMBER`.
    """
    head, _, text = request.words.partition("\n")
    word, _, rest = head.strip().partition(" ")
    does = PACK_COMMANDS.get(word.casefold())
    if does is None:
        return answer_lines(format_packs(request))
    usual.check_manages_place(request)
    return does(request, rest.strip().casefold(), text)


def format_packs(request: DeskRequest) -> list[str]:
    """Format the packs and categories that are set here, and how to add more."""
    whose, reader = get_pack_owner(request), request.format_sentence
    found = packs.list_packs(request.host.store, whose)
    lines = [reader("{name}: {n:n} {n:question|questions}", name=each.name, n=len(each.cards)) for each in found]
    off = packs.load_unwanted_categories(request.host.store, whose)
    lines += [reader("Switched off: {names}", names=off)] if off else []
    if request.private:
        return [*lines, reader(HOW_TO_ADD_PACK, line=request.format_command("pack add friends"))]
    lines = lines or [reader("No packs yet.")]
    elsewhere = reader(PACKS_ARE_PRIVATE, line=request.format_command("pack add friends"), claim=request.claim)
    return [*lines, elsewhere, reader(IN_GROUP, line=request.format_command("pack take friends"))]


def add_pasted_pack(request: DeskRequest, name: str, text: str) -> DeskAnswer:
    """Add a pack from the lines below the command."""
    if not text.strip():
        raise Illegal(HOW_TO_ADD_PACK, line=request.format_command("pack add friends"))
    return import_pack(request, name, text.encode())


def import_pack(request: DeskRequest, name: str, data: bytes) -> DeskAnswer:
    """Keep the questions of a file or of pasted lines, and answer with the rejected lines."""
    found, faults = build_pack(
        request.host, get_pack_owner(request), name.casefold(), data, request.format_command("pack add friends")
    )
    reader = request.format_sentence
    lines = [reader("{name}: {n:n} {n:question|questions}", name=found.name, n=len(found.cards))]
    lines += [reader("Refused: {fault}", fault=fault) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - MOST_FAULTS
    return answer_lines([*lines, *([reader("and {n:n} more", n=more)] if more > 0 else [])])


def build_pack(host: HostContext, whose: str, name: str, data: bytes, line: str) -> tuple[Pack, list[str]]:
    """Build and store a pack from a sheet; return it with the rejected lines."""
    if not PACK_NAME_PATTERN.fullmatch(name) or name in (PRINTED, ALL_PACKS):
        raise Illegal(NO_NAME, line=line)
    rules = get_boxed_ruleset()
    cards, wrong = rules.parse_pack(
        sheets.parse_question_sheet(data), name, datetime.fromtimestamp(host.now(), UTC).date().isoformat()
    )
    faults = [str(fault) for fault in wrong]
    if not cards:
        raise Illegal(NO_QUESTIONS_IN_PACK, faults=faults[:MOST_FAULTS])
    if len(cards) > MOST_CARDS:
        raise Illegal(TOO_MANY, most=MOST_CARDS, n=len(cards))
    there = {each.name for each in packs.list_packs(host.store, whose)}
    found = Pack(name, host.now(), [msgspec.to_builtins(card) for card in cards])
    _store_pack(host, whose, found, there, line)
    return found, faults


def _store_pack(host: HostContext, whose: str, found: Pack, there: set[str], line: str) -> None:
    if len(there | {found.name}) > MOST_PACKS:
        raise Illegal(TOO_MANY_PACKS, most=MOST_PACKS, line=line.replace("add", "drop"))
    if not packs.save_pack(host.store, whose, found):
        raise Illegal(TOO_BIG)


def take_own_pack(request: DeskRequest, name: str, _: str) -> DeskAnswer:
    """Copy one of the person's own packs to the group."""
    own = packs.list_packs(request.host.store, f"person:{request.require_person().id}")
    found = next((each for each in own if each.name == name), None)
    if found is None:
        raise Illegal(pack_questions.UNKNOWN, names=[each.name for each in own] or "none")
    there = {each.name for each in packs.list_packs(request.host.store, get_pack_owner(request))}
    _store_pack(request.host, get_pack_owner(request), found, there, request.format_command(f"pack add {name}"))
    return answer_lines(format_packs(request))


def drop_named_pack(request: DeskRequest, name: str, _: str) -> DeskAnswer:
    """Delete a pack, or all; games that hold its questions keep them."""
    whose, store = get_pack_owner(request), request.host.store
    there = [each.name for each in packs.list_packs(store, whose)]
    if name != ALL_PACKS and name not in there:
        raise Illegal(pack_questions.UNKNOWN, names=there or "none")
    for each in there if name == ALL_PACKS else [name]:
        packs.delete_pack(store, whose, each)
    return answer_lines(format_packs(request))


def switch_off_category(request: DeskRequest, category: str, _: str) -> DeskAnswer:
    """Ask no more questions of this category in games here."""
    known = list_categories(request.host, get_pack_owner(request))
    if category not in known:
        raise Illegal(UNKNOWN_CATEGORY, names=known)
    now = packs.load_unwanted_categories(request.host.store, get_pack_owner(request))
    packs.save_unwanted_categories(request.host.store, get_pack_owner(request), sorted({*now, category})[:MOST_OFF])
    return answer_lines(format_packs(request))


def switch_on_category(request: DeskRequest, category: str, _: str) -> DeskAnswer:
    """Ask questions of this category again."""
    now = packs.load_unwanted_categories(request.host.store, get_pack_owner(request))
    packs.save_unwanted_categories(
        request.host.store, get_pack_owner(request), [each for each in now if each != category]
    )
    return answer_lines(format_packs(request))


def list_categories(host: HostContext, whose: str) -> list[str]:
    """List all categories of the house's cards and of their own packs."""
    own = [str(card.get("category", "")) for each in packs.list_packs(host.store, whose) for card in each.cards]
    printed = card_packs.load_card_box(get_boxed_ruleset().name, host.config.packs).cards
    return sorted({str(card.category) for card in printed} | set(own))


PACK_COMMANDS = {
    "add": add_pasted_pack,
    "take": take_own_pack,
    "drop": drop_named_pack,
    "off": switch_off_category,
    "on": switch_on_category,
    "reports": pack_questions.list_question_reports,
    "show": pack_questions.show_questions,
    "mend": pack_questions.mend_own_question,
    "withdraw": pack_questions.withdraw_own_question,
    "restore": pack_questions.restore_own_question,
    "dismiss": pack_questions.dismiss_own_reports,
}
