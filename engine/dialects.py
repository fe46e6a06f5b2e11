"""Which rulesets can be written as texts. A new one adds its line here."""

from __future__ import annotations

from collections.abc import Mapping

from engine.billionaire.notation import BILLIONAIRE_NOTATION
from engine.deluxe.notation import DELUXE_NOTATION
from engine.ladder.notation import LADDER_NOTATION
from engine.notation.dialect import Dialect
from engine.season7.notation import SEASON7_NOTATION

DIALECTS: Mapping[str, Dialect] = {
    "season7": SEASON7_NOTATION,
    "deluxe": DELUXE_NOTATION,
    "ladder": LADDER_NOTATION,
    "billionaire": BILLIONAIRE_NOTATION,
}
