"""Handles one update: does what it asks for, and answers. Polling and webhook both hand their updates in here.

An update may come twice, late, forged or broken: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import logging
import re
from typing import Any

from telegram.error import BadRequest, NetworkError, TelegramError

from engine.kernel import Illegal, Told
from host.core.error_lines import where
from host.core.session import Post
from host.core.store.items import Overloaded
from host.delivery.outbox import Muted, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.doors.telegram.calls.api_errors import MessageLost, Pictureless, unheeded
from host.doors.telegram.heard import playing, tapping
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.heard.documents import brought
from host.doors.telegram.heard.documents import sheet as sheet_of
from host.doors.telegram.heard.look_ups import LookUpLimits
from host.doors.telegram.heard.menu import DOES, LOOKS, MENU, PRIVATE
from host.doors.telegram.heard.update import ButtonTap, OwnMembership, TelegramMessage, Update, read
from host.doors.telegram.messages import rule_links, unreachable, welcome
from host.doors.telegram.messages.screens import LONGEST_ALERT, clipped, units
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.telegram.places import PREFIX, place
from host.said.desk import playing as desk
from host.said.desk import refusals
from host.said.desk.answer import Answer, refusal, say
from host.said.desk.menu import ALIASES

log = logging.getLogger(__name__)
COMMAND = re.compile(r"/(\w{1,32})(?:@(\w+))?(?:\s+(.*))?", re.DOTALL)
LONGEST, LONGEST_PACK = 1000, 4096  # characters of what people write that are looked at; of what they paste
PACK = re.compile(r"/pack\b")
TAKEN = "👌"
TAP_READ = 4.0  # seconds: later nobody waits for the answer to a tap
FILE = "race-to-a-billion.json"
BROKEN = "Something is wrong at our end; nothing has changed."
BUSY = "Telegram asks me to slow down. Please tap again in a moment."
GONE, THERE, GROUPS = ("left", "kicked"), ("member", "administrator"), ("group", "supergroup")
TROUBLES = (PlatformDown, PlaceGone, PlaceMoved, Muted, NotChanged, RetryLater, MessageLost, Pictureless)


class TelegramIncoming:
    """Where updates are handed in."""

    def __init__(self, sender: TelegramSender) -> None:
        self.sender, self.host = sender, sender.host
        self.looks = LookUpLimits()

    def handle(self, raw: Any) -> None:
        """Deal with one update, whatever it is."""
        update = read(raw)
        if update is None:
            log.warning("ignoring malformed Telegram update")
            return
        try:
            self._dealt(update)
        except (Overloaded, PlatformDown, RetryLater):  # whoever brought it is to bring it again
            raise
        except Exception as error:  # noqa: BLE001 # one broken update must not stop the others
            log.error("update failed key=%s: %s", update.key, where(error))  # noqa: TRY400 # values could be secret

    def _dealt(self, update: Update) -> None:
        if update.callback_query is not None:
            self._tap(update, update.callback_query)
        elif update.my_chat_member is not None:
            self._status(update, update.my_chat_member)
        elif update.message is not None:
            self._message(update, update.message)

    def _refused(self, call: TelegramCall, no: Illegal) -> Answer:
        """Why not; but what was accepted when this very update came before is not refused now."""
        before = call.before()
        return refusal(before) if before else Answer([Told(no.text, no.facts)], ok=False)

    # -- what happens to us

    def _status(self, update: Update, status: OwnMembership) -> None:
        chat = place(status.chat.id)
        if status.new_chat_member.status in THERE and status.old_chat_member.status in GONE:
            if status.chat.type in GROUPS:
                welcome.greet(self.host, chat, update.update_id)
            return
        if status.new_chat_member.status in GONE:
            unreachable.thrown_out(self.host, chat, self.sender.wire.name)

    # -- what is written

    def _message(self, update: Update, message: TelegramMessage) -> None:
        self.sender.newest.note(message.place, message.message_id)
        if message.migrate_to_chat_id:
            unreachable.migrated(self.host, message.chat.id, message.migrate_to_chat_id)
            return
        text, sheet = message.text[: LONGEST_PACK if PACK.match(message.text) else LONGEST].strip(), sheet_of(message)
        anonymous = message.sender_chat is not None and message.sender_chat.id == message.chat.id
        if not (text or sheet) or message.chat.type == "channel" or (message.by is None and not anonymous):
            return
        call = TelegramCall(self.sender, update, message, None if anonymous else message.by, text)
        try:
            answer = brought(call, sheet) if sheet else self._written(call, text)
        except Illegal as no:
            answer = self._refused(call, no)
        if answer is not None:
            self._say(call, answer)
            self._settle(call, answer)
            if answer.ok and answer.game and not (answer.speaks or answer.file):
                self._sign(message)

    def _written(self, call: TelegramCall, text: str) -> Answer | None:
        found = COMMAND.fullmatch(text)
        if found is None:
            return self._plain(call, text)
        word, whom, call.words = found[1].lower(), found[2] or "", (found[3] or "").strip()
        if whom and whom.lower() != self.sender.wire.name.lower():
            return None
        word = ALIASES.get(word, word)
        if topic := rule_links.meant(word):
            word, call.words = "rules", topic
        entry = MENU.get(word)
        if entry is not None:
            if word in LOOKS and not (call.words and word in DOES) and not self.looks.let(call):
                return None
            if entry.where == PRIVATE:
                call.in_private()
            return entry.does(call)
        if playing.playable(call, word):
            return desk.play(call, f"{word} {call.words}")
        why = playing.why_not(call, f"{word} {call.words}") if call.private else None
        # In a group it may be for another bot.
        return why or (say(refusals.NO_COMMAND, help=call.spelled("help")) if call.private or whom else None)

    def _plain(self, call: TelegramCall, text: str) -> Answer | None:
        """Words without a command: in private an answer or what they may do, in a group only a reply to a question."""
        if call.private and not call.data and desk.meant(call, text):
            return desk.play(call, text)
        return desk.pick(call) if call.private or call.data else None

    def _say(self, call: TelegramCall, answer: Answer) -> None:
        """Hand the answer to the outbox: once, however often the update comes."""
        if not (answer.speaks or answer.file):
            return
        key = f"{call.update.key}/said"
        if answer.file and not self.host.store.answered(key):
            self._give(call, answer.file)
        post = Post(call.place, "", call.update.update_id, answer.lines, answer.asks, names=answer.names)
        post.style = call.style
        if call.message and not call.private:
            post.reply, post.whom = call.message.message_id, call.person.name if call.person else ""
        post.urgent = not answer.ok
        posts = [post] if answer.lines or answer.asks else []
        if answer.board:
            posts.append(Post(call.place, answer.board, call.update.update_id, board=True))
        anew = [(call.place, answer.board)] if answer.board else []
        self.host.store.answer(key, posts, self.host.now(), anew)

    def _give(self, call: TelegramCall, file: bytes) -> None:
        chat = call.message.chat.id if call.message else 0
        try:
            self.sender.wire.call(lambda bot: bot.send_document(chat_id=chat, document=file, filename=FILE))
        except TelegramError as error:
            log.warning("a file could not be sent: %s", type(error).__name__)

    # -- what is tapped

    def _tap(self, update: Update, tap: ButtonTap) -> None:
        call = TelegramCall(self.sender, update, tap.message, tap.by, "")
        try:
            answer = tapping.tapped(call, tap.data)
        except Illegal as no:
            answer = self._refused(call, no)
            answer.alert = "" if answer.lines else tapping.DONE
        except RetryLater:
            answer = Answer(alert=call.say(BUSY))
        except (*TROUBLES, TelegramError) as trouble:
            log.info("tap not shown place=%s error=%s", call.place, type(trouble).__name__)
            answer = Answer()
        except Overloaded:  # it comes again, and then we know more
            raise
        except Exception:
            self._notice(tap, call.say(BROKEN), alert=True)
            raise
        why = call.written(answer)
        text = why or answer.alert
        there = self._notice(tap, text, alert=bool(why) or len(answer.alert) > 20)
        self._say(call, Answer(asks=answer.asks))
        if there and self._show(call):
            self._settle(call, answer)
        if units(text) > LONGEST_ALERT and not call.private:  # last, for nothing waits for it
            self.sender.whisper(call.place, tap.by.id, tap.id, text)

    def _show(self, call: TelegramCall) -> bool:
        """Show under the tapped message what the tap has changed; was Telegram there?"""
        try:
            call.show()
        except PlatformDown:
            return False
        except (*TROUBLES, TelegramError) as trouble:
            log.info("tap not shown place=%s error=%s", call.place, type(trouble).__name__)
        return True

    def _settle(self, call: TelegramCall, answer: Answer) -> None:
        """Take away the buttons of what has just been answered: here and in their private chat."""
        if answer.ok and answer.game:
            for chat in dict.fromkeys([call.place, call.person.place if call.person else ""]):
                if chat.startswith(PREFIX):
                    self.sender.keyboards.settle(chat)

    def _sign(self, message: TelegramMessage) -> None:
        """Put a sign under a typed answer that it was taken: it is no message, and rings nowhere."""
        chat, number = message.chat.id, message.message_id
        with unheeded():  # reactions may be forbidden there
            self.sender.wire.call(
                lambda bot: bot.set_message_reaction(chat, number, TAKEN, read_timeout=TAP_READ),
            )

    def _notice(self, tap: ButtonTap, text: str, *, alert: bool) -> bool:
        """Answer a tap, before anything else is shown; was Telegram there?"""
        told = clipped(text, LONGEST_ALERT) or None
        try:
            self.sender.wire.call(
                lambda bot: bot.answer_callback_query(tap.id, told, show_alert=alert, read_timeout=TAP_READ)
            )
        except TelegramError as error:  # too old, most likely: nobody is waiting for this any more
            log.info("tap not answered chat=%s error=%s", tap.by.id, type(error).__name__)
            return isinstance(error, BadRequest) or not isinstance(error, NetworkError)
        return True
