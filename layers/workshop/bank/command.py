"""`rtab bank`: count the questions a game is played with, check them, import more, and see how they fare.

rtab bank [--json] [--pack FILE ...]            counts by level, category, source, licence and region; what is wrong
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
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel import Illegal, format_text
from engine.ladder.box import BoxEntry, compute_drifted_level
from engine.ladder.packs import MINE
from engine.ladder.rules import LADDER_RULESET
from host.core.cards import dealt_cards
from host.core.cards.dealt_cards import CardCopy
from host.core.context import HostContext
from host.core.store import Store, card_changes
from host.core.store.card_changes import CardChange
from host.doors.local.settings import UnfitSetting, open_host_at
from workshop.bank import blind, check, importing
from workshop.bank import check as checking
from workshop.bank import importing as bank_grow

FIELDS = ("question", "why", "category", "checked")
Does = Callable[[HostContext, argparse.Namespace], None]


def print_reported_questions(host: HostContext, _: argparse.Namespace) -> None:
    """List the reported questions, those with most reports first; for one that is not the bank's, also the packs that
    hold it.
    """
    found: dict[str, list[card_changes.Report]] = {}
    for each in card_changes.iter_card_reports(host.store, LADDER_RULESET.name, host.now()):
        found.setdefault(each.card, []).append(each.report)
    changes, _opened = card_changes.load_card_changes(host.store, LADDER_RULESET.name)
    for card in sorted(found, key=lambda card: (-len(found[card]), card)):
        said = Counter(report.fault for report in found[card])
        faults = ", ".join(f"{fault} {said[fault]}" for fault in sorted(said))
        counts = host.store.load_counts(dealt_cards.build_card_counter_name(LADDER_RULESET.name, card))
        fared = f"right {counts.get('right', 0)} of {counts.get('asked', 0)}"
        gone = ", withdrawn" if card in changes and changes[card].withdrawn else ""
        own = "".join(
            f"  in {each.pack.name} of {each.owner}"
            for each in dealt_cards.list_card_copies(host, LADDER_RULESET, card)
        )
        print(f"{card}  {faults}  ({fared}{gone})  {found[card][0].text}{own}")
    print(f"{len(found)} reported")


def _list_meant_copies(host: HostContext, asked: argparse.Namespace) -> list[CardCopy]:
    """Return the copies in people's packs that an order is about, or none if it is the bank's own question. Raises
    Illegal if the owner named has no such question.
    """
    brought = asked.id.startswith(f"{MINE}-")
    own = dealt_cards.list_card_copies(host, LADDER_RULESET, asked.id, asked.of) if brought else []
    if asked.of and not own:
        raise Illegal("There is no question {card} in the packs of {owner}.", card=asked.id, owner=asked.of)
    return own


def withdraw_question(host: HostContext, asked: argparse.Namespace) -> None:
    """Deal a question no more. Games that hold it keep it."""
    _set_withdrawn(host, asked, withdrawn=True)
    print(f"{asked.id} is dealt no more. Games that hold it keep it.")
    today = datetime.fromtimestamp(host.now(), UTC).date().isoformat()
    if dealt_cards.is_card_of_day(host, LADDER_RULESET, today, asked.id):
        print("It is one of today's questions, which stay the same for everybody until the day ends (UTC).")


def bring_back_question(host: HostContext, asked: argparse.Namespace) -> None:
    """Deal a withdrawn question again."""
    _set_withdrawn(host, asked, withdrawn=False)
    print(f"{asked.id} is dealt again.")


def _set_withdrawn(host: HostContext, asked: argparse.Namespace, *, withdrawn: bool) -> None:
    own = _list_meant_copies(host, asked)
    for each in own:
        each.withdraw(host, LADDER_RULESET, withdrawn=withdrawn)
    if not own:
        dealt_cards.withdraw_printed_card(host, LADDER_RULESET, asked.id, withdrawn=withdrawn)


def dismiss_reports(host: HostContext, asked: argparse.Namespace) -> None:
    """Settle the reports of a question with which nothing is wrong."""
    print(
        f"{card_changes.settle_card_reports(host.store, LADDER_RULESET.name, asked.id)} reports of {asked.id} "
        "are dealt with."
    )


def mend_question(host: HostContext, asked: argparse.Namespace) -> None:
    """Change a question's text, answers or level for all games from now on."""
    fields: dict[str, Any] = {name: value for name in FIELDS if (value := getattr(asked, name))}
    if asked.level:
        fields["level"] = asked.level
    if asked.answers:
        fields["answers"] = [answer.strip() for answer in asked.answers.split("|")]
    if not fields:
        raise Illegal("Say what to change, for example --level 4. See rtab bank mend --help.")
    own = _list_meant_copies(host, asked)
    found = [each.correct(host, LADDER_RULESET, fields) for each in own]
    card = found[0] if found else dealt_cards.correct_printed_card(host, LADDER_RULESET, asked.id, fields)
    print(f"{card.id}, level {card.level}: {card.question} {' | '.join(card.answers)}. {card.why}")


