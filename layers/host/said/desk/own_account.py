"""Links the accounts and browsers of one person, and parts them: codes said in private, codes posted in public."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from engine.kernel import Illegal, Told
from host.core.context import HostContext
from host.people import account_linking, accounts
from host.people.privacy import format_privacy_paragraphs
from host.said.answers import DeskAnswer, answer_lines, answer_sentence
from host.said.desk.request import DeskRequest
from host.shown import words

CODE_IS = "Your code is {code}. It works for fifteen minutes. On your other account, write {link} and then the code."
OWN_PAGE = "Your own page, only for you: {url}"
FROM_WHOM = "This code is from {name}. Did you ask for this code yourself a moment ago?"

MEANS = (
    "If you agree, both accounts become one. {name} can then see your secrets and play for you.",
    (
        "Your statistics from both accounts are added up. If the settings differ, I use those of the account that"
        " plays in a game, otherwise those of {name}."
    ),
    "If somebody else gave you this code, say no.",
)

LINKED = "Your two accounts are connected now. To separate them, write {unlink}"
NOT_LINKED = "Good. Nothing has changed."
UNLINKED = "Only this account can play for you now. Your other links, browsers and accounts are signed out."
APART = "Now only you can use your account here. Other browsers that used this code are signed out."

COME = (
    "I have your code. Confirm it on the page that showed it. If you got the code from somebody else, write "
    "{unlink} to sign out every browser."
)

NO_CODE_READERS = "I cannot use this code, because I do not play on the platform that it is for."
UNUSED = "You cannot use this code: I do not play on any other platform."
READ_ALOUD = "That code was for another platform. Everybody could read it here, so it does not work any more."
PENDING = "linking"  # what is kept of the code about which somebody has been asked


# -- codes that are said in private


def link_account(request: DeskRequest) -> DeskAnswer:
    """Run the `link` command, in private only (elsewhere raise Illegal). Without a word, answer with a code that links
    another account, and the link to the person's page; with a code, ask whether it is theirs; with yes or no, link the
    accounts or else forget the code.
    """
    request.check_private()
    word = request.words.strip()
    if word.casefold() in ("yes", "no"):
        return settle_link(request, word.casefold())
    return _ask_about_code(request, word) if word else _show_link_code(request)


def _show_link_code(request: DeskRequest) -> DeskAnswer:
    """Answer with a new code that links another account and, if the host has a web page that other devices can reach, a
    new login link to the person's own page.
    """
    person = request.require_person()
    code = accounts.create_account_link_code(request.host, person.id)
    answer = answer_sentence(CODE_IS, code=code, link=request.format_command("link"))
    answer.link_code = code
    if request.web and not is_loopback_address(request.web):
        answer.lines += answer_sentence(
            OWN_PAGE, url=f"{request.web}/p/{accounts.create_web_token(request.host, person.id)}"
        ).lines
    return answer


def is_loopback_address(address: str) -> bool:
    """Return whether this address leads to this machine only, so that a phone cannot open it."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def issue_link_code(request: DeskRequest, doors: Sequence[object]) -> str:
    """Create and return a code with which the person links an account on one of these platforms (`doors`), valid for a
    quarter of an hour; raise Illegal if there is no such platform.
    """
    if not doors:
        raise Illegal(UNUSED, code="no_code_readers")
    return accounts.create_account_link_code(request.host, request.require_person().id)


def _ask_about_code(request: DeskRequest, code: str) -> DeskAnswer:
    """Ask the person to confirm a code before accounts are linked, because somebody else may have made them send it,
    and store its hash for their account here until they answer (others may write in the same place); raise Illegal if
    the code is not valid or the accounts cannot be linked, such as if both have open games.
    """
    ticket = accounts.hash_link_code(code[:100])
    asker = account_linking.check_merge_request(request.host, ticket, request.identity)
    request.host.store.save_place_value(request.identity, PENDING, ticket.encode())
    return DeskAnswer([Told(text, {"name": asker.name}) for text in (FROM_WHOM, *MEANS)], menu="link")


def read_pending_ticket(request: DeskRequest) -> str:
    """Return the stored ticket (hash) of the link code that the person has been asked to confirm with this account;
    empty if there is none.
    """
    return request.host.store.load_place_value(request.identity, PENDING).decode()


def settle_link(request: DeskRequest, word: str) -> DeskAnswer:
    """Link the person's account with that of the person who created the pending code if `word` is "yes" (raise Illegal
    if the code is no longer valid), and write to them here from now on, unless they have asked not to be written to;
    with any other word, only forget the code.
    """
    if word == "yes":
        person = account_linking.redeem_link_code(request.host, read_pending_ticket(request), request.identity)
        if not accounts.has_opted_out(request.host, request.identity):
            accounts.set_private_place(request.host, person.id, request.mailbox)
    request.host.store.save_place_value(request.identity, PENDING, b"")
    return (
        answer_sentence(LINKED, unlink=request.format_command("unlink"))
        if word == "yes"
        else answer_sentence(NOT_LINKED)
    )


