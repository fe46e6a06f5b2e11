"""`rtab bank reports|withdraw|bring-back|dismiss|mend|drift WHERE`: what is done about questions while games run.

Games that hold a question keep it as they were given it; every game that begins afterwards is dealt what it is now.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from engine.kernel import Illegal, format_text
from engine.ladder.packs import MINE
from engine.ladder.rules import LADDER_RULESET
from host.core.cards import card_packs, dealt_cards, own_cards
from host.core.cards.own_cards import OwnCard
from host.core.context import HostContext
from host.core.store import card_changes, card_reports
from host.doors.local.open_store import open_host_at
from host.doors.local.settings import UnfitSetting

FIELDS = ("question", "why", "category", "checked")
Does = Callable[[HostContext, argparse.Namespace], None]


def print_reported_questions(host: HostContext, _: argparse.Namespace) -> None:
    """List the reported questions, those with most reports first; for one that is not the bank's, also the packs that
    hold it.
    """
    found: dict[str, list[card_reports.Report]] = {}
    for each in card_reports.iter_card_reports(host.store, LADDER_RULESET.name, host.now()):
        found.setdefault(each.card, []).append(each.report)
    changes, _opened = card_changes.load_card_changes(host.store, LADDER_RULESET.name)
    for card in sorted(found, key=lambda card: (-len(found[card]), card)):
        said = Counter(report.fault for report in found[card])
        faults = ", ".join(f"{fault} {said[fault]}" for fault in sorted(said))
        counts = host.store.load_counts(card_packs.build_card_counter_name(LADDER_RULESET.name, card))
        fared = f"right {counts.get('right', 0)} of {counts.get('asked', 0)}"
        gone = ", withdrawn" if card in changes and changes[card].withdrawn else ""
        own = "".join(f"  in {each.pack.name} of {each.owner}" for each in _list_own_copies(host, card))
        print(f"{card}  {faults}  ({fared}{gone})  {found[card][0].text}{own}")
    print(f"{len(found)} reported")


def _list_own_copies(host: HostContext, card: str, of: str = "") -> list[OwnCard]:
    """Return the copies of a question in the packs of this owner; or, without an owner, of those with whose packs the
    games were played that reported it.
    """
    found = [
        each.report
        for each in card_reports.iter_card_reports(host.store, LADDER_RULESET.name, host.now())
        if each.card == card
    ]
    owners = [owner for report in found for owner in own_cards.list_report_pack_owners(host, report)]
    return [*own_cards.iter_own_cards(host, [own_cards.build_pack_owner(of)] if of else dict.fromkeys(owners), card)]


def _list_meant_copies(host: HostContext, asked: argparse.Namespace) -> list[OwnCard]:
    """Return the copies in people's packs that an order is about, or none if it is the bank's own question. Raises
    Illegal if the owner named has no such question.
    """
    own = _list_own_copies(host, asked.id, asked.of) if asked.id.startswith(f"{MINE}-") else []
    if asked.of and not own:
        raise Illegal("There is no question {card} in the packs of {owner}.", card=asked.id, owner=asked.of)
    return own


def withdraw_question(host: HostContext, asked: argparse.Namespace) -> None:
    """Deal a question no more. Games that hold it keep it."""
    _set_withdrawn(host, asked, withdrawn=True)
    print(f"{asked.id} is dealt no more. Games that hold it keep it.")
    today = datetime.fromtimestamp(host.now(), UTC).date().isoformat()
    if dealt_cards.is_card_of_day(host, LADDER_RULESET, today, asked.id):
        print("It is one of today's, which stay the same for everybody until the day ends (UTC).")


def bring_back_question(host: HostContext, asked: argparse.Namespace) -> None:
    """Deal a withdrawn question again."""
    _set_withdrawn(host, asked, withdrawn=False)
    print(f"{asked.id} is dealt again.")


def _set_withdrawn(host: HostContext, asked: argparse.Namespace, *, withdrawn: bool) -> None:
    own = _list_meant_copies(host, asked)
    for each in own:
        own_cards.withdraw_own_card(host, LADDER_RULESET, each, withdrawn=withdrawn)
    if not own:
        dealt_cards.withdraw_printed_card(host, LADDER_RULESET, asked.id, withdrawn=withdrawn)


def dismiss_reports(host: HostContext, asked: argparse.Namespace) -> None:
    """Settle the reports of a question with which nothing is wrong."""
    print(
        f"{card_reports.settle_card_reports(host.store, LADDER_RULESET.name, asked.id)} reports of {asked.id} "
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
        raise Illegal("Say what is to be otherwise, say --level 4; see rtab bank mend --help.")
    own = _list_meant_copies(host, asked)
    found = [own_cards.correct_own_card(host, LADDER_RULESET, each, fields) for each in own]
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
    except BrokenPipeError:  # whoever reads this has seen enough
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
        words.add_argument("id", metavar="ID", help="of the question, as rtab bank reports shows it")
        words.add_argument("--of", metavar="OWNER", default="", help="in a pack of this place, or of this person's id")
    if word == "mend":
        words.add_argument("--level", type=int, help="1 to 15")
        words.add_argument("--answers", help="the right one first, with | between them")
        for name in FIELDS:
            words.add_argument(f"--{name}")
    return words


def _build_tending_runner(word: str) -> Callable[[list[str]], int]:
    return lambda argv: run_tending_command(word, argv)


TENDING_COMMANDS = {word: _build_tending_runner(word) for word in DOES}
