"""The narrator of Season 7: which functions narrate which events, what it remembers, what it tells one player alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct, field

import engine.minigames.events  # noqa: F401 - lines of the book are bound to its events
from engine.kernel.event import Event
from engine.kernel.question import Question
from engine.kernel.recap import LEADER_PUT_OUT, OWN_BOMB_OPENED, RECAP_LEADERS, RECAP_NEWS, format_time_out
from engine.kernel.text import Phrase, Told, Words, phrase
from engine.kernel.voice import ANY, HeardEvent, Memory, Moment, Narrator, Narrators, Spoken, read_voice_lines
from engine.race import events as race_events
from engine.season7 import events, tables

BOOK, BOUND = read_voice_lines(__spec__)  # all lines, and by event those in which it is said as it is


COLOUR = ("big.s", "big.c", "big.r", "back", "last")  # what is passed over when there was enough of it


E = TypeVar("E", bound=Event)


SEASON7_NARRATORS: Narrators[RaceNarrator] = Narrators()  # each is given the event for which it was found


FALLBACK_NARRATORS: list[Callable[[RaceNarrator, Told], bool]] = []  # for all other events; each says whether it has


narrate_events = SEASON7_NARRATORS.register


class RaceSnapshot:
    """Totals, places and leader before what is being told."""

    def __init__(self, race: RaceMemory) -> None:
        self.totals = dict(race.totals)
        self.places = {who: race.find_place(who) for who in race.totals}
        self.leader = race.find_sole_leader()


class RaceNarrator(Narrator):
    """A narrator that follows scenes: an event, and all the events that belong to it. Lines are joined later."""

    def __init__(self, race: RaceMemory, told: Sequence[Told], bots: Collection[str]) -> None:
        super().__init__(told, race.learn_event)
        self.race, self.bots, self.before = race, bots, RaceSnapshot(race)
        self.inside: set[int] = set()  # what was taken since the scene began
        self.opened: events.SquareOpened | None = None  # the square from which an event came, if it came from one

    def run(self) -> list[Moment]:
        """Turn all announcements that this narrator was given into the host's lines, still to be worded, and return
        them; the voice's memory learns every event. An event for which there is no function keeps its plain sentence.
        """
        self.race.face = ""
        while self.left:
            self.inside.clear()
            if self.left[0].told.kind in SEASON7_NARRATORS:
                self.narrate_next()
            elif not any(narrate(self, self.left[0].told) for narrate in FALLBACK_NARRATORS):
                self.race.learn_event(*self.left.pop(0)[1:])
            self.taken = []
        return self.moments

    def narrate_next(self) -> None:
        """Take the next event, which the voice's memory learns, and pass it to the function that narrates its kind, as
        a scene within the current one. The caller has checked that there is such a function.
        """
        outer, self.inside = self.inside, set()
        narrate = SEASON7_NARRATORS[self.left[0].told.kind]
        narrate(self, self.take())
        self.inside |= outer

    # -- what comes next

    def is_next(self, *kinds: type[Event]) -> bool:
        """Return whether the next event to narrate is of one of these kinds, even if it does not belong to the current
        scene.
        """
        return bool(self.left) and isinstance(self.left[0].event, kinds)

    def has_more(self) -> bool:
        """Return whether the next event to narrate belongs to the current scene."""
        return bool(self.left) and self.left[0].head_position in self.inside

    def take_if(self, kind: type[E], **facts: Any) -> E | None:
        """Take and return the next event, which the voice's memory then learns, if it belongs to the current scene, is
        of this kind and has these facts; else return None.
        """
        return super().take_if(kind, **facts) if self.has_more() else None

    def iter_scene(self) -> Iterator[Event | None]:
        """Take the events of the current scene and yield them one after the other, to its end; the voice's memory
        learns each. One that the caller hands back (`leave_to_listener`) is not learned yet, but stays for the function
        of its own kind.
        """
        at = 0
        while at < len(self.left) and self.left[at].head_position in self.inside:
            heard = self.left.pop(at)
            self.mark_taken(heard)
            yield heard.event
            if self._leaves:
                self.left.insert(at, heard)
                at += 1
            else:
                self.race.learn_event(heard.told, heard.event)

    _leaves = False

    def leave_to_listener(self) -> None:
        """Hand back the event that `iter_scene` has just yielded, so that it is narrated by the function for its own
        kind.
        """
        self.taken.pop()
        self._leaves = True

    def mark_taken(self, heard: HeardEvent) -> None:
        """Note that the next line of the host replaces this event's plain sentence, and that events which it has caused
        belong to the current scene.
        """
        super().mark_taken(heard)
        self._leaves = False
        self.inside.add(heard.n)

    def find_round(self) -> RoundMemory:
        """Return what the voice remembers of the round at whose table the current event was announced."""
        return self.race.find_round_at(self.table)

    # -- what is said

    def say(self, name: str, /, **facts: Any) -> Moment:
        """Add a line of the host from the lines called `name`, with these facts, to be worded later; it replaces all
        events taken since the last line. Return it, so that the caller can choose its kind. There must be such an
        event, or a line before.
        """
        at = self.taken[0] if self.taken else self.moments[-1].at
        return self.add_moment(Moment(name, facts, at, self.taken))

    def say_also(self, name: str, /, **facts: Any) -> Moment:
        """Add one more line of the host, from the lines called `name`, right after the last one (there must be one); it
        replaces no event of its own. Return it, so that the caller can choose its kind.
        """
        return self.add_moment(Moment(name, facts, self.moments[-1].at))

    def say_nothing(self) -> None:
        """Drop the events taken since the last line (at least one) without a line of the host, because players see them
        elsewhere.
        """
        self.add_moment(Moment("", {}, self.taken[0], self.taken))


USUAL_TARGET = 1_000_000_000


SQUARE_SOURCES = ("game changers", "vintage")  # where money comes from, if it comes from a square with a name


class RoundMemory(Struct, omit_defaults=True, gc=False):
    """What is remembered of one round, as it was told."""

    title: Any = ""
    columns: int = 5
    squares: int = 25
    kind: str = ""
    opened: list[int] = field(default_factory=list)
    bombs: dict[int, str] = field(default_factory=dict)  # those that lie open, and whose they were
    left: list[str] = field(default_factory=list)  # who is in
    seats: list[str] = field(default_factory=list)
    fallen: list[tuple[str, str]] = field(default_factory=list)  # who was out, and by whom or what
    boosted: bool = False  # has a booster been found?
    big: int = 0
    runs: dict[str, tuple[str, int]] = field(default_factory=dict)  # by player, finds of a sort in a row
    deadlocked: bool = False
    smoke: bool = False  # did the selection before put somebody out?
    best: tuple[str, int, int] = ("", 0, 0)  # whose find, how much, on which square
    peeked: dict[int, str] = field(default_factory=dict)
    teasers: dict[str, str] = field(default_factory=dict)
    stakes: dict[str, int] = field(default_factory=dict)
    giver: str = ""  # who is to give a shield away
    twice: str = ""  # who has to open two
    knife: list[str] = field(default_factory=list)  # who stands on its edge
    fast: list[str] = field(default_factory=list)  # who plays at once what they find
    refused: list[str] = field(default_factory=list)  # who has said no to the bank
    games: list[str] = field(default_factory=list)  # who has found a minigame here

    def find_bomb_owner_near(self, n: int) -> str | None:
        """Return the owner of a found bomb on a square that shares a side with square `n`, "" if the board placed it,
        or None if there is none.
        """
        beside = [n - self.columns, n + self.columns]
        beside += [n - 1] * bool((n - 1) % self.columns) + [n + 1] * bool(n % self.columns)
        return next((self.bombs[at] for at in beside if at in self.bombs), None)

    def count_closed(self) -> int:
        """Count the squares of this round's board that are still closed, as far as has been announced."""
        return self.squares - len(self.opened)


