"""Loads the game of a session from its record, also after a change of rules."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from typing import Any

from engine.kernel import Diverged, Game, Record, Ruleset
from host.core.session import Session

log = logging.getLogger(__name__)


class KeptGames:
    """Games that stay in memory between inputs, in a host of one process: each with the very record it would come from.

    Whoever takes one has it alone, and brings it back only when all went well: after any exception it is gone. A record
    that is another than the one it was kept with, byte for byte, is loaded. What is shown may hold parts of a game that
    the next input changes: so games to be looked at are kept apart from those for inputs, and nothing changes them.
    """

    def __init__(self, most: int = 400, *, played: bool = True) -> None:
        self.most, self._played = most, played
        self._games: OrderedDict[str, tuple[bytes, Game[Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, session: Session) -> Game[Any] | None:
        """The game, if it is here as it was saved. One that is older is of no more use, and taken apart."""
        with self._lock:
            record, game = self._games.pop(session.id, (b"", None))
        if game is None or record == bytes(session.record):
            return game
        game.close()
        return None

    def bring(self, session: Session, game: Game[Any]) -> None:
        """Keep it as it has just been saved, as if loaded from that; what was used longest ago goes."""
        game.told, game.drawn, game.sealed, game.taken, game.mended = [], [], [], [], []
        if self._played:  # what all see of one that is only looked at stays as it is
            game.seen = None
        with self._lock:
            self._games[session.id] = bytes(session.record), game
            self._games.move_to_end(session.id)
            if len(self._games) > self.most:
                self._games.popitem(last=False)[1][1].close()


def loaded(rules: Ruleset[Any], session: Session, kept: KeptGames | None = None) -> tuple[Game[Any], int]:
    """The game of a session; after a change of rules, how much of its tape was cut."""
    if kept and (game := kept.take(session)):
        return game, 0
    try:
        return Game.read(rules, session.record), 0
    except Diverged:
        game, cut = Game.salvage(rules, Record.from_json(session.record))
        log.warning("the rules no longer fit; %d steps are undone", cut, extra={"game": session.id})
        return game, cut
