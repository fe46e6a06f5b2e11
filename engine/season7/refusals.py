"""Why something cannot be done now, in sentences that help. They say nothing that the player may not know."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.errors import Illegal
from engine.kernel.question import fitting
from engine.kernel.text import Words, phrase
from engine.season7 import moving, tables
from engine.season7.table import RoundTable

# What is done to a closed square, and which of that a lock-in of somebody else forbids.
TO_SQUARES = ("select", "lock", "list", "peek", "Conversion", "Kablam!")
BARRED_BY_LOCKS = ("select", "lock", "Conversion")
STAGES = {"seal": "The board is not laid yet; that has to wait until all bombs are sealed."}


def why_not(t: RoundTable, who: str, key: str, value: object) -> Illegal | None:
    """The reason why a player cannot do this, if it is one of the usual ones."""
    word = next((name for name in (*TO_SQUARES, *tables.HIDDEN) if key == name or key.startswith(f"{name} ")), "")
    if not word:
        return not_them(t, who, key, value)
    if word in tables.HIDDEN and word not in t.player(who).hidden:
        return Illegal("You do not hold {hidden}.", hidden=word)
    return standing(t, who, word) or used_up(t, who, word) or taken(t, who, word, key.removeprefix(word) or value)


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
    if word == "peek" and not t.seat(who).peeks:
        return Illegal("You have no peek left in this round.")
    if word == "lock" and t.seat(who).locked:
        return Illegal("You have locked in square {n}, and a lock-in stands.", n=t.seat(who).locked)
    if word == "lock" and t.seat(who).hypnotised:
        return Illegal("You are hypnotised: chance makes your next selection.")
    return Illegal(NOT_NOW[word], least=tables.ENDURE_FROM) if word in NOT_NOW else None


def taken(t: RoundTable, who: str, word: str, value: object) -> Illegal | None:
    """A square is open already, or somebody has locked it in."""
    for n in numbers(value) if word in TO_SQUARES else []:
        if not 1 <= n <= len(t.round.cells):
            continue
        if t.cell(n).open:
            return Illegal("Square {n} is open already.", n=n)
        owner = next((name for name in t.living() if t.seat(name).locked == n), "")
        if word in BARRED_BY_LOCKS and owner not in ("", who):
            return Illegal("{owner} has locked in square {n}.", owner=owner, n=n)
        if word == "Conversion" and owner:
            return Illegal("You have locked in square {n} yourself; only unlocked squares can be converted.", n=n)
    return None


def not_them(t: RoundTable, who: str, key: str, value: object) -> Illegal | None:
    """Whoever was named cannot be: why, and who can."""
    asked = next((question for question in t.wait.questions if (question.who, question.key) == (who, key)), None)
    name = next((name for name in t.state.players if str(value).strip().casefold() == name.casefold()), "")
    if asked is None or not name or not any(option.value in (*t.state.players, "nobody") for option in asked.options):
        return None
    why = elsewhere(t, key, name) if name != who else phrase("You cannot name yourself.")
    return Illegal("{why} You can choose: {fit}.", why=why, fit=fitting(asked.options))


def elsewhere(t: RoundTable, key: str, name: str) -> Words:
    """What a player is doing who cannot be named just now."""
    player, live = t.player(name), t.state.round_of(name)
    if live and live != t.id:
        amid = key == "switcheroo.player" and moving.amid_selection(t, live, name)
        text = "{name} is in the middle of a selection in {round}." if amid else "{name} is busy in {round}."
        return phrase(text, name=name, round=t.state.rounds[live].title)
    so = {
        "gone": player.gone,
        "folded": player.sits_out,
        "here": bool(live),
        "busy": moving.active(t, name),
        "stranger": name not in t.round.seats,
        "out": True,
    }
    return phrase(ELSEWHERE[next(reason for reason, holds in so.items() if holds)], name=name)


ELSEWHERE = {
    "gone": "{name} has left the race.",
    "folded": "{name} has folded, and is back in the next cycle.",
    "here": "{name} is in this round.",
    "busy": "{name} has won a round, and is still busy with it.",
    "stranger": "{name} is not in this round.",
    "out": "{name} is out of the round.",
}


def numbers(value: object) -> list[int]:
    """The squares that somebody meant, as far as they can be read."""
    items: Sequence[object] = value if isinstance(value, list | tuple) else [value]
    words = [item.strip() for item in items if isinstance(item, str) and len(item) < 10]
    typed = [int(word) for word in words if word.isascii() and word.isdigit()]
    return typed + [item for item in items if isinstance(item, int)]


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
