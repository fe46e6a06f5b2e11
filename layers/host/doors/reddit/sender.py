"""Says what the outbox holds: news in trees of comments, boards in the body of a thread, letters, and answers."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from functools import partial
from types import TracebackType

from msgspec.structs import replace

from engine.kernel import Illegal, Reader, Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import Post, Session
from host.delivery.outbox import Message, NotChanged, PlaceGone, PlaceMoved, RetryLater, Unfinished
from host.doors.reddit import board, news_comments, unreachable
from host.doors.reddit.account import RedditAccount
from host.doors.reddit.board import LONGEST_BODY, LONGEST_COMMENT
from host.doors.reddit.news_comments import CommentTrees, TreeNews
from host.doors.reddit.places import (
    NEW,
    REDDIT_PREFIX,
    THREAD,
    build_reddit_identity,
    build_reddit_place,
    is_mailbox,
    is_thread,
    parse_mailbox_account,
    parse_reddit_place,
)
from host.doors.reddit.throttle import RedditDown, RedditRefused, ThingMissing, ThreadLocked
from host.people import accounts
from host.said.desk import reporting, tables
from host.shown import views, words
from host.shown.views import GameView

PRIVATE_LINK_ASK = "!link"  # in place of a question: the private link of the person this message is for

LONGEST_PIECE = 9_500  # of what is told, so that a heading fits above it
GAP = 3.0  # between the parts of what takes several calls
NO_THREAD_ALLOWED = (
    "I cannot open a thread here, so the game is not open. Open a thread yourself and write the command in it."
)
OPENED = "The new game is here: {link}"
SUBJECT = "Race to a Billion"
BRIEF = 600.0  # seconds in which Reddit may be back, and then a letter comes after all
UNSURE = "unsure"  # something may have been said here: its answer was lost, or its process has died
PRIVATE_LINK = (
    "Your private page, only for you: {link} Keep this link secret: anybody who has it can play as you. It stops "
    "working ninety days after its last use. Write the comment {unlink} to stop it at once."
)
WAITS_FOR_YOU = "{title}: please answer on your private page: {page}"


class RedditSender:
    """Reddit as a platform of the outbox."""

    prefix = REDDIT_PREFIX
    pauses = False  # setting and fate stand in one comment, in two paragraphs
    mixes = False  # letters and threads have words of their own for what belongs to no game

    def __init__(self, host: HostContext, wire: RedditAccount, web: str = "") -> None:
        self.host, self.wire, self.web = host, wire, web
        self.trees = CommentTrees(host, wire)

    def get_lane(self, chat: str) -> str:
        """Return the delivery lane of a place, in which one post is sent after another: the place itself, because each
        thread and each account has its own limits.
        """
        return chat

    def is_crowd(self, chat: str) -> bool:
        """Return whether many people read this place: true for a thread, to which fewer comments are sent."""
        return is_thread(chat)

    def send(self, chat: str, message: Message) -> str:
        """Send a post of the outbox to a thread, an account or as a reply; return the id of a reply, and an empty
        string for news and private messages. If its thread is still to be made, make it and raise PlaceMoved; raise
        RetryLater or Unfinished as long as parts are left.
        """
        if is_mailbox(chat):
            return self._send_private_message(chat, message)
        if not is_thread(chat):
            return self._send_answer(chat, message)
        self._create_pending_thread(chat, message.game)
        return self._post_news(chat, message)

    # -- threads

    def _create_pending_thread(self, chat: str, game: str) -> None:
        """Create the thread for a game if it is still to be made, tell the person who asked for it, and raise
        PlaceMoved with the new thread's place. If Reddit does not allow it, tell them so, close the game and raise
        PlaceGone.
        """
        asked_by = parse_reddit_place(chat).removeprefix(NEW)
        if asked_by == parse_reddit_place(chat):
            return
        shown, reader = self._view_game(game)
        title, text = board.build_thread_title(shown, reader), self._format_thread_text(shown, reader, LONGEST_BODY)
        try:
            made = self._run_once(chat, title, lambda: self.wire.submit(title, text), self.wire.find_own_thread)
        except (PlaceGone, ThreadLocked, RedditRefused):
            self._tell_requester(
                asked_by, Told(NO_THREAD_ALLOWED, {}), views.load_saved_game(self.host, game).session.made
            )
            tables.withdraw_table(self.host, game)
            raise PlaceGone("no thread may be opened") from None
        told = Told(OPENED, {"link": board.mark_raw(unreachable.build_short_thread_link(made))})
        self._tell_requester(asked_by, told, views.load_saved_game(self.host, game).session.made)
        raise PlaceMoved(build_reddit_place(made))

    def _tell_requester(self, asked_by: str, told: Told, at: float) -> None:
        """Queue a reply (`told`) to the comment or message `asked_by`, in which somebody asked for a thread. Its stamp
        is made from the time `at`, the same at each try, so that it is sent only once.
        """
        self.host.store.queue_posts(
            [Post(build_reddit_place(asked_by), "", int(at * 1000) + 1, [told])], self.host.now()
        )

    def _run_once(self, chat: str, text: str, do: Callable[[], str], done: Callable[[str], str]) -> str:
        """Run the call `do`, which must not be repeated, and return the id of what it made. Before that `text` is saved
        as what is tried, and taken back only by a clear refusal, not by success; if an earlier try is still saved,
        first find out with `done`, which gets its text, whether it worked, and return the id of what that made.
        """
        tried = self.host.store.load_place_value(chat, UNSURE).decode()
        if found := done(tried) if tried else "":
            return found
        self.wire.check_ready()
        self.host.store.save_place_value(chat, UNSURE, text.encode())
        try:
            return do()
        except RedditDown:
            raise
        except Exception:
            self.host.store.save_place_value(chat, UNSURE, b"")
            raise

    def _post_news(self, chat: str, message: Message) -> str:
        """Post the news of a message as comments, one piece at each call, with mentions for new secret questions; raise
        RetryLater as long as pieces are left, and return an empty string after the last. If the thread turns out to be
        closed or gone, stop its games and raise RetryLater or PlaceGone.
        """
        stamp = _build_stamp(message)
        saved = self.host.store.load_game(message.game) if message.game else None
        secret = news_comments.list_due_mentions(self.host, chat, saved.session) if saved else []
        message = replace(message, asks=[*message.asks, *secret])
        left = [
            news for news in self._split_into_trees(chat, message) if self.trees.has_unposted_news(chat, stamp, news)
        ]
        if left:
            with _GoneThreadWatch(self.host, chat):
                more = self.trees.post_next_piece(chat, stamp, left[0])
            if more or len(left) > 1:
                raise RetryLater(GAP)
            if not message.game:  # a game's own news never comes twice at one moment
                self.trees.close_news(chat, left[0].table)
        if saved and secret:
            news_comments.note_mentions_made(self.host, chat, saved.session)
        return ""

    def _split_into_trees(self, chat: str, message: Message) -> list[TreeNews]:
        """Split a post into the news of each round (game board or minigame) and of the whole game, each for its own
        group of comments: announcements, open questions and reminders, hints on reporting quiz errors, and mentions for
        secret questions.
        """
        reader = words.build_reader(message.names, message.style)
        titles: dict[str, str] = {}
        paragraphs: dict[str, list[str]] = {}
        asks: dict[str, dict[str, str]] = {}
        for key, table, text in self._iter_asks(chat, message, titles):
            asks.setdefault(self._find_tree_name(chat, table, titles), {})[key] = text
        aside = self._find_tree_for_remainder(chat, message, titles)
        for told in message.lines:
            said = paragraphs.setdefault(self._find_tree_name(chat, told.table, titles) or aside, [])
            said += [
                piece
                for text in board.format_reddit_lines([told], reader)
                for piece in board.pack_paragraphs([text], LONGEST_PIECE)
            ]
        for table, doubt in self._iter_report_hints(message, reader):
            paragraphs.setdefault(self._find_tree_name(chat, table, titles), []).append(doubt)
        found = {
            table: TreeNews(
                table,
                self._format_tree_heading(table, titles, reader),
                paragraphs.get(table, []),
                asks.get(table, {}),
                named=bool(table) and len(titles) > 1,
            )
            for table in dict.fromkeys([*paragraphs, *asks])
        }
        for ask in (each for each in message.asks if each.startswith(news_comments.ASK)):
            self._add_secret_mention(chat, ask, found)
        return list(found.values())

    def _add_secret_mention(self, chat: str, ask: str, found: dict[str, TreeNews]) -> None:
        """Add to the news of a post (`found`, by group of comments) mentions of the players whom a new secret question
        (`ask`) waits for; if there are no news, make a comment of the mentions alone.
        """
        _, game, question = ask.split("/", 2)
        try:
            shown, reader = self._view_game(game)
        except Illegal:
            return
        session = views.load_saved_game(self.host, game).session
        if question not in session.clocks:
            return
        panels = shown.view.panels if shown.view else []
        titles = {panel.id: reader.format_value(panel.title) for panel in panels}
        own = self._find_tree_name(chat, parse_question_table(question), titles)
        tree = own if own in found or not found else list(found)[-1]
        news = found.setdefault(tree, TreeNews(tree, self._format_tree_heading(tree, titles, reader), [], {}))
        accounts = self._map_seats_to_accounts(session)
        seats = [seat for seat in news_comments.list_seats_to_mention(session, panels) if seat in accounts]
        news.page = news_comments.format_page_hint(self.web, game, reader)
        news.calls = {**news.calls, **{f"{ask}/{seat}": accounts[seat] for seat in seats}}

    def _iter_report_hints(self, message: Message, reader: Reader) -> Iterator[tuple[str, str]]:
        """Yield, for each round in which this post tells the answer to a quiz question, the round's id and a hint on
        how to report an error in the question.
        """
        saved = self.host.store.load_game(message.game) if reporting.tells_answers(message.lines) else None
        uses = ruleset(saved.session.ruleset).list_card_uses if saved else lambda _: ()
        told = [each.table for each in message.lines for use in uses(each) if use.name == "asked"]
        for table in dict.fromkeys(told):
            line = board.mark_raw("`report 2`" if told.count(table) > 1 else "`report`")
            yield (
                table,
                board.escape_markdown(
                    reader.format_sentence("Is a question of the quiz wrong? Write {line}", line=line)
                ),
            )

    def _find_tree_name(self, chat: str, table: str, titles: dict[str, str]) -> str:
        """Return the name of the group of comments (tree) for a table's news: the table's id if it is a current round
        or has a tree already, else an empty string, which stands for the tree of the whole game.
        """
        return table if table in titles or self.trees.load_tree(chat, table).at else ""

    def _find_tree_for_remainder(self, chat: str, message: Message, titles: dict[str, str]) -> str:
        """Return the group of comments (tree) for lines that belong to no round: for news of the whole game that
        mention nobody, the one begun for this news or that of the only running round; an empty string, the group of the
        whole game, if there is none or for other news.
        """
        if not message.game or message.asks or message.reminders or any(told.table for told in message.lines):
            return ""
        stamp = _build_stamp(message)
        begun = [table for table, tree in self.trees.list_trees(chat) if tree.stamp == stamp]
        found = begun or [table for table in titles if len(titles) == 1 and self.trees.load_tree(chat, table).at]
        return next(iter(found), "")

    def _format_tree_heading(self, table: str, titles: dict[str, str], reader: Reader) -> str:
        """Return the heading of the comments with a round's news: the round's title, or that this is news about the
        game.
        """
        title = titles.get(table) or reader.format_sentence("News about the game")
        return f"### {board.escape_markdown(title)}"

    def _iter_asks(self, chat: str, message: Message, titles: dict[str, str]) -> Iterator[tuple[str, str, str]]:
        """Yield the public questions of a post that are still open, and its reminders, each with its id, its round and
        its text; add to `titles` the titles of the game's boards. Yield nothing if the game cannot be seen any more.
        """
        try:
            shown, reader = self._view_game(message.game)
        except Illegal:  # closed meanwhile
            return
        if shown.view is not None:
            titles.update({panel.id: reader.format_value(panel.title) for panel in shown.view.panels})
        look = self._build_names(shown.id)
        for question in message.asks:
            for asked in (each for each in shown.asked if not each.secret and each.has_id_among([question])):
                new = not self.trees.load_tree(chat, parse_question_table(question)).at  # else it has told its rules
                yield (
                    question,
                    parse_question_table(question),
                    board.format_reddit_questions(shown, [asked], reader, look, rules=new)[0],
                )
        for one in message.reminders:
            name = board.format_player_name(one.seat, one.name, look)
            text = board.format_reddit_reminder(one, reader, ruleset(one.ruleset).title, name, self.host.now())
            yield f"{one.game}/{one.seat}", parse_question_table(next(iter(one.clocks))), text

    def _view_game(self, game: str) -> tuple[GameView, Reader]:
        """Return a game as everybody may see it, and the reader for its texts; raise Illegal if there is none of this
        id.
        """
        shown = views.load_game_view(self.host, game)
        return shown, words.build_reader(shown.names, shown.style)

    def _build_names(self, game: str) -> board.RedditNames:
        """Build what the text of a game needs beside it: the accounts of players who may be mentioned, and the web
        address; raise Illegal if there is no such game.
        """
        return board.RedditNames(self._map_seats_to_accounts(views.load_saved_game(self.host, game).session), self.web)

    def _map_seats_to_accounts(self, session: Session) -> dict[str, str]:
        """Return the players' Reddit accounts by seat, without players who have none, who want no mentions, or who do
        not play in person.
        """
        found = {}
        for player in session.players:
            known = self.host.store.list_identities(player.person) if player.plays_in_person else []
            own = next((each for each in known if each.startswith(REDDIT_PREFIX)), "")
            if own and not accounts.has_opted_out(self.host, own):
                name = own.removeprefix(REDDIT_PREFIX)
                found[player.seat] = player.name if player.name.casefold() == name else name
        return found

    # -- boards

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show the game in the thread's own text if the thread is the bot's, or else in a comment; return the id of
        that, with a checksum of the text (`message_id` is what was returned the last time, or empty). Also queue a
        mention of players for secret questions that nothing has announced yet. If the thread is still to be made, make
        it and raise PlaceMoved; raise NotChanged if nothing differs or the place is no thread. If the thread turns out
        to be closed or gone, stop its games and raise RetryLater or PlaceGone.
        """
        if not is_thread(chat):
            raise NotChanged
        self._create_pending_thread(chat, game_id)
        news_comments.post_secret_mention(self.host, chat, views.load_saved_game(self.host, game_id).session)
        target, _, before = message_id.partition("/")
        with _GoneThreadWatch(self.host, chat):
            target = target or self._find_own_thread(chat)
            text = self._format_thread_text(
                *self._view_game(game_id), LONGEST_BODY if target.startswith(THREAD) else LONGEST_COMMENT
            )
            mark = f"{zlib.crc32(text.encode()):x}"
            if target and mark == before:
                raise NotChanged
            return f"{self._edit_or_post_board(chat, target, text)}/{mark}"

    def _find_own_thread(self, chat: str) -> str:
        """Return the full name of the thread of this place if it is the bot's own, whose text can be edited, else an
        empty string; raise RetryLater if Reddit does not show the thread.
        """
        found = self.wire.fetch_thread_states([parse_reddit_place(chat)])
        if not found and parse_reddit_place(chat).startswith(THREAD):
            raise RetryLater(unreachable.RECHECK_SECONDS)
        ours = found and found[0].author.casefold() == self.wire.name.casefold()
        return parse_reddit_place(chat) if ours else ""

    def owns(self, chat: str) -> bool:
        """Return whether the bot itself has created this thread, so that the thread's own text can show the board;
        raise RetryLater if Reddit does not show the thread.
        """
        return bool(self._find_own_thread(chat))

    def _edit_or_post_board(self, chat: str, target: str, text: str) -> str:
        """Edit the comment or thread `target` that shows a game's board and return its id; if it is empty, or a comment
        that is gone, instead post a new comment and return the id of that. If it is a thread and gone, the error is
        raised.
        """
        if target:
            try:
                self.wire.edit(target, text)
            except (PlaceGone, ThingMissing):
                if target.startswith(THREAD):
                    raise
            else:
                return target
        return self._post_reply_once(chat, text)

    def _post_reply_once(self, chat: str, text: str) -> str:
        """Post a comment in a place, so that it appears only once even if the call is repeated; return its id."""
        below = parse_reddit_place(chat)

        def find_and_update(tried: str) -> str:
            """Return the id of the comment that an earlier try with the text `tried` has posted, after giving it the
            present text, or an empty string if that try posted none.
            """
            found = self.wire.find_own_comment(below, tried)
            if found and tried != text:  # the game went on meanwhile
                self.wire.edit(found, text)
            return found

        made = self._run_once(chat, text, lambda: self.wire.reply(below, text), find_and_update)
        self.host.store.save_place_value(chat, UNSURE, b"")
        return made

    def _format_thread_text(self, shown: GameView, reader: Reader, most: int) -> str:
        """Return the whole text that shows a game, cut to at most `most` characters."""
        return board.clip_paragraphs(board.list_board_paragraphs(shown, reader, self._build_names(shown.id)), most)

    # -- to one person

    def _send_answer(self, chat: str, message: Message) -> str:
        """Reply to a comment or message, all sentences in one comment if they fit; return its id. Raise Unfinished as
        long as parts are left, and PlaceGone if nobody may write there.
        """
        reader = words.build_reader(message.names, message.style)
        paragraphs = board.format_reddit_lines(message.lines, reader)
        try:
            return _send_next_text(message, paragraphs, partial(self._post_reply_once, chat))
        except ThreadLocked as locked:
            raise PlaceGone(str(locked)) from None

    def _send_private_message(self, chat: str, message: Message) -> str:
        """Send the next part of a private message (secret questions only as where to read them); return an empty
        string, raise Unfinished if parts are left, and send nothing to an account that wants nothing. Of a failure,
        except a short one of Reddit, the person's threads are told, and an account that refuses messages gets no more;
        the error is raised.
        """
        name = parse_mailbox_account(chat)
        person_id = self.host.store.find_person_id(build_reddit_identity(name), self.host.now())
        paragraphs = self._list_message_paragraphs(message, person_id)
        if not paragraphs or not person_id or accounts.has_opted_out(self.host, build_reddit_identity(name)):
            return ""
        self.wire.check_ready()
        try:
            _send_next_text(message, paragraphs, partial(self.wire.compose, name, SUBJECT))
        except Unfinished:
            raise
        except PlaceGone:
            unreachable.handle_refused_mailbox(self.host, chat, self.web)
            raise
        except Exception as error:
            if not isinstance(error, RedditDown) or self.host.now() - message.stamp / 1000 > BRIEF:
                unreachable.tell_in_threads_instead(self.host, chat, self.web, message.stamp)
            if isinstance(error, ThreadLocked):
                raise RetryLater(unreachable.CLOSED_RETRY_SECONDS) from None
            raise
        return ""

    def _list_message_paragraphs(self, message: Message, person_id: str) -> list[str]:
        """Return the paragraphs of a private message: its lines if it is about no game, a new private link (which this
        creates) if that was asked for, and the questions and reminders of games, with where to answer them.
        """
        reader = words.build_reader(message.names, message.style)
        found = board.format_reddit_lines(message.lines, reader) if not message.game else []
        if PRIVATE_LINK_ASK in message.asks and person_id:
            link = board.mark_raw(f"{self.web}/p/{accounts.create_web_token(self.host, person_id)}")
            found.append(
                board.escape_markdown(
                    reader.format_sentence(PRIVATE_LINK, link=link, unlink=board.mark_raw("`unlink`"))
                )
            )
        found += self._list_asked_paragraphs(message, person_id, reader) if message.game else []
        for one in message.reminders:
            title = ruleset(one.ruleset).title
            found += [
                board.format_reddit_reminder(one, reader, title, board.escape_markdown(one.name), self.host.now()),
                self._format_waiting_note(reader, title, one.game),
            ]
        return found

    def _format_waiting_note(self, reader: Reader, title: str, game: str) -> str:
        """Return the sentence that asks a player to answer on their private page of this game, with its address."""
        page = board.mark_raw(f"{self.web}/g/{game}")
        return board.escape_markdown(reader.format_sentence(WAITS_FOR_YOU, title=reader.format_value(title), page=page))

    def _list_asked_paragraphs(self, message: Message, person_id: str, reader: Reader) -> list[str]:
        """Return what a private message says of the questions it asks that are still open for this person: public ones
        in full, secret ones only by where to answer. Empty if the game cannot be seen any more.
        """
        try:
            shown = views.load_game_view(self.host, message.game, person_id)
        except Illegal:
            return []
        mine = [each for each in shown.asked if each.who == shown.you and each.has_id_among(message.asks)]
        aloud, look = [each for each in mine if not each.secret], self._build_names(shown.id)
        found = board.format_reddit_questions(shown, aloud, reader, look, rules=False)
        return [*found, *([self._format_waiting_note(reader, shown.title, shown.id)] if aloud != mine else [])]


