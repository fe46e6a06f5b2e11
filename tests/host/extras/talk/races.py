"""What others may do meanwhile to the table talk; see tests/host/core/test_listed_races.py."""

from types import SimpleNamespace

from host.core import games
from host.core.session import Command
from host.extras.talk import talking
from host.extras.talk.talking import TalkSettings
from tests.host.core.timing import sit


class TalkRequest(SimpleNamespace):
    def require_person(self):
        return SimpleNamespace(id=self.by)

    def pick_game(self):
        return self.host.store.load_game(self.game).session


def talk(service, words):
    return lambda host, game: service(TalkRequest(host=host, game=game, by="ann", words=words))


def talking_table(host):
    game = games.open_lobby(host, Command(by="ann"), "toy", {"laps": 2}).game
    for name in ("ann", "bob"):
        sit(name)(host, game)
    assert games.start_game(host, Command(by="ann"), game).ok
    talking.write_talk_settings(host.store, game, TalkSettings(words=True), "a")
    return game


DEEDS = {
    "extras/talk/talking.py store_reaction": [(talking_table, *[talk(talking.store_reaction, "0 clap")] * 2)],
    "extras/talk/talking.py post_remark": [
        (talking_table, talk(talking.post_remark, "One"), talk(talking.post_remark, "Two"))
    ],
}
MAY_COME_TO_NOTHING = {
    "extras/talk/talking.py store_reaction": "the same tap sent twice must not take the reaction back",
}
