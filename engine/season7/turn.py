"""One selection: who selects what, what it turns out to be, and whose turn is next."""

from __future__ import annotations

from functools import partial

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD
from engine.kernel.question import Option, Question
from engine.kernel.table import Script
from engine.kernel.text import format_money
from engine.race import table
from engine.race.table import list_unlocked_squares, open_cell
from engine.season7 import board, bombs, events, tables, verbs
from engine.season7.state import RoundTable, Season7Round


def draw_mystery_amount(t: RoundTable, face: str) -> str:
    """Draw what a mystery square holds when it is opened, and return it as a face such as “£250,000” or “37% Booster”;
    the face of any other square is returned unchanged.
    """
    if face == tables.MYSTERY_SIX:
        return format_money(t.draw_one("mystery.six_figures", range(100, 1000)) * 1000)
    if face == tables.MYSTERY_SEVEN:
        return format_money(t.draw_one("mystery.seven_figures", range(1000, 10_000)) * 1000)
    if face == tables.MYSTERY_BOOST:
        return f"{t.draw_one('mystery.booster', range(1, 101))}% Booster"
    return face


def has_effect(t: RoundTable, face: str) -> bool:
    """Return whether a square with this face does something when it is opened, so that other squares can copy or repeat
    it: it holds cash, a booster or a minigame, or has a function of its own.
    """
    plain = tables.parse_cash(face) is not None or tables.parse_booster(face) is not None
    return plain or face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES or face in t.hooks.squares


async def give_square(t: RoundTable, who: str, face: str) -> None:
    """Announce that a player receives a square that did not lie on the board, such as a gift, and apply it to them. Its
    cash is raised by their own booster but not the board's, and may hide another square.
    """
    category, face = tables.find_category(face), draw_mystery_amount(t, face)
    with t.scene(events.SquareReceived(who=who, face=tables.format_square(face))):
        amount = find_cash_for_player(t, who, face)
        if amount is None:
            await resolve_square(t, who, face)
            return
        verbs.pay_handed_cash(t, who, amount)
        for hidden in filter(None, board.draw_hidden_behind_cash(t, "prize.hidden", category)):
            verbs.give_hidden(t, who, hidden)


async def resolve_square(t: RoundTable, who: str, face: str) -> None:
    """Let the square with this face do its work for a player, who has opened it or got it otherwise: pay cash, as cash
    of the board, raise the booster, give a minigame, or run the function of the square. An amount still to be drawn is
    drawn first. The square must have an effect (`has_effect`).
    """
    face = draw_mystery_amount(t, face)
    amount = find_cash_for_player(t, who, face)
    if amount is not None:
        verbs.pay_board_cash(t, who, amount)
    elif (percent := tables.parse_booster(face)) is not None:
        verbs.raise_booster(t, who, percent)
    elif face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES:
        verbs.give_minigame(t, who, face)
    else:
        await t.hooks.squares[face](t, who)


def find_cash_for_player(t: RoundTable, who: str, face: str) -> int | None:
    """Return the amount that a square with this face pays this player before boosters, below zero for a loss, or None
    if it is no cash. For a player who voted Leave in this round, and has not moved to another, cash of six or seven
    figures is a loss.
    """
    amount, seat = tables.parse_cash(face), t.round.seats.get(who)
    if amount is None or seat is None or seat.vote != "Leave" or seat.went or tables.find_category(face) not in (2, 3):
        return amount
    return -amount


TAKE_BACK = "take back"
DUELLISTS = 2
AUTO_BOMB: int | str = "Auto-Bomb"


async def take_turn(t: RoundTable) -> None:
    """Play one selection: get the choice of the player whose turn it is, or of one forced to make it, carry it out, and
    pass the turn on. With the option `duel` the last two players first lock in squares, when that is due. Nothing is
    carried out if they take a hidden square back; that is noted, and the next call asks again. If their selection is
    withdrawn, only the turn passes.
    """
    who, forced = t.round.turn, t.round.forced
    player = forced or who
    if t.state.options.duel and is_duel_due(t):
        await lock_in_duel(t)
    try:
        if t.is_live(player) and not t.round.is_finished():
            choice = find_chosen_square(t, player) or await ask_selection(t, player)
            target = None if isinstance(choice, int) else await ask_hidden_target(t, player, choice)
            if target == TAKE_BACK:
                t.seat(player).took_back = True
                return
            await begin_choice(t, player, choice, target)
    except Withdrawn:
        pass
    t.seat(player).took_back = False
    made_somebody_play = t.round.forced != forced
    if t.round.turn == who and not made_somebody_play:
        pass_turn_on(t, who)


