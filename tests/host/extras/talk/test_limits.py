"""One player talks more than a table bears: who else is refused? Nobody."""

from engine.kernel import Illegal
from host.core import games
from host.core.context import HostContext
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.extras.talk import talking
from host.people import accounts
from tests.host.said.test_desk import Asked


def test_talk_pace_is_used_up_by_one_player_and_nobody_else_is_refused(hands):
    """`TalkPace` counts for each speaker."""
    host = HostContext(Store(MemoryTable()), now=hands)
    people = [accounts.load_or_create_person(host, f"web:{name}", name.title()) for name in ("ann", "bob")]
    command = Command(by=people[0].id)
    game = games.open_lobby(host, command, "ladder").game
    for each in people:
        games.sit_at_table(host, Command(by=each.id), game, Guest(each.id, each.name))

    talking.write_talk_settings(host.store, game, talking.TalkSettings(words=True), "fresh")
    refused = set()

    def may(who):
        hands.now += 5
        try:
            return talking.post_remark(Asked(host, who, "Hello", place="", private=True)).game == game
        except Illegal as no:
            refused.add(no.code)
            return False

    assert [may(people[0]) for _ in range(500)].count(False)
    assert may(people[1])
    assert refused == {"too_many_remarks"}
