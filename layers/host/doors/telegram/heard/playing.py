"""What players do in Telegram in its own way: see again what they are asked, choose from buttons."""

from __future__ import annotations

from engine.kernel import CANNOT_DO_NOW, Illegal
from engine.rulesets import ruleset
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import panels
from host.said.answer_matching import NOT_ASKED_ANYTHING, names_secret_play
from host.said.answer_matching import normalise_play_key as named
from host.said.desk import playing
from host.said.desk.answer import DeskAnswer
from host.shown import views


def handle_telegram_pick(call: TelegramCall) -> DeskAnswer:
    """Answer the open question; without an answer, show the open questions again."""
    if call.words.strip():
        return playing.pick_answer(call)
    asks = panels.list_question_panels(call)
    if not asks:
        raise Illegal(NOT_ASKED_ANYTHING)
    return DeskAnswer(asks=asks)


def can_play_word(call: TelegramCall, word: str) -> bool:
    """Return whether this word names a play that they may make now, or one that others must not learn about."""
    session = playing.find_running_game(call)
    if session is None:
        return False
    if not call.private and names_secret_play(ruleset(session.ruleset), word):
        return True
    offered = views.load_game_view(call.host, session.id, call.by).plays
    # Once done it may be on offer no more; but whoever did it may have died before they said so.
    return any(named(found.key) == named(word) for found in offered) or call.find_earlier_reply() is not None


def explain_refused_play(call: TelegramCall, text: str) -> DeskAnswer | None:
    """Return the rules' reason why a play that is not on offer cannot be made, or None if they do not know it."""
    try:
        refused = playing.make_typed_play(call, text)
    except Illegal:
        return None
    return None if refused.lines and refused.lines[0].text.startswith(CANNOT_DO_NOW) else refused
