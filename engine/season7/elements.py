"""Everything in the game that has a name, and what of it is ours and not the rulebook's, for the catalogue."""

from __future__ import annotations

from engine.kernel.ruleset import Element
from engine.kernel.text import format_money
from engine.season7 import tables
from engine.season7.square00 import OUTCOMES

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
    """Return everything in the game that has a name, family by family, for `rtab catalogue`."""
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
    return ("prize",) if name in PRIZES else ()


def _find_vintage_house(name: str) -> str:
    return MINIGAME_HOUSE if name in tables.VINTAGE_MINIGAMES else ""


def _add_house_note(element: Element) -> Element:
    house = element.house or HOUSE_RULES_BY_NAME.get(element.name, "")
    return Element(element.name, element.category, element.keys, house, element.face)
