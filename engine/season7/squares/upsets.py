"""Game changers that reach beyond the totals: they change the board, who is in, and how the round ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD, SHUT, Cell, doors
from engine.kernel.text import phrase
from engine.race import grid
from engine.race.locks import lift_locks
from engine.race.sealing import one_more_bomb
from engine.season7 import bombs, events, moving, spells, tables, verbs
from engine.season7.ranks import everybody, percent_of, ranked
from engine.season7.state import LOST
from engine.season7.table import RoundTable

SOURCE = "game changers"
BLOCK, OPPONENT, YOU, THRESHOLD = "Block the Blammo", "Eliminate Opponent", "Eliminate You", "Threshold Situation"
SPLIT = "Split & Share"
AT_ONCE = 2  # percent of the total


# -- Blammo


async def blammo(t: RoundTable, who: str) -> None:
    """Four fates lie shuffled behind four squares, and the player must choose one."""
    faces = t.draw("blammo.faces", list(FATES), len(FATES))
    t.tell(events.BlammoBegun(who=who))
    four = range(1, len(FATES) + 1)
    t.show(doors("blammo", [Cell(str(n), SHUT, value=n) for n in four]))
    n = await t.ask("blammo.square", who, "Four squares, four fates. Which one?", four, lapse=1, of="blammo")
    chosen = faces[n - 1]
    others = [phrase("{face} ({n})", face=face, n=at) for at, face in enumerate(faces, 1) if at != n]
    with t.scene(events.BlammoOpened(who=who, n=n, face=chosen, others=others)):
        FATES[chosen](t, who)


def block(t: RoundTable, who: str) -> None:
    """Nothing happens."""
    t.tell(events.BlammoBlocked(who=who))


def eliminate_opponent(t: RoundTable, who: str) -> None:
    """Chance puts somebody else out of the round, without a penalty."""
    others = t.living(but=who)
    if others:
        victim = t.draw_one("blammo.opponent", others)
        with t.scene(events.OpponentDrawn(who=victim)):
            bombs.knock_out(t, victim)


def eliminate_you(t: RoundTable, who: str) -> None:
    """The player is out of the round, without a penalty."""
    bombs.knock_out(t, who)


def threshold_situation(t: RoundTable, who: str) -> None:
    """2% of the total goes at once, and 20% more if the round is lost."""
    verbs.lose(t, who, percent_of(t.player(who).total, AT_ONCE), SOURCE)
    if bound(t, who, THRESHOLD):
        t.tell(events.FifthPledged(who=who))


FATES: Mapping[str, Callable[[RoundTable, str], None]] = {
    BLOCK: block,
    OPPONENT: eliminate_opponent,
    YOU: eliminate_you,
    THRESHOLD: threshold_situation,
}


# -- the board and the players


async def metamorphosis(t: RoundTable, _finder: str) -> None:
    """Every square that is not a bomb becomes an event, until each player has selected once; then all is redrawn."""
    spells.cast(t, "Metamorphosis", 6)


async def military_aid(t: RoundTable, _finder: str) -> None:
    """Whoever has least of those still in places one more bomb, in secret, and receives a hidden square."""
    who = ranked(t, t.living())[-1]
    with t.scene(events.MilitaryAidGiven(who=who)):
        if t.round.closed():
            try:
                await place_bomb(t, who)
            except Withdrawn:
                return
        secrets = t.state.options.hidden()
        if secrets:
            verbs.give_hidden(t, who, t.draw_one("military_aid.hidden", secrets))


async def place_bomb(t: RoundTable, who: str) -> None:
    """A player seals one more bomb on a closed square. Whoever has locked in may choose again."""
    n = await t.ask(
        "military_aid.square",
        who,
        "Where do you seal one more bomb?",
        lambda: grid.options(t.round, t.round.closed()),
        lapse=0,
        of=BOARD,
        secret=True,
    )
    n = n or t.draw_one("military_aid.placed_by_host", t.round.closed())
    receipt = one_more_bomb(t, who, n)
    t.tell(events.ExtraBombSealed(who=who, receipt=receipt))
    lift_locks(t)


async def reparations(t: RoundTable, _finder: str) -> None:
    """Of those still in, the highest hands booster and held squares to the lowest, but for what binds them to lose."""
    order = ranked(t, t.living())
    high, low = order[0], order[-1]
    if high == low:
        t.tell(events.ReparationsVoid())
        return
    points = t.player(high).booster
    with t.scene(events.ReparationsMade(high=high, low=low)):
        verbs.set_booster(t, high, 0)
        if points:
            verbs.boost(t, low, points)
        verbs.hand_over(t, high, low, but=tables.FORFEITS)


async def sob_story(t: RoundTable, _finder: str) -> None:
    """Whoever has least in the round becomes immune or, if they are out, comes back in unless busy elsewhere."""
    who = everybody(t)[-1]
    if who in t.living():
        with t.scene(events.SobStoryTold(who=who)):
            verbs.immunise(t, who)
    elif t.player(who).sits_out:
        t.tell(events.SobStoryOfFolded(who=who))
    elif moving.active(t, who):
        t.tell(events.SobStoryOfMoved(who=who))
    else:
        with t.scene(events.SobStoryOfOut(who=who)):
            verbs.bring_back(t, who)


# -- the end of the round


async def deadlock(t: RoundTable, _finder: str) -> None:
    """If several survive this round, only the one with the lowest total wins it."""
    if not t.force("Deadlock"):
        t.round.in_force.append("Deadlock")
    t.tell(events.DeadlockSet())


def deadlock_decides(t: RoundTable, winners: list[str]) -> list[str]:
    """Under Deadlock all survivors but the lowest are out, without a penalty. Those who share the lowest total win."""
    if len(winners) < 2 or not t.force("Deadlock"):
        return winners
    lowest = min(t.player(who).total for who in winners)
    with t.scene(events.DeadlockDecides(n=len(winners))):
        return [who for who in winners if t.player(who).total == lowest or not bombs.knock_out(t, who)]


async def split_and_share(t: RoundTable, finder: str) -> None:
    """If the finder loses the round, 15% of their total is shared out among the others."""
    if bound(t, finder, SPLIT):
        t.tell(events.SharePledged(who=finder))


def bound(t: RoundTable, who: str, name: str) -> bool:
    """A loser is to pay for this square, unless it was found in a Free Play, which never costs anything."""
    if bombs.spared(t, who):
        t.tell(events.ForfeitSpared(square=name, who=who))
        return False
    verbs.pledge(t, who, name)
    return True


async def settle_threshold(t: RoundTable, who: str) -> None:
    """Whoever has lost the round in a Threshold Situation loses 20% of their total."""
    for _ in range(due(t, who, THRESHOLD)):
        with t.scene(events.ForfeitDue(who=who, square=THRESHOLD)):
            forfeit(t, who, THRESHOLD)


async def settle_split_and_share(t: RoundTable, who: str) -> None:
    """Whoever has lost the round with Split & Share loses 15% of their total to the others in the round."""
    for _ in range(due(t, who, SPLIT)):
        with t.scene(events.ForfeitDue(who=who, square=SPLIT)):
            paid = forfeit(t, who, SPLIT)
            others = [name for name in everybody(t) if name != who]
            for name in others:
                verbs.gain(t, name, -(-paid // len(others)), SOURCE)


def forfeit(t: RoundTable, who: str, name: str) -> int:
    """Pay what such a square costs a loser; says what was really taken."""
    return verbs.lose(t, who, percent_of(t.player(who).total, tables.FORFEITS[name]), SOURCE)


def due(t: RoundTable, who: str, name: str) -> int:
    """How many such pledges a loser must now pay. All that count in this round are done with, won or lost."""
    player = t.player(who)
    if not player.pledges:
        return 0
    here = [pledge for pledge in verbs.forfeits(t, who) if pledge.name == name]
    player.pledges = [pledge for pledge in player.pledges if pledge not in here]
    return len(here) if t.seat(who).status in LOST else 0
