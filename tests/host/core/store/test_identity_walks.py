"""Identities are made, prolonged, handed over, revoked and expire, in any order: each leads to one or to nobody."""

from random import Random

import pytest

from host.core.session import Person
from host.core.store import Conflict, MemoryTable, Store

NAMES = [f"t:{n}" for n in range(6)]
PEOPLE = ("ann", "bob", "cat")
STEPS = 120
LEAST = 500.0  # seconds that it has to gain to be prolonged


def pick_valid(kept, now):
    return {name: (owner, until) for name, (owner, until) in kept.items() if not until or until > now}


def check(store, kept, now):
    valid = pick_valid(kept, now)
    for name in NAMES:
        assert store.find_person_id(name, now) == valid.get(name, ("",))[0]
    for person in PEOPLE:
        assert set(store.list_identities(person)) == {name for name, (owner, _) in kept.items() if owner == person}


@pytest.mark.parametrize("seed", range(6))
def test_each_identity_leads_to_one_person_until_it_is_revoked_or_expires(seed):
    luck, store, now = Random(seed), Store(MemoryTable()), 1_800_000_000.0
    versions, kept = dict.fromkeys(PEOPLE, 0), dict[str, tuple[str, float]]()  # to whom it leads, and until when
    done = dict.fromkeys(("make", "prolong", "hand over", "revoke", "forget"), 0)
    for _ in range(STEPS):
        now += luck.randrange(1, 400)
        if luck.random() < 0.5:
            store.table.purge(now)
            kept = pick_valid(kept, now)
        act, name = luck.choice(["make", *done]), luck.choice(NAMES)
        person, other = luck.sample(PEOPLE, 2)
        until = luck.choice((0.0, now + 600, now + 3000))
        if act == "make":
            try:
                store.save_person(Person(person, person.title(), now), versions[person], {name: until})
            except Conflict:
                assert name in kept
                continue
            assert name not in kept
            versions[person] += 1
            kept[name] = person, until
        elif act == "prolong":
            gains = name in kept and until - kept[name][1] >= LEAST
            assert store.prolong_identity(name, until, LEAST) == gains
            if gains:
                kept[name] = kept[name][0], until
        elif act == "hand over":
            theirs = store.list_identities(person)
            store.hand_over_identities(person, other, theirs)
            kept |= {each: (other, kept[each][1]) for each in theirs}
        elif act == "revoke":
            store.drop_identities(person, [name] if kept.get(name, ("",))[0] == person else [])
            kept = {each: found for each, found in kept.items() if each != name or found[0] != person}
        elif luck.random() < 0.3:
            store.drop_person(person)
            assert store.load_person(person) is None
            versions[person] = 0
            kept = {each: found for each, found in kept.items() if found[0] != person}
        done[act] += 1
        check(store, kept, now)
    assert all(done.values())
