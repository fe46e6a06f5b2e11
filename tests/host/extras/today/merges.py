"""The rankings of two people who become one, and a group; see tests/host/people/test_listed_merges.py."""

from host.core.context import HostContext
from host.extras.today import mornings
from host.extras.today.mornings import Morning


def play_the_quiz(store, person):
    host = HostContext(store)
    for place in (person, "both"):
        old = mornings.load_morning(store, place)
        mornings.save_morning(host, place, Morning(people=[*(old.people if old else ["Cat"]), person]))


def post_mornings(store, place, name):
    mornings.save_morning(HostContext(store), place, Morning(people=[name, "Cat"]))


KEPT = {"quiz of the day": play_the_quiz}
PLACES = {"group with mornings": post_mornings}
