"""The season: cycle after cycle of quadrants, Super Round and Megagrid, until somebody has a billion."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.question import Play
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import phrase
from engine.race.table import append_to_number_row, encode_number_row, list_seat_plays, remove_race_player
from engine.season7 import board, booths, events, rounds, verbs
from engine.season7.rounds import add_round
from engine.season7.state import DueMinigame, RoundTable, Season, Season7Options, Season7Player

CYCLE_PARTS = ("quadrants", "super", "megagrid")  # of a cycle, one after the other


def announce_target_reached(game: GameInPlay[Season], name: str) -> None:
    """Announce each player whose total has just come to the target of the race, by a step or play at the table `name`
    (or for that round), and note with them when, with what total and surely after whom. They count as having reached it
    even if they lose money later. Called after every step.
    """
    season, target = game.state, game.state.options.target
    players = season.players.items()
    now = [who for who, player in players if player.total >= target and not player.reached and not player.gone]
    if not now:
        return
    before = season.list_finishers()
    first = [who for who in before if is_earlier(season, season.players[who].reached_at, name)]
    for who in now:
        player = season.players[who]
        player.reached, player.reached_at, player.behind = True, format_moment(season, name), [*first]
        player.reached_with = player.total
    table = game.find_table("season")  # the season's own table says so, which nothing here moves on
    if len(now) > 1 and not before:
        table.tell(events.TargetReachedTogether(players=now, target=target))
        return
    for who in now:
        table.tell(events.TargetReached(who=who, target=target, too=bool(before), first=first))


def format_moment(season: Season, name: str) -> str:
    """Return the present moment in the season as a text to store: the part of the cycle and, while it is played, the
    round `name`. Bonuses and minigames have no order of their own, so that none is named.
    """
    r = season.rounds.get(name)
    return f"{season.phase} {name}" if r is not None and r.stage == "play" else f"{season.phase} "


def is_earlier(season: Season, then: str, name: str) -> bool:
    """Return whether a stored moment `then` is surely earlier than now: it lies in an earlier part of the cycle, or in
    the round `name` itself. False where a cycle is being opened or closed, and for the empty moments that older
    releases stored.
    """
    part, _, at = then.partition(" ")
    if part not in CYCLE_PARTS or season.phase not in CYCLE_PARTS:
        return False
    return CYCLE_PARTS.index(part) < CYCLE_PARTS.index(season.phase) or (bool(at) and at == name)


def find_champions(season: Season) -> list[str]:
    """Return the winners of the race, none if nobody still in the game has reached the target. Of those who have, even
    if they are below it now, the ones who surely reached it after another of them are left out; of the rest, those with
    the highest total win.
    """
    finishers = season.list_finishers()
    foremost = [who for who in finishers if not set(season.players[who].behind) & set(finishers)]
    best = max((season.players[who].total for who in foremost), default=0)
    return [who for who in foremost if season.players[who].total == best]


FULL_TABLE = 4
AT_LEAST = 4  # rounds, where there are enough players
SUPER_ROUND_OF_THREE = 3


class SeasonTable(Table[Season]):
    """The table at which the season itself is run, between rounds."""


def find_season_step(t: SeasonTable) -> Script[None] | None:
    """Return the coroutine that plays the season's next step (such as opening or closing a cycle); None while rounds or
    minigames are still played, or when the season is over.
    """
    return SEASON_STEPS[t.state.phase](t) if has_season_step(t.state) else None


def has_season_step(season: Season) -> bool:
    """Return whether the season itself has a step to play (such as opening or closing a cycle); False while rounds or
    minigames are being played, and at the end.
    """
    return season.phase in SEASON_STEPS and (season.phase not in PLAYED or is_all_settled(season))


# -- the quadrants


async def open_cycle(t: SeasonTable) -> None:
    """New players join, players who folded are back, and chance divides all players into rounds at the same time.

    Begin the next cycle as a step of the season: count it up, seat newcomers, draw who plays where, and add the rounds,
    a wildcard round first if one is due; players get the boosters that Burnouts promised them. Nothing is played yet.
    """
    season = t.state
    players = [*season.here(), *season.newcomers]
    drawn = t.draw("cycle.seats", players, len(players))
    season.cycle += 1
    welcome_newcomers(t)
    for player in season.players.values():
        player.sits_out = False
    sizes = compute_round_sizes(len(drawn))
    t.tell(events.CycleBegun(cycle=season.cycle, n=len(sizes), players=sorted(players)))
    if season.options.wildcard and (len(sizes) > 1 or rounds.is_lone_wildcard_due(season)):
        drawn = open_wildcard_round(t, drawn, sizes)
    for i, size in enumerate(sizes, 1):
        group, drawn = drawn[:size], drawn[size:]
        rows, columns = find_board_size(season.options)
        add_round(season, f"Q{i}", phrase("Quadrant {n}", n=i), group, rows=rows, columns=columns)
    season.phase = "quadrants"
    for who in players:
        rounds.add_burnout_booster(t, who)


def welcome_newcomers(t: SeasonTable) -> None:
    """Seat and announce the players who wait to join with this cycle, and empty their list. They begin with a total
    equal to the lowest one (but not below zero); players who return keep their old total.
    """
    season = t.state
    start = max(0, min((season.players[who].total for who in season.here()), default=0))
    for who in season.newcomers:
        if who in season.players:
            season.players[who].gone = False
            t.tell(events.PlayerBack(who=who))
        else:
            season.players[who] = Season7Player(start, start, chart=encode_number_row([0] * (season.cycle - 1)))
            t.tell(events.PlayerJoined(who=who, start=start))
    season.newcomers = []


def compute_round_sizes(players: int) -> list[int]:
    """Return the sizes of a cycle's rounds, the larger ones first: three to five players each (two, if only two play),
    four where possible, and at least four rounds once each can have three players.
    """
    rounds = max(1, (players + 2) // 4, AT_LEAST if players >= 3 * AT_LEAST else 0)
    return [len(range(i, players, rounds)) for i in range(rounds)]


def find_board_size(options: Season7Options, kind: str = "regular", variant: str = "") -> tuple[int, int]:
    """Return (rows, columns) of a round's board: the Super Round (`kind`), the wildcard rule Head-to-Head (`variant`)
    and all other rounds each have a size of their own.
    """
    if kind == "super":
        return options.super_rows, options.super_columns
    return (3, 4) if variant == rounds.HEAD_TO_HEAD else (options.rows, options.columns)


def open_wildcard_round(t: SeasonTable, drawn: list[str], sizes: list[int]) -> list[str]:
    """Settle the special rule of the cycle's wildcard round, and open and announce that round (in Head to Head it may
    be two) for some of the players in `drawn`, as many as the size nearest to four. That size is taken off `sizes`;
    return the players who are left for other rounds.
    """
    season = t.state
    rounds.choose_wildcard(t)
    size = min(sizes, key=lambda size: abs(size - FULL_TABLE))
    sizes.remove(size)
    group = rounds.pick_wildcard_players(season, drawn, size)
    rows, columns = find_board_size(season.options, variant=season.wildcard)
    tables = rounds.split_into_showdowns(season, group)
    for i, players in enumerate(tables, 1):
        name, title = f"W{i}", phrase("{variant} {n}", variant=season.wildcard, n=i)
        if len(tables) == 1:
            name, title = "W", phrase("{variant}", variant=season.wildcard)
        add_round(season, name, title, players, variant=season.wildcard, rows=rows, columns=columns)
    t.tell(events.WildcardTaught(wildcard=season.wildcard))
    t.tell(events.WildcardSeated(players=group))
    return [who for who in drawn if who not in group]


# -- the Super Round


def clear_rounds(season: Season) -> None:
    """Delete all rounds of the cycle, which the caller knows to be finished, and all pledges (effects that were to
    count at the end of a round) of all players.
    """
    season.rounds.clear()
    for player in season.players.values():
        player.pledges = []


async def open_super_round(t: SeasonTable) -> None:
    """When all quadrants are over, their winners and the players with Access play the Super Round.

    Run as a step of the season once the quadrants are closed: fill empty seats, delete the rounds and pledges of the
    quadrants, and add the Super Round, which uses up the Access of those who play in it and gives them the boosters
    that Burnouts promised. With fewer than two players there is none, and the cycle is to close.
    """
    season = t.state
    season.qualified = list_qualifiers(season)
    winners = list_round_winners(season)
    why = {who: "winner" if who in winners else "access" for who in season.qualified} | fill_empty_seats(t)
    clear_rounds(season)
    if len(season.qualified) < 2:
        season.phase = "close"
        t.tell(events.NoSuperRound())
        return
    order = t.draw("super_round.order", season.qualified, len(season.qualified))
    rows, columns = find_board_size(season.options, "super")
    add_round(season, "SR", "Super Round", order, kind="super", rows=rows, columns=columns)
    for who in order:
        season.players[who].access = False
    season.phase = "super"
    t.tell(events.SuperRoundSeated(players=order, why={who: why[who] for who in order}))
    for who in order:
        rounds.add_burnout_booster(t, who)


def is_all_settled(season: Season) -> bool:
    """Return whether all rounds of the season are closed, and no minigame is being played or waits in the queue."""
    for r in season.rounds.values():
        if r.stage != "closed":
            return False
    return not season.booths and not season.due


def list_qualifiers(season: Season) -> list[str]:
    """Return the players who have qualified for the Super Round, before empty seats in it are filled: the winners of
    this cycle's rounds, then those who hold Access (a seat in it); nobody who has folded.
    """
    winners = list_round_winners(season)
    return winners + [who for who in list_players_in_cycle(season) if season.players[who].access and who not in winners]


def list_round_winners(season: Season) -> list[str]:
    """Return the winners of this cycle's rounds who are still in it, in the order of the rounds, without repeats: a
    player who moved on and then tagged along may have won two.
    """
    able = list_players_in_cycle(season)
    return list(dict.fromkeys(who for r in season.rounds.values() for who in r.winners if who in able))


def list_players_in_cycle(season: Season) -> list[str]:
    """Return all players still in the game in the order of the leaderboard, best first, except those who have folded
    and so left the cycle.
    """
    return [who for _, who in season.rank_standings() if not season.players[who].sits_out]


def count_super_round_seats(season: Season) -> int:
    """Return how many players the Super Round needs at least: two, or the number set by the option `super_seats` if the
    cycle has one single round of four or more players.
    """
    is_small_group = len(season.rounds) == 1 and len(list_players_in_cycle(season)) > SUPER_ROUND_OF_THREE
    return season.super_seats if is_small_group else 2


def fill_empty_seats(t: SeasonTable) -> dict[str, str]:
    """Add to those qualified for the Super Round, while seats are empty, players who have not qualified, and announce
    them: of three seats one goes to the player who fell last, others to the lowest totals (to nobody if players are too
    few for all); the third stays empty if the lowest of all sits already, but in games of old releases. Return for each
    new player why they sit there: `last` or `lowest`.
    """
    season, why = t.state, dict[str, str]()
    seats = count_super_round_seats(season)
    spare = [who for who in reversed(list_players_in_cycle(season)) if who not in season.qualified]
    if seats == SUPER_ROUND_OF_THREE and len(season.qualified) < seats:
        for who in [who for r in season.rounds.values() for who in r.fallen if who in spare][-1:]:
            spare.remove(who)
            season.qualified.append(who)
            why[who] = "last"
            t.tell(events.LastToFallSeated(who=who))
        lowest = list_players_in_cycle(season)[-1:]
        if season.lowest_once and len(season.qualified) == seats - 1 and set(lowest) <= set(season.qualified):
            t.tell(events.LowestSitsAlready(who=lowest[0]))
            return why
    empty = seats - len(season.qualified)
    if 0 < empty <= len(spare):
        season.qualified += spare[:empty]
        why |= dict.fromkeys(spare[:empty], "lowest")
        t.tell(events.SeatsFilledUp(n=empty, players=spare[:empty]))
    return why


# -- the Megagrid, and the end


async def open_megagrid(t: SeasonTable) -> None:
    """Begin the Megagrid phase when the Super Round is closed: announce it and open a table for each of the Super
    Round's winners, who play one of their own, at their own pace. Without winners nothing is announced.
    """
    season = t.state
    season.phase = "megagrid"
    winners = season.rounds[season.find_super_round()].winners
    if winners:
        t.tell(events.MegagridOpened(stake=booths.compute_megagrid_stake(season), winners=winners))
    booths.open_megagrids(season, winners)


async def end_megagrid(t: SeasonTable) -> None:
    """Mark the cycle as ready to close, because the winners of the Super Round have all played the Megagrid."""
    t.state.phase = "close"


async def close_cycle(t: SeasonTable) -> None:
    """Close the cycle: delete its rounds and all pledges, note everybody's total for the chart, and then end the race
    if a player who has reached the target wins it, or else announce who leads and make the next cycle due.
    """
    season = t.state
    clear_rounds(season)
    for player in season.players.values():
        player.chart = append_to_number_row(player.chart, player.total)
    if champions := find_champions(season):
        crown_champions(t, champions)
        return
    leaders = [who for place, who in season.rank_standings() if place == 1]
    total = season.players[leaders[0]].total
    season.phase = "begin"
    t.tell(
        events.CycleOver(
            cycle=season.cycle,
            leaders=leaders,
            n=len(leaders),
            deeds={"cycles": season.here(), "cycles_led": leaders},
            total=total,
            short=season.options.target - total,
        )
    )


def crown_champions(t: Table[Season], champions: list[str]) -> None:
    """End the race with these players (at least one) as winners: announce them, and delete all rounds and minigames."""
    season = t.state
    season.champions, season.phase = champions, "over"
    season.rounds.clear()
    season.booths.clear()
    season.due.clear()
    total = season.players[champions[0]].total
    fell = total < season.options.target and len(season.here()) > 1
    t.tell(
        events.RaceWon(
            champions=champions,
            total=total,
            n=len(champions),
            deeds={"cycles": season.here(), "seasons": season.here(), "seasons_won": champions},
            fell=fell,
        )
    )


PLAYED = {"quadrants", "super", "megagrid"}  # phases in which others play at tables of their own

SEASON_STEPS: Mapping[str, Callable[[SeasonTable], Script[None]]] = {
    "begin": open_cycle,
    "quadrants": open_super_round,
    "super": open_megagrid,
    "megagrid": end_megagrid,
    "close": close_cycle,
}


def list_host_plays(season: Season) -> list[Play]:
    """List what the host of the game may do with seats: remove a player, let one leave, or seat a newcomer for the next
    cycle; nothing once the race is over.
    """
    if season.phase == "over":
        return []
    return list_seat_plays(season.here(), season.newcomers, "A newcomer joins with the next cycle")


def make_host_play(t: Table[Season], key: str, who: str) -> None:
    """Carry out and announce what the host of the game has decided about the seat of the player `who`, which the caller
    has checked, by `key`: `join` puts them on the list of those who join with the next cycle, `leave` or `kick` takes
    them out of the race at once, or off that list.
    """
    season = t.state
    if key == "join":
        season.newcomers.append(who)
        t.tell(events.PlayerSignedUp(who=who))
    else:
        remove_race_player(t, key, who, season.newcomers, remove_player)


def remove_player(t: Table[Season], who: str) -> None:
    """Remove a player from the race at once and without penalty, with all that they hold; that they leave is
    announced by the caller. A minigame for two in which they are starts over for its finder, if that is the other
    player. The last player left wins the race.
    """
    season = t.state
    season.players[who].gone = True
    verbs.drop_all_holdings(season, who)
    for name, r in season.rounds.items():
        place = t.game.wake_table(name)
        if who in r.seats and isinstance(place, RoundTable):
            verbs.remove_from_round(place, who)
            board.end_worn_off_spells(place, who)
    season.due = [due for due in season.due if due.who != who]
    for name, booth in list(season.booths.items()):
        if who in booth.players:
            del season.booths[name]
            # Against somebody who is gone there is nothing to win: the minigame starts over with those here.
            first = DueMinigame(booth.players[0], booth.game, booth.round, booth.booster)
            season.due += [first] if first.who != who else []
    if len(season.here()) == 1:
        crown_champions(t, season.here())
