"""Questions in words: who is asked what, until when, and how to answer by writing. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.delivery.outbox import Reminder
from host.doors.reddit.board import RedditNames, format_player_name, format_utc_moment
from host.doors.reddit.markdown import escape_markdown, join_markdown_lines, mark_raw
from host.said import how_to_answer
from host.said.rule_lookup import find_question_topic
from host.shown import words
from host.shown.views import GameView, QuestionView


def format_reddit_questions(
    showing: GameView, asked: Sequence[QuestionView], reader: Reader, look: RedditNames
) -> list[str]:
    """Format these questions as one paragraph each; those that ask several people the same share one."""
    groups: list[list[QuestionView]] = []
    for each in asked:
        alike = next((group for group in groups if _is_same_for_others(group[0], each)), None)
        if alike is None:
            groups.append([each])
        else:
            alike.append(each)
    return [_format_question_group(showing, group, reader, look) for group in groups]


def _is_same_for_others(one: QuestionView, other: QuestionView) -> bool:
    alike = replace(other, id=one.id, who=one.who, due=one.due, facts=one.facts, was=one.was) == one
    return alike and {**one.facts, "who": ""} == {**other.facts, "who": ""}


def _format_question_group(showing: GameView, group: list[QuestionView], reader: Reader, look: RedditNames) -> str:
    first, whom = group[0], [asked.who for asked in group]
    names = ", ".join(format_player_name(seat, showing.names.get(seat, seat), look) for seat in whom)
    text = escape_markdown(words.translate_question(first.text, {**first.facts, "who": whom}, first.said, reader))
    due = min(asked.due for asked in group)
    until = [escape_markdown(reader.format_sentence("until {when}", when=format_utc_moment(due)))] if due else []
    name = find_question_topic(showing, first)
    rule = (
        [escape_markdown(reader.format_sentence("How it works: {line}", line=mark_raw(f"`rules {name}`")))]
        if name
        else []
    )
    return join_markdown_lines([f"**{names}**: {text}", format_comment_help(first, reader), *rule, *until])


def format_comment_help(asked: QuestionView, reader: Reader) -> str:
    """Return how this question is answered by a comment."""
    return escape_markdown(
        how_to_answer.format_answer_help(
            asked, reader, _format_code("answer" if asked.form.kind == "text" else "pick"), _format_code
        )
    )


def _format_code(words: str) -> str:
    """As it is to be written."""
    return mark_raw(f"`{words.replace('`', '’')}`")


def format_reddit_reminder(one: Reminder, reader: Reader, title: str, name: str, now: float) -> str:
    """Format for whom a game waits, and how much time is left."""
    left = clocks.format_duration(max(1.0, min(clock.due for clock in one.clocks.values()) - now))
    text = escape_markdown(
        reader.format_sentence("{title} waits for you: {time} left.", title=reader.format_value(title), time=left)
    )
    return f"⏳ **{name}**: {text}"
