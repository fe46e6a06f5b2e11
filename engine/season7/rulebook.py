"""The rules page for players, printed from the rules: what the scripts say of what they do, and the tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.ruleset import (
    format_options_table,
    format_rules_list,
    format_rules_section,
    format_rules_table,
    join_page_parts,
    read_rule,
)
from engine.kernel.text import PLAIN_READER, format_money
from engine.race.table import MOST_PLAYERS
from engine.season7 import catalogue, cycle, rounds, tables
from engine.season7.board import REPLACED
from engine.season7.bombs import auto_bomb, use_endure_if_costly
from engine.season7.booths import megagrid
from engine.season7.catalogue import SEASON7_GLOSSARY, TEACHES
from engine.season7.hooks import HOOKS
from engine.season7.rules import SEASON7_OPTIONS_HELP
from engine.season7.square00 import OUTCOMES, stake_bonus
from engine.season7.squares.game_changers import FATES
from engine.season7.state import Season7Options

SEASON7_RULES_HEAD = """
# Season 7

For players: a race to {target} for 2 to {most}. Printed by `rtab page season7` from the rules that play it. What they
leave open: [rulings](rulings-season7.md); what is not as in the text: [what differs](differs-season7.md).

## In five minutes

1. Open a game: `/newgame season7` in a chat, `!new season7` in a thread, the button on the page. Others `join`; then
   `begin`.
2. Hide a bomb: choose a square that another player may open. Only you know it.
3. When it is your turn, select a square, and you are its *finder*. You keep the cash, and everything else does what its
   rule says: tap its name, or ask for `rules NAME`.
4. If you open a bomb, also your own, you are out of this round. You pay {penalty}.
5. The last player left wins the round, and the first to {target} the race.

![A square is chosen for a bomb](show/seal.png) ![What lay behind it](show/reveal.png) ![A bomb goes off](show/bomb.png)
"""
RACE_RULES = """
A race goes through **cycles**, each of three parts.

1. **Quadrants.** {cycle} A round is for three to five players. If there are
   several rounds, one is the wildcard round. A single round is one in every second cycle (option `lone_wildcard`).
2. **Super Round.** {super} A Super Round has {super_size} squares, a quadrant {size}. It needs two
   players, or three if four or five of you play (option `super_seats`). Of three places, one goes to the last player to
   fall, one to the lowest total; who has both takes only one. Other free places go to the lowest totals.
3. **Megagrid.** The winners of the Super Round play it, each for themselves.

A player with {target} at the end of any selection, minigame or bonus has reached it. The cycle is played to its end.
Then the first to reach it wins. If several reach it at the same time (in rounds, bonuses or minigames side by side),
the highest total of them wins, and equal totals share. New players join with the next cycle, level with the last.
"""
ROUND_RULES = """
1. Everybody hides a bomb. If a player does not do it in time, the host hides it. Two bombs on one square
   explode as one.
2. The board is drawn: at least so many squares of each category (see below), the rest from all of them. Bombs cover
   what is there.
3. Players select a square in turn, until one player is left or every square is open. The players left have won.
4. Winners are paid, may risk the bonus on Square 00, and play the minigames they hold. Players who are out play none.

**The win bonus** is {bonus}, and {each} for each open square, or {clear} for each when all are open. Your booster
raises the money for the squares, not the {bonus}. A Win Zone doubles all of it.

**At any time** while you are in: *peek* once in each round at a square, and learn its category or that a bomb lies
there (others learn that you peeked, usually not what you saw); *lock* your next square, for all to see; leave a private
*list* of squares to be tried.

**Time.** The pace of the game says how long a turn takes. {auto} Nothing else stops it, Immunity included. With the
option `forgive_first_miss` the first time only the turn is lost.

**Out of the round** you keep your money. Your booster, your minigames and what you hold are lost, except a Revive.
You are back in the next cycle, or with Access in the Super Round.
"""
MONEY_RULES = """
- A booster raises cash, what minigames pay, the bomb penalty, and the squares' part of the win bonus. Boosters add up
  to {cap}% at most. You keep them until you go out, also from round to round.
- A Board Booster raises the cash on the board, up to {board_cap}%. It comes first, your own booster second,
  and Hypnotise doubles the sum.
