"""The first questions in one message: each has a page of its own for every climber, and is answered in secret.

They come to what they would have come to one after the other: whoever is wrong, or takes the money, is out there, and
nobody is told what they said further up. Lifelines stay in the hand until the next question.
"""

from __future__ import annotations

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.ladder import events
from engine.ladder.desk import ASK, awaited, put_down
from engine.ladder.stage import labelled
from engine.ladder.state import LETTERS, TAKE, Ladder

PAGE = "page"
Which = tuple[int, str]  # which question it is, and whose page


class Sheet(Table[Ladder]):
    """One player's page for one question."""

    @property
    def which(self) -> Which:
        """The rung, and the player."""
        return parsed(self.id)


def named(rung: int, who: str) -> str:
    """The name of the table."""
    return f"{PAGE}-{rung}-{who}"


def parsed(name: str) -> Which:
    """The rung and the player of such a name."""
    _, rung, who = name.split("-", 2)
    return int(rung), who


def tables(state: Ladder) -> list[str]:
    """All pages on the tables."""
    return [named(rung, who) for who in state.climbing() for rung in state.in_play()] if state.pages else []


def next_step(t: Sheet) -> Script[None] | None:
    """A page goes on until its answer is in."""
    rung, who = t.which
    done = t.id not in tables(t.state) or rung in t.state.climbers[who].picks
    return None if done else answer(t, rung, who)


async def answer(t: Sheet, rung: int, who: str) -> None:
    """An answer, or to stop before this question. Silence stops."""
    state, card = t.state, t.state.pages[rung - 1].card
    value = await t.ask(
        f"answer.{rung}",
        who,
        ASK,
        lambda: answers(state, rung),
        lapse=f"{rung}{TAKE}",
        secret=True,
        patience=state.options.patience,
        of=f"stage/quiz.{rung}",
        question=card.question,
        amount=state.prize(rung),
    )
    pick = value.removeprefix(str(rung))
    t.whisper(who, events.PagePicked(letter=pick, amount=state.prize(rung), kind=put_down(pick, rung)))
    picked(state, who, rung, pick)
    if state.climbers[who].choice and awaited(state, who):
        t.whisper(who, events.PagesDone())


def answers(state: Ladder, rung: int) -> list[Option]:
    """The letters, each with its question's number before it, so that one word answers one question."""
    stop = phrase("Stop here, with {amount:$}", amount=state.prize(rung - 1))
    return labelled(state, LETTERS, rung) + ([Option(f"{rung}{TAKE}", stop)] if rung > 1 else [])


def picked(state: Ladder, who: str, rung: int, pick: str) -> None:
    """A choice is put down; the last of them makes the whole an answer."""
    climber = state.climbers[who]
    climber.picks = {**climber.picks, rung: pick}
    climber.choice = climber.picks[1] if len(climber.picks) == len(state.pages) else ""


def changes(state: Ladder, who: str) -> list[Option]:
    """What the answers given so far may be changed to."""
    return [option for rung in sorted(state.climbers[who].picks) for option in answers(state, rung)]
