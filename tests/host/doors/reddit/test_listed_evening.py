"""All that Reddit is asked to show while two people write this and that, in a thread and in messages."""

import pytest

from host.doors.reddit.incoming import RedditIncoming
from tests import listings
from tests.fakes.reddit import Comment, Message
from tests.host.doors.reddit.conftest import Stage

pytestmark = pytest.mark.as_released
GAMES = {"season7": "voice=plain", "deluxe": "target=1000000"}
WORDS = (
    *("help", "score", "settings", "settings quiet 23:00 8:00", "rules", "board", "mystuff", "stats", "use", "pause"),
    *(
        "resume",
        "link",
        "pick 3",
        "list 5 7",
        "peek 4",
        "lock 9",
        "extend 2h",
        "privacy",
        "games",
        "leave",
        "what now?",
    ),
)
STEPS = 30


class Evening:
    """Ann and Bob in a thread, and what the bot has written there and to them."""

    def __init__(self, game):
        self.stage, self.luck, self.known = Stage(), listings.Luck(game), dict[str, str]()
        self.thread = self.stage.open("ann", "bob", line=f"!new {game} pace daily {GAMES[game]}")

    def show(self):
        """Yield every text of the bot that is new or was edited."""
        site = self.stage.site
        for thing in [self.thread, *site.by_bot(Comment), *site.by_bot(Message)]:
            if self.known.get(thing.fullname) != thing.body:
                edited = " edited" if thing.fullname in self.known else ""
                self.known[thing.fullname] = thing.body
                yield f"  {type(thing).__name__} {thing.fullname}{edited}"
                yield from (f"    {line}" for line in thing.body.splitlines())

    def act(self, name):
        """Write something, and return what: an answer, if one is asked for."""
        site = self.stage.site
        asked = self.stage.asked(self.thread, name)
        if asked and self.luck.is_lucky(50):
            word = f"pick {self.luck.choose([option.value for option in asked[0].options] or [5])}"
            secret = asked[0].secret != self.luck.is_lucky(10)  # now and then where it does not belong
        else:
            word, secret = self.luck.choose(WORDS), self.luck.is_lucky(50)
        if secret:
            site.writes(name, word)
        else:
            site.says(name, self.thread, word)
        self.stage.settle()
        return f"writes {word}" if secret else f"says {word}"

    def tell(self):
        yield from self.show()
        for n in range(STEPS):
            name = ("ann", "bob")[n % 2]
            yield f"## {name} {self.act(name)}"
            yield from self.show()


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_written_is_answered_as_listed(game):
    evening = Evening(game)
    try:
        listings.compare(f"reddit_{game}", evening.tell())
    finally:
        evening.stage.close()


def test_what_is_read_twice_is_answered_as_if_it_had_come_once(monkeypatch):
    handle = RedditIncoming.handle

    def handle_twice(incoming, remark):
        handle(incoming, remark)
        handle(incoming, remark)

    monkeypatch.setattr(RedditIncoming, "handle", handle_twice)
    test_whatever_is_written_is_answered_as_listed("deluxe")
