"""Every way in which the host can word three announcements: own words, in two parts, by another line, or not at all."""

from itertools import product
from types import SimpleNamespace
from typing import Any

from engine.kernel import format_text
from engine.kernel.text import Told
from engine.kernel.voice import Spoken
from host.core.host_voice import apply_voice_lines
from tests import listings

BOOK = {"calm": "{n} calmly.", "hush": "{n} after a hush."}
RULES: Any = SimpleNamespace(voice=SimpleNamespace(find_line=lambda name: SimpleNamespace(text=BOOK[name])))
WAYS = ["plain", "own", "split", "late", "covered"]
OTHER = (1, 2, 0)  # which announcement covers this one


def voice(n, way):
    """The words that are chosen for the announcement of this number."""
    calm, hush = Spoken("calm", {"n": n}), Spoken("hush", {"n": n}, fate=True)
    return {"own": [calm], "split": [calm, hush], "late": [hush], "covered": OTHER[n]}[way]


def describe(line):
    said = getattr(line, "said", None)
    words = line.text if said is None else " ".join(format_text(each.text, each.facts) for each in said)
    marks = [f"goes on {line.of}" * bool(line.of), "pause" * getattr(line, "pause", False)]
    return " ".join(filter(None, [words or "–", *marks, f"by “{line.by}”" if getattr(line, "by", "") else ""]))


def lines():
    for ways in product(WAYS, repeat=3):
        told = [Told(f"told {n}", {}, of=2 if n == 2 else 0) for n in range(3)]
        voiced = {n: voice(n, way) for n, way in enumerate(ways) if way != "plain"}
        yield f"{' '.join(ways)}: " + " / ".join(map(describe, apply_voice_lines(RULES, told, voiced)))


def test_announcements_are_worded_as_listed():
    listings.compare("voiced", lines())
