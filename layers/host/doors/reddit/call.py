"""One command of a comment or message in Reddit, as the desk takes it."""

from __future__ import annotations

import logging

from engine.kernel import Illegal
from host.core.error_lines import format_error_location
from host.core.session import Command, Person, Post, Session
from host.delivery.outbox import PlatformDown, RetryLater
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.board import format_inline_code, mark_raw
from host.doors.reddit.command_parsing import WrittenCommand
from host.doors.reddit.places import (
    build_mailbox_place,
    build_reddit_identity,
    build_reddit_place,
    build_subreddit_place,
    build_unmade_thread_place,
)
from host.doors.reddit.sender import PRIVATE_LINK_ASK, RedditSender
from host.people import account_linking, accounts
from host.said.answers import DeskAnswer, answer_sentence
from host.said.desk import refusals
from host.said.desk.request import DeskRequest
from host.shown import views
from host.shown.views import QuestionView

log = logging.getLogger(__name__)
REDDIT_SEATED = (
    "You are in the game. Your secrets are on your private page: open {claim}. It shows you a code. Write that "
    "code here as a comment. If you want messages, also when it is your turn, write {messages}"
)
SEATED_KEY = "seated"  # what is kept of a thread: who was told there where secrets are read
BY_MESSAGE = "I can send you this only in a private message. To allow private messages, write {messages}"
TABLES, MOST_TABLES = "tables", 60  # what is kept of a subreddit: its newest games
MARKED_WORDS = (  # what counts only where it is marked, as everybody says it
    *("new", "here", "next", "usual", "pack", "today"),
    *("check", "word", "admit", "programs"),
)
SPELLED = {word: f"!{word}" for word in MARKED_WORDS}
MODERATOR_WAIT_SECONDS = 120.0  # from the first reading of a comment on


class ModeratorsUnknown(RetryLater):
    """Reddit cannot be asked now who moderates a subreddit; the comment that needs it is to be read again."""


class ReadBatch:
    """The comments and messages of one reading. A question that was asked only because of them cannot have been
    answered by them. `unjudged` are the comments that need to know who moderates, with when each was first read.
    """

    def __init__(self, sender: RedditSender, unjudged: dict[str, float] | None = None) -> None:
        self.sender, self.unjudged = sender, {} if unjudged is None else unjudged
        self._open: dict[str, set[str]] = {}
        self._moderators: dict[str, set[str] | None] = {}  # None: could not be asked

    def note_open_questions(self, session: Session) -> None:
        """Remember which questions of this game are open now, at the first call for it in this batch: those were open
        before the comments of the batch were handled.
        """
        self._open.setdefault(session.id, set(session.clocks))

    def was_open(self, game: str, asked: QuestionView) -> bool:
        """Return whether this question was open before the comments of this batch were handled; False also if the
        game's questions were not noted in it.
        """
        return asked.has_id_among(self._open.get(game, set()))

    def is_moderator(self, remark: RedditRemark) -> bool:
        """Return whether the writer of this comment moderates its subreddit, for which Reddit is asked once a batch;
        False if it refuses to say, or could not be asked for two minutes. Until then raise ModeratorsUnknown, and note
        since when the comment waits.
        """
        if remark.subreddit not in self._moderators:
            self._moderators[remark.subreddit] = self._fetch_moderators(remark.subreddit)
        known = self._moderators[remark.subreddit]
        if known is None:
            now = self.sender.host.now()
            if now - self.unjudged.setdefault(remark.id, now) < MODERATOR_WAIT_SECONDS:
                raise ModeratorsUnknown(0.0)
        return remark.author.casefold() in (known or set())

    def _fetch_moderators(self, subreddit: str) -> set[str] | None:
        """Return the names of a subreddit's moderators in lower case; an empty set if Reddit refuses to say, None if it
        cannot be asked now.
        """
        try:
            return self.sender.wire.fetch_moderators(subreddit)
        except (PlatformDown, RetryLater):
            return None
        except Exception as error:  # noqa: BLE001 # whatever it says, nobody gets a right from it
            log.warning("moderators unknown subreddit=%s error=%s", subreddit, format_error_location(error))
            return set()


