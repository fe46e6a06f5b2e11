"""What everything on a board is, in a few sentences: the docstring of its script, and the category it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.text import Phrase, Words, money, phrase
from engine.minigames import MINIGAMES
from engine.minigames.rules import rule
from engine.season7 import events, tables
from engine.season7.hooks import HOOKS
from engine.season7.squares.hidden_shields import bomb_switch, deflect, defuse

SCRIPTS: Mapping[str, Callable[..., Any]] = {
    **HOOKS.squares,
    **MINIGAMES,
    **{name: instead.use for name, instead in HOOKS.instead.items()},
    **{name: use.does for name, use in HOOKS.uses.items()},
    "Bomb Switch": bomb_switch,
    "Deflect": deflect,
    "Defuse": defuse,
}
WITHOUT_SCRIPT = {
    "Bomb": f"Whoever selects it is out of the round and pays {money(tables.BOMB_PENALTY)}; {tables.MUTATES} bombs "
    "in 100 turn into something else first.",
    "Nitrous": "Its holder seals three bombs in their next round instead of one.",
    tables.MYSTERY_SIX: "Cash: any whole number of thousands from £100,000 to £999,000, drawn when it is found.",
    tables.MYSTERY_SEVEN: "Cash: any whole number of thousands from £1,000,000 to £9,999,000, drawn when it is found.",
    tables.MYSTERY_BOOST: "A booster from 1 to 100 percent, drawn when it is found.",
}
BOOSTER = f"Lifts all cash its finder finds from now on, up to {tables.BOOSTER_CAP}% in all."
LOSS, CASH = "Its finder loses this amount.", "Its finder wins this amount, and a booster lifts it."
TEACHES = {name: events.WildcardTaught.sentence({"wildcard": name}) for name in tables.WILDCARDS}
FACES = {name.casefold(): name for name in [*SCRIPTS, *WITHOUT_SCRIPT, *TEACHES]}


@lru_cache(maxsize=1024)  # pages ask again and again for the same squares
def explain(word: str) -> Phrase | None:
    """What a square, hidden square, minigame or wildcard round is, however it is spelt; None for any other word."""
    said = " ".join(word.split()).casefold()
    face = FACES.get(said) or FACES.get(f"the {said}") or _plain(said)
    if face is None:
        return None
    if face in TEACHES:
        return phrase("{rule} (A wildcard round.)", rule=TEACHES[face])
    facts = {"face": face, "rule": rule_of(face)}
    if face == "Bomb":
        return phrase("{face}: {rule}", **facts)
    number = _category(face)
    kind = tables.CATEGORY_NAMES[number]
    return phrase("{face}: {rule} (Category {number}, {kind}.)", **facts, number=number, kind=kind)


def topics() -> dict[str, list[str]]:
    """All names with a rule, by category and in order; cash that is no mystery explains itself."""
    found = {"Bombs": ["Bomb"], **{kind: [] for kind in tables.CATEGORY_NAMES.values()}, "Wildcard Rounds": [*TEACHES]}
    for face in {*FACES.values()} - {"Bomb", *TEACHES}:
        found[tables.CATEGORY_NAMES[_category(face)]].append(face)
    return {kind: sorted(faces) for kind, faces in found.items() if faces}


def _plain(said: str) -> str | None:
    """Cash and boosters, of which there are too many to list."""
    face = said.replace("booster", "Booster")
    return face if tables.cash(face) is not None or tables.booster(face) is not None else None


def rule_of(face: str) -> Words:
    """The rule alone, without its name."""
    if face in MINIGAMES:
        return rule(face)
    if face in WITHOUT_SCRIPT:
        return WITHOUT_SCRIPT[face]
    if face in SCRIPTS:
        return " ".join((SCRIPTS[face].__doc__ or "").split())
    amount = tables.cash(face)
    if amount is None:
        return BOOSTER
    return LOSS if amount < 0 else CASH


def _template(face: str) -> str:
    said = rule_of(face)
    return said if isinstance(said, str) else said.text


def _category(face: str) -> int:
    return 9 if face in tables.HIDDEN else 8 if face in tables.VINTAGE_MINIGAMES else tables.category(face)


RULES = tuple(
    dict.fromkeys(
        [BOOSTER, LOSS, CASH, *TEACHES.values(), *(_template(face) for face in FACES.values() if face not in TEACHES)]
    )
)
