"""A round from its first sealed bomb to its last payment, one short step after another; wildcard rounds, too."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from engine.kernel.errors import Withdrawn
from engine.kernel.question import Question
from engine.kernel.table import Script, Table
from engine.kernel.text import Words, phrase
from engine.race.table import (
    append_to_number_row,
    build_seal_questions,
    count_bombs_to_seal,
    lay_bombs,
    seal_chosen_or_random_bomb,
)
from engine.season7 import board, events, host_answers, square00, tables, verbs
from engine.season7.bombs import note_hiding_place
from engine.season7.state import LOST_STATUSES, RoundMove, RoundTable, Season, Season7Round, Season7Seat
from engine.season7.turn import hand_turn_over, pass_turn_on, skip_missed_turns, take_turn


def add_round(season: Season, name: str, title: Words, who: Sequence[str], **sides: object) -> Season7Round:
    """Add to the season, under this name, a new round with these players in this turn order, and return it; nothing is
    announced. A Nitrous that one of them holds is used up. `sides` are further fields of the round, such as the size of
    its board, which is not drawn yet.
    """
    r = season.rounds[name] = Season7Round(title, good=season.compute_good_gain(), **sides)  # type: ignore[arg-type] # the sides are fields of Season7Round
    for player in who:
        seat_player(season, r, player)
    return r


def seat_player(season: Season, r: Season7Round, who: str) -> Season7Seat:
    """Give a player a new seat, last in the turn order, in a round and return it. If they hold a Nitrous (a hidden
    square) and the board is not drawn yet, it is used up, and they will seal three bombs.
    """
    player = season.players[who]
    seat = r.seats[who] = build_seat(season)
    r.order.append(who)
    if "Nitrous" in player.hidden and not r.cells:  # who joins later seals no bombs: it keeps
        player.hidden.remove("Nitrous")
        seat.bombs = 3
    return seat


def build_seat(season: Season) -> Season7Seat:
    """Return a new seat in a round, with the number of peeks that the options of this season give."""
    return Season7Seat(peeks=tables.WITTY_PEEKS if season.options.wits else 1)


def find_round_step(t: RoundTable) -> Script[None] | None:
    """Return the coroutine that plays a round's next step (a question to the host, sealing bombs, a move, a turn, the
    end), or None while the round has to wait for its minigames, is closed or has been deleted. Reads the round anew.
    """
    if t.id not in t.state.rounds:
        return None
    r = t.reload_round()
    stage = r.stage
    if r.askers:
        return host_answers.ask_for_host_questions(t)
    if stage == "play" and r.moves:
        return make_moves(t)
    if stage == "play":
        return finish_round(t) if r.is_finished() else reopen_board(t) if is_reopening_due(t) else take_turn(t)
    if stage == "minigames" and has_minigames_left(t):
        return None
    return ROUND_STEPS[stage](t) if stage in ROUND_STEPS else None


# -- sealing


async def ask_seals_and_votes(t: RoundTable) -> None:
    """Ask all players of a round at once, in secret, on which square they seal a bomb (and how they vote, in a round
    with a vote), and carry out the first answer only; the next call asks those who are left. When nobody is, begin the
    play of the round. Raise Withdrawn if all who are asked leave.
    """
    waiting = [] if is_before_rolling_start(t) else [who for who in t.list_living() if count_bombs_to_seal(t, who)]
    asked = [*build_vote_questions(t), *build_seal_questions(t, waiting)]
    if not asked:
        begin_play(t)
        return
    reply = await t.ask_first_of(asked)
    if reply.key == VOTE:
        note_vote(t, reply.who, reply.value)
    else:
        seal_player_bomb(t, reply.who, reply.value)


def seal_player_bomb(t: RoundTable, who: str, n: int) -> None:
    """Seal a bomb of a player in secret for square `n`, or for a square drawn by chance if `n` is 0 (no answer in
    time), and tell them alone its receipt and how many they still have to seal, if any. It is put on the board only
    when play begins.
    """
    seal_chosen_or_random_bomb(t, who, n)
    left = count_bombs_to_seal(t, who)
    if left:
        t.whisper(who, events.ExtraBombsToSeal(n=left))


def begin_play(t: RoundTable) -> None:
    """Begin the turns of a round, or resume them after a new sealing: if its board is not laid out yet, run the special
    rule that comes before and draw it; put the sealed bombs on it, and the Invite that a vote may have promised; find
    whose turn it is, and announce the turn order and the receipts of the bombs.
    """
    r = t.round
    if not r.cells:
        run_wildcard_opening(t)
        draw_round_board(t)
    receipts = lay_bombs(t)
    guarantee_invite(t)
    r.stage = "play"
    r.turn = r.turn if r.turn in r.list_living() else r.find_next_player(r.turn)
    begun = events.RoundBegun(
        round=r.title, order=r.list_living(), squares=len(r.cells), columns=r.columns, kind=r.variant or r.kind
    )
    with t.scene(begun):
        if receipts:
            t.tell(events.SealsShown(receipts=receipts))


# -- the end


async def finish_round(t: RoundTable) -> None:
    """End the play of a round, after which its winners decide about their bonus: decide and announce who has won and
    what lay on the board, fix the winners' bonus, which is not paid yet, and settle effects that were due at the
    round's end.
    """
    r = t.round
    r.clear = r.clear or r.is_cleared()
    winners = t.list_living()
    for decides in t.hooks.winners:
        winners = decides(t, winners)
    r.winners = winners
    for who in winners:
        r.seats[who].status = "won"
        set_win_bonus(t, who)
    verdict = phrase("{winners} {n:wins|win}", winners=winners, n=len(winners)) if winners else phrase("Nobody wins it")
    deeds = list_round_deeds(r)
    over = events.RoundOver(round=r.title, verdict=verdict, winners=winners, seats=len(r.order), deeds=deeds)
    with t.scene(over):
        tell_rest_of_board(t)
    r.stage = "bonus"
    for settle in t.hooks.settling:
        for who in list(r.order):
            try:
                await settle(t, who)
            except Withdrawn:
                continue


def tell_rest_of_board(t: RoundTable) -> None:
    """Announce, when a round is decided, what lay on its board: closed squares, what found bombs had covered, and whose
    bombs nobody has found, which are added to the notes on where players hide them. What hides behind cash stays
    secret.
    """
    cells = list(enumerate(t.round.cells, 1))
    rest = [format_numbered_square(n, cell.face) for n, cell in cells if not cell.open and not cell.bombs and cell.face]
    under = [
        format_numbered_square(n, cell.face)
        for n, cell in cells
        if cell.bombs and cell.face and cell.face != cell.shown
    ]
    unfound = [(who, n) for n, cell in cells if not cell.open for who in cell.bombs if who]
    if rest:
        t.tell(events.RestShown(squares=rest))
    if under:
        t.tell(events.BuriedShown(squares=under))
    if unfound:
        bombs = [phrase("{who}'s on square {n}", who=who, n=n) for who, n in unfound]
        t.tell(events.UnfoundBombsShown(n=len(unfound), bombs=bombs, unfound=unfound))
        for who, n in unfound:
            note_hiding_place(t, who, n)


@lru_cache(maxsize=8192)  # at the end of a round the whole board is told
def format_numbered_square(n: int, face: str) -> Words:
    """Format the number of a square with what lies on it (`face`) as one text for players."""
    return phrase("{n} ({face})", n=n, face=tables.format_square(face))


def list_round_deeds(r: Season7Round) -> dict[str, list[str]]:
    """Return, for people's statistics, the names of deeds in this round (having played it, won it, cleared its board
    …), each with the players who have done it.
    """
    done = {"rounds": list(r.order), "rounds_won": r.winners}
    if r.kind == "super":
        done |= {"super_rounds": list(r.order), "super_rounds_won": r.winners}
    if r.variant:
        done["wildcards_won"] = r.winners
    if r.clear:
        done["clear_boards"] = r.winners
    if len(r.winners) == 1 and len(r.order) > 1:
        done["last_standing"] = r.winners
    return done


def set_win_bonus(t: RoundTable, who: str) -> None:
    """Fix the bonus of a player who has won the round; it is paid once they have decided whether to stake it on Square
    00.
    """
    t.seat(who).bonus = compute_winner_bonus(t, who, clear=t.round.clear)


def compute_winner_bonus(t: RoundTable, who: str, *, clear: bool) -> int:
    """Compute the bonus that this player would get, or gets, for winning the round now: £10,000,000, plus a sum for
    each open square, of which only the squares' part is raised by their booster. On a cleared board (`clear`) each
    square counts double, and a Win Zone doubles the whole.
    """
    flipped, each = square00.count_bonus_squares(t.round, clear=clear)
    times = 2 if t.seat(who).win_zone else 1
    return times * (tables.WIN_BONUS + verbs.boost_amount(t, who, each * flipped))


async def close_played_round(t: RoundTable) -> None:
    """Close a round, of whose minigames none is left to play; announce it, and note its best gain to compare later
    rounds with.
    """
    t.round.stage = "closed"
    gained = {who: seat.gained for who, seat in t.round.seats.items() if seat.gained > 0}
    season, most = t.state, max(gained.values(), default=0)
    season.best = append_to_number_row(season.best, most, tables.ROUNDS_COMPARED)
    t.tell(events.RoundClosed(round=t.round.title, best={"round": gained}, good=t.round.good))


def has_minigames_left(t: RoundTable) -> bool:
    """Return whether a minigame of this round, no matter who found it, is still being played or waits in the queue."""
    season = t.state
    if not season.booths and not season.due:
        return False
    for booth in season.booths.values():
        if booth.round == t.id:
            return True
    return any(due.round == t.id for due in season.due)


ROUND_STEPS: Mapping[str, Callable[[RoundTable], Script[None]]] = {
    "seal": ask_seals_and_votes,
    "bonus": square00.decide_bonuses,
    "minigames": close_played_round,
}


GOLD_MINE, HEAD_TO_HEAD, REMAIN_OR_LEAVE, ROLLING_START, TAKESHI = tables.WILDCARDS


# -- which variant, and where it is played


def is_lone_wildcard_due(season: Season) -> bool:
    """Return whether the present cycle plays a wildcard round (one with a special rule) even if it has players for only
    one round; that is so every so many cycles, as the season's setting says.
    """
    return season.lone_wildcard > 0 and season.cycle % season.lone_wildcard == 0


def choose_wildcard(t: Table[Season]) -> None:
    """Special rules stay until all players have played them. Then others are drawn. Each comes once first.

    Called when a cycle opens with a wildcard round (one with special rules). Set the season's rules to the next, unless
    the present ones still wait for a player.
    """
    season = t.state
    if season.wildcard and any(who not in season.wildcard_played for who in season.here()):
        return
    known = [name for name in tables.WILDCARDS if name not in season.options.without]
    others = [name for name in known if name != season.wildcard] or known
    box = [name for name in season.wildcards_left if name in others] or others
    season.wildcard = t.draw_one("wildcard.variant", box)
    season.wildcards_left = [name for name in box if name != season.wildcard]
    season.wildcard_played = []


def pick_wildcard_players(season: Season, drawn: Sequence[str], size: int) -> list[str]:
    """Pick the `size` players of the wildcard round (one with a special rule), in the order drawn; those who have not
    played this rule yet are preferred. Note that all of them have played it now.
    """
    fresh_first = sorted(drawn, key=lambda who: who in season.wildcard_played)[:size]
    season.wildcard_played += [who for who in fresh_first if who not in season.wildcard_played]
    return [who for who in drawn if who in fresh_first]


def split_into_showdowns(season: Season, group: list[str]) -> list[list[str]]:
    """Head to Head splits its players in two groups. Three players stay together, because nobody can play alone.

    Return the groups of players, in the order of `group`, that each get a round of their own; one group with all of
    them under other special rules.
    """
    if season.wildcard == HEAD_TO_HEAD and len(group) > 3:
        return [group[::2], group[1::2]]
    return [group]


# -- boards


def draw_round_board(t: RoundTable) -> None:
    """Draw and lay out the board of a round by the round's kind: regular, Super Round or one of the wildcards. Bombs
    are not put on it here.
    """
    r = t.round
    if r.variant in BOARDS:
        BOARDS[r.variant](t)
    else:
        board.draw_board_with_minimum(t, tables.SUPER_MINIMUM if r.kind == "super" else tables.REGULAR_MINIMUM)


def gold_mine(t: RoundTable) -> None:
    """Of every 25 squares, 15 are seven-figure cash, four boosters, one a Board Booster, and the rest a mix.

    Draw and lay out the board of such a round. Without Board Boosters (by an option) the mix fills that square, too.
    """
    size = t.round.rows * t.round.columns
    cash, boosters = size * 15 // 25, size * 4 // 25
    faces = board.draw_faces(t, "gold_mine.cash", cash, (3,))
    faces += board.draw_faces(t, "gold_mine.boosters", boosters, (4,))
    faces += [] if "Board Booster" in t.state.options.without else ["Board Booster"]
    faces += board.draw_faces(t, "gold_mine.rest", size - len(faces), (5, 6, 7, 8))
    board.lay_out_board(t, board.replace_surplus_board_boosters(t, faces))


def lay_boosters_only(t: RoundTable) -> None:
    """Lay a booster on every square of the board, with which a Rolling Start begins."""
    board.lay_out_board(t, board.draw_faces(t, "rolling_start.boosters", t.round.rows * t.round.columns, (4,)))


BOARDS: Mapping[str, Callable[[RoundTable], None]] = {
    GOLD_MINE: gold_mine,
    HEAD_TO_HEAD: lambda t: board.draw_board_with_minimum(t, tables.HEAD_TO_HEAD_MINIMUM),
    ROLLING_START: lay_boosters_only,
}


# -- Remain or Leave


INVITES = tables.find_category("Invite")


VOTE = "remain_or_leave.vote"


def build_vote_questions(t: RoundTable) -> list[Question]:
    """Build the secret questions Remain or Leave for the players of such a round who still have to vote, asked together
    with their bomb; no answer means Remain. Return none in other rounds, once the board is drawn, or if only one player
    is in.
    """
    if t.round.variant != REMAIN_OR_LEAVE or t.round.cells or not t.round.is_contested():
        return []
    asked = Question(
        key=VOTE,
        text="{round}: do you remain, or leave?",
        lapse="Remain",
        secret=True,
        patience="bomb",
        facts={"round": t.round.title},
    )
    voters = [who for who in t.list_living() if not t.seat(who).vote]
    return t.put_questions(asked, voters, lambda _: {"Remain": "Remain", "Leave": "Leave"})


def note_vote(t: RoundTable, who: str, answer: str) -> None:
    """Record in secret how a player has voted, to remain or to leave, and confirm it to them."""
    t.seat(who).vote = answer
    t.whisper(who, events.VoteNoted(vote=answer))


def reveal_votes(t: RoundTable) -> None:
    """Announce how the players of the round have voted, and carry it out: pay those who voted Leave cash and a booster;
    if they are more than the others, bar Invite, Switcheroo and Wormhole from the board; if there are none, promise an
    Invite on it, unless the game leaves out Invites.
    """
    r = t.round
    leavers = [who for who in t.list_living() if t.seat(who).vote == "Leave"]
    remain = [who for who in t.list_living() if who not in leavers]
    with t.scene(events.VotesShown(remain=remain, leave=leavers)):
        if len(leavers) > len(remain):
            r.in_force.append("Leave majority")
            t.tell(events.MostLeave())
        if not leavers and "Invite" not in t.state.options.without:
            r.in_force.append(board.ALL_REMAIN)
            t.tell(events.AllRemain())
        for who in leavers:
            verbs.gain(t, who, tables.LEAVE_CASH, "leave")
            verbs.raise_booster(t, who, tables.LEAVE_BOOSTER)


def guarantee_invite(t: RoundTable) -> None:
    """If all remain, an Invite is on the board, without a bomb. It replaces an event, if one is free.

    Called when the board has been laid and bombs are on it: if all voted Remain and no closed square without a bomb is
    an Invite, turn one of these, drawn by chance, into one, without announcing it; else do nothing.
    """
    if t.is_in_force(board.ALL_REMAIN):
        free = [n for n in t.round.list_closed_squares() if not t.find_cell(n).bombs]
        if free and all(t.find_cell(n).face != "Invite" for n in free):
            of_events = [n for n in free if tables.find_category(t.find_cell(n).face) == INVITES]
            cell = t.find_cell(t.draw_one("remain_or_leave.invite", of_events or free))
            cell.face, cell.hidden = "Invite", ""


# -- Rolling Start


def is_before_rolling_start(t: RoundTable) -> bool:
    """Return whether this round is a Rolling Start whose first board (only boosters, no bombs) is still to come, so
    that no bombs are sealed yet.
    """
    return t.round.variant == ROLLING_START and not t.round.cells


def start_rolling(t: RoundTable) -> None:
    """The board has no bombs and only boosters until everybody has selected one.

    Called before the board is drawn. Only note it at the round: `is_reopening_due` looks for it.
    """
    t.round.in_force.append(ROLLING_START)


def is_reopening_due(t: RoundTable) -> bool:
    """Return whether this is a Rolling Start with its first board in which everybody still in has selected a booster,
    so that its real board must be drawn now.
    """
    return ROLLING_START in t.round.in_force and all(t.seat(who).picked for who in t.list_living())


async def reopen_board(t: RoundTable) -> None:
    """Then the rest of the board is drawn again, locks and lists end, and everybody hides a bomb.

    Called when all have selected: announce it, draw the closed squares again (bombs stay), end the rule, and go back to
    the stage in which bombs are hidden.
    """
    r = t.round
    t.tell(events.RoundReopened(round=r.title))
    closed = [cell for cell in r.cells if not cell.open]
    faces = board.draw_enough_faces(t, len(closed), tables.REGULAR_MINIMUM)
    board.replace_squares(t, closed, t.draw("board.shuffle", faces, len(closed)))
    for seat in r.seats.values():
        seat.locked, seat.wishes, seat.laid = 0, [], len(seat.sealed)
    r.in_force.remove(ROLLING_START)
    r.stage = "seal"


# -- Takeshi's Castle


def storm_castle(t: RoundTable) -> None:
    """Everybody in this round gets a 250% booster.

    Called before the board of a Takeshi's Castle is drawn: raise the booster of each player in by 250 points, up to the
    cap.
    """
    for who in t.list_living():
        verbs.raise_booster(t, who, tables.CASTLE_BOOSTER)


def can_win(t: RoundTable, who: str) -> bool:
    """Return whether this player can win this round: in Takeshi's Castle only with a Win Zone of their own."""
    return t.round.variant != TAKESHI or t.seat(who).win_zone > 0


