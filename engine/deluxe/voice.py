"""How the host of the Deluxe edition speaks: scenes in one line, whose bomb it was, the score, and a finale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import field

from engine.deluxe import events
from engine.deluxe.options import build_deluxe_options
from engine.deluxe.tables import COLUMNS, SIZE
from engine.kernel.event import Event
from engine.kernel.recap import (
    CROWN_WEIGHT,
    FALL_WEIGHT,
    LEADER_OUT_WEIGHT,
    LEADER_PUT_OUT,
    MONEY_WEIGHT,
    OWN_BOMB_OPENED,
    ROUND_WEIGHT,
)
from engine.kernel.text import PLAIN_READER, Phrase, Told, Words, phrase
from engine.kernel.voice import (
    MANY_IN_A_ROW,
    LineGroup,
    Narrators,
    SceneNarrator,
    SceneVoice,
    ScoreMemory,
    read_voice_lines,
)
from engine.race import events as race_events

BOOK, HEARD = read_voice_lines(__spec__)
START_OF_RECORDS = 20  # spaces that are opened before the best one is told
CLOSE_GAP, WIDE_GAP = 1_000_000, 25_000_000


class DeluxeMemory(ScoreMemory, omit_defaults=True):
    """What is remembered of a Deluxe race."""

    living: dict[str, list[str]] = field(default_factory=dict)  # by grid, who is in; empty in a tie-break
    picked: dict[str, int] = field(default_factory=dict)  # by grid, how many spaces players have opened in this round
    boosts: dict[str, int] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)
    outs: int = 0  # of this round
    bombs: dict[str, list[int]] = field(default_factory=dict)  # by grid, where some have gone off in this round
    leader: str = ""  # when the last round was settled
    found: tuple[str, int] = ("", 0)  # who opened which space last, until its money is told
    owners: list[str] = field(default_factory=list)  # of the bomb there

    def count_space(self, table: str) -> None:
        """Count that a player opens a space of this grid: for the round, the grid and the whole game."""
        self.opened += 1
        self.picked[table] = self.picked.get(table, 0) + 1
        self.count("spaces")

    def has_bomb_beside(self, table: str, n: int) -> bool:
        """Return whether, as the commentary remembers it, a bomb has gone off in this grid and round on a space that
        shares a side with space `n`.
        """
        beside = [n - COLUMNS, n + COLUMNS, *([n - 1] * ((n - 1) % COLUMNS > 0)), *([n + 1] * (n % COLUMNS > 0))]
        return any(at in beside for at in self.bombs.get(table, ()))

    def list_living_beside(self, who: str) -> list[str]:
        """Return, as the commentary remembers it, all players still in on the same grid as this player, themselves
        included; an empty list if they are on none.
        """
        return next((those for those in self.living.values() if who in those), [])


def name_space(memory: DeluxeMemory, table: str, n: int) -> int | Phrase:
    """Return how the host's commentary names space `n` of the grid `table`: by its number, followed by the grid's name
    if, as it remembers, the round has several grids.
    """
    return phrase("{n} (Grid {name})", n=n, name=table) if len(memory.living) > 1 else n


DELUXE_NARRATORS = Narrators[SceneNarrator]()


# -- rounds


@DELUXE_NARRATORS.register(events.RoundBegun)
def narrate_round(voice: SceneNarrator, begun: events.RoundBegun) -> None:
    """Add to the host's commentary a line that a round begins, with its players if there is only one grid, else with a
    second line for the first grid's; forget what was noted of the round before.
    """
    memory = voice.memory
    memory.round, memory.fresh, memory.opened, memory.outs = begun.round, 0, 0, 0
    memory.runs.clear()
    memory.living.clear()
    memory.picked.clear()
    memory.bombs.clear()
    seated = voice.take_if(events.GridSeated)
    if seated is None:
        voice.say("deluxe", "grids", round=begun.round, jackpot=begun.jackpot)
        return
    if not (voice.left and isinstance(voice.left[0].event, events.GridSeated)):
        voice.say("deluxe", "round", round=begun.round, jackpot=begun.jackpot, players=seated.players)
        return
    voice.taken.pop()
    voice.say("deluxe", "grids", round=begun.round, jackpot=begun.jackpot)
    voice.say("deluxe", "seated", grid=seated.grid, players=seated.players)


@DELUXE_NARRATORS.register(events.RoundSettled)
def narrate_settled(voice: SceneNarrator, settled: events.RoundSettled) -> None:
    """Add to the host's commentary, at the end of a round, a line about who leads the race; if one player does, it may
    say, in turn, whether this leader is new or by how much they lead. Remember a sole leader for the next time.
    """
    memory, leaders = voice.memory, settled.leaders
    facts: dict[str, Any] = {
        "round": settled.round,
        "leaders": leaders,
        "n": settled.n,
        "total": settled.total,
    }
    names = []
    behind = sorted((total, who) for who, total in memory.totals.items() if who not in leaders)
    if len(leaders) == 1 and behind:
        second, other = behind[-1]
        gap = settled.total - second
        facts |= {"gap": gap, "other": other}
        names = ["settled.close"] * (gap < CLOSE_GAP) + ["settled.far"] * (gap > WIDE_GAP)
        if memory.leader:
            names.append("settled.still" if memory.leader == leaders[0] else "settled.new")
    memory.leader = leaders[0] if len(leaders) == 1 else ""
    turn = settled.round % max(1, len(names))  # what is true for many rounds is not said in all of them
    voice.say("deluxe", *names[turn:], *names[:turn], "settled", **facts)


# -- spaces


def format_sum(moved: events.Gained | events.Lost) -> Words:
    """Format an amount that a player gained or lost; if a boost changed it, the amount before and the boost in percent
    follow in brackets.
    """
    if moved.base is None:
        return phrase("{amount:$}", amount=moved.amount)
    return phrase("{amount:$} ({base:$} at {percent}%)", amount=moved.amount, base=moved.base, percent=moved.percent)


@DELUXE_NARRATORS.register(events.SpacePicked)
def narrate_space(voice: SceneNarrator, picked: events.SpacePicked) -> None:
    """Add to the host's commentary one line about a space that a player opens and what it brings; the event that tells
    the gain (money, boost, item …) gets no line of its own. Count the space, and remember what it brought for later
    lines.
    """
    memory, who = voice.memory, picked.who
    memory.count_space(voice.table)
    facts = {"who": who, "n": name_space(memory, voice.table, picked.n), "face": picked.face}
    if PLAIN_READER.format_value(picked.face)[:1] in ("-", "$"):
        moved = voice.take_if(events.Gained, who=who, source="spaces") or voice.take_if(
            events.Lost, who=who, source="spaces"
        )
        if moved:
            narrate_cash(voice, moved, facts, near=memory.has_bomb_beside(voice.table, picked.n))
            return
    memory.count_in_a_row(who, "space")
    if boost := voice.take_if(events.BoostSet, who=who):
        say_boost(voice, boost, facts)
    elif times := voice.take_if(events.MultiplierSet, who=who):
        say_multiplier(voice, times, facts)
    elif item := voice.take_if(events.ItemReceived, who=who):
        voice.say("deluxe", "item", **facts, item=item.item)
    elif game := voice.take_if(events.MinigameHeld, who=who):
        voice.say("deluxe", "game", **facts, game=game.game)
    elif voice.take_if(events.ChangerHeld, who=who):
        voice.say("deluxe", "changer", **facts)
    else:
        voice.say("deluxe", "space.first" * (memory.opened == 1), "space", **facts)


def narrate_cash(
    voice: SceneNarrator, moved: events.Gained | events.Lost, facts: dict[str, Any], *, near: bool
) -> None:
    """Add to the host's commentary a line about money that an opened space brings or costs a player, and what that
    changes, and remember it for later lines, also as a record. `near` is true if a bomb went off next to the space;
    `facts` are those of the line so far, and more are added to them.
    """
    memory, who = voice.memory, moved.who
    lost = isinstance(moved, events.Lost)
    base = "minus" if lost else "cash"
    facts |= {"sum": format_sum(moved), "standing": format_standing_after(voice, moved)}
    facts["count"] = memory.count_in_a_row(who, base)
    record = not lost and memory.keep_best("space", moved.amount, who) and memory.counts["spaces"] > START_OF_RECORDS
    climbs, more = voice.list_climbs(who, base) if not lost else ([], {})
    voice.say(
        "deluxe",
        f"{base}.best" * record,
        *climbs,
        "minus.lead" * (lost and voice.leader == who != memory.find_sole_leader()),
        f"{base}.first" * (memory.opened == 1),
        f"{base}.near" * near,
        "cash.last" * (not lost and memory.picked[voice.table] == SIZE),
        f"{base}.run" * (facts["count"] >= (2 if lost else MANY_IN_A_ROW)),
        base,
        **facts,
        **more,
    )


def say_boost(voice: SceneNarrator, boost: events.BoostSet, facts: dict[str, Any]) -> None:
    """Add to the host's commentary a line about how an opened space changes a player's boost (the factor on money they
    find), and remember the new one.
    """
    boosts = voice.memory.boosts
    most = max((value for who, value in boosts.items() if who != boost.who), default=boost.new)
    boosts[boost.who] = boost.new
    base = "same" if boost.new == boost.old else "up" if boost.new > boost.old else "down"
    voice.say("deluxe", "up.most" * (base == "up" and boost.new > most), base, **facts, old=boost.old, new=boost.new)


def say_multiplier(voice: SceneNarrator, times: events.MultiplierSet, facts: dict[str, Any]) -> None:
    """Add to the host's commentary a line about what an opened space does to a player's win-bonus multiplier, and
    remember the new one.
    """
    old, new = read_multiplier(times.old), read_multiplier(times.new)
    most = max((value for who, value in voice.memory.times.items() if who != times.who), default=new)
    voice.memory.times[times.who] = new
    base = "even" if new == old else "more" if new > old else "less"
    voice.say("deluxe", "more.most" * (base == "more" and new > most), base, **facts, old=times.old, new=times.new)


def read_multiplier(words: Any) -> float:
    """Return the number, such as 1.5, that a formatted multiplier such as x1.5 stands for; `words` is its phrase as
    plain data, as a logged event has it.
    """
    facts = words["facts"]
    return float(facts["whole"]) + float(facts.get("rest", 0)) / 10


# -- bombs


@DELUXE_NARRATORS.register(events.BombPicked)
def narrate_bomb(voice: SceneNarrator, bomb: events.BombPicked) -> None:
    """Add to the host's commentary the lines about a bomb that a player opened: whose it was, what it costs, and who is
    still in; or, if it puts nobody out or costs nothing, a plain line instead. What was announced of that is taken and
    gets no lines of its own. Count the bomb, and remember where it lay, for later lines.
    """
    memory, who = voice.memory, bomb.who
    memory.count_space(voice.table)
    memory.count("bombs")
    memory.bombs.setdefault(voice.table, []).append(bomb.n)
    memory.runs.pop(who, None)
    living = list(memory.list_living_beside(who))
    owned = voice.take_if(events.BombOwned)
    owners = owned.owners if owned else []
    facts: dict[str, Any] = {"who": who, "n": name_space(memory, voice.table, bomb.n)}
    lost = voice.take_if(events.Lost, who=who, source="bombs")
    left = voice.take_if(events.StatusLeft, who=who)
    if lost is None or not voice.find(events.PutOut, who=who):
        say_spared(voice, bomb, owners, lost, left)
        return
    facts |= {"sum": format_sum(lost), "standing": format_standing_after(voice, lost)}
    if bomb.bombs > 1:
        voice.say("deluxe", "bombs", **facts, bombs=bomb.bombs, owners=owners)
    elif not owners:
        voice.say("deluxe", "bomb.house", **facts)
    else:
        say_owned_bomb(voice, owners[0], living, facts)
    if left:
        say_left(voice, left)
    if dropped := voice.find(events.ItemDropped, who=who):
        (voice.say_also if left else voice.say)("deluxe", "dropped", who=who, item=dropped.item)
    say_living(voice, [other for other in living if other != who], joins=bool(left or dropped))


def say_spared(
    voice: SceneNarrator,
    bomb: events.BombPicked,
    owners: list[str],
    lost: events.Lost | None,
    left: events.StatusLeft | None,
) -> None:
    """Add to the host's commentary a plain line about a bomb that puts nobody out or costs nothing, and what its victim
    loses or keeps.
    """
    base = "spared" if owners else "spared.house"
    voice.say("deluxe", base, who=bomb.who, n=name_space(voice.memory, voice.table, bomb.n), owners=owners)
    if lost:
        voice.say_also(
            "deluxe", "loss", who=lost.who, sum=format_sum(lost), standing=format_standing_after(voice, lost)
        )
    if left:
        say_left(voice, left)


def say_left(voice: SceneNarrator, left: events.StatusLeft) -> None:
    """Add to the host's commentary a line about the multiplier and boost that a player hit by a bomb still has, and
    remember both.
    """
    voice.memory.boosts[left.who], voice.memory.times[left.who] = left.boost, read_multiplier(left.times)
    voice.say("deluxe", "left", who=left.who, times=left.times, boost=left.boost)


def say_owned_bomb(voice: SceneNarrator, owner: str, living: list[str], facts: dict[str, Any]) -> None:
    """Add to the host's commentary a line about whose bomb put out whom, worded for what makes it special, such as
    revenge, and count it for later lines. The victim is `who` among the `facts`; `living` are the players in before the
    bomb.
    """
    memory, who = voice.memory, facts["who"]
    first = memory.outs <= 1  # this one is counted
    count = memory.count(f"caught {owner}>{who}")
    back = memory.counts.get(f"caught {who}>{owner}", 0)
    names = []
    if owner == who:
        names = ["bomb.own.first" * first, "bomb.own"]
    else:
        memory.count(f"got {owner}")
        names = [
            "bomb.start" * (memory.opened == 1),
            "bomb.lead" * (voice.leader == who),
            "bomb.revenge" * (back == count == 1),
            "bomb.again" * (count > 1),
            "bomb.first" * first,
            "bomb.duel" * (len(living) == 2 and owner in living),
            "bomb.gone" * (owner not in living),
            "bomb",
        ]
    other = next((each for each in living if each != who), "")
    voice.say("deluxe", *names, **facts, owner=owner, count=count, **({"other": other} if other else {}))


def say_living(voice: SceneNarrator, living: list[str], *, joins: bool) -> None:
    """Add to the host's commentary, if only two or three players are still in on a grid, a line that names them; with
    `joins`, add it to the line before.
    """
    say = voice.say_also if joins else voice.say
    if len(living) == 2:
        say("deluxe", "two", one=living[0], other=living[1])
    elif len(living) == 3:
        say("deluxe", "three", players=living)


# -- money and what else moves a total


def format_standing_after(voice: SceneNarrator, moved: events.Gained | events.Lost) -> Phrase:
    """Format a player's new total and place, after a line that has told the sum that `moved` it."""
    return voice.format_standing(moved.who, moved.amount if isinstance(moved, events.Gained) else -moved.amount)


