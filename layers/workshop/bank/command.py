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

from engine.ladder.box import Entry
from engine.ladder.levels import drifted
from engine.ladder.rules import LADDER
from host.core.cards import card_packs
from host.core.store import Store, card_changes
from host.core.store.card_changes import CardChange
from host.doors.local.open_store import at
from host.doors.local.settings import UnfitSetting
from workshop.bank import blind, hints, importing, tending
from workshop.bank import check as checking
from workshop.bank import grow as bank_grow

COUNTED = ("level", "category", "source", "licence")


def run(argv: list[str]) -> int:
    """Do what the first word says; without one, count."""
    words = {"import": importing.run, "grow": grow, "blind": blind.run, **tending.WORDS}
    if argv and argv[0] in words:
        return words[argv[0]](argv[1:])
    asked = parser().parse_args(argv)
    try:
        box = card_packs.box(LADDER.name, tuple(asked.pack))
    except OSError as error:
        print(f"A pack cannot be read: {error}", file=sys.stderr)
        return 1
    if asked.fared:
        return show_fared(asked.fared, box.cards, as_json=asked.json)
    if asked.hints:
        show([hint._asdict() for hint in hints.hints(box.cards)], as_json=asked.json)
        return 0
    if asked.check:
        return check(box, asked.only, as_json=asked.json)
    show(counts(box), as_json=asked.json)
    return 1 if box.faults else 0


def check(box: card_packs.CardBox, only: str, *, as_json: bool) -> int:
    """Measure the bank, or of it the questions whose ids begin so; 1 where an aim is missed."""
    found = checking.measures([card for card in box.cards if card.id.startswith(only)], box.cards)
    if as_json:
        show([{**it._asdict(), "met": it.met} for it in found], as_json=True)
    else:
        print("\n".join([*box.faults, *checking.told(found, all_of_them=bool(only))]))
    return 0 if all(it.met for it in found) and not box.faults else 1


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser("rtab bank", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--pack", action="append", default=[], metavar="FILE", help="count these questions, too")
    words.add_argument("--hints", action="store_true", help="name questions that are given away")
    words.add_argument("--check", action="store_true", help="measure the bank against its aims")
    words.add_argument("--only", default="", metavar="BEGINNING", help="check the questions whose ids begin so")
    words.add_argument("--fared", metavar="WHERE", help="the folder of a host, or table:NAME for a table in DynamoDB")
    return words


def counts(box: card_packs.CardBox) -> dict[str, Any]:
    """How many questions there are, by everything that counts, and what is wrong with others."""
    sums: dict[str, Any] = {"questions": len(box.cards)}
    for what in COUNTED:
        found = Counter(getattr(card, what) for card in box.cards)
        sums[what] = {str(name): found[name] for name in sorted(found)}
    return {**sums, "faults": list(box.faults)}


def show_fared(where: str, cards: Sequence[Entry], *, as_json: bool) -> int:
    """What a host knows of its questions."""
    try:
        with at(where) as host:
            rows = fared(host.store, cards)
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    show(rows, as_json=as_json)
    return 0


def fared(store: Store, cards: Sequence[Entry]) -> list[dict[str, Any]]:
    """Questions that have been asked, the most surprising first: measured against the level they claim."""
    counts = store.ledgers([card_packs.fared(LADDER.name, card.id) for card in cards])
    changes, _ = card_changes.changes(store, LADDER.name)
    rows = [
        measured(card, found, changes.get(card.id, CardChange()))
        for card, found in zip(cards, counts, strict=True)
        if found
    ]
    return sorted(rows, key=lambda row: (-sum(row["reported"].values()), -row["asked"], row["id"]))


def measured(card: Entry, found: Mapping[str, int], change: CardChange) -> dict[str, Any]:
    """How one question has fared, its level now, and the next one that its answers since speak for."""
    asked, right = found.get("asked", 0), found.get("right", 0)
    reports = {name.partition(".")[2]: count for name, count in found.items() if name.startswith("reported.")}
    share = round(right / asked, 2) if asked else None
    level = int(change.now.get("level", card.level))
    since = [found.get(name, 0) - change.since.get(name, 0) for name in ("asked", "right")]
    row = {
        "id": card.id,
        "level": level,
        "drifts": drifted(level, *since),
        "asked": asked,
        "right": share,
        "reported": reports,
    }
    return {**row, "question": card.question, "answer": card.answers[0]}


def show(what: Any, *, as_json: bool) -> None:
    """As JSON, or line by line."""
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(what)).decode())
    elif isinstance(what, dict):
        for name, value in what.items():
            print(f"{name}: {spoken(value)}")
    else:
        for row in what:
            print("  ".join(f"{name} {spoken(value)}" for name, value in row.items()))


def spoken(value: Any) -> str:
    """A number, or counts in a row."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items()) or "none"
    return "; ".join(value) or "none" if isinstance(value, list) else str(value)


def grow(_argv: list[str]) -> int:
    """Make the bank again, and say what had to be left out."""
    folder = Path(str(resources.files(LADDER.cards)))
    for fault in bank_grow.grow(folder / "facts", folder):
        print(fault)
    return 0
