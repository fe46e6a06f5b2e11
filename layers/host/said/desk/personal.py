"""What people ask about themselves: being called or left alone, what is kept of them, and being forgotten."""

from __future__ import annotations

import msgspec

from host.people import accounts, opt_outs
from host.people.privacy import format_privacy_paragraphs
from host.said.desk.answer import DeskAnswer, answer_lines, answer_sentence
from host.said.desk.request import DeskRequest
from host.shown import words

FORGOTTEN = "I have forgotten you. If you write to me again, we meet for the first time."
CONFIRM_FORGETTING = (
    "Your name and settings would go for good, and a computer plays on in your seats. If you are sure, write {again}"
)


def stop_calling(request: DeskRequest) -> DeskAnswer:
    """Stop calling and writing to this person."""
    opt_outs.opt_out_account(request.host, request.require_person(), request.identity, request.mailbox)
    return answer_sentence(
        "I shall not call you nor write to you any more. {start} ends that.", start=request.format_command("start")
    )


def start_calling(request: DeskRequest) -> DeskAnswer:
    """Call this person again when it is their turn."""
    opt_outs.opt_in_account(request.host, request.require_person(), request.identity, request.mailbox)
    return answer_sentence("I shall call you when it is your turn.")


def explain_privacy(request: DeskRequest) -> DeskAnswer:
    """Explain which data are kept."""
    return answer_lines(["\n\n".join(format_privacy_paragraphs(words.build_reader({}, request.style)))])


def export_own_data(request: DeskRequest) -> DeskAnswer:
    """Return all data kept of this person as a JSON file."""
    request.check_private()
    kept = accounts.export_account(request.host, request.require_person().id)
    return DeskAnswer(file=msgspec.json.format(msgspec.json.encode(kept), indent=1))


def forget_requester(request: DeskRequest) -> DeskAnswer:
    """Delete this person's data after they have confirmed it, and tell them so."""
    if not request.is_confirmed(request.words.strip()):
        raise request.make_confirmation(CONFIRM_FORGETTING, "forget yes")
    accounts.forget_account(request.host, request.require_person().id)
    return answer_sentence(FORGOTTEN)
