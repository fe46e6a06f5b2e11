"""An oracle over what the host's voice says: every name, sum, total, place and circumstance against the state.

It knows nothing of how a line was chosen. It has the state before and after an input, the plain sentences in between,
and a book of its own of who has caught whom; by that each fact of a line must be so.
"""

from collections import Counter, defaultdict

import msgspec

from engine.kernel import PUBLIC
from engine.season7.voice import SEASON7_VOICE

BLOWS = ("bomb", "mut.fizzle", "mut.cluster", "autobomb")
NAMES = (
    "who",
    "owner",
    "victim",
    "other",
    "rich",
    "poor",
    "one",
    "rival",
    "friend",
    "guest",
    "robbed",
    "taker",
)
SUMS = ("amount", "bonus", "prize")
LONG_AGO = ("high", "mini.start", "minigame", "round.end")
COPIED = msgspec.json.Encoder()


class Places:
    """Who has how much at one moment."""

    def __init__(self, totals):
        self.totals = totals

    def place(self, who):
        return 1 + sum(total > self.totals[who] for total in self.totals.values())

    def leader(self):
        first = [who for who in self.totals if self.place(who) == 1]
        return first[0] if len(first) == 1 else ""

    def gap(self):
        first, second = sorted(self.totals.values())[-1:-3:-1]
        return first - second


class Standing(Places):
    """How the season stood at one moment: all that lines may speak of."""

    def __init__(self, season):
        self.season = msgspec.json.decode(COPIED.encode(season), type=type(season))
        super().__init__({who: player.total for who, player in self.season.players.items() if not player.gone})


class Oracle:
    """One game, listened to from its beginning."""

    def __init__(self, game, options=None):
        self.game, self.memory = game, SEASON7_VOICE.build_memory(options or {})
        self.before = Standing(game.state)
        self.caught: Counter[tuple[str, str]] = Counter()
        self.catches: list[tuple[str, str, int]] = []
        self.lines: Counter[str] = Counter()
        self.won: Counter[str] = Counter()  # rounds
        self.over = False  # are all rounds so far over?
        self.ever: set[tuple[str, int]] = set()  # who has ever won or lost how much
        self.found: dict[str, list[tuple[int, str, int]]] = {}  # by round, what its squares have brought, whom, where

    def hear(self, told):
        """What one input has told: everything said of it is so."""
        after = Standing(self.game.state)
        said = SEASON7_VOICE.speak(self.memory, told)
        ledger = Ledger(self.before, told)
        assert {who: ledger.totals[who] for who in after.totals} == after.totals
        self.count(told)
        for at, lines in sorted(said.lines.items()):
            who = ""
            for line in lines:
                self.lines[line.id.rpartition("/")[0]] += 1
                who = line.facts.get("who") or (who if line.joins else "")  # what joins may leave the name to the line
                self.true(line, {"who": who, **line.facts} if who else line.facts, told[at], ledger, after)
        assert all(at in said.lines or at == -1 for at in said.by.values())
        self.before = after

    def count(self, told):
        """Who has caught whom and found what, by the plain sentences."""
        owners: list[str] = []
        self.catches, n, square = [], 0, None
        self.scores: list[tuple[str, str, int, int]] = []  # who by whom, how often, and how often the other way
        if self.over:
            self.found.clear()
        self.over = any(each.text.startswith(("Cycle {cycle} begins", "Players in the Super Round:")) for each in told)
        for each in told:
            if each.to != PUBLIC:
                continue
            if each.deed in ("won", "lost"):
                self.ever.add((each.facts["who"], each.facts["amount"]))
            if each.text == "{round} begins. Turn order: {order}.":
                self.found.setdefault(each.table, [])
            self.won.update(each.facts["winners"] if "winners" in each.facts and "verdict" in each.facts else [])
            if square and each.deed == "won" and each.facts["source"] == "cash":
                self.found.setdefault(each.table, []).append((each.facts["amount"], each.facts["who"], square))
            square = each.facts["n"] if each.text.startswith("{who} opens square {n}: {face}") else None
            if each.deed in ("bombs", "asleep"):
                n, owners = each.facts["n"], []
            elif each.text == "This bomb was hidden by {owners}.":
                owners = each.facts["owners"]
            elif each.deed == "outs" and n:  # of two bombs on a square one is counted
                who = each.facts["who"]
                owner = who if who in owners else owners[0] if owners else ""
                self.caught[owner, who] += 1
                self.scores.append((who, owner, self.caught[owner, who], self.caught[who, owner]))
                self.catches += [(who, each, n) for each in owners or [""]]
                n = 0

    def true(self, line, facts, told, ledger, after):
        """One line, fact by fact and by its circumstance."""
        event, circumstance, _ = line.id.split("/")
        why = (line.id, facts, told)
        players = set(self.game.state.players)
        assert all(_all(facts[name]) <= players for name in NAMES if name in facts), why
        if "short" in facts and "who" in facts:  # who had touched the target lacks nothing of it
            assert not self.before.season.players[facts["who"]].reached, why
        if event in LONG_AGO:
            self.once(event, circumstance, facts, told, why)
        else:
            _money(facts, ledger, why)
        if event in SETTLED:
            SETTLED[event](circumstance, facts, self, ledger, after, why)
        if event in BLOWS and "n" in facts and "owner" in facts:
            rounds = [r for when in (self.before, after) for r in when.season.rounds.values()]
            cells = [r.cells[facts["n"] - 1] for r in rounds if facts["n"] <= len(r.cells)]
            assert any(facts["owner"] in cell.bombs for cell in cells), why
        if event == "bomb":
            self.blow(circumstance, facts, after, why)

    def once(self, event, circumstance, facts, told, why):
        """What was some time ago: a record, a highlight, the best of a round."""
        if "amount" in facts and circumstance != "fate":
            assert (facts.get("holder") or facts["who"], abs(facts["amount"])) in self.ever, why
        if (event, circumstance) == ("round.end", "best"):
            assert (facts["amount"], facts["who"], facts["n"]) in self.found[told.table], why
            assert facts["amount"] == max(self.found[told.table])[0], why
        if (event, circumstance) == ("round.end", "many") and "n" in facts:
            cells = self.game.state.rounds[told.table].cells if told.table in self.game.state.rounds else []
            assert not cells or facts["n"] == sum(not cell.open for cell in cells), why

    def blow(self, circumstance, facts, after, why):
        """Of a bomb: whose it was, how often that has happened, and what makes it a story."""
        who, owner = facts.get("who"), facts.get("owner", "")
        if circumstance in ("protected", "shrugged", "twice"):
            return
        scores = [
            (mine, theirs) for victim, whose, mine, theirs in self.scores if (victim, owner or whose) == (who, whose)
        ]
        assert scores, why
        assert facts.get("count", 0) in (0, *(mine for mine, _ in scores)), why
        assert circumstance != "own" or owner in ("", who), why
        assert circumstance != "revenge" or any(mine == theirs for mine, theirs in scores), why
        assert circumstance != "again" or any(mine > 1 for mine, _ in scores), why
        assert circumstance != "lead" or self.before.leader() == who, why
        if circumstance == "duel":
            assert any(r.seats[owner].status in ("in", "won") for r in after.season.rounds.values() if owner in r.seats)
        if "short" in facts:
            assert facts["short"] > 0, why