class RedditCall(DeskRequest):
    """One command of a comment or message."""

    most_tables = 3
    asks_time = True
    plays_in_private = False  # each game has a thread

    def __init__(self, batch: ReadBatch, remark: RedditRemark, said: WrittenCommand, n: int) -> None:
        super().__init__(batch.sender.host, said.rest)
        self.batch, self.remark, self.said, self.n = batch, remark, said, n
        self.web = batch.sender.web
        self._person: Person | None = None
        self._by = ""

    @property
    def sender(self) -> RedditSender:
        """The sender that posts to Reddit."""
        return self.batch.sender

    @property
    def is_direct(self) -> bool:
        """Whether the sender wrote a private message and no comment."""
        return self.remark.private

    @property
    def place(self) -> str:
        """The place of the thread in which the sender wrote; empty for a private message."""
        return build_reddit_place(self.remark.thread) if self.remark.thread else ""

    @property
    def community(self) -> str:
        """The place of the subreddit in which the sender writes, or after a private message of the one in which a
        thread would be opened for them.
        """
        return build_subreddit_place(self.remark.subreddit or self.sender.wire.keys.subreddits[0])

    def note_table(self, game: str) -> None:
        """Record this game as the newest of the subreddit (60 are kept), to find them together, because each table has
        a thread of its own.
        """
        before = [each for each in self._list_table_ids() if each != game]  # the same comment may come twice
        self.host.store.save_place_value(self.community, TABLES, " ".join([*before, game][-MOST_TABLES:]).encode())

    def list_played_games(self) -> list[Session]:
        """Return the sessions of the newest games of this subreddit (60 at most, the oldest of them first), whether or
        not they are finished; in a private message of the person's own finished games and of those they are out of for
        good.
        """
        if self.is_direct:
            return super().list_played_games()
        return [saved.session for saved in map(self.host.store.load_game, self._list_table_ids()) if saved is not None]

    def _list_table_ids(self) -> list[str]:
        """List the ids of the newest games opened in this subreddit, the oldest of them first."""
        return self.host.store.load_place_value(self.community, TABLES).decode().split()

    def welcome_newcomer(self, _: Person) -> DeskAnswer:
        """Return an answer that says how to turn on private messages, because the bot sends nobody any that they have
        not asked for.
        """
        return answer_sentence(BY_MESSAGE, messages=self.format_command("messages"))

    @property
    def is_in_read_thread(self) -> bool:
        """Whether the comment stands in a thread of a subreddit in which the bot reads all comments."""
        ours = {name.casefold() for name in self.sender.wire.keys.subreddits}
        return bool(self.place) and self.remark.subreddit.casefold() in ours

    @property
    def person(self) -> Person:
        """The person who wrote this comment or message; created if the host does not know their account yet."""
        if self._person is None:
            self._person = accounts.load_or_create_person(
                self.host, build_reddit_identity(self.remark.author), self.remark.author
            )
        return self._person

    def require_person(self) -> Person:
        """Return the person who wrote this comment or message; created if the host does not know their account yet."""
        return self.person

    @property
    def by(self) -> str:
        """The person's id as this call first found it, or an empty string while the host does not know them: an earlier
        command of the comment may make them known.
        """
        if not self._by:
            self._by = self.host.store.find_person_id(build_reddit_identity(self.remark.author), self.host.now())
        return self._by

    @property
    def identity(self) -> str:
        """The identity of the sender's Reddit account."""
        return build_reddit_identity(self.remark.author)

    @property
    def mailbox(self) -> str:
        """The place of the sender's private messages if they have asked for any, else empty, because Reddit's rules
        forbid all others.
        """
        return self.message_place if self.person.place == self.message_place else ""

    @property
    def message_place(self) -> str:
        """The place to which the sender's private messages would be sent, whether or not they want any."""
        return build_mailbox_place(self.remark.author)

    @property
    def name(self) -> str:
        """The name of the sender's Reddit account."""
        return self.remark.author

    @property
    def command(self) -> Command:
        """Who sends this command, from where, and under which idempotency key; each command of a comment has its own
        key. The person is created if the host does not know them.
        """
        return Command(f"reddit:{self.remark.key}:{self.n}", self.person.id, self.place)

    def format_command(self, line: str) -> str:
        """Return a command as inline code in Reddit's Markdown, for use in sentences, with `!` before a word that
        counts only where it is marked.
        """
        word, space, rest = line.partition(" ")
        return format_inline_code(f"{SPELLED.get(word, word)}{space}{rest}")

    def check_private(self) -> None:
        """Raise Illegal, saying how to reach one's private page instead, if the command was written where others can
        read it.
        """
        if not self.is_unseen:
            raise Illegal(refusals.NOT_ALOUD, code="secret_in_public", claim=self.claim)

    def build_unasked_refusal(self, why: Illegal) -> Illegal:
        """Return `why`, the refusal of an answer by a person without an open question. If a game has secret questions
        and others can read along, raise another one that does not reveal whether the person has answered.
        """
        shown = [views.find_game_view(self.host, session.id) for session in self.list_games()]
        if any(each.sealed for each in shown if each):
            self.check_private()
        return why

    def build_ambiguous_refusal(self) -> Illegal:
        """Return the refusal for an answer that fits several questions; it leads to the private page, where each
        question has a form.
        """
        return Illegal(refusals.SEVERAL_WAIT, code="several_questions_open", claim=self.claim)

    def can_manage_place(self) -> bool:
        """Return whether Reddit says that the person moderates the subreddit in which they write; False in a private
        message. If Reddit cannot be asked now, raise ModeratorsUnknown during the first two minutes, then return False.
        """
        return bool(self.remark.subreddit) and self.batch.is_moderator(self.remark)

    def make_command_elsewhere(self, _: Session) -> Command:
        """Return the person's command without host's rights, because moderators here have none over games shown
        elsewhere.
        """
        return self.command

    def reserve_place(self) -> str:
        """Return the place for a new game: this thread if it is in one of the bot's subreddits, shows no open game, and
        the sender wrote the thread or is a moderator; otherwise the place of a thread still to be made. Raise
        ModeratorsUnknown if that must be known and Reddit cannot be asked now.
        """
        here = self._is_free() and (self.remark.theirs or self.can_manage_place())
        return self.place if here else build_unmade_thread_place(self.remark.id)

    def _is_free(self) -> bool:
        """Return whether a game may be shown in this thread: the bot reads all its comments, and it shows no
        open game.
        """
        return self.is_in_read_thread and not self.list_games_shown()

    def pick_extra_place(self) -> str:
        """Return this thread as one more place for a game; raise Illegal if it already shows one, is in no subreddit of
        the bot, or the sender wrote a private message.
        """
        if not self._is_free():
            raise Illegal(refusals.SHOWN_ALREADY, code="shown_already")
        return self.place

    def confirm_seat(self) -> DeskAnswer:
        """Mark the account as surely the person's, who has just taken a seat, and return an answer that says where they
        will be told secrets. It is empty if they get them in private messages (then one with a login link is queued) or
        on another platform, or if this thread has told that to somebody else; that it was told is stored. All are told
        again when they are first asked.
        """
        account_linking.confirm_account_link(self.host, self.person.id, self.identity)
        elsewhere = self.person.place and self.person.place != self.message_place
        if elsewhere or self.send_link():
            return DeskAnswer()
        if not self.is_direct:
            told = self.host.store.load_place_value(self.place, SEATED_KEY).decode()
            if told not in ("", self.identity):
                return DeskAnswer()
            self.host.store.save_place_value(self.place, SEATED_KEY, self.identity.encode())
        return answer_sentence(REDDIT_SEATED, claim=self.claim, messages=self.format_command("messages"))

    def strip_mention(self, words: str) -> str:
        """Return a player's name as written in a command, without Reddit's u/ before it."""
        return words.removeprefix("/").removeprefix("u/")

    def find_mentioned_person(self, words: str) -> str:
        """Return the id of the person whose account these words name with u/ before it; empty for other words, and for
        somebody whom the host does not know.
        """
        named = words.strip().removeprefix("/")
        account = build_reddit_identity(named.removeprefix("u/"))
        return self.host.store.find_person_id(account, self.host.now()) if named.startswith("u/") else ""

    def list_games(self) -> list[Session]:
        """List the sessions of the unfinished games that the comment or message may mean, and note their open questions
        for the batch.
        """
        found = super().list_games()
        for session in found:
            self.batch.note_open_questions(session)
        return found

    def format_page_address(self, path: str) -> str:
        """Return the full address of the host's page at this path, marked so that escaping for Markdown leaves it as it
        is.
        """
        return mark_raw(f"{self.sender.web}{path}")

    def send_link(self) -> bool:
        """Queue for the person, if they want private messages here, one with their private login link for the web page;
        return whether it was queued.
        """
        letters = self.message_place
        if self.person.place != letters or accounts.has_opted_out(self.host, self.identity):
            return False
        stamp = max([int(self.host.now() * 1000), *(post.stamp + 1 for post in self.host.store.load_posts(letters))])
        self.host.store.queue_posts([Post(letters, "", stamp, asks=[PRIVATE_LINK_ASK])], self.host.now())
        return True