def _send_next_text(message: Message, paragraphs: list[str], send: Callable[[str], str | None]) -> str:
    """Send, by the function `send`, the first part of a post that has not been sent, if one is left, and return its id
    (or an empty string); raise Unfinished, which says how many are sent, if there are more.
    """
    texts = board.pack_paragraphs(paragraphs)
    number = len(message.said)
    sent = send(texts[number]) if number < len(texts) else ""
    if number + 1 < len(texts):
        raise Unfinished(GAP, [*message.said, str(number)])
    return sent or ""


class _GoneThreadWatch:
    """A context manager around a call: it stops the games of a thread that turns out to be closed or gone."""

    def __init__(self, host: HostContext, chat: str) -> None:
        self.host, self.chat = host, chat

    def __enter__(self) -> None:
        """Do nothing, because nothing has to be prepared."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Handle an error of Reddit within the block: remove a thread that is gone from its games; stop the games of a
        closed one and raise RetryLater, so that it is tried again; raise RetryLater, too, if something was not found.
        """
        if isinstance(error, PlaceGone):
            unreachable.drop_lost_thread(self.host, self.chat)
        if isinstance(error, ThreadLocked):
            unreachable.stop_closed_thread(self.host, self.chat)
            raise RetryLater(unreachable.CLOSED_RETRY_SECONDS) from None
        if isinstance(error, ThingMissing):  # if it is gone, the next looks at the threads will show it
            raise RetryLater(unreachable.RECHECK_SECONDS) from None


def _build_stamp(message: Message) -> str:
    """Return the id under which the store records which parts of this post have been sent already."""
    return f"{message.stamp}/{message.game}"


def parse_question_table(question: str) -> str:
    """Return the id of the table at which a question is asked, from the question's id."""
    return question.partition("#")[0]
