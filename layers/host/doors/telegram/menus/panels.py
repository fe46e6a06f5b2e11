"""Menus with buttons that belong to no question: opening a game, settings, what can be played at any time.

The outbox keeps them by name: `@newgame`, `@ask:<game>:<question>`, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import Play, Reader, Ruleset
from engine.rulesets import RULESETS, ruleset
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.core.session import WritingStyle
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.messages import screens
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import (
    GOOD,
    MOST_BUTTONS,
    Button,
    Screen,
    arrange_in_rows,
    build_button,
    build_copy_button,
    build_panel,
)
from host.doors.telegram.places import is_private_chat
from host.people import accounts
from host.said import hearing
from host.said.answers import Choice, DeskAnswer, format_play_settings, format_typed_choice, label_options
from host.said.desk.own_account import FROM_WHOM, MEANS, PENDING
from host.said.reading import matching
from host.shown import views, words
from host.shown.views import GameView, QuestionView

MARK = "@"
WHICH_ANSWER = "I do not know which answer you mean."
SHORT_MARK = 9
SHORT_TICKET = 16


def build_panel_name(kind: str, *words: str) -> str:
    """Return the name under which the outbox stores a message of buttons, to build it when it is sent: its `kind`, one
    of `PANELS`, and the `words` that this kind needs, such as the ids of game and question.
    """
    return f"{MARK}{':'.join([kind, *words])}"


def list_question_panels(call: TelegramCall) -> list[str]:
    """List the names under which the outbox (the queue of posts) builds the messages with buttons for all questions
    that this person is asked, in the games meant here; where others can read them only for those that are not secret.
    """
    mine = matching.list_person_questions(call.host, call.list_games(), call.by)
    shown = [each for each in mine if call.is_unseen or not each.asked.secret]
    return [build_panel_name("ask", each.session.id, each.asked.id) for each in shown]


# -- opening a game


def build_setup_panel(reader: Reader, chosen: Sequence[str] = ()) -> Screen:
    """Build the message for the next step of opening a table: the game (if there are several), then how much time there
    is, then options or *Open the table*. `chosen` has what was chosen so far: the game, the pace, and the taps on its
    options (if the options were asked for). Raise Illegal for an unknown game or pace.
    """
    say, value = reader.format_sentence, reader.format_value
    name, pace, taps = [*chosen, *[""] * 3][:3]
    if not name and len(RULESETS) == 1:
        name = next(iter(RULESETS))
    if not name:
        buttons = [build_button(value(rules.title), "n", key) for key, rules in RULESETS.items()]
        twin = say("Or write /newgame and the name of the game: {names}", names=", ".join(RULESETS))
        return build_panel(say("Which game do you want to play?"), [twin], arrange_in_rows(buttons, 1))
    rules = ruleset(name)
    if not pace:
        paces = [
            build_button(f"{word}: {value(clocks.format_duration(clocks.PACES[word]))}", "n", name, word)
            for word in clocks.PACES
        ]
        fitting = expected_lengths.list_fitting_lengths(rules)
        suggested = expected_lengths.find_suggested_length(fitting)
        head = say("{title}: how long should the game be?", title=rules.title)
        if not fitting:
            head = say("{title}: how long can a turn take?", title=rules.title)
        lines = [say("Or write, for example, /newgame {game} for=evening", game=name)] if fitting else []
        lines.append(say("Or write how long a turn may take, and after it any options: /newgame {game} 36h", game=name))
        spans = [
            build_button(
                say("{span:C}: {goal}", span=each.name, goal=each.goal),
                "L",
                name,
                each.span,
                style=GOOD if each == suggested else "",
            )
            for each in fitting
        ]
        return build_panel(head, lines, [*arrange_in_rows(spans, 1), *arrange_in_rows(paces, 2)])
    clocks.parse_pace(pace)
    return _build_options_screen(rules, pace, taps, reader) if taps else _build_opening_screen(rules, pace, reader)


def _build_opening_screen(rules: Ruleset[object], pace: str, reader: Reader) -> Screen:
    """Build the message that offers to open a game with this pace at once, or to look at its options."""
    say, found = reader.format_sentence, game_options.list_tappable_options(rules)
    rows = [[build_button(say("Open this game now"), "N", rules.name, pace, "0" * len(found), style=GOOD)]]
    if found:
        rows.append([build_button(say("Options …"), "n", rules.name, pace, "0" * len(found))])
    twin = say("Or write {line}", line=f"/newgame {rules.name} {pace}")
    return build_panel(
        _format_opening_head(rules, pace, reader), [*_list_length_lines(rules, pace, "", reader), twin], rows
    )


def _format_opening_head(rules: Ruleset[object], pace: str, reader: Reader) -> str:
    """Return the headline of a table that is being opened: the game's title and how long a turn can take."""
    turn = clocks.format_duration(clocks.parse_pace(pace))
    return reader.format_sentence("{title}, up to {pace} for a turn.", title=rules.title, pace=turn)


