"""Compares what a log says was sealed with the receipts that were told, and with the answers: no rules are run."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from engine.kernel.record import AnswerEntry
from engine.notation.sealed_answers import SEALED_ANSWERS, find_mismatched_seal
from host.core.session import LogEntry

RECEIPT_PATTERN = re.compile(r"\b[0-9a-f]{64}\b")


def find_broken_seal(secret: str, log: Sequence[LogEntry], *, kept: bool) -> str:
    """Return the name of the first seal that does not fit its receipt or its answer, or an empty string.
    A missing seal is a fault only if the seals were `kept`, which games of the first method did not do.
    """
    for entry in log:
        given = read_receipts(entry)
        for sealed in entry.sealed:
            if sealed.compute_receipt(secret) not in given:
                return sealed.name
        for one in entry.taken:
            if not isinstance(one, AnswerEntry) or one.key not in SEALED_ANSWERS:
                continue
            if kept and given and not entry.sealed:
                return f"{one.key} {one.who}"
            if not one.lapsed and (other := find_mismatched_seal(one.who, one.key, one.value, entry.sealed)):
                return other.name
    return ""


def read_receipts(entry: LogEntry) -> set[str]:
    """Return all receipts that the rules told with this entry."""
    told = [each.facts for each in entry.told if each.table]
    return set(RECEIPT_PATTERN.findall(msgspec.json.encode(told).decode()))
