"""Titles at the end of a race: everybody gets one, nobody more than three, each with its number."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from engine.kernel.text import Words, phrase
from engine.season7 import tables
from engine.season7.voice.memory import RaceMemory

MAX_TITLES = 3
CLOSE_SECOND = 25_000_000
FORTUNE = phrase("a turn of fortune")
MOMENTS: Mapping[str, Words] = {  # by where money came from or went
    "cash": phrase("one square"),
    "bomb": phrase("a bomb"),
    "bankrupt": phrase("a Bankrupt Bomb"),
    "win bonus": phrase("a win bonus"),
    "minigames": phrase("a minigame"),
    "megagrid": phrase("the Megagrid"),
    "banker": phrase("the bank"),
    "leave": phrase("leaving"),
    "pay day": phrase("a Pay Day"),
    "jackpot": phrase("a Jackpot"),
    "penalty box": phrase("a Penalty Box"),
}


def list_finales(race: RaceMemory, champions: Collection[str]) -> Iterator[Words]:
    """Yield a line for everybody: the total, the best and the worst moment, and their titles."""
    given = give_titles(race, champions)
    for who in race.rank_all():
        best, worst = race.ups.get(who, (0, 0)), race.downs.get(who, (0, 0))
        yield phrase(
            "{who}: {total:£}. Best: {best:£} by {good}, cycle {up}. Worst: {worst:£} by {bad}, cycle {down}. {titles}."
            if best[0] and worst[0]
            else "{who}: {total:£}. Best: {best:£} by {good}, cycle {up}. {titles}."
            if best[0]
            else "{who}: {total:£}. Worst: {worst:£} by {bad}, cycle {down}. {titles}."
            if worst[0]
            else "{who}: {total:£}. {titles}.",
            who=who,
            good=name_source(race.bright.get(who, "")),
            bad=name_source(race.dark.get(who, "")),
            total=race.totals[who],
            best=best[0],
            up=best[1],
            worst=worst[0],
            down=worst[1],
            titles=given[who],
        )


def name_source(source: str) -> Words:
    """Name where somebody's best or worst moment came from."""
    return tables.format_with_article(source) if source in tables.CATEGORY else MOMENTS.get(source, FORTUNE)


def give_titles(race: RaceMemory, champions: Collection[str]) -> dict[str, list[Words]]:
    """Return everybody's titles; of a tie the first has it."""
    given: dict[str, list[Words]] = {who: [] for who in race.rank_all()}
    for who, called in given.items():
        if who in champions:
            called.append(phrase("Billionaire"))
    if race.touched:
        give_title(given, race.touched[0], phrase("First There"))
    ranked = race.rank_all()
    if len(ranked) > 1 and race.totals[ranked[0]] - race.totals[ranked[1]] <= CLOSE_SECOND:
        give_title(
            given,
            ranked[1],
            phrase("Photo Finish ({gap:£} behind)", gap=race.totals[ranked[0]] - race.totals[ranked[1]]),
        )
    for name, least, words in BY_TALLY:
        give_title_to_best(given, race.tallies.get(name, {}), least, words)
    give_title_to_best(given, count_caught(race), 3, lambda n: phrase("Good Hiding ({n} caught)", n=n))
    give_title_to_best(given, count_own_goals(race), 2, lambda n: phrase("Own Goal ({n} own bombs)", n=n))
    give_title_to_best(given, count_same_victims(race), 3, lambda n: phrase("Old Friends ({n} times the same)", n=n))
    give_title_to_best(given, race.wins, 1, lambda n: phrase("Hard to Move ({n} {n:round|rounds} won)", n=n))
    for called in given.values():
        if not called:
            called.append(phrase("Here to the End"))
    return given


BY_TALLY: tuple[tuple[str, int, Callable[[int], Words]], ...] = (
    ("leads", 3, lambda n: phrase("Long Lead ({n} cycles)", n=n)),
    ("lives", 2, lambda n: phrase("Nine Lives ({n} bombs survived)", n=n)),
    ("bombs", 5, lambda n: phrase("Lightning Rod ({n} bombs)", n=n)),
    ("bills", 1, lambda n: phrase("In the Red ({n:£} on minus squares)", n=n)),
    ("games", 1, lambda n: phrase("Games Room ({n:£})", n=n)),
    ("empty", 3, lambda n: phrase("Empty Hands ({n} games for nothing)", n=n)),
    ("nought", 1, lambda n: phrase("Double Nought ({n:£} on Square 00)", n=n)),
    ("kept", 4, lambda n: phrase("No, Thank You ({n} bonuses kept)", n=n)),
    ("rows", 1, lambda n: phrase("Mountain Air ({n} {n:row|rows})", n=n)),
)


def give_title(given: dict[str, list[Words]], who: str, words: Words) -> None:
    """Give one more title, if there is room for it."""
    if who in given and len(given[who]) < MAX_TITLES:
        given[who].append(words)


def give_title_to_best(
    given: dict[str, list[Words]], counts: dict[str, int], least: int, words: Callable[[int], Words]
) -> None:
    """Give a title to the player with most of something, if that is enough."""
    who = max((who for who in counts if who in given), key=lambda each: counts[each], default="")
    if who and counts[who] >= least:
        give_title(given, who, words(counts[who]))


def count_caught(race: RaceMemory) -> dict[str, int]:
    """Count how many others each one's bombs have caught."""
    found: dict[str, int] = {}
    for pair, times in race.caught.items():
        owner, _, victim = pair.partition(">")
        if owner and owner != victim:
            found[owner] = found.get(owner, 0) + times
    return found


def count_own_goals(race: RaceMemory) -> dict[str, int]:
    """Count how many bombs of their own everybody has found."""
    pairs = ((pair.partition(">"), times) for pair, times in race.caught.items())
    return {owner: times for (owner, _, victim), times in pairs if owner and owner == victim}


def count_same_victims(race: RaceMemory) -> dict[str, int]:
    """Count, for each player, how often their bombs have caught the same victim."""
    found: dict[str, int] = {}
    for pair, times in race.caught.items():
        owner, _, victim = pair.partition(">")
        if owner and owner != victim:
            found[owner] = max(found.get(owner, 0), times)
    return found