@DELUXE_NARRATORS.register(events.Gained, events.Lost)
def narrate_money(voice: SceneNarrator, moved: events.Gained | events.Lost) -> None:
    """Add to the host's commentary a line about money that a player gains or loses, and their new score."""
    base = "gain" if isinstance(moved, events.Gained) else "loss"
    voice.say("deluxe", base, who=moved.who, sum=format_sum(moved), standing=format_standing_after(voice, moved))


@DELUXE_NARRATORS.register(events.Paid)
def narrate_payment(voice: SceneNarrator, paid: events.Paid) -> None:
    """Add to the host's commentary a line about a payment between two players, and both new scores."""
    voice.say(
        "deluxe",
        "paid",
        giver=paid.giver,
        taker=paid.taker,
        amount=paid.amount,
        standings=format_standings(voice, [paid.giver, paid.taker]),
    )


def format_standings(voice: SceneNarrator, whose: list[str]) -> Phrase:
    """Format the new totals and places of several players, as the commentary remembers them, with which a line ends,
    the best placed first.
    """
    totals, place = voice.memory.totals, voice.memory.find_place
    text, ranked = "{who} {total:$k} ({place:th})", sorted(whose, key=place)
    return phrase("→ {all}", all=[phrase(text, who=who, total=totals.get(who, 0), place=place(who)) for who in ranked])