def _money(facts, ledger, why):
    """Sums are those of this input, and totals those of this moment."""
    if "total" in facts or "debt" in facts:
        total = facts.get("total", facts.get("debt"))
        assert all(total in ledger.were[who] for who in _all(facts.get("who") or facts.get("leader"))), why
    if "list" in facts and "amount" in facts:
        assert facts["amount"] == sum(each.facts["amount"] for each in facts["list"]), why
        return
    for name in SUMS:
        assert not isinstance(facts.get(name), int) or abs(facts[name]) in ledger.sums, why


def _all(names):
    return {names} if isinstance(names, str) else set(names)


class Ledger:
    """The totals as they were after each sentence of an input."""

    def __init__(self, before, told):
        self.totals = {who: player.total for who, player in before.season.players.items()}
        self.were = {who: {total} for who, total in self.totals.items()}
        self.steps = [Places(before.totals)]  # a find is told with what it leaves, whatever else the input brings
        here = set(before.totals)
        self.sums = set()
        self.boosters = defaultdict(set)
        paid: Counter[str] = Counter()
        for each in told:
            if "booster" in each.facts and "who" in each.facts:
                self.boosters[each.facts["who"]].add(each.facts["booster"])
            if each.to == PUBLIC and "start" in each.facts:
                self.totals[each.facts["who"]] = each.facts["start"]
                self.were.setdefault(each.facts["who"], set()).add(each.facts["start"])
                here.add(each.facts["who"])
            if each.to == PUBLIC and each.deed in ("won", "lost"):
                who, amount = each.facts["who"], each.facts["amount"]
                self.totals[who] += amount if each.deed == "won" else -amount
                self.were[who].add(self.totals[who])
                self.steps.append(Places({who: total for who, total in self.totals.items() if who in here}))
                paid[who] += amount
            self.sums |= {abs(n) for n in each.facts.values() if isinstance(n, int)}
        self.sums |= {*paid.values(), 0}


def _standing(circumstance, facts, _oracle, ledger, after, why):
    steps = [*ledger.steps, after]
    assert any(
        _stood(circumstance, facts, was, now)
        for n, now in enumerate(steps)
        for was in steps[: n + 1]
        if _has(facts, now)
    ), why


def _has(facts, now):
    who = facts["who"]
    return who in now.totals and facts.get("total", now.totals[who]) == now.totals[who]