class RaceMemory(Memory, omit_defaults=True):
    """What is remembered of a whole race."""

    target: int = USUAL_TARGET
    departed: dict[str, int] = field(default_factory=dict)  # the totals of players who have left, and may come back
    boosters: dict[str, int] = field(default_factory=dict)
    places: dict[str, RoundMemory] = field(default_factory=dict)
    playing: dict[str, list[str]] = field(default_factory=dict)  # by table, whose minigame is being played, and which
    fates: dict[str, str] = field(default_factory=dict)  # by player what Square 00 did last: `won`, `lost` or nothing
    cycle: int = 0
    led: list[str] = field(default_factory=list)  # who has ever led alone
    last: str = ""  # who was last, alone, when the cycle began
    finds: int = 0  # squares of cash opened in the race, and in the cycle
    cycle_finds: int = 0
    biggest: int = 0
    cycle_biggest: int = 0
    dearest: int = 0  # bomb
    finest: int = 0  # win bonus
    caught: dict[str, int] = field(default_factory=dict)  # `owner>victim`
    bombs: int = 0
    fizzles: int = 0
    blammos: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    streaks: dict[str, int] = field(default_factory=dict)  # rounds won in a row; below nought, rounds without
    games: dict[str, tuple[int, str]] = field(default_factory=dict)  # by minigame, the best so far and whose
    paid: dict[str, int] = field(default_factory=dict)  # `who>minigame`
    played: list[str] = field(default_factory=list)  # minigames
    hidden: dict[str, str] = field(default_factory=dict)  # who used it last
    ended: dict[str, int] = field(default_factory=dict)  # the place of each at the end of the last cycle
    leader: str = ""  # at that end
    turns: int = 0
    touched: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)  # who has been told to be near the target
    fallen: list[str] = field(default_factory=list)  # who touched it, and has been told to be below it again
    shine: dict[str, tuple[int, dict[str, Any]]] = field(default_factory=dict)  # by sort, the best of this cycle
    tallies: dict[str, dict[str, int]] = field(default_factory=dict)  # for titles
    ups: dict[str, tuple[int, int]] = field(default_factory=dict)  # by player the largest gain, and its cycle
    downs: dict[str, tuple[int, int]] = field(default_factory=dict)
    bright: dict[str, str] = field(default_factory=dict)  # where these came from
    dark: dict[str, str] = field(default_factory=dict)
    decided: tuple[int, str] = (0, "")  # the last change of lead: its cycle, and who led since

    headline: tuple[int, Any] = (0, "")  # of the next recap: how great it is, and its words
    headline_sum: int = 0
    fell: list[tuple[str, str]] = field(default_factory=list)  # since the last recap: who, and by whose bomb
    out: dict[str, int] = field(default_factory=dict)  # who is out, and how many recaps ago they fell
    recalled: list[str] = field(default_factory=list)  # what the last recaps have recalled
    face: str = ""  # of the square that was opened last, as long as its input is told
    got: dict[str, str] = field(default_factory=dict)  # by owner, whom a bomb put out of the last round they sat in

    # -- who stands where

    def rank_all(self) -> list[str]:
        """Return all players of the race that the voice has heard of, ordered by the totals that it remembers, the
        highest first.
        """
        return sorted(self.totals, key=lambda who: -self.totals[who])

    def find_place(self, who: str) -> int:
        """Return a player's place on the leaderboard; equal totals share one. Raise KeyError for one whom the voice
        does not know.
        """
        return 1 + sum(total > self.totals[who] for total in self.totals.values())

    def find_sole_leader(self) -> str:
        """Return the one player with the highest total, also if there is no other, or "" if several share it or there
        is nobody.
        """
        found = [who for who in self.totals if self.find_place(who) == 1]
        return found[0] if len(found) == 1 else ""

    def find_sole_last(self) -> str:
        """Return the player with the lowest total, or "" if several share it or there is only one player."""
        least = min(self.totals.values(), default=0)
        found = [who for who, total in self.totals.items() if total == least]
        return found[0] if len(found) == 1 and len(self.totals) > 1 else ""

    def compute_shortfall(self, who: str) -> int:
        """Return how much money a player still needs to reach the target; below zero if they have more than that. The
        voice must know the player.
        """
        return self.target - self.totals[who]

    def is_near_target(self, who: str) -> bool:
        """Return whether a player has at least nine tenths of the target, but less than all of it, and was never
        announced to have reached it.
        """
        return self.target * 9 // 10 <= self.totals.get(who, 0) < self.target and who not in self.touched

    def format_goal(self) -> Words:
        """Return the target of the race in the host's words: “the billion”, or the sum if it is another one."""
        return phrase("the billion") if self.target == USUAL_TARGET else phrase("{target:£}", target=self.target)

    def find_round_at(self, table: str) -> RoundMemory:
        """Return what the voice remembers of the round at this table, beginning a new empty memory if there is none."""
        return self.places.setdefault(table, RoundMemory())

    def note_headline(self, rank: int, words: Any) -> None:
        """Set these words as the headline of the next recap, unless it has a more important one already (a higher
        `rank`); of equals the latest counts. A headline that a recap of the last week has used ranks lowest.
        """
        rank = OLD_NEWS if build_recall_key(words) in self.recalled else rank
        if rank >= self.headline[0]:
            self.headline, self.headline_sum = (rank, words), 0

    def keep_best(self, sort: str, weight: int, facts: dict[str, Any]) -> None:
        """Keep these facts for the recap at the end of the cycle if they are the best of their sort (such as the
        largest find) so far, by `weight`.
        """
        if weight > self.shine.get(sort, (0, {}))[0]:
            self.shine[sort] = (weight, facts)

    def count_for_title(self, name: str, who: str, by: int = 1) -> None:
        """Add to the count of what a player has done (such as losses found) for which there is a title of honour at the
        end.
        """
        tally = self.tallies.setdefault(name, {})
        tally[who] = tally.get(who, 0) + by

    # -- what every telling changes

    def learn_event(self, told: Told, event: Event | None) -> None:
        """Update the voice's memory of the race by an event: what a square held, totals, boosters, seats and open
        squares. Other events, and remarks, change nothing.
        """
        match event:
            case events.SquareOpened(face=face) | events.BombFound(face=face):
                self.face = face if isinstance(face, str) else ""
            case events.Gained(who=who, amount=amount, source=source):
                self._learn_money(who, amount, source)
            case events.Lost(who=who, amount=amount, source=source) | events.PricePaid(who, amount, source):
                self._learn_money(who, -amount, source)
            case events.Boosted(who=who, booster=booster):
                self.boosters[who] = booster
            case events.BoostersSiphoned(robbed=robbed):
                self._drop_boosters(*robbed)
            case events.ReparationsMade(high=high):
                self._drop_boosters(high)
            case events.PlayerJoined(who=who, start=start):
                self.totals[who] = start
            case events.PlayerBack(who=who):
                self.totals[who] = self.departed.pop(who, 0)
            case race_events.PlayerLeft(who=who) | race_events.PlayerShownOut(who=who):
                self._note_departure(who)
            case _:
                self._learn_seats(told.table, event)

    def _learn_seats(self, table: str, event: Event | None) -> None:
        """Update the voice's memory of who is in or out of which round, and which squares and bombs are open, by an
        event told at `table`; who is put out or sells their place also has no booster any more. Other events change
        nothing.
        """
        match event:
            case events.PutOut(who=who) | events.Surrendered(who=who) | events.Folded(who=who):
                if not isinstance(event, events.Folded):
                    self._drop_boosters(who)
                self.out.setdefault(who, 0)
                place = self.find_round_at(table)
                place.left = [each for each in place.left if each != who]
            case events.RoundEntered(order=order) | events.RoundChanged(order=order) | events.Invited(order=order):
                for there in self.places.values():
                    there.left = [who for who in there.left if who not in order]
                self.find_round_at(table).left = list(order)
                self._seat_again(order)
            case events.CameBack(who=who):
                self.find_round_at(table).left.append(who)
                self._seat_again([who])
            case events.CycleBegun(players=players) | events.SuperRoundSeated(players=players):
                self._seat_again(players)
            case events.RowAdded(last=last):
                self.find_round_at(table).squares = last
            case events.BombsSwept(squares=squares):
                self.find_round_at(table).opened += squares
            case events.BoardShuffled():
                self.find_round_at(table).bombs.clear()

    def _seat_again(self, players: Iterable[str]) -> None:
        """Note that these players are no longer out of their round."""
        for who in players:
            self.out.pop(who, None)

    def _note_departure(self, who: str) -> None:
        """Take a player who has left the race out of the rounds, the list of those out and the leaderboard, and forget
        their booster; keep their total, because they may come back.
        """
        self.departed[who] = self.totals.pop(who, 0)
        self._drop_boosters(who)
        self._seat_again([who])
        for place in self.places.values():
            place.left = [each for each in place.left if each != who]

    def _drop_boosters(self, *whose: str) -> None:
        """Note that these players have no booster any more."""
        for who in whose:
            self.boosters.pop(who, None)

    def _learn_money(self, who: str, amount: int, source: str) -> None:
        """Update the voice's memory of a player's money by an amount (below zero for a loss), of their largest gain and
        loss with its cycle and source, and, for money from minigames, of the sum that counts for a title.
        """
        self.totals[who] = self.totals.get(who, 0) + amount
        book = self.ups if amount > 0 else self.downs
        if abs(amount) > book.get(who, (0, 0))[0]:
            book[who] = (abs(amount), self.cycle)
            (self.bright if amount > 0 else self.dark)[who] = (
                self.face if source in SQUARE_SOURCES and self.face else source
            )
        if source in ("minigames", tables.OPPONENT_SOURCE):
            self.count_for_title("games", who, amount)


