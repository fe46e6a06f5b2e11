"""What a tap on a button, a choice in a menu or a typed line does. What it carries may be old, forged or another's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel import Form, Illegal, Play, Reader
from engine.kernel.question import Value
from host.doors.discord import answering, opening, own_settings, screens
from host.doors.discord.call import TYPED, DiscordCall
from host.doors.discord.components import (
    EPHEMERAL_FLAG,
    ID_SEPARATOR,
    build_custom_id,
    build_modal,
    compute_value_mark,
    escape_discord_text,
    find_marked_value,
)
from host.doors.discord.replies import (
    ACKNOWLEDGED,
    MODAL,
    InteractionReply,
    build_answer_reply,
    build_lines_reply,
    build_screen_reply,
    format_answer_lines,
)
from host.said import hearing
from host.said.answers import DeskAnswer
from host.said.desk import invitations, playing, refusals, tables
from host.said.desk.menu import DESK
from host.said.reading import readable
from host.said.reading.matching import parse_play_value
from host.shown import text_view, views
from host.shown.views import GameView, QuestionView
from host.shown.words import build_reader, format_told_lines


def handle_tap(call: DiscordCall) -> InteractionReply:
    """Do what the tapped button, menu or window carries, and return the reply; raise Illegal with the reason if it
    cannot be done.
    """
    letter, *carried = call.event.data.custom_id.split(ID_SEPARATOR)
    handle = HANDLERS.get(letter)
    if handle is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    call.game = carried[0] if carried and letter not in opening.OPENING_HANDLERS else ""
    return handle(call, [*carried, *[""] * 4])


def view_tapped_game(call: DiscordCall) -> tuple[GameView, Reader]:
    """Return the game that a tapped button is about, as the person who tapped may see it, and the reader for its texts;
    raise Illegal if there is no such game.
    """
    shown = views.load_game_view(call.host, call.game, call.by)
    return shown, build_reader(shown.names, call.style)


def find_own_question(call: DiscordCall, shown: GameView, ids: Sequence[str]) -> QuestionView:
    """Return the question among these that the person who tapped is asked, and note it as what `call` is about; raise
    Illegal if it is closed, or only others are asked.
    """
    there = [each for each in shown.asked if each.has_id_among(ids)]
    mine = next((each for each in there if each.who == shown.you and shown.you), None)
    if mine is not None:
        call.question = mine.id
        return mine
    if there:
        playing.check_has_seat(call, shown)
        raise playing.build_others_question_refusal(there, shown)
    raise Illegal(refusals.SETTLED, code="already_answered")


def find_own_play(shown: GameView, key: str) -> Play:
    """Return the play (something done without being asked) with this key that the viewer may make now; raise Illegal if
    they may not.
    """
    found = next((each for each in shown.plays if each.key == key), None)
    if found is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return found


def build_move_reply(call: DiscordCall, answer: DeskAnswer) -> InteractionReply:
    """Return the reply to a person who has answered a question or made a play: the lines of `answer` if it has any (the
    reason of a refusal), their updated private display if they acted in it or typed, else nothing visible.
    """
    if answer.lines:
        return build_answer_reply(call, answer)
    if not call.event.message.flags & EPHEMERAL_FLAG and call.event.type != TYPED:
        return InteractionReply(ACKNOWLEDGED)
    return build_side_reply(call, 0, told=not call.takes_private_messages())


def build_side_reply(call: DiscordCall, at: int, *, told: bool) -> InteractionReply:
    """Return a reply with the private display of a game for the player who acted, beginning with their open question
    number `at` (from 0). With `told`, it also says what their last move told them. Raise Illegal if they have no seat
    in the game.
    """
    shown, reader = view_tapped_game(call)
    playing.check_has_seat(call, shown)
    said = format_told_lines(playing.find_own_news(call.host, shown.id, call.by).lines, reader) if told else []
    session = views.load_saved_game(call.host, shown.id).session
    news = views.load_news_since_own_turn(call.host, session, call.by, shown.you)
    since = format_told_lines([each for each in news if each.table], reader)
    return build_screen_reply(call, screens.build_side_screen(shown, reader, at, said, since=since))


# -- answers and plays


def _handle_side(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Return a reply with the private display of a game, beginning with the question whose number the button carries
    (the first if it carries none); raise Illegal if the person who tapped has no seat in the game.
    """
    at = int(carried[1]) if carried[1].isdecimal() else 0
    return build_side_reply(call, at, told=True)


