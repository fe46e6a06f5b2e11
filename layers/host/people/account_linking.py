"""Merges two accounts of one person, with all that both have done; undoes it.

Broken off half-way it may be begun again: what leads to the self that is given up is handed over last.
"""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import LOG, Illegal
from engine.kernel.json_types import prepare_json_type
from host.core.context import HostContext
from host.core.session import FORMER, LOBBY, RUNNING, Command, Person, ReachableHours, WritingStyle
from host.core.store import items, kept_of_people
from host.core.store.items import Conflict
from host.core.transaction import NothingToChange, Transaction, run_transaction
from host.people import accounts, rate_limits
from host.people.rate_limits import UNKNOWN_REQUESTER, Requester

STALE_LINK_TEXT = "That link does not work any more. Ask for a new one."
SAME = "These two accounts are already connected."
BOTH = "Both your accounts play in running games. First finish the games of one account."
Set = TypeVar("Set", bound=Struct)


def check_merge_request(host: HostContext, ticket: str, identity: str) -> Person:
    """Return the person who created the link code if the holder of this identity can be merged with them, or nobody
    holds it; change nothing. `ticket` is what `hash_link_code` returns. Raise Illegal if the code is not valid, both
    are one person, or both have open games.
    """
    found = accounts.load_current_person(host, host.store.find_person_id(ticket, host.now()))
    if found is None:
        raise Illegal(STALE_LINK_TEXT, code="stale_link")
    other = host.store.find_person_id(identity, host.now())
    if other == found.id:
        raise Illegal(SAME, code="same_person")
    _choose_surviving_account(host, found.id, other)
    return found


def redeem_link_code(host: HostContext, ticket: str, identity: str) -> Person:
    """Merge the holder of this identity with the person who created the link code (or give that person the identity if
    nobody has it), and use the code up; `ticket` is its hash. Return the person who remains; raise Illegal if the code
    is not valid or the two cannot be merged.
    """
    asker = check_merge_request(host, ticket, identity).id
    stays = merge_accounts(host, asker, identity, ticket)
    host.store.drop_identities(stays, [ticket])
    found = accounts.load_current_person(host, stays)
    if found is None:
        raise Illegal(STALE_LINK_TEXT, code="stale_link")
    return found


def merge_accounts(host: HostContext, person_id: str, identity: str, by: str = "") -> str:
    """Merge this person's account with that of the holder of the identity, or give the identity to this person if
    nobody has it. Return the id that remains, with the history of both: this person's, or the other one's if only
    that one has open games; raise Illegal if both have. Last of all the identity and `by` (a link code) are handed
    over, so that a merge cut short can be repeated.
    """
    other = host.store.find_person_id(identity, host.now())
    if not other:
        accounts.link_identity(host, person_id, identity)
        return person_id
    if other == person_id:
        return person_id
    goes, stays = _choose_surviving_account(host, person_id, other)
    kept_of_people.hand_over_personal_data(host.store, goes, stays)
    for game in host.store.list_all_game_ids(f"person:{goes}"):
        with suppress(NothingToChange):
            run_transaction(host, Command(operator=True), game, lambda tx: _hand_over_seats(tx, goes, stays))
    items.hand_over_counts(host.store.table, goes, stays)  # with what the hand-over of a running game has just counted
    _hand_over_settings(host, goes, stays)
    others = [name for name in host.store.list_identities(goes) if name not in (identity, by)]
    host.store.hand_over_identities(goes, stays, others)
    host.store.clear_person(goes)
    host.store.hand_over_identities(goes, stays, [identity, by])
    host.recent.clear()  # lists that name them
    return stays


def has_open_games(host: HostContext, person_id: str) -> bool:
    """Return whether this person has an unfinished game, be it running or a lobby, in which they sit, want a seat, or
    that they have opened.
    """
    return bool(host.store.list_open_game_ids(f"person:{person_id}"))


def has_any_history(host: HostContext, person_id: str) -> bool:
    """Return whether this person has any game, open or past, or counters of what they did in games."""
    owner = f"person:{person_id}"
    return bool(host.store.list_all_game_ids(owner) or host.store.load_counts(owner))


def _choose_surviving_account(host: HostContext, one: str, other: str) -> tuple[str, str]:
    """Return two ids when accounts are merged: first that of the one that is given up, and second that of the one that
    remains. `one` remains unless only `other` (empty for nobody) has open games; raise Illegal if both have.
    """
    if not other or not has_open_games(host, other):
        return other, one
    if has_open_games(host, one):
        raise Illegal(BOTH, code="both_play_here")
    return one, other