def leave_castle(t: RoundTable, winners: list[str]) -> list[str]:
    """A player who survives outside a Win Zone of their own leaves the round as with a Fold.

    Called when a round is decided, with its survivors. Take those out of it who cannot win, and return the others; in
    other rounds return all.
    """
    for who in winners:
        if not can_win(t, who):
            with t.scene(events.CastleStood(who=who)):
                verbs.fold_player(t, who)
    return [who for who in winners if can_win(t, who)]


# -- how each begins, and its questions

OPENINGS: Mapping[str, Callable[[RoundTable], None]] = {
    REMAIN_OR_LEAVE: reveal_votes,
    ROLLING_START: start_rolling,
    TAKESHI: storm_castle,
}


def run_wildcard_opening(t: RoundTable) -> None:
    """Run what comes before the board of a wildcard round is drawn: reveal the votes, mark a Rolling Start as begun, or
    give everybody in Takeshi's Castle a booster; nothing in other rounds.
    """
    if t.round.variant in OPENINGS:
        OPENINGS[t.round.variant](t)


def is_held_back(rounds: Mapping[str, Season7Round], name: str) -> bool:
    """Return whether minigames won in the round `name`, one of `rounds`, have to wait: those of a Head to Head do while
    any group of it still seals or plays. The round must still be there.
    """
    return rounds[name].variant == HEAD_TO_HEAD and any(
        r.variant == HEAD_TO_HEAD and r.stage in ("seal", "play") for r in rounds.values()
    )


