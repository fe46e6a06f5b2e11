"""What stands in a message of Discord: the lobby, the board, one's own side, and the steps of opening a game. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from engine.kernel import Reader
from engine.kernel.view import Panel
from engine.rulesets import RULESETS
from host.core.deadlines import clocks
from host.core.session import CLOSED, LOBBY, OVER, RUNNING
from host.doors.discord import answering
from host.doors.discord.components import (
    COMPONENTS_FLAG,
    EPHEMERAL_FLAG,
    MAX_COMPONENTS,
    MAX_OPTIONS,
    MAX_TEXT,
    PICTURE_FILE,
    SILENT_FLAG,
    SUCCESS,
    Component,
    build_custom_id,
    build_discord_button,
    build_gallery,
    build_menu_rows,
    build_page_button,
    build_row,
    build_text,
    clip_discord_text,
    compute_value_mark,
    count_components,
    escape_discord_text,
)
from host.said.answers import Choice, find_options_board
from host.said.desk.playing import format_own_holdings
from host.shown import text_view, words
from host.shown.picture.as_text import format_alt_text
from host.shown.picture.boards import render_boards_png
from host.shown.picture.drawing import draw_if_possible
from host.shown.views import (
    GameView,
    QuestionView,
    format_computer_cards,
    format_listed_seat,
    list_lobby_notes,
)

SIDE, WORDS, JOIN, BOT, BEGIN, AGAIN, PREDICT, FORECAST = "o", "w", "j", "n", "b", "g", "f", "k"
PLAYS_ROW_COMPONENTS, MAX_FORECASTS = 2, 5


class DiscordScreen(Struct):
    """A message: its text in Discord's Markdown, what stands below it, its picture and whom it mentions."""

    text: str
    rows: list[Component] = field(default_factory=list)
    picture: bytes = b""
    alt: str = ""
    users: list[str] = field(default_factory=list)
    silent: bool = False  # nobody's telephone rings for it

    def build_payload(self, *, ephemeral: bool = False) -> dict[str, Any]:
        """Build the JSON of this message for Discord's API; with `ephemeral` only one person sees it. A text that is
        too long is cut, and of too many components the last rows are left out. The picture itself is not in it, only
        its name.
        """
        head = [build_text(clip_discord_text(self.text, MAX_TEXT) or "·")]
        head += [build_gallery(self.alt)] if self.picture else []
        rows = list(self.rows)
        while count_components([*head, *rows]) > MAX_COMPONENTS:
            rows.pop()
        flags = COMPONENTS_FLAG | (EPHEMERAL_FLAG if ephemeral else 0) | (SILENT_FLAG if self.silent else 0)
        found: dict[str, Any] = {"flags": flags}
        found["components"] = [*head, *rows]
        found["allowed_mentions"] = {"parse": [], "users": self.users}
        if self.picture:
            found["attachments"] = [{"id": 0, "filename": PICTURE_FILE}]
        return found


def list_drawn_panels(showing: GameView) -> list[Panel]:
    """List the panels of a game (each shows one table) that have a board or a picture to draw; none before the game
    begins.
    """
    return [panel for panel in (showing.view.panels if showing.view else []) if panel.board or panel.pictures]


def build_game_screen(showing: GameView, reader: Reader, web: str) -> DiscordScreen:
    """Build the one Discord message that shows a game to everybody: state, leaderboard, picture and buttons; for a game
    that waits for players or was closed, its lobby.
    """
    if showing.stage in (LOBBY, CLOSED):
        return build_lobby_screen(showing, reader, web)
    say = reader.format_sentence
    panels = list_drawn_panels(showing)
    lines = _format_status_lines(showing, reader)
    rows = _build_public_rows(showing, reader) if showing.stage == RUNNING else []
    found = DiscordScreen(_join_lines(lines, bold=True), [_build_board_buttons(showing, reader, web), *rows])
    found.rows = [*rows, found.rows[0]]
    if panels:
        found.picture = draw_if_possible(lambda: render_boards_png(panels, reader))
        found.alt = "\n".join(format_alt_text(panel, reader) for panel in panels)
    if showing.stage == OVER:
        again = build_discord_button(say("Play again"), build_custom_id(AGAIN, showing.id), SUCCESS)
        found.rows.append(build_row([again]))
    return found


def _join_lines(lines: Sequence[str], *, bold: bool = False) -> str:
    """Escape these lines and join those that are not empty to one text, the first in bold type if `bold`."""
    shown = [escape_discord_text(line) for line in lines if line]
    return "\n".join([f"**{shown[0]}**", *shown[1:]] if bold and shown else shown)


