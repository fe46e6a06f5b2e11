"""The site itself, and what a test does on it."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self, TypeVar

import requests

from tests.fakes.telegram.clock import Clock, FakeClock

from .api import Api, Record
from .errors import Refusal, said
from .faults import CUT, HANG, Failure
from .garble import Garble
from .oauth import Credentials, Tokens
from .rates import CALLS, SECONDS, Rates
from .server import SiteListener
from .things import Comment, Item, Message, Submission, Subreddit, Thing
from .world import SHADOW, World

Named = TypeVar("Named", Comment, Submission, Message)
UNSEEN = 180  # seconds in which an edit does not show
AGENT = "test:race-to-a-billion:v1 (by /u/race_host)"


class Impatient(requests.Session):
    """A session that waits few seconds where prawcore would wait sixteen, three times over."""

    patience = 5.0

    def request(self, *args: Any, **fields: Any) -> requests.Response:
        """Ask, and give up soon."""
        return super().request(*args, **fields | {"timeout": self.patience})


class Site:
    """A Reddit that is asked without a network. It asserts nothing, but keeps every fault of the bot in `violations`.

    Whoever acts is named by a string and registers at first sight. Where an act takes a thing, it takes the thing
    itself, its id of an unambiguous kind, or its full name.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        credentials: Credentials | None = None,
        calls: int = CALLS,
        seconds: float = SECONDS,
    ) -> None:
        self.credentials = credentials or Credentials()
        self.world = World(clock or FakeClock(), self.credentials.username)
        self.tokens = Tokens(self.world, self.credentials)
        self.rates = Rates(calls, seconds)
        self.api = Api(self.world, self.tokens, self.rates)

    # what the bot is given

    @property
    def bot(self) -> str:
        """The bot's name."""
        return self.world.bot

    # what people do

    def sub(self, name: str, *, bot_moderates: bool = False, restricted: bool = False) -> Subreddit:
        """A subreddit; in a restricted one only moderators open threads."""
        with self.world.lock:
            sub = self.world.sub(name)
            sub.restricted = restricted
            if bot_moderates and self.bot not in sub.moderators:
                sub.moderators.append(self.bot)
            return sub

    def thread(self, title: str, text: str = "", *, by: str = "opener", sub: str = "race") -> Submission:
        """Somebody opens a thread."""
        with self.world.lock:
            return self.world.post(self.world.sub(sub), by, title, text)

    def says(self, who: str, where: Thing | str, text: str) -> Comment:
        """Somebody writes below a thread or a comment, if the site lets them."""
        with self.world.lock:
            parent = self.thing(where)
            thread = parent.thread if isinstance(parent, Comment) else parent
            if who in parent.sub.banned or self.world.account(who).suspended:
                raise PermissionError(f"{who} is banned from r/{parent.sub.name}, or suspended")
            if thread.locked and who not in parent.sub.moderators:
                raise PermissionError(f"{thread.fullname} is locked")
            if parent.deleted or (self.world.account(parent.author).name == self.bot and who in self._blocked()):
                raise PermissionError(f"{who} cannot reply to {parent.fullname}")
            return self.world.comment(parent, who, text)

    def _blocked(self) -> set[str]:
        return self.world.account(self.bot).blocked

    def edits(self, thing: Thing | str, text: str) -> None:
        """Its author changes it. Of the first minutes Reddit does not say so."""
        with self.world.lock:
            found = self.thing(thing)
            found.body = text
            if self.world.now() >= found.created + UNSEEN:
                found.edited = self.world.now()

    def deletes(self, thing: Thing | str, *, vanishes: bool = False) -> None:
        """Its author deletes it. For a while the listings may show a husk of a comment; then it vanishes from them."""
        with self.world.lock:
            found = self.thing(thing)
            found.deleted = True
            if isinstance(found, Comment):
                found.vanished = vanishes

    def writes(self, who: str, text: str, subject: str = "hello", *, to: Message | None = None) -> Message:
        """Somebody sends the bot a private message, or answers one of its own."""
        with self.world.lock:
            return self.world.send(who, self.bot, f"re: {to.first.subject}" if to else subject, text, to)

    def blocks(self, who: str, *, blocked: bool = True) -> None:
        """Somebody blocks the bot, or no longer does."""
        with self.world.lock:
            (set.add if blocked else set.discard)(self.world.account(who).blocked, self.bot)

    def trusts_few(self, who: str) -> None:
        """Somebody lets only trusted users write to them."""
        with self.world.lock:
            self.world.account(who).trusts_all = False

    def leaves(self, who: str) -> None:
        """Somebody deletes the account: all they wrote stays, without a name."""
        with self.world.lock:
            self.world.account(who).gone = True

    def suspends(self, who: str) -> None:
        """Reddit suspends an account."""
        with self.world.lock:
            self.world.account(who).suspended = True

    # what moderators do

    def locks(self, thing: Thing | str, *, locked: bool = True) -> None:
        """Nobody may write below it any more, or everybody again."""
        with self.world.lock:
            self.thing(thing).locked = locked

    def removes(self, thing: Thing | str, *, by: str = "") -> None:
        """A moderator takes it out of sight."""
        with self.world.lock:
            found = self.thing(thing)
            found.removed_by = by or found.sub.moderators[0]

    def approves(self, thing: Thing | str) -> None:
        """A moderator puts it back."""
        with self.world.lock:
            self.thing(thing).removed_by = ""

    def archives(self, thread: Thing | str) -> None:
        """The thread has grown too old to write in."""
        with self.world.lock:
            self.submission(thread).archived = True

    def bans(self, who: str, sub: str = "race", *, banned: bool = True) -> None:
        """A moderator bans somebody, the bot perhaps, or lets them in again."""
        with self.world.lock:
            name, place = self.world.account(who).name, self.world.sub(sub)
            place.banned.pop(name, None)
            if banned:
                place.banned[name] = "a moderator's reason"

    def closes(self, sub: str = "race", *, private: bool = True) -> None:
        """A subreddit becomes private, or public again."""
        with self.world.lock:
            self.world.sub(sub).private = private

    def filters(self, who: str, *, filtered: bool = True) -> None:
        """Whatever somebody writes below threads is removed at once, and they are not told: the bot too, perhaps."""
        with self.world.lock:
            (set.add if filtered else set.discard)(self.world.filtered, who.lower())

    def shadow_bans(self, who: str, *, banned: bool = True) -> None:
        """Nobody but they themselves sees them any more, nor what they write from now on; or all of it again."""
        with self.world.lock:
            (set.add if banned else set.discard)(self.world.shadowed, who.lower())
            mine = [each for each in self.world.things.values() if each.author.lower() == who.lower()]
            for each in [] if banned else mine:
                each.removed_by = "" if each.removed_by == SHADOW else each.removed_by

    # what can be read

    def thing(self, which: Thing | str) -> Thing:
        """A thread or a comment."""
        if isinstance(which, Thing):
            return which
        with self.world.lock:
            found = self.world.things.get(which) or self.world.things.get(f"t1_{which}")
            return found or self.world.things[f"t3_{which}"]

    def submission(self, which: Thing | str) -> Submission:
        """A thread."""
        found = self.world.things[f"t3_{which}"] if isinstance(which, str) and "_" not in which else self.thing(which)
        if not isinstance(found, Submission):
            raise KeyError(f"{which!r} is not a thread")
        return found

    def replies(self, which: Thing | str, *, by: str = "") -> list[Comment]:
        """What was written directly below a thread or a comment, by anybody or by one."""
        with self.world.lock:
            return [reply for reply in self.thing(which).replies if by in {"", reply.author}]

    def by_bot(self, kind: type[Named]) -> list[Named]:
        """All that the bot wrote, of one kind, in order."""
        with self.world.lock:
            everything = [*self.world.things.values(), *self.world.messages.values()]
            return [thing for thing in everything if isinstance(thing, kind) and thing.author == self.bot]

    def messages_to(self, who: str) -> list[Message]:
        """What the bot sent somebody in private."""
        return [message for message in self.by_bot(Message) if message.to == self.world.account(who).name]

    def notices(self, who: str) -> list[Item]:
        """What came into somebody's inbox: messages, replies and mentions, oldest first."""
        with self.world.lock:
            return list(self.world.inbox(who))

    @property
    def violations(self) -> list[str]:
        """What a careful bot would not have sent."""
        return self.world.violations

    @property
    def calls(self) -> list[Record]:
        """Every call so far."""
        return self.api.calls

    def count(self) -> Counter[str]:
        """How many calls each endpoint had so far."""
        with self.world.lock:
            return Counter(record.endpoint for record in self.calls)

    @contextlib.contextmanager
    def counting(self) -> Iterator[Counter[str]]:
        """How many calls each endpoint has meanwhile; filled in at the end."""
        before, seen = self.count(), Counter[str]()
        yield seen
        seen.update(self.count() - before)

    # what goes wrong

    def advance(self, seconds: float) -> None:
        """Let time pass on a fake clock."""
        with self.world.lock:
            self.world.clock.advance(seconds)

    def fails(
        self, endpoint: str, status: int | str, *, times: int = 1, retry_after: float | None = None, lost: bool = False
    ) -> Failure:
        """Make the next calls of an endpoint ("*" is any) fail; see Failure."""
        failure = Failure(endpoint, status, times, retry_after, lost)
        self.api.fail(failure)
        return failure

    def refuses(self, endpoint: str, code: str, text: str = "", *, times: int = 1) -> Failure:
        """Make the next calls of an endpoint be refused inside an answer of status 200."""
        failure = Failure(endpoint, times=times, said=said(code, text))
        self.api.fail(failure)
        return failure

    def swallows(self, endpoint: str = "comment", *, times: int = 1) -> None:
        """The next calls take effect, but the answers do not say what was made."""
        nothing = Refusal(200, {"json": {"errors": [], "data": {"things": []}}})
        self.api.fail(Failure(endpoint, times=times, lost=True, said=nothing))

    def slows(self, endpoint: str, seconds: float) -> None:
        """For so long Reddit's hidden limit refuses an endpoint with RATELIMIT and the wait."""
        with self.world.lock:
            self.world.slow[endpoint] = self.world.now() + seconds

    @contextlib.contextmanager
    def down(self, status: int | str = 503, *, endpoint: str = "*", retry_after: float | None = None) -> Iterator[None]:
        """Meanwhile every call fails."""
        failure = self.fails(endpoint, status, times=0, retry_after=retry_after)
        try:
            yield
        finally:
            self.api.heal(failure)

    def hangs(self, endpoint: str = "*", *, times: int = 1, lost: bool = False) -> None:
        """The next calls get no answer until the client gives up."""
        self.fails(endpoint, HANG, times=times, lost=lost)

    def cuts(self, endpoint: str = "*", *, times: int = 1, lost: bool = True) -> None:
        """The next connections break in the middle of the answer."""
        self.fails(endpoint, CUT, times=times, lost=lost)

    def garbles(
        self, *, misses: list[Thing] | None = None, repeats: list[Thing] | None = None, endpoint: str = "*"
    ) -> None:
        """The next listing, of an endpoint or of any, misses some things and shows others twice."""
        missed, repeated = ({thing.fullname for thing in some or []} for some in (misses, repeats))
        with self.world.lock:
            self.world.garbler.coming.append(Garble(frozenset(missed), frozenset(repeated), endpoint=endpoint))

    def delays(self, thing: Thing | str, seconds: float) -> None:
        """The listings show it only after a while, then in its place, below what is newer."""
        with self.world.lock:
            self.thing(thing).listed_from = self.world.now() + seconds

    def spoils(self, thing: Thing | str) -> None:
        """It is shown in a shape that it should not have."""
        with self.world.lock:
            self.thing(thing).spoilt = True

    def halves(self, endpoint: str = "*") -> None:
        """The next listing, of an endpoint or of any, has only its first half."""
        with self.world.lock:
            self.world.garbler.coming.append(Garble(half=True, endpoint=endpoint))

    def expires_token(self) -> None:
        """Every token runs out at once."""
        with self.world.lock:
            self.tokens.expire()

    def changes_password(self, password: str) -> None:
        """The bot's password is changed, and every token is void."""
        with self.world.lock:
            self.credentials.password = password
            self.tokens.expire()