TRAVELS = (
    "peeks",
    "misses",
    "hypnotised",
    "protected",
    "protect_ends",
    "free_play",
    "gold_dust",
    "knife_edge",
)


BLANK_SEAT = Season7Seat(peeks=0)


def add_burnout_booster(t: Table[Season], who: str) -> None:
    """Add the booster that a Burnout Bomb promised for the next round to the player's booster, as the round begins, and
    announce it; do nothing if none was promised.
    """
    player = t.state.players[who]
    promised, player.next_booster = player.next_booster, 0
    if promised:
        with t.scene(events.BurnoutOver(who=who)):
            verbs.raise_booster(t, who, promised)


def is_under_way(r: Season7Round) -> bool:
    """Return whether players can still enter or leave this round: it is being played, and its winner is not certain."""
    return r.stage == "play" and not r.is_finished()


def is_decided(r: Season7Round) -> bool:
    """Return whether the play of this round is over, so that its winners are fixed."""
    return r.stage in ("bonus", "minigames", "closed")


def is_amid_selection(t: RoundTable, name: str, who: str) -> bool:
    """Return whether this player is in the middle of a selection in the round called `name`, so that nobody from
    another round can change places with them: it is their turn and they have been asked or have begun, or Force Play
    lets one of two players select for the other, and they are either.
    """
    r, other = t.state.rounds[name], t.game.find_table(name)
    return who in (r.turn, r.forced) if r.forced else r.turn == who and not other.fresh


