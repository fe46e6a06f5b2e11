"""Handles one update: does what it asks for, and answers. Polling and webhook both hand their updates in here.

An update may come twice, late, forged or broken: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from engine.kernel import Illegal
from host.doors.telegram.calls.connection import translate_telegram_errors
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.messages import screens
from host.said import hearing
from host.said.answers import DeskAnswer
from host.said.desk import refusals

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import Document, TelegramMessage
import logging
from collections.abc import Callable

from msgspec.structs import replace
from telegram.error import BadRequest, NetworkError, TelegramError

from engine.kernel import Play, Told
from engine.rulesets import ruleset
from host.core import game_options
from host.core.context import Cache, HostContext
from host.core.error_lines import format_error_location
from host.core.extras import list_added_targets
from host.core.session import Post, clean_display_name
from host.core.store.items import Overloaded
from host.delivery.outbox import Muted, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.doors.telegram.calls.connection import MessageLost, PicturesForbidden
from host.doors.telegram.heard import command_menu
from host.doors.telegram.heard.call import (
    ButtonTap,
    Chat,
    OwnMembership,
    TelegramMessage,
    Update,
    format_full_name,
    parse_telegram_update,
)
from host.doors.telegram.heard.command_menu import DOES, LOOK_UP_COMMANDS, MENU, PRIVATE
from host.doors.telegram.menus import game_menu, panels, settings_panels
from host.doors.telegram.messages import action_buttons, asking, chats, welcome
from host.doors.telegram.messages.screens import (
    LONGEST_ALERT,
    Rows,
    clip_text,
    count_text_units,
    is_word_for,
    parse_button_data,
)
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.telegram.places import TELEGRAM_PREFIX, build_telegram_place, parse_telegram_place
from host.said.answers import answer_reply, answer_sentence, label_options
from host.said.desk import own_account, playing, settings, tables
from host.said.desk import playing as desk
from host.said.desk.menu import ALIASES
from host.said.reading import readable
from host.shown import views
from host.shown.views import GameView, QuestionView
from host.shown.words import build_reader
from host.shown.words import translate_question as put

SPAN = 60.0


MOST, MOST_ALONE = 4, 20  # look-ups of one person within it: the last is refused aloud, all after it in silence


PEOPLE = 2000


class LookUpLimits:
    """A limit on look-ups by person and place, kept in memory only."""

    def __init__(self) -> None:
        self._lately = Cache(PEOPLE)

    def may_look_up(self, call: TelegramCall) -> bool:
        """Count (in this process only) a look-up (a command that only reads) of this person in this chat, and return
        whether it may be answered: three a minute in a group, nineteen in private. Raise Illegal at the next one, so
        that only that one is refused aloud; those after it count, too.
        """
        now, who = call.host.now(), (call.place, call.user.id if call.user else 0)
        lately = [moment for moment in self._lately.find(who) or () if moment > now - SPAN]
        self._lately.store(who, [*lately, now])
        most = MOST_ALONE if call.is_direct else MOST
        if len(lately) == most - 1:
            raise Illegal(refusals.LOOKS_TOO_OFTEN, code="too_many_requests")
        return len(lately) < most


SHEETS = (".csv", ".tsv", ".txt", ".json")


SPREADSHEET_SUFFIXES = (".xlsx", ".xls", ".ods", ".numbers")  # spreadsheets that the sender is told to save as .csv


ODD = re.compile(r"[^a-z0-9]+")


def find_question_sheet(message: TelegramMessage) -> Document | None:
    """Return the file in a private message if its name ends like that of a sheet of quiz questions or of a spreadsheet
    (which `import_question_sheet` then refuses); else None.
    """
    found = message.document
    fits = found is not None and message.chat.type == "private"
    return (
        found
        if found and fits and PurePath(found.file_name.casefold()).suffix in SHEETS + SPREADSHEET_SUFFIXES
        else None
    )


def import_question_sheet(call: TelegramCall, document: Document) -> DeskAnswer:
    """Download a sheet of quiz questions, make a card pack of it, named after the file, and return the answer. Raise
    Illegal, before the download, for spreadsheets and files of large or unknown size, and the outbox's exceptions if it
    fails. The caller must know that the extra for card packs is on.
    """
    if PurePath(document.file_name.casefold()).suffix in SPREADSHEET_SUFFIXES:
        raise Illegal(hearing.SHEET_UNREADABLE, code="sheet_unreadable")
    if not 0 < document.file_size <= hearing.BIGGEST:
        raise Illegal(hearing.TOO_BIG, code="sheet_too_big", most=hearing.BIGGEST, rows=hearing.MOST_ROWS)
    with translate_telegram_errors():
        data = call.sender.wire.call(lambda bot: bot.fetch_file(document.file_id))
    name = ODD.sub("-", PurePath(document.file_name).stem.casefold()).strip("-")[:24].strip("-")
    (take_sheet,) = _list_sheet_takers(call.host)
    answer: DeskAnswer = take_sheet(call, name, data)
    return answer


def _list_sheet_takers(host: HostContext) -> list[Any]:
    """Return the functions of extras that take a sheet of quiz questions; none if that extra is off."""
    return list_added_targets(host.config.without, lambda extra: extra.on_sheet)


log = logging.getLogger(__name__)


COMMAND = re.compile(r"/(\w{1,32})(?:@(\w+))?(?:\s+(.*))?", re.DOTALL)
ANSWERING_WORDS = frozenset(["answer", "bomb", "choose", "hide", "open", "seal", "select", "take"])  # no names of plays


LONGEST, LONGEST_PACK = 1000, 4096  # characters of what people write that are looked at; of what they paste


PACK = re.compile(r"/pack\b")


ACCEPTED_REACTION = "👌"


TAP_READ = 4.0  # seconds: later nobody waits for the answer to a tap


BROKEN = "Something is wrong on our side. Nothing in the game has changed. Please try again."


TOO_BUSY_NOTICE = "Telegram has too much to do. Please tap again in a moment."


GONE, THERE, GROUPS = ("left", "kicked"), ("member", "administrator"), ("group", "supergroup")


TROUBLES = (PlatformDown, PlaceGone, PlaceMoved, Muted, NotChanged, RetryLater, MessageLost, PicturesForbidden)


class TelegramIncoming:
    """The entry point for updates, from polling and from the webhook."""

    def __init__(self, sender: TelegramSender) -> None:
        self.sender, self.host = sender, sender.host
        self.looks = LookUpLimits()

    def handle(self, raw: Any) -> None:
        """Handle one update as Telegram sent it. Raise an error only if the same update may succeed when it is sent
        again, such as while the database is down; log all others, so that one update cannot stop the rest.
        """
        update = parse_telegram_update(raw)
        if update is None:
            log.warning("ignoring malformed Telegram update type=%s", type(raw).__name__)
            return
        try:
            self._dispatch_update(update)
        except (Overloaded, PlatformDown, RetryLater):  # the caller is to bring it again
            raise
        except Exception as error:  # noqa: BLE001 # one broken update must not stop the others
            log.error("update failed key=%s: %s", update.key, format_error_location(error))  # noqa: TRY400 # values could be secret

    def _dispatch_update(self, update: Update) -> None:
        """Pass an update to the function for its kind: a tap, a change of the bot's membership, or a message; do
        nothing for one that is none of these.
        """
        if update.callback_query is not None:
            self._handle_tap(update, update.callback_query)
        elif update.my_chat_member is not None:
            self._handle_membership(update, update.my_chat_member)
        elif update.message is not None:
            self._handle_message(update, update.message)

    def _build_refusal(self, call: TelegramCall, no: Illegal) -> DeskAnswer:
        """Return the answer that gives the reason of a refusal or, if this same update was accepted when it came
        before, the answer to that.
        """
        before = call.find_earlier_reply()
        return answer_reply(before, alone=call.is_unseen) if before else DeskAnswer([Told(no.text, no.facts)], ok=False)

    # -- what happens to us

    def _handle_membership(self, update: Update, status: OwnMembership) -> None:
        """Handle a change of the bot's own status in a chat: added to a group, show again the games that it had there
        or else greet it; removed or blocked, stop the games; allowed to write, send the queued posts.
        """
        chat = build_telegram_place(status.chat.id)
        if status.new_chat_member.status in THERE and status.old_chat_member.status in GONE:
            if status.chat.type in GROUPS and not chats.handle_bot_return(self.host, chat):
                welcome.greet_group(self.host, chat, update.update_id)
            return
        if status.new_chat_member.status not in GONE and status.new_chat_member.can_send_messages:
            chats.retry_muted_chat(self.host, chat)
        elif status.new_chat_member.status in GONE:
            chats.handle_bot_removal(self.host, chat, self.sender.wire.name)

    # -- what is written

    def _handle_message(self, update: Update, message: TelegramMessage) -> None:
        """Handle a message: note it as the newest of its chat; move the data of a group that became a supergroup; else
        carry out the command, answer or sheet of questions in it, and post the bot's reply, or put a reaction under an
        input that was accepted without words. Channels and messages without text are ignored.
        """
        if not message.ephemeral_message_id:
            self.sender.newest.note_message(message.place, message.message_id)
        if message.migrate_to_chat_id:
            chats.move_migrated_group(self.host, message.chat.id, message.migrate_to_chat_id)
            return
        text, sheet = (
            message.text[: LONGEST_PACK if PACK.match(message.text) else LONGEST].strip(),
            find_question_sheet(message) if _list_sheet_takers(self.sender.host) else None,
        )
        anonymous = message.sender_chat is not None and message.sender_chat.id == message.chat.id
        if not (text or sheet) or message.chat.type == "channel" or (message.by is None and not anonymous):
            return
        call = TelegramCall(self.sender, update, message, None if anonymous else message.by, text)
        try:
            answer = import_question_sheet(call, sheet) if sheet else self._handle_text(call, text)
        except Illegal as no:
            answer = self._build_refusal(call, no)
        if answer is not None and message.ephemeral_message_id:
            self._answer_unseen(call, message, answer)
        elif answer is not None:
            self._post_answer(call, answer)
            if answer.ok and answer.game and not (answer.speaks or answer.file):
                self._react_to_message(message)

    def _handle_text(self, call: TelegramCall, text: str) -> DeskAnswer | None:
        """Handle the text of a message: run its command or play, or read it as free words; return the reply, None for
        none, such as to a command for another bot. Raise Illegal for a command that is for private chats only, or for
        too many look-ups.
        """
        found = COMMAND.fullmatch(text)
        if found is None:
            return self._handle_plain_text(call)
        word, whom, call.words = found[1].lower(), found[2] or "", (found[3] or "").strip()
        if whom and whom.lower() != self.sender.wire.name.lower():
            return None
        word = ALIASES.get(word, word)
        if topic := asking.parse_rule_command(word):
            word, call.words = "rules", topic
        entry = MENU.get(word)
        if entry is not None:
            if word in LOOK_UP_COMMANDS and not (call.words and word in DOES) and not self.looks.may_look_up(call):
                return None
            if entry.where == PRIVATE:
                call.check_private()
            return entry.does(call)
        if command_menu.can_play_word(call, word):
            return desk.make_typed_play(call, f"{word} {call.words}")
        return self._handle_unknown_command(call, f"{word} {call.words}", named=bool(whom))

    def _handle_unknown_command(self, call: TelegramCall, typed: str, *, named: bool) -> DeskAnswer | None:
        """Read a command that is none but a word for answering, such as “/seal 5”, as free words where it is meant for
        the bot; else return why it is impossible, for it may name a play that is on offer no more (one that is on offer
        after all is made, in private). In a group it may be for another bot, so that nothing is returned, unless ours
        is `named`.
        """
        call.words = typed
        meant = (call.is_direct or call.data) and typed.partition(" ")[0] in ANSWERING_WORDS
        if meant and hearing.read_request(call, self._name_text_place(call)).reading.kind != readable.NOTHING:
            return self._handle_plain_text(call)
        why = command_menu.try_typed_play(call, typed) if call.is_direct else None
        unknown = answer_sentence(refusals.NO_COMMAND, help=call.format_command("help"))
        return why or (unknown if call.is_direct or named else None)

    def _handle_plain_text(self, call: TelegramCall) -> DeskAnswer | None:
        """Handle text that is no command: in private chats as an answer or a play, in groups only if it replies to a
        message with buttons by the bot. Return the bot's answer, or None if the text is not meant for it.
        """
        if not (call.is_direct or call.data):
            return None
        answer = hearing.answer_free_text(call, self._name_text_place(call), MENU)
        return panels.offer_suggestions(call, answer) if answer else None

    @staticmethod
    def _name_text_place(call: TelegramCall) -> str:
        """Return the word by which the reading of free words knows where they were written: in private, or in reply to
        a question.
        """
        return readable.PRIVATE if call.is_direct else readable.REPLY

    def _post_answer(self, call: TelegramCall, answer: DeskAnswer) -> None:
        """Queue the bot's answer to an update for sending, with the board if the answer asks for it, only once even if
        Telegram sends the same update again. In a group, or in a topic of a private chat (which is remembered for
        that), it replies to the message. Do nothing for an empty answer.
        """
        if not (answer.speaks or answer.file):
            return
        key = f"{call.update.key}/said"
        asks = answer.asks + ([panels.build_panel_name("export")] if answer.file else [])
        post = Post(call.place, "", call.update.update_id, answer.lines, asks, names=answer.names)
        post.style = call.style
        if call.message and not call.is_direct:
            post.reply, post.whom = call.message.message_id, call.person.name if call.person else ""
        elif call.message and call.message.message_thread_id:
            self.sender.topics.note_message(call.place, call.message.message_id, call.message.message_thread_id)
            post.reply = call.message.message_id
        post.urgent = not answer.ok
        posts = [post] if answer.lines or asks else []
        if answer.board:
            posts.append(Post(call.place, answer.board, call.update.update_id, board=True))
        anew = [(call.place, answer.board)] if answer.board else []
        self.host.store.queue_answer(key, posts, self.host.now(), anew)

    def _answer_unseen(self, call: TelegramCall, message: TelegramMessage, answer: DeskAnswer) -> None:
        """Answer a command that Telegram showed to its sender alone, by a message that only they see. What this cannot
        hold, such as buttons and files, or all of it if that fails, goes to their private chat.
        """
        text = call.format_notice(answer, "\n") or (TAP_DONE if answer.ok and answer.game else "")
        with chats.hold_group(self.sender, call.place) as held:
            told = bool(held and text and call.user) and self.sender.answer_ephemeral_command(
                call.place, call.user.id if call.user else 0, message.ephemeral_message_id, text
            )
        rest = DeskAnswer(asks=answer.asks, file=answer.file) if told else answer
        place = call.person.place if call.person else ""
        if place.startswith(TELEGRAM_PREFIX) and (rest.lines or rest.asks or rest.file):
            own = TelegramMessage(0, Chat(parse_telegram_place(place)[0]), message.by)
            self._post_answer(TelegramCall(self.sender, call.update, own, message.by, ""), rest)

    # -- what is tapped

    def _handle_tap(self, update: Update, tap: ButtonTap) -> None:
        """Handle a tap on a button: do what it says, show its result or the reason of a refusal in a pop-up, then queue
        the messages that follow and make the edits that it put off. Raise Overloaded, by which the update comes again,
        and, after a pop-up, any unexpected error.
        """
        call = TelegramCall(self.sender, update, tap.message, tap.by, "")
        try:
            answer = handle_button_tap(call, tap.data)
        except Illegal as no:
            answer = self._build_refusal(call, no)
            answer.alert = "" if answer.lines else TAP_DONE
        except RetryLater:
            answer = DeskAnswer(alert=call.format_sentence(TOO_BUSY_NOTICE))
        except (*TROUBLES, TelegramError) as trouble:
            log.info("tap not shown place=%s error=%s", call.place, type(trouble).__name__)
            answer = DeskAnswer()
        except Overloaded:  # it comes again, and then we know more
            raise
        except Exception:
            self._answer_tap(tap, call.format_sentence(BROKEN), alert=True)
            raise
        why = call.format_notice(answer)
        text = why or asking.shorten_tap_result(call.result) or answer.alert
        if call.is_direct:
            self.sender.note_tap(call.place)
        there = self._answer_tap(tap, text, alert=bool(why) or len(answer.alert) > 20)
        self._post_answer(call, DeskAnswer(asks=answer.asks))
        tells_more = count_text_units(text) > LONGEST_ALERT and not call.is_direct
        if tells_more or (there and call.has_deferred_edits):
            with chats.hold_group(self.sender, call.place) as held:
                if there and held:
                    self._run_edits_after_tap(call)
                if tells_more and held:  # last, for nothing waits for it
                    self.sender.send_full_notice(call.place, tap.by.id, tap.id, text)

    def _run_edits_after_tap(self, call: TelegramCall) -> None:
        """Make the edits of messages that were put off until the tap was answered; a failure of Telegram is only
        logged, and the edits after it are dropped.
        """
        try:
            call.run_deferred_edits()
        except (*TROUBLES, TelegramError) as trouble:
            log.info("tap not shown place=%s error=%s", call.place, type(trouble).__name__)

    def _react_to_message(self, message: TelegramMessage) -> None:
        """Put a reaction on a typed answer to confirm it, which notifies nobody; a failure is ignored."""
        self.sender.reactions.react(message.chat.id, message.message_id, ACCEPTED_REACTION, TAP_READ)

    def _answer_tap(self, tap: ButtonTap, text: str, *, alert: bool) -> bool:
        """Answer a tap with a pop-up text (with `alert` in a window that has to be closed), cut to what a pop-up holds,
        before anything else is sent. A failure is only logged; return False if Telegram is down, else True.
        """
        told = clip_text(text, LONGEST_ALERT) or None
        try:
            self.sender.wire.call(
                lambda bot: bot.answer_callback_query(tap.id, told, show_alert=alert, read_timeout=TAP_READ)
            )
        except TelegramError as error:  # too old, most likely: nobody is waiting for this any more
            log.info("tap not answered tap=%s error=%s", tap.id, type(error).__name__)
            return isinstance(error, BadRequest) or not isinstance(error, NetworkError)
        return True


TAP_DONE = "✓"


def handle_button_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Do what a tapped button's data say, and return the answer, from which the caller makes the pop-up and the
    messages that follow; raise Illegal with a sentence to show the tapper. The data may be old, forged or meant for
    somebody else.
    """
    act = TAP_HANDLERS.get(data[:1]) if data[1:2] == "/" else None
    if act is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return act(call, data)


