"""Lays a game on the table: the one that lay there last, or a new one with these players and computers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.kernel import Illegal
from engine.rulesets import RULESETS, ruleset
from host.core.context import HostContext
from host.core.display_names import clean_display_name
from host.core.session import OVER, RUNNING, Command, Person, Reply, Session
from host.people import accounts
from host.said.desk import refusals
from host.said.desk.answer import DeskAnswer, answer_reply
from host.said.desk.menu import DESK
from host.said.desk.request import DeskRequest
from host.said.desk.tables import MOST_BOTS
from host.shown import views

TERMINAL_PREFIX = "terminal:"
HOME = f"{TERMINAL_PREFIX}table"  # where it is kept which game was played last


def make_keyboard_identity(name: str) -> str:
    """Return the id under which the host stores a person of this name at this keyboard; capitals do not matter."""
    return f"{TERMINAL_PREFIX}{name.casefold()}"


class KeyboardRequest(DeskRequest):
    """A line typed at the keyboard, as a request to the desk."""

    apart = False

    def __init__(self, host: HostContext, person: Person, words: str, game: str, aside: Callable[[], None]) -> None:
        super().__init__(host, words)
        self.person, self.game, self.aside = person, game, aside

    @property
    def place(self) -> str:
        """Always empty, because games at the keyboard have no chat to post in; people there read the game's log."""
        return ""

    @property
    def is_direct(self) -> bool:
        """Always true: at a keyboard one person plays at a time, while the others look away."""
        return True

    @property
    def by(self) -> str:
        """The id of the person who typed the line."""
        return self.person.id

    @property
    def command(self) -> Command:
        """The typed line as a command of this person; it arrives only once, so it needs no key against repetition."""
        return Command(by=self.person.id)

    def require_person(self) -> Person:
        """Return the person who is typing."""
        return self.person

    def format_command(self, line: str) -> str:
        """Return a command as it is typed here, which is without a prefix."""
        return line

    def check_private(self) -> None:
        """Ask the other people at the keyboard to look away, before something secret is shown."""
        self.aside()

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Build the answer to a person who has just played: only a refusal, because people at the keyboard read the
        news anyway.
        """
        return answer_reply(reply, alone=True)

    def list_games(self) -> list[Session]:
        """Return the game played at this keyboard, or nothing if it is over."""
        saved = self.host.store.load_game(self.game)
        return [saved.session] if saved and saved.session.stage != OVER else []


LAST = "last"
PATIENT = "30d"  # a turn at a keyboard takes as long as it takes
COMPANY = {0: 3, 1: 2}  # computers at a table where nobody sits, or somebody alone


class WantedGame(Struct, frozen=True):
    """What is to be played; empty means the game that was played last."""

    ruleset: str = ""
    players: Sequence[str] = ()
    computers: int = -1  # as many as it takes
    options: str = ""
    new: bool = False


class TableRefused(Exception):
    """Raised when a game cannot be set up like this."""

    def __init__(self, answer: DeskAnswer) -> None:
        super().__init__()
        self.answer = answer


def find_last_game(host: HostContext) -> Session | None:
    """Return the game that was played at this keyboard last, if it still runs; else None."""
    saved = host.store.load_game(host.store.load_place_value(HOME, LAST).decode())
    return saved.session if saved and saved.session.stage == RUNNING else None


def read_keyboard_session(host: HostContext, game: str) -> Session:
    """Return the session (host's record) of a game from the store."""
    return views.load_saved_game(host, game).session


def store_last_game(host: HostContext, game: str) -> None:
    """Store which game was played last at this keyboard, so that it can be continued."""
    host.store.save_place_value(HOME, LAST, game.encode())


def find_keyboard_people(host: HostContext, names: Sequence[str]) -> list[Person]:
    """Return the people of these names at this keyboard; raise Illegal if two names are the same."""
    known = [
        accounts.load_or_create_person(host, make_keyboard_identity(name), name)
        for name in map(clean_display_name, names)
    ]
    if len({person.id for person in known}) < len(known):
        raise Illegal(refusals.NAMESAKES, code="name_taken")
    return known


def list_people_at_keyboard(host: HostContext, session: Session) -> list[Person]:
    """List the people in a game who play at this keyboard, not on another platform."""
    found = [accounts.load_current_person(host, player.person) for player in session.players if player.person]
    return [
        person
        for person in found
        if person and host.store.find_person_id(make_keyboard_identity(person.name), host.now()) == person.id
    ]


def find_running_match(host: HostContext, wish: WantedGame) -> Session | None:
    """Return the newest running game of the people and the ruleset wanted, or the last game at this keyboard if no
    ruleset is named; None if there is none or a new game is wanted.
    """
    if wish.new:
        return None
    if not wish.ruleset:
        return find_last_game(host)
    wanted = {person.id for person in find_keyboard_people(host, wish.players)}
    games = accounts.list_open_sessions(host, f"person:{next(iter(wanted))}") if wanted else []
    found = [
        session
        for session in games
        if session.ruleset == wish.ruleset
        and session.stage == RUNNING
        and {player.person for player in session.players if player.person} == wanted
    ]
    return max(found, key=lambda session: session.made, default=None)


def open_keyboard_game(host: HostContext, wish: WantedGame, opener: str) -> str:
    """Open a game as `wish` says, seat people and computer players, and begin it; return its id. If that fails, close
    the game and raise TableRefused or Illegal.
    """
    rules = ruleset(wish.ruleset or next(iter(RULESETS)))
    known = find_keyboard_people(host, wish.players)
    by = known[0] if known else accounts.load_or_create_person(host, make_keyboard_identity(opener), opener)
    game = _run_service(host, by, "new", f"{rules.name} {PATIENT} {wish.options}".strip())
    try:
        for person in known:
            _run_service(host, person, "join", "", game)
        left = wish.computers if wish.computers >= 0 else _count_computers(rules.seats, len(known))
        while left > 0:
            _run_service(host, by, "bots", str(min(left, MOST_BOTS)), game)
            left -= MOST_BOTS
        _run_service(host, by, "begin", "", game)
    except (Illegal, TableRefused):
        _run_service(host, by, "endgame", "yes", game)
        raise
    return game


def _count_computers(seats: Sequence[int], people: int) -> int:
    """Return how many computer players to add to so many people: as many as the rules need, and enough for company if
    nobody or only one person plays.
    """
    return max(seats[0] - people, min(COMPANY.get(people, 0), seats[-1] - people), 0)


def _run_service(host: HostContext, person: Person, word: str, words: str, game: str = "") -> str:
    """Run a command that all platforms share (`word` with `words`) for a person at the keyboard; return the id of the
    game it was about.
    """
    turn = KeyboardRequest(host, person, words, game, lambda: None)
    answer = DESK[word].does(turn)
    if not answer.ok:
        raise TableRefused(answer)
    return game or answer.game
