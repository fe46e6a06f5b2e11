"""`rtab packs OWNER [WHAT] [NAME] [--drop|--show]`: the questions that a place, or a person, has brought along."""

from __future__ import annotations

from pathlib import Path

from engine.kernel import format_text
from host.core.context import HostContext
from host.doors.command.commands import parse_command_line
from host.doors.command.operate.open_games import run_with_store
from host.extras.packs import kept_packs
from host.extras.packs import kept_packs as kept
from host.extras.packs import services as packs

PACKS_ARGUMENTS = {
    "OWNER": "a place, as rtab games shows it, or a person's id, as rtab people shows it",
    "[WHAT]": "a .csv, .tsv, or Open Trivia DB's answer, whose questions are added; or a pack to drop",
    "[NAME]": "what the new pack is called; without it, as the file is",
    "--drop": "this pack goes",
    "--show": "the questions of this pack, each with the id by which rtab bank mend and withdraw know it",
}


def run_packs_command(argv: list[str]) -> int:
    """Run `rtab packs`: show the quiz questions in a pack of a person or place, or add or drop one of their packs and
    then list all of them; return the exit code.
    """
    asked = parse_command_line("packs", argv, PACKS_ARGUMENTS)
    owner = kept_packs.build_pack_owner(asked.owner)

    def manage_owner(host: HostContext) -> int:
        """Do on this host what the command line (`asked`) says: print the questions of one or all packs of `owner`; or
        else add one or drop one (an unknown one is ignored), if it names one, and print a list of all. Return exit code
        0. Raise Illegal if no pack can be made of a file, OSError if it cannot be read.
        """
        if asked.drop and asked.what:
            kept.delete_pack(host.store, owner, asked.what)
        elif asked.show:
            _print_pack(host, owner, asked.what)
            return 0
        elif asked.what:
            path = Path(asked.what)
            _add_pack_file(host, owner, asked.name or path.stem.casefold(), path.read_bytes())
        for each in kept.list_packs(host.store, owner):
            print(format_text("{name}: {n} {n:question|questions}", {"name": each.name, "n": len(each.cards)}))
        return 0

    return run_with_store(manage_owner)


def _add_pack_file(host: HostContext, owner: str, name: str, data: bytes) -> None:
    """Save the quiz questions of a file (`data`) as a pack of this owner, and print the lines that were refused; raise
    Illegal if no pack can be made of them.
    """
    _, faults = packs.build_pack(host, owner, name, data, "rtab packs OWNER FILE friends")
    for fault in faults:
        print(f"refused: {fault}")


def _print_pack(host: HostContext, owner: str, name: str) -> None:
    """Print the quiz questions of the pack of this name, or of all packs of the owner if it is None, with their ids."""
    for pack in kept.list_packs(host.store, owner):
        for card in pack.cards if name in (None, pack.name) else ():
            gone = "  (withdrawn)" if card["id"] in pack.withdrawn else ""
            print(f"{card['id']}  {packs.format_sheet_line(card)}{gone}")
