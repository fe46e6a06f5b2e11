"""Opens, fills, begins, shows, stops and ends games: what the desk does, mostly for the host or operator."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine.kernel import Illegal, Told, phrase
from engine.rulesets import RULESETS, ruleset
from host.core import game_options, games, seats
from host.core.context import HostContext
from host.core.deadlines import clocks, expected_lengths, ticking
from host.core.games import find_player_by_name, parse_word_hash
from host.core.session import CLOSED, LOBBY, NO_SEAT, OVER, RUNNING, Command, Reply, Session
from host.people import accounts, rate_limits
from host.said.answers import DeskAnswer, answer_lines, answer_reply, answer_sentence
from host.said.desk import invitations
from host.said.desk.request import DeskRequest
from host.said.reading.matching import format_confirmation, pick_named_game
from host.shown import views

MOST_BOTS = 8
FOR = re.compile(r"(?:^|\s)for=([\w-]+)(?=\s|$)", re.IGNORECASE)
TABLE_STAGE_NAMES = {
    LOBBY: phrase("not started"),
    RUNNING: phrase("playing"),
    OVER: phrase("over"),
    CLOSED: phrase("closed"),
}


def open_typed_table(request: DeskRequest) -> DeskAnswer:
    """Open a table with the game, pace, time budget and options that the person has typed; raise Illegal, with
    examples, if no game is named, and for an unknown game, pace, budget or option. Where the platform has no buttons
    for it, a game named alone is answered by asking how much time there is, and nothing is opened.
    """
    word, _, rest = request.words.partition(" ")
    name = word.casefold()  # telephones begin a line with a capital
    if not name:
        examples = [request.format_command(f"new {each}") for each in RULESETS]
        fits = [f"for={span}" for span in expected_lengths.TIME_BUDGETS]
        raise Illegal(
            (
                "Which game do you want? For example: {examples}. To say how much time you have, add one of "
                "these: {fits}."
            ),
            code="which_ruleset",
            examples=examples,
            fits=fits,
        )
    if request.asks_time and not rest.strip() and name in RULESETS and (found := _list_time_choices(request, name)):
        return DeskAnswer(found)
    pace, options = split_pace(rest)
    span, options = split_span(options)
    if span:
        turn = clocks.parse_pace(pace) if pace else 0.0
        choice = expected_lengths.parse_length_choice(name, span, turn=turn)
        wanted = {**game_options.parse_typed_options(ruleset(name), options), **choice.options}
        return open_new_table(request, name, pace or choice.pace, wanted, choice.span)
    return open_new_table(request, name, pace or "daily", game_options.parse_typed_options(ruleset(name), options))


def open_table_for_span(request: DeskRequest, name: str, span: str) -> DeskAnswer:
    """Open a table of the game `name`, with the pace and options by which it is likely to fit into the time budget
    `span`, such as an evening or a week, and return the answer, which may be a refusal; raise Illegal if there is no
    such budget for it.
    """
    choice = expected_lengths.parse_length_choice(name, span)
    return open_new_table(request, name, choice.pace, choice.options, choice.span)


def _list_time_choices(request: DeskRequest, name: str) -> list[Told]:
    """List the question how much time there is for this game, then each time budget with what to write for it; empty if
    the game's length was never measured.
    """
    fitting = expected_lengths.list_fitting_lengths(ruleset(name))
    choices = [
        Told(
            "{span:C}: {goal}. Write {line}",
            {"span": each.name, "goal": each.goal, "line": request.format_command(f"new {name} for={each.span}")},
        )
        for each in fitting
    ]
    head = Told("{title}: how much time do you have?", {"title": ruleset(name).title})
    return [head, *choices] if choices else []


def split_span(options: str) -> tuple[str, str]:
    """Split the time budget (`evening` from `for=evening`) off from the other typed options; return both as texts, an
    empty one if no budget is given.
    """
    found = FOR.search(options)
    return (found[1], f"{options[: found.start()]} {options[found.end() :]}".strip()) if found else ("", options)


def split_pace(text: str) -> tuple[str, str]:
    """Split typed words into the pace (with or without the word "pace" before it) and the options; the pace is empty if
    the words begin with an option.
    """
    word, _, rest = text.strip().partition(" ")
    if word.casefold() == "pace":
        word, _, rest = rest.strip().partition(" ")
    return (word, rest) if word and "=" not in word else ("", text)


def open_new_table(
    request: DeskRequest, name: str, pace: str, options: dict[str, object], span: str = ""
) -> DeskAnswer:
    """Open a table of the game `name` with these options, counted where the platform has a limit, seat its opener if
    they can be told secrets already, and tell those who wait for a table here; answer with the refusal if there is one.
    With a time budget (`span`) the goal is chosen anew when it is known how many play. Raise Illegal if no table may be
    opened here or the opener has too many.
    """
    place, person = request.reserve_place(), request.require_person()
    own = accounts.list_open_sessions(request.host, f"person:{person.id}") if request.most_tables else []
    if request.most_tables and len([each for each in own if each.by == person.id]) >= request.most_tables:
        raise Illegal(
            "You already have {n} open games. Finish or close one first.", n=request.most_tables, code="too_many_games"
        )
    if name in RULESETS:
        dated = game_options.resolve_daily_option(RULESETS[name], options, request.host.now())
        options = game_options.apply_slow_defaults(RULESETS[name], dated, pace) if request.apart else dated
    command, style = replace(request.command, place=place), person.habits.style
    reply = games.open_lobby(request.host, command, name, options, pace, style, community=request.community, span=span)
    if reply.ok and place and request.can_seat_opener():
        games.sit_at_table(request.host, Command(by=person.id, place=place), reply.game, request.make_guest(person))
    if reply.ok and place and not request.is_direct:
        invitations.notify_waiting_people(request, read_session(request, reply.game))
    return answer_reply(reply)


def withdraw_table(host: HostContext, game: str) -> None:
    """Close a new table (or end its game, if that has begun) with the operator's rights, because no thread or message
    could be made for it.
    """
    seats.close_table(host, Command(operator=True), game)


def show_game_here(request: DeskRequest) -> DeskAnswer:
    """Show, in the place of this request too, a game that is shown elsewhere: the one whose id was typed or, without an
    id, the only one in which the person plays. Answer with the refusal if the person has not the host's rights in it;
    raise Illegal if it is unclear which is meant.
    """
    place, wanted = request.pick_extra_place(), request.words.strip()
    saved = request.host.store.load_game(wanted) if wanted else None
    found = [saved.session] if saved else _list_games_elsewhere(request) if not wanted else []
    if len(found) != 1:
        raise _refuse_unclear_game(request)
    command = request.make_command_elsewhere(found[0])
    return answer_reply(games.show_in_place(request.host, command, found[0].id, place))


def _list_games_elsewhere(request: DeskRequest) -> list[Session]:
    """List the sessions of the person's unfinished games that are not shown in the place of this request."""
    own = accounts.list_open_sessions(request.host, f"person:{request.by}") if request.by else []
    return [session for session in own if request.place not in session.places]


