"""What programs are answered by every tool and page, piece by piece, while two of them play and a third looks on."""

import json

import pytest

from host.core.context import Config
from host.core.store import MemoryTable, Store
from tests import listings
from tests.host.doors.web.visitor import Visitor
from tests.host.extras.programs.client import choose_value
from tests.host.extras.programs.conftest import ProgramTable
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
OPTIONS = {"season7": {"voice": "plain", "target": 30_000_000}, "billionaire": {}, "ladder": {}}
STEPS, BEGINS = 40, 4
LOOKS: tuple[dict[str, object], ...] = ({}, {"typed": True}, {"since": 0}, {"since": 3}, {"since": 9999, "typed": True})
WRONG: tuple[tuple[str, dict[str, object]], ...] = (  # what is refused, and why
    ("look", {"game": "nowhere"}),
    ("look", {"since": -1}),
    ("legal", {"game": ""}),
    ("answer", {"question": "Q0#99", "value": 1}),
    ("play", {"play": "nothing", "value": None}),
    ("join", {}),
    ("rules", {"game": "chess"}),
    ("nothing", {}),
)
PAGES = ("view", "events", "events?since=2", "events?since=99999", "events?since=x", "events?since=-1")
KEYS = {"a key": "", "no key": None, "a wrong key": "Bearer nobody", "another word": "Basic "}


class Evening:
    """Two programs that play and one that looks on; each piece of an answer is listed once for each of them."""

    def __init__(self, game):
        self.luck, self.now = listings.Luck(game), 1_800_000_000.0
        host = make_steady_host(Store(MemoryTable()), Config(), lambda: self.now)
        self.table = ProgramTable(host, game, OPTIONS[game], names=("Ann", "Bob", "Dan"))
        self.programs = dict(zip(("Ann", "Bob", "Dan"), self.table.programs, strict=True))
        self.seen = {name: set[str]() for name in self.programs}

    def ask(self, name, tool, **arguments):
        self.now += 20
        named = {"game": self.table.game} if tool != "tables" else {}
        if tool in ("join", "answer", "play"):
            named["key"] = f"{name}{self.now:.0f}"
        result = self.programs[name].post(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": tool, "arguments": named | arguments},
            }
        )
        said = json.loads(result.body).get("result") or {"error": result.body.decode()}
        self.answered = said.get("structuredContent", {})
        yield f"## {name}: {tool} {json.dumps(arguments)}"
        yield from self.list_new(name, self.answered or said)

    def list_new(self, name, said):
        for piece in list_pieces("", said):
            if piece not in self.seen[name]:
                self.seen[name].add(piece)
                yield f"  {piece}"

    def move(self, name):
        yield from self.ask(name, "legal")
        asked, plays = (self.answered.get(kind) or [] for kind in ("questions", "plays"))
        if plays and (not asked or self.luck.is_lucky(20)):
            play = self.luck.choose(plays, lambda each: each["key"])
            yield from self.ask(name, "play", play=play["key"], value=self.choose(play))
        elif asked:
            yield from self.ask(name, "answer", question=asked[0]["id"], value=self.choose(asked[0]))

    def choose(self, asked):
        """Return a value that fits, by what it is called."""
        return choose_value(asked, LuckOfNames(self.luck))

    def read_page(self, name):
        page, who = self.luck.choose(PAGES), self.luck.choose(KEYS)
        key = f"Bearer {self.programs[name].key}" if KEYS[who] == "" else KEYS[who]
        given = {"authorization": key} if key else {}
        answer = Visitor(self.table.host).ask("GET", f"/g/{self.table.game}/{page}", **given)
        yield f"## {name} reads {page} with {who}"
        yield f"  {answer.status} {answer.headers.get('Content-Type', '')} {answer.headers.get('Link', '')}"
        if answer.status == 200:
            for line in answer.body.splitlines():
                yield from self.list_new(name, json.loads(line))

    def tell(self):
        for name in self.programs:
            yield from self.ask(name, "tables")
            yield from self.ask(name, "join")
        self.table.let_in()
        for name in ("Ann", "Bob"):
            yield from self.ask(name, "join")
        for n in range(STEPS):
            name = [*self.programs][n % 3] if n % 4 else "Ann"
            match n % 5:
                case 0:
                    yield from self.ask(name, "look", **self.luck.choose(LOOKS))
                case 1 if n > BEGINS:
                    yield from self.read_page(name)
                case 2 if n % 2:
                    tool, arguments = self.luck.choose(WRONG)
                    yield from self.ask(name, tool, **arguments)
                case _:
                    yield from self.move(name)
            if n == BEGINS:
                self.table.start()
        yield from self.ask("Dan", "tables")


class LuckOfNames:
    """Chooses as `random.Random` does, but by what each choice is called."""

    def __init__(self, luck):
        self.choice = luck.choose
        self.sample = lambda values, count: sorted(values, key=lambda each: str(luck.choose([each])))[:count]
        self.randint = lambda low, _high: low
        self.randrange = lambda low, high, step: luck.choose(range(low, min(high, low + 9 * step), step))


def list_pieces(path, said):
    """Yield the parts of an answer, each with the names on its way; what stands in a list has no number."""
    if isinstance(said, list) and any(isinstance(each, dict | str) for each in said):
        for each in said:
            yield f"{path} {json.dumps(each, ensure_ascii=False)[:400]}"
    elif isinstance(said, dict):
        for key, value in said.items():
            yield from list_pieces(f"{path} {key}".strip(), value)
    else:
        yield f"{path} {json.dumps(said, ensure_ascii=False)[:400]}"


@pytest.mark.parametrize("game", OPTIONS)
def test_what_programs_are_answered_is_listed(game):
    listings.compare(f"programs_{game}", Evening(game).tell())
