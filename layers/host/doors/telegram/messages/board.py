"""The message that shows a game: its lobby, or its boards as a picture with words and squares to tap. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Protocol
from urllib.parse import quote, urlencode

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Reader, Words
from engine.kernel.event import EVERYWHERE
from engine.kernel.json_types import prepare_json_type
from engine.kernel.view import Panel, View
from engine.rulesets import RULESETS, ruleset
from host.core import posting
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import CLOSED, LOBBY, OVER, RUNNING
from host.delivery.outbox import NotChanged, is_answer_wanted, should_notify_group
from host.doors.telegram import places
from host.doors.telegram.calls.connection import MessageLost, PicturesForbidden
from host.doors.telegram.heard.web_app_launch import ENTRANCE
from host.doors.telegram.messages import asking
from host.doors.telegram.messages.chats import SCROLLED, NewestMessages
from host.doors.telegram.messages.screens import (
    BLANK_LABEL,
    GOOD,
    LONGEST_CAPTION,
    LONGEST_TEXT,
    MOST_BUTTONS,
    Rows,
    Screen,
    build_board_rows,
    build_button,
    build_link_button,
    build_message_content,
    build_web_app_button,
    clip_text,
    count_text_units,
    drop_totals,
    escape_telegram_html,
    has_at_most_one_answer,
    is_tapped_on_board,
    list_drawn_panels,
    render_telegram_deadline,
)
from host.said.answers import find_tappable_squares
from host.shown import views, words
from host.shown.picture.as_text import ENDLESS as WHOLE
from host.shown.picture.as_text import PROSE, format_alt_text, format_panel_grid, format_picture_text
from host.shown.picture.boards import render_boards_png
from host.shown.picture.drawing import draw_if_possible
from host.shown.picture.podium import render_podium_png
from host.shown.text_view import format_leaderboard, format_sealed_count
from host.shown.views import GameView, QuestionView, format_listed_seat, list_lobby_notes

if TYPE_CHECKING:
    from host.delivery.outbox import Message, Reminder


LONGEST_ASKED = 500  # of that, for what is asked


MOST_ASKED = 5


LONGEST_LATEST = 160  # of that, for what has just happened


MANY_PLAYERS = 7  # with so many, each of several boards has a message of its own


PODIUM, BOARDS = "podium", "boards"


PICTURED = ("board", PODIUM)


ENDLESS = float("inf")  # of words that stay as they are, no time left is told


DRAWS_SEALED_TEXT = (
    "All random draws of this game come from a secret that is fixed now. Code to check this after the game: {seal}"
)


JOIN = (
    "Tap the button or write /join to play. The host starts the game with /begin, and adds two computer players "
    "with /bots 2."
)


def build_lobby_screen(showing: GameView, reader: Reader, username: str) -> Screen:
    """Build the message of a table that waits for players, with buttons, or that was closed without a game, with a
    sentence only. Its join button leads through the private chat.
    """
    say = reader.format_sentence
    if showing.stage == CLOSED:
        return Screen(f"<b>{escape_telegram_html(say('{title}: this game is closed.', title=showing.title))}</b>")
    names = [
        f"{i}. {format_listed_seat(face, reader.names.get(face.seat, face.name))}"
        for i, face in enumerate(showing.faces, 1)
    ]
    names = names or [say("Nobody has joined yet.")]
    open_now = say("{title}: a new game is open.", title=showing.title)
    seat = build_deep_link(username, places.build_seat_payload(showing.id, showing.invited))
    rows = [
        [
            build_link_button(say("Join"), seat),
            build_link_button(say("Invite friends"), build_share_link(seat, open_now)),
        ],
        [
            build_button(say("Add a computer player"), "o", showing.id),
            build_button(say("Begin"), "b", showing.id, style=GOOD),
        ],
    ]
    how = " ".join(map(reader.format_value, RULESETS[showing.ruleset].brief)) if showing.ruleset in RULESETS else ""
    pace = say("A turn can take up to {time}.", time=clocks.format_duration(showing.pace))
    long = map(reader.format_value, list_lobby_notes(showing))
    by = [say("{host} is the host.", host=showing.host)] if showing.host else []
    lines = [*names, *by, "", *([how, ""] if how else []), pace, *long, say(JOIN)]
    text = "\n".join([f"<b>{escape_telegram_html(open_now)}</b>", *map(escape_telegram_html, lines)])
    sealed = escape_telegram_html(say(DRAWS_SEALED_TEXT, seal=showing.seal))
    return Screen(f"{text}\n<blockquote expandable>{sealed}</blockquote>", rows)


def build_share_link(link: str, text: str) -> str:
    """Return a link that opens Telegram's dialog for sharing a link with a chat, which all versions of the app have."""
    return f"https://t.me/share/url?{urlencode({'url': link, 'text': text}, quote_via=quote)}"