class RedditSite(Site):
    """A Reddit on this machine, for whoever asks it over HTTP."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._http = SiteListener(self.api)

    def __enter__(self) -> Self:
        """The site runs from its making."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.close()

    def close(self) -> None:
        """End every connection."""
        self._http.close()

    @property
    def url(self) -> str:
        """Where the site is: both `reddit_url` and `oauth_url` of PRAW."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def account(self, subreddit: str) -> dict[str, str]:
        """The same by the names that a host knows, with the subreddit where it is to play."""
        given = self.credentials
        return {
            "REDDIT_CLIENT_ID": given.client_id,
            "REDDIT_CLIENT_SECRET": given.client_secret,
            "REDDIT_USERNAME": given.username,
            "REDDIT_PASSWORD": given.password,
            "REDDIT_SUBREDDIT": subreddit,
            "REDDIT_API_URL": self.url,
        }

    @property
    def settings(self) -> dict[str, Any]:
        """What `praw.Reddit(**site.settings)` needs."""
        return {
            "client_id": self.credentials.client_id,
            "client_secret": self.credentials.client_secret,
            "username": self.credentials.username,
            "password": self.credentials.password,
            "user_agent": AGENT,
            "reddit_url": self.url,
            "oauth_url": self.url,
            "check_for_updates": False,
            "check_for_async": False,
            "ratelimit_seconds": 0,
        }
