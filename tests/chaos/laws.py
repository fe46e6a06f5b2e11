"""What must hold whatever went wrong."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from engine.kernel import PUBLIC, Told
from engine.kernel.record import Answer
from engine.rulesets import ruleset
from host import statistics
from host.clocks import overlap
from host.move import loaded
from host.session import CLOSED, OVER, RUNNING, Entry, Post, Session
from host.statistics import EARNED, YOURS
from host.store import MemoryTable, Store
from tests.chaos.platform import Heard
from tests.chaos.table import Saving
from tests.chaos.twin import Twin, state_hash

OURS = {"create": "create", "join": "join", "computer": "join", "begin": "begin", "answer": "answer", "play": "play",
        "pause": "pause", "resume": "resume", "extend": "extend", "leave": "leave", "kick": "kick",
        "stand_in": "takeover"}  # fmt: skip

DONE = "✓"


class Broken(AssertionError):
    """A law has been broken."""


class Saved(NamedTuple):
    """One input that was saved, read back."""

    at: float
    game: str
    mark: str
    session: Session
    entry: Entry
    posts: list[Post]


class Story(NamedTuple):
    """All there is to judge one world by."""

    saved: list[Saved]
    updates: dict[int, dict[str, Any]]
    mark: Callable[[dict[str, Any]], str]
    notices: dict[int, list[str]]
    replies: dict[int, list[bool]]
    heard: list[Heard]
    boards: dict[tuple[str, str], int]
    table: MemoryTable
    downs: list[tuple[float, float]]
    gone: set[str]
    moved: dict[str, str]
    slack: float
    doubts: int
    asides: list[Post]


def read(savings: list[Saving]) -> list[Saved]:
    """What was saved, as objects."""
    session, entry, post = msgspec.json.Decoder(Session), msgspec.json.Decoder(Entry), msgspec.json.Decoder(Post)
    return [
        Saved(each.at, each.game, each.mark, session.decode(each.session), entry.decode(each.entry),
              [post.decode(body) for body in each.posts])
        for each in savings
    ]  # fmt: skip


def posts(bodies: list[bytes]) -> list[Post]:
    """What stood beside the games, as objects."""
    decoder = msgspec.json.Decoder(Post)
    return [decoder.decode(body) for body in bodies]


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
    done: dict[str, Entry] = {}
    for saved in story.saved:
        if saved.mark:
            _law(saved.mark not in done, "was applied twice", saved)
            _law(saved.mark in wanted, "nobody wanted", saved)
            done[saved.mark] = saved.entry
            _law(OURS[wanted[saved.mark]["do"]] == saved.entry.kind, "became something else", saved)
        else:
            _law(saved.entry.kind not in {"create", "answer", "play", "begin", "leave"}, "came from nowhere", saved)
    for number, replies in story.replies.items():
        _law(len(set(replies)) == 1, "was answered differently", (story.updates[number], replies))
        accepted = story.mark(story.updates[number]) in done
        _law(replies[0] == accepted, "was answered wrongly", (story.updates[number], replies))
    for number, notices in story.notices.items():
        accepted = story.mark(story.updates[number]) in done
        right = all((notice == DONE) == accepted for notice in notices)
        _law(right, "was told something else", (story.updates[number], notices))


def log_is_whole(story: Story, game: str, saved: list[Saved]) -> None:
    """The log holds every input, in order, and the game came to its end."""
    log = Store(story.table).log(game, limit=100_000)
    _law([entry.n for entry in log] == list(range(len(log))), "has holes", game)
    _law(log == [each.entry for each in saved], "is not what was saved", game)
    _law(saved[-1].session.stage in (OVER, CLOSED), "never ended", saved[-1].session)


def same_end(saved: list[Saved]) -> None:
    """The calm twin comes to the same end, by the same steps."""
    last = saved[-1].session
    _law(Twin(last).lived([each.entry for each in saved]) == state_hash(last), "differs from its twin", last)


def nobody_was_punished(story: Story, saved: list[Saved]) -> None:
    """Nobody's time is up before it was given in full, with us awake and the clocks running."""
    born: dict[str, float] = {}
    stops: list[tuple[float, float]] = list(story.downs)
    paused = 0.0
    for before, now in zip([None, *saved], saved, strict=False):
        if before and now.entry.kind == "lapse":
            (taken,) = [each for each in now.entry.taken if isinstance(each, Answer)][:1]
            mine = [(key, clock) for key, clock in before.session.clocks.items()
                    if clock.who == now.entry.by and key.startswith(f"{taken.table}#")]  # fmt: skip
            waited = [(now.at - born[key] - overlap(stops, born[key], now.at), clock.allowed) for key, clock in mine]
            fair = any(had >= allowed - story.slack for had, allowed in waited)
            _law(fair, "came too early", (waited, stops, born, now))
        for key, clock in now.session.clocks.items():
            born.setdefault(key, born.get(clock.was[-1], now.at) if clock.was else now.at)
        if now.session.paused and not paused:
            paused = now.at
        elif paused and not now.session.paused:
            stops, paused = _merged([*stops, (paused, now.at)]), 0.0