def _list_length_lines(rules: Ruleset[object], pace: str, taps: str, reader: Reader) -> list[str]:
    """Return, as lines, how long the game that is being opened is likely to last with the usual number of players; none
    if that was never measured.
    """
    chosen = game_options.parse_taps(rules, taps)
    count = expected_lengths.USUAL_PLAYER_COUNT
    found = expected_lengths.format_expected_length(rules.name, count, clocks.parse_pace(pace), chosen)
    return [reader.format_value(each) for each in found]


def _build_options_screen(rules: Ruleset[object], pace: str, taps: str, reader: Reader) -> Screen:
    """Build the message with buttons for those options of the game that is being opened that can be tapped, at their
    values after these taps, and a text on how all options are typed.
    """
    say, found = reader.format_sentence, game_options.list_tappable_options(rules)
    taps = taps.ljust(len(found), "0")[: len(found)]
    rows = [_build_option_buttons(rules, pace, each, taps, i, reader) for i, each in enumerate(found)]
    rows.append([build_button(say("Open this game now"), "N", rules.name, pace, taps)])
    told = [_format_option_help(each, reader) for each in game_options.list_ruleset_options(rules)]
    text = "Change what you like, then open the game. Or write {line} and any of these options:"
    twin = say(text if told else "Or write {line}", line=f"/newgame {rules.name} {pace}")
    long = _list_length_lines(rules, pace, taps, reader)
    return build_panel(_format_opening_head(rules, pace, reader), [*long, twin, *told], rows)


def _format_option_help(each: game_options.ChoiceOption | game_options.WrittenOption, reader: Reader) -> str:
    """Format an option of a new table as people type it (`name=…`), with its explanation."""
    return f"{each.name}=… {reader.format_value(each.about)}" if each.about else f"{each.name}=…"


def _format_setup_option(switch: game_options.ChoiceOption, taps: int, reader: Reader) -> str:
    """Format an option of a new table with the value it has after this many taps."""
    value = game_options.format_value_for_reader(switch.compute_value_after(taps), reader)
    return f"{reader.format_value(switch.label)}: {value}"


def _build_option_buttons(
    rules: Ruleset[object], pace: str, switch: game_options.ChoiceOption, taps: str, at: int, reader: Reader
) -> list[Button]:
    """Build the buttons of one option of a new table, with its value after these taps: a tap moves on to its next
    value, from the last one to the first; numbers also have less and more, which stop at their ends.
    """
    now = int(taps[at], game_options.MAX_OPTION_VALUES)
    shown = build_button(
        _format_setup_option(switch, now, reader), "n", rules.name, pace, _change_taps(switch, taps, at, 1)
    )
    if not switch.is_number:
        return [shown]
    n, label = switch.values.index(switch.compute_value_after(now)), reader.format_value(switch.label)
    down = [build_button(f"{label} −", "n", rules.name, pace, _change_taps(switch, taps, at, -1))] if n else []
    up = (
        [build_button(f"{label} +", "n", rules.name, pace, _change_taps(switch, taps, at, 1))]
        if n + 1 < len(switch.values)
        else []
    )
    return [*down, shown, *up]


def _change_taps(switch: game_options.ChoiceOption, taps: str, at: int, by: int) -> str:
    """Return the hexadecimal digits `taps`, one for each option of a new table, after the option at position `at` was
    moved on by so many values (`by`), beginning again after its last value.
    """
    return f"{taps[:at]}{(int(taps[at], game_options.MAX_OPTION_VALUES) + by) % len(switch.values):x}{taps[at + 1 :]}"


