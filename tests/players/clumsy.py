"""The clumsy player: means well, and taps twice, goes back, reloads, mistypes and sends the wrong form."""

from tests.players.player import ENDS, Move, Player

LETTERS = "abcxyz0123456789 ,.-#'\"%&=+äß\u202e\u00a0"


class Clumsy(Player):
    """Every second thing goes wrong."""

    name = "clumsy"
    never = (*ENDS, "/kick")  # nobody shows out everybody they play with by mistake

    def __init__(self, *args, **more) -> None:
        self._past: list[Move] = []
        super().__init__(*args, **more)

    def step(self) -> None:
        """Something, and not always what was meant."""
        moves = self.moves()
        if not moves:
            self._waits()
            return
        move = self.luck.choice(moves)
        self.luck.choice([self._does, self._does, self._twice, self._back, self._typo, self._wrong, self._reloads])(
            move
        )
        self._past = [*self._past[-50:], move]
        if self.luck.random() < 0.8:
            self.look()

    def _waits(self) -> None:
        if 'data-stage="over"' in self.page.text and len(self.games) < 20:
            self.opened()
        self._reloads(Move("", {}))

    def _does(self, move: Move) -> None:
        self.send(move)

    def _twice(self, move: Move) -> None:
        first, second = self.send(move), self.send(move)
        assert (first.status == 303) <= (second.status == 303), "what was taken is refused when it comes again"

    def _back(self, _: Move) -> None:
        """The back button, and the form that stood there."""
        for move in self._past[-self.luck.randint(1, 5) :]:
            self.send(move)

    def _typo(self, move: Move) -> None:
        name = self.luck.choice(sorted(move.fields))
        word = str(move.fields[name])
        at = self.luck.randint(0, len(word))
        wrong = [
            word[:at] + self.luck.choice(LETTERS) + word[at:],
            word[:at] + word[at + 1 :],
            word[::-1],
            "",
            word * 3,
        ]
        self.send(Move(move.action, {**move.fields, name: self.luck.choice(wrong)}))

    def _wrong(self, move: Move) -> None:
        """One form's fields in another, or half of them."""
        other = self.luck.choice([*self._past, move])
        some = {name: value for name, value in move.fields.items() if self.luck.random() < 0.5}
        self.send(Move(other.action, {**other.fields, **some}))

    def _reloads(self, _: Move) -> None:
        mark = self.page.headers.get("etag", '"nothing"')
        for path in self.luck.sample(["", "/part", "/log", "/story", "/replay", "/check", "/transcript"], 3):
            self.browser.get(f"/g/{self.game}{path}", **{"If-None-Match": mark})
