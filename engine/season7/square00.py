"""Square 00: every winner may stake the win bonus on it, having seen the minigame it might add."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Question
from engine.kernel.picture import SHUT_CELL, Cell, Look, build_doors, build_pool
from engine.kernel.text import Words, phrase
from engine.season7 import events, tables, verbs
from engine.season7.state import RoundTable, Season7Options, Season7Round

OUTCOMES = ("DOUBLE", "£26,000,000", "ADD MINIGAME", "MYSTERY PRIZE", "NOTHING")

NO_MINIGAME = "no minigame"  # shown to winners of a season that is played without

# What is asked, by whether minigames and hidden squares are in the box.
STAKES = {  # by whether a minigame may come of it, and hidden squares
    (True, True): (
        "Do you risk your win bonus of {bonus:£} on Square 00? One of five things happens, all equally likely. "
        "You get double. Or you get {prize:£} and no bonus. Or you keep the bonus and play {minigame}. Or you get"
        " two hidden squares to use later, and no bonus. Or you lose the bonus."
    ),
    (True, False): (
        "Do you risk your win bonus of {bonus:£} on Square 00? One of four things happens, all equally likely. "
        "You get double. Or you get {prize:£} and no bonus. Or you keep the bonus and play {minigame}. Or you "
        "lose the bonus."
    ),
    (
        False,
        True,
    ): (
        "Do you risk your win bonus of {bonus:£} on Square 00? One of four things happens, all equally likely. "
        "You get double. Or you get {prize:£} and no bonus. Or you get two hidden squares to use later, and no "
        "bonus. Or you lose the bonus."
    ),
    (False, False): (
        "Do you risk your win bonus of {bonus:£} on Square 00? One of three things happens, all equally likely. "
        "You get double. Or you get {prize:£} and no bonus. Or you lose the bonus."
    ),
}


async def decide_bonuses(t: RoundTable) -> None:
    """Take the next step of the decisions about Square 00: first show each winner the minigame it might add, then, once
    for each winner, let one stake or keep their bonus (under Lockdown all must stake). When all have decided, go on to
    the round's minigames.
    """
    undecided = [who for who in t.round.winners if t.seat(who).bonus]
    unseen = [who for who in undecided if not t.seat(who).teaser]
    if unseen:
        show_teaser_minigames(t, unseen)
    elif undecided and t.is_in_force("Lockdown"):
        await stake_bonus(t, undecided[0])
    elif undecided:
        await ask_stake_or_keep(t, undecided)
    else:
        t.round.stage = "minigames"


def show_teaser_minigames(t: RoundTable, winners: list[str]) -> None:
    """Announce how the win bonus of these winners was made up, and for each the bonus and the minigame, drawn now, that
    they will also play if Square 00 decides so. Called before they decide about it; each winner's minigame is noted, or
    that there is none.
    """
    squares, each = count_bonus_squares(t.round, clear=t.round.clear)
    games = list_playable_minigames(t.state.options)
    with t.scene(events.WinBonusWorked(fixed=tables.WIN_BONUS, each=each, n=squares)):
        drawn = t.draw("square00.minigame", games, len(winners), again=True) if games else [NO_MINIGAME] * len(winners)
        for who, minigame in zip(winners, drawn, strict=True):
            t.seat(who).teaser = minigame
            bonus = t.seat(who).bonus
            t.tell(events.WinBonusTeased(who=who, bonus=bonus, minigame=minigame if games else ""))


def count_bonus_squares(r: Season7Round, *, clear: bool) -> tuple[int, int]:
    """Return a pair: for how many squares the win bonus pays, and how much for each. It is the open squares of the
    board or, if it was cleared (`clear`), all of its squares, at twice the sum.
    """
    if clear:
        return len(r.cells), tables.PER_SQUARE_CLEAR
    return len(r.cells) - len(r.list_closed_squares()), tables.PER_SQUARE


def list_playable_minigames(options: Season7Options) -> list[str]:
    """List the names of the minigames that a season with these options is played with, earlier seasons' included; none
    if all those of Category 5 are left out.
    """
    box, out = tables.MINIGAMES, options.without
    games = [name for name in (*box, *tables.VINTAGE_MINIGAMES) if name not in out]
    return games if any(name in box for name in games) else []


async def ask_stake_or_keep(t: RoundTable, winners: list[str]) -> None:
    """Show Square 00 to all, ask these winners at once whether to stake or keep their bonus, and carry out the first
    answer only; no answer in time keeps it. Then that winner's minigames are queued. Raise Withdrawn if none of them
    can be asked any more.
    """
    t.show(
        replace(build_doors("square00", [Cell("00", SHUT_CELL, value="stake")]), look=build_square00_look(t, winners)),
        build_pool(phrase("What Square 00 can hide:"), list_stake_outcomes(t.state.options)),
    )
    plays, hides = bool(list_playable_minigames(t.state.options)), bool(t.state.options.list_hidden_squares())
    asked = Question(
        key="square00.stake",
        text=STAKES[plays, hides],
        lapse="keep",
        of="square00",
        patience="minigame",
        facts={"prize": tables.SQUARE00_PRIZE, "plays": plays, "hides": hides},
    )
    who, answer = await t.ask_any(
        asked,
        winners,
        lambda who: {"keep": phrase("Keep {bonus:£}", bonus=t.seat(who).bonus), "stake": "Risk it"},
        lambda who: {"bonus": t.seat(who).bonus, "minigame": t.seat(who).teaser},
    )
    if answer == "stake":
        await stake_bonus(t, who)
    else:
        with t.scene(events.BonusKept(who=who)):
            settle_bonus(t, who, t.seat(who).bonus)
        queue_winner_minigames(t, who)


def build_square00_look(t: RoundTable, winners: list[str]) -> Look:
    """Build what the web page needs to draw Square 00 as a door: the winners' bonus (left out if they differ), and the
    results, all equally likely, that a stake can have.
    """
    bonuses = {t.seat(who).bonus for who in winners}
    bonus = bonuses.pop() if len(bonuses) == 1 else 0
    becomes: dict[str, Words] = {
        "DOUBLE": phrase("{bonus:£k}", bonus=2 * bonus) if bonus else "",
        "£26,000,000": phrase("instead"),
        "ADD MINIGAME": phrase("and the bonus"),
        "MYSTERY PRIZE": phrase("two hidden squares"),
        "NOTHING": phrase("the bonus is lost"),
    }
    outcomes = list_stake_outcomes(t.state.options)
    return Look(
        name="square00",
        pot=phrase("{bonus:£}", bonus=bonus) if bonus else "00",
        label=phrase("Your win bonus") if bonus else phrase("The win bonus"),
        lives=phrase("{n} results, all with the same chance", n=len(outcomes)),
        go=phrase("Open Square 00"),
        feet=[phrase("{prize:£k}", prize=tables.SQUARE00_PRIZE) if "£" in each else each for each in outcomes],
        tails=[becomes[outcome] for outcome in outcomes],
    )


def list_stake_outcomes(options: Season7Options) -> list[str]:
    """List the results that a stake on Square 00 can have; without ADD MINIGAME or MYSTERY PRIZE if a season with these
    options has none to give.
    """
    empty = {"ADD MINIGAME": not list_playable_minigames(options), "MYSTERY PRIZE": not options.list_hidden_squares()}
    return [outcome for outcome in OUTCOMES if not empty.get(outcome)]


async def stake_bonus(t: RoundTable, who: str) -> None:
    """One of five things happens to the win bonus, with equal chances.

    Called for a winner `who` who stakes their win bonus, or must: draw and announce the result, pay what it makes of
    the bonus, and queue the winner's minigames.
    """
    bonus = t.seat(who).bonus
    with t.scene(events.BonusStaked(who=who, bonus=bonus, must=bool(t.is_in_force("Lockdown")))):
        outcome = t.draw_one("square00.outcome", list_stake_outcomes(t.state.options))
        lost = bonus if outcome == "NOTHING" else None
        minigame = t.seat(who).teaser if outcome == "ADD MINIGAME" else ""
        t.tell(events.Square00Opened(who=who, outcome=outcome, bonus=lost, minigame=minigame))
        settle_stake(t, who, bonus, outcome)
    queue_winner_minigames(t, who)


def settle_stake(t: RoundTable, who: str, bonus: int, outcome: str) -> None:
    """Carry out the result (`outcome`) of Square 00 for a winner who had staked the win bonus `bonus`: pay what it
    makes of it or announce its loss, note the minigame that it adds, or give the two hidden squares that it brings
    instead.
    """
    if outcome == "DOUBLE":
        settle_bonus(t, who, 2 * bonus)
    elif outcome == "£26,000,000":
        settle_bonus(t, who, tables.SQUARE00_PRIZE)
    elif outcome == "ADD MINIGAME":
        settle_bonus(t, who, bonus)
        t.seat(who).prizes.append(t.seat(who).teaser)
    elif outcome == "MYSTERY PRIZE":
        settle_bonus(t, who, 0)
        for hidden in t.draw("square00.hidden", t.state.options.list_hidden_squares(), 2, again=True):
            verbs.give_hidden(t, who, hidden)
    else:
        settle_bonus(t, who, 0)


def settle_bonus(t: RoundTable, who: str, amount: int) -> None:
    """Pay a winner this amount as their final win bonus, or announce that it is lost if the amount is 0; either way the
    bonus counts as decided.
    """
    t.seat(who).bonus = 0
    if not amount:
        t.tell(events.BonusGone(who=who))
    verbs.gain(t, who, amount, "win bonus")


def hand_winner_minigame(t: RoundTable, who: str, minigame: str) -> None:
    """Give a winner of this round a minigame, and announce it. If they are still playing in another round, it is kept
    with their seat here, so that going out there does not cost it.
    """
    if t.state.find_live_round(who):
        t.tell(events.MinigamePickedUp(who=who, minigame=minigame))
        t.seat(who).prizes.append(minigame)
    else:
        verbs.give_minigame(t, who, minigame)


def queue_winner_minigames(t: RoundTable, who: str) -> None:
    """Queue the minigames that a winner may play now that their bonus is decided: those won with this round, and those
    that they hold, these not if they are still playing in another round.
    """
    if not t.state.find_live_round(who):
        verbs.queue_minigames(t, who)
    seat = t.seat(who)
    prizes, seat.prizes = seat.prizes, []
    for minigame in prizes:
        verbs.queue_minigame(t, who, minigame)
