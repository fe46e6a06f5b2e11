"""What time does to games: deadlines, reminders, computer players, lobbies that nobody began, pauses, outages.

Whoever wakes the host (a loop, a timer, a sweep) calls `sweep` or `tick`; twice, late or early changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from engine.kernel import LOG, Illegal, Question
from host.core import clocks, computer_player, posting, seats
from host.core.context import HOUR, House
from host.core.move import Command, Move, Nothing, act, due, lobby_due
from host.core.session import LOBBY, RUNNING, Clock, Habits, Player, Reply
from host.core.store.commit import Conflict

log = logging.getLogger(__name__)
NOBODY = Command()
LOST = 7 * 86400.0  # a platform that has been silent for so long is not waited for any more
SOON = 30.0
EMPTY = 3  # signs of life that are left out, before nobody is thought to play
LATE = {"telegram": 60.0}  # so late at most is what we hear, as long as the line holds; elsewhere each look counts
AWAY = "We were away for {time}. Nobody's clock ran meanwhile."
DEAF = "Not everybody could be heard for {time}. Nobody's clock ran meanwhile."
Look = Callable[[House, str], object]


def sweep(house: House) -> int:
    """Do all that is due, in every game; returns how many steps that were."""
    beat(house)
    return sum(tick(house, game_id) for game_id in house.store.due(house.now()))


def beat(house: House, look: Look | None = None, spare: float = 1.0) -> None:
    """A sign of life. A long silence before it was an outage: nobody's clock ran in it, and every game is told.

    `look` is what to do about each game then, where a tick of all of them at once would take too long. Whoever can
    rely on another to give the sign in time lets so many times as long pass before.
    """
    now, last = house.now(), house.store.last_beat()
    if last and now - last > house.config.outage:
        _awake(house, now, last, look or tick)
    elif now - last >= house.config.beat * spare:
        house.store.beat(now)
    if now // HOUR != last // HOUR:
        house.store.table.purge(now)


def _awake(house: House, now: float, last: float, look: Look) -> None:
    try:
        house.store.beat(now, last)
    except Conflict:  # somebody else has just woken up, too
        return
    log.warning("the host was down for %d seconds", now - last)
    for game_id in house.store.due(float("inf")):
        look(house, game_id)


def missed(house: House, platform: str, now: float) -> None:
    """This platform can be heard again: after a long silence, nobody's clock ran in games that are shown there. That is
    told once, even if what was said meanwhile cannot be taken in yet.
    """
    last = house.store.last_beat(platform)
    if last and now - last > house.config.silence:
        given_back = [*house.store.deaf(platform), *house.store.deaf()]
        last = max([last, *(until for _, until in given_back)])
    if last and now - last > house.config.silence:
        log.warning("%s could not be heard for %d seconds", platform, now - last)
        house.store.was_deaf(last, now, platform)
        for game_id in house.store.due(float("inf")):
            tick(house, game_id)


def heard(house: House, platform: str, until: float) -> None:
    """Whatever was said on this platform before that moment has been taken in."""
    house.store.hear(until, platform)


def rest(house: House) -> None:
    """No clock runs and nothing waits, so no silence from now on takes anybody's time; one that is over may have.

    The index may be behind, and not show yet what has just been opened or resumed: so it must be empty for some time.
    """
    now, last = house.now(), house.store.last_beat()
    if last and now - last > house.config.outage:
        _awake(house, now, last, tick)
    elif last and now - last >= EMPTY * house.config.beat:
        house.store.beat(0.0)


def tick(house: House, game_id: str) -> int:
    """Do all that is due in one game, step by step; returns how many steps."""
    for step in range(house.config.steps):
        looks: list[Move] = []
        try:
            reply = act(house, NOBODY, game_id, partial(_look, looks), house.store.clocked)
        except Nothing:
            return step
        if not reply.ok:
            hold(house, game_id)
            return step
        if not 0.0 < due(house, looks[-1].session) <= house.now():
            return step + 1
    return house.config.steps


def _look(looks: list[Move], move: Move) -> None:
    looks.append(move)
    one_due(move)


def lapse(house: House, game_id: str, question_id: str) -> bool:
    """A timer has fired for one question. Did it change anything?"""

    def lapsed(move: Move) -> None:
        credited = _credit(move)
        clock = move.session.clocks.get(question_id)
        if clock is not None and clock.due <= move.now and not move.session.paused and _may_end(move, clock):
            _run_out(move, question_id)
        elif not credited:
            raise Nothing

    try:
        return act(house, NOBODY, game_id, lapsed, house.store.clocked).ok
    except Nothing:
        return False


def one_due(move: Move) -> None:
    """The next thing that is due in this game; raises Nothing if there is none."""
    session = move.session
    credited = _credit(move)
    if session.stage == LOBBY and lobby_due(move.house, session) <= move.now:
        _old_lobby(move)
    elif session.stage == RUNNING and not session.paused and session.held <= move.now:
        late = sorted((clock.due, key) for key, clock in session.clocks.items() if clock.due <= move.now)
        ripe = [key for _, key in late if _may_end(move, session.clocks[key])]
        if ripe:
            _run_out(move, ripe[0])
        elif late:
            _wait_to_hear(move, late[0][0])
        elif not _remind(move) and not credited:
            raise Nothing
    elif not credited:
        raise Nothing


def hold(house: House, game_id: str) -> None:
    """The rules of a game broke down: look again later, so that it does not keep the host from the others."""

    def held(move: Move) -> None:
        move.session.held = move.now + house.config.hold
        move.board = False
        move.log("held", LOG)

    act(house, NOBODY, game_id, held)


def pause(house: House, command: Command, game_id: str) -> Reply:
    """The host stops all clocks. Answers are still welcome."""

    def paused(move: Move) -> None:
        move.must_host()
        seats.must_be_running(move)
        if move.session.paused:
            raise Illegal("The clocks are stopped already.")
        _credit(move, silent=True)
        move.session.paused = move.now
        move.log("pause", LOG)
        move.say("The clocks are stopped. Whoever likes may still answer.")

    return act(house, command, game_id, paused, house.store.clocked)


def resume(house: House, command: Command, game_id: str) -> Reply:
    """The clocks go on; nobody has lost any time."""

    def resumed(move: Move) -> None:
        move.must_host()
        seats.must_be_running(move)
        session = move.session
        if not session.paused:
            raise Illegal("The clocks are running.")
        _credit(move, silent=True)
        _shift(move, lambda clock: move.now - max(session.paused, clock.asked))
        session.paused, session.credited, move.wakes = 0.0, move.now, not move.beat
        move.log("resume", LOG)
        move.say("The clocks are running again.")

    return act(house, command, game_id, resumed, house.store.clocked)


def extend(house: House, command: Command, game_id: str, seconds: float) -> Reply:
    """The host gives everybody who is asked something more time."""

    def more(move: Move) -> None:
        move.must_host()
        seats.must_be_running(move)
        if not isinstance(seconds, int | float) or not 1 <= seconds <= clocks.SLOWEST:
            raise Illegal("Extra time is from a second to thirty days.")
        now = move.session.paused or move.now
        for book in move.session.books():
            for key, (clock, habits) in _human(move, book).items():
                book[key] = clocks.extended(clock, float(seconds), habits, now)
        move.log("extend", LOG, value=seconds)
        move.say("Everybody has {time} more.", time=clocks.spoken(seconds))

    return act(house, command, game_id, more)


def reminded(house: House, game_id: str, person: str) -> None:
    """A person has just been reminded of all their games: this one's reminders that are near count as sent."""

    def near(move: Move) -> None:
        player = move.player
        past = {
            key: rung
            for key, clock in move.session.clocks.items()
            if clock.who == player.seat
            and (rung := clocks.rungs_past(clock, move.now, player.habits, clocks.SLACK)) > clock.rung
        }
        if not past:
            raise Nothing
        for key, rung in past.items():
            move.session.clocks[key].rung = rung
        move.board = False
        move.log("reminded", LOG)

    try:
        act(house, Command(by=person), game_id, near)
    except Nothing:
        return


