"""`rtab people|forget|keepsakes|farewell|goodbye`: parting from one person, or from everybody."""

from __future__ import annotations

import math
from pathlib import Path

from engine.kernel import LOG, Illegal, render
from host.archive import keepsakes
from host.core import events, seats
from host.core.committing import act
from host.core.context import HostContext
from host.core.session import CLOSED, OVER, Person, Session
from host.core.transaction import Transaction
from host.doors.command.line import given
from host.doors.command.operate.open_games import OPERATOR, at_work, done
from host.people import accounts

NOBODY = "Nobody here goes by {name}. `rtab people` lists everybody."
SEVERAL = "Several people go by {name}. Say which by their id: {ids}."
UNSURE = (
    "This would remove {name} ({ids}), who plays in {n} {n:game|games}, for good. "
    "If that is meant: rtab forget {id} --yes"
)
OPEN = (
    "This would end {n} open {n:game|games} for good, and nobody could open another. "
    "If that is meant: rtab goodbye {folder} --yes"
)
SAID = "Said at {n} open {n:table|tables}."
LEFT = """Everybody's records are in {folder}: {people} {people:file|files}. Hand them out.
{waiting} {waiting:place has|places have} not heard yet what was said last.
Nobody can open a game here any more. Let the host run until this says 0: rtab goodbye {folder}
Then stop the host and what starts it (systemctl --user disable --now rtab), delete the bot where you made it, and keep
or delete the host's folder."""


def people(argv: list[str]) -> int:
    """`rtab people [NAME]`: everybody whom this host knows."""
    name = given("people", argv, {"[NAME]": "only those whose name begins so"}).name or ""

    def listed(host: HostContext) -> int:
        found = sorted(keepsakes.people(host), key=lambda person: person.made)
        shown = [person for person in found if person.name.casefold().startswith(name.casefold())]
        for person in shown:
            known_by = ", ".join(_known_by(host, person))
            print(f"{person.id}  {person.name}  {known_by}  {keepsakes.day(person.made)}")
        print(f"{len(shown)} {'person' if len(shown) == 1 else 'people'}")
        return 0

    return at_work(listed)


def _known_by(host: HostContext, person: Person) -> list[str]:
    """The accounts that lead to somebody; private links and codes are hashes, and of use to nobody."""
    found = host.store.identities(person.id)
    secret = (f"{accounts.WEB}:", f"{accounts.CODE}:", f"{accounts.CLAIM}:")
    return [identity for identity in found if not identity.startswith(secret)] or ["the page"]


def forget(argv: list[str]) -> int:
    """`rtab forget PERSON [--yes]`: as if they had written /forget, when they ask for it some other way."""
    takes = {"PERSON": "an id, an account as rtab people shows it, or a name", "--yes": "it is meant"}
    asked = given("forget", argv, takes)

    def forgotten(host: HostContext) -> int:
        person = _meant(host, asked.person)
        games = host.store.games_of(f"person:{person.id}")
        if not asked.yes:
            ids = ", ".join(_known_by(host, person))
            raise Illegal(UNSURE, name=person.name, ids=ids, n=len(games), id=person.id)
        accounts.forget(host, person.id)
        print(
            f"{person.name} is forgotten. Backups made before still hold them: delete those, or let them go with time"
        )
        return 0

    return at_work(forgotten)


def _meant(host: HostContext, word: str) -> Person:
    """Who goes by this id, account or name; raises Illegal if that is nobody, or several."""
    known = accounts.person(host, word) or accounts.person(host, host.store.who(word, host.now()))
    if known:
        return known
    found = [person for person in keepsakes.people(host) if person.name.casefold() == word.casefold()]
    if len(found) > 1:
        raise Illegal(SEVERAL, name=word[:40], ids=[person.id for person in found])
    if not found:
        raise Illegal(NOBODY, name=word[:40])
    return found[0]


def records(argv: list[str]) -> int:
    """`rtab keepsakes FOLDER`: a file for everybody, with all that they have done."""
    folder = Path(given("keepsakes", argv, {"FOLDER": "where the files are put, one for each person"}).folder)

    def handed(host: HostContext) -> int:
        print(render("{n} {n:file is|files are} in {folder}", {"n": _hand_out(host, folder), "folder": str(folder)}))
        return 0

    return at_work(handed)


def _hand_out(host: HostContext, folder: Path) -> int:
    """Write everybody's file; how many there are."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = list(keepsakes.people(host))
    for person in found:
        (folder / keepsakes.file_name(person)).write_text(keepsakes.keepsake(host, person), "utf-8")
    return len(found)


def farewell(argv: list[str]) -> int:
    """`rtab farewell WORDS`: the operator says something at every open table."""
    words = given("farewell", argv, {"WORDS": "what is said, in quotation marks"}).words

    def said(host: HostContext) -> int:
        tables = _open(host)
        for session in tables:
            _say(host, session, words)
        print(render(SAID, {"n": len(tables)}))
        return 0

    return at_work(said)


def _open(host: HostContext) -> list[Session]:
    return [session for session in host.store.sessions() if session.stage not in (OVER, CLOSED)]


def _say(host: HostContext, session: Session, words: str) -> None:
    def said(tx: Transaction) -> None:
        tx.log("farewell", LOG)
        tx.say(events.OperatorSpoke(words))

    done(act(host, OPERATOR, session.id, said))


def goodbye(argv: list[str]) -> int:
    """`rtab goodbye FOLDER [--yes]`: shut down for good. Every open game ends, none is opened any more, and
    everybody's records are written.
    """
    asked = given("goodbye", argv, {"FOLDER": "where everybody's records are put", "--yes": "it is meant"})
    folder = Path(asked.folder)

    def ended(host: HostContext) -> int:
        if not asked.yes and (_open(host) or not host.store.closing()):
            raise Illegal(OPEN, n=len(_open(host)), folder=str(folder))
        host.store.close()
        for session in _open(host):
            done(seats.close(host, OPERATOR, session.id))
        waiting = sum(1 for _ in host.store.waiting(math.inf))
        print(render(LEFT, {"folder": str(folder), "people": _hand_out(host, folder), "waiting": waiting}))
        return 0

    return at_work(ended)
