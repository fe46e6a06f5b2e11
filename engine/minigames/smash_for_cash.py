"""Smash for Cash: avoid the bombs and your total could get more than a token increase."""

from __future__ import annotations

from engine.kernel import Form
from engine.kernel.picture import Cell, Grid, Look
from engine.kernel.text import Phrase, Words, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_numbered_options,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

TOKENS = [1] * 8 + [2] * 5 + [3] * 3  # house: what is in the pigs
BOMBS, IN_HAND, PER_ROW = 4, 3, 5  # house: pigs that are bombs, tokens to begin with, pigs in a row
RATE = 2_500  # house: pounds for the cube of the tokens
PIG_ROWS = "ABCD"
MAX_PIGS_AT_ONCE = 6
GOES = 10  # house: times that pigs are named
BOMB = Cell("BOMB", "bomb")


async def smash_for_cash(t: BoothTable, who: str) -> int:
    """Four rows have five piggy banks each: sixteen pigs hold one to three tokens, and four are bombs. Your tokens
    pay their cube, times £2,500: twice the tokens, eight times the cash. You begin with three tokens. Ten times you
    may name up to six pigs to smash. For one token you may also listen to a row, and hear how many bombs tick in it.
    Or you stop with your tokens. The first bomb takes half of your tokens, and the second takes all of them.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    pigs = t.draw("smash_for_cash.pigs", [*TOKENS, *[0] * BOMBS], len(TOKENS) + BOMBS)
    tokens, smashed, heard = IN_HAND, list[int](), dict[str, int]()
    for left in range(GOES, 0, -1):
        render_pigs(t, pigs, smashed, heard, tokens)
        for choice in await ask_pigs(t, who, pigs, smashed, heard, tokens, left):
            if choice == "stop":
                render_pigs(t, pigs, smashed, heard, tokens)
                return compute_token_prize(tokens)
            if isinstance(choice, str):
                tokens -= listen_to_pigs(t, who, pigs, heard, choice, tokens)
                continue
            smashed.append(choice)
            found = pigs[choice - 1]
            tokens = tokens + found if found else compute_tokens_after_bomb(smashed, pigs, tokens)
            tell_pig(t, choice, found, tokens)
            if not tokens and count_hit_bombs(smashed, pigs) > 1:
                render_pigs(t, pigs, smashed, heard, tokens)
                return 0
            if not found:
                break
    render_pigs(t, pigs, smashed, heard, tokens)
    return compute_token_prize(tokens)


async def ask_pigs(
    t: BoothTable, who: str, pigs: list[int], smashed: list[int], heard: dict[str, int], tokens: int, left: int
) -> list[int | str]:
    """Ask the player for up to six piggy banks to smash, rows to listen to, or “stop”, which the caller carries out in
    the order given up to the first bomb; return the list chosen. Without tokens only piggy banks are offered. If time
    runs out, it is “stop” or, without tokens, the first closed pig.
    """
    closed = [n for n in range(1, len(pigs) + 1) if n not in smashed]
    silent = [row for row in PIG_ROWS if row not in heard] if tokens else []
    bombs = BOMBS - count_hit_bombs(smashed, pigs)
    text = (
        "Each pig hides tokens or a bomb, and {bombs} bombs are left. You may choose {left} more {left:time|times}. "
        "Do you smash pigs, listen to rows, or stop?"
    )
    broke = (
        "You have no tokens. {bombs} bombs are still hidden, and you may choose {left} more {left:time|times}. "
        "Which pigs do you smash?"
    )
    return await t.ask(
        "smash_for_cash.pigs",
        who,
        text if tokens else broke,
        build_smash_options(closed, silent, tokens),
        lapse=["stop"] if tokens else [*closed[:1]],
        form=Form("several", 1, MAX_PIGS_AT_ONCE),
        of="pigs",
        patience="minigame",
        tokens=tokens,
        cash=compute_token_prize(tokens),
        bombs=bombs,
        left=left,
    )


def build_smash_options(closed: list[int], silent: list[str], tokens: int) -> dict[int | str, Words]:
    """Return the choices of the player, by value, with their labels: numbers of piggy banks to smash, letters of rows
    to listen to, and “stop”; without tokens only piggy banks.
    """
    if not tokens:
        return build_numbered_options(closed)
    ears = {row: phrase("listen to {row}", row=row) for row in silent}
    return build_numbered_options(closed, **ears, stop=phrase("Stop with {cash:£}", cash=compute_token_prize(tokens)))


def compute_token_prize(tokens: int) -> int:
    """Return the money in pounds that so many tokens are worth."""
    return int(tokens**3) * RATE


def count_hit_bombs(smashed: list[int], pigs: list[int]) -> int:
    """Return how many bombs are among the piggy banks whose numbers are in `smashed`; `pigs` says what each holds, 0
    for a bomb.
    """
    return sum(not pigs[n - 1] for n in smashed)


def compute_tokens_after_bomb(smashed: list[int], pigs: list[int], tokens: int) -> int:
    """Return how many of `tokens` a bomb, which is among the smashed piggy banks already, leaves: half, rounded down,
    if it is the first there, else none.
    """
    return tokens // 2 if count_hit_bombs(smashed, pigs) == 1 else 0


def tell_pig(t: BoothTable, n: int, found: int, tokens: int) -> None:
    """Announce what a smashed piggy bank held: tokens (`found`) or, if `found` is 0, a bomb and the `tokens` that it
    has left the player.
    """
    t.tell(events.PigSmashed(pig=n, found=found) if found else events.PigBombed(pig=n, tokens=tokens))


def listen_to_pigs(t: BoothTable, who: str, pigs: list[int], heard: dict[str, int], row: str, tokens: int) -> int:
    """Announce how many bombs tick in a row of piggy banks, record it in `heard`, and return the price of one token,
    which the caller takes; without `tokens` only announce that there are none, and return 0.
    """
    if not tokens:
        t.tell(events.NoTokensLeft(who=who))
        return 0
    start = PIG_ROWS.index(row) * PER_ROW
    heard[row] = pigs[start : start + PER_ROW].count(0)
    t.tell(events.RowHeard(row=row, bombs=heard[row]))
    return 1


@defer_rendering
def render_pigs(pigs: list[int], smashed: list[int], heard: dict[str, int], tokens: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    piggy banks, smashed ones with their tokens or bomb, the number of bombs in rows that were listened to, and the
    player's tokens.
    """
    cells = [build_pig_cell(pigs[n - 1]) if n in smashed else build_shut_cell(n) for n in range(1, len(pigs) + 1)]
    told = ", ".join(f"{row} {bombs}" for row, bombs in heard.items())
    ears = [phrase("Heard: {rows}", rows=told)] if heard else []
    title = phrase("Tokens: {n}, worth {cash}", n=tokens, cash=format_short_cash(compute_token_prize(tokens)))
    look = build_smash_look(tokens, smashed, pigs, heard)
    return [Grid(id="pigs", columns=PER_ROW, cells=cells, rows=[*PIG_ROWS], title=title, notes=[*ears], look=look)]


