"""Says what the outbox holds: news in trees of comments, boards in the body of a thread, letters, and answers."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from types import TracebackType

from msgspec.structs import replace

from engine.kernel import Illegal, Reader, Told
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import Post, Session
from host.delivery.outbox import Message, NotChanged, PlaceGone, PlaceMoved, RetryLater
from host.doors.reddit import asking, board, markdown, secret_calls, unreachable
from host.doors.reddit.api_errors import RedditRefused, ThingMissing, ThreadLocked
from host.doors.reddit.markdown import LONGEST_BODY, LONGEST_COMMENT
from host.doors.reddit.news_comments import CommentTrees, TreeNews
from host.doors.reddit.places import NEW, PREFIX, THREAD, account, identity, is_mailbox, is_thread, place, thing
from host.doors.reddit.throttle import Down
from host.doors.reddit.wire import RedditAccount
from host.people import accounts, opt_outs
from host.said.desk import hosting, reporting
from host.shown import views, words
from host.shown.views import GameView

LINK = "!link"  # in place of a question: the private link of whoever this message is for

LONGEST_PIECE = 9_500  # of what is told, so that a heading fits above it
GAP = 3.0  # between the parts of what takes several calls
NOWHERE = "Reddit lets me open no thread here, so there is no table. Open a thread of your own, and write that there."
OPENED = "The table is open: {link}"
SUBJECT = "Race to a Billion"
BRIEF = 600.0  # seconds in which Reddit may be back, and then a letter comes after all
UNSURE = "unsure"  # something may have been said here: its answer was lost, or whoever said it has died
PRIVATE_LINK = (
    "Your private page, for your eyes only: {link} Whoever has this link is you, so keep it to yourself. It ends "
    "ninety days after its last use; the comment {unlink} ends it at once."
)
WAITS = "{title} waits for your answer, on your private page: {page}"


class RedditSender:
    """Reddit as the outbox knows a platform."""

    prefix = PREFIX
    pauses = False  # setting and fate stand in one comment, in two paragraphs
    mixes = False  # letters and threads have words of their own for what belongs to no game

    def __init__(self, host: HostContext, wire: RedditAccount, web: str = "") -> None:
        self.host, self.wire, self.web = host, wire, web
        self.trees = CommentTrees(host, wire)

    def lane(self, chat: str) -> str:
        """Every thread is a lane of its own, and so is everybody's mailbox."""
        return chat

    def crowd(self, chat: str) -> bool:
        """Threads take fewer comments."""
        return is_thread(chat)

    def send(self, chat: str, message: Message) -> str:
        """Say it, one call at a time."""
        if is_mailbox(chat):
            return self._letter(chat, message)
        if not is_thread(chat):
            return self._answer(chat, message)
        self._must_be_made(chat, message.game)
        return self._news(chat, message)

    # -- threads

    def _must_be_made(self, chat: str, game: str) -> None:
        """A thread that is still to be made is made now, and whoever asked for it is told where it is."""
        asked_by = thing(chat).removeprefix(NEW)
        if asked_by == thing(chat):
            return
        shown, reader = self._seen(game)
        title, text = board.title(shown, reader), self._text(shown, reader, LONGEST_BODY)
        try:
            made = self._once(chat, title, lambda: self.wire.submit(title, text), self.wire.opened_before)
        except (PlaceGone, ThreadLocked, RedditRefused):
            self._tell(asked_by, Told(NOWHERE, {}), views.found(self.host, game).session.made)
            hosting.withdrawn(self.host, game)
            raise PlaceGone("no thread may be opened") from None
        told = Told(OPENED, {"link": markdown.raw(unreachable.address(made))})
        self._tell(asked_by, told, views.found(self.host, game).session.made)
        raise PlaceMoved(place(made))

    def _tell(self, asked_by: str, told: Told, at: float) -> None:
        """At the same moment each time, so that it is said once, whoever dies meanwhile."""
        self.host.store.post([Post(place(asked_by), "", int(at * 1000) + 1, [told])], self.host.now())

    def _once(self, chat: str, text: str, do: Callable[[], str], done: Callable[[str], str]) -> str:
        """Do this; if it may have been done before, first look whether it has. What was refused was not done."""
        tried = self.host.store.kept(chat, UNSURE).decode()
        if found := done(tried) if tried else "":
            return found
        self.wire.ready()
        self.host.store.keep(chat, UNSURE, text.encode())
        try:
            return do()
        except Down:
            raise
        except Exception:
            self.host.store.keep(chat, UNSURE, b"")
            raise

    def _news(self, chat: str, message: Message) -> str:
        stamp = _stamp(message)
        saved = self.host.store.game(message.game) if message.game else None
        secret = secret_calls.due(self.host, chat, saved.session) if saved else []
        message = replace(message, asks=[*message.asks, *secret])
        left = [news for news in self._parts(chat, message) if self.trees.left(chat, stamp, news)]
        if left:
            with _GoneThreadWatch(self.host, chat):
                more = self.trees.tell(chat, stamp, left[0])
            if more or len(left) > 1:
                raise RetryLater(GAP)
            if not message.game:  # a game's own news never comes twice at one moment
                self.trees.settle(chat, left[0].table)
        if saved and secret:
            secret_calls.made(self.host, chat, saved.session)
        return ""

    def _parts(self, chat: str, message: Message) -> list[TreeNews]:
        """What is said about each round, and what about the game as a whole."""
        reader = words.reader(message.names, message.style)
        titles: dict[str, str] = {}
        paragraphs: dict[str, list[str]] = {}
        asks: dict[str, dict[str, str]] = {}
        for key, table, text in self._asks(message, titles):
            asks.setdefault(self._tree(chat, table, titles), {})[key] = text
        aside = self._aside(chat, message, titles)
        for told in message.lines:
            said = paragraphs.setdefault(self._tree(chat, told.table, titles) or aside, [])
            said += [
                piece for text in markdown.lines([told], reader) for piece in markdown.pieces([text], LONGEST_PIECE)
            ]
        for table, doubt in self._doubts(message, reader):
            paragraphs.setdefault(self._tree(chat, table, titles), []).append(doubt)
        found = {
            table: TreeNews(table, self._heading(table, titles, reader), paragraphs.get(table, []), asks.get(table, {}))
            for table in dict.fromkeys([*paragraphs, *asks])
        }
        for ask in (each for each in message.asks if each.startswith(secret_calls.ASK)):
            self._call(chat, ask, found)
        return list(found.values())

    def _call(self, chat: str, ask: str, found: dict[str, TreeNews]) -> None:
        """Those who are to be called to their pages are called by what is told just then, or else by itself."""
        _, game, question = ask.split("/", 2)
        try:
            shown, reader = self._seen(game)
        except Illegal:
            return
        session = views.found(self.host, game).session
        if question not in session.clocks:
            return
        panels = shown.view.panels if shown.view else []
        titles = {panel.id: reader.value(panel.title) for panel in panels}
        own = self._tree(chat, table_of(question), titles)
        tree = own if own in found or not found else list(found)[-1]
        news = found.setdefault(tree, TreeNews(tree, self._heading(tree, titles, reader), [], {}))
        accounts = self._accounts(session)
        seats = [seat for seat in secret_calls.whom(session, panels) if seat in accounts]
        news.page = secret_calls.page(self.web, game, reader)
        news.calls = {**news.calls, **{f"{ask}/{seat}": accounts[seat] for seat in seats}}

    def _doubts(self, message: Message, reader: Reader) -> Iterator[tuple[str, str]]:
        """Below the answers that are told, by their rounds: how one says that something is wrong with a question."""
        saved = self.host.store.game(message.game) if reporting.tells_answers(message.lines) else None
        uses = ruleset(saved.session.ruleset).uses if saved else lambda _: ()
        told = [each.table for each in message.lines for use in uses(each) if use.name == "asked"]
        for table in dict.fromkeys(told):
            line = markdown.raw("`report 2`" if told.count(table) > 1 else "`report`")
            yield table, markdown.escaped(reader.say("Is something wrong with a question? Write {line}", line=line))

    def _tree(self, chat: str, table: str, titles: dict[str, str]) -> str:
        """A round has its own, even when it is over; whatever else there is concerns the game as a whole."""
        return table if table in titles or self.trees.tree(chat, table).at else ""

    def _aside(self, chat: str, message: Message, titles: dict[str, str]) -> str:
        """What concerns the game as a whole, and calls nobody, is added to the news of the only round that is on."""
        if not message.game or message.asks or message.reminders or any(told.table for told in message.lines):
            return ""
        stamp = _stamp(message)
        begun = [table for table, tree in self.trees.all_of(chat) if tree.stamp == stamp]
        found = begun or [table for table in titles if len(titles) == 1 and self.trees.tree(chat, table).at]
        return next(iter(found), "")

    def _heading(self, table: str, titles: dict[str, str], reader: Reader) -> str:
        title = titles.get(table) or reader.say("News of the game")
        return f"### {markdown.escaped(title)}"

    def _asks(self, message: Message, titles: dict[str, str]) -> Iterator[tuple[str, str, str]]:
        """Questions and reminders: an id, the round, and the words."""
        try:
            shown, reader = self._seen(message.game)
        except Illegal:  # closed meanwhile
            return
        if shown.view is not None:
            titles.update({panel.id: reader.value(panel.title) for panel in shown.view.panels})
        look = self._look(shown.id)
        for question in message.asks:
            for asked in (each for each in shown.asked if not each.secret and each.goes_by([question])):
                yield question, table_of(question), asking.asked_of(shown, [asked], reader, look)[0]
        for one in message.reminders:
            name = board.who(one.seat, one.name, look)
            text = asking.reminder(one, reader, ruleset(one.ruleset).title, name, self.host.now())
            yield f"{one.game}/{one.seat}", table_of(next(iter(one.clocks))), text

    def _seen(self, game: str) -> tuple[GameView, Reader]:
        shown = views.view(self.host, game)
        return shown, words.reader(shown.names, shown.style)

    def _look(self, game: str) -> board.RedditNames:
        return board.RedditNames(self._accounts(views.found(self.host, game).session), self.web)

    def _accounts(self, session: Session) -> dict[str, str]:
        """What the players are called on Reddit, by seat, without those who want to be left alone."""
        found = {}
        for player in session.players:
            known = self.host.store.identities(player.person) if player.person and not player.bot else []
            own = next((each for each in known if each.startswith(PREFIX)), "")
            if own and not opt_outs.is_quiet(self.host, own):
                name = own.removeprefix(PREFIX)
                found[player.seat] = player.name if player.name.casefold() == name else name
        return found

    # -- boards

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show the game in the thread's own text if that is ours, or in a comment; a call only if it has changed."""
        if not is_thread(chat):
            raise NotChanged
        self._must_be_made(chat, game_id)
        secret_calls.post(self.host, chat, views.found(self.host, game_id).session)
        target, _, before = message_id.partition("/")
        with _GoneThreadWatch(self.host, chat):
            target = target or self._own(chat)
            text = self._text(*self._seen(game_id), LONGEST_BODY if target.startswith(THREAD) else LONGEST_COMMENT)
            mark = f"{zlib.crc32(text.encode()):x}"
            if target and mark == before:
                raise NotChanged
            return f"{self._shown(chat, target, text)}/{mark}"

    def _own(self, chat: str) -> str:
        """The thread, if it is ours to edit."""
        found = self.wire.states([thing(chat)])
        if not found and thing(chat).startswith(THREAD):
            raise RetryLater(unreachable.AGAIN)
        ours = found and found[0].author.casefold() == self.wire.name.casefold()
        return thing(chat) if ours else ""

    def owns(self, chat: str) -> bool:
        """Is the thread our own, so that its text is the board?"""
        return bool(self._own(chat))

    def _shown(self, chat: str, target: str, text: str) -> str:
        if target:
            try:
                self.wire.edit(target, text)
            except (PlaceGone, ThingMissing):
                if target.startswith(THREAD):
                    raise
            else:
                return target
        return self._replied(chat, text)

    def _replied(self, chat: str, text: str) -> str:
        below = thing(chat)

        def mended(tried: str) -> str:
            found = self.wire.said_before(below, tried)
            if found and tried != text:  # the game went on meanwhile
                self.wire.edit(found, text)
            return found

        made = self._once(chat, text, lambda: self.wire.reply(below, text), mended)
        self.host.store.keep(chat, UNSURE, b"")
        return made

    def _text(self, shown: GameView, reader: Reader, most: int) -> str:
        return markdown.fitting(board.paragraphs(shown, reader, self._look(shown.id)), most)

    # -- to one person

    def _answer(self, chat: str, message: Message) -> str:
        """An answer to a comment or a message: all its sentences in one."""
        reader = words.reader(message.names, message.style)
        texts = markdown.pieces(markdown.lines(message.lines, reader))
        try:
            for text in texts[:1]:
                return self._replied(chat, text)
        except ThreadLocked as locked:
            raise PlaceGone(str(locked)) from None
        return ""

    def _letter(self, chat: str, message: Message) -> str:
        """A message to somebody: never a secret itself, for it may not arrive, but where it can be read."""
        name = account(chat)
        person_id = self.host.store.who(identity(name), self.host.now())
        paragraphs = self._said(message, person_id)
        if not paragraphs or not person_id or opt_outs.is_quiet(self.host, identity(name)):
            return ""
        self.wire.ready()
        try:
            for text in markdown.pieces(paragraphs)[:1]:
                self.wire.compose(name, SUBJECT, text)
        except PlaceGone:
            unreachable.unreached(self.host, chat, self.web)
            raise
        except Exception as error:
            if not isinstance(error, Down) or self.host.now() - message.stamp / 1000 > BRIEF:
                unreachable.told_instead(self.host, chat, self.web, message.stamp)
            if isinstance(error, ThreadLocked):
                raise RetryLater(unreachable.LONG) from None
            raise
        return ""

    def _said(self, message: Message, person_id: str) -> list[str]:
        reader = words.reader(message.names, message.style)
        found = markdown.lines(message.lines, reader) if not message.game else []
        if LINK in message.asks and person_id:
            link = markdown.raw(f"{self.web}/p/{accounts.web_link(self.host, person_id)}")
            found.append(markdown.escaped(reader.say(PRIVATE_LINK, link=link, unlink=markdown.raw("`unlink`"))))
        if message.game and self._waited_for(message, person_id):
            title = ruleset(views.found(self.host, message.game).session.ruleset).title
            found.append(self._waits(reader, title, message.game))
        for one in message.reminders:
            title = ruleset(one.ruleset).title
            found += [
                asking.reminder(one, reader, title, markdown.escaped(one.name), self.host.now()),
                self._waits(reader, title, one.game),
            ]
        return found

    def _waits(self, reader: Reader, title: str, game: str) -> str:
        page = markdown.raw(f"{self.web}/g/{game}")
        return markdown.escaped(reader.say(WAITS, title=reader.value(title), page=page))

    def _waited_for(self, message: Message, person_id: str) -> bool:
        """Is one of these questions still asked of them?"""
        try:
            shown = views.view(self.host, message.game, person_id)
        except Illegal:
            return False
        mine = [each for each in shown.asked if each.who == shown.you]
        return any(each.goes_by(message.asks) for each in mine)


class _GoneThreadWatch:
    """While something is said in a thread: if it turns out to be closed or gone, its games are looked after."""

    def __init__(self, host: HostContext, chat: str) -> None:
        self.host, self.chat = host, chat

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """A closed thread is tried again; one that is gone is forgotten."""
        if isinstance(error, PlaceGone):
            unreachable.lost(self.host, self.chat)
        if isinstance(error, ThreadLocked):
            unreachable.shut(self.host, self.chat)
            raise RetryLater(unreachable.LONG) from None
        if isinstance(error, ThingMissing):  # if it is gone, the next looks at the threads will show it
            raise RetryLater(unreachable.AGAIN) from None


def _stamp(message: Message) -> str:
    """Which news this is."""
    return f"{message.stamp}/{message.game}"


def table_of(question: str) -> str:
    """The round that asks this."""
    return question.partition("#")[0]
