"""Hidden squares that stand between their holder and a bomb. One bomb uses up one of them; an Auto-Bomb, none."""

from __future__ import annotations

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD
from engine.race import grid
from engine.race.locks import lift_locks
from engine.race.sealing import add_sealed_bomb
from engine.season7 import events, verbs
from engine.season7.table import BOMB_STOPPED, RoundTable


async def bomb_switch(t: RoundTable, who: str) -> str | None:
    """The bomb is deactivated and laid again where its finder wants it; all lock-ins are lifted."""
    if "Bomb Switch" not in t.player(who).hidden or not t.round.list_closed_squares():
        return None
    with verbs.use_hidden(t, who, "Bomb Switch"):
        t.tell(events.BombSwitched(who=who))
        n = await ask_where_to_lay(t, who) or t.draw_one("bomb_switch.placed_by_host", t.round.list_closed_squares())
        add_sealed_bomb(t, who, n)
        lift_locks(t)
        t.tell(events.BombRelaid())
    return BOMB_STOPPED


async def ask_where_to_lay(t: RoundTable, who: str) -> int:
    """Ask its finder where to lay the bomb; return 0 if they do not say, because it stays a bomb even if they leave."""
    try:
        return await t.ask(
            "bomb_switch.square",
            who,
            "Where do you lay the bomb?",
            lambda: grid.list_square_options(t.round, t.round.list_closed_squares()),
            lapse=0,
            of=BOARD,
            secret=True,
        )
    except Withdrawn:
        return 0


async def deflect(t: RoundTable, who: str) -> str | None:
    """The bomb flies on to somebody else still in, whom chance draws; it is theirs now."""
    others = t.list_living(but=who)
    if "Deflect" not in t.player(who).hidden or not others:
        return None
    with verbs.use_hidden(t, who, "Deflect"):
        victim = t.draw_one("deflect.target", others)
        t.tell(events.BombDeflected(who=who, victim=victim))
    return victim


async def defuse(t: RoundTable, who: str) -> str | None:
    """The bomb is deactivated and nothing happens."""
    if "Defuse" not in t.player(who).hidden:
        return None
    with verbs.use_hidden(t, who, "Defuse"):
        t.tell(events.BombDefused(who=who))
    return BOMB_STOPPED
