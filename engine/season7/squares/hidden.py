"""Hidden squares used in place of a selection. All hidden squares are known to their holder alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD
from engine.kernel.question import Option
from engine.kernel.table import Script
from engine.kernel.text import Words, phrase
from engine.race import table
from engine.race.table import add_sealed_bomb, lift_locks
from engine.season7 import board, bombs, events, tables, verbs
from engine.season7.state import BOMB_STOPPED, HiddenInstead, HiddenUse, RoundTable, Season7Cell
from engine.season7.turn import draw_mystery_amount, give_square, has_effect, resolve_square, run_as_selection

BAG = (3, 4, 5)  # the categories in the Bonus Bag
SWING = (4, 5, 6, 7, 8)  # the categories that the Metronome swings over


async def bonus_bag(t: RoundTable, who: str, _: None) -> None:
    """The player gets a random square from the bag and not from the board: seven-figure cash, a booster or a
    minigame.

    Called when `who` has used up this hidden square in place of a selection. Draw the square and apply it, as if it had
    been selected.
    """
    faces, weights = tables.weigh_squares_evenly(BAG, frozenset(t.state.options.without))
    face = t.draw_one("bonus_bag.square", faces, weights=weights)
    t.tell(events.BonusBagOpened(who=who))
    await run_as_selection(t, who, give_square(t, who, face))


def find_copied_effect(t: RoundTable, n: int) -> str:
    """Return the effect that copying the open square `n` would have: a bomb, the face everybody saw on it, or "" if it
    has none.
    """
    shown = t.find_cell(n).shown
    return shown if shown == "Bomb" or has_effect(t, shown) else ""


def list_copyable_squares(t: RoundTable) -> list[int]:
    """List the numbers of the open squares that Copy & Paste can copy: selected by a player, not merely flipped, and
    with an effect.
    """
    return [n for n, cell in enumerate(t.round.cells, 1) if cell.open and cell.by and find_copied_effect(t, n)]


def ask_square_to_copy(t: RoundTable, who: str, back: Sequence[Option]) -> Script[int | str]:
    """Return the coroutine that asks the player which open square to copy with Copy & Paste, or to go back (`back`, the
    options for that). It gives the square's number, the value of the option in `back`, or 0 if there is no answer in
    time.
    """
    return t.ask(
        "copy_paste.square",
        who,
        "Which open square do you want to use once more?",
        lambda: [*table.list_square_options(t.round, list_copyable_squares(t)), *back],
        lapse=0,
        of=BOARD,
        secret=True,
    )


async def copy_paste(t: RoundTable, who: str, n: int) -> None:
    """The player selects an open square. It works once more, even if it is a bomb.

    Called when `who` has used up this hidden square in place of a selection. `n` is the square chosen before; 0 (no
    answer) lets one be drawn.
    """
    n = n or t.draw_one("copy_paste.drawn", list_copyable_squares(t))
    face = find_copied_effect(t, n)
    t.tell(events.SquareCopied(who=who, n=n, face=tables.format_square(face)))
    await run_as_selection(
        t, who, bombs.hit_player_with_bomb(t, who) if face == "Bomb" else resolve_square(t, who, face)
    )


def ask_forced_player(t: RoundTable, who: str, back: Sequence[Option]) -> Script[int | str]:
    """Return the coroutine that asks the player whom Force Play shall make take this selection, or to go back (`back`,
    the options for that). It gives the name (“nobody” if there is none), the value of the option in `back`, or '' if
    there is no answer in time.
    """
    return t.ask(
        "force_play.player",
        who,
        "Which player must choose a square in your place?",
        lambda: [*([Option(name, name) for name in t.list_living(but=who)] or [Option("nobody", "Nobody")]), *back],
        lapse="",
        secret=True,
    )


async def force_play(t: RoundTable, who: str, other: str) -> None:
    """Another player must make this selection, as if it were their turn. After that, it is the turn of the player
    who comes next after the holder.

    Called when `who` has used up this hidden square in place of a selection. `other` is the player chosen before (''
    for the next in turn); only note and announce them: the round asks them next. Do nothing if nobody else is in.
    """
    others = t.list_living(but=who)
    if others:
        other = other or t.round.find_next_player(who)
        t.tell(events.PlayForced(other=other, who=who))
        t.round.forced = other


def list_metronome_squares(t: RoundTable) -> list[str]:
    """List the names of the kinds of squares at which the Metronome can stop, whether or not the board has them: those
    of its categories, without cash and without what this board bars.
    """
    out = board.list_barred_squares(t)
    return [
        face
        for c in SWING
        for face in tables.SQUARES_BY_CATEGORY[c]
        if face not in out and tables.parse_cash(face) is None
    ]


async def metronome(t: RoundTable, who: str, _: None) -> None:
    """A random square of Categories 4 to 8 works for the player.

    Called when `who` has used up this hidden square in place of a selection. Draw the square and apply it to them; this
    counts as no selection of theirs.
    """
    face = draw_mystery_amount(t, t.draw_one("metronome.square", list_metronome_squares(t)))
    t.tell(events.MetronomeStopped(face=tables.format_square(face), who=who))
    await resolve_square(t, who, face)


async def skip_turn(t: RoundTable, who: str, _: None) -> None:
    """The player does not make this selection.

    Called when `who` has used up this hidden square in place of a selection. Only announce it: the caller passes the
    turn on.
    """
    t.tell(events.TurnSkipped(who=who))


INSTEAD: Mapping[str, HiddenInstead] = {
    "Bonus Bag": HiddenInstead(bonus_bag),
    "Copy/Paste": HiddenInstead(copy_paste, lambda t, _who: bool(list_copyable_squares(t)), ask_square_to_copy),
    "Force Play": HiddenInstead(force_play, lambda t, who: bool(t.list_living(but=who)), ask_forced_player),
    "Metronome": HiddenInstead(metronome, lambda t, _who: bool(list_metronome_squares(t))),
    "Skip Turn": HiddenInstead(skip_turn),
}


async def bomb_switch(t: RoundTable, who: str) -> str | None:
    """The bomb does not explode. The finder hides it on another square. All locks end.

    Called when a bomb reaches `who`. If they hold this hidden square, use it up, ask where the bomb goes, lay it there,
    and return BOMB_STOPPED; else (or if no square is closed) return None.
    """
    if "Bomb Switch" not in t.player(who).hidden or not t.round.list_closed_squares():
        return None
    with verbs.use_hidden(t, who, "Bomb Switch"):
        t.tell(events.BombSwitched(who=who))
        n = await ask_where_to_lay(t, who) or t.draw_one("bomb_switch.placed_by_host", t.round.list_closed_squares())
        add_sealed_bomb(t, who, n)
        lift_locks(t)
        t.tell(events.BombRelaid())
    return BOMB_STOPPED


async def ask_where_to_lay(t: RoundTable, who: str) -> int:
    """Ask the finder of a switched bomb on which closed square to hide it again; return its number, or 0 if they do not
    answer or are gone, so that the caller draws a square.
    """
    try:
        return await t.ask(
            "bomb_switch.square",
            who,
            "On which square do you hide the bomb again?",
            lambda: table.list_square_options(t.round, t.round.list_closed_squares()),
            lapse=0,
            of=BOARD,
            secret=True,
        )
    except Withdrawn:
        return 0


async def deflect(t: RoundTable, who: str) -> str | None:
    """The bomb hits another player still in, chosen by chance. It counts as their bomb now.

    Called when a bomb reaches `who`. If they hold this hidden square and somebody else is in, use it up and return the
    player whom the caller lets the bomb hit instead; else return None.
    """
    others = t.list_living(but=who)
    if "Deflect" not in t.player(who).hidden or not others:
        return None
    with verbs.use_hidden(t, who, "Deflect"):
        victim = t.draw_one("deflect.target", others)
        t.tell(events.BombDeflected(who=who, victim=victim))
    return victim


async def defuse(t: RoundTable, who: str) -> str | None:
    """The bomb does not explode, and nothing happens.

    Called when a bomb reaches `who`. If they hold this hidden square, use it up and return BOMB_STOPPED, so that the
    caller stops the bomb; else return None.
    """
    if "Defuse" not in t.player(who).hidden:
        return None
    with verbs.use_hidden(t, who, "Defuse"):
        t.tell(events.BombDefused(who=who))
    return BOMB_STOPPED


REVIVE_PRICE = 1_000_000


def build_square_options(t: RoundTable, numbers: list[int]) -> list[Option]:
    """Build the options of a question from the numbers of squares to choose from."""
    return [table.build_square_option(n, t.round.columns) for n in numbers]


# -- in private: to know more than the others


def bomb_finder(t: RoundTable, who: str, _: None) -> None:
    """The player learns where the bombs of this board are now.

    Called when `who` has used up this hidden square in secret. Keep what they learn at their seat, and whisper it.
    """
    found = t.round.list_bomb_squares()
    t.seat(who).learned |= dict.fromkeys(found, board.SEEN_BOMB)
    if found:
        t.whisper(who, events.BombsFoundSeen(n=len(found), found=found))
    else:
        t.whisper(who, events.NoBombsFoundSeen())


def borrow_the_truth(t: RoundTable, who: str, _: None) -> None:
    """The player learns what all peeks of the others have shown them in this round. From now on the player sees
    every new peek, too.

    Called when `who` has used up this hidden square in secret. Whisper the peeks made so far, and note `who` among
    those who are told each later one.
    """
    t.round.borrowers.append(who)
    peeks = [peek for peek in t.round.peeks if peek[0] != who]
    if not peeks:
        t.whisper(who, events.NoPeeksToBorrow())
    for other, n, category in peeks:
        t.whisper(who, events.PeekBorrowed(other=other, n=n, what=tables.format_peeked_category(category)))


def omniscience(t: RoundTable, who: str, _: None) -> None:
    """The player learns which hidden squares all other players still in hold now.

    Called when `who` has used up this hidden square in secret. Whisper one line for each other player still in; nothing
    is kept.
    """
    for other in t.list_living(but=who):
        held = t.player(other).hidden
        t.whisper(who, events.HoldingsSeen(other=other, held=held))


def list_open_rows(t: RoundTable, _: str) -> list[Option]:
    """List as options, whose values are letters, the rows in which at least one square is closed."""
    letters = {
        (n - 1) // t.round.columns: table.format_coordinate(n, t.round.columns)[0]
        for n in t.round.list_closed_squares()
    }
    return [Option(letter, phrase("Row {letter}", letter=letter)) for letter in letters.values()]


def list_row_squares(t: RoundTable, row: int) -> range:
    """Return the numbers, counted from 1, of the squares in a row, which is itself counted from 0."""
    return range(row * t.round.columns + 1, (row + 1) * t.round.columns + 1)


def reveal_a_row(t: RoundTable, who: str, row: str) -> None:
    """The player learns exactly what is on every closed square of a row, and what is hidden behind it.

    Called when `who` has used up this hidden square in secret; `row` is the letter chosen. Keep what they learn at
    their seat, and whisper it.
    """
    for n in list_row_squares(t, ord(row) - ord("A")):
        if not t.find_cell(n).open:
            what = format_cell_contents(t.find_cell(n))
            t.seat(who).learned[n] = phrase("{what}, when you looked", what=what)
            t.whisper(who, events.SquareSeen(n=n, what=what))


def format_cell_contents(cell: Season7Cell) -> Words:
    """Format all that lies on a closed square for the player who may see it; under a bomb only the bomb is named."""
    if cell.bombs:
        return "a Bomb"
    face = tables.format_square(cell.face)
    return (
        phrase("{face}, and behind it the hidden square {hidden}", face=face, hidden=cell.hidden)
        if cell.hidden
        else face
    )


# -- in private: to change the board


def list_closed_options(t: RoundTable, _: str) -> list[Option]:
    """List all closed squares as options of a question."""
    return build_square_options(t, t.round.list_closed_squares())


def list_unlocked_options(t: RoundTable, _: str) -> list[Option]:
    """List the closed squares that nobody has locked in, as options."""
    locked = {t.seat(who).locked for who in t.list_living()}
    return build_square_options(t, [n for n in t.round.list_closed_squares() if n not in locked])


def conversion(t: RoundTable, who: str, n: int) -> None:
    """A square, or the bomb on it, becomes a random square of another category. The player learns which category.

    Called when `who` has used up this hidden square in secret; `n` is the square chosen. Replace all that lies on it,
    and whisper the category.
    """
    cell = t.find_cell(n)
    now = 0 if cell.bombs else tables.find_category(cell.face)
    possible = dict.fromkeys(board.list_board_categories(t))
    category = t.draw_one("conversion.category", [c for c in possible if c != now] or [now])
    turn_cell_into(t, cell, "conversion.square", category)
    what = t.seat(who).learned[n] = tables.format_peeked_category(category)
    t.whisper(who, events.SquareConverted(n=n, what=what))


def turn_cell_into(t: RoundTable, cell: Season7Cell, key: str, category: int) -> None:
    """Replace all that lies on a square, its bombs too, by a random square of a category, without announcing it; cash
    may hide another square behind it.
    """
    cell.face, cell.hidden, cell.bombs = board.draw_faces(t, key, 1, (category,))[0], "", []
    board.hide_squares_behind_cash(t, [cell])


def kablam(t: RoundTable, who: str, n: int) -> None:
    """A Blammo takes the place of what was on a square. If a bomb is on that square, the bomb stays.

    Called when `who` has used up this hidden square in secret; `n` is the square chosen. Replace its face and what is
    hidden behind it, and whisper that.
    """
    cell = t.find_cell(n)
    cell.face, cell.hidden = "Blammo", ""
    t.seat(who).learned[n] = phrase("your Blammo")
    t.whisper(who, events.BlammoHidden(n=n))


# -- for the next selection


def is_about_to_select(t: RoundTable, who: str) -> bool:
    """Return whether this player's selection comes next: they are being asked, or it is made for them when their turn
    comes.
    """
    if not t.is_live(who) or t.round.selecting == who:
        return False
    seat = t.seat(who)
    asked = any(question.key == "select" and question.who == who for question in t.wait.questions)
    return bool(asked or seat.locked or seat.wishes or seat.hypnotised)


def free_play(t: RoundTable, who: str, _: None) -> None:
    """The next selection is a Free Play: it cannot cost the player any money.

    Called when `who` makes this hidden square ready; they still hold it. Only note it: `begin_free_play` uses it up,
    and `spare_free_play_loss` spares the money.
    """
    t.seat(who).free_play = True
    t.whisper(who, events.FreePlaySet())


def begin_free_play(t: RoundTable, who: str) -> None:
    """Begin a player's Free Play with this selection, if they made one ready: use it up and announce it. It lapses if
    they do not hold it any more.
    """
    if t.seat(who).free_play:
        t.seat(who).free_play = spend_armed_hidden(t, who, "Free Play")


def spend_armed_hidden(t: RoundTable, who: str, hidden: str) -> bool:
    """Use up a hidden square that a player made ready, and announce it; return False if they do not hold it any more,
    because another player has taken it meanwhile.
    """
    held = hidden in t.player(who).hidden
    if held:
        with verbs.use_hidden(t, who, hidden):
            pass  # what it does comes with the selection
    return held


def spare_free_play_loss(t: RoundTable, who: str, amount: int) -> int:
    """Return the loss that a player really suffers: 0 during a Free Play, which is then announced; else the full
    amount.
    """
    if not amount or not bombs.is_in_free_play(t, who):
        return amount
    t.tell(events.FreePlayKept(who=who, amount=amount))
    return 0


def end_free_play(t: RoundTable, who: str) -> None:
    """End a player's Free Play, if they had one: the selection that it covered is over. Nothing is announced."""
    t.seat(who).free_play = False


