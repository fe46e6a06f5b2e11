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

from engine.kernel import Illegal, render
from engine.ladder.packs import MINE
from engine.ladder.rules import LADDER
from host.core.cards import card_packs, dealt_cards, own_cards
from host.core.cards.own_cards import OwnCard
from host.core.context import HostContext
from host.core.store import card_changes, card_reports
from host.doors.local.open_store import at
from host.doors.local.settings import UnfitSetting

FIELDS = ("question", "why", "category", "checked")
Does = Callable[[HostContext, argparse.Namespace], None]


def reports(host: HostContext, _: argparse.Namespace) -> None:
    """Question by question, the one that most have reported first; if it is not the bank's, in whose pack it lies."""
    found: dict[str, list[card_reports.Report]] = {}
    for each in card_reports.listed(host.store, LADDER.name, host.now()):
        found.setdefault(each.card, []).append(each.report)
    changes, _opened = card_changes.changes(host.store, LADDER.name)
    for card in sorted(found, key=lambda card: (-len(found[card]), card)):
        said = Counter(report.fault for report in found[card])
        faults = ", ".join(f"{fault} {said[fault]}" for fault in sorted(said))
        counts = host.store.counts(card_packs.fared(LADDER.name, card))
        fared = f"right {counts.get('right', 0)} of {counts.get('asked', 0)}"
        gone = ", withdrawn" if card in changes and changes[card].withdrawn else ""
        own = "".join(f"  in {each.pack.name} of {each.owner}" for each in _own(host, card))
        print(f"{card}  {faults}  ({fared}{gone})  {found[card][0].text}{own}")
    print(f"{len(found)} reported")


def _own(host: HostContext, card: str, of: str = "") -> list[OwnCard]:
    """Wherever it lies in packs of this owner; or else of those with whose packs games were played that reported it."""
    found = [each.report for each in card_reports.listed(host.store, LADDER.name, host.now()) if each.card == card]
    owners = [owner for report in found for owner in own_cards.owners_of(host, report)]
    return [*own_cards.lying(host, [own_cards.owner(of)] if of else dict.fromkeys(owners), card)]


def _meant(host: HostContext, asked: argparse.Namespace) -> list[OwnCard]:
    """None, if it is the bank's own question."""
    own = _own(host, asked.id, asked.of) if asked.id.startswith(f"{MINE}-") else []
    if asked.of and not own:
        raise Illegal("There is no question {card} in the packs of {owner}.", card=asked.id, owner=asked.of)
    return own


def withdraw(host: HostContext, asked: argparse.Namespace) -> None:
    """It is dealt no more."""
    _withdrawn(host, asked, withdrawn=True)
    print(f"{asked.id} is dealt no more. Games that hold it keep it.")
    today = datetime.fromtimestamp(host.now(), UTC).date().isoformat()
    if dealt_cards.on_day(host, LADDER, today, asked.id):
        print("It is one of today's, which stay the same for everybody until the day ends (UTC).")


def bring_back(host: HostContext, asked: argparse.Namespace) -> None:
    """It is dealt again."""
    _withdrawn(host, asked, withdrawn=False)
    print(f"{asked.id} is dealt again.")


def _withdrawn(host: HostContext, asked: argparse.Namespace, *, withdrawn: bool) -> None:
    own = _meant(host, asked)
    for each in own:
        own_cards.withdraw(host, LADDER, each, withdrawn=withdrawn)
    if not own:
        dealt_cards.withdraw(host, LADDER, asked.id, withdrawn=withdrawn)


def dismiss(host: HostContext, asked: argparse.Namespace) -> None:
    """Nothing is wrong with it."""
    print(f"{card_reports.settle(host.store, LADDER.name, asked.id)} reports of {asked.id} are dealt with.")


def mend(host: HostContext, asked: argparse.Namespace) -> None:
    """It is dealt otherwise."""
    fields: dict[str, Any] = {name: value for name in FIELDS if (value := getattr(asked, name))}
    if asked.level:
        fields["level"] = asked.level
    if asked.answers:
        fields["answers"] = [answer.strip() for answer in asked.answers.split("|")]
    if not fields:
        raise Illegal("Say what is to be otherwise, say --level 4; see rtab bank mend --help.")
    own = _meant(host, asked)
    found = [own_cards.mend(host, LADDER, each, fields) for each in own]
    card = found[0] if found else dealt_cards.mend(host, LADDER, asked.id, fields)
    print(f"{card.id}, level {card.level}: {card.question} {' | '.join(card.answers)}. {card.why}")


def drift(host: HostContext, _: argparse.Namespace) -> None:
    """What happens every night, at once."""
    night = dealt_cards.night(host, again=True)
    moved = night.moved if night else []
    print("\n".join([*moved, f"{len(moved)} moved"]))


DOES: dict[str, Does] = {
    "reports": reports,
    "withdraw": withdraw,
    "bring-back": bring_back,
    "dismiss": dismiss,
    "mend": mend,
    "drift": drift,
}


def run(word: str, argv: list[str]) -> int:
    """Do it in that house."""
    asked = parser(word).parse_args(argv)
    try:
        with at(asked.where) as host:
            DOES[word](host, asked)
    except BrokenPipeError:  # whoever reads this has seen enough
        raise
    except Illegal as no:
        print(render(no.text, no.facts), file=sys.stderr)
        return 1
    except (UnfitSetting, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def parser(word: str) -> argparse.ArgumentParser:
    """What may stand on the line."""
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


def _of(word: str) -> Callable[[list[str]], int]:
    return lambda argv: run(word, argv)


WORDS = {word: _of(word) for word in DOES}
