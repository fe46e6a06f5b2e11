"""Messages to players: only to those who ask for them, as Reddit's rules want it."""

from __future__ import annotations

from engine.kernel import Illegal
from host.doors.reddit.call import RedditCall
from host.people import accounts, opt_outs
from host.said.desk import refusals
from host.said.desk.answer import Answer, say

WANTED = (
    "I write to you from now on when something waits that is only for you. Reddit may show my messages among the chat "
    "requests. {off} ends that."
)
UNWANTED = "I write you no more messages. What is only for you stands on your private page: {claim}"
ELSEWHERE = "You are told your secrets where you have linked an account already, so I need not write to you here."


def messages(call: RedditCall) -> Answer:
    """They want to be written to, or no longer."""
    person = call.person
    if call.words.casefold() == "off":
        if person.place == call.letters:
            accounts.settle(call.host, person.id, "")
        call.host.store.hush(call.letters, "", call.host.now())
        return say(UNWANTED, claim=call.claim)
    if opt_outs.is_quiet(call.host, call.identity):
        raise Illegal(refusals.LEFT_ALONE, start=call.spelled("start"))
    if person.place not in ("", call.letters):
        return say(ELSEWHERE)
    accounts.settle(call.host, person.id, call.letters)
    person.place = call.letters
    call.send_link()
    return say(WANTED, off=call.spelled("messages off"))