@DELUXE_NARRATORS.register(events.BoostSet)
def narrate_boost(voice: SceneNarrator, boost: events.BoostSet) -> None:
    """Note a player's new boost (the factor on found money) in the commentary's memory and add a line about it;
    called only for a boost that no other narrator has taken into its line.
    """
    voice.memory.boosts[boost.who] = boost.new
    voice.say("deluxe", "boost", who=boost.who, old=boost.old, new=boost.new)


@DELUXE_NARRATORS.register(events.MultiplierSet)
def narrate_multiplier(voice: SceneNarrator, times: events.MultiplierSet) -> None:
    """Add to the host's commentary a line about a player's new win-bonus multiplier, and remember it; called only for a
    multiplier that no other narrator has taken into its line.
    """
    voice.memory.times[times.who] = read_multiplier(times.new)
    voice.say("deluxe", "times", who=times.who, old=times.old, new=times.new)


@DELUXE_NARRATORS.register(events.WinBonusWorked)
def narrate_bonus(voice: SceneNarrator, worked: events.WinBonusWorked) -> None:
    """Add to the host's commentary a line about how a win bonus is made up and what it pays, and remember it if it is a
    record; the payment is taken with it and gets no line of its own. If nothing is paid, only count the win.
    """
    memory, who = voice.memory, worked.who
    memory.count(f"won {who}")
    gained = voice.take_if(events.Gained, who=who, source="bonus")
    if gained is None:
        return
    best = memory.keep_best("bonus", gained.amount, who)
    climbs, more = voice.list_climbs(who, "bonus")
    facts = worked.list_facts() | {"amount": gained.amount, "standing": format_standing_after(voice, gained)}
    plain = facts["amount"] == facts["base"]  # nothing is added to it, and nothing multiplies it
    voice.say("deluxe", "bonus.plain" * plain, *climbs, "bonus.best" * best, "bonus", **facts, **more)


