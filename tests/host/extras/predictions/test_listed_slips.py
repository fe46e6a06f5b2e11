"""Fourteen people predict in two games and take seats there: what each is answered, what comes of it, how they rank."""

import pytest

from engine.kernel import Reader, format_text
from host.core import games, seats
from host.core.context import Config
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.extras.predictions import services
from host.people import accounts
from tests import listings
from tests.host.conftest import Hands, begun
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
NAMES = ("Amy", "Ben", "Cleo", "Dirk", "Eva", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lea", "Mo", "Nell")
KEYS = ("lap/shouts", "lap/shouts", "lap/shouts", "wins")
STEPS, RANKED_AFTER, END = 80, 20, 70  # in the last, one game is ended
PREDICTED = 7  # by as many, before anything happens


class Stand:
    """Two games, one of which ends early, and those who watch them."""

    def __init__(self):
        self.hands, self.luck = Hands(), listings.Luck("slips")
        self.host = make_steady_host(Store(MemoryTable()), Config(), self.hands)
        self.games = [begun(self.host), begun(self.host)]
        people = [accounts.load_or_create_person(self.host, f"t:{name}", name, f"t:{name}") for name in NAMES]
        self.people = {person.name: person.id for person in people}

    def load(self, game):
        return self.host.store.load_game(game).session

    def predict(self, name, game):
        """Those who come first believe in Ann, so that some are right many times in a row."""
        likes = ("p1",) if name in NAMES[:5] else ("p1", "p2", "p2")
        key, value = self.luck.choose(KEYS), self.luck.choose(likes)
        reply = services.submit_prediction(self.host, Command(by=self.people[name]), game, key, value)
        said = " ".join(format_text(told.text, told.facts) for told in reply.lines)
        return f"{name} says {key} {value}: {reply.code or said[-20:]}"

    def act(self, n, game, name):
        """What happens in a game: mostly Ann shouts; or the last who has predicted is given a seat."""
        if n == END:
            seats.close_table(self.host, Command(by="ann"), self.games[0])
            return "# Ann ends a game"
        what = self.luck.choose(("ann", "ann", "ann", "ann", "ann", "bob", "bob", "time", "seat"))
        if what == "time":
            self.hands.now += 20_000
            self.host.store.save_beat(self.hands.now)
            ticking.sweep_due_games(self.host)
            return "# hours pass"
        if what == "seat":
            player = self.load(game).players[1]
            guest = Guest(self.people[name], name, f"t:{name}")
            reply = seats.replace_in_seat(self.host, Command(by="ann"), game, player.seat, guest)
            return f"# {name} is given a seat: {reply.code or 'yes'}"
        return f"# {what} shouts: {games.make_unasked_play(self.host, Command(by=what), game, 'shout').code or 'yes'}"

    def look(self, name, game):
        slip = services.load_settled_slip(self.host, self.load(game), self.people[name])[0]
        still = ", ".join(f"{key} {each.value}" for key, each in slip.open.items())
        yield f"  {name}: {services.score_facts(slip.score)} in a row {slip.score.run}; open {still or '–'}"
        yield from (f"    {services.format_settled_prediction(each, READER)}" for each in slip.told)

    def rank(self, name, game):
        session = self.load(game)
        for title, list_points in (("here", services.list_game_points), ("ever", services.list_all_time_points)):
            yield f"  {title}, as {name} reads it"
            for each in list_points(self.host, session, self.people[name]):
                yield f"    {services.format_points_line(each, READER)}{' (you)' * each.you}"


READER = Reader({"p1": "Ann", "p2": "Bob"})


def tell():
    stand = Stand()
    for n in range(1, STEPS + 1):
        game = stand.games[not stand.luck.is_lucky(20)]
        names = [stand.luck.choose(NAMES) for _ in range(PREDICTED)]
        yield from (stand.predict(name, game) for name in names)
        yield stand.act(n, game, names[-1])
        if n % 4 == 0:
            yield from stand.look(stand.luck.choose(NAMES[:4]), game)
        if n % RANKED_AFTER == 0:
            yield from stand.rank(stand.luck.choose(NAMES[9:]), game)
    for game in stand.games:
        for name in NAMES:
            yield from stand.look(name, game)
            yield from (line for line in stand.rank(name, game) if line.endswith("(you)"))


def test_what_becomes_of_predictions_and_how_their_people_rank_is_listed():
    listings.compare("prediction_slips", tell())