def _may_end(move: Move, clock: Clock) -> bool:
    """A person's time is not up before everything has been heard that was said in it, wherever the game is shown."""
    player = move.session.seat(clock.who)
    return (player is not None and player.bot) or not any(
        0 < heard_until < clock.due - LATE.get(each, 0.0) and move.now - heard_until < LOST
        for each, heard_until in _heard(move).items()
    )


def _wait_to_hear(move: Move, due: float) -> None:
    """Look again soon; the longer it lasts the less often."""
    move.session.held = move.now + min(max(move.now - due, SOON), move.house.config.hold)
    move.board = False
    move.log("held", LOG)


def _listened(move: Move) -> list[str]:
    """Where something of this game is said, and answered, that is only heard if we look."""
    there = {posting.platform(place) for place in move.session.everywhere()}
    return [each for each in move.house.config.listened if each in there]


def _heard(move: Move) -> dict[str, float]:
    return {each: move.house.store.last_beat(each) for each in _listened(move)}


def _credit(move: Move, *, silent: bool = False) -> bool:
    """Give back the time in which the host was down, or could not hear a place of this game, once, and say so; if
    `silent`, though it is not yet noticed.
    """
    session = move.session
    since, until = max(session.credited, session.made), session.paused or move.now
    ours = [span for span in move.outages if span[1] > since] + (_silence(move) if silent else [])
    deaf = [span for each in _listened(move) for span in move.house.store.deaf(each) if span[1] > since]
    if ours or silent:  # what cannot be heard just now has to be given back along with it, or it would be forgotten
        deaf += _unheard(move, 0.0 if ours else move.house.config.silence)
    if not ours and not deaf:
        return False
    outages = clocks.merged([*ours, *deaf])
    session.credited = outages[-1][1]
    lost = clocks.overlap(outages, since, until)
    if session.stage == RUNNING:
        _shift(move, lambda clock: clocks.overlap(outages, max(since, clock.asked), until))
    if session.stage == RUNNING and not session.paused:
        move.say(AWAY if ours else DEAF, time=clocks.spoken(lost))
        move.again = True  # buttons pressed while we were away may be lost for good
        move.resettle()
    move.log("outage", LOG, value=lost)
    return True


