"""A browser that turns out to be somebody's, though they can write only where everybody reads it.

The browser shows a code, and keeps a secret of its own beside it. Whoever writes the code is asked for in that browser
by name, and only that browser, which has the secret, can say yes. So the code is of no use to anybody else: it is good
once, for an hour, and gives whoever writes it nothing.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec
from msgspec import Struct

from engine.kernel import Illegal
from host import people
from host.house import House
from host.session import Person
from host.store.commit import Conflict

LASTS = 3600.0
LONGEST = 64
DAYS = 90.0
STALE = "That code is not good, or not good any more. Open the page again for a new one."


class Claim(Struct):
    """A code that a browser shows: the hash of what only that browser knows, and whoever has written it."""

    secret: str
    person: str = ""
    identity: str = ""
    name: str = ""


def opened(house: House) -> tuple[str, str]:
    """A new code to be shown, and the secret that stays in the browser."""
    code, secret = house.token(4), house.token(16)
    house.store.save_claim(_hashed(code), msgspec.json.encode(Claim(_hashed(secret))), house.now() + LASTS, 0)
    return code, secret


def written(house: House, code: str, person_id: str, identity: str, name: str) -> None:
    """Somebody has written this code under their own name. Only the first one counts."""
    found = _found(house, code)
    if found is None or found[0].person not in ("", person_id):
        raise Illegal(STALE)
    claim, version, until = found
    claim.person, claim.identity, claim.name = person_id, identity, name
    try:
        house.store.save_claim(_hashed(code), msgspec.json.encode(claim), until, version)
    except Conflict:
        raise Illegal(STALE) from None


def claimed(house: House, code: str, secret: str) -> Claim | None:
    """What has become of the code, for the browser that shows it."""
    found = _found(house, code)
    good = found is not None and hmac.compare_digest(found[0].secret, _hashed(secret))
    return found[0] if found and good else None


def confirmed(house: House, code: str, secret: str, visitor: Person | None) -> str:
    """The browser says that it was its user who wrote the code; gives the token that lets it in.

    A browser that is known already keeps who it is, and the account becomes one more name of theirs, unless both have
    games: then it is the account's from now on.
    """
    claim = claimed(house, code, secret)
    if claim is None or not claim.person:
        raise Illegal(STALE)
    house.store.drop_claim(_hashed(code))
    if visitor is not None and visitor.id != claim.person and not _plays(house, claim.person):
        people.link(house, visitor.id, claim.identity)
        return people.web_link(house, visitor.id, DAYS)
    return people.web_link(house, claim.person, DAYS)


def _plays(house: House, person_id: str) -> bool:
    return bool(house.store.games_of(f"person:{person_id}"))


def _found(house: House, code: str) -> tuple[Claim, int, float] | None:
    item = house.store.claim(_hashed(code[:LONGEST].casefold().strip()))
    if item is None or item.until <= house.now():
        return None
    return msgspec.json.decode(item.body, type=Claim), item.version, item.until


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
