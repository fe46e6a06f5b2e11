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
from engine.kernel.ready import ready
from host.core.context import HostContext
from host.core.session import Person
from host.core.store.commit import Conflict
from host.people import account_merging, accounts, rate_limits
from host.people.rate_limits import UNKNOWN_REQUESTER, Requester

LASTS = 3600.0
LONGEST = 64
STALE = "That code is not good, or not good any more. Open the page again for a new one."


@ready
class BrowserClaim(Struct):
    """A code that a browser shows: the hash of what only that browser knows, and whoever has written it."""

    secret: str
    person: str = ""
    identity: str = ""
    name: str = ""


def opened(host: HostContext, visitor: Requester = UNKNOWN_REQUESTER) -> tuple[str, str]:
    """A new code to be shown to a browser of this visitor, and the secret that stays in the browser."""
    rate_limits.count(host, "codes", visitor)
    code, secret = host.token(4), host.token(16)
    host.store.save_claim(_hashed(code), msgspec.json.encode(BrowserClaim(_hashed(secret))), host.now() + LASTS, 0)
    return code, secret


def code_written(host: HostContext, code: str, person_id: str, identity: str, name: str) -> None:
    """Somebody has written this code under their own name. Only the first one counts."""
    found = _found(host, code)
    if found is None or found[0].person not in ("", person_id):
        raise Illegal(STALE)
    claim, version, until = found
    claim.person, claim.identity, claim.name = person_id, identity, name
    try:
        host.store.save_claim(_hashed(code), msgspec.json.encode(claim), until, version)
    except Conflict:
        raise Illegal(STALE) from None
    _vouch(host, person_id, _voucher(code), until)


def _voucher(code: str) -> str:
    """What leads from a code to its writer until they revoke all that opens their view."""
    return f"{accounts.CLAIM}:{_hashed(code.casefold().strip())}"


def _vouch(host: HostContext, person_id: str, word: str, until: float = 0.0) -> None:
    found = host.store.person(person_id)
    if found is not None and not host.store.who(word, host.now()):
        host.store.save_person(*found, {word: until})


def claimed(host: HostContext, code: str, secret: str) -> BrowserClaim | None:
    """What has become of the code, for the browser that shows it."""
    found = _found(host, code)
    good = found is not None and hmac.compare_digest(found[0].secret, _hashed(secret))
    return found[0] if found and good else None


def confirmed(host: HostContext, code: str, secret: str, visitor: Person | None) -> str:
    """The browser says that it was its user who wrote the code; gives the token that lets it in.

    A browser that is known already and the account are one person from now on, unless both have games: then the
    browser is the account's.
    """
    claim = claimed(host, code, secret)
    if claim is None or not claim.person or host.store.who(_voucher(code), host.now()) != claim.person:
        raise Illegal(STALE)
    stays = _one(host, claim, visitor) if visitor is not None else claim.person
    host.store.drop_claim(_hashed(code))
    host.store.drop_identities(stays, [_voucher(code)])
    return accounts.web_link(host, stays)


def _one(host: HostContext, claim: BrowserClaim, visitor: Person) -> str:
    """An account that has done nothing yet may still turn out to have been given away, and be taken back."""
    if visitor.id == claim.person or (
        account_merging.plays(host, visitor.id) and account_merging.plays(host, claim.person)
    ):
        return claim.person
    new = not account_merging.done(host, claim.person)
    stays = account_merging.become_one(host, visitor.id, claim.identity)
    if new:
        _vouch(host, visitor.id, _new_name(claim.identity))
    return stays


def _new_name(identity: str) -> str:
    return f"new-{identity}"


def apart(host: HostContext, person_id: str, identity: str) -> bool:
    """This account is nobody's other name any more, if it became one and has not been played under since."""
    new = host.store.who(_new_name(identity), host.now()) == person_id
    if new:
        host.store.drop_identities(person_id, [identity, _new_name(identity)])
    return new


def kept(host: HostContext, person_id: str, identity: str) -> None:
    """They play under this name: so it is theirs."""
    host.store.drop_identities(person_id, [_new_name(identity)])


def _found(host: HostContext, code: str) -> tuple[BrowserClaim, int, float] | None:
    item = host.store.claim(_hashed(code[:LONGEST].casefold().strip()))
    if item is None or item.until <= host.now():
        return None
    return msgspec.json.decode(item.body, type=BrowserClaim), item.version, item.until


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
