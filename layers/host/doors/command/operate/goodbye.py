"""`rtab people|forget|farewell|goodbye`: parting from one person, or from everybody."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.kernel import LOG, Illegal, format_text
from host.core import events, seats
from host.core.context import HostContext
from host.core.deadlines.clocks import format_iso_day
from host.core.extras import import_target, list_enabled_extras
from host.core.session import Person, Session
from host.core.transaction import Transaction, run_transaction
from host.doors.command.commands import parse_command_line
from host.doors.command.operate.open_games import OPERATOR, check_reply, run_with_store
from host.people import accounts
from host.shown.text_view import list_open_games

NO_SUCH_PERSON = "Nobody here goes by {name}. `rtab people` lists everybody."
SEVERAL_PEOPLE = "Several people go by {name}. Say which by their id: {ids}."
UNSURE = (
    "This would remove {name} ({ids}), who plays in {n} {n:game|games}, for good. "
    "If that is meant: rtab forget {id} --yes"
)
OPEN = (
    "This would end {n} open {n:game|games} for good, and nobody could open another. "
    "If that is meant: rtab goodbye {folder} --yes"
)
FAREWELL_POSTED = "Said at {n} open {n:table|tables}."
RECORDS = "Everybody's records are in {folder}: {people} {people:file|files}. Hand them out."
LEFT = """{waiting} {waiting:place has|places have} not heard yet what was said last.
Nobody can open a game here any more. Let the host run until this says 0: rtab goodbye {folder}
Then stop the host and what starts it (systemctl --user disable --now rtab), delete the bot where you made it, and keep
or delete the host's folder."""


def people(argv: list[str]) -> int:
    """Run the command `rtab people [NAME]`: print all people whom this host knows, or only those whose name begins with
    NAME, with their accounts; return the exit code.
    """
    name = parse_command_line("people", argv, {"[NAME]": "only those whose name begins so"}).name or ""

    def print_people(host: HostContext) -> int:
        """Print the people whose names begin with `name`, whatever the case, the longest known first, each with id,
        name, accounts and day, and how many they are; return the exit code.
        """
        found = sorted(accounts.iter_people(host), key=lambda person: person.made)
        shown = [person for person in found if person.name.casefold().startswith(name.casefold())]
        for person in shown:
            known_by = ", ".join(_list_accounts(host, person))
            print(f"{person.id}  {person.name}  {known_by}  {format_iso_day(person.made)}")
        print(f"{len(shown)} {'person' if len(shown) == 1 else 'people'}")
        return 0

    return run_with_store(print_people)


def _list_accounts(host: HostContext, person: Person) -> list[str]:
    """List a person's accounts for the operator, without private links and codes, which are hashes; “the page” if there
    are no others.
    """
    found = host.store.list_identities(person.id)
    secret = accounts.list_token_prefixes()
    return [identity for identity in found if not identity.startswith(secret)] or ["the page"]


def forget(argv: list[str]) -> int:
    """Run the command `rtab forget PERSON [--yes]`: delete all data of a person, just as their own /forget does.
    Without `--yes` only print what would be deleted, and return 1.
    """
    takes = {"PERSON": "an id, an account as rtab people shows it, or a name", "--yes": "it is meant"}
    asked = parse_command_line("forget", argv, takes)

    def forget_one(host: HostContext) -> int:
        """Delete all data of the person whom `asked`, the command line, names, and return the exit code; without
        `--yes` change nothing and raise Illegal, which tells what would be deleted.
        """
        person = _find_person(host, asked.person)
        games = host.store.list_open_game_ids(f"person:{person.id}")
        if not asked.yes:
            ids = ", ".join(_list_accounts(host, person))
            raise Illegal(
                UNSURE, code="forgetting_not_confirmed", name=person.name, ids=ids, n=len(games), id=person.id
            )
        accounts.forget_account(host, person.id)
        print(
            f"{person.name} is forgotten. Backups made before still hold them: delete those, or let them go with time"
        )
        return 0

    return run_with_store(forget_one)