OUT, BOARDS, MEMORY = (
    "Out in cycle {cycle}: {players}.",
    "In play: {boards}.",
    "{memory}.",
)


FIRST, MOST_OUT, MOST_BOARDS, MOST_LINES = 3, 6, 2, 4


MANY_TIMES = 3


OLD_NEWS = 1  # the rank of a headline that there was this week


RECALLED = 14  # headlines and memories: a week of each, in which nothing is recalled twice


def make_recap(race: RaceMemory) -> list[Told]:
    """Return the host's recap: the headline since the last one, unless a recent recap has used it, the leaders, who is
    out since when, and which boards are in play; if that is little, also something from earlier. Empty if there is no
    headline. What is recapped is noted, so that it does not come twice.
    """
    rank, headline = race.headline
    if not rank:
        return []
    found = [Told(RECAP_LEADERS, {"leaders": list_leaders(race)})]
    if build_recall_key(headline) not in race.recalled:
        found.insert(0, Told(RECAP_NEWS, {"headline": headline}))
    if out := list_players_out(race):
        found.append(Told(OUT, {"cycle": max(1, race.cycle), "players": out}))
    if boards := list_boards_in_play(race):
        found.append(Told(BOARDS, {"boards": boards}))
    race.headline, race.fell = (0, ""), []
    race.out = {who: mornings + 1 for who, mornings in race.out.items()}
    memory = find_memory(race) if len(found) < MOST_LINES else None
    race.recalled = [*race.recalled, build_recall_key(headline), *([build_recall_key(memory)] if memory else [])][
        -RECALLED:
    ]
    return [*found, Told(MEMORY, {"memory": memory})] if memory else found


