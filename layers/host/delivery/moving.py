"""Places that get a new address, or have none any more: their games and what waits there go along, in order."""

from __future__ import annotations

from collections.abc import Sequence

from host.core.commands import Command
from host.core.committing import act
from host.core.context import HostContext
from host.core.session import Post
from host.core.transaction import NothingToChange, Transaction
from host.people import accounts


def moved(host: HostContext, chat: str, to: str, game_id: str = "") -> None:
    """A place has a new address, or none any more (`to` is empty): games and what waits go along.

    What is saved for the old one until its game has moved is said in the new one before all that comes later.
    """
    owners: dict[str, None] = {}

    def relocate(tx: Transaction) -> None:
        session = tx.session
        players = [player for player in session.players if player.place == chat]
        owners.update((player.person, None) for player in players if player.person)
        if chat not in session.places and not players:
            raise NothingToChange
        session.places = list(dict.fromkeys(place for old in session.places if (place := to if old == chat else old)))
        for player in players:
            player.place = to
        tx.board, tx.formerly = bool(to), {to: chat}
        tx.log("moved", "")

    host.store.hush(chat, to, host.now())  # before there is any news in the new place, so that the old comes first
    for each in dict.fromkeys([*host.store.games_of(f"chat:{chat}"), *([game_id] if game_id else [])]):
        try:
            act(host, Command(), each, relocate)
        except NothingToChange:
            continue
    for person in owners:
        accounts.settle(host, person, to)
    if not to:
        host.store.hush(chat, "", host.now())


def brought(host: HostContext, chat: str, posts: Sequence[Post], came: set[str]) -> bool:
    """What still waits at the addresses that this place had before comes first. Has it been brought here just now?

    Each is looked at once: that goes into `came`. Whoever moved the place may have died before they could do this.
    """
    old = {post.formerly for post in posts if post.formerly} - came
    came |= old
    for each in old:
        host.store.hush(each, chat, host.now())
    return bool(old)
