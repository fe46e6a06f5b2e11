"""A game in plain text, and the open games in lines: for an operator, and for readers without a page or a picture."""

from __future__ import annotations

import re

from engine.kernel import Reader
from engine.kernel.picture import Cell, Picture
from engine.kernel.view import Board, Panel, SeatLine, View
from host.core.context import HostContext
from host.core.session import CLOSED, LOBBY, OVER, Session
from host.shown import words
from host.shown.picture.as_text import format_picture_texts
from host.shown.views import GameView, QuestionView, find_own_standing, format_listed_seat

WIDEST = 16  # of a square
SHOWN_SEATS = 40


def format_game_text(showing: GameView, reader: Reader) -> list[str]:
    """Return a game as lines of plain text, as this viewer may see it: title and stage; seats (before it begins) or
    leaderboard and tables; open questions, and how many secret answers are missing. Plays are not listed.
    """
    head = f"{showing.id}  {reader.format_value(showing.title)}, {reader.format_value(showing.stage)}"
    found = [f"{head}, {reader.format_value('paused')}" if showing.paused else head]
    if showing.view is None:  # it has not begun
        found += [f"  {format_listed_seat(face, face.name)}" for face in showing.faces]
    else:
        found += _format_view(showing.view, reader)
    found += ["", *(_format_asked(asked, reader) for asked in showing.asked)] if showing.asked else []
    found += [format_sealed_count(showing, reader)] if showing.sealed else []
    return found


def format_sealed_count(showing: GameView, reader: Reader) -> str:
    """Return a sentence that says how many secret answers are still missing in a game (0, too) or, where the number
    would reveal something, that some are, even if none is: the caller looks whether any are open.
    """
    if not showing.counted:
        return reader.format_sentence("Some secret answers are still missing.")
    return reader.format_sentence("{n} secret {n:answer is|answers are} still missing.", n=showing.sealed)


def format_leaderboard(showing: GameView, reader: Reader, *, marked: bool = True) -> list[str]:
    """Return the leaderboard as lines of text, one for each of its first forty players with place, name and total;
    empty before the game has begun. With `marked` each line also says what the player holds.
    """
    view = showing.view
    found = []
    for line in view.standings[:SHOWN_SEATS] if view else []:
        marks = f" ({', '.join(map(reader.format_value, line.marks))})" if line.marks and marked else ""
        total = reader.format_value(line.total, view.currency if view else "")
        found.append(f"{line.place}. {reader.names.get(line.who, line.who)} {total}{marks}")
    return found


def _format_view(view: View, reader: Reader) -> list[str]:
    """Return what a view shows as lines of text: stage, notes, leaderboard and tables."""
    found = [reader.format_value(view.stage), *map(reader.format_value, view.notes), ""]
    for line in view.standings:
        marks = "  ".join(map(reader.format_value, line.marks))
        total = reader.format_value(line.total, view.currency)
        found.append(f"{line.place:>2}. {reader.format_value(line.who):<16} {total:>16}  {marks}".rstrip())
    for panel in view.panels:
        found += ["", *_format_panel(panel, view.list_pictures(panel), reader)]
    return found


def _format_panel(panel: Panel, pictures: list[Picture], reader: Reader) -> list[str]:
    """Return one table as lines of text: title and stage, whom it waits for, players, notes, pictures and board."""
    head = f"{panel.id}  {reader.format_value(panel.title)}: {reader.format_value(panel.stage)}"
    move = [reader.format_sentence("Waiting for {who}.", who=panel.to_move)] if panel.to_move else []
    seats = [_format_seat(seat, reader) for seat in panel.seats]
    board = format_board(panel.board, reader) if panel.board else []
    return [
        head,
        *move,
        *seats,
        *map(reader.format_value, panel.notes),
        *format_picture_texts(pictures, reader),
        *board,
    ]


def _format_seat(seat: SeatLine, reader: Reader) -> str:
    """Return a player at a table as one line of text: name, status (such as in or out), and what is marked on them."""
    status = ", ".join(map(reader.format_value, [seat.status, *seat.marks]))
    return f"  {reader.format_value(seat.who)}: {status}"


def format_who_is_left(panel: Panel | None, reader: Reader) -> list[str]:
    """Return, in a list, one line that names the players at this table by their status (in, out …); an empty list if
    all have the same one, or if there is no table.
    """
    by_status: dict[str, list[str]] = {}
    for seat in panel.seats if panel else []:
        by_status.setdefault(seat.status, []).append(seat.who)
    if len(by_status) < 2:
        return []
    told = [f"{reader.format_value(status)}: {reader.format_value(who)}" for status, who in by_status.items()]
    return [" · ".join(told)]


MAX_KNOWN_LINES = 6
KNOWN = "{place:C} {n}: {what}."


def format_turn_facts(showing: GameView, table: str, reader: Reader) -> list[str]:
    """Return what a player needs to know when they are asked at this table, line by line: their money and what they
    hold, who is left, and what only they know, such as where their bomb lies and what they have peeked at.
    """
    panel = find_panel(showing, table)
    return [
        *_format_own_standing(showing, panel, reader),
        *format_who_is_left(panel, reader),
        *_format_known(showing, table, reader),
    ]