def _handle_answer_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Give a tapped answer to the game and return the game's answer; if the question is closed, remove its buttons and
    return a pop-up with what the tapper is asked now. Buttons that only suggested answers in a group go in both cases.
    Raise Illegal for somebody else's question, or if the tapper is asked nothing.
    """
    _, game, question, count, word = parse_button_data(data, 5)
    shown = _view_tapped_game(call, game)
    asked = _find_own_question(call, shown, question, count)
    offered = asking.list_tap_choices(asked, build_reader(shown.names, call.style)) if asked else []
    value = next((option.value for option in offered if is_word_for(word, option.value)), None)
    if asked is None or value is None:
        return _refuse_closed_question(call, shown, data)
    answer = _submit_tapped_answer(call, shown, asked, value)
    buttons = sum(map(len, call.message.rows)) if call.message else 0
    if answer.outcome is not None and not call.is_direct and buttons <= readable.MAX_SUGGESTIONS < len(offered):
        _remove_question_buttons(call, data)  # a hint, which no keyboard on record is
    return answer


def _submit_tapped_answer(call: TelegramCall, shown: GameView, asked: QuestionView, value: object) -> DeskAnswer:
    """Answer a question by a tap, and note as the tap's result, for the pop-up, what it led to; the outbox also updates
    the message that asked. Return the game's answer, with words only if it refused.
    """
    answer = playing.answer_exact_question(call, shown.id, asked.id, value)
    if answer.lines:
        return answer
    answer.alert = TAP_DONE
    reader = build_reader(shown.names, call.style)
    if answer.outcome is not None:
        call.result = asking.format_tap_result(call.host, shown, answer.outcome, call.by, reader)
    return answer


def _view_tapped_game(call: TelegramCall, game: str) -> GameView:
    """Return a game as the tapper may see it; raise Illegal if they are not known to the host, or there is no such
    game.
    """
    playing.check_known(call)
    return views.load_game_view(call.host, game, call.by)


def _refuse_closed_question(call: TelegramCall, shown: GameView, data: str) -> DeskAnswer:
    """Remove the buttons of a closed question from the tapped message, and return a pop-up with what the tapper is
    asked now; raise Illegal if that is nothing, or this same update was carried out before.
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
    """Remove, from the tapped message, the buttons of the question that is named in `data`, the data of the tapped
    button.
    """
    if call.message:
        call.defer_buttons_edit(screens.replace_question_rows(call.message.rows, data, []))


