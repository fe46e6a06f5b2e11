"""What the bot writes: threads, comments and messages, and how each is refused."""

from collections.abc import Callable

from . import render
from .endpoints import Call
from .errors import JSON, plain, said, too_long, wrong
from .reading import known_sub
from .things import Account, Comment, Message, Submission, Subreddit, Thing
from .world import COMMENT_LIMIT, SELFTEXT_LIMIT, SUBJECT_LIMIT, TITLE_LIMIT, World


def things(*made: JSON) -> JSON:
    """What a call has made or changed."""
    return {"json": {"errors": [], "data": {"things": list(made)}}}


def checked(text: str, limit: int, about: str = "text") -> str:
    """A text that is there and within the limit."""
    if not text.strip():
        raise said("NO_TEXT", about=about, fault=f"{about} is empty")
    if len(text) > limit:
        raise too_long(limit, about)
    return text


def check_alive(world: World) -> None:
    """A suspended bot can read, and no more."""
    if world.account(world.bot).suspended:
        raise plain(403)


def submit(world: World, call: Call) -> JSON:
    """Open a thread."""
    if call.get("sr").lower() == f"u_{world.bot}".lower():
        world.sub(call.get("sr"))  # everybody has a page of their own
    sub = world.subs.get(call.get("sr").lower())
    if sub is None:
        raise said("SUBREDDIT_NOEXIST")
    check_alive(world)
    if world.bot in sub.banned:
        raise said("BANNED_FROM_SUBREDDIT")
    if sub.restricted and not world.moderates(world.bot, sub):
        raise said("SUBREDDIT_NOTALLOWED")
    title = checked(call.get("title"), TITLE_LIMIT, "title")
    if call.get("kind") not in {"self", "link"}:
        raise wrong(f"kind {call.get('kind')!r} is not modelled")
    if len(call.get("text")) > SELFTEXT_LIMIT:
        raise too_long(SELFTEXT_LIMIT)
    thread = world.post(known_sub(world, sub.name), world.bot, title, call.get("text"))
    thread.url, thread.sends_replies = call.get("url"), call.flag("sendreplies", default=True)
    thread.nsfw, thread.spoiler = call.flag("nsfw", default=False), call.flag("spoiler", default=False)
    url = f"https://www.reddit.com{thread.path}"
    return {"json": {"errors": [], "data": {"url": url, "id": thread.id, "name": thread.fullname, "drafts_count": 0}}}


def comment(world: World, call: Call) -> JSON:
    """Write below a thread, a comment or a message."""
    check_alive(world)
    name, text = call.get("thing_id"), checked(call.get("text"), COMMENT_LIMIT)
    if name in world.messages:
        return things(_reply(world, world.messages[name], text))
    parent = world.things.get(name)
    if parent is None:
        raise wrong(f"there is nothing named {name!r} to reply to", 403)
    check_open(world, parent)
    return things(render.comment(world, world.comment(parent, world.bot, text)))


def check_open(world: World, parent: Thing) -> None:
    """Whether the bot may write there."""
    thread = parent.thread if isinstance(parent, Comment) else parent
    if world.bot in parent.sub.banned:
        raise plain(403)
    removed = isinstance(parent, Comment) and parent.removed_by and parent.author != world.bot
    if parent.deleted or removed:  # one's own may be answered where nobody else sees it
        raise said("DELETED_COMMENT" if isinstance(parent, Comment) else "DELETED_LINK")
    if isinstance(thread, Submission) and thread.archived:
        raise said("TOO_OLD")
    if (thread.locked or _locked_above(parent)) and not world.moderates(world.bot, parent.sub):
        raise said("THREAD_LOCKED")
    if world.bot in world.account(parent.author).blocked:
        raise said("USER_BLOCKED", about="parent")


def _locked_above(it: Thing) -> bool:
    """Whether a moderator has locked the comment or one above it."""
    return it.locked or (isinstance(it, Comment) and _locked_above(it.parent))


def _reply(world: World, parent: Message, text: str) -> JSON:
    other = parent.author if parent.author != world.bot else parent.to
    check_reach(world, world.account(other))
    made = world.send(world.bot, other, f"re: {parent.first.subject}", text, parent)
    return render.message(world, made)


def compose(world: World, call: Call) -> JSON:
    """Send a message to somebody."""
    check_alive(world)
    to = call.get("to")
    if call.get("from_sr") or to.startswith(("#", "/r/")):
        raise wrong("messages from or to a subreddit are not modelled")
    if not call.get("subject").strip():
        raise said("NO_SUBJECT", fault="subject is empty")
    if len(call.get("subject")) > SUBJECT_LIMIT:
        raise too_long(SUBJECT_LIMIT, "subject")
    text = checked(call.get("text"), COMMENT_LIMIT)
    account = world.accounts.get(to.removeprefix("/u/").removeprefix("u/").lower())
    if account is None or account.gone:
        raise said("USER_DOESNT_EXIST")
    check_reach(world, account)
    world.send(world.bot, account.name, call.get("subject"), text)
    return {"json": {"errors": []}}


def check_reach(world: World, account: Account) -> None:
    """Whether somebody lets the bot write to them."""
    if world.bot in account.blocked:
        raise said("USER_BLOCKED")
    if not account.trusts_all:
        raise said("NOT_WHITELISTED_BY_USER_MESSAGE")
    if account.suspended or account.gone:
        raise said("USER_DOESNT_EXIST")


def own(world: World, name: str) -> Thing:
    """Something the bot wrote."""
    thing = world.things.get(name)
    if thing is None or thing.author != world.bot or thing.deleted:
        raise said("NOT_AUTHOR", fault=f"{name!r} is not by the bot")
    return thing


def edit(world: World, call: Call) -> JSON:
    """Change a text of the bot's."""
    check_alive(world)
    thing = own(world, call.get("thing_id"))
    if world.bot in thing.sub.banned:
        raise plain(403)
    if isinstance(thing, Submission) and thing.url:
        raise plain(403, fault="a link has no text to edit")
    thing.body = checked(call.get("text"), COMMENT_LIMIT if isinstance(thing, Comment) else SELFTEXT_LIMIT)
    thing.edited = world.now()
    return things(render.thing(world, thing))


def delete(world: World, call: Call) -> JSON:
    """Delete something of the bot's. Reddit never says whether it was there."""
    thing = world.things.get(call.get("id"))
    if thing is not None and thing.author == world.bot:
        thing.deleted = True
    return {}


def send_replies(world: World, call: Call) -> JSON:
    """Whether replies to it come into the bot's inbox."""
    own(world, call.get("id")).sends_replies = call.flag("state", default=True)
    return {}


def flair(world: World, call: Call) -> JSON:
    """Give a thread a flair of any text."""
    sub = moderated(world, known_sub(world, call.place["sub"]))
    thread = world.things.get(call.get("link"))
    if not isinstance(thread, Submission) or thread.sub is not sub:
        raise wrong(f"there is no thread {call.get('link')!r}")
    thread.flair = call.get("text") or None
    return {"json": {"errors": []}}


def moderated(world: World, sub: Subreddit) -> Subreddit:
    """A subreddit the bot moderates."""
    if not world.moderates(world.bot, sub):
        raise plain(403)
    return sub


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "submit": submit,
    "comment": comment,
    "compose": compose,
    "edit": edit,
    "delete": delete,
    "send_replies": send_replies,
    "flair": flair,
}