def list_leaders(race: RaceMemory) -> list[Words]:
    """Return the first three on the leaderboard with their totals, as words."""
    return [phrase("{who} {total:£}", who=who, total=race.totals[who]) for who in race.rank_all()[:FIRST]]


def list_players_out(race: RaceMemory) -> list[Words]:
    """Return in words which players are out of their round (the last six), and by whose bomb they have gone out since
    the last recap or, where there is none or it is longer ago, since when they are out.
    """
    owners = dict(race.fell)
    found: list[Words] = []
    for who, mornings in [*race.out.items()][-MOST_OUT:]:
        owner = owners.get(who, "")
        if owner and not mornings:
            found.append(phrase("{who} (own bomb)" if owner == who else "{who} ({owner}’s bomb)", who=who, owner=owner))
        else:
            found.append(format_time_out(who, mornings))
    return found


def list_boards_in_play(race: RaceMemory) -> list[Words]:
    """Return in words which boards are in play (two at most): how many of their squares are closed, and who is still
    in.
    """
    found: list[Words] = [
        phrase(
            "{round} with {n} closed {n:square|squares} for {players}",
            round=place.title,
            n=place.squares - len({*place.opened}),
            players=list(place.left),
        )
        for place in race.places.values()
        if place.title and len(place.left) > 1 and place.squares > len({*place.opened})
    ]
    return found[:MOST_BOARDS]