def _handle_square_info_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Return a pop-up that says what everybody knows to lie on a tapped square that cannot be chosen; raise Illegal if
    there is no such game.
    """
    _, game, table, n = parse_button_data(data, 4)
    shown = views.load_game_view(call.host, game)
    return DeskAnswer(alert=screens.format_square_content(shown, table, n, build_reader(shown.names, call.style)))


def _find_own_question(call: TelegramCall, shown: GameView, question: str, count: str) -> QuestionView | None:
    """Return the tapper's own open question among those that a button serves: `count` ids from `question` on, of people
    who are asked the same. Return None if all of these are closed; raise Illegal if only other people's are open, or
    the tapper does not play.
    """
    meant = _list_served_ids(question, count)
    there = [asked for asked in shown.asked if asked.has_id_among(meant)]
    mine = next((asked for asked in there if asked.who == shown.you), None)
    if mine is not None:
        return mine
    if not there:
        return None
    playing.check_has_seat(call, shown)
    raise playing.build_others_question_refusal(there, shown)


def _list_served_ids(question: str, count: str) -> list[str]:
    """Return the ids of the questions that a button serves: `count` (none if that is no small number) from that of
    `question` on.
    """
    table, _, first = question.partition("#")
    size = int(count) if count.isdecimal() and len(count) < 4 else 0
    start = int(first) if first.isdecimal() and len(first) < 10 else 0
    return [f"{table}#{n}" for n in range(start, start + size)]


def _handle_page_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Put another page of a question's answers as buttons below the tapped message, once the tap is answered and no
    matter who taps, and return an empty answer; raise Illegal if the question is closed or the tapper is not known to
    the host.
    """
    _, game, question, page, count = parse_button_data(data, 5)
    shown, ids = _view_tapped_game(call, game), _list_served_ids(question, count or "1")
    asked = next((asked for asked in shown.asked if asked.has_id_among(ids)), None)
    if asked is None or not page.isdecimal():
        raise Illegal(refusals.SETTLED, code="already_answered")
    reader, meant = build_reader(shown.names, call.style), replace(asked, id=question)
    return _replace_tapped_buttons(
        call, data, asking.build_question_page(shown, meant, reader, min(int(page[:3]), 99), len(ids))
    )


