"""Answers, plays, and what players and watchers look up: the score, what they hold, what was counted, the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from engine.kernel import Illegal, Play, Reader, Ruleset, Words, compute_commitment, format_told
from engine.rulesets import RULESETS, ruleset
from host.core import events, game_options, games, posting, statistics
from host.core.context import HostContext
from host.core.session import COMPUTER_MARK, NO_SEAT, RUNNING, Reply, Session, require_present_player
from host.said.answers import DeskAnswer, answer_lines, answer_reply, answer_sentence, format_play_settings
from host.said.desk import refusals
from host.said.desk.request import DeskRequest
from host.said.reading.matching import (
    NOT_YOU,
    AnswerMatch,
    OpenQuestion,
    accepts_free_words,
    explain_no_question,
    find_typed_play,
    fits_some_question,
    is_play_intended,
    list_person_questions,
    match_answers,
    names_secret_play,
    needs_words,
    parse_play_value,
)
from host.shown import text_view, views, words
from host.shown.views import GameView, QuestionView

MORE_RULES = "Write {rules} and the name of anything in the game, and I will explain it."
PLAYS_MENU = "plays"  # the menu of all that one may do at any time
RECEIPT_LOG_ENTRIES = 8  # entries of the log in which the newest of somebody's own is looked for
LATELY, MOST_SEALS = 200, 12  # entries of the log that are looked through; the page has them all
NO_SEAT_HERE = "You are not in any game that is running here."
MAX_RULE_NAME_LENGTH = 100  # characters of a name that are looked up


# -- answers


def pick_answer(request: DeskRequest) -> DeskAnswer:
    """Send the person's words as the answer to the one open question that they fit, and answer with the rules' refusal,
    or that it is done (without words where the game's news are posted anyway); raise Illegal if there is no open
    question, or if the words fit several.
    """
    match = match_open_question(request, request.words)
    return request.answer_done(
        match.open.session, _submit_game_answer(request, match.open.session.id, match.open.asked.id, match.value)
    )


def match_open_question(request: DeskRequest, text: str) -> AnswerMatch:
    """Return the one open question of the person that a text answers, with the answer; nothing is answered yet. With
    only one open question, a text that does not fit is its answer, too, so that the rules refuse it. Raise Illegal if
    none or several fit, or if the question is secret and others can read the text.
    """
    mine = list_likely_questions(request)
    if not mine:
        raise request.build_unasked_refusal(explain_no_question(request.host, request.list_games(), request.by))
    best = match_answers(mine, text, openly=not request.is_unseen, about=request.find_question_id())
    if len(best) != 1:
        raise request.build_ambiguous_refusal()
    if best[0].open.asked.secret:
        request.check_not_public()
    return best[0]


def list_likely_questions(request: DeskRequest) -> list[OpenQuestion]:
    """List the open questions of the person: those in the game they refer to, if there are any, else all."""
    mine = list_person_questions(request.host, request.list_games(), request.by)
    return [each for each in mine if each.session.id == request.find_game_id()] or mine


def answer_exact_question(request: DeskRequest, game: str, question: str, value: object) -> DeskAnswer:
    """Send `value` as the answer to the question with this id in this game, for a button or form that names all of
    these; answer with the refusal if there is one, else without words.
    """
    return answer_reply(_submit_game_answer(request, game, question, value), alone=request.is_unseen)


def _submit_game_answer(request: DeskRequest, game: str, question: str, value: object) -> Reply:
    """Send this value to the game with the id `game` as the person's answer to the question with this id, save what
    follows, and return the game's reply, which may be a refusal.
    """
    return games.submit_answer(request.host, request.command, game, question, value)


def find_own_news(host: HostContext, game: str, person: str, *, receipts: bool = False) -> DeskAnswer:
    """Return the private lines with which the game answered the person's last input, if this is among the eight newest
    entries of its log; else an answer without lines. With `receipts` return only those that prove sealed choices
    (receipts) or ask for the first squares. Raise Illegal if there is no such game.
    """
    session = views.load_saved_game(host, game).session
    lately = views.list_told_steps(host, game, person, first=max(0, session.entries - RECEIPT_LOG_ENTRIES))
    seat = session.find_player_of(person)
    own = [entry.told for entry in lately if seat is not None and entry.by == seat.seat]
    told_alone = [told for told in (own[-1] if own else []) if told.to]
    open_to_mail = [
        each for each in told_alone if each.kind is events.FirstSquaresAsked or (each.kind and each.kind.proof)
    ]
    found = open_to_mail if receipts else told_alone
    return DeskAnswer(found, game, names=session.map_names_by_seat())


def check_known(request: DeskRequest) -> None:
    """Raise Illegal for a visitor who is not logged in and therefore has no seat."""
    if not request.by:
        raise Illegal(NO_SEAT, code="no_seat")


def check_has_seat(request: DeskRequest, shown: GameView) -> None:
    """Raise Illegal, with the reason (never joined, left, a computer plays …), if this viewer has no seat of their own
    in the game.
    """
    if not shown.you:
        require_present_player(views.load_saved_game(request.host, shown.id).session, request.by)


def build_others_question_refusal(asked: Iterable[QuestionView], shown: GameView) -> Illegal:
    """Build the error that refuses an answer to questions (`asked`) that are put to other players; it names these
    players.
    """
    return Illegal(NOT_YOU, code="not_your_turn", who=[shown.names.get(each.who, each.who) for each in asked])


# -- plays


def pick_running_game(request: DeskRequest) -> Session:
    """Return the session of the running game in which the person plays: the one they refer to, else the newest, if
    possible one that they are not out of and whose rules have not broken down; raise Illegal if there is none.
    """
    found = [
        session for session in request.list_games() if session.stage == RUNNING and session.find_player_of(request.by)
    ]
    if not found:
        raise Illegal(NO_SEAT_HERE, code="no_seat")
    about = [session for session in found if session.id == request.find_game_id()]
    still_in = [session for session in found if session.has_active_seat(request.by)]
    return max(about or still_in or found, key=lambda session: (not session.broken, session.made))


def find_running_game(request: DeskRequest) -> Session | None:
    """Return the session of the running game in which the person plays, as `pick_running_game` picks it, or None."""
    try:
        return pick_running_game(request)
    except Illegal:
        return None


def make_typed_play(
    request: DeskRequest, text: str, agree: Callable[[Play | None, str], None] = lambda *_: None
) -> DeskAnswer:
    """Make the play (a move that no question asked for) whose name begins this text, in the person's running game, and
    answer with the refusal if there is one; if only its value was missing, also with how it is set. Raise Illegal if
    they play in no running game, or the play is secret and others can read this. `agree` is called with the play (None
    if none is available) and the remaining words, and may raise a platform's reason to refuse it.
    """
    session = pick_running_game(request)
    if names_secret_play(ruleset(session.ruleset), text):
        request.check_private()
    shown = views.load_game_view(request.host, session.id, request.by)
    found, rest = find_typed_play(shown, text)
    agree(found, rest)
    if found is None:  # the rules know why not
        word, _, more = text.strip().partition(" ")
        reply = games.make_unasked_play(request.host, request.command, session.id, word, more or None)
        return answer_reply(reply, alone=request.is_unseen)
    if found.secret:
        request.check_private()
    reply = games.make_unasked_play(
        request.host, request.command, session.id, found.key, parse_play_value(shown, found, rest)
    )
    done = request.answer_done(session, reply)
    if rest or done.ok or not needs_words(found):
        return done
    form = answer_lines(format_play_settings(found, request.make_reader(session), request.format_command))
    return replace(done, lines=[*done.lines, *form.lines])


def use_play(request: DeskRequest) -> DeskAnswer:
    """Make the play that the person has typed; or, without words, answer, in private only (elsewhere raise Illegal),
    with all plays that they can make now in their running game, or that there are none. Raise Illegal if they play in
    no running game.
    """
    if request.words.strip():
        return make_typed_play(request, request.words.strip())
    request.check_private()
    session = pick_running_game(request)
    plays, reader = views.load_game_view(request.host, session.id, request.by).plays, request.make_reader(session)
    lines = [
        line
        for each in plays
        for line in (_format_available_play(each, request), *format_play_settings(each, reader, request.format_command))
    ]
    return (
        replace(answer_lines(lines), menu=PLAYS_MENU, game=session.id)
        if plays
        else answer_sentence(refusals.NOTHING_NOW)
    )


def _format_available_play(play: Play, request: DeskRequest) -> str:
    """Return the line of a list that names a play: the command that makes it, and its label."""
    return request.format_sentence("{line}: {label}", line=request.format_command(f"use {play.key}"), label=play.label)


def submit_exact_play(request: DeskRequest, game: str, key: str, value: object = None) -> DeskAnswer:
    """Make the play `key` (a move that no question asked for) with `value` in this game, for a button or form that
    names all of these; answer with the refusal if there is one, else without words.
    """
    return answer_reply(
        games.make_unasked_play(request.host, request.command, game, key, value), alone=request.is_unseen
    )


def find_offered_play(request: DeskRequest, text: str) -> tuple[Play | None, str]:
    """Return the play whose name begins this text, among those that the person can make now in their running game, and
    the remaining words; None and an empty text if there is none. Nothing is made.
    """
    session = find_running_game(request)
    return find_typed_play(views.load_game_view(request.host, session.id, request.by), text) if session else (None, "")


def names_available_play(request: DeskRequest, text: str) -> bool:
    """Return whether this text names a play that the person can make now in their running game, and its value if it
    needs one; False if it could answer one of their open questions, or one of these takes free words.
    """
    mine = list_person_questions(request.host, request.list_games(), request.by)
    return (
        is_play_intended(*find_offered_play(request, text))
        and not accepts_free_words(mine)
        and not fits_some_question(mine, text)
    )


# -- looking


def show_board(request: DeskRequest) -> DeskAnswer:
    """Answer that the game's board is to be shown again in the place that asked, if the game is shown there, or else
    with the board in words, as this person may see it. Raise Illegal if no game can be meant.
    """
    session = request.pick_game()
    if request.place in session.places:
        return DeskAnswer(board=session.id)
    shown = views.load_game_view(request.host, session.id, request.by)
    return answer_lines(["\n".join(request.describe_board(shown, request.make_reader(session)))])


def show_score(request: DeskRequest) -> DeskAnswer:
    """Answer with the leaderboard of the game that the request is about, as everybody may see it; raise Illegal if
    there is none.
    """
    session = request.pick_game()
    shown = views.load_game_view(request.host, session.id)
    return answer_lines(
        text_view.format_leaderboard(shown, request.make_reader(session))
        or [request.format_sentence("Nobody has any money yet.")]
    )


def show_own_holdings(request: DeskRequest) -> DeskAnswer:
    """Answer with the person's rank, total, holdings and secrets in the game that the request is about, or that they
    hold nothing; raise Illegal outside a private chat, or if they have no seat of their own in it.
    """
    request.check_private()
    session = request.pick_game()
    require_present_player(session, request.by)
    shown = views.load_game_view(request.host, session.id, request.by)
    return answer_lines(
        format_own_holdings(shown, request.make_reader(session))
        or [request.format_sentence("You hold nothing at the moment.")]
    )


def format_own_holdings(shown: GameView, reader: Reader) -> list[str]:
    """Format as lines of text the viewer's rank and total, their secrets, and the squares marked for them with what is
    noted there; an empty list if there is nothing.
    """
    own = shown.view.own if shown.view else None
    marks = [
        reader.format_sentence(
            "{table}: {place} {n}, {what}.",
            table=_find_table_title(shown, table),
            place=shown.place,
            n=n,
            what=note.words,
        )
        for table, found in (own.notes if own else {}).items()
        for n, note in found.items()
    ]
    return [*_format_own_standing(shown, reader), *map(reader.format_value, own.secrets if own else []), *marks]


def _find_table_title(shown: GameView, table: str) -> Words:
    """Return the title of the panel (game board or minigame) with the id `table`; the id itself if it is not shown."""
    found = [panel.title for panel in (shown.view.panels if shown.view else []) if panel.id == table]
    return found[0] if found else table


def _format_own_standing(shown: GameView, reader: Reader) -> list[str]:
    """Format as a line the viewer's place, total and marks on the leaderboard; an empty list if they have none."""
    view = shown.view
    lines = [line for line in (view.standings if view else []) if line.who == shown.you]
    return [
        reader.format_sentence(
            "You are {n:th}, with {total}",
            n=line.place,
            total=reader.format_value(line.total, view.currency if view else ""),
        )
        + (f" ({', '.join(map(reader.format_value, line.marks))})" if line.marks else "")
        for line in lines
    ]


def show_seals(request: DeskRequest) -> DeskAnswer:
    """Answer with the seal of this game's secret and the announcements among the last 200 entries of its log (the
    newest 12) that prove hidden choices: receipts, and what has been opened; in private also those made to the person
    alone. Raise Illegal if no game can be meant.
    """
    session = request.pick_game()
    you = session.find_player_of(request.by) if request.is_unseen else None
    heard = ("", you.seat) if you else ("",)
    rules, person = ruleset(session.ruleset), you.person if you else ""
    found = [
        told
        for _, told in views.list_told_lines(request.host, session.id, person, max(0, session.entries - LATELY))
        if told.to in heard and (kind := posting.upcast_any_told(rules, told).kind) and kind.proof
        if kind is not events.TableOpened  # it tells the seal of the secret, which stands above
    ]
    reader = request.make_reader(session)
    lines = [
        reader.format_sentence(
            ("The secret for all random draws of this game is fixed. Code to check this after the game: {seal}"),
            seal=compute_commitment(session.secret),
        )
    ]
    return answer_lines([*lines, *(format_told(told, reader) for told in found[-MOST_SEALS:])])


def show_rules(request: DeskRequest) -> DeskAnswer:
    """Answer with what the computer player of the name in the request is like, or else with the rule of the square,
    minigame or the like of that name (raise Illegal if there is neither); without a name, with how the games here, or
    all games if none is here, are played, and what was agreed upon for these that is not usual.
    """
    word = request.words.strip()[:MAX_RULE_NAME_LENGTH]
    here = request.list_games()
    known = [ruleset(each.ruleset) for each in here] or list(RULESETS.values())
    if not word:
        briefs = [
            f"{request.format_words(each.title)}: {' '.join(map(request.format_words, each.brief))}" for each in known
        ]
        for n, game in enumerate(here):
            agreed = game_options.list_agreed_notes(known[n], game.options, game.pace)
            briefs[n] = " ".join([briefs[n], *map(request.format_words, agreed)])
        more = (
            [request.format_sentence(MORE_RULES, rules=request.format_command("rules"))]
            if any(each.list_topics() for each in known)
            else []
        )
        return answer_lines([*dict.fromkeys(briefs), *more])
    if card := find_computer_card(request, word):
        return answer_lines([card])
    return answer_lines([request.format_words(find_rule(known, word))])


def find_rule(known: Iterable[Ruleset[Any]], word: str) -> Words:
    """Return the rule of the square, minigame or the like of this name in one of these games; raise Illegal if there is
    none.
    """
    text = next((text for each in known if (text := each.explain(word))), None)
    if text is None:
        raise Illegal("Nothing in the game is called {word}. Check the name.", code="no_such_rule", word=word)
    return text


def find_computer_card(request: DeskRequest, name: str) -> str:
    """Return what the computer player of this name is like, in the games of this place; empty if there is none."""
    for session in request.list_games():
        shown = views.find_game_view(request.host, session.id)
        for face in shown.faces if shown else []:
            if face.character and name.casefold().removesuffix(COMPUTER_MARK) == face.name.casefold():
                return request.make_reader(session).format_value(face.character)
    return ""


def show_statistics(request: DeskRequest) -> DeskAnswer:
    """Answer with this person's statistics in private or if they write `me` (which everybody in the place can read),
    else with those of the place.
    """
    own = request.is_direct or request.words.strip().casefold() == "me"
    owner = f"person:{request.by}" if own else f"chat:{request.place}"
    return answer_lines(statistics.format_statistics(request.host, owner, words.build_reader({}, request.style)))
