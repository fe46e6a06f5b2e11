"""The function that looks at Reddit, given the event of its schedule."""

import json
import time

import pytest

from engine.kernel import Told
from engine.rulesets import RULESETS
from functions.clock import app as clock
from functions.reddit import app as function
from host.core.session import Post
from host.core.store.store import Store
from host.delivery.outbox import LONGEST_AWAY
from host.doors.aws import delivery, settings, wiring
from host.doors.local.settings import UnfitSetting
from host.doors.reddit import function as reddit
from host.doors.telegram import function as chat
from tests.fakes.reddit import RedditSite
from tests.fakes.telegram import RealClock


@pytest.fixture
def site(deployment, monkeypatch):
    reddit.build_function_bot.cache_clear()
    monkeypatch.setattr(reddit, "DELIVERY_SECONDS", 4.0)
    monkeypatch.setenv("RTAB_WEB", "https://race.example/")
    with RedditSite(clock=RealClock()) as site:
        site.sub("race")
        deployment.secret("reddit", json.dumps(site.account("race")))
        yield site
        if reddit.build_function_bot.cache_info().currsize:
            reddit.build_function_bot().close()
        reddit.build_function_bot.cache_clear()


def look(deployment):
    """As it is a minute later."""
    if reddit.build_function_bot.cache_info().currsize:
        reddit.build_function_bot()._next = 0.0
    function.handler(deployment.event("reddit_look"), deployment.context)


@pytest.mark.whole
def test_a_look_hears_what_was_written_and_says_what_there_is_to_say(deployment, site):
    look(deployment)
    thread = site.thread("Friday", by="ann")
    site.says("ann", thread, "!new season7 pace daily")
    look(deployment)
    assert any(RULESETS["season7"].title in reply.body for reply in site.replies(thread))
    assert site.violations == []


@pytest.mark.parametrize("event", [{}, [], None, {"look": 5}, {"sweep": True}])
def test_an_event_of_an_unknown_shape_is_no_look(deployment, site, logged, event):
    function.handler(event, deployment.context)
    (line,) = map(json.loads, logged.getvalue().splitlines())
    assert (line["level"], line["message"]) == ("WARNING", f"ignoring malformed event type={type(event).__name__}")
    function.handler({"look": False}, deployment.context)
    assert (len(logged.getvalue().splitlines()), site.calls) == (1, [])


@pytest.mark.whole
def test_what_waits_on_reddit_sends_no_errand_for_the_next_look_comes_by_anyway(deployment, site, logged):
    look(deployment)
    thread = site.thread("Friday", by="ann")
    site.says("ann", thread, "!new season7 pace daily")
    look(deployment)
    clock.handler(deployment.event("clock_sweep"), deployment.context)
    bodies = [json.loads(message["Body"]) for message in deployment.errands()]
    assert not [body for body in bodies if "chat" in body]
    assert "unknown shape" not in logged.getvalue()


def swept(deployment, monkeypatch, told, *posts):
    """What a sweep measures where Reddit is looked at or not, and something has waited so long in these places."""
    monkeypatch.setenv("RTAB_REDDIT", told)
    wiring.build_deployed_host.cache_clear()
    store, now = Store(deployment.table), time.time()
    for place, waited in posts:
        store.queue_posts([Post(place, "", int((now - waited) * 1000), [Told("Hello.", {})])], now - waited)
    found = delivery.handle_clock_and_deliver(
        wiring.build_deployed_host(), chat.find_dispatcher, deployment.event("clock_sweep")
    )
    return round(found["rtab_outbox_age_seconds"], -1)


def test_what_is_meant_for_a_reddit_that_was_switched_off_is_no_trouble(deployment, monkeypatch):
    assert swept(deployment, monkeypatch, "ENABLED", ("reddit:t3_x", 1000)) == 1000
    assert swept(deployment, monkeypatch, "DISABLED") == 0
    assert swept(deployment, monkeypatch, "DISABLED", ("telegram:-5", 400)) == 400
    assert swept(deployment, monkeypatch, "ENABLED") == 1000


def test_it_waits_as_long_as_for_a_platform_that_is_not_there_and_is_then_put_aside(deployment, monkeypatch):
    old, new = ("reddit:t3_x", LONGEST_AWAY + 60), ("reddit:t3_x", 60)
    swept(deployment, monkeypatch, "ENABLED", old, new)
    kept = lambda: sorted(item.sk.partition("/")[0] for item in deployment.table.query("chat:reddit:t3_x"))  # noqa: E731 - said in a line
    assert kept() == ["post", "post"]
    swept(deployment, monkeypatch, "DISABLED")
    assert kept() == ["aside", "post"]


@pytest.mark.parametrize("text", ["", "{}", "[]", "not JSON", '{"REDDIT_USERNAME": "race_host"}'])
def test_an_account_that_is_not_set_up_is_named_with_what_to_do(text):
    with pytest.raises(UnfitSetting, match="REDDIT_") as caught:
        reddit.parse_reddit_keys(text)
    assert "race_host" not in str(caught.value)


def test_the_account_is_one_parameter_that_no_log_shows(deployment, site, logged):
    look(deployment)
    assert settings.read_cached_secret("reddit")
    assert site.credentials.password not in logged.getvalue()
