"""Says on Discord what the outbox holds: words with mentions, and one message in each channel for each board."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from typing import Any

from engine.kernel import Illegal, Reader, Told, Words
from engine.rulesets import ruleset
from host.core import events, posting
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import LOBBY, Session
from host.delivery import places
from host.delivery.outbox import (
    NOTHING_SENT,
    Limits,
    Message,
    Muted,
    NotChanged,
    PlaceGone,
    PlatformDown,
    Reminder,
    RetryLater,
    Unfinished,
    list_prediction_keys,
    should_notify_group,
    should_notify_private,
)
from host.doors.discord.components import (
    MAX_TEXT,
    SUCCESS,
    build_custom_id,
    build_discord_button,
    build_row,
    count_discord_units,
    escape_discord_text,
    mark_mention,
)
from host.doors.discord.places import BOARD_ASKED_KEY, CLOSED_KEY, DISCORD_PREFIX, is_user_place, parse_place_number
from host.doors.discord.rest import ArchivedThread, DiscordRefused, DiscordRest, MessagesClosed, MessageUnknown
from host.doors.discord.screens import (
    SIDE,
    DiscordScreen,
    build_forecast_rows,
    build_game_screen,
    build_side_screen,
    format_asked_text,
)
from host.people import accounts
from host.shown import views, words
from host.shown.picture.scene import draw_news
from host.shown.views import GameView

log = logging.getLogger(__name__)
SHOWN_BY_LOBBY = (events.TableOpened, events.SeatTaken)  # what the message that shows a lobby says itself
DISCORD_LIMITS = Limits(in_all=40, window=1.0, gap=0.2, crowd_gap=1.0)
MAX_BELOW_BOARD = 4  # messages of ours below a board before it is posted anew
POSTED_KEY, DIRECT_KEY = "posted", "direct"
CLOSED_SECONDS = 86400.0  # for so long somebody who takes no private messages is called in the channel
FOLLOW_UP_TEXT = "{who}, there is a message that only you can read. Tap the button."
MAX_NONCE = 25


class DiscordSender:
    """Discord as a platform of the outbox."""

    prefix = DISCORD_PREFIX
    pauses = True
    mixes = True

    def __init__(self, host: HostContext, rest: DiscordRest, web: str = "") -> None:
        self.host, self.rest, self.web = host, rest, web

    def get_lane(self, chat: str) -> str:
        """Return the place itself as its lane (what rate limits count as one chat), because Discord limits each channel
        separately.
        """
        return chat

    def is_crowd(self, chat: str) -> bool:
        """Return whether a place is a channel with several people, not somebody's private messages."""
        return not is_user_place(chat)

    # -- words

    def send(self, chat: str, message: Message) -> str:
        """Send a queued message to a place: its lines, and who is asked what, with buttons; the parts noted in
        `message.said` are sent already. Return the last Discord message's id, or NOTHING_SENT if nothing is to be said,
        or the person takes no private messages; raise Unfinished, with the parts that are sent, if Discord's limits
        stop it, and other errors of Discord as they are.
        """
        reader = words.build_reader(message.names, message.style)
        told = message.lines if is_user_place(chat) else self._drop_shown_by_lobby(message)
        lines = self._list_news_lines(message.game, told, reader)
        asked = [*self._list_asked_lines(chat, message)]
        texts = split_lines([*lines, *(line for line, _, _ in asked)])
        users = [user for _, user, _ in asked if user]
        games = list(dict.fromkeys(game for _, _, game in asked))
        if not texts:
            return NOTHING_SENT
        sent = NOTHING_SENT
        for n, text in enumerate(texts):
            if str(n) in message.said:
                continue
            here = [user for user in users if f"<@{user}>" in text]
            last = n == len(texts) - 1
            screen = DiscordScreen(text, users=here, rows=self._build_rows(chat, games, message) if last else [])
            screen.silent = not (here or self._should_ring(chat, message))
            if n == 0 and message.game and not is_user_place(chat):
                screen.picture, screen.alt = draw_news(self.host, message.game, told, reader), text
            try:
                sent = self._post(chat, screen, f"{message.stamp} {n}", message)
            except RetryLater as later:
                raise Unfinished(later.seconds, [str(each) for each in range(n)]) from None
        return sent

    def _list_news_lines(self, game: str, told: list[Told], reader: Reader) -> list[str]:
        """Return announcements as escaped lines for Discord; with several boards, those of each stand under a bold line
        with its name.
        """
        titles = self._list_board_titles(game) if any(line.table for line in told) else {}
        found = []
        for table, lines in groupby(told, lambda line: line.table if titles else ""):
            texts = [
                escape_discord_text(words.mark_commands(line)) for line in words.format_told_lines([*lines], reader)
            ]
            head = [f"**{escape_discord_text(reader.format_value(titles[table]))}**"] if table in titles else []
            found += [*head, *texts] if texts else []
        return found

    def _list_board_titles(self, game: str) -> dict[str, Words]:
        """Return, by the id of the table, the titles of a game's boards and minigames; nothing if there is only one
        board, or the game cannot be shown.
        """
        shown = views.find_game_view(self.host, game) if game else None
        panels = shown.view.panels if shown and shown.view else []
        return {panel.id: panel.title for panel in panels} if sum(bool(panel.board) for panel in panels) > 1 else {}

    def _drop_shown_by_lobby(self, message: Message) -> list[Told]:
        """Return the lines of a message without those about which the lobby (the message that shows a table before its
        game begins) tells already; all lines once the game has begun, or if it
        cannot be read.
        """
        try:
            saved = self.host.store.load_game(message.game) if message.game else None
        except Illegal:
            saved = None
        if saved is None or saved.session.stage != LOBBY:
            return message.lines
        return [line for line in message.lines if line.kind not in SHOWN_BY_LOBBY]

    @staticmethod
    def _should_ring(chat: str, message: Message) -> bool:
        """Return whether this message notifies the readers of the place: a person as their own setting says, a channel
        only of questions, reminders and a few kinds of news.
        """
        return should_notify_private(message) if is_user_place(chat) else should_notify_group(message)

    def _build_rows(self, chat: str, games: list[str], message: Message) -> list[dict[str, Any]]:
        """Build the buttons below a message about these games (those of its questions and reminders). In private
        messages with one: its answers; with none: the predictions that the message invites to, or *My side* if its
        reader can make plays. Otherwise *My side* for each game (five at most), which shows players what only they may
        see.
        """
        if is_user_place(chat) and len(games) <= 1:
            with suppress(Illegal):
                shown, reader = self.view_game(chat, games[0] if games else message.game)
                keys = list_prediction_keys(message)
                if games or keys:
                    return build_side_screen(shown, reader).rows if games else build_forecast_rows(shown, reader, keys)
                games = [shown.id] if shown.plays else []  # what was told may be used
        label = words.build_reader({}, message.style).format_sentence("My side")
        buttons = [build_discord_button(label, build_custom_id(SIDE, game, 0), SUCCESS) for game in games[:5]]
        return [build_row(buttons)] if buttons else []

    def _list_asked_lines(self, chat: str, message: Message) -> Iterator[tuple[str, str, str]]:
        """Yield for each reminder of a message, then for each of its questions that is still open and that this place
        may hear of, a line of text, the account that the line mentions (or '') and the game. Raise Illegal if the game
        of a reminder is gone; questions of a game that is gone are left out.
        """
        for reminder in message.reminders:
            yield (
                self._format_reminder(chat, reminder),
                self._find_user(chat, reminder.game, reminder.seat),
                reminder.game,
            )
        if not message.asks:
            return
        try:
            shown, reader = self.view_game(chat, message.game)
        except Illegal:  # it is closed by now
            return
        for asked in shown.list_audible_questions(message.asks):
            user = self._find_user(chat, message.game, asked.who)
            calling = self._build_calling_reader(reader, asked.who, user)
            text = escape_discord_text(format_asked_text(asked, calling))
            lead = f"<@{user}>: " if user and f"<@{user}>" not in text else ""
            due = f" (<t:{int(asked.due)}:R>)" if asked.due > self.host.now() else ""
            yield f"{lead}{text}{due}", user, message.game

    @staticmethod
    def _build_calling_reader(reader: Reader, seat: str, user: str) -> Reader:
        """Return a copy of this reader in which the player in the seat is called by a mention of the account `user`, if
        that is not empty.
        """
        names = {**reader.names, seat: mark_mention(user)} if user else reader.names
        return Reader(names, reader.translate, reader.comma, reader.plural, reader.language, reader.of_events)

    def _format_reminder(self, chat: str, reminder: Reminder) -> str:
        """Format the line that reminds a player that a game waits for them, with a mention and the time left."""
        user = self._find_user(chat, reminder.game, reminder.seat)
        due = min(clock.due for clock in reminder.clocks.values())
        left: Words = clocks.format_duration(max(1.0, due - self.host.now()))
        who = mark_mention(user) if user else reminder.name
        text = words.build_reader({}, views.load_game_view(self.host, reminder.game).style).format_sentence(
            "⏳ {title}: {who} must answer. {left} left.", title=ruleset(reminder.ruleset).title, who=who, left=left
        )
        return escape_discord_text(text)

    def _find_user(self, chat: str, game: str, seat: str) -> str:
        """Return the Discord account to mention for the player in a seat; empty in private messages, if the player has
        none, if its owner does not want to be notified, or if somebody's program plays there. Outside private messages
        raise Illegal if there is no such game.
        """
        if is_user_place(chat):
            return ""
        session = views.load_saved_game(self.host, game).session
        player = session.find_player_in(seat)
        if player is None or not player.person or player.program:
            return ""
        known = [player.place, *self.host.store.list_identities(player.person)]
        own = next(filter(is_user_place, known), "")
        return "" if not own or accounts.has_opted_out(self.host, own) else parse_place_number(own)

    def view_game(self, chat: str, game: str) -> tuple[GameView, Reader]:
        """Return a game as it may be seen in this place (in private messages with that person's secrets), and the
        reader for its texts; raise Illegal if there is no such game.
        """
        person = self.host.store.find_person_id(chat, self.host.now()) if is_user_place(chat) else ""
        shown = views.load_game_view(self.host, game, person)
        return shown, words.build_reader(shown.names, shown.style)

    def _post(self, chat: str, screen: DiscordScreen, key: str, message: Message) -> str:
        """Post a message in a channel, or to a person, and return its id. If a person who takes no private messages is
        asked something, mention them in a channel instead; then return NOTHING_SENT.
        """
        if not is_user_place(chat):
            sent = self._post_in_channel(chat, screen, key)
            self._count_post(chat)
            return sent
        try:
            return self._post_in_private(chat, screen, key)
        except MessagesClosed:
            return self._call_in_channel(chat, message)

    def _post_in_channel(self, chat: str, screen: DiscordScreen, key: str) -> str:
        """Post a message in a channel or thread and return its id; one sent twice with the same `key` appears once."""
        path = f"/channels/{parse_place_number(chat)}/messages"
        body = {**screen.build_payload(), "nonce": compute_nonce(chat, key), "enforce_nonce": True}
        return str(self._call_about_channel(chat, "POST", path, body, screen.picture)["id"])

    def _call_about_channel(self, chat: str, method: str, path: str, body: object, picture: bytes) -> Any:
        """Make a call to Discord's API about a channel or private messages, and return its answer. An archived thread
        is opened first; if the channel is gone or the bot may not write in it, stop the games shown there and raise the
        error.
        """
        try:
            try:
                return self.rest.call(method, path, body, picture)
            except ArchivedThread:
                self.rest.call("PATCH", f"/channels/{self._find_channel(chat)}", {"archived": False})
                return self.rest.call(method, path, body, picture)
        except (Muted, PlaceGone) as error:
            stop_games(self.host, chat, gone=isinstance(error, PlaceGone))
            raise

    # -- private messages

    def _post_in_private(self, chat: str, screen: DiscordScreen, key: str) -> str:
        """Post a message to a person in private and return its id; note whether the person takes any. If not, raise
        MessagesClosed, without trying if Discord has said so within a day.
        """
        closed = self.host.store.load_place_value(chat, CLOSED_KEY).decode()
        if closed and float(closed) > self.host.now() - CLOSED_SECONDS:
            raise MessagesClosed
        body = {**screen.build_payload(), "nonce": compute_nonce(chat, key), "enforce_nonce": True}
        try:
            path = f"/channels/{self._open_private_channel(chat)}/messages"
            sent = str(self.rest.call("POST", path, body, screen.picture)["id"])
        except MessagesClosed:
            self.host.store.save_place_value(chat, CLOSED_KEY, str(self.host.now()).encode())
            raise
        if closed:
            self.host.store.save_place_value(chat, CLOSED_KEY, b"")
        return sent

    def _open_private_channel(self, chat: str) -> str:
        """Return Discord's number of the channel of a person's private messages, which is opened and stored the first
        time.
        """
        channel = self._find_channel(chat)
        if not channel:
            opened = self.rest.call("POST", "/users/@me/channels", {"recipient_id": parse_place_number(chat)})
            channel = str(opened["id"])
            self.host.store.save_place_value(chat, DIRECT_KEY, channel.encode())
        return channel

    def _call_in_channel(self, chat: str, message: Message) -> str:
        """Notify a person who takes no private messages, but is asked something or reminded, by a mention, for each
        game meant in the first channel that shows it, without anything secret; do nothing for other messages. Return
        NOTHING_SENT for the private message.
        """
        games = list(dict.fromkeys([message.game, *(each.game for each in message.reminders)]))
        for game in filter(None, games):
            if not (message.asks or message.reminders):
                break  # what they alone are told stands on their own side
            session = views.load_saved_game(self.host, game).session
            place = next((each for each in session.places if self._is_channel(each)), "")
            if place:
                reader = words.build_reader({}, session.style)
                user = parse_place_number(chat)
                text = escape_discord_text(reader.format_sentence(FOLLOW_UP_TEXT, who=mark_mention(user)))
                button = build_discord_button(
                    reader.format_sentence("My side"), build_custom_id(SIDE, game, 0), SUCCESS
                )
                screen = DiscordScreen(text, [build_row([button])], users=[user])
                with suppress(Muted, PlaceGone):  # the posts of that channel show it, too
                    self._post_in_channel(place, screen, f"{chat} {game} {message.stamp}")
                    self._count_post(place)
        return NOTHING_SENT

    @staticmethod
    def _is_channel(place: str) -> bool:
        """Return whether a place is a channel or thread of a Discord server."""
        return place.startswith(DISCORD_PREFIX) and not is_user_place(place)

    # -- boards

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show a game in a place as it stands now, in the message that showed it before, or in a new, silent one if
        that is gone or more than four posts up (then the old one is deleted); return the message's id. Raise NotChanged
        if the place is a person's who takes no private messages.
        """
        shown, reader = self.view_game(chat, game_id)
        screen = build_game_screen(shown, reader, self.web)
        try:
            if message_id and self._is_board_near(chat, game_id) and self._edit(chat, message_id, screen):
                return message_id
            sent = self._post_board(chat, screen, game_id, message_id)
        except MessagesClosed:
            raise NotChanged from None
        if message_id:
            self._delete(chat, message_id)
        return sent

    def _post_board(self, chat: str, screen: DiscordScreen, game_id: str, before: str) -> str:
        """Post a message that shows a game's board, which notifies nobody, in place of the message `before`, and return
        its id; one sent twice appears once, until somebody asks for the board again. Store after how many posts of the
        place it came.
        """
        screen.silent = True
        key = f"board {game_id} {before} {self.host.store.load_place_value(chat, BOARD_ASKED_KEY).decode()}"
        post = self._post_in_private if is_user_place(chat) else self._post_in_channel
        sent = post(chat, screen, key)
        self._count_post(chat)
        self.host.store.save_place_value(chat, f"{POSTED_KEY}/{game_id}", str(self._load_count(chat)).encode())
        return sent

    def _edit(self, chat: str, message_id: str, screen: DiscordScreen) -> bool:
        """Change a Discord message so that it shows this screen, and return True; return False if the message is gone.
        Other errors of Discord are raised.
        """
        path = f"/channels/{self._find_channel(chat)}/messages/{message_id}"
        try:
            self._call_about_channel(chat, "PATCH", path, screen.build_payload(), screen.picture)
        except MessageUnknown:
            return False
        return True

    def _delete(self, chat: str, message_id: str) -> None:
        """Delete the old message of a board that is now shown in a new one; a failure is only logged."""
        try:
            self.rest.call("DELETE", f"/channels/{self._find_channel(chat)}/messages/{message_id}")
        except (RetryLater, PlatformDown, MessageUnknown, ArchivedThread, Muted, PlaceGone, DiscordRefused) as error:
            log.info("old board not deleted place=%s message=%s error=%s", chat, message_id, type(error).__name__)

    def _find_channel(self, chat: str) -> str:
        """Return Discord's number of the channel of a place; for a person that of the private messages opened before,
        empty if none.
        """
        if is_user_place(chat):
            return self.host.store.load_place_value(chat, DIRECT_KEY).decode()
        return parse_place_number(chat)

    def _is_board_near(self, chat: str, game_id: str) -> bool:
        """Return whether at most four messages that the bot has posted in a channel stand below a game's board."""
        return self._load_count(chat) - self._load_count(chat, f"/{game_id}") <= MAX_BELOW_BOARD

    def _load_count(self, chat: str, board: str = "") -> int:
        """Return how many messages the bot has posted in a channel, or with `board` (/GAME) had with that board."""
        return int(self.host.store.load_place_value(chat, f"{POSTED_KEY}{board}").decode() or "0")

    def _count_post(self, chat: str) -> None:
        """Count one more message that the bot has posted in a channel."""
        self.host.store.save_place_value(chat, POSTED_KEY, str(self._load_count(chat) + 1).encode())


