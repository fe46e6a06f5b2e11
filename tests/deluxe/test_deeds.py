"""What players do in a race counts for their statistics, and earns achievements of its own."""

from random import Random

from engine.deluxe.rules import DELUXE
from engine.kernel import Game
from workshop.bots import sample_players as bots


def counted(seed, target):
    """A race, and all that was counted in it by player and word."""
    game, dice = Game.start(DELUXE, ["p1", "p2", "p3", "p4"], {"target": target}, seed, keep=False), Random(seed)
    found: dict[tuple[str, str], int] = {}
    while not game.over:
        bots.move_in_deluxe(game, dice)
        for told in game.told:
            for deed in DELUXE.list_deeds(told):
                found[deed.who, deed.name] = found.get((deed.who, deed.name), 0) + deed.amount
    return game.state, found


def test_what_is_counted_is_what_has_happened():
    race, found = counted("deeds", 60_000_000)
    (champion,) = race.champions
    assert found[champion, "races_won"] == 1
    assert sum(found.get((who, "races"), 0) for who in race.players) == 4
    for who, player in race.players.items():
        assert found[who, "rounds"] == race.round
        assert found[who, "settled"] == race.round - 1  # the last round is not settled, it ends the race
        gained = player.earned.get("bonus", 0)
        assert found.get((who, "won bonus"), 0) - found.get((who, "lost bonus"), 0) == gained
        assert found.get((who, "rounds_won"), 0) <= found[who, "rounds"]
    words = {name for _, name in found}
    assert words >= {"spaces", "bombs", "won spaces", "lost bombs", "led"}


def test_a_peek_counts_too():
    """Not everybody peeks in every race."""
    assert any(name == "peeks" for n in range(8) for _, name in counted(f"peeks {n}", 2_000_000)[1])