def is_duel_due(t: RoundTable) -> bool:
    """Return whether the last two players of a round must lock in their next squares now, at the same time: neither has
    one locked in, a list or is hypnotised, nobody is forced to select, and two squares at least are closed. The caller
    checks the option `duel`.
    """
    r = t.round
    living = r.list_living() if not r.forced else []
    free = [who for who in living if not (r.seats[who].locked or r.seats[who].wishes or r.seats[who].hypnotised)]
    return len(living) == len(free) == DUELLISTS and len(r.list_closed_squares()) > 1


async def lock_in_duel(t: RoundTable) -> None:
    """Ask the last two players at the same time, in secret, which squares they lock in, then lock them in and announce
    both. If both choose the same one, the player whose turn it is gets it, and it is announced that the other does not.
    A player who chooses none is asked in their turn. If one of them leaves the round meanwhile, it is over, and nothing
    is locked in.
    """
    asked = Question(
        key="duel.lock",
        text="{round}: only you and {other} are left. Which square do you lock in? You both choose now.",
        lapse=0,
        of=BOARD,
        secret=True,
    )
    first = t.round.turn
    both = sorted(t.list_living(), key=lambda who: who != first)
    questions = t.put_questions(
        asked,
        both,
        lambda who: table.list_square_options(t.round, list_unlocked_squares(t, who)),
        lambda who: {"round": t.round.title, "other": next(name for name in both if name != who)},
    )
    chosen = await t.wait_for_all(questions, t.round.is_finished)
    for who in both if t.round.is_contested() else ():
        n = chosen.get(who, 0)
        if n and n in list_unlocked_squares(t, who) and not t.seat(who).locked and t.is_live(who):
            table.lock_in_square(t, who, n)
        elif n:
            t.tell(events.DuelSquareTaken(who=who, n=n))


def find_chosen_square(t: RoundTable, who: str) -> int:
    """Return the number of the square that a player selects without being asked now: one drawn at random under
    hypnosis, else the one locked in before, else the first on their list that is free; 0 if they must be asked.
    """
    if t.seat(who).hypnotised:
        return t.draw_one("hypnotise.square", list_unlocked_squares(t, who))
    return table.find_square_chosen_before(t, who)


def ask_selection(t: RoundTable, who: str) -> Script[int | str]:
    """Return the coroutine that asks a player which square to select. It gives the number of the square, the name of
    the hidden square that they use instead of selecting, or “Auto-Bomb” if they do not answer in time; it raises
    Withdrawn if they are out meanwhile.
    """
    return t.ask(
        "select",
        who,
        "{who}, open a square.",
        partial(list_selection_options, t, who),
        lapse=AUTO_BOMB,
        of=BOARD,
    )


def list_selection_options(t: RoundTable, who: str) -> list[Option]:
    """List what a player may answer when asked to select: the closed squares they can open, and the hidden squares they
    hold that can take a selection's place.
    """
    squares = table.list_square_options(t.round, list_unlocked_squares(t, who))
    for held in dict.fromkeys(t.player(who).hidden):
        if held in t.hooks.instead and t.hooks.instead[held].allowed(t, who):
            squares.append(Option(held, held, private=True))
    return squares


async def ask_hidden_target(t: RoundTable, who: str, choice: str) -> int | str | None:
    """Ask a player at which player or square they aim the hidden square `choice`, and return it; None if it needs no
    target, or `choice` is no hidden square. Once in a turn they can go back and choose otherwise: that returns “take
    back”. Raise Withdrawn if they are out meanwhile.
    """
    aim = t.hooks.instead[choice].aim if choice in t.hooks.instead else None
    if aim is None:
        return None
    return await aim(t, who, [] if t.seat(who).took_back else [Option(TAKE_BACK, "Take it back")])


def begin_choice(t: RoundTable, who: str, choice: int | str, target: int | str | None) -> Script[None]:
    """Return the coroutine that carries out what a player chose in their turn: open a square, use a hidden square, or
    miss the turn. A square is marked as opened at once, before the coroutine is awaited.
    """
    if choice == AUTO_BOMB:
        return handle_missed_turn(t, who)
    return select_square(t, who, choice) if isinstance(choice, int) else use_hidden_instead(t, who, choice, target)


async def use_hidden_instead(t: RoundTable, who: str, choice: str, target: int | str | None) -> None:
    """Let a player use up the hidden square `choice`, which they hold, in place of the selection they were asked for,
    and announce it; `target` is the player or square it is aimed at, if it needs one.
    """
    with verbs.use_hidden(t, who, choice):
        await t.hooks.instead[choice].use(t, who, target)


