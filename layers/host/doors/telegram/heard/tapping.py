"""What a tap on a button does. What a button carries may be old, forged, or meant for somebody else."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Illegal, Play
from engine.rulesets import ruleset
from host.core import game_options
from host.core.display_names import tame
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.heard.update import full_name
from host.doors.telegram.menus import game_menu, group_settings, own_settings, panels
from host.doors.telegram.messages import (
    asking,
    choosing,
    predicting,
    question_reports,
    squares,
    unsent_answers,
    welcome,
)
from host.doors.telegram.messages.button_data import is_for, words
from host.doors.telegram.messages.screens import Rows
from host.said.answers import named
from host.said.desk import hosting, linking, personal, playing, refusals, settings
from host.said.desk.answer import Answer
from host.shown import views
from host.shown.views import GameView, QuestionView
from host.shown.words import question as put
from host.shown.words import reader

DONE = "✓"


def tapped(call: TelegramCall, data: str) -> Answer:
    """Do it; raises Illegal with a sentence for the notice."""
    act = TAPS.get(data[:1]) if data[1:2] == "/" else None
    if act is None:
        raise Illegal(refusals.OLD_BUTTON)
    return act(call, data)


def _answered(call: TelegramCall, data: str) -> Answer:
    _, game, question, count, word = words(data, 5)
    shown = _shown(call, game)
    asked = _mine(call, shown, question, count)
    offered = asking.choices(asked, reader(shown.names, call.style)) if asked else []
    value = next((option.value for option in offered if is_for(word, option.value)), None)
    if asked is None or value is None:
        return _settled(call, shown, data)
    answer = playing.answer(call, game, asked.id, value)
    if not answer.lines:
        answer.alert = DONE
    return answer


def _shown(call: TelegramCall, game: str) -> GameView:
    playing.must_be_somebody(call)
    return views.view(call.host, game, call.by)


def _settled(call: TelegramCall, shown: GameView, data: str) -> Answer:
    """Too late for this: its buttons go, and whoever tapped reads what they are asked now; nobody else does."""
    if call.before():  # the same update again
        raise Illegal(refusals.SETTLED)
    _close(call, data)
    now = [asked for asked in shown.asked if asked.who == shown.you and (call.private or not asked.secret)]
    if not now:
        raise Illegal(refusals.SETTLED)
    asked = now[0]
    text = put(asked.text, {**asked.facts, "who": [asked.who]}, asked.said, reader(shown.names, call.style))
    return Answer(alert=call.say(refusals.SETTLED_ANEW, question=text))


def _close(call: TelegramCall, data: str) -> None:
    """The buttons of this question go from the message under which one was tapped."""
    if call.message:
        call.relabel(choosing.instead(call.message.rows, data, []))


def _lies(call: TelegramCall, data: str) -> Answer:
    """What lies on a square that cannot be chosen; only whoever tapped reads it."""
    _, game, table, n = words(data, 4)
    shown = views.view(call.host, game)
    return Answer(alert=squares.lies(shown, table, n, reader(shown.names, call.style)))


def _mine(call: TelegramCall, shown: GameView, question: str, count: str) -> QuestionView | None:
    """The tapper's own question of those that the button was made for; nothing if none of them is open any more."""
    table, _, first = question.partition("#")
    size = int(count) if count.isdigit() and len(count) < 4 else 0
    start = int(first) if first.isdigit() and len(first) < 10 else 0
    meant = {f"{table}#{n}" for n in range(start, start + size)}
    there = [asked for asked in shown.asked if asked.goes_by(meant)]
    mine = next((asked for asked in there if asked.who == shown.you), None)
    if mine is not None:
        return mine
    if not there:
        return None
    playing.must_have_a_say(call, shown)
    raise playing.not_yours(there, shown)


def _paged(call: TelegramCall, data: str) -> Answer:
    _, game, question, page = words(data, 4)
    shown = _shown(call, game)
    asked = next((asked for asked in shown.asked if asked.id == question), None)
    if asked is None or not page.isdigit():
        raise Illegal(refusals.SETTLED)
    return _relabelled(call, data, asking.paged(shown, asked, reader(shown.names, call.style), min(int(page[:3]), 99)))


def _how(call: TelegramCall, data: str) -> Answer:
    _, game, question = words(data, 3)
    shown = views.view(call.host, game, call.by)
    asked = next((asked for asked in shown.asked if asked.goes_by([question])), None)
    if asked is None:
        raise Illegal(refusals.SETTLED)
    return Answer(alert=asking.how(asked, reader(shown.names, call.style)))


def _played(call: TelegramCall, data: str) -> Answer:
    _, game, word = words(data, 3)
    shown = _shown(call, game)
    playing.must_have_a_say(call, shown)
    play = next((play for play in shown.plays if is_for(word, play.key)), None)
    if play is None:
        raise Illegal(refusals.SETTLED)
    if play.secret:
        call.in_private()
    answer = playing.make(call, game, play.key)
    answer.alert = "" if answer.lines else DONE
    return answer


