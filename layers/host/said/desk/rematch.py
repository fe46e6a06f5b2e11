"""Opens a game once more for the same people, in one tap."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import games, posting
from host.core.commands import Command
from host.core.deadlines.clocks import PACES
from host.core.session import OVER, Session
from host.core.store import table_talk
from host.people import accounts
from host.said.desk.answer import DeskAnswer, answer_reply
from host.said.desk.request import DeskRequest
from host.said.desk.summons import summon_person
from host.shown import views

NOT_THEIRS = "Only those who have played a game to its end can play it again."
REMATCH_CALL = "{who} plays once more with the same people: {title}, up to {time} a turn. {link}"


def open_rematch(request: DeskRequest) -> DeskAnswer:
    """Open a lobby with the same game, options and bots, and call the other players. Later requests join the same
    lobby.
    """
    host, old = request.host, request.pick_game()
    if not request.by or old.stage != OVER or old.find_player_of(request.by) is None:
        raise Illegal(NOT_THEIRS)
    place, you = request.reserve_place(), request.require_person()
    people = [player for player in old.players if player.person]
    opener = old.by if any(player.person == old.by for player in people) else you.id

    def make_command(what: str, by: str) -> Command:
        return Command(f"again {old.id} {what}", by, place, resent=False)  # the same for all who ask

    pace = next((word for word, seconds in PACES.items() if seconds == old.pace), "daily")
    reply = games.open_lobby(
        host, make_command("create", opener), old.ruleset, dict(old.options), pace, community=old.community
    )
    if not reply.ok:
        return answer_reply(reply)
    table_talk.write_talk_settings(
        host.store, reply.game, table_talk.load_talk_settings(host.store, old.id), host.token(4)
    )
    for n in range(len(old.players) - len(people)):
        games.add_bot(host, make_command(f"bot {n}", opener), reply.game)
    games.sit_at_table(host, make_command("join", you.id), reply.game, request.make_guest(you))
    if len(people) == 1:
        games.start_game(host, make_command("begin", opener), reply.game)
    else:
        _call_others(request, old, reply.game)
    return answer_reply(reply)


def _call_others(request: DeskRequest, old: Session, game: str) -> None:
    """Tell the other players about the new table, except those who see it where it is shown."""
    new, who = views.load_saved_game(request.host, game).session, old.find_player_of(request.by)
    there = {posting.parse_platform(place) for place in new.places}
    if who is None:
        return
    for player in old.players:
        person = accounts.load_current_person(request.host, player.person) if player.person else None
        missing = person and new.find_player_of(person.id) is None and posting.parse_platform(person.place) not in there
        if person and person.place and missing:
            summon_person(
                request, person, new, f"again/{old.id}/{person.id}", REMATCH_CALL, old.map_names_by_seat(), who=who.seat
            )
