"""Handles one update: does what it asks for, and answers. Polling and webhook both hand their updates in here.

An update may come twice, late, forged or broken: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from engine.kernel import Illegal
from host.doors.telegram.calls.api_errors import translate_telegram_errors
from host.doors.telegram.heard.call import TelegramCall
from host.said import question_sheets
from host.said.desk import refusals
from host.said.desk.answer import DeskAnswer

if TYPE_CHECKING:
    from host.doors.telegram.heard.update import Document, TelegramMessage
import logging

from telegram.error import BadRequest, NetworkError, TelegramError

from engine.kernel import Told
from host.core.caches import Cache
from host.core.context import HostContext
from host.core.error_lines import format_error_location
from host.core.extras import list_added_targets
from host.core.session import Post
from host.core.store.items import Overloaded
from host.delivery.outbox import Muted, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.doors.telegram.calls.api_errors import MessageLost, PicturesForbidden, ignore_telegram_errors
from host.doors.telegram.heard import button_taps, own_commands
from host.doors.telegram.heard.command_menu import DOES, LOOK_UP_COMMANDS, MENU, PRIVATE
from host.doors.telegram.heard.update import (
    ButtonTap,
    Chat,
    OwnMembership,
    TelegramMessage,
    Update,
    parse_telegram_update,
)
from host.doors.telegram.menus import panels
from host.doors.telegram.messages import asking, private_questions, unreachable, welcome
from host.doors.telegram.messages.screens import LONGEST_ALERT, clip_text, count_text_units
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.telegram.places import TELEGRAM_PREFIX, build_telegram_place, parse_telegram_place
from host.said import hearing
from host.said.desk import playing as desk
from host.said.desk.answer import answer_reply, answer_sentence
from host.said.desk.menu import ALIASES
from host.said.reading import readable

SPAN = 60.0
MOST, MOST_ALONE = 4, 20  # look-ups of one person within it: the last is refused aloud, all after it in silence
PEOPLE = 2000


class LookUpLimits:
    """A limit on look-ups by person and place, kept in memory only."""

    def __init__(self) -> None:
        self._lately = Cache(PEOPLE)

    def may_look_up(self, call: TelegramCall) -> bool:
        """Count a look-up (a command that only reads) and return whether it is within the rate limit; raise Illegal at
        the first one too many, so that only that one is answered.
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
    """Return the file in a private message if its name marks it as a sheet of quiz questions, or None."""
    found = message.document
    fits = found is not None and message.chat.type == "private"
    return (
        found
        if found and fits and PurePath(found.file_name.casefold()).suffix in SHEETS + SPREADSHEET_SUFFIXES
        else None
    )