def _handle_square(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Answer the question that the person who tapped is asked with the square that the button carries, and return the
    reply; a tap that arrives twice answers once. Raise Illegal if they are not asked, or the square cannot be chosen
    any more.
    """
    shown, _ = view_tapped_game(call)
    if earlier := call.find_earlier_reply():
        return build_move_reply(call, DeskAnswer(game=earlier.game))
    asked = find_own_question(call, shown, carried[1].split(","))
    return _submit(call, asked.id, find_marked_value(carried[2], [option.value for option in asked.options]))


def _submit(call: DiscordCall, question: str, value: object) -> InteractionReply:
    """Answer a question with this value and return the reply; raise Illegal if there is no value, because it can no
    longer be chosen.
    """
    if value is None or value == []:
        raise Illegal(refusals.SETTLED, code="already_answered")
    return build_move_reply(call, playing.answer_exact_question(call, call.game, question, value))


def _find_target(call: DiscordCall, target: str) -> tuple[QuestionView | Play, GameView, Reader]:
    """Return the question or play that a button or menu is about, with the game and its reader; raise Illegal if the
    person who tapped cannot answer or make it any more.
    """
    shown, reader = view_tapped_game(call)
    kind, name = target[:1], target[1:]
    if kind == answering.TARGET_PLAY:
        return find_own_play(shown, name), shown, reader
    return find_own_question(call, shown, [name]), shown, reader


def _list_values(target: QuestionView | Play) -> list[Value]:
    """Return the values that the options of a question or play have."""
    return [option.value for option in target.options]


def _find_value(target: QuestionView | Play, mark: str) -> Value | None:
    """Return the answer to a question, or the choice of a play, that a button or menu carries as the short text `mark`:
    a number as it is, whether or not the rules take it, else one of the options; None if it is none of these.
    """
    form: Form = target.form
    if form.kind == "number":
        return int(mark) if mark.removeprefix("-").isdecimal() else None
    return find_marked_value(mark, _list_values(target))


def _handle_choice(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Answer a question, or make a play, with the choice that a tapped button carries or that was chosen in a menu, and
    return the reply; a tap that arrives twice does so once. Raise Illegal if that can no longer be answered or made.
    """
    if earlier := call.find_earlier_reply():
        return build_move_reply(call, DeskAnswer(game=earlier.game))
    target, _, _ = _find_target(call, carried[1])
    mark = call.event.data.values[0] if call.event.data.values else carried[2]
    return _submit_target(call, target, _find_value(target, mark))


def _submit_target(call: DiscordCall, target: QuestionView | Play, value: object) -> InteractionReply:
    """Answer a question, or make a play, with this value, and return the reply, also if the rules refuse it; raise
    Illegal if there is no value for a question.
    """
    if isinstance(target, QuestionView):
        return _submit(call, target.id, value)
    return build_move_reply(call, playing.submit_exact_play(call, call.game, target.key, value))


def _handle_picked(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Return a reply with the next step of a choice of several things, after adding what was chosen in the menu to the
    choices before (*Back* carries one less, and adds nothing); nothing is answered yet. Raise Illegal if that can no
    longer be answered or played.
    """
    target, shown, reader = _find_target(call, carried[1])
    values = _list_values(target)
    picked = answering.parse_picked(carried[2], values)
    if call.event.data.values:
        new = find_marked_value(call.event.data.values[0], values)
        picked += [new] if new is not None and new not in picked else []
    if isinstance(target, Play):
        return _build_play_reply(call, shown, target, reader, picked)
    mine = [each.id for each in shown.asked if each.who == shown.you]
    screen = screens.build_side_screen(shown, reader, mine.index(target.id), (), picked)
    return build_screen_reply(call, screen)


def _handle_sent(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Answer a question, or make a play, with the several choices that the tapped button carries, and return the reply;
    a tap that arrives twice does so once. Raise Illegal if that can no longer be answered or made.
    """
    if earlier := call.find_earlier_reply():
        return build_move_reply(call, DeskAnswer(game=earlier.game))
    target, _, _ = _find_target(call, carried[1])
    return _submit_target(call, target, answering.parse_picked(carried[2], _list_values(target)))


def _handle_typing(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Return a reply with the window in which a person types an answer or the words of a play or, if they have sent it,
    answer or play with what was typed, once, and return a reply with what came of it. Raise Illegal if that can no
    longer be answered or made.
    """
    if earlier := call.find_earlier_reply():
        return build_move_reply(call, DeskAnswer(game=earlier.game))
    target, shown, reader = _find_target(call, carried[1])
    if call.event.type != TYPED:
        label = target.example if isinstance(target, Play) else _format_typing_label(target, reader)
        title = reader.format_value(target.label if isinstance(target, Play) else shown.title)
        custom_id = build_custom_id(answering.TYPE, *carried[:2])
        return InteractionReply(MODAL, build_modal(custom_id, title, label or reader.format_sentence("Your answer")))
    text = read_typed_text(call)
    if isinstance(target, Play):
        return _submit_target(call, target, parse_play_value(shown, target, text))
    return build_move_reply(call, carry_out_typed_words(call, text))


def carry_out_typed_words(call: DiscordCall, text: str) -> DeskAnswer:
    """Carry out what a person typed, in whatever words (an answer, a play, small talk), as if written in private, and
    return the answer; raise Illegal with the reason if nothing asked fits it.
    """
    call.words = text
    return hearing.answer_free_text(call, readable.PRIVATE, DESK) or DeskAnswer()


def _format_typing_label(asked: QuestionView, reader: Reader) -> str:
    """Return the label of the window in which an answer is typed: the numbers allowed, or an example of several
    squares; else empty.
    """
    form = asked.form
    if form.kind == "number":
        return reader.format_sentence("{low:n} to {high:n}", low=form.low, high=form.high)
    return reader.format_sentence("For example: {line}", line="5 12 7") if asked.most > 1 else ""


def read_typed_text(call: DiscordCall) -> str:
    """Return the line that a person typed into a window (modal) on Discord; empty if there is none."""
    fields = [each for row in call.event.data.components for each in row.get("components", [])]
    return next((str(each.get("value", "")) for each in fields), "")


def _handle_play(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Make the play (something done without being asked) that a person chose in a menu or, if it needs choices, show
    these instead; return the reply. A tap that arrives twice plays once; raise Illegal if the play cannot be made any
    more.
    """
    if earlier := call.find_earlier_reply():
        return build_move_reply(call, DeskAnswer(game=earlier.game))
    shown, reader = view_tapped_game(call)
    mark = call.event.data.values[0] if call.event.data.values else ""
    key = find_marked_value(mark, [each.key for each in shown.plays])
    found = find_own_play(shown, str(key))
    if not found.options and found.form.kind == "choice":
        return build_move_reply(call, playing.submit_exact_play(call, call.game, found.key))
    return _build_play_reply(call, shown, found, reader, [])


def _build_play_reply(
    call: DiscordCall, shown: GameView, found: Play, reader: Reader, picked: Sequence[Value]
) -> InteractionReply:
    """Return a reply with the buttons and menus for the choices of a play; `picked` are those made so far."""
    label = escape_discord_text(reader.format_value(found.label))
    rows = answering.build_play_rows(shown.id, found, reader, picked)
    return build_screen_reply(call, screens.DiscordScreen(f"**{label}**", rows))


# -- the table


def _handle_words(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Return a reply with the game of the tapped button in words, as the person who tapped may see it; raise Illegal if
    there is no such game.
    """
    shown, reader = view_tapped_game(call)
    return build_lines_reply([escape_discord_text(line) for line in text_view.format_game_text(shown, reader)])


def _handle_join(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Give the person who tapped a seat in the game of the button, or ask for one if it runs already; return a reply
    with the result or the refusal.
    """
    return build_answer_reply(call, tables.join_by_link(call, call.game, ""))


def _handle_bot(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Add a computer player to the game of the tapped button, if the person has the host's rights; return a reply with
    nothing visible, or with the lines of the answer, such as a refusal. Raise Illegal if there is no such game.
    """
    answer = tables.add_bots(call, tables.read_session(call, call.game), 1)
    return build_answer_reply(call, answer) if answer.lines else InteractionReply(ACKNOWLEDGED)


def _handle_begin(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Begin the game of the tapped button, if the person has the host's rights; return a reply with nothing visible, or
    with the lines of the answer, such as a refusal. Raise Illegal if there is no such game.
    """
    answer = tables.begin_table_game(call, tables.read_session(call, call.game))
    return build_answer_reply(call, answer) if answer.lines else InteractionReply(ACKNOWLEDGED)


def _handle_again(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Open a table to play the finished game of the tapped button again, with its other players invited, or seat the
    person who tapped if it is open already; return the reply. Raise Illegal if they did not play in that game.
    """
    return build_answer_reply(call, invitations.open_rematch(call))


def handle_prediction_menu(call: DiscordCall, _: list[str]) -> InteractionReply:
    """Return a reply with the menus by which the person who tapped can predict what will happen in the game; raise
    Illegal if they can predict nothing now.
    """
    shown, reader = view_tapped_game(call)
    if not shown.forecasts:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    return build_screen_reply(call, screens.build_forecast_screen(shown, reader))


def _handle_forecast(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Save the prediction that was chosen in a menu, and return a reply with its confirmation; raise Illegal if it can
    no longer be made.
    """
    shown, _ = view_tapped_game(call)
    found = next((each for each in shown.forecasts if compute_value_mark(each.key) == carried[1]), None)
    chosen = call.event.data.values[:1]
    value = find_marked_value(chosen[0], [each.value for each in found.options]) if found and chosen else None
    if found is None or value is None:
        raise Illegal(refusals.NOT_PREDICTABLE, code="not_predictable")
    call.chosen = f"{found.key} {value}"
    return build_lines_reply(format_answer_lines(call, DESK["predict"].does(call)))


HANDLERS: dict[str, Callable[[DiscordCall, list[str]], InteractionReply]] = {
    screens.SIDE: _handle_side,
    screens.WORDS: _handle_words,
    screens.JOIN: _handle_join,
    screens.BOT: _handle_bot,
    screens.BEGIN: _handle_begin,
    screens.AGAIN: _handle_again,
    screens.PREDICT: handle_prediction_menu,
    screens.FORECAST: _handle_forecast,
    own_settings.CHANGE_SETTING: own_settings.handle_setting,
    **opening.OPENING_HANDLERS,
    answering.SQUARE: _handle_square,
    answering.ANSWER: _handle_choice,
    answering.ANSWER_MENU: _handle_choice,
    answering.PICKED: _handle_picked,
    answering.SENT: _handle_sent,
    answering.TYPE: _handle_typing,
    answering.PLAY: _handle_play,
}
