"""Find every extra: a folder of `host/extras` whose `extra.py` has an `EXTRA` that announces it. Nothing else knows its
name, so that it can be switched off (`RTAB_WITHOUT`) or deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.kernel import Illegal, Phrase, Words

WITHOUT = "RTAB_WITHOUT"
SWITCHED_OFF = "You cannot do that on this host."
EXTRAS_FOLDER = Path(__file__).parents[1] / "extras"


class OwnPageButton(Struct, frozen=True):
    """A button on a person's own page: the action it sends, its label, why one would press it, and what it does."""

    action: str
    label: Phrase
    why: Phrase
    does: str


class DeskOffer(Struct, frozen=True):
    """Something that a page may ask of the desk: what it is for, whose right it is, and what does it."""

    summary: Phrase
    right: str
    does: str
    own: str = ""  # whose right it is where it is about something of one's own, if that is another
    takes: Words = ""  # the words it takes, if it can be typed
    typed: bool = False


class GameForm(Struct, frozen=True):
    """A form on the page of a game: what it does, and where it leads."""

    does: str
    back: str = ""  # the page of the game to which it leads; else to the table


class TableSheet(Struct, frozen=True):
    """A sheet beside the board: its id, the icon and label of its tab, what renders it, and its part of the page's
    ETag.
    """

    id: str
    icon: str
    label: Phrase
    render: str
    mark: str


class GroupSwitch(Struct, frozen=True):
    """Something of a group that its admins switch on and off: the word of the service that takes `on` and `off`, what
    it is called, and what says whether it is on, by the host and the place.
    """

    word: str
    label: Phrase
    is_on: str


class AddedFunction(Struct, frozen=True):
    """A function of an extra that takes a request: imported at its first call, refused where the extra is off."""

    extra: str
    target: str

    def __call__(self, request: Any, *rest: Any) -> Any:
        """Call the function that an extra (optional feature) has added, with this request; raise Illegal if the
        operator has switched the extra off.
        """
        if self.extra in request.host.config.without:
            raise Illegal(SWITCHED_OFF, code="extra_switched_off")
        return import_target(self.target)(request, *rest)


