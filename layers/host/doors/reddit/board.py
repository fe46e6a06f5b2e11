"""The text that shows a game: its lobby, or its boards as tables; and Reddit's Markdown. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Reader, Told
from engine.kernel.picture import Cell, Picture
from engine.kernel.text import build_event_phrase
from engine.kernel.view import Board, Panel, SeatLine
from host.core.deadlines import clocks
from host.core.events import ClocksStopped
from host.core.session import CLOSED, LOBBY, OVER
from host.delivery.outbox import Reminder
from host.said import answers
from host.said.answers import find_question_topic
from host.shown import words
from host.shown.picture.as_text import ENDLESS, PROSE, format_picture_text
from host.shown.text_view import WIDEST, find_panel, format_who_is_left
from host.shown.views import (
    GameView,
    QuestionView,
    format_computer_cards,
    format_listed_seat,
    list_lobby_notes,
)

SHOWN_SEATS = 40
RULE = "---"


class RedditNames(Struct):
    """What the text needs beside the game: the players' account names, and the address of our pages."""

    accounts: Mapping[str, str]  # by seat; those who do not want to be called are missing
    web: str = ""


def list_board_paragraphs(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """Return the whole text that shows a game (lobby or boards), as paragraphs of Markdown."""
    middle = (
        _list_lobby_paragraphs(showing, reader, look)
        if showing.stage == LOBBY
        else _list_game_paragraphs(showing, reader, look)
    )
    return [*middle, RULE, *_list_footer_paragraphs(showing, reader, look)]


def build_thread_title(showing: GameView, reader: Reader) -> str:
    """Return the title for the Reddit thread that shows a game: the game's title, and its id in square brackets."""
    return f"{reader.format_value(showing.title)} [{showing.id}]"


def _list_lobby_paragraphs(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """Return the text of a game that waits for players, as paragraphs: title, turn time, what was agreed upon, expected
    length, players, what computer players are like, and how to join and begin.
    """
    listed = [format_listed_seat(face, format_player_name(face.seat, face.name, look)) for face in showing.faces]
    names = [f"{i}. {name}" for i, name in enumerate(listed, 1)]
    return [
        f"## {escape_markdown(reader.format_value(showing.title))}",
        escape_markdown(
            reader.format_sentence(
                "A new game is open. A turn can take up to {time}.", time=clocks.format_duration(showing.pace)
            )
        ),
        *(escape_markdown(reader.format_value(each)) for each in list_lobby_notes(showing)),
        "\n".join(names) or escape_markdown(reader.format_sentence("Nobody has joined yet.")),
        *map(escape_markdown, format_computer_cards(showing, reader)),
        escape_markdown(
            reader.format_sentence(
                "Write {join} to join. The player who opened the game writes {begin} to start it.",
                **_format_command_words("join", "begin"),
            )
        ),
    ]


def format_player_name(seat: str, name: str, look: RedditNames) -> str:
    """Return a player's name as Markdown, with a username mention if they may be mentioned."""
    return escape_markdown(build_user_mention(look.accounts[seat]) if seat in look.accounts else name)


def _list_game_paragraphs(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """Return the text of a game that has begun, as paragraphs: state, notes, each board, and the leaderboard; of one
    that was closed before it began only that.
    """
    view = showing.view
    found = [f"## {escape_markdown(reader.format_value(showing.title))}"]
    if view is None:
        return [*found, escape_markdown(reader.format_sentence("{title}: this game is closed.", title=showing.title))]
    found.append(f"**{escape_markdown(reader.format_value(view.stage))}**")
    found += _list_state_paragraphs(showing, reader, look)
    found += [f"- {escape_markdown(reader.format_value(note))}" for note in view.notes]
    for panel in view.panels:
        found += _list_panel_paragraphs(panel, view.list_pictures(panel), reader)
    return [*found, format_standings_table(showing, reader)]


def _list_state_paragraphs(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """Return, as at most one paragraph, how a game stands: that its clocks are stopped, that it is over, the open
    public questions, and that secret answers are missing (how many, only where everybody may know that).
    """
    lines = []
    if showing.paused:
        lines.append(escape_markdown(reader.format_value(build_event_phrase(ClocksStopped()))))
    if showing.stage == OVER:
        lines.append(escape_markdown(reader.format_sentence("The game is over.")))
    lines += [format_open_question(showing, asked, reader, look) for asked in showing.asked if not asked.secret]
    if showing.sealed:
        said = reader.format_sentence(
            "{n} secret {n:answer is|answers are} still missing. Players give them on their private pages.",
            n=showing.sealed,
        )
        if not showing.counted:
            said = reader.format_sentence(
                "Some secret answers are still missing. Players give them on their private pages."
            )
        lines.append(escape_markdown(said))
    return [join_markdown_lines(lines)] if lines else []


def format_open_question(showing: GameView, asked: QuestionView, reader: Reader, look: RedditNames) -> str:
    """Return a line that says for whom the game waits, until when (if there is a deadline), and what they are asked; a
    secret question must not be given.
    """
    name = format_player_name(asked.who, showing.names.get(asked.who, asked.who), look)
    text = escape_markdown(words.translate_question(asked.text, {"who": asked.who, **asked.facts}, asked.said, reader))
    until = (
        escape_markdown(reader.format_sentence("until {when}", when=format_utc_moment(asked.due))) if asked.due else ""
    )
    return f"⏳ **{name}** {until}: {text}" if until else f"⏳ **{name}**: {text}"


def format_utc_moment(at: float) -> str:
    """Format a point in time as day, month and time of day in UTC, so that it is right whenever it is read."""
    return f"{datetime.fromtimestamp(at, UTC):%d %b %H:%M} UTC"


def _list_panel_paragraphs(panel: Panel, pictures: list[Picture], reader: Reader) -> list[str]:
    """Return the text of one of a game's tables (a round or minigame), as paragraphs: players, notes, pictures and
    board.
    """
    head = (
        f"### {escape_markdown(reader.format_value(panel.title))}: {escape_markdown(reader.format_value(panel.stage))}"
    )
    seats = [_format_seat_line(seat, reader) for seat in panel.seats]
    found = [head, "\n".join(seats)] if seats else [head]
    found += [escape_markdown(reader.format_value(note)) for note in panel.notes]
    for picture in pictures:
        found.append(_format_board_picture(picture, reader))
    return [*found, format_board_table(panel.board, reader)] if panel.board else found


def _format_board_picture(picture: Picture, reader: Reader) -> str:
    """Format a picture: one that consists of text as lines, any other as a code block."""
    if isinstance(picture, PROSE):
        return join_markdown_lines([escape_markdown(line) for line in format_picture_text(picture, reader, ENDLESS)])
    return "\n".join(f"    {line}" for line in format_picture_text(picture, reader))


def _format_seat_line(seat: SeatLine, reader: Reader) -> str:
    """Format a player at a board or minigame as a list item: name, state and marks."""
    said = ", ".join([reader.format_value(seat.status), *map(reader.format_value, seat.marks)])
    return f"- {escape_markdown(reader.format_value(seat.who))}: {escape_markdown(said)}"


def format_board_table(board: Board, reader: Reader) -> str:
    """Format a board as a table: open squares by their content, closed ones by their numbers; rows have letters,
    columns numbers.
    """
    columns = range(1, board.columns + 1)
    head = ["", *map(str, columns)]
    rows = []
    for row in range(board.rows):
        squares = [row * board.columns + column for column in columns]
        letter = chr(ord("A") + row) if row < 26 else str(row + 1)
        rows.append([f"**{letter}**", *(_format_square_cell(n, board.cells.get(n), reader) for n in squares)])
    return format_reddit_table(head, rows)


def _format_square_cell(n: int, cell: Cell | None, reader: Reader) -> str:
    """Format a square for a table: a closed one (`cell` is None) by its number, an open one by what it shows, cut if it
    is long.
    """
    if cell is None:
        return str(n)
    face = reader.format_value(cell.face)
    return f"*{escape_markdown(face if len(face) <= WIDEST else f'{face[: WIDEST - 1]}…')}*"


def format_standings_table(showing: GameView, reader: Reader) -> str:
    """Format the first 40 places of the leaderboard as a Markdown table or, if it is empty, the sentence that nobody
    has money yet.
    """
    view = showing.view
    currency = view.currency if view else ""
    rows = [
        [
            str(line.place),
            escape_markdown(reader.format_value(line.who)),
            escape_markdown(reader.format_value(line.total, currency)),
            escape_markdown(", ".join(map(reader.format_value, line.marks))),
        ]
        for line in (view.standings[:SHOWN_SEATS] if view else [])
    ]
    head = ["", reader.format_sentence("Player"), reader.format_sentence("Total"), ""]
    return (
        format_reddit_table(head, rows, "rlrl")
        if rows
        else escape_markdown(reader.format_sentence("Nobody has any money yet."))
    )


def _list_footer_paragraphs(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """Return the paragraphs below a game's text: how to play, links, that Reddit closes to bots, that this is a bot,
    and the seal of the secret. A game that is over or closed tells neither how to play nor of the closing.
    """
    seal = escape_markdown(
        reader.format_sentence(
            (
                "All random draws of this game come from a secret that is fixed now. Code to check this after the "
                "game: {seal}"
            ),
            seal=showing.seal,
        )
    )
    return [
        *([_format_commands_note(showing, reader)] if showing.stage not in (OVER, CLOSED) else []),
        *_list_page_links(showing, reader, look),
        *_list_closing_note(showing, reader),
        _format_bot_note(reader),
        f"^({seal})",
    ]


def _format_bot_note(reader: Reader) -> str:
    """Return the sentences that say that this is a bot, and how to stop its notifications and see what it saves."""
    said = (
        "I am a bot. If you write {stop}, I never notify you again. If you write {privacy}, you see what I save "
        "about you."
    )
    return escape_markdown(reader.format_sentence(said, **_format_command_words("stop", "privacy")))


def _format_commands_note(showing: GameView, reader: Reader) -> str:
    """Return the sentence that tells players which comments to write in order to play; examples with squares are left
    out if none of the game's tables has a board.
    """
    panels = showing.view.panels if showing.view else []
    if panels and not any(panel.board for panel in panels):
        said = "To play, write a comment: {pick} and your choice. To see everything else, write {help}"
        return escape_markdown(reader.format_sentence(said, **_format_command_words("pick", "help")))
    words = _format_command_words("pick 17", "B4", "lock 9", "peek 12", "help")
    names = dict(zip(("pick", "field", "lock", "peek", "help"), words.values(), strict=True))
    said = (
        "To play, write a comment. To answer, write {pick} or {field}; at any time, {lock} and {peek}. To see "
        "everything else, write {help}"
    )
    return escape_markdown(reader.format_sentence(said, **names))


CLOSING_NOTE = (
    "As far as is known, Reddit will close to bots like this one in March 2027. To play on somewhere else, write "
    "{line} in another chat that has the bot."
)


def _list_closing_note(showing: GameView, reader: Reader) -> list[str]:
    """Return a list with the paragraph that tells a thread that Reddit closes to bots and how the game moves away; an
    empty one for a game that is over or closed.
    """
    if showing.stage in (OVER, CLOSED):
        return []
    return [escape_markdown(reader.format_sentence(CLOSING_NOTE, line=format_inline_code(f"/here {showing.id}")))]


def _list_page_links(showing: GameView, reader: Reader, look: RedditNames) -> list[str]:
    """Return the paragraphs with links to a game's web pages: always to watch it and to the private page; after its
    end, before these, to a picture of the winners and to the check. Empty without a web page.
    """
    if not look.web:
        return []
    page, claim = mark_raw(f"{look.web}/g/{showing.id}"), mark_raw(f"{look.web}/claim")
    said = "Watch the game live: {page} Your secrets are on your private page: {claim}"
    podium = escape_markdown(
        reader.format_sentence(
            "A picture of the winners: {podium}", podium=mark_raw(f"{look.web}/g/{showing.id}/podium")
        )
    )
    ended = showing.view is not None and showing.view.over and bool(showing.view.standings)
    fair = escape_markdown(
        reader.format_sentence("Check this game yourself: {page}", page=mark_raw(f"{look.web}/g/{showing.id}/check"))
    )
    over = [*([podium] if ended else []), *([fair] if showing.stage == OVER else [])]
    return [*over, escape_markdown(reader.format_sentence(said, page=page, claim=claim))]


def _format_command_words(*words: str) -> dict[str, str]:
    """Return, by command, these commands as inline code in Markdown, with which the slots of a sentence are filled."""
    return {word: format_inline_code(word) for word in words}


def format_reddit_questions(
    showing: GameView, asked: Sequence[QuestionView], reader: Reader, look: RedditNames, *, rules: bool = True
) -> list[str]:
    """Format these questions as one paragraph each; several people who are asked the same share one, at the place of
    the first. With `rules` each says how the rules of its board or minigame are looked up.
    """
    groups: list[list[QuestionView]] = []
    for each in asked:
        alike = next((group for group in groups if _is_same_for_others(group[0], each)), None)
        if alike is None:
            groups.append([each])
        else:
            alike.append(each)
    return [_format_question_group(showing, group, reader, look, rules=rules) for group in groups]


def _is_same_for_others(one: QuestionView, other: QuestionView) -> bool:
    """Return whether two questions are the same but for their ids, earlier ids and deadlines, and for whom they ask."""
    alike = replace(other, id=one.id, who=one.who, due=one.due, facts=one.facts, was=one.was) == one
    return alike and {**one.facts, "who": ""} == {**other.facts, "who": ""}


def _format_question_group(
    showing: GameView, group: list[QuestionView], reader: Reader, look: RedditNames, *, rules: bool
) -> str:
    """Return the paragraph that puts one question to all players who are asked the same: names, text, who is left at
    the board, how to answer, with `rules` how to look up the rules, and until when (the earliest deadline, if any of
    them has one).
    """
    first, whom = group[0], [asked.who for asked in group]
    names = ", ".join(format_player_name(seat, showing.names.get(seat, seat), look) for seat in whom)
    text = escape_markdown(words.translate_question(first.text, {**first.facts, "who": whom}, first.said, reader))
    due = min((asked.due for asked in group if asked.due), default=0.0)
    until = [escape_markdown(reader.format_sentence("until {when}", when=format_utc_moment(due)))] if due else []
    name = find_question_topic(showing, first) if rules else ""
    rule = (
        [escape_markdown(reader.format_sentence("How it works: {line}", line=format_inline_code(f"rules {name}")))]
        if name
        else []
    )
    left = map(escape_markdown, format_who_is_left(find_panel(showing, first.id.partition("#")[0]), reader))
    return join_markdown_lines([f"**{names}**: {text}", *left, format_comment_help(first, reader), *rule, *until])


def format_comment_help(asked: QuestionView, reader: Reader) -> str:
    """Return a text that tells players on Reddit how to answer this question by a comment."""
    return escape_markdown(
        answers.format_answer_help(
            asked, reader, format_inline_code("answer" if asked.form.kind == "text" else "pick"), format_inline_code
        )
    )


def format_inline_code(words: str) -> str:
    """Return words as inline code in Markdown, so that players see exactly what to type; it is marked so that
    `escape_markdown` leaves it as it is.
    """
    if "`" not in words:
        return mark_raw(f"`{words}`")
    fence = "`" * (max(map(len, re.findall("`+", words))) + 1)  # what stands in the words must not end the code
    return mark_raw(f"{fence} {words} {fence}")


def format_reddit_reminder(one: Reminder, reader: Reader, title: str, name: str, now: float) -> str:
    """Format a reminder as a line of Markdown: for whom (`name`, which is Markdown already) a game waits, and how much
    time is left at the moment `now`.
    """
    left = clocks.format_duration(max(1.0, min(clock.due for clock in one.clocks.values()) - now))
    text = escape_markdown(
        reader.format_sentence("{title}: it is your turn. {time} left.", title=reader.format_value(title), time=left)
    )
    return f"⏳ **{name}**: {text}"


OPEN, CLOSE = "\ue000", "\ue001"  # nothing that somebody has written can hold these: they cannot be printed
TAMED = str.maketrans({OPEN: None, CLOSE: None, "\r": "\n"})
AS_IT_IS = re.compile(f"{OPEN}(.*?){CLOSE}", re.DOTALL)
SPECIAL = re.compile(r"([\\`*_\[\]()~^|<>/&]|(?<=www)\.)", re.IGNORECASE)
AT_THE_START = re.compile(r"^(\s*)([-+#=>]|\d+(?=[.)]))", re.MULTILINE)
LONGEST_COMMENT, LONGEST_BODY = 10_000, 40_000
ELLIPSIS = "…"


def mark_raw(text: str) -> str:
    """Return a piece of finished Markdown, such as a link, marked so that `escape_markdown` leaves it as it is."""
    return f"{OPEN}{text}{CLOSE}"


def build_user_mention(account: str) -> str:
    """Return Markdown that mentions an account, which notifies them; it is marked so that `escape_markdown` leaves it
    as it is.
    """
    return mark_raw(f"u/{account}")


def escape_markdown(text: str) -> str:
    """Return plain text as Markdown that shows as written and mentions nobody by accident; pieces marked by `mark_raw`
    stay as they are, without their marks.
    """
    parts = AS_IT_IS.split(text)
    return "".join(part if i % 2 else _escape_part(part, first=i == 0) for i, part in enumerate(parts))


def _escape_part(text: str, *, first: bool) -> str:
    """Return a piece of plain text escaped for Markdown, also what would begin a list, heading or quote at the start of
    its lines; a piece that is not the `first` of a text begins within a line.
    """
    safe = SPECIAL.sub(r"\\\1", text.translate(TAMED))
    begun, end, rest = ("", "", safe) if first else safe.partition("\n")
    return f"{begun}{end}{AT_THE_START.sub(_escape_line_start, rest)}"


def _escape_line_start(found: re.Match[str]) -> str:
    """Return what was `found` at the start of a line with a backslash, so that it begins no list, heading or quote:
    before a sign, but after a number (which a full stop or bracket follows).
    """
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def format_reddit_lines(told: Iterable[Told], reader: Reader) -> list[str]:
    """Format announcements as paragraphs of Markdown, one for each line of their texts (a text that holds finished
    Markdown stays whole); empty ones are left out.
    """
    return [text for said in words.format_told_lines(told, reader) for text in _split_paragraphs(said) if text.strip()]


def _split_paragraphs(text: str) -> list[str]:
    """Return the lines of a text as one escaped paragraph each; a text that holds finished Markdown stays one
    paragraph.
    """
    return [escape_markdown(text)] if OPEN in text else [escape_markdown(line) for line in text.splitlines()]


def join_markdown_lines(some: Iterable[str]) -> str:
    """Join lines with Markdown line breaks, so that they stay separate lines of one paragraph."""
    return "  \n".join(some)


def format_reddit_table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """Format a Markdown table of these heads and rows, whose cells are Markdown already; `align` has a letter for each
    column's alignment, l, c or r, and all are centred without it.
    """
    marks = {"l": ":--", "c": ":-:", "r": "--:"}
    under = [marks[letter] for letter in (align or "c" * len(head))]
    return "\n".join(f"|{'|'.join(cell or ' ' for cell in row)}|" for row in [head, under, *rows])


def pack_paragraphs(paragraphs: Iterable[str], most: int = LONGEST_COMMENT) -> list[str]:
    """Pack paragraphs, in order and with an empty line between, into as few texts of at most `most` characters as
    possible, and return these; a paragraph that is longer is split among several, at a space if possible. An empty list
    if there are none.
    """
    found = [""]
    for paragraph in paragraphs:
        for part in _break_paragraph(paragraph, most):
            together = f"{found[-1]}\n\n{part}" if found[-1] else part
            if len(together) > most:
                found.append(part)
            else:
                found[-1] = together
    return found if found[0] else []


def _break_paragraph(text: str, most: int) -> list[str]:
    """Split a paragraph into pieces of at most `most` characters, at a space or line break where possible."""
    found = []
    while len(text) > most:
        space = max(text.rfind("\n", 0, most), text.rfind(" ", 0, most))
        cut = space if space > most // 2 else most
        if (cut - len(text[:cut].rstrip("\\"))) % 2:  # what a backslash makes harmless must not begin the next piece
            cut -= 1
        found.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*found, text] if text else found


def clip_paragraphs(paragraphs: Sequence[str], most: int) -> str:
    """Return one text of as many of the first of these paragraphs as fit into `most` characters, with an ellipsis at
    its end if something is missing.
    """
    first = pack_paragraphs(paragraphs, most)
    if len(first) < 2:
        return "".join(first)
    return f"{pack_paragraphs(paragraphs, most - len(ELLIPSIS) - 2)[0]}\n\n{ELLIPSIS}"
