"""The dated table of prices, and what is taken for what cannot be measured here."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.ready import ready


class Price(Struct):
    """So much for so many, and how many are free in a month, for ever and for everybody."""

    per: float
    price: float
    source: str
    free: float


@ready
class Prices(Struct):
    """The dated table, and what is taken for what cannot be measured here."""

    date: str
    region: str
    currency: str
    unchecked: str
    prices: dict[str, Price]
    taken_for: dict[str, Any] = msgspec.field(name="taken for")


@cache
def prices() -> Prices:
    """The table as it stands in the repository."""
    return msgspec.json.decode(resources.files(__package__).joinpath("prices.json").read_bytes(), type=Prices)