class Extra(Struct, frozen=True, kw_only=True):
    """What an extra adds to the host. Functions are named `module:function` and imported at their first use."""

    name: str
    summary: str  # what it is for, in one line for the operator
    commands: Mapping[str, tuple[str, str]] = {}  # of `rtab`: what runs each, and a line about it
    page_folders: Mapping[str, str] = {}  # what serves the addresses that begin with this word
    own_page_buttons: tuple[OwnPageButton, ...] = ()
    token_kinds: tuple[str, ...] = ()  # tokens of a person that are revoked with all their others
    switch: str = ""  # an environment variable that switches it off by itself
    services: Mapping[str, DeskOffer] = {}  # what it adds to the desk, by the word
    pages: Mapping[str, str] = {}  # what serves each address
    game_pages: Mapping[str, str] = {}  # pages of a game, by the last word of the address
    game_forms: Mapping[str, GameForm] = {}  # forms of a game's page, by their action
    own_page_sections: tuple[str, ...] = ()  # what renders its sections of a person's own page
    own_page_views: Mapping[str, str] = {}  # what serves its pages below a person's own page, by the word
    own_page_forms: Mapping[str, str] = {}  # what its forms there do, by their action
    beside_table: str = ""  # what renders its offer beside a game, for who plays there
    front_page_links: Mapping[str, Phrase] = {}  # what the front page calls its pages, by their address
    leaderboard_links: Mapping[str, Phrase] = {}  # what a game's leaderboard calls its pages of the game
    game_parts: Mapping[str, str] = {}  # what scripts ask for of a game, by the last word of the address
    table_sheet: TableSheet | None = None
    opening_field: str = ""  # what renders its field of the form that opens a game
    on_opened: str = ""  # what is done when that form has opened a game
    on_rematch: str = ""  # what is done when a game is played again: the host, the old game and the new one
    on_game_begun: str = ""  # what is said in a slow game that begins, given its transaction
    on_moved: str = ""  # what is said in private after a game has answered an input, given its transaction
    on_summary: str = (
        ""  # what is told with the morning recap, and when a cycle or the game ends, given the transaction
    )
    on_view: str = ""  # what is added to a view of a running game: the view, the game, its session, and the person
    on_clock: str = ""  # what is done that is due by now, given the host, whenever it looks at its clocks
    on_place_lost: str = ""  # what is done when a place is gone for good: the host, and the place
    group_switch: GroupSwitch | None = None  # what it adds to a group's settings
    on_page: str = ""  # what is added to the page of a game: the request, the session and the page's context
    on_sheet: str = ""  # what takes a file of questions that was sent: the request, the name and the bytes
    front_page_section: str = ""  # what renders its section of the front page
    lobby_control: str = ""  # what renders its control in the lobby of a game, for who opened it
    find_bearer: str = ""  # whom a token stands for that a program sends: the host, the game's session and the token
    sought_tables: str = ""  # what lists the sessions of tables that anybody may find, from the host
    personal_data: Mapping[str, str] = {}  # modules that keep something of people, by its name in their export
    privacy: Phrase | None = None  # what /privacy says of that
    list_reported: str = ""  # what lists, in lines, what was reported to the operator
    remove_reported: str = ""  # what removes something reported, by its id; returns whether it was there
    on_talk_ended: str = ""  # what is done at a table where the operator ends all talk
    cards_brought: str = ""  # what lists the cards that a person or chat has brought: the host, and the owner
    card_copies: str = ""  # what finds copies of a card among those: the host, the rules, the card, and an owner or ""
    on_place_moved: str = ""  # what moves along with a chat that gets a new address: the host, the old one, the new one
    on_goodbye: str = ""  # what writes files for people when the host closes for good, and counts them


@cache
def list_extras() -> tuple[Extra, ...]:
    """Import and return all extras (optional features, each a folder of `host/extras`), also those that the operator
    has switched off, in the order of their names; cached.
    """
    names = sorted(path.parent.name for path in EXTRAS_FOLDER.glob("*/extra.py"))
    return tuple(import_module(f"host.extras.{name}.extra").EXTRA for name in names)


def list_enabled_extras(without: tuple[str, ...]) -> Iterator[Extra]:
    """Yield the extras (optional features) that the operator has not switched off; `without` has the names of those
    that are.
    """
    return (extra for extra in list_extras() if extra.name not in without)


def parse_without(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the extras that the operator's environment switches off (in one variable, between commas or
    spaces), none by default; raise ValueError for a name that no extra has.
    """
    names = tuple(environment.get(WITHOUT, "").replace(",", " ").split())
    known = [extra.name for extra in list_extras()]
    if unknown := next((name for name in names if name not in known), ""):
        raise ValueError(f"{WITHOUT} names {unknown[:20]!r}. It can name: {', '.join(known)}.")
    return names


def build_added_functions(choose: Callable[[Extra], Mapping[str, str]]) -> dict[str, AddedFunction]:
    """Return, by name, the functions of one kind (such as page handlers) that extras add, each with its extra's name
    and as `module:name`, not imported yet; `choose` reads those of that kind from an extra. Extras that are switched
    off are included: calling a function of theirs raises Illegal.
    """
    return {
        word: AddedFunction(extra.name, target) for extra in list_extras() for word, target in choose(extra).items()
    }


def list_added_targets(without: tuple[str, ...], choose: Callable[[Extra], str]) -> list[Any]:
    """Import and return one object from each enabled extra (optional feature) that names one for a certain purpose,
    which `choose` reads from the extra; skip those that name none.
    """
    return [import_target(target) for extra in list_enabled_extras(without) if (target := choose(extra))]


def import_target(target: str) -> Any:
    """Import the object that is named as `module:name`, and return it; raise ImportError or AttributeError if there is
    none.
    """
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)
