"""What somebody chooses to show of themselves, at the desk: nothing, unless they say so."""

from __future__ import annotations

from collections.abc import Collection

from host.core.store import profiles
from host.core.store.profiles import PARTS, Profile
from host.said.desk.answer import Answer
from host.said.desk.request import Request


def show(request: Request, parts: Collection[str], *, whole_name: bool) -> Answer:
    """From now on these parts stand on a page of theirs; none of them, and there is no page."""
    store, person = request.host.store, request.somebody().id
    chosen = [part for part in PARTS if part in parts]
    if not chosen:
        profiles.forget(store, person)
        return Answer()
    old = profiles.of(store, person)
    profiles.keep(store, person, Profile(old.address if old else request.host.token(8), chosen, whole_name))
    return Answer()