def drift_levels(host: HostContext, _: argparse.Namespace) -> None:
    """Move levels towards what was scored, now instead of at night."""
    night = dealt_cards.review_boxes_nightly(host, again=True)
    moved = night.moved if night else []
    print("\n".join([*moved, f"{len(moved)} moved"]))


DOES: dict[str, Does] = {
    "reports": print_reported_questions,
    "withdraw": withdraw_question,
    "bring-back": bring_back_question,
    "dismiss": dismiss_reports,
    "mend": mend_question,
    "drift": drift_levels,
}


def run_tending_command(word: str, argv: list[str]) -> int:
    """Open the host and run one of the commands on its questions."""
    asked = build_tending_parser(word).parse_args(argv)
    try:
        with open_host_at(asked.where) as host:
            DOES[word](host, asked)
    except BrokenPipeError:  # the reader has seen enough
        raise
    except Illegal as no:
        print(format_text(no.text, no.facts), file=sys.stderr)
        return 1
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def build_tending_parser(word: str) -> argparse.ArgumentParser:
    """Build the argument parser of one of the commands."""
    words = argparse.ArgumentParser(f"rtab bank {word}", description=DOES[word].__doc__)
    words.add_argument("where", metavar="WHERE", help="the folder of a host, or table:NAME for a table in DynamoDB")
    if word in ("withdraw", "bring-back", "dismiss", "mend"):
        words.add_argument("id", metavar="ID", help="id of the question, as rtab bank reports shows it")
        words.add_argument(
            "--of", metavar="OWNER", default="", help=("owner of the pack: a place, or the id of a person")
        )
    if word == "mend":
        words.add_argument("--level", type=int, help="1 to 15")
        words.add_argument("--answers", help="all answers, the right one first, with | between them")
        for name in FIELDS:
            words.add_argument(f"--{name}")
    return words


def _build_tending_runner(word: str) -> Callable[[list[str]], int]:
    return lambda argv: run_tending_command(word, argv)


TENDING_COMMANDS = {word: _build_tending_runner(word) for word in DOES}
COUNTED_FIELDS = ("level", "category", "source", "licence")


def run_bank_command(argv: list[str]) -> int:
    """Run the subcommand that the first word names; without one, count the bank."""
    words = {
        "import": importing.run_bank_import,
        "grow": run_bank_grow,
        "blind": blind.run_blind_command,
        **TENDING_COMMANDS,
    }
    if argv and argv[0] in words:
        return words[argv[0]](argv[1:])
    asked = build_bank_parser().parse_args(argv)
    try:
        box = dealt_cards.load_card_box(LADDER_RULESET.name, tuple(asked.pack))
    except OSError as error:
        print(f"A pack cannot be read: {error}", file=sys.stderr)
        return 1
    if asked.fared:
        return print_question_results(asked.fared, box.cards, as_json=asked.json)
    if asked.hints:
        print_rows([hint._asdict() for hint in check.list_question_hints(box.cards)], as_json=asked.json)
        return 0
    if asked.check:
        return run_bank_check(box, asked.only, as_json=asked.json)
    print_rows(count_bank(box), as_json=asked.json)
    return 1 if box.faults else 0


def run_bank_check(box: dealt_cards.CardBox, only: str, *, as_json: bool) -> int:
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
    words.add_argument(
        "--pack", action="append", default=[], metavar="FILE", help=("also count the questions of this file")
    )
    words.add_argument("--hints", action="store_true", help="list questions whose wording gives the answer away")
    words.add_argument(
        "--check", action="store_true", help=("check the bank against its aims, and list what misses them")
    )
    words.add_argument("--only", default="", metavar="BEGINNING", help="check only questions whose ids begin with this")
    words.add_argument("--fared", metavar="WHERE", help="the folder of a host, or table:NAME for a table in DynamoDB")
    return words


def count_bank(box: dealt_cards.CardBox) -> dict[str, Any]:
    """Return how many questions there are, by level, category, source and licence; for each level the per cent of its
    questions about a country that are about each region that quizzes forget; and the faults of others.
    """
    sums: dict[str, Any] = {"questions": len(box.cards)}
    for what in COUNTED_FIELDS:
        found = Counter(getattr(card, what) for card in box.cards)
        sums[what] = {str(name): found[name] for name in sorted(found)}
    for region, shares in check.compute_region_shares(box.cards).items():
        sums[f"% about {region}, by level"] = {str(level): round(100 * share) for level, share in shares.items()}
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
        [dealt_cards.build_card_counter_name(LADDER_RULESET.name, card.id) for card in cards]
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
