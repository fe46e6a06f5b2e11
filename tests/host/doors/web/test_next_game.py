"""Whoever has nothing to do on the page of a game is led to the one that waits for them most urgently."""

import re
from random import Random

import pytest

from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.people import accounts
from host.shown import views
from tests.host.doors.web.visitor import Visitor

LINK = re.compile(r'href="/g/(\w+)" class="btn go" id="next"')
STEPS = 12


def begin(host, people, pace):
    command = Command(by=people[0].id)
    game = games.open_lobby(host, command, "toy", {"laps": 3}, pace).game
    for person in people:
        assert games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name, person.place)).ok
    assert games.start_game(host, command, game).ok
    return game


def find_due(host, game, person):
    """When a question to this person runs out; none where clocks stand still."""
    view = views.load_game_view(host, game, person)
    return min((each.due for each in view.asked if each.who == view.you and not view.paused), default=None)


def find_next(host, game, others, person):
    """Where the page of a game is to lead: nowhere if this game asks them something."""
    view = views.load_game_view(host, game, person)
    if any(each.who == view.you for each in view.asked):
        return []
    waiting = {each: due for each in others if (due := find_due(host, each, person)) is not None}
    return [min(waiting, key=waiting.__getitem__)] if waiting else []


def step(host, game, people, luck):
    """Somebody answers; or clocks stop, or run again; or a computer stands in for somebody, who comes back."""
    person = luck.choice(people).id
    view = views.load_game_view(host, game, person)
    mine = [each for each in view.asked if each.who == view.you]
    act = luck.random()
    if mine and act < 0.8:
        games.submit_answer(host, Command(by=person), game, mine[0].id, luck.choice(mine[0].options).value)
    elif view.paused:
        ticking.resume_session_clocks(host, Command(operator=True), game)
    elif view.you and act < 0.3:
        seats.request_stand_in(host, Command(by=person), game, view.you)
    else:
        ticking.pause_session_clocks(host, Command(operator=True), game)


@pytest.mark.parametrize("seed", range(3))
def test_the_page_of_a_game_leads_to_the_most_urgent_other_that_waits(host, hands, seed):
    luck, led = Random(seed), set[bool]()
    people = [accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob")]
    visitors = {person.id: Visitor(host, accounts.create_web_token(host, person.id)) for person in people}
    tables = [begin(host, people, pace) for pace in ("3h", "daily", "10h")]
    for _ in range(STEPS):
        hands.now += luck.randrange(600)
        step(host, luck.choice(tables), people, luck)
        for person, visitor in visitors.items():
            game = luck.choice(tables)
            found = LINK.findall(visitor.go(f"/g/{game}"))
            assert found == find_next(host, game, [each for each in tables if each != game], person)
            led.add(bool(found))
    assert LINK.findall(Visitor(host).go(f"/g/{tables[0]}")) == []
    assert led == {True, False}