def _refuse_unclear_game(request: DeskRequest) -> Illegal:
    """Build the refusal that asks which of the person's games they mean, or says that they have none that could be
    shown here, too.
    """
    own = [
        phrase("{title} ({id})", title=ruleset(each.ruleset).title, id=each.id)
        for each in _list_games_elsewhere(request)
    ]
    if not own:
        return Illegal("You are not in any game that can be shown here, too.", code="no_game_to_show")
    return Illegal(
        "Which game do you mean? Write its number after {here}: {games}.",
        code="which_game",
        here=request.format_command("here"),
        games=own,
    )


def add_typed_bots(request: DeskRequest) -> DeskAnswer:
    """Add as many computer players as the person typed, or one without a number, to the newest table here that has not
    begun, or else to the game that is meant; answer with the refusal if there is one. Raise Illegal unless the number
    is from 1 to 8, or if there is no game.
    """
    count = parse_bot_count(request, request.words.strip() or "1")
    return add_bots(request, request.pick_lobby_or_game(), count)


def parse_bot_count(request: DeskRequest, count: str) -> int:
    """Parse how many computer players a person wants to add; raise Illegal unless that is a number from 1 to 8."""
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 1 <= int(count) <= MOST_BOTS):
        example = request.format_command("bots 2")
        raise Illegal(
            "How many computer players do you want? Write, for example, {example} (at most {most}).",
            code="how_many_bots",
            example=example,
            most=MOST_BOTS,
        )
    return int(count)


def add_bots(request: DeskRequest, session: Session, count: int) -> DeskAnswer:
    """Add this many computer players to a table, one by one, if the person has the host's rights; if one is refused,
    answer with the refusal and keep those added before, else answer without words.
    """
    command = request.make_command(session)
    for n in range(count):
        key = f"{command.key}/{n}" if command.key else ""
        reply = games.add_bot(request.host, replace(command, key=key), session.id)
        if not reply.ok:
            return answer_reply(reply)
    return DeskAnswer()


