"""The name of a rule as a command to be tapped: Telegram makes one word tappable, so its spaces are strokes. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from host.said.rule_lookup import find_rule

RULE_COMMAND_PREFIX = "rules_"
MAX_COMMAND_LENGTH = 32  # letters of a command


@lru_cache(maxsize=1000)
def format_rule_command(rules: str, name: str) -> str:
    """Return a tappable command that shows this rule, or the words to type if one command cannot name it."""
    tapped = RULE_COMMAND_PREFIX + "_".join(re.findall("[A-Za-z0-9]+", name))
    same = len(tapped) <= MAX_COMMAND_LENGTH and find_rule(rules, parse_rule_command(tapped)) == find_rule(rules, name)
    return f"/{tapped}" if same else f"/rules {name}"


def parse_rule_command(command: str) -> str:
    """Return the rule that a tapped command names, or an empty string for other commands."""
    return (
        command.removeprefix(RULE_COMMAND_PREFIX).replace("_", " ").strip()
        if command.startswith(RULE_COMMAND_PREFIX)
        else ""
    )
