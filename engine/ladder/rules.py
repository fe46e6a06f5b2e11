"""Fifteen Rungs as the kernel carries it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from engine.kernel.errors import Illegal
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.game import Game
from engine.kernel.question import Play, shown
from engine.kernel.ruleset import Advice, Deed, Dialect, Ruleset, Use
from engine.kernel.table import Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View
from engine.ladder import (
    box,
    calls,
    catalogue,
    computers,
    deeds,
    desk,
    events,
    forecasts,
    levels,
    packs,
    pages,
    plays,
    refusals,
    stage,
    view,
)
from engine.ladder.box import Entry
from engine.ladder.changes import CHANGES
from engine.ladder.names import NAMES
from engine.ladder.state import MOST_PLAYERS, MOST_ROUNDS, Ladder, Options, Player
from engine.ladder.voice import VOICE

STAGE, DESK = "stage", "desk-"
DUELLISTS = 2
WANTS = {
    "host": "bot or players",
    "rounds": "a number from 1 to 12",
    "lifelines": "some of 50:50, audience and friend",
    "lifelines_per": "round or game",
    "asking": "together or clockwise",
    "friend": "cards or call",
    "contestants": "all or one",
    "ladder": "from 2 to 15 amounts, such as 100, 200, 500",
    "havens": "rungs of the ladder",
    "categories": "names of categories",
    "without": "names of categories",
    "packs": "names of packs",
    "patience": "quick, turn or long",
    "duel": "yes or no",
    "day": "a day such as 2026-11-22",
    "choosing": "chance or host",
    "first": "auto, together or apart",
    "computers": "novice, regular or expert",
}
GOALS = {n: phrase("for {n} {n:round|rounds}", n=n) for n in (12, 6, 3, 1)}
ABOUT = {
    "host": "With the bot as host all can play. Players host in turn, each equally often, and see the answer.",
    "rounds": "How many climbs; where players host, or climb alone, how often each of them does.",
    "lifelines": "Any of 50:50, audience and friend, with commas between them.",
    "lifelines_per": "When those that were used come back: each round, or never.",
    "asking": "Together, lifelines are played whenever one likes. Clockwise, each in turn is asked for theirs before "
    "anybody answers.",
    "friend": "A card of a friend's, shuffled with the right one; or a call, with thirty seconds for a word of advice.",
    "contestants": "All climb at once; or one, as on television, and the others are the audience.",
    "ladder": "What each question is worth: 2 to 15 rising amounts, with commas between them.",
    "havens": "The questions that make safe what they are worth, counted from the first.",
    "categories": "What is asked about, with commas between them; everything, if nothing is named.",
    "without": "What is not asked about, with commas between them.",
    "packs": "Whose questions: names of packs, and house for the house's own, with commas between them; or all.",
    "patience": "How long an answer may take: a turn, half as long (quick) or twice as long (long).",
    "duel": "Two climb against each other, once: whoever wins more, or comes further, or needs fewer lifelines. Nobody "
    "helps: one shows cards to the host. With day=today everybody's duel of today has the same questions.",
    "day": "The day's ladder, one climb with the same questions for everybody: today.",
    "choosing": "What the next question is about: by chance, or the host of the round chooses one of three categories.",
    "first": "The first five questions: together in one message, or apart. Auto: together where a turn takes half a "
    "day or longer.",
    "computers": "How much computer players know, and how well they use it: novice, regular or expert.",
}


class FifteenRungs(Ruleset[Ladder]):
    """The quiz ladder."""

    name = "ladder"
    title = view.TITLE
    brief = (
        "Question after question, each for more money, and everybody climbs at the same time.",
        "A wrong answer ends a climb and leaves what is safe; lifelines help, and you may take the money and go.",
        "Whoever has won most after the last round is the champion.",
    )
    format = 1
    release = "2"
    changes = CHANGES
    state_type = Ladder
    options_type = Options
    about_options = ABOUT
    dated = "day"
    duel: Mapping[str, Any] = MappingProxyType({"duel": True})
    rates = deeds.RATES
    unhurried: Mapping[str, Any] = MappingProxyType({"first": "together"})
    goal, goals, lap = "rounds", GOALS, phrase("a round")
    seats = range(1, MOST_PLAYERS + 1)
    cards = "engine.ladder.bank"  # the folder with its box
    achievements = deeds.ACHIEVEMENTS
    tallies = deeds.SHOWN
    voice = VOICE
    characters = computers.CHARACTERS
    told_before = (events,)
    names = NAMES
    secret_plays = plays.SECRET
    beside: Mapping[str, Sequence[str]] = MappingProxyType(
        dict.fromkeys((events.AnswerNoted.id, events.PagesDone.id), ("final",))
    )
    lasting = ("answer",)

    def agree(self, options: Mapping[str, Any]) -> None:
        """Options as `Options` describes them."""
        understood(options)

    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> Ladder:
        """One to twelve players, two or more where players host; options as `Options` describes them."""
        chosen = understood(options)
        if chosen.duel and len(players) != DUELLISTS:
            raise Illegal("A duel is for two.")
        fewest = 1 if chosen.host == "bot" else 2
        if not fewest <= len(players) <= MOST_PLAYERS:
            raise Illegal("This game is for {fewest} to {most} players.", fewest=fewest, most=MOST_PLAYERS)
        if len(set(players)) < len(players):
            raise Illegal("Every player needs a seat of their own.")
        state = Ladder(chosen, {who: Player() for who in players}, reports=False, computers=chosen.computers)
        return fitted(state, agreed="rounds" in options)

    def players(self, state: Ladder) -> Sequence[str]:
        """Everybody who takes part."""
        return state.here()

    def tables(self, state: Ladder) -> list[str]:
        """The stage, a desk for everybody, and calls that wait for help."""
        return [STAGE, *(f"{DESK}{who}" for who in state.players), *pages.tables(state), *state.calls]

    def table(self, game: Game[Ladder], name: str) -> Table[Ladder]:
        """The stage, a desk, a page or a call."""
        if name.startswith(pages.PAGE):
            return pages.Sheet(game, name)
        return desk.Desk(game, name) if name.startswith(DESK) else Table(game, name)

    def step(self, table: Table[Ladder]) -> Script[Any] | None:
        """What a table goes on with."""
        if isinstance(table, desk.Desk):
            return desk.next_step(table)
        if isinstance(table, pages.Sheet):
            return pages.next_step(table)
        return stage.next_step(table) if table.id == STAGE else calls.next_step(table)

    def plays(self, game: Game[Ladder], who: str) -> Sequence[Play]:
        """What may be done without being asked."""
        return plays.for_host(game.state) if who == LOG else plays.offered(game, who)

    def play(self, game: Game[Ladder], who: str, key: str, value: Any) -> None:
        """Do it."""
        if who == LOG:
            plays.do_for_host(game, key, value)
        else:
            plays.do(game, who, key, value)

    def why_not(self, game: Game[Ladder], who: str, key: str, value: object) -> Illegal | None:
        """Why this is refused."""
        return refusals.why_not(game.state, who, key, value)

    def forecasts(self, game: Game[Ladder]) -> Sequence[Forecast]:
        """What those who watch may predict."""
        return [*forecasts.offered(game.state)]

    def outcomes(self, told: Told) -> Iterable[Outcome]:
        """Which of it has been told."""
        return forecasts.outcomes(told)

    def over(self, state: Ladder) -> bool:
        """Has somebody won?"""
        return state.phase == "over"

    def view(self, game: Game[Ladder], who: str) -> View:
        """What somebody may see."""
        return view.view(game.state, who)

    def explain(self, word: str) -> Words | None:
        """What something of this name is, in words for players."""
        return catalogue.explain(word)

    def topics(self) -> Mapping[str, Sequence[str]]:
        """The names that it can explain."""
        return catalogue.topics()

    # -- the box of cards

    def check(self, lines: Iterable[tuple[str, bytes]]) -> tuple[Sequence[Entry], Sequence[box.Fault]]:
        """The good lines of a box, and what is wrong with the others."""
        return box.check(lines)

    def narrow(self, options: Mapping[str, Any], cards: Callable[[], Sequence[Entry]]) -> None:
        """Only the categories asked for, if there are such."""
        chosen = understood(options)
        if chosen.categories or chosen.without or chosen.packs:
            box.pool(chosen, cards())

    def stock(self, state: Ladder, cards: Sequence[Entry], seen: Mapping[str, int]) -> None:
        """Put a box on the table: what these players have seen least comes first."""
        box.stock(state, cards, seen)

    def of_day(self, day: str, cards: Sequence[Entry]) -> Sequence[Entry]:
        """One for each rung."""
        return box.daily(day, cards)

    def uses(self, told: Told) -> Iterable[Use]:
        """What has become of a card, for the ledger."""
        return box.uses(told)

    packed = "packs"

    def pack(
        self, rows: Iterable[tuple[str, Sequence[str]]], name: str, date: str
    ) -> tuple[Sequence[Entry], Sequence[box.Fault]]:
        """What a group has brought along."""
        return packs.read(rows, name, date)

    faults = box.FAULTS

    def moved(self, card: Entry, counts: Mapping[str, int]) -> Mapping[str, Any]:
        """Its level, where those who were asked show that it is another."""
        level = levels.drifted(card.level, counts.get("asked", 0), counts.get("right", 0))
        return {} if level == card.level else {"level": level}

    # -- what hosts may ask

    def advise(self, game: Game[Ladder], who: str, character: str = "") -> Advice | None:
        """What a computer player does."""
        return computers.advise(game, who, character)

    def outdated(self, told: Told, since: Sequence[Told]) -> bool:
        """A receipt, or what a lifeline has told, once its question is played out."""
        return told.kind in events.RECEIPTS and any(each.kind is events.RightAnswerShown for each in since)

    def deeds(self, told: Told) -> Iterable[Deed]:
        """What counts."""
        return deeds.deeds(told)

    def dialect(self) -> Dialect:
        """How it is written as a text; loaded when somebody reads or writes one."""
        from engine.ladder.notation import LADDER_NOTATION

        return LADDER_NOTATION


def fitted(state: Ladder, *, agreed: bool) -> Ladder:
    """The game with no more rounds than there is room for: fewer than usual, unless a number has been agreed."""
    while not agreed and state.rounds() > MOST_ROUNDS:
        state.options.rounds -= 1
    if state.rounds() > MOST_ROUNDS:
        text = "That would be {rounds} rounds; a game has room for {most}."
        raise Illegal(text, rounds=state.rounds(), most=MOST_ROUNDS)
    return state


def understood(options: Mapping[str, Any]) -> Options:
    """The options, or a sentence about the one that does not fit."""
    types = {field.name: field.type for field in msgspec.structs.fields(Options)}
    for name in options:
        if name not in types:
            raise Illegal("There is no option {option}. There are: {options}.", option=shown(name), options=list(types))
    chosen = Options(**{name: fitting(name, value, types[name]) for name, value in options.items()})
    if "havens" not in options:  # a shorter ladder has those that it reaches
        chosen.havens = [haven for haven in chosen.havens if haven < len(chosen.ladder)]
    if chosen.ladder != sorted(set(chosen.ladder)):
        raise Illegal("Each rung of a ladder must be worth more than the one below it.")
    if any(not 1 <= haven < len(chosen.ladder) for haven in chosen.havens):
        raise Illegal("A haven is a rung of the ladder below its top.")
    if chosen.duel:
        chosen.rounds = 1
    if chosen.duel and (chosen.host == "players" or chosen.contestants == "one"):
        raise Illegal("In a duel both climb, and the bot is the host.")
    if chosen.day:
        same_for_all(chosen)
    if len(set(chosen.lifelines)) < len(chosen.lifelines):
        raise Illegal("Each lifeline can be chosen only once.")
    return chosen


def same_for_all(chosen: Options) -> None:
    """The ladder of a day is one climb, and the same whoever plays it."""
    chosen.rounds = 1
    pace = Options(day=chosen.day, rounds=1, first=chosen.first, patience=chosen.patience, friend=chosen.friend)
    usual = msgspec.structs.replace(pace, duel=chosen.duel)
    if chosen != usual:
        raise Illegal("The ladder of a day is the same for everybody. Agree on nothing else but pace and telephone.")


def fitting(name: str, value: object, wanted: Any) -> Any:
    """One option's value, as what it must be."""
    try:
        return msgspec.convert(plainly(name, value), wanted, strict=False)  # people type numbers as words
    except msgspec.ValidationError:
        raise Illegal("{option} wants {what}.", option=name, what=WANTS[name]) from None


def plainly(name: str, value: object) -> object:
    """Words of ours however they are spelt; the names of categories are their box's own."""
    if isinstance(value, list) and name != "categories":
        return [plainly(name, each) for each in value]
    return value.casefold() if isinstance(value, str) else value


LADDER = FifteenRungs()
