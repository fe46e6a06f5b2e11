"""Links the accounts and browsers of one person, and parts them: codes said in private, codes posted in public."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from engine.kernel import Illegal, Told
from host.people import account_merging, accounts, browser_linking, opt_outs
from host.said.desk.answer import Answer, say
from host.said.desk.request import Request

CODE_IS = "Your code is {code}. It is good for fifteen minutes: on your other account write {link} and the code."
OWN_PAGE = "Your own page, for your eyes only: {url}"
FROM_WHOM = "This code is from {name}. Did you ask for it yourself, just now?"
MEANS = (
    "If so, you are one person from now on: {name} sees what is secret to you, and can play for you.",
    "What both have done is added up. Where settings differ, those of whoever is in a game count, or else {name}’s.",
    "If somebody else gave you this code, say no.",
)
LINKED = "Linked: you are one and the same from now on. {unlink} ends that."
NOT_LINKED = "Good. Nothing has changed."
ALONE = "Only this account is you from now on: every link, browser and other account of yours is shut out."
APART = "Your account here belongs to nobody else any more, whoever opened the page with that code."
COME = (
    "Your code has come. Go back to the page that showed it, and say there that it is you. If it was somebody else who "
    "gave you that code, write {unlink}: it shuts every browser out."
)
UNREAD = "I host nowhere where such a code would be read."
UNUSED = "I host nowhere where such a code could be used."
READ_ALOUD = "That code was for another platform. Everybody could read it here, so it is no longer good."
PENDING = "linking"  # what is kept of the code about which somebody has been asked


# -- codes that are said in private


def link(request: Request) -> Answer:
    """A code for their other account, or their own page; with such a code, they are asked whether it is theirs."""
    request.in_private()
    word = request.words.strip()
    if word.casefold() in ("yes", "no"):
        return linked(request, word.casefold())
    return _asked(request, word) if word else _codes(request)


def _codes(request: Request) -> Answer:
    person = request.somebody()
    code = accounts.link_code(request.host, person.id)
    answer = say(CODE_IS, code=code, link=request.spelled("link"))
    if request.web and not only_here(request.web):
        answer.lines += say(OWN_PAGE, url=f"{request.web}/p/{accounts.web_link(request.host, person.id)}").lines
    return answer


def only_here(address: str) -> bool:
    """Is it an address of this very machine, which leads nowhere from anybody's telephone?"""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def code(request: Request, doors: Sequence[object]) -> str:
    """A code for one of these doors, good for a quarter of an hour."""
    if not doors:
        raise Illegal(UNUSED)
    return accounts.link_code(request.host, request.somebody().id)


def _asked(request: Request, code: str) -> Answer:
    """Somebody else may have made them bring this code: so nothing happens before they have seen whose it is."""
    ticket = accounts.ticket(code[:100])
    asker = account_merging.asked(request.host, ticket, request.identity)
    request.host.store.keep(request.place, PENDING, ticket.encode())
    return Answer([Told(text, {"name": asker.name}) for text in (FROM_WHOM, *MEANS)], menu="link")


def pending(request: Request) -> str:
    """The ticket of the code about which they have been asked."""
    return request.host.store.kept(request.place, PENDING).decode()


def linked(request: Request, word: str) -> Answer:
    """Whoever asked for the code is the one who writes here; private words reach them here from now on."""
    if word == "yes":
        person = account_merging.redeem(request.host, pending(request), request.identity)
        accounts.settle(request.host, person.id, request.mailbox)
    request.host.store.keep(request.place, PENDING, b"")
    return say(LINKED, unlink=request.spelled("unlink")) if word == "yes" else say(NOT_LINKED)


# -- codes that are posted in public


def claim(request: Request) -> Answer:
    """The code that a browser shows is theirs; without one, where to get it."""
    if not request.words:
        request.send_link()
        return say("Open {claim} and write here, as a comment, what it tells you.", claim=request.claim)
    if accounts.spoil(request.host, request.words):
        raise Illegal(READ_ALOUD)
    person = request.somebody()
    browser_linking.code_written(request.host, request.words, person.id, request.identity, request.name)
    return say(COME, unlink=request.spelled("unlink"))


def must_be_read(doors: Sequence[object]) -> None:
    """No code is shown that nobody would read."""
    if not doors:
        raise Illegal(UNREAD)


# -- apart


def unlink(request: Request) -> Answer:
    """All else that is them is shut out, or their accounts at one door; what they have done stays with this account."""
    host, person = request.host, request.somebody()
    if request.chosen:
        account_merging.without(host, person.id, request.chosen)
        return Answer()
    own = "" if opt_outs.is_quiet(host, request.identity) else request.mailbox
    if browser_linking.apart(host, person.id, request.identity):
        if person.place == own:
            accounts.settle(host, person.id, "")
        return say(APART)
    account_merging.alone(host, person.id, request.identity)
    if person.place not in ("", own):
        accounts.settle(host, person.id, own)
    return say(ALONE)


def revoke(request: Request) -> Answer:
    """None of their links opens anything any more."""
    accounts.revoke(request.host, request.somebody().id)
    return Answer()