def build_smash_look(tokens: int, smashed: list[int], pigs: list[int], heard: dict[str, int]) -> Look:
    """Build the texts with which the web page draws the piggy banks: the tokens' worth, what more tokens would be
    worth, the bombs that went off, and those heard in each row.
    """
    more = [phrase("{n} tokens: {cash}", n=n, cash=format_token_cash(n)) for n in (tokens + n for n in (1, 3, 6, 11))]
    ticks = [phrase("{n} {n:bomb|bombs} here", n=heard[row]) if row in heard else "" for row in PIG_ROWS]
    return Look(
        name="smash_for_cash",
        pot=phrase("{cash:£}", cash=compute_token_prize(tokens)),
        label=phrase("{n} {n:token is|tokens are} worth", n=tokens),
        lives=phrase("1 bomb hit: the next takes all tokens")
        if count_hit_bombs(smashed, pigs)
        else phrase("the 2nd bomb takes all tokens"),
        know=[*more, phrase("Ear: hear how many bombs a row has (1 token)")],
        go=phrase("Smash {what}", what="#"),
        tails=ticks,
    )


def format_token_cash(tokens: int) -> Phrase:
    """Format in short what so many tokens are worth."""
    return format_short_cash(compute_token_prize(tokens))


def build_pig_cell(found: int) -> Cell:
    """Build the picture of a smashed piggy bank: its tokens or its bomb."""
    return Cell(str(found), "cash") if found else BOMB
