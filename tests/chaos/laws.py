"""What must hold whatever went wrong."""

import re
import zlib
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from engine.kernel import PUBLIC, Reader, Told
from engine.rulesets import ruleset
from host.core.context import load_engine_game
from host.core.host_voice import apply_voice_lines
from host.core.session import CLOSED, OVER, RUNNING, LogEntry, Post, SeatedPlayer, Session
from host.core.store import MemoryTable, Store
from host.doors.telegram.messages.asking import TOTAL_CHANGED
from host.doors.telegram.messages.screens import LONGEST_ALERT, clip_text
from host.shown.words import format_told_lines
from tests.chaos import told
from tests.chaos.broken import law
from tests.chaos.odds import Odds
from tests.chaos.pages import Look, Shown, check_log
from tests.chaos.places import Place
from tests.chaos.platform import Heard
from tests.chaos.sums import Cash, Sums
from tests.chaos.table import Saving, is_news
from tests.chaos.timely import Waits
from tests.chaos.twin import Twin, state_hash

OURS = {"create": "create", "join": "join", "computer": "join", "begin": "begin", "answer": "answer", "play": "play",
        "pause": "pause", "resume": "resume", "extend": "extend", "leave": "leave", "kick": "kick",
        "stand_in": "takeover"}  # fmt: skip

THEIRS = ("answer", "play", "join")  # done by whoever has the seat
HOSTS = ("begin", "pause", "resume", "extend", "kick", "computer")  # done by whoever opened the game
DONE = "✓"
TOTAL = re.compile(r"(?:^|\n)" + re.sub(r"\\{\w+(?::\w+)?\\}", r"\\S+", re.escape(TOTAL_CHANGED)) + "$")
RECEIPT = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")
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
    person: Callable[[str], str]  # under which id the host knows somebody
    admins: tuple[str, ...]  # who looks after the places
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
    late: float
    looks: list[Look]
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
    meant = {game: one_game(story, game, saved) for game, saved in games.items()}
    everything_was_announced(story)
    told.check(meant, story.heard, (post for _, post in story.loose), story.gone, partial(_now_at, story))
    boards_are_right(story)
    counted(story)


def one_game(story: Story, game: str, saved: list[Saved]) -> told.Meant:
    """What a single game must keep to; gives what was meant for whom in it."""
    log_is_whole(story, game, saved)
    same_end(saved)
    clocks_are_theirs(saved)
    looks = [look for look in story.looks if look.game == game]
    meant, before = told.Meant(partial(_now_at, story)), None
    waits, odds, cash, shown = Waits(story.downs, story.slack, story.late), Odds(), Cash(), Shown()
    for each in saved:
        session = each.session
        meant.add(told.Step(each.entry, before, session))
        waits.add(each.at, each.entry, session)
        odds.add(each.entry, session.secret)
        cash.add(each.entry.told)
        if looks:
            shown.add(each.at, each.entry, session)
        before = session
    odds.check(saved[-1].session)
    cash.check(saved[-1].session)
    for look in looks:
        shown.check(look)
    if looks:
        told_ = sum(len(each.entry.told) for each in saved)
        check_log(Store(story.table), game, told_, saved[-1].session, saved[-1].at)
    return meant


def counted(story: Story) -> None:
    """What people have done is counted once, and what it earned is said once."""
    sums = Sums()
    for saved in story.saved:
        sums.add(saved.session, saved.entry.told)
    sums.check(story.table, story.gone | {*story.moved, *story.moved.values()})


