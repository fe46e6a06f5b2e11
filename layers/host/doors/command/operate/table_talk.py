"""`rtab talk`: what was said at tables and reported, for whoever runs the host; how it is removed, and ended."""

from __future__ import annotations

from datetime import UTC, datetime

from host.core.context import HostContext
from host.core.store import sought_players, table_talk
from host.core.store.table_talk import TalkSettings
from host.doors.command.line import given
from host.doors.command.operate.open_games import at_work

NOTHING = "Nothing of the kind is known: {what}. rtab talk lists what was reported."


def run(argv: list[str]) -> int:
    """`rtab talk [WHAT]`: what was reported; with a word's id, that goes; with a game's, its table talks no more."""
    what = given("talk", argv, {"[WHAT]": "a word to remove, or a game at which nobody is to talk any more"}).what
    return at_work(lambda host: _ended(host, what) if what else _listed(host))


def _listed(host: HostContext) -> int:
    found = list(table_talk.reported(host.store, host.now()))
    names = host.store.called(sorted({word.person for _, word in found}))
    for game, word in found:
        at = datetime.fromtimestamp(word.at, UTC)
        print(f"{word.id}  {game}  {at:%Y-%m-%d %H:%M}  {names.get(word.person, '?')}: {word.text}")
    sought = [notice for notice in sought_players.notices(host.store, host.now()) if notice.reported]
    callers = host.store.called(sorted({notice.person for notice in sought}))
    for notice in sought:
        print(f"{notice.game}  in the lobby  {callers.get(notice.person, '?')}: {notice.words}")
    print(f"{len(found) + len(sought)} reported")
    return 0


def _ended(host: HostContext, what: str) -> int:
    meant = [(game, word) for game, word in table_talk.reported(host.store, host.now()) if word.id == what]
    for game, word in meant:
        table_talk.remove(host.store, game, word, host.token(4))
        print(f"Removed at {game}.")
    if meant:
        return 0
    if host.store.game(what) is None:
        print(NOTHING.format(what=what))
        return 1
    table_talk.set_manner(host.store, what, TalkSettings(on=False, shut=True), host.token(4))
    sought_players.drop(host.store, what)
    print(f"Nobody talks at {what} any more.")
    return 0