def begin_lobby(request: DeskRequest) -> DeskAnswer:
    """Begin the game of the newest table here that waits for players, if the person has the host's rights; else answer
    with the refusal. Raise Illegal if there is no game here.
    """
    return begin_table_game(request, request.pick_lobby_or_game())


def begin_table_game(request: DeskRequest, session: Session) -> DeskAnswer:
    """Begin a table's game, after which newcomers must ask for a seat, or, if its players have sealed words, close the
    seats and wait for these first; answer with the refusal if the person has not the host's rights or the rules forbid
    it.
    """
    return answer_reply(games.start_game(request.host, request.make_command(session), session.id))


def read_session(request: DeskRequest, game: str) -> Session:
    """Return the session (host's record) of this game; raise Illegal if there is none."""
    saved = request.host.store.load_game(game)
    if saved is None:
        raise Illegal("I cannot find this game. Perhaps it has been closed.", code="no_game")
    return saved.session


def read_own_session(request: DeskRequest, game: str) -> Session:
    """Return the session (host's record) of this game; raise Illegal if there is none, or if it is a lobby or running
    and none of the games that the person can mean here.
    """
    session = read_session(request, game)
    if session.stage in (LOBBY, RUNNING) and all(each.id != game for each in request.list_games()):
        raise Illegal(NO_SEAT, code="no_seat")
    return session


def list_games_here(request: DeskRequest) -> DeskAnswer:
    """Answer with a list of the games that this request could be about, with their stages, or with how to open one."""
    lines = [
        request.format_sentence(
            "{title} ({id}): {stage}",
            title=ruleset(each.ruleset).title,
            id=each.id,
            stage=TABLE_STAGE_NAMES[each.stage],
        )
        for each in request.list_games()
    ]
    return (
        answer_lines(lines)
        if lines
        else answer_sentence("No game is open here. To open one, write {new}", new=request.format_command("new"))
    )


# -- the host's hand on a running game


def pause_game_clocks(request: DeskRequest) -> DeskAnswer:
    """Stop all clocks of the game that is meant, if the person has the host's rights in it; else answer with the
    refusal. Raise Illegal if no game can be meant.
    """
    session = request.pick_game()
    return request.answer_done(
        session, ticking.pause_session_clocks(request.host, request.make_command(session), session.id)
    )


def resume_game_clocks(request: DeskRequest) -> DeskAnswer:
    """Let all clocks of the game that is meant run again, if the person has the host's rights in it; else answer with
    the refusal. Raise Illegal if no game can be meant.
    """
    session = request.pick_game()
    return request.answer_done(
        session, ticking.resume_session_clocks(request.host, request.make_command(session), session.id)
    )


def extend_deadlines(request: DeskRequest) -> DeskAnswer:
    """Give everybody who is being asked something in the game that is meant as much more time as was typed, such as
    12h, if the person has the host's rights in it; else answer with the refusal. Raise Illegal if no duration was typed
    or no game can be meant.
    """
    session, time = request.pick_game(), clocks.parse_duration(request.words.strip().lower())
    if time is None:
        raise Illegal(
            "How much more time? Write, for example, {example}",
            code="how_much_time",
            example=request.format_command("extend 12h"),
        )
    return request.answer_done(
        session, ticking.grant_extra_time(request.host, request.make_command(session), session.id, time)
    )


def end_game(request: DeskRequest) -> DeskAnswer:
    """Close a table that waits for players, or end a running game early for all, if the person has the host's rights;
    raise Illegal, which asks them to confirm, until they have done so, or if it is unclear which game is meant. Closing
    a table of one's own that was shown nowhere gives back what it counted towards the limit of new tables.
    """
    session, text = pick_named_game(request.list_likely_games(), request.list_games(), request.words)
    if not request.is_confirmed(text):
        request.check_hosts(session)
        again = format_confirmation("endgame", request.words, text)
        raise request.make_confirmation("This ends the game for all players. If you are sure, write {again}", again)
    reply = seats.close_table(request.host, request.make_command(session), session.id)
    if reply.ok and session.stage == LOBBY and session.by == request.by and not session.places:
        rate_limits.take_back_act(request.host, "tables", request.visitor, session.made)
    return request.answer_done(session, reply)


NOBODY_NEW = (
    "Reply to a message of the new player. In your reply, write {replace} and the name of the player who leaves."
)

IN = "You are in the game. I will send you your secret messages here."

NO_HASH = (
    "Your secret word was not used for the random draws, because the host could read it too early. To add a "
    "secret word, use {join}. Our page about fair play explains it."
)

SEAT_ASKED_FOR = (
    "You have asked to join. The player who opened the game, or the other players, can say yes. Then you play "
    "from the next round on."
)


