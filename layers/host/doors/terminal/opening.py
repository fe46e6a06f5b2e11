"""Lays a game on the table: the one that lay there last, or a new one with these players and computers."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.kernel import Illegal
from engine.rulesets import RULESETS, ruleset
from host.core.context import HostContext
from host.core.display_names import tame
from host.core.session import RUNNING, Person, Session
from host.doors.terminal.places import HOME, identity
from host.doors.terminal.turn import Turn
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.answer import Answer
from host.said.desk.hosting import MOST_BOTS
from host.said.desk.menu import DESK
from host.shown import views

LAST = "last"
PATIENT = "30d"  # a turn at a keyboard takes as long as it takes
COMPANY = {0: 3, 1: 2}  # computers at a table where nobody sits, or somebody alone


class WantedGame(Struct, frozen=True):
    """What is to be played: nothing at all means what was played last."""

    ruleset: str = ""
    players: Sequence[str] = ()
    computers: int = -1  # as many as it takes
    options: str = ""
    new: bool = False


class TableRefused(Exception):
    """The game cannot be laid out like this."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def last(host: HostContext) -> Session | None:
    """The game that was played at this keyboard last, if it can go on."""
    saved = host.store.game(host.store.kept(HOME, LAST).decode())
    return saved.session if saved and saved.session.stage == RUNNING else None


def kept(host: HostContext, game: str) -> Session:
    """A game as it is kept now."""
    return views.found(host, game).session


def remember(host: HostContext, game: str) -> None:
    """This game lies on the table from now on."""
    host.store.keep(HOME, LAST, game.encode())


def people(host: HostContext, names: Sequence[str]) -> list[Person]:
    """Those at the keyboard, by their names as everybody is to read them: by these they are found again."""
    known = [accounts.known(host, identity(name), name) for name in map(tame, names)]
    if len({person.id for person in known}) < len(known):
        raise Illegal(refusals.NAMESAKES)
    return known


def at_keyboard(host: HostContext, session: Session) -> list[Person]:
    """The people of a game who sit at this keyboard."""
    found = [accounts.person(host, player.person) for player in session.players if player.person]
    return [person for person in found if person and host.store.who(identity(person.name), host.now()) == person.id]


def going_on(host: HostContext, wish: WantedGame) -> Session | None:
    """An unfinished game just like that, the newest first."""
    if wish.new:
        return None
    if not wish.ruleset:
        return last(host)
    wanted = {person.id for person in people(host, wish.players)}
    games = accounts.open_games(host, f"person:{next(iter(wanted))}") if wanted else []
    found = [
        session
        for session in games
        if session.ruleset == wish.ruleset
        and session.stage == RUNNING
        and {player.person for player in session.players if player.person} == wanted
    ]
    return max(found, key=lambda session: session.made, default=None)


def opened(host: HostContext, wish: WantedGame, opener: str) -> str:
    """A new game, at its first question; raises Refused or Illegal, and then leaves nothing behind."""
    rules = ruleset(wish.ruleset or next(iter(RULESETS)))
    known = people(host, wish.players)
    by = known[0] if known else accounts.known(host, identity(opener), opener)
    game = _asked(host, by, "new", f"{rules.name} {PATIENT} {wish.options}".strip())
    try:
        for person in known:
            _asked(host, person, "join", "", game)
        left = wish.computers if wish.computers >= 0 else _company(rules.seats, len(known))
        while left > 0:
            _asked(host, by, "bots", str(min(left, MOST_BOTS)), game)
            left -= MOST_BOTS
        _asked(host, by, "begin", "", game)
    except (Illegal, TableRefused):
        _asked(host, by, "endgame", "yes", game)
        raise
    return game


def _company(seats: Sequence[int], people: int) -> int:
    """As many as the rules ask for; and nobody plays alone who need not."""
    return max(seats[0] - people, min(COMPANY.get(people, 0), seats[-1] - people), 0)


def _asked(host: HostContext, person: Person, word: str, words: str, game: str = "") -> str:
    """The desk does it; gives the game that it was about."""
    turn = Turn(host, person, words, game, lambda: None)
    answer = DESK[word].does(turn)
    if not answer.ok:
        raise TableRefused(answer)
    return game or answer.game
