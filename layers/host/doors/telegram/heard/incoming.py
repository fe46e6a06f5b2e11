"""Handles one update: does what it asks for, and answers. Polling and webhook both hand their updates in here.

An update may come twice, late, forged or broken: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from telegram.error import TelegramError

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
FILE = "race-to-a-billion.json"
BROKEN = "Something is wrong at our end; nothing has changed."
BUSY = "Telegram asks me to slow down. Please tap again in a moment."
GONE, THERE, GROUPS = ("left", "kicked"), ("member", "administrator"), ("group", "supergroup")
TROUBLES = (PlatformDown, PlaceGone, PlaceMoved, Muted, NotChanged, RetryLater, MessageLost, Pictureless)


class TapNotice(NamedTuple):
    """What whoever tapped a button is shown at once, by Telegram's names; often nothing but that it was heard."""

    callback_query_id: str
    text: str
    show_alert: bool


class Receipt(NamedTuple):
    """The sign under a typed answer that it was taken, by Telegram's names: it is no message, and rings nowhere."""

    chat_id: int
    message_id: int
    reaction: list[dict[str, str]]


METHODS = {TapNotice: "answerCallbackQuery", Receipt: "setMessageReaction"}


class TelegramIncoming:
    """Where updates are handed in. A notice is called out at once, unless it is to go another way. If this is not
    `tidy`, the next message of a private chat takes away the buttons of what was answered elsewhere.
    """

    def __init__(
        self,
        sender: TelegramSender,
        notify: Callable[[TapNotice | Receipt], object] | None = None,
        *,
        tidy: bool = True,
    ) -> None:
        self._tidy = tidy
        self.sender, self.host, self._notify = sender, sender.host, notify or self._call
        self.looks = LookUpLimits()

    def handle(self, raw: Any) -> None:
        """Deal with one update, whatever it is."""
        update = read(raw)
        if update is None:
            log.warning("an update made no sense")
            return
        try:
            self._dealt(update)
        except (Overloaded, PlatformDown, RetryLater):  # whoever brought it is to bring it again
            raise
        except Exception as error:  # noqa: BLE001 # one broken update must not stop the others
            log.error("an update broke down: %s", where(error))  # noqa: TRY400 # values could be secret

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
        return refusal(before) if before else Answer([Told(no.text, no.facts)])

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
                self._notify(Receipt(message.chat.id, message.message_id, [{"type": "emoji", "emoji": TAKEN}]))

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
            log.info("a tap could not be shown: %s", type(trouble).__name__)
            answer = Answer()
        except Overloaded:  # it comes again, and then we know more
            raise
        except Exception:
            self._notice(tap, call.say(BROKEN), alert=True)
            raise
        why = call.written(answer)
        text = why or answer.alert
        self._notice(tap, text, alert=bool(why) or len(answer.alert) > 20)
        self._say(call, Answer(asks=answer.asks))
        self._settle(call, answer)
        if units(text) > LONGEST_ALERT and not call.private:  # last, for nothing waits for it
            self.sender.whisper(call.place, tap.by.id, tap.id, text)

    def _settle(self, call: TelegramCall, answer: Answer) -> None:
        """What has just been answered is asked nowhere any more: neither here nor in their private chat."""
        if self._tidy and answer.ok and answer.game:
            for chat in dict.fromkeys([call.place, call.person.place if call.person else ""]):
                if chat.startswith(PREFIX):
                    self.sender.keyboards.settle(chat)

    def _notice(self, tap: ButtonTap, text: str, *, alert: bool) -> None:
        self._notify(TapNotice(tap.id, clipped(text, LONGEST_ALERT), alert))

    def _call(self, said: TapNotice | Receipt) -> None:
        if isinstance(said, Receipt):
            with unheeded():  # reactions may be forbidden there
                chat, message = said.chat_id, said.message_id
                self.sender.wire.call(
                    lambda bot: bot.set_message_reaction(chat_id=chat, message_id=message, reaction=TAKEN)
                )
            return
        tap, text, alert = said
        try:
            self.sender.wire.call(
                lambda bot: bot.answer_callback_query(callback_query_id=tap, text=text or None, show_alert=alert)
            )
        except TelegramError as error:  # too old, most likely: nobody is waiting for this any more
            log.info("a tap could not be answered: %s", type(error).__name__)
