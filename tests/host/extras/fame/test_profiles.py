"""What somebody shows is kept on every table under one address, and goes when they show nothing or go themselves."""

from host.core.store import Store
from host.extras.fame import profiles
from host.extras.fame.profiles import MEDALS, RACES, RECORDS, Profile


def left(table, *words):
    return [item for item in table.every() if any(word in f"{item.pk} {item.sk} {item.body!r}" for word in words)]


def test_one_shows_what_one_chose_at_one_address(table):
    store = Store(table)
    assert profiles.load_profile(store, "ann") is None
    profiles.save_profile_record(store, "ann", Profile("abc", [RACES, RECORDS]))
    profiles.save_profile_record(store, "bob", Profile("bcd", [MEDALS], whole_name=True))
    assert (profiles.find_profile_owner(store, "abc"), profiles.find_profile_owner(store, "zzz")) == ("ann", "")
    assert profiles.list_ranked_people(store) == ["ann"]
    assert profiles.load_profiles(store, ["ann", "eve", "bob"]).keys() == {"ann", "bob"}
    profiles.save_profile_record(store, "ann", Profile("other", [MEDALS]))
    assert profiles.find_profile_owner(store, "abc") == ""
    assert profiles.list_ranked_people(store) == []
    profiles.delete_person_data(store, "ann")
    assert left(table, "ann", "other") == []
    assert profiles.load_profile(store, "bob") == Profile("bcd", [MEDALS], whole_name=True)


def test_of_two_who_are_one_the_choice_of_who_stays_holds(table):
    store = Store(table)
    profiles.save_profile_record(store, "ann", Profile("abc", [RECORDS]))
    profiles.hand_over_person_data(store, "ann", "eve")
    assert (profiles.find_profile_owner(store, "abc"), profiles.list_ranked_people(store)) == ("eve", ["eve"])
    profiles.save_profile_record(store, "bob", Profile("bcd", [MEDALS]))
    profiles.hand_over_person_data(store, "bob", "eve")
    assert profiles.load_profile(store, "eve") == Profile("abc", [RECORDS])
    assert left(table, "ann", "bob", "bcd") == []