def _unheard(move: Move, least: float) -> list[tuple[float, float]]:
    return [(last, move.now) for last in _heard(move).values() if last and least < move.now - last < LOST]


def _silence(move: Move) -> list[tuple[float, float]]:
    return [(move.beat, move.now)] if move.beat and move.now - move.beat > move.house.config.outage else []


def _shift(move: Move, by: clocks.Shift) -> None:
    for book in move.session.books():
        for key, (clock, habits) in _human(move, book).items():
            book[key] = clocks.moved(clock, by(clock), habits)


def _human(move: Move, book: dict[str, Clock]) -> dict[str, tuple[Clock, Habits]]:
    players = {player.seat: player for player in move.session.players}
    found = {key: (clock, players.get(clock.who, Player(clock.who))) for key, clock in book.items()}
    return {key: (clock, player.habits) for key, (clock, player) in found.items() if not player.bot}


def _run_out(move: Move, question_id: str) -> None:
    question = next((q for q in move.game.pending() if q.id == question_id), None)
    if question is None:  # the rules were mended and no longer ask this; saving winds the right clocks
        move.log("rewound", LOG)
    elif (move.session.seat(question.who) or Player(question.who)).bot:
        move.log("bot", question.who, question.key)
        computer_player.answer_for(move.game, question, move.house.luck(f"{move.session.id} {question.id}"))
        move.hear()
    else:
        _time_up(move, question)


def _time_up(move: Move, question: Question) -> None:
    move.log("lapse", question.who, question.key)
    if question.secret:
        move.whisper(question.who, "Your time is up.")
    else:
        move.say("{who}, your time is up.", who=question.who)
    move.game.lapse(question.id)
    move.hear()


def _remind(move: Move) -> bool:
    """Step up the reminder ladder of everybody for whom it is time."""
    moved = False
    for key, (clock, habits) in _human(move, move.session.clocks).items():
        if habits.reminders and clocks.next_moment(clock, habits, reminds=True) <= move.now:
            move.session.clocks[key].rung = max(clock.rung + 1, clocks.rungs_past(clock, move.now, habits))
            moved = True
            place = _reminder_place(move, clock)
            if place is not None and place not in move.reminds:
                move.reminds.append(place)
    if moved:
        move.board = False
        move.log("remind", LOG)
    return moved


def _reminder_place(move: Move, clock: Clock) -> tuple[str, str] | None:
    """A person's own place; failing that the game's, unless that would tell who has not sealed something yet."""
    player = move.session.seat(clock.who)
    if player is None or not player.person:
        return None
    public = "" if clock.secret else next(iter(move.session.places), "")
    place = player.place or public
    return (place, player.person) if place else None


def _old_lobby(move: Move) -> None:
    if move.session.warned:
        move.log("expire", LOG)
        seats.shut(move, "Nobody has begun this game, so it is closed.")
        return
    move.session.warned = move.now
    left = move.house.config.lobby_end - move.house.config.lobby_warning
    move.log("warn", LOG)
    move.say("This game has not begun yet. It will be closed in {time}.", time=clocks.spoken(left))