async def handle_missed_turn(t: RoundTable, who: str) -> None:
    """Handle a turn that its player let pass: an Auto-Bomb explodes on them or, once for each player, if the group's
    option forgives the first missed turn, they only lose the turn and any extra selections they owe, which is
    announced.
    """
    player = t.player(who)
    if t.state.options.forgive_first_miss and not player.missed:
        player.missed = True
        t.seat(who).owed = 0
        holder = t.round.turn
        if t.seat(holder).owed:
            t.tell(events.MissForgiven(who=who, other=holder))
        else:
            t.tell(events.MissForgiven(who=who))
    else:
        bombs.auto_bomb(t, who)


def select_square(t: RoundTable, who: str, n: int) -> Script[None]:
    """Open square `n` at once for a player as their selection, which ends lock-ins of it and takes it off their list;
    return the coroutine that shows everybody what it is and lets it do its work for the player.
    """
    table.remove_wish(t, who, n)
    open_cell(t.round, n, who)
    return run_as_selection(t, who, reveal_square(t, who, n))


async def run_as_selection(t: RoundTable, who: str, effect: Script[None]) -> None:
    """Run the effect of a player's selection (such as opening a square), and before and after it the functions that
    count or change selections (Protect, Free Play, spells …). If the effect is withdrawn half-way, the functions after
    it are run all the same.
    """
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


async def reveal_square(t: RoundTable, who: str, n: int) -> None:
    """Show everybody what square `n`, which a player opens, holds (a bomb and whose it is, or its face; with the option
    `wits` also how many bombs lie beside it), and apply it to the player. A hidden square behind it is given to them in
    secret, if they are still in. Gold Dust and Knife Edge may first change the square.
    """
    cell = t.find_cell(n)
    for stands in t.hooks.before_reveal:
        comes_between = stands(t, who, n)
        instead_of_it = await comes_between if comes_between else None
        if instead_of_it is not None:
            cell.shown = instead_of_it
            return
    if cell.bombs:
        cell.shown = "Bomb"
        with t.scene(events.BombFound(who=who, n=n, face=cell.shown)):
            bombs.tell_bomb_owners(t, n, who)
            if t.state.options.wits:
                tell_bombs_nearby(t, n)
            await bombs.hit_player_with_bomb(t, who)
        return
    cell.shown = cell.face = draw_mystery_amount(t, cell.face)
    hidden, cell.hidden = cell.hidden, ""
    with t.scene(events.SquareOpened(who=who, n=n, face=tables.format_square(cell.face))):
        if t.state.options.wits:
            tell_bombs_nearby(t, n)
        await resolve_square(t, who, cell.face)
        if hidden and t.seat(who).status == "in":
            verbs.give_hidden(t, who, hidden)


def tell_bombs_nearby(t: RoundTable, n: int) -> None:
    """Tell everybody on how many of the closed squares that touch square `n`, at a side or corner, bombs lie, and note
    the number for later. Called only in games with the option `wits`.
    """
    near = t.round.near[n] = sum(
        bool(t.find_cell(at).bombs) for at in table.list_neighbours(t.round, n) if not t.find_cell(at).open
    )
    t.tell(events.NearBombsCounted(n=n, near=near))


def pass_turn_on(t: RoundTable, who: str) -> None:
    """Pass the turn from this player to the next one who need not miss it, and end a Force Play; if they are still in
    and owe another selection, count it off and leave the turn with them.
    """
    r = t.round
    r.forced = ""
    seat = r.seats[who]
    if seat.status == "in" and seat.owed:
        seat.owed -= 1
        return
    seat.owed = 0  # what somebody who leaves still owed stays behind
    r.turn = r.find_next_player(who)
    skip_missed_turns(t)


def hand_turn_over(r: Season7Round, who: str) -> None:
    """Give the turn to this player, and with it the extra selections that the player who had it still owed."""
    had = r.seats[r.turn]
    r.turn, r.seats[who].owed, had.owed = who, had.owed, 0


def skip_missed_turns(t: RoundTable) -> None:
    """Pass the turn over players who must miss theirs, each counted off and announced, then begin the turn of the next
    one (a Double Dip found before takes effect). Do nothing if no selection follows in the round.
    """
    r = t.round
    if not r.has_next_selection():
        return
    while r.turn and (seat := r.seats[r.turn]).misses:
        seat.misses -= 1
        t.tell(events.TurnMissed(who=r.turn))
        hand_turn_over(r, r.find_next_player(r.turn))
    if r.turn:
        for follow in t.hooks.before_turn:
            follow(t, r.turn)
