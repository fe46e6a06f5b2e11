"""The rules page for players, printed from the rules: what the scripts say of what they do, and the tables."""

from __future__ import annotations

from fractions import Fraction

from engine.deluxe import catalogue, tables
from engine.deluxe.options import DELUXE_OPTION_TEXTS
from engine.deluxe.state import DeluxeOptions
from engine.deluxe.tables import format_dollars
from engine.kernel.ruleset import (
    format_options_table,
    format_rules_list,
    format_rules_section,
    format_rules_table,
    join_page_parts,
)
from engine.race.table import MOST_PLAYERS

RULES_HEAD = """
# Race to a Billion Deluxe

For players: two to {most}, over days. Printed by `rtab page deluxe` from the rules that play it. Where the rulebook's
text is lost the rules are ours; [Rulings](rulings-deluxe.md) says why.

## In five minutes

1. Open a game: `/newgame deluxe` in a chat, `!new deluxe` in a thread, the button on the page. Others `join`; then
   `begin`. If you come later, ask for a seat; you play from the next round on.
2. **Hide your bomb** on a space of a grid of {size}, in private or on your own page: tap it, or write `pick 17`.
3. **Open a space** in your turn, and keep what you find. To read what something does, tap its name or ask for
   `rules NAME`. If you open a bomb, you are out of this round, and can still bet and look for bombs.
4. `use`, and *What you can use* on the page, show what you can do at any time: items, bets, and choices for later.
5. **Still in** at the end of the grid? You have won it. Have {target} after a win, and win once more: you win the race.

What you own: **money**, from $0; **boost**, from {full}%: every dollar that you find, earn or lose is multiplied by
it; a **multiplier**, from x1, for win bonuses only; a **row of wins**, from 0, for minigames; and up to {items}
**items**.
"""
RULES_OF_A_ROUND = """
1. Everybody sits on a grid of {size} spaces: {grids}. From the second round on the table of scores decides: the leader
   sits on grid A, the second on B; then the last on A, the last but one on B. The leader says how many sit on each
   grid, and chooses one player for their own. Chance places all others.
2. From none to {duds} spaces become duds. Nobody sees which. Then everybody hides a bomb on a space. A bomb on a dud
   does nothing, and only its owner is told. One space without a bomb becomes the **Trash Picker**.
3. You take turns to open a space. Money is paid times your boost. A printed gain also goes into the Jackpot.
4. A player who opens a bomb is out and pays, times their boost: {first} for the first bomb, {second} for the second,
   {later} for a later one. The multiplier, and the part of the boost above {full}%, are divided by {divisors}. A boost
   below {full}% goes back to {full}%. The row of wins ends, and one item is lost.
5. You have won the grid if you are in when one player is left, when no space is left, or when an effect ends the grid.
   You get **(B + R) × boost × multiplier**. B depends on the phase. R is what the closed spaces were worth before they
   became anything else, each up to {limit}; bombs count nothing. If only bombs are left, R is twice B. Then your
   multiplier rises by one. What exceeds {most_bonus} comes in instalments of {instalment} after each later round.
6. Then minigames are played, score changers work in the order they were found, Jackpot Chances are played, and bets
   and hunts are paid.
7. A winner who then has {target} is **on deck**. A player on deck who wins once more and has it wins the race. If
   several do, mini games of {mini} spaces a player decide: the first with {wins} points wins.

**Failsafe**: you can call it in place of opening a space, from when only as many spaces are left as there could be
bombs. If an active bomb lies on each of them, the grid is over, and your bonus counts as many times as spaces are left.
If not, you are hit by two bombs at once, and out.

**At any time while you are in**: `peek` once a round (you see the kind of a space), `lock` a space (all see it, and you
must open it next), or leave a private `list` of up to eight. **On the bench**, when you are out: one `slip` and one
`hunt` a round. They pay in full if you are out of your own grid, and two fifths while you are still in elsewhere. A
slip bets four stakes of the house on who wins, and three of your own (or all you have) if you like. A hunt names three
spaces: each active bomb there pays 0.6 stakes × closed spaces ÷ possible bombs.

**The pace** of the game says how long a pick may take. If you are late for the first time in a round, chance picks for
you. The second time counts as a bomb. If you are late twice in a round, or once in each of three rounds in a row, you
are out of the race when the round is over. You can sign up again at any time.

**Jackpot Chance**: you get it with every third win in a row, and when a win brings the last whole digit of your
multiplier to 0. There are {chance} spaces: each letter of JACKPOT twice, two of {chance_cash}, and four strikes. You
win the Jackpot with all seven letters before the third strike. It starts at {jackpot}, and starts again at {step} for
each round up to the next, if that is more.
"""
ECONOMY = """
Spaces, bets and hunts pay in stakes. A grid has on average {kinds}. Money comes in {tiers} levels. Of those from
{lost_from} to {lost_to}, {lost}% are losses instead. Spaces can bring a boost from {least_boost}% to {most_boost}%, and
a multiplier up to x{times}; wins can raise it further. A minigame pays its prize × row of wins × boost, at most {cap}.
"""
TOLD_ABOVE = ("Bombs", "Words")  # groups of names whose rules stand in the sections before


