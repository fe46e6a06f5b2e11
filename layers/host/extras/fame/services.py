"""What somebody chooses to show of themselves, at the desk: nothing, unless they say so."""

from __future__ import annotations

from host.extras.fame import profiles
from host.extras.fame.profiles import PROFILE_PARTS, Profile
from host.said.desk.answer import DeskAnswer
from host.said.desk.request import DeskRequest

WHOLE_NAME = "whole"


def save_profile_parts(request: DeskRequest) -> DeskAnswer:
    """Save which parts of a person's record their public page shows (`PART PART whole`); with no
    part, delete the page.
    """
    store, person, said = request.host.store, request.require_person().id, request.words.split()
    chosen = [part for part in PROFILE_PARTS if part in said]
    if not chosen:
        profiles.delete_person_data(store, person)
        return DeskAnswer()
    old = profiles.load_profile(store, person)
    profiles.save_profile_record(
        store, person, Profile(old.address if old else request.host.token(8), chosen, WHOLE_NAME in said)
    )
    return DeskAnswer()
