"""The wildcard rounds: what is different about each of the five, and the boards of all rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.kernel.question import Question
from engine.kernel.table import Table
from engine.season7 import board, events, tables, verbs
from engine.season7.state import Round, Season
from engine.season7.table import RoundTable

GOLD_MINE, HEAD_TO_HEAD, REMAIN_OR_LEAVE, ROLLING_START, TAKESHI = tables.WILDCARDS
# -- which variant, and where it is played


def is_due_alone(season: Season) -> bool:
    """Is the only round of this cycle a wildcard round? It is every so many cycles."""
    return season.lone_wildcard > 0 and season.cycle % season.lone_wildcard == 0


def choose(t: Table[Season]) -> None:
    """A variant stays until everybody has played it; then another is drawn, none twice before all have been on."""
    season = t.state
    if season.wildcard and any(who not in season.wildcard_played for who in season.here()):
        return
    known = [name for name in tables.WILDCARDS if name not in season.options.without]
    others = [name for name in known if name != season.wildcard] or known
    box = [name for name in season.wildcards_left if name in others] or others
    season.wildcard = t.draw_one("wildcard.variant", box)
    season.wildcards_left = [name for name in box if name != season.wildcard]
    season.wildcard_played = []


def seat(season: Season, drawn: Sequence[str], size: int) -> list[str]:
    """Those who have not played the variant yet are seated first, in the order drawn."""
    fresh_first = sorted(drawn, key=lambda who: who in season.wildcard_played)[:size]
    season.wildcard_played += [who for who in fresh_first if who not in season.wildcard_played]
    return [who for who in drawn if who in fresh_first]


def showdowns(season: Season, group: list[str]) -> list[list[str]]:
    """Head to Head splits its players in two; three stay together, for nobody can be in a showdown alone."""
    if season.wildcard == HEAD_TO_HEAD and len(group) > 3:
        return [group[::2], group[1::2]]
    return [group]


# -- boards


def draw_board(t: RoundTable) -> None:
    """Draw the board that this kind of round is played on."""
    r = t.round
    if r.variant in BOARDS:
        BOARDS[r.variant](t)
    else:
        board.draw_board(t, tables.SUPER_MINIMUM if r.kind == "super" else tables.REGULAR_MINIMUM)


def gold_mine(t: RoundTable) -> None:
    """Of every 25 squares fifteen are seven-figure cash and four boosters; one is a Board Booster, the rest a mix."""
    size = t.round.rows * t.round.columns
    cash, boosters = size * 15 // 25, size * 4 // 25
    faces = board.draw_faces(t, "gold_mine.cash", cash, (3,))
    faces += board.draw_faces(t, "gold_mine.boosters", boosters, (4,))
    faces += [] if "Board Booster" in t.state.options.without else ["Board Booster"]
    faces += board.draw_faces(t, "gold_mine.rest", size - len(faces), (5, 6, 7, 8))
    board.lay_out(t, board.at_most_three_board_boosters(t, faces))


def boosters_only(t: RoundTable) -> None:
    """A Rolling Start begins with a booster on every square."""
    board.lay_out(t, board.draw_faces(t, "rolling_start.boosters", t.round.rows * t.round.columns, (4,)))


BOARDS: Mapping[str, Callable[[RoundTable], None]] = {
    GOLD_MINE: gold_mine,
    HEAD_TO_HEAD: lambda t: board.draw_board(t, tables.HEAD_TO_HEAD_MINIMUM),
    ROLLING_START: boosters_only,
}


# -- Remain or Leave


INVITES = tables.category("Invite")
VOTE = "remain_or_leave.vote"


def ballots(t: RoundTable) -> list[Question]:
    """The votes that are still to come: Remain or Leave, in secret, alongside the bomb; silence remains.

    Whoever is the only one left has won, and nobody pays them for leaving.
    """
    if t.round.variant != REMAIN_OR_LEAVE or t.round.cells or not t.round.contested():
        return []
    return t.asking(
        VOTE,
        [who for who in t.living() if not t.seat(who).vote],
        "{round}: do you remain, or leave?",
        lambda _: {"Remain": "Remain", "Leave": "Leave"},
        lapse="Remain",
        secret=True,
        patience="bomb",
        round=t.round.title,
    )


def vote(t: RoundTable, who: str, answer: str) -> None:
    """A vote is in."""
    t.seat(who).vote = answer
    t.whisper(who, events.VoteNoted(vote=answer))


def reveal_votes(t: RoundTable) -> None:
    """The votes come out: Leavers are paid at once, and a majority either way decides about Invite."""
    r = t.round
    leavers = [who for who in t.living() if t.seat(who).vote == "Leave"]
    remain = [who for who in t.living() if who not in leavers]
    with t.scene(events.VotesShown(remain=remain, leave=leavers)):
        if len(leavers) > len(remain):
            r.in_force.append("Leave majority")
            t.tell(events.MostLeave())
        if not leavers and "Invite" not in t.state.options.without:
            r.in_force.append(board.ALL_REMAIN)
            t.tell(events.AllRemain())
        for who in leavers:
            verbs.gain(t, who, tables.LEAVE_CASH, "leave")
            verbs.boost(t, who, tables.LEAVE_BOOSTER)


def guarantee(t: RoundTable) -> None:
    """If all remain, an Invite lies on the board, bombs apart; it takes the place of an event, if one lies free."""
    if t.force(board.ALL_REMAIN):
        free = [n for n in t.round.closed() if not t.cell(n).bombs]
        if free and all(t.cell(n).face != "Invite" for n in free):
            of_events = [n for n in free if tables.category(t.cell(n).face) == INVITES]
            cell = t.cell(t.draw_one("remain_or_leave.invite", of_events or free))
            cell.face, cell.hidden = "Invite", ""


# -- Rolling Start


def rolls(t: RoundTable) -> bool:
    """Is this a Rolling Start before its first board, when nobody seals a bomb?"""
    return t.round.variant == ROLLING_START and not t.round.cells


def start_rolling(t: RoundTable) -> None:
    """No bombs, only boosters: until everybody has selected one."""
    t.round.in_force.append(ROLLING_START)


def due(t: RoundTable) -> bool:
    """Has everybody had their booster, so that the real board is drawn?"""
    return ROLLING_START in t.round.in_force and all(t.seat(who).picked for who in t.living())


async def reopen(t: RoundTable) -> None:
    """The rest of the board is drawn anew, lock-ins and lists are void, and everybody seals a bomb."""
    r = t.round
    t.tell(events.RoundReopened(round=r.title))
    closed = [cell for cell in r.cells if not cell.open]
    faces = board.enough_faces(t, len(closed), tables.REGULAR_MINIMUM)
    board.put(t, closed, t.draw("board.shuffle", faces, len(closed)))
    for seat in r.seats.values():
        seat.locked, seat.wishes, seat.laid = 0, [], len(seat.sealed)
    r.in_force.remove(ROLLING_START)
    r.stage = "seal"


# -- Takeshi's Castle


def storm(t: RoundTable) -> None:
    """Everybody who storms the castle gets a 250% booster."""
    for who in t.living():
        verbs.boost(t, who, tables.CASTLE_BOOSTER)


def may_win(t: RoundTable, who: str) -> bool:
    """Takeshi's Castle can only be won in a Win Zone of one's own."""
    return t.round.variant != TAKESHI or t.seat(who).win_zone > 0


def leave_castle(t: RoundTable, winners: list[str]) -> list[str]:
    """Whoever has survived outside a Win Zone of their own leaves as if by Fold."""
    for who in winners:
        if not may_win(t, who):
            with t.scene(events.CastleStood(who=who)):
                verbs.fold(t, who)
    return [who for who in winners if may_win(t, who)]


# -- how each begins, and what waits for it

OPENINGS: Mapping[str, Callable[[RoundTable], None]] = {
    REMAIN_OR_LEAVE: reveal_votes,
    ROLLING_START: start_rolling,
    TAKESHI: storm,
}


def opening(t: RoundTable) -> None:
    """What happens before the board of a wildcard round is drawn."""
    if t.round.variant in OPENINGS:
        OPENINGS[t.round.variant](t)


def held_back(rounds: Mapping[str, Round], name: str) -> bool:
    """Minigames won in a showdown wait until every showdown is over."""
    return rounds[name].variant == HEAD_TO_HEAD and any(
        r.variant == HEAD_TO_HEAD and r.stage in ("seal", "play") for r in rounds.values()
    )
