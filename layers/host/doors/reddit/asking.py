"""Questions in words: who is asked what, until when, and how to answer by writing. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.kernel import Option, Reader
from host.core import clocks
from host.delivery.outbox import Reminder
from host.doors.reddit.board import Look, moment, who
from host.doors.reddit.markdown import escaped, joined, raw
from host.said.answers import named
from host.said.rule_lookup import topic
from host.shown.views import Asked, Showing

MOST_TYPED = 12  # choices spelt out


def asked_of(showing: Showing, asked: Sequence[Asked], reader: Reader, look: Look) -> list[str]:
    """These questions, each a paragraph; those that ask several people the same are put together."""
    groups: list[list[Asked]] = []
    for each in asked:
        alike = next((group for group in groups if _same(group[0], each)), None)
        if alike is None:
            groups.append([each])
        else:
            alike.append(each)
    return [_paragraph(showing, group, reader, look) for group in groups]


def _same(one: Asked, other: Asked) -> bool:
    alike = replace(other, id=one.id, who=one.who, due=one.due, facts=one.facts, was=one.was) == one
    return alike and {**one.facts, "who": ""} == {**other.facts, "who": ""}


def _paragraph(showing: Showing, group: list[Asked], reader: Reader, look: Look) -> str:
    first, whom = group[0], [asked.who for asked in group]
    names = ", ".join(who(seat, showing.names.get(seat, seat), look) for seat in whom)
    text = escaped(reader.say(first.text, **{**first.facts, "who": whom}))
    due = min(asked.due for asked in group)
    until = [escaped(reader.say("until {when}", when=moment(due)))] if due else []
    name = topic(showing, first)
    rule = [escaped(reader.say("How it works: {line}", line=raw(f"`rules {name}`")))] if name else []
    return joined([f"**{names}**: {text}", how(first, reader), *rule, *until])


def how(asked: Asked, reader: Reader) -> str:
    """How this is answered by writing."""
    form = asked.form
    if form.kind == "text":
        return escaped(reader.say("Write {answer} and your words.", answer=raw("`answer`")))
    if form.kind == "number":
        text = "Write {pick} and a number from {low:n} to {high:n}."
        stepwise = "Write {pick} and a number from {low:n} to {high:n}, in steps of {step:n}."
        said = stepwise if form.step > 1 else text
        return escaped(reader.say(said, pick=raw("`pick`"), low=form.low, high=form.high, step=form.step))
    choices = raw(_listed(asked.options, reader))
    if form.kind == "several":
        exact, span = (
            "Write {pick} and {low} of these, in order: {choices}",
            "Write {pick} and {low} to {high} of these, in order: {choices}",
        )
        said = exact if form.low == form.high else span
        return escaped(reader.say(said, pick=raw("`pick`"), low=form.low, high=form.high, choices=choices))
    return escaped(reader.say("Write {pick} and your choice: {choices}", pick=raw("`pick`"), choices=choices))


def _listed(options: Sequence[Option], reader: Reader) -> str:
    if len(options) > MOST_TYPED:
        first, last = named([options[0], options[-1]], reader)
        return f"{_said(first.value, first.label)} … {_said(last.value, last.label)}"
    return ", ".join(_said(option.value, option.label) for option in named(options, reader)) or "–"


def _said(value: object, label: str) -> str:
    """A choice as it is written. Labels such as B4 beside a square's number need not be said twice."""
    word = str(value) if isinstance(value, int) and len(label) <= 3 else label
    return f"`{word.replace('`', '’')}`"


def reminder(one: Reminder, reader: Reader, title: str, name: str, now: float) -> str:
    """For whom a game waits, and how much longer."""
    left = clocks.spoken(max(1.0, min(clock.due for clock in one.clocks.values()) - now))
    text = escaped(reader.say("{title} waits for you: {time} left.", title=reader.value(title), time=left))
    return f"⏳ **{name}**: {text}"
