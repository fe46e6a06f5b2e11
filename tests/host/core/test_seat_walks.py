"""People and computers come, go, are shown out, replaced and stood in for, in any order: the laws of seats hold."""

from random import Random

import pytest

from engine.kernel import Illegal
from host.core import games, seats
from host.core.games import Guest
from host.core.session import LOBBY, RUNNING, Command
from host.core.transaction import Transaction
from host.shown import views
from tests.host.core.timing import HOST
from tests.rulesets.toy import Toy

NAMES = ("Ann", "ANN", "Ada", "Ada (bot)", "Bob", "p1", "Bob 2", "former player")
PEOPLE = [f"person {n}" for n in range(6)]


def deeds(host, game, luck):
    """Somebody does something to a seat; it may be refused."""
    session = host.store.load_game(game).session
    seat = luck.choice([player.seat for player in session.players] or ["p1"])
    person = luck.choice(PEOPLE)
    guest = Guest(person, luck.choice(NAMES))
    return luck.choice(
        [
            lambda: games.sit_at_table(host, Command(by=person), game, guest),
            lambda: games.sit_at_table(host, Command(by=person), game, guest),
            lambda: games.add_bot(host, HOST, game),
            lambda: seats.leave_game(host, Command(by=person), game),
            lambda: seats.kick_from_seat(host, HOST, game, seat),
            lambda: seats.replace_in_seat(host, HOST, game, seat, guest),
            lambda: seats.request_stand_in(host, Command(by=person), game, seat),
            lambda: seats.vote_for_stand_in(host, Command(by=person), game, seat),
        ]
    )


def check(host, game, before, reply):
    session = host.store.load_game(game).session
    people = [player.person for player in session.players if player.person]
    assert len(people) == len(set(people))
    names = [player.name.casefold() for player in session.players if player.person or session.stage == LOBBY]
    assert len(names) == len(set(names))
    seats_taken = [player.seat for player in session.players]
    assert len(seats_taken) == len(set(seats_taken)) <= host.config.most_seats
    if session.stage == LOBBY:
        assert all(player.person or player.bot for player in session.players)
        computers = [player.name for player in session.players if player.bot]
        assert all(name.endswith("(bot)") for name in computers)
    else:
        assert seats_taken == [player.seat for player in before.players]
    open_to = {of for of, heading in session.list_index_links() if heading.startswith("game/")}
    found = {f"person:{each}" for each in PEOPLE if game in host.store.list_open_game_ids(f"person:{each}")}
    assert found == open_to - {f"person:{HOST.by}"}
    waiting = {wish.person for wish in [*session.wishes.values(), *session.takeovers.values()]}
    seated = {player.person for player in session.players if not player.out}
    assert open_to - {f"person:{HOST.by}"} <= {f"person:{each}" for each in seated | waiting}
    voters = {voter for seat, cast in session.votes.items() for voter in [seat, *cast]}
    assert voters <= {player.seat for player in session.players if not player.bot}
    shown = views.load_game_view(host, game)
    assert [face.seat for face in shown.faces] == seats_taken
    for player in session.players:
        if player.person and player.bot:
            offered = views.load_game_view(host, game, player.person).kept
            assert offered == can_return(host, game, player.person)
    if not reply.ok:
        assert session == before


def can_return(host, game, person):
    """Would this player, for whom a computer plays, get their seat back?"""
    try:
        games._apply_join(Guest(person, "Ada"), Transaction(host, Command(by=person), host.store.load_game(game)))
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_seats_people_and_names_agree_after_every_step(host, seed):
    luck = Random(seed)
    game = games.open_lobby(host, HOST, "toy").game
    done = 0
    for step in range(70):
        if step == 35:
            while len(seated := host.store.load_game(game).session.players) > max(Toy.seats):
                assert seats.kick_from_seat(host, HOST, game, seated[0].seat).ok
            while len(host.store.load_game(game).session.players) < min(Toy.seats):
                games.add_bot(host, HOST, game)
            assert games.start_game(host, HOST, game).ok
            assert host.store.load_game(game).session.stage == RUNNING
        before = host.store.load_game(game).session
        reply = deeds(host, game, luck)()
        done += reply.ok
        check(host, game, before, reply)
    assert done >= 15
