"""Places that move, are gone, or cannot be written to for a time: what becomes of their games, posts and people."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core import games
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.extras import list_added_targets
from host.core.session import RUNNING, Command, Post, SeatedPlayer, Session
from host.core.transaction import NothingToChange, Transaction, run_transaction
from host.people import accounts

LONGEST_MUTED = 7 * 86400.0  # we may not speak in a place for so long before it is given up
MUTED_KEY = "muted"  # what is kept of a place: since when, and which games stand still for it


def move_place(host: HostContext, chat: str, to: str, game_id: str = "") -> None:
    """Replace a place `chat`, which has a new address `to` or (if that is empty) is gone, in the games shown there and
    in `game_id`, and as the private place of those of their players who have it; move its queued posts to `to`, to be
    sent before newer ones, or delete them and tell the extras. Do nothing if both are the same.
    """
    if to == chat:
        return
    owners: dict[str, None] = {}

    def relocate(tx: Transaction) -> None:
        """Replace `chat` by `to` in game and seats, note `owners`; raise NothingToChange if it is not there."""
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

    # before there is any news in the new place, so that the old comes first
    host.store.drop_or_redirect_posts(chat, to, host.now())
    for each in dict.fromkeys([*host.store.list_open_game_ids(f"chat:{chat}"), *([game_id] if game_id else [])]):
        try:
            run_transaction(host, Command(), each, relocate)
        except NothingToChange:
            continue
    for person in owners:
        owner = accounts.load_current_person(host, person)
        accounts.set_private_place(host, person, to if owner is None or owner.place == chat else owner.place)
    if not to:
        host.store.drop_or_redirect_posts(chat, "", host.now())
        for drop in list_added_targets(host.config.without, lambda extra: extra.on_place_lost):
            drop(host, chat)


def queue_told_line(host: HostContext, session: Session, where: str, told: Told) -> None:
    """Queue an announcement for one place, behind all posts there, without entering it in the game's log."""
    stamp = max(int(host.now() * 1000), *(post.stamp + 1 for post in host.store.load_posts(where)), 0)
    post = Post(where, "", stamp, [told], names=session.map_names_by_seat(), style=session.style)
    host.store.queue_posts([post], host.now())


def tell_elsewhere(host: HostContext, session: Session, chat: str, told: Told) -> None:
    """Queue an announcement about a game for its players, its opener and its places, except the place `chat`."""
    for where in list_other_places(host, session, chat):
        queue_told_line(host, session, where, told)


def list_other_places(host: HostContext, session: Session, chat: str) -> set[str]:
    """Return the private places of a game's players and its opener, and the places that show it, without `chat`."""
    opener = accounts.load_current_person(host, session.by)
    return {*session.list_all_places(), opener.place if opener else ""} - {chat, ""}


def pause_games_in_place(host: HostContext, chat: str) -> list[Session]:
    """Stop the clocks of all running games shown in this place, which cannot be reached, with an admin's rights; return
    the sessions of the games whose clocks this has stopped, as they were before. One that is paused already, or
    refuses, is left out.
    """
    running = [
        each for each in accounts.list_open_sessions(host, f"chat:{chat}") if each.stage == RUNNING and not each.paused
    ]
    return [each for each in running if ticking.pause_session_clocks(host, Command(place=chat, admin=True), each.id).ok]


def show_game_again(host: HostContext, game: str, where: str, *, resumes: bool) -> bool:
    """Show a game in the place `where` after the place that showed it was lost, and with `resumes` start its clocks
    again, with the operator's rights. Return False if it is shown elsewhere by now, gone, or refused; True also if only
    its clocks could not be started.
    """
    operator, saved = Command(operator=True), host.store.load_game(game)
    if saved is None or saved.session.places or not games.show_in_place(host, operator, game, where).ok:
        return False
    if resumes:
        ticking.resume_session_clocks(host, operator, game)
    return True


def handle_unreachable_person(
    host: HostContext, identity: str, mailbox: str, told: Callable[[SeatedPlayer], Told], hears: Callable[[str], bool]
) -> None:
    """Handle a person who cannot be written to at `mailbox`: announce it in the places that show games for which they
    are written to there (`told` builds the line, `hears` picks the places) and clear their private place, unless their
    private messages go elsewhere by now; drop the posts queued for `mailbox`.
    """
    person = host.store.find_person_id(identity, host.now())
    for session in accounts.list_open_sessions(host, f"person:{person}") if person else []:
        player = session.find_player_of(person)
        if player is not None and player.place == mailbox:
            for where in filter(hears, session.places):
                queue_told_line(host, session, where, told(player))
    owner = accounts.load_current_person(host, person) if person else None
    if owner is not None:  # seats that still name the mailbox follow, too
        accounts.set_private_place(host, owner.id, "" if owner.place == mailbox else owner.place)
    host.store.drop_or_redirect_posts(mailbox, "", host.now())


def stop_muted_place(host: HostContext, place: str, build_line: Callable[[Session], Told]) -> None:
    """Stop the clocks of all games shown in a place where the bot may not write now, remember when and which, and tell
    their people in other places the line that `build_line` makes. Do nothing if done within a week before, or if posts
    have waited there since.
    """
    since = float(host.store.load_place_value(place, MUTED_KEY).decode().partition(" ")[0] or "0")
    if host.now() - since < LONGEST_MUTED or (since and any(post.muted for post in host.store.load_posts(place))):
        return
    there = accounts.list_open_sessions(host, f"chat:{place}")
    stopped = [session.id for session in pause_games_in_place(host, place)]
    host.store.save_place_value(place, MUTED_KEY, " ".join([f"{host.now()}", *stopped]).encode())
    for session in there:
        tell_elsewhere(host, session, place, build_line(session))


def resume_muted_place(host: HostContext, place: str) -> None:
    """Start the clocks again of the games that `stop_muted_place` stopped, because the bot can write here again, and
    then forget that the place was muted; a game that refuses this, or that somebody has stopped since, is left as it
    is.
    """
    if not (noted := host.store.load_place_value(place, MUTED_KEY).decode()):
        return
    since, *stopped = noted.split()
    for session in accounts.list_open_sessions(host, f"chat:{place}") if stopped else []:
        if session.id in stopped and session.paused <= float(since):
            ticking.resume_session_clocks(host, Command(place=place, admin=True), session.id)
    host.store.save_place_value(place, MUTED_KEY, b"")


GIVEN_UP = (
    "I could not write in the chat with {title} for a week, so I do not show the game there any more. You can "
    "show it in another place with /here {game}. If its clocks are stopped, /resume starts them again."
)


def give_up_muted_place(host: HostContext, place: str, game_id: str) -> None:
    """Remove a place where the bot could not write for a week from its games and from `game_id`, delete the posts that
    have waited there, and tell the people of these games in other places.
    """
    there = accounts.list_open_sessions(host, f"chat:{place}")
    move_place(host, place, "", game_id)
    host.store.save_place_value(place, MUTED_KEY, b"")
    for session in there:
        told = Told(GIVEN_UP, {"title": ruleset(session.ruleset).title, "game": session.id})
        tell_elsewhere(host, session, place, told)


def retry_muted_posts(host: HostContext, chat: str) -> None:
    """Queue the posts that wait in a place because the bot could not write there to be sent at once; nothing is sent
    here. Do nothing if none wait for that.
    """
    if (posts := host.store.load_posts(chat)) and posts[0].muted:
        posts[0].after = 0.0
        host.store.queue_posts(posts, host.now())
