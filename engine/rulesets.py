"""Which games there are. Hosts and adapters find a ruleset here by its name, and know nothing else of it."""

from __future__ import annotations

from typing import Any

from engine.billionaire.rules import BILLIONAIRE
from engine.deluxe.rules import DELUXE
from engine.kernel import Illegal, Ruleset
from engine.kernel.record import prepare
from engine.ladder.rules import LADDER
from engine.season7.rules import SEASON7

RULESETS: dict[str, Ruleset[Any]] = {
    SEASON7.name: SEASON7,
    DELUXE.name: DELUXE,
    LADDER.name: LADDER,
    BILLIONAIRE.name: BILLIONAIRE,
}
for _rules in RULESETS.values():
    prepare(_rules.state_type)


def ruleset(name: object) -> Ruleset[Any]:
    """The rules of this name, or a sentence."""
    found = RULESETS.get(name) if isinstance(name, str) else None
    if found is None:
        raise Illegal("There is no game of that name; there are {names}.", names=list(RULESETS))
    return found
