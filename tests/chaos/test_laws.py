"""The laws find out what they are there for: each host of a kept list has one fault that no calm day would show."""

import re
import zlib

import msgspec
import pytest

from engine.kernel import Told
from host.core.session import LogEntry, SeatedPlayer, Session
from tests.chaos.faults import FAULTS, LazyWorld, PageWorld, found
from tests.chaos.laws import Saved, notice_is_right
from tests.chaos.weather import Weather
from tests.chaos.world import LocalWorld, lived

SOME = {"tells_everybody_everything", "forgets_what_it_did", "takes_forged_forms"}


def found_out(fault):
    n, said = found(fault)
    assert n, f"chaos lets it pass: {fault.says}"
    assert re.search(fault.law, said), said


@pytest.mark.whole
@pytest.mark.parametrize("fault", [each for each in FAULTS if each.name in SOME], ids=lambda each: each.name)
def test_some_faults_are_found_out(fault):
    found_out(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", [each for each in FAULTS if each.name not in SOME], ids=lambda each: each.name)
def test_every_fault_is_found_out(fault):
    found_out(fault)


def test_each_fault_has_a_name_of_its_own():
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 20
    assert {fault.name for fault in FAULTS} >= SOME


@pytest.mark.whole
@pytest.mark.parametrize("n", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", [PageWorld, LazyWorld, LocalWorld])
def test_without_a_fault_nothing_is_found(kind, n):
    assert lived(kind(f"fault {n}", Weather(), "toy")).inputs > 5


def test_a_notice_is_what_its_input_told_and_no_refusal():
    told = [Told("{who} opens {n}.", {"who": "p1", "n": 7}), Told("For p2.", {}, "p2")]
    session = Session("g", "season7", {}, 60.0, "", "", 0.0, players=[SeatedPlayer("p1", name="Ann")])
    packed = zlib.compress(msgspec.json.encode(session))
    saved = Saved(0.0, "g", "", packed, LogEntry(0.0, "answer", "p1", told=told), [])
    for notice in ("✓", "Ann opens 7.", "Ann opens 7.\nYour total: £1,000 → £2,000, 1st"):
        assert notice_is_right(saved, notice)
    for notice in ("Too late: this was already answered.", "For p2.", "Ann opens 8.", ""):
        assert not notice_is_right(saved, notice)
    assert notice_is_right(None, "Too late: this was already answered.")
    for notice in ("✓", "Something.\nYour total: £1,000 → £2,000, 1st"):
        assert not notice_is_right(None, notice)
