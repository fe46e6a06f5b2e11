"""Tells people when a table opens in a place, once for each game, as long as they like."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core.session import Session
from host.core.store import table_waiters
from host.people import accounts
from host.said.desk.answer import DeskAnswer, answer_sentence
from host.said.desk.request import DeskRequest
from host.said.desk.summons import summon_person

CALLS_SET = "I tell you when the next table opens here, and each one after it. {off} ends that."
ENDED = "Good. I tell you of no more new tables."
NO_PLACE_TO_WAIT = "Write {next} where games are played, and I tell you when a table opens there."
WAITING_PLACES = "I tell you of new tables in {n} {n:place|places}. {off} ends that."
TOO_MANY_WAITERS = "So many people wait for a table here that I can take no more."
OPENED = "A new table is open where you asked me to tell you: {title}, up to {time} a turn. {link}"


def toggle_table_calls(request: DeskRequest) -> DeskAnswer:
    """Tell the person of every new table here from now on; with `off`, no more; in private, show in how many places
    they wait.
    """
    store, person = request.host.store, request.require_person()
    mine, off = table_waiters.list_awaited_places(store, person.id), request.format_command("next off")
    if request.words.strip().casefold() in ("off", "stop", "none", "no"):
        table_waiters.drop_table_waiter(store, person.id, mine if request.private else [request.community])
        return answer_sentence(ENDED)
    if request.private:
        if not mine:
            raise Illegal(NO_PLACE_TO_WAIT, next=request.format_command("next"))
        return answer_sentence(WAITING_PLACES, n=len(mine), off=off)
    crowd = len(table_waiters.list_table_waiters(store, request.community)) >= table_waiters.MOST_PEOPLE
    if request.community not in mine and (crowd or len(mine) >= table_waiters.MOST_PLACES):
        raise Illegal(TOO_MANY_WAITERS)
    table_waiters.add_table_waiter(store, person.id, request.community)
    answer = answer_sentence(CALLS_SET, off=off)
    return answer if person.place else DeskAnswer([*answer.lines, *request.welcome_newcomer(person).lines])


def call_waiting_people(request: DeskRequest, session: Session) -> None:
    """Call everybody who waits for a table where this one is shown, once each."""
    host = request.host
    places = [] if request.private else filter(None, dict.fromkeys([*session.places, request.community]))
    for place in places:
        for who in table_waiters.list_table_waiters(host.store, place):
            person = accounts.load_current_person(host, who)
            if person is not None and person.place and who != request.by:
                beside = request.list_invitation_buttons(session.id) if place == request.community else []
                summon_person(request, person, session, f"next/{session.id}/{who}", OPENED, asks=beside)
