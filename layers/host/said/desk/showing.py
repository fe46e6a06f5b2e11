"""What somebody chooses to show of themselves, at the desk: nothing, unless they say so."""

from __future__ import annotations

from host.core.store import profiles
from host.core.store.profiles import PARTS, Profile
from host.said.desk.answer import Answer
from host.said.desk.request import Request

WHOLE = "whole"


def show(request: Request) -> Answer:
    """`PART PART whole`: these parts, and the whole name, stand on a page of theirs now; no part, and there is none."""
    store, person, said = request.host.store, request.somebody().id, request.words.split()
    chosen = [part for part in PARTS if part in said]
    if not chosen:
        profiles.forget(store, person)
        return Answer()
    old = profiles.of(store, person)
    profiles.keep(store, person, Profile(old.address if old else request.host.token(8), chosen, WHOLE in said))
    return Answer()
