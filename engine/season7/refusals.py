"""Why something cannot be done now, in sentences that help. They say nothing that the player may not know."""

from __future__ import annotations

from engine.kernel.errors import Illegal
from engine.kernel.question import format_input_excerpt
from engine.kernel.text import Words, phrase
from engine.race import table as race
from engine.season7 import rounds, tables
from engine.season7.state import RoundTable

# What is done to a closed square, and which of that a lock-in of somebody else forbids.
TO_SQUARES = ("select", "lock", "list", "peek", "Conversion", "Kablam!")
NAMED_PLAYS = frozenset((*TO_SQUARES, *tables.HIDDEN_SQUARES))  # none of them begins as another does
BARRED_BY_LOCKS = ("select", "lock", "Conversion")
REFUSALS_BY_STAGE = {"seal": "The board is not ready yet. Wait until all bombs are hidden."}


def explain_season7_refusal(t: RoundTable, who: str, key: str, value: object) -> Illegal | None:
    """Return an error that says why a player's answer or play (`key` and `value`), which is known to be refused, is
    refused, if it is one of the usual reasons; None otherwise. Nothing is raised.
    """
    word = key if key in NAMED_PLAYS else next((name for name in NAMED_PLAYS if key.startswith(f"{name} ")), "")
    if not word:
        return explain_refused_player(t, who, key, value)
    instead = next(
        (name for name in tables.HIDDEN_SQUARES if key == "select" and name.casefold() == _normalise_answer(value)), ""
    )
    if instead:
        return explain_hidden_instead(t, who, instead)
    if word in tables.HIDDEN_SQUARES and word not in t.player(who).hidden:
        return Illegal(
            "You do not have {hidden}.", code="hidden_not_held", hidden=word, alone=format_hidden_held(t, who)
        )
    return (
        explain_status_refusal(t, who, word)
        or explain_unavailable_play(t, who, word)
        or explain_unavailable_square(t, who, word, key.removeprefix(word) or value)
    )


def _normalise_answer(value: object) -> str:
    """Return a typed answer in lower case without spaces around it; '' if it is no text."""
    return value.strip().casefold() if isinstance(value, str) else ""


def explain_hidden_instead(t: RoundTable, who: str, hidden: str) -> Illegal:
    """Return the error that refuses a hidden square which a player cannot use in place of this selection. Whether they
    hold it at all is told to them alone.
    """
    text = "You cannot use {hidden} now. You must open a square."
    if hidden not in t.player(who).hidden:
        return Illegal(text, code="hidden_not_now", hidden=hidden, alone=format_hidden_held(t, who))
    alone = "" if hidden in TAKES_SELECTION else REFUSALS_BY_PLAY.get(hidden, "")
    return Illegal(text, code="hidden_not_now", hidden=hidden, alone=alone)


def format_hidden_held(t: RoundTable, who: str) -> Words:
    """Format the list of hidden squares that a player holds, for a message that only this player sees."""
    held = t.player(who).hidden
    return (
        phrase("You have these hidden squares to play: {held}.", held=[*held])
        if held
        else phrase("You have no hidden square to play.")
    )


def explain_status_refusal(t: RoundTable, who: str, word: str) -> Illegal | None:
    """Return the error that refuses a play (`word`) of a player who is out of the round, or whose round is not being
    played; None otherwise. Endure and Revive are never refused here, nor a list of squares while a player who has
    hidden their bombs waits for the round to begin.
    """
    if t.is_live(who) or word in ("Endure", "Revive") or (word == "list" and t.waits_to_begin(who)):
        return None
    seat = t.round.seats.get(who)
    if seat is None or seat.status not in ("in", "won"):
        return Illegal("You are no longer in the round.", code="out_of_round")
    return Illegal(REFUSALS_BY_STAGE.get(t.round.stage, "The round is over."), code="round_not_in_play")


