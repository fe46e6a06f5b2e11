"""The dated table of prices, and what is taken for what cannot be measured here."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.json_types import prepare_json_type


class Price(Struct):
    """A price for so many units, and how many of them are free in a month, for ever and for everybody."""

    per: float
    price: float
    source: str
    free: float


@prepare_json_type
class Prices(Struct):
    """The dated table of prices, and the values assumed for what cannot be measured here."""

    date: str
    region: str
    currency: str
    unchecked: str
    prices: dict[str, Price]
    taken_for: dict[str, Any] = msgspec.field(name="taken for")


@cache
def load_prices() -> Prices:
    """Load the table of prices in the repository, once."""
    return msgspec.json.decode(resources.files(__package__).joinpath("prices.json").read_bytes(), type=Prices)