def gold_dust(t: RoundTable, who: str, _: None) -> None:
    """The next square the player opens becomes seven-figure cash.

    Called when `who` makes this hidden square ready; they still hold it. Only note it: `gild_square` uses it up and
    changes the square.
    """
    t.seat(who).gold_dust = True
    t.whisper(who, events.GoldDustSet())


def gild_square(t: RoundTable, who: str, n: int) -> None:
    """If a player made Gold Dust ready and still holds it, use it up and turn the square `n` that they open into
    seven-figure cash, whatever lay on it: a bomb goes, and Knife Edge does not apply.
    """
    seat = t.seat(who)
    if seat.gold_dust:
        seat.gold_dust = False
        if spend_armed_hidden(t, who, "Gold Dust"):
            seat.knife_edge = False
            turn_cell_into(t, t.find_cell(n), "gold_dust.square", 3)


# -- for the worst


def endure(t: RoundTable, who: str, _: None) -> None:
    """The last penalty of £5,000,000 or more is given back. A player who gained by it keeps the money.

    Called when `who` has used up this hidden square; that there is such a penalty has been checked. Pay it back and
    forget it.
    """
    player = t.player(who)
    amount, player.blow = player.blow, 0
    with t.scene(events.PenaltyReturned(who=who, least=tables.ENDURE_FROM)):
        verbs.gain(t, who, amount, "Endure")


