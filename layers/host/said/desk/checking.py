"""How anybody checks that chance was fair: of a game that is over, where its secret and its transcript are."""

from __future__ import annotations

from engine.kernel import Illegal, compute_commitment
from engine.rulesets import ruleset
from host.core.session import OVER, Session
from host.said.desk.answer import DeskAnswer, answer_sentence
from host.said.desk.request import DeskRequest

CHECK = (
    "{title}, game {game}: all that chance did followed from a secret that was sealed before anybody sat down, and "
    "from the words that players sealed, if any did. The seal was {seal}. {page} has our check of every draw, and the "
    "transcript, with which you can check it yourself; look in it for your own word and your receipts."
)
TYPED = (
    "{title}, game {game}: all that chance did followed from a secret that was sealed before anybody sat down, and "
    "from the words that players sealed, if any did. The seal was {seal}. {export} writes the transcript on this "
    "machine, and {verify} checks every draw of it; look in it for your own word and your receipts."
)
SEALED = (
    "{title}, game {game}: its secrets are kept until it is over. All that chance will do is sealed already: {seal}. "
    "Ask again when it is over."
)
NO_GAME_TO_CHECK = "No game has been played here yet. Name one: {check}"


def explain_fairness_check(request: DeskRequest) -> DeskAnswer:
    """Explain how to check that chance was fair in the named game, or else in the newest finished one here, or in the
    current one.
    """
    session = _find_checked_game(request)
    facts = {"title": ruleset(session.ruleset).title, "game": session.id, "seal": compute_commitment(session.secret)}
    if session.stage != OVER:
        return answer_sentence(SEALED, **facts)
    if not request.web:  # at a keyboard, where there is no page
        file = f"{session.id}.rtab"
        return answer_sentence(
            TYPED, export=f"rtab export {session.id} > {file}", verify=f"rtab verify {file}", **facts
        )
    return answer_sentence(CHECK, page=request.format_page_address(f"/g/{session.id}/check"), **facts)


def _find_checked_game(request: DeskRequest) -> Session:
    words = request.words.strip()
    if words:
        saved = request.host.store.load_game(words.lower())
        if saved is None:
            raise Illegal("I know no game {game}.", game=words[:20])
        return saved.session
    found = [session for session in _list_finished_games(request) if session.stage == OVER] or request.list_games()
    if not found:
        raise Illegal(NO_GAME_TO_CHECK, check=request.format_command("check 1a2b3c4d"))
    return max(found, key=lambda session: session.made)


def _list_finished_games(request: DeskRequest) -> list[Session]:
    """List the finished games of this place, and in private also those of the person."""
    store, owners = request.host.store, [f"chat:{request.place}"] if request.place else []
    owners += [f"person:{request.by}"] if request.private and request.by else []
    return [each.session for owner in owners for each in store.load_games(store.list_past_game_ids(owner))]