def join_table(request: DeskRequest) -> DeskAnswer:
    """Give the person a seat at the newest table here that has not begun, with the hash of a sealed word if they bring
    one; or else, in the game that is meant, which runs already, ask for one on their behalf. Return the answer, which
    may be a refusal, and says it if the word that they bring is no hash. If this platform cannot tell them secrets yet,
    only answer what they must do first. Raise Illegal if there is no game.
    """
    session, first = request.pick_lobby_or_game(), request.prepare_seat()
    if first is not None:
        return first
    text = request.words.strip()
    guest = request.make_guest(request.require_person(), text)
    reply = games.sit_at_table(request.host, request.command, session.id, guest)
    if not reply.ok:
        return answer_reply(reply)
    # A seat in a running game is asked for.
    found = (
        request.confirm_seat()
        if session.stage == LOBBY or _has_seat(request, session)
        else answer_sentence(SEAT_ASKED_FOR)
    )
    if text and session.stage == LOBBY and not parse_word_hash(text):
        found.lines.append(Told(NO_HASH, {"join": request.format_command("join HASH")}))
    return found


def open_own_word(request: DeskRequest) -> DeskAnswer:
    """Reveal to the game the word (the words of the request) whose hash the person gave when they joined, so that it
    takes part in the random draws; answer with the refusal if it is another word or none is awaited.
    """
    session = request.pick_lobby_or_game()
    return request.answer_done(
        session, games.submit_sealed_word(request.host, request.command, session.id, request.words)
    )


def join_by_link(request: DeskRequest, game: str, invited: str) -> DeskAnswer:
    """Seat a person who has opened the link that a table gives out for joining, or ask for a seat on their behalf if
    its game runs already; `invited` is the invitation in the link, or empty. Answer that they are in the game (also if
    they were before), that they have asked, or why they are refused.
    """
    guest = request.make_guest(request.require_person(), invited=invited)
    reply = games.sit_at_table(request.host, request.command, game, guest)
    saved = request.host.store.load_game(game)
    player = saved.session.find_player_of(request.by) if saved else None
    if player and not player.bot:
        return answer_sentence(IN)
    return answer_sentence(SEAT_ASKED_FOR) if reply.ok else answer_reply(reply)


def find_seat_refusal(request: DeskRequest, session: Session, invited: str) -> DeskAnswer | None:
    """Return the answer that says why a newcomer, who has the invitation `invited` or none, gets no seat at this table;
    None if they can have one. Nothing is stored about those refused.
    """
    reply = games.find_join_refusal(request.host, session.id, invited)
    return answer_reply(reply) if reply else None


def _has_seat(request: DeskRequest, session: Session) -> bool:
    """Return whether the person has a seat of their own in this game as it is stored now."""
    saved = request.host.store.load_game(session.id)
    return bool(saved and saved.session.has_active_seat(request.by))


def admit_invited_only(request: DeskRequest) -> DeskAnswer:
    """Let only people with an invitation, and those in places that show the table, take a seat from now on, if the
    person has the host's rights at this table; else answer with the refusal. Raise Illegal if there is no game.
    """
    session = request.pick_lobby_or_game()
    return answer_reply(seats.restrict_seats_to_invited(request.host, request.make_command(session), session.id))


def admit_player(request: DeskRequest) -> DeskAnswer:
    """Vote, as a player, for a newcomer's request for a seat in a running game, or grant it as the game's host; a
    button, a mention or a typed name (none if only one asks) says which newcomer. Answer with the refusal if there is
    one; raise Illegal if that is not exactly one.
    """
    session = request.pick_game()
    person = request.find_mentioned_person(request.words)
    meant = next((number for number, wish in session.wishes.items() if person and wish.person == person), "")
    wish = request.chosen or meant or seats.find_wish_by_name(session, request.strip_mention(request.words))
    return answer_reply(seats.admit_to_seat(request.host, request.make_command(session), session.id, wish))


def leave_table(request: DeskRequest) -> DeskAnswer:
    """Take the person out of the game: out of a lobby, or for good if the rules let players leave, or else until they
    join again, while a computer plays for them. Raise Illegal, which asks them to confirm and says whether they can
    come back, unless they have done so or the game has not begun; also if it is unclear which game is meant.
    """
    session, text = _pick_seat_game(request)
    if session.stage != LOBBY and not request.is_confirmed(text):
        what = (
            "A computer then plays for you until you come back. If you are sure, write {again}"
            if views.can_return_after_leaving(request.host, session.id)
            else "You cannot come back to this seat later. If you are sure, write {again}"
        )
        raise request.make_confirmation(what, format_confirmation("leave", request.words, text))
    return request.answer_done(session, seats.leave_game(request.host, request.command, session.id))


