"""What everything on a board is, in a few sentences: the docstring of its script, and the category it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.ruleset import Element
from engine.kernel.text import Phrase, Words, format_money, phrase
from engine.minigames import MINIGAMES
from engine.minigames.texts import build_minigame_rule, list_table_words
from engine.race.events import COACHING, SQUARE
from engine.season7 import booths, events, host_answers, square00, tables, view
from engine.season7.deeds_and_forecasts import SEASON7_ACHIEVEMENTS, SEASON7_TALLIES
from engine.season7.hooks import HOOKS
from engine.season7.square00 import OUTCOMES
from engine.season7.squares import game_changers, vintage
from engine.season7.squares.hidden import bomb_switch, deflect, defuse

SEASON7_GLOSSARY = {  # words of the show that the rules page explains nowhere else
    "Auto-Bomb": "the bomb that explodes when a player does not select in time.",
    "Held": "what a player keeps until they go out: booster, minigames, hidden squares, promises.",
    "Leaderboard": "all players in the order of their money. Above and below mean places on it.",
}

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
    "Bomb": f"The player who selects it is out of the round and pays {format_money(tables.BOMB_PENALTY)}. "
    f"Of 100 bombs, {tables.MUTATES} first change into something else.",
    "Nitrous": "In their next round, the holder hides three bombs and not one.",
    tables.MYSTERY_SIX: "Cash: any whole number of thousands from £100,000 to £999,000, drawn when it is found.",
    tables.MYSTERY_SEVEN: "Cash: any whole number of thousands from £1,000,000 to £9,999,000, drawn when it is found.",
    tables.MYSTERY_BOOST: "A booster from 1 to 100 percent, drawn when it is found.",
}

BOOSTER = f"Raises all cash that the finder finds from now on, up to {tables.BOOSTER_CAP}% in all."
LOSS, CASH = "The finder loses this amount.", "The finder wins this amount, and a booster raises it."
TEACHES = {name: events.WildcardTaught.sentence({"wildcard": name}) for name in tables.WILDCARDS}
MEGAGRID_RULE = " ".join((booths.megagrid.__doc__ or "").split())
NAMES_BY_SPELLING = {name.casefold(): name for name in [*SCRIPTS, *WITHOUT_SCRIPT, *TEACHES]}


@lru_cache(maxsize=1024)  # pages ask again and again for the same squares
def explain_season7_name(word: str) -> Phrase | None:
    """Explain a square, hidden square, minigame or wildcard round, however it is spelt; return None for any other
    word.
    """
    said = " ".join(word.split()).casefold()
    if said == booths.MEGAGRID_NAME.casefold():
        return phrase("{face}: {rule}", face=booths.MEGAGRID_NAME, rule=MEGAGRID_RULE)
    face = NAMES_BY_SPELLING.get(said) or NAMES_BY_SPELLING.get(f"the {said}") or _parse_plain_face(said)
    if face is None:
        return None
    if face in TEACHES:
        return phrase("{rule} (A wildcard round: a round with special rules.)", rule=TEACHES[face])
    facts = {"face": face, "rule": find_square_rule(face)}
    if face == "Bomb":
        return phrase("{face}: {rule}", **facts)
    number = _find_shown_category(face)
    kind = tables.CATEGORY_NAMES[number]
    return phrase("{face}: {rule} (Category {number}, {kind}.)", **facts, number=number, kind=kind)


def list_season7_topics() -> dict[str, list[str]]:
    """Return all names of which players can ask the rule, sorted, by category; plain amounts are left out, because they
    explain themselves.
    """
    found = {"Bombs": ["Bomb"], **{kind: [] for kind in tables.CATEGORY_NAMES.values()}, "Wildcard Rounds": [*TEACHES]}
    for face in {*NAMES_BY_SPELLING.values()} - {"Bomb", *TEACHES}:
        found[tables.CATEGORY_NAMES[_find_shown_category(face)]].append(face)
    return {kind: sorted(faces) for kind, faces in found.items() if faces}


def _parse_plain_face(said: str) -> str | None:
    """Return the square if the word names an amount of cash or a booster, of which there are too many to list one by
    one; else None.
    """
    face = said.replace("booster", "Booster")
    return face if tables.parse_cash(face) is not None or tables.parse_booster(face) is not None else None


def find_square_rule(face: str) -> Words:
    """Return the text that tells players what a square or minigame does, without its name."""
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
    """Return the rule of a square as a text with placeholders for its numbers, so that translators need to translate it
    only once for all amounts.
    """
    said = find_square_rule(face)
    return said if isinstance(said, str) else said.text


def _find_shown_category(face: str) -> int:
    """Return the category number under which the catalogue shows a square or minigame: 9 for hidden squares, 8 for
    vintage minigames, else its own.
    """
    return 9 if face in tables.HIDDEN_SQUARES else 8 if face in tables.VINTAGE_MINIGAMES else tables.find_category(face)


RULE_SENTENCES = tuple(
    dict.fromkeys(
        [
            BOOSTER,
            LOSS,
            CASH,
            *TEACHES.values(),
            MEGAGRID_RULE,
            *(_find_rule_template(face) for face in NAMES_BY_SPELLING.values() if face not in TEACHES),
        ]
    )
)

ODD_LOSSES = [n for n in tables.NEGATIVE_CASH if n % 10_000]
STEPPED_LOSSES = "-£10,000…-£250,000 step £10,000"
MINIGAME_HOUSE = "amounts, odds and how it is played, but for the sentence that the rulebook has"
PRIZES = ("Bonus Bag", "Get Lucky", "Gift Card", "Schadenfreude", "Six and Out")  # they hand over cash

HOUSE_RULES_BY_NAME = {
    "Add a Row": "the bomb may be placed by the host when its owner sleeps",
    "Ask the Host": "the questions it understands",
    "Banker's Offer": "the bank's formula and its extras",
    "Blammo": "the four fates are shuffled evenly",
    "Board Booster": "every percentage from 50 to 100 is equally likely",
    "Hypnotise": "one to four selections are equally likely",
    "Knife Edge": "the two sides are equally likely",
    "Minesweeper": "one to four bombs are equally likely",
}


def list_season7_elements() -> list[Element]:
    """Return everything in the game that has a name (squares, minigames, rounds …), kind by kind, for the command `rtab
    catalogue`.
    """
    found = [
        Element(STEPPED_LOSSES, "Negative Cash", ("board",), face=format_money(-10_000)),
        *(Element(format_money(n), "Negative Cash", ("board",)) for n in ODD_LOSSES),
        *(Element(name, "Minigames", house=MINIGAME_HOUSE) for name in tables.MINIGAMES),
        *(Element(name, "Events", _find_prize_keys(name)) for name in tables.EVENTS),
        *(Element(name, "Game Changers") for name in tables.GAME_CHANGERS),
        *(Element(name, "Vintage", house=_find_vintage_house(name)) for name in tables.VINTAGE_SQUARES),
        *(Element(name, "Hidden Squares", _find_prize_keys(name)) for name in tables.HIDDEN_SQUARES),
        *(Element(name, "Wildcard Rounds", ("wildcard",)) for name in tables.WILDCARDS),
        *(Element(name, "Bombs", ("bomb",), house="the six mutations are equally likely") for name in tables.MUTATIONS),
        *(Element(name, "Square 00", ("square00",), house="the five outcomes are equally likely") for name in OUTCOMES),
        Element("Megagrid", "Bonus round", house="all but its starting amount"),
    ]
    return [_add_house_note(element) for element in found]


def _find_prize_keys(name: str) -> tuple[str, ...]:
    """Return the key `prize` of the catalogue for a square that hands over cash, no key for any other."""
    return ("prize",) if name in PRIZES else ()


def _find_vintage_house(name: str) -> str:
    """Return the note on what of a vintage minigame is our own rule; '' for other vintage squares."""
    return MINIGAME_HOUSE if name in tables.VINTAGE_MINIGAMES else ""


def _add_house_note(element: Element) -> Element:
    """Return the element with the note on what of its rule is our own, if it has none yet and there is one for its
    name.
    """
    house = element.house or HOUSE_RULES_BY_NAME.get(element.name, "")
    return Element(element.name, element.category, element.keys, house, element.face)


SQUARE_NAMES = [
    *(
        face
        for faces in tables.SQUARES_BY_CATEGORY.values()
        for face in faces
        if tables.parse_cash(face) is None and "%" not in face
    ),
    *tables.HIDDEN_SQUARES,
    *tables.WILDCARDS,
    *tables.MUTATIONS,
    *tables.CATEGORY_NAMES.values(),
    *vintage.EXTRAS,
    *(outcome for outcome in square00.OUTCOMES if tables.parse_cash(outcome) is None),
    *(game_changers.BLOCK, game_changers.OPPONENT, game_changers.YOU, game_changers.THRESHOLD),
    *host_answers.QUESTION_KINDS.values(),
    *host_answers.HOLDINGS.values(),
]

STATISTICS = [
    *SEASON7_TALLIES.values(),
    *(words for each in SEASON7_ACHIEVEMENTS for words in (each.name, each.sentence)),
]

OTHER_NAMES = [
    *("Bomb", "anywhere", "anybody"),
    *("in", "out", "folded", "sold", "moved", "won", "Remain", "Leave"),
    *("Super Round", "Race to a Billion", SQUARE),
    *(tables.MYSTERY_BOOST, *list_season7_topics()),
]

COACHING_SENTENCES = COACHING.values()

SEASON7_NAMES = tuple(
    dict.fromkeys(
        [
            *SQUARE_NAMES,
            *list_table_words(),
            booths.MEGAGRID_NAME,
            *view.STAGE_NAMES.values(),
            *view.KINDS_BY_CATEGORY.values(),
            *OTHER_NAMES,
            *STATISTICS,
            *RULE_SENTENCES,
            *COACHING_SENTENCES,
        ]
    )
)
