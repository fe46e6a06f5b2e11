"""How a game on the ladder is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.kernel.game import Game
from engine.kernel.ruleset import Header
from engine.kernel.text import money
from engine.ladder.stage import take_places
from engine.ladder.state import LEVELS, Card, Ladder
from engine.notation.errors import UnclearLine
from engine.notation.laying import count, each, player_of

WORDS: Mapping[str, str] = {
    "bank": "NAME $AMOUNT; …",
    "card": "LEVEL [ID [CATEGORY]], and below it the question, the right answer, three wrong ones, and why",
    "box": "NUMBER, of plain cards for every level",
    "rung": "NUMBER, of the rung that everybody is about to be asked for",
}


class LadderNotation:
    """The part of the notation that only the ladder knows."""

    words = WORDS
    once, once_each = ("box", "rung"), ("bank",)

    def lay(self, state: Ladder, header: Header) -> None:
        """Bring the game to what a header line says."""
        LAID[header.word](state, header)

    def fact(self, game: Game[Ladder], text: str) -> str:
        """`Ann $1,000`, `Ann holds 50:50, friend`, `Ann climbing`, `rung 3`, `round 2`."""
        state = game.state
        subject, word = ([*text.split(maxsplit=1), ""])[:2]
        if subject in ("rung", "round"):
            return f"{subject} {state.rung if subject == 'rung' else state.round}"
        player = player_of(state, subject)
        if word.startswith("holds"):
            return f"{subject} holds {', '.join(player.lifelines) or 'nothing'}"
        if word.startswith("$"):
            return f"{subject} {money(player.total, '$')}"
        climber = state.climbers.get(subject)
        return f"{subject} {climber.status if climber else 'host' if subject == state.host else 'audience'}"

    def find(self, state: Ladder, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """A path starts at a player, at `climbers` and a player, or at the game."""
        first, *rest = path
        return (state.players[first], rest) if first in state.players else (state, path)


LADDER_NOTATION = LadderNotation()


def lay_bank(state: Ladder, header: Header) -> None:
    """What players start with."""
    for who, text in each(header.rest):
        player_of(state, who).total = count(text.removeprefix("$").replace(",", ""))


def lay_box(state: Ladder, header: Header) -> None:
    """Plain cards, so that no line of a transcript hangs on a question that does not matter."""
    for level in range(1, LEVELS + 1):
        state.box.setdefault(level, []).extend(plain(level, n) for n in range(1, count(header.rest) + 1))


def plain(level: int, n: int) -> Card:
    """A card of which nothing is said."""
    answers = ("Right", "Wrong", "Worse", "Worst")
    return Card(f"plain-{level}-{n}", level, "plain", f"Question {level}.{n}?", answers, "Right is right.")


def lay_card(state: Ladder, header: Header) -> None:
    """One card, written out."""
    level, name, category = ([*header.rest.split(maxsplit=2), "", ""])[:3]
    texts = [row.text for row in header.rows]
    if len(texts) != 6:
        raise UnclearLine(f"a card has six rows; expected “card {WORDS['card']}”.")
    question, right, one, two, three, why = texts
    pack = state.box.setdefault(count(level), [])
    pack.append(Card(name or f"card-{len(pack) + 1}", count(level), category, question, (right, one, two, three), why))


def lay_rung(state: Ladder, header: Header) -> None:
    """The first round is on its way, and everybody is right so far."""
    rung = count(header.rest)
    if not 1 <= rung <= len(state.options.ladder):
        raise UnclearLine(f"the ladder has rungs from 1 to {len(state.options.ladder)}.")
    if not state.box.get(state.level(rung)):
        raise UnclearLine("there are no cards for this rung; expected a line “box NUMBER” or “card …”.")
    take_places(state)
    state.rung = rung - 1


LAID: Mapping[str, Callable[[Ladder, Header], None]] = {
    "bank": lay_bank,
    "box": lay_box,
    "card": lay_card,
    "rung": lay_rung,
}