- Game changers are neither boosted nor doubled. Sums are rounded up to the pound.
- Bombs and losses may take you below zero.
"""
MUTANTS: Mapping[str, str] = {
    "Burnout": "you come to your next round with {burnout}% more booster.",
    "Bankrupt": "you lose all that you have gained in this round, and then pay the penalty.",
    "Fizzle": "nothing happens. You stay in.",
    "Double-cluster": "the penalty counts twice.",
    "Triple-cluster": "the penalty counts three times.",
    "Quad-cluster": "the penalty counts four times.",
}
STAKES: Mapping[str, str] = {
    "DOUBLE": "the bonus is doubled.",
    "£26,000,000": "the bonus is this sum.",
    "ADD MINIGAME": "the bonus is paid, and a minigame comes with it. You are shown which before you decide.",
    "MYSTERY PRIZE": "two hidden squares in place of the bonus.",
    "NOTHING": "the bonus is lost.",
}
MYSTERIES = (tables.MYSTERY_SIX, tables.MYSTERY_SEVEN, tables.MYSTERY_BOOST)
SAYS = {
    "Minigames": "The winners of a round play them. A booster raises what they pay.",
    "Events": "Something happens to the finder, to the others or to the board.",
    "Game Changers": "They help players with little money against players with much.",
    "Vintage": "From earlier seasons.",
    "Hidden Squares": "They are hidden behind cash only. Each works once, and is lost with the round, except Revive.",
}
BUT = {  # what the scripts of a wildcard round do not say in so many words
    "Remain or Leave": "If most leave, no Invite, Switcheroo or Wormhole is on the board.",
    "Takeshi's Castle": f"{tables.REGULAR_MINIMUM[5]} Win Zones at least are on the board.",
}
VARIANTS: Mapping[str, Sequence[str]] = {
    "Gold Mine": [read_rule(rounds.gold_mine)],
    "Head to Head": [TEACHES["Head to Head"], read_rule(rounds.split_into_showdowns)],
    "Remain or Leave": [TEACHES["Remain or Leave"], read_rule(rounds.guarantee_invite)],
    "Rolling Start": [read_rule(rounds.start_rolling), read_rule(rounds.reopen_board)],
    "Takeshi's Castle": [read_rule(rounds.storm_castle), read_rule(rounds.leave_castle)],
}


def build_rules_page() -> str:
    """Return the whole rules page of Season 7 as Markdown."""
    parts = [
        format_rules_section("The race", fill_game_numbers(RACE_RULES)),
        format_rules_section("A round", fill_game_numbers(ROUND_RULES)),
        format_rules_section("Money and boosters", fill_game_numbers(MONEY_RULES)),
        format_rules_section("Bombs", format_bombs_section()),
        format_rules_section(
            "Square 00",
            f"{read_rule(stake_bonus)} If you do not answer, you keep the bonus.",
            format_rules_list({name: STAKES[name] for name in OUTCOMES}),
        ),
        format_rules_section("The Megagrid", format_megagrid_section()),
        format_rules_section("What lies on a board", format_board_section()),
        *(format_rules_section(title, SAYS[title], *parts) for title, parts in list_square_rules().items()),
        format_rules_section(
            "Wildcard rounds", read_rule(rounds.choose_wildcard), format_rules_list(list_wildcard_rules())
        ),
        format_rules_section("Options", format_options_table(Season7Options(), SEASON7_OPTIONS_HELP)),
        format_rules_section("Words of the show", format_rules_list(SEASON7_GLOSSARY)),
    ]
    return join_page_parts(fill_game_numbers(SEASON7_RULES_HEAD), *parts)


def fill_game_numbers(text: str) -> str:
    """Return a text of the rules page with its placeholders replaced by the game's numbers (sums, sizes, limits), as
    they are with the default options.
    """
    usual = Season7Options()
    return text.format(
        target=format_money(usual.target),
        most=MOST_PLAYERS,
        penalty=format_money(tables.BOMB_PENALTY),
        bonus=format_money(tables.WIN_BONUS),
        each=format_money(tables.PER_SQUARE),
        clear=format_money(tables.PER_SQUARE_CLEAR),
        cap=tables.BOOSTER_CAP,
        board_cap=tables.BOARD_BOOSTER_CAP,
        burnout=tables.BURNOUT_BOOSTER,
        size=usual.rows * usual.columns,
        super_size=usual.super_rows * usual.super_columns,
        cycle=read_rule(cycle.open_cycle),
        super=read_rule(cycle.open_super_round),
        auto=read_rule(auto_bomb),
    )


def format_bombs_section() -> str:
    """Format the rules page's section on bombs: what one costs, and what it may turn into."""
    head = catalogue.WITHOUT_SCRIPT["Bomb"]
    chance = "Each of these changes is as likely:"
    mutants = {f"{name} Bomb": fill_game_numbers(MUTANTS[name]) for name in tables.MUTATIONS}
    return f"{head}\n\n{chance}\n\n{format_rules_list(mutants)}"


def format_megagrid_section() -> str:
    """Format the rules page's section on the Megagrid: how it is played, what each row hides and pays."""
    rows = [[str(n), str(count), format_money(prize)] for n, (count, prize) in enumerate(tables.MEGAGRID_ROWS, 1)]
    first, step = format_money(tables.MEGAGRID_START), format_money(tables.MEGAGRID_STEP)
    start = f"You begin with {first}, and {step} more in each later cycle."
    return (
        f"{read_rule(megagrid)} {start} No booster lifts it.\n\n{format_rules_table(['Row', 'Bombs', 'Worth'], rows)}"
    )


