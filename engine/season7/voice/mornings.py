"""What the recap of a morning is made of: the headline, the table, who fell to whom, and one memory."""

from __future__ import annotations

from engine.kernel.text import Phrase, Told, Words, phrase
from engine.season7.voice.memory import RaceMemory

SINCE, FRONT, FELL, MEMORY = ("Since yesterday: {headline}.", "In front: {leaders}.", "Out: {pairs}.", "{memory}.")
FIRST, MOST_PAIRS = 3, 6
MANY_TIMES = 3


def make_recap(race: RaceMemory) -> list[Told]:
    """Return four lines at most, the last a memory, and forget what they tell."""
    if not race.headline[0]:
        return []
    found = [Told(SINCE, {"headline": race.headline[1]}), Told(FRONT, {"leaders": list_leaders(race)})]
    pairs = [
        phrase("{who} to their own bomb" if who == owner else "{who} to {owner}", who=who, owner=owner)
        for who, owner in race.fell
        if owner
    ][-MOST_PAIRS:]
    if pairs:
        found.append(Told(FELL, {"pairs": pairs}))
    race.headline, race.fell = (0, ""), []
    return [*found, Told(MEMORY, {"memory": find_memory(race)})]


def list_leaders(race: RaceMemory) -> list[Words]:
    """Return the first three, with what they have."""
    return [phrase("{who} {total:£}", who=who, total=race.totals[who]) for who in race.rank_all()[:FIRST]]


def find_memory(race: RaceMemory) -> Phrase:
    """Find what this table will remember: two players who meet often, a streak, the largest square, or only how many
    were opened.
    """
    pair = max(race.caught, key=lambda each: race.caught[each] if _is_of_two(each) else 0, default="")
    if pair and _is_of_two(pair) and race.caught[pair] >= MANY_TIMES:
        owner, _, victim = pair.partition(">")
        return phrase(
            "{owner}’s bombs have caught {who} {n} times by now", owner=owner, who=victim, n=race.caught[pair]
        )
    who = max(race.streaks, key=lambda each: race.streaks[each], default="")
    if who and race.streaks[who] >= MANY_TIMES:
        return phrase("{who} has won {n} rounds running", who=who, n=race.streaks[who])
    if race.biggest:
        return phrase("The largest sum on one square so far: {amount:£}", amount=race.biggest)
    return phrase("{n} {n:square|squares} opened so far", n=race.turns)


def _is_of_two(pair: str) -> bool:
    owner, _, victim = pair.partition(">")
    return bool(owner) and owner != victim


def note_target_reached(race: RaceMemory, who: str) -> None:
    """Note the headline that somebody has reached the target."""
    race.note_headline(9, phrase("{who} has touched the target", who=who))


def note_stopped_leader(race: RaceMemory, who: str, owner: str) -> None:
    """Note the headline that a bomb put the leader out."""
    race.note_headline(7, phrase("{owner}’s bomb has stopped {who}, who led", who=who, owner=owner))


def note_new_leader(race: RaceMemory, who: str) -> None:
    """Note the headline that there is a new leader."""
    race.note_headline(6, phrase("{who} has taken the lead", who=who))


def note_round_won(race: RaceMemory, who: str, title: Words, *, great: bool) -> None:
    """Note the headline that a round was won."""
    race.note_headline(8 if great else 5, phrase("{who} has won {round}", who=who, round=title))


def note_own_goal(race: RaceMemory, who: str) -> None:
    """Note the headline that somebody found a bomb of their own."""
    race.note_headline(4, phrase("{who} has found {who}’s own bomb", who=who))


def note_large_find(race: RaceMemory, who: str, amount: int, n: int) -> None:
    """Note the headline of a large sum; of several the largest."""
    if race.headline[0] <= 3 and amount > race.headline_sum:
        race.headline, race.headline_sum = (
            (3, phrase("{who} has found {amount:£} on {n}", who=who, amount=amount, n=n)),
            amount,
        )


def note_any_square(race: RaceMemory, who: str, n: int) -> None:
    """Note, for want of anything better, the headline that a square was opened."""
    race.note_headline(1, phrase("{who} has opened {n}", who=who, n=n))
