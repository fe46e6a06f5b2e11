"""What happens by itself while days go by: when it does, what is said of it, to whom it is said, and what it does."""

import pytest

from engine.kernel import format_text
from host.core.deadlines import ticking
from tests import listings
from tests.listings.room import Room

pytestmark = pytest.mark.as_released
SIT = ("ann new {game}", "ann join", "bob join", "cat join", "ann bots 1", "ann begin")
DAYS = {
    "lobby": ("ann new {game}", "ann join", "… 800"),
    "silence": (*SIT, "… 120"),
    "habits": (
        *("ann settings reminders off", "bob settings quiet 23:00 12:00", "cat settings vacation 3d"),
        *(*SIT, "… 100"),
    ),
    "pauses": (
        *SIT,
        "… 8",
        "ann pause",
        "… 200",
        "ann resume",
        "… 6",
        "ann extend 5h",
        "… 40",
        "ann endgame yes",
        "… 5",
    ),
    "leaving": (*SIT, "… 4", "bob leave yes", "… 7", "ann kick Cat", "… 100"),
    "votes": (*SIT, "ann pick 1", "bob pick 1", "… 22", "ann vote Cat", "… 1", "bob vote Cat", "… 40"),
    "outages": (*SIT, "… 20", "↯ 3", "… 5", "↯ 30", "… 30"),
    "standins": (*SIT, "cat standin", "… 4", "ann pick 5", "bob pick 5", "ann pick red", "… 60"),
}
GAMES = {"toy": "toy {pace}", "season7": "season7 {pace} voice=plain target=30000000"}


class Days:
    """A room whose log and posts are told as they come."""

    def __init__(self):
        self.room, self.told, self.clocks = Room(), {}, {}
        self.began = self.room.time

    def tell(self, lines):
        for line in lines:
            name, _, said = line.partition(" ")
            if name == "…":
                for _ in self.room.iter_moments(float(said)):
                    yield from self.happened()
            elif name == "↯":
                self.room.time += float(said) * 3600
                ticking.sweep_due_games(self.room.host)
                yield from self.happened()
            else:
                yield f"## {line}"
                yield from (f"  {each}" for each in self.room.ask(name, said))
                yield from self.happened()
                self.room.time += 600
                self.room.host.store.save_beat(self.room.time)

    def happened(self):
        """What has been said and logged since, and whose clocks were changed; posts are taken as said."""
        store, when = self.room.host.store, f"{(self.room.time - self.began) / 3600:.2f} h"
        for session in store.iter_sessions():
            for entry in store.load_log(session.id, self.told.get(session.id, 0)):
                yield f"{when} {entry.kind} {entry.by} {entry.key} {entry.value}"
            self.told[session.id] = session.entries
            clocks = [
                (each.who, f"{(each.due - self.began) / 3600:.2f} h", f"{each.rung} rung")
                for each in session.clocks.values()
            ]
            state = [session.stage, *clocks, bool(session.paused), session.warned, session.recap]
            if self.clocks.get(session.id) != state:
                yield f"  {when} {session.stage}{', paused' * bool(session.paused)} {' '.join(map(' '.join, clocks))}"
            self.clocks[session.id] = state
        for place in store.iter_waiting_places(self.room.time):
            posts = store.load_posts(place)
            for post in posts:
                marks = [name for name in ("board", "urgent", "own", "won") if getattr(post, name)]
                asked = [
                    f"{name} {len(value)}" for name in ("asks", "remind", "closes") if (value := getattr(post, name))
                ]
                yield f"  {when} to {place}: {', '.join([*marks, *asked])}"
                yield from (f"    {format_text(told.text, told.facts)}" for told in post.lines)
            store.drop_posts(posts)


@pytest.mark.parametrize("game", GAMES)
def test_days_go_by_as_listed(game):
    lines = []
    for name, said in DAYS.items():
        lines += [f"# {name}", *Days().tell([line.format(game=GAMES[game].format(pace="daily")) for line in said])]
    listings.compare(f"days_{game}", lines)
