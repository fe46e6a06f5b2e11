"""What people ask about themselves: being called or left alone, what is kept of them, and being forgotten."""

from __future__ import annotations

import msgspec

from host.people import accounts, opt_outs
from host.people.privacy import paragraphs
from host.said.desk.answer import Answer, said, say
from host.said.desk.request import Request
from host.shown import words

FORGOTTEN = "I have forgotten you. If you write to me again, we meet for the first time."
SURE = "Your name and settings would go for good, and a computer plays on in your seats. If you are sure, write {again}"


def stop(request: Request) -> Answer:
    """Leave them alone from now on."""
    opt_outs.stop(request.host, request.somebody(), request.identity, request.mailbox)
    return say("I shall not call you nor write to you any more. {start} ends that.", start=request.spelled("start"))


def start(request: Request) -> Answer:
    """They want to hear from us again."""
    opt_outs.start(request.host, request.somebody(), request.identity, request.mailbox)
    return say("I shall call you when it is your turn.")


def privacy(request: Request) -> Answer:
    """What is kept."""
    return said(["\n\n".join(paragraphs(words.reader({}, request.style)))])


def export(request: Request) -> Answer:
    """All that is kept of them, as a file."""
    request.in_private()
    kept = accounts.export(request.host, request.somebody().id)
    return Answer(file=msgspec.json.format(msgspec.json.encode(kept), indent=1))


def forget(request: Request) -> Answer:
    """They are forgotten, if they are sure, and told so one last time."""
    if not request.sure(request.words.strip()):
        raise request.doubt(SURE, "forget yes")
    accounts.forget(request.host, request.somebody().id)
    return say(FORGOTTEN)
