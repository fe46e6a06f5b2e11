"""The first questions in one message: each has a page of its own for every climber, and is answered in secret.

They come to what they would have come to one after the other: whoever is wrong, or takes the money, is out there, and
nobody is told what they said further up. Lifelines stay in the hand until the next question.
"""

from __future__ import annotations

from engine.kernel.question import Option
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.ladder import events
from engine.ladder.desk import ASK, find_choice_kind, is_anybody_awaited
from engine.ladder.stage import list_letter_options
from engine.ladder.state import LADDER_LETTERS, TAKE, Ladder

PAGE_TABLE = "page"
Which = tuple[int, str]  # which question it is, and whose page


class PageTable(Table[Ladder]):
    """The table of one player's page for one question."""

    @property
    def which(self) -> Which:
        """The rung of the question, and the player."""
        return parse_page_name(self.id)


def build_page_name(rung: int, who: str) -> str:
    """Build the name of a page's table."""
    return f"{PAGE_TABLE}-{rung}-{who}"


def parse_page_name(name: str) -> Which:
    """Parse the name of a page's table into the rung and the player."""
    _, rung, who = name.split("-", 2)
    return int(rung), who


def list_page_tables(state: Ladder) -> list[str]:
    """List the names of all pages on the tables."""
    return (
        [build_page_name(rung, who) for who in state.list_climbers() for rung in state.map_questions_in_play()]
        if state.pages
        else []
    )


def start_page_step(t: PageTable) -> Script[None] | None:
    """Return the script of a page until its answer is in, then None."""
    rung, who = t.which
    done = t.id not in list_page_tables(t.state) or rung in t.state.climbers[who].picks
    return None if done else ask_page_answer(t, rung, who)


async def ask_page_answer(t: PageTable, rung: int, who: str) -> None:
    """Ask a player for the answer to one question, or to stop before it. If time runs out, the player stops."""
    state, card = t.state, t.state.pages[rung - 1].card
    value = await t.ask(
        f"answer.{rung}",
        who,
        ASK,
        lambda: list_page_options(state, rung),
        lapse=f"{rung}{TAKE}",
        secret=True,
        patience=state.options.patience,
        of=f"stage/quiz.{rung}",
        question=card.question,
        amount=state.compute_prize(rung),
    )
    pick = value.removeprefix(str(rung))
    t.whisper(who, events.PagePicked(letter=pick, amount=state.compute_prize(rung), kind=find_choice_kind(pick, rung)))
    save_page_answer(state, who, rung, pick)
    if state.climbers[who].choice and is_anybody_awaited(state, who):
        t.whisper(who, events.PagesDone())


def list_page_options(state: Ladder, rung: int) -> list[Option]:
    """List the letters, each after its question's number, so that one word answers one question; and to stop before
    it.
    """
    stop = phrase("Stop here, with {amount:$}", amount=state.compute_prize(rung - 1))
    return list_letter_options(state, LADDER_LETTERS, rung) + ([Option(f"{rung}{TAKE}", stop)] if rung > 1 else [])


def save_page_answer(state: Ladder, who: str, rung: int, pick: str) -> None:
    """Save the answer of one page; when all pages are answered, the first answer becomes the player's choice."""
    climber = state.climbers[who]
    climber.picks = {**climber.picks, rung: pick}
    climber.choice = climber.picks[1] if len(climber.picks) == len(state.pages) else ""


def list_page_changes(state: Ladder, who: str) -> list[Option]:
    """List what the answers given so far may be changed to."""
    return [option for rung in sorted(state.climbers[who].picks) for option in list_page_options(state, rung)]
