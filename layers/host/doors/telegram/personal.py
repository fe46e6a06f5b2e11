"""Commands about oneself: settings, links to their other selves, what is kept of them, and being forgotten."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.kernel import Illegal
from host.core import clocks
from host.core.session import Habits, Style
from host.doors.telegram import panels, places
from host.doors.telegram.call import Answer, Call, said, say
from host.people import account_merging, accounts
from host.people.privacy import paragraphs
from host.shown import words

CODE = "Your code is {code}. It is good for fifteen minutes: on your other account write /link and the code."
WEB = "Your own page, for your eyes only: {url}"
LINKED = "Linked: you are one and the same from now on. /unlink ends that."
NOT_LINKED = "Good. Nothing has changed."
ALONE = "Only this account is you from now on: every link, browser and other account of yours is shut out."


def settings(call: Call) -> Answer:
    """Show what is set, or set one thing."""
    call.in_private()
    name, *values = call.words.split() or [""]
    if name:
        set_one(call, name, values)
    habits(call)
    return Answer(asks=[panels.name_of("settings")])


def habits(call: Call) -> Habits:
    """How they want to be treated, as it is kept now."""
    found = accounts.person(call.house, call.somebody().id)
    return found.habits if found else Habits()


def set_one(call: Call, name: str, values: list[str]) -> None:
    """Set one thing; raises Illegal with an example."""
    change = SETTINGS.get(name.casefold())
    if change is None:
        raise Illegal("You can set {names}. /settings shows how.", names=list(SETTINGS))
    old = habits(call)
    accounts.set_habits(call.house, call.somebody().id, change(call, old, values))


def _reminders(_: Call, old: Habits, values: list[str]) -> Habits:
    said = values[0].casefold() if values else ""
    if said not in ("on", "off"):
        raise Illegal("Write /settings reminders on, or /settings reminders off")
    return replace(old, reminders=said == "on")


def _numbers(_: Call, old: Habits, values: list[str]) -> Habits:
    said = " ".join(values)
    comma = next((comma for comma, example in panels.COMMAS.items() if said in (comma, example)), None)
    if comma is None:
        raise Illegal("Write a million as you like it: {ways}.", ways=list(panels.COMMAS.values()))
    return replace(old, style=Style(old.style.language, comma))


def _zone(_: Call, old: Habits, values: list[str]) -> Habits:
    return replace(old, zone=" ".join(values)[:64])


def _quiet(_: Call, old: Habits, values: list[str]) -> Habits:
    if [value.casefold() for value in values] == ["none"]:
        return replace(old, quiet=None)
    if len(values) != 2:
        raise Illegal("Write /settings quiet 23:00 8:00, or /settings quiet none")
    return replace(old, quiet=(_minute(values[0]), _minute(values[1])))


def _minute(text: str) -> int:
    hours, colon, minutes = text.partition(":")
    if not colon or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in (hours, minutes)):
        raise Illegal("Quiet hours are times such as 22:30.")
    return int(hours) * 60 + int(minutes)


def _vacation(call: Call, old: Habits, values: list[str]) -> Habits:
    if [value.casefold() for value in values] == ["none"]:
        return replace(old, away=None)
    time, now = clocks.duration("".join(values).lower()), call.house.now()
    if time is None:
        raise Illegal("Write /settings vacation 7d, or /settings vacation none")
    return replace(old, away=(now, now + time))


def _language(_: Call, old: Habits, values: list[str]) -> Habits:
    if values[:1] not in [[each] for each in words.languages()]:
        raise Illegal("I speak these languages: {names}.", names=words.languages())
    return replace(old, style=Style(values[0], old.style.comma))


SETTINGS = {
    "language": _language,
    "reminders": _reminders,
    "numbers": _numbers,
    "zone": _zone,
    "quiet": _quiet,
    "vacation": _vacation,
}


# -- links, and what is kept


def link(call: Call) -> Answer:
    """A code for their other account, or their own page; with such a code, they are asked whether it is theirs."""
    call.in_private()
    person, word = call.somebody(), call.words.strip()
    if word:
        return linked(call, word.casefold()) if word.casefold() in ("yes", "no") else _asked(call, word)
    answer = say(CODE, code=accounts.link_code(call.house, person.id))
    if call.sender.web:
        url = f"{call.sender.web}/p/{accounts.web_link(call.house, person.id)}"
        answer.lines += say(WEB, url=url).lines
    return answer


def _account(call: Call) -> str:
    """The identity of whoever writes, which is the place of their private chat, too."""
    return places.place(call.user.id if call.user else 0)


def _asked(call: Call, code: str) -> Answer:
    """Somebody else may have made them bring this code: so nothing happens before they have seen whose it is."""
    ticket = accounts.ticket(code[:100])
    account_merging.asked(call.house, ticket, _account(call))
    call.house.store.keep(call.place, panels.LINKING, ticket.encode())
    return Answer(asks=[panels.name_of("link")])


def linked(call: Call, word: str) -> Answer:
    """Whoever asked for the code is the one who writes here; private words reach them here from now on."""
    ticket = call.house.store.kept(call.place, panels.LINKING).decode()
    if word == "yes":
        person = account_merging.redeem(call.house, ticket, _account(call))
        accounts.settle(call.house, person.id, _account(call))
    call.house.store.keep(call.place, panels.LINKING, b"")
    return say(LINKED if word == "yes" else NOT_LINKED)


def unlink(call: Call) -> Answer:
    """Whatever else opened their view is shut out; what they have done stays with this account."""
    call.in_private()
    person = call.somebody()
    account_merging.alone(call.house, person.id, _account(call))
    accounts.settle(call.house, person.id, _account(call))
    return say(ALONE)


def privacy(call: Call) -> Answer:
    """What is kept."""
    return said(["\n\n".join(paragraphs(words.reader({}, call.style)))])


def export(call: Call) -> Answer:
    """All that is kept of them, as a file."""
    call.in_private()
    kept = accounts.export(call.house, call.somebody().id)
    return Answer(file=msgspec.json.format(msgspec.json.encode(kept), indent=1))


def forget(call: Call) -> Answer:
    """Ask first; then forget them."""
    call.in_private()
    if call.words.strip().casefold() == "yes":
        return forgotten(call)
    return Answer(asks=[panels.name_of("forget")])


def forgotten(call: Call) -> Answer:
    """They are forgotten, and told so one last time."""
    accounts.forget(call.house, call.somebody().id)
    return say("I have forgotten you. If you write to me again, we meet for the first time.")