def _format_status_lines(showing: GameView, reader: Reader) -> list[str]:
    """Format as lines how a game stands: stage, pauses, whom it waits for, notes and leaderboard."""
    say, view = reader.format_sentence, showing.view
    head = reader.format_value(showing.title)
    lines = [f"{head}. {reader.format_value(view.stage)}." if view else head]
    lines += [say("The host has stopped the clocks for now.")] if showing.paused else []
    lines += [say("The game is over.")] if showing.stage == OVER else []
    waiting = sorted({asked.who for asked in showing.asked if not asked.secret})
    lines += [say("Waiting for {who}.", who=waiting)] if waiting else []
    lines += [text_view.format_sealed_count(showing, reader)] if showing.sealed else []
    lines += [*map(reader.format_value, view.notes if view else [])]
    noted = [panel for panel in (view.panels if view else []) if panel.notes]
    for panel in noted:
        head = f"{reader.format_value(panel.title)}: " if noted[1:] and panel.title else ""
        lines += [f"{head}{reader.format_value(note)}" for note in panel.notes]
    return [*lines, *text_view.format_leaderboard(showing, reader)]


def _build_public_rows(showing: GameView, reader: Reader) -> list[Component]:
    """Build the buttons for what players are publicly asked: the squares of a board if exactly one board asks for some
    and fits; then, if exactly one other question is open and there is room, its choices.
    """
    asked = [each for each in showing.asked if not each.secret]
    grids: dict[str, list[QuestionView]] = {}
    for each in asked:
        if each.form.kind == "choice" and find_options_board(showing, each) is not None:
            grids.setdefault(each.id.partition("#")[0], []).append(each)
    rows: list[Component] = []
    if len(grids) == 1:
        (together,) = grids.values()
        board = find_options_board(showing, together[0])
        if board is not None and answering.fits_in_grid(board):
            rows = answering.build_square_grid(showing, together, board, reader)
            asked = [each for each in asked if each not in together]
    for each in asked:
        more = answering.build_answer_rows(showing, each, reader) if len(asked) == 1 else []
        if count_components([*rows, *more]) <= answering.MAX_GRID_COMPONENTS:
            rows += more
    return rows


def _build_board_buttons(showing: GameView, reader: Reader, web: str) -> Component:
    """Build the row of buttons below a game's message: the player's own side while the game runs, the game in words,
    predictions if any can be made, and the web page if its address `web` is known.
    """
    say = reader.format_sentence
    buttons = []
    if showing.stage == RUNNING:
        buttons.append(build_discord_button(say("My side"), build_custom_id(SIDE, showing.id, 0), SUCCESS))
    buttons.append(build_discord_button(say("In words"), build_custom_id(WORDS, showing.id)))
    if showing.forecasts:
        buttons.append(build_discord_button(say("Predict"), build_custom_id(PREDICT, showing.id)))
    if web:
        buttons.append(build_page_button(say("Watch on the web"), f"{web}/g/{showing.id}"))
    return build_row(buttons)


def build_lobby_screen(showing: GameView, reader: Reader, web: str) -> DiscordScreen:
    """Build the Discord message of a game that waits for players, with buttons to join, to add a computer player and to
    begin; or of one that was closed, which only says so.
    """
    say = reader.format_sentence
    if showing.stage == CLOSED:
        return DiscordScreen(_join_lines([say("{title}: this game is closed.", title=showing.title)], bold=True))
    listed = [format_listed_seat(face, reader.names.get(face.seat, face.name)) for face in showing.faces]
    names = [f"{i}. {name}" for i, name in enumerate(listed, 1)]
    lines = [say("{title}: a new game is open.", title=showing.title), *names]
    lines += format_computer_cards(showing, reader) if names else [say("Nobody has joined yet.")]
    lines += [say("{host} is the host.", host=showing.host)] if showing.host else []
    lines += (
        [" ".join(map(reader.format_value, RULESETS[showing.ruleset].brief))] if showing.ruleset in RULESETS else []
    )
    lines.append(say("A turn can take up to {time}.", time=clocks.format_duration(showing.pace)))
    lines += map(reader.format_value, list_lobby_notes(showing))
    lines.append(
        say(
            (
                "All random draws of this game come from a secret that is fixed now. Code to check this after the "
                "game: {seal}"
            ),
            seal=showing.seal,
        )
    )
    buttons = [
        build_discord_button(say("Join"), build_custom_id(JOIN, showing.id), SUCCESS),
        build_discord_button(say("Add a computer player"), build_custom_id(BOT, showing.id)),
        build_discord_button(say("Begin"), build_custom_id(BEGIN, showing.id)),
    ]
    buttons += [build_page_button(say("On the web"), f"{web}/g/{showing.id}")] if web else []
    return DiscordScreen(_join_lines(lines, bold=True), [build_row(buttons)])