def build_deep_link(username: str, payload: str) -> str:
    """Return a link that opens the private chat with the bot and passes it this payload."""
    return f"https://t.me/{username}?start={payload}"


def find_message_kind(showing: GameView) -> str:
    """Return the kind of Telegram message that shows this game now: “lobby” before the game (or if it was closed), one
    picture (“board”), several (“boards”, of several boards with seven players or more), text (“words”), or final places
    (“podium”). A message of one kind cannot be edited into another.
    """
    if showing.stage in (LOBBY, CLOSED):
        return "lobby"
    if showing.view and showing.view.over and showing.view.standings:
        return PODIUM
    if len(showing.faces) >= MANY_PLAYERS and len(list_board_panels(showing)) > 1:
        return BOARDS
    return "board" if list_drawn_panels(showing) else "words"


def list_board_panels(showing: GameView) -> list[Panel]:
    """List the game's panels (tables) that have a board of squares."""
    return [panel for panel in list_drawn_panels(showing) if panel.board]


def list_own_panels(showing: GameView) -> list[Panel]:
    """List those of the drawn panels (each shows one table) that concern the viewer: of the tables where they are asked
    something; if nowhere, of those where they sit; if they sit nowhere, all.
    """
    drawn = list_drawn_panels(showing)
    asked = {each.id.partition("#")[0] for each in showing.asked if each.who == showing.you}
    mine = [panel for panel in drawn if panel.id in asked]
    mine = mine or [panel for panel in drawn if any(seat.who == showing.you for seat in panel.seats)]
    return mine or drawn


def find_latest_line(host: HostContext, shown: GameView, reader: Reader) -> str:
    """Return the first public announcement of the newest move at the tables shown in this view, as text without new
    totals, which stand beside it; empty if there is none or the game is not running.
    """
    if shown.stage != RUNNING or shown.view is None:
        return ""
    tables = {panel.id for panel in shown.view.panels}
    steps = views.list_newest_steps(host, views.load_saved_game(host, shown.id).session, "")
    told = [step.told[0] for step in steps if step.key and step.told and step.told[0].table in tables]
    return " ".join(filter(None, map(drop_totals, words.format_told_lines(told[-1:], reader))))


def _clip_sentences(text: str, most: int) -> str:
    """Return as many whole sentences of a text as fit into this many characters; of a long first one its beginning."""
    while count_text_units(text) > most and ". " in text[:-1]:
        text = text[: text.rfind(". ", 0, -1) + 1]
    return clip_text(text, most)


def draw_game_picture(showing: GameView, reader: Reader, panels: list[Panel] | None = None) -> bytes:
    """Draw these panels (tables), or without them all of a game that are drawn, in one picture, as PNG bytes; when the
    game is over and none are given, draw the final places.
    """
    if showing.view and panels is None and find_message_kind(showing) == PODIUM:
        return render_podium_png(reader.format_value(showing.title), showing.view, reader)
    return render_boards_png(list_drawn_panels(showing) if panels is None else panels, reader)


