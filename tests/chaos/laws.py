"""What must hold whatever went wrong."""

import zlib
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from engine.kernel import PUBLIC, Told
from engine.kernel.record import Answer
from engine.rulesets import ruleset
from host.core import statistics
from host.core.clocks import overlap
from host.core.loading import loaded
from host.core.session import CLOSED, OVER, RUNNING, LogEntry, Post, Session
from host.core.statistics import EARNED, YOURS
from host.core.store import MemoryTable, Store
from host.doors.aws.post_leases import is_news
from tests.chaos.broken import law
from tests.chaos.places import Place
from tests.chaos.platform import Heard
from tests.chaos.table import Saving
from tests.chaos.twin import Twin, state_hash

OURS = {"create": "create", "join": "join", "computer": "join", "begin": "begin", "answer": "answer", "play": "play",
        "pause": "pause", "resume": "resume", "extend": "extend", "leave": "leave", "kick": "kick",
        "stand_in": "takeover"}  # fmt: skip

DONE = "✓"
SESSION = msgspec.json.Decoder(Session)


class Saved(NamedTuple):
    """One input that was saved, read back."""

    at: float
    game: str
    mark: str
    packed: bytes
    entry: LogEntry
    posts: list[Post]

    @property
    def session(self) -> Session:
        """How the game stood after it."""
        return SESSION.decode(zlib.decompress(self.packed))

    def __repr__(self) -> str:
        return f"{self.entry} at {self.at}, after which there is {self.session}"


class Story(NamedTuple):
    """All there is to judge one world by."""

    saved: list[Saved]
    updates: dict[int, dict[str, Any]]
    mark: Callable[[dict[str, Any]], str]
    notices: dict[int, list[str]]
    replies: dict[int, list[bool]]
    heard: list[Heard]
    loose: list[tuple[float, Post]]
    boards: dict[tuple[str, str], int]
    table: MemoryTable
    downs: list[tuple[float, float]]
    gone: set[str]
    moved: dict[str, str]
    slack: float
    doubts: int


def read(savings: list[Saving]) -> list[Saved]:
    """What was saved, as objects."""
    entry, post = msgspec.json.Decoder(LogEntry), msgspec.json.Decoder(Post)
    return [
        Saved(each.at, each.game, each.mark, each.packed, entry.decode(each.entry), [*map(post.decode, each.posts)])
        for each in savings
    ]


def loose(bodies: list[tuple[float, bytes]]) -> list[tuple[float, Post]]:
    """Words that belong to no game, as objects."""
    post = msgspec.json.Decoder(Post)
    return [(at, post.decode(body)) for at, body in bodies]


def check(story: Story) -> None:
    """Raises Broken, with what was broken."""
    accepted_once(story)
    games: dict[str, list[Saved]] = defaultdict(list)
    for each in story.saved:
        games[each.game].append(each)
    for game, saved in games.items():
        log_is_whole(story, game, saved)
        same_end(saved)
        nobody_was_punished(story, saved)
        clocks_are_theirs(saved)
    everything_was_announced(story)
    boards_are_right(story)
    counted_once(story)


def accepted_once(story: Story) -> None:
    """What somebody was told is done stands in a log once; what stands there was wanted by somebody, once."""
    wanted = {story.mark(update): update for update in story.updates.values()}
    done: dict[str, LogEntry] = {}
    for saved in story.saved:
        if saved.mark:
            law(saved.mark not in done, "was applied twice", saved)
            law(saved.mark in wanted, "nobody wanted", saved)
            done[saved.mark] = saved.entry
            law(OURS[wanted[saved.mark]["do"]] == saved.entry.kind, "became something else", saved)
        else:
            law(saved.entry.kind not in {"create", "answer", "play", "begin", "leave"}, "came from nowhere", saved)
    for number, replies in story.replies.items():
        law(len(set(replies)) == 1, "was answered differently", (story.updates[number], replies))
        accepted = story.mark(story.updates[number]) in done
        law(replies[0] == accepted, "was answered wrongly", (story.updates[number], replies))
    for number, notices in story.notices.items():
        accepted = story.mark(story.updates[number]) in done
        right = all((notice == DONE) == accepted for notice in notices)
        law(right, "was told something else", (story.updates[number], notices))


def log_is_whole(story: Story, game: str, saved: list[Saved]) -> None:
    """The log holds every input, in order, and the game came to its end."""
    log = Store(story.table).log(game, limit=100_000)
    law([entry.n for entry in log] == list(range(len(log))), "has holes", game)
    law(log == [each.entry for each in saved], "is not what was saved", game)
    law(saved[-1].session.stage in (OVER, CLOSED), "never ended", saved[-1].session)


def same_end(saved: list[Saved]) -> None:
    """The calm twin comes to the same end, by the same steps."""
    last = saved[-1].session
    law(Twin(last).lived([each.entry for each in saved]) == state_hash(last), "differs from its twin", last)


