"""The race: round after round, until somebody on deck wins once more with enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.deluxe import assets, bench, booth, chance, events, grids, seating, tables, zones
from engine.deluxe.grids import open_grid
from engine.deluxe.state import DeluxePlayer, DeluxeRace, GridDeal, GridTable
from engine.kernel.question import Play
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.race import table
from engine.race.table import append_to_number_row, encode_number_row

TIEBREAK_GRID = "T"


def find_tiebreak_winner(race: DeluxeRace) -> str:
    """Return the player who has won the tie-break in progress, alone in front with five points or more; an empty string
    while there is none. Nobody can leave the race during a tie-break. Raise ValueError if there is no tie-break.
    """
    leaders = list_tiebreak_leaders(race)
    return leaders[0] if race.tied[leaders[0]] >= tables.MINI_WINS and len(leaders) == 1 else ""


def list_tiebreak_leaders(race: DeluxeRace) -> list[str]:
    """List the players of the tie-break in progress who have most points in it so far; all at its beginning. Raise
    ValueError if there is no tie-break.
    """
    best = max(race.tied.values())
    return [who for who, points in race.tied.items() if points == best]


def list_tiebreak_players(race: DeluxeRace) -> list[str]:
    """List who plays the next mini game of a tie-break: all its players or, once one has five points, only those with
    the most points.
    """
    leaders = list_tiebreak_leaders(race)
    return leaders if race.tied[leaders[0]] >= tables.MINI_WINS else [*race.tied]


async def play_mini_game(t: Table[DeluxeRace]) -> None:
    """Play one mini game of a tie-break: open a small grid for its players in a random turn order, wait until it is
    over, give each player who survived a point, announce the points, and remove the grid.
    """
    race = t.state
    race.tie += 1
    players = list_tiebreak_players(race)
    order = t.draw("tie.order", players, len(players))
    open_grid(race, TIEBREAK_GRID, phrase("Tie-break round {n}", n=race.tie), order, mini=True)
    t.tell(events.TiebreakGameBegun(n=race.tie, order=order))
    await t.wait_until(lambda: race.grids[TIEBREAK_GRID].stage == "over")
    for who in race.grids[TIEBREAK_GRID].winners:
        race.tied[who] += 1
    t.tell(events.TiebreakPointsShown(points=[phrase("{who} {n}", who=who, n=n) for who, n in race.tied.items()]))
    del race.grids[TIEBREAK_GRID]


GRID_NAMES = "ABCD"


class DeluxeRaceTable(Table[DeluxeRace]):
    """Provide the table at which the race itself is run."""


def find_race_step(t: DeluxeRaceTable) -> Script[None] | None:
    """Return the coroutine that plays the race's next step, or None once it is over."""
    step = t.state.step
    return RACE_STEP_SCRIPTS[step](t) if step in RACE_STEP_SCRIPTS else None


# -- a round


async def open_deluxe_round(t: DeluxeRaceTable) -> None:
    """Prepare the next round: wait until there are two players, and until who got a fourth item by a gift has dropped
    one; seat newcomers, begin the phase and zone that are due; then, in the first round or with only one grid, seat
    everybody by lot and open the grids, else rank the players and go on to ask the leader about seats.
    """
    race = t.state
    await t.wait_until(lambda: len({*race.here(), *race.newcomers}) > 1 and not race.asides)
    admit_newcomers(t)
    begin_announced_phase(t)
    zones.begin_zone(t)
    grids = seating.count_grids(len(race.here()))
    if race.round == 0 or grids == 1:
        open_grids(t, seating.seat_players_by_lot(t, grids))
    else:
        race.ranked = seating.rank_for_seating(t)
        race.step = "lead"


async def seat_by_leader(t: DeluxeRaceTable) -> None:
    """Ask the player in the lead how many players sit on each grid and whom to sit with, then seat everybody and open
    the grids, once who got a fourth item by a gift has dropped one. If a player has left meanwhile, prepare the round
    again.
    """
    race = t.state
    if not all(race.takes_part(who) for who in race.ranked):
        race.step = "open"
        return
    order = race.ranked
    sizes, mate = await seating.ask_leader(t, order, seating.count_grids(len(order)))
    await t.wait_until(lambda: not race.asides)  # on the grids of the last round, which end now
    if race.step == "over":
        return
    if not all(race.takes_part(who) for who in order):
        race.step = "open"
        return
    open_grids(t, seating.seat_players(t, order, sizes, mate))


