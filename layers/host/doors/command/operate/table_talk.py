"""`rtab talk`: what was said at tables and reported, for the operator; how it is removed, and ended."""

from __future__ import annotations

from datetime import UTC, datetime

from host.core.context import HostContext
from host.core.extras import import_target, list_enabled_extras
from host.core.store import table_talk
from host.core.store.table_talk import TalkSettings
from host.doors.command.line import parse_command_line
from host.doors.command.operate.open_games import run_with_store

NOTHING_REPORTED = "Nothing of the kind is known: {what}. rtab talk lists what was reported."


def run(argv: list[str]) -> int:
    """Run `rtab talk [WHAT]`: list what was reported; with a remark's id, remove it; with a game's, end the talk at
    its table.
    """
    what = parse_command_line(
        "talk", argv, {"[WHAT]": "a word to remove, or a game at which nobody is to talk any more"}
    ).what
    return run_with_store(lambda host: _end_talk(host, what) if what else _print_reported(host))


def _print_reported(host: HostContext) -> int:
    found = list(table_talk.iter_reported_messages(host.store, host.now()))
    names = host.store.load_person_names(sorted({word.person for _, word in found}))
    for game, word in found:
        at = datetime.fromtimestamp(word.at, UTC)
        print(f"{word.id}  {game}  {at:%Y-%m-%d %H:%M}  {names.get(word.person, '?')}: {word.text}")
    others = [
        line
        for extra in list_enabled_extras(host.config.without)
        if extra.list_reported
        for line in import_target(extra.list_reported)(host)
    ]
    print(*others, f"{len(found) + len(others)} reported", sep="\n")
    return 0


def _end_talk(host: HostContext, what: str) -> int:
    """Remove a reported remark, or end the talk at a table."""
    meant = [
        (game, word) for game, word in table_talk.iter_reported_messages(host.store, host.now()) if word.id == what
    ]
    for game, word in meant:
        table_talk.remove_talk_message(host.store, game, word, host.token(4))
        print(f"Removed at {game}.")
    if meant:
        return 0
    if host.store.load_game(what) is None:
        print(NOTHING_REPORTED.format(what=what))
        return 1
    table_talk.write_talk_settings(host.store, what, TalkSettings(on=False, shut=True), host.token(4))
    for extra in list_enabled_extras(host.config.without):
        if extra.on_talk_ended:
            import_target(extra.on_talk_ended)(host, what)
    print(f"Nobody talks at {what} any more.")
    return 0
