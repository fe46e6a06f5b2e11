"""The stubborn player: the same legal inputs again and again, and nobody gets more time by any of them."""

from collections import Counter

from tests.players.host import Browser, Page
from tests.players.player import Move, Player

LOOKS = 4  # inputs between two looks at what everybody sees


class Stubborn(Player):
    """Does what was done before, as long as it is still offered."""

    name = "stubborn"

    def __init__(self, *args, **more) -> None:
        self._often: Counter[tuple[str, ...]] = Counter()
        self._dull: set[tuple[str, ...]] = set()
        self.moved: list[tuple[str, int, int]] = []  # deadlines that did
        self._steps = 0
        self.kept = 0  # and how many did not
        super().__init__(*args, **more)
        self._public = Browser(self.host)

    def telling(self) -> bool:
        """Something was asked before and after an input that nobody saw."""
        return self.kept > 0

    def step(self) -> None:
        """One more time."""
        moves = self.moves()
        if not moves or 'data-stage="over"' in self.page.text:
            self._goes_on()
            return
        move = self._again(moves)
        self._steps += 1
        if self._steps % LOOKS:
            self.send(move)
            self.look()
        else:
            self._watched(move)
        self._often[move.what] += 1
        if self._often[move.what] >= self.often:
            self._often[move.what] = 0
            self._dull.add(move.what)

    def _again(self, moves: list[Move]) -> Move:
        """Mostly what was done most, until it is too dull; then what comes first."""
        fresh = [move for move in moves if move.what not in self._dull]
        if not fresh:
            self._dull.clear()
        return max(fresh or moves, key=lambda move: self._often[move.what] + self.luck.random())

    def _goes_on(self) -> None:
        if 'data-stage="over"' in self.page.text and len(self.games) < 20:
            self._dull.clear()
            self.opened()
        self.look()

    def _watched(self, move: Move) -> None:
        """If nobody saw anything happen, whatever is still asked has to be done by when it had to be done before."""
        before, due = self._seen(), self.look().due
        self.send(move)
        later = self.look().due
        if before == self._seen():
            self.kept += len(due.keys() & later.keys())
            self.moved += [
                (text, due[text], later[text]) for text in due.keys() & later.keys() if later[text] > due[text]
            ]

    def _seen(self) -> str:
        """The table as anybody sees it."""
        page: Page = self._public.get(f"/g/{self.game}")
        return page.text.partition('id="said"')[2].partition("</ol>")[0]
