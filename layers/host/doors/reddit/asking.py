"""Questions in words: who is asked what, until when, and how to answer by writing. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.delivery.outbox import Reminder
from host.doors.reddit.board import RedditNames, moment, who
from host.doors.reddit.markdown import escaped, joined, raw
from host.said import how_to_answer
from host.said.rule_lookup import topic
from host.shown import words
from host.shown.views import GameView, QuestionView


def asked_of(showing: GameView, asked: Sequence[QuestionView], reader: Reader, look: RedditNames) -> list[str]:
    """These questions, each a paragraph; those that ask several people the same are put together."""
    groups: list[list[QuestionView]] = []
    for each in asked:
        alike = next((group for group in groups if _same(group[0], each)), None)
        if alike is None:
            groups.append([each])
        else:
            alike.append(each)
    return [_paragraph(showing, group, reader, look) for group in groups]


def _same(one: QuestionView, other: QuestionView) -> bool:
    alike = replace(other, id=one.id, who=one.who, due=one.due, facts=one.facts, was=one.was) == one
    return alike and {**one.facts, "who": ""} == {**other.facts, "who": ""}


def _paragraph(showing: GameView, group: list[QuestionView], reader: Reader, look: RedditNames) -> str:
    first, whom = group[0], [asked.who for asked in group]
    names = ", ".join(who(seat, showing.names.get(seat, seat), look) for seat in whom)
    text = escaped(words.question(first.text, {**first.facts, "who": whom}, first.said, reader))
    due = min(asked.due for asked in group)
    until = [escaped(reader.say("until {when}", when=moment(due)))] if due else []
    name = topic(showing, first)
    rule = [escaped(reader.say("How it works: {line}", line=raw(f"`rules {name}`")))] if name else []
    return joined([f"**{names}**: {text}", how(first, reader), *rule, *until])


def how(asked: QuestionView, reader: Reader) -> str:
    """How this is answered by writing."""
    return escaped(
        how_to_answer.how(asked, reader, _written("answer" if asked.form.kind == "text" else "pick"), _written)
    )


def _written(words: str) -> str:
    """As it is to be written."""
    return raw(f"`{words.replace('`', '’')}`")


def reminder(one: Reminder, reader: Reader, title: str, name: str, now: float) -> str:
    """For whom a game waits, and how much longer."""
    left = clocks.spoken(max(1.0, min(clock.due for clock in one.clocks.values()) - now))
    text = escaped(reader.say("{title} waits for you: {time} left.", title=reader.value(title), time=left))
    return f"⏳ **{name}**: {text}"
