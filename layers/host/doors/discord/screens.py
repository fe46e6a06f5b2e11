"""What stands in a message of Discord: the lobby, the board, one's own side, and the steps of opening a game. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from engine.kernel import Reader
from engine.kernel.view import Panel
from engine.rulesets import RULESETS, ruleset
from host.core.deadlines import clocks, expected_lengths
from host.core.session import CLOSED, LOBBY, OVER, RUNNING
from host.doors.discord import answering
from host.doors.discord.components import (
    COMPONENTS_FLAG,
    EPHEMERAL_FLAG,
    MAX_COMPONENTS,
    MAX_TEXT,
    PICTURE_FILE,
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
    count_components,
    escape_discord_text,
)
from host.said.answers import Choice, find_options_board
from host.said.desk.playing import format_own_holdings
from host.shown import text_view, words
from host.shown.picture.as_text import format_alt_text
from host.shown.picture.board import render_boards_png
from host.shown.views import GameView, QuestionView, format_listed_seat, list_expected_lengths

SIDE, WORDS, JOIN, BOT, BEGIN, AGAIN, PREDICT, FORECAST = "o", "w", "j", "n", "b", "g", "f", "k"
CHOOSE_GAME, CHOOSE_SPAN = "G", "L"
PLAYS_ROW_COMPONENTS = 2
TURN_PREFIX = "turn:"  # a time for each turn, some of which are named as times for a whole game are


class DiscordScreen(Struct):
    """A message: its text in Discord's Markdown, what stands below it, its picture and whom it mentions."""

    text: str
    rows: list[Component] = field(default_factory=list)
    picture: bytes = b""
    alt: str = ""
    users: list[str] = field(default_factory=list)

    def build_payload(self, *, ephemeral: bool = False) -> dict[str, Any]:
        """Build the JSON of this message for Discord's API; with `ephemeral` only one person sees it. If it has too
        many components, the last rows are left out.
        """
        head = [build_text(clip_discord_text(self.text, MAX_TEXT) or "·")]
        head += [build_gallery(self.alt)] if self.picture else []
        rows = list(self.rows)
        while count_components([*head, *rows]) > MAX_COMPONENTS:
            rows.pop()
        found: dict[str, Any] = {"flags": COMPONENTS_FLAG | (EPHEMERAL_FLAG if ephemeral else 0)}
        found["components"] = [*head, *rows]
        found["allowed_mentions"] = {"parse": [], "users": self.users}
        if self.picture:
            found["attachments"] = [{"id": 0, "filename": PICTURE_FILE}]
        return found


def list_drawn_panels(showing: GameView) -> list[Panel]:
    """List the tables of a game (such as its rounds) that have a board or a picture to draw."""
    return [panel for panel in (showing.view.panels if showing.view else []) if panel.board or panel.pictures]


def build_game_screen(showing: GameView, reader: Reader, web: str) -> DiscordScreen:
    """Build the one Discord message that shows a game to everybody: state, leaderboard, picture and buttons."""
    if showing.stage in (LOBBY, CLOSED):
        return build_lobby_screen(showing, reader, web)
    say = reader.format_sentence
    panels = list_drawn_panels(showing)
    lines = _format_status_lines(showing, reader)
    rows = _build_public_rows(showing, reader) if showing.stage == RUNNING else []
    found = DiscordScreen(_join_lines(lines, bold=True), [_build_board_buttons(showing, reader, web), *rows])
    found.rows = [*rows, found.rows[0]]
    if panels:
        found.picture = render_boards_png(panels, reader)
        found.alt = "\n".join(format_alt_text(panel, reader) for panel in panels)
    if showing.stage == OVER:
        again = build_discord_button(say("Play again"), build_custom_id(AGAIN, showing.id), SUCCESS)
        found.rows.append(build_row([again]))
    return found


def _join_lines(lines: Sequence[str], *, bold: bool = False) -> str:
    shown = [escape_discord_text(line) for line in lines if line]
    return "\n".join([f"**{shown[0]}**", *shown[1:]] if bold and shown else shown)


def _format_status_lines(showing: GameView, reader: Reader) -> list[str]:
    say, view = reader.format_sentence, showing.view
    head = reader.format_value(showing.title)
    lines = [f"{head}. {reader.format_value(view.stage)}." if view else head]
    lines += [say("The host has stopped the clocks for now.")] if showing.paused else []
    lines += [say("The game is over.")] if showing.stage == OVER else []
    waiting = sorted({asked.who for asked in showing.asked if not asked.secret})
    lines += [say("Waiting for {who}.", who=waiting)] if waiting else []
    lines += [text_view.format_sealed_count(showing, reader)] if showing.sealed else []
    lines += [*map(reader.format_value, view.notes if view else [])]
    for panel in view.panels if view else []:
        lines += [*map(reader.format_value, panel.notes)]
    return [*lines, *text_view.format_leaderboard(showing, reader)]


