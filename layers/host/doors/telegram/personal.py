"""What people ask in Telegram about themselves in its own way: settings with buttons, links to their other selves."""

from __future__ import annotations

from host.doors.telegram import panels, places
from host.doors.telegram.call import Call
from host.people import account_merging, accounts
from host.said.desk import personal
from host.said.desk.answer import Answer, say

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
        personal.set_one(call, name, values)
    call.somebody()
    return Answer(asks=[panels.name_of("settings")])


def forget(call: Call) -> Answer:
    """Ask first; then forget them."""
    call.in_private()
    if call.words.strip():
        return personal.forget(call)
    return Answer(asks=[panels.name_of("forget")])


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
