"""What is said of a square that is opened: cash, a booster, something with a name, a minigame and its end."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.kernel.event import Event
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Moment
from engine.season7 import events
from engine.season7.voice import milestones, narrator, squares
from engine.season7.voice.narrator import (
    BOUND,
    COLOUR,
    FALLBACK_NARRATORS,
    SEASON7_NARRATORS,
    RaceNarrator,
    RoundMemory,
    narrate_events,
)

FACTS_OF_PLACE = ("who", "n")  # what the line of a find has to say, besides what and how much


SEVEN = 1_000_000


MANY_FINDS, MANY_IN_CYCLE, SOME = 40, 10, 4


SMALL, CAP = 11, 300


class StandingBeforeFind(NamedTuple):
    """Who led, who was last and the finder's booster before the square was opened."""

    leader: str
    bottom: str
    booster: int  # of its finder


@narrate_events(events.SquareOpened)
def narrate_find(voice: RaceNarrator, opened: events.SquareOpened) -> None:
    """Add the host's lines about a square that a player has opened, by what it is (cash, a booster, a minigame, or one
    with a name and what it does), joined with the new totals into one; take the events that belong to it.
    """
    if voice.moments:
        milestones.say_standing(voice)  # what came before it is another matter
    place, first, race, who = voice.find_round(), len(voice.moments), voice.race, opened.who
    was = StandingBeforeFind(race.find_sole_leader(), race.find_sole_last(), race.boosters.get(who, 0))
    near = voice.take_if(events.NearBombsCounted)
    note_opened_square(voice, place, opened)
    if move := voice.take_if(events.Gained, source="cash") or voice.take_if(events.Lost, source="cash"):
        say_cash(voice, place, opened, move, was)
    elif boost := voice.take_if(events.Boosted, who=who):
        say_booster(voice, place, opened, boost, was.booster)
    elif got := voice.take_if(events.MinigamePickedUp, who=who):
        say_minigame(voice, place, opened, got.minigame)
    else:
        squares.narrate_opened_square(voice, opened)
    place.smoke = False
    if near:
        voice.say_also("near", n=near.n, near=near.near)
    milestones.join_lines(voice, first)


def note_opened_square(voice: RaceNarrator, place: RoundMemory, opened: events.SquareOpened) -> None:
    """Note in the voice's memory that a player has opened a square of this round: for the counts, a title at the end,
    later lines (whose Immunise it was) and, if nothing else happens, the headline of the next recap.
    """
    race, who = voice.race, opened.who
    race.turns += 1
    narrator.note_any_square(race, who, opened.n)
    place.opened.append(opened.n)
    place.giver = who if opened.face == "Immunise" else ""
    place.twice = "" if place.twice != who else who
    race.count_for_title("squares", who)


# -- cash


def say_cash(
    voice: RaceNarrator, place: RoundMemory, opened: events.SquareOpened, move: squares.Move, was: StandingBeforeFind
) -> None:
    """Add the host's line about cash found on a square, a gain or a loss: the amount, the booster that raised it, and
    the circumstances by which it is worded. Count it in the voice's memory, with which later lines compare.
    """
    who, n, amount, lost = opened.who, opened.n, move.amount, isinstance(move, events.Lost)
    run, base = count_run(place, who, "minus" if lost else "plus"), amount if move.base is None else move.base
    facts = {"who": who, "n": n, "amount": amount, "count": run} | ({"base": base} if base < amount else {})
    if any("hypnosis" in each["facts"] for each in move.lifts):
        facts["doubled"] = True
    if boosters := [each["facts"]["booster"] for each in move.lifts if "booster" in each["facts"]]:
        facts["booster"] = boosters[0]
    seven = base >= SEVEN
    moment = voice.say("cash.minus" if lost else "cash.seven" if seven else "cash.six", **facts)
    moment.must = FACTS_OF_PLACE
    if lost:
        add_loss_circumstances(voice, place, moment, was.leader)
        return
    if seven:
        moment.strong = find_striking_cash_circumstances(voice, place, moment, was)
    elif not place.count_closed():
        moment.strong = ["final"]
    near = place.find_bomb_owner_near(n)
    if near is not None and not seven:
        moment.strong.append("near")
    moment.soft = list_minor_cash_circumstances(place, run, lifted=bool(boosters) and len(move.lifts) == 1)
    moment.quiet = COLOUR
    count_find(voice, place, moment)


