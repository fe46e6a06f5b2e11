"""Who has how much now, and who climbs and slips: beside a find on its line, of anything else the greatest move."""

from __future__ import annotations

from engine.kernel.text import phrase
from engine.kernel.voice import Moment
from engine.season7.voice import race_memory
from engine.season7.voice.listener import RaceSnapshot, VoiceListener

COLOURS_SAYING_PLACE = ("lead", "lost", "brink", "beat2", "last")  # lines that say it themselves
LEADS = ("lead",)  # a find that says who leads, and with how much
CLOSE = 5_000_000


def join_lines(ear: VoiceListener, since: int) -> None:
    """Join the lines about a find from number `since` on into one, and add the player's new total, and place if it
    changed.
    """
    if not ear.moments[since:]:
        return
    say_totals(ear)
    first, *more = ear.moments[since:]
    for each in more:
        each.at, each.joins = first.at, True


def say_totals(ear: VoiceListener) -> None:
    """Add to the last line the new totals of players whose total has changed, and their places where these have
    changed.
    """
    race, before = ear.race, ear.before
    changed = [who for who, total in race.totals.items() if total != before.totals.get(who, total)]
    if len(changed) > 1:
        ranked = sorted(changed, key=lambda who: -race.totals[who])
        ear.say_also("total", list=[_format_total(ear, who) for who in ranked]).kind = "all"
    elif changed:
        _say_one_total(ear, changed[0])
    say_brink(ear)
    remember_leader(ear)


def _format_total(ear: VoiceListener, who: str) -> object:
    return phrase("{who} {total:£} ({place:th})", who=who, total=ear.race.totals[who], place=ear.race.find_place(who))


def _say_one_total(ear: VoiceListener, who: str) -> None:
    race, place = ear.race, ear.race.find_place(who)
    if race.find_sole_leader() == who != ear.before.leader:
        say_lead(ear, who).must = ("total",)
        ear.moments[-1].unless = LEADS
    elif place != ear.before.places[who]:
        say_place(ear, who, up=place < ear.before.places[who]).must = ("total", "place")
    else:
        finder = ear.moments[-1].facts.get("who") == who
        ear.say_also("total", who=who, total=race.totals[who], place=place).kind = "place" if finder else "other"


def remember_leader(ear: VoiceListener) -> None:
    """Remember who leads now, to compare with after the next events."""
    race, leader = ear.race, ear.race.find_sole_leader()
    if leader not in ("", ear.before.leader):
        race.decided = (race.cycle, leader)
        race_memory.note_new_leader(race, leader)
        if leader not in race.led:
            race.led.append(leader)
    ear.before = RaceSnapshot(race)


def say_standing(ear: VoiceListener) -> None:
    """Add one line about the greatest change of place by anything other than a find on a square."""
    leader = ear.race.find_sole_leader()
    new = leader not in ("", ear.before.leader)
    if ear.moments and new and ear.race.totals[leader] > 0:  # nothing is no lead to speak of
        say_lead(ear, leader).unless = COLOURS_SAYING_PLACE
    elif ear.moments and not new:
        say_greatest_climb(ear)
    if ear.moments:
        say_brink(ear)
    remember_leader(ear)


def say_brink(ear: VoiceListener) -> None:
    """Add the host's line that a player comes close to the target for the first time, or has fallen below it again."""
    race = ear.race
    for who, total in race.totals.items():
        if race.is_on_the_brink(who) and who not in race.near:
            race.near.append(who)
            moment = ear.say_also(
                "brink", who=who, total=total, short=race.compute_shortfall(who), goal=race.format_goal()
            )
            moment.unless = ("brink",)
        elif who in race.touched and total < race.target and who not in race.fallen:
            race.fallen.append(who)
            ear.say_also("brink", who=who, total=total).kind = "fallen"


def say_lead(ear: VoiceListener, who: str) -> Moment:
    """Add the host's line that a player has taken the lead; return it."""
    race, before = ear.race, ear.before
    moment = ear.say_also("standing", who=who, total=race.totals[who], place=1)
    led = [] if not race.led else ["leadback"] if who in race.led else ["newlead"]
    back = ["back"] if who == race.last and before.places.get(who, 1) > 1 else []
    near: list[str] = []
    for other in race.rank_all()[1:2]:
        gap = race.totals[who] - race.totals[other]
        moment.facts |= {"gap": gap, "other": other}
        near = ["close"] if gap < CLOSE else []
    moment.strong = [*led, *back, *near, "lead"]
    return moment


def has_said_total(ear: VoiceListener, who: str) -> bool:
    """Return whether the line just added about a bomb already tells this player's total."""
    return any(moment.event == "bomb.left" and moment.facts["who"] == who for moment in ear.moments)


def say_greatest_climb(ear: VoiceListener) -> None:
    """Add a line about the greatest change of place, if any: a climb rather than a fall."""
    race, before = ear.race, ear.before
    moves = {who: before.places[who] - race.find_place(who) for who in before.places if who in race.totals}
    who = max(moves, key=lambda each: (moves[each] > 0, abs(moves[each])), default="")
    if who and moves[who] and not has_said_total(ear, who):
        say_place(ear, who, up=moves[who] > 0).unless = COLOURS_SAYING_PLACE


def say_place(ear: VoiceListener, who: str, *, up: bool) -> Moment:
    """Add the host's line that a player has moved up or down the leaderboard, perhaps level with another player or past
    them; return it.
    """
    race, before = ear.race, ear.before
    place, total = race.find_place(who), race.totals[who]
    moment = ear.say_also("standing", who=who, total=total, place=place)
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
