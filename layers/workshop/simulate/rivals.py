"""`rtab simulate rivals GAME`: one player who thinks, against computer players of a strength, game after game.

It prints how often the thinking player wins, with the interval in which the true share lies 95 times in a hundred. On
the ladder it also says how often a computer came to question 10 and took the million; in Deluxe how many calls of
Failsafe were right. With `--alone` computers play among themselves. `--log` prints the command, what each computer is
like, and the first game as everybody hears it. The same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import msgspec

from engine.billionaire import computers as billionaire_computers
from engine.billionaire.auction import check_open_auction
from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.tables import M
from engine.deluxe import computers as deluxe_computers
from engine.deluxe import events as deluxe_events
from engine.deluxe.rules import DELUXE
from engine.deluxe.state import GridTable
from engine.kernel import PUBLIC, Game, Illegal, Question, Reader, Ruleset, format_text, format_told
from engine.kernel.ruleset import Advice
from engine.ladder import computers as ladder_computers
from engine.ladder.catalogue import CLIMB_ENDINGS
from engine.race.table import is_square_in_part
from engine.rulesets import RULESETS, ruleset
from host.core import games, stand_ins
from host.core.cards import dealt_cards
from host.core.session import COMPUTER_MARK
from workshop.bots import sample_players
from workshop.simulate.progress import Progress
from workshop.simulate.season7 import add_option_argument, compute_wilson_interval, parse_positive_count

THINKER = "You"
LOGGED_NAME = "Kim"  # what the thinking player is called in a log, which speaks of everybody in the third person
LATE_LADDER_QUESTION = 10  # the question on the ladder at which somebody should still be in
PERSON = ladder_computers.ClimberStrength(7.4)  # what the thinking player knows: rather more than a `regular`
REGULAR_SHARE = 0.35  # of its cash a regular computer bids for an Investment of mean worth
LIMIT, MARGIN = 0.6, M  # at most this share of its cash the thinking player bids for one; and by how much more
SEAL = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")  # a receipt; its beginning is enough for a reader
RivalNames = Mapping[str, str]  # by seat, what computer sits there; its character goes with its name
Think = Callable[[Game[Any], Question, RivalNames], Advice | None]


class RivalsResult(msgspec.Struct):
    """The results of all games so far."""

    games: int = 0
    won: float = 0.0  # by the thinking player; of a shared win a part
    counts: Counter[str] = msgspec.field(default_factory=Counter)
    log: list[str] = msgspec.field(default_factory=list)


def think_on_ladder(game: Game[Any], question: Question, _: RivalNames) -> Advice | None:
    """Return what the thinking player does on the ladder: answer by the odds, with no topic known better than
    another.
    """
    mind = ladder_computers.ClimberMind(game, question.who, "")
    mind.strength, mind.character = PERSON, ladder_computers.ClimberCharacter((), (), 1.0)
    return mind.advise(question) if question.key.partition(".")[0] in ladder_computers.ANSWERED_KEYS else None


def think_in_deluxe(game: Game[Any], question: Question, rivals: RivalNames) -> Advice | None:
    """Return what a regular computer player without habits would do in Deluxe, who has read the rivals' cards: of the
    unknown spaces, one where they seldom seal bombs.
    """
    advice = deluxe_computers.advise_deluxe_computer(game, question, strength="regular")
    t = game.find_table(game.state.find_seated_grid(question.who))
    if advice is None or advice.play or question.key != "pick" or not isinstance(t, GridTable):
        return advice
    unknown = deluxe_computers.list_unknown_spaces(t, question.who, [option.value for option in question.options])
    if advice.value not in unknown:
        return advice
    risks = {n: count_likely_bombs(t, n, rivals) for n in unknown}
    safest = [n for n in unknown if risks[n] == min(risks.values())]
    at = deluxe_computers.pick_deluxe_number(game, question, len(safest))
    return Advice(advice.question, safest[at])


def count_likely_bombs(t: GridTable, n: int, rivals: RivalNames) -> int:
    """Return how many of the rivals like to seal their bombs where this space lies."""
    found = (stand_ins.find_bot_character(DELUXE, name) for seat, name in rivals.items() if seat != THINKER)
    places = [deluxe_computers.DELUXE_HABITS[character.key].seals for character in found if character]
    r = t.round
    return sum(is_square_in_part(r.rows, r.columns, n, place) for place in places if place)


def think_in_billionaire(game: Game[Any], question: Question, rivals: RivalNames) -> Advice | None:
    """Return what a computer player without a character would do in Billionaire; but it bids just more than the rivals
    will, by what it sees of their cash and has read in their cards, if it thinks the Investment worth that.
    """
    advice = billionaire_computers.advise_billionaire_computer(game, question, strength="expert")
    if advice is None or question.key != "bid":
        return advice
    state = game.state
    found = billionaire_computers.estimate_lot_worth(state, question.who) / billionaire_computers.MEAN_INVESTMENT_WORTH
    expected = [
        len(state.players[seat].cash)
        * billionaire_computers.A_CARD
        * min(0.9, REGULAR_SHARE * found)
        * billionaire_computers.compute_bid_factor(state, seat, find_bidding_habit(name))
        for seat, name in rivals.items()
        if seat != question.who and seat in check_open_auction(state).bidders
    ]
    cash = state.compute_cash(question.who)
    wish = min(cash * min(1.0, LIMIT * found), max(expected, default=0) + MARGIN)
    return Advice(question.id, str(int(wish) // M * M))


def find_bidding_habit(name: str) -> billionaire_computers.BiddingHabit:
    """Return the bidding habit that the card of a computer player in Billionaire tells."""
    character = stand_ins.find_bot_character(BILLIONAIRE, name)
    return billionaire_computers.BIDDING_HABITS[character.key] if character else billionaire_computers.BiddingHabit()


def play_thinker_move(think: Think, game: Game[Any], question: Question, dice: Random, rivals: RivalNames) -> None:
    """Make the thinking player's move: what it thinks best, or anything legal where it has no opinion."""
    advice = think(game, question, rivals)
    if advice is None:
        game.answer(question.who, question.id, stand_ins.pick_random_answer(question, dice))
    elif advice.question:
        game.answer(question.who, advice.question, advice.value)
    else:
        game.play(question.who, advice.play, advice.value)