def add_loss_circumstances(voice: RaceNarrator, place: RoundMemory, moment: Moment, was: str) -> None:
    """Add to a line about a loss of cash the circumstances by which its wording is chosen (such as that its finder lost
    the lead), and count the loss for titles; `was` is the player who led before.
    """
    leader = voice.race.find_sole_leader()
    if was == moment.facts["who"] and leader not in ("", was):
        moment.facts["other"] = leader
        moment.strong.append("lost")
    if place.find_bomb_owner_near(moment.facts["n"]) is not None:
        moment.strong.append("near")
    moment.soft = list_minor_cash_circumstances(place, moment.facts["count"], lifted="booster" in moment.facts)
    voice.race.count_for_title("minus", moment.facts["who"])
    voice.race.count_for_title("bills", moment.facts["who"], moment.facts["amount"])


def find_striking_cash_circumstances(
    voice: RaceNarrator, place: RoundMemory, moment: Moment, was: StandingBeforeFind
) -> list[str]:
    """Return the names of the circumstances that make a find of seven-figure cash a story (such as that its finder
    takes the lead) and hold now, the strongest first; its line is chosen by them. Facts that such a line may need are
    added to `moment`.
    """
    race, facts = voice.race, moment.facts
    who, n, amount = facts["who"], facts["n"], facts["amount"]
    owner = place.find_bomb_owner_near(n)
    if owner:
        facts["owner"] = owner
    facts |= {"short": race.compute_shortfall(who), "goal": race.format_goal()}
    holds = {
        "hypno": facts.get("doubled", False),
        "brink": race.is_near_target(who),
        "final": not place.count_closed(),
        "lead": race.find_sole_leader() == who != was.leader and len(place.opened) > 1,
        "big.s": race.finds >= MANY_FINDS and amount > race.biggest,
        "big.c": race.cycle_finds >= MANY_IN_CYCLE and amount > race.cycle_biggest,
        "last": was.bottom == who and race.find_sole_last() != who,
        "near": bool(owner),
        "big.r": len(place.opened) >= SOME and amount > place.big,
    }
    return [name for name, true in holds.items() if true]


def list_minor_cash_circumstances(place: RoundMemory, run: int, *, lifted: bool) -> list[str]:
    """List the minor circumstances of a cash find that hold (the first square of the round, a third find in a row …);
    each allows more lines to choose from, beside those that fit any find.
    """
    holds = {
        "bombed": place.smoke,
        "run3": run > 2,
        "first": len(place.opened) == 1,
        "two": place.count_closed() == 1,
        "boost": lifted,
    }
    return [name for name, true in holds.items() if true]


def count_run(place: RoundMemory, who: str, sort: str) -> int:
    """Note that a player's find on this board is of this sort (such as `plus`, `minus` or `booster`), and return how
    many of it they have now made in a row.
    """
    before, times = place.runs.get(who, ("", 0))
    place.runs[who] = (sort, times + 1 if sort == before else 1)
    return place.runs[who][1]


def count_find(voice: RaceNarrator, place: RoundMemory, moment: Moment) -> None:
    """Count a gain of cash in the voice's memory: the number and the largest of the round, the cycle and the race, with
    which later lines compare, and perhaps as headline of the next recap.
    """
    race, amount, who = voice.race, moment.facts["amount"], moment.facts["who"]
    race.finds, race.cycle_finds = race.finds + 1, race.cycle_finds + 1
    race.biggest, race.cycle_biggest = max(race.biggest, amount), max(race.cycle_biggest, amount)
    place.big = max(place.big, amount)
    if amount > place.best[1]:
        place.best = (who, amount, moment.facts["n"])
    narrator.note_large_find(race, who, amount, moment.facts["n"])
    race.keep_best("square", amount, {"who": who, "amount": amount, "n": moment.facts["n"]})


# -- boosters and minigames


