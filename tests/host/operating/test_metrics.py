"""Metrics at home: read by Prometheus' own parser, for those with the token alone, and nothing secret in them."""

import logging
import re
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from host.core.context import DELIVERY_METRIC, ERRORS_METRIC, INPUT_METRIC, REFUSED_METRIC, SWEEP_METRICS
from host.core.session import Command
from host.core.store.items import DUE
from host.core.transaction import run_transaction
from host.doors.local.metrics import StoreMetrics
from host.doors.local.process import LocalProcess
from host.doors.local.settings import METRICS_TOKEN, LocalSettings, UnfitSetting, read_settings
from host.doors.registry import list_doors
from tests.waiting import LONGEST, until

ROOT = Path(__file__).parents[3]
TOKEN = "a-token-of-16-letters-or-more"  # noqa: S105 - of this test


@pytest.fixture
def process(tmp_path):
    made = LocalProcess(LocalSettings(0, tmp_path, metrics_token=TOKEN))
    made.start()
    yield made
    made.stop()


def ask(process, header=f"Bearer {TOKEN}"):
    request = urllib.request.Request(f"{process.server.url}/metrics", headers={"Authorization": header})  # noqa: S310 - our own
    try:
        with urllib.request.urlopen(request, timeout=LONGEST) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def scrape(process):
    status, text = ask(process)
    assert status == 200
    families = list(text_string_to_metric_families(text))
    assert all(family.documentation for family in families)
    return {
        (sample.name, sample.labels.get("door", "")): sample.value for family in families for sample in family.samples
    }


def test_only_with_the_token(process):
    for header in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer \xe4"):
        status, text = ask(process, header)
        assert (status, "rtab_" in text) == (401, False)
    assert ask(process, f"bearer {TOKEN}")[0] == 200


def test_without_a_token_there_is_no_such_page(tmp_path):
    process = LocalProcess(LocalSettings(0, tmp_path))
    process.start()
    try:
        assert ask(process)[0] == 404
    finally:
        process.stop()


def test_games_inputs_refusals_and_errors_are_counted(process):
    until(lambda: scrape(process)["rtab_open_games", ""] >= 1)  # the living game
    before = scrape(process)
    run_transaction(process.host, Command(by="somebody"), "nothere", lambda _: None)
    logging.getLogger("host.doors.telegram.x").error("a test")
    logging.getLogger("host.core.x").error("a test")
    for part in ("web.pages.x", "local.server"):
        logging.getLogger(f"host.doors.{part}").error("a test")
    logging.getLogger("host.core.x").warning("no error")
    after = scrape(process)
    for name in (("rtab_input_seconds_count", ""), ("rtab_refused_requests_total", "")):
        assert after[name] == before[name] + 1
    assert after["rtab_errors_total", "telegram"] == before["rtab_errors_total", "telegram"] + 1
    assert after["rtab_errors_total", "web"] == before["rtab_errors_total", "web"] + 2
    assert after["rtab_errors_total", "host"] == before.get(("rtab_errors_total", "host"), 0) + 1
    assert {("rtab_errors_total", door.name) for door in list_doors()} <= set(after)


def test_what_aws_measures_has_the_same_names(process):
    template = (ROOT / "template.yaml").read_text("utf-8")
    ours = {ERRORS_METRIC, INPUT_METRIC, REFUSED_METRIC, DELIVERY_METRIC, *SWEEP_METRICS}
    assert set(re.findall(r"rtab_[a-z_]+", template)) <= ours
    process.host.measures.add_delivery("telegram:", 0.2)
    shown = {re.sub("_(total|created|count|sum|bucket)$", "", name) for name, _ in scrape(process)}
    assert {name for name in shown if name.startswith("rtab_")} == ours


def test_a_late_clock_is_seen(tmp_path):
    process = LocalProcess(LocalSettings(0, tmp_path, metrics_token=TOKEN))
    process.start()
    until(lambda: process.host.store.table.due_before(DUE, float("inf"), limit=1))
    process.stop()  # nobody ticks any more
    (first,) = process.host.store.table.due_before(DUE, float("inf"), limit=1)
    later = replace(process.host, now=lambda: first.when + 100.0)
    told = {family.name: family.samples[0].value for family in StoreMetrics(later).collect()}
    assert told["rtab_deadline_age_seconds"] == pytest.approx(100.0)
    assert told["rtab_late_games"] >= 1


def test_a_delivery_is_counted_by_its_door(process):
    process.host.measures.add_delivery("telegram:", 0.2)
    assert scrape(process)["rtab_delivery_seconds_count", "telegram"] == 1


@pytest.mark.parametrize("token", ["short", "x" * 15, "with a blank in the middle", "ümlaut" * 5])
def test_a_token_that_is_easily_guessed_or_cannot_be_sent_is_refused(token):
    with pytest.raises(UnfitSetting, match=METRICS_TOKEN):
        read_settings({METRICS_TOKEN: token})