def is_active_in_any_round(t: RoundTable, who: str) -> bool:
    """Return whether any round of this cycle still needs this player: they are in it, or have won it and it is not
    closed, so that a bonus or minigame may come.
    """
    seats = [(r.seats[who].status, r.stage) for r in t.state.rounds.values() if who in r.seats]
    return any(status == "in" or (status == "won" and stage != "closed") for status, stage in seats)


def join_round(t: RoundTable, who: str) -> None:
    """Seat in this round a player who takes part in no other round (the caller has made sure), with the booster that a
    Burnout Bomb had promised them. Only the booster is announced.
    """
    add_burnout_booster(t, who)
    enter_round(t, who)


def enter_round(t: RoundTable, who: str) -> Season7Seat:
    """Make a player part of this round, at their former place with their former seat if they had one, or else last in
    the turn order with a new seat, and return the seat. From a new one a bomb is hidden only if that is still to come
    in this round, as in a Rolling Start. Nothing is announced.
    """
    r = t.round
    seat = r.seats.setdefault(who, build_seat(t.state))
    if who not in r.order:
        r.order.append(who)
    verbs.take_seat(t, who)
    return seat


async def make_moves(t: RoundTable) -> None:
    """Carry out, now that a selection is over, the moves of players to another round, or to another place in this one,
    that it has caused; announce those that are not possible any more, or that the last one in cannot go. The move of a
    player who is out by now is dropped.
    """
    moves, t.round.moves = t.round.moves, []
    for move in moves:
        if t.seat(move.who).status != "in":
            continue
        if not t.round.is_contested():
            verbs.tell_last_one_in(t, move.who)
        elif not is_move_possible(t, move):
            t.tell(events.NoPlaceToGo(who=move.who))
            keep_in_round(t, move.who)
        elif move.to == t.id:
            swap_in_turn_order(t, move)
        elif move.place:
            swap_between_rounds(t, t.find_round_table(move.to), move)
        else:
            move_to_round(t, t.find_round_table(move.to), move.who)


