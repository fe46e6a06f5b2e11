"""Beats: what is worth seeing large when it happens. An event says which it is; whoever draws it knows how."""

from __future__ import annotations

from typing import Literal, NamedTuple

# A place of the board is opened, and what follows for its finder; doors of fate, offers, stakes; drawn games; rounds,
# cycles, the race; somebody claims to know what lies there, or what is right; dealings.
Square = Literal["open", "bomb", "saved", "booster", "big", "loss", "out"]
Chance = Literal["doors", "offer", "deal", "no_deal", "stake", "outcome"]
Drawn = Literal["won", "lost", "row", "bombed", "roof"]
Course = Literal["begins", "rest", "round", "cycle", "zone", "reached", "crown"]
Claim = Literal["call", "right", "wrong", "bonus", "reveal", "answer", "walk"]
Dealing = Literal["bid", "sold", "unsold", "attack", "held", "took", "hand"]
Kind = Square | Chance | Drawn | Course | Claim | Dealing


class Beat(NamedTuple):
    """Its kind, and by the names of the event's facts: whose it is, how much it brings or costs them, and what it is.

    Money with a `sign` goes to whoever's it is, or from them; without one it only stands there: a bid, a stake.
    """

    kind: Kind
    who: str = "who"
    money: str = ""
    sign: Literal[-1, 0, 1] = 0
    what: str = ""
    less: str = ""  # money that was paid for it
    other: str = ""  # who has it no longer, or gets it
