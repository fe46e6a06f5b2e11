"""What happens when time passes: deadlines, reminders, computer players, lobbies that nobody began, pauses, outages.

Whoever wakes the host (a loop, a timer, a sweep) calls `sweep` or `tick`; twice, late or early changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from engine.kernel import LOG, Illegal, Question
from host.core import beginning, computer_player, events, posting, recap, seats
from host.core.commands import Command
from host.core.committing import BROKEN_CODE, act
from host.core.context import HOUR, HostContext
from host.core.deadlines import clock_set_back, clocks, question_clocks
from host.core.deadlines.question_clocks import due, lobby_due
from host.core.error_lines import where
from host.core.session import LOBBY, RUNNING, Clock, Player, ReachableHours, Reply
from host.core.store.commit import Conflict
from host.core.store.items import Overloaded
from host.core.transaction import NothingToChange, Transaction

log = logging.getLogger(__name__)
NOBODY = Command()
PROVEN = 86400.0  # a clock that has jumped ahead is believed after so long
LOST = 7 * 86400.0  # a platform that has been silent for so long is not waited for any more
SOON = 30.0
EMPTY = 3  # signs of life that are left out, before nobody is thought to play
WAKING = 10.0  # seconds that one call may take to wake games after an outage; the next one goes on
WOKEN_TOGETHER = 500  # games
WakeGames = Callable[[Sequence[str]], object]


def sweep(host: HostContext, when_set_back: Callable[[], None] = lambda: None) -> int:
    """Give a sign of life and do all that is due, in every game; returns how many steps that were."""
    if beat(host):
        when_set_back()
    resume_waking(host)
    return sum(tick(host, game_id) for game_id in host.store.due(host.now()))


def beat(host: HostContext, spare: float = 1.0) -> bool:
    """A sign of life. A long silence before it was an outage: nobody's clock ran in it, and `resume_waking` tells every
    game. Has the clock been set back meanwhile?

    Whoever can rely on another to give the sign in time lets so many times as long pass before.
    """
    now, last = host.now(), host.store.last_beat()
    if back := last > now and clock_set_back.noticed(host):
        last = now
    elif last and now - last > host.config.outage:
        _awake(host, now, last)
    elif now - last >= host.config.beat * spare:
        host.store.beat(now)
    if last and now // HOUR != last // HOUR:
        host.store.table.purge(min(now, *_silent_since(host, now)))
    return back


def _silent_since(host: HostContext, now: float) -> list[float]:
    """Return when each silence began of which the host has not lived through a day since.

    Nothing that has expired in one is purged yet: it may be no silence, but a wrong clock that will be put right.
    """
    return [since for since, until in host.store.deaf() if until > now - PROVEN] or [now]


def _awake(host: HostContext, now: float, last: float) -> None:
    try:
        host.store.beat(now, last)
    except Conflict:  # somebody else has just woken up, too
        return
    log.warning("the host was down for %d seconds", now - last)


def resume_waking(host: HostContext, wake: WakeGames | None = None) -> None:
    """Wake the games that have not been woken since the last outage, page by page.

    The cursor moves when a page is done, and is saved along with the outage: whoever is cut off is followed by the
    next call. What lies before it may be woken again, which does nothing.
    """
    began, cursor = host.now(), host.store.waking()
    while cursor and host.now() < began + WAKING:
        page = host.store.next_to_wake(cursor, WOKEN_TOGETHER)
        games = [item.pk.removeprefix("game/") for item in page]
        if wake and games:
            wake(games)
        elif not wake:
            for game in games:
                tick(host, game)
        cursor = host.store.woken(page)


def missed(host: HostContext, platform: str, now: float) -> None:
    """Polling works again: credit a long gap to the clocks of the games that are shown on this platform.

    That is told once, even if what was said meanwhile cannot be taken in yet.
    """
    last = host.store.last_beat(platform)
    if last and now - last > host.config.silence:
        given_back = [*host.store.deaf(platform), *host.store.deaf()]
        last = max([last, *(until for _, until in given_back)])
    if last and now - last > host.config.silence:
        log.warning("%s could not be heard for %d seconds", platform, now - last)
        host.store.was_deaf(last, now, platform)
        for game_id in host.store.due(float("inf")):
            tick(host, game_id)


def heard(host: HostContext, platform: str, until: float) -> None:
    """Whatever was said on this platform before that moment has been taken in."""
    host.store.hear(until, platform)


def rest(host: HostContext) -> None:
    """No clock runs and nothing waits, so no silence from now on takes anybody's time; one that is over may have.

    The index may be behind, and not show yet what has just been opened or resumed: so it must be empty for some time.
    """
    now, last = host.now(), host.store.last_beat()
    if last and now - last > host.config.outage:
        _awake(host, now, last)
    elif last and now - last >= EMPTY * host.config.beat:
        host.store.beat(0.0)


def tick(host: HostContext, game_id: str) -> int:
    """Do all that is due in one game, step by step; returns how many steps. Whatever is wrong with it, others go on."""
    try:
        return _ticked(host, game_id)
    except Overloaded:
        raise
    except Exception as error:  # noqa: BLE001 # one broken game must not stop the clocks of all others
        log.error("a game cannot be looked at (%s)", where(error), extra={"game": game_id})  # noqa: TRY400 # values could be secret
        host.store.put_off(game_id, host.now() + host.config.hold)
        return 0


def _ticked(host: HostContext, game_id: str) -> int:
    for step in range(host.config.steps):
        looks: list[Transaction] = []
        try:
            reply = act(host, NOBODY, game_id, partial(_look, looks), host.store.clocked)
        except NothingToChange:
            return step
        if not reply.ok:
            if not hold(host, game_id, broken=reply.code == BROKEN_CODE):
                host.store.put_off(game_id, host.now() + host.config.hold)
            return step
        if not 0.0 < due(host, looks[-1].session) <= host.now():
            return step + 1
    return host.config.steps


def _look(looks: list[Transaction], tx: Transaction) -> None:
    looks.append(tx)
    one_due(tx)


def lapse(host: HostContext, game_id: str, question_id: str) -> bool:
    """A timer has fired for one question. Did it change anything?"""

    def lapsed(tx: Transaction) -> None:
        credited = _credit(tx)
        clock = tx.session.clocks.get(question_id)
        if clock is not None and clock.due <= tx.now and not tx.session.paused and _may_end(tx, clock):
            _run_out(tx, question_id)
        elif not credited:
            raise NothingToChange

    try:
        return act(host, NOBODY, game_id, lapsed, host.store.clocked).ok
    except NothingToChange:
        return False


def one_due(tx: Transaction) -> None:
    """The next thing that is due in this game; raises NothingToChange if there is none."""
    session = tx.session
    credited = _credit(tx)
    if session.stage == LOBBY and lobby_due(tx.host, session) <= tx.now:
        beginning.begin(tx) if session.opening else _old_lobby(tx)
    elif session.stage == RUNNING and not session.paused and session.held <= tx.now:
        late = sorted((clock.due, key) for key, clock in session.clocks.items() if clock.due <= tx.now)
        ripe = [key for _, key in late if _may_end(tx, session.clocks[key])]
        if ripe:
            _run_out(tx, ripe[0])
        elif late:
            _wait_to_hear(tx, late[0][0])
        elif not (_remind(tx) or recap.given(tx) or credited):
            raise NothingToChange
    elif not credited:
        raise NothingToChange


def hold(host: HostContext, game_id: str, *, broken: bool) -> bool:
    """Nothing could be done in a game: look again later, so that it does not keep the host from the others. If its
    rules have broken down, its players are told, once. Could that be done?
    """

    def held(tx: Transaction) -> None:
        tx.session.held = tx.now + host.config.hold
        tx.board = False
        tx.log("held", LOG)
        if broken and not tx.session.broken:
            tx.session.broken = True
            tx.host.store.mark(f"game/{game_id}", "session")
            tx.say(events.GameBroken())

    return act(host, NOBODY, game_id, held).ok


def pause(host: HostContext, command: Command, game_id: str) -> Reply:
    """The host stops all clocks. Answers are still welcome."""

    def paused(tx: Transaction) -> None:
        tx.must_host()
        seats.must_be_running(tx)
        if tx.session.paused:
            raise Illegal("The clocks are stopped already.")
        _credit(tx, silent=True)
        tx.session.paused = tx.now
        tx.log("pause", LOG)
        tx.say(events.ClocksStopped())

    return act(host, command, game_id, paused, host.store.clocked)


def resume(host: HostContext, command: Command, game_id: str) -> Reply:
    """The clocks go on; nobody has lost any time."""

    def resumed(tx: Transaction) -> None:
        tx.must_host()
        seats.must_be_running(tx)
        session = tx.session
        if not session.paused:
            raise Illegal("The clocks are running.")
        _credit(tx, silent=True)
        _shift(tx, lambda clock: tx.now - max(session.paused, clock.asked))
        session.paused, session.credited, tx.wakes = 0.0, tx.now, not tx.beat
        tx.log("resume", LOG)
        tx.say(events.ClocksStarted())

    return act(host, command, game_id, resumed, host.store.clocked)


def extend(host: HostContext, command: Command, game_id: str, seconds: float) -> Reply:
    """The host gives everybody who is asked something more time."""

    def more(tx: Transaction) -> None:
        tx.must_host()
        seats.must_be_running(tx)
        if not isinstance(seconds, int | float) or not 1 <= seconds <= clocks.SLOWEST:
            raise Illegal("Extra time is from a second to thirty days.")
        now = tx.session.paused or tx.now
        for book in tx.session.books():
            for key, (clock, habits) in _human(tx, book).items():
                book[key] = clocks.extended(clock, float(seconds), habits, now)
        tx.log("extend", LOG, value=seconds)
        tx.say(events.TimeExtended(clocks.spoken(seconds)))

    return act(host, command, game_id, more)


def reminded(host: HostContext, game_id: str, person: str) -> None:
    """A person has just been reminded of all their games: this one's reminders that are near count as sent."""

    def near(tx: Transaction) -> None:
        player = tx.player
        past = {
            key: rung
            for key, clock in tx.session.clocks.items()
            if clock.who == player.seat
            and (rung := clocks.rungs_past(clock, tx.now, player.habits, clocks.SLACK)) > clock.rung
        }
        if not past:
            raise NothingToChange
        for key, rung in past.items():
            tx.session.clocks[key].rung = rung
        tx.board = False
        tx.log("reminded", LOG)

    try:
        act(host, Command(by=person), game_id, near)
    except NothingToChange:
        return


