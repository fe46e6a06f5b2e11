"""What two people bring who become one: their profiles; see tests/host/people/test_listed_merges.py."""

from host.extras.fame import profiles
from host.extras.fame.profiles import Profile


def show_profile(store, person):
    profiles.save_profile_record(store, person, Profile(f"page of {person}", ["records"], person == "Ann"))


KEPT = {"profile": show_profile}
