"""What everything in the game is, in a few sentences: the docstring of its script, and the family it belongs to.

Before it: what is counted for people, what it earns them, and what can be predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.deluxe import bench, chance, events, failsafe, items, tables, view, zones
from engine.deluxe.hooks import HOOKS
from engine.deluxe.spaces import funky, treats
from engine.deluxe.state import DeluxeRace
from engine.deluxe.turn import trash_picker
from engine.kernel.event import Event
from engine.kernel.question import Forecast, Outcome
from engine.kernel.ruleset import Achievement, Deed, Element, read_rule
from engine.kernel.text import PUBLIC, Phrase, Told, Words, phrase
from engine.minigames import MINIGAMES
from engine.minigames.currency import Currency
from engine.minigames.texts import build_minigame_rule, list_table_words
from engine.race import table
from engine.race.events import COACHING, SPACE
from engine.race.table import list_money_deeds, list_shared_deeds, list_tagged_deeds

# How each is shown, in this order; those that are not listed are counted, but not shown.
DELUXE_TALLIES: Mapping[str, str] = {
    "races_won": "{n:n} {n:race|races} won",
    "races": "{n:n} {n:race|races} played",
    "rounds_won": "{n:n} {n:round|rounds} won",
    "rounds": "{n:n} {n:round|rounds} played",
    "spaces": "{n:n} {n:space|spaces} picked",
    "bombs": "{n:n} {n:bomb|bombs} opened",
    "failsafes": "{n:n} {n:Failsafe|Failsafes} called",
    "jackpots": "{n:n} {n:Jackpot|Jackpots} won",
    "asleep": "{n:n} {n:pick|picks} missed",
    "minigames": "{n:n} {n:minigame|minigames} won",
    "items": "{n:n} {n:item|items} used",
    "slips": "{n:n} {n:bet|bets} won",
    "hunts": "{n:n} {n:hunt|hunts}",
    "peeks": "{n:n} {n:peek|peeks}",
    "won": "{n:$} gained in all",
    "won bonus": "{n:$} gained in win bonuses",
    "won spaces": "{n:$} gained on spaces",
    "won minigames": "{n:$} gained in minigames",
    "won jackpot": "{n:$} gained in Jackpot Chances",
    "won changers": "{n:$} gained from score changers",
    "won bench": "{n:$} gained on the bench",
    "lost": "{n:$} lost in all",
    "lost bombs": "{n:$} lost to bombs",
}

BOMBS_AT_ONCE, WINS_IN_A_ROW, FAILSAFE_TIMES = 3, 6, 3  # that earn a medal

DELUXE_ACHIEVEMENTS = (  # rare: fewer than about one in twenty players earn one in a race
    Achievement("Gridlocked", "A hundred rounds.", "rounds", 100),
    Achievement("Outstanding", "Twenty-five rounds won.", "rounds_won", 25),
    Achievement("On a Roll", "Six rounds won in a row.", "long_runs", 1),
    Achievement("Dynasty", "Three races won.", "races_won", 3),
    Achievement("Boy Who Cried Bomb", "Ten Failsafes called.", "failsafes", 10),
    Achievement("Perfect Call", "A right Failsafe that counts three times or more.", "perfect_calls", 1),
    Achievement("Chain Reaction", "Three bombs at once.", "chain_reactions", 1),
    Achievement("Saved by a Penny", "A wrong space that a Lucky Penny undoes.", "pennies", 1),
    Achievement("Bookmaker's Nightmare", "Ten bets won.", "slips", 10),
    Achievement("Bloodhound's Nose", "Twenty-five hunts.", "hunts", 25),
)

RACE_FORECAST = "race"


def list_deluxe_forecasts(state: DeluxeRace) -> Iterator[Forecast]:
    """Yield what can be predicted now: on each grid with at least two players still in, who goes out next and who wins,
    by anybody who is not in there; and who wins the race, by spectators only. A tie-break's mini games are left out.
    """
    for name, r in state.grids.items():
        if r.stage in ("seal", "play") and not r.mini:
            yield from table.list_round_forecasts(name, r)
    here = state.here()
    if len(here) > 1 and not state.champions:
        yield Forecast(RACE_FORECAST, phrase("Who will win the race?"), table.build_seat_options(here), here)


def list_deluxe_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the results of predictions that one announcement decides: who goes out next, who wins a grid, or who wins
    the race; nothing for a secret announcement, or one that decides none.
    """
    if told.to != PUBLIC:
        return
    match told.event:
        case events.PutOut(who=who):
            yield table.build_fall_outcome(told.table, who)
        case events.GridOver(deeds={"rounds_won": winners}):  # nothing is predicted of a tie-break's mini games
            yield from table.list_round_outcomes(told.table, winners)
        case events.RaceWon(champions=champions):
            yield Outcome(RACE_FORECAST, champions)


