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
from host.said.desk.answer import Answer, said
from host.said.desk.pack_questions import boxed, owner
from host.said.desk.request import Request

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")
MOST_CARDS, MOST_FAULTS, MOST_OFF = 500, 8, 20
PRINTED = card_packs.PRINTED
ALL = "all"
NO_NAME = "Give it a name of up to 24 small letters, digits and dashes, say {line}"
NOTHING = "Nothing in it is a question: {faults}"
TOO_MANY = "A pack holds up to {most:n} questions, and this has {n:n}."
TOO_BIG = "This pack is too large to be kept. Make two of it."
FULL = "There are {most} packs already. Drop one: {line}"
UNKNOWN_CATEGORY = "There is no category of that name. There are: {names}."
HOW = "Write {line}, and below it a question a line: question | right | wrong | wrong | wrong | level | category | why"
ALONE = (
    "Questions of your own are for your eyes alone: write me {line} in private, or bring a file on your page, {claim}"
)
IN_GROUP = "A pack of your own comes here with {line}"


def pack(request: Request) -> Answer:
    """`pack`, `pack add NAME` and lines below, `pack take|drop NAME`, `pack off|on CATEGORY`; of single questions
    `pack reports`, `pack show NAME`, `pack mend|withdraw|restore|dismiss NAME NUMBER`.
    """
    head, _, text = request.words.partition("\n")
    word, _, rest = head.strip().partition(" ")
    does = WORDS.get(word.casefold())
    if does is None:
        return said(listed(request))
    usual.must_look_after(request)
    return does(request, rest.strip().casefold(), text)


def listed(request: Request) -> list[str]:
    """What there is, and how more is added."""
    whose, reader = owner(request), request.say
    found = packs.of(request.host.store, whose)
    lines = [reader("{name}: {n:n} {n:question|questions}", name=each.name, n=len(each.cards)) for each in found]
    off = packs.off(request.host.store, whose)
    lines += [reader("Switched off: {names}", names=off)] if off else []
    if request.private:
        return [*lines, reader(HOW, line=request.spelled("pack add friends"))]
    lines = lines or [reader("No packs yet.")]
    elsewhere = reader(ALONE, line=request.spelled("pack add friends"), claim=request.claim)
    return [*lines, elsewhere, reader(IN_GROUP, line=request.spelled("pack take friends"))]


def add(request: Request, name: str, text: str) -> Answer:
    """What was pasted below the line."""
    if not text.strip():
        raise Illegal(HOW, line=request.spelled("pack add friends"))
    return brought(request, name, text.encode())


def brought(request: Request, name: str, data: bytes) -> Answer:
    """A file, or pasted words: what of it is a question is kept, and the rest is refused line by line."""
    found, faults = made(request.host, owner(request), name.casefold(), data, request.spelled("pack add friends"))
    reader = request.say
    lines = [reader("{name}: {n:n} {n:question|questions}", name=found.name, n=len(found.cards))]
    lines += [reader("Refused: {fault}", fault=fault) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - MOST_FAULTS
    return said([*lines, *([reader("and {n:n} more", n=more)] if more > 0 else [])])


def made(host: HostContext, whose: str, name: str, data: bytes, line: str) -> tuple[Pack, list[str]]:
    """The pack as it is kept now, and what was refused of it."""
    if not NAME.fullmatch(name) or name in (PRINTED, ALL):
        raise Illegal(NO_NAME, line=line)
    rules = boxed()
    cards, wrong = rules.pack(sheets.rows(data), name, datetime.fromtimestamp(host.now(), UTC).date().isoformat())
    faults = [str(fault) for fault in wrong]
    if not cards:
        raise Illegal(NOTHING, faults=faults[:MOST_FAULTS])
    if len(cards) > MOST_CARDS:
        raise Illegal(TOO_MANY, most=MOST_CARDS, n=len(cards))
    there = {each.name for each in packs.of(host.store, whose)}
    found = Pack(name, host.now(), [msgspec.to_builtins(card) for card in cards])
    _keep(host, whose, found, there, line)
    return found, faults


def _keep(host: HostContext, whose: str, found: Pack, there: set[str], line: str) -> None:
    if len(there | {found.name}) > MOST_PACKS:
        raise Illegal(FULL, most=MOST_PACKS, line=line.replace("add", "drop"))
    if not packs.put(host.store, whose, found):
        raise Illegal(TOO_BIG)


def take(request: Request, name: str, _: str) -> Answer:
    """One of one's own packs is the group's from now on, too."""
    own = packs.of(request.host.store, f"person:{request.somebody().id}")
    found = next((each for each in own if each.name == name), None)
    if found is None:
        raise Illegal(pack_questions.UNKNOWN, names=[each.name for each in own] or "none")
    there = {each.name for each in packs.of(request.host.store, owner(request))}
    _keep(request.host, owner(request), found, there, request.spelled(f"pack add {name}"))
    return said(listed(request))


def drop(request: Request, name: str, _: str) -> Answer:
    """It is there no longer; games that were dealt its questions keep them."""
    whose, store = owner(request), request.host.store
    there = [each.name for each in packs.of(store, whose)]
    if name != ALL and name not in there:
        raise Illegal(pack_questions.UNKNOWN, names=there or "none")
    for each in there if name == ALL else [name]:
        packs.drop(store, whose, each)
    return said(listed(request))


def switch_off(request: Request, category: str, _: str) -> Answer:
    """Nothing of this category is asked in games here any more."""
    known = categories(request.host, owner(request))
    if category not in known:
        raise Illegal(UNKNOWN_CATEGORY, names=known)
    now = packs.off(request.host.store, owner(request))
    packs.set_off(request.host.store, owner(request), sorted({*now, category})[:MOST_OFF])
    return said(listed(request))


def switch_on(request: Request, category: str, _: str) -> Answer:
    """It is asked about again."""
    now = packs.off(request.host.store, owner(request))
    packs.set_off(request.host.store, owner(request), [each for each in now if each != category])
    return said(listed(request))


def categories(host: HostContext, whose: str) -> list[str]:
    """All that is asked about: in the house's box, and in their own packs."""
    own = [str(card.get("category", "")) for each in packs.of(host.store, whose) for card in each.cards]
    printed = card_packs.box(boxed().name, host.config.packs).cards
    return sorted({str(card.category) for card in printed} | set(own))


WORDS = {
    "add": add,
    "take": take,
    "drop": drop,
    "off": switch_off,
    "on": switch_on,
    "reports": pack_questions.reports,
    "show": pack_questions.show,
    "mend": pack_questions.mend,
    "withdraw": pack_questions.withdraw,
    "restore": pack_questions.bring_back,
    "dismiss": pack_questions.dismiss,
}
