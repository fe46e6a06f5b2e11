"""A round from its first sealed bomb to its last payment, one short step after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from engine.kernel.errors import Withdrawn
from engine.kernel.table import Script
from engine.kernel.text import Words, phrase
from engine.race.sealing import build_seal_questions, count_bombs_to_seal, lay_bombs, seal_chosen_or_random_bomb
from engine.race.table import append_to_number_row
from engine.season7 import events, host_answers, round_moves, square00, tables, verbs, wildcards
from engine.season7.bombs import note_hiding_place
from engine.season7.state import Season, Season7Round, Season7Seat
from engine.season7.table import RoundTable
from engine.season7.turn import take_turn


def add_round(season: Season, name: str, title: Words, who: Sequence[str], **sides: object) -> Season7Round:
    """Add a round called `name` with these players, in this turn order, to the season, and return it; `sides` are
    further fields of the round, such as its board's size.
    """
    r = season.rounds[name] = Season7Round(title, good=season.compute_good_gain(), **sides)  # type: ignore[arg-type] # the sides are fields of Season7Round
    for player in who:
        seat_player(season, r, player)
    return r


def seat_player(season: Season, r: Season7Round, who: str) -> Season7Seat:
    """Give a player a seat, last in the turn order, in a round and return it. If they hold a Nitrous and the board is
    not drawn yet, they will seal three bombs.
    """
    player = season.players[who]
    seat = r.seats[who] = Season7Seat(peeks=tables.WITTY_PEEKS if season.options.wits else 1)
    r.order.append(who)
    if "Nitrous" in player.hidden and not r.cells:  # who joins later seals no bombs: it keeps
        player.hidden.remove("Nitrous")
        seat.bombs = 3
    return seat


def find_round_step(t: RoundTable) -> Script[None] | None:
    """Return the coroutine that plays a round's next step (sealing bombs, a turn, the end), or None while the round has
    to wait for others or is closed.
    """
    if t.id not in t.state.rounds:
        return None
    r = t.reload_round()
    stage = r.stage
    if r.askers:
        return host_answers.ask_for_host_questions(t)
    if stage == "play" and r.moves:
        return round_moves.make_moves(t)
    if stage == "play":
        return (
            finish_round(t)
            if r.is_finished()
            else wildcards.reopen_board(t)
            if wildcards.is_reopening_due(t)
            else take_turn(t)
        )
    if stage == "minigames" and has_minigames_left(t):
        return None
    return ROUND_STEPS[stage](t) if stage in ROUND_STEPS else None


# -- sealing


async def ask_seals_and_votes(t: RoundTable) -> None:
    """Ask all players of a round at once, in secret, on which square they seal a bomb (and how they vote, in a round
    with a vote), and carry out the first answer. When all have answered, begin the round.
    """
    waiting = [] if wildcards.is_rolling_start(t) else [who for who in t.list_living() if count_bombs_to_seal(t, who)]
    asked = [*wildcards.build_vote_questions(t), *build_seal_questions(t, waiting)]
    if not asked:
        begin_play(t)
        return
    reply = await t.ask_first_of(asked)
    if reply.key == wildcards.VOTE:
        wildcards.note_vote(t, reply.who, reply.value)
    else:
        seal_player_bomb(t, reply.who, reply.value)


def seal_player_bomb(t: RoundTable, who: str, n: int) -> None:
    """Put a bomb of a player in secret on square `n`, as they have chosen; a player with Nitrous then has more bombs to
    seal.
    """
    seal_chosen_or_random_bomb(t, who, n)
    left = count_bombs_to_seal(t, who)
    if left:
        t.whisper(who, events.ExtraBombsToSeal(n=left))


def begin_play(t: RoundTable) -> None:
    """Begin the turns of a round, or resume them: draw the board if it is not laid out yet, put the sealed bombs on it,
    and announce the order.
    """
    r = t.round
    if not r.cells:
        wildcards.run_wildcard_opening(t)
        wildcards.draw_round_board(t)
    receipts = lay_bombs(t)
    wildcards.guarantee_invite(t)
    r.stage = "play"
    r.turn = r.turn if r.turn in r.list_living() else r.find_next_player(r.turn)
    begun = events.RoundBegun(
        round=r.title, order=r.list_living(), squares=len(r.cells), columns=r.columns, kind=r.variant or r.kind
    )
    with t.scene(begun):
        if receipts:
            t.tell(events.SealsShown(receipts=receipts))


# -- the end


async def finish_round(t: RoundTable) -> None:
    """End a round: decide who has won, settle effects that were due at its end, and fix the winners' bonus."""
    r = t.round
    r.clear = r.clear or r.is_cleared()
    winners = t.list_living()
    for decides in t.hooks.winners:
        winners = decides(t, winners)
    r.winners = winners
    for who in winners:
        r.seats[who].status = "won"
        set_win_bonus(t, who)
    verdict = phrase("{winners} {n:wins|win}", winners=winners, n=len(winners)) if winners else phrase("Nobody wins it")
    deeds = list_round_deeds(r)
    over = events.RoundOver(round=r.title, verdict=verdict, winners=winners, seats=len(r.order), deeds=deeds)
    with t.scene(over):
        tell_rest_of_board(t)
    r.stage = "bonus"
    for settle in t.hooks.settling:
        for who in list(r.order):
            try:
                await settle(t, who)
            except Withdrawn:
                continue


