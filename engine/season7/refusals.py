"""Why something cannot be done now, in sentences that help. They say nothing that the player may not know."""

from __future__ import annotations

from engine.kernel.errors import Illegal
from engine.kernel.question import shown
from engine.kernel.text import Words, phrase
from engine.race import refusals as race
from engine.season7 import moving, tables
from engine.season7.table import RoundTable

# What is done to a closed square, and which of that a lock-in of somebody else forbids.
TO_SQUARES = ("select", "lock", "list", "peek", "Conversion", "Kablam!")
NAMED = frozenset((*TO_SQUARES, *tables.HIDDEN))  # none of them begins as another does
BARRED_BY_LOCKS = ("select", "lock", "Conversion")
STAGES = {"seal": "The board is not laid yet; that has to wait until all bombs are sealed."}


def why_not(t: RoundTable, who: str, key: str, value: object) -> Illegal | None:
    """The reason why a player cannot do this, if it is one of the usual ones."""
    word = key if key in NAMED else next((name for name in NAMED if key.startswith(f"{name} ")), "")
    if not word:
        return not_them(t, who, key, value)
    instead = next((name for name in tables.HIDDEN if key == "select" and name.casefold() == _plain(value)), "")
    if instead:
        return not_instead(t, who, instead)
    if word in tables.HIDDEN and word not in t.player(who).hidden:
        return Illegal("You do not hold {hidden}.", hidden=word, alone=in_hand(t, who))
    return standing(t, who, word) or used_up(t, who, word) or taken(t, who, word, key.removeprefix(word) or value)


def _plain(value: object) -> str:
    return value.strip().casefold() if isinstance(value, str) else ""


def not_instead(t: RoundTable, who: str, hidden: str) -> Illegal:
    """A hidden square cannot take the place of this selection; whether it is held is nobody else's business."""
    text = "{hidden} cannot be chosen in place of a square now."
    if hidden not in t.player(who).hidden:
        return Illegal(text, hidden=hidden, alone=in_hand(t, who))
    why = NOT_NOW.get(hidden, "")
    return Illegal(text, hidden=hidden, alone="" if why == SELECTION else why)


def in_hand(t: RoundTable, who: str) -> Words:
    """What a player holds."""
    held = t.player(who).hidden
    return phrase("What you hold: {held}.", held=[*held]) if held else phrase("You hold no hidden square.")


def standing(t: RoundTable, who: str, word: str) -> Illegal | None:
    """Only those still in a round that is being played can do anything there; some hidden squares know better."""
    if t.live(who) or word in ("Endure", "Revive"):
        return None
    seat = t.round.seats.get(who)
    if seat is None or seat.status not in ("in", "won"):
        return Illegal("You are not in the round any more.")
    return Illegal(STAGES.get(t.round.stage, "The round is over."))


def used_up(t: RoundTable, who: str, word: str) -> Illegal | None:
    """The play itself is not to be had."""
    found = race.used_up(t, who, word)
    if found:
        return found
    if word == "lock" and t.seat(who).hypnotised:
        return Illegal("You are hypnotised: chance makes your next selection.")
    return Illegal(NOT_NOW[word], least=tables.ENDURE_FROM) if word in NOT_NOW else None


def taken(t: RoundTable, who: str, word: str, value: object) -> Illegal | None:
    """A square is open already, or somebody has locked it in; one's own lock-in bars a Conversion, too."""
    if word not in TO_SQUARES:
        return None
    own = t.seat(who).locked
    if word == "Conversion" and own and own in race.numbers(value):
        return Illegal("You have locked in square {n} yourself; only unlocked squares can be converted.", n=own)
    return race.taken(t, who, value, barred=word in BARRED_BY_LOCKS)


def not_them(t: RoundTable, who: str, key: str, value: object) -> Illegal | None:
    """Whoever was named cannot be: why, and who can."""
    asked = next((question for question in t.wait.questions if (question.who, question.key) == (who, key)), None)
    if asked is None or not any(option.value in (*t.state.players, "nobody") for option in asked.options):
        return None
    name = next((name for name in t.state.players if _plain(value) == name.casefold()), "")
    if not name:
        return Illegal("{answer} is nobody whom you could name now.", answer=shown(value))
    return elsewhere(t, key, name) if name != who else Illegal("You cannot name yourself.")


def elsewhere(t: RoundTable, key: str, name: str) -> Illegal:
    """What a player is doing who cannot be named just now."""
    player, live = t.player(name), t.state.round_of(name)
    if live and live != t.id:
        amid = key == "switcheroo.player" and moving.amid_selection(t, live, name)
        text = "{name} is in the middle of a selection in {round}." if amid else "{name} is busy in {round}."
        return Illegal(text, name=name, round=t.state.rounds[live].title)
    so = {
        "gone": player.gone,
        "folded": player.sits_out,
        "here": bool(live),
        "busy": moving.active(t, name),
        "stranger": name not in t.round.seats,
        "out": True,
    }
    return Illegal(ELSEWHERE[next(reason for reason, holds in so.items() if holds)], name=name)


ELSEWHERE = {
    "gone": "{name} has left the race.",
    "folded": "{name} has folded, and is back in the next cycle.",
    "here": "{name} is in this round.",
    "busy": "{name} has won a round, and is still busy with it.",
    "stranger": "{name} is not in this round.",
    "out": "{name} is out of the round.",
}


SELECTION = "That takes the place of a selection; use it when you are asked to select."
ARMED = "That is used just before you select."
BY_ITSELF = "That works by itself when you hit a bomb."
NOT_NOW = {
    "Bonus Bag": SELECTION,
    "Copy/Paste": SELECTION,
    "Force Play": SELECTION,
    "Metronome": SELECTION,
    "Skip Turn": SELECTION,
    "Free Play": ARMED,
    "Gold Dust": ARMED,
    "Bomb Switch": BY_ITSELF,
    "Deflect": BY_ITSELF,
    "Defuse": BY_ITSELF,
    "Nitrous": "That works by itself when bombs are sealed for your next round.",
    "Endure": "You have suffered no penalty of {least:£} or more.",
    "Revive": "That is for players who are out of a round which several others still play.",
}
