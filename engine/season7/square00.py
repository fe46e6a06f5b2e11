"""Square 00: every winner may stake the win bonus on it, having seen the minigame it might add."""

from __future__ import annotations

from engine.kernel.picture import SHUT, Cell, doors, pool
from engine.kernel.text import phrase
from engine.season7 import events, tables, verbs
from engine.season7.state import Round
from engine.season7.table import RoundTable

OUTCOMES = ("DOUBLE", "£26,000,000", "ADD MINIGAME", "MYSTERY PRIZE", "NOTHING")

NO_MINIGAME = "no minigame"  # shown to winners of a season that is played without

# What is asked, by whether minigames and hidden squares are in the box.
STAKES = {
    (True, True): "Stake your win bonus of {bonus:£} on Square 00? It is doubled; or becomes {prize:£}; or is yours, "
    "and {minigame} to play; or becomes two hidden squares; or is gone: each as likely.",
    (True, False): "Stake your win bonus of {bonus:£} on Square 00? It is doubled; or becomes {prize:£}; or is yours, "
    "and {minigame} to play; or is gone: each as likely.",
    (
        False,
        True,
    ): "Stake your win bonus of {bonus:£} on Square 00? It is doubled; or becomes {prize:£}; or becomes two "
    "hidden squares; or is gone: each as likely.",
    (False, False): "Stake your win bonus of {bonus:£} on Square 00? It is doubled; or becomes {prize:£}; or is gone: "
    "each as likely.",
}


async def decide(t: RoundTable) -> None:
    """Show each winner their minigame, then let each stake or keep. Under Lockdown all must stake."""
    undecided = [who for who in t.round.winners if t.seat(who).bonus]
    unseen = [who for who in undecided if not t.seat(who).teaser]
    if unseen:
        tease(t, unseen)
    elif undecided and t.force("Lockdown"):
        await stake(t, undecided[0])
    elif undecided:
        await choose(t, undecided)
    else:
        t.round.stage = "minigames"


def tease(t: RoundTable, winners: list[str]) -> None:
    """Say what the win bonus is made of; draw the minigame that Square 00 might add for each winner, and show it."""
    squares, each = flipped(t.round, clear=t.round.clear)
    games = playable(t)
    with t.scene(events.WinBonusWorked(fixed=tables.WIN_BONUS, each=each, n=squares)):
        drawn = t.draw("square00.minigame", games, len(winners), again=True) if games else [NO_MINIGAME] * len(winners)
        for who, minigame in zip(winners, drawn, strict=True):
            t.seat(who).teaser = minigame
            bonus = t.seat(who).bonus
            t.tell(events.WinBonusTeased(who=who, bonus=bonus, minigame=minigame if games else ""))


def flipped(r: Round, *, clear: bool) -> tuple[int, int]:
    """How many squares count for the win bonus, and what each brings: on a clear board all, and twice as much."""
    if clear:
        return len(r.cells), tables.PER_SQUARE_CLEAR
    return len(r.cells) - len(r.closed()), tables.PER_SQUARE


def playable(t: RoundTable) -> list[str]:
    """The minigames in this season's box, Vintage ones included; none at all where all of Category 5 is left out."""
    box, out = tables.MINIGAMES, t.state.options.without
    games = [name for name in (*box, *tables.VINTAGE_MINIGAMES) if name not in out]
    return games if any(name in box for name in games) else []


async def choose(t: RoundTable, winners: list[str]) -> None:
    """One of the winners decides, and then plays the minigames they hold; silence keeps the bonus."""
    t.show(doors("square00", [Cell("00", SHUT, value="stake")]), pool(phrase("Behind it:"), outcomes(t)))
    who, answer = await t.ask_any(
        "square00.stake",
        winners,
        STAKES[bool(playable(t)), bool(t.state.options.hidden())],
        lambda _: {"keep": "Keep it", "stake": "Stake it"},
        lapse="keep",
        of="square00",
        own=lambda who: {"bonus": t.seat(who).bonus, "minigame": t.seat(who).teaser},
        patience="minigame",
        prize=tables.SQUARE00_PRIZE,
    )
    if answer == "stake":
        await stake(t, who)
    else:
        with t.scene(events.BonusKept(who=who)):
            pay(t, who, t.seat(who).bonus)
        play(t, who)


def outcomes(t: RoundTable) -> list[str]:
    """What a stake may come to: no ADD MINIGAME and no MYSTERY PRIZE where there is none in the box."""
    empty = {"ADD MINIGAME": not playable(t), "MYSTERY PRIZE": not t.state.options.hidden()}
    return [outcome for outcome in OUTCOMES if not empty.get(outcome)]


async def stake(t: RoundTable, who: str) -> None:
    """One of five things happens to the win bonus, each as likely as the others."""
    bonus = t.seat(who).bonus
    with t.scene(events.BonusStaked(who=who, bonus=bonus, must=bool(t.force("Lockdown")))):
        outcome = t.draw_one("square00.outcome", outcomes(t))
        t.tell(events.Square00Opened(who=who, outcome=outcome))
        settle(t, who, bonus, outcome)
    play(t, who)


def settle(t: RoundTable, who: str, bonus: int, outcome: str) -> None:
    """What Square 00 makes of the win bonus."""
    if outcome == "DOUBLE":
        pay(t, who, 2 * bonus)
    elif outcome == "£26,000,000":
        pay(t, who, tables.SQUARE00_PRIZE)
    elif outcome == "ADD MINIGAME":
        pay(t, who, bonus)
        t.seat(who).prizes.append(t.seat(who).teaser)
    elif outcome == "MYSTERY PRIZE":
        pay(t, who, 0)
        for hidden in t.draw("square00.hidden", t.state.options.hidden(), 2, again=True):
            verbs.give_hidden(t, who, hidden)
    else:
        pay(t, who, 0)


def pay(t: RoundTable, who: str, amount: int) -> None:
    """The win bonus is settled: paid, or gone."""
    t.seat(who).bonus = 0
    if not amount:
        t.tell(events.BonusGone(who=who))
    verbs.gain(t, who, amount, "win bonus")


def hand(t: RoundTable, who: str, minigame: str) -> None:
    """A winner picks up a minigame. Whoever plays on in another round keeps it apart from what is held there."""
    if t.state.round_of(who):
        t.tell(events.MinigamePickedUp(who=who, minigame=minigame))
        t.seat(who).prizes.append(minigame)
    else:
        verbs.give_minigame(t, who, minigame)


def play(t: RoundTable, who: str) -> None:
    """A winner's minigames come due: those held, unless they belong to a round still played, and this victory's own."""
    if not t.state.round_of(who):
        verbs.queue_minigames(t, who)
    seat = t.seat(who)
    prizes, seat.prizes = seat.prizes, []
    for minigame in prizes:
        verbs.play_soon(t, who, minigame)