def open_grids(t: DeluxeRaceTable, groups: list[list[str]]) -> None:
    """Begin the next round: count it up, forget the winners, the ranking and the grids of the last one, open a grid for
    each group of players, in a random turn order and without those who have left meanwhile, and announce who sits
    where.
    """
    race = t.state
    race.round += 1
    race.won, race.ranked = [], []
    race.grids.clear()
    t.tell(events.RoundBegun(round=race.round, jackpot=race.jackpot))
    for name, group in zip(GRID_NAMES, groups, strict=False):
        here = [who for who in group if not race.players[who].gone]
        order = t.draw("grid.order", here, len(here))
        title = phrase("Grid {name}", name=name) if len(groups) > 1 else phrase("Round {round}", round=race.round)
        open_grid(race, name, title, order)
        t.tell(events.GridSeated(grid=title, players=order))
    race.step = "grids"


def admit_newcomers(t: DeluxeRaceTable) -> None:
    """Let the players who have signed up into the race, and announce each; new ones start with nothing, returning ones
    with what they had.
    """
    race = t.state
    for who in race.newcomers:
        player = race.players.setdefault(who, DeluxePlayer(chart=encode_number_row([0] * race.round)))
        t.tell(events.PlayerBack(who=who) if player.gone else events.PlayerJoined(who=who))
        player.gone = player.removed = False
    race.newcomers = []


def begin_announced_phase(t: DeluxeRaceTable) -> None:
    """Begin the next phase of the economy, in which more money is at stake, and announce it, if it was announced for
    the coming round; else do nothing.
    """
    race = t.state
    if race.coming and race.round + 1 >= race.coming:
        race.phase, race.coming = race.phase + 1, 0
        base = tables.PHASES[race.phase].base
        t.tell(events.PhaseBegun(phase=race.phase, base=base))


async def wait_for_grids(t: DeluxeRaceTable) -> None:
    """Wait until all grids, minigames and decisions beside grids (asides) of the round are over, then make the
    decisions about score changers the race's next step.
    """
    race = t.state
    await t.wait_until(lambda: is_round_settled(race))
    race.step = "changers"


def is_round_settled(race: DeluxeRace) -> bool:
    """Return whether every grid, minigame and decision made beside a grid (aside) of the round is finished."""
    for grid in race.grids.values():  # a loop, as this is asked after every move, and all() takes its time
        if grid.stage != "over":
            return False
    return not race.booths and not race.asides


async def run_changers(t: DeluxeRaceTable) -> None:
    """Announce all score changers that were found in the round (spaces that change scores after it) and let them take
    effect in their order, of which some ask players to decide; wait until all are done, then make the Jackpot Chances
    the race's next step.
    """
    race = t.state
    if race.changers:
        assets.open_changer_asides(race)
        t.tell(events.ChangersListed(names=[held.name for held in race.changers]))
        race.changers = []
    await t.wait_until(lambda: is_round_settled(race))
    race.step = "chances"


async def run_jackpot_chances(t: DeluxeRaceTable) -> None:
    """Do the next step of the Jackpot Chances (bonus games) that were won in the round: lay one out, the player with
    the lowest score first, or let its player open spaces; go on to the bets once all are played. Those of players who
    have left are dropped.
    """
    race = t.state
    race.chances = [who for who in race.chances if who in race.here()]
    if not race.chances:
        race.chance = None
        race.step = "bench"
    elif race.chance is None or race.chance.who not in race.chances:
        chance.lay_out_jackpot_chance(
            t, min(race.chances, key=lambda who: (race.players[who].total, race.chances.index(who)))
        )
    else:
        await chance.play_jackpot_chance(t, race.chance)


async def run_bench_settlement(t: DeluxeRaceTable) -> None:
    """Announce and pay, as a step at the end of the round, the bets and bomb hunts that players made on grids where
    they were not in (out, or in on another one), and make the round's closing the race's next step.
    """
    bench.settle_bench(t)
    t.state.step = "close"