def format_board_section() -> str:
    """Format the rules page's table of categories: what each contains, how many squares of it there are, and how often
    it comes up.
    """
    rows = [
        [str(n), tables.CATEGORY_NAMES[n], format_category_contents(n), *format_category_counts(n)]
        for n in tables.SQUARES_BY_CATEGORY
    ]
    heads = ["", "Category", "What there is", "On a board at least", "Super Round", "Hides something"]
    count = len(tables.HIDDEN_SQUARES)
    hidden = f"Behind cash one of {count} hidden squares may lie (category 9), but not behind vintage cash."
    mysteries = format_rules_list({face: catalogue.WITHOUT_SCRIPT[face] for face in MYSTERIES})
    return f"{format_rules_table(heads, rows)}\n\n{hidden}\n\n{mysteries}"


def format_category_counts(category: int) -> list[str]:
    """Format three table cells: how many squares of a category lie at least on a regular board, how many on that of a
    Super Round, and how often a hidden square lies behind one.
    """
    often = tables.HIDING.get(category, 0)
    counts = (tables.REGULAR_MINIMUM[category], tables.SUPER_MINIMUM[category])
    return [*map(str, counts), f"{often / 100:g} in 100" if often else "never"]


def format_category_contents(category: int) -> str:
    """Format the squares of a category in a few words: how many amounts or percentages there are, from the smallest to
    the largest, or, of a category that has names, just how many kinds.
    """
    faces = tables.SQUARES_BY_CATEGORY[category]
    amounts = sorted((abs(amount), face) for face in faces if (amount := tables.parse_cash(face)) is not None)
    percents = [percent for face in faces if (percent := tables.parse_booster(face)) is not None]
    mystery = [face for face in faces if "?" in face]
    extra = f", and {mystery[0]}" if mystery else ""
    if percents:
        return f"{len(percents)} from {min(percents)}% to {max(percents)}%{extra}"
    if len(amounts) == len(faces) - len(mystery):
        return f"{len(amounts)} amounts from {amounts[0][1]} to {amounts[-1][1]}{extra}"
    return f"{len(faces)} kinds"


def list_square_rules() -> dict[str, list[str]]:
    """Return the rules of all squares and minigames that have a name, by the title of their category: for each a list
    of paragraphs in Markdown, hidden squares grouped by when they can be used.
    """
    topics = catalogue.list_season7_topics()
    rules = {
        title: {face: PLAIN_READER.format_value(catalogue.find_square_rule(face)) for face in topics[title]}
        for title in SAYS
    }
    found = {title: [format_rules_list(those)] for title, those in rules.items()}
    amounts = {format_money(amount): catalogue.CASH for amount in tables.VINTAGE_CASH}
    found["Vintage"] = [format_rules_list(amounts | rules["Vintage"])]
    found["Game Changers"] += [
        "The four fates of a Blammo:",
        format_rules_list({name: read_rule(fate) for name, fate in FATES.items()}),
    ]
    return found | {"Hidden Squares": format_hidden_by_use(rules["Hidden Squares"])}


def format_hidden_by_use(rules: Mapping[str, str]) -> list[str]:
    """Format the rules of hidden squares (rule texts by name) for the rules page: three pieces of Markdown, for those
    used in place of a selection, when one likes, and by themselves, to which Endure is added.
    """
    instead = {name: rule for name, rule in rules.items() if name in HOOKS.instead}
    freely = {name: rule for name, rule in rules.items() if name in HOOKS.uses}
    alone = {name: rule for name, rule in rules.items() if name not in instead | freely}
    return [
        format_use_group("In place of a selection", instead),
        format_use_group("When you like", freely),
        format_use_group("By itself", alone | {"Endure": read_rule(use_endure_if_costly)}),
    ]


def format_use_group(title: str, rules: Mapping[str, str]) -> str:
    """Format one group of the rules of hidden squares as lines under a small heading."""
    return f"### {title}\n\n{format_rules_list(rules)}"


def list_wildcard_rules() -> dict[str, str]:
    """Return the rule text of each of the five wildcard rounds (rounds with a special rule) by its name, taken from the
    docstrings of the functions that play them.
    """
    found = {}
    for name in tables.WILDCARDS:
        swaps = [
            f"{format_category_name(old)} become {format_category_name(new)}.".capitalize()
            for old, new in REPLACED.get(name, {}).items()
        ]
        heads = (f"{name} (special rules): ", f"{name}: ")
        said = [text.removeprefix(heads[0]).removeprefix(heads[1]) for text in VARIANTS[name]]
        found[name] = " ".join([*(text[:1].upper() + text[1:] for text in said), *swaps, BUT.get(name, "")]).strip()
    return found


def format_category_name(category: int) -> str:
    """Format the name of a category of squares as it is written in the middle of a sentence."""
    return tables.CATEGORY_NAMES[category].lower()