def _may_end(tx: Transaction, clock: Clock) -> bool:
    """A person's time is not up before everything has been heard that was said in it, wherever the game is shown."""
    player = tx.session.seat(clock.who)
    return (player is not None and player.bot) or not any(
        0 < heard_until < clock.due - tx.host.config.listened[each] and tx.now - heard_until < LOST
        for each, heard_until in _heard(tx).items()
    )


def _wait_to_hear(tx: Transaction, due: float) -> None:
    """Look again soon; the longer it lasts the less often."""
    tx.session.held = tx.now + min(max(tx.now - due, SOON), tx.host.config.hold)
    tx.board = False
    tx.log("held", LOG)


def _listened(tx: Transaction) -> list[str]:
    """Where something of this game is said, and answered, that is only heard if we look."""
    there = {posting.platform(place) for place in tx.session.everywhere()}
    return [each for each in tx.host.config.listened if each in there]


def _heard(tx: Transaction) -> dict[str, float]:
    return {each: tx.host.store.last_beat(each) for each in _listened(tx)}


def _credit(tx: Transaction, *, silent: bool = False) -> bool:
    """Give back the time in which the host was down, or could not hear a place of this game, once, and say so; if
    `silent`, though it is not yet noticed.
    """
    session = tx.session
    since, until = max(session.credited, session.made), session.paused or tx.now
    ours = [span for span in tx.outages if span[1] > since] + (_silence(tx) if silent else [])
    deaf = [span for each in _listened(tx) for span in tx.host.store.deaf(each) if span[1] > since]
    if ours or silent:  # what cannot be heard just now has to be given back along with it, or it would be forgotten
        deaf += _unheard(tx, 0.0 if ours else tx.host.config.silence)
    if not ours and not deaf:
        return False
    outages = clocks.merged([*ours, *deaf])
    session.credited = outages[-1][1]
    lost = clocks.overlap(outages, since, until)
    if session.opening:
        session.opening += clocks.overlap(outages, max(since, session.opening), until)
    if session.stage == RUNNING:
        _shift(tx, lambda clock: clocks.overlap(outages, max(since, clock.asked), until))
    if session.stage == RUNNING and not session.paused:
        tx.say((events.OutageCredited if ours else events.SilenceCredited)(clocks.spoken(lost)))
        tx.again = True  # buttons pressed while we were away may be lost for good
        tx.resettle()
    tx.log("outage", LOG, value=lost)
    return True


