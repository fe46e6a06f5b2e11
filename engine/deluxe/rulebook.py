"""The rules page for players, printed from the rules: what the scripts say of what they do, and the tables."""

from __future__ import annotations

from fractions import Fraction

from engine.deluxe import catalogue, tables
from engine.deluxe.options import DELUXE_OPTION_TEXTS
from engine.deluxe.state import DeluxeOptions
from engine.deluxe.tables import format_dollars
from engine.kernel.rules_page import (
    OPTION,
    format_default_value,
    format_rules_section,
    format_rules_table,
    join_page_parts,
)
from engine.minigames import MINIGAMES
from engine.race.seats import MOST_PLAYERS

RULES_HEAD = """
# Race to a Billion Deluxe

For players: two to {most}, over days. Printed by `rtab page deluxe` from the rules that play it. Where the rulebook's
text is lost the rules are ours; [Rulings](rulings-deluxe.md) says why.

You hide a bomb among {size} spaces, and so does everybody else; then you take turns to open spaces. What you find is
yours, until you open a bomb. A player still in at the end gets a win bonus, multiplied by all they have gathered.
Win a round with {target}, and then another one: the race is yours.

## In five minutes

1. **Sign up**: somebody opens a table with `/newgame deluxe` in a chat, `!new deluxe` in a thread, or the button on the
   page; everybody else taps *Join* or *Take a seat here*, or writes `join`. Then `begin`. To come later, ask for
   a seat, and play from the next round on.
2. **File your bomb**: you are asked in private, or on your own page, for a space of your grid. Tap it and seal it
   there, or write `pick 17`. Nobody sees it before it goes off.
3. In your turn **pick** a space: tap it, or `pick 17`. Money counts at your boost; tap a name, or ask for `rules NAME`,
   to read what else does.
4. If you will be away, file a `list 5 12 7` in private: its spaces are tried when your turn comes. What you may do
   unasked is shown by `use`, and by *What you can use* on the page: items, bets, and what is filed ahead, such as the
   risk of every Funky space, or whom you want on your grid should you lead.
5. Pick a bomb and you are out of the round: then bet with a `slip` and a `hunt` from the bench.
6. Still in at the end of the grid? You have won it, and your multiplier grows.
7. Have {target} after a win, and win once more: the race is yours.

What you own: **money** from $0; **boost**, in percent, from {full}%, by which every dollar that you find, earn or lose
is multiplied; a **multiplier** from x1, for win bonuses alone; a **row of wins** from 0, for minigames; and up to
{items} **items**. Everybody sees boost, multiplier and row beside the board, with the Jackpot, the phase, and the zone
in force or ahead; items stand with the standings.
"""
RULES_OF_A_ROUND = """
1. Everybody sits on a grid of {size} spaces: {grids}. From the second round on the table seats: the leader on grid A,
   the second on B; then the last on A, the last but one on B. The leader says how many sit on each grid, and whom
   they want on theirs; all others are drawn.
2. None to {duds} spaces become duds, unseen. Then everybody seals a bomb on a space. A bomb in a dud does nothing,
   and only its owner is told. One space without a bomb becomes the **Trash Picker**, which pays all that bombs cover.
3. You take turns to pick a space. Money is paid at your **boost**; what is printed feeds the Jackpot.
4. A player who picks a bomb is out and pays at their boost: {first} who is bombed first, {second} second, {later}
   later. Multiplier, and what is above {full}% of boost, are divided by {divisors}; a boost below {full}% goes back to
   {full}%. The row of wins is over, and one item is lost.
5. A player who is in when one player is left, when no space is left, or when an effect ends the grid, has won it:
   **(B + R) × boost × multiplier**. B goes by the phase; R is what the closed spaces were worth before they became
   anything else, each up to {limit}, bombs nothing; if there are only bombs, R is twice B. Then the multiplier rises by
   one. More than {most_bonus} comes in instalments of {instalment} after each later round.
6. Minigames are played, score changers take effect in the order found, Jackpot Chances are played, slips and hunts
   paid.
7. A winner who then has {target} is **on deck**. Who is on deck and wins once more with it wins the race. If there
   are several, mini games of {mini} spaces a player decide, first to {wins}.

**Failsafe**: in place of a pick, from when as many spaces are left as there could be bombs. If each of them has a
live bomb the grid is over, and your bonus counts as many times as spaces are left. If not, you are struck twice, and
out.

**Any time while you are in**: `peek` once a round (the category of a space), `lock` a space (public, binding), leave
a private `list` of up to eight. **On the bench**: one `slip` and one `hunt` a round; full if you are out of your own
grid, two fifths while you are still in elsewhere. A slip bets four stakes of the house, and three of yours (or all you
have) if you like, on who wins. A hunt names three spaces: each live bomb pays 0.6 stakes × closed
spaces ÷ possible bombs.

**The pace** of the game says how long a pick may take. Late for the first time in a round, chance picks for you; for
the second time it is a sure bomb. Two lapses in a round, or one in each of three rounds running, remove you when the
round is over; sign up again any time.

**Jackpot Chance**: with every third win in a row, and whenever a win brings the multiplier's ones digit to 0.
{chance} spaces, each letter of JACKPOT twice, two of {chance_cash}, four strikes: all seven letters before the third
strike win the Jackpot. It starts at {jackpot}, and again at {step} for each round up to the next, if that is more.
"""
ECONOMY = """
A grid has on average {kinds}. Money comes in {tiers} tiers; of those from {lost_from} to {lost_to}, {lost}% are lost
instead. Spaces move a boost between {least_boost}% and {most_boost}%, and a multiplier up to x{times}; wins lift it
further. A minigame pays what it shows × row of wins × boost, at most {cap}.
"""
TITLES = {"Bombs": "Bombs and the Failsafe"}


