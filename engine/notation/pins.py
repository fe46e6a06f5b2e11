"""Chance pinned by a text: which draw each pin decides, and why one that decided nothing did not."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from engine.kernel.chance import Wanted
from engine.notation.errors import near
from engine.notation.transcript import Pin

NEVER = "this pin never came into play: "


class Draws(Struct):
    """What a step has drawn without a pin, at which table; which tables it has opened, and which it has answered."""

    line: int
    free: list[tuple[str, str]] = field(default_factory=list)  # keys and tables
    opened: set[str] = field(default_factory=set)
    answered: str = ""


class Pinned(Struct):
    """The pins of one step as chance uses them up; several of one draw's places belong together."""

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

    def used(self, key: str) -> int:
        """How many draws under this key have met their pin."""
        return len(self.lines.get(key, [])) - len(self.wanted.get(key, []))

    def left(self) -> list[Pin]:
        """The pins that have decided nothing."""
        return [pin for key, lines in self.lines.items() for those in lines[self.used(key) :] for pin in those]

    def blamed(self, key: str, why: str) -> int:
        """The line of the pin that could not be: the last one under its key that was taken."""
        those = self.lines[key][self.used(key) - 1]
        return next((pin for pin in those if f"“{pin.outcomes[0]}”" in why), those[0]).line


def opening(pin: Pin, before: Sequence[Draws], now: Draws) -> int | None:
    """The step whose move has opened a table that is only now answered, and drew there what this pin is to decide."""
    if not now.answered:
        return None
    for n in reversed(range(len(before))):
        if now.answered in before[n].opened:
            return n if (pin.key, now.answered) in before[n].free else None
        if before[n].answered == now.answered:
            return None
    return None


def too_early(pin: Pin, after: Sequence[Draws]) -> str:
    """Why a pin has decided nothing, though a later line draws what it is about; nothing, if none does."""
    line = next((draws.line for draws in after if any(key == pin.key for key, _ in draws.free)), 0)
    return f"{NEVER}line {line} draws {pin.key}, so write the pin before that line" if line else ""


def unused(pin: Pin, drawn: Sequence[str], before: Sequence[Draws], *, refused: bool) -> str:
    """Why a pin has decided nothing."""
    if refused:
        return f"{NEVER}the move is refused, so nothing is drawn"
    if pin.key in drawn:
        return f"{NEVER}nothing drew {pin.key} again"
    earlier = [draws.line for draws in before if any(key == pin.key for key, _ in draws.free)]
    if earlier:
        place = f"line {earlier[-1]} had" if earlier[-1] else "the beginning had"
        return f"{NEVER}{place} drawn {pin.key} already, and nothing drew it again"
    names = f" What was drawn: {', '.join(dict.fromkeys(drawn))}." if drawn else " Nothing was drawn at all."
    return f"{NEVER}nothing drew {pin.key}.{near(pin.key, drawn)}{names}"