def _handle_how_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Return a pop-up that says how a question is answered by typing; raise Illegal if the question is closed."""
    _, game, question = parse_button_data(data, 3)
    shown = views.load_game_view(call.host, game, call.by)
    asked = next((asked for asked in shown.asked if asked.has_id_among([question])), None)
    if asked is None:
        raise Illegal(refusals.SETTLED, code="already_answered")
    return DeskAnswer(alert=asking.format_typing_help(asked, build_reader(shown.names, call.style)))


def _handle_play_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Make the play (a move that no question asks for) which a tapped button names and which needs no choice, and
    return the answer: ✓, or why the rules refuse it. Raise Illegal if it is not on offer to the tapper, or is secret
    and others can read the chat.
    """
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
    """Turn the tapped message, once the tap is answered, into the next step of setting up a table; return an empty
    answer. Raise Illegal if somebody else began to set it up, or the button is out of date.
    """
    _check_table_opener(call)
    call.defer_screen_edit(panels.build_setup_panel(build_reader({}, call.style), _parse_setup_data(data)))
    return DeskAnswer()


def _handle_open_table_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Open the table which was set up by taps, with its pace and changed options, return the answer and, if that has no
    lines (a refusal), remove the tapped message's buttons. Raise Illegal if somebody else began to set it up, the
    button is out of date, or no table may be opened here.
    """
    _check_table_opener(call)
    name, pace, taps = _parse_setup_data(data)
    answer = tables.open_new_table(call, name, pace, game_options.parse_taps(ruleset(name), taps))
    if not answer.lines:
        call.defer_buttons_edit([])
    return answer


def _handle_open_for_time_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Open a table for the time budget (such as an evening) that the button names, return the answer and, if that has
    no lines (a refusal), remove the tapped message's buttons. Raise Illegal if somebody else began to set it up, or no
    table may be opened here.
    """
    _check_table_opener(call)
    _, name, span = parse_button_data(data, 3)
    answer = tables.open_table_for_span(call, name, span)
    if not answer.lines:
        call.defer_buttons_edit([])
    return answer


