"""What a tap on a button does. What a button carries may be old, forged, or meant for somebody else."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Illegal, Play
from engine.rulesets import ruleset
from host.core import game_options
from host.core.display_names import clean_display_name
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.heard.update import format_full_name
from host.doors.telegram.menus import game_menu, group_settings, own_settings, panels
from host.doors.telegram.messages import action_buttons, answer_buttons, asking, keyboards, private_questions, welcome
from host.doors.telegram.messages.screens import Rows, is_word_for, parse_button_data
from host.said.answers import label_options
from host.said.desk import own_account, playing, refusals, settings, tables
from host.said.desk.answer import DeskAnswer
from host.shown import views
from host.shown.views import GameView, QuestionView
from host.shown.words import build_reader
from host.shown.words import translate_question as put

TAP_DONE = "✓"


def handle_button_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Do what a tapped button's data say; raise Illegal with a sentence to show the tapper. The data may be old, forged
    or meant for somebody else.
    """
    act = TAP_HANDLERS.get(data[:1]) if data[1:2] == "/" else None
    if act is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return act(call, data)


def _handle_answer_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _, game, question, count, word = parse_button_data(data, 5)
    shown = _view_tapped_game(call, game)
    asked = _find_own_question(call, shown, question, count)
    offered = asking.list_tap_choices(asked, build_reader(shown.names, call.style)) if asked else []
    value = next((option.value for option in offered if is_word_for(word, option.value)), None)
    if asked is None or value is None:
        return _refuse_closed_question(call, shown, data)
    return _submit_tapped_answer(call, shown, asked, value)


def _submit_tapped_answer(call: TelegramCall, shown: GameView, asked: QuestionView, value: object) -> DeskAnswer:
    """Answer a question by a tap, and tell the tapper in a pop-up what it led to; the outbox also updates the message
    that asked.
    """
    answer = playing.answer_exact_question(call, shown.id, asked.id, value)
    if answer.lines:
        return answer
    answer.alert = TAP_DONE
    reader = build_reader(shown.names, call.style)
    if answer.outcome is not None:
        call.result = private_questions.format_tap_result(call.host, shown, answer.outcome, call.by, reader)
    return answer


def _view_tapped_game(call: TelegramCall, game: str) -> GameView:
    playing.check_known(call)
    return views.load_game_view(call.host, game, call.by)


def _refuse_closed_question(call: TelegramCall, shown: GameView, data: str) -> DeskAnswer:
    """Handle a tap on a question that is closed: remove its buttons, and tell the person what they are asked now, or
    raise Illegal.
    """
    if call.find_earlier_reply():  # the same update again
        raise Illegal(refusals.SETTLED, code="already_answered")
    _remove_question_buttons(call, data)
    now = [asked for asked in shown.asked if asked.who == shown.you and (call.is_unseen or not asked.secret)]
    if not now:
        raise Illegal(refusals.SETTLED, code="already_answered")
    asked = now[0]
    text = put(asked.text, {**asked.facts, "who": [asked.who]}, asked.said, build_reader(shown.names, call.style))
    return DeskAnswer(alert=call.format_sentence(refusals.SETTLED_ANEW, question=text))


def _remove_question_buttons(call: TelegramCall, data: str) -> None:
    """Remove the buttons of this question from the tapped message."""
    if call.message:
        call.replace_buttons(answer_buttons.replace_question_rows(call.message.rows, data, []))


