"""The leaderboard of people in one place: who has played to the end there, and who has won."""

from __future__ import annotations

from engine.kernel import Reader
from host.core.context import HostContext
from host.core.session import OVER, Session
from host.said.desk.answer import DeskAnswer, answer_lines
from host.said.desk.request import DeskRequest
from host.shown import views, words

MOST_GAMES, MOST_PEOPLE = 30, 10
NO_FINISHED_GAME = "No game has been played to its end here yet."
LEADER_LINE = "{n}. {name}: {won:n} won of {played:n}"


def list_place_leaders(request: DeskRequest) -> DeskAnswer:
    """List who has won how many of the newest finished games here, or in private in one's own games."""
    reader = words.build_reader({}, request.style)
    return answer_lines(
        _format_leaders(request.host, request.list_past_games(), reader) or [reader.format_sentence(NO_FINISHED_GAME)]
    )


def _format_leaders(host: HostContext, games: list[Session], reader: Reader) -> list[str]:
    """Format the ranking, most wins first; equal results share a place."""
    played, won, names = dict[str, int](), dict[str, int](), dict[str, str]()
    for session in _pick_newest_finished(games):
        for person, place, name in _list_results(host, session):
            played[person], names[person] = played.get(person, 0) + 1, name
            won[person] = won.get(person, 0) + (place == 1)
    names |= host.store.load_person_names(list(names))
    order = sorted(played, key=lambda each: (-won[each], played[each], names[each]))
    places: dict[tuple[int, int], int] = {}
    for n, each in enumerate(order, 1):
        places.setdefault((won[each], played[each]), n)
    return [
        reader.format_sentence(
            LEADER_LINE, n=places[won[each], played[each]], name=names[each], won=won[each], played=played[each]
        )
        for each in order[:MOST_PEOPLE]
    ]


def _pick_newest_finished(games: list[Session]) -> list[Session]:
    over = [session for session in games if session.stage == OVER]
    return sorted(over, key=lambda session: session.made, reverse=True)[:MOST_GAMES]


def _list_results(host: HostContext, session: Session) -> list[tuple[str, int, str]]:
    """List each person's place and name in a finished game; empty if the game was ended early."""
    view = views.load_game_view(host, session.id).view
    if view is None or not view.over:
        return []
    people = {player.seat: player for player in session.players if player.person and not player.bot}
    lines = [(people[line.who], line.place) for line in view.standings if line.who in people]
    return [(player.person, place, player.name) for player, place in lines]