def say_booster(
    voice: RaceNarrator, place: RoundMemory, opened: events.SquareOpened, boost: events.Boosted, was: int
) -> None:
    """Add the host's line about a booster found on a square: its percentage and the player's new booster in all (`was`
    is the one before). It is worded otherwise if the maximum cuts it, or if it is the highest booster of the round. The
    round's memory notes that a booster was found.
    """
    race, who, percent, now = voice.race, opened.who, boost.percent, boost.booster
    count_run(place, who, "booster")
    moment = voice.say("booster", who=who, n=opened.n, percent=percent, booster=now, was=was)
    moment.must = (*FACTS_OF_PLACE, "percent", *(["booster"] if was else []))
    others = [race.boosters.get(other, 0) for other in place.left if other != who]
    if was + percent > CAP:
        moment.kind, moment.must = "cap", FACTS_OF_PLACE
    elif was:
        moment.strong = ["most"] if now > max(others, default=0) and not place.boosted else []
        moment.soft = ["more", *(["most"] if now > max(others, default=0) else [])]
    else:
        first = "firstb" if not place.boosted else "only"
        moment.soft = [first, *(["small"] if percent <= SMALL else [])]
    place.boosted = True


def say_minigame(voice: RaceNarrator, place: RoundMemory, opened: events.SquareOpened, name: str) -> None:
    """Add the host's line about the minigame `name`, found on a square: its finder will play it if they win the round,
    or at once under a Fast Forward. Note in the round's memory that they have found one.
    """
    race, who = voice.race, opened.who
    count_run(place, who, "minigame")
    moment = voice.say("minigame", who=who, n=opened.n, minigame=name)
    moment.must = FACTS_OF_PLACE
    if before := race.paid.get(f"{who}>{name}"):
        moment.facts["amount"] = before
        moment.soft.append("played")
    if who in place.fast:
        moment.kind = "fast"
    if who in place.games:
        moment.soft.append("more")
    place.games.append(who)
    if len(place.left) == 2:
        moment.soft.append("duel")


MEGAGRID = "Megagrid"


GUESSED = ("called",)  # what a line has to say of a step, where it is known


@narrate_events(events.MinigameStarted)
def narrate_minigame_start(voice: RaceNarrator, started: events.MinigameStarted) -> None:
    """Add the host's line that a minigame begins, with another player's record to beat, if there is one, and note in
    the voice's memory who plays it at this table.
    """
    race, who, name = voice.race, started.who, started.game
    race.playing[voice.table] = [who, name]
    moment = voice.say("mini.start", who=who, minigame=name)
    amount, holder = race.games.get(name, (0, ""))
    if holder and holder != who:
        moment.facts |= {"amount": amount, "holder": holder}
        moment.soft = ["best"]
    elif not holder and name not in race.played:
        moment.soft = ["new"]
    if name not in race.played:
        race.played.append(name)


# -- what comes again and again while it is played


def narrate_minigame_step(voice: RaceNarrator, step: Event) -> None:
    """Add the host's line about one step of a minigame, worded differently from the last step of its kind; if several
    minigames run at once, a line with its player's name may come before it.
    """
    facts = step.list_facts()
    moment = voice.say("mini.step", **facts)
    moment.kind = BOUND[type(step)][0].kind
    moment.must = GUESSED if "called" in facts else ()
    if who := find_minigame_player(voice, voice.table, facts):
        moment.head = Moment("mini.at", {"who": who}, moment.at, kind="who")


def find_minigame_player(voice: RaceNarrator, table: str, facts: dict[str, Any]) -> str:
    """Return the player of the minigame at this table, if a line must name them because several minigames run at once
    and the line's `facts` name nobody; else an empty string.
    """
    playing = voice.race.playing
    named = len(playing) < 2 or table not in playing or "who" in facts
    return "" if named else playing[table][0]


def say_with_player_name(voice: RaceNarrator, told: Told) -> bool:
    """Add the plain sentence of this event of a minigame with its player's name before it, if several minigames run at
    once and the sentence names nobody; return whether it did. Called for events that no other function narrates.
    """
    who = find_minigame_player(voice, told.table, told.facts)
    if who:
        voice.take()
        voice.say("mini.at", who=who, line=Phrase(told.text, told.facts)).kind = "line"
    return bool(who)