# -- the settlement


async def close_deluxe_round(t: DeluxeRaceTable) -> None:
    """End the round: pay instalments, put players on deck (one win from winning the race), find out who has won it, and
    keep each score for the chart. End the race with a single winner, or begin a tie-break between several; if there is
    none, remove players who missed too many turns, and announce what comes next.
    """
    race = t.state
    pay_instalments(t)
    winners = call_on_deck(t)
    for player in race.players.values():  # also of those who have left: they may come back
        player.chart = append_to_number_row(player.chart, player.total)
    if winners:
        race.tied = dict.fromkeys(winners, 0)
        race.step = "tie"
        if len(winners) == 1:
            crown_race_champions(t, winners)
        else:
            t.tell(events.TiebreakBegun(players=winners, n=tables.MINI_WINS))
        return
    remove_lapsed_players(t)  # not before a tie-break: who has won the race may play it
    announce_round_settled(t)
    race.step = "open"


def pay_instalments(t: DeluxeRaceTable) -> None:
    """Pay each player the instalment now due of bonuses that were above the maximum, beginning with the round after the
    win, and announce how much is then still owed; players removed for missing turns are paid, too. What was won in this
    round counts as older from now on. Nothing is paid in a round without a grid.
    """
    race = t.state
    place = assets.find_paying_grid(t)
    for who, player in race.players.items():
        if player.owed and place is not None and (player.removed or not player.gone):
            new = min(player.fresh, player.owed)
            due = min(player.owed - new, tables.INSTALMENT)
            player.owed -= due
            if due:
                t.tell(events.InstalmentPaid(who=who, rest=player.owed))
                assets.pay_instalment(place, who, due)
        player.fresh = 0


def call_on_deck(t: DeluxeRaceTable) -> list[str]:
    """Put this round's winners whose score has reached the target on deck, and announce each: with their next win, if
    they then have as much, they win the race. Return those of them who were on deck before, and so have won it now. Who
    is on deck stays so with a lower score, too.
    """
    race = t.state
    enough = [
        who for who in dict.fromkeys(race.won) if who in race.here() and race.players[who].total >= race.options.target
    ]
    done = [who for who in enough if race.players[who].on_deck]
    for who in enough:
        if who not in done:
            race.players[who].on_deck = True
            t.tell(events.OnDeck(who=who, target=race.options.target))
    return done


def remove_lapsed_players(t: DeluxeRaceTable) -> None:
    """Remove from the race, and announce, players who twice in this round, or at least once in each of three rounds
    running, did not hide a bomb or pick in time; they may sign up again. Called at the end of a round.
    """
    race = t.state
    for who in list(race.here()):
        seats = [grid.seats[who] for grid in race.grids.values() if who in grid.seats]
        player = race.players[who]
        lapses = max((seat.lapses for seat in seats), default=0)
        player.lapsed = player.lapsed + 1 if lapses else 0 if seats else player.lapsed
        if lapses > 1 or player.lapsed > 2:
            player.lapsed, player.gone, player.removed = 0, True, True
            t.tell(events.SleeperRemoved(who=who))
            for name in list(race.asides):  # what is open there may be theirs
                t.game.wake_table(name)


def announce_round_settled(t: DeluxeRaceTable) -> None:
    """Announce who leads after a round. If the best score or the number of rounds played makes the economy's next phase
    due, announce that it begins two rounds later. Then count down the zone, or draw the next one.
    """
    race = t.state
    leaders = [who for place, who in race.rank_standings() if place == 1]
    best = max((race.players[who].total for who in leaders), default=0)
    t.tell(
        events.RoundSettled(
            round=race.round,
            leaders=leaders,
            n=len(leaders),
            total=best,
            deeds={"settled": race.here(), "led": leaders},
        )
    )
    ahead = tables.PHASES.get(race.phase + 1)
    if ahead and not race.coming and (best >= ahead.leader or race.round >= ahead.rounds):
        race.coming = race.round + tables.NOTICE
        t.tell(events.PhaseAhead(phase=race.phase + 1, round=race.coming))
    zones.update_zones(t)


