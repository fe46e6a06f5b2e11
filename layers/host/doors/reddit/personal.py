"""What people ask in Reddit about themselves in its own way: the link to their private page, and being left alone."""

from __future__ import annotations

from engine.kernel import Illegal
from host.doors.reddit import opt_outs
from host.doors.reddit.call import Call
from host.doors.reddit.markdown import raw
from host.doors.reddit.places import identity, mailbox
from host.people import account_merging, accounts, browser_linking
from host.said.desk.answer import Answer, say

LINKED = (
    "Your code has come. Go back to the page that showed it, and say there that it is you. If it was somebody else who "
    "gave you that code, write {unlink}: it shuts every browser out."
)
APART = "Your account here belongs to nobody else any more, whoever opened the page with that code."
UNLINKED = "No private link of yours opens anything any more, nor does any browser or other account of yours."


def link(call: Call) -> Answer:
    """The code that a browser shows is theirs; without one, where to get it."""
    if not call.words:
        call.send_link()
        return say("Open {claim} and write here, as a comment, what it tells you.", claim=call.claim)
    if accounts.spoil(call.house, call.words):
        raise Illegal("That code was for another platform. Everybody could read it here, so it is no longer good.")
    browser_linking.code_written(
        call.house, call.words, call.person.id, identity(call.remark.author), call.remark.author
    )
    return say(LINKED, unlink=raw("`unlink`"))


def unlink(call: Call) -> Answer:
    """All their links and browsers are shut out."""
    person, name = call.person, call.remark.author
    own = "" if opt_outs.is_quiet(call.house, name) else mailbox(name)
    if browser_linking.apart(call.house, person.id, identity(name)):
        if person.place == own:
            accounts.settle(call.house, person.id, "")
        return say(APART)
    account_merging.alone(call.house, person.id, identity(name))
    if person.place not in ("", own):
        accounts.settle(call.house, person.id, own)
    return say(UNLINKED)


def stop(call: Call) -> Answer:
    """Leave them alone from now on."""
    opt_outs.stop(call.house, call.person, call.remark.author)
    return say("I shall not call you nor write to you any more. {start} ends that.", start=raw("`start`"))


def start(call: Call) -> Answer:
    """They want to hear from us again."""
    opt_outs.start(call.house, call.person, call.remark.author)
    return say("I shall call you when it is your turn.")
