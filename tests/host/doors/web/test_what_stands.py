"""A field of a play holds what stands now, whatever is on offer: to send the form as it is changes nothing."""

import pytest

from engine.kernel import Form, Option, Play
from engine.rulesets import RULESETS
from host.core import games
from host.core.games import Guest
from host.core.session import Command
from host.people import accounts
from tests.host.doors.web.visitor import Visitor
from tests.rulesets.toy import Toy

RED, BLUE, GONE = Option("red", "Red"), Option("blue", "Blue"), Option("gone", "Gone by now")
SEVERAL, NUMBER, TEXT = Form("several", 1, 3), Form("number", 1, 50), Form("text")


class Standing(Toy):
    """A game in which one may change something."""

    def __init__(self, play):
        self.offered = play

    def list_plays(self, game, who):
        return [self.offered] if who in game.state.players else []

    def play(self, game, who, key, value):
        game.state.colours[who] = f"{key} {value}"


@pytest.mark.parametrize(
    ("play", "field"),
    [
        (Play("paint", "Paint", [RED, BLUE], now=[BLUE]), "blue"),
        (Play("paint", "Paint", [RED, BLUE], now=[RED]), "red"),
        (Play("paint", "Paint", [RED, BLUE], now=[GONE]), "gone"),
        (Play("paint", "Paint", [RED, BLUE]), "red"),
        (Play("paint", "Paint", [RED, BLUE], Form(words=True), now=[BLUE], example="a hue"), "blue"),
        (Play("paint", "Paint", [RED, BLUE], SEVERAL, now=[BLUE, RED]), "Blue, Red"),
        (Play("paint", "Paint", [RED, BLUE], SEVERAL, now=[GONE]), "Gone by now"),
        (Play("paint", "Paint", [RED, BLUE], SEVERAL), ""),
        (Play("paint", "Paint", [], NUMBER, now=[Option(7, "7")]), "7"),
        (Play("paint", "Paint", [], TEXT, now=[Option("old", "old")]), "old"),
    ],
)
def test_the_field_of_a_play_holds_what_stands(host, monkeypatch, play, field):
    monkeypatch.setitem(RULESETS, "toy", Standing(play))
    people = [accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob")]
    game = games.open_lobby(host, Command(by=people[0].id), "toy", {}, "daily").game
    for person in people:
        games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.start_game(host, Command(by=people[0].id), game)
    visitor = Visitor(host, accounts.create_web_token(host, people[0].id))
    visitor.go(f"/g/{game}")
    (form,) = [each for each in visitor.forms if each["fields"].get("key") == "paint"]
    assert form["fields"]["value"] == field
