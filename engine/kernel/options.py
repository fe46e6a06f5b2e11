"""Kinds of options that are more than a number: whoever shows one is told in which unit it counts."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

UNIT = "unit"
YES_NO_BY_WORD = {"yes": True, "no": False, "on": True, "off": False}
Pounds = Annotated[int, Meta(extra={UNIT: "£"})]
Dollars = Annotated[int, Meta(extra={UNIT: "$"})]
