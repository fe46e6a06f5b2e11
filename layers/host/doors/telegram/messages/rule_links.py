"""The name of a rule as a command to be tapped: Telegram makes one word tappable, so its spaces are strokes. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from host.said.rule_lookup import rule

LEAD = "rules_"
LONGEST = 32  # letters of a command


@lru_cache(maxsize=1000)
def line(rules: str, name: str) -> str:
    """What shows this rule of this game; where one word cannot say it, what has to be typed."""
    tapped = LEAD + "_".join(re.findall("[A-Za-z0-9]+", name))
    same = len(tapped) <= LONGEST and rule(rules, meant(tapped)) == rule(rules, name)
    return f"/{tapped}" if same else f"/rules {name}"


def meant(command: str) -> str:
    """The rule that was tapped; nothing, if this is another command."""
    return command.removeprefix(LEAD).replace("_", " ").strip() if command.startswith(LEAD) else ""