# -- plays


def build_plays_panel(game: str, offered: Sequence[Play], reader: Reader) -> Screen:
    """Build the message with the plays `offered` to a person at any time, how each is typed, and buttons for those that
    can be tapped, as far as they fit; plays that need a choice lead to a second message.
    """
    bare = [play for play in offered if not play.options and play.form.kind == "choice"]
    buttons = [
        _build_play_button(game, play, reader, bare=play in bare)
        for play in offered
        if screens.can_use_buttons(play.form)
    ]
    lines = [_format_telegram_play(play, reader, bare=play in bare) for play in offered]
    return build_panel(
        reader.format_sentence("At any time you can also do this:"),
        lines,
        arrange_in_rows(buttons[: MOST_BUTTONS - 1], 1),
    )


def _build_play_button(game: str, play: Play, reader: Reader, *, bare: bool) -> Button:
    """Build the button of a play: it makes the play at once if that is `bare` (needs no choice), else leads to its
    choices.
    """
    if bare:
        return build_button(reader.format_value(play.label), "u", game, play.key)
    return build_button(
        f"{reader.format_value(play.label)} …",
        screens.CHOICE_LETTER,
        game,
        screens.build_target_name(play),
        "",
    )


def build_play_panel(showing: GameView, chosen: Play, said: str, reader: Reader) -> Screen:
    """Build the message in which a person makes the choice that a play needs; `said` is what they have tapped of it so
    far, as the tapped button carried it.
    """
    rows = screens.build_choice_rows(showing, chosen, said, reader)
    back = [build_button(reader.format_sentence("Back"), "t", showing.id, "plays")]
    stands = format_play_settings(chosen, reader, lambda line: f"/{line}")
    lines = [_format_play_hint(chosen, reader), _format_telegram_play(chosen, reader, bare=False), *stands]
    return build_panel(reader.format_value(chosen.label), lines, [*rows, back])


def _format_play_hint(chosen: Play, reader: Reader) -> str:
    """Return a sentence on how to tap an answer of several things or a number; empty for plays of other forms."""
    if chosen.form.kind == "several":
        return reader.format_sentence("Tap the buttons in the right order, then tap ✓.")
    return (
        reader.format_sentence("Tap up or down until you see your number, then tap ✓.")
        if chosen.form.kind == "number"
        else ""
    )


def _format_telegram_play(play: Play, reader: Reader, *, bare: bool) -> str:
    """Format how a play is typed in Telegram, with its choices if they are few; `bare` if it needs none."""
    facts = {"label": play.label, "line": f"/use {play.key}"}
    if bare:
        return reader.format_sentence("{label}: write {line}", **facts)
    if not play.options or len(play.options) > SHORT_MARK:
        return reader.format_sentence("{label}: write {line} and then your choice", **facts)
    few = ", ".join(option.label for option in label_options(play.options, reader))
    return reader.format_sentence("{label}: write {line} and your choice: {choices}", **facts, choices=few)


def build_plays_panel_for_chat(sender: TelegramChats, chat: str, game: str) -> Screen | None:
    """Build the message with the plays that the reader of this chat may make at any time, or None if there are none;
    raise Illegal if there is no such game.
    """
    shown, reader = sender.view_game(chat, game)
    return build_plays_panel(game, shown.plays, reader) if shown.plays else None


def build_question_panel(sender: TelegramChats, chat: str, rest: str) -> Screen | None:
    """Build the message of a question, named in `rest` by the ids of its game and itself, with buttons to answer it;
    None if the question is closed.
    """
    game, _, question = rest.partition(":")
    found = sender.list_question_screens(chat, game, {question})
    return found[0] if found else None


