"""One selection: who selects what, what it turns out to be, and whose turn is next."""

from __future__ import annotations

from functools import partial

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD
from engine.kernel.question import Option
from engine.kernel.table import Script
from engine.race import grid, lists
from engine.race.locks import flip, free_squares
from engine.season7 import bombs, events, tables, verbs
from engine.season7.resolve import certain, resolve
from engine.season7.state import Round
from engine.season7.table import RoundTable

TAKE_BACK = "take back"
AUTO_BOMB: int | str = "Auto-Bomb"


async def turn(t: RoundTable) -> None:
    """Whoever has the turn, or is made to play it, selects a square, or uses a hidden square instead."""
    who, forced = t.round.turn, t.round.forced
    player = forced or who
    try:
        if t.live(player):
            choice = chosen(t, player) or await selection(t, player)
            target = None if isinstance(choice, int) else await aimed(t, player, choice)
            if target == TAKE_BACK:
                t.seat(player).took_back = True
                return
            await carry_out(t, player, choice, target)
    except Withdrawn:
        pass
    t.seat(player).took_back = False
    made_somebody_play = t.round.forced != forced
    if t.round.turn == who and not made_somebody_play:
        pass_on(t, who)


def chosen(t: RoundTable, who: str) -> int:
    """A player's square if nobody has to be asked: drawn while hypnotised, locked in before, or first on a list."""
    if t.seat(who).hypnotised:
        return t.draw_one("hypnotise.square", free_squares(t, who))
    return lists.chosen_before(t, who)


def selection(t: RoundTable, who: str) -> Script[int | str]:
    """What a player selects, now that they are asked."""
    return t.ask(
        "select",
        who,
        "{who}, select a square.",
        partial(choices, t, who),
        lapse=AUTO_BOMB,
        of=BOARD,
    )


def choices(t: RoundTable, who: str) -> list[Option]:
    """The squares a player may select, and what their hidden squares let them do instead."""
    squares = grid.options(t.round, free_squares(t, who))
    for held in dict.fromkeys(t.player(who).hidden):
        if held in t.hooks.instead and t.hooks.instead[held].allowed(t, who):
            squares.append(Option(held, held, private=True))
    return squares


async def aimed(t: RoundTable, who: str, choice: str) -> int | str | None:
    """At whom or what a hidden square is aimed, if it is one that is; once in a turn it can be taken back instead."""
    aim = t.hooks.instead[choice].aim if choice in t.hooks.instead else None
    if aim is None:
        return None
    return await aim(t, who, [] if t.seat(who).took_back else [Option(TAKE_BACK, "Take it back")])


def carry_out(t: RoundTable, who: str, choice: int | str, target: int | str | None) -> Script[None]:
    """Do what was selected."""
    if choice == AUTO_BOMB:
        return lapse(t, who)
    return select(t, who, choice) if isinstance(choice, int) else use_instead(t, who, choice, target)


async def use_instead(t: RoundTable, who: str, choice: str, target: int | str | None) -> None:
    """A hidden square is used in place of a selection."""
    with verbs.use_hidden(t, who, choice):
        await t.hooks.instead[choice].use(t, who, target)


async def lapse(t: RoundTable, who: str) -> None:
    """The clock has run out. Some groups forgive the first time; otherwise it is an Auto-Bomb."""
    player = t.player(who)
    if t.state.options.forgive_first_miss and not player.missed:
        player.missed = True
        t.seat(who).owed = 0
        holder = t.round.turn
        if holder != who and t.seat(holder).owed:
            t.tell(events.MissForgiven(who=who, other=holder))
        else:
            t.tell(events.MissForgiven(who=who))
    else:
        bombs.auto_bomb(t, who)


def select(t: RoundTable, who: str, n: int) -> Script[None]:
    """A player opens a square."""
    lists.strike_off(t, who, n)
    flip(t.round, n, who)
    return as_selection(t, who, reveal(t, who, n))


async def as_selection(t: RoundTable, who: str, effect: Script[None]) -> None:
    """Whatever a player has selected takes its effect; then everything that counts selections has its say."""
    t.seat(who).picked = True
    t.round.selecting = who
    for begin in t.hooks.before_selection:
        begin(t, who)
    try:  # noqa: SIM105 - every selection comes by here, and suppress() takes its time
        await effect
    except Withdrawn:
        pass
    t.round.selecting = ""
    for follow in t.hooks.after_selection:
        follow(t, who)


async def reveal(t: RoundTable, who: str, n: int) -> None:
    """What the opened square turns out to be: a bomb, or what was drawn there, perhaps with something behind it."""
    cell = t.cell(n)
    for stands in t.hooks.before_reveal:
        comes_between = stands(t, who, n)
        instead_of_it = await comes_between if comes_between else None
        if instead_of_it is not None:
            cell.shown = instead_of_it
            return
    if cell.bombs:
        cell.shown = "Bomb"
        with t.scene(events.BombFound(who=who, n=n, face=cell.shown)):
            bombs.tell_whose(t, n, who)
            tell_near(t, n)
            await bombs.hit(t, who)
        return
    cell.shown = cell.face = certain(t, cell.face)
    hidden, cell.hidden = cell.hidden, ""
    with t.scene(events.SquareOpened(who=who, n=n, face=tables.words(cell.face))):
        tell_near(t, n)
        await resolve(t, who, cell.face)
        if hidden and t.seat(who).status == "in":
            verbs.give_hidden(t, who, hidden)


def tell_near(t: RoundTable, n: int) -> None:
    """With `wits` a square tells how many bombs lie next to it, corners included."""
    if t.state.options.wits:
        near = t.round.near[n] = sum(bool(t.cell(at).bombs) for at in grid.next_to(t.round, n) if not t.cell(at).open)
        t.tell(events.NearBombsCounted(n=n, near=near))


def pass_on(t: RoundTable, who: str) -> None:
    """The turn goes to the next player, unless this one owes another selection."""
    r = t.round
    r.forced = ""
    seat = r.seats[who]
    if seat.status == "in" and seat.owed:
        seat.owed -= 1
        return
    seat.owed = 0  # what somebody who leaves still owed stays behind
    r.turn = r.after(who)
    pass_by(t)


def take_over(r: Round, who: str) -> None:
    """The turn, which belongs to a place, goes to this player with all selections that are still due in it."""
    had = r.seats[r.turn]
    r.turn, r.seats[who].owed, had.owed = who, had.owed, 0


def pass_by(t: RoundTable) -> None:
    """Skip the players who must miss turns, as long as the round goes on."""
    r = t.round
    if not r.goes_on():
        return
    while r.turn and (seat := r.seats[r.turn]).misses:
        seat.misses -= 1
        t.tell(events.TurnMissed(who=r.turn))
        take_over(r, r.after(r.turn))
    if r.turn:
        for follow in t.hooks.before_turn:
            follow(t, r.turn)
