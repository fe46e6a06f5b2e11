"""What Billionaire does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.billionaire.auction import (
    OFF,
    OTHERS_UNABLE,
    SEALED,
    SEALED_EMPTY,
    TIED,
    TIED_ALONE,
    TIED_AT_LAST,
    UNABLE,
    UNWANTED,
    UNWANTED_BY_OTHERS,
)
from engine.billionaire.decks import EMPTY
from engine.billionaire.ends import SHOWN, SOLD
from engine.billionaire.plays import STAYS
from engine.billionaire.turn import ALL_SOLD, ELSEWHERE, PASSING, RETURNED
from engine.kernel.changes import Change

SINCE = "2026-11-22"
ROUND = "the round is played to its end when the last Investment is sold, too"
LESS = "of four players whoever begins returns their lowest Profit card"
LEFT = "Where bids were forfeited first and then nobody bids, it says that nobody else does"
STAYS_TOLD = "Who changes a standing bid hears that a bid which is already sealed stays as it is"
KEPT = "A standing bid bids only what can be paid without change while so much is kept"
SAID = "What was silent in Billionaire is said"
PASSED = "Passing one's own Headquarters is told before landing"
FOURTH = "A fourth tie is settled by who sits next, and not a fifth"
CHANGES = (
    Change(SINCE, LEFT, UNWANTED, UNWANTED_BY_OTHERS),
    Change(SINCE, STAYS_TOLD, "", STAYS),
    Change(SINCE, SAID, "", OFF),
    Change(SINCE, SAID, "", ALL_SOLD),
    Change(SINCE, SAID, TIED, TIED_ALONE),
    Change(SINCE, FOURTH, TIED, TIED_AT_LAST, ruling=True),
    Change(SINCE, SAID, UNWANTED, UNABLE),
    Change(SINCE, SAID, UNWANTED, OTHERS_UNABLE),
    Change(SINCE, SAID, "The Profit deck is empty.", EMPTY),
    Change(SINCE, PASSED, ELSEWHERE, PASSING),
    Change(SINCE, PASSED, "{who} has passed their own Headquarters.", ""),
    Change(SINCE, KEPT, SEALED, SEALED, ruling=True),
    Change(SINCE, KEPT, SEALED, SEALED_EMPTY, ruling=True),
    Change(SINCE, LESS, "", RETURNED, ruling=True),
    Change(SINCE, ROUND, SHOWN, SOLD, ruling=True),
)
