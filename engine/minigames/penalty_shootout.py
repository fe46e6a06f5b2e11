"""Penalty Shootout: can you kick it in this unique two-player minigame?"""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Question
from engine.kernel.picture import SHUT_CELL, Cards, Cell, Look, Pile, build_doors
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

POT = 200_000  # house: what lies on the penalty spot
KICKS = 5  # house
GOAL_CORNERS = {"left": 1_000_000, "middle": 2_500_000, "right": 6_000_000}  # house: what a goal there adds to the pot
SAVED = 20  # house: percent of the pot after a save


async def penalty_shootout(t: BoothTable, who: str, keeper: str = "") -> dict[str, int]:
    """You kick five times, for a pot of £200,000. The player of your round with the lowest total keeps the goal.
    Both of you choose a corner in secret. A goal on the left adds £1,000,000 to the pot, a goal in the middle
    £2,500,000, a goal on the right £6,000,000. If the keeper saves it, a fifth of the pot is left and the keeper
    gets the rest. You may stop before any kick and take the pot. If the keeper does not answer, chance chooses the
    corner.

    Play the whole minigame, and return the cash in pounds by player, which the caller pays. Without a `keeper` chance
    dives, and `who` alone is in the answer.
    """
    pot, saved = POT, 0
    story: list[Cell] = []
    for kick in range(1, KICKS + 1):
        render_penalty_shootout(t, kick, pot, saved, story)
        aim, dive = await ask_aim_and_dive(t, who, keeper, kick, pot)
        if aim == "stop":
            break
        if aim == dive:
            saved += pot - pot * SAVED // 100
            pot = pot * SAVED // 100
            story.append(Cell(aim, mark="wrong"))
            t.tell(events.KickSaved(kick=kick, aim=aim, pot=pot))
        else:
            pot += GOAL_CORNERS[aim]
            story.append(Cell(aim, mark="right"))
            t.tell(events.KickScored(kick=kick, aim=aim, pot=pot))
    render_penalty_shootout(t, len(story), pot, saved, story)
    return {who: pot, keeper: saved} if keeper else {who: pot}


async def ask_aim_and_dive(t: BoothTable, who: str, keeper: str, kick: int, pot: int) -> tuple[str, str]:
    """Ask kicker and goalkeeper in secret for their corners, wait for both, and return both answers, the kicker's
    first. A kicker who does not answer gets “stop”; for a keeper who does not, has left or is missing from the start,
    chance draws the corner (none, an empty text, if the kicker stops).
    """
    goals = {corner: pot + prize for corner, prize in GOAL_CORNERS.items()}
    corners = {
        corner: phrase("{corner:C} (a goal pays {pot:£})", corner=corner, pot=goal) for corner, goal in goals.items()
    }
    dives = {
        corner: phrase("Dive {corner} (a goal pays {pot:£})", corner=corner, pot=goal) for corner, goal in goals.items()
    }
    asked = Question(
        key="penalty_shootout.corner",
        text="Kick {kick}, for a pot of {pot:£}: into which corner?",
        lapse="",
        secret=True,
        of="goal",
        patience="minigame",
        facts={"kick": kick, "pot": pot},
    )
    aims = {**corners, "stop": phrase("Stop with {pot:£}", pot=pot)}
    chosen = await t.ask_all(asked, [who, keeper] if keeper else [who], lambda each: aims if each == who else dives)
    aim = chosen.get(who) or "stop"
    dive = chosen.get(keeper, "")
    if not dive and aim != "stop":
        dive = t.draw_one("penalty_shootout.dive", list(GOAL_CORNERS))
    return aim, dive


@defer_rendering
def render_penalty_shootout(kick: int, pot: int, saved: int, story: list[Cell]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    goal, the kicks so far, and the money of both players.
    """
    kicks = Pile(phrase("Kick {kick} of {all}", kick=kick, all=KICKS), [*story])
    purses = [phrase("Pot: {pot:£}", pot=pot), phrase("Keeper: {saved:£}", saved=saved)]
    goal = build_doors("goal", [Cell(corner, SHUT_CELL, value=corner) for corner in GOAL_CORNERS])
    return [
        replace(goal, look=build_goal_look(kick, pot)),
        Cards(id="kicks", piles=[kicks], notes=[*purses]),
    ]


def build_goal_look(kick: int, pot: int) -> Look:
    """Build the texts with which the web page draws the goal: the pot, what a goal in each corner adds and makes of it,
    and what a save leaves.
    """
    return Look(
        name="penalty_shootout",
        own=False,
        pot=phrase("{pot:£}", pot=pot),
        label=phrase("The pot"),
        lives=phrase("Kick {kick} of {all}", kick=kick, all=KICKS),
        know=[phrase("the keeper gets the rest of the pot")],
        risk=phrase(
            "if the keeper saves it, a fifth of the pot is left: {cash}", cash=format_short_cash(pot * SAVED // 100)
        ),
        go="#",
        feet=[phrase("pot {cash}", cash=format_short_cash(pot + prize)) for prize in GOAL_CORNERS.values()],
        tails=[phrase("+{cash}", cash=format_short_cash(prize)) for prize in GOAL_CORNERS.values()],
    )
