"""What two people bring who become one: their notices; see tests/host/people/test_listed_merges.py."""

from host.extras.strangers import services
from host.extras.strangers.services import LobbyNotice


def seek_players(store, person):
    services.save_lobby_notice(store, LobbyNotice(f"game of {person}", person, "Come!", 1.0))
    services.save_lobby_notice(store, LobbyNotice(f"old of {person}", person, "Come!", 1.0, reported=True, off=True))


KEPT = {"looking": seek_players}
