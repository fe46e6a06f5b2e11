"""What the site says about each thing, in the shape and with the names Reddit uses."""

import html
from functools import lru_cache

from .errors import JSON
from .things import Account, Comment, Item, Message, Submission, Subreddit, Thing
from .world import World

DELETED = "[deleted]"
REMOVED = "[removed]"
NOTHING_MORE: JSON = {"after": None, "before": None, "modhash": None, "geo_filter": ""}


def wrap(kind: str, data: JSON) -> JSON:
    """A thing in its envelope."""
    return {"kind": kind, "data": data}


def listing(children: list[JSON], after: str | None = None) -> JSON:
    """Things in the envelope of a listing."""
    return wrap("Listing", NOTHING_MORE | {"after": after, "dist": len(children), "children": children})


@lru_cache(4096)
def as_html(text: str) -> str:
    """A text as paragraphs: the server knows no more of Markdown."""
    paragraphs = "\n\n".join(f"<p>{html.escape(part, quote=False)}</p>" for part in text.split("\n\n"))
    return f'<!-- SC_OFF --><div class="md">{paragraphs}\n</div><!-- SC_ON -->'


def comment(world: World, it: Comment, replies: JSON | str = "") -> JSON:
    """A comment, for the bot's eyes."""
    data = (
        _common(world, it)
        | _moderation(world, it)
        | {
            "body": _text(world, it),
            "body_html": as_html(_text(world, it)),
            "parent_id": it.parent.fullname,
            "link_id": it.thread.fullname,
            "link_title": it.thread.title,
            "link_author": _author(world, it.thread),
            "link_permalink": f"https://www.reddit.com{it.thread.path}",
            "link_url": f"https://www.reddit.com{it.thread.path}",
            "permalink": it.path,
            "is_submitter": it.author == it.thread.author and not it.deleted,
            "depth": it.depth,
            "replies": replies,
            "score_hidden": False,
            "collapsed": it.gone,
            "controversiality": 0,
            "removal_reason": None,
            "unrepliable_reason": None,
        }
    )
    return wrap("t1", data)


def submission(world: World, it: Submission) -> JSON:
    """A thread, for the bot's eyes."""
    data = (
        _common(world, it)
        | _moderation(world, it)
        | {
            "title": it.title,
            "selftext": _text(world, it),
            "selftext_html": as_html(_text(world, it)) if it.body else None,
            "is_self": not it.url,
            "url": it.url or f"https://www.reddit.com{it.path}",
            "domain": f"self.{it.sub.name}",
            "permalink": it.path,
            "num_comments": len(it.tree()),
            "removed_by_category": _category(it),
            "removed_by": None,
            "upvote_ratio": 1.0,
            "over_18": it.nsfw,
            "spoiler": it.spoiler,
            "hidden": False,
            "pinned": False,
            "contest_mode": False,
            "is_robot_indexable": not it.gone,
            "is_crosspostable": not it.gone,
            "link_flair_text": it.flair,
            "suggested_sort": it.sort,
            "is_video": False,
            "media": None,
        }
    )
    return wrap("t3", data)


def thing(world: World, it: Thing) -> JSON:
    """A comment or a thread."""
    return comment(world, it) if isinstance(it, Comment) else submission(world, _thread(it))


def _thread(it: Thing) -> Submission:
    if not isinstance(it, Submission):
        raise TypeError(f"{it!r} is neither a comment nor a thread")
    return it


def _common(world: World, it: Thing) -> JSON:
    author = _author(world, it)
    data: JSON = {
        "id": it.id,
        "name": it.fullname,
        "author": author,
        "subreddit": it.sub.name,
        "subreddit_id": it.sub.fullname,
        "subreddit_name_prefixed": f"r/{it.sub.name}",
        "subreddit_type": "private" if it.sub.private else "public",
        "created": it.created,
        "created_utc": "yesterday" if it.spoilt else it.created,
        "edited": it.edited or False,
        "locked": it.locked,
        "archived": _archived(it),
        "stickied": it.stickied,
        "distinguished": it.distinguished,
        "send_replies": it.sends_replies and it.author == world.bot,
        "score": 1,
        "ups": 1,
        "downs": 0,
        "likes": True if it.author == world.bot else None,
        "saved": False,
        "gilded": 0,
        "author_flair_text": None,
        "author_is_blocked": False,
    }
    return data if author == DELETED else data | _identity(world, it)


def _identity(world: World, it: Thing) -> JSON:
    return {"author_fullname": world.account(it.author).fullname, "author_premium": False, "author_flair_richtext": []}


