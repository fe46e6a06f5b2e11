"""The text that shows a game: its lobby, or its boards as tables that read well in the app and on both sites. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import Struct

from engine.kernel import Reader
from engine.kernel.picture import Cell, Picture
from engine.kernel.text import as_phrase
from engine.kernel.view import Board, Panel, Seat
from host.core.deadlines import clocks
from host.core.events import ClocksStopped
from host.core.session import LOBBY, OVER
from host.doors.reddit.markdown import call, escaped, joined, raw, table
from host.shown import words
from host.shown.lobby import expected
from host.shown.picture.spelling import ENDLESS, PROSE, spelled
from host.shown.text_view import WIDEST
from host.shown.views import GameView, QuestionView

SHOWN_SEATS = 40
RULE = "---"


class RedditNames(Struct):
    """What is known beside the game itself: who is who on Reddit, and where our pages are."""

    accounts: Mapping[str, str]  # by seat; those who do not want to be called are missing
    web: str = ""


def paragraphs(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """The whole text."""
    middle = _lobby(showing, reader, look) if showing.stage == LOBBY else _game(showing, reader, look)
    return [*middle, RULE, *_foot(showing, reader, look)]


def title(showing: GameView, reader: Reader) -> str:
    """What its thread is called."""
    return f"{reader.value(showing.title)} [{showing.id}]"


def _lobby(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    names = [f"{i}. {who(face.seat, face.name, look)}" for i, face in enumerate(showing.faces, 1)]
    return [
        f"## {escaped(reader.value(showing.title))}",
        escaped(reader.say("A new table is open. It takes turns of {time}.", time=clocks.spoken(showing.pace))),
        *(escaped(reader.value(each)) for each in expected(showing)),
        "\n".join(names) or escaped(reader.say("Nobody has a seat yet.")),
        escaped(
            reader.say(
                "Write {join} to take a seat. Whoever opened the table writes {begin}.", **_words("join", "begin")
            )
        ),
    ]


def who(seat: str, name: str, look: RedditNames) -> str:
    """A player as they are called here."""
    return escaped(call(look.accounts[seat]) if seat in look.accounts else name)


def _game(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    view = showing.view
    found = [f"## {escaped(reader.value(showing.title))}"]
    if view is None:
        return found
    found.append(f"**{escaped(reader.value(view.stage))}**")
    found += _state(showing, reader, look)
    found += [f"- {escaped(reader.value(note))}" for note in view.notes]
    for panel in view.panels:
        found += _panel(panel, view.pictures(panel), reader)
    return [*found, standings(showing, reader)]


def _state(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    lines = []
    if showing.paused:
        lines.append(escaped(reader.value(as_phrase(ClocksStopped()))))
    if showing.stage == OVER:
        lines.append(escaped(reader.say("The game is over.")))
    lines += [waiting(showing, asked, reader, look) for asked in showing.asked if not asked.secret]
    if showing.sealed:
        said = reader.say("{n} sealed {n:answer|answers} still to come, on the private pages.", n=showing.sealed)
        if not showing.counted:
            said = reader.say("Sealed answers are still to come, on the private pages.")
        lines.append(escaped(said))
    return [joined(lines)] if lines else []


def waiting(showing: GameView, asked: QuestionView, reader: Reader, look: RedditNames) -> str:
    """For whom the game waits, how long, and for what."""
    name = who(asked.who, showing.names.get(asked.who, asked.who), look)
    text = escaped(words.question(asked.text, {"who": asked.who, **asked.facts}, asked.said, reader))
    until = escaped(reader.say("until {when}", when=moment(asked.due))) if asked.due else ""
    return f"⏳ **{name}** {until}: {text}" if until else f"⏳ **{name}**: {text}"


def moment(at: float) -> str:
    """A moment that reads the same whenever it is read."""
    return f"{datetime.fromtimestamp(at, UTC):%d %b %H:%M} UTC"


def _panel(panel: Panel, pictures: list[Picture], reader: Reader) -> list[str]:
    head = f"### {escaped(reader.value(panel.title))}: {escaped(reader.value(panel.stage))}"
    seats = [_seat(seat, reader) for seat in panel.seats]
    found = [head, "\n".join(seats)] if seats else [head]
    found += [escaped(reader.value(note)) for note in panel.notes]
    for picture in pictures:
        found.append(_picture(picture, reader))
    return [*found, grid(panel.board, reader)] if panel.board else found


def _picture(picture: Picture, reader: Reader) -> str:
    """What reads as sentences as text, a line each; what stands in columns as it stands."""
    if isinstance(picture, PROSE):
        return joined([escaped(line) for line in spelled(picture, reader, ENDLESS)])
    return "\n".join(f"    {line}" for line in spelled(picture, reader))


def _seat(seat: Seat, reader: Reader) -> str:
    said = ", ".join([reader.value(seat.status), *map(reader.value, seat.marks)])
    return f"- {escaped(reader.value(seat.who))}: {escaped(said)}"


def grid(board: Board, reader: Reader) -> str:
    """A board: open squares by what lies there, closed ones by their numbers; rows have letters, columns numbers."""
    columns = range(1, board.columns + 1)
    head = ["", *map(str, columns)]
    rows = []
    for row in range(board.rows):
        squares = [row * board.columns + column for column in columns]
        letter = chr(ord("A") + row) if row < 26 else str(row + 1)
        rows.append([f"**{letter}**", *(_square(n, board.cells.get(n), reader) for n in squares)])
    return table(head, rows)


def _square(n: int, cell: Cell | None, reader: Reader) -> str:
    if cell is None:
        return str(n)
    face = reader.value(cell.face)
    return f"*{escaped(face if len(face) <= WIDEST else f'{face[: WIDEST - 1]}…')}*"


def standings(showing: GameView, reader: Reader) -> str:
    """The leaderboard."""
    view = showing.view
    currency = view.currency if view else ""
    rows = [
        [
            str(line.place),
            escaped(reader.value(line.who)),
            escaped(reader.value(line.total, currency)),
            escaped(", ".join(map(reader.value, line.marks))),
        ]
        for line in (view.standings[:SHOWN_SEATS] if view else [])
    ]
    head = ["", reader.say("Player"), reader.say("Total"), ""]
    return table(head, rows, "rlrl") if rows else escaped(reader.say("Nobody has anything yet."))


def _foot(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    seal = escaped(reader.say("Everything that chance will do is sealed: {seal}", seal=showing.seal))
    return [
        *([_how(showing, reader)] if showing.stage != OVER else []),
        *_pages(showing, reader, look),
        _bot(reader),
        f"^({seal})",
    ]


def _bot(reader: Reader) -> str:
    said = "I am a bot. {stop} and I never call you, {privacy} and I say what I keep of you."
    return escaped(reader.say(said, **_words("stop", "privacy")))


def _how(showing: GameView, reader: Reader) -> str:
    panels = showing.view.panels if showing.view else []
    if panels and not any(panel.board for panel in panels):
        said = "Write a comment to play: {pick} and your choice answers, {help} tells the rest."
        return escaped(reader.say(said, **_words("pick", "help")))
    words = _words("pick 17", "B4", "lock 9", "peek 12", "help")
    names = dict(zip(("pick", "field", "lock", "peek", "help"), words.values(), strict=True))
    said = "Write a comment to play: {pick} or {field} answers, {lock} and {peek} at any time, {help} tells the rest."
    return escaped(reader.say(said, **names))


def _pages(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    if not look.web:
        return []
    page, claim = raw(f"{look.web}/g/{showing.id}"), raw(f"{look.web}/claim")
    said = "Watch it live: {page} Secrets are told, and answered, on your private page: {claim}"
    podium = escaped(reader.say("The podium as a picture: {podium}", podium=raw(f"{look.web}/g/{showing.id}/podium")))
    ended = showing.view is not None and showing.view.over and bool(showing.view.standings)
    fair = escaped(reader.say("Check this game yourself: {page}", page=raw(f"{look.web}/g/{showing.id}/check")))
    over = [*([podium] if ended else []), *([fair] if showing.stage == OVER else [])]
    return [*over, escaped(reader.say(said, page=page, claim=claim))]


def _words(*words: str) -> dict[str, str]:
    return {word: raw(f"`{word}`") for word in words}
