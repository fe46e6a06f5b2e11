"""Which tables look for strangers is kept on every table for a day, and goes with whoever looks."""

from host.core.store import MemoryTable, Store
from host.extras.strangers import services
from host.extras.strangers.services import LASTS, LobbyNotice

NOW = 1_800_000_000.0


def test_notices_are_kept_replaced_handed_over_and_dropped(table):
    store = Store(table)
    for game, person, at in (("g1", "ann", NOW), ("g2", "bob", NOW + 1), ("g1", "ann", NOW + 2)):
        services.save_lobby_notice(store, LobbyNotice(game, person, f"{at}", at))
    assert [(each.game, each.words) for each in services.list_lobby_notices(store, NOW)] == [
        ("g1", f"{NOW + 2}"),
        ("g2", f"{NOW + 1}"),
    ]
    assert [each.game for each in services.list_lobby_notices(store, NOW + 1 + LASTS)] == ["g1"]
    services.hand_over_person_data(store, "ann", "eve")
    assert services.list_notices_of_person(store, "ann") == []
    assert [each.game for each in services.list_notices_of_person(store, "eve")] == ["g1"]
    services.delete_person_data(store, "eve")
    services.drop_lobby_notice(store, "g2")
    assert services.list_lobby_notices(store, NOW) == []


def test_however_many_look_for_strangers_each_notice_is_found_and_goes_with_its_person():
    """One visitor with many tables hid those of others, and what some of them said stayed when they were forgotten."""
    store = Store(MemoryTable())
    for n in range(1100):
        services.save_lobby_notice(store, LobbyNotice(f"{n:08x}", "eve", "Come", NOW))
    services.save_lobby_notice(store, LobbyNotice("ffffffff", "ann", "Come to me", NOW + 1))
    assert services.list_lobby_notices(store, NOW)[0].person == "ann"
    assert [each.game for each in services.list_notices_of_person(store, "ann")] == ["ffffffff"]
    services.delete_person_data(store, "eve")
    assert [each.person for each in services.list_lobby_notices(store, NOW)] == ["ann"]
