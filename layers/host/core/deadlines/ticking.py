"""What happens when time passes: deadlines, reminders, computer players, lobbies that nobody began, pauses, outages.

A caller that wakes the host (a loop, a timer, a sweep) calls `sweep` or `tick`; twice, late or early changes nothing.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from engine.kernel import LOG, Illegal, Question
from host.core import events, games, host_voice, posting, seats, stand_ins
from host.core.context import HOUR_SECONDS, HostContext
from host.core.deadlines import clocks
from host.core.deadlines.clocks import compute_session_due
from host.core.error_lines import format_error_location
from host.core.extras import import_target, list_enabled_extras
from host.core.session import LOBBY, RUNNING, Clock, Command, ReachableHours, Reply, SeatedPlayer
from host.core.store.items import Conflict, NewerGame, Overloaded
from host.core.transaction import (
    BROKEN_CODE,
    NothingToChange,
    Transaction,
    check_not_removed,
    run_transaction,
)

log = logging.getLogger(__name__)
SYSTEM_COMMAND = Command()
PROVEN = 86400.0  # a clock that has jumped ahead is believed after so long
PLATFORM_LOST_SECONDS = 7 * 86400.0  # a platform that has been silent for so long is not waited for any more
HEAR_RETRY_SECONDS = 30.0
IDLE_BEATS = 3  # signs of life that are left out, before nobody is thought to play
WAKING = 10.0  # seconds that one call may take to wake games after an outage; the next one goes on
WOKEN_TOGETHER = 500  # games
WakeGames = Callable[[Sequence[str]], object]


def sweep_due_games(host: HostContext, when_set_back: Callable[[], None] = lambda: None) -> int:
    """Record that the host is alive, wake games after an outage, and do everything that is due in every game and by the
    clocks of extras; return how many steps were done in games that were due (not in those woken). If a sweep is delayed
    as long as an outage, it stops there, and the next one credits the lost time. Call `when_set_back` if the machine's
    clock was set back; raise Overloaded if the database is too busy.
    """
    until = host.now() + host.config.outage
    if record_heartbeat(host):
        when_set_back()
    resume_waking(host, until=until)
    run_added_clocks(host)
    return sum(run_due_steps(host, game_id, until) for game_id in host.store.list_due_games(host.now()))


def run_added_clocks(host: HostContext) -> None:
    """Let each enabled extra (optional feature) do what is due by its own clock; an error in one is logged and stops no
    other. Raise Overloaded if the database is too busy.
    """
    for extra in list_enabled_extras(host.config.without):
        if extra.on_clock:
            try:
                import_target(extra.on_clock)(host)
            except Overloaded:
                raise
            except Exception as error:  # noqa: BLE001 # the clocks of all games hang on the caller
                log.error("clock of extra failed extra=%s error=%s", extra.name, format_error_location(error))  # noqa: TRY400 # values could be secret


def record_heartbeat(host: HostContext, spare: float = 1.0) -> bool:
    """Record that the host is alive, if the last record is `spare` (at least 1) times `beat` of the settings old. A gap
    longer than `outage` of the settings becomes an outage, whose time games get back. Return whether the machine's
    clock was set back, on which all stored moments are shifted. Once an hour, delete expired items.
    """
    last, now = host.store.load_last_beat(), host.now()  # the clock after the read: a stalled disk is an outage, too
    if back := last > now and correct_clock_set_back(host):
        last = now
    elif last and now - last > host.config.outage:
        _record_outage(host, now, last)
    elif now - last >= host.config.beat * spare:
        host.store.save_beat(now)
    if last and now // HOUR_SECONDS != last // HOUR_SECONDS:
        host.store.table.purge(min(now, *_list_unproven_outages(host, now)))
    return back


def _list_unproven_outages(host: HostContext, now: float) -> list[float]:
    """Return when each outage of the last day began, or the current time if there was none. Items that expired later
    than that are not deleted yet, because the outage may turn out to be a wrong machine clock.
    """
    return [since for since, until in host.store.load_outages() if until > now - PROVEN] or [now]


def _record_outage(host: HostContext, now: float, last: float) -> None:
    """Record an outage from `last` to `now`, and that the host is alive; do nothing if another process has just
    recorded it.
    """
    try:
        host.store.save_beat(now, last)
    except Conflict:  # somebody else has just woken up, too
        return
    log.warning("host was down seconds=%d", now - last)


def resume_waking(host: HostContext, wake: WakeGames | None = None, until: float = math.inf) -> None:
    """Do what is due in every game not looked at since the last outage, so that its players get the lost time back;
    `wake`, if given, does this for a page of game ids instead. Stop after ten seconds: progress is saved after each
    page, and the next call goes on. A game may safely be done twice.
    """
    began, cursor = host.now(), host.store.load_wake_cursor()
    while cursor and host.now() < began + WAKING:
        page = host.store.list_next_to_wake(cursor, WOKEN_TOGETHER)
        games = [item.pk.removeprefix("game/") for item in page]
        if wake and games:
            wake(games)
        elif not wake:
            for game in games:
                run_due_steps(host, game, until)
        cursor = host.store.save_wake_cursor(page)


def credit_platform_gap(host: HostContext, platform: str, now: float) -> None:
    """Record a time in which a platform could not be polled, if it was longer than `silence` in the settings, without
    the host's own outages in it; and if it is as long without all before the last outage (whose games are woken
    anyway), do what is due in every game, by which those shown there get it back. Called once polling works again.
    """
    last = host.store.load_last_beat(platform)
    if not last or now - last <= host.config.silence:
        return
    for since, until in sorted([*host.store.load_outages(platform), *host.store.load_outages()]):
        if since > last:
            host.store.save_unpolled_span(last, since, platform)
        last = max(last, until)
    if now - last > host.config.silence:
        log.warning("platform unreachable platform=%s seconds=%d", platform, now - last)
        host.store.save_unpolled_span(last, now, platform)
        for game_id in host.store.list_due_games(float("inf")):
            run_due_steps(host, game_id)


def mark_platform_read(host: HostContext, platform: str, until: float) -> None:
    """Record that all messages that people sent on this platform before the moment `until` have been received, also if
    a later moment was recorded before.
    """
    host.store.save_read_until(until, platform)


def clear_heartbeat_when_idle(host: HostContext) -> None:
    """Record an outage if the host was silent for longer than `outage` of the settings, so that games get the time
    back; else, if no sign of life was recorded for three `beat`s, clear the last one, so that a later stop is no
    outage. The caller knows that no clock runs and no post waits.
    """
    last, now = host.store.load_last_beat(), host.now()
    if last and now - last > host.config.outage:
        _record_outage(host, now, last)
    elif last and now - last >= IDLE_BEATS * host.config.beat:
        host.store.save_beat(0.0)


def run_due_steps(host: HostContext, game_id: str, until: float = math.inf) -> int:
    """Do all that is due in one game, step by step (up to a maximum), unless the clock passes `until` meanwhile; return
    how many steps. A game that fails unexpectedly is logged, put off, so that others go on, and counts as 0 steps.
    Raise Overloaded if the database is too busy.
    """
    try:
        return _run_steps(host, game_id, until)
    except Overloaded:
        raise
    except Exception as error:  # noqa: BLE001 # one broken game must not stop the clocks of all others
        log.error("deadline check failed error=%s", format_error_location(error), extra={"game": game_id})  # noqa: TRY400 # values could be secret
        host.store.put_off_game(game_id, host.now() + host.config.hold)
        return 0


def _run_steps(host: HostContext, game_id: str, until: float) -> int:
    """Do what is due in a game step by step until nothing is, the clock passes `until`, or the maximum of steps is
    reached; return how many steps were done. Put the game off if a step fails.
    """
    looks: list[Transaction] = []

    def apply_in_time(tx: Transaction) -> None:
        """Do the next thing that is due, and add the transaction to the enclosing function's `looks`; raise
        NothingToChange if the clock has passed its `until`, or if nothing is due.
        """
        if tx.now > until:
            raise NothingToChange
        looks.append(tx)
        apply_next_due(tx)

    for step in range(host.config.steps):
        try:
            reply = run_transaction(host, SYSTEM_COMMAND, game_id, apply_in_time, host.store.load_game_with_outages)
        except NothingToChange:
            return step
        if not reply.ok:
            if reply.code == NewerGame.code or not postpone_faulty_game(
                host, game_id, broken=reply.code == BROKEN_CODE
            ):
                host.store.put_off_game(game_id, host.now() + host.config.hold)
            return step
        if not 0.0 < compute_session_due(host, looks[-1].session) <= host.now():
            return step + 1
    return host.config.steps


def expire_question(host: HostContext, game_id: str, question_id: str) -> bool:
    """Handle the timer of one question: if its time is up with outages credited, the clocks run, and polled platforms
    have been read so far, let it lapse or, for a computer player, answer it. Return whether anything was changed, be it
    only that an outage was credited.
    """

    def apply_lapse(tx: Transaction) -> None:
        """Give the game outages back, then end the enclosing function's question `question_id` if it is open, its time
        is over, the clocks run and polled platforms have been read so far; raise NothingToChange if neither was needed.
        """
        credited = _credit_outages(tx)
        clock = tx.session.clocks.get(question_id)
        if clock is not None and clock.due <= tx.now and not tx.session.paused and _may_time_out(tx, clock):
            _end_question(tx, question_id)
        elif not credited:
            raise NothingToChange

    try:
        return run_transaction(host, SYSTEM_COMMAND, game_id, apply_lapse, host.store.load_game_with_outages).ok
    except NothingToChange:
        return False


def apply_next_due(tx: Transaction) -> None:
    """Give back the time of outages, then do the one next thing that is due in this game: warn, close or begin a lobby
    (or open its seats again), end a question, hold the game until platforms are read, send reminders, or tell the
    recap. Raise NothingToChange if there was nothing to do.
    """
    session = tx.session
    credited = _credit_outages(tx)
    if session.stage == LOBBY and compute_session_due(tx.host, session) <= tx.now:
        _begin_or_open_lobby_again(tx) if session.opening else _warn_or_close_lobby(tx)
    elif session.stage == RUNNING and not session.paused and session.held <= tx.now:
        late = sorted((clock.due, key) for key, clock in session.clocks.items() if clock.due <= tx.now)
        ripe = [key for _, key in late if _may_time_out(tx, session.clocks[key])]
        if ripe:
            _end_question(tx, ripe[0])
        elif late:
            _postpone_until_platforms_read(tx, late[0][0])
        elif not (_advance_reminders(tx) or _give_recap(tx) or credited):
            raise NothingToChange
    elif not credited:
        raise NothingToChange


def _begin_or_open_lobby_again(tx: Transaction) -> None:
    """Begin the game without the sealed words still missing, because the wait for them is over. If it cannot begin any
    more, as when the cards of its options are gone, open its seats again (`open_lobby_again`), tell everybody that and
    why, and log it.
    """
    try:
        games.begin_game(tx)
    except Illegal as no:
        tx.session.open_lobby_again()
        tx.log("reopened", LOG)
        tx.say(no.text, **no.facts)
        tx.say(events.SeatsReopened())


def _give_recap(tx: Transaction) -> bool:
    """Tell the table the morning recap, with a summary by the extras, if it is due, without lines that another recap of
    the week has told, and log it; return whether it was due, even if there was nothing to tell.
    """
    lines = host_voice.compose_due_recap(tx.rules, tx.session, tx.now)
    if lines is None:
        return False
    before = len(tx.told)
    tx.told += lines
    if lines:
        tx.tell_summary()
    tx.told[before:] = host_voice.drop_recapped_lines(tx.rules, tx.session, tx.told[before:])
    tx.board = False
    tx.log("recap", LOG)
    return True


def postpone_faulty_game(host: HostContext, game_id: str, *, broken: bool) -> bool:
    """Put off a game in which a due step failed, so that it does not keep the host from other games; with `broken`, the
    first time, also mark it as damaged for the operator and tell its players. Return whether that could be saved.
    """

    def apply_hold(tx: Transaction) -> None:
        """Set the time before which nobody looks at the game again, and log it; if it is `broken` (of the enclosing
        function) for the first time, mark it as damaged for the operator and tell its players.
        """
        tx.session.held = tx.now + host.config.hold
        tx.board = False
        tx.log("held", LOG)
        if broken and not tx.session.broken:
            tx.session.broken = True
            tx.host.store.mark_damaged(f"game/{game_id}", "session")
            tx.say(events.GameBroken())

    return run_transaction(host, SYSTEM_COMMAND, game_id, apply_hold).ok


def pause_session_clocks(host: HostContext, command: Command, game_id: str) -> Reply:
    """Stop all clocks of a running game at its host's request; answers are still accepted. The reply is a refusal if
    they are stopped already, the game does not run, or the sender lacks the host's rights.
    """

    def apply_pause(tx: Transaction) -> None:
        """Check the host's rights and that the game runs with its clocks going, else raise Illegal; give outages back,
        stop the clocks, log and announce it.
        """
        tx.check_host_rights()
        seats.check_is_running(tx)
        if tx.session.paused:
            raise Illegal("The clocks are already stopped.", code="clocks_stopped")
        _credit_outages(tx, silent=True)
        tx.session.paused = tx.now
        tx.log("pause", LOG)
        tx.say(events.ClocksStopped())

    return run_transaction(host, command, game_id, apply_pause, host.store.load_game_with_outages)


def remove_game(host: HostContext, command: Command, game_id: str) -> Reply:
    """Take a running game offline; the caller makes sure that the operator wants it (only host's rights are
    checked). It is not over: its clocks stop, its secret stays sealed, it stands in no list, and it can be restored.
    Refused if it does not run or is removed already.
    """

    def apply_removal(tx: Transaction) -> None:
        """Check the rights and that the game runs and is not removed, else raise Illegal; stop the clocks, giving
        outages back, mark the game as removed, log and announce it.
        """
        tx.check_host_rights()
        seats.check_is_running(tx)
        session = tx.session
        if session.removed:
            raise Illegal("This game has already been removed.", code="already_removed")
        if not session.paused:
            _credit_outages(tx, silent=True)
            session.paused = tx.now
        session.removed = tx.now
        tx.log("remove", LOG)
        tx.say(events.GameRemoved())

    return run_transaction(host, command, game_id, apply_removal, host.store.load_game_with_outages)


def restore_game(host: HostContext, command: Command, game_id: str) -> Reply:
    """Bring back a game that the operator took offline, at the operator's request (only with that a removed game can be
    changed); its clocks stand still until its host resumes them. Refused if it was not removed.
    """

    def apply_return(tx: Transaction) -> None:
        """Check the rights and that the game was removed, else raise Illegal; take off the mark, log and tell it."""
        tx.check_host_rights()
        if not tx.session.removed:
            raise Illegal("You cannot bring this game back, because it has not been removed.", code="not_removed")
        tx.session.removed = 0.0
        tx.log("restore", LOG)
        tx.say(events.GameRemovalUndone())

    return run_transaction(host, command, game_id, apply_return)


def resume_session_clocks(host: HostContext, command: Command, game_id: str) -> Reply:
    """Let the clocks of a paused game run again, at its host's request; nobody loses time by the pause. The reply is a
    refusal if they are running, the game does not run or is removed, or the sender lacks the host's rights.
    """

    def apply_resume(tx: Transaction) -> None:
        """Check the host's rights and that the clocks of a running game stand still, else raise Illegal; move each
        later by the pause (those of computers stay), start them, announce and log it, and carry out votes that suffice.
        """
        tx.check_host_rights()
        seats.check_is_running(tx)
        check_not_removed(tx.session)
        session = tx.session
        if not session.paused:
            raise Illegal("The clocks are already running.", code="clocks_running")
        _credit_outages(tx, silent=True)
        _shift_people_clocks(tx, lambda clock: tx.now - max(session.paused, clock.asked))
        session.paused, session.credited, tx.wakes = 0.0, tx.now, not tx.beat
        tx.say(events.ClocksStarted())
        seats.apply_sufficient_votes(tx)
        tx.log("resume", LOG)

    return run_transaction(host, command, game_id, apply_resume, host.store.load_game_with_outages)


def grant_extra_time(host: HostContext, command: Command, game_id: str, seconds: float) -> Reply:
    """Add so many seconds (at least one, at most thirty days) to the clock of every person, not computer, who is being
    asked something in a running game, and announce that, at its host's request; clocks kept for questions that may come
    back get them, too. Other numbers are refused.
    """

    def apply_extra_time(tx: Transaction) -> None:
        """Check the host's rights, that the game runs, and the enclosing function's `seconds`, else raise Illegal;
        extend the clocks of all people by them, kept ones included, log and announce it.
        """
        tx.check_host_rights()
        seats.check_is_running(tx)
        if not isinstance(seconds, int | float) or not 1 <= seconds <= clocks.SLOWEST:
            raise Illegal("The extra time must be between one second and thirty days.", code="extra_time_out_of_range")
        now = tx.session.paused or tx.now
        for book in tx.session.iter_clock_books():
            for key, (clock, habits) in _select_people_clocks(tx, book).items():
                book[key] = clocks.extend_clock(clock, float(seconds), habits, now)
        tx.log("extend", LOG, value=seconds)
        tx.say(events.TimeExtended(clocks.format_duration(seconds)))

    return run_transaction(host, command, game_id, apply_extra_time)


def mark_reminders_sent(host: HostContext, game_id: str, person: str) -> None:
    """Count all reminders that a game now owes a person (those due soon, too) as sent, because another message has just
    reminded them of all their games. Do nothing if it owes none.
    """

    def apply_reminders(tx: Transaction) -> None:
        """Raise for each clock of the sender (the enclosing function's `person`) the number of reminders sent to those
        that are past, and log it; raise NothingToChange if none is.
        """
        player = tx.player
        past = {
            key: rung
            for key, clock in tx.session.clocks.items()
            if clock.who == player.seat
            and (rung := clocks.count_past_reminders(clock, tx.now, player.habits, clocks.SLACK)) > clock.rung
        }
        if not past:
            raise NothingToChange
        for key, rung in past.items():
            tx.session.clocks[key].rung = rung
        tx.board = False
        tx.log("reminded", LOG)

    try:
        run_transaction(host, Command(by=person), game_id, apply_reminders)
    except NothingToChange:
        return


def _may_time_out(tx: Transaction, clock: Clock) -> bool:
    """Return whether the clock of this question may run out now: always for a computer player; for a person, once all
    messages sent in time have been read from each polled platform that shows the game or has a player's own chat,
    unless it was never read or not for a week.
    """
    player = tx.session.find_player_in(clock.who)
    return (player is not None and player.bot) or not any(
        0 < heard_until < clock.due - tx.host.config.listened[each] and tx.now - heard_until < PLATFORM_LOST_SECONDS
        for each, heard_until in _load_heard_times(tx).items()
    )


def _postpone_until_platforms_read(tx: Transaction, due: float) -> None:
    """Hold the game back, because messages sent before this deadline (`due`) may still be unread on a polled
    platform: for half a minute, or as long as it is overdue if that is more, at most for `hold` of the settings.
    """
    tx.session.held = tx.now + min(max(tx.now - due, HEAR_RETRY_SECONDS), tx.host.config.hold)
    tx.board = False
    tx.log("held", LOG)


def _list_polled_platforms(tx: Transaction) -> list[str]:
    """Return those platforms that the host polls for messages on which this game is shown or one of its players has
    a place for private messages.
    """
    there = {posting.parse_platform(place) for place in tx.session.list_all_places()}
    return [each for each in tx.host.config.listened if each in there]


def _load_heard_times(tx: Transaction) -> dict[str, float]:
    """Return, by the name of each polled platform of this game, the moment up to which its messages have been read;
    0 if never.
    """
    return {each: tx.host.store.load_last_beat(each) for each in _list_polled_platforms(tx)}


def _credit_outages(tx: Transaction, *, silent: bool = False) -> bool:
    """Add to the clocks of this game's people, and to the moments from which a lobby waits, the time, not yet credited,
    in which the host was down or could not read a platform of the game; if clocks run, tell the table and show its
    questions again. With `silent` count a gap not recorded as an outage yet, too. Return whether there was such a time;
    it is then logged and remembered as credited.
    """
    session = tx.session
    since, until = max(session.credited, session.made), session.paused or tx.now
    ours = [span for span in tx.outages if span[1] > since] + (_list_unrecorded_outage(tx) if silent else [])
    deaf = [span for each in _list_polled_platforms(tx) for span in tx.host.store.load_outages(each) if span[1] > since]
    if ours or silent:  # what cannot be heard just now has to be given back along with it, or it would be forgotten
        deaf += _list_unheard_spans(tx, 0.0 if ours else tx.host.config.silence)
    if not ours and not deaf:
        return False
    outages = clocks.merge_spans([*ours, *deaf])
    session.credited = outages[-1][1]
    lost = clocks.compute_overlap(outages, since, until)
    for name in ("opening", "warned") if session.stage == LOBBY else ():
        if moment := getattr(session, name):
            setattr(session, name, moment + clocks.compute_overlap(outages, max(since, moment), until))
    if session.stage == RUNNING:
        _shift_people_clocks(tx, lambda clock: clocks.compute_overlap(outages, max(since, clock.asked), until))
    if session.stage == RUNNING and not session.paused:
        tx.say((events.OutageCredited if ours else events.SilenceCredited)(clocks.format_duration(lost)))
        tx.again = True  # buttons pressed while we were away may be lost for good
        tx.reload_questions()
    tx.log("outage", LOG, value=lost)
    return True


def _list_unheard_spans(tx: Transaction, least: float) -> list[tuple[float, float]]:
    """Return a span up to now for each polled platform of this game that has not been read for more than `least`
    seconds, except those silent for a week.
    """
    return [
        (last, tx.now)
        for last in _load_heard_times(tx).values()
        if last and least < tx.now - last < PLATFORM_LOST_SECONDS
    ]


def _list_unrecorded_outage(tx: Transaction) -> list[tuple[float, float]]:
    """Return the span from the host's last sign of life to now if it is long enough for an outage; else an empty
    list.
    """
    return [(tx.beat, tx.now)] if tx.beat and tx.now - tx.beat > tx.host.config.outage else []


def _shift_people_clocks(tx: Transaction, by: clocks.Shift) -> None:
    """Move the clocks of people (kept ones included) in this game later, each by the seconds that `by` returns for
    it.
    """
    for book in tx.session.iter_clock_books():
        for key, (clock, habits) in _select_people_clocks(tx, book).items():
            book[key] = clocks.shift_clock(clock, by(clock), habits)


def _select_people_clocks(tx: Transaction, book: dict[str, Clock]) -> dict[str, tuple[Clock, ReachableHours]]:
    """Return the clocks of `book` that belong to people, each with that person's hours of being reachable. Clocks kept
    for a player who may return count as theirs, even while a computer player sits in.
    """
    players = {player.seat: player for player in tx.session.players}
    found = {key: (clock, players.get(clock.who, SeatedPlayer(clock.who))) for key, clock in book.items()}
    behind = book is tx.session.past
    return {key: (clock, player.habits) for key, (clock, player) in found.items() if behind or not player.bot}


def _end_question(tx: Transaction, question_id: str) -> None:
    """End a question whose time is up: a computer player answers it, after passing for people who could still have
    acted, or a person's time runs out. Only log it if the question is gone, or if a computer has to wait for people
    longer.
    """
    question = next((q for q in tx.game.list_questions() if q.id == question_id), None)
    if question is None:  # the rules were mended and no longer ask this; saving winds the right clocks
        tx.log("rewound", LOG)
    elif (player := tx.session.find_player_in(question.who) or SeatedPlayer(question.who)).bot:
        asked, bench = clocks.list_people_awaited(tx.session, tx.game, question)
        if any(tx.session.clocks[each].due > tx.now for each in asked):
            tx.log("rewound", LOG)  # they have been given more time since; saving winds the right clock
            return
        tx.log("bot", question.who, question.key)
        for seat in bench:
            tx.game.play(seat, tx.rules.passing)
            tx.collect_announcements()
        stand_ins.answer_for_bot(tx.game, question, tx.host.luck(f"{tx.session.id} {question.id}"), player.name)
        tx.collect_announcements()
    else:
        _lapse_for_person(tx, question)


def _lapse_for_person(tx: Transaction, question: Question) -> None:
    """Log that a person's question runs out of time, announce it (only to that person if the question is secret), and
    let it run out in the game, with all that follows.
    """
    tx.log("lapse", question.who, question.key)
    if question.secret:
        tx.whisper(question.who, events.OwnTimeRanOut())
    else:
        tx.say(events.TimeRanOut(question.who))
    tx.game.lapse(question.id)
    tx.collect_announcements()


def _advance_reminders(tx: Transaction) -> bool:
    """Note on the transaction everybody who is due a reminder in this game, with the place for it (their own chat or
    the game's), log it, and count it as sent, even where there is no such place; return whether anybody was due.
    """
    moved = False
    for key, (clock, habits) in _select_people_clocks(tx, tx.session.clocks).items():
        if habits.reminders and clocks.compute_next_check(clock, habits, reminds=True) <= tx.now:
            tx.session.clocks[key].rung = max(clock.rung + 1, clocks.count_past_reminders(clock, tx.now, habits))
            moved = True
            place = _find_reminder_place(tx, clock)
            if place is not None and place not in tx.reminds:
                tx.reminds.append(place)
    if moved:
        tx.board = False
        tx.log("remind", LOG)
    return moved


def _find_reminder_place(tx: Transaction, clock: Clock) -> tuple[str, str] | None:
    """Return the place where to remind the person of a clock, with the person's id: their own chat or else the
    game's, unless that would reveal who has not answered a secret question yet; None if there is no such place or
    person.
    """
    player = tx.session.find_player_in(clock.who)
    if player is None or not player.person:
        return None
    public = "" if clock.secret else next(iter(tx.session.places), "")
    place = player.place or public
    return (place, player.person) if place else None


def _warn_or_close_lobby(tx: Transaction) -> None:
    """Warn the people in a lobby that it will be closed, and remember when, or close it if they were warned before,
    even if others have come since; log it.
    """
    if tx.session.warned:
        tx.log("expire", LOG)
        seats.close_or_end_game(tx, events.LobbyExpired())
        return
    tx.session.warned = tx.now
    left = tx.host.config.lobby_end - tx.host.config.lobby_warning
    tx.log("warn", LOG)
    tx.say(events.LobbyWarned(clocks.format_duration(left)))


def correct_clock_set_back(host: HostContext) -> bool:
    """Return whether the machine's clock was set back: the host's last sign of life lies ahead by more than `outage` in
    the settings. If so, log an ERROR and first shift all stored moments, those of games included, back by as much.
    """
    now, last = host.now(), host.store.load_last_beat()
    if last - now <= host.config.outage:
        return False
    log.error("machine clock was set back, game clocks follow seconds=%d", last - now)
    for session in host.store.iter_sessions():
        if session.stage in (LOBBY, RUNNING) and not session.moved:
            _shift_game_back(host, session.id, last, now - last)
    host.store.shift_moments_back(last, now)
    return True


def _shift_game_back(host: HostContext, game_id: str, last: float, by: float) -> None:
    """Shift the times of one game by `by` (negative) seconds and tell its table, because the machine's clock was set
    back from `last`; do it only once. A game that fails is logged and left.
    """

    def shift_back(tx: Transaction) -> None:
        """Shift the moments of the game by the enclosing function's `by`, log and announce it; raise NothingToChange if
        it has been done for this setting back of the clock (from `last`).
        """
        if tx.session.set_back == last:
            raise NothingToChange
        tx.session.set_back = last
        _shift_session_moments(tx, by)
        tx.log("set back", LOG, value=-by)
        tx.say(events.ClockSetBack(clocks.format_duration(-by)))

    try:
        with suppress(NothingToChange, Illegal):
            run_transaction(host, Command(), game_id, shift_back)
    except (LookupError, TypeError, ValueError):
        log.exception("game clock not set back game=%s", game_id)


def _shift_session_moments(tx: Transaction, by: float) -> None:
    """Shift the moments in a game's session by so many seconds (negative for back): those of its clocks, and when it
    was made, paused, warned, put off, credited with outages, and began to await sealed words, and when players were
    told how to plan ahead. A morning recap planned for later is due on the next morning.
    """
    session = tx.session
    session.made += by
    session.proposed = {seat: moment + by for seat, moment in session.proposed.items()}
    if session.recap:
        session.recap = min(session.recap, host_voice.compute_next_recap(session, tx.now))
    for name in ("paused", "warned", "opening", "held", "credited"):
        if moment := getattr(session, name):
            setattr(session, name, moment + by)
    for book in session.iter_clock_books():
        for key, clock in book.items():
            book[key] = _shift_clock_back(clock, by, session.find_player_in(clock.who) or SeatedPlayer(clock.who))


def _shift_clock_back(clock: Clock, by: float, player: SeatedPlayer) -> Clock:
    """Return the clock shifted by `by` (negative) seconds; a person's deadline respects their quiet hours and
    vacation.
    """
    if player.bot:
        return replace(clock, asked=clock.asked + by, due=clock.due + by, first=clock.first + by)
    return replace(clocks.shift_clock(clock, by, player.habits), first=clock.first + by)