def clocks_are_theirs(saved: list[Saved]) -> None:
    """Whoever comes and goes, each question has its own player's clock."""
    for each in saved:
        if each.session.stage == RUNNING and each.entry.kind in ("leave", "kick", "join", "play", "takeover"):
            game, _ = loaded(ruleset(each.session.ruleset), each.session)
            asked = {question.id: question.who for question in game.pending()}
            _law(asked == {key: clock.who for key, clock in each.session.clocks.items()}, "has others' clocks", each)


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
    due: dict[tuple[str, str], list[tuple[float, Post]]] = defaultdict(list)
    for saved in story.saved:
        _reaches_everybody(saved)
        for post in saved.posts:
            key = _now_at(story, post.chat), post.game
            _law(not due[key] or due[key][-1][1].stamp < post.stamp, "goes back in time", post)
            due[key].append((saved.at, post))
    said: dict[tuple[str, str], list[Heard]] = defaultdict(list)
    for heard in story.heard:
        said[_now_at(story, heard.chat), heard.message.game].append(heard)
    repeated = sum(_said(story, key, due[key], said[key]) for key in {*due, *said} if key[1])
    _law(repeated <= story.doubts, "was repeated without need", (repeated, story.doubts))
    _law(not list(Store(story.table).waiting(float("inf"))), "still waits", list(Store(story.table).waiting(1e12)))


def _reaches_everybody(saved: Saved) -> None:
    public = [line for line in saved.entry.told if line.to == PUBLIC]
    for place in saved.session.places if public else ():
        lines = [line for post in saved.posts if post.chat == place for line in post.lines]
        _law([line for line in lines if line.to == PUBLIC] == public, "is not meant for everybody", saved)


def _now_at(story: Story, chat: str) -> str:
    while chat in story.moved:
        chat = story.moved[chat]
    return chat


def _said(story: Story, key: tuple[str, str], due: list[tuple[float, Post]], said: list[Heard]) -> int:
    """How many messages were said again."""
    words = [(at, post) for at, post in due if post.lines or post.asks]
    seen: set[int] = set()
    repeated = 0
    for heard in said:
        if not (heard.message.lines or heard.message.asks):
            continue
        first = next((i for i, (_, post) in enumerate(words) if post.stamp == heard.message.stamp), len(seen))
        span = _covered(story, words, first, heard)
        # While a group moves, what is news in the new place may overtake what waits in the old one.
        in_turn = seen >= set(range(first)) or key[0] in story.moved.values()
        _law(in_turn, "was said out of turn", (key, heard, seen))
        repeated += not seen.isdisjoint(span)
        seen |= span
    _law(len(seen) == len(words) or key[0] in story.gone, "was never said", (key, words[len(seen) : len(seen) + 2]))
    return repeated


def _covered(story: Story, words: list[tuple[float, Post]], first: int, heard: Heard) -> set[int]:
    """Which posts this message says, from the first on; what was said beside the game may stand among them."""
    lines, asks, i = list(heard.message.lines), list(heard.message.asks), first
    while lines or asks:
        saved = [words[i][1]] if i < len(words) and words[i][0] <= heard.at else []
        post = next((each for each in [*saved, *story.asides] if _leads(each, lines, asks)), None)
        if post is None:
            raise Broken(f"was not what was saved: {(heard, saved)!r}"[:4000])
        i += post in saved
        del lines[: len(post.lines)], asks[: len(post.asks)]
    return set(range(first, i))


def _leads(post: Post, lines: list[Told], asks: list[str]) -> bool:
    begins = lines[: len(post.lines)] == post.lines and asks[: len(post.asks)] == post.asks
    return begins and bool(post.lines or post.asks)


def boards_are_right(story: Story) -> None:
    """The board in every place shows how the game stands."""
    last = {(_now_at(story, post.chat), post.game): saved.session.entries
            for saved in story.saved for post in saved.posts if post.board}  # fmt: skip
    for key, entries in last.items():
        if key[0] not in story.gone:
            shown = max(
                (n for (chat, game), n in story.boards.items() if (_now_at(story, chat), game) == key), default=0
            )
            _law(shown >= entries, "is an old board", (key, shown, entries))


def counted_once(story: Story) -> None:
    """What people have done is counted once."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for saved in story.saved:
        told: list[Told] = [line for line in saved.entry.told if line.text not in (EARNED, YOURS)]
        for owner, more in statistics.done(ruleset(saved.session.ruleset), saved.session, told).counts.items():
            for name, amount in more.items():
                counts[owner][name] += amount
    for owner, expected in counts.items():
        found = Store(story.table).counts(owner)
        kept = {name: amount for name, amount in found.items() if name in expected}
        _law(kept == expected, "was counted wrongly", (owner, kept, dict(expected)))


def _law(holds: bool, what: str, about: object) -> None:  # noqa: FBT001 - what holds comes first
    if not holds:
        raise Broken(f"{what}: {about!r}"[:4000])