def find_panel(showing: GameView, table: str) -> Panel | None:
    """Return what this viewer sees of a table, or None if it is gone or the game has not begun."""
    return next((each for each in showing.view.panels if each.id == table), None) if showing.view else None


def _format_own_standing(showing: GameView, panel: Panel | None, reader: Reader) -> list[str]:
    """Return, as at most one line, the viewer's total and place in the game, if they are on the leaderboard, and the
    marks on them at this table; an empty list if there is neither.
    """
    own = find_own_standing(showing)
    seat = next((each for each in panel.seats if each.who == showing.you), None) if panel else None
    marks = list(map(reader.format_value, seat.marks if seat else []))
    if own is None or showing.view is None:
        return [", ".join(marks)] if marks else []
    total = reader.format_value(own.total, showing.view.currency)
    facts = {"total": total, "place": own.place, "of": len(showing.view.standings)}
    return ["; ".join([reader.format_sentence("You: {total}, place {place:n} of {of:n}", **facts), *marks])]


def _format_known(showing: GameView, table: str, reader: Reader) -> list[str]:
    """Return, as at most six lines, what the viewer alone knows: their notes on squares of this table, and secrets."""
    own = showing.view.own if showing.view else None
    if own is None:
        return []
    notes = sorted(own.notes.get(table, {}).items())
    told = [reader.format_sentence(KNOWN, place=showing.place, n=n, what=note.words) for n, note in notes]
    return [*told, *map(reader.format_value, own.secrets)][:MAX_KNOWN_LINES]


def format_board(board: Board, reader: Reader) -> list[str]:
    """Return a board as lines of text, one for each row, in columns of equal width: what open squares show, and the
    numbers of closed ones.
    """
    squares = {n: _format_board_square(n, board.cells.get(n), reader) for n in range(1, board.rows * board.columns + 1)}
    width = max((len(text) for text in squares.values()), default=1)
    rows = [range(row * board.columns + 1, (row + 1) * board.columns + 1) for row in range(board.rows)]
    return ["| " + " | ".join(f"{squares[n]:^{width}}" for n in row) + " |" for row in rows]


def _format_board_square(n: int, cell: Cell | None, reader: Reader) -> str:
    """Return the text of a board's square: its number while it is closed, else what it shows, cut to sixteen letters,
    the last of them an ellipsis.
    """
    face = str(n) if cell is None else reader.format_value(cell.face)
    return face if len(face) <= WIDEST else f"{face[: WIDEST - 1]}…"


def _format_asked(asked: QuestionView, reader: Reader) -> str:
    """Return an open question as one line of text: whom it asks, its key, and what it says."""
    text = words.translate_question(asked.text, {"who": asked.who, **asked.facts}, asked.said, reader)
    return f"? {reader.format_value(asked.who)} {asked.key}: {text}"


def list_open_games(host: HostContext) -> list[Session]:
    """Return the games that are neither over nor closed, lobbies and removed games included, the one opened first at
    the head. It reads the whole store and marks unreadable games as damaged.
    """
    found = (game for game in host.store.iter_sessions() if game.stage not in (OVER, CLOSED))
    return sorted(found, key=lambda game: game.made)


def format_game_state(game: Session, now: float) -> str:
    """Return the state of a game in one word: `removed`, `broken`, `paused` or `held` (put off until after `now`, as
    after a fault) if it stands still, else its stage, such as `lobby` or `running`.
    """
    held = game.held > now
    standing = (("removed", game.removed), ("broken", game.broken), ("paused", game.paused), ("held", held))
    return next((word for word, holds in standing if holds), game.stage)


def format_game_wait(game: Session, now: float) -> str:
    """Format, for the operator, the names of the players whom a game waits for, the longest asked first, of secret
    questions only the number, and how long the oldest question, secret ones included, has been open; or, of a lobby,
    how many are seated and how long it has been open.
    """
    reader = Reader(game.map_names_by_seat())
    clocks = sorted(game.clocks.values(), key=lambda clock: clock.asked)
    names = dict.fromkeys(reader.format_value(clock.who) for clock in clocks if not clock.secret)
    sealed = sum(clock.secret for clock in clocks)
    if game.stage == LOBBY:
        return f"{len(game.players)} seated, open for {format_hours(now - game.made)}"
    since = f", for {format_hours(now - clocks[0].asked)}" if clocks else ""
    awaited = [", ".join(names)] if names else []
    awaited += [f"{sealed} sealed answer{'' if sealed == 1 else 's'}"] if sealed else []
    return f"waits for {' and '.join(awaited) or 'nobody'}{since}"


def format_hours(seconds: float) -> str:
    """Format a duration as a number of hours, for the operator's lists."""
    return f"{seconds / 3600:.1f} h"


MARKUP_SIGNS = re.compile("[&<>\"']")  # most words have none of them
TEXT_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
QUOTES = (('"', "&quot;"), ("'", "&#x27;"))


def escape_markup(text: str, *, quote: bool = True) -> str:
    """Escape a text for HTML; with `quote=False` quotes stay, which is safe outside attributes."""
    if MARKUP_SIGNS.search(text):
        for sign, written in TEXT_ESCAPES + QUOTES if quote else TEXT_ESCAPES:
            text = text.replace(sign, written)
    return text
