"""What is said where rounds, cycles and the race begin and end, and of totals and places."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from engine.kernel.text import Words, phrase
from engine.kernel.voice import Moment
from engine.season7 import events, tables
from engine.season7.voice import narrator
from engine.season7.voice.narrator import RaceMemory, RaceNarrator, RaceSnapshot, RoundMemory, narrate_events

SUPER_KIND = "super"


EARNED_LIST = "shelf"  # the first word of its lines' ids, which games in progress remember


CLOSE, FAR = 5_000_000, 100_000_000


DRY, MANY_LEFT = 6, 8


MAX_SHOWN = 5


@narrate_events(events.CycleBegun)
def narrate_cycle_begun(voice: RaceNarrator, begun: events.CycleBegun) -> None:
    """Add the host's line that a new cycle begins, and clear what the voice remembers of the last one."""
    race = voice.race
    for who in begun.players:
        race.totals.setdefault(who, 0)
    race.cycle, race.cycle_finds, race.cycle_biggest = begun.cycle, 0, 0
    race.last, race.fresh = race.find_sole_last(), 0
    race.shine.clear()
    race.places.clear()
    race.playing.clear()
    leader = race.find_sole_leader()
    moment = voice.say("cycle.begin", cycle=begun.cycle, n=begun.n)
    if begun.cycle == 1:
        moment.kind = "first"
    elif leader:
        gap = race.totals[leader] - race.totals[race.rank_all()[1]]
        moment.facts |= {
            "leader": leader,
            "gap": gap,
            "who": leader,
            "short": race.compute_shortfall(leader),
            "goal": race.format_goal(),
        }
        brink = ["brink"] if race.is_near_target(leader) else []
        moment.strong = [*brink, *(["close"] if gap < CLOSE else []), *(["gap"] if gap >= FAR else [])]


@narrate_events(events.RoundBegun)
def narrate_round_begun(voice: RaceNarrator, begun: events.RoundBegun) -> None:
    """Add the host's line that a round begins, with the turn order; note in the voice's memory who plays it and how
    large its board is, and forget whom these players' last bombs put out. The receipts of the bombs are taken with it,
    of which only the number is said.
    """
    race, place, order = voice.race, voice.find_round(), begun.order
    for who in order:
        race.totals.setdefault(who, 0)
        race.got.pop(who, None)
    if not place.seats:
        race.fresh = 0
    place.title, place.columns, place.squares = begun.round, begun.columns, begun.squares
    place.kind, place.left, place.seats = begun.kind, order.copy(), order.copy()
    seals = voice.take_if(events.SealsShown)
    said: dict[str, Any] = {"first": order[0], "order": order, "players": order, "squares": place.squares}
    moment = voice.say("seal.all", **said, round=place.title)
    if seals:
        moment.facts["n"] = len(seals.receipts)
    if place.kind == SUPER_KIND:
        moment.kind = SUPER_KIND
    elif place.kind != "regular":
        moment.kind = "wild"


@narrate_events(events.SealsShown, events.RoundClosed)
def drop_without_line(voice: RaceNarrator, _: object) -> None:
    """Drop an event without a line of the host's voice, because it is shown elsewhere (receipts for sealed bombs) or by
    the next event (that a round is closed).
    """
    voice.say_nothing()


# -- the end of a round


@narrate_events(events.RoundOver)
def narrate_round_over(voice: RaceNarrator, over: events.RoundOver) -> None:
    """Add the host's lines at the end of a round: who has won, what lay on the squares left, and whose bombs nobody
    found. Note in the voice's memory who has won, how often in a row, and the headline of it.
    """
    race, place, winners = voice.race, voice.find_round(), over.winners
    place.title = place.title or over.round  # of a game that was laid out in the middle of a round
    dry = dict(race.streaks)
    for who in over.deeds["rounds"]:
        before = race.streaks.get(who, 0)
        race.streaks[who] = max(0, before) + 1 if who in winners else min(0, before) - 1
    say_winners(voice, place, winners, dry)
    say_rest_of_board(voice, place)
    for who in winners:
        race.wins[who] = race.wins.get(who, 0) + 1
    if winners:
        narrator.note_round_won(race, winners, *name_won_round(place).values(), great=place.kind == SUPER_KIND)