def build_recall_key(words: Any) -> str:
    """Build the text by which a recap notices that it has told these words before. A phrase gets the same text whether
    it is an object or stored data.
    """
    if isinstance(words, Phrase):
        return f"{words.text} {sorted(words.facts.items())}"
    return f"{words['text']} {sorted(words['facts'].items())}" if isinstance(words, Mapping) else str(words)


def find_memory(race: RaceMemory) -> Phrase | None:
    """Return a memorable fact of this race for a recap, one that was not recalled in recent recaps, or None."""
    return next((memory for memory in iter_memories(race) if build_recall_key(memory) not in race.recalled), None)


def iter_memories(race: RaceMemory) -> Iterator[Phrase]:
    """Yield the facts of this race that a recap can recall, the best first: whose bombs often put the same player out,
    who wins round after round, the largest sum on a square, how many squares were opened.
    """
    for pair, n in sorted(race.caught.items(), key=lambda each: -each[1]):
        if _is_of_two(pair) and n >= MANY_TIMES:
            owner, _, victim = pair.partition(">")
            yield phrase("{owner}’s bombs have put {who} out {n} times", owner=owner, who=victim, n=n)
    for who, n in sorted(race.streaks.items(), key=lambda each: -each[1]):
        if n >= MANY_TIMES:
            yield phrase("{who} has won {n} rounds in a row", who=who, n=n)
    if race.biggest:
        yield phrase("The largest sum on one square so far: {amount:£}", amount=race.biggest)
    yield phrase("{n} {n:square|squares} opened so far", n=race.turns)


