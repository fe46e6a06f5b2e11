"""What happens in a game, as values: an event has a name, typed facts, and one plain sentence, which is its docstring.

Rules say what has happened (`t.tell(GiftGiven(who, friend))`). Logs keep the event's id and its facts; its sentence is
looked up when somebody reads it, so it can be reworded and translated without touching anything that goes by the event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, Self, dataclass_transform

from msgspec import Struct, to_builtins

EVENT_KINDS: dict[str, type[Event]] = {}  # by id
LOADERS: dict[str, Callable[[], object]] = {}  # by the first word of an id: what defines the events that begin with it
FACT = re.compile(r"\{(\w+)")

CHAT, EVERYWHERE = "chat", "everywhere"  # who is called for an event: the chats that show it; all who play, too

# What facts are. They are kept as plain data; each reader has them written in their own way.
Seat = str
Seats = list[str]
Money = int
Words = Any  # a name, or a phrase
Names = list[Any]
Deeds = dict[str, Any]  # words, each with everybody who did that, or with how much each has reached


# A place of the board is opened, and what follows for its finder; doors of fate, offers, stakes; drawn games; rounds,
# cycles, the race; somebody claims to know what lies there, or what is right; dealings.
SquareBeat = Literal["open", "bomb", "owned", "saved", "booster", "big", "loss", "out"]
ChanceBeat = Literal["doors", "offer", "deal", "no_deal", "stake", "outcome"]
MinigameBeat = Literal["won", "lost", "row", "bombed", "roof"]
CourseBeat = Literal["begins", "rest", "round", "cycle", "zone", "reached", "crown"]
ClaimBeat = Literal["call", "right", "wrong", "bonus", "reveal", "answer", "climb", "walk", "peak"]
DealingBeat = Literal["bid", "sold", "unsold", "attack", "held", "took", "hand"]
# Only a part of the picture of something else: whose bomb it was, who has answered rightly.
PARTS = frozenset[str](("owned", "climb"))
BeatKind = SquareBeat | ChanceBeat | MinigameBeat | CourseBeat | ClaimBeat | DealingBeat


class Beat(NamedTuple):
    """How an event is shown large: its kind, and which of the event's facts are the player, the money and the subject.

    Money with a `sign` is won or lost by that player; without one it is only displayed, such as a bid or a stake.
    `look` is the name of the game's look by which a page draws it, from the facts of all that is told within it.
    """

    kind: BeatKind
    who: str = "who"
    money: str = ""
    sign: Literal[-1, 0, 1] = 0
    what: str = ""
    total: str = ""  # how much of it they have now
    less: str = ""  # money that was paid for it
    other: str = ""  # who has it no longer, or gets it; whose bomb it was
    bombs: str = ""  # of what nobody has opened: pairs of a bomb's owner and its square
    look: str = ""


@dataclass_transform(frozen_default=True)
class Event(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that has happened. A subclass has the facts as fields, and its docstring is its sentence."""

    id: ClassVar[str] = ""  # its game and its name, for ever
    says: ClassVar[str] = ""
    variants: ClassVar[tuple[str, ...]] = ()  # other sentences that `sentence` may choose
    deed: ClassVar[str] = ""  # what it counts as, for statistics
    beat: ClassVar[Beat | None] = None  # how it is shown large
    settles: ClassVar[bool] = False  # does it tell the right answer of a question that people may report?
    proof: ClassVar[str] = ""  # the fact by which people can check what was sealed: a seal, a receipt, a secret
    suspense_fact: ClassVar[str] = ""  # the fact by which its rules ask for a moment's silence before it
    rings: ClassVar[str] = ""  # who is called for it, if it is told to all: nobody, CHAT or EVERYWHERE

    def __init_subclass__(cls) -> None:
        cls.id = f"{find_event_namespace(cls.__module__)}.{cls.__name__}"
        cls.says = " ".join((cls.__doc__ or "").split())
        EVENT_KINDS[cls.id] = cls

    @classmethod
    def sentence(cls, facts: Mapping[str, Any]) -> str:
        """Return the sentence (a template) by which an event with these facts is told: of its docstring and its
        variants the one that mentions most of the facts and none that is missing, or the docstring if none fits.
        """
        if not cls.variants:
            return cls.says
        for wanted, sentence in _rank_sentences(cls):
            if wanted <= facts.keys():
                return sentence
        return cls.says

    def list_facts(self) -> dict[str, Any]:
        """Return the event's fields by name as plain data of its own, as it is stored, leaving out optional ones that
        have their default value. A text counts as the default only if it is the same constant.
        """
        facts: dict[str, Any] = to_builtins(self)
        return facts

    @classmethod
    def list_optional_fields(cls) -> tuple[tuple[str, Any], ...]:
        """Return the fields of this kind of event that may be left out: their names, each with its default value."""
        names, defaults = cls.__struct_fields__, cls.__struct_defaults__
        some = zip(names[len(names) - len(defaults) :], defaults, strict=True)
        return tuple((name, each.factory() if hasattr(each, "factory") else each) for name, each in some)

    @classmethod
    def list_seats(cls, facts: Mapping[str, Any]) -> list[str]:
        """Return the players (seats) in those of these facts that this kind of event declares as seats, in the order of
        its fields; one may come twice, and seats inside other facts are left out.
        """
        return [who for name in _list_seat_fields(cls) for who in _list_fact_seats(facts.get(name, ""))]

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Build an event of this kind from its facts as they are stored, by name; facts that it does not have are
        ignored, and TypeError is raised for one that it needs and that is missing. Types of facts are not checked.
        """
        return cls(**{name: facts[name] for name in cls.__struct_fields__ if name in facts})


def find_event_namespace(module: str) -> str:
    """Return the word with which the ids of events defined in this module begin: in `engine` the name of its folder,
    such as a game's or `minigames`; elsewhere its top package, such as `host`. The module's name, with dots, must have
    two parts or more.
    """
    floor, room, *_ = module.split(".")
    return room if floor == "engine" else floor


def find_event_kind(what: str) -> type[Event] | None:
    """Return the event class whose id is `what`, or None if there is no such event, as for the text of a remark. The
    events of a game are loaded on first use.
    """
    found = EVENT_KINDS.get(what)
    if found is None and " " not in what and (load := LOADERS.get(what.partition(".")[0])):
        load()
        found = EVENT_KINDS.get(what)
    return found


@cache
def _list_seat_fields(kind: type[Event]) -> list[str]:
    """Return the names of an event's fields that contain one player (seat) or several."""
    return [name for name in kind.__struct_fields__ if kind.__annotations__.get(name) in ("Seat", "Seats")]


def _list_fact_seats(fact: Any) -> list[str]:
    """Return as a list the seats in a fact that is one seat, empty for nobody, or several."""
    return [fact] if isinstance(fact, str) and fact else list(fact)


@cache
def _rank_sentences(kind: type[Event]) -> list[tuple[frozenset[str], str]]:
    """Return an event's docstring and variants, each after the set of facts that it mentions, those with most facts
    first.
    """
    return sorted(
        ((list_fact_names(each), each) for each in (kind.says, *kind.variants)), key=lambda each: -len(each[0])
    )


@cache
def list_fact_names(sentence: str) -> frozenset[str]:
    """Return the names of the facts, as in `{who}`, that a sentence mentions."""
    return frozenset(FACT.findall(sentence))
