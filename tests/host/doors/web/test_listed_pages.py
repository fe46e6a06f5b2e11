"""What pages show three visitors who follow links and send forms: whatever is new on each page, tag by tag."""

import hashlib
import itertools
import random
import re
from html.parser import HTMLParser
from operator import itemgetter

import pytest

from host.core import games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.people import accounts
from tests import listings
from tests.host.doors.web.visitor import Visitor

pytestmark = pytest.mark.as_released
GAMES: dict[str, dict[str, object]] = {
    "season7": {"target": 30_000_000, "voice": "plain"},
    "deluxe": {"target": 1_000_000},
    "billionaire": {},
}
STEPS, BEGINS = 36, 2
CALLS = ("mail", "push")
LEFT_ALONE = {"close", "leave", "kick", "link"}
BESIDE = ("/", "/me", "{game}/film", "{game}/recap", "{game}/view", "{game}/check")
HEADERS = ("Location", "Content-Type", "Cache-Control", "Content-Disposition")
UNREAD = {"style", "script", "svg", "head"}
RELEASED = re.compile(r"\?v=[0-9a-f]{8}")  # changes with what is in a file
DRAWN = {"d", "x", "y", "cx", "cy", "r", "points", "transform", "style", "once", "data-key"}


class Pieces(HTMLParser):
    """Every tag of a page with its attributes, and every text."""

    def __init__(self, text):
        super().__init__()
        self.found, self.within = [], []
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        if tag in UNREAD:
            self.within.append(tag)
        named = [f'{name}="{value}"' for name, value in pairs if name not in DRAWN and ("name", "once") not in pairs]
        if named and not self.within:
            self.found.append(RELEASED.sub("", f"<{tag} {' '.join(named)}>"))

    def handle_endtag(self, tag):
        if self.within and self.within[-1] == tag:
            self.within.pop()

    def handle_data(self, data):
        if data.strip() and not self.within:
            self.found.append(" ".join(data.split()))


class Walk:
    """Ann, Bob and somebody who does not play, at a table beside a computer player."""

    def __init__(self, game, times=1, **options):
        self.times = times  # that each form is sent
        self.luck, self.now, count = listings.Luck(game), 1_800_000_000.0, itertools.count()
        token = lambda size: hashlib.sha256(str(next(count)).encode()).hexdigest()[: 2 * size]  # noqa: E731 - said in a line
        self.host = HostContext(
            Store(MemoryTable()),
            Config(elsewhere=("telegram", *CALLS), rung=CALLS),
            lambda: self.now,
            token,
            random.Random,
        )
        people = [
            accounts.load_or_create_person(self.host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob", "Dan")
        ]
        self.opener = Command(by=people[0].id)
        self.game = games.open_lobby(self.host, self.opener, game, GAMES[game] | options, "evening").game
        for person in people[:2]:
            games.sit_at_table(self.host, Command(by=person.id), self.game, Guest(person.id, person.name, person.place))
        games.add_bot(self.host, self.opener, self.game)
        self.visitors = {
            person.name: Visitor(self.host, accounts.create_web_token(self.host, person.id)) for person in people
        }
        self.seen = {name: set[str]() for name in self.visitors}
        self.path = f"/g/{self.game}"

    def step(self, n):
        name = [*self.visitors][n % 3]
        visitor = self.visitors[name]
        if n % 4 == 3:
            path = self.luck.choose(BESIDE).format(game=self.path)
            yield f"## {name} goes to {path}"
            visitor.page = visitor.ask("GET", path)
            yield from self.shown(name, visitor.page)
            return
        visitor.page = visitor.ask("GET", self.path)
        yield f"## {name} looks at the game"
        yield from self.shown(name, visitor.page)
        forms = [form for form in visitor.forms if form["action"].rpartition("/")[2] not in LEFT_ALONE]
        moves = [form for form in forms if form["action"].endswith(("/answer", "/square", "/play"))]
        if not forms:
            return
        form = self.luck.choose(moves if moves and self.luck.is_lucky(60) else forms, itemgetter("action"))
        buttons = [button for button in form["buttons"] if button.get("name")]
        button = self.luck.choose(buttons) if buttons else {}
        typed = {key: value or str(self.luck.choose(range(1, 26))) for key, value in form["fields"].items()}
        fields = typed | ({button["name"]: button.get("value", "")} if button else {})
        sent = " ".join(f"{key}={value}" for key, value in fields.items() if key != "once")
        yield f"## {name} sends {form['action']} {sent}"
        for _ in range(self.times):
            visitor.post(form["action"], **fields)
        yield from self.shown(name, visitor.page)

    def shown(self, name, page):
        """What is new to this visitor since the last pages."""
        yield f"  {page.status} {' '.join(f'{key}={page.headers[key]}' for key in HEADERS if key in page.headers)}"
        if page.headers.get("Content-Type", "").startswith("text/html"):
            for piece in Pieces(page.body.decode()).found:
                if piece not in self.seen[name]:
                    self.seen[name].add(piece)
                    yield f"  {piece}"
        else:
            yield f"  {page.body[:2000].decode('utf-8', 'replace')}"

    def tell(self):
        for n in range(STEPS):
            yield from self.step(n)
            if n == BEGINS:
                games.start_game(self.host, self.opener, self.game)
            self.now += 40
            ticking.sweep_due_games(self.host)


@pytest.mark.parametrize("game", ["season7", "deluxe", pytest.param("billionaire", marks=pytest.mark.whole)])
def test_whatever_is_new_on_a_page_is_shown_as_listed(game):
    listings.compare(f"pages_{game}", Walk(game).tell())


def test_a_form_that_is_sent_twice_is_answered_as_if_it_had_come_once():
    listings.compare("pages_deluxe", Walk("deluxe", times=2).tell())