def _unheard(tx: Transaction, least: float) -> list[tuple[float, float]]:
    return [(last, tx.now) for last in _heard(tx).values() if last and least < tx.now - last < LOST]


def _silence(tx: Transaction) -> list[tuple[float, float]]:
    return [(tx.beat, tx.now)] if tx.beat and tx.now - tx.beat > tx.host.config.outage else []


def _shift(tx: Transaction, by: clocks.Shift) -> None:
    for book in tx.session.books():
        for key, (clock, habits) in _human(tx, book).items():
            book[key] = clocks.moved(clock, by(clock), habits)


def _human(tx: Transaction, book: dict[str, Clock]) -> dict[str, tuple[Clock, ReachableHours]]:
    """The clocks of people; of a question from before a computer stood in, too, to which they may come back."""
    players = {player.seat: player for player in tx.session.players}
    found = {key: (clock, players.get(clock.who, Player(clock.who))) for key, clock in book.items()}
    behind = book is tx.session.past
    return {key: (clock, player.habits) for key, (clock, player) in found.items() if behind or not player.bot}


def _run_out(tx: Transaction, question_id: str) -> None:
    question = next((q for q in tx.game.pending() if q.id == question_id), None)
    if question is None:  # the rules were mended and no longer ask this; saving winds the right clocks
        tx.log("rewound", LOG)
    elif (player := tx.session.seat(question.who) or Player(question.who)).bot:
        asked, bench = question_clocks.people_awaited(tx.session, tx.game, question)
        if any(tx.session.clocks[each].due > tx.now for each in asked):
            tx.log("rewound", LOG)  # they have been given more time since; saving winds the right clock
            return
        tx.log("bot", question.who, question.key)
        for seat in bench:
            tx.game.play(seat, tx.rules.passing)
            tx.hear()
        computer_player.answer_for(tx.game, question, tx.host.luck(f"{tx.session.id} {question.id}"), player.name)
        tx.hear()
    else:
        _time_up(tx, question)


