"""One browser for all tests of the page; where there is none, those tests are left out, and the run says so loudly."""

import contextlib
import gc
import logging
import os
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from host.core import gc_tuning
from tests import disk, longer_tables, tiers
from tests.chance import CHANCE
from tests.chromium import FLAGS, NO_CHROMIUM, chromium
from tests.costs import Costs
from tests.examples import load_profile, seed_properties
from tests.pages import Pages

LEFT_OUT = {"pages": 0, "tests": 0, "files": 0}
ORDER = os.environ.get("ORDER", "")
ADDITIONS = int(os.environ.get("ADDITIONS", "0"))
longer_tables.grow(ADDITIONS)  # at once: other conftests read the tables before there are options
CHANCE.drawn_by_hosts()
disk.stop_waiting()
load_profile()
COSTS = Costs()


def pytest_configure(config):
    """Files may be named in any order: pytest 9.1 loses a folder's fixtures when it comes back to the folder."""
    config.args.sort(key=lambda arg: Path(arg.partition("::")[0]).parts)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    CHANCE.children.clear()
    with COSTS.measure(item.nodeid), CHANCE.of(item.nodeid), log_levels_put_back():
        return (yield)


@contextlib.contextmanager
def log_levels_put_back():
    """A function in AWS, and a host at home, set for good how much is logged: in a test, until its end."""
    before = [(log, log.level) for log in map(logging.getLogger, ("", "host", "engine"))]
    yield
    for log, level in before:
        if log.level != level:
            log.setLevel(level)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    report = yield
    if report.failed and CHANCE.children:
        report.sections.append(("Seeds of the child processes", "\n".join(CHANCE.children)))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    """What several tests share does not hang on which of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with (
        COSTS.measure_fixture(fixturedef),
        CHANCE.of(f"{fixturedef.baseid} {fixturedef.argname} {request.param_index}"),
    ):
        return (yield)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chrome(playwright):
    browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield Pages(browser, reduced_motion="reduce")  # to draw what moves takes the most time
    browser.close()


@pytest.fixture
def notices_chrome(playwright):
    """A browser that shows notices; the quickest does not."""
    browser = playwright.chromium.launch(executable_path=chromium(notices=True), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(autouse=True)
def _pages_are_closed(request):
    pages = request.getfixturevalue("chrome") if "chrome" in request.fixturenames else None
    yield
    if pages:
        pages.empty()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """All tests are loaded, and stay to the end."""
    with gc_tuning.pause_gc():
        return (yield)


def pytest_ignore_collect(collection_path, config):
    """Leave out modules of which no test would be run."""
    marks = tiers.left_out_for(collection_path, config)
    LEFT_OUT["files"] += "whole" in marks and tiers.is_asked_for(collection_path, config)
    return True if marks else None


def pytest_pycollect_makeitem(collector, name, obj):
    """Make no tests of what would be left out: that takes longer than to run many others."""
    marks = tiers.left_out_of(obj, collector.config) if name.startswith("test") else ()
    LEFT_OUT["tests"] += marks == {"whole"}
    return [] if marks else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc):
    """The same for single cases."""
    tiers.leave_out_cases(metafunc.definition, metafunc.config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what cannot be run here, and say how much is left out for its cost."""
    tiers.mark_pages(items)
    LEFT_OUT["tests"] += tiers.count_dear(items, config.option.markexpr)
    if ADDITIONS:
        leave_out(config, items, [item for item in items if item.get_closest_marker("as_released")])
    leave_out_pages(config, items)
    seed_properties(items)
    if ORDER:
        tiers.shuffle(items, ORDER)


def leave_out(config, items, some):
    items[:] = [item for item in items if item not in some]
    config.hook.pytest_deselected(items=some)


def lacks_its_browser(fixtures):
    return ("chrome" in fixtures and not chromium()) or ("notices_chrome" in fixtures and not chromium(notices=True))


def leave_out_pages(config, items):
    """Without a browser no test that wants one is run, unless one is insisted upon (BROWSER=required)."""
    page = [item for item in items if lacks_its_browser(getattr(item, "fixturenames", ()))]
    if not page or "whole" in tiers.left_out_tiers(config.option.markexpr):
        return
    if os.environ.get("BROWSER") == "required":
        raise pytest.UsageError(NO_CHROMIUM.format(count=len(page)))
    leave_out(config, items, page)
    LEFT_OUT["pages"] = len(page)


def pytest_collection_finish():
    """Thousands of tests lie in memory to the end: garbage is looked for without them, as seldom as where games are."""
    gc_tuning.tune_gc()
    gc.set_threshold(gc_tuning.YOUNG_GC_THRESHOLD, 20, 20)  # what tests leave behind are knots


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput.update(dear=COSTS.dear, left_out=LEFT_OUT)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Every worker leaves out the same tests; whoever hears of it from the first has heard all."""
    output = getattr(node, "workeroutput", {})
    COSTS.dear.update(output.get("dear", {}))
    LEFT_OUT.update(output.get("left_out", {}))


def pytest_terminal_summary(terminalreporter):
    """Say what was left out, and what costs too much; a page that nobody looked at in red."""
    for line in COSTS.lines():
        terminalreporter.write_line(line)
    if LEFT_OUT["tests"] or LEFT_OUT["files"]:
        terminalreporter.write_line(tiers.LEFT_OUT.format(**LEFT_OUT))
    if LEFT_OUT["pages"]:
        terminalreporter.write_line("")
        terminalreporter.write_line(NO_CHROMIUM.format(count=LEFT_OUT["pages"]), red=True, bold=True)