def play_season7_move(game: Game[Any], question: Question, dice: Random, _: RivalNames) -> None:
    """Make the thinking player's move in Season 7."""
    sample_players.answer_sensibly(game, question, dice)


THINKER_MOVES: Mapping[str, Callable[[Game[Any], Question, Random, RivalNames], None]] = {
    "season7": play_season7_move,
    "deluxe": partial(play_thinker_move, think_in_deluxe),
    "billionaire": partial(play_thinker_move, think_in_billionaire),
    "ladder": partial(play_thinker_move, think_on_ladder),
}


def play_rivals_game(rules: str, names: list[str], chosen: dict[str, Any], seed: str, fared: RivalsResult) -> Game[Any]:
    """Play one game and count what happens. Everybody except the thinking player is a computer with a name, and so
    with a character.
    """
    dice = Random(seed)  # noqa: S311 # whims need no cryptography
    state = dealt_cards.build_initial_state(ruleset(rules), names, chosen, seed)
    game = Game.start_from_state(ruleset(rules), state, seed, keep=False)
    called = dict(zip(names, dice.sample(stand_ins.COMPUTER_NAMES, len(names)), strict=True))
    reader = Reader(
        {seat: LOGGED_NAME if seat == THINKER else name.removesuffix(COMPUTER_MARK) for seat, name in called.items()}
    )
    log = [] if fared.games else fared.log
    log += [*format_rival_cards(ruleset(rules), called, reader), *format_public_lines(game, reader)]
    while not game.over:
        question = min(game.list_questions(), key=is_turn, default=None)
        if question is None:
            stand_ins.play_for_bots_unasked(game, names, dice)
            continue
        if question.who == THINKER:
            THINKER_MOVES[rules](game, question, dice, called)
        else:
            stand_ins.answer_for_bot(game, question, dice, called[question.who])
        COUNTERS.get(rules, count_nothing)(game, fared.counts)
        if not fared.games:
            log += format_public_lines(game, reader)
    return game


def is_turn(question: Question) -> bool:
    """Return whether a question asks for the square of a turn; any other is answered before it, as at a table."""
    return question.key.rpartition(".")[2] in games.TURN_KEYS


def format_public_lines(game: Game[Any], reader: Reader) -> list[str]:
    """Return what everybody was told by the last input, receipts cut short."""
    return [SEAL.sub(r"\1…", format_told(told, reader)) for told in game.told if told.to == PUBLIC]


