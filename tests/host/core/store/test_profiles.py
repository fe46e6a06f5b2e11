"""What somebody shows is kept on every table under one address, and goes when they show nothing or go themselves."""

from host.core.store import Store, profiles
from host.core.store.profiles import MEDALS, RACES, RECORDS, Profile


def left(table, *words):
    return [item for item in table.every() if any(word in f"{item.pk} {item.sk} {item.body!r}" for word in words)]


def test_one_shows_what_one_chose_at_one_address(table):
    store = Store(table)
    assert profiles.of(store, "ann") is None
    profiles.keep(store, "ann", Profile("abc", [RACES, RECORDS]))
    profiles.keep(store, "bob", Profile("bcd", [MEDALS], whole_name=True))
    assert (profiles.at(store, "abc"), profiles.at(store, "zzz")) == ("ann", "")
    assert profiles.ranked(store) == ["ann"]
    assert profiles.several(store, ["ann", "eve", "bob"]).keys() == {"ann", "bob"}
    profiles.keep(store, "ann", Profile("other", [MEDALS]))
    assert profiles.at(store, "abc") == ""
    assert profiles.ranked(store) == []
    profiles.forget(store, "ann")
    assert left(table, "ann", "other") == []
    assert profiles.of(store, "bob") == Profile("bcd", [MEDALS], whole_name=True)


def test_of_two_who_are_one_the_choice_of_who_stays_holds(table):
    store = Store(table)
    profiles.keep(store, "ann", Profile("abc", [RECORDS]))
    profiles.hand_over(store, "ann", "eve")
    assert (profiles.at(store, "abc"), profiles.ranked(store)) == ("eve", ["eve"])
    profiles.keep(store, "bob", Profile("bcd", [MEDALS]))
    profiles.hand_over(store, "bob", "eve")
    assert profiles.of(store, "eve") == Profile("abc", [RECORDS])
    assert left(table, "ann", "bob", "bcd") == []
