"""The great scene of the ladder as typed pictures, for chats: who said what, what is right, and where all come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.picture import Cell, Picture, Quiz, Saying, Token, Track
from engine.kernel.scene import Scenes
from engine.kernel.text import Told, phrase
from engine.ladder import events
from engine.ladder.state import LADDER_LETTERS


def draw_answers(facts: Mapping[str, Any], step: Sequence[Told]) -> list[Picture]:
    """Draw a question with the right answer, who said what, and to which sums everybody climbs or falls."""
    asked, came = _find_revealed_question(facts, step)
    if asked is None:
        return []
    cells = [
        Cell(f"{letter}: {asked[letter.lower()]}", mark="right" if letter == facts["letter"] else "")
        for letter in LADDER_LETTERS
    ]
    said = [Saying(who, letter) for who, letter in asked["choices"].items() if letter in LADDER_LETTERS]
    stands = {
        each.facts["who"]: asked["amount"] if each.kind is events.ClimbedOn else each.facts["amount"] for each in came
    }
    sums = sorted({*stands.values(), asked["amount"]})
    spaces = [Cell(phrase("{amount:$}", amount=amount)) for amount in sums]
    tokens = [Token(who, sums.index(amount) + 1) for who, amount in stands.items()]
    ladder = Track(id="ladder", spaces=spaces, tokens=tokens, shape="upright")
    return [Quiz(question=asked["question"], answers=cells, said=said), ladder]


def _find_revealed_question(
    facts: Mapping[str, Any], step: Sequence[Told]
) -> tuple[Mapping[str, Any] | None, list[Told]]:
    """Return the facts of the quiz question whose right answer was announced with these `facts`, and the
    announcements of who climbed, left or won by it. `step` may announce several questions.
    """
    at = next(
        n for n, each in enumerate(step) if each.kind is events.RightAnswerShown and each.facts["card"] == facts["card"]
    )
    asked = step[at - 1].facts if at and step[at - 1].kind is events.AnswersShown else None
    came: list[Told] = []
    for each in step[at + 1 :]:
        if each.kind is events.AnswersShown:
            break
        beat = each.kind.beat if each.kind else None
        came += [each] if beat and beat.kind in ("climb", "walk", "peak") else []
    return asked, came


LADDER_SCENES: Scenes = {events.RightAnswerShown: draw_answers}
