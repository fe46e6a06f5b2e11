"""The Deluxe edition as the kernel carries it; first, why something cannot be done now, in sentences that help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from engine.deluxe import (
    bench,
    booth,
    catalogue,
    computers,
    events,
    failsafe,
    grids,
    items,
    season,
    seating,
    tables,
    turn,
    view,
)
from engine.deluxe import options as agreed
from engine.deluxe.booth import DeluxeMinigameTable
from engine.deluxe.catalogue import DELUXE_ACHIEVEMENTS, DELUXE_NAMES, DELUXE_TALLIES, list_deluxe_elements
from engine.deluxe.changes import DELUXE_CHANGES
from engine.deluxe.hooks import HOOKS
from engine.deluxe.state import AsideTable, DeluxeOptions, DeluxePlayer, DeluxeRace, GridTable
from engine.deluxe.view import DELUXE_SCENES
from engine.deluxe.voice import DELUXE_VOICE
from engine.kernel.errors import Illegal
from engine.kernel.question import Awaited, Forecast, Option, Outcome, Play, Question
from engine.kernel.record import fill_state
from engine.kernel.ruleset import Advice, Deed, Dialect, Element
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View
from engine.minigames import events as minigames_events
from engine.race import events as race_events
from engine.race import table as race
from engine.race.events import LOCKED_BY, SPACE
from engine.race.table import RacePlay, RaceRules, check_players

TO_SPACES = ("pick", "lock", "list", "peek")
BARRED_BY_LOCKS = ("pick", "lock")
REFUSALS_BY_GRID_STAGE = {"seal": "Please wait until all bombs are hidden. The grid is not ready yet."}


def explain_deluxe_refusal(t: GridTable, who: str, key: str, value: object) -> Illegal | None:
    """Return, without raising it, an error with the specific reason why a player's play or answer (`key` and `value`)
    is refused, which the caller has found; None if the general reason says enough. Only bets, hunts, and picking,
    locking, listing or peeking at spaces have reasons of their own.
    """
    if key.startswith(("slip ", "hunt ")):
        return explain_refused_bench_play(t, who, key)
    word = next((name for name in TO_SPACES if key == name or key.startswith(f"{name} ")), "")
    if not word:
        return None
    inactive = explain_inactive_seat(t, who)
    if t.round.mini and word != "pick" and not inactive:
        return Illegal("In a tie-break round you can only open spaces.", code="only_picks_in_mini_game")
    return (
        inactive
        or race.explain_used_up(t, who, word)
        or explain_unavailable_space(t, who, word, key.removeprefix(word).strip() or value)
    )


def explain_refused_bench_play(t: GridTable, who: str, key: str) -> Illegal | None:
    """Return an error with the reason why a player cannot bet or hunt for bombs on the grid that `key` names (such as
    `slip A`; without such a grid, on this table's), or None if there is no special reason.
    """
    race, (word, name) = t.state, [*key.split(), ""][:2]  # what is bet on may follow, where no bet is open
    r = race.grids.get(name, t.round)
    so = {
        "unplayed": not race.options.betting,
        "slip": word == "slip" and any(slip.who == who for slip in race.slips),
        "hunt": word == "hunt" and any(hunt.who == who for hunt in race.hunts),
        "early": r.stage == "seal" or not r.picks,
        "in": who in r.list_living(),
        "late": word == "slip" and not bench.is_open_for_slips(r),
    }
    reason = next((reason for reason, holds in so.items() if holds), "")
    return Illegal(BENCH[reason], code="bench_not_now") if reason else None


BENCH = {
    "unplayed": "Betting is switched off in this race.",
    "slip": "You have already made a bet in this round.",
    "hunt": "You have already looked for bombs in this round.",
    "early": "You can do this as soon as a player has opened a space.",
    "in": "You are still playing on this grid. Only players who are out or on another grid can do that.",
    "late": "Too few spaces are left, so you cannot bet any more.",
}


def explain_inactive_seat(t: GridTable, who: str) -> Illegal | None:
    """Return an error with the reason why a player cannot act on the grid of this table (bombs are still being hidden,
    it is over, or they are out of it or have no seat there); None if they can.
    """
    if t.is_live(who):
        return None
    seat = t.round.seats.get(who)
    if seat is None or seat.status not in ("in", "won"):
        return Illegal("You are out of this round.", code="out_of_round")
    return Illegal(REFUSALS_BY_GRID_STAGE.get(t.round.stage, "The round is over."), code="grid_not_in_play")


def explain_unavailable_space(t: GridTable, who: str, word: str, value: object) -> Illegal | None:
    """Return an error with the reason why a player cannot use a space for `word` (pick, lock, list or peek), because it
    is open or does not exist or, for picking and locking only, is locked by another player or frozen; None if there is
    none. A Failsafe call always gets its reason: the caller has found that it is refused.
    """
    if word == "pick" and str(value).casefold() == str(failsafe.CALL).casefold():
        if t.round.mini:
            return Illegal("You cannot call Failsafe in a tie-break round.", code="no_failsafe_in_mini_game")
        text = (
            "You can call Failsafe only when {possible} spaces or fewer are closed, because there could be "
            "{possible} bombs. Now {n} are closed."
        )
        return Illegal(text, code="failsafe_not_active", possible=t.round.possible, n=t.round.count_closed())
    found = race.explain_taken_square(t, who, value, barred=word in BARRED_BY_LOCKS)
    if found or word not in BARRED_BY_LOCKS:
        return found
    for n in race.list_typed_squares(value):
        owner = next((name for name in t.list_living(but=who) if t.seat(name).second_lock == n), "")
        if owner:
            return Illegal(LOCKED_BY[t.field], code="locked_by_other", owner=owner, n=n)
        if any(deal.n == n for deal in t.round.list_deals("Ice Cube")):
            return Illegal("Nobody can open space {n} at the moment, because it is frozen.", code="space_frozen", n=n)
    return None


RISK, MATE, SIZES, RETURN = "always risk", "lead", "lead sizes", "sign up"


def list_deluxe_plays(game: GameInPlay[DeluxeRace], t: GridTable | None, who: str) -> list[Play]:
    """Return everything a player may do now without being asked, such as use an item, bet, or decide in advance; one
    who was removed may only sign up again, and nobody anything in a tie-break or after the end. `t` is the table of the
    player's grid, or None if they play on none.
    """
    state = game.state
    if state.step in ("tie", "over"):
        return []
    if state.players[who].removed:
        return [] if who in state.newcomers else [Play(RETURN, "Sign up again for the next round")]
    here = [] if t is None else items.list_item_plays(t, who)
    if t is not None and t.is_live(who):
        here = [*race.list_race_plays(t, who, FREELY), *here]
    return [*here, *bench.list_bench_plays(game, who), *list_filing_plays(state, who)]


def list_filing_plays(state: DeluxeRace, who: str) -> list[Play]:
    """Return what a player may decide in advance: whether always to take the risk at Funky spaces and, where there are
    several grids, for the case that they become the leader, how many players sit on their own grid (or `even`) and whom
    to sit with.
    """
    label = "Ask me again at Funky spaces" if state.players[who].risks else "Always take the risk on Funky spaces"
    plays = [Play(RISK, label, secret=True)]
    count = len(state.here())
    grids = seating.count_grids(count)
    if grids > 1:
        mates = [*(other for other in state.here() if other != who), seating.NOBODY, seating.ASK]
        most = seating.compute_max_seats(count, grids)
        fit = [n for n in range(tables.LEAST_SEATS, most + 1) if seating.find_filed_sizes(n, count, grids)]
        sizes = [Option(word, word) for word in (seating.EVEN, *map(str, fit), seating.ASK)]
        plays += [
            Play(SIZES, "If you become the leader: how many players do you want on your grid", sizes, secret=True),
            Play(
                MATE,
                "If you become the leader: which player do you want on your grid",
                [Option(mate, mate) for mate in mates],
                secret=True,
            ),
        ]
    return plays


def save_leader_choice(player: DeluxePlayer, key: str, value: str) -> None:
    """Save what a player chooses in advance for the rounds that they will lead: whom to sit with if `key` is MATE, else
    the size of their own grid, as a number or `even` for all grids alike. It holds until they change it; the answer
    “ask me” deletes it.
    """
    if key == MATE:
        player.mate = "" if value == seating.ASK else value
    else:
        player.own_size = None if value == seating.ASK else 0 if value == seating.EVEN else int(value)


def run_deluxe_play(game: GameInPlay[DeluxeRace], t: GridTable | None, who: str, key: str, value: Any) -> None:
    """Carry out the play `key` with the choice `value` that a player makes without being asked: sign up again, file a
    choice for later, only watch, bet or hunt for bombs, lock, list or peek at spaces, or use an item. Whether it is
    possible has been checked; `t` is the table of their grid, if they have one.
    """
    word, _, name = key.partition(" ")
    player = game.state.players[who]
    if key == RETURN:
        season.sign_up_player(game.wake_table(season.RACE_TABLE), who)
    elif key == RISK:
        player.risks = not player.risks
    elif key in (MATE, SIZES):
        save_leader_choice(player, key, value)
        game.wake_table(season.RACE_TABLE)  # who leads now, and is asked, has said it with that
    elif key == bench.WATCH:
        bench.mark_as_watching(game.state, who)
    elif word in bench.BENCH_PLAY_HANDLERS:
        bench.BENCH_PLAY_HANDLERS[word](game, who, name, value)
    elif t is not None and key in FREELY:
        FREELY[key].does(t, who, value)
    elif t is not None and key == "unlock":
        items.unlock_second_space(t, who, value)
    elif t is not None:
        items.use_item(t, who, key, value)


def list_lockable_spaces(t: GridTable, who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """Return, as answer options, the spaces that this player can lock for their next turn: none if they have locked one
    already, else those that they could open: neither locked by others nor frozen, as long as such are left.
    """
    return [] if t.seat(who).locked else race.list_square_options(t.round, turn.list_free_spaces(t, who))


def peek_at_space(t: GridTable, who: str, n: int) -> None:
    """Use one of a player's peeks to tell them what kind of thing lies on space `n`, and record that they know it;
    under some effects everybody is told. A bomb that cannot go off (a dud) is not told, but what it covers.
    """
    cell = t.find_cell(n)
    what = tables.BOMB if cell.bombs and not cell.dud else tables.find_space_kind(cell.face)
    t.seat(who).learned[n] = what
    if t.has_effect("Open Mic") or t.is_in_zone("Glass House"):
        t.seat(who).peeks -= 1
        for each in t.round.seats:
            failsafe.note_bomb_hint(t, each, [n], int(what == tables.BOMB))
        t.tell(events.PeekShown(who=who, n=n, what=what))
    else:
        race.take_peek(t, who, n, what)


FREELY: Mapping[str, RacePlay[GridTable]] = {
    "lock": RacePlay("Lock your next pick", race.lock_in_square, list_lockable_spaces),
    "list": race.build_wish_list_play("Write a list of spaces for your turn"),
    "clear list": race.CLEAR_LIST,
    "peek": RacePlay("Peek at a space", peek_at_space, race.list_peekable_squares),
}
DELUXE_SECRET_PLAYS = (
    *(key for key, freely in FREELY.items() if freely.secret),
    *(f"{word} {name}" for word in bench.BENCH_PLAY_HANDLERS for name in "ABCD"),
    bench.WATCH,
    RISK,
    MATE,
    SIZES,
)


def find_deluxe_table_of(game: GameInPlay[DeluxeRace], who: str) -> GridTable | None:
    """Return the table of the grid on which this player sits, or None if they sit on none or do not take part in the
    race any more.
    """
    name = game.state.find_seated_grid(who) if game.state.takes_part(who) else ""
    table = game.find_table(name) if name else None
    return table if isinstance(table, GridTable) else None


class DeluxeRules(RaceRules[DeluxeRace]):
    """Define the Deluxe edition for the kernel."""

    name = "deluxe"
    title = view.DELUXE_TITLE
    brief = (
        "Everybody hides a bomb on the grid. Then you take turns to open spaces: money, boosts, surprises.",
        "The last player still in gets a win bonus. Players who are out can usually bet and look for bombs.",
        (
            "Win a round and reach the target (usually a billion), and you are on deck. Win one more round and still "
            "have it, and you win the race."
        ),
    )
    format = 2
    upcasts = MappingProxyType({1: partial(fill_state, {"step": "open", "computers": "", "list_skips_frozen": False})})
    kept = ("mended", "computers", "list_skips_frozen")
    release = "1"
    state_type = DeluxeRace
    options_type = DeluxeOptions
    about_options = agreed.DELUXE_OPTION_TEXTS
    goal, goals, lap = "target", agreed.DELUXE_GOALS, phrase("a round")
    place = SPACE
    names = DELUXE_NAMES
    secret_plays = DELUXE_SECRET_PLAYS
    changes = DELUXE_CHANGES
    passing = bench.WATCH
    counts_sealed = False  # of Second Thoughts the number would tell that a bomb lies in a dud
    achievements = DELUXE_ACHIEVEMENTS
    tallies = DELUXE_TALLIES
    voice = DELUXE_VOICE
    scenes = DELUXE_SCENES
    characters = computers.DELUXE_CHARACTERS
    told_before = (events, race_events, minigames_events)

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise Illegal, with a sentence for the person who opens the game, if one of the chosen options is unknown or
        has a value that is not allowed.
        """
        agreed.build_deluxe_options(options)

    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> DeluxeRace:
        """Return the state with which a game for these players begins under these options; raise Illegal unless there
        are two to forty valid seats and the options are allowed.
        """
        check_players(players)
        chosen = agreed.build_deluxe_options(options)
        return DeluxeRace(
            chosen,
            {who: DeluxePlayer() for who in players},
            step="open",
            phase=int(chosen.start_phase),
            computers=chosen.computers,
            mended=True,
        )

    def format_next_lap(self, state: DeluxeRace) -> Words:
        """Return what the next round is called, such as “round 5”."""
        return phrase("round {n}", n=state.round + 1)

    def list_tables(self, state: DeluxeRace) -> list[str]:
        """Return the names of all tables that may need play: grids not yet over, minigames, decisions beside a grid
        (asides), and always the race itself, in this order.
        """
        grids = [name for name, grid in state.grids.items() if grid.stage != "over"]
        return [*grids, *state.booths, *state.asides, season.RACE_TABLE]

    def build_table(self, game: GameInPlay[DeluxeRace], name: str) -> Table[DeluxeRace]:
        """Build the table of this name: the race's own, that of a minigame or of a decision beside a grid (aside), or
        else, for every other name, that of a grid; raise KeyError if there is no such grid.
        """
        if name == season.RACE_TABLE:
            return season.DeluxeRaceTable(game, name)
        if name in game.state.booths:
            return DeluxeMinigameTable(game, name)
        return AsideTable(game, name, HOOKS) if name in game.state.asides else GridTable(game, name, HOOKS)

    def start_step(self, table: Table[DeluxeRace]) -> Script[Any] | None:
        """Return the coroutine that plays the next step at a table, or None if there is nothing to play at it now."""
        if type(table) is GridTable:
            return grids.find_grid_step(table) if table.id in table.state.grids else None
        if isinstance(table, AsideTable):
            aside = table.state.asides.get(table.id)
            return table.hooks.asides[aside.name](table, aside.finder) if aside else None
        if isinstance(table, DeluxeMinigameTable):
            return booth.find_deluxe_booth_step(table)
        return season.find_race_step(table) if isinstance(table, season.DeluxeRaceTable) else None

    def handle_step_result(self, table: Table[DeluxeRace], result: Any) -> None:
        """Handle what a finished step at a table returns: pay a minigame's prize and remove its table, or remove a
        decision made beside a grid (aside), on which the grid may have waited. For other tables do nothing.
        """
        if type(table) is DeluxeMinigameTable:
            booth.close_minigame_booth(table, result)
        elif type(table) is AsideTable:
            aside = table.state.asides.pop(table.id, None)
            if aside and aside.grid in table.state.grids:
                table.game.wake_table(aside.grid)

    def list_plays(self, game: GameInPlay[DeluxeRace], who: str) -> Sequence[Play]:
        """Return what a player may do without being asked, on a grid, while out, or in advance, or, if `who` is LOG,
        what the person who hosts the game may do with the seats.
        """
        if who == LOG:
            return season.list_deluxe_host_plays(game.state)
        player = game.state.players.get(who)
        takes_part = player is not None and (player.removed or not player.gone)
        return list_deluxe_plays(game, find_deluxe_table_of(game, who), who) if takes_part else []

    def play(self, game: GameInPlay[DeluxeRace], who: str, key: str, value: Any) -> None:
        """Carry out something (`key` and `value`) that a player does without being asked, or, if `who` is LOG, what the
        person who hosts the game does with the seat of the player `value`. Whether it is possible has been checked.
        """
        if who == LOG:
            season.run_deluxe_host_play(game.wake_table(season.RACE_TABLE), key, value)
            return
        name = game.state.find_seated_grid(who)
        table = game.wake_table(name) if name else None
        run_deluxe_play(game, table if isinstance(table, GridTable) else None, who, key, value)

    def explain_refusal(self, game: GameInPlay[DeluxeRace], who: str, key: str, value: object) -> Illegal | None:
        """Return an error with the specific reason why a player's play or answer is refused; None if the general reason
        says enough, and for a player who sits on no grid.
        """
        table = find_deluxe_table_of(game, who)
        return explain_deluxe_refusal(table, who, key, value) if table is not None else None

    def list_elements(self) -> Sequence[Element]:
        """Return the named things of the game (spaces, items, zones …), for the command `rtab catalogue` and for
        checks; money spaces and bombs are left out.
        """
        return list_deluxe_elements()

    def explain(self, word: str) -> Words | None:
        """Return the rule of the space, item or other thing with this name, for players; None for an unknown word."""
        return catalogue.explain_deluxe_word(word)

    def list_topics(self) -> Mapping[str, Sequence[str]]:
        """Return the names whose rule can be explained to players, by the title of the group they belong to."""
        return catalogue.list_deluxe_topics()

    def advise(self, game: GameInPlay[DeluxeRace], question: Question, character: str = "") -> Advice | None:
        """Return what a computer player of this character should do about a question: answer it so, or first make a
        play (use an item, bet, hunt for bombs, peek); None if any answer is as good.
        """
        return computers.advise_deluxe_computer(game, question, character)

    def find_awaited(self, game: GameInPlay[DeluxeRace], question: Question) -> Awaited:
        """Return for what a computer player waits before it picks a space: the open questions to others in decisions
        (asides) that its pick would end or that may pass on a Hot Potato, and the players who are out and may still bet
        or hunt for bombs. For any other question, return that it waits for nothing.
        """
        if question.key != "pick" or question.table not in game.state.grids:
            return Awaited()
        asides, who = game.state.asides, question.who
        here = [name for name, aside in asides.items() if aside.grid == question.table]
        ends = [name for name in here if asides[name].by == who or asides[name].name == "Hot Potato"]
        asked = [each for each in game.list_questions() if each.table in ends and each.who != who] if ends else []
        return Awaited(asked, bench.list_undecided_on_bench(game, question.table))

    def list_forecasts(self, game: GameInPlay[DeluxeRace]) -> Sequence[Forecast]:
        """Return what can be predicted now: who goes out next and who wins on each grid with at least two players still
        in, except in a tie-break's mini games, and, by spectators only, who wins the race.
        """
        return [*catalogue.list_deluxe_forecasts(game.state)]

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """Return the results of predictions that one announcement decides: who went out, or who won a grid or the race;
        empty for most announcements.
        """
        return catalogue.list_deluxe_outcomes(told)

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """Return what one announcement adds to players' statistics, such as money gained or a round won; nothing for a
        secret one.
        """
        return catalogue.list_deluxe_deeds(told)

    def is_over(self, state: DeluxeRace) -> bool:
        """Return whether the game is over, because somebody has won the race."""
        return state.step == "over"

    def build_view(self, game: GameInPlay[DeluxeRace], who: str) -> View:
        """Build everything that one person, a player or a spectator, may see of the game now."""
        return view.build_deluxe_view(game, who)

    def load_dialect(self) -> Dialect:
        """Return the game's own part of the transcript notation (games written as text); it is imported only when a
        transcript is read or written.
        """
        from engine.deluxe.notation import DELUXE_NOTATION

        return DELUXE_NOTATION


DELUXE = DeluxeRules()