def fold(t: RoundTable, who: str, _: None) -> None:
    """The player leaves the round and the cycle, even before the cycle begins. They keep booster and everything
    held, except Revive, and play held minigames when the round is over. A Split & Share and a Threshold Situation
    end.

    Called when `who` has used up this hidden square. Take them out of the round, and end a spell that waited for them
    alone; minigames are queued later (`queue_after_folding`).
    """
    verbs.fold_player(t, who)
    board.end_worn_off_spells(t, who)


def can_fold(t: RoundTable, who: str) -> bool:
    """Return whether this player can fold, which is while their round is in play or its bombs are being sealed."""
    return t.is_live(who) or (t.round.stage == "seal" and who in t.list_living())


async def queue_after_folding(t: RoundTable, who: str) -> None:
    """Queue the minigames that a player still holds, now that the round is over, if they have folded in it; do nothing
    for others.
    """
    if t.seat(who).status == "folded":
        verbs.queue_minigames(t, who)


def can_return(t: RoundTable, who: str) -> bool:
    """Return whether this player may use Revive: they are out of a round that is being played and not yet decided."""
    seat = t.round.seats.get(who)
    return t.round.stage == "play" and seat is not None and seat.status == "out" and not t.round.is_finished()


def revive(t: RoundTable, who: str, _: None) -> None:
    """The player comes back into the round for half of what it has brought them so far, at least £1,000,000. This is
    possible only while several other players are still in.

    Called when `who` has used up this hidden square; whether they may has been checked. Charge the price and seat them
    again.
    """
    with t.scene(events.RevivePriceSet(least=REVIVE_PRICE)):
        verbs.pay_price(t, who, max(REVIVE_PRICE, t.seat(who).gained // 2), "Revive")
        verbs.bring_player_back(t, who)


async def lose_revive(t: RoundTable, who: str) -> None:
    """Take away a player's Revives when the round in which they sit ends, and tell them; not if they now play in
    another round.
    """
    player = t.player(who)
    if "Revive" in player.hidden and t.state.find_seated_round(who) == t.id:
        player.hidden = [hidden for hidden in player.hidden if hidden != "Revive"]
        t.whisper(who, events.ReviveLost())


USES: Mapping[str, HiddenUse] = {
    "Bomb Finder": HiddenUse(bomb_finder, quiet=True),
    "Borrow the Truth": HiddenUse(borrow_the_truth, quiet=True),
    "Conversion": HiddenUse(conversion, list_unlocked_options, quiet=True, of=BOARD),
    "Endure": HiddenUse(endure, allowed=lambda t, who: t.player(who).blow > 0),
    "Fold": HiddenUse(fold, allowed=can_fold),
    "Free Play": HiddenUse(
        free_play, allowed=lambda t, who: is_about_to_select(t, who) and not t.seat(who).free_play, armed=True
    ),
    "Gold Dust": HiddenUse(
        gold_dust, allowed=lambda t, who: is_about_to_select(t, who) and not t.seat(who).gold_dust, armed=True
    ),
    "Kablam!": HiddenUse(kablam, list_closed_options, quiet=True, of=BOARD),
    "Omniscience": HiddenUse(omniscience, quiet=True),
    "Reveal a Row": HiddenUse(reveal_a_row, list_open_rows, quiet=True),
    "Revive": HiddenUse(revive, allowed=can_return),
}
