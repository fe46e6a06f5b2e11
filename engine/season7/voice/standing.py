"""Who has how much now, and who climbs and slips: beside a find on its line, of anything else the greatest move."""

from __future__ import annotations

from engine.kernel.text import phrase
from engine.kernel.voice import Moment
from engine.season7.voice import race_memory
from engine.season7.voice.narrator import RaceNarrator, RaceSnapshot

COLOURS_SAYING_PLACE = ("lead", "lost", "brink", "beat2", "last")  # lines that say it themselves
LEADS = ("lead",)  # a find that says who leads
CLOSE = 5_000_000


def join_lines(voice: RaceNarrator, since: int) -> None:
    """Join the lines about a find, those from number `since` on, into one, and add the player's new total, and their
    place if it changed.
    """
    if not voice.moments[since:]:
        return
    say_totals(voice, since)
    first, *more = voice.moments[since:]
    for each in more:
        each.at, each.joins = first.at, True


def say_totals(voice: RaceNarrator, since: int) -> None:
    """Add to the line that begins with moment `since` the new totals and places of players whose total has changed."""
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
    total, place = voice.race.totals[who], voice.race.find_place(who)
    return phrase("{who} {total:£} ({place:th})", who=who, total=total, place=place)


def _say_one_total(voice: RaceNarrator, who: str, amounts: set[int | None]) -> None:
    """Add a player's total and place, and how the place has changed; a total that is one of the `amounts` the line has
    told already is not repeated.
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
    """Remember the race as it stands now, to compare it with how it stands after the next events, and note a new
    leader.
    """
    race, leader = voice.race, voice.race.find_sole_leader()
    if leader not in ("", voice.before.leader):
        race.decided = (race.cycle, leader)
        race_memory.note_new_leader(race, leader)
        if leader not in race.led:
            race.led.append(leader)
    voice.before = RaceSnapshot(race)


def say_standing(voice: RaceNarrator) -> None:
    """Add, after events other than a find on a square, one line about a new leader or else the greatest change of
    place, and one if somebody comes close to the target.
    """
    leader = voice.race.find_sole_leader()
    new = leader not in ("", voice.before.leader)
    if voice.moments and new and voice.race.totals[leader] > 0:  # nothing is no lead to speak of
        say_lead(voice, leader).unless = COLOURS_SAYING_PLACE
    elif voice.moments and not new:
        say_greatest_climb(voice)
    if voice.moments:
        say_near_target(voice)
    remember_leader(voice)


def say_near_target(voice: RaceNarrator) -> None:
    """Add the host's line that a player comes close to the target for the first time, or has fallen below it again."""
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
    """Add the host's line that a player has taken the lead of the race; return it, still to be worded."""
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
    """Add the host's line about the greatest change of place on the leaderboard, if any: a climb, or else a fall. It is
    about a player whose money has changed; who only moved because others did is not told of.
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
    """Add the host's line that a player has moved up or down the leaderboard, perhaps level with another player or past
    them; return it, still to be worded.
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
