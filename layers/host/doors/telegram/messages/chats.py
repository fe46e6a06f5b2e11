"""What the host knows of a chat: admins, topics, pins, newest messages, and whether it can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Protocol, Self

from msgspec import Struct, field
from telegram.error import BadRequest, TelegramError

from engine.kernel import Phrase, Reader, Told, phrase
from engine.rulesets import ruleset
from host.core.context import Cache, HostContext
from host.core.extras import list_added_targets
from host.core.session import Post, Session
from host.core.store import table_waiters
from host.core.store.items import Overloaded
from host.core.store.store import LOOK_AGAIN
from host.delivery import places
from host.delivery.outbox import Message, Muted, PlaceGone, PlatformDown, RetryLater
from host.doors.telegram.calls.connection import (
    CLOSED_TOPIC,
    HTML,
    GroupMinute,
    PicturesForbidden,
    TelegramConnection,
    ignore_telegram_errors,
)
from host.doors.telegram.messages.screens import LONGEST_TEXT, Rows, Screen, clip_text, fold_text
from host.doors.telegram.places import (
    TELEGRAM_PREFIX,
    build_telegram_place,
    compute_telegram_lane,
    has_own_count,
    is_private_chat,
    parse_telegram_place,
)
from host.people import accounts
from host.said.desk import settings
from host.shown.views import GameView

DAY = 86400.0
RINGS_KEY = "rings"  # what is kept of a place: when news rang for who is there, with nothing to do, and for which post
MAX_RINGS_OF_DAY = 2
THREAD, NONE = "thread/", b"0"  # what is kept of a private chat: the topic of each game; that it has none


LONGEST_TOPIC_NAME, MOST_HEARD = 128, 1000


LOST_TOPIC_ERRORS = ("thread not found", "topic_deleted", "topic_closed")


def is_topic_lost(said: str) -> bool:
    """Return whether Telegram's error text says that the topic of a post no longer exists or is closed."""
    return any(each in said.casefold() for each in LOST_TOPIC_ERRORS)


class PrivateTopics:
    """The topics of games in private chats."""

    def __init__(self, host: HostContext, wire: TelegramConnection, *, asks: bool) -> None:
        self.host, self.wire, self._asks = host, wire, asks
        self._heard = Cache(MOST_HEARD)  # the topic in which a message was written, by chat and number

    def note_message(self, chat: str, message: int, topic: int) -> None:
        """Remember (in this process only) the topic of a private chat in which a message was written, so that the
        answer goes there; nothing for 0.
        """
        if topic:
            self._heard.store((chat, message), topic)

    def find_topic_of_message(self, chat: str, message: int) -> int:
        """Return the topic in which the message being answered was written in a private chat, as `note_message`
        remembered it in this process; 0 if it was in none, or if that is not remembered (any more).
        """
        return int(self._heard.find((chat, message)) or 0)

    def can_have_topics(self) -> bool:
        """Return whether the bot's private chats can have topics; False if Telegram does not answer, or this process
        must not ask.
        """
        with suppress(TelegramError, PlatformDown, RetryLater):
            return self._asks and self.wire.has_topics
        return False

    def find_topic(self, chat: str, game: str, name: str) -> int:
        """Return this game's topic in a private chat, created now if there is none; 0 if Telegram has refused it, or
        its owner has deleted it.
        """
        stored = self.host.store.load_place_value(chat, f"{THREAD}{game}")
        return int(stored) if stored else self._create_topic(chat, game, name)

    def find_game(self, chat: str, topic: int) -> str:
        """Return the game to whose topic, as stored, this topic of a private chat belongs, or an empty string if it is
        no game's.
        """
        names = self.host.store.list_place_value_names(chat, THREAD) if topic else []
        return next(
            (
                name.removeprefix(THREAD)
                for name in names
                if int(self.host.store.load_place_value(chat, name) or NONE) == topic
            ),
            "",
        )

    def forget_topic(self, chat: str, topic: int) -> None:
        """Forget a topic that its owner has deleted: the messages of its game then come outside topics, and none is
        created for it again.
        """
        if game := self.find_game(chat, topic):
            self.host.store.save_place_value(chat, f"{THREAD}{game}", NONE)

    def _create_topic(self, chat: str, game: str, name: str) -> int:
        """Create a topic for a game in a private chat, save its number, and return it; if Telegram refuses, save and
        return 0, so that it is not tried again.
        """
        asked = {"chat_id": parse_telegram_place(chat)[0], "name": name[:LONGEST_TOPIC_NAME]}
        made: dict[str, int] = {}
        with suppress(TelegramError):
            made = self.wire.call(lambda bot: bot.call_raw_method("createForumTopic", asked))
        topic = int(made.get("message_thread_id", 0))
        self.host.store.save_place_value(chat, f"{THREAD}{game}", str(topic).encode())
        return topic


