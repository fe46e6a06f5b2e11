"""`rtab packs OWNER [WHAT] [NAME] [--drop|--show]`: the questions that a place, or a person, has brought along."""

from __future__ import annotations

from pathlib import Path

from engine.kernel import render
from host.core.cards import own_cards
from host.core.context import HostContext
from host.core.store import packs as kept
from host.doors.command.line import given
from host.doors.command.operate.open_games import at_work
from host.said.desk import pack_questions, packs

WORDS = {
    "OWNER": "a place, as rtab games shows it, or a person's id, as rtab people shows it",
    "[WHAT]": "a .csv, .tsv, or Open Trivia DB's answer, whose questions are added; or a pack to drop",
    "[NAME]": "what the new pack is called; without it, as the file is",
    "--drop": "this pack goes",
    "--show": "the questions of this pack, each with the id by which rtab bank mend and withdraw know it",
}


def run(argv: list[str]) -> int:
    """List them, after what was added or dropped."""
    asked = given("packs", argv, WORDS)
    owner = own_cards.owner(asked.owner)

    def tended(host: HostContext) -> int:
        if asked.drop and asked.what:
            kept.drop(host.store, owner, asked.what)
        elif asked.show:
            _show(host, owner, asked.what)
            return 0
        elif asked.what:
            path = Path(asked.what)
            _add(host, owner, asked.name or path.stem.casefold(), path.read_bytes())
        for each in kept.of(host.store, owner):
            print(render("{name}: {n} {n:question|questions}", {"name": each.name, "n": len(each.cards)}))
        return 0

    return at_work(tended)


def _add(host: HostContext, owner: str, name: str, data: bytes) -> None:
    _, faults = packs.made(host, owner, name, data, "rtab packs OWNER FILE friends")
    for fault in faults:
        print(f"refused: {fault}")


def _show(host: HostContext, owner: str, name: str) -> None:
    for pack in kept.of(host.store, owner):
        for card in pack.cards if name in (None, pack.name) else ():
            gone = "  (withdrawn)" if card["id"] in pack.withdrawn else ""
            print(f"{card['id']}  {pack_questions.written(card)}{gone}")