def nobody_was_punished(story: Story, saved: list[Saved]) -> None:
    """Nobody's time is up before it was given in full, with us awake and the clocks running."""
    born: dict[str, float] = {}
    stops = _merged(story.downs)
    paused = 0.0
    for before, now in zip([None, *saved], saved, strict=False):
        if before and now.entry.kind == "lapse":
            (taken,) = [each for each in now.entry.taken if isinstance(each, Answer)][:1]
            mine = [(key, clock) for key, clock in before.session.clocks.items()
                    if clock.who == now.entry.by and key.startswith(f"{taken.table}#")]  # fmt: skip
            waited = [(now.at - born[key] - overlap(stops, born[key], now.at), clock.allowed) for key, clock in mine]
            fair = any(had >= allowed - story.slack for had, allowed in waited)
            law(fair, "came too early", (waited, stops, born, now))
        session = now.session
        for key, clock in session.clocks.items():
            again = clock.first in born.values() and clock.who == now.entry.by  # they were led back to it
            born.setdefault(key, clock.first if again else born.get(clock.was[-1], now.at) if clock.was else now.at)
        if session.paused and not paused:
            paused = now.at
        elif paused and not session.paused:
            stops, paused = _merged([*stops, (paused, now.at)]), 0.0


def clocks_are_theirs(saved: list[Saved]) -> None:
    """Whoever comes and goes, each question has its own player's clock."""
    for each in saved:
        session = each.session
        if session.stage == RUNNING and each.entry.kind in ("leave", "kick", "join", "play", "takeover"):
            game, _ = loaded(ruleset(session.ruleset), session)
            asked = {question.id: question.who for question in game.pending()}
            law(asked == {key: clock.who for key, clock in session.clocks.items()}, "has others' clocks", each)


def _merged(spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def everything_was_announced(story: Story) -> None:
    """What was saved was said, once and in order; what was said had been saved."""
    places = Places(story)
    for saved in story.saved:
        _reaches_everybody(saved)
        for post in saved.posts:
            places[_now_at(story, post.chat)].waits(saved.at, post)
    for at, post in story.loose:
        places[_now_at(story, post.chat)].answers(at, post)
    for heard in story.heard:
        chat = _now_at(story, heard.chat)
        # While a group moves, what is news in the new place may overtake what waits in the old one.
        places[chat].hears(heard, moved=chat in story.moved.values())
    for chat, place in places.items():
        missing = place.missing()
        law(chat in story.gone or not missing, "was never said", (chat, missing))
    repeated = sum(place.repeated for place in places.values())
    law(repeated <= story.doubts, "was repeated without need", (repeated, story.doubts))
    waiting = [item.pk for item in story.table.every() if is_news(item)]
    law(not waiting, "still waits", waiting)


def _aside(story: Story, chat: str) -> set[str]:
    """Answers that were set aside, because the platform would not have them for as long as an answer is worth it."""
    before = [old for old in story.moved if _now_at(story, old) == chat]
    items = [item for each in [*before, chat] for item in story.table.query(f"chat:{each}", "aside/", "aside/~")]
    return {item.sk.removeprefix("aside/") for item in items}


class Places(dict[str, Place]):
    """Every place, as soon as it is asked for."""

    def __init__(self, story: Story) -> None:
        super().__init__()
        self._story = story

    def __missing__(self, chat: str) -> Place:
        self[chat] = place = Place(_aside(self._story, chat))
        return place


def _reaches_everybody(saved: Saved) -> None:
    public = [line for line in saved.entry.told if line.to == PUBLIC]
    for place in saved.session.places if public else ():
        lines = [line for post in saved.posts if post.chat == place for line in post.lines]
        law([line for line in lines if line.to == PUBLIC] == public, "is not meant for everybody", saved)


def _now_at(story: Story, chat: str) -> str:
    while chat in story.moved:
        chat = story.moved[chat]
    return chat


def boards_are_right(story: Story) -> None:
    """The board in every place shows how the game stands."""
    last = {(_now_at(story, post.chat), post.game): saved.session.entries
            for saved in story.saved for post in saved.posts if post.board}  # fmt: skip
    for key, entries in last.items():
        if key[0] not in story.gone:
            shown = max(
                (n for (chat, game), n in story.boards.items() if (_now_at(story, chat), game) == key), default=0
            )
            law(shown >= entries, "is an old board", (key, shown, entries))


def counted_once(story: Story) -> None:
    """What people have done is counted once."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for saved in story.saved:
        told: list[Told] = [line for line in saved.entry.told if line.text not in (EARNED, YOURS)]
        session = saved.session
        for owner, more in statistics.done(ruleset(session.ruleset), statistics.around(session), told).counts.items():
            for name, amount in more.items():
                counts[owner][name] += amount
    for owner, expected in ((owner, names) for owner, names in counts.items() if owner.startswith("person:")):
        found = Store(story.table).counts(owner)
        kept = {name: amount for name, amount in found.items() if name in expected}
        law(kept == expected, "was counted wrongly", (owner, kept, dict(expected)))
