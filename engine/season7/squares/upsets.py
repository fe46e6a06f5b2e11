"""Game changers that reach beyond the totals: they change the board, who is in, and how the round ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD, SHUT_CELL, Cell, build_doors
from engine.kernel.text import phrase
from engine.race import grid
from engine.race.locks import lift_locks
from engine.race.sealing import add_sealed_bomb
from engine.season7 import bombs, events, moving, spells, tables, verbs
from engine.season7.ranks import compute_percent, rank_by_total, rank_round_players
from engine.season7.state import LOST_STATUSES
from engine.season7.table import RoundTable

SOURCE = "game changers"
BLOCK, OPPONENT, YOU, THRESHOLD = "Block the Blammo", "Eliminate Opponent", "Eliminate You", "Threshold Situation"
SPLIT = "Split & Share"
THRESHOLD_AT_ONCE = 2  # percent of the total


# -- Blammo


async def blammo(t: RoundTable, who: str) -> None:
    """Four fates lie shuffled behind four squares, and the player must choose one."""
    faces = t.draw("blammo.faces", list(FATES), len(FATES))
    t.tell(events.BlammoBegun(who=who))
    four = range(1, len(FATES) + 1)
    t.show(build_doors("blammo", [Cell(str(n), SHUT_CELL, value=n) for n in four]))
    n = await t.ask("blammo.square", who, "Four squares, four fates. Which one?", four, lapse=1, of="blammo")
    chosen = faces[n - 1]
    others = [phrase("{face} ({n})", face=face, n=at) for at, face in enumerate(faces, 1) if at != n]
    with t.scene(events.BlammoOpened(who=who, n=n, face=chosen, others=others)):
        FATES[chosen](t, who)


def block_blammo(t: RoundTable, who: str) -> None:
    """Nothing happens."""
    t.tell(events.BlammoBlocked(who=who))


def eliminate_opponent(t: RoundTable, who: str) -> None:
    """Chance puts somebody else out of the round, without a penalty."""
    others = t.list_living(but=who)
    if others:
        victim = t.draw_one("blammo.opponent", others)
        with t.scene(events.OpponentDrawn(who=victim)):
            bombs.knock_out(t, victim)


def eliminate_you(t: RoundTable, who: str) -> None:
    """The player is out of the round, without a penalty."""
    bombs.knock_out(t, who)


def threshold_situation(t: RoundTable, who: str) -> None:
    """2% of the total goes at once, and 20% more if the round is lost."""
    verbs.lose(t, who, compute_percent(t.player(who).total, THRESHOLD_AT_ONCE), SOURCE)
    if pledge_forfeit(t, who, THRESHOLD):
        t.tell(events.FifthPledged(who=who))


FATES: Mapping[str, Callable[[RoundTable, str], None]] = {
    BLOCK: block_blammo,
    OPPONENT: eliminate_opponent,
    YOU: eliminate_you,
    THRESHOLD: threshold_situation,
}


# -- the board and the players


async def metamorphosis(t: RoundTable, _finder: str) -> None:
    """Every square that is not a bomb becomes an event, until each player has selected once; then all is redrawn."""
    spells.cast_spell(t, "Metamorphosis", 6)


async def military_aid(t: RoundTable, _finder: str) -> None:
    """Whoever has least of those still in places one more bomb, in secret, and receives a hidden square."""
    who = rank_by_total(t, t.list_living())[-1]
    with t.scene(events.MilitaryAidGiven(who=who)):
        if t.round.list_closed_squares():
            try:
                await ask_extra_bomb(t, who)
            except Withdrawn:
                return
        secrets = t.state.options.list_hidden_squares()
        if secrets:
            verbs.give_hidden(t, who, t.draw_one("military_aid.hidden", secrets))


async def ask_extra_bomb(t: RoundTable, who: str) -> None:
    """Ask a player to seal one more bomb on a closed square, and lift all lock-ins so that others may choose again."""
    n = await t.ask(
        "military_aid.square",
        who,
        "Where do you seal one more bomb?",
        lambda: grid.list_square_options(t.round, t.round.list_closed_squares()),
        lapse=0,
        of=BOARD,
        secret=True,
    )
    n = n or t.draw_one("military_aid.placed_by_host", t.round.list_closed_squares())
    receipt = add_sealed_bomb(t, who, n)
    t.tell(events.ExtraBombSealed(who=who, receipt=receipt))
    lift_locks(t)


async def reparations(t: RoundTable, _finder: str) -> None:
    """Of those still in, the highest hands booster and held squares to the lowest, but for what binds them to lose."""
    order = rank_by_total(t, t.list_living())
    high, low = order[0], order[-1]
    if high == low:
        t.tell(events.ReparationsVoid())
        return
    points = t.player(high).booster
    with t.scene(events.ReparationsMade(high=high, low=low)):
        verbs.set_booster(t, high, 0)
        if points:
            verbs.raise_booster(t, low, points)
        verbs.hand_over_holdings(t, high, low, but=tables.FORFEITS)


async def sob_story(t: RoundTable, _finder: str) -> None:
    """Whoever has least in the round becomes immune or, if they are out, comes back in unless busy elsewhere."""
    who = rank_round_players(t)[-1]
    if who in t.list_living():
        with t.scene(events.SobStoryTold(who=who)):
            verbs.make_immune(t, who)
    elif t.player(who).sits_out:
        t.tell(events.SobStoryOfFolded(who=who))
    elif moving.is_active_in_any_round(t, who):
        t.tell(events.SobStoryOfMoved(who=who))
    else:
        with t.scene(events.SobStoryOfOut(who=who)):
            verbs.bring_player_back(t, who)


# -- the end of the round


async def deadlock(t: RoundTable, _finder: str) -> None:
    """If several survive this round, only the one with the lowest total wins it."""
    if not t.is_in_force("Deadlock"):
        t.round.in_force.append("Deadlock")
    t.tell(events.DeadlockSet())


def decide_deadlock(t: RoundTable, winners: list[str]) -> list[str]:
    """Put all survivors but the lowest out under Deadlock, without a penalty. Those who share the lowest total win."""
    if len(winners) < 2 or not t.is_in_force("Deadlock"):
        return winners
    lowest = min(t.player(who).total for who in winners)
    with t.scene(events.DeadlockDecides(n=len(winners))):
        return [who for who in winners if t.player(who).total == lowest or not bombs.knock_out(t, who)]


async def split_and_share(t: RoundTable, finder: str) -> None:
    """If the finder loses the round, 15% of their total is shared out among the others."""
    if pledge_forfeit(t, finder, SPLIT):
        t.tell(events.SharePledged(who=finder))


def pledge_forfeit(t: RoundTable, who: str, name: str) -> bool:
    """Pledge the player to pay for this square if they lose; return False in a Free Play, which never costs
    anything.
    """
    if bombs.is_in_free_play(t, who):
        t.tell(events.ForfeitSpared(square=name, who=who))
        return False
    verbs.add_pledge(t, who, name)
    return True


async def settle_threshold(t: RoundTable, who: str) -> None:
    """Charge a player who has lost the round in a Threshold Situation 20% of their total."""
    for _ in range(take_due_forfeits(t, who, THRESHOLD)):
        with t.scene(events.ForfeitDue(who=who, square=THRESHOLD)):
            charge_forfeit(t, who, THRESHOLD)


async def settle_split_and_share(t: RoundTable, who: str) -> None:
    """Charge a player who has lost the round with Split & Share 15% of their total, shared among the others in the
    round.
    """
    for _ in range(take_due_forfeits(t, who, SPLIT)):
        with t.scene(events.ForfeitDue(who=who, square=SPLIT)):
            paid = charge_forfeit(t, who, SPLIT)
            others = [name for name in rank_round_players(t) if name != who]
            for name in others:
                verbs.gain(t, name, -(-paid // len(others)), SOURCE)


def charge_forfeit(t: RoundTable, who: str, name: str) -> int:
    """Charge what such a square costs a loser; return what was really taken."""
    return verbs.lose(t, who, compute_percent(t.player(who).total, tables.FORFEITS[name]), SOURCE)


def take_due_forfeits(t: RoundTable, who: str, name: str) -> int:
    """Remove such pledges made in this round, and return how many of them the player must pay: none, unless they have
    lost.
    """
    player = t.player(who)
    if not player.pledges:
        return 0
    here = [pledge for pledge in verbs.list_forfeits(t, who) if pledge.name == name]
    player.pledges = [pledge for pledge in player.pledges if pledge not in here]
    return len(here) if t.seat(who).status in LOST_STATUSES else 0