def offer_suggestions(call: TelegramCall, answer: DeskAnswer) -> DeskAnswer:
    """Return, for an answer that asks which of several answers or plays is meant, one that shows a message with a
    button for each instead; the answer itself if it asks nothing, or others would see buttons of a play.
    """
    game, about = answer.about
    shown = views.load_game_view(call.host, game, call.by) if game else None
    target = hearing.find_suggested_target(about, shown) if shown else None
    if shown is None or target is None or not (call.is_direct or isinstance(target, QuestionView)):
        return answer
    choices = hearing.list_suggested_choices(target, answer, words.build_reader(shown.names, call.style))
    marks = [
        str(each.value) if isinstance(each.value, int) else screens.compute_word_mark(each.value) for each in choices
    ]
    return DeskAnswer(asks=[build_panel_name("hint", game, about, *marks)]) if marks else answer


def build_hint_panel(sender: TelegramChats, chat: str, rest: str) -> Screen | None:
    """Build the message after an unclear answer, with a button for each answer or play that may be meant; `rest` has
    the ids of the game and of the question or play, and a mark for each. None if the question is closed or the play
    cannot be made any more.
    """
    game, about, *marks = rest.split(":")
    shown, reader = sender.view_game(chat, game)
    target = hearing.find_suggested_target(about, shown)
    if target is None:
        return None
    if target.form.kind == "number" and not target.options:
        found = [Choice(int(each), each) for each in marks]
    else:
        found = [
            each
            for each in label_options(target.options, reader)
            if any(screens.is_word_for(mark, each.value) for mark in marks)
        ]
    if isinstance(target, QuestionView) and target.form.kind == "choice":
        row = [
            build_button(format_typed_choice(each), *screens.build_answer_words(game, target, each.value))
            for each in found
        ]
    else:
        row = [screens.build_sending_button(game, target, each) for each in found]
    return build_panel(reader.format_sentence(WHICH_ANSWER), [], [row])


def build_forget_panel(reader: Reader) -> Screen:
    """Build the message that asks whether a person really wants all their data to be deleted."""
    text = (
        "Do you want me to forget you? A computer then plays for you in your games, and your name disappears from"
        " every game."
    )
    rows = [
        [
            build_button(reader.format_sentence("Yes, forget me"), "f", "yes"),
            build_button(reader.format_sentence("No"), "f", "no"),
        ]
    ]
    return build_panel(reader.format_sentence(text), [reader.format_sentence("Or write /forget yes")], rows)


def build_link_panel(name: str, ticket: str, reader: Reader) -> Screen:
    """Build the message that asks whether the account of the person called `name`, who made the code, is really one's
    own, before linking it; the buttons carry the short form of the confirmation `ticket`.
    """
    say, mark = reader.format_sentence, shorten_ticket(ticket)
    head = say(FROM_WHOM, name=name)
    buttons = [build_button(say("Yes, that was me"), "l", "yes", mark), build_button(say("No"), "l", "no", mark)]
    lines = [say(line, name=name) for line in MEANS]
    return build_panel(head, [*lines, say("Or write /link yes, or /link no")], [buttons])


def build_code_panel(code: str, reader: Reader) -> Screen:
    """Build the message with a code for linking accounts and a button that copies it."""
    say = reader.format_sentence
    return build_panel(
        say("Use this code to connect your other account"),
        [],
        [[build_copy_button(say("Copy the code"), f"/link {code}")]],
    )


def shorten_ticket(ticket: str) -> str:
    """Return the part of a confirmation ticket that fits into a button, so that the tap confirms just the code asked
    about.
    """
    return ticket.partition(":")[2][:SHORT_TICKET]


def build_link_panel_for_chat(sender: TelegramChats, chat: str, _: str) -> Screen | None:
    """Build the message that asks to confirm the account link pending in this chat; None if there is none."""
    host = sender.host
    ticket = host.store.load_place_value(chat, PENDING).decode()
    found = accounts.load_current_person(host, host.store.find_person_id(ticket, host.now())) if ticket else None
    return build_link_panel(found.name, ticket, build_chat_reader(sender, chat)) if found else None


def build_chat_reader(sender: TelegramChats, chat: str) -> Reader:
    """Return the reader (language and style) for text about no game: the person's in private, the
    default in a group.
    """
    host = sender.host
    found = (
        accounts.load_current_person(host, host.store.find_person_id(chat, host.now()))
        if is_private_chat(chat)
        else None
    )
    return words.build_reader({}, found.habits.style if found else WritingStyle())
