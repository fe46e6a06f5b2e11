"""The table of a minigame as this season lays it: what may be hidden behind a door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.picture import SHUT_CELL, Cell, Grid, Look, Picture
from engine.kernel.table import Script
from engine.kernel.text import Phrase, phrase
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.booth_table import Pictures, Prize, defer_rendering
from engine.race.booth import Paying, RaceBoothTable, pay_minigame_prize
from engine.season7 import events, rounds, tables, verbs
from engine.season7.state import MinigameBooth, RoundTable, Season


class MinigameTable(RaceBoothTable[MinigameBooth]):
    """The table of one of the season's booths."""

    state: Season

    def list_gifts(self) -> Sequence[str]:
        """Return the names of the hidden squares that a minigame of this season can give as prizes; the list is fixed
        when the season begins.
        """
        return self.state.options.list_hidden_squares()

    def tell_of_gift(self, who: str) -> None:
        """Tell a player in private that what they have just won in this minigame comes with a hidden square (a secret
        power to be used later). It is not given here: when the minigame is paid, they get it and learn which one it is.
        """
        self.whisper(who, events.HiddenBehind())


MEGAGRID_NAME = "Megagrid"
STOP: int | str = "Stop"
PICTURE = "megagrid"
COLUMN_NUMBERS = range(1, tables.MEGAGRID_COLUMNS + 1)


def compute_megagrid_stake(season: Season) -> int:
    """Compute the money with which a Megagrid climb starts: £10,000,000, plus £1,000,000 for each cycle after the
    first.
    """
    return tables.MEGAGRID_START + tables.MEGAGRID_STEP * (season.cycle - 1)


def open_megagrids(season: Season, winners: Sequence[str]) -> None:
    """Add to the season the table of a Megagrid, the bonus game after a Super Round, for each of its winners; nothing
    is played or announced yet. Boosters do not raise what it pays.
    """
    for who in winners:
        season.opened += 1
        season.booths[f"M{season.opened}"] = MinigameBooth(
            MEGAGRID_NAME, [who], 0, season.find_super_round(), compute_megagrid_stake(season)
        )


async def megagrid(t: MinigameTable, who: str) -> int:
    """Climb five rows of five squares, one square in each row. Each is worth more, and a bomb takes everything.
    The number of bombs still hidden in every column is open, and so is each row once it has been climbed.
    Before each row the player may stop and keep what there is.

    Play the whole climb of `who`, asking before each row; no answer stops. Return what is won, 0 after a bomb: the
    caller pays it.
    """
    bombs = [t.draw("megagrid.bombs", COLUMN_NUMBERS, k) for k, _ in tables.MEGAGRID_ROWS]
    pot = t.booth.stake
    climbed: list[int] = []
    for row, (_, prize) in enumerate(tables.MEGAGRID_ROWS):
        show_megagrid(t, bombs, climbed, pot)
        column = await ask_megagrid_column(t, who, row, pot)
        if column == STOP:
            t.tell(events.MegagridStopped(who=who, pot=pot, row=row))
            return pot
        climbed.append(int(column))
        if column in bombs[row]:
            show_megagrid(t, bombs, climbed, 0)
            t.tell(events.MegagridBombed(who=who, column=int(column), row=row + 1, pot=pot))
            return 0
        pot += prize
        above = len(tables.MEGAGRID_ROWS) - row - 1
        with t.scene(events.MegagridRowSafe(who=who, column=int(column), row=row + 1, pot=pot, left=above)):
            if not above:
                show_megagrid(t, bombs, climbed, pot)
                t.tell(events.MegagridClimbed(who=who))
    return pot


async def ask_megagrid_column(t: MinigameTable, who: str, row: int, pot: int) -> int | str:
    """Ask the player which column of row `row` of the Megagrid (from 0, the lowest) to open, or whether to stop with
    the money won, `pot`. Return the column's number or “Stop”; no answer in time stops.
    """
    count, prize = tables.MEGAGRID_ROWS[row]
    column: int | str = await t.ask(
        "megagrid.square",
        who,
        (
            "Row {row} pays {prize:£} more and hides {count} bomb{count:s}. A bomb takes your {pot:£}."
            " Which column do you choose, or do you stop?"
        ),
        {**{column: str(column) for column in COLUMN_NUMBERS}, STOP: phrase("Stop with {pot:£}", pot=pot)},
        lapse=STOP,
        of=PICTURE,
        patience="minigame",
        pot=pot,
        row=row + 1,
        count=count,
        prize=prize,
    )
    return column


def count_bombs_by_column(rows: Sequence[Sequence[int]]) -> list[int]:
    """Count for each column of a Megagrid, from the left, how many bombs are hidden in these rows, each of which lists
    the columns that have one.
    """
    return [sum(column in row for row in rows) for column in COLUMN_NUMBERS]


@defer_rendering
def show_megagrid(bombs: Sequence[Sequence[int]], climbed: list[int], pot: int) -> Pictures:
    """Show everybody the player's Megagrid so far, and the money won in it, `pot`. It is called with the table first,
    and returns nothing: `defer_rendering` has the pictures drawn when somebody looks.
    """
    return [build_megagrid_picture(bombs, climbed, pot)]