def name_won_round(place: RoundMemory) -> dict[str, Any]:
    """Return, as a mapping with one entry, the fact by which a line names the round that was won: its title, or “the
    Super Round”.
    """
    return {"cup": phrase("the Super Round")} if place.kind == SUPER_KIND else {"round": place.title}


def say_winners(voice: RaceNarrator, place: RoundMemory, winners: list[str], dry: dict[str, int]) -> None:
    """Add the host's line about who has won a round: one player, several, or nobody. `dry` holds each player's row of
    rounds before this one: how many they had won, or below zero how many they had not.
    """
    race, where = voice.race, name_won_round(place)
    if not winners:
        moment = voice.say("win.clear", n=0, **where)
        moment.kind = "nobody"
    elif len(winners) > 1:
        moment = voice.say("win.clear", winners=winners, n=len(winners), **where)
        moment.kind = "" if place.count_closed() == 0 else "side"
        moment.soft = ["many"]
    else:
        who = winners[0]
        moment = voice.say("win", who=who, count=race.streaks[who], **where)
        last = place.fallen[-1] if place.fallen else ("", "")
        alone = place.count_closed() > 0
        if place.deadlocked:
            moment.event, moment.kind, moment.fate = "deadlock", "beat2", True
            moment.facts["total"] = race.totals[who]
            return
        if not alone:
            moment.event, moment.facts = "win.clear", {"winners": winners, "n": 1, **where}
            return
        moment.strong = [
            *(["firstwin"] if not race.wins else []),
            *(["last"] if race.find_sole_last() == who else []),
        ]
        if -dry.get(who, 0) >= DRY:
            moment.facts["count"] = -dry[who]
            moment.strong.append("dry")
        moment.soft = [
            *(["bombwin"] if last[1] == who and place.smoke else []),
            *(["win2"] if race.streaks[who] > 1 else []),
            *(["bot"] if who in voice.bots else []),
        ]
        if who in place.refused:
            voice.say_also("ev.bank", who=who).kind = "won"


def say_rest_of_board(voice: RaceNarrator, place: RoundMemory) -> None:
    """Add the host's lines about the squares left at the end of a round, and take the events that tell it: what lay
    there, what bombs covered, who put out whom, bombs nobody found, and the round's largest find.
    """
    if shown := voice.take_if(events.RestShown):
        squares = shown.squares
        moment = voice.say("round.end", rest=squares, n=len(squares))
        moment.kind = "closed"
        if len(squares) > MANY_LEFT:  # of all that are closed, bombs too, which are told by themselves
            moment.facts |= {"rest": find_dearest_squares(squares), "n": place.count_closed()}
            moment.kind = "many"
    if buried := voice.take_if(events.BuriedShown):
        voice.say("round.end", under=buried.squares).kind = "under"
    caught = [phrase("{who} ({owner}’s bomb)", who=who, owner=owner) for who, owner in place.fallen if owner]
    if caught:
        voice.say_also("round.end", pairs=caught).kind = "pairs"
    if unfound := voice.take_if(events.UnfoundBombsShown):
        (who, n), *others = unfound.unfound
        if others:
            voice.say("round.end", bombs=unfound.bombs).kind = "survivors"
        else:
            voice.say("round.end", owner=who, n=n).kind = "survived"
    if place.best[0] and len(place.opened) > MAX_SHOWN:
        who, amount, n = place.best
        voice.say_also("round.end", who=who, amount=amount, n=n).kind = "best"


def find_dearest_squares(squares: list[Any]) -> list[Any]:
    """Return the squares with the most cash among these (phrases with a `face`), the highest first, as many as a line
    about the rest of the board can name.
    """

    def rank_by_amount(square: Any) -> tuple[int, int]:
        """Return a sort key by the cash on this square; all else, losses too, comes below."""
        face = str(square["facts"]["face"])
        digits = "".join(letter for letter in face if letter.isdigit())
        return (1, int(digits)) if face.startswith("£") and digits else (0, 0)

    return sorted(squares, key=rank_by_amount, reverse=True)[:MAX_SHOWN]


