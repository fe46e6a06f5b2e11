"""What Billionaire does otherwise than it did in a release, for games that began then."""

from __future__ import annotations

from engine.billionaire.auction import UNWANTED, UNWANTED_BY_OTHERS
from engine.billionaire.ends import SHOWN, SOLD
from engine.billionaire.plays import STAYS
from engine.billionaire.turn import RETURNED
from engine.kernel.changes import Change

SINCE = "2026-11-22"
ROUND = "the round is played to its end when the last Investment is sold, too"
LESS = "of four players whoever begins returns their lowest Profit card"
LEFT = "Where bids were forfeited first and then nobody bids, it says that nobody else does"
STAYS_TOLD = "Who changes a standing bid hears that a bid which is already sealed stays as it is"
CHANGES = (
    Change(SINCE, LEFT, UNWANTED, UNWANTED_BY_OTHERS),
    Change(SINCE, STAYS_TOLD, "", STAYS),
    Change(SINCE, LESS, "", RETURNED, ruling=True),
    Change(SINCE, ROUND, SHOWN, SOLD, ruling=True),
)