@DELUXE_NARRATORS.register(events.StatusRaised)
def narrate_status(voice: SceneNarrator, raised: events.StatusRaised) -> None:
    """Add to the host's commentary a line about a winner's new multiplier and number of wins in a row, and remember the
    multiplier.
    """
    voice.memory.times[raised.who] = read_multiplier(raised.times)
    voice.say("deluxe", "multi.run" * (raised.n >= MANY_IN_A_ROW), "multi", **raised.list_facts())


# -- minigames


@DELUXE_NARRATORS.register(events.MinigameStarted)
def narrate_minigame(voice: SceneNarrator, started: events.MinigameStarted) -> None:
    """Add to the host's commentary a line that a minigame begins, and what multiplies its prize."""
    voice.say("deluxe", "plays", **started.list_facts())


@DELUXE_NARRATORS.register(events.MinigamePaid, events.MinigamePaidTimes)
def narrate_prize(voice: SceneNarrator, paid: events.MinigamePaid | events.MinigamePaidTimes) -> None:
    """Add to the host's commentary a line about what a minigame pays its player, and their new score, and remember it
    if it is a record; the payment is taken with it and gets no line of its own. Add nothing if it pays no money.
    """
    gained = voice.take_if(events.Gained, who=paid.who, source="minigames")
    if gained is None:
        return
    how = phrase("")
    if isinstance(paid, events.MinigamePaidTimes):
        how = phrase("{shown:$} × {by} = ", shown=paid.shown, by=paid.by)
    best = voice.memory.keep_best("game", gained.amount, paid.who)
    facts = {"game": paid.game, "who": paid.who, "how": how, "amount": gained.amount}
    voice.say("deluxe", "pays.best" * best, "pays", **facts, standing=format_standing_after(voice, gained))


