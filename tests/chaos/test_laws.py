"""The laws find out what they are there for: each host of a kept list has one fault that no calm day would show."""

import re

import pytest

from tests.chaos.faults import FAULTS, LazyWorld, PageWorld, found
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