def kick_named_player(request: DeskRequest) -> DeskAnswer:
    """Take the player whom a button, a mention or a typed name means out of the game (for good, or else until they join
    again, if its rules let nobody leave), if the sender has the host's rights in it; else answer with the refusal.
    Raise Illegal if game or player is unclear.
    """
    session, text = _pick_seat_game(request)
    seat = _find_seat(request, session, text)
    return request.answer_done(
        session, seats.kick_from_seat(request.host, request.make_command(session), session.id, seat)
    )


def replace_named_player(request: DeskRequest) -> DeskAnswer:
    """Give the named player's seat to the person to whose message the request replies, if its sender has the host's
    rights, else answer with the refusal; raise Illegal if it replies to none, or names not exactly one player. Answer
    what the newcomer must do if they cannot be told secrets yet.
    """
    session, newcomer = request.pick_game(), request.find_newcomer()
    if newcomer is None:
        raise Illegal(NOBODY_NEW, code="which_newcomer", replace=request.format_command("replace"))
    seat, guest = _find_seat(request, session, request.words), request.make_guest(newcomer)
    reply = seats.replace_in_seat(request.host, request.make_command(session), session.id, seat, guest)
    return request.welcome_newcomer(newcomer) if reply.ok and not newcomer.place else answer_reply(reply)


def appoint_standin(request: DeskRequest) -> DeskAnswer:
    """Let a computer play, until they join again, for the player named by a button or in words, if the sender has the
    host's rights, or, without a name, for the sender; answer with the refusal if there is one. Raise Illegal if game or
    player is unclear.
    """
    session, text = _pick_seat_game(request)
    me = session.find_player_of(request.by)
    seat = me.seat if me is not None and not (text or request.chosen) else _find_seat(request, session, text)
    return request.answer_done(
        session, seats.request_stand_in(request.host, request.make_command(session), session.id, seat)
    )


def vote_for_standin(request: DeskRequest) -> DeskAnswer:
    """Count the person's vote to let a computer play for the named player, who may be keeping the others waiting; with
    more than half of the votes it does so. Answer with the refusal if there is one; raise Illegal if that is not
    exactly one player.
    """
    session = request.pick_game()
    seat = _find_seat(request, session, request.words)
    return answer_reply(seats.vote_for_stand_in(request.host, request.command, session.id, seat))


def _pick_seat_game(request: DeskRequest) -> tuple[Session, str]:
    """Return the session of the game in which a seat is meant, and the typed words without its number: the one whose
    number they begin with, else the only likely one. Raise Illegal if there are several or none.
    """
    return pick_named_game(request.list_likely_games(), request.list_games(), request.words)


def _find_seat(request: DeskRequest, session: Session, text: str) -> str:
    """Return the seat of the player whom a button of the request names, which is not checked, or else of the one whom
    the account or name in the text means; raise Illegal if that is not exactly one.
    """
    if request.chosen:
        return request.chosen
    meant = session.find_player_of(request.find_mentioned_person(text))
    return (
        meant if meant and not meant.out else find_player_by_name(session.players, request.strip_mention(text))
    ).seat


NO_SUCH_ACTION = "There is no action called that."
UNKNOWN_ACTION_CODE = "no_game"  # refused like a game that does not exist
OPERATOR_COMMAND = Command(operator=True)


def run_operator_action(host: HostContext, word: str, game: str) -> Reply:
    """Carry out the operator's action `word` (pause, resume, remove or restore) on the game with this id, and return
    the game's reply; raise Illegal if there is no such game or action.
    """
    if word not in OPERATOR_ACTIONS:
        raise Illegal(NO_SUCH_ACTION, code=UNKNOWN_ACTION_CODE)
    return OPERATOR_ACTIONS[word](host, OPERATOR_COMMAND, game)


def remove_table(host: HostContext, command: Command, game: str) -> Reply:
    """Close a table that still waits for players for good, or else take a running game offline until it is restored;
    return the reply, or raise Illegal if there is no such game.
    """
    if views.load_saved_game(host, game).session.stage == LOBBY:
        return seats.close_table(host, command, game)
    return ticking.remove_game(host, command, game)


OPERATOR_ACTIONS: Mapping[str, Callable[[HostContext, Command, str], Reply]] = {
    "pause": ticking.pause_session_clocks,
    "resume": ticking.resume_session_clocks,
    "remove": remove_table,
    "restore": ticking.restore_game,
}
