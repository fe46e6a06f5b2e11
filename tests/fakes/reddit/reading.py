"""What can be looked at: people, subreddits, threads and comments."""

from collections.abc import Callable, Sequence

from . import render
from .endpoints import Call
from .errors import JSON, plain, wrong
from .listings import page
from .oauth import SCOPES
from .things import Account, Comment, Submission, Subreddit, Thing
from .tree import Tree, ordered
from .world import World

INFO = 100
USUAL_TREE = 200


def me(world: World, call: Call) -> JSON:
    """Who the bot is."""
    del call
    return render.account(world.account(world.bot), me=True)


def scopes(world: World, call: Call) -> JSON:
    """What a token can allow."""
    del world
    wanted = call.get("scopes").split() or list(SCOPES)
    return {name: {"id": name, "name": SCOPES[name], "description": SCOPES[name]} for name in wanted}


def blocked(world: World, call: Call) -> JSON:
    """Whom the bot blocks."""
    del call
    names = sorted(world.account(world.bot).blocked)
    children = [{"name": name, "id": world.account(name).fullname, "date": world.now()} for name in names]
    return render.wrap("UserList", {"children": children})


def known_user(world: World, name: str) -> Account:
    """Somebody who is there."""
    account = world.accounts.get(name.lower())
    if account is None or account.gone:
        raise plain(404)
    if name.lower() in world.shadowed and (world.outside or account.name != world.bot):
        raise plain(404)
    return account


def user_about(world: World, call: Call) -> JSON:
    """Somebody."""
    return render.wrap("t2", render.account(known_user(world, call.place["user"])))


def user_comments(world: World, call: Call) -> JSON:
    """What somebody wrote below threads."""
    return _by(world, call, "t1")


def user_submissions(world: World, call: Call) -> JSON:
    """The threads somebody opened."""
    return _by(world, call, "t3")


def _by(world: World, call: Call, kind: str) -> JSON:
    """The bot sees its own even where a moderator has removed it."""
    author = known_user(world, call.place["user"]).name
    found = [thing for thing in reversed(world.things.values()) if (thing.kind, thing.author) == (kind, author)]
    return _page(world, call, [it for it in found if not it.deleted and (world.listed(it) or _own(world, author))])


def _own(world: World, author: str) -> bool:
    return author == world.bot and not world.outside


def user_by_fullname(world: World, call: Call) -> JSON:
    """The names behind ids."""
    wanted = call.get("ids").split(",")
    return {who.fullname: {"name": who.name} for who in world.accounts.values() if who.fullname in wanted}


def my_moderator(world: World, call: Call) -> JSON:
    """The subreddits the bot moderates."""
    mine = [sub for sub in world.subs.values() if world.moderates(world.bot, sub)]
    return page(call, mine, lambda sub: render.subreddit(world, sub), world.garbler)


def known_sub(world: World, name: str) -> Subreddit:
    """A subreddit the bot may enter."""
    sub = world.subs.get(name.lower())
    if sub is None:
        raise plain(404)
    if sub.private and not world.moderates(world.bot, sub):
        raise plain(403)
    return sub


def _subs(world: World, call: Call) -> list[Subreddit]:
    """One subreddit, or several with a plus between them."""
    return [known_sub(world, name) for name in call.place["sub"].split("+")]


def comments(world: World, call: Call) -> JSON:
    """The newest comments of a subreddit."""
    return _page(world, call, world.newest("t1", _subs(world, call)))


def new(world: World, call: Call) -> JSON:
    """The newest threads of a subreddit."""
    return _page(world, call, world.newest("t3", _subs(world, call)))


def _page(world: World, call: Call, things: Sequence[Thing]) -> JSON:
    return page(call, things, lambda thing: render.thing(world, thing), world.garbler)


def submission(world: World, call: Call) -> list[JSON]:
    """A thread and its comments, or one comment with what is above and below it."""
    thread = known_thread(world, f"t3_{call.place['thread']}")
    wanted = call.place.get("comment") or call.get("comment")
    top = _around(world, wanted, call.number("context", 0)) if wanted else ordered(thread, call.get("sort"))
    limit = min(call.number("limit", USUAL_TREE) or USUAL_TREE, world.tree_limit)
    tree = Tree(world, top, limit, call.number("depth", 0))
    return [render.listing([render.submission(world, thread)]), tree.as_json()]


def known_thread(world: World, name: str) -> Submission:
    """A thread that was once there."""
    thread = world.things.get(name)
    if not isinstance(thread, Submission):
        raise plain(404)
    known_sub(world, thread.sub.name)
    return thread


def _around(world: World, ident: str, context: int) -> list[Comment]:
    comment = world.things.get(f"t1_{ident}")
    if not isinstance(comment, Comment):
        return []
    for _ in range(min(context, 8)):
        comment = comment.parent if isinstance(comment.parent, Comment) else comment
    return [comment]


def more(world: World, call: Call) -> JSON:
    """Comments that were left out of a thread, flat."""
    thread = known_thread(world, call.get("link_id"))
    wanted = set(call.get("children").split(","))
    found = [comment for comment in thread.tree() if comment.id in wanted]
    if len(wanted) > INFO and len(found) > INFO:
        found = found[:INFO]
    return {"json": {"errors": [], "data": {"things": [render.comment(world, comment) for comment in found]}}}


def info(world: World, call: Call) -> JSON:
    """Things by their full names, in the order asked for; what is not there is left out."""
    names = [name for name in call.get("id").split(",") if name]
    subs = [world.subs.get(name.lower()) for name in call.get("sr_name").split(",") if name]
    if len(names) > INFO or not (names or subs):
        raise wrong(f"info takes 1 to {INFO} names, not {len(names)}")
    things = [render.thing(world, world.things[name]) for name in names if name in world.things]
    found = [render.subreddit(world, sub) for sub in world.subs.values() if sub.fullname in names]
    children = [*things, *found, *[render.subreddit(world, sub) for sub in subs if sub]]
    return render.listing(world.garbler.spoil("info", children))


def sub_about(world: World, call: Call) -> JSON:
    """A subreddit."""
    return render.subreddit(world, known_sub(world, call.place["sub"]))


def rules(world: World, call: Call) -> JSON:
    """The rules of a subreddit."""
    found = [
        {
            "kind": "all",
            "short_name": name,
            "description": text,
            "violation_reason": name,
            "created_utc": world.now(),
            "priority": place,
            "description_html": render.as_html(text),
        }
        for place, (name, text) in enumerate(known_sub(world, call.place["sub"]).rules)
    ]
    return {"rules": found, "site_rules": [], "site_rules_flow": []}


def moderators(world: World, call: Call) -> JSON:
    """Who leads a subreddit."""
    names = [name for name in known_sub(world, call.place["sub"]).moderators if call.get("user") in {"", name}]
    children = [
        {"name": name, "id": world.account(name).fullname, "date": world.now(), "mod_permissions": ["all"]}
        for name in names
    ]
    return render.wrap("UserList", {"children": children})


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "me": me,
    "scopes": scopes,
    "blocked": blocked,
    "user_about": user_about,
    "user_comments": user_comments,
    "user_submissions": user_submissions,
    "user_by_fullname": user_by_fullname,
    "my_moderator": my_moderator,
    "comments": comments,
    "new": new,
    "submission": submission,
    "more": more,
    "info": info,
    "sub_about": sub_about,
    "rules": rules,
    "moderators": moderators,
}
