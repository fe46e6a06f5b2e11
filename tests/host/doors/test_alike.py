"""Two games that differ in one secret of Ann's (a bomb on one square or another) look alike to everybody else: on every
page, at the keyboard, in the text and data of the game and in all that is posted, while the game goes on.
"""

import contextlib
import re

import msgspec
import pytest

from engine.kernel import format_text
from engine.kernel.text import PLAIN_READER
from host.core import games
from host.core.context import Config
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.doors.terminal import playing
from host.doors.terminal.console import KeyboardLeft
from host.doors.terminal.playing import KeyboardTable
from host.people import accounts
from host.shown import game_data, text_view, views
from tests import listings
from tests.host.doors.test_canary import SharedScreen
from tests.host.doors.vault import follow_links
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
GAMES: dict[str, dict[str, object]] = {
    "season7": {"voice": "plain"},
    "deluxe": {"target": 1_000_000},
    "billionaire": {},
    "ladder": {},
}
RECEIPT = re.compile(r"\b[0-9a-f]{8,}\b")  # of what is sealed, which seals it with a key
NAMES = ("Ann", "Bob", "Cat")
OTHERS = {"Bob": 20, "Cat": 19}  # where they hide a bomb
SECRETS = (7, 8)


class Table:
    """A game of three whose people answer by what the choices are called, but for what Ann keeps secret."""

    def __init__(self, game, secret):
        self.now, self.luck, self.secret = 1_800_000_000.0, listings.Luck(game), secret
        self.host = make_steady_host(Store(MemoryTable()), Config(), lambda: self.now)
        self.people, self.cookies = {}, {"a stranger": ""}
        for name in NAMES:
            self.people[name] = accounts.load_or_create_person(self.host, f"t:{name}", name, f"t:{name}").id
            self.cookies[name] = accounts.create_web_token(self.host, self.people[name])
        by = Command(by=self.people["Ann"])
        self.game = games.open_lobby(self.host, by, game, GAMES[game], "evening").game
        for name, person in self.people.items():
            games.sit_at_table(self.host, Command(by=person), self.game, Guest(person, name, f"t:{name}"))
        games.start_game(self.host, by, self.game)

    def see(self, name):
        return views.load_game_view(self.host, self.game, self.people.get(name, ""))

    def list_asked(self):
        return [(name, each) for name in NAMES for each in self.see(name).asked if each.who == self.see(name).you]

    def answer(self, name, asked):
        """Ann's secret is the one of this table or the next choice, and what she keeps to herself nobody else opens."""
        values = [option.value for option in asked.options]
        if asked.key == "bomb.seal":
            value = self.secret if name == "Ann" else OTHERS[name]
        elif name == "Ann" and asked.secret:
            value = values[self.secret - SECRETS[0]]
        elif asked.form.kind == "several":
            value = values[: max(1, asked.form.low)]
        else:
            open_to_all = [each for each in values if each not in (*SECRETS, *OTHERS.values())]
            value = self.luck.choose(open_to_all) if open_to_all else asked.form.low
        self.now += 30
        games.submit_answer(self.host, Command(by=self.people[name]), self.game, asked.id, value)

    def shown_to(self, name, *, pages=False):
        """All that somebody reads, the pages too or not."""
        read = dict(follow_links(self.host, self.cookies[name], (f"/g/{self.game}",), 3)) if pages else {}
        seen = self.see(name)
        read["text"] = str(text_view.format_game_text(seen, PLAIN_READER))
        read["data"] = str(msgspec.to_builtins(game_data.build_game_data(seen, PLAIN_READER)))
        for place in (f"t:{name}", ""):
            for n, post in enumerate(self.host.store.load_posts(place)):
                read[f"posted to {place} {n}"] = str([format_text(told.text, told.facts) for told in post.lines])
        return {where: RECEIPT.sub("#", text) for where, text in read.items()}


@pytest.mark.parametrize(("game", "moves"), [("season7", 8), ("deluxe", 8), ("billionaire", 2), ("ladder", 2)])
def test_games_that_differ_in_a_secret_look_alike_to_all_others(game, moves):
    """Bombs stay hidden while others open squares; bids and answers until the last of them is in."""
    tables = [Table(game, secret) for secret in SECRETS]
    for n in range(moves):
        for table in tables:
            table.answer(*table.list_asked()[0])
        for name in ("Bob", "Cat", "a stranger"):
            ours, theirs = (table.shown_to(name, pages=n == moves - 1) for table in tables)
            assert ours == theirs
        ours, theirs = (table.shown_to("Ann") for table in tables)
        assert ours != theirs


def shown_at_the_keyboard(game, secret):
    """All that the others see on the one screen that Ann shares with them."""
    host = make_steady_host(Store(MemoryTable()), Config(), lambda: 1_800_000_000.0)
    wanted = playing.WantedGame(game, NAMES, 0, " ".join(f"{key}={value}" for key, value in GAMES[game].items()))
    key = playing.open_keyboard_game(host, wanted, "")
    people = playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, key))
    lines = {"Ann": [str(secret)], "Bob": ["20"], "Cat": ["19"]}
    for name in NAMES:
        lines[name] += ["1", "2", "3"]
    screen = SharedScreen(lines)
    screen.table = KeyboardTable(host, key, people, screen)
    with contextlib.suppress(KeyboardLeft):
        screen.table.run()
    return [(where, RECEIPT.sub("#", text)) for where, text in screen.seen], screen.kept.getvalue()


@pytest.mark.parametrize("game", ["season7", "deluxe"])
def test_at_one_keyboard_the_others_do_not_see_where_a_bomb_is(game):
    (ours, whole), (theirs, other) = (shown_at_the_keyboard(game, secret) for secret in SECRETS)
    assert ours == theirs
    assert len(ours) > 6
    assert whole != other
