"""Messages to players: only to those who ask for them, as Reddit's rules want it."""

from __future__ import annotations

from engine.kernel import Illegal
from host.doors.reddit.call import RedditCall
from host.people import accounts, opt_outs
from host.said.desk import refusals
from host.said.desk.answer import DeskAnswer, answer_sentence

MESSAGES_ON = (
    "I write to you from now on when something waits that is only for you. Reddit may show my messages among the chat "
    "requests. {off} ends that."
)
MESSAGES_OFF = "I write you no more messages. What is only for you stands on your private page: {claim}"
MESSAGES_NOT_NEEDED = (
    "You are told your secrets where you have linked an account already, so I need not write to you here."
)


def handle_reddit_messages(call: RedditCall) -> DeskAnswer:
    """Turn private messages to this person on or off."""
    person = call.person
    if call.words.casefold() == "off":
        if person.place == call.letters:
            accounts.set_private_place(call.host, person.id, "")
        call.host.store.drop_or_redirect_posts(call.letters, "", call.host.now())
        return answer_sentence(MESSAGES_OFF, claim=call.claim)
    if opt_outs.has_opted_out(call.host, call.identity):
        raise Illegal(refusals.LEFT_ALONE, start=call.format_command("start"))
    if person.place not in ("", call.letters):
        return answer_sentence(MESSAGES_NOT_NEEDED)
    accounts.set_private_place(call.host, person.id, call.letters)
    person.place = call.letters
    call.send_link()
    return answer_sentence(MESSAGES_ON, off=call.format_command("messages off"))