# -- the end


@DELUXE_NARRATORS.register(events.RaceWon)
def narrate_race_won(voice: SceneNarrator, won: events.RaceWon) -> None:
    """Add to the host's commentary the lines that end a race: who has won it and how, the greatest sums and other
    records, and the final table.
    """
    memory = voice.memory
    voice.say("deluxe", "crown", champions=won.champions, n=won.n, total=won.total)
    counts = memory.counts
    voice.say("deluxe", "crown.how", rounds=memory.round, spaces=counts.get("spaces", 0), bombs=counts.get("bombs", 0))
    since, leader = memory.decided
    if won.champions == [leader] and since:
        voice.say("deluxe", "crown.come" if since == memory.round else "crown.since", who=leader, since=since)
    for sort in ("bonus", "space", "game"):
        if sort in memory.best:
            amount, who = memory.best[sort]
            voice.say("deluxe", f"crown.{sort}", amount=amount, who=who)
    who, n = memory.find_most("won ")
    if n > 1:
        voice.say("deluxe", "crown.wins", who=who, n=n)
    pair, n = memory.find_most("caught ")
    owner, _, victim = pair.partition(">")
    if n > 1 and owner != victim:
        voice.say("deluxe", "crown.caught", owner=owner, who=victim, n=n)
    who, n = memory.find_most("out ")
    if n > 1:
        voice.say("deluxe", "crown.outs", who=who, n=n)
    places = [
        phrase("{place:th} {who} {total:$k}", place=memory.find_place(who), who=who, total=memory.totals[who])
        for who in sorted(memory.totals, key=lambda each: -memory.totals[each])
    ]
    voice.say("deluxe", "crown.table", places=places)


