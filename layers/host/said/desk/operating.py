"""What an operator can do with one game from the page `/operator`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel import Illegal
from host.core import seats
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import LOBBY, Command, Reply
from host.shown import views

NO_SUCH_ACTION = "There is no action called that."
UNKNOWN_ACTION_CODE = "no_game"  # refused like a game that does not exist
OPERATOR_COMMAND = Command(operator=True)


def run_operator_action(host: HostContext, word: str, game: str) -> Reply:
    """Pause, resume, remove or restore a game at the operator's request; raise Illegal if there is no such game or
    action.
    """
    if word not in OPERATOR_ACTIONS:
        raise Illegal(NO_SUCH_ACTION, code=UNKNOWN_ACTION_CODE)
    return OPERATOR_ACTIONS[word](host, OPERATOR_COMMAND, game)


def remove_table(host: HostContext, command: Command, game: str) -> Reply:
    """Close a lobby for good, or take a running game offline until it is restored."""
    if views.load_saved_game(host, game).session.stage == LOBBY:
        return seats.close_table(host, command, game)
    return ticking.remove_game(host, command, game)


OPERATOR_ACTIONS: Mapping[str, Callable[[HostContext, Command, str], Reply]] = {
    "pause": ticking.pause_session_clocks,
    "resume": ticking.resume_session_clocks,
    "remove": remove_table,
    "restore": ticking.restore_game,
}
