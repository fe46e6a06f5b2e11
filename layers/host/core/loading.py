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
    """Loaded games kept in memory between inputs, where one process plays them all. Each is kept with its record; it
    is used only if the saved record is still the same, byte for byte. Taking a game removes it until it is put
    back, so after an exception it is simply loaded again. Games that are only looked at are kept apart from those
    that inputs change.
    """

    def __init__(self, most: int = 400, *, played: bool = True) -> None:
        self.most, self._played = most, played
        self._games: OrderedDict[str, tuple[bytes, Game[Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, session: Session) -> Game[Any] | None:
        """Remove and return the game if its record is the saved one; close and drop it if it is older."""
        with self._lock:
            record, game = self._games.pop(session.id, (b"", None))
        if game is None or record == bytes(session.record):
            return game
        game.close()
        return None

    def put_back(self, session: Session, game: Game[Any]) -> None:
        """Keep the game as it has just been saved; evict the one used longest ago."""
        game.told, game.drawn, game.sealed, game.taken, game.mended = [], [], [], [], []
        if self._played:  # what all see of one that is only looked at stays as it is
            game.seen = None
        with self._lock:
            self._games[session.id] = bytes(session.record), game
            self._games.move_to_end(session.id)
            if len(self._games) > self.most:
                self._games.popitem(last=False)[1][1].close()


def load_engine_game(rules: Ruleset[Any], session: Session, kept: KeptGames | None = None) -> tuple[Game[Any], int]:
    """Return the game of a session, from memory or from its record, and after a change of rules how many steps were
    undone.
    """
    if kept and (game := kept.take(session)):
        return game, 0
    try:
        return Game.load_stored(rules, session.record), 0
    except Diverged:
        game, cut = Game.salvage(rules, Record.from_json(session.record))
        log.warning("the rules no longer fit; %d steps are undone", cut, extra={"game": session.id})
        return game, cut
