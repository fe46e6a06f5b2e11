"""Ask players who are out for two predictions: when they fall, when a round begins without them, and after each
result, so that nobody who fell is left in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from engine.kernel import PUBLIC, Forecast, Outcome, Told, Words, phrase
from engine.kernel.forecast import BELOW
from host.core import events
from host.core.deadlines import expected_lengths
from host.core.session import SeatedPlayer
from host.core.transaction import Transaction
from host.extras.predictions import points, prediction_slips, settling

MAX_TAPPED_CHOICES = 12


def ask_who_is_out(tx: Transaction) -> None:
    """Invite players who are out of play, and have no open question, to make two predictions, if somebody was just put
    out, a round begins or predictions were decided.
    """
    told = [each for each in tx.told if each.to == PUBLIC]
    fallen = {each.facts["who"] for each in told if each.deed == "outs"}
    begins = any(map(is_round_begin, told))
    outcomes = [outcome for each in told for outcome in tx.rules.list_outcomes(each)]
    if not (fallen or begins or outcomes):
        return
    asked = {question.who for question in tx.game.list_questions()}
    offered = tx.rules.list_forecasts(tx.game)
    for player in tx.session.players:
        if player.bot or player.out or not player.person or player.seat in asked:
            continue
        if player.seat in fallen:
            tell_fallen(tx, player, list_two_forecasts(player.seat, offered))
        elif not has_hand_in_round(player.seat, offered):
            tell_watcher(tx, player, list_two_forecasts(player.seat, offered), outcomes, begins=begins)


def is_round_begin(told: Told) -> bool:
    """Return whether an announcement says that a round of the game begins."""
    beat = told.kind.beat if told.kind is not None else None
    return beat is not None and beat.kind == "begins" and bool(beat.what)


def list_two_forecasts(seat: str, offered: Sequence[Forecast]) -> list[Forecast]:
    """List the first two predictions that this player may make by one tap each; none if there are fewer than two."""
    found = [each for each in offered if seat not in each.barred and len(each.options) <= MAX_TAPPED_CHOICES]
    return found[:2] if len(found) > 1 else []


def has_hand_in_round(seat: str, offered: Sequence[Forecast]) -> bool:
    """Return whether this player takes part in a round that spectators can predict, and so may not predict it."""
    return any(seat in each.barred for each in offered if BELOW in each.key)


def tell_fallen(tx: Transaction, player: SeatedPlayer, two: Sequence[Forecast]) -> None:
    """Tell a player who has just been put out how long a cycle takes, and invite them to make two predictions."""
    if not two:
        return
    session = tx.session
    time = expected_lengths.format_expected_lap(session.ruleset, len(session.players), session.pace, session.options)
    lap = tx.rules.lap if time else ""
    tx.whisper(player.seat, events.FallenAsked(two[0].text, two[1].text, [each.key for each in two], lap, time))


def tell_watcher(
    tx: Transaction, player: SeatedPlayer, two: Sequence[Forecast], outcomes: Sequence[Outcome], *, begins: bool
) -> None:
    """Tell a player who is out how their predictions turned out, or with `begins` that a round begins without them, and
    invite them to make two predictions.
    """
    results = list_new_results(tx, player, outcomes) if outcomes else []
    keys = [each.key for each in two]
    if results and two:
        tx.whisper(player.seat, events.PredictionTold(join_results(results), two[0].text, two[1].text, keys))
    elif begins and two:
        tx.whisper(player.seat, events.WatchersAsked(two[0].text, two[1].text, keys))


def list_new_results(tx: Transaction, player: SeatedPlayer, outcomes: Sequence[Outcome]) -> list[Words]:
    """Return in words how these results decide a player's open predictions. The points are counted only when somebody
    next looks at the predictions.
    """
    slip, _ = prediction_slips.load_slip(tx.host.store, tx.session.id, player.person)
    before = len(slip.told)
    for outcome in outcomes if slip.open else ():
        settling.settle_outcome(slip, tx.session, tx.session.entries, outcome)
    return [points.build_settled_phrase(each) for each in slip.told[before:]]


def join_results(results: Sequence[Words]) -> Words:
    """Join several results of predictions into one text, each a sentence of its own."""
    return reduce(lambda one, other: phrase("{one} {other}", one=one, other=other), results)