def tell_rest_of_board(t: RoundTable) -> None:
    """Announce, when a round is decided, what lay on its board: closed squares, what found bombs had covered, and whose
    bombs nobody has found. What hides behind cash stays secret.
    """
    cells = list(enumerate(t.round.cells, 1))
    rest = [format_numbered_square(n, cell.face) for n, cell in cells if not cell.open and not cell.bombs and cell.face]
    under = [
        format_numbered_square(n, cell.face)
        for n, cell in cells
        if cell.bombs and cell.face and cell.face != cell.shown
    ]
    unfound = [(who, n) for n, cell in cells if not cell.open for who in cell.bombs if who]
    if rest:
        t.tell(events.RestShown(squares=rest))
    if under:
        t.tell(events.BuriedShown(squares=under))
    if unfound:
        bombs = [phrase("{who} ({n})", who=who, n=n) for who, n in unfound]
        t.tell(events.UnfoundBombsShown(n=len(unfound), bombs=bombs, unfound=unfound))
        for who, n in unfound:
            note_hiding_place(t, who, n)


@lru_cache(maxsize=8192)  # at the end of a round the whole board is told
def format_numbered_square(n: int, face: str) -> Words:
    """Format the number of a square with what lies on it (`face`) as one text for players."""
    return phrase("{n} {face}", n=n, face=tables.format_square(face))


def list_round_deeds(r: Season7Round) -> dict[str, list[str]]:
    """Return, for people's statistics, who has played this round, won it, cleared its board and so on, by the name of
    the deed.
    """
    done = {"rounds": list(r.order), "rounds_won": r.winners}
    if r.kind == "super":
        done |= {"super_rounds": list(r.order), "super_rounds_won": r.winners}
    if r.variant:
        done["wildcards_won"] = r.winners
    if r.clear:
        done["clear_boards"] = r.winners
    if len(r.winners) == 1 and len(r.order) > 1:
        done["last_standing"] = r.winners
    return done


def set_win_bonus(t: RoundTable, who: str) -> None:
    """Fix the bonus of a player who has won the round; it is paid once they have decided whether to stake it on Square
    00.
    """
    t.seat(who).bonus = compute_winner_bonus(t, who, clear=t.round.clear)


def compute_winner_bonus(t: RoundTable, who: str, *, clear: bool) -> int:
    """Compute a winner's bonus: £10,000,000 plus a sum for each open square, raised by their booster. On a cleared
    board (`clear`) each square counts double, and a Win Zone doubles the whole.
    """
    flipped, each = square00.count_bonus_squares(t.round, clear=clear)
    times = 2 if t.seat(who).win_zone else 1
    return times * (tables.WIN_BONUS + verbs.boost_amount(t, who, each * flipped))


async def close_played_round(t: RoundTable) -> None:
    """Close a round after its winners have played all minigames they held, and note its best gain to compare later
    rounds with.
    """
    t.round.stage = "closed"
    gained = {who: seat.gained for who, seat in t.round.seats.items() if seat.gained > 0}
    season, most = t.state, max(gained.values(), default=0)
    season.best = append_to_number_row(season.best, most, tables.ROUNDS_COMPARED)
    t.tell(events.RoundClosed(round=t.round.title, best={"round": gained}, good=t.round.good))


def has_minigames_left(t: RoundTable) -> bool:
    """Return whether minigames that players won or held in this round are still to be played."""
    season = t.state
    if not season.booths and not season.due:
        return False
    for booth in season.booths.values():
        if booth.round == t.id:
            return True
    return any(due.round == t.id for due in season.due)


ROUND_STEPS: Mapping[str, Callable[[RoundTable], Script[None]]] = {
    "seal": ask_seals_and_votes,
    "bonus": square00.decide_bonuses,
    "minigames": close_played_round,
}