async def break_deluxe_tie(t: DeluxeRaceTable) -> None:
    """Play the next mini game among the players who would win the race together, or, once one of them has won this
    tie-break, end the race with that player as champion.
    """
    best = find_tiebreak_winner(t.state)
    if best:
        crown_race_champions(t, [best])
        return
    await play_mini_game(t)


def crown_race_champions(t: Table[DeluxeRace], champions: list[str]) -> None:
    """End the race: announce these players as its winners, and delete all grids and other tables, so that nothing goes
    on.
    """
    race = t.state
    race.champions, race.step = champions, "over"
    race.grids.clear()
    race.booths.clear()
    race.asides.clear()
    race.chance = None
    t.tell(
        events.RaceWon(
            champions=champions,
            n=len(champions),
            total=race.players[champions[0]].total,
            deeds={"races": race.here(), "races_won": champions},
        )
    )


RACE_STEP_SCRIPTS: Mapping[str, Callable[[DeluxeRaceTable], Script[None]]] = {
    "open": open_deluxe_round,
    "lead": seat_by_leader,
    "grids": wait_for_grids,
    "changers": run_changers,
    "chances": run_jackpot_chances,
    "bench": run_bench_settlement,
    "close": close_deluxe_round,
    "tie": break_deluxe_tie,
}

RACE_TABLE = "race"  # the table at which the race itself is run
FOR_ALL = ("Ice Cube", "Tug of War")  # also the player who has begun it
BETWEEN = ("Handshake", "Phone a Bench")  # one pays the other, or both are paid


def list_deluxe_host_plays(race: DeluxeRace) -> list[Play]:
    """Return what the person who hosts the game may do with seats: remove a player, let one leave, or seat one for the
    next round. Return an empty list during a tie-break and after the end.
    """
    if race.step in ("tie", "over"):
        return []
    return table.list_seat_plays(race.here(), race.newcomers, "Somebody joins in the next round")


def run_deluxe_host_play(t: Table[DeluxeRace], key: str, who: str) -> None:
    """Carry out the play `key` that the person who hosts the game has chosen for the seat of player `who`: sign them up
    for the race if it is `join`, otherwise take them out of it.
    """
    if key == "join":
        sign_up_player(t, who)
    else:
        table.remove_race_player(t, key, who, t.state.newcomers, remove_leaving_player)


def sign_up_player(t: Table[DeluxeRace], who: str) -> None:
    """Note that a new player, or one who was removed, takes part from the next round on, and announce it; they are let
    in when that round is prepared. The caller has checked that they have not signed up yet.
    """
    t.state.newcomers.append(who)
    t.tell(events.PlayerSignedUp(who=who))


def is_void_without(deal: GridDeal, who: str) -> bool:
    """Return whether a deal on a grid ends when the player `who` leaves the game: one of their own, unless its effect
    holds for everybody, or a Handshake or Phone a Bench that another player has made with them. One that is only about
    them, such as a Bounty, stays.
    """
    return (deal.who == who and deal.name not in FOR_ALL) or (deal.about == who and deal.name in BETWEEN)


def remove_leaving_player(t: Table[DeluxeRace], who: str) -> None:
    """Remove a player from the race at once: their deals, bets, score changers, questions and minigames end, and bets
    on them are void. Their bomb stays on the grid. If only one player is left and nobody else has signed up or still
    may, that one wins the race.
    """
    race = t.state
    race.players[who].gone = True
    for name, grid in race.grids.items():
        grid.deals = [deal for deal in grid.deals if not is_void_without(deal, who)]
        place = t.game.wake_table(name)
        if who in grid.seats and isinstance(place, GridTable):
            grids.leave_grid(place, who)
    race.slips = [slip for slip in race.slips if who not in (slip.who, slip.on)]
    race.hunts = [hunt for hunt in race.hunts if hunt.who != who]
    race.changers = [held for held in race.changers if held.who != who]
    booth.close_booths_of_leaver(t, who)
    for name, aside in list(race.asides.items()):
        t.game.wake_table(name)
        if aside.finder == who:
            del race.asides[name]
    might_come = race.newcomers or any(player.removed for player in race.players.values())
    if len(race.here()) == 1 and not might_come:
        crown_race_champions(t, race.here())
