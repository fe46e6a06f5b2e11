"""Fifteen Rungs as the kernel carries it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec

from engine.kernel.errors import Illegal
from engine.kernel.event import Event
from engine.kernel.question import Forecast, Outcome, Play, Question, check_seats
from engine.kernel.record import fill_state
from engine.kernel.ruleset import (
    COMPUTERS_CHANGED,
    Advice,
    CardUse,
    Change,
    Deed,
    Dialect,
    Ruleset,
    convert_option,
    map_option_types,
    upcast_told,
)
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View
from engine.ladder import box, catalogue, computers, desk, events, packs, plays, stage, view
from engine.ladder.box import BoxEntry
from engine.ladder.catalogue import LADDER_NAMES
from engine.ladder.events import AnswersShown, ClimberSilent, MoneyTaken
from engine.ladder.state import MOST_PLAYERS, MOST_ROUNDS, Ladder, LadderOptions, LadderPlayer
from engine.ladder.view import LADDER_SCENES
from engine.ladder.voice import LADDER_VOICE

FIRST_LADDER_RELEASE = "2026-11-22"
BANK = "The quiz ladder asks new questions"
REVEAL = "on the ladder everybody's answers are told before the right one"
SILENT = "on the ladder a player who leaves because of silence is told apart from one who takes the money"

LADDER_CHANGES = (
    Change(FIRST_LADDER_RELEASE, BANK, "draw box.1", "draw box", ruling=True),
    Change(FIRST_LADDER_RELEASE, COMPUTERS_CHANGED, "state computers", "state computers"),
    Change(FIRST_LADDER_RELEASE, REVEAL, event=AnswersShown, ruling=True),
    Change(FIRST_LADDER_RELEASE, SILENT, MoneyTaken.id, event=ClimberSilent),
    Change(FIRST_LADDER_RELEASE, SILENT, MoneyTaken.says, event=ClimberSilent),
    Change(FIRST_LADDER_RELEASE, SILENT, "state climbers.*.silent", "state climbers.*.silent"),
)

STAGE, DESK = "stage", "desk-"
DUELLISTS = 2

LADDER_OPTION_VALUES = {
    "host": "bot or players",
    "rounds": "a number from 1 to 12",
    "lifelines": "one or more of 50:50, audience and friend",
    "lifelines_per": "round or game",
    "asking": "together or clockwise",
    "friend": "cards or call",
    "contestants": "all or one",
    "ladder": "2 to 15 amounts, such as 100, 200, 500",
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

FOR_ROUNDS = "for {n} {n:round|rounds}"
LADDER_GOALS = {n: phrase(FOR_ROUNDS, n=n) for n in (12, 6, 3, 1)}

ABOUT_LADDER_OPTIONS = {
    "host": (
        "With the bot as host, everybody can play. Or players host in turn, each equally often, and see the "
        "right answer."
    ),
    "rounds": "How many rounds you play, 1 to 12. If players host or climb alone: how often each of them does.",
    "lifelines": "Any of 50:50, audience and friend, with commas between them.",
    "lifelines_per": "When used lifelines come back: in each round (round), or never (game).",
    "asking": (
        "Together: players use lifelines whenever they like. Clockwise: all are asked for lifelines in turn, "
        "before anybody answers."
    ),
    "friend": (
        "Cards: a card from a friend, mixed with the right one. Call: a telephone call, with thirty seconds for advice."
    ),
    "contestants": (
        "All: everybody climbs at once. One: one player climbs, as on television, and the others are the audience."
    ),
    "ladder": "What each question is worth: 2 to 15 rising amounts, with commas between them.",
    "havens": "Which questions make their amounts safe, counted from the first one.",
    "categories": (
        "What the questions are about, with commas between them. If you name nothing, they are about everything."
    ),
    "without": "What the questions are not about, with commas between them.",
    "packs": "Which questions are asked: names of packs, house for our own questions, or all. Put commas between them.",
    "patience": "How long you have for an answer: a turn, half as long (quick) or twice as long (long).",
    "duel": (
        "Two players climb against each other, once. The one who wins more money wins. If that is equal, more "
        "right answers decide, and then fewer of them with help. No other player helps: they show cards to the "
        "host. With day=today, all duels of today have the same questions."
    ),
    "day": "The ladder of the day, one climb with the same questions for everybody: today.",
    "choosing": (
        "Who chooses what the next question is about: chance, or the host of the round, out of three categories."
    ),
    "first": "The first five questions: together in one message, or apart. Auto: together where a turn takes half a "
    "day or longer.",
    "computers": "How much computer players know, and how well they use it: novice, regular or expert.",
}


class FifteenRungs(Ruleset[Ladder]):
    """The ruleset of the quiz ladder."""

    name = "ladder"
    title = view.LADDER_TITLE
    brief = (
        "Question after question, each for more money.",
        (
            "A wrong answer ends your climb, and you keep only what is safe. Lifelines help, and you can take the "
            "money and stop."
        ),
        "The player who has won most after the last round is the champion.",
    )
    format = 2
    upcasts = MappingProxyType({1: partial(fill_state, {"computers": ""})})
    release = "2"
    changes = LADDER_CHANGES
    state_type = Ladder
    options_type = LadderOptions
    about_options = ABOUT_LADDER_OPTIONS
    dated = "day"
    duel: Mapping[str, Any] = MappingProxyType({"duel": True})
    rates = catalogue.RATES
    unhurried: Mapping[str, Any] = MappingProxyType({"first": "together"})
    goal, goals, lap = "rounds", LADDER_GOALS, phrase("a round")
    seats = range(1, MOST_PLAYERS + 1)
    cards = "engine.ladder.bank"  # the folder with its box
    achievements = catalogue.LADDER_ACHIEVEMENTS
    tallies = catalogue.LADDER_TALLIES
    voice = LADDER_VOICE
    scenes = LADDER_SCENES
    characters = computers.LADDER_CHARACTERS
    told_before = (events,)
    names = LADDER_NAMES
    secret_plays = plays.SECRET_LADDER_PLAYS
    beside: Mapping[type[Event], Sequence[str]] = MappingProxyType(
        dict.fromkeys((events.AnswerNoted, events.OpeningAnswersDone), ("final",))
    )
    lasting = ("answer",)

    def name_goal(self, goal: Any) -> Words:
        """Return what a game of so many rounds is called."""
        return phrase(FOR_ROUNDS, n=goal)

    def find_goal(self, options: Mapping[str, Any], players: int) -> Any:
        """Return how many rounds a game with these options and so many players has in all; where each round belongs to
        one player, at most as many as a game can have. Of options that do not go together, only the rounds count, and
        what is no option of the ladder does not.
        """
        known = {name: value for name, value in options.items() if name in LadderOptions.__struct_fields__}
        try:
            chosen = parse_ladder_options(known)
        except Illegal:
            return super().find_goal(options, players)
        each = min(chosen.rounds, max(1, MOST_ROUNDS // players)) if players else chosen.rounds
        return each * players if chosen.has_round_owners() else chosen.rounds

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise Illegal, with a sentence for the person who opens the game, if one of the chosen options is unknown or
        has a value that is not allowed, or if they do not go together.
        """
        parse_ladder_options(options)

    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> Ladder:
        """Create the first state of a game for one to twelve players (two or more where players take turns as host,
        exactly two in a duel); raise Illegal if players or options are invalid. More rounds than a game can have are
        lowered, or refused if their number was chosen.
        """
        chosen = parse_ladder_options(options)
        if chosen.duel and len(players) != DUELLISTS:
            raise Illegal("A duel needs exactly two players.", code="wrong_number_of_players")
        fewest = 1 if chosen.host == "bot" else 2
        if not fewest <= len(players) <= MOST_PLAYERS:
            raise Illegal(
                "This game is for {fewest} to {most} players.",
                code="wrong_number_of_players",
                fewest=fewest,
                most=MOST_PLAYERS,
            )
        check_seats(players)
        state = Ladder(
            chosen,
            {who: LadderPlayer() for who in players},
            reports=False,
            joins_late=False,
            fifty_repeats=False,
            guessers_asked=False,
            asks_in_vain=False,
            computers=chosen.computers,
        )
        return limit_rounds(state, agreed="rounds" in options)

    def list_players(self, state: Ladder) -> Sequence[str]:
        """List all players who take part, in seat order."""
        return state.here()

    def list_tables(self, state: Ladder) -> list[str]:
        """List the names of the open tables: the stage, where questions are asked, the desk of each player, also of
        those who have left, tables for questions asked together, and lifelines that wait for help.
        """
        return [STAGE, *[f"{DESK}{who}" for who in state.players], *desk.list_page_tables(state), *state.calls]

    def build_table(self, game: GameInPlay[Ladder], name: str) -> Table[Ladder]:
        """Build the table of this name: one for a question asked together with others, one for a lifeline that asks for
        help and still waits, a player's desk, or else, for any other name, the stage, where questions are asked.
        Whether it is in use is not checked.
        """
        if name.startswith(desk.PAGE_TABLE):
            return desk.PageTable(game, name)
        if name in game.state.calls:
            return desk.CallTable(game, name)
        return desk.Desk(game, name) if name.startswith(DESK) else desk.LadderTable(game, name)

    def start_step(self, table: Table[Ladder]) -> Script[Any] | None:
        """Return the coroutine that plays the next step at this table, or None if there is nothing to do at it now."""
        if isinstance(table, desk.Desk):
            return desk.start_desk_step(table)
        if isinstance(table, desk.PageTable):
            return desk.start_page_step(table)
        return stage.start_stage_step(table) if table.id == STAGE else desk.start_call_step(table)

    def list_plays(self, game: GameInPlay[Ladder], who: str) -> Sequence[Play]:
        """List what a player, or with LOG the person who hosts the game, may do now without being asked."""
        return plays.list_ladder_host_plays(game.state) if who == LOG else plays.list_ladder_plays(game, who)

    def play(self, game: GameInPlay[Ladder], who: str, key: str, value: Any) -> None:
        """Carry out what a player, or the person who hosts the game, does without being asked; `key` names the play,
        `value` is the choice made in it.
        """
        if who == LOG:
            plays.make_ladder_host_play(game, key, value)
        else:
            plays.make_ladder_play(game, who, key, value)

    def explain_refusal(self, game: GameInPlay[Ladder], who: str, key: str, value: object) -> Illegal | None:
        """Return an error with the specific reason why a player's answer or play is refused, or None if the general
        reason says enough.
        """
        return plays.explain_ladder_refusal(game.state, who, key, value)

    def explain_no_question(self, game: GameInPlay[Ladder], who: str) -> Illegal | None:
        """Return an error that tells a player who answers without being asked that their answer is final; None if it is
        not.
        """
        return plays.explain_final_answer(game.state, who)

    def list_forecasts(self, game: GameInPlay[Ladder]) -> Sequence[Forecast]:
        """List what can be predicted now: the right answer to each question in play, by anybody but its climbers and
        the host of the round, and who wins the game.
        """
        return [*catalogue.list_ladder_forecasts(game.state)]

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """List the results of predictions that one public announcement decides: the right answer, or who has won the
        game; empty for other announcements.
        """
        return catalogue.list_ladder_outcomes(told)

    def is_over(self, state: Ladder) -> bool:
        """Return whether the game is over."""
        return state.phase == "over"

    def build_view(self, game: GameInPlay[Ladder], who: str) -> View:
        """Build everything that one person, a player or a spectator, may see of the game."""
        return view.build_ladder_view(game.state, who)

    def explain(self, word: str) -> Words | None:
        """Return, for players, the rule with this name or of the button with this label; None for any other word."""
        return catalogue.explain_ladder_word(word)

    def list_topics(self) -> Mapping[str, Sequence[str]]:
        """List the names of all rules that can be explained to players, by group."""
        return catalogue.list_ladder_topics()

    # -- the box of cards

    def parse_cards(self, lines: Iterable[tuple[str, bytes]]) -> tuple[Sequence[BoxEntry], Sequence[box.BoxFault]]:
        """Parse the lines of a question box, each given with its position; return the valid quiz cards, and for each
        other line what is wrong with it.
        """
        return box.parse_box(lines)

    def check_card_options(self, options: Mapping[str, Any], cards: Callable[[], Sequence[BoxEntry]]) -> None:
        """Raise Illegal if categories were chosen or left out, or packs chosen, for a new game, and of the quiz cards
        that `cards` loads there are too few for the ladder, or none of a category that was named. Without such a choice
        nothing is loaded.
        """
        chosen = parse_ladder_options(options)
        if chosen.categories or chosen.without or chosen.packs:
            box.list_cards_of_categories(chosen, cards())

    def stock_box(self, state: Ladder, cards: Sequence[BoxEntry], seen: Mapping[str, int]) -> None:
        """Give a new game its quiz cards out of these, in place of any before; those that its players have seen least
        come first. Raise Illegal if there are too few, or none of a category that was named.
        """
        box.stock_ladder_box(state, cards, seen)

    def list_cards_of_day(self, day: str, cards: Sequence[BoxEntry]) -> Sequence[BoxEntry]:
        """Return the quiz cards, out of these, that everybody is asked in the game of this date: one for each rung of
        the ladder. Raise Illegal if there are too few.
        """
        return box.list_daily_cards(day, cards)

    def list_card_uses(self, told: Told) -> Iterable[CardUse]:
        """List what one announcement, perhaps of an older release, says about quiz cards for their statistics, such as
        how often one was asked and answered right.
        """
        return box.list_ladder_card_uses(upcast_told(self, told))

    packed = "packs"

    def parse_pack(
        self, rows: Iterable[tuple[str, Sequence[str]]], name: str, date: str
    ) -> tuple[Sequence[BoxEntry], Sequence[box.BoxFault]]:
        """Parse the sheet with a group's own questions into quiz cards of the pack `name`; return them, and for each
        other row what is wrong with it.
        """
        return packs.parse_pack_sheet(rows, name, date)

    faults = box.FAULTS

    def compute_card_changes(self, card: BoxEntry, counts: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the new difficulty level of a quiz card, by field name, if the counts of its answers show that it is
        easier or harder than marked; else an empty mapping.
        """
        level = box.compute_drifted_level(card.level, counts.get("asked", 0), counts.get("right", 0))
        return {} if level == card.level else {"level": level}

    # -- what hosts may ask

    def advise(self, game: GameInPlay[Ladder], question: Question, character: str = "") -> Advice | None:
        """Return what a computer player of this character should answer to a question about the quiz question in play,
        such as a letter, a lifeline or taking the money; None for any other question.
        """
        return computers.advise_climber(game, question, character)

    def is_outdated(self, told: Told, since: Sequence[Told]) -> bool:
        """Return whether a private announcement is of no use any more, because it confirms an answer or tells a
        lifeline's result for a question that is over by now; `since` are the announcements after it.
        """
        return told.kind in events.RECEIPTS and any(each.kind is events.RightAnswerShown for each in since)

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """List what one announcement adds to players' statistics, such as right answers and money won; nothing for most
        of them.
        """
        return catalogue.list_ladder_deeds(told)

    def load_dialect(self) -> Dialect:
        """Return the game's own part of the transcript notation (games written as text); it is imported only when a
        transcript is read or written.
        """
        from engine.ladder.notation import LADDER_NOTATION

        return LADDER_NOTATION

    def check_layout(self, state: Ladder) -> None:
        """Raise UnclearLine if a transcript's header has laid out cards with which the game cannot begin."""
        from engine.ladder.notation import LADDER_NOTATION

        LADDER_NOTATION.check_layout(state)


def limit_rounds(state: Ladder, *, agreed: bool) -> Ladder:
    """Lower the number of rounds in the state of a new game, in place, to what a game can have, and return the state;
    if the players chose that number themselves (`agreed`), raise Illegal instead of lowering it.
    """
    while not agreed and state.count_rounds() > MOST_ROUNDS:
        state.options.rounds -= 1
    if state.count_rounds() > MOST_ROUNDS:
        text = "These settings make {rounds} rounds, but a game can have {most} at most."
        raise Illegal(text, code="too_many_rounds", rounds=state.count_rounds(), most=MOST_ROUNDS)
    return state


def parse_ladder_options(options: Mapping[str, Any]) -> LadderOptions:
    """Return all options of a new game, given those that were chosen, by name; a duel and a ladder of the day get one
    round whatever was chosen, and a shorter ladder only the havens that it reaches. Raise Illegal with a sentence about
    the first one that is invalid.
    """
    types = map_option_types(options, LadderOptions)
    chosen = LadderOptions(
        **{
            name: convert_option(name, fold_option_value(name, value), types[name], LADDER_OPTION_VALUES)
            for name, value in options.items()
        }
    )
    if "havens" not in options:  # a shorter ladder has those that it reaches
        chosen.havens = [haven for haven in chosen.havens if haven < len(chosen.ladder)]
    if chosen.ladder != sorted(set(chosen.ladder)):
        raise Illegal("Each question of a ladder must be worth more than the one before it.", code="rungs_not_rising")
    if any(not 1 <= haven < len(chosen.ladder) for haven in chosen.havens):
        raise Illegal("For safe amounts, choose questions before the last one.", code="bad_haven")
    if chosen.duel:
        chosen.rounds = 1
    if chosen.duel and (chosen.host == "players" or chosen.contestants == "one"):
        raise Illegal("In a duel both players climb, and the bot is the host.", code="bad_duel")
    if chosen.day:
        check_daily_options(chosen)
    if len(set(chosen.lifelines)) < len(chosen.lifelines):
        raise Illegal("Each lifeline can be chosen only once.", code="lifeline_twice")
    return chosen


def check_daily_options(chosen: LadderOptions) -> None:
    """Set the options of a ladder of the day (the caller looks whether it is one) to one round; raise Illegal if an
    option was chosen that would make it differ from everybody else's: only the day, the duel, the patience, the friend
    and how the first questions come may be chosen.
    """
    chosen.rounds = 1
    pace = LadderOptions(day=chosen.day, rounds=1, first=chosen.first, patience=chosen.patience, friend=chosen.friend)
    usual = msgspec.structs.replace(pace, duel=chosen.duel)
    if chosen != usual:
        raise Illegal(
            (
                "The ladder of the day is the same for everybody. You can change only patience (the time for a "
                "turn), friend (cards or call), first (together or apart) and duel."
            ),
            code="bad_daily_options",
        )


def fold_option_value(name: str, value: object) -> object:
    """Return the value chosen for an option in small letters, also item by item, so that spelling does not matter; a
    list of `categories`, and values that are no text, stay as they are.
    """
    if isinstance(value, list) and name != "categories":
        return [fold_option_value(name, each) for each in value]
    return value.casefold() if isinstance(value, str) else value


LADDER_RULESET = FifteenRungs()