# -- one's own side

MAX_SINCE_LINES = 6  # of the news since somebody's last turn: the newest


def build_side_screen(
    showing: GameView,
    reader: Reader,
    at: int = 0,
    said: Sequence[str] = (),
    picked: Sequence[Any] = (),
    since: Sequence[str] = (),
) -> DiscordScreen:
    """Build the message that shows a player alone their side of a game: the question number `at` that they are asked
    (from 0; the last if there are fewer) with what they need to know for it and its answers, or else what they hold;
    then, if there is room, a menu of plays. `said` is shown first, `picked` are answers chosen so far, `since` is the
    news since their last turn, of which only the newest lines are shown, and only with a question.
    """
    say = reader.format_sentence
    mine = [each for each in showing.asked if each.who == showing.you and showing.you]
    lines = [*said]
    rows: list[Component] = []
    if mine:
        asked = mine[min(at, len(mine) - 1)]
        rows = answering.build_answer_rows(showing, asked, reader, picked)
        lines += text_view.format_turn_facts(showing, asked.id.partition("#")[0], reader)
        lines += [say("Since your last turn:"), *since[-MAX_SINCE_LINES:]] if since else []
        lines.append(format_asked_text(asked, reader))
    else:
        lines += format_own_holdings(showing, reader)
    if not mine and showing.stage == RUNNING:
        lines.append(say("You have nothing to do at the moment."))
    buttons = [build_discord_button(say("Show again"), build_custom_id(SIDE, showing.id, at), SUCCESS)]
    if len(mine) > 1:
        turned = build_custom_id(SIDE, showing.id, (at + 1) % len(mine), "next")
        buttons.append(build_discord_button(say("Next question"), turned))
    rows.append(build_row(buttons))
    plays = [Choice(play.key, reader.format_value(play.label)) for play in showing.plays]
    if plays and count_components(rows) + PLAYS_ROW_COMPONENTS < MAX_COMPONENTS:
        rows += build_menu_rows(answering.PLAY, (showing.id,), say("At any time you can:"), plays[:MAX_OPTIONS])
    return DiscordScreen(_join_lines([reader.format_value(showing.title), *lines], bold=True), rows)


def format_asked_text(asked: QuestionView, reader: Reader) -> str:
    """Format the text of a question to a player, in the language and with the names of one reader."""
    return words.translate_question(asked.text, {**asked.facts, "who": [asked.who]}, asked.said, reader)


# -- predictions


def build_forecast_screen(showing: GameView, reader: Reader) -> DiscordScreen:
    """Build the message with menus in which the viewer, such as a spectator, predicts what will happen in a game: the
    first five predictions they can make.
    """
    lines = [f"{n}. {reader.format_value(each.text)}" for n, each in enumerate(showing.forecasts[:MAX_FORECASTS], 1)]
    return build_panel(reader.format_sentence("Predictions"), lines, build_forecast_rows(showing, reader))


def build_forecast_rows(showing: GameView, reader: Reader, keys: Sequence[str] = ()) -> list[Component]:
    """Build a menu for each prediction with one of these keys that can still be made, numbered by its place among the
    keys; without keys, for the first five that can be made now.
    """
    offered = {each.key: each for each in showing.forecasts}
    rows = list[Component]()
    for n, key in enumerate(keys or [*offered][:MAX_FORECASTS], 1):
        if key in offered:
            text = f"{n}. {reader.format_value(offered[key].text)}"
            found = [Choice(option.value, reader.format_value(option.label)) for option in offered[key].options]
            rows += build_menu_rows(FORECAST, (showing.id, compute_value_mark(key)), text, found[:MAX_OPTIONS])
    return rows


def build_panel(head: str, lines: Sequence[str], rows: Sequence[Component]) -> DiscordScreen:
    """Build a message of settings or choices: a headline `head`, lines below it, and rows of buttons or menus."""
    return DiscordScreen(_join_lines([head, *lines], bold=True), [*rows])
