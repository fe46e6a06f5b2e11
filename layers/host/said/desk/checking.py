"""How anybody checks that chance was fair: of a game that is over, where its secret and its transcript are."""

from __future__ import annotations

from engine.kernel import Illegal, commitment
from engine.rulesets import ruleset
from host.core.session import OVER, Session
from host.said.desk.answer import Answer, say
from host.said.desk.request import Request

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
NOTHING = "No game has been played here yet. Name one: {check}"


def check(request: Request) -> Answer:
    """The game that is named; or the newest that is over here, or in private of one's own; or the one that is on."""
    session = _meant(request)
    facts = {"title": ruleset(session.ruleset).title, "game": session.id, "seal": commitment(session.secret)}
    if session.stage != OVER:
        return say(SEALED, **facts)
    if not request.web:  # at a keyboard, where there is no page
        file = f"{session.id}.rtab"
        return say(TYPED, export=f"rtab export {session.id} > {file}", verify=f"rtab verify {file}", **facts)
    return say(CHECK, page=request.address(f"/g/{session.id}/check"), **facts)


def _meant(request: Request) -> Session:
    words = request.words.strip()
    if words:
        saved = request.host.store.game(words.lower())
        if saved is None:
            raise Illegal("I know no game {game}.", game=words[:20])
        return saved.session
    found = [session for session in _past(request) if session.stage == OVER] or request.sessions()
    if not found:
        raise Illegal(NOTHING, check=request.spelled("check 1a2b3c4d"))
    return max(found, key=lambda session: session.made)


def _past(request: Request) -> list[Session]:
    """Games that are over, by whoever asks in private, or else in this place."""
    store, owners = request.host.store, [f"chat:{request.place}"] if request.place else []
    owners += [f"person:{request.by}"] if request.private and request.by else []
    return [each.session for owner in owners for each in store.games(store.past_of(owner))]
