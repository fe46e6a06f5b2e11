"""Beats: what is worth seeing large when it happens. An event says which it is; the page draws it."""

from __future__ import annotations

from typing import Literal, NamedTuple

# A place of the board is opened, and what follows for its finder; doors of fate, offers, stakes; drawn games; rounds,
# cycles, the race; somebody claims to know what lies there, or what is right; dealings.
Square = Literal["open", "bomb", "owned", "saved", "booster", "big", "loss", "out"]
ChanceBeat = Literal["doors", "offer", "deal", "no_deal", "stake", "outcome"]
Drawn = Literal["won", "lost", "row", "bombed", "roof"]
Course = Literal["begins", "rest", "round", "cycle", "zone", "reached", "crown"]
Claim = Literal["call", "right", "wrong", "bonus", "reveal", "answer", "climb", "walk", "peak"]
Dealing = Literal["bid", "sold", "unsold", "attack", "held", "took", "hand"]
# Only a part of the picture of something else: whose bomb it was, who has answered rightly.
PARTS = frozenset[str](("owned", "climb"))
Kind = Square | ChanceBeat | Drawn | Course | Claim | Dealing


class Beat(NamedTuple):
    """How an event is shown large: its kind, and which of the event's facts are the player, the money and the subject.

    Money with a `sign` is won or lost by that player; without one it is only displayed, such as a bid or a stake.
    `look` is the name of the game's look by which a page draws it, from the facts of all that is told within it.
    """

    kind: Kind
    who: str = "who"
    money: str = ""
    sign: Literal[-1, 0, 1] = 0
    what: str = ""
    total: str = ""  # how much of it they have now
    less: str = ""  # money that was paid for it
    other: str = ""  # who has it no longer, or gets it; whose bomb it was
    bombs: str = ""  # of what nobody has opened: pairs of a bomb's owner and its square
    look: str = ""