def _time_up(tx: Transaction, question: Question) -> None:
    tx.log("lapse", question.who, question.key)
    if question.secret:
        tx.whisper(question.who, events.OwnTimeRanOut())
    else:
        tx.say(events.TimeRanOut(question.who))
    tx.game.lapse(question.id)
    tx.hear()


def _remind(tx: Transaction) -> bool:
    """Step up the reminder ladder of everybody for whom it is time."""
    moved = False
    for key, (clock, habits) in _human(tx, tx.session.clocks).items():
        if habits.reminders and clocks.next_moment(clock, habits, reminds=True) <= tx.now:
            tx.session.clocks[key].rung = max(clock.rung + 1, clocks.rungs_past(clock, tx.now, habits))
            moved = True
            place = _reminder_place(tx, clock)
            if place is not None and place not in tx.reminds:
                tx.reminds.append(place)
    if moved:
        tx.board = False
        tx.log("remind", LOG)
    return moved


def _reminder_place(tx: Transaction, clock: Clock) -> tuple[str, str] | None:
    """A person's own place; failing that the game's, unless that would tell who has not sealed something yet."""
    player = tx.session.seat(clock.who)
    if player is None or not player.person:
        return None
    public = "" if clock.secret else next(iter(tx.session.places), "")
    place = player.place or public
    return (place, player.person) if place else None


def _old_lobby(tx: Transaction) -> None:
    if tx.session.warned:
        tx.log("expire", LOG)
        seats.shut(tx, events.LobbyExpired())
        return
    tx.session.warned = tx.now
    left = tx.host.config.lobby_end - tx.host.config.lobby_warning
    tx.log("warn", LOG)
    tx.say(events.LobbyWarned(clocks.spoken(left)))
