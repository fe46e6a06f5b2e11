"""What the morning recap says in every game: the moment of the day, who is out since when, what is at stake."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.text import Told, Words, phrase

CROWN_WEIGHT, LEADER_OUT_WEIGHT, LEAD_WEIGHT, ROUND_WEIGHT, FALL_WEIGHT, MONEY_WEIGHT = 9, 7, 6, 5, 4, 3
LEADER_PUT_OUT = "{owner}’s bomb has put the leader, {who}, out"
OWN_BOMB_OPENED = "{who} has opened {who}’s own bomb"
RECAP_NEWS, RECAP_LEADERS = "News since yesterday: {headline}.", "Leading: {leaders}."
RECAP_OUT = "Out of the round: {players}."
MAX_RECAP_LEADERS, MAX_RECAP_OUT = 3, 6

SHORT_OF_TARGET = (
    "{who} {n:needs|need} {short} more to reach {target}.",
    "The target is {target}. {who} {n:needs|need} {short} more.",
    "{who} still {n:needs|need} {short} to reach {target}.",
    "{who} {n:is|are} {short} away from {target}.",
    "To reach {target}, {who} {n:needs|need} {short} more.",
    "{who} {n:has|have} {short} less than the target, {target}.",
    "With {short} more, {who} {n:reaches|reach} {target}.",
)
AT_TARGET = (
    "{who} {n:has|have} {target} or more, and can win the game.",
    "{who} {n:has|have} reached {target}, and can win the game.",
    "{who} can win the game now, with {target} or more.",
    "{who} {n:has|have} reached the target of {target}.",
    "With {target} or more, {who} can win the game.",
    "The target is {target}, and {who} {n:has|have} reached it.",
    "{who} {n:has|have} {target}, which can be enough to win.",
)


def list_target_stakes(totals: Mapping[str, int], target: int, format_money: Callable[[int], Words]) -> list[Told]:
    """List wordings, as remarks told to all of which a recap tells one, of how much the leader, or each of several,
    still needs to reach the target or, once it is reached, that they can win the game; empty if there is no target or
    no player.
    """
    best = max(totals.values(), default=0)
    leaders = [who for who, total in totals.items() if total == best]
    if not (target and leaders):
        return []
    facts = {"who": leaders, "n": len(leaders), "target": format_money(target)}
    if best >= target:
        return [Told(text, facts) for text in AT_TARGET]
    return [Told(text, {**facts, "short": format_money(target - best)}) for text in SHORT_OF_TARGET]


def format_time_out(who: str, mornings: int) -> Words:
    """Return a player's name with how long they have been out: “since yesterday” if no recap before this one has said
    so, else one day more than the number of such recaps (`mornings`).
    """
    return (
        phrase("{who} (for {n} {n:day|days})", who=who, n=mornings + 1)
        if mornings
        else phrase("{who} (since yesterday)", who=who)
    )