class HostOfDeluxe(SceneVoice):
    """The host of the Deluxe edition, who reckons in dollars."""

    book = BOOK
    heard = HEARD | {events.SealsShown: [LineGroup("", "", "")]}  # receipts stand where seals are
    memory = DeluxeMemory
    narrators = DELUXE_NARRATORS

    def build_memory(self, options: Mapping[str, Any]) -> DeluxeMemory:
        """Build what the commentary remembers of a new race: nothing yet but its target. Raise Illegal if the options
        are invalid.
        """
        return DeluxeMemory(whole=True, target=build_deluxe_options(options).target)

    def build_facts(self, memory: DeluxeMemory, told: Told) -> dict[str, Any]:
        """Return the facts (names, numbers) that fill in the commentary's line about an event; a space that is peeked
        at or locked is named with its grid if the round has several.
        """
        facts = dict(told.facts)
        if told.kind in (race_events.Peeked, race_events.LockedIn):
            facts["n"] = name_space(memory, told.table, facts["n"])
        return facts

    def list_players_out(self, memory: DeluxeMemory) -> list[str]:
        """Return, as the commentary remembers it, who takes part but is not in on any grid of the round that is played
        now; nobody while no round is played.
        """
        still = [each for those in memory.living.values() for each in those]
        return [each for each in memory.totals if still and each not in still]

    def note_event(self, memory: DeluxeMemory, event: Event) -> None:
        """Update what the commentary remembers of the game after a public event: scores, who plays, who is still in,
        how often each went out, and what may be told as the moment of the day.
        """
        note_deluxe_headline(memory, event)
        match event:
            case events.Gained(who=who, amount=amount):
                memory.add_money(who, amount)
            case events.Lost(who=who, amount=amount):
                memory.add_money(who, -amount)
            case events.Paid(giver=giver, taker=taker, amount=amount):
                memory.add_money(giver, -amount)
                memory.add_money(taker, amount)
            case events.GridSeated(grid=grid, players=players):
                memory.living[str(grid)] = list(players)
                for who in players:
                    memory.add_player(who)
            case events.PlayerJoined(who=who) | events.PlayerBack(who=who):
                memory.add_player(who)
            case events.TiebreakBegun():
                memory.living.clear()  # its games are told one at a time, without a grid's name
            case events.PutOut(who=who):
                memory.count(f"out {who}")
                memory.outs += 1
                remove_living(memory, who)
            case events.SleeperRemoved(who=who) | race_events.PlayerLeft(who=who) | race_events.PlayerShownOut(who=who):
                remove_living(memory, who)
                memory.remove_player(who)