def _check_table_opener(call: TelegramCall) -> None:
    """Raise Illegal if somebody else wrote the command that began setting up this table, because the one who taps
    becomes its host. Pass if the message does not tell who wrote it.
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
    """Return what a button of a table's setup carries: the game, its pace and the taps on its options, each empty if
    not chosen yet. Raise Illegal if the taps are malformed; game and pace are not checked.
    """
    _, name, pace, taps = parse_button_data(data, 4)
    if any(c not in "0123456789abcdef" for c in taps):
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return [name, pace, taps]


def _handle_begin_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Begin the game of the table that the tapped button names, and return the answer: a refusal if the tapper has not
    the host's rights or the rules forbid it. Raise Illegal if there is no such game.
    """
    return tables.begin_table_game(call, tables.read_session(call, parse_button_data(data, 2)[1]))


def _handle_add_bot_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Add one computer player to the table that the tapped button names, and return the answer: a refusal if the tapper
    has not the host's rights or it is full. Raise Illegal if there is no such game.
    """
    return tables.add_bots(call, tables.read_session(call, parse_button_data(data, 2)[1]), 1)


def _handle_setting_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Change the setting that a button in a person's settings names (then return ✓ as the answer), or none if it only
    asks for its choices; show the settings or choices in the tapped message, once the tap is answered. Raise Illegal
    where others can read it.
    """
    _, name, value = parse_button_data(data, 3)
    call.check_private()
    shows = value.startswith(settings_panels.SHOWS)
    if not shows:
        settings.change_setting(call, name, value.split())
    habits = settings.read_habits(call)
    call.defer_screen_edit(
        settings_panels.build_settings_after_tap(name, value, habits, build_reader({}, habits.style), call.host.now())
    )
    return DeskAnswer(alert="" if shows else TAP_DONE)