def _handle_square_info_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Return a pop-up that says what lies on a tapped square that cannot be chosen."""
    _, game, table, n = parse_button_data(data, 4)
    shown = views.load_game_view(call.host, game)
    return DeskAnswer(
        alert=answer_buttons.format_square_content(shown, table, n, build_reader(shown.names, call.style))
    )


def _find_own_question(call: TelegramCall, shown: GameView, question: str, count: str) -> QuestionView | None:
    """Return the tapper's own open question among those that the button was made for; None if all of these are closed.
    Raise Illegal if only others' questions are open.
    """
    table, _, first = question.partition("#")
    size = int(count) if count.isdigit() and len(count) < 4 else 0
    start = int(first) if first.isdigit() and len(first) < 10 else 0
    meant = {f"{table}#{n}" for n in range(start, start + size)}
    there = [asked for asked in shown.asked if asked.has_id_among(meant)]
    mine = next((asked for asked in there if asked.who == shown.you), None)
    if mine is not None:
        return mine
    if not there:
        return None
    playing.check_has_seat(call, shown)
    raise playing.refuse_others_question(there, shown)


def _handle_page_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _, game, question, page = parse_button_data(data, 4)
    shown = _view_tapped_game(call, game)
    asked = next((asked for asked in shown.asked if asked.id == question), None)
    if asked is None or not page.isdigit():
        raise Illegal(refusals.SETTLED, code="already_answered")
    return _replace_tapped_buttons(
        call,
        data,
        asking.build_question_page(shown, asked, build_reader(shown.names, call.style), min(int(page[:3]), 99)),
    )


def _handle_how_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _, game, question = parse_button_data(data, 3)
    shown = views.load_game_view(call.host, game, call.by)
    asked = next((asked for asked in shown.asked if asked.has_id_among([question])), None)
    if asked is None:
        raise Illegal(refusals.SETTLED, code="already_answered")
    return DeskAnswer(alert=asking.format_typing_help(asked, build_reader(shown.names, call.style)))


def _handle_play_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _, game, word = parse_button_data(data, 3)
    shown = _view_tapped_game(call, game)
    playing.check_has_seat(call, shown)
    play = next((play for play in shown.plays if is_word_for(word, play.key)), None)
    if play is None:
        raise Illegal(refusals.SETTLED, code="already_answered")
    if play.secret:
        call.check_private()
    answer = playing.submit_exact_play(call, game, play.key)
    answer.alert = "" if answer.lines else TAP_DONE
    return answer


def _handle_setup_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _check_table_opener(call)
    call.turn_message_into(panels.build_setup_panel(build_reader({}, call.style), _parse_setup_data(data)))
    return DeskAnswer()


def _handle_open_table_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _check_table_opener(call)
    name, pace, taps = _parse_setup_data(data)
    answer = tables.open_new_table(call, name, pace, game_options.parse_taps(ruleset(name), taps))
    if not answer.lines:
        call.replace_buttons([])
    return answer


def _handle_open_for_time_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _check_table_opener(call)
    _, name, span = parse_button_data(data, 3)
    answer = tables.open_table_for_span(call, name, span)
    if not answer.lines:
        call.replace_buttons([])
    return answer


def _check_table_opener(call: TelegramCall) -> None:
    """Raise Illegal unless the tapper wrote the command that began setting up this table, because they will be its
    host.
    """
    asked = call.message.reply_to_message if call.message else None
    if asked and asked.by and call.user and not asked.by.is_bot and asked.by.id != call.user.id:
        raise Illegal(
            refusals.NOT_YOURS,
            code="not_your_setup",
            name=clean_display_name(format_full_name(asked.by)),
            new=call.format_command("new"),
        )


def _parse_setup_data(data: str) -> list[str]:
    _, name, pace, taps = parse_button_data(data, 4)
    if any(c not in "0123456789abcdef" for c in taps):
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return [name, pace, taps]


def _handle_begin_tap(call: TelegramCall, data: str) -> DeskAnswer:
    return tables.begin_table_game(call, tables.read_session(call, parse_button_data(data, 2)[1]))


def _handle_add_bot_tap(call: TelegramCall, data: str) -> DeskAnswer:
    return tables.add_bots(call, tables.read_session(call, parse_button_data(data, 2)[1]), 1)


def _handle_setting_tap(call: TelegramCall, data: str) -> DeskAnswer:
    _, name, value = parse_button_data(data, 3)
    call.check_private()
    shows = value.startswith(own_settings.SHOWS)
    if not shows:
        settings.change_setting(call, name, value.split())
    habits = settings.read_habits(call)
    call.turn_message_into(
        own_settings.build_settings_after_tap(name, value, habits, build_reader({}, habits.style), call.host.now())
    )
    return DeskAnswer(alert="" if shows else TAP_DONE)


def _handle_choice_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Handle a tap within an answer that takes several taps: show the new state, or send the answer at the last tap."""
    _, game, what, said = parse_button_data(data, 4)
    shown = _view_tapped_game(call, game)
    play = next((play for play in shown.plays if is_word_for(what, play.key)), None)
    if play is not None:
        return _handle_play_choice_tap(call, shown, play, said)
    asked = _find_own_question(call, shown, what, "1")
    if asked is None:
        return _refuse_closed_question(call, shown, data)
    found = build_reader(shown.names, call.style)
    tapped = answer_buttons.ask_in_order(asked)
    value = answer_buttons.parse_tapped_answer(tapped.form, label_options(tapped.options, found), said)
    value = value[0] if isinstance(value, list) and tapped is not asked and len(value) == 1 else value
    if value is None:
        keyboards.save_unsent_answer(call.host, call.place, data)
        return _replace_tapped_buttons(call, data, answer_buttons.list_choice_buttons(shown, asked, said, found))
    return _submit_tapped_answer(call, shown, asked, value)


