"""The leaderboard of people in one place: who has played to the end there, and who has won."""

from __future__ import annotations

from engine.kernel import Reader
from host.core.context import HostContext
from host.core.session import OVER, Session
from host.said.desk.answer import Answer, said
from host.said.desk.request import Request
from host.shown import views, words

MOST_GAMES, MOST_PEOPLE = 30, 10
NOBODY = "No game has been played to its end here yet."
LINE = "{n}. {name}: {won:n} won of {played:n}"


def leaders(request: Request) -> Answer:
    """Who has won how many of the newest games that were played to their end here; in private, of one's own."""
    reader = words.reader({}, request.style)
    return said(_told(request.host, request.played(), reader) or [reader.say(NOBODY)])


def _told(host: HostContext, games: list[Session], reader: Reader) -> list[str]:
    """Line by line, whoever has won most first; equals share a place."""
    played, won, names = dict[str, int](), dict[str, int](), dict[str, str]()
    for session in _newest(games):
        for person, place, name in _results(host, session):
            played[person], names[person] = played.get(person, 0) + 1, name
            won[person] = won.get(person, 0) + (place == 1)
    names |= host.store.called(list(names))
    order = sorted(played, key=lambda each: (-won[each], played[each], names[each]))
    places: dict[tuple[int, int], int] = {}
    for n, each in enumerate(order, 1):
        places.setdefault((won[each], played[each]), n)
    return [
        reader.say(LINE, n=places[won[each], played[each]], name=names[each], won=won[each], played=played[each])
        for each in order[:MOST_PEOPLE]
    ]


def _newest(games: list[Session]) -> list[Session]:
    over = [session for session in games if session.stage == OVER]
    return sorted(over, key=lambda session: session.made, reverse=True)[:MOST_GAMES]


def _results(host: HostContext, session: Session) -> list[tuple[str, int, str]]:
    """Who came in at which place, and how they are called; nobody, where the game was ended before its time."""
    view = views.view(host, session.id).view
    if view is None or not view.over:
        return []
    people = {player.seat: player for player in session.players if player.person and not player.bot}
    lines = [(people[line.who], line.place) for line in view.standings if line.who in people]
    return [(player.person, place, player.name) for player, place in lines]