def accepted_once(story: Story) -> None:
    """What somebody was told is done stands in a log once; what stands there was wanted by somebody, once."""
    wanted = {story.mark(update): update for update in story.updates.values()}
    done: dict[str, Saved] = {}
    for saved in story.saved:
        if saved.mark:
            law(saved.mark not in done, "was applied twice", saved)
            law(saved.mark in wanted, "nobody wanted", saved)
            done[saved.mark] = saved
            law(not wanted[saved.mark].get("forged"), "was forged", saved)
            law(OURS[wanted[saved.mark]["do"]] == saved.entry.kind, "became something else", saved)
            law(_had_the_right(story, saved, wanted[saved.mark]), "had no right", (wanted[saved.mark], saved))
        else:
            law(saved.entry.kind not in {"create", "answer", "play", "begin", "leave"}, "came from nowhere", saved)
    for number, replies in story.replies.items():
        # What the page has refused it may take when it comes again; what it has taken it has taken.
        same = replies == sorted(replies) if "page" in story.updates[number] else len(set(replies)) == 1
        law(same, "was answered differently", (story.updates[number], replies))
        accepted = story.mark(story.updates[number]) in done
        law(any(replies) == accepted, "was answered wrongly", (story.updates[number], replies))
    for number, notices in story.notices.items():
        taken = done.get(story.mark(story.updates[number]))
        right = all(map(partial(notice_is_right, taken), notices))
        law(right, "was told something else", (story.updates[number], notices, taken))


def notice_is_right(saved: Saved | None, notice: str) -> bool:
    """Of a tap that was accepted its notice is the first of what its player was told, and how their total changed, or
    that it is done, if nothing was told or it came again; of one that was refused it is none of these.
    """
    if saved is None:
        return notice != DONE and not TOTAL.search(notice)
    brought = TOTAL.sub("", notice).strip()
    first = RECEIPT.sub(r"\1…", next(iter(what_it_told(saved)), ""))
    return notice == DONE or brought in (first, clip_text(first, LONGEST_ALERT))


def what_it_told(saved: Saved) -> list[str]:
    """What this input told its player, in the words in which it is read, up to a moment of suspense."""
    session, entry = saved.session, saved.entry
    lines = apply_voice_lines(ruleset(session.ruleset), entry.told, entry.voice)
    theirs = [line for line in lines if line.to in (PUBLIC, entry.by)]
    shown = takewhile(lambda line: not getattr(line, "pause", False), theirs)
    return format_told_lines(shown, Reader(session.map_names_by_seat()))


def _had_the_right(story: Story, saved: Saved, update: dict[str, Any]) -> bool:
    """Was it theirs to do?"""
    session, by = saved.session, story.person(update["by"])
    if update["do"] in THEIRS:
        return (session.find_player_in(saved.entry.by) or SeatedPlayer("")).person == by
    own_seat = update["do"] == "stand_in" and (session.find_player_in(saved.entry.key) or SeatedPlayer("")).person == by
    hosts = update["do"] in (*HOSTS, "stand_in")
    return not hosts or own_seat or by == session.by or update["by"] in story.admins


def log_is_whole(story: Story, game: str, saved: list[Saved]) -> None:
    """The log holds every input, in order, and the game came to its end."""
    log = Store(story.table).load_log(game, limit=100_000)
    law([entry.n for entry in log] == list(range(len(log))), "has holes", game)
    law(log == [each.entry for each in saved], "is not what was saved", game)
    law(saved[-1].session.stage in (OVER, CLOSED), "never ended", saved[-1].session)


def same_end(saved: list[Saved]) -> None:
    """The calm twin comes to the same end, by the same steps."""
    last = saved[-1].session
    law(Twin(last).lived([each.entry for each in saved]) == state_hash(last), "differs from its twin", last)


def clocks_are_theirs(saved: list[Saved]) -> None:
    """Whoever comes and goes, each question has its own player's clock."""
    for each in saved:
        session = each.session
        if session.stage == RUNNING and each.entry.kind in ("leave", "kick", "join", "play", "takeover"):
            game, _ = load_engine_game(ruleset(session.ruleset), session)
            asked = {question.id: question.who for question in game.list_questions()}
            law(asked == {key: clock.who for key, clock in session.clocks.items()}, "has others' clocks", each)


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
        heard = [Told(line.what, line.facts, line.to, line.table, of=line.of) for line in lines if line.to == PUBLIC]
        law(heard == public, "is not meant for everybody", saved)


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