def _is_of_two(pair: str) -> bool:
    """Return whether the owner and the victim in `owner>victim` are two different players, and the bomb was not the
    board's.
    """
    owner, _, victim = pair.partition(">")
    return bool(owner) and owner != victim


def note_target_reached(race: RaceMemory, who: str) -> None:
    """Note that a player has reached the target as headline of the next recap; none is more important."""
    race.note_headline(9, phrase("{who} has reached the target", who=who))


def note_stopped_leader(race: RaceMemory, who: str, owner: str) -> None:
    """Note for the next recap, unless it has a more important headline, that the bomb of `owner` has put the leader of
    the race (`who`) out.
    """
    race.note_headline(7, phrase(LEADER_PUT_OUT, who=who, owner=owner))


def note_new_leader(race: RaceMemory, who: str) -> None:
    """Note for the next recap, unless it has a more important headline, that this player has taken the lead of the
    race.
    """
    race.note_headline(6, phrase("{who} has taken the lead", who=who))


def note_round_won(race: RaceMemory, winners: Sequence[str], title: Words, *, great: bool) -> None:
    """Note for the next recap, unless it has a more important headline, that these players have won a round, called
    `title`; `great`, and so more important, for the Super Round.
    """
    won = phrase("{who} {n:has|have} won {round}", who=[*winners], n=len(winners), round=title)
    race.note_headline(8 if great else 5, won)


def note_own_goal(race: RaceMemory, who: str) -> None:
    """Note for the next recap, unless it has a more important headline, that a player was put out by their own bomb."""
    race.note_headline(4, phrase(OWN_BOMB_OPENED, who=who))


def note_large_find(race: RaceMemory, who: str, amount: int, n: int) -> None:
    """Note for the next recap the headline that a player found a large sum on square `n`, unless it has a more
    important headline or one of a larger find.
    """
    if race.headline[0] <= 3 and amount > race.headline_sum:
        race.headline, race.headline_sum = (
            (3, phrase("{who} has found {amount:£} on square {n}", who=who, amount=amount, n=n)),
            amount,
        )


def note_any_square(race: RaceMemory, who: str, n: int) -> None:
    """Note for the next recap, if nothing more important has happened, the headline that a player opened a square."""
    race.note_headline(1, phrase("{who} has opened square {n}", who=who, n=n))


SEAL, SELECT, STAKE = "bomb.seal", "select", "square00.stake"  # keys of questions


TWO = 2


BLOWS = ("bomb", "mut.cluster", "mut.fizzle", "autobomb")


# -- questions


def phrase_host_question(race: RaceMemory, question: Question, bots: Collection[str], *, own: bool) -> Phrase | None:
    """Return the host's words for the question to select a square, to hide a bomb, or to stake a win bonus (if that may
    bring a minigame and hidden squares); None for other questions, which keep their plain text. With `own` they are for
    the asked player alone, and may use what only that player knows.
    """
    if question.key == STAKE and question.facts["plays"] and question.facts["hides"]:
        return phrase_stake(race, question)
    if question.key == SEAL:
        return phrase_seal(race, question, own=own)
    if question.key != SELECT:
        return None
    return phrase_own_turn(race, question) if own else phrase_turn(race, question, bots)


