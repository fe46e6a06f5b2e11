"""What stands in the file of each person who played a game to its end, and of one who only watched."""

from host.core import games, seats
from host.core.games import Guest
from host.core.session import Command
from host.extras.keepsakes.command import format_keepsake
from host.people import accounts


def test_each_players_own_line_alone_has_a_star_in_their_own_file(host):
    people = [accounts.load_or_create_person(host, f"t:{name}", name) for name in ("Ann", "Bob", "Zoe")]
    opener = Command(by=people[0].id)
    game = games.open_lobby(host, opener, "toy").game
    for person in people[:2]:
        assert games.sit_at_table(host, Command(by=person.id), game, Guest(person.id, person.name)).ok
    assert games.start_game(host, opener, game).ok
    assert seats.close_table(host, opener, game).ok
    files = {person.name: format_keepsake(host, person).splitlines() for person in people}
    heads = {name: sum(f"({game})" in line for line in lines) for name, lines in files.items()}
    assert heads == {"Ann": 1, "Bob": 1, "Zoe": 0}
    starred = {name: [line for line in lines if line.endswith(" *")] for name, lines in files.items()}
    assert starred == {"Ann": ["1. Ann 0 *"], "Bob": ["2. Bob 0 *"], "Zoe": []}
