"""What players were told of their money: whatever moves it says so, with whose it is and exactly what it came to."""

from collections import Counter

from engine.kernel import PUBLIC
from engine.season7.events import Gained, Lost, PricePaid


def told(lines):
    """By how much each one's total has changed, by what was told: three events move money."""
    changed = Counter[str]()
    for event in (line.event for line in lines if line.to == PUBLIC):
        match event:
            case Gained(who, amount):
                changed[who] += amount
            case Lost(who, amount) | PricePaid(who, amount):
                changed[who] -= amount
    return changed


class Purse:
    """The totals of a game, held against what is told of them from one input to the next."""

    def __init__(self, game):
        self.totals = {who: player.total for who, player in game.state.players.items()}

    def add_up(self, game):
        """Since the last look one input has been taken: nobody's total has moved by more or less than was told."""
        changed = told(game.told)
        now = {who: player.total for who, player in game.state.players.items()}
        for who, total in self.totals.items():
            assert now[who] == total + changed[who], who
        self.totals = now