def _hand_over_seats(tx: Transaction, goes: str, stays: str) -> None:
    """Give the seats of the person `goes` in a game, their wishes for a seat, and the role of its opener, to another
    when two accounts are merged, and log it; raise NothingToChange if they have none of these. In an unfinished game,
    where both may have had a seat or a wish, only one is kept.
    """
    session = tx.session
    theirs = [player for player in session.players if player.person == goes]
    wished = [wish for book in (session.wishes, session.takeovers) for wish in book.values() if wish.person == goes]
    if not (theirs or wished) and session.by != goes:
        raise NothingToChange
    for player in theirs:
        player.person = stays
    for wish in wished:
        wish.person = stays
    session.by = stays if session.by == goes else session.by
    tx.board = False
    tx.log("linked", LOG)
    if session.stage in (LOBBY, RUNNING):
        _keep_one_seat(tx, stays)


def _keep_one_seat(tx: Transaction, person: str) -> None:
    """Leave a person who has become one of two in an unfinished game only one of their seats, if possible one that is
    not out of the game; a computer plays on in another. Who has a seat wishes for none, and nobody wishes twice.
    """
    session = tx.session
    mine = sorted((player for player in session.players if player.person == person), key=lambda player: player.out)
    for second in mine[1:]:
        if second.out:
            second.person, second.name = "", FORMER  # nobody finds it from here on to take the name out
        else:
            accounts.empty_seat(tx, second)
    wished = [(book, key) for book in (session.takeovers, session.wishes) for key in book if book[key].person == person]
    for book, key in wished if mine else wished[1:]:
        del book[key]


def _hand_over_settings(host: HostContext, goes: str, stays: str) -> None:
    """Copy settings that the remaining account (`stays`) has never set, and the place for private messages if it has
    none, from the one given up, in open games, too.
    """
    found, other = accounts.load_current_person(host, stays), accounts.load_current_person(host, goes)
    if found is None or other is None:
        return
    mine, theirs = found.habits, other.habits
    new = replace(
        _fill_unset_fields(mine, theirs, ReachableHours()),
        style=_fill_unset_fields(mine.style, theirs.style, WritingStyle()),
    )
    if new != mine:
        accounts.set_habits(host, stays, new)
    if other.place and not found.place:
        accounts.set_private_place(host, stays, other.place)


def _fill_unset_fields(mine: Set, theirs: Set, unset: Set) -> Set:
    """Return `mine` with each field that is still as in `unset` taken from `theirs`."""
    never = [name for name in mine.__struct_fields__ if getattr(mine, name) == getattr(unset, name)]
    return replace(mine, **{name: getattr(theirs, name) for name in never})


# -- apart


def drop_other_identities(host: HostContext, person_id: str, identity: str) -> None:
    """Delete all identities (logins, links) of a person except this one and the notes about it (such as that it is
    not to be written to), so that the others open nothing any more.
    """
    others = [name for name in host.store.list_identities(person_id) if name.partition("-")[2] != identity != name]
    host.store.drop_identities(person_id, others)


def has_account_on(host: HostContext, person_id: str, platform: str) -> bool:
    """Return whether this person has an account on this platform."""
    return any(name.startswith(f"{platform}:") for name in host.store.list_identities(person_id))


def unlink_person_from_platform(host: HostContext, person_id: str, platform: str) -> None:
    """Delete all identities of a person on this platform, with the notes about them, and their place for private
    messages, with the posts queued for it, if it is there. The person stays.
    """
    lead, found = f"{platform}:", accounts.load_current_person(host, person_id)
    gone = [name for name in host.store.list_identities(person_id) if name.startswith(lead) or f"-{lead}" in name]
    host.store.drop_identities(person_id, gone)
    if found is not None and found.place.startswith(lead):
        accounts.leave_private_place(host, found)


LASTS = 3600.0
MAX_CODE_LENGTH = 64
STALE_CODE_TEXT = "This code is wrong or too old. Open the page again to get a new one."


@prepare_json_type
class BrowserClaim(Struct):
    """A code that a browser shows: the hash of a secret that only that browser has, and the account that has posted
    the code.
    """

    secret: str
    person: str = ""
    identity: str = ""
    name: str = ""


def create_browser_code(host: HostContext, visitor: Requester = UNKNOWN_REQUESTER) -> tuple[str, str]:
    """Create a code to be shown in a visitor's browser, valid for an hour, and the secret that stays in the browser;
    save their hashes and return (code, secret). Raise Crowded if the visitor or the host has asked for too many.
    """
    rate_limits.count_act(host, "codes", visitor)
    code, secret = host.token(4), host.token(16)
    host.store.save_claim(
        _hash_code(code), msgspec.json.encode(BrowserClaim(_hash_secret(secret))), host.now() + LASTS, 0
    )
    return code, secret