def list_deluxe_deeds(told: Told) -> Iterator[Deed]:
    """Yield each entry by which an announcement changes players' statistics, such as money won or a round won; nothing
    for a secret announcement.
    """
    if told.to != PUBLIC:
        return
    event = told.event
    yield from list_deluxe_feats(event)
    match event:
        case events.Gained() | events.Lost() as moved:
            yield from list_money_deeds(moved.who, moved.deed, moved.amount, moved.source)
        case events.GridOver(deeds=deeds) | events.RoundSettled(deeds=deeds) | events.RaceWon(deeds=deeds):
            yield from list_shared_deeds(deeds)
        case _:
            yield from list_tagged_deeds(told)


def list_deluxe_feats(event: Event | None) -> Iterator[Deed]:
    """Yield an entry for a player's statistics if this event shows a rare feat for which there is a medal (three bombs
    opened at once, six wins in a row, a right Failsafe that counts three times or more, a strike undone); nothing for
    any other event.
    """
    match event:
        case events.BombPicked(who=who, bombs=bombs) if bombs >= BOMBS_AT_ONCE:
            yield Deed(who, "chain_reactions")
        case events.StatusRaised(who=who, n=n) if n >= WINS_IN_A_ROW:
            yield Deed(who, "long_runs")
        case events.FailsafeRight(who=who, n=n) if n >= FAILSAFE_TIMES:
            yield Deed(who, "perfect_calls")
        case events.PennySpent(who=who):
            yield Deed(who, "pennies")


STAKE, ZONES = "Stake", "Zones"

BY_HAND = {
    tables.BOMB: (
        "If you open it, you are out of the round. The first bomb costs $50,000, the second $35,000, a later one "
        "$15,000, times your boost. Your multiplier, and the boost above 100%, are divided by 2, 1.5 or 1.1. A "
        "boost below 100% goes back to 100%."
    ),
    tables.MONEY: (
        "If you open it, you win or lose this amount, times your boost. A printed gain also goes into the Jackpot."
    ),
    tables.MULTIPLIER: "Makes the multiplier of your win bonus higher or lower, up to x30. Wins can raise it further.",
    tables.BOOST: (
        "Makes your boost higher or lower, from 10% to 400%. All money that you win or lose is multiplied by it."
    ),
    STAKE: (
        "Spaces, bets and hunts pay in stakes. A stake is the same for all players: $100,000 in phase 1, $500,000"
        " in phase 2, $2,000,000 in phase 3."
    ),
    ZONES: (
        "A zone changes the rules on all grids for two or three rounds. It is announced at least one whole round "
        "before. Its name stands beside the Jackpot. To read its rule, ask for that name."
    ),
    tables.ITEM: "You get an item by chance. You can hold three at most, and a bomb takes one.",
}

SCRIPTS: Mapping[str, Callable[..., Any]] = {
    **{name: HOOKS.asides[name] for name in tables.CHANGERS},
    **{name: HOOKS.treats.get(name) or HOOKS.asides[name] for name in tables.SPECIALS},
    tables.FUNKY: HOOKS.asides[tables.FUNKY],
    **HOOKS.funky,
    **{name: use.does for name, use in items.USES.items()},
    tables.TRASH_PICKER: trash_picker,
    "Jackpot Chance": chance.play_jackpot_chance,
    "Failsafe": failsafe.call_failsafe,
}

GROUPS: Mapping[str, list[str]] = {
    "Bombs": [tables.BOMB, "Failsafe"],
    "Spaces": [tables.MONEY, tables.MULTIPLIER, tables.BOOST, tables.ITEM, tables.FUNKY, tables.TRASH_PICKER],
    "Minigames": [*MINIGAMES, "Jackpot Chance"],
    "Score Changers": tables.CHANGERS,
    "Specials": tables.SPECIALS,
    "Funky effects": tables.FUNKIES,
    "Items": tables.ITEMS,
    "Zones": tables.ZONE_NAMES,
    "Words": [STAKE, ZONES],
}

STAKE_SUMS_TEXT: Words = "A stake is $100,000 in phase 1, $500,000 in phase 2, $2,000,000 in phase 3."
IN_PHASE_1 = Currency("$", *tables.PHASES[1].factor)


def normalise_catalogue_word(word: str) -> str:
    """Return a name that a player typed in lower case with single spaces and plain apostrophes, to look it up among the
    names of the game.
    """
    return " ".join(word.split()).casefold().replace("’", "'")


NAMES_BY_WORD = {normalise_catalogue_word(name): name for names in GROUPS.values() for name in names} | {
    "stakes": STAKE,
    "zone": ZONES,
}


def explain_deluxe_word(word: str) -> Phrase | None:
    """Return, for players, the rule of the space, item or other thing that `word` names in any case and spacing (also
    of the kind of a space such as `boost +20`), to which group it belongs and, if the rule speaks of stakes, what a
    stake is; None for an unknown word.
    """
    name = NAMES_BY_WORD.get(normalise_catalogue_word(word))
    if name is None:
        said = word.strip().capitalize()
        kind = tables.find_space_kind(said)
        name = kind if kind in BY_HAND and kind != said else None
    if name is None:
        return None
    group = next(group for group, names in GROUPS.items() if name in names)
    rule = format_rule_with_amounts(name)
    if "stake" in str(rule) and name != STAKE:
        rule = phrase("{rule} {stake}", rule=rule, stake=STAKE_SUMS_TEXT)
    return phrase("{name}: {rule} ({group}.)", name=name, rule=rule, group=group)


