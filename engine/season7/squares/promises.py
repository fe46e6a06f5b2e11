"""Events that come due when the round is over."""

from __future__ import annotations

from collections.abc import Sequence

from engine.season7 import board, events, moving, square00, verbs, wildcards
from engine.season7.resolve import give_square
from engine.season7.state import Pledge
from engine.season7.table import RoundTable

# -- The Commissioner


async def the_commissioner(t: RoundTable, finder: str) -> None:
    """The finder chooses a minigame that every winner of this round will play."""
    games = square00.list_playable_minigames(t)
    if not games:
        t.tell(events.CommissionVoid(who=finder))
        return
    minigame = await t.ask(
        "the_commissioner.minigame", finder, "Which minigame shall the winners of this round play?", games, lapse=""
    )
    minigame = minigame or t.draw_one("the_commissioner.by_lot", games)
    t.round.commissioned.append(minigame)
    t.tell(events.MinigameCommissioned(minigame=minigame))


async def hand_commissioned_minigames(t: RoundTable, who: str) -> None:
    """Hand a winner what The Commissioner has chosen."""
    if who in t.round.winners:
        for minigame in t.round.commissioned:
            square00.hand_winner_minigame(t, who, minigame)


# -- Schadenfreude


async def schadenfreude(t: RoundTable, finder: str) -> None:
    """The finder names an opponent; if that one is eliminated, here or where they went from here, it pays a square.

    That is a random square of Category 3, 4 or 5.
    """
    rival = await t.ask_for_player(
        "schadenfreude.opponent", finder, "Whose elimination would you enjoy?", lambda: t.list_living(but=finder)
    )
    if rival:
        verbs.add_pledge(t, finder, "Schadenfreude", rival)
        t.tell(events.RivalNamed(who=finder, rival=rival))
    else:
        t.tell(events.RivalDeclined(who=finder))


async def settle_schadenfreude(t: RoundTable, rival: str) -> None:
    """Pay or drop Schadenfreude, once the round is over and the opponent's fate is known."""
    for holder in [who for who, player in t.state.players.items() if player.pledges and not player.gone]:
        for pledge in [p for p in t.player(holder).pledges if p.name == "Schadenfreude" and p.about == rival]:
            status = moving.find_final_status(t, pledge.round, rival)
            if status != "in" and moving.is_decided(t.state.rounds[pledge.round]):
                t.player(holder).pledges.remove(pledge)
                if status == "out":
                    await pay_schadenfreude(t, holder, pledge)


async def pay_schadenfreude(t: RoundTable, holder: str, pledge: Pledge) -> None:
    """Give the holder a square of Category 3, 4 or 5, whether they are still in or not, at the table of the round it
    was found in.
    """
    with t.scene(events.RivalOut(rival=pledge.about, who=holder)):
        for face in board.draw_prize_squares(t, "schadenfreude.prize", 1, (3, 4, 5)):
            await give_square(t if pledge.round == t.id else t.find_round_table(pledge.round), holder, face)


# -- Tag Along


async def tag_along(t: RoundTable, finder: str) -> None:
    """The finder names another player; if that one wins this round, so does the finder."""
    leader = await t.ask_for_player(
        "tag_along.player", finder, "With whom do you tag along?", lambda: t.list_living(but=finder)
    )
    if leader:
        verbs.add_pledge(t, finder, "Tag Along", leader)
        t.tell(events.TagTied(who=finder, leader=leader))
    else:
        t.tell(events.TagDeclined(who=finder))


def add_tag_along_winners(t: RoundTable, winners: Sequence[str]) -> list[str]:
    """Let those who tag along with a winner win too, and those who tag along with them; not those who have folded."""
    won = list(winners)
    rides = [(who, pledge.about) for who in t.round.order for pledge in list_tag_along_pledges(t, who)]
    while riders := [who for who, about in rides if about in won and who not in won]:
        won.append(riders[0])
        t.tell(events.TagWon(who=riders[0]))
    # Reparations may have given such a square to somebody who never sat here.
    for player in t.state.players.values():
        if player.pledges:
            player.pledges = [p for p in player.pledges if (p.name, p.round) != ("Tag Along", t.id)]
    return won


def list_tag_along_pledges(t: RoundTable, who: str) -> list[Pledge]:
    """List the Tag Along pledges a player has made in this round; none if they have left the cycle or cannot win
    here.
    """
    player = t.player(who)
    if not player.pledges or player.sits_out or player.gone:
        return []
    if t.seat(who).status == "folded" or not wildcards.can_win(t, who):
        return []
    return [pledge for pledge in player.pledges if (pledge.name, pledge.round) == ("Tag Along", t.id)]