def is_move_possible(t: RoundTable, move: RoundMove) -> bool:
    """Return whether a move promised to a player can still be made. It cannot if it leads between rounds of which one
    is over, or if the player with whom they change places is out or, in another round, in the middle of a selection.
    """
    there = t.state.rounds[move.to]
    if move.place and there.seats[move.place].status != "in":
        return False
    if move.to == t.id:
        return True
    both_go_on = is_under_way(t.round) and is_under_way(there)
    return both_go_on and not (move.place and is_amid_selection(t, move.to, move.place))


def keep_in_round(t: RoundTable, who: str) -> None:
    """Let a player who was to leave this round, but could not, stay in it: unless it is their own turn, pass over the
    turns of players who must miss them, which had waited for this; end spells under which everybody has selected.
    """
    if t.round.turn != who:
        skip_missed_turns(t)
    board.end_worn_off_spells(t, who)


def move_to_round(t: RoundTable, there: RoundTable, who: str) -> None:
    """Move a player from this round to the round `there`, last in its turn order or at the place they had in it before;
    announce it there, pass their turn here on, and end a spell here that waited only for them.
    """
    move_seat_to_round(t, there, who)
    if t.round.turn == who:
        pass_turn_on(t, who)
    there.tell(events.RoundEntered(who=who, round=there.round.title, order=there.list_living()))
    board.end_worn_off_spells(t, who)