def _stood(circumstance, facts, was, now):
    """Was this so at that moment, and has it come to it since the other?"""
    who, other = facts["who"], facts.get("other", "")
    before = was.totals.get(who, 0)
    return (
        facts.get("place", now.place(who)) == now.place(who)
        and (circumstance not in ("lead", "newlead", "leadback", "back") or now.place(who) == 1 or "place" in facts)
        and (circumstance not in ("lead", "newlead", "leadback") or now.leader() == who != was.leader())
        and (circumstance not in ("close", "gap") or facts["gap"] == now.gap())
        and (circumstance != "tie" or now.totals[who] == now.totals[other])
        and (circumstance != "up" or not other or now.totals[who] > now.totals[other])
        and (circumstance != "up" or not other or before <= was.totals[other])
        and (circumstance != "down" or not other or now.totals[who] < now.totals[other])
        and (circumstance != "down" or now.place(who) > was.place(who))
    )


def _total(_circumstance, facts, _oracle, ledger, after, why):
    if "place" in facts and "who" in facts:
        steps = [*ledger.steps, after]
        assert any(facts["place"] == now.place(facts["who"]) for now in steps if facts["who"] in now.totals), why
    for each in facts.get("list", ()):
        assert each.facts["total"] in ledger.were[each.facts["who"]], why
        assert 1 <= each.facts.get("place", 1) <= len(after.totals), why


def _left(_circumstance, facts, _oracle, _ledger, _after, why):
    assert facts.get("n", 2) == len(facts.get("players", "12")), why
    assert facts.get("one") != facts.get("other") or "one" not in facts, why


def _booster(circumstance, facts, oracle, ledger, _after, why):
    who, told = facts["who"], why[2]
    had = {oracle.before.season.players[who].booster, *ledger.boosters[who]}
    percent = facts.get("percent") or getattr(told.facts["face"], "facts", {}).get("percent", 300)
    assert facts.get("was", 0) in {0, *had}, why
    assert "booster" not in facts or any(min(300, each + percent) == facts["booster"] for each in {0, *had}), why
    if circumstance == "most":
        others = oracle.before.season.rounds[told.table].list_living()
        assert all(oracle.before.season.players[each].booster <= facts["booster"] for each in others), why


def _cycle(_circumstance, facts, oracle, ledger, after, why):
    leaders = facts.get("leader", ())
    for who in _all(leaders):
        assert facts.get("total", 0) in (0, *ledger.were[who]), why
    if "short" in facts:
        assert facts["short"] == oracle.memory.target - facts.get("total", oracle.memory.target - facts["short"]), why
    if "gap" in facts:
        assert facts["gap"] == after.gap(), why


def _table(_circumstance, facts, _oracle, _ledger, after, why):
    rows = [row.facts for row in facts["places"]]
    assert [row["total"] for row in rows] == sorted(after.totals.values(), reverse=True), why
    assert all(after.place(row["who"]) == row["place"] for row in rows), why


def _brink(circumstance, facts, oracle, ledger, after, why):
    """What the same input brings later, such as the next square of a list, may lead over the target again."""
    who, target = facts["who"], oracle.memory.target
    held = [step.totals[who] for step in (*ledger.steps[1:], after) if who in step.totals]
    short = [target - total for total in held if facts.get("short", target - total) == target - total]
    assert short, why
    if circumstance == "any":
        assert any(0 < missing <= target - target * 9 // 10 for missing in short), why
    if circumstance == "fallen":
        assert after.season.players[who].reached, why
        assert max(short) > 0, why


def _yours(circumstance, facts, oracle, _ledger, _after, why):
    caught = any((who, owner, n) == (facts["who"], why[2].to, facts.get("n", n)) for who, owner, n in oracle.catches)
    assert caught or circumstance in ("fizzle", "found"), why
    assert not (caught and circumstance == "fizzle"), why
    assert circumstance != "again" or facts["count"] == oracle.caught[why[2].to, facts["who"]] > 1, why
    assert circumstance != "first" or sum(n for (o, v), n in oracle.caught.items() if o == why[2].to != v) == 1, why


def _win(circumstance, facts, oracle, _ledger, after, why):
    table = after.season.rounds.get(why[2].table)
    assert table is None or facts["who"] in table.winners, why
    assert circumstance != "firstwin" or oracle.won.total() <= 1, why
    places = [when.place(facts["who"]) for when in (oracle.before, after)]
    assert circumstance != "last" or len(after.totals) in places, why
    assert circumstance != "bombwin" or any(owner == facts["who"] for _, owner, _ in oracle.catches), why


def _win_clear(circumstance, facts, _oracle, _ledger, after, why):
    table = after.season.rounds.get(why[2].table)
    if table is not None and circumstance != "nobody":
        assert facts.get("n", len(table.winners)) == len(table.winners), why
        assert circumstance == "side" or table.is_cleared(), why


SETTLED = {
    "bomb.yours": _yours,
    "win": _win,
    "win.clear": _win_clear,
    "standing": _standing,
    "total": _total,
    "bomb.left": _left,
    "booster": _booster,
    "cycle.end": _cycle,
    "table": _table,
    "brink": _brink,
}