def build_megagrid_picture(bombs: Sequence[Sequence[int]], climbed: Sequence[int], pot: int) -> Grid:
    """Build the picture of a Megagrid, top row first: `o` is a square that the player has passed, `X` the bomb that has
    stopped them, `*` another bomb, `.` a safe square, `?` a square not uncovered yet. Below stands how many bombs each
    column still hides.
    """
    top_down = list(reversed(range(len(bombs))))
    cells = [
        build_uncovered_cell(bombs[row], climbed[row], column)
        if row < len(climbed)
        else build_hidden_cell(column, next_=row == len(climbed))
        for row in top_down
        for column in COLUMN_NUMBERS
    ]
    under = " ".join(map(str, count_bombs_by_column(bombs[len(climbed) :])))
    return Grid(
        id=PICTURE,
        columns=tables.MEGAGRID_COLUMNS,
        cells=cells,
        rows=[f"{tables.MEGAGRID_ROWS[row][1] // 1_000_000:>3}M" for row in top_down],
        title=phrase("Pot {pot:£}", pot=pot),
        notes=[phrase("bombs {hidden}", hidden=under)],
        look=Look(
            name=PICTURE,
            pot=phrase("{pot:£}", pot=pot),
            label=phrase("In the pot"),
            lives=phrase("A bomb takes all this money"),
            go=phrase("Open door {what}", what="#"),
            tap=phrase("Tap a column"),
            feet=[*under.split()],
            tails=[*(str(tables.MEGAGRID_ROWS[row][0]) for row in top_down), *list_start_money(climbed, pot)],
        ),
    )


def list_start_money(climbed: Sequence[int], pot: int) -> list[Phrase]:
    """Return, for the edge of the picture, a list of one text: the money with which the climb began, worked out from
    `pot` and the rows passed; an empty list once a bomb has taken it.
    """
    won = sum(prize for _, prize in tables.MEGAGRID_ROWS[: len(climbed)])
    return [phrase("{start:£k}", start=pot - won)] if pot > won else []


def read_bombs_by_column(shown: Sequence[Picture]) -> list[int]:
    """Read from the picture of a Megagrid, which must be among those `shown` and which everybody sees, how many bombs
    each column still hides; empty if that picture has no look.
    """
    grid = next(each for each in shown if each.id == PICTURE)
    return [int(str(count)) for count in grid.look.feet] if grid.look else []


def build_hidden_cell(column: int, *, next_: bool) -> Cell:
    """Build the picture of one Megagrid square not uncovered yet; in the next row (`next_`) it can be tapped to choose
    its column.
    """
    return Cell("?", SHUT_CELL, value=column if next_ else None, mark="next" if next_ else "")


def build_uncovered_cell(bombs: Sequence[int], went: int, column: int) -> Cell:
    """Build the picture of one uncovered Megagrid square: a bomb, safe, or where the player went."""
    if column == went:
        return Cell("X", "bomb", mark="wrong") if column in bombs else Cell("o", "safe", mark="right")
    return Cell("*", "bomb") if column in bombs else Cell(".", "safe")


def open_due_booths(season: Season) -> None:
    """Open a table for the first minigame in the queue of every player who is not playing one of their own (taking part
    in another's does not count), and take it off the queue; one for two gets an opponent, if anybody else is left. Its
    booster is the larger of that stored and that of now. Those won in a Head to Head wait until all its groups have
    finished.
    """
    busy = {booth.players[0] for booth in season.booths.values()}
    for due in list(season.due):
        who, place = due.who, due.round
        if who not in busy and not rounds.is_held_back(season.rounds, place):
            season.due.remove(due)
            season.opened += 1
            # While it waited they may have gone out, or won an Accelerator.
            booster = max(due.booster, season.players[who].booster)
            players = [who, *find_minigame_opponent(season, who, place)] if due.game in FOR_TWO else [who]
            season.booths[f"M{season.opened}"] = MinigameBooth(due.game, players, booster, place)
            busy.add(who)


def find_minigame_opponent(season: Season, who: str, place: str) -> list[str]:
    """Return, as a list of one name, the opponent of `who` in a minigame for two: the lowest on the leaderboard among
    the other players of the round `place`, or else among all others. The list is empty if there is nobody else.
    """
    others = [other for _, other in reversed(season.rank_standings()) if other != who]
    seats = season.rounds[place].seats if place in season.rounds else {}
    return ([other for other in others if other in seats] or others)[:1]


def find_season7_booth_step(t: MinigameTable) -> Script[Any] | None:
    """Return the coroutine that plays the whole minigame at this table, the Megagrid included, and returns its prize;
    None once the minigame has been paid.
    """
    if t.id not in t.state.booths:
        return None
    return megagrid(t, *t.booth.players) if t.booth.game == MEGAGRID_NAME else play_minigame(t)


async def play_minigame(t: MinigameTable) -> Prize:
    """Announce which minigame begins, play it, and return its prize."""
    with t.scene(events.MinigameStarted(who=t.booth.players[0], game=t.booth.game)):
        prize: Prize = await MINIGAMES[t.booth.game](t, *t.booth.players)
        return prize


def close_booth(t: MinigameTable, prize: Prize | None) -> None:
    """Remove the table of a finished minigame from the season, and pay its prize, raised by boosters, at the table of
    the round in which it was won. None as prize pays £0. Raise KeyError if the minigame is gone already.
    """
    booth = t.state.booths.pop(t.id)
    place = t.game.wake_table(booth.round)
    if not isinstance(place, RoundTable):
        raise TypeError(f"{booth.round} is not a round")
    pay_minigame_prize(place, booth, prize, SEASON7_PAYING)


def pay_minigame_winner(place: RoundTable, booth: MinigameBooth, winner: str, amount: int) -> None:
    """Pay money won in a minigame and announce it, raised by the booster stored with the minigame (its finder's); an
    opponent who wins uses their own booster.
    """
    own = winner == booth.players[0]
    lift = booth.booster if own else place.player(winner).booster
    source = "megagrid" if booth.game == MEGAGRID_NAME else "minigames" if own else tables.OPPONENT_SOURCE
    verbs.pay_minigame(place, winner, amount, lift, booth.game, source)


SEASON7_PAYING = Paying(pay_minigame_winner, verbs.raise_booster, verbs.give_hidden)
