"""Links a browser to an account: the page shows a one-time code, its user posts that in public.

The browser shows a code, and keeps a secret of its own beside it. Whoever writes the code is asked for in that browser
by name, and only that browser, which has the secret, can say yes. So the code is of no use to anybody else: it is good
once, for an hour, and gives whoever writes it nothing. Whoever was made to write somebody else's code takes it back by
`people.revoke`, or by `apart` if their account has become one more name of that person already.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec
from msgspec import Struct

from engine.kernel import Illegal
from engine.kernel.ready import prepare_json_type
from host.core.context import HostContext
from host.core.session import Person
from host.core.store.commit import Conflict
from host.people import account_merging, accounts, rate_limits
from host.people.rate_limits import UNKNOWN_REQUESTER, Requester

LASTS = 3600.0
MAX_CODE_LENGTH = 64
STALE_CODE_TEXT = "That code is not good, or not good any more. Open the page again for a new one."


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
    """Create a code to be shown in a visitor's browser, and the secret that stays in the browser."""
    rate_limits.count_act(host, "codes", visitor)
    code, secret = host.token(4), host.token(16)
    host.store.save_claim(
        _hash_claim_text(code), msgspec.json.encode(BrowserClaim(_hash_claim_text(secret))), host.now() + LASTS, 0
    )
    return code, secret


def record_code_author(host: HostContext, code: str, person_id: str, identity: str, name: str) -> None:
    """Save that somebody has posted this code under their own name. Only the first one counts."""
    found = _load_claim(host, code)
    if found is None or found[0].person not in ("", person_id):
        raise Illegal(STALE_CODE_TEXT)
    claim, version, until = found
    claim.person, claim.identity, claim.name = person_id, identity, name
    try:
        host.store.save_claim(_hash_claim_text(code), msgspec.json.encode(claim), until, version)
    except Conflict:
        raise Illegal(STALE_CODE_TEXT) from None
    _save_voucher(host, person_id, _build_voucher_name(code), until)


def _build_voucher_name(code: str) -> str:
    """Return the identity that leads from a code to its author until they revoke their tokens."""
    return f"{accounts.CLAIM}:{_hash_claim_text(code.casefold().strip())}"


def _save_voucher(host: HostContext, person_id: str, word: str, until: float = 0.0) -> None:
    found = host.store.load_person(person_id)
    if found is not None and not host.store.find_person_id(word, host.now()):
        host.store.save_person(*found, {word: until})


def find_browser_claim(host: HostContext, code: str, secret: str) -> BrowserClaim | None:
    """Return what has become of the code, for the browser that has its secret, or None."""
    found = _load_claim(host, code)
    good = found is not None and hmac.compare_digest(found[0].secret, _hash_claim_text(secret))
    return found[0] if found and good else None


def confirm_browser_claim(host: HostContext, code: str, secret: str, visitor: Person | None) -> str:
    """Return a token for the browser, whose user says that they posted the code. A browser that is known already is
    merged with the account, unless both have games; then the browser gets the account's view.
    """
    claim = find_browser_claim(host, code, secret)
    if (
        claim is None
        or not claim.person
        or host.store.find_person_id(_build_voucher_name(code), host.now()) != claim.person
    ):
        raise Illegal(STALE_CODE_TEXT)
    stays = _merge_with_visitor(host, claim, visitor) if visitor is not None else claim.person
    host.store.drop_claim(_hash_claim_text(code))
    host.store.drop_identities(stays, [_build_voucher_name(code)])
    return accounts.create_web_token(host, stays)


def _merge_with_visitor(host: HostContext, claim: BrowserClaim, visitor: Person) -> str:
    """Merge the visitor with the account that posted the code, and return the person who stays. An account without
    history is marked, because its owner may have been tricked and may take it back.
    """
    if visitor.id == claim.person or (
        account_merging.has_open_games(host, visitor.id) and account_merging.has_open_games(host, claim.person)
    ):
        return claim.person
    new = not account_merging.has_any_history(host, claim.person)
    stays = account_merging.merge_accounts(host, visitor.id, claim.identity)
    if new:
        _save_voucher(host, visitor.id, _build_unproven_name(claim.identity))
    return stays


def _build_unproven_name(identity: str) -> str:
    return f"new-{identity}"


def unlink_unproven_account(host: HostContext, person_id: str, identity: str) -> bool:
    """Take back this account if it was merged by a code and not played under since; return whether that was so."""
    new = host.store.find_person_id(_build_unproven_name(identity), host.now()) == person_id
    if new:
        host.store.drop_identities(person_id, [identity, _build_unproven_name(identity)])
    return new


def confirm_account_link(host: HostContext, person_id: str, identity: str) -> None:
    """Confirm that this account belongs to the person, because they play under it."""
    host.store.drop_identities(person_id, [_build_unproven_name(identity)])


def _load_claim(host: HostContext, code: str) -> tuple[BrowserClaim, int, float] | None:
    item = host.store.find_claim(_hash_claim_text(code[:MAX_CODE_LENGTH].casefold().strip()))
    if item is None or item.until <= host.now():
        return None
    return msgspec.json.decode(item.body, type=BrowserClaim), item.version, item.until


def _hash_claim_text(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