def format_caption(showing: GameView, reader: Reader, most: int = LONGEST_CAPTION, latest: str = "") -> str:
    """Format the state of a game as HTML for a picture's caption: whose turn it is, the latest news, the totals; then,
    folded, notes and boards in words; for `most` above a caption's length also grids of letters. If it is too long,
    leave out the grids first, then the boards in words, the notes, the news; the totals stay.
    """
    status, notes = _format_game_status(showing, reader), _format_notes(showing, reader)
    news = [_clip_sentences(latest, LONGEST_LATEST)] if latest and showing.stage == RUNNING else []
    short = format_leaderboard(showing, reader, marked=False)
    ways = [[*status, *news, *format_leaderboard(showing, reader)], [*status, *short], [*status[:1], *short]]
    texts = [escape_telegram_html("\n".join(way)) for way in ways]
    plain = next(
        (text for text in texts if count_text_units(text) <= most),
        escape_telegram_html(clip_text("\n".join(ways[-1]), most * 4 // 5)),
    )
    grids = _format_grids(showing, reader) if most > LONGEST_CAPTION else ""
    for folded in (_fold_details(showing, [*notes, *_spell_boards(showing, reader)]), _fold_details(showing, notes)):
        for grid in (grids, ""):
            whole = "\n".join(filter(None, [texts[0], grid, folded]))
            if count_text_units(whole) <= most:
                return whole
    return plain


def _fold_details(showing: GameView, details: list[str]) -> str:
    """Return these lines of a caption as HTML: while the game lasts, folded away until a reader taps them; after its
    end fully visible.
    """
    text = escape_telegram_html("\n".join(details))
    return f"<blockquote expandable>{text}</blockquote>" if text and showing.stage != OVER else text


def _spell_boards(showing: GameView, reader: Reader) -> list[str]:
    """Describe in words each table of a game that is drawn in its picture."""
    return [format_alt_text(panel, reader) for panel in list_drawn_panels(showing)]


def _format_grids(showing: GameView, reader: Reader) -> str:
    """Return the boards as grids of monospaced letters, for chats where pictures are forbidden."""
    grids = [
        "\n".join([reader.format_value(panel.title), *format_panel_grid(panel, reader)])
        for panel in list_drawn_panels(showing)
    ]
    return "\n".join(f"<pre>{escape_telegram_html(grid)}</pre>" for grid in grids)


def format_board_in_words(showing: GameView, reader: Reader) -> str:
    """Format the state of a game and its boards in words, for people who cannot see the picture."""
    told = [*_format_game_status(showing, reader), *_format_notes(showing, reader)]
    return "\n".join([*told, *format_leaderboard(showing, reader), *_spell_boards(showing, reader)])


def split_by_table(showing: GameView, panels: list[Panel]) -> list[GameView]:
    """Return for each of these tables a view of the game that shows only it, its players' standings and the questions
    asked there (no count of secret answers). Questions that belong to no drawn table come with the first.
    """
    drawn = {panel.id for panel in panels}
    tables = [asked.id.partition("#")[0] for asked in showing.asked]
    found = []
    for n, panel in enumerate(panels):
        asked = [
            each
            for each, table in zip(showing.asked, tables, strict=True)
            if table == panel.id or (n == 0 and table not in drawn)
        ]
        found.append(replace(showing, view=_pick_panel(showing.view, panel), asked=asked, sealed=0))
    return found


def _pick_panel(view: View | None, panel: Panel) -> View | None:
    """Return the view of a game cut down to this table: its title as the stage, its panel, its players' standings and
    no notes; None without a view.
    """
    there = {seat.who for seat in panel.seats}
    if view is None:
        return None
    standings = [line for line in view.standings if line.who in there]
    return replace(view, stage=panel.title, panels=[panel], standings=standings, notes=[])


def build_board_screen(
    showing: GameView, reader: Reader, most: int = LONGEST_CAPTION, beside: Rows | None = None, latest: str = ""
) -> Screen:
    """Build the Telegram message that shows the board: a caption of at most `most` characters with the news `latest`,
    the questions that all may see and their buttons, and the buttons `beside` if there is room.
    """
    found = _build_asking_board(showing, reader, most, latest)
    if beside and len(asking.flatten_rows([*found.rows, *beside])) <= MOST_BUTTONS:
        found.rows = [*found.rows, *beside]
    return found


def build_navigation_rows(showing: GameView, reader: Reader, username: str, web: str) -> Rows:
    """List, in rows, the buttons below a board that lead elsewhere: predictions if any can be made, the player's own
    menu while the game runs, the web page if its address `web` is known, and there the check of a finished game.
    """
    foresee = (
        [[build_button(reader.format_sentence("Predict what happens next"), "P", showing.id)]]
        if showing.forecasts
        else []
    )
    row = (
        [build_link_button(reader.format_sentence("My options"), build_deep_link(username, f"m_{showing.id}"))]
        if showing.stage == RUNNING
        else []
    )
    page = f"{web}/g/{showing.id}"
    fair = (
        [[build_link_button(reader.format_sentence("Check this game yourself"), f"{page}/check")]]
        if web and showing.stage == OVER
        else []
    )
    return [
        *foresee,
        [*row, *([build_link_button(reader.format_sentence("Watch on the web"), page)] if web else [])],
        *fair,
    ]


def build_web_app_rows(showing: GameView, reader: Reader, username: str, web: str, app: str) -> Rows:
    """Return one row with the button that opens the table as a web page inside Telegram: in a private chat (no
    `username`) by its address, in groups by `app`, the app's name. Return no row if the host's address is not https, or
    a group's app has no name.
    """
    if not web.startswith("https://") or (username and not app):
        return []
    if username:
        return [
            [
                build_link_button(
                    reader.format_sentence("Open the game here"),
                    f"https://t.me/{username}/{app}?startapp={showing.id}",
                )
            ]
        ]
    return [[build_web_app_button(reader.format_sentence("Open the game here"), f"{web}{ENTRANCE}?game={showing.id}")]]


def _build_asking_board(showing: GameView, reader: Reader, most: int, latest: str) -> Screen:
    """Build the board's message with all public questions and their buttons; if they do not fit, only with the squares
    to tap.
    """
    asked = [each for each in showing.asked if not each.secret]
    there = is_tapped_on_board(showing)
    beside = [each for each in asked if not (there and find_tappable_squares(showing, each))]
    rows = [
        *build_board_keyboard(showing),
        *(row for each in _build_asked_screens(showing, beside, reader) for row in each.rows),
    ]
    more = "\n".join([*_list_asked_texts(showing, asked, reader), *_format_first_deadline(asked, reader)])
    if count_text_units(more) > LONGEST_ASKED or len(asked) > MOST_ASKED or not _has_clear_buttons(rows):
        return Screen(format_caption(showing, reader, most, latest), build_board_keyboard(showing))
    text = format_caption(showing, reader, most - count_text_units(more) - 1, latest)
    return Screen(f"{text}\n{more}" if more else text, rows)


def _format_first_deadline(asked: list[QuestionView], reader: Reader) -> list[str]:
    """Return a line with the earliest deadline of these questions as a moment and not as a time left, so that it is
    never out of date; an empty list if none has a deadline.
    """
    due = [each.due for each in asked if each.due]
    return [f"⏳ {render_telegram_deadline(min(due), reader)}"] if due else []


def _list_asked_texts(showing: GameView, asked: list[QuestionView], reader: Reader) -> list[str]:
    """List the texts of these questions for a caption, which says above whom the game waits for: a single question
    that is answered by a tap on the board need not say it again.
    """
    texts = [each.text for each in _build_asked_screens(showing, asked, reader)]
    tap = escape_telegram_html(reader.format_sentence(asking.TAP))
    return [text.partition("\n")[2] if len(texts) == 1 and f"\n{tap}" in text else text for text in texts]


def _build_asked_screens(showing: GameView, asked: list[QuestionView], reader: Reader) -> list[Screen]:
    """Build the messages for these questions as they stand below a board: without mentions and time left."""
    return asking.build_question_screens(showing, asked, reader, ENDLESS, {}, board=True)


def _has_clear_buttons(rows: Rows) -> bool:
    """Return whether these rows of buttons can be shown in one message: they are not too many, no two have the same
    label, and they belong to at most one answer of several taps.
    """
    labels = [each.text for row in rows for each in row if each.text != BLANK_LABEL]
    return (
        len(asking.flatten_rows(rows)) <= MOST_BUTTONS
        and len(set(labels)) == len(labels)
        and has_at_most_one_answer(rows)
    )


def build_board_keyboard(showing: GameView) -> Rows:
    """Return the buttons of squares laid out as on the board, if exactly one table asks in public for a square; else
    none.
    """
    return build_board_rows(showing) if is_tapped_on_board(showing) else []


def _format_game_status(showing: GameView, reader: Reader) -> list[str]:
    """Format as lines how a game stands: title and stage, whether it is paused or over, whom it waits for, and that
    (mostly also how many) secret answers are missing.
    """
    view, say = showing.view, reader.format_sentence
    lines = [
        f"{reader.format_value(showing.title)}. {reader.format_value(view.stage)}."
        if view
        else reader.format_value(showing.title)
    ]
    if showing.paused:
        lines.append(say("The player who opened this game has stopped the clocks for now."))
    if showing.stage == OVER:
        lines.append(say("The game is over."))
    waiting = sorted({asked.who for asked in showing.asked if not asked.secret})
    if waiting:
        lines.append(say("Waiting for {who}.", who=waiting))
    if showing.sealed:
        lines.append(format_sealed_count(showing, reader))
    return lines


def _format_notes(showing: GameView, reader: Reader) -> list[str]:
    """Format as lines the notes on a game and on each of its tables, and those of a table's pictures that are better
    read than drawn.
    """
    view = showing.view
    lines = list(map(reader.format_value, view.notes if view else []))
    panels = view.panels if view else []
    for panel in panels:
        which = f"{reader.format_value(panel.title)}: " if len(panels) > 1 else ""
        lines += [f"{which}{reader.format_value(note)}" for note in panel.notes]
        lines += _format_prose_pictures(panel, reader)
    return lines


def _format_prose_pictures(panel: Panel, reader: Reader) -> list[str]:
    """Format as lines of text those pictures of a panel (table) that people understand better as words than drawn."""
    told = [picture for picture in panel.pictures if isinstance(picture, PROSE)]
    return [line for picture in told for line in format_picture_text(picture, reader, WHOLE)]


BOARDS_KEY = "boards"  # what is kept of a place: the messages of a game's boards


class BoardPosts(Protocol):
    """What is asked of the sender, which posts and edits boards."""

    host: HostContext
    newest: NewestMessages

    def build_game_screen(self, chat: str, shown: GameView, reader: Reader, kind: str) -> Screen:
        """Build the message of this `kind` (such as one board, or text only) that shows a game in a chat. The sender
        (`TelegramSender`) implements this.
        """

    def edit_picture(self, chat: str, message: int, screen: Screen) -> None:
        """Replace the picture, the caption and the buttons of a message; raise RetryLater, NotChanged, MessageLost or
        PicturesForbidden as the case may be. The sender implements this.
        """

    def post_screen(self, chat: str, screen: Screen) -> str:
        """Post a message and return its id; raise PicturesForbidden if its picture may not be sent there. The sender
        implements this.
        """

    def ensure_board_gap(self, chat: str) -> None:
        """Raise RetryLater if a group's posts of this minute are used up, or this process posted in this chat just now;
        after a single such post only pause for up to a second, if the host can. The sender implements this.
        """

    def remove_board_buttons(self, chat: str, message: int) -> None:
        """Remove the buttons from a board's message, because the board is shown elsewhere now; a failure is ignored.
        The sender implements this.
        """


@prepare_json_type
class SeparateBoard(NamedTuple):
    """The message of one of several boards, and the mark of what it shows."""

    message: int
    mark: str


def show_separate_boards(sender: BoardPosts, chat: str, shown: GameView, reader: Reader) -> str:
    """Show each board of a game in a message of its own: edit the messages whose board has changed, or post new ones,
    and take the buttons from those of boards that are gone. Progress is saved after each, so that a call interrupted by
    RetryLater, say, can be repeated. Return the text that stands for these messages in place of one message's id.
    """
    kept = _load_separate_boards(sender, chat, shown.id)
    panels = list_drawn_panels(shown)
    for table in kept.keys() - {panel.id for panel in panels}:
        sender.remove_board_buttons(chat, kept.pop(table).message)
    for focused, panel in zip(split_by_table(shown, panels), panels, strict=True):
        screen = sender.build_game_screen(chat, focused, reader, "board")
        screen.picture = draw_game_picture(shown, reader, [panel])
        mark, before = build_message_content(screen).compute_mark(), kept.get(panel.id)
        if before and before.mark == mark:
            continue
        kept[panel.id] = SeparateBoard(_show_one_board(sender, chat, screen, before), mark)
        sender.host.store.save_place_value(chat, f"{BOARDS_KEY}/{shown.id}", msgspec.json.encode(kept))
    return f"{BOARDS}:"


def forget_separate_boards(sender: BoardPosts, chat: str, game: str) -> None:
    """Remove the buttons from separate boards that are now shown in one message, and delete their records."""
    for each in _load_separate_boards(sender, chat, game).values():
        sender.remove_board_buttons(chat, each.message)
    sender.host.store.save_place_value(chat, f"{BOARDS_KEY}/{game}", b"")


def _show_one_board(sender: BoardPosts, chat: str, screen: Screen, before: SeparateBoard | None) -> int:
    """Edit the message that showed a board before or else, if it is gone or too many newer messages are below it, post
    a new one (without its picture where the chat forbids those) and take the buttons from the old one. Return the
    number of the message that shows the board now.
    """
    if before and sender.newest.count_newer_messages(chat, before.message) <= SCROLLED:
        with suppress(MessageLost, PicturesForbidden):
            with suppress(NotChanged):
                sender.edit_picture(chat, before.message, screen)
            return before.message
    sender.ensure_board_gap(chat)
    if before:
        sender.remove_board_buttons(chat, before.message)
    try:
        return int(sender.post_screen(chat, screen))
    except PicturesForbidden:
        screen.picture = b""
        return int(sender.post_screen(chat, screen))


def _load_separate_boards(sender: BoardPosts, chat: str, game: str) -> dict[str, SeparateBoard]:
    """Return the stored messages, by table, that show the game's boards one by one in this chat; empty if none do."""
    stored = sender.host.store.load_place_value(chat, f"{BOARDS_KEY}/{game}")
    return msgspec.json.decode(stored, type=dict[str, SeparateBoard]) if stored else {}


def list_unsent_screens(screens: list[Screen], said: Counter[str]) -> list[Screen]:
    """Return, in order, those of the messages that are still to be sent; `said` counts, by its mark, how often each was
    sent already, and stays as it is.
    """
    todo, gone = [], said.copy()
    for screen in screens:
        if gone[screen.mark]:
            gone[screen.mark] -= 1
        else:
            todo.append(screen)
    return todo


def pack_screens(screens: list[Screen]) -> list[list[Screen]]:
    """Return texts with buttons in groups, one for each message, in their order, as many in each as Telegram's limits
    allow; one that is too long by itself stands alone.
    """
    parts: list[list[Screen]] = []
    for screen in screens:
        together = [*parts[-1], screen] if parts else [screen]
        if parts and _fits_one_message(together):
            parts[-1] = together
        else:
            parts.append([screen])
    return parts


def _fits_one_message(screens: list[Screen]) -> bool:
    """Return whether these texts with buttons fit into one message: by Telegram's limits on text and buttons, with one
    picture at most and no file, and so that no two of their buttons read alike.
    """
    text = count_text_units("\n\n".join(screen.text for screen in screens))
    pictures = sum(bool(screen.picture) for screen in screens)
    return (
        text <= (LONGEST_CAPTION if pictures else LONGEST_TEXT)
        and pictures <= 1
        and not any(screen.file for screen in screens)
        and len(asking.flatten_rows(join_screen_rows(screens))) <= MOST_BUTTONS
        and _has_distinct_labels(screens)
    )


def _has_distinct_labels(screens: list[Screen]) -> bool:
    """Return whether buttons of different texts never read alike, and belong to at most one answer of several taps."""
    # Two rows of buttons under one message must not read alike.
    labels = [{each.text for each in asking.flatten_rows(screen.rows)} for screen in screens if screen.rows]
    return sum(map(len, labels)) == len(set().union(*labels)) and has_at_most_one_answer(join_screen_rows(screens))


def join_screen_rows(screens: list[Screen]) -> Rows:
    """Return all rows of buttons of these texts together."""
    return [row for screen in screens for row in screen.rows]


def join_screens(screens: list[Screen]) -> Screen:
    """Join texts with buttons that fit into one message: all texts and rows of buttons, and the first picture; what
    else they hold is left out.
    """
    picture = next((screen.picture for screen in screens if screen.picture), b"")
    return Screen("\n\n".join(screen.text for screen in screens), join_screen_rows(screens), picture=picture)


def join_kept_texts(screens: list[Screen]) -> str:
    """Return, as one text, what of these questions is to stay in their common message once they have been answered and
    their buttons are gone.
    """
    kept = [screen.text if screen.kept is None else screen.kept for screen in screens]
    return "\n".join(filter(None, kept))


MAX_CHRONICLE_UNITS = 3000


MAX_CHRONICLE_AGE = 6 * 3600.0  # later nobody looks there: a bot does not see what people write below it


HOUR, MAX_NEWS_POSTS_OF_HOUR = 3600.0, 8


DAY, MAX_NEWS_POSTS_OF_DAY = 86400.0, 12


FOLDED_UNITS = 300  # of older news between the first and the newest: more is folded


QUOTE = "<blockquote"


HOST_EVENTS = "host."  # how the ids of those events begin that are no part of a game's rules


WITH_MOVES = ("host.TimeRanOut", "host.MedalEarned")  # of them, what only accompanies a move


MAX_KEPT_TITLES = 16


HEADING = re.compile(r"^<b>[^\n]*</b>\n", re.MULTILINE)


CHRONICLE_KEY = "chronicle"  # what is kept of a place: its last post of news


@prepare_json_type
class Chronicle(Struct, omit_defaults=True):
    """The last post of news in a place, to which quiet news are appended: its texts as HTML, when it was begun, when
    those before it were within the last day, and by what titles boards and minigames were called of late.
    """

    message: int
    game: str
    began: float
    texts: list[str]
    before: list[float] = []
    titles: dict[str, str] = {}  # a minigame may be over, and gone from the game, when its last lines are sent
    pictured: bool = False
    waits: bool = False  # is its last line still told by the board alone?

    def is_crowded(self, now: float) -> bool:
        """Return whether eight news messages were posted here in the last hour, or twelve in the last day: then further
        news should be appended to the last one if they fit.
        """
        posted = self.list_recent_posts(now)
        of_hour = sum(moment > now - HOUR for moment in posted)
        return of_hour >= MAX_NEWS_POSTS_OF_HOUR or len(posted) >= MAX_NEWS_POSTS_OF_DAY

    def list_recent_posts(self, now: float) -> list[float]:
        """Return the times at which news was posted in this chat within the last day."""
        return [moment for moment in [*self.before, self.began] if moment > now - DAY]

    def can_take(self, game: str, text: str, now: float) -> bool:
        """Return whether this text may be added to the last message with news: same game, no picture, begun less than
        six hours ago (a day, where much was posted), together short enough, and no quote (folded text) in either.
        """
        whole = [*self.texts, text]
        return (
            game == self.game
            and not self.pictured
            and now - self.began < (DAY if self.is_crowded(now) else MAX_CHRONICLE_AGE)
            and sum(map(count_text_units, whole)) < MAX_CHRONICLE_UNITS
            and not any(QUOTE in each for each in whole)
        )

    def list_titles_of(self, game: str) -> dict[str, str]:
        """Return the titles under which the last news named the boards and minigames of this game, by table; an empty
        dictionary if the last news are about another game.
        """
        return self.titles if game == self.game else {}

    def append_text(self, text: str) -> Chronicle:
        """Return a copy of this message of news with another text at its end, whose heading is left out if the message
        ends under the same one. Nothing is sent or saved.
        """
        return replace(self, texts=[*self.texts, self._shorten_heading(text)])

    def _shorten_heading(self, text: str) -> str:
        """Return the text to append without its heading if the news message already ends with lines under the same
        heading; if it ends with others, or the text has no heading, set apart by an empty line; unchanged if there are
        no headings in the news message.
        """
        heading, whole = HEADING.match(text), "\n".join(self.texts)
        if not HEADING.search(whole):
            return text
        above = HEADING.findall(whole.rpartition("\n\n")[2])
        return text[heading.end() :] if heading and above and heading[0] == above[-1] else f"\n{text}"

    def render(self) -> str:
        """Return the news message, which must have two texts or more, as HTML: its beginning, older news (folded if
        they have more than 300 characters), and the newest.
        """
        first, *older, newest = self.texts
        between = "\n".join(older)
        if count_text_units(between) > FOLDED_UNITS:
            between = f"{QUOTE} expandable>{between.strip()}</blockquote>"  # three lines show: none of them empty
        return "\n".join(filter(None, [first, between, newest]))


def is_play(message: Message) -> bool:
    """Return whether this message tells only about moves in the game (or what comes with one, such as that time ran
    out), says nothing from the host and asks nothing.
    """
    kinds = [line.kind.id if line.kind else HOST_EVENTS for line in message.lines]
    of_moves = [kind for kind in kinds if kind in WITH_MOVES or not kind.startswith(HOST_EVENTS)]
    return bool(kinds) and len(of_moves) == len(kinds) and not is_answer_wanted(message)


def load_chronicle(host: HostContext, chat: str) -> Chronicle | None:
    """Load the last post of news in a chat; None if there was none."""
    stored = host.store.load_place_value(chat, CHRONICLE_KEY)
    return msgspec.json.decode(stored, type=Chronicle) if stored else None


def save_chronicle(host: HostContext, chat: str, chronicle: Chronicle) -> None:
    """Save the last post of news in a chat."""
    host.store.save_place_value(chat, CHRONICLE_KEY, msgspec.json.encode(chronicle))


def list_told_titles(host: HostContext, chat: str, shown: GameView, told: set[str]) -> dict[str, Words]:
    """Return, by the id of their table, the titles of the game's boards and minigames, also of those named in the
    chat's last news. Empty if the game has one board only, unless one of the tables `told` is known from that last news
    alone.
    """
    last = load_chronicle(host, chat)
    here: dict[str, Words] = {panel.id: panel.title for panel in (shown.view.panels if shown.view else [])}
    kept = last.list_titles_of(shown.id) if last else {}
    several = len(list_board_panels(shown)) > 1 or any(table in kept and table not in here for table in told)
    return {**kept, **here} if several else {}


def shows_latest_line(
    host: HostContext, chat: str, message: Message, view_game: Callable[[str, str], tuple[GameView, Reader]]
) -> bool:
    """Return whether the board in this chat tells the one line of this message as its latest news, so that the post of
    news need not be edited for it yet. False for several lines, for one that notifies the group, and if `view_game`
    (game as a chat sees it, reader) cannot show the game.
    """
    try:
        shown, reader = view_game(chat, message.game)
    except Illegal:
        return False
    names = words.build_reader(views.add_seat_signs(message.names), message.style)
    told = words.format_told_lines(message.lines, names)
    if len(told) != 1 or chat not in shown.places or should_notify_group(message):
        return False
    line = drop_totals(told[0])
    return 0 < count_text_units(line) <= LONGEST_LATEST and line == find_latest_line(host, shown, reader)


def format_telegram_reminder(reminder: Reminder, reader: Reader, now: float, *, alone: bool) -> str:
    """Format the reminder that a game waits for somebody, as HTML with the time left; `alone` in their own chat."""
    due = min(clock.due for clock in reminder.clocks.values())
    facts = {"title": ruleset(reminder.ruleset).title, "left": clocks.format_duration(max(1.0, due - now))}
    if alone:
        text = reader.format_sentence("⏳ {title}: it is your turn. {left} left.", **facts)
    else:
        text = reader.format_sentence("⏳ {title}: {who} must answer. {left} left.", **facts, who=reminder.name)
    return f"{escape_telegram_html(text)} {render_telegram_deadline(due, reader)}"


def draw_standings(message: Message, shown: GameView, reader: Reader) -> bytes:
    """Draw the leaderboard as a PNG if this message tells something of which all players are notified, and the game
    goes on; empty for other messages.
    """
    announced = any(posting.find_notification_scope(line) == EVERYWHERE for line in message.lines)
    if not announced or shown.view is None or shown.view.over or not shown.view.standings:
        return b""
    title, view = reader.format_value(shown.title), shown.view
    return draw_if_possible(lambda: render_podium_png(title, view, reader))
