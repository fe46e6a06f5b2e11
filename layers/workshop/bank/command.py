"""`rtab bank`: count the questions a game is played with, check them, import more, and see how they fare.

rtab bank [--json] [--pack FILE ...]            counts by level, category, source and licence; what is wrong
rtab bank --fared WHERE [--json]                how often each question was asked, answered rightly, reported
rtab bank --hints [--json] [--pack FILE ...]    questions that give themselves away
rtab bank --check [--only BEGINNING] [--json]   measure it against its aims, and name what stands in the way
rtab bank import --format FORMAT FILE           other people's questions as a pack, to standard output
rtab bank reports WHERE                         what was reported, how often, and how each has fared
rtab bank withdraw|bring-back|dismiss WHERE ID  deal a question no more, or again; nothing is wrong with it
rtab bank mend WHERE ID --level 4 …             deal it otherwise from now on: --question --answers --why --checked
rtab bank drift WHERE                           move levels towards what was scored, as happens every night
rtab bank blind deal|count                      deal a sample to blind readers, and count what they said
rtab bank grow                                  make the bank again from its *.quiz files
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from engine.ladder.box import BoxEntry
from engine.ladder.levels import compute_drifted_level
from engine.ladder.rules import LADDER_RULESET
from host.core.cards import card_packs
from host.core.store import Store, card_changes
from host.core.store.card_changes import CardChange
from host.doors.local.open_store import open_host_at
from host.doors.local.settings import UnfitSetting
from workshop.bank import blind, hints, importing, tending
from workshop.bank import check as checking
from workshop.bank import grow as bank_grow

COUNTED_FIELDS = ("level", "category", "source", "licence")


def run_bank_command(argv: list[str]) -> int:
    """Run the subcommand that the first word names; without one, count the bank."""
    words = {
        "import": importing.run_bank_import,
        "grow": run_bank_grow,
        "blind": blind.run_blind_command,
        **tending.TENDING_COMMANDS,
    }
    if argv and argv[0] in words:
        return words[argv[0]](argv[1:])
    asked = build_bank_parser().parse_args(argv)
    try:
        box = card_packs.load_card_box(LADDER_RULESET.name, tuple(asked.pack))
    except OSError as error:
        print(f"A pack cannot be read: {error}", file=sys.stderr)
        return 1
    if asked.fared:
        return print_question_results(asked.fared, box.cards, as_json=asked.json)
    if asked.hints:
        print_rows([hint._asdict() for hint in hints.list_question_hints(box.cards)], as_json=asked.json)
        return 0
    if asked.check:
        return run_bank_check(box, asked.only, as_json=asked.json)
    print_rows(count_bank(box), as_json=asked.json)
    return 1 if box.faults else 0


def run_bank_check(box: card_packs.CardBox, only: str, *, as_json: bool) -> int:
    """Measure the bank, or its questions whose ids begin with `only`, and return 1 if an aim is missed."""
    found = checking.measure_bank([card for card in box.cards if card.id.startswith(only)], box.cards)
    if as_json:
        print_rows([{**it._asdict(), "met": it.met} for it in found], as_json=True)
    else:
        print("\n".join([*box.faults, *checking.format_bank_measures(found, all_of_them=bool(only))]))
    return 0 if all(it.met for it in found) and not box.faults else 1


def build_bank_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab bank`."""
    words = argparse.ArgumentParser("rtab bank", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--pack", action="append", default=[], metavar="FILE", help="count these questions, too")
    words.add_argument("--hints", action="store_true", help="name questions that are given away")
    words.add_argument("--check", action="store_true", help="measure the bank against its aims")
    words.add_argument("--only", default="", metavar="BEGINNING", help="check the questions whose ids begin so")
    words.add_argument("--fared", metavar="WHERE", help="the folder of a host, or table:NAME for a table in DynamoDB")
    return words


def count_bank(box: card_packs.CardBox) -> dict[str, Any]:
    """Return how many questions there are, by level, category, source and licence, and the faults of others."""
    sums: dict[str, Any] = {"questions": len(box.cards)}
    for what in COUNTED_FIELDS:
        found = Counter(getattr(card, what) for card in box.cards)
        sums[what] = {str(name): found[name] for name in sorted(found)}
    return {**sums, "faults": list(box.faults)}


def print_question_results(where: str, cards: Sequence[BoxEntry], *, as_json: bool) -> int:
    """Print how a host's questions have fared, and return the exit code."""
    try:
        with open_host_at(where) as host:
            rows = list_question_results(host.store, cards)
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print_rows(rows, as_json=as_json)
    return 0


def list_question_results(store: Store, cards: Sequence[BoxEntry]) -> list[dict[str, Any]]:
    """Return a row for each question that has been asked, those with most reports first, then those asked most."""
    counts = store.load_counts_of_owners(
        [card_packs.build_card_counter_name(LADDER_RULESET.name, card.id) for card in cards]
    )
    changes, _ = card_changes.load_card_changes(store, LADDER_RULESET.name)
    rows = [
        build_question_row(card, found, changes.get(card.id, CardChange()))
        for card, found in zip(cards, counts, strict=True)
        if found
    ]
    return sorted(rows, key=lambda row: (-sum(row["reported"].values()), -row["asked"], row["id"]))


def build_question_row(card: BoxEntry, found: Mapping[str, int], change: CardChange) -> dict[str, Any]:
    """Return how one question has fared, its level now, and the level that its answers since the last change speak
    for.
    """
    asked, right = found.get("asked", 0), found.get("right", 0)
    reports = {name.partition(".")[2]: count for name, count in found.items() if name.startswith("reported.")}
    share = round(right / asked, 2) if asked else None
    level = int(change.changed_fields.get("level", card.level))
    since = [found.get(name, 0) - change.since.get(name, 0) for name in ("asked", "right")]
    row = {
        "id": card.id,
        "level": level,
        "drifts": compute_drifted_level(level, *since),
        "asked": asked,
        "right": share,
        "reported": reports,
    }
    return {**row, "question": card.question, "answer": card.answers[0]}


def print_rows(what: Any, *, as_json: bool) -> None:
    """Print as JSON, or line by line."""
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(what)).decode())
    elif isinstance(what, dict):
        for name, value in what.items():
            print(f"{name}: {format_row_value(value)}")
    else:
        for row in what:
            print("  ".join(f"{name} {format_row_value(value)}" for name, value in row.items()))


def format_row_value(value: Any) -> str:
    """Format a number, a list, or counts in a row."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items()) or "none"
    return "; ".join(value) or "none" if isinstance(value, list) else str(value)


def run_bank_grow(_argv: list[str]) -> int:
    """Make the bank again from its quiz files, and print what had to be left out."""
    folder = Path(str(resources.files(LADDER_RULESET.cards)))
    for fault in bank_grow.write_grown_bank(folder / "facts", folder):
        print(fault)
    return 0
