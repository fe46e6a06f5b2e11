"""Who has opted out of being mentioned or written to: kept like a name, and so forgotten with them."""

from __future__ import annotations

from host.core.context import HostContext
from host.core.session import Person, Session
from host.doors.reddit.places import PREFIX, identity, mailbox
from host.people import accounts as people


def _mark(name: str) -> str:
    return f"quiet-{identity(name)}"


def is_quiet(house: HostContext, name: str) -> bool:
    """Have they asked us to leave them alone?"""
    return bool(house.store.who(_mark(name), house.now()))


def stop(house: HostContext, person: Person, name: str) -> None:
    """Never call this account again, and never write to it."""
    people.link(house, person.id, _mark(name))
    if person.place == mailbox(name):
        people.settle(house, person.id, "")
    house.store.hush(mailbox(name), "", house.now())


def start(house: HostContext, person: Person, name: str) -> None:
    """They may be called and written to again."""
    house.store.drop_identities(person.id, [_mark(name)])
    if not person.place:
        people.settle(house, person.id, mailbox(name))


def accounts(house: HostContext, session: Session) -> dict[str, str]:
    """What the players of a game are called on Reddit, by seat, without those who want to be left alone."""
    found = {}
    for player in session.players:
        names = house.store.identities(player.person) if player.person and not player.bot else []
        name = next((name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)), "")
        if name and not is_quiet(house, name):
            found[player.seat] = player.name if player.name.casefold() == name else name
    return found