def format_rival_cards(rules: Ruleset[Any], called: RivalNames, reader: Reader) -> Iterator[str]:
    """Yield what each computer player is like, as its card tells."""
    for seat, name in called.items():
        character = stand_ins.find_bot_character(rules, name)
        if seat != THINKER and character is not None:
            yield reader.format_value(character.build_description(seat))


# -- what is counted


def count_nothing(_game: Game[Any], _counts: Counter[str]) -> None:
    """Count nothing except wins."""


def count_ladder(game: Game[Any], counts: Counter[str]) -> None:
    """Count climbs of computers, millions, and rounds in which a computer came to question 10."""
    state = game.state
    rivals = [who for who in state.list_climbers() if who != THINKER]
    counts[f"far {state.round}"] |= int(
        state.phase == "question" and state.rung >= LATE_LADDER_QUESTION and bool(rivals)
    )
    for told in game.told:
        ended = told.event
        if isinstance(ended, CLIMB_ENDINGS) and ended.who != THINKER:
            counts["climbs"] += 1
            counts["millions"] += ended.status == "won"


def count_deluxe(game: Game[Any], counts: Counter[str]) -> None:
    """Count calls of Failsafe and those that were right."""
    for told in game.told:
        counts["calls"] += told.kind is deluxe_events.FailsafeCalled
        counts["right calls"] += told.kind is deluxe_events.FailsafeRight


COUNTERS: Mapping[str, Callable[[Game[Any], Counter[str]], None]] = {"ladder": count_ladder, "deluxe": count_deluxe}


# -- what it comes to


def measure_rivals(
    rules: str, seats: int, chosen: dict[str, Any], games: int, seed: int, *, alone: bool = False
) -> RivalsResult:
    """Play so many games, the seats in turn, and return the results."""
    names = [THINKER if n == 1 and not alone else f"p{n}" for n in range(1, seats + 1)]
    fared = RivalsResult()
    for n in Progress(sys.stderr, "games", games).iter_with_bar(iter(range(games))):
        order = names[n % seats :] + names[: n % seats]
        state = play_rivals_game(rules, order, chosen, f"{seed}|{n}", fared).state
        fared.games += 1
        fared.won += (THINKER in state.champions) / max(1, len(state.champions))
        far = [key for key in fared.counts if key.startswith("far ")]
        fared.counts["rounds"] += len([key for key in far if key != "far 0"])
        fared.counts["rounds with a computer at question 10"] += sum(fared.counts.pop(key) for key in far)
    return fared


def format_rivals_figures(fared: RivalsResult, *, alone: bool) -> list[str]:
    """Return the figures, a line each."""
    shares = [] if alone else [("the thinking player wins", fared.won, fared.games)]
    counts = fared.counts
    shares += [
        (name, counts[part], counts[whole])
        for name, part, whole in (
            ("rounds with a computer at question 10", "rounds with a computer at question 10", "rounds"),
            ("climbs of computers to the top", "millions", "climbs"),
            ("calls of Failsafe that are right", "right calls", "calls"),
        )
        if counts[whole]
    ]
    lines = []
    for name, part, whole in shares:
        share, low, high = compute_wilson_interval(part, whole)
        lines.append(f"{name}: {share:.1%} of {whole} (95 %: {low:.1%} to {high:.1%})")
    return lines


def run_rivals_simulation(argv: list[str]) -> int:
    """Play the games, and print the figures or the first game."""
    words = argparse.ArgumentParser("rtab simulate rivals", description=__doc__)
    words.add_argument("game", choices=[name for name in RULESETS if name in THINKER_MOVES])
    words.add_argument("--strength", help="strength of the computers (default: as in a new game)")
    words.add_argument("--seats", type=parse_positive_count, default=4, help="how many play (default 4)")
    words.add_argument("--alone", action="store_true", help="let only computers play")
    words.add_argument("--games", type=parse_positive_count, default=100, help="games to play (default 100)")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same run)")
    add_option_argument(words)
    words.add_argument("--log", action="store_true", help="print the first game")
    asked = words.parse_args(argv)
    chosen = dict(asked.option) | ({"computers": asked.strength} if asked.strength else {})
    try:
        ruleset(asked.game).check_options(chosen)
    except Illegal as no:
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 2
    fared = measure_rivals(
        asked.game, asked.seats, chosen, 1 if asked.log else asked.games, asked.seed, alone=asked.alone
    )
    shown = [f"$ rtab simulate rivals {' '.join(argv)}", "", *fared.log]
    print(*(shown if asked.log else format_rivals_figures(fared, alone=asked.alone)), sep="\n")
    return 0
