"""Which posts come of what an input brings: to which place, with which lines, questions, reminders and marks."""

import pytest

from engine.billionaire.events import GameWon
from engine.kernel import PUBLIC, Question
from host.core import events
from host.core.posting import News, build_posts
from host.core.session import EVERYTHING, NOTHING, TURNS, ReachableHours, SeatedPlayer, Session, ToldLine
from tests import listings

pytestmark = pytest.mark.as_released
PLACES: tuple[list[str], ...] = (["t:group"], ["t:ann"], ["t:group", "d:room"], ["d:room"], [], ["t:group", "t:ann"])
OWN = {  # where each player is reached
    "p1": ("t:ann", "d:ann", "r:ann"),
    "p2": ("t:bob", "t:bob", "", "d:bob"),
    "p3": ("r:cat", "t:cat", "t:group"),
}
PACES = (60.0, 86400.0)
CALLED = ((), ("t",), ("t", "d", "r"))
RUNG = ((), ("r",), ("d",))
RINGS = (EVERYTHING, TURNS, NOTHING)
LONG = "Much was said. " * 120
EVENTS = (events.SecretOpened.id, events.LobbyWarned.id, GameWon.id)
WORLDS = 90


def make_lines(luck):
    """What is told: short, long, to all or one, after a moment, or an event that some hear of everywhere."""
    for n in range(luck.choose((0, 1, 3, 5))):
        to = luck.choose((PUBLIC, PUBLIC, PUBLIC, "p1", "p2"))
        words = f"Line {n}. {LONG if luck.is_lucky(25) else ''}"
        yield ToldLine(words, {}, to, pause=luck.is_lucky(20))
    if luck.is_lucky(30):
        yield ToldLine(luck.choose(EVENTS), {"who": luck.choose([*OWN])}, luck.choose((PUBLIC, PUBLIC, "p1")))


def make_session(luck):
    session = Session("g", "toy", {}, luck.choose(PACES), "", "", 0.0, places=[*luck.choose(PLACES)], stamp=7000)
    for seat, own in OWN.items():
        habits = ReachableHours(rings=luck.choose(RINGS))
        session.players.append(SeatedPlayer(seat, seat, seat, luck.choose(own), luck.is_lucky(15), habits))
    return session


def make_news(luck, session):
    asks = [Question(id=f"q{n}", key="k", who=f"p{n}", text="?", lapse=0, secret=luck.is_lucky(30)) for n in (1, 2, 3)]
    closed = {f"p{n}": [f"c{n}"] for n in (1, 2, 3) if luck.is_lucky(40)}
    people = [(player.place or "t:group", player.person) for player in session.players]
    reminds = [luck.choose(people)] if luck.is_lucky(30) else []
    asked = [each for each in asks if luck.is_lucky(40)]
    called, by = luck.choose(CALLED), luck.choose(("", "p1", "p2"))
    return News([*make_lines(luck)], asked, reminds, {}, luck.is_lucky(40), called, closed, by)


def shorten(lines):
    return " ".join(f"{line.what[:6]}{'…' * (len(line.what) > len(LONG))}" for line in lines)


def describe(post):
    shown = {"rings": post.rings, "asks": post.asks, "remind": post.remind, "closes": post.closes, "after": post.after}
    shown |= {"came": shorten(post.came), "said": shorten(post.lines)}
    marks = [name for name in ("board", "own", "won") if getattr(post, name)]
    told = [f"{name} {' '.join(value) if isinstance(value, list) else value}" for name, value in shown.items() if value]
    return f"  {post.stamp} {post.chat}: {', '.join([*marks, *told])}"


def worlds():
    for n in range(WORLDS):
        luck = listings.Luck(f"posts {n}")
        session = make_session(luck)
        news, rung = make_news(luck, session), luck.choose(RUNG)
        where = [f"{player.seat} at {player.place or '–'}{' (bot)' * player.bot}" for player in session.players]
        yield f"# in {' '.join(session.places) or '–'} at {session.pace:.0f} s; {', '.join(where)}"
        told = [f"{line.what[:6]}{' after a moment' * line.pause} to {line.to or 'all'}" for line in news.told]
        asked = [f"{each.who}{' in secret' * each.secret}" for each in news.asks]
        yield f"# by {news.by or '–'}, called on {' '.join(news.called) or '–'}; rung on {' '.join(rung) or '–'}"
        yield f"# told {', '.join(told) or '–'}; asked {', '.join(asked) or '–'}"
        posts, stamp = build_posts(session, news, rung)
        yield from (describe(post) for post in posts)
        yield f"  last stamp {stamp}"


def test_posts_come_of_news_as_listed():
    listings.compare("posts", worlds())
