"""How a group usually plays: the game, the pace and the options of its next table, and whether its board is pinned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from engine.kernel.ready import ready
from engine.rulesets import RULESETS, ruleset
from host.core import game_options, speaking
from host.core.cards import card_packs, dealt_cards
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.said.desk import hosting
from host.said.desk.answer import Answer, said
from host.said.desk.request import Request
from host.shown import words

KEPT = "usual"
NOT_YOU = "Only those who look after this group can set that."
NOTHING_SET = "Nothing is set here yet: {line}"
YES_NO = {"yes": True, "no": False}


@ready
class GroupDefaults(Struct, frozen=True):
    """What a group is used to."""

    game: str = ""
    pace: str = "daily"
    options: dict[str, Any] = field(default_factory=dict)
    pins: bool = False


def kept(host: HostContext, place: str) -> GroupDefaults:
    """What is set for this place."""
    try:
        found = msgspec.json.decode(host.store.kept(place, KEPT) or b"{}", type=GroupDefaults)
    except msgspec.DecodeError:
        return GroupDefaults()
    return found if found.game in RULESETS else replace(found, game="", options={})


def moved(host: HostContext, old: str, new: str) -> None:
    """A place goes by another name now."""
    host.store.keep(new, KEPT, host.store.kept(old, KEPT))
    host.store.keep(old, KEPT, b"")


def usual(request: Request) -> Answer:
    """By itself: what is set here; `pin yes`; or a game as it would be opened, which is what is opened from now on."""
    word, _, rest = request.words.strip().partition(" ")
    if word.casefold() == "pin" and request.pins_boards:
        pins(request, rest.strip().casefold())
    elif word.casefold() == "none":
        change(request, lambda old: GroupDefaults(pins=old.pins))
    elif word:
        name = word.casefold()
        pace, options = hosting.wishes(rest)
        found = GroupDefaults(name, pace or "daily", game_options.typed(ruleset(name), options))
        change(request, lambda old: replace(found, pins=old.pins))
    found, reader = kept(request.host, request.community), words.reader({}, request.style)
    answer = said(told(found, reader, request.spelled, pins=request.pins_boards))
    answer.menu = "usual"
    return answer


def pins(request: Request, word: str) -> None:
    """Is the board to be pinned?"""
    if word not in YES_NO:
        raise Illegal(
            "Write {one}, or {other}", one=request.spelled("usual pin yes"), other=request.spelled("usual pin no")
        )
    change(request, lambda old: replace(old, pins=YES_NO[word]))


def change(request: Request, new: Callable[[GroupDefaults], GroupDefaults]) -> GroupDefaults:
    """Whoever looks after the group sets it anew; what cannot be played is refused."""
    must_look_after(request)
    found = new(kept(request.host, request.community))
    if found.game:
        clocks.pace(found.pace)
        agreed(request.host, found.game, found.options, request.community)
    request.host.store.keep(request.community, KEPT, msgspec.json.encode(found))
    return found


def must_look_after(request: Request) -> None:
    """Refuses whoever has no say in how this place plays."""
    if not (request.private or request.looks_after()):
        raise Illegal(NOT_YOU)


def agreed(host: HostContext, name: str, options: Mapping[str, object], place: str) -> None:
    """Refuses options with which this game cannot be opened here."""
    rules = ruleset(name)
    own, _ = speaking.chosen(rules, dict(options))
    owners = dealt_cards.owners("", [place])
    card_packs.agree(rules, own or {}, lambda: dealt_cards.dealt(host, rules, owners, own or {}))


def opened(request: Request) -> Answer:
    """A table as it is usual here."""
    found = kept(request.host, request.community)
    if not found.game:
        raise Illegal(NOTHING_SET, line=request.spelled("usual"))
    return hosting.opened(request, found.game, found.pace, found.options)


def told(found: GroupDefaults, reader: Reader, spelled: Callable[[str], str], *, pins: bool = True) -> list[str]:
    """What is set, line by line, and how it is set in words."""
    say, example = reader.say, spelled(f"usual {next(iter(RULESETS))} daily")
    now = say("yes") if found.pins else say("no")
    pinned = say("The board is pinned: {now}. Write {example}", now=now, example=spelled("usual pin yes"))
    lines = [pinned] if pins else []
    if not found.game:
        return [say("The usual table: none yet. Write {example}", example=example), *lines]
    rules = RULESETS[found.game]
    pace = clocks.spoken(clocks.pace(found.pace))
    facts = {"title": rules.title, "pace": pace, "example": spelled("usual none")}
    options = [f"{name}={game_options.shown(value, reader)}" for name, value in found.options.items()]
    return [say("The usual table: {title}, {pace} a turn. Write {example} to forget it", **facts), *options, *lines]