def _handle_choice_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Handle a tap within an answer or a play that takes several taps, and return the answer: show the new state as
    buttons (of an answer also store it) or, at the last tap, send the whole. Raise Illegal if the question is somebody
    else's, or closed while the tapper is asked nothing.
    """
    _, game, what, said = parse_button_data(data, 4)
    shown = _view_tapped_game(call, game)
    play = next((play for play in shown.plays if is_word_for(what, play.key)), None)
    if play is not None:
        return _handle_play_choice_tap(call, shown, play, data)
    asked = _find_own_question(call, shown, what, "1")
    if asked is None:
        return _refuse_closed_question(call, shown, data)
    found = build_reader(shown.names, call.style)
    tapped = screens.ask_in_order(asked)
    value = screens.parse_tapped_answer(tapped.form, label_options(tapped.options, found), said)
    value = value[0] if isinstance(value, list) and tapped is not asked and len(value) == 1 else value
    if value is None:
        asking.save_unsent_answer(call.host, call.place, data)
        return _replace_tapped_buttons(call, data, screens.build_choice_rows(shown, asked, said, found))
    return _submit_tapped_answer(call, shown, asked, value)


def _handle_play_choice_tap(call: TelegramCall, shown: GameView, play: Play, data: str) -> DeskAnswer:
    """Handle a tap within a play that takes several taps, in its own message or below one that asked for first squares,
    and return the answer: show the new state, or at the last tap make the play and show the game's menu, or remove the
    buttons. Raise Illegal for people without a seat, and where others can see a secret play.
    """
    said = parse_button_data(data, 4)[3]
    playing.check_has_seat(call, shown)
    if play.secret:
        call.check_private()
    found = build_reader(call.sender.view_game(call.place, shown.id)[1].names, call.style)
    value = screens.parse_tapped_answer(play.form, label_options(play.options, found), said)
    rows = call.message.rows if call.message else []
    panel = not said or any(button.data.startswith("t/") for row in rows for button in row)
    if value is None and panel:
        call.defer_screen_edit(panels.build_play_panel(shown, play, said, found))
        return DeskAnswer()
    if value is None:
        return _replace_tapped_buttons(call, data, screens.build_choice_rows(shown, play, said, found))
    answer = playing.submit_exact_play(call, shown.id, play.key, value)
    if not answer.ok or not panel:
        return answer if not answer.ok else _replace_tapped_buttons(call, data, [])
    screen = game_menu.build_game_menu(call.sender, call.place, shown.id)
    if screen is not None:
        call.defer_screen_edit(screen)
    return DeskAnswer(game=shown.id, alert=TAP_DONE)


def _replace_tapped_buttons(call: TelegramCall, data: str, rows: Rows) -> DeskAnswer:
    """Replace, below the tapped message and once the tap is answered, the buttons of the question that the data name by
    these rows; return an empty answer. Raise Illegal if the message is unknown.
    """
    if call.message is None:
        raise Illegal(refusals.SETTLED, code="already_answered")
    call.defer_buttons_edit(screens.replace_question_rows(call.message.rows, data, rows))
    return DeskAnswer()


def _handle_forget_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Delete all data of the tapper if the button says yes, and return the answer that says so; else return a pop-up
    that says that nothing was done. Raise Illegal where others can read it.
    """
    call.check_private()
    call.words = parse_button_data(data, 2)[1]
    return (
        own_account.forget_requester(call)
        if call.words == "yes"
        else DeskAnswer(alert=call.format_sentence(own_account.NOT_LINKED))
    )


def _handle_link_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Link another account with the tapper's if the button says yes, else forget its code, and return the answer that
    says so; raise Illegal if its code is no longer the one asked about, or others can read the chat.
    """
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
    "g": settings_panels.handle_group_settings_tap,
    "w": welcome.handle_welcome_tap,
    "f": _handle_forget_tap,
    "l": _handle_link_tap,
    action_buttons.TAP: action_buttons.handle_report_tap,
}