PIN_REFUSAL_KEY, REFUSED = "pinning", b"refused"  # what is kept of a place: that it was told that nothing can be pinned


PIN_REFUSED = (
    "I cannot pin the board here, because I am not allowed to pin messages. An admin can allow it, or you"
    " can write {line}"
)


class BoardPins:
    """The pinned boards of groups that want them."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def pin(self, chat: str, message: int) -> None:
        """Pin the board's message if the group's settings say so; tell the group once if Telegram refuses it, and
        ignore all other failures. Do nothing in a private chat.
        """
        if is_private_chat(chat) or not settings.read_group_defaults(self.host, chat).pins:
            return
        try:
            number = parse_telegram_place(chat)[0]
            self.wire.call(
                lambda bot: bot.pin_chat_message(chat_id=number, message_id=message, disable_notification=True)
            )
        except BadRequest:
            self._tell_pin_refusal(chat)
        except TelegramError:  # the next board may fare better
            return

    def unpin(self, chat: str, message: int) -> None:
        """Unpin a message that no longer shows the board, in a group whose settings have boards pinned; a failure is
        ignored.
        """
        if not is_private_chat(chat) and settings.read_group_defaults(self.host, chat).pins:
            with ignore_telegram_errors():
                number = parse_telegram_place(chat)[0]
                self.wire.call(lambda bot: bot.unpin_chat_message(chat_id=number, message_id=message))

    def _tell_pin_refusal(self, chat: str) -> None:
        """Queue for a group the news that the bot is not allowed to pin messages, unless the store says that it was
        told that already.
        """
        if not self.host.store.load_place_value(chat, PIN_REFUSAL_KEY):
            self.host.store.save_place_value(chat, PIN_REFUSAL_KEY, REFUSED)
            told = Told(PIN_REFUSED, {"line": "/usual pin no"})
            self.host.store.queue_posts([Post(chat, "", int(self.host.now() * 1000), [told])], self.host.now())


EPHEMERAL_ID_FIELD = "ephemeral_message_id"  # the number of a message that one person alone sees


LATE_TAP, REFUSED_REACTION = "query is too old", "reaction"  # what Telegram's refusals say


class EphemeralMessages:
    """Messages in a group that only one person sees, in reply to their tap or their ephemeral command."""

    def __init__(self, wire: TelegramConnection) -> None:
        self.wire = wire
        self._known = True  # does the server at the other end know of such messages?
        self._refused = Cache(MOST_HEARD)  # the chats where Telegram allows none

    def send_to_one(self, chat: str, account: int, text: str, *, tap: str = "", command: int = 0) -> bool:
        """Send a text in a group that only this account can see, in reply to its `tap` or its ephemeral `command`, and
        return whether it worked. This process tries no group again where Telegram refuses that, and none at all once
        the server has shown such a text to everybody, which is then deleted.
        """
        if not self._known or self._refused.find(chat):
            return False
        number, topic = parse_telegram_place(chat)
        said = {
            "chat_id": number,
            "text": fold_text(clip_text(text, LONGEST_TEXT // 2)),
            "parse_mode": HTML,
            "disable_notification": True,
            "ephemeral_message_parameters": {
                "receiver_user_id": account,
                **({"callback_query_id": tap} if tap else {}),
            },
            **({"reply_parameters": {"ephemeral_message_id": command}} if command else {}),
            **({"message_thread_id": topic} if topic else {}),
        }
        try:
            sent = self.wire.call(lambda bot: bot.call_raw_method("sendMessage", said))
        except TelegramError as error:
            if isinstance(error, BadRequest) and LATE_TAP not in error.message.lower():
                self._refused.store(chat, REFUSED)
            return False
        found = sent if isinstance(sent, dict) else {}
        if EPHEMERAL_ID_FIELD in found:
            return True
        self._known = False  # nobody knows who reads that, so it is the last
        if aloud := found.get("message_id"):
            with ignore_telegram_errors():
                self.wire.call(lambda bot: bot.delete_message(chat_id=number, message_id=aloud))
        return False


class BotReactions:
    """Signs that the bot puts under messages. Where Telegram forbids one, it is not tried again."""

    def __init__(self, wire: TelegramConnection) -> None:
        self.wire = wire
        self._refused = Cache(MOST_HEARD)

    def react(self, chat: int, message: int, emoji: str, timeout: float) -> None:
        """Put a reaction under a message of a chat (given by Telegram's number), where reactions are allowed; nobody is
        notified, and a failure is ignored. One that a chat refused is not tried there again by this process.
        """
        if self._refused.find((chat, emoji)):
            return
        try:
            self.wire.call(lambda bot: bot.set_message_reaction(chat, message, emoji, read_timeout=timeout))
        except BadRequest as error:
            if REFUSED_REACTION in error.message.lower():
                self._refused.store((chat, emoji), REFUSED)
        except TelegramError:
            return


HALF_A_DAY = 12 * 3600.0  # seconds after which a chat that forbade pictures is tried again


class PictureRefusals:
    """The chats that forbid pictures: they are sent none for half a day, and then one to see whether they still do."""

    def __init__(self, host: HostContext) -> None:
        self.host = host
        self._refused = Cache(MOST_HEARD)  # until when each is sent none

    @contextmanager
    def skip_refused(self, chat: str, screen: Screen) -> Iterator[None]:
        """Raise PicturesForbidden before the block if it would send this message's picture to a chat that has refused
        this process one within half a day; remember it if the block fails because the chat forbids pictures, and raise
        that on.
        """
        if screen.picture and self.host.now() < (self._refused.find(chat) or 0.0):
            raise PicturesForbidden
        try:
            yield
        except PicturesForbidden:
            self._refused.store(chat, self.host.now() + HALF_A_DAY)
            raise


SCROLLED = 20  # newer messages under which a board counts as out of sight


MAX_SOUGHT = 6  # numbers at which a post is looked for whose receipt was lost


class DoubtfulPost(Struct):
    """A post whose receipt was lost: the newest number before it, and the numbers of its chat that are not it."""

    before: int
    others: set[int] = field(default_factory=set)


class NewestMessages:
    """The highest message number seen in each place; numbers only grow."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}
        self._doubts: dict[str, DoubtfulPost] = {}  # by chat

    def note_message(self, where: str, message: int) -> None:
        """Remember (in this process) that a message of this id exists in a chat; it is then also known not to be the
        one whose receipt was lost there.
        """
        self._seen[where] = max(message, self._seen.get(where, 0))
        if doubt := self._doubts.get(compute_telegram_lane(where)):
            doubt.others.add(message)

    def count_newer_messages(self, where: str, message: int) -> int:
        """Estimate how many messages were posted in a chat after this one, by the highest id that this process has seen
        there; below 0 if it has seen none.
        """
        return self._seen.get(where, 0) - message

    def note_lost_receipt(self, where: str) -> None:
        """Remember (in this process) that a post to this place may have arrived although Telegram's answer was lost,
        and after which message; an earlier one in doubt stays the one that is sought.
        """
        chat = compute_telegram_lane(where)
        if chat not in self._doubts:
            self._doubts[chat] = DoubtfulPost(self._find_newest_of_counter(chat))

    def list_lost_numbers(self, where: str) -> list[int]:
        """List the message ids that a post may have got, if Telegram's answer to it was lost: the next few after the
        last known one, without those of other messages. Empty if no answer was lost, or no message was known before.
        """
        doubt = self._doubts.get(compute_telegram_lane(where))
        if doubt is None or not doubt.before:
            return []
        return [n for n in range(doubt.before + 1, doubt.before + 1 + MAX_SOUGHT) if n not in doubt.others]

    def forget_lost_receipt(self, where: str) -> None:
        """Forget that Telegram's answer to a post in this chat was lost, because the post was found or sent again."""
        self._doubts.pop(compute_telegram_lane(where), None)

    def _find_newest_of_counter(self, chat: str) -> int:
        """Return the highest message id that this process has seen in the chat's numbering, or 0; supergroups number
        their own messages, all other chats of a bot share one.
        """
        own = has_own_count(chat)
        same = [
            number
            for where, number in self._seen.items()
            if (compute_telegram_lane(where) == chat if own else not has_own_count(where))
        ]
        return max(same, default=0)


TOPIC = "topic/"


LEFT, STOPPED = "left/", "stopped"  # what is kept of a group: the games of each of its places when we had to leave


THROWN_OUT = (
    "I am no longer in the group where {title} is played, so I have stopped the clocks of the game. Add me to the"
    " group again. Or the player who opened the game can move it to another place with /here {game}. Then write "
    "/resume."
)


SILENCED = (
    "I cannot write in the chat with {title} at the moment: {why}. So I have stopped the clocks of the game. I "
    "try again every few minutes. When it works, the clocks start again. You can also move the game to another "
    "place with /here {game}."
)


CLOSED, FORBIDDEN = phrase("the topic of the group is closed"), phrase("an admin must allow me to send messages")


BLOCKED = (
    "I cannot write to {who} in private any more, so {who} gets no secrets. {who}, open "
    "https://t.me/{bot}?start=hello and press Start. The host can also use /kick or /standin."
)


class GonePlaceWatch:
    """A context manager around a call: it handles that a chat turns out to be gone or muted, which stops a group's
    games.
    """

    def __init__(self, host: HostContext, chat: str, wire: TelegramConnection) -> None:
        self.host, self.chat, self.wire = host, chat, wire

    def __enter__(self) -> Self:
        """Begin to watch whether a chat proves unreachable within the block; nothing has to be prepared."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Stop the games of the chat if the block failed because the chat is gone or the bot may not write there; let
        all errors pass on.
        """
        if isinstance(error, PlaceGone):
            handle_lost_chat(self.host, self.chat, self.wire.name)
        elif isinstance(error, Muted):
            why = CLOSED if CLOSED_TOPIC in str(error) else FORBIDDEN
            places.stop_muted_place(self.host, self.chat, partial(_build_silenced_line, why))


def _build_silenced_line(why: Phrase, session: Session) -> Told:
    """Return the announcement that a game's clocks are stopped because the bot may not write in its chat, with the
    reason.
    """
    return Told(SILENCED, {"title": ruleset(session.ruleset).title, "game": session.id, "why": why})


def note_used_topic(host: HostContext, where: str) -> None:
    """Record that a game is shown in this topic of a group, because Telegram names only the group when it removes the
    bot; do nothing for private chats or groups without topics.
    """
    if where != compute_telegram_lane(where) and not is_private_chat(where):
        host.store.save_place_value(compute_telegram_lane(where), f"{TOPIC}{where}", b"used")


def handle_bot_removal(host: HostContext, chat: str, bot: str) -> None:
    """Handle that the bot was removed from a group, for the group and each of its topics that showed a game (which are
    then forgotten), or that a person blocked it, as `handle_lost_chat` says; `bot` is its username.
    """
    handle_lost_chat(host, chat, bot)
    for name in host.store.list_place_value_names(chat, TOPIC):
        handle_lost_chat(host, name.removeprefix(TOPIC), bot)
        host.store.save_place_value(chat, name, b"")


def handle_lost_chat(host: HostContext, chat: str, bot: str) -> None:
    """Handle a chat to which the bot can no longer write: stop a group's games, say so in other places that show them,
    and show them there no more; of a private chat, say so in the groups that show the person's games, and forget it as
    the place for their secrets.
    """
    if is_private_chat(chat):
        places.handle_unreachable_person(
            host, chat, chat, lambda player: Told(BLOCKED, {"who": player.seat, "bot": bot}), bool
        )
    else:
        _stop_group_games(host, chat)
        places.move_place(host, chat, "")


def _stop_group_games(host: HostContext, chat: str) -> None:
    """Stop the clocks of all games in a group from which the bot was removed, tell their players in other places, and
    store which games these are, so that `handle_bot_return` can show them again.
    """
    there = accounts.list_open_sessions(host, f"chat:{chat}")
    stopped = {session.id for session in places.pause_games_in_place(host, chat)}
    if there:
        left = [f"{session.id} {STOPPED if session.id in stopped else ''}".strip() for session in there]
        host.store.save_place_value(compute_telegram_lane(chat), f"{LEFT}{chat}", "\n".join(left).encode())
    for session in there:
        facts = {"title": ruleset(session.ruleset).title, "game": session.id}
        places.tell_elsewhere(host, session, chat, Told(THROWN_OUT, facts))


def handle_bot_return(host: HostContext, chat: str) -> bool:
    """Show the games again that a group had when the bot was removed, resume those that this stopped, and forget which
    these were; return whether any is shown again. Games that are shown elsewhere by now stay there.
    """
    found = False
    for name in host.store.list_place_value_names(chat, LEFT):
        where = name.removeprefix(LEFT)
        for line in host.store.load_place_value(chat, name).decode().splitlines():
            game, _, stopped = line.partition(" ")
            if places.show_game_again(host, game, where, resumes=bool(stopped)):
                note_used_topic(host, where)
                found = True
        host.store.save_place_value(chat, name, b"")
    return found


def retry_muted_chat(host: HostContext, chat: str) -> None:
    """Let the posts be sent at once that waited because the bot may not write in this chat or its topics. Called when
    it may have the right again.
    """
    for where in (chat, *(name.removeprefix(TOPIC) for name in host.store.list_place_value_names(chat, TOPIC))):
        places.retry_muted_posts(host, where)


def move_migrated_group(host: HostContext, old: int, new: int) -> None:
    """Move all stored data of a group to its new number, after Telegram turned it into a supergroup."""
    here, there = build_telegram_place(old), build_telegram_place(new)
    places.move_place(host, here, there)
    settings.move_group_defaults(host, here, there)
    table_waiters.move_table_waiters(host.store, here, there)
    for move in list_added_targets(host.config.without, lambda extra: extra.on_place_moved):
        move(host, here, there)


ADMIN_CACHE_SECONDS = 60.0


MAX_CACHED_ADMINS = 1000


LEADERS = ("creator", "administrator")


class GroupAdminCache:
    """A cache of Telegram's answers about who administers a group."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire
        self._known = Cache(MAX_CACHED_ADMINS)

    def is_admin(self, chat: int, user: int) -> bool:
        """Return whether this user administers the group (both given by Telegram's numbers), asking Telegram at most
        once a minute for each of them; False if Telegram does not answer.
        """
        now = self.host.now()

        def ask_telegram() -> bool:
            """Return whether Telegram says that the user is the group's owner or an administrator of it."""
            return self.wire.call(lambda bot: bot.get_chat_member(chat_id=chat, user_id=user)).status in LEADERS

        try:
            return self._known.get_or_compute((chat, user), now, now + ADMIN_CACHE_SECONDS, ask_telegram)
        except TelegramError:
            return False


class GroupSender(Protocol):
    """What sends to groups, alone or beside other processes."""

    host: HostContext
    alone: bool
    minute: GroupMinute


class TelegramChats(Protocol):
    """The chats of a bot: what is seen in each, and how a message there is changed."""

    host: HostContext
    wire: TelegramConnection
    admins: GroupAdminCache
    topics: PrivateTopics
    web: str
    public: str

    def view_game(self, chat: str, game: str) -> tuple[GameView, Reader]:
        """Return a game as it is seen in this chat, and the reader (language and style) for its text; raise Illegal if
        there is no such game. The sender (`TelegramSender`) implements this.
        """

    def list_question_screens(self, chat: str, game: str, questions: set[str]) -> list[Screen]:
        """Build the messages for those of these questions (ids) that are still open, as seen in this chat; none if the
        game is gone. The sender implements this.
        """

    def send_own_board(self, chat: str, game: str) -> None:
        """Send a person a large picture of their own board in `chat`, their private one. The sender implements this."""

    def check_edit_room(self, chat: str) -> None:
        """Raise RetryLater if Telegram's limits allow no further edit in this chat now. The sender implements this."""

    def edit(self, chat: str, message: int, screen: Screen) -> None:
        """Replace the text and buttons of a message; raise NotChanged if it is known to show them already, and
        MessageLost if it is gone. The sender implements this.
        """

    def replace_buttons(self, chat: str, message: int, rows: Rows) -> None:
        """Replace only the buttons of a message, unless Telegram's limits leave no room; a failure is ignored. The
        sender implements this.
        """


GROUP_TRIES = 4  # how often it is tried to send to a group while another process does


@contextmanager
def hold_group(sender: GroupSender, chat: str) -> Iterator[bool]:
    """Keep other processes from sending to this group during the block, so that the posts and edits of all count
    together. Yield True, or else False (nothing may be sent then) if another process still sends there after a few
    waits. Where no other process sends, and in private chats, there is nothing to keep.
    """
    if sender.alone or is_private_chat(chat):
        yield True
        return
    host, lane = sender.host, compute_telegram_lane(chat)
    for left in reversed(range(GROUP_TRIES)):
        lease = host.store.acquire_lane_lease(lane, host.now(), keeps=True)
        if lease.number or not left or host.pause is None:
            break
        host.pause(max(0.0, min(lease.look_again - host.now(), LOOK_AGAIN)))
    if not lease.number:
        yield False
        return
    sender.minute.load_lane(lane, lease.left)
    try:
        yield True
    finally:
        with suppress(Overloaded):  # then it runs out by itself
            host.store.release_lane_lease(lane, lease, host.now(), left=sender.minute.dump_lane(lane))


def take_ring_of_day(host: HostContext, chat: str, message: Message) -> bool:
    """Count a notification about news for all whom it reaches, this chat and, if it is a group, each player of the game
    by their private chat, if the day's limit allows it for all of them, whatever chats and games rang before; return
    whether it does. The next try of a message that was counted, but could not be sent, is not counted again.
    """
    saved = None if is_private_chat(chat) else host.store.load_game(message.game)
    players = [each.place for each in saved.session.players if not each.bot] if saved else []
    now, mark, rung = host.now(), f"/{message.stamp}.{len(message.said)}", dict[str, list[str]]()
    for place in [*(place for place in players if place.startswith(TELEGRAM_PREFIX)), chat]:
        words = host.store.load_place_value(place, RINGS_KEY).decode().split()
        rung[place] = [word for word in words if float(word.partition("/")[0]) > now - DAY]
    if any(word.endswith(mark) for word in rung[chat]):
        return True
    if any(len(words) >= MAX_RINGS_OF_DAY for words in rung.values()):
        return False
    for place, words in rung.items():
        word = f"{now}{mark}" if place == chat else f"{now}"
        host.store.save_place_value(place, RINGS_KEY, " ".join([*words, word]).encode())
    return True
