"""What is said where rounds, cycles and the race begin and end."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import phrase
from engine.season7 import events
from engine.season7.voice import mornings, standing, sundries
from engine.season7.voice.ear import Ear, hears
from engine.season7.voice.events import event
from engine.season7.voice.memory import Place

CYCLE = "Cycle {cycle} begins with {n} {n:round|rounds side by side}."
RECEIPTS = "Sealed bombs: {receipts}."
CLOSED, UNDER, UNFOUND = (
    "Still closed: {squares}.",
    "Under the bombs: {squares}.",
    "Nobody found the {n:bomb|bombs} of {bombs}.",
)
BONUS = (
    "The win bonus: {fixed:£}, and {each:£} for each of {n} {n:square|squares}. "
    "A booster lifts what the squares bring, and a Win Zone doubles all of it."
)
HAS, MIGHT = (
    "{who} has a win bonus of {bonus:£}.",
    "{who} has a win bonus of {bonus:£}. Square 00 might add {minigame}.",
)
EMPTY = "{n:The seat|The seats} left empty {n:goes|go} to {players}, the lowest of the others."
SUPER, OVER = "The Super Round: {players}.", "{round} is closed."
CYCLE_OVER = "Cycle {cycle} is over. {leaders} {n:leads|lead} the race with {total:£}: {short:£} to go."
WON, WON_BELOW = (
    "{champions} {n:wins|win} Race to a Billion with {total:£}!",
    "{champions} {n:wins|win} Race to a Billion, having reached the target: {total:£} in the end!",
)
DEADLOCK = "Deadlock: {n} of you have survived, and only the lowest total wins."
DEADLOCK_SET = "Deadlock: if several of you survive, only the one with the lowest total wins."
SUPER_KIND = "super"
CLOSE, FAR = 5_000_000, 100_000_000
DRY, MANY_LEFT = 6, 8
SHOWN = 5


@hears(CYCLE)
def cycle_begins(ear: Ear) -> None:
    """Everybody is in a round."""
    race = ear.race
    facts = ear.take().facts
    for who in facts["players"]:
        race.totals.setdefault(who, 0)
    race.cycle, race.cycle_finds, race.cycle_biggest = facts["cycle"], 0, 0
    race.last, race.fresh = race.bottom(), 0
    race.shine.clear()
    race.places.clear()
    race.playing.clear()
    leader = race.first()
    said: dict[str, Any] = {"cycle": facts["cycle"], "n": facts["n"]}
    moment = ear.say("cycle.begin", **said)
    if facts["cycle"] == 1:
        moment.kind = "first"
    elif leader:
        gap = race.totals[leader] - race.totals[race.ranked()[1]]
        moment.facts |= {"leader": leader, "gap": gap, "who": leader, "short": race.short(leader), "goal": race.goal()}
        brink = ["brink"] if race.on_the_brink(leader) else []
        moment.strong = [*brink, *(["close"] if gap < CLOSE else []), *(["gap"] if gap >= FAR else [])]


@hears(events.RoundBegun.says)
def round_begins(ear: Ear) -> None:
    """The board lies there; its receipts are kept where seals are."""
    race, place = ear.race, ear.place()
    facts = ear.take().facts
    order = list(facts["order"])
    for who in order:
        race.totals.setdefault(who, 0)
        race.got.pop(who, None)
    if not place.seats:
        race.fresh = 0
    place.title, place.columns, place.squares = facts["round"], facts["columns"], facts["squares"]
    place.kind, place.left, place.seats = facts["kind"], order.copy(), order.copy()
    bombs = len(ear.take().facts["receipts"]) if ear.comes(RECEIPTS) else 0
    told = order.copy()  # the places themselves change while this input goes on
    said: dict[str, Any] = {"first": told[0], "order": told, "players": told, "squares": place.squares}
    moment = ear.say("seal.all", **said, round=place.title)
    if bombs:
        moment.facts["n"] = bombs
    if place.kind == SUPER_KIND:
        moment.kind = SUPER_KIND
    elif place.kind != "regular":
        moment.kind = "wild"


@hears(RECEIPTS, OVER)
def unsaid(ear: Ear) -> None:
    """Receipts stand where seals are, and not in a chat; and that a round is closed shows in what comes next."""
    ear.take()
    ear.hush()


# -- the end of a round


@hears(events.RoundOver.says)
def round_ends(ear: Ear) -> None:
    """Who has won, what lay under the rest, and whose bombs nobody has found."""
    race, place = ear.race, ear.place()
    facts = ear.take().facts
    winners = facts["winners"]
    dry = dict(race.streaks)
    for who in facts["deeds"]["rounds"]:
        before = race.streaks.get(who, 0)
        race.streaks[who] = max(0, before) + 1 if who in winners else min(0, before) - 1
    won(ear, place, winners, dry)
    laid_open(ear, place)
    for who in winners:
        race.wins[who] = race.wins.get(who, 0) + 1
        mornings.won(race, who, *called(place).values(), great=place.kind == SUPER_KIND)


def called(place: Place) -> dict[str, Any]:
    """What was won: a round by its name, and the Super Round with its article."""
    return {"cup": phrase("the Super Round")} if place.kind == SUPER_KIND else {"round": place.title}


def won(ear: Ear, place: Place, winners: list[str], dry: dict[str, int]) -> None:
    """One left, several, or nobody; `dry` is how it went for everybody before."""
    race, where = ear.race, called(place)
    if not winners:
        moment = ear.say("win.clear", n=0, **where)
        moment.kind = "nobody"
    elif len(winners) > 1:
        moment = ear.say("win.clear", winners=winners, n=len(winners), **where)
        moment.kind = "" if place.closed() == 0 else "side"
        moment.soft = ["many"]
    else:
        who = winners[0]
        moment = ear.say("win", who=who, count=race.streaks[who], **where)
        last = place.fallen[-1] if place.fallen else ("", "")
        alone = place.closed() > 0
        if place.deadlocked:
            moment.event, moment.kind, moment.fate = "deadlock", "beat2", True
            moment.facts["total"] = race.totals[who]
            return
        if not alone:
            moment.event, moment.facts = "win.clear", {"winners": winners, "n": 1, **where}
            return
        moment.strong = [
            *(["firstwin"] if not race.wins else []),
            *(["last"] if race.bottom() == who else []),
        ]
        if -dry.get(who, 0) >= DRY:
            moment.facts["count"] = -dry[who]
            moment.strong.append("dry")
        moment.soft = [
            *(["bombwin"] if last[1] == who and place.smoke else []),
            *(["win2"] if race.streaks[who] > 1 else []),
            *(["bot"] if who in ear.bots else []),
        ]
        if who in place.refused:
            ear.also("ev.bank", who=who).kind = "won"


def laid_open(ear: Ear, place: Place) -> None:
    """The rest of the board, what bombs had covered, who caught whom, and what nobody found."""
    if ear.comes(CLOSED):
        squares = ear.take().facts["squares"]
        moment = ear.say("round.end", rest=squares, n=len(squares))
        moment.kind = "closed"
        if len(squares) > MANY_LEFT:  # of all that are closed, bombs too, which are told by themselves
            moment.facts |= {"rest": best_of(squares), "n": place.closed()}
            moment.kind = "many"
    if ear.comes(UNDER):
        ear.say("round.end", under=ear.take().facts["squares"]).kind = "under"
    caught = [phrase("{who} by {owner}", who=who, owner=owner) for who, owner in place.fallen if owner]
    if caught:
        ear.also("round.end", pairs=caught).kind = "pairs"
    if ear.comes(UNFOUND):
        told = ear.take().facts
        (who, n), *others = told["unfound"]
        if others:
            ear.say("round.end", bombs=told["bombs"]).kind = "survivors"
        else:
            ear.say("round.end", owner=who, n=n).kind = "survived"
    if place.best[0] and len(place.opened) > SHOWN:
        who, amount, n = place.best
        ear.also("round.end", who=who, amount=amount, n=n).kind = "best"


def best_of(squares: list[Any]) -> list[Any]:
    """The dearest of many squares."""

    def worth(square: Any) -> tuple[int, int]:
        face = str(square.facts["face"])
        digits = "".join(letter for letter in face if letter.isdigit())
        return (1, int(digits)) if face.startswith("£") and digits else (0, 0)

    return sorted(squares, key=worth, reverse=True)[:SHOWN]


@hears(BONUS)
def bonus(ear: Ear) -> None:
    """What the win bonus is made of, and how much it is for each winner."""
    place = ear.place()
    head = ear.take().facts
    while ear.comes(HAS, MIGHT):
        one_bonus(ear, place, head)


def one_bonus(ear: Ear, place: Place, head: dict[str, Any]) -> None:
    """One winner's: the sum must come out as it is written."""
    race = ear.race
    told = ear.take().facts
    who, amount = told["who"], told["bonus"]
    place.teasers[who] = told.get("minigame", "")
    squares, booster = head["n"] * head["each"], race.boosters.get(who, 0)
    plain, boosted = head["fixed"] + squares, head["fixed"] - (-squares * (100 + booster) // 100)
    moment = ear.say("bonus", fixed=head["fixed"], n=head["n"], each=head["each"], bonus=amount, who=who)
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


@hears(EMPTY)
def empty_seat(ear: Ear) -> None:
    """A chair that nobody has won."""
    facts = ear.take().facts
    ear.say("super", who=facts["players"], n=facts["n"]).kind = "empty" if facts["n"] == 1 else "empties"


@hears(SUPER)
def super_round(ear: Ear) -> None:
    """The winners meet."""
    players = ear.take().facts["players"]
    ear.race.places.clear()
    ear.say("super", players=players, n=len(players))


@hears(events.TargetReached.says, *events.TargetReached.variants)
def reached(ear: Ear) -> None:
    """Somebody has touched the target."""
    race = ear.race
    facts = ear.take().facts
    who = facts["who"]
    race.target = facts["target"]
    race.touched.append(who)
    mornings.touched(race, who)
    moment = ear.say("brink", who=who, total=race.totals[who], n=len(race.touched), goal=race.goal())
    moment.kind = "touch" if len(race.touched) == 1 else "touch2"


@hears(events.TargetReachedTogether.says)
def reached_together(ear: Ear) -> None:
    """Several have touched it at once."""
    race, facts = ear.race, ear.take().facts
    race.target = facts["target"]
    for who in facts["players"]:
        race.touched.append(who)
        mornings.touched(race, who)
    ear.say("brink", players=facts["players"], goal=race.goal()).kind = "together"


@hears(CYCLE_OVER)
def cycle_ends(ear: Ear) -> None:
    """The table with its movements, and what the cycle will be remembered for."""
    race = ear.race
    facts = ear.take().facts
    leaders, total, short = facts["leaders"], facts["total"], facts["short"]
    race.target = total + short
    ranked = race.ranked()
    moment = ear.say("cycle.end", cycle=facts["cycle"], leader=leaders, total=total, short=short, goal=race.goal())
    if len(leaders) == 1:
        gap = total - race.totals[ranked[1]] if len(ranked) > 1 else 0
        moment.facts |= {"gap": gap}
        close = ["close"] if 0 < gap < CLOSE else []
        same = ["same"] if race.leader == leaders[0] else []
        moment.strong = [*(["lead"] if race.leader and not same else []), *close, *same]
        race.leader = leaders[0]
        race.count("leads", leaders[0])
    places = [moved(ear, who) for who in ranked]
    ear.also("table", places=places).kind = "any"
    for sort in ("square", "own", "bomb", "fate", "game"):
        if sort in race.shine and not (sort == "bomb" and "own" in race.shine):
            ear.also("high", **race.shine[sort][1]).kind = sort
    if race.earned:
        ear.also("shelf", list=race.earned).kind = "any"
        race.earned = []
    race.ended = {who: race.place(who) for who in ranked}


def moved(ear: Ear, who: str) -> Any:
    """One row of the table: place, total, and how far up or down since the last cycle."""
    race = ear.race
    place, total = race.place(who), race.totals[who]
    by = race.ended.get(who, 0) - place if who in race.ended else 0
    facts = {"place": place, "who": who, "total": total, "n": abs(by)}
    if who not in race.ended:
        return phrase("{place} {who} {total:£} (new)", **facts)
    if not by:
        return phrase("{place} {who} {total:£} (level)", **facts)
    return (
        phrase("{place} {who} {total:£} (up {n})", **facts)
        if by > 0
        else phrase("{place} {who} {total:£} (down {n})", **facts)
    )


@event(DEADLOCK_SET)
@hears(DEADLOCK_SET)
def deadlock_set(ear: Ear) -> None:
    """A rule for the end of this round."""
    ear.take()
    ear.say("deadlock").kind = "set"


@hears(DEADLOCK)
def deadlock(ear: Ear) -> None:
    """The first of two beats: the second is who has won."""
    ear.place().deadlocked = True
    n = ear.take().facts["n"]
    ear.say("deadlock", n=n).kind = "beat1"


@hears("The votes are in. Remain: {remain}. Leave: {leave}.")
def votes(ear: Ear) -> None:
    """So many envelopes; and then what was in them."""
    facts = ear.take().facts
    remain, leave = facts["remain"], facts["leave"]
    ear.say("votes", n=len(remain) + len(leave)).kind = "beat1"
    moment = ear.also("votes", remain=remain, leave=leave)
    moment.kind, moment.fate = "beat2", True
    if ear.comes("Most of you leave: neither Invite, Switcheroo nor Wormhole can lie on this board."):
        ear.take()
        ear.say("votes").kind = "most"
    elif ear.comes("All of you remain: an Invite is sure to lie on this board."):
        ear.take()
        ear.say("votes").kind = "all"
    since = len(ear.moments)
    sundries.paid_to_leave(ear)
    standing.one_line(ear, since)