def build_rules_page() -> str:
    """Return the whole rules page of the Deluxe edition as Markdown."""
    names = [group for group in catalogue.GROUPS if group not in ("Minigames", *TOLD_ABOVE)]
    parts = [
        format_rules_section("A round", fill_in_deluxe_numbers(RULES_OF_A_ROUND)),
        format_rules_section("The economy", format_phase_table(), fill_in_deluxe_numbers(ECONOMY)),
        format_rules_section(
            "What there is",
            *map(format_name_group, names),
            "The minigames: [rules](season7.md#minigames), [figures](minigames.md).",
        ),
        format_rules_section("Options", format_options_table(DeluxeOptions(), DELUXE_OPTION_TEXTS)),
    ]
    return join_page_parts(fill_in_deluxe_numbers(RULES_HEAD), *parts)


def fill_in_deluxe_numbers(text: str) -> str:
    """Return a text of the rules page with its placeholders replaced by the game's numbers."""
    first, second, later = map(format_dollars, tables.PENALTIES)
    lost = [value for tier in tables.TIERS if tier.sometimes_lost for value in tier.values]
    named = (("target", tables.TARGET), ("limit", tables.R_LIMIT), ("most_bonus", tables.MOST_BONUS))
    more = (("instalment", tables.INSTALMENT), ("jackpot", tables.JACKPOT), ("step", tables.JACKPOT_STEP))
    ends = (("chance_cash", tables.CHANCE_CASH), ("cap", tables.MINIGAME_CAP))
    amounts = {name: format_dollars(amount) for name, amount in (*named, *more, *ends)}
    facts = {
        "most": MOST_PLAYERS,
        "size": tables.SIZE,
        "grids": format_grid_counts(),
        "duds": tables.MOST_DUDS,
        "first": first,
        "second": second,
        "later": later,
        "full": tables.FULL_BOOST,
        "items": tables.MOST_ITEMS,
        "divisors": ", ".join(f"{a / b:g}" for a, b in tables.DIVISORS),
        "mini": tables.MINI_SPACES,
        "wins": tables.MINI_WINS,
        "chance": len(tables.CHANCE),
        "kinds": ", ".join(f"{count * tables.SIZE / 200:.3g} {kind}" for kind, count in tables.SPACE_KINDS.items()),
        "tiers": len(tables.TIERS),
        "lost": tables.LOST_PERCENT,
        "lost_from": format_dollars(min(lost)),
        "lost_to": format_dollars(max(lost)),
        "least_boost": tables.LEAST_BOOST,
        "most_boost": tables.MOST_BOOST,
        "times": tables.MOST_TIMES // tables.ONE,
    }
    return text.format(**amounts, **facts)


def format_grid_counts() -> str:
    """Format, for the rules page, how many grids a round has for which number of players."""
    several = ", ".join(f"{count} from {players} players on" for players, count in reversed(tables.GRIDS) if players)
    return f"one grid, or {several}"


def format_phase_table() -> str:
    """Format the table of the phases of the game's economy, for the rules page."""
    rows = []
    for n, phase in tables.PHASES.items():
        begins = f"the leader has {format_dollars(phase.leader)}, or round {phase.rounds}" if phase.rounds else ""
        rows.append(
            [str(n), format_dollars(phase.base), format_dollars(phase.stake), str(Fraction(*phase.factor)), begins]
        )
    return format_rules_table(["Phase", "Base B", "Stake", "Minigames ×", "Begins two rounds after"], rows)


def format_name_group(title: str) -> str:
    """Format, for the rules page, the group of names with this title (such as Zones): a heading, and each name with its
    rule.
    """
    about = [catalogue.find_plain_rule(catalogue.ZONES)] if title == "Zones" else []
    rules = {name: catalogue.find_plain_rule(name) for name in catalogue.GROUPS[title]}
    return "\n\n".join([f"### {title}", *about, format_rules_list(rules)])
