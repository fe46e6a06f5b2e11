"""The stubborn player: the same legal inputs again and again, and nobody gets more time by any of them."""

from collections import Counter

from tests.players.host import Browser, Page
from tests.players.player import ENDS, Move, Player

SEATS = {"standin", "join"}
SEAT, ANSWERS = 0.1, 0.3  # how often somebody else is to play, or this one answers
TABLES = 20
PATIENCE = 12  # inputs at a table where nothing is asked
LOOKS = 4  # inputs between two looks at what everybody sees, while nothing is asked


class Stubborn(Player):
    """Does what was done before, as long as it is still offered."""

    name = "stubborn"
    never = (*ENDS, "/kick")  # a table without opponents is soon over

    def __init__(self, *args, **more) -> None:
        self._often: Counter[tuple[str, ...]] = Counter()
        self._dull: set[tuple[str, ...]] = set()
        self.moved: list[tuple[str, int, int]] = []  # deadlines that did
        self._steps = self._idle = 0
        self.kept = 0  # and how many did not
        super().__init__(*args, **more)
        self._public = Browser(self.host)

    def telling(self) -> bool:
        """Something was asked before and after an input that nobody saw."""
        return self.kept > 0

    def step(self) -> None:
        """One more time."""
        moves = self.moves()
        self._idle = 0 if self.page.due else self._idle + 1
        if not moves or 'data-stage="over"' in self.page.text or self._idle > PATIENCE:
            self._goes_on()
            return
        move = self._again(moves)
        self._steps += 1
        if self.page.due or not self._steps % LOOKS:
            self._watched(move)
        else:
            self.send(move)
            self.look()
        self._often[move.what] += 1
        if self._often[move.what] >= self.often:
            self._often[move.what] = 0
            self._dull.add(move.what)

    def _again(self, moves: list[Move]) -> Move:
        """Of one kind of form, mostly what was done most, until it is too dull; then what comes first."""
        kind = self._kind({move.what[0] for move in moves})
        alike = [move for move in moves if move.what[0] == kind]
        fresh = [move for move in alike if move.what not in self._dull]
        if not fresh:
            self._dull -= {move.what for move in alike}
        return max(fresh or alike, key=lambda move: self._often[move.what] + self.luck.random())

    def _kind(self, kinds: set[str]) -> str:
        """Mostly what leaves open what is asked; now and then an answer, and seldom somebody else for the seat."""
        luck = self.luck.random()
        for least, those in ((ANSWERS, kinds - SEATS - {"answer", "square"}), (SEAT, kinds - SEATS)):
            if those and luck > least:
                return self.luck.choice(sorted(those))
        return self.luck.choice(sorted(kinds))

    def _goes_on(self) -> None:
        """To another of its tables, where it may be asked something by now, or to a new one when one is over."""
        self._idle = 0
        over = 'data-stage="over"' in self.page.text
        if len(self.games) < len(self.rules) or (over and len(self.games) < TABLES):
            self._dull.clear()
            self.opened()
            return
        self.game = self.games[(self.games.index(self.game) + 1) % len(self.games)]
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
