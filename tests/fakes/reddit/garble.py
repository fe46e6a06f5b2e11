"""Listings that are not what they should be."""

from dataclasses import dataclass, field

from .errors import JSON


@dataclass
class Garble:
    """How the next listing is not what it should be."""

    misses: frozenset[str] = frozenset()
    repeats: frozenset[str] = frozenset()
    half: bool = False
    endpoint: str = "*"

    def spoil(self, children: list[JSON]) -> list[JSON]:
        """The children that are sent after all."""
        found = children[: (len(children) + 1) // 2] if self.half else children
        kept = [child for child in found if child["data"]["name"] not in self.misses]
        return [again for child in kept for again in [child] * (2 if child["data"]["name"] in self.repeats else 1)]


@dataclass
class Garbler:
    """The garbled listings to come."""

    coming: list[Garble] = field(default_factory=list)

    def spoil(self, endpoint: str, children: list[JSON]) -> list[JSON]:
        """Garble one listing, if one of its endpoint is to be garbled."""
        garble = next((garble for garble in self.coming if garble.endpoint in {endpoint, "*"}), None)
        if garble is None:
            return children
        self.coming.remove(garble)
        return garble.spoil(children)
