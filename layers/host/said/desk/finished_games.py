"""The leaderboard of people in one place: who has played to the end there, and who has won."""

from __future__ import annotations

from engine.kernel import Illegal, Reader, compute_commitment
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import OVER, Session
from host.said.answers import DeskAnswer, answer_lines, answer_sentence
from host.said.desk.request import DeskRequest
from host.shown import views, words

MOST_GAMES, MOST_PEOPLE = 30, 10
NO_FINISHED_GAME = "Nobody has finished a game here yet."
LEADER_LINE = "{n}. {name}: won {won:n} of {played:n} games"


def list_place_leaders(request: DeskRequest) -> DeskAnswer:
    """Answer with a list of who has won how many of the newest finished games here, or in private of one's own: ten
    people at most, from thirty games; or with the sentence that nobody has finished one.
    """
    reader = words.build_reader({}, request.style)
    return answer_lines(
        _format_leaders(request.host, request.list_played_games(), reader) or [reader.format_sentence(NO_FINISHED_GAME)]
    )


def _format_leaders(host: HostContext, games: list[Session], reader: Reader) -> list[str]:
    """Format a line for each person who played in the newest thirty of these games: their place, name, and how many
    games they won of how many. Most wins come first, then fewest games; equal results share a place. Ten lines at most.
    """
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
    """Return the thirty newest of these sessions whose games are over, the last opened first."""
    over = [session for session in games if session.stage == OVER]
    return sorted(over, key=lambda session: session.made, reverse=True)[:MOST_GAMES]


def _list_results(host: HostContext, session: Session) -> list[tuple[str, int, str]]:
    """Return the id of the person, the place and the name of each player who played a finished game to its end by hand
    (no computers, nobody whom one replaced, no programs); empty if the game was ended early or is damaged.
    """
    shown = views.find_game_view(host, session.id)
    view = shown.view if shown else None
    if view is None or not view.over:
        return []
    people = {player.seat: player for player in session.players if player.plays_in_person}
    lines = [(people[line.who], line.place) for line in view.standings if line.who in people]
    return [(player.person, place, player.name) for player, place in lines]


CHECK = (
    "{title}, game {game}: all random draws came from a secret that was fixed before anybody joined, and from the"
    " words that players added. The code shown for the secret was {seal}. On {page} you find our check of every "
    "draw, and a record of the game for your own check. Look there for your own word and your codes."
)

TYPED = (
    "{title}, game {game}: you can check that it was fair. All random draws came from a secret that was fixed "
    "before anybody joined, and from the words that players added. The code shown for the secret was {seal}. "
    "First run {export}: it saves the whole game in a file on this machine. Then run {verify}: it checks every "
    "draw in that file. In the file, look for your own word and your codes."
)

SEALED = (
    "{title}, game {game}: its secrets are not shown until the game is over. Ask again then. The secret for all "
    "random draws is fixed now. Code to check this after the game: {seal}"
)

NO_GAME_TO_CHECK = "No game has been played here yet. To check another game, write its number: {check}"


def explain_fairness_check(request: DeskRequest) -> DeskAnswer:
    """Answer how to check that chance was fair: in the game whose number was typed, else in the newest finished one
    here, else in the newest open one; raise Illegal if there is none. Of a game that is not over only the seal (a hash)
    of its secret is told.
    """
    session = _find_checked_game(request)
    facts = {"title": ruleset(session.ruleset).title, "game": session.id, "seal": compute_commitment(session.secret)}
    if session.stage != OVER:
        return answer_sentence(SEALED, **facts)
    if not request.web:  # at a keyboard, where there is no page
        file = f"{session.id}.rtab"
        return answer_sentence(
            TYPED, export=f"rtab export {session.id} > {file}", verify=f"rtab verify {file}", **facts
        )
    return answer_sentence(CHECK, page=request.format_page_address(f"/g/{session.id}/check"), **facts)


def _find_checked_game(request: DeskRequest) -> Session:
    """Return the session of the game whose fairness is to be checked: the one whose id was typed (in whatever place it
    is), else the newest finished one here, else the newest open one; raise Illegal if there is none.
    """
    words = request.words.strip()
    if words:
        saved = request.host.store.load_game(words.lower())
        if saved is None:
            raise Illegal("I do not know a game with the number {game}.", code="no_game", game=words[:20])
        return saved.session
    found = [
        session for session in _list_left_or_finished_games(request) if session.stage == OVER
    ] or request.list_games()
    if not found:
        raise Illegal(NO_GAME_TO_CHECK, code="no_game_to_check", check=request.format_command("check 1a2b3c4d"))
    return max(found, key=lambda session: session.made)


def _list_left_or_finished_games(request: DeskRequest) -> list[Session]:
    """List the sessions of the finished games of this place, and in private also those of the person, among which are
    unfinished ones that the person is out of for good.
    """
    store, owners = request.host.store, [f"chat:{request.place}"] if request.place else []
    owners += [f"person:{request.by}"] if request.is_direct and request.by else []
    return [each.session for owner in owners for each in store.load_games(store.list_past_game_ids(owner))]
