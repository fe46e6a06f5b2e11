"""What is said, in one line, of what needs no thought: the sentence's own facts in the host's words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.text import phrase
from engine.season7.voice.ear import HEARD, Ear
from engine.season7.voice.events import EVENTS, FREE, event, given, moves
from engine.season7.voice.memory import BOOSTED, ENTERS, GOES, JOINS, KICKED, NOW_IN, UP
from engine.season7.voice.standing import one_line

# By sentence: the event and the kind.
SUNDRIES: Mapping[str, tuple[str, str]] = {
    "Military Aid for {who}, the lowest still in: one more bomb, and a hidden square.": ("ev.gift", "aid"),
    "{left} squares are still closed, more than {most}: the round goes on.": ("ev.stake", "slow"),
    "The saddest story is that of {who}, who has folded and is back in the next cycle.": ("ev.vain", "folded"),
    "The saddest story is that of {who}, who has long found another round.": ("ev.vain", "elsewhere"),
    "{who} is the only one left, and the bank hangs up.": ("ev.bank", "hangs"),
    "Free Play: {square} will cost {who} nothing.": ("ev.stake", "free"),
    FREE: ("ev.shield", "keeps"),
    "{who} is protected and stays in the round.": ("ev.shield", "stays"),
    "{who} pulls the old Switcheroo on {other}.": ("ev.seat", "switch"),
    "{who} stays put.": ("ev.seat", "stays"),
    "{who} invites nobody.": ("ev.seat", "nobody"),
    "{who} walks alone.": ("ev.stake", "alone"),
    "{who} wishes nobody ill.": ("ev.stake", "kind"),
    "The Gift Card expires.": ("ev.gift", "expires"),
    ENTERS: ("ev.seat", "enters"),
    NOW_IN: ("ev.seat", "now"),
    "The bomb is laid. The round goes on.": ("onemore", "laid"),
    "Commissioned for the winners of this round: {minigame}.": ("got", "commissioned"),
    "{who} tags along with a winner and wins too.": ("ev.stake", "rides"),
    "{who} comes back from a Burnout Bomb.": ("mut.burnout", "back"),
    "{who} has lost the round and pays for {square}.": ("ev.stake", "due"),
    "{who} is given back the last penalty of {least:£} or more.": ("ev.shield", "back"),
    "{other}, you are up: {who} makes you play this turn.": ("ev.turn", "forced"),
    "{who} is no longer protected.": ("ev.shield", "off"),
    "{who} misses this turn.": ("ev.turn", "misses"),
    "{who} is not in a Win Zone: the castle stands.": ("ev.stake", "castle"),
    "In the wildcard round: {players}.": ("wild", "seats"),
    "Everybody has selected. The rest of {round} is drawn anew, and bombs are sealed.": ("wild", "anew"),
    "Among them: {face}, which is of no use to somebody who is out.": ("ev.left", "useless"),
    "Among them: {face}, and nobody is left in the round whom it could reach.": ("ev.left", "nobody"),
    "{who} is back.": ("chair", "back"),
    JOINS: ("chair", "joins"),
    GOES: ("chair", "leaves"),
    KICKED: ("chair", "closed"),
    "Too few are left in this cycle for a Super Round.": ("super", "none"),
    "{game} is over.": ("mini.end", "over"),
}


@event(*SUNDRIES)
def sundry(ear: Ear) -> None:
    """One sentence, and what it moves."""
    first, told = len(ear.moments), ear.take()
    name, kind = SUNDRIES[told.text]
    ear.say(name, **told.facts).kind = kind
    moves(ear)
    if not ear.square:
        one_line(ear, first)


def paid_to_leave(ear: Ear) -> None:
    """What those who have voted to leave get for it."""
    found = []
    while ear.comes(*UP, source="leave"):
        paid = ear.take().facts
        now = ear.take().facts["booster"] if ear.comes(*BOOSTED, who=paid["who"]) else 0
        found.append(phrase("{who} {amount:£} (now {booster}%)", who=paid["who"], amount=paid["amount"], booster=now))
    if found:
        ear.say("votes", list=found).kind = "paid"


HEARD.update({text: given for text in EVENTS if text not in HEARD})