def swap_between_rounds(t: RoundTable, there: RoundTable, move: RoundMove) -> None:
    """Exchange the places of the two players of `move`, who sit in different rounds, and announce it in both; if it is
    the turn of one of the places, its new player has the turn. Spells that waited only for one of them end.
    """
    move_seat_to_round(t, there, move.who)
    move_seat_to_round(there, t, move.place)
    take_left_place(there, move.who, move.place)
    take_left_place(t, move.place, move.who)
    board.end_worn_off_spells(t, move.who)
    board.end_worn_off_spells(there, move.place)


def swap_in_turn_order(t: RoundTable, move: RoundMove) -> None:
    """Exchange the places of two players in the turn order of one round, and announce it. The turn stays with the same
    place, so that the other of the two now has it, or the next player after them if they must miss it.
    """
    r = t.round
    a, b = r.order.index(move.who), r.order.index(move.place)
    r.order[a], r.order[b] = move.place, move.who
    t.tell(events.PlacesChanged(who=move.who, other=move.place, order=r.list_living()))
    if r.turn in (move.who, move.place):
        hand_turn_over(r, move.place if r.turn == move.who else move.who)
        skip_missed_turns(t)


def move_seat_to_round(t: RoundTable, there: RoundTable, who: str) -> None:
    """Move a player from one round to the round `there`, without announcing it. Peeks, effects on their selections and
    payments due on losing go along (booster and held squares are theirs in any round); lock-in and list of squares end.
    """
    behind, ahead = t.seat(who), enter_round(there, who)
    for what in TRAVELS:
        setattr(ahead, what, getattr(behind, what))
        setattr(behind, what, getattr(BLANK_SEAT, what))
    for pledge in verbs.list_forfeits(t, who):
        pledge.round = there.id
    behind.status = "moved"
    behind.locked, behind.wishes = 0, []


def take_left_place(t: RoundTable, who: str, left: str) -> None:
    """Move a player, who has just been seated in this round, to the place that another player (`left`) has left in it,
    and announce it; if it is that place's turn, the turn is now theirs, or passes on if they must miss it.
    """
    r = t.round
    r.order.remove(who)
    r.order.insert(r.order.index(left), who)
    t.tell(events.RoundChanged(who=who, round=r.title, order=r.list_living()))
    if r.turn == left:
        hand_turn_over(r, who)
        skip_missed_turns(t)


def find_final_status(t: RoundTable, name: str, who: str) -> str:
    """Return how a player stands in the end (won, out …) who sat (there must be a seat) in the round `name`, following
    them through moves to other rounds; `in` if they still play there. A player who was out or had sold their place
    before they moved keeps that status.
    """
    seat = t.state.rounds[name].seats[who]
    while seat.went and seat.status not in LOST_STATUSES:
        seat = t.state.rounds[seat.went].seats[who]
    return seat.status
