"""Chance pinned by a text: which draw each pin decides, and why one that decided nothing did not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from engine.kernel.chance import Wanted
from engine.notation.errors import format_hint
from engine.notation.transcript import Pin

UNUSED_PIN = "this pin never came into play: "


class StepDraws(Struct):
    """What one step drew without a pin and at which table, which tables it opened, and which table it answered."""

    line: int
    free: list[tuple[str, str]] = field(default_factory=list)  # keys and tables
    opened: set[str] = field(default_factory=set)
    answered: str = ""


class PinnedDraws(Struct):
    """The pins of one step as draws use them up; several positions of one draw belong together."""

    pins: Sequence[Pin]
    wanted: dict[str, list[Wanted]] = field(default_factory=dict)
    lines: dict[str, list[list[Pin]]] = field(default_factory=dict)  # the pins that each of these stands for

    def __post_init__(self) -> None:
        for pin in self.pins:
            wanted, lines = self.wanted.setdefault(pin.key, []), self.lines.setdefault(pin.key, [])
            last = wanted[-1] if wanted else None
            if pin.at and isinstance(last, dict) and pin.at not in last:
                last[pin.at] = pin.outcomes[0]
                lines[-1].append(pin)
            else:
                wanted.append({pin.at: pin.outcomes[0]} if pin.at else pin.outcomes)
                lines.append([pin])

    def count_used(self, key: str) -> int:
        """Count the draws under this key that have used their pin."""
        return len(self.lines.get(key, [])) - len(self.wanted.get(key, []))

    def list_unused(self) -> list[Pin]:
        """List the pins that no draw has used."""
        return [pin for key, lines in self.lines.items() for those in lines[self.count_used(key) :] for pin in those]

    def find_blamed_line(self, key: str, why: str) -> int:
        """Return the line of the pin that could not be drawn: the last one used under this key."""
        those = self.lines[key][self.count_used(key) - 1]
        return next((pin for pin in those if f"“{pin.outcomes[0]}”" in why), those[0]).line


def find_opening_step(pin: Pin, before: Sequence[StepDraws], now: StepDraws) -> int | None:
    """Find the earlier step that opened the table answered now and drew there what this pin is meant for, or None."""
    if not now.answered:
        return None
    for n in reversed(range(len(before))):
        if now.answered in before[n].opened:
            return n if (pin.key, now.answered) in before[n].free else None
        if before[n].answered == now.answered:
            return None
    return None


def explain_early_pin(pin: Pin, after: Sequence[StepDraws]) -> str:
    """Explain that a later line draws what an unused pin is meant for; return an empty string if none does."""
    line = next((draws.line for draws in after if any(key == pin.key for key, _ in draws.free)), 0)
    return f"{UNUSED_PIN}line {line} draws {pin.key}, so write the pin before that line" if line else ""


def explain_unused_pin(pin: Pin, drawn: Sequence[str], before: Sequence[StepDraws], *, refused: bool) -> str:
    """Explain why no draw has used a pin."""
    if refused:
        return f"{UNUSED_PIN}the move is refused, so nothing is drawn"
    if pin.key in drawn:
        return f"{UNUSED_PIN}nothing drew {pin.key} again"
    earlier = [draws.line for draws in before if any(key == pin.key for key, _ in draws.free)]
    if earlier:
        place = f"line {earlier[-1]} had" if earlier[-1] else "the beginning had"
        return f"{UNUSED_PIN}{place} drawn {pin.key} already, and nothing drew it again"
    names = f" What was drawn: {', '.join(dict.fromkeys(drawn))}." if drawn else " Nothing was drawn at all."
    return f"{UNUSED_PIN}nothing drew {pin.key}.{format_hint(pin.key, drawn)}{names}"
