"""Calls somebody to a table that is open, wherever they are told what is theirs: once, however often this comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core import posting
from host.core.deadlines import clocks
from host.core.session import Person, Post, Session
from host.said.desk.request import DeskRequest


def summon_person(
    request: DeskRequest,
    person: Person,
    session: Session,
    key: str,
    text: str,
    names: Mapping[str, str] | None = None,
    asks: Sequence[str] = (),
    **facts: Any,
) -> None:
    """Post a call to an open table to this person, once for each key. In a browser the call itself links to the
    table; elsewhere its words do.
    """
    host = request.host
    rung = posting.parse_platform(person.place) in host.config.rung
    facts |= {"title": ruleset(session.ruleset).title, "time": clocks.format_duration(session.pace)}
    told = Told(text, {**facts, "link": "" if rung else request.format_seat_link(session)})
    post = Post(person.place, session.id if rung else "", int(host.now() * 1000), [told], names=dict(names or {}))
    post.style, post.rings, post.asks = person.habits.style, person.habits.rings, [] if rung else list(asks)
    host.store.queue_answer(key, [post], host.now())