def _moderation(world: World, it: Thing) -> JSON:
    """The fields only a moderator sees filled."""
    sees = world.moderates(world.bot, it.sub)
    banned_by = it.removed_by or None if sees else None
    data: JSON = {"can_mod_post": sees, "banned_by": banned_by, "approved_by": None, "num_reports": 0 if sees else None}
    return data | {"removed": bool(it.removed_by), "spam": False, "approved": False} if sees else data


def _archived(it: Thing) -> bool:
    thread = it.thread if isinstance(it, Comment) else it
    return isinstance(thread, Submission) and thread.archived


def _author(world: World, it: Thing) -> str:
    hidden = it.deleted or (it.removed_by and not _sees_removed(world, it))
    return DELETED if hidden or world.account(it.author).gone else it.author


def _text(world: World, it: Thing) -> str:
    if it.deleted:
        return DELETED
    return REMOVED if it.removed_by and not _sees_removed(world, it) else it.body


def _sees_removed(world: World, it: Thing) -> bool:
    """An author goes on seeing what a moderator removed, and so does every moderator."""
    return not world.outside and (it.author == world.bot or world.moderates(world.bot, it.sub))


def _category(it: Submission) -> str | None:
    if it.deleted:
        return "deleted"
    return "moderator" if it.removed_by else None


def account(it: Account, *, me: bool = False) -> JSON:
    """A person."""
    if it.suspended:
        return {"name": it.name, "is_suspended": True, "awardee_karma": 0, "total_karma": 0, "is_blocked": False}
    data: JSON = {
        "id": it.id,
        "name": it.name,
        "created": it.created,
        "created_utc": it.created,
        "is_employee": False,
        "is_mod": False,
        "has_verified_email": True,
        "verified": True,
        "comment_karma": 1,
        "link_karma": 1,
        "total_karma": 2,
        "icon_img": "",
        "is_blocked": False,
        "accept_pms": True,
        "subreddit": None,
    }
    return data | {"inbox_count": 0, "has_mail": False, "is_suspended": False, "over_18": False} if me else data


def subreddit(world: World, it: Subreddit) -> JSON:
    """A subreddit."""
    return wrap(
        "t5",
        {
            "id": it.id,
            "name": it.fullname,
            "display_name": it.name,
            "display_name_prefixed": f"r/{it.name}",
            "title": it.name,
            "public_description": "",
            "description": "",
            "subreddit_type": "private" if it.private else "public",
            "subscribers": len(world.accounts),
            "created": it.created,
            "created_utc": it.created,
            "over18": False,
            "quarantine": False,
            "url": f"/r/{it.name}/",
            "submission_type": "any",
            "user_is_banned": world.bot in it.banned,
            "user_is_moderator": world.moderates(world.bot, it),
            "user_is_subscriber": True,
            "user_is_contributor": False,
            "restrict_commenting": False,
        },
    )


def item(world: World, it: Item) -> JSON:
    """An entry of the bot's inbox."""
    if isinstance(it.thing, Message):
        return message(world, it.thing, new=it.new)
    entry = comment(world, it.thing)
    entry["data"] |= {
        "new": it.new,
        "was_comment": True,
        "subject": it.why,
        "type": it.why.replace(" ", "_"),
        "dest": world.bot,
        "context": f"{it.thing.path}?context=3",
        "first_message": None,
        "first_message_name": None,
        "num_comments": len(it.thing.thread.tree()),
    }
    return entry


def message(world: World, it: Message, *, new: bool = False, replies: list[JSON] | None = None) -> JSON:
    """A private message."""
    gone = world.account(it.author).gone
    data: JSON = {
        "id": it.id,
        "name": it.fullname,
        "author": None if gone else it.author,
        "author_fullname": None if gone else world.account(it.author).fullname,
        "dest": it.to,
        "subject": it.subject,
        "body": it.body,
        "body_html": as_html(it.body),
        "created": it.created,
        "created_utc": it.created,
        "new": new,
        "type": "unknown",
        "was_comment": False,
        "context": "",
        "distinguished": None,
        "first_message": int(it.first.id, 36) if it.parent else None,
        "first_message_name": it.first.fullname if it.parent else None,
        "parent_id": it.parent.fullname if it.parent else None,
        "replies": listing(replies) if replies else "",
        "subreddit": None,
        "subreddit_name_prefixed": None,
        "likes": None,
        "num_comments": None,
        "score": 0,
        "associated_awarding_id": None,
    }
    return wrap("t4", data)
