"""Loads the game of a session from its record, also after a change of rules."""

from __future__ import annotations

import logging
from typing import Any

from engine.kernel import Diverged, Game, Record, Ruleset
from host.core.session import Session

log = logging.getLogger(__name__)


def loaded(rules: Ruleset[Any], session: Session) -> tuple[Game[Any], int]:
    """The game of a session; after a change of rules, how much of its tape was cut."""
    record = Record.from_json(session.record)
    try:
        return Game.load(rules, record), 0
    except Diverged:
        game, cut = Game.salvage(rules, record)
        log.warning("the rules no longer fit; %d steps are undone", cut, extra={"game": session.id})
        return game, cut