def import_question_sheet(call: TelegramCall, document: Document) -> DeskAnswer:
    """Download a sheet of quiz questions and make a card pack of it. Spreadsheets and files of large or unknown size
    are refused before the download.
    """
    if PurePath(document.file_name.casefold()).suffix in SPREADSHEET_SUFFIXES:
        raise Illegal(question_sheets.SHEET_UNREADABLE, code="sheet_unreadable")
    if not 0 < document.file_size <= question_sheets.BIGGEST:
        raise Illegal(
            question_sheets.TOO_BIG, code="sheet_too_big", most=question_sheets.BIGGEST, rows=question_sheets.MOST_ROWS
        )
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
        """Handle one raw update. Raise only errors that a resent update may not meet; log all others, so that one
        update cannot stop the rest.
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
        if update.callback_query is not None:
            self._handle_tap(update, update.callback_query)
        elif update.my_chat_member is not None:
            self._handle_membership(update, update.my_chat_member)
        elif update.message is not None:
            self._handle_message(update, update.message)

    def _build_refusal(self, call: TelegramCall, no: Illegal) -> DeskAnswer:
        """Return the answer that gives the reason of a refusal, unless this same update was accepted when it came
        before.
        """
        before = call.find_earlier_reply()
        return answer_reply(before) if before else DeskAnswer([Told(no.text, no.facts)], ok=False)

    # -- what happens to us

    def _handle_membership(self, update: Update, status: OwnMembership) -> None:
        chat = build_telegram_place(status.chat.id)
        if status.new_chat_member.status in THERE and status.old_chat_member.status in GONE:
            if status.chat.type in GROUPS and not unreachable.handle_bot_return(self.host, chat):
                welcome.greet_group(self.host, chat, update.update_id)
            return
        if status.new_chat_member.status not in GONE and status.new_chat_member.can_send_messages:
            unreachable.retry_muted_chat(self.host, chat)
        elif status.new_chat_member.status in GONE:
            unreachable.handle_bot_removal(self.host, chat, self.sender.wire.name)

    # -- what is written

    def _handle_message(self, update: Update, message: TelegramMessage) -> None:
        if not message.ephemeral_message_id:
            self.sender.newest.note_message(message.place, message.message_id)
        if message.migrate_to_chat_id:
            unreachable.move_migrated_group(self.host, message.chat.id, message.migrate_to_chat_id)
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
            self._remove_answered_buttons(call, answer)
            if answer.ok and answer.game and not (answer.speaks or answer.file):
                self._react_to_message(message)

    def _handle_text(self, call: TelegramCall, text: str) -> DeskAnswer | None:
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
        if own_commands.can_play_word(call, word):
            return desk.make_typed_play(call, f"{word} {call.words}")
        why = own_commands.explain_refused_play(call, f"{word} {call.words}") if call.is_direct else None
        # In a group it may be for another bot.
        return why or (
            answer_sentence(refusals.NO_COMMAND, help=call.format_command("help")) if call.is_direct or whom else None
        )

    def _handle_plain_text(self, call: TelegramCall) -> DeskAnswer | None:
        """Handle text that is no command: in private chats as an answer or a play, in groups only if it replies to a
        question.
        """
        if not (call.is_direct or call.data):
            return None
        return hearing.answer_free_text(call, readable.PRIVATE if call.is_direct else readable.REPLY, MENU)

    def _post_answer(self, call: TelegramCall, answer: DeskAnswer) -> None:
        """Queue the answer to an update for sending, once however often the update comes."""
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
        """Answer a command that only its sender can see so that only they see the answer, or else in their private
        chat, as is needed for buttons and files.
        """
        text = call.format_notice(answer, "\n") or (button_taps.TAP_DONE if answer.ok and answer.game else "")
        told = bool(text and call.user) and self.sender.answer_ephemeral_command(
            call.place, call.user.id if call.user else 0, message.ephemeral_message_id, text
        )
        rest = DeskAnswer(asks=answer.asks, file=answer.file) if told else answer
        place = call.person.place if call.person else ""
        if place.startswith(TELEGRAM_PREFIX) and (rest.lines or rest.asks or rest.file):
            own = TelegramMessage(0, Chat(parse_telegram_place(place)[0]), message.by)
            self._post_answer(TelegramCall(self.sender, call.update, own, message.by, ""), rest)
        self._remove_answered_buttons(call, answer)

    # -- what is tapped

    def _handle_tap(self, update: Update, tap: ButtonTap) -> None:
        call = TelegramCall(self.sender, update, tap.message, tap.by, "")
        try:
            answer = button_taps.handle_button_tap(call, tap.data)
        except Illegal as no:
            answer = self._build_refusal(call, no)
            answer.alert = "" if answer.lines else button_taps.TAP_DONE
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
        text = why or private_questions.shorten_tap_result(call.result) or answer.alert
        if call.is_direct:
            self.sender.note_tap(call.place)
        there = self._answer_tap(tap, text, alert=bool(why) or len(answer.alert) > 20)
        self._post_answer(call, DeskAnswer(asks=answer.asks))
        if there and self._show_tap_result(call):
            self._remove_answered_buttons(call, answer)
        if count_text_units(text) > LONGEST_ALERT and not call.is_direct:  # last, for nothing waits for it
            self.sender.send_full_notice(call.place, tap.by.id, tap.id, text)

    def _show_tap_result(self, call: TelegramCall) -> bool:
        """Make the edits of messages that were put off until the tap was answered; return False only if Telegram is
        down.
        """
        try:
            call.run_deferred_edits()
        except PlatformDown:
            return False
        except (*TROUBLES, TelegramError) as trouble:
            log.info("tap not shown place=%s error=%s", call.place, type(trouble).__name__)
        return True

    def _remove_answered_buttons(self, call: TelegramCall, answer: DeskAnswer) -> None:
        """Remove the buttons of questions just answered in this group; in private the outbox updates the message
        instead.
        """
        if answer.ok and answer.game and not call.is_direct:
            self.sender.keyboards.remove_closed_buttons(call.place)

    def _react_to_message(self, message: TelegramMessage) -> None:
        """Put a reaction on a typed answer to confirm it, which notifies nobody."""
        chat, number = message.chat.id, message.message_id
        with ignore_telegram_errors():  # reactions may be forbidden there
            self.sender.wire.call(
                lambda bot: bot.set_message_reaction(chat, number, ACCEPTED_REACTION, read_timeout=TAP_READ),
            )

    def _answer_tap(self, tap: ButtonTap, text: str, *, alert: bool) -> bool:
        """Answer a tap with a pop-up text, before anything else is sent; return False if Telegram is down."""
        told = clip_text(text, LONGEST_ALERT) or None
        try:
            self.sender.wire.call(
                lambda bot: bot.answer_callback_query(tap.id, told, show_alert=alert, read_timeout=TAP_READ)
            )
        except TelegramError as error:  # too old, most likely: nobody is waiting for this any more
            log.info("tap not answered tap=%s error=%s", tap.id, type(error).__name__)
            return isinstance(error, BadRequest) or not isinstance(error, NetworkError)
        return True
