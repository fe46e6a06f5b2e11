"""Says what the outbox holds: words split to fit, questions with buttons, and one message a place for each board."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import groupby
from typing import Any, TypeVar

from msgspec.structs import replace
from telegram import Message as TelegramMessage
from telegram.error import BadRequest

from engine.kernel import Illegal, Reader, Told, Words
from host.core import events
from host.core.context import Cache, HostContext
from host.core.error_lines import format_error_location
from host.core.session import CLOSED, OVER, Session, WritingStyle
from host.delivery.outbox import (
    NOTHING_SENT,
    Message,
    NotChanged,
    PlatformDown,
    RetryLater,
    Unfinished,
    is_answer_wanted,
    should_notify_group,
    should_notify_private,
)
from host.doors.telegram.calls.connection import (
    HTML,
    MOST,
    TELEGRAM_LIMITS,
    UNPREVIEWED,
    GroupMinute,
    HostBot,
    MessageLost,
    PicturesForbidden,
    TelegramConnection,
    build_reply_markup,
    build_reply_parameters,
    compute_post_gap,
    ignore_telegram_errors,
    is_unsupported_by_server,
    translate_telegram_errors,
)
from host.doors.telegram.heard.command_menu import HostCommands
from host.doors.telegram.menus import game_menu, panels
from host.doors.telegram.messages import action_buttons, asking, board, chats
from host.doors.telegram.messages.asking import CAME_MARK, Keyboards, OpenKeyboard, SentQuestions
from host.doors.telegram.messages.board import (
    Chronicle,
    is_play,
)
from host.doors.telegram.messages.chats import SCROLLED, BoardPins, EphemeralMessages, GroupAdminCache, NewestMessages
from host.doors.telegram.messages.screens import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    SPOILER,
    WIN_EFFECT,
    MessageContent,
    Rows,
    Screen,
    build_message_content,
    clip_text,
    count_text_units,
    escape_telegram_html,
    fold_news,
    fold_text,
    format_news_lines,
    render_spoilers,
    simplify_screen,
    split_text,
)
from host.doors.telegram.places import TELEGRAM_PREFIX, compute_telegram_lane, is_private_chat, parse_telegram_place
from host.people import accounts
from host.said.desk.own_account import is_loopback_address
from host.shown import views, words
from host.shown.picture.as_text import format_alt_text
from host.shown.picture.drawing import draw_if_possible
from host.shown.picture.scene import draw_news
from host.shown.views import GameView

log = logging.getLogger(__name__)
EXPORT_FILENAME = "race-to-a-billion.json"

T = TypeVar("T")
MAX_BELOW_NEWS = 8  # newer messages under which a post of news is still looked at
SHOWN_BY_LOBBY = events.TableOpened  # what the message that shows a lobby says itself
GREAT_MOMENT_REACTION = "🎉"
RECENT_POST_SECONDS = 60.0  # seconds in which something has just been said
AFTER_TAP_SECONDS = 10.0  # after a tap in private, in which its reader is looking and need not be rung
EDIT_READ = 5.0  # seconds: an edit that is made twice does no harm
MOST_REMEMBERED = 1000  # messages
PICTURE_FILENAME = "board.png"
IN_WORDS = "plain"  # a board in words, where no pictures may be sent


class TelegramSender:
    """Telegram as a platform of the outbox."""

    prefix = TELEGRAM_PREFIX
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
        self.public = "" if not web or is_loopback_address(web) else web  # where anybody's telephone finds the page
        self.app = app  # the short name under which a link opens the page inside Telegram
        self.admins = GroupAdminCache(host, wire)
        self.effects = self.hides = True  # until Telegram refuses an effect, or a picture behind a spoiler
        self.simple = False  # does the server at the other end know less of Telegram than we do?
        self.pins, self.whispers = BoardPins(host, wire), EphemeralMessages(wire)
        self.host_commands = HostCommands(host, wire)
        self.reactions, self.pictures = chats.BotReactions(wire), chats.PictureRefusals(host)
        self.topics = chats.PrivateTopics(host, wire, asks=alone)  # in functions each process would have to ask
        self.keyboards = Keyboards(host, self._build_open_rows, self.replace_buttons)
        self._lock = threading.Lock()
        self.minute = GroupMinute(host.now, host.store if alone else None)
        self.alone = alone  # or other processes edit the same messages
        self._shows = Cache(MOST_REMEMBERED)  # what a message shows, where we know it
        self._tapped: dict[str, float] = {}  # when somebody last tapped in their private chat
        self._spoke: dict[str, list[float]] = {}  # when something new was sent within the last minute, by lane

    def get_lane(self, chat: str) -> str:
        """Return the chat without its topic, which is what Telegram's limits are counted by."""
        return compute_telegram_lane(chat)

    def is_crowd(self, chat: str) -> bool:
        """Return whether this chat is a group, to which Telegram lets a bot send fewer messages."""
        return not is_private_chat(chat)

    # -- words

    def send(self, chat: str, message: Message) -> str:
        """Send the first part of an outbox post not sent yet, without questions closed meanwhile; return the message's
        id, or NOTHING_SENT. First turn messages whose questions it closes into results; if one shows its result, leave
        out the news. Raise Unfinished if more parts are left, RetryLater if limits leave no room.
        """
        if not is_private_chat(chat) and (
            wait := self.minute.compute_post_wait(compute_telegram_lane(chat), urgent=message.urgent)
        ):
            raise RetryLater(wait)
        if CAME_MARK in message.said or (message.closes and self._turn_questions_into_results(chat, message)):
            message = replace(message, lines=[], said=[*message.said, CAME_MARK])
        try:
            return self._send_parts(chat, message)
        except Unfinished:
            raise
        except RetryLater as later:
            if CAME_MARK not in message.said:
                raise
            raise Unfinished(later.seconds, message.said) from None

    def _send_parts(self, chat: str, message: Message) -> str:
        """Send the first part of a message not sent yet; raise Unfinished if more are left, else return the id of what
        was sent, NOTHING_SENT without any.
        """
        parts = board.pack_screens(board.list_unsent_screens(self._build_screens(chat, message), Counter(message.said)))
        sent = ""
        if parts and parts[0][0].file:
            sent = self._post_file(chat, parts[0][0].file)
        elif parts:
            whole = board.join_screens(parts[0])
            sent = self._append_to_last_post(chat, message, whole) or self._post_message(chat, message, whole)
            self._note_keyboard(chat, int(sent), parts[0], message, pictured=bool(whole.picture))
        if len(parts) > 1:
            raise Unfinished(compute_post_gap(chat), [*message.said, *(each.mark for each in parts[0])])
        return sent or NOTHING_SENT

    def _note_keyboard(self, chat: str, sent: int, screens: list[Screen], message: Message, *, pictured: bool) -> None:
        """Record the buttons of message `sent` and remove closed ones; only log a failure: an error would resend it."""
        try:
            asked = self._describe_sent_questions(chat, screens, message)._replace(pictured=pictured)
            self.keyboards.note_keyboard(chat, sent, screens, settled=bool(message.game), sent=asked)
        except Exception as error:  # noqa: BLE001 # the message has been sent
            log.warning("buttons not noted place=%s message=%s: %s", chat, sent, format_error_location(error))

    def _describe_sent_questions(self, chat: str, screens: list[Screen], message: Message) -> SentQuestions:
        """Return what to remember of a private message that asks: the text to keep, its reader's total; else
        nothing.
        """
        if not (is_private_chat(chat) and message.game and any(screen.kept for screen in screens)):
            return SentQuestions()
        if message.reminders:  # of any of their games
            return SentQuestions(board.join_kept_texts(screens))
        own = views.find_own_standing(self.view_game(chat, message.game)[0])
        return SentQuestions(board.join_kept_texts(screens), total=own.total if own else None)

    def _turn_questions_into_results(self, chat: str, message: Message) -> bool:
        """Edit the earlier messages whose questions this post closes so that they show the results (without room, only
        lose the buttons); return whether any shows one: none if the game cannot be shown.
        """
        try:
            shown, reader = self.view_game(chat, message.game)
        except Illegal:
            return False
        reader = words.build_reader(views.add_seat_signs(message.names or shown.names), message.style)

        def show(asked: OpenKeyboard, rows: Rows) -> str:
            """Edit one message to its result, or only to the buttons left; return the text kept, else an empty one."""
            total = "" if asked.total is None else asking.format_total_since(asked.total, shown, reader)
            room = asking.compute_room(asked.kept, pictured=asked.pictured)
            own = [line for line in message.lines if line in message.came]
            result = asking.pick_result_lines(message.came, own, reader, total, room) if asked.kept else None
            if result is None:
                self.replace_buttons(chat, asked.message, rows)
                return ""
            whole = f"{asked.kept}\n{result}"
            told = replace(message, lines=message.came)
            rows = [*rows, *action_buttons.build_action_rows(self, chat, told, reader)]
            with suppress(NotChanged):
                try:
                    self.edit(chat, asked.message, Screen(whole, rows), pictured=asked.pictured)
                except MessageLost:
                    return ""
            return whole

        return self.keyboards.turn_into_result(chat, message.game, message.closes, show)

    def _post_file(self, chat: str, file: bytes) -> str:
        """Post a file with a person's stored data in a chat, and return the message's id."""
        number, topic = parse_telegram_place(chat)
        with self._watch_place(chat), translate_telegram_errors():
            sent = self.wire.call(
                lambda bot: bot.send_document(
                    chat_id=number, document=file, filename=EXPORT_FILENAME, message_thread_id=topic or None
                )
            )
        self._note_new_message(chat, sent.message_id)
        return str(sent.message_id)

    def _post_message(self, chat: str, message: Message, screen: Screen) -> str:
        """Post a message with news, its picture and a notification (counted) if it deserves them, after the line that
        waits to be added to the last news; note it as the last news if it has no buttons; return its id.
        """
        self._show_waiting_line(chat)
        aloud = self._should_ring(chat, message)
        if not is_private_chat(chat) and is_play(message) and count_text_units(screen.text) <= LONGEST_CAPTION:
            screen.hides = SPOILER in screen.text
            if self.hides or not screen.hides:
                screen.picture = draw_if_possible(lambda: self._draw_news_picture(chat, message))
        screen.effect = WIN_EFFECT if self.effects and message.won and is_private_chat(chat) else ""
        screen.topic = self._find_own_topic(chat, message.game) or self.topics.find_topic_of_message(
            chat, message.reply
        )
        sent = self._post_as_far_as_allowed(chat, screen, message.reply, rings=aloud)
        if screen.picture and not is_private_chat(chat):
            self.reactions.react(parse_telegram_place(chat)[0], int(sent), GREAT_MOMENT_REACTION, EDIT_READ)
        if message.game and not screen.rows:
            self._note_news_post(chat, message, int(sent), screen)
        return sent

    def _draw_news_picture(self, chat: str, message: Message) -> bytes:
        """Draw the picture for news of a great scene, or the leaderboard. Empty for other news, and for a scene where
        so much was posted lately that scenes share a post.
        """
        last, (shown, reader) = board.load_chronicle(self.host, chat), self.view_game(chat, message.game)
        standings = board.draw_standings(message, shown, reader)
        if last is not None and last.is_crowded(self.host.now()) and not standings:
            return b""
        return draw_news(self.host, message.game, message.lines, reader, standings)

    def _note_news_post(self, chat: str, message: Message, sent: int, screen: Screen) -> None:
        """Remember this post of news as the last one: nothing is appended to a picture, nor to what is above it."""
        last, now = board.load_chronicle(self.host, chat), self.host.now()
        before, pictured = last.list_recent_posts(now) if last else [], bool(screen.picture)
        begun = Chronicle(sent, message.game, now, [screen.text], before, pictured=pictured)
        board.save_chronicle(self.host, chat, replace(begun, titles=self._list_kept_titles(chat, message)))

    def _find_own_topic(self, chat: str, game: str) -> int:
        """Return this game's topic in a private chat, created (named after game and players) if there is none; 0 in a
        group, without a game, or where there are no topics.
        """
        if not (game and is_private_chat(chat) and self.topics.can_have_topics()):
            return 0
        shown, reader = self.view_game(chat, game)
        names = ", ".join(reader.names.get(face.seat, face.name) for face in shown.faces)
        return self.topics.find_topic(chat, game, f"{reader.format_value(shown.title)}: {names}")

    def _post_as_far_as_allowed(self, chat: str, screen: Screen, reply: int, *, rings: bool) -> str:
        """Send one message and return its id; once more without what Telegram refuses: its picture, its effect (then
        left out of all later ones too), or a picture under a spoiler (likewise).
        """
        try:
            return self.post_screen(chat, screen, reply, rings=rings)
        except PicturesForbidden:
            screen.picture = b""
        except BadRequest as error:
            said = error.message.lower()
            if screen.effect and "effect" in said:
                screen.effect, self.effects = "", False
            elif screen.hides and "spoiler" in said:
                screen.picture, self.hides = b"", False  # it would show what the words hide
            else:
                raise
        return self.post_screen(chat, screen, reply, rings=rings)

    def _should_ring(self, chat: str, message: Message) -> bool:
        """Return whether a message notifies its readers (rings): in private if their setting says so, but not within
        ten seconds of their tap; in a group only for questions, reminders and a few kinds of news. A game's news that
        asks nothing is counted, and rings at most twice a day for each person whom it reaches.
        """
        if is_private_chat(chat):
            looking = self._tapped.get(chat, 0.0) > self.host.now() - AFTER_TAP_SECONDS
            wanted = should_notify_private(message) and not looking
        else:
            wanted = should_notify_group(message)
        return wanted and (
            is_answer_wanted(message) or not message.game or chats.take_ring_of_day(self.host, chat, message)
        )

    def _append_to_last_post(self, chat: str, message: Message, screen: Screen) -> str:
        """Append minor news to the last post of news if it is still close: edit it, or leave the line to be shown with
        the next one while the board tells it. Return the post's id, or "" if a new message is needed; raise RetryLater
        without room.
        """
        if not message.game or message.reply or screen.rows or screen.picture or not is_play(message):
            return ""
        last = board.load_chronicle(self.host, chat)
        if (
            last is None
            or (should_notify_group(message) and not last.is_crowded(self.host.now()))
            or not last.can_take(message.game, screen.text, self.host.now())
            or self.newest.count_newer_messages(chat, last.message) > MAX_BELOW_NEWS
        ):
            return ""
        if wait := self._compute_edit_wait(chat):
            raise RetryLater(min(wait, TELEGRAM_LIMITS.crowd_gap))
        more = replace(last.append_text(screen.text), titles=self._list_kept_titles(chat, message), waits=False)
        if not last.waits and board.shows_latest_line(self.host, chat, message, self.view_game):
            board.save_chronicle(self.host, chat, replace(more, waits=True))
            return str(last.message)
        with suppress(MessageLost):
            self.edit(chat, last.message, Screen(more.render()))
            board.save_chronicle(self.host, chat, more)
            return str(last.message)
        return ""

    def _show_waiting_line(self, chat: str) -> None:
        """Show the line last added to the news without an edit, if there is one; raise RetryLater without room."""
        last = board.load_chronicle(self.host, chat)
        if last is not None and last.waits:
            self.check_edit_room(chat)
            with suppress(MessageLost, NotChanged):
                self.edit(chat, last.message, Screen(last.render()))
            board.save_chronicle(self.host, chat, replace(last, waits=False))

    def _build_screens(self, chat: str, message: Message) -> list[Screen]:
        """Build all texts with buttons of a post: news, reminders, open questions, and menus (panels)."""
        reader = words.build_reader(views.add_seat_signs(message.names), message.style)
        found = self._build_news_screens(chat, message, reader)
        if found and message.game:
            found[-1].rows = action_buttons.build_action_rows(self, chat, message, reader)
        asked = [(message.game, question) for question in message.asks if not question.startswith(panels.MARK)]
        for reminder in message.reminders:
            about = f"reminds {reminder.game} {reminder.seat}"
            text = board.format_telegram_reminder(reminder, reader, self.host.now(), alone=is_private_chat(chat))
            found.append(Screen(text, about=about, kept=""))
            asked += [(reminder.game, question) for question in reminder.clocks]
        show = self.list_question_screens if message.reminders else self._list_full_questions
        for game in dict.fromkeys(game for game, _ in asked):
            found += show(chat, game, {question for which, question in asked if which == game})
        names = [question for question in message.asks if question.startswith(panels.MARK)]
        return found + [panel for name in names if (panel := game_menu.build_named_panel(self, chat, name))]

    def _build_news_screens(self, chat: str, message: Message, reader: Reader) -> list[Screen]:
        """Build the messages that tell news; with several boards each line stands under the name of its board."""
        fold = fold_news if message.game else fold_text
        titles = self._list_board_titles(chat, message)
        found = []
        told = [line for line in message.lines if line.kind is not SHOWN_BY_LOBBY]
        for table, lines in groupby(told, lambda line: line.table if titles else ""):
            text = "\n".join(format_news_lines(lines, reader, private=is_private_chat(chat)))
            head = f"<b>{escape_telegram_html(reader.format_value(titles[table]))}</b>\n" if table in titles else ""
            pieces = split_text(text, LONGEST_TEXT - count_text_units(head))
            found += [Screen(f"{head}{render_spoilers(fold(piece))}") for piece in pieces if piece.strip()]
        return found

    def _list_board_titles(self, chat: str, message: Message) -> dict[str, Words]:
        """Return, by the table's id, the titles of the boards and minigames that a post may tell about; empty if none
        is needed (one board only, and no minigame that is over), or the game cannot be shown.
        """
        told = {line.table for line in message.lines if line.table and message.game}
        with suppress(Illegal):  # the game cannot be shown, but its news can be told
            return board.list_told_titles(self.host, chat, self.view_game(chat, message.game)[0], told) if told else {}
        return {}

    def _list_kept_titles(self, chat: str, message: Message) -> dict[str, str]:
        """Return the titles of a post's boards and minigames, the last 16, to remember with it, because a minigame is
        gone from the view of the game when its last lines are sent.
        """
        reader, titles = words.build_reader(message.names, message.style), self._list_board_titles(chat, message)
        return {at: reader.format_value(titles[at]) for at in [*titles][-board.MAX_KEPT_TITLES :]}

    def list_question_screens(self, chat: str, game: str, questions: set[str]) -> list[Screen]:
        """Build the messages for those of these questions still open, as seen in this chat; none without the game."""
        try:
            shown, reader = self.view_game(chat, game)
        except Illegal:  # closed meanwhile
            return []
        asked = shown.list_audible_questions(questions)
        known = {} if is_private_chat(chat) else self._map_seats_to_accounts(game)
        found = asking.build_question_screens(shown, asked, reader, self.host.now(), known, board=chat in shown.places)
        for screen in found:
            screen.rows = asking.restore_unsent_answers(self.host, chat, shown, asked, screen.rows, reader)
        return found

    def _list_full_questions(self, chat: str, game: str, questions: set[str]) -> list[Screen]:
        """Build these questions' messages; in private the first has a picture and what its reader needs to know."""
        found = self.list_question_screens(chat, game, questions)
        if not (found and is_private_chat(chat)):
            return found
        shown, reader = self.view_game(chat, game)
        since = self._list_news_for(chat, shown)
        drawn = chat not in shown.places  # else the board stands there
        return [asking.add_context(found[0], shown, reader, since, drawn=drawn), *found[1:]]

    def _list_news_for(self, chat: str, shown: GameView) -> list[Told]:
        """Return what this chat's reader has not read since their last turn; none if no other chat shows the game."""
        if not any(place.startswith(TELEGRAM_PREFIX) and place != chat for place in shown.places):
            return []
        session = views.load_saved_game(self.host, shown.id).session
        return views.load_news_since_own_turn(self.host, session, self._find_chat_reader(chat, session)[0], shown.you)

    def _build_open_rows(self, chat: str, game: str, questions: set[str]) -> Rows:
        """Return, in rows, the buttons that answer those of these questions that are still open."""
        return board.join_screen_rows(self.list_question_screens(chat, game, questions))

    def _map_seats_to_accounts(self, game: str) -> dict[str, int]:
        """Return, by seat, the Telegram accounts of the players whose private place is a Telegram chat."""
        players = views.load_saved_game(self.host, game).session.players
        return {
            each.seat: parse_telegram_place(each.place)[0] for each in players if each.place.startswith(TELEGRAM_PREFIX)
        }

    def view_game(self, chat: str, game: str) -> tuple[GameView, Reader]:
        """Return a game as this chat, or in private its person, sees it, and a reader; raise Illegal if it is gone."""
        saved = views.load_saved_game(self.host, game)
        person_id, style = self._find_chat_reader(chat, saved.session) if is_private_chat(chat) else ("", None)
        shown = views.build_game_view(self.host, saved, person_id)
        return shown, words.build_reader(views.add_seat_signs(shown.names), style or shown.style)

    def _find_chat_reader(self, chat: str, session: Session) -> tuple[str, WritingStyle | None]:
        """Return the id of the person who reads this private chat and their style, empty and None for nobody; found
        among the game's players first, to save a look-up.
        """
        for player in session.players:
            if player.person and player.place == chat:
                return player.person, player.habits.style
        person_id = self.host.store.find_person_id(chat, self.host.now())
        person = accounts.load_current_person(self.host, person_id) if person_id else None
        return person_id, person.habits.style if person else None

    def post_screen(self, chat: str, screen: Screen, reply: int = 0, *, rings: bool = False) -> str:
        """Post a message and return its id; if an earlier answer of Telegram was lost, find out first whether the
        message has arrived already.
        """
        number, topic = parse_telegram_place(chat)
        where: dict[str, Any] = {
            "chat_id": number,
            "parse_mode": HTML,
            "reply_parameters": build_reply_parameters(reply),
            "disable_notification": not rings,
        }

        def post(bot: HostBot, put: Screen) -> Coroutine[Any, Any, TelegramMessage]:
            """Return the API call that posts this message, as a photo with a caption if it has a picture."""
            markup = build_reply_markup(put.rows)
            where["message_effect_id"] = put.effect or None
            where["message_thread_id"] = topic or put.topic or None
            if put.picture:
                return bot.send_photo(
                    photo=put.picture,
                    filename=PICTURE_FILENAME,
                    caption=put.text,
                    reply_markup=markup,
                    has_spoiler=put.hides or None,
                    **where,
                )
            return bot.send_message(text=put.text, link_preview_options=UNPREVIEWED, reply_markup=markup, **where)

        if found := self._find_lost_post(chat, screen):
            return str(found)
        try:
            sent = self._call_with_screen(chat, screen, post)
        except PlatformDown:
            if self.alone:  # else others may have posted what we do not know of
                self.newest.note_lost_receipt(chat)
            raise
        self.newest.forget_lost_receipt(chat)
        self._note_new_message(chat, sent.message_id)
        self._note_content(chat, sent.message_id, build_message_content(screen))
        return str(sent.message_id)

    def _find_lost_post(self, chat: str, screen: Screen) -> int:
        """Return the id of the post that arrived although Telegram's answer was lost, edited into this content now; 0
        if none. Only the bot's own messages can be edited, so a possible id that can be edited is that post.
        """
        for number in self.newest.list_lost_numbers(chat):
            with suppress(MessageLost):
                with suppress(NotChanged):
                    self.edit_picture(chat, number, screen) if screen.picture else self.edit(chat, number, screen)
                log.info("post found whose receipt was lost place=%s message=%s", chat, number)
                self.newest.forget_lost_receipt(chat)
                self._note_new_message(chat, number)
                return number
        return 0

    def _call_with_screen(
        self, chat: str, screen: Screen, make: Callable[[HostBot, Screen], Coroutine[Any, Any, T]]
    ) -> T:
        """Make an API call with this message and return its result: outside topics if its own is gone; simplified, as
        all later ones, if the server is too old. Raise the outbox's exceptions, after handling a chat found gone or
        mute.
        """
        with self.pictures.skip_refused(chat, screen), self._watch_place(chat), translate_telegram_errors():
            put = simplify_screen(screen) if self.simple else screen
            try:
                return self.wire.call(lambda bot: make(bot, put))
            except BadRequest as error:
                if put.topic and chats.is_topic_lost(error.message):
                    self.topics.forget_topic(chat, put.topic)
                    put.topic = 0
                    return self.wire.call(lambda bot: make(bot, put))
                if self.simple or not is_unsupported_by_server(error):
                    raise
            self.simple = True
            return self.wire.call(lambda bot: make(bot, simplify_screen(screen)))

    def _note_new_message(self, chat: str, message: int) -> None:
        """Record a message just posted, by number and time, for Telegram's limits and for finding lost ones."""
        lane, now = compute_telegram_lane(chat), self.host.now()
        self.newest.note_message(chat, message)
        self.minute.note_post(lane)
        with self._lock:
            recent = {place: sent for place, sent in self._spoke.items() if sent[-1] > now - RECENT_POST_SECONDS}
            lately = [moment for moment in recent.get(lane, []) if moment > now - RECENT_POST_SECONDS]
            self._spoke = {**recent, lane: [*lately, now]}

    def _watch_place(self, chat: str) -> chats.GonePlaceWatch:
        """Return a context manager that handles that a call in its block finds the chat gone or the bot muted."""
        return chats.GonePlaceWatch(self.host, chat, self.wire)

    # -- boards

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show a game as it is now: edit its message, named in `message_id` by kind and number, or, if it is gone, too
        far up or of another kind, post (and pin) a new one; return kind and number. In a group also remove closed
        questions' buttons; many players get a message for each board. Raise RetryLater or NotChanged.
        """
        if not is_private_chat(chat):  # there no post says which questions are closed
            self.keyboards.remove_closed_buttons(chat)
        shown, reader = self.view_game(chat, game_id)
        kind, (old, _, number) = board.find_message_kind(shown), message_id.partition(":")
        if kind == board.BOARDS and not is_private_chat(chat):
            if number:
                self.remove_board_buttons(chat, int(number))
            return board.show_separate_boards(self, chat, shown, reader)
        if old == board.BOARDS:
            board.forget_separate_boards(self, chat, shown.id)
        kind = "board" if kind == board.BOARDS else kind
        before = int(number) if number.isdigit() else 0
        same = old == kind or (old == IN_WORDS and kind in board.PICTURED)
        if before and (not same or self.newest.count_newer_messages(chat, before) > SCROLLED):
            self.ensure_board_gap(chat)
            self._check_board_edit(chat)  # else the buttons would stay there
            self.remove_board_buttons(chat, before)
            self.pins.unpin(chat, before)
            before = 0
        if before:
            with suppress(MessageLost, PicturesForbidden):
                self._edit_board(chat, shown, reader, before, old)
                if shown.stage in (OVER, CLOSED):
                    self.host_commands.update_host_menus(chat, game_id)
                return message_id
        name = self._post_board(chat, shown, reader, kind)
        self.host_commands.update_host_menus(chat, game_id)
        self.pins.pin(chat, int(name.partition(":")[2]))
        return name

    def build_game_screen(self, chat: str, shown: GameView, reader: Reader, kind: str) -> Screen:
        """Build text and buttons, not the picture, of a game's message of this `kind` (lobby, board …)."""
        if kind == "lobby":
            return board.build_lobby_screen(shown, reader, self.wire.name)
        most = LONGEST_CAPTION if kind in board.PICTURED else LONGEST_TEXT
        inside = board.build_web_app_rows(
            shown, reader, "" if is_private_chat(chat) else self.wire.name, self.public, self.app
        )
        found = board.build_board_screen(
            shown,
            reader,
            most,
            board.build_navigation_rows(shown, reader, self.wire.name, self.public) + inside,
            board.find_latest_line(self.host, shown, reader),
        )
        found.rows = asking.restore_unsent_answers(self.host, chat, shown, shown.asked, found.rows, reader)
        return found

    def ensure_board_gap(self, chat: str) -> None:
        """Raise RetryLater if a group's posts of this minute are used up; after one post just now pause briefly."""
        if not is_private_chat(chat) and (wait := self.minute.compute_post_wait(compute_telegram_lane(chat))):
            raise RetryLater(wait)
        lately, now = self._spoke.get(compute_telegram_lane(chat), [0.0]), self.host.now()
        if lately[-1] + compute_post_gap(chat) <= now:
            return
        if self.host.pause is None or len(lately) > 1:
            raise RetryLater(lately[-1] + compute_post_gap(chat) - now)
        if lately[-1] + TELEGRAM_LIMITS.gap > now:
            self.host.pause(lately[-1] + TELEGRAM_LIMITS.gap - now)

    def _post_board(self, chat: str, shown: GameView, reader: Reader, kind: str) -> str:
        """Post a new message that shows the game as a picture or text of this `kind`, in words where the chat forbids
        pictures; return the kind and the message's id.
        """
        self.ensure_board_gap(chat)
        if kind not in board.PICTURED:
            return f"{kind}:{self.post_screen(chat, self.build_game_screen(chat, shown, reader, kind))}"
        try:
            return f"{kind}:{self._post_picture(chat, shown, reader, kind)}"
        except PicturesForbidden:
            return f"{IN_WORDS}:{self.post_screen(chat, self.build_game_screen(chat, shown, reader, IN_WORDS))}"

    def _post_picture(self, chat: str, shown: GameView, reader: Reader, kind: str) -> str:
        """Post a new message with the picture of a game, in the game's topic of a private chat if there is one; return
        its id.
        """
        screen = self.build_game_screen(chat, shown, reader, kind)
        screen.picture = board.draw_game_picture(shown, reader)
        screen.topic = self._find_own_topic(chat, shown.id)
        return self.post_screen(chat, screen)

    def send_own_board(self, chat: str, game: str) -> None:
        """Send a large picture of their own board to the person of this private chat."""
        shown, reader = self.view_game(chat, game)
        mine = board.list_own_panels(shown)
        png, words = (
            board.draw_game_picture(shown, reader, mine),
            "\n".join(format_alt_text(panel, reader) for panel in mine),
        )
        text = escape_telegram_html(clip_text(words, LONGEST_CAPTION * 4 // 5))
        with self._watch_place(chat), translate_telegram_errors():
            number, topic = parse_telegram_place(chat)[0], self._find_own_topic(chat, game)
            sent = self.wire.call(
                lambda bot: bot.send_photo(
                    chat_id=number, photo=png, caption=text, parse_mode=HTML, message_thread_id=topic or None
                )
            )
        self._note_new_message(chat, sent.message_id)

    def _edit_board(self, chat: str, shown: GameView, reader: Reader, message: int, kind: str) -> None:
        """Edit a game's message to its present state; raise RetryLater, NotChanged or MessageLost."""
        screen = self.build_game_screen(chat, shown, reader, kind)
        if kind in board.PICTURED:
            screen.picture = board.draw_game_picture(shown, reader)
            self.edit_picture(chat, message, screen)
            return
        self._check_board_edit(chat)
        self.edit(chat, message, screen)

    def _check_board_edit(self, chat: str) -> None:
        """Raise RetryLater while Telegram's limits allow no edit of a board; news need not wait for that."""
        if wait := self._compute_edit_wait(chat):
            raise RetryLater(min(wait, TELEGRAM_LIMITS.crowd_gap))

    def edit_picture(self, chat: str, message: int, screen: Screen) -> None:
        """Replace the picture, the caption and the buttons of a message; raise RetryLater if Telegram's limits leave no
        room, and NotChanged if the message is known to show them already.
        """
        self._check_board_edit(chat)
        number, digest = parse_telegram_place(chat)[0], self._check_content_differs(chat, message, screen)
        self._call_with_screen(
            chat,
            screen,
            lambda bot, put: bot.edit_photo(
                chat_id=number,
                message_id=message,
                photo=screen.picture,
                filename=PICTURE_FILENAME,
                caption=put.text,
                reply_markup=build_reply_markup(put.rows),
            ),
        )
        self._note_content(chat, message, digest)
        self.minute.note_edit(compute_telegram_lane(chat))

    def check_edit_room(self, chat: str) -> None:
        """Raise RetryLater if Telegram's limits allow no further edit in this chat now."""
        if wait := self._compute_edit_wait(chat):
            raise RetryLater(wait)

    def _check_content_differs(self, chat: str, message: int, screen: Screen) -> MessageContent:
        """Return the content that a message is to show by an edit; raise NotChanged if this process knows that it shows
        that already, so that no edit is needed.
        """
        wanted = build_message_content(screen)
        if self._shows.find((chat, message)) == wanted:
            raise NotChanged
        return wanted

    def _note_content(self, chat: str, message: int, shown: MessageContent) -> None:
        """Remember what a message shows, so that an edit to the same is spared; not if other processes may edit it."""
        if self.alone:
            self._shows.store((chat, message), shown)

    def edit(self, chat: str, message: int, screen: Screen, *, pictured: bool = False) -> None:
        """Replace the text and buttons of a message, of a picture (`pictured`) only the caption and buttons; raise
        NotChanged if it is known to show them already, and MessageLost if it is gone.
        """
        digest = self._check_content_differs(chat, message, screen)
        where: dict[str, Any] = {
            "chat_id": parse_telegram_place(chat)[0],
            "message_id": message,
            "parse_mode": HTML,
            "read_timeout": EDIT_READ,
        }

        def change(bot: HostBot, put: Screen) -> Coroutine[Any, Any, object]:
            """Return the API call that changes the message, a picture's caption or a text."""
            markup = build_reply_markup(put.rows)
            if pictured:
                return bot.edit_message_caption(caption=put.text, reply_markup=markup, **where)
            return bot.edit_message_text(text=put.text, link_preview_options=UNPREVIEWED, reply_markup=markup, **where)

        self._call_with_screen(chat, screen, change)
        self._note_content(chat, message, digest)
        self.minute.note_edit(compute_telegram_lane(chat))

    def note_tap(self, chat: str) -> None:
        """Note (in this process) that this private chat's person has just tapped: what follows at once is silent."""
        now = self.host.now()
        with self._lock:
            recent = {place: moment for place, moment in self._tapped.items() if moment > now - AFTER_TAP_SECONDS}
            self._tapped = {**recent, chat: now}

    def send_full_notice(self, chat: str, account: int, tap: str, text: str) -> None:
        """Send a person who tapped the full text of a pop-up that had to be shortened, seen only by them, if Telegram's
        limits leave room.
        """
        quiet = self._spoke.get(compute_telegram_lane(chat), [0.0])[-1] + TELEGRAM_LIMITS.gap <= self.host.now()
        if (
            quiet
            and not self._compute_edit_wait(chat, MOST // 2)
            and self.whispers.send_to_one(chat, account, text, tap=tap)
        ):
            self.minute.note_edit(compute_telegram_lane(chat))

    def answer_ephemeral_command(self, chat: str, account: int, command: int, text: str) -> bool:
        """Answer a command that only its sender can see, in such a way that only they see the answer; return whether
        that worked.
        """
        if self.minute.compute_post_wait(compute_telegram_lane(chat), urgent=True):
            return False
        sent = self.whispers.send_to_one(chat, account, text, command=command)
        if sent:
            self.minute.note_edit(compute_telegram_lane(chat))
        return sent

    def _compute_edit_wait(self, chat: str, most: int = MOST) -> float:
        """Return how many seconds to wait before the next edit in this group, so that at most `most` are made in a
        minute; 0 in a private chat.
        """
        return 0.0 if is_private_chat(chat) else self.minute.compute_edit_wait(compute_telegram_lane(chat), most)

    def remove_board_buttons(self, chat: str, message: int) -> None:
        """Remove the buttons below a board that is shown elsewhere now; a failure is ignored."""
        # Buttons on a board that is shown elsewhere now would only mislead; if they stay, taps still say so.
        self.replace_buttons(chat, message, [])

    def replace_buttons(self, chat: str, message: int, rows: Rows) -> None:
        """Replace only the buttons of a message, unless Telegram's limits leave no room or it has them already; a
        failure is ignored.
        """
        number = parse_telegram_place(chat)[0]
        before: MessageContent | None = self._shows.find((chat, message))
        if self._compute_edit_wait(chat) or (before and before.rows == rows):
            return
        with ignore_telegram_errors():
            rest = build_reply_markup(rows)
            self.wire.call(
                lambda bot: bot.edit_message_reply_markup(number, message, reply_markup=rest, read_timeout=EDIT_READ)
            )
            if before:
                self._shows.store((chat, message), before._replace(rows=rows))
            self.minute.note_edit(compute_telegram_lane(chat))