SEASON7_NARRATORS.update(
    (kind, narrate_minigame_step) for kind, (lines, *_) in BOUND.items() if lines.event == "mini.step"
)


FALLBACK_NARRATORS.append(say_with_player_name)


# -- what it comes to


@narrate_events(events.MinigamePaidNothing)
def narrate_nothing_paid(voice: RaceNarrator, nothing: events.MinigamePaidNothing) -> None:
    """Add the host's line that a minigame paid nothing; in a game of two after the line on what the other player won.
    Add none for the Megagrid, whose own lines have told it. The voice's memory notes that the minigame is over.
    """
    if end_minigame(voice, nothing.who, nothing.minigame):
        return
    beside = any(each.event == "mini.end" and each.facts["minigame"] == nothing.minigame for each in voice.moments)
    voice.say("mini.end", who=nothing.who, minigame=nothing.minigame).kind = "beside" if beside else "nothing"
    if not beside:
        voice.race.count_for_title("empty", nothing.who)


@narrate_events(events.MinigamePaid)
def narrate_minigame_paid(voice: RaceNarrator, paid: events.MinigamePaid) -> None:
    """Add the host's line about how much money a minigame has paid to whom, a record included, and note it in the
    voice's memory. For the Megagrid, whose own lines have told it, drop the event of the payment instead. No line,
    either, if no gain follows.
    """
    race, who, name = voice.race, paid.who, paid.minigame
    if end_minigame(voice, who, name):
        return
    gained = voice.take_if(events.Gained)
    if not gained:
        return
    amount = gained.amount
    moment = voice.say("mini.end", who=who, minigame=name, amount=amount)
    if gained.base is not None:
        moment.facts["base"] = gained.base
        moment.soft.append("boost")
    best = race.games.get(name, (0, ""))
    if best[0] and amount > best[0]:
        moment.strong = ["record"]
    if amount > best[0]:
        race.games[name] = (amount, who)
    race.paid[f"{who}>{name}"] = amount
    race.keep_best("game", amount, {"who": who, "amount": amount, "minigame": name})


def end_minigame(voice: RaceNarrator, who: str, name: str) -> bool:
    """Note in the voice's memory that a player's minigame is over. For the Megagrid also drop what was paid, because
    its own last line has told it, and return True; False for others, of which a line must tell it.
    """
    race = voice.race
    race.playing = {table: played for table, played in race.playing.items() if played != [who, name]}
    if name == MEGAGRID:
        voice.take_if(events.Gained)
        voice.say_nothing()
    return name == MEGAGRID


# -- the Megagrid


@narrate_events(events.MegagridOpened)
def narrate_megagrid(voice: RaceNarrator, opened: events.MegagridOpened) -> None:
    """Add the host's line about which winners of the Super Round climb the Megagrid."""
    several = len(opened.winners) > 1
    voice.say("mega", who=opened.winners, stake=opened.stake).kind = "several" if several else "start"


@narrate_events(events.MegagridRowSafe)
def narrate_safe_row(voice: RaceNarrator, safe: events.MegagridRowSafe) -> None:
    """Add the host's line that a climber of the Megagrid has passed one more row, with a comment before the last row,
    or has reached the top; count the row for a title.
    """
    voice.race.count_for_title("rows", safe.who)
    if voice.take_if(events.MegagridClimbed):
        voice.say("mega", who=safe.who, pot=safe.pot).kind = "top"
        return
    voice.say("mega", who=safe.who, row=safe.row, pot=safe.pot, left=safe.left)
    if safe.left == 1:
        voice.say_also("mega", pot=safe.pot).kind = "beat1"


@narrate_events(events.MegagridBombed)
def narrate_megagrid_bomb(voice: RaceNarrator, bomb: events.MegagridBombed) -> None:
    """Add the host's line that a Megagrid bomb took all that its climber had won."""
    voice.say("mega", who=bomb.who, row=bomb.row).kind = "bomb"