def phrase_turn(race: RaceMemory, question: Question, bots: Collection[str]) -> Phrase:
    """Return a line that announces whose turn it is, chosen in rotation from those that fit now. It does not change the
    voice's memory.
    """
    place, who = race.places.get(question.table, RoundMemory()), question.who
    facts: dict[str, Any] = {"who": who}
    others = [other for other in place.left if other != who]
    if len(others) == 1:
        facts["other"] = others[0]
    if race.is_near_target(who):
        facts |= {"short": race.compute_shortfall(who), "goal": race.format_goal()}
    holds = {
        "first": not place.opened,
        "two": place.count_closed() == TWO,
        "bombed": place.smoke,
        "duel": len(others) == 1,
        "brink": race.is_near_target(who),
        "double": place.twice == who,
        "bot": who in bots,
    }
    lines = BOOK["turn"]
    true = [line for name in [*(name for name, yes in holds.items() if yes), ANY] for line in lines[name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[0] if holds["first"] else fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def phrase_own_turn(race: RaceMemory, question: Question) -> Phrase:
    """Return the line that asks a player to take their turn. It is chosen by public facts, such as whether the player
    leads the race or only two squares are closed.
    """
    place, who = race.places.get(question.table, RoundMemory()), question.who
    closed = place.count_closed()
    facts: dict[str, Any] = {"who": who, "closed": closed} | ({"round": place.title} if place.title else {})
    if closed == 1 and place.title:  # of one square there is nothing to count, and a line with the round's name fits
        del facts["closed"]
    holds = {
        "two": closed == TWO,
        "lead": race.find_sole_leader() == who,
        "last": race.find_sole_last() == who,
        ANY: True,
    }
    true = [line for name, yes in holds.items() if yes for line in BOOK["turn.own"][name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def phrase_stake(race: RaceMemory, question: Question) -> Phrase:
    """Return the host's words for the question to a winner whether to stake the bonus on Square 00; they may speak of
    what it did to this winner last time.
    """
    facts = {name: question.facts[name] for name in ("bonus", "prize", "minigame")}
    lines = [*BOOK["sq00.ask"].get(race.fates.get(question.who, ""), ()), *BOOK["sq00.ask"][ANY]]
    line = lines[race.cycle % len(lines)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def phrase_seal(race: RaceMemory, question: Question, *, own: bool) -> Phrase:
    """Return the host's question where to seal a bomb in a new round; with `own` it also says whom the bomb of the
    asked player put out in their last round, if it did.
    """
    victim = race.got.get(question.who, "") if own else ""
    lines = BOOK["seal.ask"]["own" if victim == question.who else "caught" if victim else ANY]
    line = lines[race.cycle % len(lines)]
    facts = {"round": question.facts["round"], "victim": victim}
    return Phrase(line.text, {name: facts[name] for name in line.needs})


# -- what only one player is told


def pick_whispered_line(race: RaceMemory, told: Told, said: Sequence[Moment]) -> Spoken | None:
    """Return the host's line for an event that only one player is told, or None if there is none. `said` are the lines
    about the same input that all hear. Lines alternate from turn to turn without a change of the voice's memory.
    """
    facts = dict(told.facts)
    if told.kind is events.OwnBombFound:
        name = "bomb.yours"
        circumstance, facts = find_catch(race, told, said)
    elif bound := BOUND.get(told.kind):
        name, circumstance, _ = bound[0]
    else:
        return None
    fitting = [line for line in BOOK[name][circumstance] if line.needs <= facts.keys()]
    if not fitting:
        return None
    line = fitting[(race.turns + race.cycle) % len(fitting)]
    return Spoken(line.id, {name: facts[name] for name in line.needs})


def find_catch(race: RaceMemory, told: Told, said: Sequence[Moment]) -> tuple[str, dict[str, Any]]:
    """Return the name of the circumstance that chooses the line for a player whose bomb somebody has just found (by
    whether it put the finder out, and how often it has done so), and the facts of that line. What all hear at the same
    time, `said`, tells what the bomb did.
    """
    owner, who, n = told.to, told.facts["who"], told.facts["n"]
    facts = {"who": who, "n": n, "count": race.caught.get(f"{owner}>{who}", 0)}
    blows = [each for each in said if each.event in BLOWS and each.facts.get("n") == n]
    if any(each.event == "mut.fizzle" for each in blows):
        return "fizzle", facts
    out = any(each.event == "bomb.left" and each.facts["who"] == who for each in said)
    if not (blows and out):
        return "found", facts
    if any(each.event in ("win", "deadlock") and each.facts.get("who") == owner for each in said):
        return "won", facts
    caught = sum(
        times for pair, times in race.caught.items() if pair.startswith(f"{owner}>") and pair != f"{owner}>{owner}"
    )
    return "first" if caught == 1 else "again" if facts["count"] > 1 else ANY, facts
