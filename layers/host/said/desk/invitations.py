"""Calls somebody to a table that is open, wherever they are told what is theirs: once, however often this comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from engine.kernel import Illegal, Told
from engine.rulesets import ruleset
from host.core import games, posting
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.deadlines.clocks import PACES
from host.core.extras import list_added_targets
from host.core.session import LOBBY, OVER, RUNNING, Command, Person, Post, Session
from host.core.store import table_waiters
from host.people import accounts
from host.said.answers import DeskAnswer, answer_reply, answer_sentence
from host.said.desk.request import DeskRequest
from host.shown import views


def invite_person(
    request: DeskRequest,
    person: Person,
    session: Session,
    key: str,
    text: str,
    names: Mapping[str, str] | None = None,
    asks: Sequence[str] = (),
    **facts: Any,
) -> None:
    """Queue a message in a person's private place, which must be known, that invites them to an open table: the
    sentence `text` with its `facts` (title, time and link are added), players' `names` and the buttons `asks`. The same
    `key` sends it only once. Where a message links to its table by itself, neither link nor buttons are added.
    """
    host = request.host
    rung = posting.parse_platform(person.place) in host.config.rung
    facts |= {"title": ruleset(session.ruleset).title, "time": clocks.format_duration(session.pace)}
    told = Told(text, {**facts, "link": "" if rung else request.format_seat_link(session)})
    post = Post(person.place, session.id if rung else "", int(host.now() * 1000), [told], names=dict(names or {}))
    post.style, post.rings, post.asks = person.habits.style, person.habits.rings, [] if rung else list(asks)
    host.store.queue_answer(key, [post], host.now())


CALLS_SET = "I will tell you when a new game opens here. To stop this, write {off}"
ENDED = "Good. I will not tell you about new games any more."
NO_PLACE_TO_WAIT = "To hear of new games, go to a group where people play and write {next}"
WAITING_PLACES = "I tell you about new games in {n} {n:place|places}. To stop this, write {off}"
TOO_MANY_WAITERS = "Too many people are waiting for a new game here already."
OPENED = "You asked me to tell you about new games. A new one is open: {title}, up to {time} for a turn. {link}"


def toggle_table_notices(request: DeskRequest) -> DeskAnswer:
    """Note that the sender wants a message about every new table in the place where they write, or with `off` (in
    private: in any place) no longer. Without `off`, in a private chat only tell them for how many places they have
    asked, or raise Illegal if for none. Raise Illegal, too, if they or others have asked for too many.
    """
    store, person = request.host.store, request.require_person()
    mine, off = table_waiters.list_awaited_places(store, person.id), request.format_command("next off")
    if request.words.strip().casefold() in ("off", "stop", "none", "no"):
        table_waiters.drop_table_waiter(store, person.id, mine if request.is_direct else [request.community])
        return answer_sentence(ENDED)
    if request.is_direct:
        if not mine:
            raise Illegal(NO_PLACE_TO_WAIT, code="no_place_to_wait", next=request.format_command("next"))
        return answer_sentence(WAITING_PLACES, n=len(mine), off=off)
    crowd = len(table_waiters.list_table_waiters(store, request.community)) >= table_waiters.MOST_PEOPLE
    if request.community not in mine and (crowd or len(mine) >= table_waiters.MOST_PLACES):
        raise Illegal(TOO_MANY_WAITERS, code="too_many_waiters")
    table_waiters.add_table_waiter(store, person.id, request.community)
    answer = answer_sentence(CALLS_SET, off=off)
    return answer if person.place else DeskAnswer([*answer.lines, *request.welcome_newcomer(person).lines])


def notify_waiting_people(request: DeskRequest, session: Session) -> None:
    """Invite to this new table, once each, all people who have asked for messages about new tables in a place where it
    is shown and can be written to, but not the person who opened it; nobody if the request was written in private.
    """
    host = request.host
    places = [] if request.is_direct else filter(None, dict.fromkeys([*session.places, request.community]))
    for place in places:
        for who in table_waiters.list_table_waiters(host.store, place):
            person = accounts.load_current_person(host, who)
            if person is not None and person.place and who != request.by:
                beside = request.list_invitation_buttons(session.id) if place == request.community else []
                invite_person(request, person, session, f"next/{session.id}/{who}", OPENED, asks=beside)


NOT_THEIRS = "Only players who have finished a game together can play it again."
REMATCH_CALL = "{who} wants to play again with the same people: {title}, up to {time} for a turn. {link}"


def open_rematch(request: DeskRequest) -> DeskAnswer:
    """Open a table with the same game, options, computer players and (if it is a usual one, otherwise daily) pace as
    the finished game that is meant, seat the sender and invite the other players; with nobody to invite, begin at once.
    Those who ask for it later join the same table, until it is closed or over. Return the answer, which may be a
    refusal; raise Illegal if that game is not over or the sender did not play in it.
    """
    host, old = request.host, _find_finished_game(request)
    if not request.by or old.stage != OVER or old.find_player_of(request.by) is None:
        raise Illegal(NOT_THEIRS, code="rematch_players_only")
    you, people = request.require_person(), [player for player in old.players if player.person]
    opener = old.by if any(player.person == old.by for player in people) else you.id
    key, there = _find_rematch(host, old, opener)
    place = request.place if there else request.reserve_place()

    def make_command(what: str, by: str) -> Command:
        """Return the command of the person `by` for one step (`what`) of opening the rematch of `old`, with a key that
        is the same for all who ask for it, so that a step that was taken already is not taken again.
        """
        return Command(f"{key} {what}", by, place, resent=False)

    pace = next((word for word, seconds in PACES.items() if seconds == old.pace), "daily")
    reply = games.open_lobby(
        host,
        make_command("create", opener),
        old.ruleset,
        dict(old.options),
        pace,
        community=old.community,
        span=old.span,
    )
    if not reply.ok:
        return answer_reply(reply)
    for hand_on in list_added_targets(host.config.without, lambda extra: extra.on_rematch):
        hand_on(host, old.id, reply.game)
    for n in range(len(old.players) - len(people)):
        games.add_bot(host, make_command(f"bot {n}", opener), reply.game)
    seated = games.sit_at_table(host, request.command, reply.game, request.make_guest(you))
    if not seated.ok and not views.load_saved_game(host, reply.game).session.has_active_seat(you.id):
        return answer_reply(seated)
    if len(people) == 1:
        games.start_game(host, make_command("begin", opener), reply.game)
    else:
        _invite_others(request, old, reply.game)
    return answer_reply(reply)


def _find_rematch(host: HostContext, old: Session, opener: str) -> tuple[str, bool]:
    """Return how the keys of the commands begin that open the rematch of a finished game in the name of `opener`, and
    whether that table is open or its game runs; if the last one was closed or is over, the next one gets a new key.
    """
    for n in count():
        key = f"again {old.id} {n}" if n else f"again {old.id}"
        earlier = host.store.find_answer(Command(f"{key} create", opener).idempotency_key)
        saved = host.store.load_game(earlier.game) if earlier else None
        there = saved is not None and saved.session.stage in (LOBBY, RUNNING)
        if earlier is None or there:
            return key, there
    raise AssertionError


def _find_finished_game(request: DeskRequest) -> Session:
    """Return the session of the game to play again: the one that a tapped button or a message replied to names, else
    the one most likely meant if it is over, else the newest finished one here in which the sender played, else the open
    one most likely meant (the caller refuses it). Raise Illegal if there is none.
    """
    store, named = request.host.store, request.find_game_id()
    exact = store.load_game(named) if named else None
    if exact is not None:
        return exact.session
    played = [each for each in request.list_played_games() if each.stage == OVER and each.find_player_of(request.by)]
    try:
        likely = request.pick_game()
    except Illegal:
        if not played:
            raise
        return max(played, key=lambda session: session.made)
    return likely if likely.stage == OVER or not played else max(played, key=lambda session: session.made)


def _invite_others(request: DeskRequest, old: Session, game: str) -> None:
    """Invite, once each, the players of the game `old` to its rematch `game`, except those who have a seat in it
    already, who have no private place, or who will see it anyway, because it is shown on their platform.
    """
    new, who = views.load_saved_game(request.host, game).session, old.find_player_of(request.by)
    there = {posting.parse_platform(place) for place in new.places}
    if who is None:
        return
    for player in old.players:
        person = accounts.load_current_person(request.host, player.person) if player.person else None
        missing = person and new.find_player_of(person.id) is None and posting.parse_platform(person.place) not in there
        if person and person.place and missing:
            invite_person(
                request, person, new, f"again/{game}/{person.id}", REMATCH_CALL, old.map_names_by_seat(), who=who.seat
            )
