"""A finished game for whoever wants to check its chance: its transcript, and what our own check of it says.

What a game drew is never drawn again, so nobody's clock or seat is touched; docs/fair-play.md tells how to check it.
"""

from __future__ import annotations

from engine.kernel import Illegal
from engine.notation import parse
from engine.notation.export import export
from engine.notation.verify import Verdict, verify
from engine.rulesets import RULESETS, ruleset
from host.archive import history
from host.core.context import HostContext
from host.core.session import CLOSED, OVER


def transcript(host: HostContext, game: str) -> str:
    """All of a game that is over."""
    kept = history.bundle(host, game)
    if kept.session.stage not in (OVER, CLOSED):
        raise Illegal("Its secrets are kept until the game is over.")
    told = history.history(kept)
    return export(told, ruleset(told.ruleset))


def checked(text: str) -> Verdict:
    """What our own check of such a transcript finds."""
    return verify(parse(text, RULESETS))
