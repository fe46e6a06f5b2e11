"""Which tables look for strangers is kept on every table for a day, and goes with whoever looks."""

from host.core.store import Store
from host.extras.strangers import notices
from host.extras.strangers.notices import LASTS, LobbyNotice

NOW = 1_800_000_000.0


def test_notices_are_kept_replaced_handed_over_and_dropped(table):
    store = Store(table)
    for game, person, at in (("g1", "ann", NOW), ("g2", "bob", NOW + 1), ("g1", "ann", NOW + 2)):
        notices.save_lobby_notice(store, LobbyNotice(game, person, f"{at}", at))
    assert [(each.game, each.words) for each in notices.list_lobby_notices(store, NOW)] == [
        ("g1", f"{NOW + 2}"),
        ("g2", f"{NOW + 1}"),
    ]
    assert [each.game for each in notices.list_lobby_notices(store, NOW + 1 + LASTS)] == ["g1"]
    notices.hand_over_person_data(store, "ann", "eve")
    assert notices.list_notices_of_person(store, "ann") == []
    assert [each.game for each in notices.list_notices_of_person(store, "eve")] == ["g1"]
    notices.delete_person_data(store, "eve")
    notices.drop_lobby_notice(store, "g2")
    assert notices.list_lobby_notices(store, NOW) == []
