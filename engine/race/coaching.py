"""What is said once to somebody who is asked, or may do, something for the first time: by the key of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COACHING: Mapping[str, str] = MappingProxyType(
    {
        "seal": "A bomb puts out whoever opens its door, and costs them money. Where yours is, only you know.",
        "select": "Behind most doors there is money or a surprise, behind some a bomb. Whoever is left last wins.",
        "pick": "Behind most doors there is money or a surprise, behind some a bomb.",
        "peek": "A peek tells you alone what kind of thing lies behind a door. You have few of them.",
        "lock": "A lock-in keeps a door for your next turn: everybody sees it, and nobody else can open it.",
    }
)
