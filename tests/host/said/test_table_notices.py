"""Who is told when a new game opens in a place: as many as may be, where they asked for it, and not its opener."""

import pytest

from engine.kernel import Illegal
from host.core.store import table_waiters
from host.people import accounts
from host.said.desk import invitations
from host.said.desk.menu import DESK
from tests.host.core.timing import words
from tests.host.said.test_desk import Asked


def meet(host, name):
    return accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}")


def toggle(host, person, text="", place="t:group", *, private=False):
    (told, *_) = invitations.toggle_table_notices(Asked(host, person, text, place=place, private=private)).lines
    return told.text


def await_table(host, person, place):
    """Whether they may wait there."""
    try:
        return toggle(host, person, place=place) == invitations.CALLS_SET
    except Illegal:
        return False


def test_a_hundred_people_wait_in_a_place_and_who_does_may_ask_again(host):
    for n in range(table_waiters.MOST_PEOPLE - 1):
        table_waiters.add_table_waiter(host.store, f"{n}", "t:group")
    ann, bob = meet(host, "Ann"), meet(host, "Bob")
    assert [await_table(host, who, "t:group") for who in (ann, bob, ann)] == [True, False, True]
    toggle(host, ann, "off")
    assert await_table(host, bob, "t:group")


def test_somebody_waits_in_twenty_places_and_may_ask_again_in_each(host):
    ann, places = meet(host, "Ann"), [f"t:{n}" for n in range(table_waiters.MOST_PLACES + 1)]
    assert [place for place in places if not await_table(host, ann, place)] == places[-1:]
    assert await_table(host, ann, places[0])
    toggle(host, ann, "off", places[0])
    assert table_waiters.list_awaited_places(host.store, ann.id) == sorted(places[1:-1])
    assert await_table(host, ann, places[-1])


@pytest.mark.parametrize("word", ["off", "OFF", "stop", "none", "no"])
def test_off_ends_it_in_this_place_and_in_private_everywhere(host, word):
    ann = meet(host, "Ann")
    for place in ("t:one", "t:two", "t:three"):
        assert await_table(host, ann, place)
    assert toggle(host, ann, word, "t:two") == invitations.ENDED
    assert table_waiters.list_awaited_places(host.store, ann.id) == ["t:one", "t:three"]
    assert toggle(host, ann, word, "t:ann", private=True) == invitations.ENDED
    assert table_waiters.list_awaited_places(host.store, ann.id) == []


def test_everybody_who_waits_is_told_of_a_new_game_once_but_not_its_opener(host):
    people = [meet(host, name) for name in ("Ann", "Bob", "Cat")]
    for person in people[:2]:
        assert await_table(host, person, "t:group")
    DESK["new"].does(Asked(host, people[0], "toy daily"))
    told = {person.name: sum("new games" in line for line in words(host, person.place)) for person in people}
    assert told == {"Ann": 0, "Bob": 1, "Cat": 0}
