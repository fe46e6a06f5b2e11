"""What players were told of their money: whatever moves it says so, with whose it is and exactly what it came to."""

from collections import Counter


def told(lines):
    """By how much each one's total has changed, by what was told."""
    changed = Counter[str]()
    for line in lines:
        if "source" in line.facts:
            amount = line.facts["amount"]
            changed[line.facts["who"]] += amount if line.facts["deed"] == "won" else -amount
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