@narrate_events(events.WinBonusWorked)
def narrate_bonus(voice: RaceNarrator, worked: events.WinBonusWorked) -> None:
    """Add a line of the host for each winner about their win bonus: how it is made up, and what it comes to."""
    while teased := voice.take_if(events.WinBonusTeased):
        say_bonus(voice, voice.find_round(), worked, teased)


def say_bonus(
    voice: RaceNarrator, place: RoundMemory, worked: events.WinBonusWorked, teased: events.WinBonusTeased
) -> None:
    """Add the host's line about one winner's bonus, worded by what has raised it (booster, Win Zone), so that the parts
    that it names add up to the sum; note the minigame that Square 00 may add, and the bonus if it is the largest so
    far.
    """
    race, who, amount, fixed = voice.race, teased.who, teased.bonus, worked.fixed
    place.teasers[who] = teased.minigame
    squares, booster = worked.n * worked.each, race.boosters.get(who, 0)
    plain, boosted = fixed + squares, fixed - (-squares * (100 + booster) // 100)
    moment = voice.say("bonus", fixed=fixed, n=worked.n, each=worked.each, bonus=amount, who=who)
    moment.must = ("who",)
    if amount == plain:
        moment.strong = ["big.s"] if race.finest and amount > race.finest else []
    elif amount == boosted:
        moment.kind = "boost"
    elif amount == 2 * plain:
        moment.kind = "zone"
    else:
        moment.kind = "both"
    race.finest = max(race.finest, amount)


# -- cycles, and the race


@narrate_events(events.LastToFallSeated)
def narrate_last_to_fall(voice: RaceNarrator, seated: events.LastToFallSeated) -> None:
    """Add the host's line that the last player to fall gets a seat in the Super Round."""
    voice.say("super", who=seated.who).kind = "last"


@narrate_events(events.SeatsFilledUp)
def narrate_seats_filled(voice: RaceNarrator, filled: events.SeatsFilledUp) -> None:
    """Add the host's line about players who get a seat in the Super Round without having won a round."""
    voice.say("super", who=filled.players, n=filled.n).kind = "empty" if filled.n == 1 else "empties"


@narrate_events(events.SuperRoundSeated)
def narrate_super_round(voice: RaceNarrator, seated: events.SuperRoundSeated) -> None:
    """Add the host's line about who plays the Super Round, and clear what the voice remembers of the cycle's rounds
    before it.
    """
    voice.race.places.clear()
    voice.say("super", players=seated.players, n=len(seated.players))


@narrate_events(events.TargetReached)
def narrate_target_reached(voice: RaceNarrator, reached: events.TargetReached) -> None:
    """Add the host's line that a player has reached the target of the race, as the first or after others, and note it
    in the voice's memory and as headline of the next recap.
    """
    race, who = voice.race, reached.who
    race.target = reached.target
    race.touched.append(who)
    narrator.note_target_reached(race, who)
    moment = voice.say("brink", who=who, n=len(race.touched), goal=race.format_goal())
    moment.kind = "touch" if len(race.touched) == 1 else "touch2"


@narrate_events(events.TargetReachedTogether)
def narrate_reached_together(voice: RaceNarrator, reached: events.TargetReachedTogether) -> None:
    """Add the host's line that several players reached the target at the same moment, and note it in the voice's memory
    and as headline of the next recap.
    """
    race = voice.race
    race.target = reached.target
    for who in reached.players:
        race.touched.append(who)
        narrator.note_target_reached(race, who)
    voice.say("brink", players=reached.players, goal=race.format_goal()).kind = "together"


@narrate_events(events.CycleOver)
def narrate_cycle_over(voice: RaceNarrator, over: events.CycleOver) -> None:
    """Add the host's lines at the end of a cycle: the leaderboard with its changes, what was special, and what people
    have earned since that was last told. The voice remembers the places and the leader, with which the end of the next
    cycle is compared, learns the target, and forgets what has been earned.
    """
    race, leaders, total, short = voice.race, over.leaders, over.total, over.short
    race.target = total + short
    ranked = race.rank_all()
    moment = voice.say("cycle.end", cycle=over.cycle, leader=leaders, total=total, short=short, goal=race.format_goal())
    if len(leaders) == 1:
        gap = total - race.totals[ranked[1]] if len(ranked) > 1 else 0
        moment.facts |= {"gap": gap}
        close = ["close"] if 0 < gap < CLOSE else []
        same = ["same"] if race.leader == leaders[0] else []
        moment.strong = [*(["lead"] if race.leader and not same else []), *close, *same]
        race.leader = leaders[0]
        race.count_for_title("leads", leaders[0])
    places = [format_table_row(voice, who) for who in ranked]
    voice.say_also("table", places=places).kind = "any"
    for sort in ("square", "own", "bomb", "fate", "game"):
        if sort in race.shine and not (sort == "bomb" and "own" in race.shine):
            voice.say_also("high", **race.shine[sort][1]).kind = sort
    if race.earned:
        voice.say_also(EARNED_LIST, list=race.earned).kind = "any"
        race.earned = []
    race.ended = {who: race.find_place(who) for who in ranked}


def format_table_row(voice: RaceNarrator, who: str) -> Any:
    """Format a row of the leaderboard: place, total, and how many places up or down since the last cycle."""
    race = voice.race
    place, total = race.find_place(who), race.totals[who]
    by = race.ended.get(who, 0) - place if who in race.ended else 0
    facts = {"place": place, "who": who, "total": total, "n": abs(by)}
    if not race.ended:
        return phrase("{place} {who} {total:£}", **facts)
    if who not in race.ended:
        return phrase("{place} {who} {total:£} (new)", **facts)
    if not by:
        return phrase("{place} {who} {total:£} (same place as before)", **facts)
    return (
        phrase("{place} {who} {total:£} (up {n} {n:place|places})", **facts)
        if by > 0
        else phrase("{place} {who} {total:£} (down {n} {n:place|places})", **facts)
    )


# -- the end of the race


@narrate_events(events.RaceWon)
def narrate_race_won(voice: RaceNarrator, won: events.RaceWon) -> None:
    """Add the host's lines at the end of the race: the winner, how they won, each player's best and worst moment,
    records and titles.
    """
    race, champions, total = voice.race, won.champions, won.total
    first = voice.say("victory", goal=race.format_goal(), **({"n": len(race.touched)} if race.touched else {}))
    first.kind = "beat1"
    word = voice.say_also("victory", who=champions, total=total, goal=race.format_goal())
    word.kind, word.fate = "beat2", True
    others = [other for who, other in race.totals.items() if who not in champions]
    gap = total - max(others, default=0)
    if len(champions) == 1 and others and 0 < gap < CLOSE:
        word.kind = "close"
        word.facts |= {"gap": gap, "n": race.turns}
    voice.say_also("finale", cycles=race.cycle, squares=race.turns, bombs=race.bombs).kind = "how"
    since, leader = race.decided
    if since and leader == race.find_sole_leader() and champions == [leader]:  # not who was passed on the last step
        voice.say_also("finale", cycle=since, who=leader).kind = "decided"
    for each in list_finales(race, champions):
        voice.say_also("finale", line=each).kind = "player"
    if race.earned:
        voice.say_also(EARNED_LIST, list=race.earned).kind = "any"
    records = [
        phrase("{name} {amount:£} ({who})", name=name, amount=best, who=who)
        for name, (best, who) in sorted(race.games.items(), key=lambda each: -each[1][0])[:MAX_SHOWN]
    ]
    if records:
        voice.say_also("finale", records=records).kind = "records"


MAX_TITLES = 3


CLOSE_SECOND = 25_000_000


FORTUNE = phrase("one lucky or unlucky event")


MOMENTS: Mapping[str, Words] = {  # by where money came from or went
    "cash": phrase("one square"),
    "bomb": phrase("a bomb"),
    "bankrupt": phrase("a Bankrupt Bomb"),
    "win bonus": phrase("a win bonus"),
    "minigames": phrase("a minigame"),
    tables.OPPONENT_SOURCE: phrase("a minigame"),
    "megagrid": phrase("the Megagrid"),
    "banker": phrase("the bank"),
    "leave": phrase("leaving"),
    "pay day": phrase("a Pay Day"),
    "jackpot": phrase("a Jackpot"),
    "penalty box": phrase("a Penalty Box"),
}


def list_finales(race: RaceMemory, champions: Collection[str]) -> Iterator[Words]:
    """Yield for each player a closing line of the race: their total, best and worst moment, and titles of honour."""
    given = give_titles(race, champions)
    for who in race.rank_all():
        best, worst = race.ups.get(who, (0, 0)), race.downs.get(who, (0, 0))
        yield phrase(
            (
                "{who}: {total:£}. Biggest gain: {best:£} from {good}, in cycle {up}. Biggest loss: {worst:£} "
                "from {bad}, in cycle {down}. {titles}."
            )
            if best[0] and worst[0]
            else "{who}: {total:£}. Biggest gain: {best:£} from {good}, in cycle {up}. {titles}."
            if best[0]
            else "{who}: {total:£}. Biggest loss: {worst:£} from {bad}, in cycle {down}. {titles}."
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
    """Return words for where a player's largest gain or loss came from, given its source or the name of a square; vague
    words for a source that has none.
    """
    if source in tables.CATEGORY or source in tables.HIDDEN_SQUARES:
        return tables.format_with_article(source)
    return MOMENTS.get(source, FORTUNE)


def give_titles(race: RaceMemory, champions: Collection[str]) -> dict[str, list[Words]]:
    """Return for each player the titles of honour (such as for most bombs found) that they get at the end of the race,
    three of them at most; who gets no other has one for staying to the end. In a tie the one who is first among the
    counts gets it.
    """
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
    give_title_to_best(given, count_caught(race), 3, lambda n: phrase("Good Hiding ({n} players caught)", n=n))
    give_title_to_best(given, count_own_goals(race), 2, lambda n: phrase("Own Goal ({n} own bombs)", n=n))
    give_title_to_best(
        given, count_same_victims(race), 3, lambda n: phrase(("Old Friends (hit the same player {n} times)"), n=n)
    )
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
    ("empty", 3, lambda n: phrase("Empty Hands (no money from {n} minigames)", n=n)),
    ("nought", 1, lambda n: phrase("Double Zero ({n:£} won on Square 00)", n=n)),
    ("kept", 4, lambda n: phrase("No, Thank You ({n} bonuses kept)", n=n)),
    ("rows", 1, lambda n: phrase("Mountain Air ({n} {n:row|rows})", n=n)),
)


def give_title(given: dict[str, list[Words]], who: str, words: Words) -> None:
    """Add one more title of honour to those of a player, unless they have as many as fit or are not among the players
    in `given`.
    """
    if who in given and len(given[who]) < MAX_TITLES:
        given[who].append(words)


def give_title_to_best(
    given: dict[str, list[Words]], counts: dict[str, int], least: int, words: Callable[[int], Words]
) -> None:
    """Give a title of honour to the player with the highest of these counts, if it is at least `least` and they have
    room for one more; `words` makes the title from the count.
    """
    who = max((who for who in counts if who in given), key=lambda each: counts[each], default="")
    if who and counts[who] >= least:
        give_title(given, who, words(counts[who]))


def count_caught(race: RaceMemory) -> dict[str, int]:
    """Count for each player how often their bombs have put other players out in this race; others are left out."""
    found: dict[str, int] = {}
    for pair, times in race.caught.items():
        owner, _, victim = pair.partition(">")
        if owner and owner != victim:
            found[owner] = found.get(owner, 0) + times
    return found


def count_own_goals(race: RaceMemory) -> dict[str, int]:
    """Count for each player how often their own bombs have put them out in this race; others are left out."""
    pairs = ((pair.partition(">"), times) for pair, times in race.caught.items())
    return {owner: times for (owner, _, victim), times in pairs if owner and owner == victim}


def count_same_victims(race: RaceMemory) -> dict[str, int]:
    """Return for each player the number of times that their bombs have put out the one opponent whom they put out most
    often; nobody whose bombs have put out no one else.
    """
    found: dict[str, int] = {}
    for pair, times in race.caught.items():
        owner, _, victim = pair.partition(">")
        if owner and owner != victim:
            found[owner] = max(found.get(owner, 0), times)
    return found


COLOURS_SAYING_PLACE = ("lead", "lost", "brink", "beat2", "last")  # lines that say it themselves


LEADS = ("lead",)  # a find that says who leads


def join_lines(voice: RaceNarrator, since: int) -> None:
    """Put the host's lines from number `since` on onto one line, after adding to them the new total (and changed place)
    of each player whose total has changed; do nothing if there are none.
    """
    if not voice.moments[since:]:
        return
    say_totals(voice, since)
    first, *more = voice.moments[since:]
    for each in more:
        each.at, each.joins = first.at, True


def say_totals(voice: RaceNarrator, since: int) -> None:
    """Add the new totals, and changed places, of all players whose total has changed since the last comparison, to be
    told after the lines from number `since` on, and who has come near the target. Then the race as it stands is what is
    compared with next.
    """
    race, before = voice.race, voice.before
    changed = [who for who, total in race.totals.items() if total != before.totals.get(who, total)]
    amounts = {each.facts.get("amount") for each in voice.moments[since:]}
    say_near_target(voice)
    if len(changed) > 1:
        ranked = sorted(changed, key=lambda who: -race.totals[who])
        voice.say_also("total", list=[_format_total(voice, who) for who in ranked]).kind = "all"
    elif changed:
        _say_one_total(voice, changed[0], amounts)
    remember_leader(voice)


def _format_total(voice: RaceNarrator, who: str) -> object:
    """Return the words for a player with their new total and place on the leaderboard."""
    total, place = voice.race.totals[who], voice.race.find_place(who)
    return phrase("{who} {total:£k} ({place:th})", who=who, total=total, place=place)


def _say_one_total(voice: RaceNarrator, who: str, amounts: set[int | None]) -> None:
    """Add to what is said of a player their new total and place, and how the place has changed; a total that is one of
    the `amounts` told already is not repeated, nor a lead that the line before has told.
    """
    race, place = voice.race, voice.race.find_place(who)
    total, finder = race.totals[who], voice.moments[-1].facts.get("who") == who
    if total in amounts:
        same = voice.say_also("total", place=place, **({} if finder else {"who": who}))
        same.kind, same.must = "same", () if finder else ("who",)
    elif race.find_sole_leader() == who != voice.before.leader:
        after_lead = voice.say_also("total", who=who, total=total, place=place)
        after_lead.kind, after_lead.only = "place", LEADS
        lead = say_lead(voice, who)
        lead.must, lead.unless = ("total",), LEADS
    elif place != voice.before.places[who]:
        say_place(voice, who, up=place < voice.before.places[who]).must = ("total", "place")
    else:
        voice.say_also("total", who=who, total=total, place=place).kind = "place" if finder else "other"


def remember_leader(voice: RaceNarrator) -> None:
    """Take the race as it stands now as that with which its standing after the next events is compared, and, if
    somebody new leads alone, note that for the headline of the next recap and for the end.
    """
    race, leader = voice.race, voice.race.find_sole_leader()
    if leader not in ("", voice.before.leader):
        race.decided = (race.cycle, leader)
        narrator.note_new_leader(race, leader)
        if leader not in race.led:
            race.led.append(leader)
    voice.before = RaceSnapshot(race)


def say_standing(voice: RaceNarrator) -> None:
    """Add, if anything was said in this input, one line about a new leader or else the greatest change of place, unless
    a table of all totals was just told; and one for each player who comes close to the target. Then the race as it
    stands is what is compared with next.
    """
    leader = voice.race.find_sole_leader()
    new = leader not in ("", voice.before.leader)
    if voice.moments and not any(moment.event == "table" for moment in voice.moments):
        if new and voice.race.totals[leader] > 0:  # nothing is no lead to speak of
            say_lead(voice, leader).unless = COLOURS_SAYING_PLACE
        elif not new:
            say_greatest_climb(voice)
    if voice.moments:
        say_near_target(voice)
    remember_leader(voice)


def say_near_target(voice: RaceNarrator) -> None:
    """Add a line of the host for each player who has come close to the target for the first time, or has fallen below
    it again after reaching it; each is told only once.
    """
    race = voice.race
    for who, total in race.totals.items():
        if race.is_near_target(who) and who not in race.near:
            race.near.append(who)
            moment = voice.say_also("brink", who=who, short=race.compute_shortfall(who), goal=race.format_goal())
            moment.unless = ("brink",)
        elif who in race.touched and total < race.target and who not in race.fallen:
            race.fallen.append(who)
            voice.say_also("brink", who=who).kind = "fallen"


def say_lead(voice: RaceNarrator, who: str) -> Moment:
    """Add the host's line that a player has taken the lead of the race (for the first time, again, coming from last
    place, closely …); return it, so that the caller can say when to leave it out.
    """
    race, before = voice.race, voice.before
    moment = voice.say_also("standing", who=who, total=race.totals[who], place=1)
    led = [] if not race.led else ["leadback"] if who in race.led else ["newlead"]
    back = ["back"] if who == race.last and before.places.get(who, 1) > 1 else []
    near: list[str] = []
    for other in race.rank_all()[1:2]:
        gap = race.totals[who] - race.totals[other]
        moment.facts |= {"gap": gap, "other": other}
        near = ["close"] if gap < CLOSE and gap != race.totals[who] else []
    moment.strong = [*led, *back, *near, "lead"]
    return moment


def has_said_total(voice: RaceNarrator, who: str) -> bool:
    """Return whether a line about a bomb, among those just added, already tells this player's total."""
    return any(moment.event == "bomb.left" and moment.facts["who"] == who for moment in voice.moments)


def say_greatest_climb(voice: RaceNarrator) -> None:
    """Add the host's line about the greatest climb on the leaderboard or, if nobody climbed, the greatest fall, if
    there is one. Only players whose own money has changed count.
    """
    race, before = voice.race, voice.before
    moves = {
        who: before.places[who] - race.find_place(who)
        for who in before.places
        if race.totals.get(who, before.totals[who]) != before.totals[who]
    }
    who = max(moves, key=lambda each: (moves[each] > 0, abs(moves[each])), default="")
    if who and moves[who] and not has_said_total(voice, who):
        say_place(voice, who, up=moves[who] > 0).unless = COLOURS_SAYING_PLACE


def say_place(voice: RaceNarrator, who: str, *, up: bool) -> Moment:
    """Add the host's line that a player has moved `up` or down the leaderboard, perhaps level with another player or
    past them; return it, so that the caller can say when to leave it out.
    """
    race, before = voice.race, voice.before
    place, total = race.find_place(who), race.totals[who]
    moment = voice.say_also("standing", who=who, total=total, place=place)
    level = [other for other in race.totals if other != who and race.totals[other] == total]
    if level:
        moment.facts["other"] = level[0]
        moment.kind = "tie"
    elif up:
        passed = [other for other in before.places if before.places[other] < before.places[who]]
        below = [other for other in passed if race.totals.get(other, total) < total]
        if below:
            moment.facts["other"] = max(below, key=lambda other: race.totals[other])
        back = who == race.last and place * 2 <= len(race.totals)
        moment.strong = [*(["back"] if back else []), "up"]
    else:
        above = [other for other in race.totals if race.totals[other] > total]
        other = min(above, key=lambda other: race.totals[other])
        if before.places.get(other, 0) >= before.places[who]:  # who was above already has passed nobody
            moment.facts["other"] = other
        moment.strong = ["down"]
    return moment
