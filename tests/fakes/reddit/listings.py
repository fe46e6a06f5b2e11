"""Pages of a listing: newest first, at most a hundred at a time, a thousand in all."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from . import render
from .endpoints import Call
from .errors import JSON
from .garble import Garbler

DEFAULT = 25
PAGE = 100
REACH = 1000


class Named(Protocol):
    """What stands in a listing."""

    @property
    def fullname(self) -> str: ...


Shown = TypeVar("Shown", bound=Named)


def page(call: Call, things: Sequence[Shown], show: Callable[[Shown], JSON], garbler: Garbler) -> JSON:
    """The page a call asks for.

    After a thing the listing does not show, deleted or removed perhaps, there is nothing; nor is there before it.
    """
    limit = min(call.number("limit", DEFAULT) or DEFAULT, PAGE)
    reach = list(things[:REACH])
    names = [thing.fullname for thing in reach]
    shown, further = _cut(call, names, limit)
    children = [show(thing) for thing in reach[shown]]
    return render.listing(
        garbler.spoil(call.endpoint.name, children), names[shown.stop - 1] if further and children else None
    )


def _cut(call: Call, names: list[str], limit: int) -> tuple[slice, bool]:
    before, after = call.get("before"), call.get("after")
    anchor = before or after
    if anchor and anchor not in names:
        return slice(0, 0), False
    if before:
        place = names.index(before)
        return slice(max(0, place - limit), place), place > limit
    start = names.index(after) + 1 if after else 0
    stop = min(start + limit, len(names))
    return slice(start, stop), stop < len(names)