def _opening(call: TelegramCall, data: str) -> Answer:
    _own(call)
    call.turn_into(panels.opening(reader({}, call.style), _sane(data)))
    return Answer()


def _opened(call: TelegramCall, data: str) -> Answer:
    _own(call)
    name, pace, taps = _sane(data)
    answer = hosting.opened(call, name, pace, game_options.chosen(ruleset(name), taps))
    if not answer.lines:
        call.relabel([])
    return answer


def _opened_for(call: TelegramCall, data: str) -> Answer:
    _own(call)
    _, name, span = words(data, 3)
    answer = hosting.opened_for(call, name, span)
    if not answer.lines:
        call.relabel([])
    return answer


def _own(call: TelegramCall) -> None:
    """Whoever wrote the command sets the table up, and is its host."""
    asked = call.message.reply_to_message if call.message else None
    if asked and asked.by and call.user and not asked.by.is_bot and asked.by.id != call.user.id:
        raise Illegal(refusals.NOT_YOURS, name=tame(full_name(asked.by)), new=call.spelled("new"))


def _sane(data: str) -> list[str]:
    _, name, pace, taps = words(data, 4)
    if any(c not in "0123456789abcdef" for c in taps):
        raise Illegal(refusals.OLD_BUTTON)
    return [name, pace, taps]


def _begun(call: TelegramCall, data: str) -> Answer:
    return hosting.begun(call, hosting.opened_as(call, words(data, 2)[1]))


def _computer(call: TelegramCall, data: str) -> Answer:
    return hosting.computers(call, hosting.opened_as(call, words(data, 2)[1]), 1)


def _set(call: TelegramCall, data: str) -> Answer:
    _, name, value = words(data, 3)
    call.in_private()
    shows = value.startswith(own_settings.SHOWS)
    if not shows:
        settings.set_one(call, name, value.split())
    habits = settings.habits(call)
    call.turn_into(own_settings.shown(name, value, habits, reader({}, habits.style), call.host.now()))
    return Answer(alert="" if shows else DONE)


def _chosen(call: TelegramCall, data: str) -> Answer:
    """One more tap of an answer that is put together, or the last one, which sends it."""
    _, game, what, said = words(data, 4)
    shown = _shown(call, game)
    play = next((play for play in shown.plays if is_for(what, play.key)), None)
    if play is not None:
        return _play_chosen(call, shown, play, said)
    asked = _mine(call, shown, what, "1")
    if asked is None:
        return _settled(call, shown, data)
    found = reader(shown.names, call.style)
    value = choosing.answer(asked.form, named(asked.options, found), said)
    if value is None:
        unsent_answers.keep(call.host, call.place, data)
        return _relabelled(call, data, choosing.rows(shown, asked, said, found))
    answer = playing.answer(call, game, asked.id, value)
    if not answer.lines:
        answer.alert = DONE
    return answer


def _play_chosen(call: TelegramCall, shown: GameView, play: Play, said: str) -> Answer:
    playing.must_have_a_say(call, shown)
    if play.secret:
        call.in_private()
    found = reader(call.sender.seen(call.place, shown.id)[1].names, call.style)
    value = choosing.answer(play.form, named(play.options, found), said)
    if value is None:
        call.turn_into(panels.play(shown, play, said, found))
        return Answer()
    answer = playing.make(call, shown.id, play.key, value)
    if not answer.ok:
        return answer
    screen = game_menu.panel(call.sender, call.place, shown.id)
    if screen is not None:
        call.turn_into(screen)
    return Answer(game=shown.id, alert=DONE)


def _relabelled(call: TelegramCall, data: str, rows: Rows) -> Answer:
    if call.message is None:
        raise Illegal(refusals.SETTLED)
    call.relabel(choosing.instead(call.message.rows, data, rows))
    return Answer()


def _forgotten(call: TelegramCall, data: str) -> Answer:
    call.in_private()
    call.words = words(data, 2)[1]
    return personal.forget(call) if call.words == "yes" else Answer(alert=call.say(linking.NOT_LINKED))


def _linked(call: TelegramCall, data: str) -> Answer:
    call.in_private()
    _, word, short = words(data, 3)
    if not short or panels.short(linking.pending(call)) != short:
        raise Illegal(refusals.SETTLED)
    return linking.linked(call, word)


TAPS: dict[str, Callable[[TelegramCall, str], Answer]] = {
    "a": _answered,
    "m": _paged,
    "h": _how,
    "q": _lies,
    "u": _played,
    "p": predicting.tapped,
    "P": predicting.wanted,
    "n": _opening,
    "N": _opened,
    "L": _opened_for,
    "b": _begun,
    "o": _computer,
    "s": _set,
    "c": _chosen,
    "t": game_menu.tapped,
    "g": group_settings.tapped,
    "w": welcome.tapped,
    "f": _forgotten,
    "l": _linked,
    question_reports.TAP: question_reports.tapped,
}
