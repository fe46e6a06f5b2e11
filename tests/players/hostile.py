"""The hostile player: forged, stale, foreign, oversize, malformed; twins, stolen words and cookies that are none."""

import threading
from collections.abc import Callable
from urllib.parse import quote, urlencode

from tests.players.host import Browser
from tests.players.player import ENDS, Move, Player

RUBBISH = ["", "0", "-1", "1e309", "NaN", "9" * 400, "٣", "p1", "p1,p1", "Q1#1", "#", "../../etc/passwd",
           "'; drop table items",
           "{}", "[]", "null", "\x00", "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
           "\u202egnp",
           "<script>", "%s%n", "${x}", "a" * 3000, "💣" * 300]  # fmt: skip
ACTIONS = ["answer", "play", "square", "join", "begin", "bot", "admit", "invite", "leave", "kick", "standin", "vote",
           "pause", "resume", "extend", "close", "nothing", "part", "log", "replay"]  # fmt: skip
PATHS = ["/", "/me", "/new", "/table", "/claim", "/p/x", "/p/" + "0" * 64, "/rules/%00", "/rules/" + "x" * 5000,
         "/static/../x", "/static/%2e%2e/%2e%2e/etc/passwd", "//evil.test", "/g/zzzzzzzz", "/g/00000000/check",
         "/healthz", "/%ff%fe", "/g/00000000/transcript"]  # fmt: skip
LINES = [b"GET / HTTP/1.1\r\n\r\n", b"GET /\r\n\r\n", b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
         b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
         b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
         b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf",
         b"GET / HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
         b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20000 + b"\r\n\r\n", b"A" * 40000]  # fmt: skip


MOST_GAMES = 20
LEGAL = 0.35  # as often something allowed, so that there is always another state to be attacked in


class Hostile(Player):
    """Wants in where others play: at the table of a victim, who does nothing at all."""

    name = "hostile"
    never = (*ENDS, "/kick")  # of their own computers, who would play no more

    def __init__(self, *args, **more) -> None:
        super().__init__(*args, **more)
        self.victim = Player(self.host, 1, self.rules)
        self._stale: list[Move] = []
        self.taken = 0  # moves of their own
        self._ways: list[Callable[[Move], None]] = [
            self._forged, self._old, self._foreign, self._large, self._malformed, self._nameless, self._twins,
            self._cookies, self._wanders, self._rubbish,
        ]  # fmt: skip

    def step(self) -> None:
        """One more way."""
        if self.luck.random() < 0.1:
            self.look()
        moves = self.moves() or [Move(f"/g/{self.game}/play", {"key": "shout"})]
        move = self.luck.choice(moves)
        self._stale = [*self._stale[-200:], move]
        if self.luck.random() < LEGAL:
            self._plays()
        else:
            self.luck.choice(self._ways)(move)

    def _plays(self) -> None:
        """What the page offers as it stands, so that the game goes on; and when it is over, another one."""
        self.look()
        if 'data-stage="over"' in self.page.text and len(self.games) < MOST_GAMES:
            self.opened()
        if moves := self.moves():
            self.taken += self.send(self.luck.choice(moves)).status == 303
            self.look()

    def _theirs(self, move: Move) -> Move:
        """The same at the victim's table."""
        return Move(move.action.replace(self.game, self.victim.game), move.fields)

    def _forged(self, move: Move) -> None:
        """The victim's own browser sends it, for a page of somebody else's."""
        victim = self.victim
        moves = victim.moves() or [self._theirs(move)]
        sites = [{"Origin": "https://evil.test"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                 {"Sec-Fetch-Site": "same-site"}]  # fmt: skip
        answer = victim.send(self.luck.choice(moves), **self.luck.choice(sites))
        assert answer.status == 403, (answer.status, "another site's form was taken")
        self.browser.asked += 1

    def _old(self, _: Move) -> None:
        self.send(self.luck.choice(self._stale))

    def _foreign(self, move: Move) -> None:
        """What only the victim, or the victim's host, may do."""
        question, key = f"Q{self.luck.randint(1, 9)}#{self.luck.randint(1, 99)}", self.luck.choice(["kick", "lock"])
        more = {"question": question, "seat": "p1", "sure": "yes", "seconds": "2592000", "wish": "1", "key": key}
        action = self.luck.choice([each for each in ACTIONS if each not in ("join", "admit")])
        self.send(Move(f"/g/{self.victim.game}/{action}", {**move.fields, **more}))

    def _large(self, move: Move) -> None:
        many = {f"f{n}": "x" for n in range(self.luck.choice([70, 500]))}
        huge = {**move.fields, "value": "x" * self.luck.choice([15_000, 17_000, 100_000])}
        self.send(Move(move.action, self.luck.choice([many, huge])))
        self.browser.close()  # what was not read to its end is not followed by anything

    def _malformed(self, _: Move) -> None:
        self.browser.raw(self.luck.choice(LINES))

    def _nameless(self, move: Move) -> None:
        """Without the page's random word, or with another."""
        fields = {**move.fields, "once": self.luck.choice(["", "x", "0" * 32, self.once().upper()])}
        self.send(Move(move.action, fields))

    def _twins(self, move: Move) -> None:
        """The same at the same moment, by two."""
        pair = [Browser(self.host) for _ in range(2)]

        def go(one: Browser) -> None:
            one.cookie = self.browser.cookie
            one.post(move.action, move.fields)
            one.close()

        threads = [threading.Thread(target=go, args=(one,)) for one in pair]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.browser.asked += 2
        self.browser.worst = max(self.browser.worst, *(one.worst for one in pair))

    def _cookies(self, move: Move) -> None:
        """Cookies that are none, that are of nobody, or two at once."""
        mine = self.browser.cookie
        kept = self.luck.choice([f"rtab={'0' * 64}", "rtab=", f"rtab=x; rtab={mine}", f"rtab={mine}x",
                                 "rtab=" + "y" * 5000, f"RTAB={mine}", f"rtab={mine[:-1]}", ";;;=;"])  # fmt: skip
        move = self.luck.choice([self._theirs(move), move])
        self.browser.cookie = ""
        self.send(move, Cookie=kept)
        self.browser.cookie = mine

    def _wanders(self, _: Move) -> None:
        game = self.luck.choice([self.game, self.victim.game, self.host.show])
        path = self.luck.choice([*PATHS, *(f"/g/{game}/{action}" for action in ACTIONS), f"/g/{game}"])
        query = urlencode({self.luck.choice(["from", "n", "square", "table", "invited"]): self.luck.choice(RUBBISH)})
        method = self.luck.choice(["GET", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"])
        self.browser.ask(method, f"{quote(path, safe='/%')}?{query}", None, {})

    def _rubbish(self, move: Move) -> None:
        fields = {name: self.luck.choice([value, self.luck.choice(RUBBISH)]) for name, value in move.fields.items()}
        action = self.luck.choice([move.action, f"/g/{self.game}/{self.luck.choice(ACTIONS)}"])
        if not action.endswith(("/leave", "/close")):
            self.send(Move(action, fields))
