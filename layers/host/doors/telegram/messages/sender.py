"""Says what the outbox holds: words split to fit, questions with buttons, and one message a place for each board."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from telegram.error import BadRequest

from engine.kernel import Illegal, Reader
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import CLOSED, OVER, WritingStyle
from host.delivery.outbox import Message, NotChanged, Reminder, RetryLater, Unfinished
from host.doors.telegram.calls.api_errors import MessageLost, Pictureless, too_new, understood, unheeded
from host.doors.telegram.calls.connection import HostBot, TelegramConnection
from host.doors.telegram.calls.group_minute import LIMITS, MOST, GroupMinute
from host.doors.telegram.calls.wire import HTML, UNPREVIEWED, answering, markup
from host.doors.telegram.heard.admins import Admins
from host.doors.telegram.menus import named_panels, panels
from host.doors.telegram.menus.host_commands import HostCommands
from host.doors.telegram.messages import action_buttons, asking, board, packing, unreachable, unsent_answers
from host.doors.telegram.messages.alerts import rings_group, rings_private
from host.doors.telegram.messages.ephemeral_messages import Whispers
from host.doors.telegram.messages.keyboards import Keyboards
from host.doors.telegram.messages.newest_messages import NewestMessages
from host.doors.telegram.messages.pins import Pins
from host.doors.telegram.messages.screens import (
    LONGEST_TEXT,
    Rows,
    Screen,
    clipped,
    escaped,
    folded,
    folded_news,
    pieces,
    simplified,
    until,
)
from host.doors.telegram.messages.shared_posts import SharedPost
from host.doors.telegram.places import PREFIX, address, lane, private
from host.people import accounts
from host.said.desk.linking import only_here
from host.shown import seat_signs, views, words
from host.shown.picture.alt_text import alt_text
from host.shown.views import GameView, QuestionView

T = TypeVar("T")
SCROLLED = 20  # newer messages under which a board counts as out of sight
LATELY = 60.0  # seconds in which something has just been said
EDIT_READ = 5.0  # seconds: an edit that is made twice does no harm
MOST_REMEMBERED = 1000  # messages
IN_WORDS = "plain"  # a board in words, where no pictures may be sent


class Shown(NamedTuple):
    """What a message shows: a digest of its words and picture, and its buttons."""

    digest: bytes
    rows: Rows


class TelegramSender:
    """Telegram as the outbox knows a platform."""

    prefix = PREFIX
    mixes = True
    pauses = True

    def __init__(
        self,
        host: HostContext,
        wire: TelegramConnection,
        newest: NewestMessages | None = None,
        web: str = "",
        app: str = "",
        *,
        alone: bool = True,
    ) -> None:
        self.host, self.wire, self.newest, self.web = host, wire, newest or NewestMessages(), web
        self.public = "" if not web or only_here(web) else web  # where anybody's telephone finds the page
        self.app = app  # the short name under which a link opens the page inside Telegram
        self.admins = Admins(host, wire)
        self.simple = False  # does the server at the other end know less of Telegram than we do?
        self.pins, self.whispers, self.host_commands = Pins(host, wire), Whispers(wire), HostCommands(host, wire)
        self.keyboards = Keyboards(host, self._open, self.relabel)
        self._lock = threading.Lock()
        self._shared: dict[str, SharedPost] = {}  # the last post of a place, if more may be added to it
        self.minute = GroupMinute(host.now)
        self._alone = alone  # or other processes edit the same messages
        self._shows: dict[tuple[str, int], Shown] = {}  # what a message shows, where we know it
        self._spoke: dict[str, list[float]] = {}  # when something new was sent within the last minute, by lane

    def lane(self, chat: str) -> str:
        """All topics of a group share its limits."""
        return lane(chat)

    def crowd(self, chat: str) -> bool:
        """Groups take fewer messages."""
        return not private(chat)

    # -- words

    def send(self, chat: str, message: Message) -> str:
        """Say it, a part at a time if it is long; what has been closed meanwhile is not asked any more."""
        if not private(chat) and (wait := self.minute.wait_to_post(lane(chat), urgent=message.urgent)):
            raise RetryLater(wait)
        parts = packing.packed(packing.left(self._screens(chat, message), Counter(message.said)))
        sent = ""
        if parts:
            whole = Screen("\n\n".join(each.text for each in parts[0]), packing.rows_of(parts[0]))
            sent = self._added(chat, message, whole) or self._said(chat, message, whole)
            self.keyboards.opened(chat, int(sent), parts[0], settled=bool(message.game))
        if message.muted:
            unreachable.speaks_again(self.host, chat)
        if len(parts) > 1:
            raise Unfinished(_gap(chat), [*message.said, *(each.mark for each in parts[0])])
        return sent

    def _said(self, chat: str, message: Message, screen: Screen) -> str:
        aloud = rings_private(message) if private(chat) else rings_group(message)
        sent = self._post(chat, screen, message.reply, rings=aloud)
        if message.game and not (aloud or screen.rows):
            self._shared[chat] = SharedPost(int(sent), message.game, screen.text)
        return sent

    def _added(self, chat: str, message: Message, screen: Screen) -> str:
        """Silent news in the post before, if that is the last thing there; or nothing."""
        last = self._shared.pop(chat, None)
        if (
            last is None
            or message.reply
            or screen.rows
            or rings_group(message)
            or not last.takes(message.game, screen.text)
        ):
            return ""
        if self.newest.since(chat, last.message) or self._edit_wait(chat, MOST // 2):
            return ""
        more = last.with_more(screen.text)
        with suppress(MessageLost):
            self.edit(chat, last.message, Screen(more.text))
            self._shared[chat] = more
            return str(last.message)
        return ""

    def _screens(self, chat: str, message: Message) -> list[Screen]:
        reader = words.reader(seat_signs.signed(message.names), message.style)
        lines = "\n".join(words.told(message.lines, reader))
        fold = folded_news if message.game else folded
        found = [Screen(fold(piece)) for piece in pieces(lines) if piece.strip()]
        if found and message.game:
            found[-1].rows = action_buttons.rows(self, chat, message, reader)
        asked = [(message.game, question) for question in message.asks if not question.startswith(panels.MARK)]
        for reminder in message.reminders:
            about = f"reminds {reminder.game} {reminder.seat}"
            found.append(Screen(self._reminder(chat, reminder, reader), about=about))
            asked += [(reminder.game, question) for question in reminder.clocks]
        for game in dict.fromkeys(game for game, _ in asked):
            found += self.questions(chat, game, {question for which, question in asked if which == game})
        names = [question for question in message.asks if question.startswith(panels.MARK)]
        return found + [panel for name in names if (panel := named_panels.panel(self, chat, name))]

    def _reminder(self, chat: str, reminder: Reminder, reader: Reader) -> str:
        due = min(clock.due for clock in reminder.clocks.values())
        left = clocks.spoken(max(1.0, due - self.host.now()))
        facts = {"title": ruleset(reminder.ruleset).title, "left": left}
        if private(chat):
            text = reader.say("⏳ {title} waits for you: {left} left.", **facts)
        else:
            text = reader.say("⏳ {title} waits for {who}: {left} left.", **facts, who=reminder.name)
        return f"{escaped(text)} {until(due, reader)}"

    def questions(self, chat: str, game: str, questions: set[str]) -> list[Screen]:
        """These questions as they are seen in this place; those that are still open."""
        try:
            shown, reader = self.seen(chat, game)
        except Illegal:  # closed meanwhile
            return []
        asked = [each for each in shown.asked if each.goes_by(questions) and self._may_hear(shown, each)]
        known = {} if private(chat) else self._people(game)
        found = asking.screens(shown, asked, reader, self.host.now(), known, board=chat in shown.places)
        for screen in found:
            screen.rows = unsent_answers.put_back(self.host, chat, shown, asked, screen.rows, reader)
        return found

    def _open(self, chat: str, game: str, questions: set[str]) -> Rows:
        """The buttons of those of these questions that are still open."""
        return packing.rows_of(self.questions(chat, game, questions))

    def _people(self, game: str) -> dict[str, int]:
        """The Telegram accounts of those who have one, by seat."""
        players = views.found(self.host, game).session.players
        return {each.seat: address(each.place)[0] for each in players if each.place.startswith(PREFIX)}

    @staticmethod
    def _may_hear(shown: GameView, asked: QuestionView) -> bool:
        return not asked.secret or asked.who == shown.you

    def seen(self, chat: str, game: str) -> tuple[GameView, Reader]:
        """The game as it is seen in this place, and how it is written there."""
        person_id, style = self._reader_of(chat, game) if private(chat) else ("", None)
        shown = views.view(self.host, game, person_id)
        return shown, words.reader(seat_signs.signed(shown.names), style or shown.style)

    def _reader_of(self, chat: str, game: str) -> tuple[str, WritingStyle | None]:
        """Who reads what is said in private there, and how they like it written: the game knows its own players."""
        for player in views.found(self.host, game).session.players:
            if player.person and player.place == chat:
                return player.person, player.habits.style
        person_id = self.host.store.who(chat, self.host.now())
        person = accounts.person(self.host, person_id) if person_id else None
        return person_id, person.habits.style if person else None

    def _post(self, chat: str, screen: Screen, reply: int = 0, *, rings: bool = False) -> str:
        number, topic = address(chat)
        sent = self._shown(
            chat,
            screen,
            lambda bot, put: bot.send_message(
                chat_id=number,
                text=put.text,
                parse_mode=HTML,
                link_preview_options=UNPREVIEWED,
                reply_markup=markup(put.rows),
                message_thread_id=topic or None,
                reply_parameters=answering(reply),
                disable_notification=not rings,
            ),
        )
        self._noted(chat, sent.message_id)
        self._now_shows(chat, sent.message_id, _shown_as(screen))
        return str(sent.message_id)

    def _shown(self, chat: str, screen: Screen, make: Callable[[HostBot, Screen], Coroutine[Any, Any, T]]) -> T:
        """Show this; where the server at the other end does not know all that is in it, then without that."""
        with self._heeding(chat), understood():
            put = simplified(screen) if self.simple else screen
            try:
                return self.wire.call(lambda bot: make(bot, put))
            except BadRequest as error:
                if self.simple or not too_new(error):
                    raise
            self.simple = True
            return self.wire.call(lambda bot: make(bot, simplified(screen)))

    def _noted(self, chat: str, message: int) -> None:
        self.newest.note(chat, message)
        self.minute.posted(lane(chat))
        now = self.host.now()
        with self._lock:
            recent = {place: sent for place, sent in self._spoke.items() if sent[-1] > now - LATELY}
            lately = [moment for moment in recent.get(lane(chat), []) if moment > now - LATELY]
            self._spoke = {**recent, lane(chat): [*lately, now]}

    def _heeding(self, chat: str) -> unreachable.GonePlaceWatch:
        return unreachable.GonePlaceWatch(self.host, chat, self.wire)

    # -- boards

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Edit the message that shows the game; a new one, if that is gone, out of sight, or of another kind."""
        shown, reader = self.seen(chat, game_id)
        kind, (old, _, number) = board.shown_as(shown), message_id.partition(":")
        before = int(number) if number.isdigit() else 0
        same = old == kind or (old == IN_WORDS and kind in board.PICTURED)
        if before and (not same or self.newest.since(chat, before) > SCROLLED):
            self._may_speak(chat)
            self._bare(chat, before)
            self.pins.let_go(chat, before)
            before = 0
        if before:
            with suppress(MessageLost, Pictureless):
                self._edit_board(chat, shown, reader, before, old)
                if shown.stage in (OVER, CLOSED):
                    self.host_commands.keep_up(chat, game_id)
                return message_id
        name = self._new_board(chat, shown, reader, kind)
        self.host_commands.keep_up(chat, game_id)
        self.pins.pin(chat, int(name.partition(":")[2]))
        return name

    def _screen(self, chat: str, shown: GameView, reader: Reader, kind: str) -> Screen:
        if kind == "lobby":
            return board.lobby(shown, reader, self.wire.name)
        most = board.LONGEST_CAPTION if kind in board.PICTURED else LONGEST_TEXT
        inside = board.inside(shown, reader, "" if private(chat) else self.wire.name, self.public, self.app)
        found = board.screen(shown, reader, most, board.leads(shown, reader, self.wire.name, self.public) + inside)
        found.rows = unsent_answers.put_back(self.host, chat, shown, shown.asked, found.rows, reader)
        return found

    def _may_speak(self, chat: str) -> None:
        """A board may be edited right after something was said there, but a new one waits for its turn. Where only the
        words that it comes with were said of late that is the second of any chat, for which nobody else need be sent.
        """
        lately, now = self._spoke.get(lane(chat), [0.0]), self.host.now()
        if lately[-1] + _gap(chat) <= now:
            return
        if self.host.pause is None or len(lately) > 1:
            raise RetryLater(lately[-1] + _gap(chat) - now)
        if lately[-1] + LIMITS.gap > now:
            self.host.pause(lately[-1] + LIMITS.gap - now)

    def _new_board(self, chat: str, shown: GameView, reader: Reader, kind: str) -> str:
        """A new message that shows the game; in words, where no pictures may be sent."""
        self._may_speak(chat)
        if kind not in board.PICTURED:
            return f"{kind}:{self._post(chat, self._screen(chat, shown, reader, kind))}"
        try:
            return f"{kind}:{self._new_picture(chat, shown, reader)}"
        except Pictureless:
            return f"{IN_WORDS}:{self._post(chat, self._screen(chat, shown, reader, IN_WORDS))}"

    def _new_picture(self, chat: str, shown: GameView, reader: Reader) -> int:
        (number, topic), screen = address(chat), self._screen(chat, shown, reader, board.shown_as(shown))
        png = board.picture(shown, reader)
        sent = self._shown(
            chat,
            screen,
            lambda bot, put: bot.send_photo(
                chat_id=number,
                photo=png,
                caption=put.text,
                parse_mode=HTML,
                reply_markup=markup(put.rows),
                message_thread_id=topic or None,
                disable_notification=True,
                filename="board.png",
            ),
        )
        self._noted(chat, sent.message_id)
        self._now_shows(chat, sent.message_id, _shown_as(screen, png))
        return sent.message_id

    def show_own(self, chat: str, game: str) -> None:
        """Somebody's own board, large enough to be read, in their private chat: once, when they ask for it."""
        shown, reader = self.seen(chat, game)
        mine = board.own(shown)
        png, words = board.picture(shown, reader, mine), "\n".join(alt_text(panel, reader) for panel in mine)
        text = escaped(clipped(words, board.LONGEST_CAPTION * 4 // 5))
        with self._heeding(chat), understood():
            number = address(chat)[0]
            sent = self.wire.call(lambda bot: bot.send_photo(chat_id=number, photo=png, caption=text, parse_mode=HTML))
        self._noted(chat, sent.message_id)

    def _edit_board(self, chat: str, shown: GameView, reader: Reader, message: int, kind: str) -> None:
        if wait := self._edit_wait(chat):
            raise RetryLater(min(wait, LIMITS.crowd_gap))  # words need not wait for it
        screen, number = self._screen(chat, shown, reader, kind), address(chat)[0]
        if kind not in board.PICTURED:
            self.edit(chat, message, screen)
            return
        png = board.picture(shown, reader)
        digest = self._must_differ(chat, message, screen, png)
        self._shown(
            chat,
            screen,
            lambda bot, put: bot.edit_photo(
                chat_id=number,
                message_id=message,
                photo=png,
                filename="board.png",
                caption=put.text,
                reply_markup=markup(put.rows),
            ),
        )
        self._now_shows(chat, message, digest)
        self.minute.edited(lane(chat))

    def must_have_room(self, chat: str) -> None:
        """Raise RetryLater where nothing more may be edited just now."""
        if wait := self._edit_wait(chat):
            raise RetryLater(wait)

    def _must_differ(self, chat: str, message: int, screen: Screen, png: bytes = b"") -> Shown:
        """Return what a message is to show; raises NotChanged if it shows that already."""
        wanted = _shown_as(screen, png)
        if self._shows.get((chat, message)) == wanted:
            raise NotChanged
        return wanted

    def _now_shows(self, chat: str, message: int, shown: Shown) -> None:
        if self._alone:
            if len(self._shows) >= MOST_REMEMBERED:
                self._shows.clear()
            self._shows[chat, message] = shown

    def edit(self, chat: str, message: int, screen: Screen) -> None:
        """Change what a message says, and its buttons."""
        number, digest = address(chat)[0], self._must_differ(chat, message, screen)
        self._shown(
            chat,
            screen,
            lambda bot, put: bot.edit_message_text(
                text=put.text,
                chat_id=number,
                message_id=message,
                parse_mode=HTML,
                link_preview_options=UNPREVIEWED,
                reply_markup=markup(put.rows),
                read_timeout=EDIT_READ,
            ),
        )
        self._now_shows(chat, message, digest)
        self.minute.edited(lane(chat))

    def whisper(self, chat: str, account: int, tap: str, text: str) -> None:
        """What whoever tapped reads in a pop-up as far as it fits, they may read whole; if there is room for it."""
        quiet = self._spoke.get(lane(chat), [0.0])[-1] + LIMITS.gap <= self.host.now()
        if quiet and not self._edit_wait(chat, MOST // 2) and self.whispers.say(chat, account, tap, text):
            self.minute.edited(lane(chat))

    def _edit_wait(self, chat: str, most: int = MOST) -> float:
        """In how many seconds one more thing may be changed in a group."""
        return 0.0 if private(chat) else self.minute.wait(lane(chat), most)

    def _bare(self, chat: str, message: int) -> None:
        # Buttons on a board that is shown elsewhere now would only mislead; if they stay, taps still say so.
        self.relabel(chat, message, [])

    def relabel(self, chat: str, message: int, rows: Rows) -> None:
        """Change only the buttons of a message, if that is possible just now."""
        number = address(chat)[0]
        before = self._shows.get((chat, message))
        if self._edit_wait(chat) or (before and before.rows == rows):
            return
        with unheeded():
            rest = markup(rows)
            self.wire.call(
                lambda bot: bot.edit_message_reply_markup(number, message, reply_markup=rest, read_timeout=EDIT_READ)
            )
            if before:
                self._shows[chat, message] = before._replace(rows=rows)
            self.minute.edited(lane(chat))


def _shown_as(screen: Screen, png: bytes = b"") -> Shown:
    return Shown(hashlib.sha256(b"\0".join([screen.text.encode(), png])).digest(), screen.rows)


def _gap(chat: str) -> float:
    return LIMITS.gap if private(chat) else LIMITS.crowd_gap
