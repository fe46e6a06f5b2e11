"""What the bot may do where it is a moderator."""

from collections.abc import Callable

from . import render
from .endpoints import Call
from .errors import JSON, said, wrong
from .reading import known_sub
from .things import Comment, Submission, Thing
from .world import World
from .writing import moderated, things

HOW = {"yes": "moderator", "no": None}
SORTS = {"blank", "confidence", "top", "new", "controversial", "old", "random", "qa", "live"}
STICKY = 2


def _thing(world: World, call: Call) -> Thing:
    thing = world.things.get(call.get("id"))
    if thing is None:
        raise wrong(f"there is nothing named {call.get('id')!r}")
    moderated(world, thing.sub)
    return thing


def lock(world: World, call: Call) -> JSON:
    """Let nobody write below it."""
    _thing(world, call).locked = True
    return {}


def unlock(world: World, call: Call) -> JSON:
    """Let people write below it again."""
    _thing(world, call).locked = False
    return {}


def remove(world: World, call: Call) -> JSON:
    """Take it out of sight."""
    _thing(world, call).removed_by = world.bot
    return {}


def approve(world: World, call: Call) -> JSON:
    """Put it back."""
    _thing(world, call).removed_by = ""
    return {}


def distinguish(world: World, call: Call) -> JSON:
    """Mark the bot's own as a moderator's, and pin it if it is a comment at the top."""
    thing = _thing(world, call)
    if thing.author != world.bot:
        raise said("NOT_AUTHOR", fault="only its author can distinguish it")
    if call.get("how") not in HOW:
        raise wrong(f"how is {call.get('how')!r}")
    sticky = call.flag("sticky", default=False)
    if sticky and not (isinstance(thing, Comment) and isinstance(thing.parent, Submission)):
        raise wrong("only a comment at the top can be pinned")
    if sticky and isinstance(thing, Comment):
        for other in thing.thread.replies:
            other.stickied = False
    thing.distinguished, thing.stickied = HOW[call.get("how")], sticky
    return things(render.thing(world, thing))


def sticky(world: World, call: Call) -> JSON:
    """Pin a thread; there are two places."""
    thread = _thread(world, call)
    if not call.flag("state", default=True):
        thread.stickied = False
        return {"json": {"errors": []}}
    pinned = [one for one in world.newest("t3", [thread.sub]) if one.stickied and one is not thread]
    for one in pinned[STICKY - 1 :]:
        one.stickied = False
    thread.stickied = True
    return {"json": {"errors": []}}


def _thread(world: World, call: Call) -> Submission:
    thread = _thing(world, call)
    if not isinstance(thread, Submission):
        raise wrong(f"{call.get('id')!r} is not a thread")
    return thread


def suggested_sort(world: World, call: Call) -> JSON:
    """How a thread's comments are shown at first."""
    if call.get("sort") not in SORTS:
        raise wrong(f"sort is {call.get('sort')!r}")
    _thread(world, call).sort = None if call.get("sort") == "blank" else call.get("sort")
    return {}


def ban(world: World, call: Call) -> JSON:
    """Ban somebody."""
    sub = moderated(world, known_sub(world, call.place["sub"]))
    if call.get("type") != "banned":
        raise wrong(f"type {call.get('type')!r} is not modelled")
    if call.get("name").lower() not in world.accounts:
        raise said("USER_DOESNT_EXIST", about="name")
    sub.banned[world.account(call.get("name")).name] = call.get("ban_reason")
    return {"json": {"errors": []}}


def unban(world: World, call: Call) -> JSON:
    """Let somebody in again."""
    sub = moderated(world, known_sub(world, call.place["sub"]))
    if call.get("type") != "banned":
        raise wrong(f"type {call.get('type')!r} is not modelled")
    sub.banned.pop(world.account(call.get("name")).name, None)
    return {}


def banned(world: World, call: Call) -> JSON:
    """Who is banned."""
    sub = moderated(world, known_sub(world, call.place["sub"]))
    names = [name for name in sub.banned if call.get("user").lower() in {"", name.lower()}]
    children: list[JSON] = [
        {"name": name, "id": world.account(name).fullname, "date": world.now(), "note": sub.banned[name]}
        for name in names
    ]
    return render.listing(children)


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "lock": lock,
    "unlock": unlock,
    "remove": remove,
    "approve": approve,
    "distinguish": distinguish,
    "sticky": sticky,
    "suggested_sort": suggested_sort,
    "ban": ban,
    "unban": unban,
    "banned": banned,
}
