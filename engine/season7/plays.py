"""What players may do at any time: lock in, leave a list, peek, use hidden squares; and what the host may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.question import Option, Play
from engine.kernel.text import phrase
from engine.race import table as race
from engine.race.table import RacePlay
from engine.season7 import events, tables, verbs
from engine.season7.table import RoundTable


def list_season7_plays(t: RoundTable, who: str) -> list[Play]:
    """List everything a player may do in this round without being asked: peek, lock in their next square, leave a list
    of squares for later turns, use hidden squares. While others still hide their bombs, only a list can be left.
    """
    freely = FREELY if t.is_live(who) else BEFORE_PLAY if t.waits_to_begin(who) else {}
    return (race.list_race_plays(t, who, freely) if freely else []) + list_hidden_plays(t, who)


def list_hidden_plays(t: RoundTable, who: str) -> list[Play]:
    """List the hidden squares (secret powers found behind cash squares) that a player holds and can use now without
    being asked, each as a play with its choices.
    """
    plays = []
    for hidden in dict.fromkeys(t.player(who).hidden):
        use = t.hooks.uses.get(hidden)
        if use is not None and use.allowed(t, who):
            choices = [] if use.choices is None else use.choices(t, who)
            if use.choices is None or choices:
                options = [item if isinstance(item, Option) else Option(item, str(item)) for item in choices]
                label = phrase("Use {hidden}", hidden=hidden)
                plays.append(Play(hidden, label, options, secret=True, of=race.build_picture_path(t, use.of)))
    return plays


def make_season7_play(t: RoundTable, who: str, key: str, value: Any) -> None:
    """Carry out what a player does without being asked (`key`, such as a peek or a hidden square's name). A hidden
    square is used up at once, secretly or for all to see, or kept ready for its moment.
    """
    if key in FREELY:
        FREELY[key].does(t, who, value)
        return
    use = t.hooks.uses[key]
    if use.quiet:
        verbs.use_hidden_quietly(t, who, key)
    if use.quiet or use.armed:
        use.does(t, who, value)
        return
    with verbs.use_hidden(t, who, key):
        use.does(t, who, value)


def list_lockable_squares(t: RoundTable, who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """List the closed squares that a player can lock in for their next turn; none while hypnotised, because chance then
    selects.
    """
    return [] if t.seat(who).hypnotised else race.list_squares_to_lock(t, who, closed)


def peek_at_square(t: RoundTable, who: str, n: int) -> None:
    """Tell a player in private the category of a square, or that a bomb lies on it. Players who borrow peeks are told
    too, and with the options `wits` and `peeks=open` everybody.
    """
    cell = t.find_cell(n)
    category = 0 if cell.bombs else tables.find_category(cell.face)
    t.round.peeks.append((who, n, category))
    if t.state.options.are_peeks_open():
        t.seat(who).peeks -= 1
        t.tell(events.PeekShown(who=who, n=n, what=tables.format_peeked_category(category)))
        return
    borrowers = [name for name in t.round.borrowers if name != who and t.is_live(name)]
    race.take_peek(t, who, n, tables.format_peeked_category(category), borrowers)


FREELY: Mapping[str, RacePlay[RoundTable]] = {
    "lock": RacePlay("Lock your next square", race.lock_in_square, list_lockable_squares),
    "list": race.build_wish_list_play("Write a list of squares for your turn"),
    "clear list": race.CLEAR_LIST,
    "peek": RacePlay("Peek at a square", peek_at_square, race.list_peekable_squares),
}
BEFORE_PLAY = {key: FREELY[key] for key in ("list", "clear list")}
SEASON7_SECRET_PLAYS = (*tables.HIDDEN_SQUARES, *(key for key, freely in FREELY.items() if freely.secret))
