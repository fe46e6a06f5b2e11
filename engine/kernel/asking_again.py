"""Starting a script again that waits where it began, so that it looks at the state as it is now."""

from __future__ import annotations

from typing import Any

from engine.kernel.question import Question
from engine.kernel.table import NO_WAIT, Table


def restart_fresh_script(table: Table[Any]) -> tuple[Question, ...]:
    """Close a script that has not drawn, told or been answered yet, so that it starts again from the current state.

    Return the questions it was asking.
    """
    asked, table.reached = table.wait.questions, False
    if not table.fresh or table.script is None or table.tape is not None:
        return ()
    table.script.close()
    table.script, table.wait, table.ordinal = None, NO_WAIT, 0
    return asked


def renumber_questions(asked: dict[str, int], table: Table[Any], before: tuple[Question, ...]) -> None:
    """Give questions new ids unless the same questions go to the same players as before the restart.

    An id must never stand for two different questions.
    """
    asked_then = {(question.id, question.key, question.who) for question in before}
    now = table.wait.questions
    if table.script and table.fresh and asked_then.issuperset((each.id, each.key, each.who) for each in now):
        return
    beyond = max(map(_parse_question_number, before)) - asked[table.id]
    if beyond > 0:
        asked[table.id] += beyond
        for question in now:
            question.id = f"{table.id}#{_parse_question_number(question) + beyond}"


def _parse_question_number(question: Question) -> int:
    return int(question.id.rpartition("#")[2])