def _handle_play_choice_tap(call: TelegramCall, shown: GameView, play: Play, said: str) -> DeskAnswer:
    playing.check_has_seat(call, shown)
    if play.secret:
        call.check_private()
    found = build_reader(call.sender.view_game(call.place, shown.id)[1].names, call.style)
    value = answer_buttons.parse_tapped_answer(play.form, label_options(play.options, found), said)
    if value is None:
        call.turn_message_into(panels.build_play_panel(shown, play, said, found))
        return DeskAnswer()
    answer = playing.submit_exact_play(call, shown.id, play.key, value)
    if not answer.ok:
        return answer
    screen = game_menu.build_game_menu(call.sender, call.place, shown.id)
    if screen is not None:
        call.turn_message_into(screen)
    return DeskAnswer(game=shown.id, alert=TAP_DONE)


def _replace_tapped_buttons(call: TelegramCall, data: str, rows: Rows) -> DeskAnswer:
    if call.message is None:
        raise Illegal(refusals.SETTLED, code="already_answered")
    call.replace_buttons(answer_buttons.replace_question_rows(call.message.rows, data, rows))
    return DeskAnswer()


def _handle_forget_tap(call: TelegramCall, data: str) -> DeskAnswer:
    call.check_private()
    call.words = parse_button_data(data, 2)[1]
    return (
        own_account.forget_requester(call)
        if call.words == "yes"
        else DeskAnswer(alert=call.format_sentence(own_account.NOT_LINKED))
    )


def _handle_link_tap(call: TelegramCall, data: str) -> DeskAnswer:
    call.check_private()
    _, word, short = parse_button_data(data, 3)
    if not short or panels.shorten_ticket(own_account.read_pending_ticket(call)) != short:
        raise Illegal(refusals.SETTLED, code="already_answered")
    return own_account.settle_link(call, word)


TAP_HANDLERS: dict[str, Callable[[TelegramCall, str], DeskAnswer]] = {
    "a": _handle_answer_tap,
    "m": _handle_page_tap,
    "h": _handle_how_tap,
    "q": _handle_square_info_tap,
    "u": _handle_play_tap,
    "p": action_buttons.handle_prediction_tap,
    "P": action_buttons.handle_predict_button,
    "n": _handle_setup_tap,
    "N": _handle_open_table_tap,
    "L": _handle_open_for_time_tap,
    "b": _handle_begin_tap,
    "o": _handle_add_bot_tap,
    "s": _handle_setting_tap,
    "c": _handle_choice_tap,
    "t": game_menu.handle_game_menu_tap,
    "g": group_settings.handle_group_settings_tap,
    "w": welcome.handle_welcome_tap,
    "f": _handle_forget_tap,
    "l": _handle_link_tap,
    action_buttons.TAP: action_buttons.handle_report_tap,
}