def record_code_author(host: HostContext, code: str, person_id: str, identity: str, name: str) -> None:
    """Save, under the code that a browser shows, which account has posted it in a chat, so that the browser can ask
    whether that is its user; and with the person a voucher for the code, valid as long as it. Raise Illegal if the code
    is no longer valid or another person has posted it before.
    """
    found = _load_claim(host, code)
    if found is None or found[0].person not in ("", person_id):
        raise Illegal(STALE_CODE_TEXT, code="stale_code")
    claim, version, until = found
    claim.person, claim.identity, claim.name = person_id, identity, name
    try:
        host.store.save_claim(_hash_code(code), msgspec.json.encode(claim), until, version)
    except Conflict:
        raise Illegal(STALE_CODE_TEXT, code="stale_code") from None
    _save_voucher(host, person_id, _build_voucher_name(code), until)


def _build_voucher_name(code: str) -> str:
    """Return the identity by which an account that posted a browser's code is found; it is deleted when that person
    revokes their links, from which on the code cannot be confirmed.
    """
    return f"{accounts.CLAIM}:{_hash_code(code)}"


def _save_voucher(host: HostContext, person_id: str, word: str, until: float = 0.0) -> None:
    """Save this word as an identity of a person, valid until `until` (0: for ever), unless somebody has it or the
    person is unknown.
    """
    if not host.store.find_person_id(word, host.now()):
        accounts.add_identity(host, person_id, word, until)


def find_browser_claim(host: HostContext, code: str, secret: str) -> BrowserClaim | None:
    """Return what is stored of the code shown in a browser (who has posted it; empty if nobody has); None if `secret`
    is not the one that the browser got with it, or the code is no longer valid. Whether the poster has revoked it since
    is not looked up.
    """
    found = _load_claim(host, code)
    good = found is not None and hmac.compare_digest(found[0].secret, _hash_secret(secret))
    return found[0] if found and good else None


def confirm_browser_claim(host: HostContext, code: str, secret: str, visitor: Person | None) -> str:
    """Return a login token for the browser whose user confirms that they posted the code, and use the code up; raise
    Illegal if it is not valid, nobody has posted it, or the poster has revoked their links since. A person known in the
    browser (`visitor`) is merged with the account, and the token is for who remains; if both have open games, they are
    left apart and the token is for the account.
    """
    claim = find_browser_claim(host, code, secret)
    if (
        claim is None
        or not claim.person
        or host.store.find_person_id(_build_voucher_name(code), host.now()) != claim.person
    ):
        raise Illegal(STALE_CODE_TEXT, code="stale_code")
    stays = _merge_with_visitor(host, claim, visitor) if visitor is not None else claim.person
    host.store.drop_claim(_hash_code(code))
    host.store.drop_identities(stays, [_build_voucher_name(code)])
    return accounts.create_web_token(host, stays)


def _merge_with_visitor(host: HostContext, claim: BrowserClaim, visitor: Person) -> str:
    """Merge the browser's visitor with the account that posted the code, and return the id of the person who remains;
    if both have open games, or if they are one person, change nothing and return the account's. An account without
    history is marked as merged so, because its owner may have been tricked and can undo this.
    """
    if visitor.id == claim.person or (has_open_games(host, visitor.id) and has_open_games(host, claim.person)):
        return claim.person
    new = not has_any_history(host, claim.person)
    stays = merge_accounts(host, visitor.id, claim.identity)
    if new:
        _save_voucher(host, visitor.id, _build_unproven_name(claim.identity))
    return stays


def _build_unproven_name(identity: str) -> str:
    """Return the identity that marks an account as merged by a browser's code and not played under since."""
    return f"new-{identity}"


def unlink_unproven_account(host: HostContext, person_id: str, identity: str) -> bool:
    """Take an account (`identity`) from this person again if a browser's code merged it with them and nobody has played
    under it since; return whether that was so. Its owner is then unknown to the host and begins anew.
    """
    new = host.store.find_person_id(_build_unproven_name(identity), host.now()) == person_id
    if new:
        host.store.drop_identities(person_id, [identity, _build_unproven_name(identity)])
    return new


def confirm_account_link(host: HostContext, person_id: str, identity: str) -> None:
    """Delete the mark that says that an account may have been tricked into a merge by a browser's code: its holder
    now plays under it, so that it cannot be separated that way any more.
    """
    host.store.drop_identities(person_id, [_build_unproven_name(identity)])


def _load_claim(host: HostContext, code: str) -> tuple[BrowserClaim, int, float] | None:
    """Return the state of the code that a browser shows, its version and until when it is valid; None if there is
    none or it has expired.
    """
    item = host.store.find_claim(_hash_code(code))
    if item is None or item.until <= host.now():
        return None
    return msgspec.json.decode(item.body, type=BrowserClaim), item.version, item.until


def _hash_code(code: str) -> str:
    """Return the hash under which a browser's code is stored, however its letters and the spaces around are typed."""
    return _hash_secret(code[:MAX_CODE_LENGTH].casefold().strip())


def _hash_secret(text: str) -> str:
    """Return the hash of a browser's secret."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
