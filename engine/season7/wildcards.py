"""The wildcard rounds: what is different about each of the five, and the boards of all rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.kernel.question import Question
from engine.kernel.table import Table
from engine.season7 import board, events, tables, verbs
from engine.season7.state import Season, Season7Round
from engine.season7.table import RoundTable

GOLD_MINE, HEAD_TO_HEAD, REMAIN_OR_LEAVE, ROLLING_START, TAKESHI = tables.WILDCARDS
# -- which variant, and where it is played


def is_lone_wildcard_due(season: Season) -> bool:
    """Return whether a cycle that has players for only one round plays it as a wildcard round (one with a special
    rule), as it does every so many cycles.
    """
    return season.lone_wildcard > 0 and season.cycle % season.lone_wildcard == 0


def choose_wildcard(t: Table[Season]) -> None:
    """Special rules stay until all players have played them. Then others are drawn. Each comes once first."""
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
    played this rule yet are preferred.
    """
    fresh_first = sorted(drawn, key=lambda who: who in season.wildcard_played)[:size]
    season.wildcard_played += [who for who in fresh_first if who not in season.wildcard_played]
    return [who for who in drawn if who in fresh_first]


def split_into_showdowns(season: Season, group: list[str]) -> list[list[str]]:
    """Head to Head splits its players in two groups. Three players stay together, because nobody can play alone."""
    if season.wildcard == HEAD_TO_HEAD and len(group) > 3:
        return [group[::2], group[1::2]]
    return [group]


# -- boards


def draw_round_board(t: RoundTable) -> None:
    """Draw the board of a round by the round's kind: regular, Super Round or one of the wildcards."""
    r = t.round
    if r.variant in BOARDS:
        BOARDS[r.variant](t)
    else:
        board.draw_board_with_minimum(t, tables.SUPER_MINIMUM if r.kind == "super" else tables.REGULAR_MINIMUM)


def gold_mine(t: RoundTable) -> None:
    """Of every 25 squares, 15 are seven-figure cash, four boosters, one a Board Booster, and the rest a mix."""
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
    """Build the secret questions Remain or Leave for the players who still have to vote, asked together with their
    bomb; no answer means Remain. A player who is the only one left is not asked.
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
    """Announce how the players of the round have voted: pay those who voted Leave, and let a majority decide whether an
    Invite is on the board.
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
    """If all remain, an Invite is on the board, without a bomb. It replaces an event, if one is free."""
    if t.is_in_force(board.ALL_REMAIN):
        free = [n for n in t.round.list_closed_squares() if not t.find_cell(n).bombs]
        if free and all(t.find_cell(n).face != "Invite" for n in free):
            of_events = [n for n in free if tables.find_category(t.find_cell(n).face) == INVITES]
            cell = t.find_cell(t.draw_one("remain_or_leave.invite", of_events or free))
            cell.face, cell.hidden = "Invite", ""


# -- Rolling Start


def is_rolling_start(t: RoundTable) -> bool:
    """Return whether this round is a Rolling Start whose first board (only boosters, no bombs) is still to come, so
    that no bombs are sealed yet.
    """
    return t.round.variant == ROLLING_START and not t.round.cells


def start_rolling(t: RoundTable) -> None:
    """The board has no bombs and only boosters until everybody has selected one."""
    t.round.in_force.append(ROLLING_START)


def is_reopening_due(t: RoundTable) -> bool:
    """Return whether everybody in a Rolling Start has selected a booster, so that its real board must be drawn now."""
    return ROLLING_START in t.round.in_force and all(t.seat(who).picked for who in t.list_living())


async def reopen_board(t: RoundTable) -> None:
    """Then the rest of the board is drawn again, locks and lists end, and everybody hides a bomb."""
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
    """Everybody in this round gets a 250% booster."""
    for who in t.list_living():
        verbs.raise_booster(t, who, tables.CASTLE_BOOSTER)


def can_win(t: RoundTable, who: str) -> bool:
    """Return whether this player can win this round: in Takeshi's Castle only with a Win Zone of their own."""
    return t.round.variant != TAKESHI or t.seat(who).win_zone > 0


def leave_castle(t: RoundTable, winners: list[str]) -> list[str]:
    """A player who survives outside a Win Zone of their own leaves the round as with a Fold."""
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
    """Run what comes before the board of a wildcard round is drawn: reveal the votes, lay the boosters of a Rolling
    Start, or give everybody in Takeshi's Castle a booster.
    """
    if t.round.variant in OPENINGS:
        OPENINGS[t.round.variant](t)


def is_held_back(rounds: Mapping[str, Season7Round], name: str) -> bool:
    """Return whether minigames won in the round `name` have to wait: in Head to Head until every pair of players has
    finished.
    """
    return rounds[name].variant == HEAD_TO_HEAD and any(
        r.variant == HEAD_TO_HEAD and r.stage in ("seal", "play") for r in rounds.values()
    )
