"""What was told, with what it is shown large as: its beat, its players and its money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from engine.kernel import Told, upcast_told
from engine.kernel.event import Beat, BeatKind
from engine.kernel.ruleset import Ruleset


class Sum(NamedTuple):
    """Money in a moment: whose it is, how much, and whether it is gained (1), lost (-1) or only mentioned (0)."""

    who: Sequence[str]
    amount: int
    sign: int


class MomentLine(NamedTuple):
    """A told line with its facts and beat; lines from before events existed have them, too."""

    told: Told
    facts: Mapping[str, Any]
    beat: Beat | None

    def list_names(self, fact: str) -> list[str]:
        """Return as a list the seats that the fact of this name holds, which may be one, several or none."""
        found = self.facts.get(fact, [])
        return [found] if isinstance(found, str) and found else list(found) if isinstance(found, list) else []

    @property
    def kind(self) -> BeatKind | None:
        """The kind of event (its beat) as which this line is shown large, or None for a plain line."""
        return self.beat.kind if self.beat else None

    def read_beat_fact(self, role: Literal["what", "total", "bombs"]) -> Sequence[Any]:
        """Return the fact that a line's beat (what to show large) names for this role, as a list; empty if it names
        none.
        """
        found: Sequence[Any] = self.facts[name] if self.beat and (name := getattr(self.beat, role)) else ()
        return found

    @property
    def who(self) -> list[str]:
        """The seats (players) that this line is about."""
        return self.list_names(self.beat.who if self.beat else "who")

    @property
    def sums(self) -> list[Sum]:
        """The sums of money that this line says were won or lost, and by whom; empty if none."""
        beat = self.beat
        amount = self.facts.get(beat.money) if beat else None
        if beat is None or not isinstance(amount, int):
            return []
        found = [Sum(self.who, amount - self.facts.get(beat.less, 0), beat.sign)]
        return [*found, Sum(self.list_names(beat.other), amount, -beat.sign)] if beat.other else found


def build_moment_line(rules: Ruleset[Any] | None, told: Told) -> MomentLine:
    """Build a line of a moment from an announcement, with its facts and its beat (what to show large)."""
    event = upcast_told(rules, told) if rules else told
    kind = event.kind
    return MomentLine(told, event.facts, kind.beat if kind else None)
