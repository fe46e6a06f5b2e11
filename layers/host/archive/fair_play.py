"""A finished game, to check its chance: its transcript, and what our own check of it says.

What a game drew is never drawn again, so nobody's clock or seat is touched; docs/fair-play.md tells how to check it.
"""

from __future__ import annotations

from engine.kernel import Illegal
from engine.notation import parse_transcript
from engine.notation.export import export_game
from engine.notation.verify import Verdict, verify_chance
from engine.rulesets import RULESETS, ruleset
from host.archive import history
from host.core.context import HostContext
from host.core.session import CLOSED, OVER


def export_transcript(host: HostContext, game: str) -> str:
    """Return the transcript of a finished game; raise Illegal while it runs, because it contains secrets."""
    kept = history.load_archive(host, game)
    if kept.session.stage not in (OVER, CLOSED):
        raise Illegal("The secrets of this game are not shown until it is over.", code="secrets_kept")
    told = history.build_history(kept)
    return export_game(told, ruleset(told.ruleset))


def verify_transcript(text: str) -> Verdict:
    """Check the randomness and sealed choices in a transcript, and return the result."""
    return verify_chance(parse_transcript(text, RULESETS))