def page() -> str:
    """Return the whole rules page as Markdown."""
    names = [group for group in catalogue.GROUPS if group != "Minigames"]
    parts = [
        format_rules_section("A round", fill_in_deluxe_numbers(RULES_OF_A_ROUND)),
        format_rules_section("The economy", format_phase_table(), fill_in_deluxe_numbers(ECONOMY)),
        format_rules_section(
            "What there is",
            *map(format_name_group, names),
            "The minigames: [rules](season7.md#minigames), [figures](minigames.md).",
        ),
        format_rules_section("Options", format_deluxe_options()),
    ]
    return join_page_parts(fill_in_deluxe_numbers(RULES_HEAD), *parts)


def fill_in_deluxe_numbers(text: str) -> str:
    """Return a text with the game's numbers put into its placeholders."""
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
    """Return how many grids there are for how many players."""
    several = ", ".join(f"{count} from {players} players on" for players, count in reversed(tables.GRIDS) if players)
    return f"one grid, or {several}"


def format_phase_table() -> str:
    """Return a table of the phases of the economy."""
    rows = []
    for n, phase in tables.PHASES.items():
        begins = f"the leader has {format_dollars(phase.leader)}, or round {phase.rounds}" if phase.rounds else ""
        rows.append(
            [str(n), format_dollars(phase.base), format_dollars(phase.stake), str(Fraction(*phase.factor)), begins]
        )
    return format_rules_table(["Phase", "Base B", "Stake", "Minigames ×", "Begins two rounds after"], rows)


def format_name_group(title: str) -> str:
    """Return a table of one group of names with what each does."""
    rows = [[name, catalogue.find_plain_rule(name)] for name in catalogue.GROUPS[title] if name not in MINIGAMES]
    return f"### {TITLES.get(title, title)}\n\n{format_rules_table(['Name', 'What it does'], rows)}"


def format_deluxe_options() -> str:
    """Return a table of the options with their defaults."""
    usual = DeluxeOptions()
    return format_rules_table(
        OPTION,
        ([f"`{name}`", text, format_default_value(getattr(usual, name))] for name, text in DELUXE_OPTION_TEXTS.items()),
    )