def _find_person(host: HostContext, word: str) -> Person:
    """Return the person with this id, account or, in any case of letters, name, as they are tried in this order; raise
    Illegal if there is none, or several of the name.
    """
    known = accounts.load_current_person(host, word) or accounts.load_current_person(
        host, host.store.find_person_id(word, host.now())
    )
    if known:
        return known
    found = [person for person in accounts.iter_people(host) if person.name.casefold() == word.casefold()]
    if len(found) > 1:
        raise Illegal(SEVERAL_PEOPLE, code="several_people", name=word[:40], ids=[person.id for person in found])
    if not found:
        raise Illegal(NO_SUCH_PERSON, code="no_such_person", name=word[:40])
    return found[0]


def farewell(argv: list[str]) -> int:
    """Run `rtab farewell WORDS`: post the operator's words at every table that is not over or closed; print at how
    many, and which refuse them. Return the exit code, 1 if any refuses.
    """
    words = parse_command_line("farewell", argv, {"WORDS": "what is said, in quotation marks"}).words

    def post_all(host: HostContext) -> int:
        """Post the operator's `words` at every open table of this host, and print at how many, and which refuse them;
        return the exit code, 1 if any refuses.
        """
        tables = list_open_games(host)
        refused = _count_refusals(tables, lambda session: _post_farewell(host, session, words))
        print(format_text(FAREWELL_POSTED, {"n": len(tables) - refused}))
        return 1 if refused else 0

    return run_with_store(post_all)


def _count_refusals(tables: Sequence[Session], act: Callable[[Session], int]) -> int:
    """Call `act` for each of these tables; if it raises Illegal, as with rules that this release does not know, print
    which table refuses it and why, and go on with the others. Return how many refuse it.
    """
    refused = 0
    for session in tables:
        try:
            act(session)
        except Illegal as refusal:
            print(f"{session.id}: {format_text(refusal.text, refusal.facts)}", file=sys.stderr)
            refused += 1
    return refused


def _post_farewell(host: HostContext, session: Session, words: str) -> int:
    """Announce the operator's words in this game, which also logs them, and return exit code 0; raise Illegal if that
    is refused.
    """

    def post_words(tx: Transaction) -> None:
        """Log the operator's words and announce them."""
        tx.log("farewell", LOG)
        tx.say(events.OperatorSpoke(words))

    return check_reply(run_transaction(host, OPERATOR, session.id, post_words))


def goodbye(argv: list[str]) -> int:
    """Run the command `rtab goodbye FOLDER [--yes]`: shut the host down for good. End every open game, refuse new ones,
    and write everybody's records to FOLDER. Without `--yes` only print how many games would end and return 1, unless no
    game is open and new ones are refused already.
    """
    asked = parse_command_line("goodbye", argv, {"FOLDER": "where everybody's records are put", "--yes": "it is meant"})
    folder = Path(asked.folder)

    def end_all(host: HostContext) -> int:
        """Refuse new games, end all that are open, write everybody's records to `folder` and print what is left to do,
        and which games cannot be ended; return the exit code, 1 if there are such. Without `--yes` change nothing and
        raise Illegal, unless no game is open and new ones are refused already.
        """
        if not asked.yes and (list_open_games(host) or not host.store.is_closing()):
            raise Illegal(OPEN, code="games_open", n=len(list_open_games(host)), folder=str(folder))
        host.store.save_closing()
        tables = list_open_games(host)
        refused = _count_refusals(tables, lambda session: check_reply(seats.close_table(host, OPERATOR, session.id)))
        waiting = sum(1 for _ in host.store.iter_waiting_places(math.inf))
        for extra in list_enabled_extras(host.config.without):
            if extra.on_goodbye:
                written = import_target(extra.on_goodbye)(host, folder)
                print(format_text(RECORDS, {"folder": str(folder), "people": written}))
        print(format_text(LEFT, {"folder": str(folder), "waiting": waiting}))
        return 1 if refused else 0

    return run_with_store(end_all)