# -- codes that are posted in public


def claim_browser(request: DeskRequest) -> DeskAnswer:
    """Record that this person has posted the code that a browser shows, so that the browser can be linked to them; or,
    without a code, say where to get one, and send them their login link if the platform can. Raise Illegal for a code
    that is not valid, or one that should have been said in private, which is made invalid.
    """
    if not request.words:
        request.send_link()
        return answer_sentence(
            "Open {claim}. The page shows you a code. Write it here as a comment.", claim=request.claim
        )
    if accounts.revoke_link_code(request.host, request.words):
        raise Illegal(READ_ALOUD, code="code_read_aloud")
    person = request.require_person()
    account_linking.record_code_author(request.host, request.words, person.id, request.identity, request.name)
    return answer_sentence(COME, unlink=request.format_command("unlink"))


def check_code_readers(doors: Sequence[object]) -> None:
    """Raise Illegal if this host runs no platform (`doors`) on which people could post a code that a browser shows."""
    if not doors:
        raise Illegal(NO_CODE_READERS, code="no_code_readers")


# -- apart


def unlink_accounts(request: DeskRequest) -> DeskAnswer:
    """Separate all other accounts, browsers and links from this one; results stay with this account, and the host
    writes to no other any more. Or, if a button names a platform, separate only the accounts there, and answer nothing;
    or, if only a browser's code has joined this account to the person, separate this account itself instead.
    """
    host, person = request.host, request.require_person()
    if request.chosen:
        account_linking.unlink_person_from_platform(host, person.id, request.chosen)
        return DeskAnswer()
    own = "" if accounts.has_opted_out(host, request.identity) else request.mailbox
    if account_linking.unlink_unproven_account(host, person.id, request.identity):
        if person.place == own:
            accounts.leave_private_place(host, person)
        return answer_sentence(APART)
    account_linking.drop_other_identities(host, person.id, request.identity)
    if person.place not in ("", own):
        accounts.leave_private_place(host, person, own)
    return answer_sentence(UNLINKED)


def revoke_links(request: DeskRequest) -> DeskAnswer:
    """Make all tokens of this person invalid: links with which browsers are logged in as them, and pending codes,
    calendar addresses and keys of programs, too. Return an empty answer.
    """
    accounts.revoke_tokens(request.host, request.require_person().id)
    return DeskAnswer()


FORGOTTEN = "I have deleted your account. If you write to me again, I will not know you."

CONFIRM_FORGETTING = (
    "If I forget you, I delete your name and settings for ever, and a computer plays for you. If you are sure, "
    "write {again}"
)


def stop_notifying(request: DeskRequest) -> DeskAnswer:
    """Stop mentioning and writing to this person's account here, drop what is queued for it, and say how to undo
    that.
    """
    accounts.opt_out_account(request.host, request.require_person(), request.identity, request.mailbox)
    return answer_sentence(
        "I will not write to you any more. To change this, write {start}", start=request.format_command("start")
    )


def start_notifying(request: DeskRequest) -> DeskAnswer:
    """Undo `stop_notifying`: let this person's account here be mentioned and written to again; private messages go
    there if they have no other place for them.
    """
    accounts.opt_in_account(request.host, request.require_person(), request.identity, request.mailbox)
    return answer_sentence("I will tell you when it is your turn.")


def explain_privacy(request: DeskRequest) -> DeskAnswer:
    """Answer which personal data the host stores, and for how long."""
    return answer_lines(["\n\n".join(format_privacy_paragraphs(words.build_reader({}, request.style)))])


def export_own_data(request: DeskRequest) -> DeskAnswer:
    """Answer, in private only (elsewhere raise Illegal), with all data stored about this person, as a JSON file."""
    request.check_private()
    return DeskAnswer(file=build_export_file(request.host, request.require_person().id))


def build_export_file(host: HostContext, person: str) -> bytes:
    """Return, as the bytes of a JSON file, all data stored about a person with this id."""
    return msgspec.json.format(msgspec.json.encode(accounts.export_account(host, person)), indent=1)


def forget_requester(request: DeskRequest) -> DeskAnswer:
    """Delete all data of the person, so that a computer plays on for them, and tell them so; raise Illegal, which asks
    them to confirm, unless they have done so.
    """
    if not request.is_confirmed(request.words.strip()):
        raise request.make_confirmation(CONFIRM_FORGETTING, "forget yes")
    accounts.forget_account(request.host, request.require_person().id)
    return answer_sentence(FORGOTTEN)
