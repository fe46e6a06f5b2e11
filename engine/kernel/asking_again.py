"""Starting a script again that waits where it began, so that it looks at the state as it is now."""

from __future__ import annotations

from typing import Any

from engine.kernel.question import Question
from engine.kernel.table import NOTHING, Table


def started_over(table: Table[Any]) -> tuple[Question, ...]:
    """Close a script that has not drawn or told, nor had an answer, as if the game were loaded. Gives what it asked."""
    asked, table.reached = table.wait.questions, False
    if not table.fresh or table.script is None or table.tape is not None:
        return ()
    table.script.close()
    table.script, table.wait, table.ordinal = None, NOTHING, 0
    return asked


def number(asked: dict[str, int], table: Table[Any], before: tuple[Question, ...]) -> None:
    """What is asked again of the same people keeps its ids; anything else has ids that nobody was asked by `before`."""
    asked_then = {(question.id, question.key, question.who) for question in before}
    now = table.wait.questions
    if table.script and table.fresh and asked_then.issuperset((each.id, each.key, each.who) for each in now):
        return
    beyond = max(map(_number, before)) - asked[table.id]
    if beyond > 0:
        asked[table.id] += beyond
        for question in now:
            question.id = f"{table.id}#{_number(question) + beyond}"


def _number(question: Question) -> int:
    return int(question.id.rpartition("#")[2])
