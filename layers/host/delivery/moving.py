"""Places that get a new address, or have none any more: their games and what waits there go along, in order."""

from __future__ import annotations

from collections.abc import Sequence

from host.core.commands import Command
from host.core.committing import run_transaction
from host.core.context import HostContext
from host.core.session import Post
from host.core.transaction import NothingToChange, Transaction
from host.people import accounts


def move_place(host: HostContext, chat: str, to: str, game_id: str = "") -> None:
    """Move the games and queued posts of a place to its new address, or remove the place if `to` is empty. Posts
    saved for the old address meanwhile are sent before anything later at the new one.
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

    host.store.drop_or_redirect_posts(
        chat, to, host.now()
    )  # before there is any news in the new place, so that the old comes first
    for each in dict.fromkeys([*host.store.list_open_game_ids(f"chat:{chat}"), *([game_id] if game_id else [])]):
        try:
            run_transaction(host, Command(), each, relocate)
        except NothingToChange:
            continue
    for person in owners:
        accounts.set_private_place(host, person, to)
    if not to:
        host.store.drop_or_redirect_posts(chat, "", host.now())


def collect_posts_of_old_addresses(host: HostContext, chat: str, posts: Sequence[Post], came: set[str]) -> bool:
    """Move posts still queued at earlier addresses of this place here, so that they are sent first; return whether
    there were such addresses. Each address is handled once (it goes into `came`); a crash while moving the place
    may have left posts there.
    """
    old = {post.formerly for post in posts if post.formerly} - came
    came |= old
    for each in old:
        host.store.drop_or_redirect_posts(each, chat, host.now())
    return bool(old)
