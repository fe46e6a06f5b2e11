"""How a game on the ladder is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.kernel.ruleset import Header
from engine.kernel.table import GameInPlay
from engine.kernel.text import format_money
from engine.ladder.stage import start_climb
from engine.ladder.state import LEVELS, Card, Ladder
from engine.notation.values import UnclearLine, find_named_player, iter_named_items, parse_count

MAX_PLAIN_CARDS = 100
LADDER_HEADER_WORDS: Mapping[str, str] = {
    "bank": "NAME $AMOUNT; …",
    "card": "LEVEL [ID [CATEGORY]], and below it the question, the right answer, three wrong ones, and why",
    "box": "NUMBER, of plain cards for every level",
    "rung": "NUMBER, of the rung that everybody is about to be asked for",
}


class LadderNotation:
    """The part of the notation that belongs to the ladder."""

    words = LADDER_HEADER_WORDS
    once, once_each = ("box", "rung"), ("bank",)

    def apply_header(self, state: Ladder, header: Header) -> None:
        """Apply one line of a transcript's header (what the game is like before the first move) to the game's state;
        raise UnclearLine if it cannot be read, KeyError if it begins with a word that this game does not have.
        """
        LADDER_HEADERS[header.word](state, header)

    def check_layout(self, state: Ladder) -> None:
        """Raise UnclearLine if a transcript's header has laid out cards, but none of a level that the ladder has."""
        levels = map(state.compute_level, range(1, len(state.options.ladder) + 1))
        missing = next((level for level in levels if not state.box.get(level)), 0)
        if state.box and missing:
            raise UnclearLine(
                f"there is no card of level {missing}; expected a line “box NUMBER” or “card {missing} …”."
            )

    def format_real_fact(self, game: GameInPlay[Ladder], text: str) -> str:
        """Return what is really so in the game, written like `text`, a fact in a transcript: `Ann $1,000`, `Ann holds
        50:50, friend`, `rung 3`, `round 2`; for a player with any other word how they stand, as in `Ann in` or `Ann
        audience`. Raise UnclearLine for an unknown player.
        """
        state = game.state
        subject, word = ([*text.split(maxsplit=1), ""])[:2]
        if subject in ("rung", "round"):
            return f"{subject} {state.rung if subject == 'rung' else state.round}"
        player = find_named_player(state, subject)
        if word.startswith("holds"):
            return f"{subject} holds {', '.join(player.lifelines) or 'nothing'}"
        if word.startswith("$"):
            return f"{subject} {format_money(player.total, '$')}"
        climber = state.climbers.get(subject)
        return f"{subject} {climber.status if climber else 'host' if subject == state.host else 'audience'}"

    def find(self, state: Ladder, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Return the object inside a game's state with which a path of names in a transcript begins, and the rest of
        the path: a player, or else the whole state and the full path.
        """
        first, *rest = path
        return (state.players[first], rest) if first in state.players else (state, path)


LADDER_NOTATION = LadderNotation()


def apply_ladder_bank_header(state: Ladder, header: Header) -> None:
    """Set how much money players start with, from a header line of a transcript; raise UnclearLine for an unknown
    player or what is no amount.
    """
    for who, text in iter_named_items(header.rest):
        find_named_player(state, who).total = parse_count(text.removeprefix("$").replace(",", ""))


def apply_ladder_box_header(state: Ladder, header: Header) -> None:
    """Add to the game so many placeholder quiz cards of every level as a header line of a transcript says, so that no
    transcript depends on real questions; raise UnclearLine if it says no number, or more than `MAX_PLAIN_CARDS`.
    """
    number = parse_count(header.rest)
    if number > MAX_PLAIN_CARDS:
        raise UnclearLine(f"a box has at most {MAX_PLAIN_CARDS} cards of each level.")
    for level in range(1, LEVELS + 1):
        state.box.setdefault(level, []).extend(build_plain_card(level, n) for n in range(1, number + 1))


def build_plain_card(level: int, n: int) -> Card:
    """Build placeholder quiz card number `n` of this level, for transcripts that do not depend on real questions."""
    answers = ("Right", "Wrong", "Worse", "Worst")
    return Card(f"plain-{level}-{n}", level, "plain", f"Question {level}.{n}?", answers, "Right is right.")


def apply_ladder_card_header(state: Ladder, header: Header) -> None:
    """Add to its level's pack the quiz question that is written out in the six rows below a header line of a
    transcript; raise UnclearLine if there are not six, or if there is no such level.
    """
    text, name, category = ([*header.rest.split(maxsplit=2), "", "", ""])[:3]
    texts = [row.text for row in header.rows]
    if len(texts) != 6:
        raise UnclearLine(f"a card has six rows; expected “card {LADDER_HEADER_WORDS['card']}”.")
    level = parse_count(text)
    if not 1 <= level <= LEVELS:
        raise UnclearLine(f"cards have levels from 1 to {LEVELS}.")
    question, right, one, two, three, why = texts
    pack = state.box.setdefault(level, [])
    pack.append(Card(name or f"card-{len(pack) + 1}", level, category, question, (right, one, two, three), why))


def apply_ladder_rung_header(state: Ladder, header: Header) -> None:
    """Begin the first round with its climbers on the rung below the one that a header line of a transcript names, so
    that its question is next. Raise UnclearLine if the ladder has no such rung, or no card is laid out for it.
    """
    rung = parse_count(header.rest)
    if not 1 <= rung <= len(state.options.ladder):
        raise UnclearLine(f"the ladder has rungs from 1 to {len(state.options.ladder)}.")
    if not state.box.get(state.compute_level(rung)):
        raise UnclearLine("there are no cards for this rung; expected a line “box NUMBER” or “card …”.")
    start_climb(state)
    state.rung = rung - 1


LADDER_HEADERS: Mapping[str, Callable[[Ladder, Header], None]] = {
    "bank": apply_ladder_bank_header,
    "box": apply_ladder_box_header,
    "card": apply_ladder_card_header,
    "rung": apply_ladder_rung_header,
}