def explain_unavailable_play(t: RoundTable, who: str, word: str) -> Illegal | None:
    """Return the error that refuses a play (`word`): no peek left, a lock-in made already or under hypnosis, or a
    hidden square whose moment has not come, without looking whether it has (the play is known to be refused). None
    otherwise.
    """
    found = race.explain_used_up(t, who, word)
    if found:
        return found
    if word == "lock" and t.seat(who).hypnotised:
        return Illegal("You are hypnotised: your next square is chosen at random.", code="hypnotised")
    return (
        Illegal(REFUSALS_BY_PLAY[word], code="play_not_now", least=tables.ENDURE_FROM)
        if word in REFUSALS_BY_PLAY
        else None
    )


def explain_unavailable_square(t: RoundTable, who: str, word: str, value: object) -> Illegal | None:
    """Return the error that refuses a play on a square (`value`) which is open or does not exist or, for a selection, a
    lock or a Conversion, is locked in by another player; a Conversion may not take one's own locked square either. None
    otherwise.
    """
    if word not in TO_SQUARES:
        return None
    own = t.seat(who).locked
    if word == "Conversion" and own and own in race.list_typed_squares(value):
        return Illegal(
            "You have locked square {n} yourself. You can only change squares that are not locked.",
            code="own_lock",
            n=own,
        )
    return race.explain_taken_square(t, who, value, barred=word in BARRED_BY_LOCKS)


def explain_refused_player(t: RoundTable, who: str, key: str, value: object) -> Illegal | None:
    """Return an error that explains why an answer (`value`) to a question that asks for a player was refused: no such
    player, oneself, or what that player is doing. None if `who` is asked no question called `key` that has players to
    choose from.
    """
    asked = next((question for question in t.wait.questions if (question.who, question.key) == (who, key)), None)
    if asked is None or not any(option.value in (*t.state.players, "nobody") for option in asked.options):
        return None
    name = next((name for name in t.state.players if _normalise_answer(value) == name.casefold()), "")
    if not name:
        return Illegal(
            "You cannot choose {answer} at the moment.", code="unknown_player", answer=format_input_excerpt(value)
        )
    return (
        explain_player_unavailable(t, key, name)
        if name != who
        else Illegal("You cannot choose yourself.", code="named_yourself")
    )


def explain_player_unavailable(t: RoundTable, key: str, name: str) -> Illegal:
    """Return the error that refuses to let the player `name` be chosen for the question `key` just now; it says what
    that player is doing, or else that they are out. That they cannot be chosen is taken as known.
    """
    player, live = t.player(name), t.state.find_live_round(name)
    if live and live != t.id:
        amid = key == "switcheroo.player" and rounds.is_amid_selection(t, live, name)
        text = "{name} is choosing in {round} at the moment." if amid else "{name} is still busy in {round}."
        return Illegal(text, code="player_unavailable", name=name, round=t.state.rounds[live].title)
    so = {
        "gone": player.gone,
        "folded": player.sits_out,
        "here": bool(live),
        "busy": rounds.is_active_in_any_round(t, name),
        "stranger": name not in t.round.seats,
        "out": True,
    }
    return Illegal(
        REFUSALS_BY_REASON[next(reason for reason, holds in so.items() if holds)], code="player_unavailable", name=name
    )


REFUSALS_BY_REASON = {
    "gone": "{name} has left the race.",
    "folded": "{name} has left this cycle (Fold) and comes back in the next one.",
    "here": "{name} is in this round.",
    "busy": "{name} has won a round, and must still finish playing for its prizes.",
    "stranger": "{name} is not in this round.",
    "out": "{name} is out of the round.",
}

TAKES_SELECTION = ("Bonus Bag", "Copy/Paste", "Force Play", "Metronome", "Skip Turn")
SELECTION = "You use this in place of choosing a square. Wait until it is your turn."
ARMED = "You can use this only just before you choose a square."
BY_ITSELF = "You cannot play this yourself: it works when you find a bomb."
REFUSALS_BY_PLAY = {
    **dict.fromkeys(TAKES_SELECTION, SELECTION),
    "Free Play": ARMED,
    "Gold Dust": ARMED,
    "Bomb Switch": BY_ITSELF,
    "Deflect": BY_ITSELF,
    "Defuse": BY_ITSELF,
    "Nitrous": "You cannot play this yourself: it works when you hide bombs for your next round.",
    "Endure": "You have had no penalty of {least:£} or more.",
    "Revive": "You can use this only when you are out of a round, and more than one player still plays it.",
}