def note_deluxe_headline(memory: DeluxeMemory, event: Event) -> None:
    """Offer what this one event tells (a fall, a grid or the Jackpot won, any gain or loss) as the moment of the day,
    which the next recap tells; the weightiest one offered stays. Money is told as found on a space only directly after
    that is opened, which is noted, too.
    """
    match event:
        case events.PutOut(who=who):
            note_fall(memory, who)
        case events.Gained(who=who, amount=amount) if memory.found[0] == who and not memory.owners:
            words = phrase("{who} has found {amount:$} on space {n}", who=who, amount=amount, n=memory.found[1])
            memory.note_headline(MONEY_WEIGHT, words, amount)
        case events.Gained(who=who, amount=amount):
            memory.note_headline(MONEY_WEIGHT, phrase("{who} has gained {amount:$}", who=who, amount=amount), amount)
        case events.Lost(who=who, amount=amount):
            memory.note_headline(MONEY_WEIGHT, phrase("{who} has lost {amount:$}", who=who, amount=amount), amount)
        case events.JackpotWon(who=who):
            memory.note_headline(CROWN_WEIGHT, phrase("{who} has won the jackpot", who=who))
        case events.GridOver(grid=grid, deeds={"rounds_won": winners}) if winners:
            won = phrase("{who} {n:has|have} won {grid}", who=[*winners], n=len(winners), grid=grid)
            memory.note_headline(ROUND_WEIGHT, won)
    note_opened_space(memory, event)


def note_opened_space(memory: DeluxeMemory, event: Event) -> None:
    """Note, after any public event, which space was opened last and whose bombs lay there, for the moment of the day.
    Without a bomb it counts only until something else is told, with one until a player falls or a grid is over.
    """
    match event:
        case events.SpacePicked(who=who, n=n) | events.BombPicked(who=who, n=n):
            memory.found, memory.owners = (who, n), []
        case events.BombOwned(owners=owners) if owners:
            memory.owners = list(owners)
        case events.PutOut() | events.SecondPickMissed() | events.GridOver():
            memory.found, memory.owners = ("", 0), []
        case _ if not memory.owners and not isinstance(event, events.TrashPicked):
            memory.found = ("", 0)


def note_fall(memory: DeluxeMemory, who: str) -> None:
    """Offer that a player is out, and by whose bomb, as the moment of the day, which the next recap tells; it weighs
    more if the leader falls by another's bomb.
    """
    others = [owner for owner in memory.owners if owner != who] if memory.found[0] == who else []
    if others and memory.find_sole_leader() == who:
        memory.note_headline(LEADER_OUT_WEIGHT, phrase(LEADER_PUT_OUT, who=who, owner=others))
    elif others:
        memory.note_headline(FALL_WEIGHT, phrase("{owner}’s bomb has put out {who}", who=who, owner=others))
    elif memory.found[0] == who and who in memory.owners:
        memory.note_headline(FALL_WEIGHT, phrase(OWN_BOMB_OPENED, who=who))
    else:
        memory.note_headline(FALL_WEIGHT, phrase("{who} is out", who=who))


def remove_living(memory: DeluxeMemory, who: str) -> None:
    """Note in the commentary's memory that a player is no longer in on any grid."""
    for those in memory.living.values():
        if who in those:
            those.remove(who)


DELUXE_VOICE = HostOfDeluxe()
