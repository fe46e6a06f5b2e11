"""The rules page for players, printed from the rules: the money, what everything is, and what can be agreed upon."""

from __future__ import annotations

from engine.kernel.ruleset import (
    format_options_table,
    format_rules_list,
    format_rules_section,
    join_page_parts,
)
from engine.ladder import catalogue
from engine.ladder.rules import ABOUT_LADDER_OPTIONS
from engine.ladder.state import HAVENS, MOST_PLAYERS, RUNG_MONEY, LadderOptions

LADDER_HEAD = """
# Fifteen Rungs

For players: a quiz for one to {most}, over days or an evening, printed by `rtab page ladder` from the rules.

## In five minutes

1. Open a game: `/newgame ladder` in a chat, `!new ladder` in a thread, the button on the page. Others `join`; then
   `begin`.
2. All are asked the same question, with four answers, and answer in secret: tap one, or write `/pick B`.
3. A right answer takes you one rung up. A wrong answer ends your climb, and you keep only what is safe.
4. Not sure? Play a lifeline, or take the money you have won: `/pick 50:50`, `/pick take`.
"""
LADDER_ROUND_RULES = """
1. You can change your answer until everybody has answered, or until you call it final. Nobody is told who has
   answered, only how many have not.
2. Then all see what each player said, and after a moment the right answer, with a line that explains it.
3. From the second question on you can take the money you have won instead, also after hearing the question and after
   any lifeline. If you do not answer in time, you take it, too.
4. An amount in bold is safe once you have answered its question.

Where turns are slow, the first five questions come in one message. Answer each with its number (`/pick 2B`), change it
with `/change 2C`, or stop before one (`/pick 3take`). There are no lifelines yet. The questions are judged in their
order, so whatever you say after a wrong answer does not count.

What you win is yours at once. The highest rung wins the game; if nobody reaches it, the richest player after the agreed
rounds wins.
"""
LIFELINES = """
You have three for each round, and can play as many as you like on one question. If you play alone, the friend is one
card that you show to the host.
"""
WRITTEN_COMMANDS = """
You can play alone, too: `/newgame ladder` and `begin`, or the button in the hall. `day=today` is the ladder of the day:
one climb with the same questions for everybody who plays it that day, and a row of boxes to share: 🟩 right, 🟨 right
with a lifeline, 🟥 wrong, ⬜ the money. Once you have played it you see the table of the day on its page. What
you know is counted by category (`/stats`, *Me* on the page).

In a duel two players climb against each other: `/newgame ladder duel=yes`, with `day=today` on the questions of the
day, or the button in the hall. The one who wins more money wins; if that is equal, more right answers decide, then
fewer of them with help. Nobody helps a duellist: audience and friend are cards shown to the host.

The host of a round sees the answers as they come in, and may say a word to a climber: `/word NAME …`. A player who is
out guesses along at every question (`/predict`): this [prediction](predictions.md) is their card for the audience.

`/change B` changes your answer, `/final` makes it final. With `/wish 50:50, audience` these lifelines are played for
you, in this order, when you mark an answer as not sure: `/pick A?`.

Is a question wrong? Tap the flag beside its answer, or write `/report two`; of the first five `/report 3 two`, of one
in play `/report this two`. What can be wrong: `wrong`, `two` (right answers), `dated`, `unclear`.
"""


def build_rules_page() -> str:
    """Format the whole rules page of the quiz ladder as Markdown."""
    head = LADDER_HEAD.strip().format(most=MOST_PLAYERS, rounds=LadderOptions().rounds)
    parts = [
        format_rules_section("How a round goes", LADDER_ROUND_RULES, format_rungs()),
        format_rules_section("Lifelines", LIFELINES, format_rules_list(catalogue.LIFELINES)),
        format_rules_section("In words", WRITTEN_COMMANDS),
        format_rules_section(
            "Options",
            format_options_table(LadderOptions(), ABOUT_LADDER_OPTIONS),
            "Search engines know every answer: a slow game rests on trust.",
        ),
    ]
    return join_page_parts(head, *parts)


def format_rungs() -> str:
    """Format, for the rules page, what the questions are worth one after the other, the safe amounts in bold."""
    amounts = [f"**${amount:,}**" if n in HAVENS else f"${amount:,}" for n, amount in enumerate(RUNG_MONEY, 1)]
    return f"The questions are worth {', '.join(amounts)}."