def compute_nonce(chat: str, key: str) -> str:
    """Return the word (nonce) by which Discord recognises a message that is sent twice, so that it appears only
    once.
    """
    return hashlib.blake2s(f"{chat} {key}".encode(), digest_size=MAX_NONCE // 2).hexdigest()


def split_lines(lines: Iterable[str]) -> list[str]:
    """Join lines, in order, into as few texts as possible, each short enough for one Discord message, and return these;
    a line that is too long is split among several, and nothing is lost.
    """
    found: list[str] = []
    for line in lines:
        step = MAX_TEXT if count_discord_units(line) <= MAX_TEXT else MAX_TEXT // 2  # no character counts for more
        for piece in (line[at : at + step] for at in range(0, len(line), step)):
            if found and count_discord_units(f"{found[-1]}\n{piece}") <= min(MAX_TEXT, posting.CHUNK + 500):
                found[-1] = f"{found[-1]}\n{piece}"
            else:
                found.append(piece)
    return found


CANNOT_WRITE = (
    "I cannot write in the channel with {title} at the moment, so the clocks of the game are stopped. I try again "
    "every few minutes. You can also show the game in another place with /here {game}. Then write /resume."
)
CHANNEL_GONE = (
    "The channel with {title} does not exist any more, so the clocks of the game are stopped. You can show the game in "
    "another place with /here {game}. Then write /resume."
)


def stop_games(host: HostContext, place: str, *, gone: bool) -> None:
    """Stop the clocks of the running games shown in a Discord channel where the bot cannot write, and queue for all its
    games a line that says so in their other places; for a week not again. With `gone` the channel no longer exists, and
    this is done each time.
    """
    if not gone:
        places.stop_muted_place(host, place, _build_line)
        return
    there = accounts.list_open_sessions(host, f"chat:{place}")
    places.pause_games_in_place(host, place)
    for session in there:
        places.tell_elsewhere(host, session, place, _build_line(session, CHANNEL_GONE))


def _build_line(session: Session, text: str = CANNOT_WRITE) -> Told:
    """Return the announcement that a game's clocks are stopped, because the bot cannot write in its channel or, with
    the `text` for that, because the channel is gone.
    """
    return Told(text, {"title": ruleset(session.ruleset).title, "game": session.id})
