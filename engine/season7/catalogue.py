"""What everything on a board is, in a few sentences: the docstring of its script, and the category it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.text import Phrase, Words, format_money, phrase
from engine.minigames import MINIGAMES
from engine.minigames.rules import build_minigame_rule
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
    "Bomb": f"Whoever selects it is out of the round and pays {format_money(tables.BOMB_PENALTY)}; "
    f"{tables.MUTATES} bombs in 100 turn into something else first.",
    "Nitrous": "Its holder seals three bombs in their next round instead of one.",
    tables.MYSTERY_SIX: "Cash: any whole number of thousands from £100,000 to £999,000, drawn when it is found.",
    tables.MYSTERY_SEVEN: "Cash: any whole number of thousands from £1,000,000 to £9,999,000, drawn when it is found.",
    tables.MYSTERY_BOOST: "A booster from 1 to 100 percent, drawn when it is found.",
}
BOOSTER = f"Lifts all cash its finder finds from now on, up to {tables.BOOSTER_CAP}% in all."
LOSS, CASH = "Its finder loses this amount.", "Its finder wins this amount, and a booster lifts it."
TEACHES = {name: events.WildcardTaught.sentence({"wildcard": name}) for name in tables.WILDCARDS}
NAMES_BY_SPELLING = {name.casefold(): name for name in [*SCRIPTS, *WITHOUT_SCRIPT, *TEACHES]}


@lru_cache(maxsize=1024)  # pages ask again and again for the same squares
def explain_season7_name(word: str) -> Phrase | None:
    """Explain a square, hidden square, minigame or wildcard round, however it is spelt; return None for any other
    word.
    """
    said = " ".join(word.split()).casefold()
    face = NAMES_BY_SPELLING.get(said) or NAMES_BY_SPELLING.get(f"the {said}") or _parse_plain_face(said)
    if face is None:
        return None
    if face in TEACHES:
        return phrase("{rule} (A wildcard round.)", rule=TEACHES[face])
    facts = {"face": face, "rule": find_square_rule(face)}
    if face == "Bomb":
        return phrase("{face}: {rule}", **facts)
    number = _find_shown_category(face)
    kind = tables.CATEGORY_NAMES[number]
    return phrase("{face}: {rule} (Category {number}, {kind}.)", **facts, number=number, kind=kind)


def list_season7_topics() -> dict[str, list[str]]:
    """Return all names that have a rule, sorted, by category; plain amounts are left out, because they explain
    themselves.
    """
    found = {"Bombs": ["Bomb"], **{kind: [] for kind in tables.CATEGORY_NAMES.values()}, "Wildcard Rounds": [*TEACHES]}
    for face in {*NAMES_BY_SPELLING.values()} - {"Bomb", *TEACHES}:
        found[tables.CATEGORY_NAMES[_find_shown_category(face)]].append(face)
    return {kind: sorted(faces) for kind, faces in found.items() if faces}


def _parse_plain_face(said: str) -> str | None:
    """Return the square if the words name a sum of cash or a booster, of which there are too many to list; else
    None.
    """
    face = said.replace("booster", "Booster")
    return face if tables.parse_cash(face) is not None or tables.parse_booster(face) is not None else None


def find_square_rule(face: str) -> Words:
    """Return the rule of a square without its name."""
    if face in MINIGAMES:
        return build_minigame_rule(face)
    if face in WITHOUT_SCRIPT:
        return WITHOUT_SCRIPT[face]
    if face in SCRIPTS:
        return " ".join((SCRIPTS[face].__doc__ or "").split())
    amount = tables.parse_cash(face)
    if amount is None:
        return BOOSTER
    return LOSS if amount < 0 else CASH


def _find_rule_template(face: str) -> str:
    """Return the rule as a template with placeholders, for translators."""
    said = find_square_rule(face)
    return said if isinstance(said, str) else said.text


def _find_shown_category(face: str) -> int:
    """Return the category number shown for a name: 9 for hidden squares, 8 for vintage minigames."""
    return 9 if face in tables.HIDDEN_SQUARES else 8 if face in tables.VINTAGE_MINIGAMES else tables.find_category(face)


RULE_SENTENCES = tuple(
    dict.fromkeys(
        [
            BOOSTER,
            LOSS,
            CASH,
            *TEACHES.values(),
            *(_find_rule_template(face) for face in NAMES_BY_SPELLING.values() if face not in TEACHES),
        ]
    )
)
