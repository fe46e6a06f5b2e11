"""A round from its first sealed bomb to its last payment, one short step after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from engine.kernel.errors import Withdrawn
from engine.kernel.table import Script
from engine.kernel.text import Words, phrase
from engine.race.numbers import with_one_more
from engine.race.sealing import lay_bombs, left_to_seal, seal_or_lot, to_seal
from engine.season7 import events, host_answers, moving, square00, tables, verbs, wildcards
from engine.season7.state import Round, Season, Seat
from engine.season7.table import RoundTable
from engine.season7.turn import turn


def open_round(season: Season, name: str, title: Words, who: Sequence[str], **sides: object) -> Round:
    """Set up a round for these players, in this turn order."""
    r = season.rounds[name] = Round(title, good=season.good_round(), **sides)  # type: ignore[arg-type] # the sides are fields of Round
    for player in who:
        sit_down(season, r, player)
    return r


def sit_down(season: Season, r: Round, who: str) -> Seat:
    """Give a player a place in a round; Nitrous takes effect here."""
    player = season.players[who]
    seat = r.seats[who] = Seat(peeks=tables.WITTY_PEEKS if season.options.wits else 1)
    r.order.append(who)
    if "Nitrous" in player.hidden and not r.cells:  # who joins later seals no bombs: it keeps
        player.hidden.remove("Nitrous")
        seat.bombs = 3
    return seat


def next_step(t: RoundTable) -> Script[None] | None:
    """What a round goes on with."""
    if t.id not in t.state.rounds:
        return None
    r = t.look_again()
    stage = r.stage
    if r.askers:
        return host_answers.hear(t)
    if stage == "play" and r.moves:
        return moving.depart(t)
    if stage == "play":
        return finish(t) if r.finished() else wildcards.reopen(t) if wildcards.due(t) else turn(t)
    if stage == "minigames" and open_booths(t):
        return None
    return STEPS[stage](t) if stage in STEPS else None


# -- sealing


async def seal(t: RoundTable) -> None:
    """Everybody seals a bomb in secret, and votes where there is a vote; then the board is drawn and the round begins.

    All of that is asked at once, and answered in any order.
    """
    waiting = [] if wildcards.rolls(t) else [who for who in t.living() if left_to_seal(t, who)]
    asked = [*wildcards.ballots(t), *to_seal(t, waiting)]
    if not asked:
        begin_play(t)
        return
    reply = await t.first_of(asked)
    if reply.key == wildcards.VOTE:
        wildcards.vote(t, reply.who, reply.value)
    else:
        take_bomb(t, reply.who, reply.value)


def take_bomb(t: RoundTable, who: str, n: int) -> None:
    """A player seals a bomb; with Nitrous there are more to come."""
    seal_or_lot(t, who, n)
    left = left_to_seal(t, who)
    if left:
        t.whisper(who, events.ExtraBombsToSeal(n=left))


def begin_play(t: RoundTable) -> None:
    """Draw the board unless it lies there already, put the bombs on it, and call the next player: first, the first."""
    r = t.round
    if not r.cells:
        wildcards.opening(t)
        wildcards.draw_board(t)
    receipts = lay_bombs(t)
    wildcards.guarantee(t)
    r.stage = "play"
    r.turn = r.turn if r.turn in r.living() else r.after(r.turn)
    begun = events.RoundBegun(
        round=r.title, order=r.living(), squares=len(r.cells), columns=r.columns, kind=r.variant or r.kind
    )
    with t.scene(begun):
        if receipts:
            t.tell(events.SealsShown(receipts=receipts))


# -- the end


async def finish(t: RoundTable) -> None:
    """Who has won, what was promised for the end of the round, and the win bonus."""
    r = t.round
    r.clear = r.clear or r.cleared()
    winners = t.living()
    for decides in t.hooks.winners:
        winners = decides(t, winners)
    r.winners = winners
    for who in winners:
        r.seats[who].status = "won"
        set_bonus(t, who)
    verdict = phrase("{winners} {n:wins|win}", winners=winners, n=len(winners)) if winners else phrase("Nobody wins it")
    deeds = what_was_done(r)
    over = events.RoundOver(round=r.title, verdict=verdict, winners=winners, seats=len(r.order), deeds=deeds)
    with t.scene(over):
        tell_what_lay_there(t)
    r.stage = "bonus"
    for settle in t.hooks.settling:
        for who in list(r.order):
            try:
                await settle(t, who)
            except Withdrawn:
                continue


def tell_what_lay_there(t: RoundTable) -> None:
    """When a round is decided its board is laid open, but for what hides behind cash: all that is closed, what the
    bombs that were found had covered, and whose bombs nobody has found.
    """
    cells = list(enumerate(t.round.cells, 1))
    rest = [here(n, cell.face) for n, cell in cells if not cell.open and not cell.bombs and cell.face]
    under = [here(n, cell.face) for n, cell in cells if cell.bombs and cell.face and cell.face != cell.shown]
    unfound = [(who, n) for n, cell in cells if not cell.open for who in cell.bombs if who]
    if rest:
        t.tell(events.RestShown(squares=rest))
    if under:
        t.tell(events.BuriedShown(squares=under))
    if unfound:
        bombs = [phrase("{who} ({n})", who=who, n=n) for who, n in unfound]
        t.tell(events.UnfoundBombsShown(n=len(unfound), bombs=bombs, unfound=unfound))


@lru_cache(maxsize=8192)  # at the end of a round the whole board is told
def here(n: int, face: str) -> Words:
    """A square with its number."""
    return phrase("{n} {face}", n=n, face=tables.words(face))


def what_was_done(r: Round) -> dict[str, list[str]]:
    """For the statistics: who has played this round, won it, and how."""
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


def set_bonus(t: RoundTable, who: str) -> None:
    """Work out a winner's bonus; it is paid when they have decided about Square 00."""
    t.seat(who).bonus = win_bonus(t, who, clear=t.round.clear)


def win_bonus(t: RoundTable, who: str, *, clear: bool) -> int:
    """£10,000,000 as it is, and so much for every flipped square, boosted; twice as much each on a clear board.

    In a Win Zone all of it is doubled.
    """
    flipped, each = square00.flipped(t.round, clear=clear)
    times = 2 if t.seat(who).win_zone else 1
    return times * (tables.WIN_BONUS + verbs.boosted(t, who, each * flipped))


async def minigames(t: RoundTable) -> None:
    """The winners have played the minigames they held, each at their own pace; now the round is closed."""
    t.round.stage = "closed"
    gained = {who: seat.gained for who, seat in t.round.seats.items() if seat.gained > 0}
    season, most = t.state, max(gained.values(), default=0)
    season.best = with_one_more(season.best, most, tables.ROUNDS_COMPARED)
    t.tell(events.RoundClosed(round=t.round.title, best={"round": gained}, good=t.round.good))


def open_booths(t: RoundTable) -> bool:
    """Are minigames of this round still to be played?"""
    season = t.state
    if not season.booths and not season.due:
        return False
    for booth in season.booths.values():
        if booth.round == t.id:
            return True
    return any(due.round == t.id for due in season.due)


STEPS: Mapping[str, Callable[[RoundTable], Script[None]]] = {
    "seal": seal,
    "bonus": square00.decide,
    "minigames": minigames,
}