def format_rule_with_amounts(name: str) -> Words:
    """Return the rule of the thing with this name, spelt exactly so, for players; a minigame's rule shows the amounts
    of the economy's phase 1. Raise KeyError for an unknown name.
    """
    if name in MINIGAMES:
        return phrase(
            "{rule} (These are the amounts of phase 1. Later phases have others.)",
            rule=IN_PHASE_1.convert_phrases(build_minigame_rule(name)),
        )
    return find_plain_rule(name)


def find_plain_rule(name: str) -> str:
    """Return the rule of the thing with this name (a space, an item or anything but a minigame), spelt exactly so, as
    one text; raise KeyError for an unknown name.
    """
    if name in BY_HAND:
        return BY_HAND[name]
    if name in zones.ZONE_RULES:
        return zones.ZONE_RULES[name]
    return read_rule(SCRIPTS[name])


def list_deluxe_topics() -> dict[str, list[str]]:
    """Return the names of everything that has a rule, minigames included, as a new dictionary from each group's title
    to its sorted names.
    """
    return {group: sorted(names) for group, names in GROUPS.items()}


DELUXE_RULES = tuple(
    dict.fromkeys(
        build_minigame_rule(name).text if name in MINIGAMES else find_plain_rule(name)
        for names in GROUPS.values()
        for name in names
    )
)

LOST_RULEBOOK_NOTE = "all of it: this section of the rulebook is lost"


def list_deluxe_elements() -> list[Element]:
    """Return the things of the game that have a name, group by group, for the command `rtab catalogue`: each multiplier
    and boost space, minigames, score changers, specials, effects, items, zones and a few more, with what of each is our
    own rule. Money spaces and bombs are left out.
    """
    return [
        *(
            Element(f"{tables.MULTIPLIER} {what}", "Multipliers", ("grid",), LOST_RULEBOOK_NOTE)
            for what in tables.MULTIPLIERS
        ),
        *(Element(f"{tables.BOOST} {what}", "Boosts", ("grid",), LOST_RULEBOOK_NOTE) for what in tables.BOOSTS),
        *(Element(name, "Minigames", house="what it pays here, and how it is played") for name in MINIGAMES),
        *(Element(name, "Score Changers", house=LOST_RULEBOOK_NOTE) for name in tables.CHANGERS),
        *(Element(name, "Specials", house=LOST_RULEBOOK_NOTE) for name in tables.SPECIALS),
        *(Element(name, "Funky effects", ("funky",), LOST_RULEBOOK_NOTE) for name in tables.FUNKIES),
        *(Element(name, "Items", ("item",), LOST_RULEBOOK_NOTE) for name in tables.ITEMS),
        *(Element(name, "Zones", ("zone",), LOST_RULEBOOK_NOTE) for name in tables.ZONE_NAMES),
        Element(tables.TRASH_PICKER, "Spaces"),
        Element("Jackpot Chance", "Spaces"),
        Element("Failsafe", "Spaces", house="what a right one multiplies by, and when it is called"),
    ]


DELUXE_SPACE_NAMES = [
    *(tables.SPACE_KINDS),
    *(tables.TRASH_PICKER, tables.BOMB, "Failsafe", "Jackpot Chance"),
    *(name for names in tables.FAMILIES.values() for name in names),
    *tables.FUNKIES,
    *tables.ITEMS,
    *tables.ZONE_NAMES,
    *treats.WHEEL,
    *funky.SIDES,
    *chance.JACKPOT_LETTERS,
    *tables.MULTIPLIERS,
    *tables.BOOSTS,
]

OTHER_DELUXE_NAMES = [
    *(
        "in",
        "out",
        "won",
        "left",
        "On Deck",
        "yes",
        "no",
        "keep",
        "none",
        "nobody",
        "enough",
        "nothing",
        "neither",
        "even",
        "ask me",
    ),
    SPACE,
    *(bench.WINS, bench.FIRST, "odds", "evens", "in play"),
]

STATISTICS = [
    *DELUXE_TALLIES.values(),
    *(words for each in DELUXE_ACHIEVEMENTS for words in (each.name, each.sentence)),
]

DELUXE_NAMES = tuple(
    dict.fromkeys(
        [
            *DELUXE_SPACE_NAMES,
            *COACHING.values(),
            *list_table_words(),
            *OTHER_DELUXE_NAMES,
            *view.GRID_STAGE_NAMES.values(),
            *view.DELUXE_CELL_KINDS.values(),
            *list_deluxe_topics(),
            *GROUPS["Words"],
            *DELUXE_RULES,
            *STATISTICS,
        ]
    )
)
