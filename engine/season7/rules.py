"""Season 7 as the kernel carries it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from engine.kernel.errors import Illegal
from engine.kernel.question import Forecast, Option, Outcome, Play, Question, format_input_excerpt
from engine.kernel.record import fill_state
from engine.kernel.ruleset import Advice, Deed, Dialect, Element, Pounds, convert_option, map_option_types
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View
from engine.minigames import events as minigames_events
from engine.race import events as race_events
from engine.race import table as race
from engine.race import table as race_plays
from engine.race.events import OPEN_PEEK_COACHING, SQUARE
from engine.race.table import RacePlay, RaceRules, check_players
from engine.season7 import booths, catalogue, computers, cycle, events, refusals, rounds, tables, verbs, view
from engine.season7.booths import MinigameTable
from engine.season7.catalogue import (
    SEASON7_ACHIEVEMENTS,
    SEASON7_NAMES,
    SEASON7_TALLIES,
    list_season7_deeds,
    list_season7_elements,
)
from engine.season7.changes import SEASON7_CHANGES
from engine.season7.hooks import HOOKS
from engine.season7.state import (
    LEFT_OUT_IN_FORMAT_1,
    RoundTable,
    Season,
    Season7Options,
    Season7Player,
    Season7Round,
)
from engine.season7.view import SEASON7_SCENES
from engine.season7.voice import SEASON7_VOICE

SEASON7_OPTION_RANGES = {
    "target": (1_000_000, 1_000_000_000_000),
    "rows": (3, 8),
    "columns": (3, 8),
    "super_rows": (3, 8),
    "super_columns": (3, 8),
    "lone_wildcard": (0, 9),
    "super_seats": (2, 3),
}
SEASON7_OPTIONS_HELP = {
    "target": "How much money wins the race.",
    "rows": "How many rows the board of a quadrant has, from 3 to 8.",
    "columns": "How many columns the board of a quadrant has, from 3 to 8.",
    "super_rows": "How many rows the board of a super round has, from 3 to 8.",
    "super_columns": "How many columns the board of a super round has, from 3 to 8.",
    "wildcard": "When several rounds are played at the same time, one has special rules.",
    "lone_wildcard": (
        "If only one round is played in a cycle, it is a wildcard round every so many cycles. 0 means never."
    ),
    "super_seats": "In a group of four or five: how many players the Super Round has at least, 2 or 3.",
    "forgive_first_miss": "The first time a player is late, they miss a turn and do not walk into a bomb.",
    "wits": (
        "For more thinking: two peeks, which everybody hears about, and a selected square tells of bombs next to it."
    ),
    "peeks": "Who hears what a peek tells: only who peeks (secret), or everybody (open).",
    "duel": "When only two are left in a round, both lock in their next squares at the same time.",
    "computers": "How well computer players play: novice, regular or expert.",
    "without": "Squares that stay in the box, with commas between them: their names, or those of categories.",
}
MILLION = 1_000_000
TO_TARGET = "to {target:£}"
SEASON7_GOALS = {n * MILLION: phrase(TO_TARGET, target=n * MILLION) for n in (1000, 500, 250, 100, 50, 25)}
# Boards of 4 × 4, and 4 × 5 in the Super Round, make a cycle of two minutes where everybody is there.
SMALL_BOARDS = {"rows": 4, "columns": 4, "super_rows": 4, "super_columns": 5}
SEASON7_TIMED = {
    "half-hour": {"target": 400 * MILLION, **SMALL_BOARDS},
    "evening": {"target": 650 * MILLION, **SMALL_BOARDS},
}
# What a wildcard round lives on; without any of it in the box the round stays there too.
LIVES_ON = {"Takeshi's Castle": ["Win Zone"], "Rolling Start": tables.SQUARES_BY_CATEGORY[4]}
EXPECTED_VALUES = {bool: "yes or no", int: "a whole number", Pounds: "a whole number", list[str]: "a list of squares"}
EXPECTED_WORDS = {"peeks": "secret or open", "computers": "novice, regular or expert"}
YES_NO_VALUES = {"yes": True, "no": False}
IN_THE_BOX = {*tables.CATEGORY, *tables.HIDDEN_SQUARES, *tables.WILDCARDS}


def parse_season7_options(options: Mapping[str, Any]) -> Season7Options:
    """Check and convert the options chosen for a new season, and return them, with the usual value of each that is not
    given and all squares left out by name; raise Illegal with a sentence for people if a name is unknown or a value is
    not allowed.
    """
    types = map_option_types(options, Season7Options)
    found = Season7Options(**{name: parse_season7_option(name, value, types[name]) for name, value in options.items()})
    found.without = list_squares_left_out(found.without)
    return found


def parse_season7_option(name: str, value: object, wanted: Any) -> Any:
    """Convert the value of one option of a new season to the type `wanted`; raise Illegal if that is impossible or the
    number is outside the range allowed.
    """
    meant = YES_NO_VALUES.get(normalise_name(value), value) if isinstance(value, str) else value
    fits = convert_option(name, meant, wanted, EXPECTED_VALUES | EXPECTED_WORDS)
    low, high = SEASON7_OPTION_RANGES.get(name, (fits, fits))
    if not low <= fits <= high:
        raise Illegal(
            "{option} must be between {low:n} and {high:n}.",
            code="option_out_of_range",
            option=name,
            low=low,
            high=high,
        )
    return fits


def normalise_name(word: str) -> str:
    """Return the name of a square in the form in which names are compared: in lower case with a plain apostrophe,
    because phones write a curly one.
    """
    return word.casefold().replace("’", "'")


def map_squares_by_name() -> dict[str, list[str]]:
    """Return which squares each name stands for where an option lists squares to leave out: the name of a category
    stands for all its squares, the name of a square for that one. Names are in lower case.
    """
    categories = {
        tables.CATEGORY_NAMES[c]: faces for c, faces in {**tables.SQUARES_BY_CATEGORY, 9: tables.HIDDEN_SQUARES}.items()
    }
    return {normalise_name(name): faces for name, faces in categories.items()} | {
        normalise_name(name): [name] for name in IN_THE_BOX
    }


def list_squares_left_out(names: list[str]) -> list[str]:
    """Return the names of the squares to be left out of a season, given names of squares or of whole categories; a
    wildcard round that cannot do without them is left out, too. Raise Illegal for an unknown name, or if all
    seven-figure cash or all wildcard rounds would be missing.
    """
    known = map_squares_by_name() if names else {}
    out: list[str] = []
    for name in names:
        if normalise_name(name) not in known:
            raise Illegal(
                "There is no square called {square} in this game that you could leave out.",
                code="unknown_exclusion",
                square=format_input_excerpt(name),
            )
        out += known[normalise_name(name)]
    out += [variant for variant, faces in LIVES_ON.items() if all(face in out for face in faces)]
    if all(face in out for face in tables.SQUARES_BY_CATEGORY[3]):
        raise Illegal(
            "You cannot leave out Seven-Figure Cash, because other squares turn into it.", code="cannot_leave_out"
        )
    if all(variant in out for variant in tables.WILDCARDS):
        raise Illegal("If you want no wildcard rounds, switch off the option wildcard.", code="cannot_leave_out")
    return list(dict.fromkeys(out))


def list_season7_plays(t: RoundTable, who: str) -> list[Play]:
    """List everything a player may do in this round without being asked: peek, lock in their next square, leave a list
    of squares for later turns, use hidden squares. Before play begins, only who has hidden their bombs may leave a
    list, and only the few hidden squares be used that allow it (such as Fold).
    """
    freely = FREELY if t.is_live(who) else BEFORE_PLAY if t.waits_to_begin(who) else {}
    return (race.list_race_plays(t, who, freely) if freely else []) + list_hidden_plays(t, who)


def list_hidden_plays(t: RoundTable, who: str) -> list[Play]:
    """List the hidden squares (secret powers found behind cash squares) that a player holds and can use now without
    being asked, each as a play with its choices.
    """
    plays = []
    for hidden in dict.fromkeys(t.player(who).hidden):
        use = t.hooks.uses.get(hidden)
        if use is not None and use.allowed(t, who):
            choices = [] if use.choices is None else use.choices(t, who)
            if use.choices is None or choices:
                options = [item if isinstance(item, Option) else Option(item, str(item)) for item in choices]
                label = phrase("Use {hidden}", hidden=hidden)
                plays.append(Play(hidden, label, options, secret=True, of=race.build_picture_path(t, use.of)))
    return plays


def make_season7_play(t: RoundTable, who: str, key: str, value: Any) -> None:
    """Carry out what a player does without being asked (`key`, such as a peek or a hidden square's name), which the
    caller has checked. A hidden square is used up at once, secretly or for all to see, or kept ready for its moment.
    """
    if key in FREELY:
        FREELY[key].does(t, who, value)
        return
    use = t.hooks.uses[key]
    if use.quiet:
        verbs.use_hidden_quietly(t, who, key)
    if use.quiet or use.armed:
        use.does(t, who, value)
        return
    with verbs.use_hidden(t, who, key):
        use.does(t, who, value)


def list_lockable_squares(t: RoundTable, who: str, closed: Sequence[Option]) -> Sequence[Option]:
    """Return those of the options `closed` (the closed squares) that a player can lock in for their next turn, without
    those that others have locked in; none if they have locked one in already, or are hypnotised, because chance then
    selects.
    """
    return [] if t.seat(who).hypnotised else race.list_squares_to_lock(t, who, closed)


def peek_at_square(t: RoundTable, who: str, n: int) -> None:
    """Use up one of a player's peeks (the caller has seen that they have one): announce at which square they look, and
    tell them, and in-play players who borrow peeks, in private its category, or that a bomb lies there; with the option
    `wits` or `peeks=open` announce that to everybody. The peek is noted in the round.
    """
    cell = t.find_cell(n)
    category = 0 if cell.bombs else tables.find_category(cell.face)
    t.round.peeks.append((who, n, category))
    if t.state.options.are_peeks_open():
        t.seat(who).peeks -= 1
        t.tell(events.PeekShown(who=who, n=n, what=tables.format_peeked_category(category)))
        return
    borrowers = [name for name in t.round.borrowers if name != who and t.is_live(name)]
    race.take_peek(t, who, n, tables.format_peeked_category(category), borrowers)


FREELY: Mapping[str, RacePlay[RoundTable]] = {
    "lock": RacePlay("Lock your next square", race.lock_in_square, list_lockable_squares),
    "list": race.build_wish_list_play("Write a list of squares for your turn"),
    "clear list": race.CLEAR_LIST,
    "peek": RacePlay("Peek at a square", peek_at_square, race.list_peekable_squares),
}
BEFORE_PLAY = {key: FREELY[key] for key in ("list", "clear list")}
SEASON7_SECRET_PLAYS = (*tables.HIDDEN_SQUARES, *(key for key, freely in FREELY.items() if freely.secret))


def has_seen_peek(r: Season7Round, who: str) -> bool:
    """Return whether a peek in this round may have shown this player what a square is: they have peeked or, if they
    borrow peeks, anybody has, even before they began to borrow.
    """
    return any(eyes == who or who in r.borrowers for eyes, _, _ in r.peeks)


SEASON = "season"


def find_season7_table_of(game: GameInPlay[Season], who: str) -> RoundTable | None:
    """Return the table of the round in which this player sits or sat last (the first round if they sat in none); None
    for somebody who is not in the game, or if there is no round.
    """
    table = (
        game.find_table(game.state.find_seated_round(who)) if who in game.state.here() and game.state.rounds else None
    )
    return table if isinstance(table, RoundTable) else None


class Season7(RaceRules[Season]):
    """The ruleset of Race to a Billion, Season 7."""

    name = "season7"
    title = "Race to a Billion"
    brief = (
        "Everybody hides a bomb on the board. Then you take turns to open squares.",
        "What you find is yours: cash, boosters, minigames. A player who opens a bomb is out of the round, and pays.",
        "Round after round, and the first to the target wins the race.",
    )
    format = 2
    upcasts = MappingProxyType({1: partial(fill_state, LEFT_OUT_IN_FORMAT_1)})
    kept = ("lone_wildcard", "super_seats", "lowest_once", "computers", "leavers_lose_all")
    release = "2"
    names_sealed = True  # those who hide a bomb: all know who does
    changes = SEASON7_CHANGES
    state_type = Season
    options_type = Season7Options
    about_options = SEASON7_OPTIONS_HELP
    practice: Mapping[str, Any] = MappingProxyType({"target": 10_000_000, "wildcard": False})
    goal, goals, lap = "target", SEASON7_GOALS, phrase("a cycle")
    timed = MappingProxyType(SEASON7_TIMED)
    place = SQUARE
    names = SEASON7_NAMES
    secret_plays = SEASON7_SECRET_PLAYS
    planning = race_plays.PLANNING
    achievements = SEASON7_ACHIEVEMENTS
    tallies = SEASON7_TALLIES
    voice = SEASON7_VOICE
    scenes = SEASON7_SCENES
    characters = computers.SEASON7_CHARACTERS
    told_before = (events, race_events, minigames_events)

    def can_hand_over_seat(self, game: GameInPlay[Season], who: str, *, resting: bool) -> bool:  # noqa: ARG002 - bombs lie longer
        """Return whether a newcomer may take over this player's seat: only if the player has, in the rounds of this
        cycle, neither sealed a bomb, voted in secret nor learned something about a square: from a hidden square, or by
        a secret peek of their own or one that they have borrowed. `resting` does not count.
        """
        rounds = [r for r in game.state.rounds.values() if who in r.seats]
        mine = [r.seats[who] for r in rounds]
        if any(seat.sealed or seat.vote or seat.learned for seat in mine):
            return False
        return game.state.options.are_peeks_open() or not any(has_seen_peek(r, who) for r in rounds)

    def list_coaching(self, options: Mapping[str, Any]) -> Mapping[str, str]:
        """Return what newcomers are told in a season with these options: of a peek, whether all hear what it tells."""
        peeks_open = parse_season7_options(options).are_peeks_open()
        return {**self.coaching, "peek": OPEN_PEEK_COACHING} if peeks_open else self.coaching

    def name_goal(self, goal: Any) -> Words:
        """Return what a season to this target is called, whatever the sum."""
        return phrase(TO_TARGET, target=goal)

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise Illegal if an option for a new season is unknown or has a value that is not allowed."""
        parse_season7_options(options)

    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> Season:
        """Return a new season, before its first cycle, for two to forty players, with these options (the rulebook's for
        those not given). Raise Illegal for another number of players or a bad option.
        """
        check_players(players)
        fixed = parse_season7_options(options)
        seats = {who: Season7Player() for who in players}
        return Season(
            fixed,
            seats,
            phase="begin",
            lone_wildcard=fixed.lone_wildcard,
            super_seats=fixed.super_seats,
            computers=fixed.computers,
            leavers_lose_all=True,
        )

    def format_next_lap(self, state: Season) -> Words:
        """Return the name of the next cycle, in which everybody plays again."""
        return phrase("cycle {n}", n=state.cycle + 1)

    def list_tables(self, state: Season) -> list[str]:
        """List the names of the tables at which something can be played now: open rounds, minigames, and the season
        itself while it has a step to make.
        """
        names = [*state.rounds, *state.booths]
        for name, r in state.rounds.items():
            if r.stage == "closed":
                names.remove(name)
        if cycle.has_season_step(state):
            names.append(SEASON)
        return names

    def build_table(self, game: GameInPlay[Season], name: str) -> Table[Season]:
        """Return the table object of this name, for a round, a minigame or the season itself; raise KeyError if it is
        none of these.
        """
        if name == SEASON:
            return cycle.SeasonTable(game, name)
        if name in game.state.booths:
            return MinigameTable(game, name)
        return RoundTable(game, name, HOOKS)

    def start_step(self, table: Table[Season]) -> Script[Any] | None:
        """Return the coroutine that plays the next step at a table (round, minigame or season), or None if it has to
        wait.
        """
        return STEPS_BY_TABLE[type(table)](table)

    def handle_step_result(self, table: Table[Season], result: Any) -> None:
        """Finish a step at a table: pay a minigame that has ended its prize (`result`) and remove its table, announce
        players who have reached the target, and open minigames that are due.
        """
        name = table.id
        if type(table) is MinigameTable:
            name = table.booth.round
            booths.close_booth(table, result)
        cycle.announce_target_reached(table.game, name)
        if table.state.due:
            booths.open_due_booths(table.state)

    def list_plays(self, game: GameInPlay[Season], who: str) -> Sequence[Play]:
        """List what a player may do in their round without being asked, or, if `who` is LOG, what the host of the game
        may do with the seats. Nothing for somebody who has left, or between rounds.
        """
        if who == LOG:
            return cycle.list_host_plays(game.state)
        table = find_season7_table_of(game, who)
        return list_season7_plays(table, who) if table is not None else []

    def advise(self, game: GameInPlay[Season], question: Question, character: str = "") -> Advice | None:
        """Return what a computer player of this character should do about a question: answer it so, or first make a
        play (peek at a square); None if any answer is as good.
        """
        return computers.advise_season7_computer(game, question, character)

    def play(self, game: GameInPlay[Season], who: str, key: str, value: Any) -> None:
        """Carry out what a player, or the host of the game (LOG), does without being asked (`key` and `value`); the
        caller has checked that it is allowed. Then announce players who have reached the target by their play, and open
        minigames that are due.
        """
        if who == LOG:
            cycle.make_host_play(game.wake_table(SEASON), key, value)
        else:
            table = game.wake_table(game.state.find_seated_round(who))
            if isinstance(table, RoundTable):
                make_season7_play(table, who, key, value)
            cycle.announce_target_reached(game, table.id)
        if game.state.due:
            booths.open_due_booths(game.state)

    def can_plan_ahead(self, game: GameInPlay[Season], who: str) -> bool:
        """Return whether a player may leave a list of squares for future turns: only while they are still in their
        round (or wait for it to begin), and have neither a list nor a locked-in square.
        """
        table = find_season7_table_of(game, who)
        return table is not None and race_plays.can_leave_wish_list(table, who)

    def explain_refusal(self, game: GameInPlay[Season], who: str, key: str, value: object) -> Illegal | None:
        """Return (and do not raise) an error that says why a player's answer or play is refused, or None if it is for
        no usual reason. That it is refused is known: this does not decide it.
        """
        table = find_season7_table_of(game, who)
        return refusals.explain_season7_refusal(table, who, key, value) if table is not None else None

    def list_elements(self) -> Sequence[Element]:
        """Return all squares, minigames and rounds of the game, for the catalogue and the rules page."""
        return list_season7_elements()

    def explain(self, word: str) -> Words | None:
        """Explain a square, amount of cash, booster, hidden square, minigame or wildcard round in a few sentences;
        return None for any other word.
        """
        return catalogue.explain_season7_name(word)

    def list_topics(self) -> Mapping[str, Sequence[str]]:
        """Return all names of which players can ask the rule (squares, minigames, rounds), as lists by category."""
        return catalogue.list_season7_topics()

    def list_forecasts(self, game: GameInPlay[Season]) -> Sequence[Forecast]:
        """Return what spectators can predict now of rounds, win bonuses, minigames, the cycle and the race."""
        return [*catalogue.iter_season7_forecasts(game.state)]

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """Return the results of those spectators' predictions that this announcement decides or cancels; none for a
        private one.
        """
        return catalogue.iter_season7_outcomes(told)

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """Return what an announcement adds to people's statistics and medals, such as rounds won; nothing for a private
        one.
        """
        return list_season7_deeds(told)

    def is_over(self, state: Season) -> bool:
        """Return whether somebody has won the race, which ends the game."""
        return state.phase == "over"

    def build_view(self, game: GameInPlay[Season], who: str) -> View:
        """Return everything of the season that this player, or the public, may see."""
        return view.build_season7_view(game, who)

    def load_dialect(self) -> Dialect:
        """Return the functions that read and write a game of Season 7 as a text (a transcript); they are imported only
        when needed.
        """
        from engine.season7.notation import SEASON7_NOTATION

        return SEASON7_NOTATION


# By class, which is quicker than to ask each table what it is.
STEPS_BY_TABLE: Mapping[type, Callable[[Any], Script[Any] | None]] = {
    RoundTable: rounds.find_round_step,
    MinigameTable: booths.find_season7_booth_step,
    cycle.SeasonTable: cycle.find_season_step,
}

SEASON7 = Season7()