def _build_public_rows(showing: GameView, reader: Reader) -> list[Component]:
    """Build the buttons for what players are publicly asked: the board's squares if one table asks for one, and other
    questions' choices as far as there is room.
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
    """Build the Discord message of a game that waits for players, with buttons to join and begin, or of one that was
    closed.
    """
    say = reader.format_sentence
    if showing.stage == CLOSED:
        return DiscordScreen(_join_lines([say("{title}: this game is closed.", title=showing.title)], bold=True))
    listed = [format_listed_seat(face, reader.names.get(face.seat, face.name)) for face in showing.faces]
    names = [f"{i}. {name}" for i, name in enumerate(listed, 1)]
    lines = [say("{title}: a new game is open.", title=showing.title), *names]
    lines += [] if names else [say("Nobody has joined yet.")]
    lines += [say("{host} is the host.", host=showing.host)] if showing.host else []
    lines += (
        [" ".join(map(reader.format_value, RULESETS[showing.ruleset].brief))] if showing.ruleset in RULESETS else []
    )
    lines.append(say("A turn can take up to {time}.", time=clocks.format_duration(showing.pace)))
    lines += map(reader.format_value, list_expected_lengths(showing))
    lines.append(say("The secret behind all draws of this game is sealed already: {seal}", seal=showing.seal))
    buttons = [
        build_discord_button(say("Join"), build_custom_id(JOIN, showing.id), SUCCESS),
        build_discord_button(say("Add a computer player"), build_custom_id(BOT, showing.id)),
        build_discord_button(say("Begin"), build_custom_id(BEGIN, showing.id)),
    ]
    buttons += [build_page_button(say("On the web"), f"{web}/g/{showing.id}")] if web else []
    return DiscordScreen(_join_lines(lines, bold=True), [build_row(buttons)])


# -- one's own side


def build_side_screen(
    showing: GameView, reader: Reader, at: int = 0, said: Sequence[str] = (), picked: Sequence[Any] = ()
) -> DiscordScreen:
    """Build the message that shows a player alone their side of a game: holdings, secrets, question number `at` with
    its answers, and plays. `said` is shown first, `picked` are answers chosen so far.
    """
    say = reader.format_sentence
    mine = [each for each in showing.asked if each.who == showing.you and showing.you]
    lines = [*said, *format_own_holdings(showing, reader)]
    rows: list[Component] = []
    if mine:
        asked = mine[min(at, len(mine) - 1)]
        rows = answering.build_answer_rows(showing, asked, reader, picked)
        lines.append(format_asked_text(asked, reader))
    elif showing.stage == RUNNING:
        lines.append(say("You have nothing to do at the moment."))
    buttons = [build_discord_button(say("Show again"), build_custom_id(SIDE, showing.id, at), SUCCESS)]
    if len(mine) > 1:
        turned = build_custom_id(SIDE, showing.id, (at + 1) % len(mine), "next")
        buttons.append(build_discord_button(say("Next question"), turned))
    rows.append(build_row(buttons))
    plays = [Choice(play.key, reader.format_value(play.label)) for play in showing.plays]
    if plays and count_components(rows) + PLAYS_ROW_COMPONENTS < MAX_COMPONENTS:
        rows += build_menu_rows(answering.PLAY, (showing.id,), say("At any time you can:"), plays[:25])
    return DiscordScreen(_join_lines([reader.format_value(showing.title), *lines], bold=True), rows)


def format_asked_text(asked: QuestionView, reader: Reader) -> str:
    """Format the text of a question to a player, in the language and with the names of one reader."""
    return words.translate_question(asked.text, {**asked.facts, "who": [asked.who]}, asked.said, reader)


# -- predictions


def build_forecast_screen(showing: GameView, reader: Reader) -> DiscordScreen:
    """Build the message with menus in which a spectator, or a player who is out, predicts what will happen in a
    game.
    """
    lines, rows = [reader.format_sentence("Predictions")], list[Component]()
    for n, each in enumerate(showing.forecasts[:5]):
        text = reader.format_value(each.text)
        found = [Choice(option.value, reader.format_value(option.label)) for option in each.options][:25]
        lines.append(text)
        rows += build_menu_rows(FORECAST, (showing.id, n), text, found)
    return DiscordScreen(_join_lines(lines, bold=True), rows)


# -- opening a game


def build_game_choice(reader: Reader) -> DiscordScreen:
    """Build the message for the first step of opening a game: a menu to choose which game."""
    found = [Choice(name, reader.format_value(rules.title)) for name, rules in RULESETS.items()]
    text = reader.format_sentence("Which game do you want to play?")
    return DiscordScreen(_join_lines([text], bold=True), build_menu_rows(CHOOSE_GAME, (), text, found))


def build_span_choice(name: str, reader: Reader) -> DiscordScreen:
    """Build the message for the second step of opening a game: a menu to choose how much time there is for the whole
    game, or for each turn.
    """
    say, rules = reader.format_sentence, ruleset(name)
    found = [
        Choice(each.span, say("{span:C}: {goal}", span=each.name, goal=each.goal))
        for each in expected_lengths.list_fitting_lengths(rules)
    ]
    found += [
        Choice(TURN_PREFIX + word, say("Up to {time} for a turn", time=clocks.format_duration(seconds)))
        for word, seconds in clocks.PACES.items()
    ]
    head = say("{title}: how much time is there?", title=rules.title)
    return DiscordScreen(_join_lines([head], bold=True), build_menu_rows(CHOOSE_SPAN, (name,), head, found))
