"""Tells people when a table opens in a place, once for each game, as long as they like."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.session import Session
from host.core.store import table_waiters
from host.people import accounts
from host.said.desk.answer import Answer, say
from host.said.desk.request import Request
from host.said.desk.summons import summon

WAITS = "I tell you when the next table opens here, and each one after it. {off} ends that."
ENDED = "Good. I tell you of no more new tables."
NOWHERE = "Write {next} where games are played, and I tell you when a table opens there."
PLACES = "I tell you of new tables in {n} {n:place|places}. {off} ends that."
FULL = "So many people wait for a table here that I can take no more."
OPENED = "A new table is open where you asked me to tell you: {title}, up to {time} a turn. {link}"


def next_table(request: Request) -> Answer:
    """From now on they are told; or no more."""
    store, person = request.host.store, request.somebody()
    mine, off = table_waiters.of_person(store, person.id), request.spelled("next off")
    if request.words.strip().casefold() in ("off", "stop", "none", "no"):
        table_waiters.drop(store, person.id, mine if request.private else [request.community])
        return say(ENDED)
    if request.private:
        if not mine:
            raise Illegal(NOWHERE, next=request.spelled("next"))
        return say(PLACES, n=len(mine), off=off)
    crowd = len(table_waiters.of_place(store, request.community)) >= table_waiters.MOST_PEOPLE
    if request.community not in mine and (crowd or len(mine) >= table_waiters.MOST_PLACES):
        raise Illegal(FULL)
    table_waiters.add(store, person.id, request.community)
    answer = say(WAITS, off=off)
    return answer if person.place else Answer([*answer.lines, *request.welcome(person).lines])


def tell(request: Request, session: Session) -> None:
    """Everybody who waits for a table where this one is shown hears of it: once, however often this comes."""
    host = request.host
    places = [] if request.private else filter(None, dict.fromkeys([*session.places, request.community]))
    for place in places:
        for who in table_waiters.of_place(host.store, place):
            person = accounts.person(host, who)
            if person is not None and person.place and who != request.by:
                beside = request.beside_invitation(session.id) if place == request.community else []
                summon(request, person, session, f"next/{session.id}/{who}", OPENED, asks=beside)
