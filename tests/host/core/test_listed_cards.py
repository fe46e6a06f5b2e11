"""Who is said to have met a question, and how it is said to have fared, at tables of people, computers and programs."""

from types import SimpleNamespace
from typing import Any

from engine.kernel.ruleset import CardUse
from host.core.cards import dealt_cards
from host.core.session import SeatedPlayer, Session
from tests import listings

RULES: Any = SimpleNamespace(name="ladder", list_card_uses=lambda uses: uses)
SEATS = {
    "a person": SeatedPlayer("p1", "ann"),
    "somebody for whom a computer plays": SeatedPlayer("p2", "bob", bot=True),
    "a computer": SeatedPlayer("p3", bot=True),
    "a program": SeatedPlayer("p4", "cat", program=True),
    "somebody who is out": SeatedPlayer("p5", "dan", bot=True, out=True),
}
USES: list[Any] = [
    CardUse("q1", "laid"),
    CardUse("q2", "laid"),
    CardUse("q1", "shown", text="Why?"),
    CardUse("q1", "asked", 3),
    CardUse("q1", "right", 2),
]


def count_at(players, places):
    session = Session("g", "ladder", {}, 60.0, "ann", "s", 0.0, players=players, places=places)
    told: list[Any] = [USES[:2], USES[2:]]
    sums = dealt_cards.compute_card_counts(RULES, session, told)
    return [f"  {owner} | {counts}" for owner, counts in sorted(sums.items())]


def list_counts():
    person = SEATS["a person"]
    for what, player in SEATS.items():
        for places in ([], ["t:group", "r:thread"]):
            yield f"## {what}{' in two places' if places else ''}"
            yield from count_at([player], places)
        yield f"## a person and {what}"
        yield from count_at([person, player] if player is not person else [person], [])


def test_what_is_counted_of_questions_is_listed():
    listings.compare("cards_counted", list_counts())


def test_no_more_laid_cards_are_counted_than_fit_into_one_write():
    session = Session("g", "ladder", {}, 60.0, "ann", "s", 0.0, players=[SEATS["a person"]])
    laid: Any = [CardUse(f"q{n}", "laid") for n in range(dealt_cards.MOST_LAID + 5)]
    sums = dealt_cards.compute_card_counts(RULES, session, [laid])
    assert {owner: len(counts) for owner, counts in sums.items()} == {"seen:person:ann": dealt_cards.MOST_LAID}
