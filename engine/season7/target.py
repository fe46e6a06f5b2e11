"""Who has reached the target, in which order, and who wins the race by it.

Where one thing comes after another the first to reach it wins: selection by selection in a round, the quadrants before
the Super Round, that before the Megagrid. What runs side by side has no order that does not depend on who is awake:
there the higher total decides when the cycle is over.
"""

from __future__ import annotations

from engine.kernel.game import Game
from engine.season7 import events
from engine.season7.state import Season

CYCLE_PARTS = ("quadrants", "super", "megagrid")  # of a cycle, one after the other


def announce_target_reached(game: Game[Season], name: str) -> None:
    """Announce who stands at the target after a step in this round; they have reached it, whatever they may lose
    later.
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
    table = game.find_table("season")  # the season's own table says so, which nothing here moves on
    if len(now) > 1 and not before:
        table.tell(events.TargetReachedTogether(players=now, target=target))
        return
    for who in now:
        table.tell(events.TargetReached(who=who, target=target, too=bool(before), first=first))


def format_moment(season: Season, name: str) -> str:
    """Return when it is: the part of the cycle, and the round while it is in play; bonuses and minigames have no
    order.
    """
    r = season.rounds.get(name)
    return f"{season.phase} {name}" if r is not None and r.stage == "play" else f"{season.phase} "


def is_earlier(season: Season, then: str, name: str) -> bool:
    """Return whether that moment is surely before now, in this round. Moments of an older release are empty and count
    as side by side.
    """
    part, _, at = then.partition(" ")
    if part not in CYCLE_PARTS or season.phase not in CYCLE_PARTS:
        return False
    return CYCLE_PARTS.index(part) < CYCLE_PARTS.index(season.phase) or (bool(at) and at == name)


def find_champions(season: Season) -> list[str]:
    """Return, of those who have reached the target and are behind nobody who is still here, those with the highest
    total.
    """
    finishers = season.list_finishers()
    foremost = [who for who in finishers if not set(season.players[who].behind) & set(finishers)]
    best = max((season.players[who].total for who in foremost), default=0)
    return [who for who in foremost if season.players[who].total == best]
