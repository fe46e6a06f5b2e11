"""Who is let in at the local Reddit, for how long, and how often they may call."""

import threading

import praw
import pytest
from prawcore.exceptions import InsufficientScope, OAuthException, ResponseException, TooManyRequests

from tests.fakes.reddit import RedditSite


@pytest.fixture
def connect(site, session):
    return lambda **settings: praw.Reddit(**site.settings | settings, requestor_kwargs={"session": session})


@pytest.mark.parametrize("wrong", [{"client_id": "another"}, {"client_secret": "another"}])
def test_an_unknown_client(connect, site, wrong):
    with pytest.raises(ResponseException, match="401"):
        connect(**wrong).user.me()
    assert site.violations == []


def test_a_wrong_password(connect, site):
    with pytest.raises(OAuthException, match="invalid_grant"):
        connect(**site.settings | {"password": "another"}).user.me()
    assert "password" not in site.calls[0].values


def test_a_password_that_is_changed(connect, site):
    reddit = connect()
    reddit.user.me()
    site.changes_password("another")
    with pytest.raises(OAuthException, match="invalid_grant"):
        reddit.user.me(use_cache=False)


def test_a_refresh_token(connect, site):
    token = site.credentials.refresh_token
    nobody = {"username": None, "password": None}
    reddit = connect(**nobody, refresh_token=token)
    assert reddit.user.me() == site.bot
    with pytest.raises(ResponseException, match="400"):
        connect(**nobody, refresh_token=token[::-1]).user.me()


def test_without_an_account_one_can_only_look(connect, site, thread):
    site.says("bob", thread, "pick 17")
    reddit = connect(username=None, password=None)
    assert [c.body for c in reddit.subreddit("race").comments()] == ["pick 17"]
    with pytest.raises(Exception, match="403"):
        list(reddit.inbox.unread())
    assert len(site.violations) == 1


def test_a_token_lasts_a_day(reddit, site):
    reddit.user.me()
    site.advance(86_399)
    reddit.user.me(use_cache=False)
    site.advance(1)
    reddit.user.me(use_cache=False)
    assert [record.status for record in site.calls if record.endpoint == "me"] == [200, 200, 401, 200]
    assert site.tokens.given == 2


def test_a_token_that_runs_out_in_the_middle_of_a_listing(reddit, site, thread):
    for n in range(150):
        site.says("bob", thread, str(n))
    seen = []
    for comment in reddit.subreddit("race").comments(limit=None):
        seen.append(comment.body)
        if len(seen) == 100:
            site.expires_token()
    assert len(seen) == 150
    assert site.violations == []


def test_a_token_of_a_few_scopes(connect, site):
    reddit = connect()
    reddit._core._authorizer._scopes = ["identity", "read"]
    assert reddit.user.me() == site.bot
    assert reddit.auth.scopes() == {"identity", "read"}
    with pytest.raises(InsufficientScope):
        list(reddit.inbox.unread())


def test_what_is_left_of_a_minute(reddit, site):
    with site.counting() as seen:
        reddit.user.me()
        site.advance(20)
        list(reddit.inbox.unread())
    assert seen == {"token": 1, "me": 1, "unread": 1}
    assert reddit.auth.limits["remaining"] == 98
    assert reddit.auth.limits["used"] == 2
    site.advance(40)
    reddit.user.me(use_cache=False)
    assert reddit.auth.limits["used"] == 1
    assert site.violations == []


def test_one_call_too_many(session, monkeypatch):
    monkeypatch.setattr("prawcore.rate_limit.RateLimiter.delay", lambda _: None)  # it would sleep in earnest
    with RedditSite(calls=3) as site:
        reddit = praw.Reddit(**site.settings, requestor_kwargs={"session": session})
        for _ in range(3):
            reddit.user.me(use_cache=False)
        with pytest.raises(TooManyRequests):
            reddit.user.me(use_cache=False)
        assert site.violations == ["me: more than 3 calls in 60 s"]
        site.advance(60)
        reddit.user.me(use_cache=False)


def test_many_act_at_once(reddit, site, thread):
    def act(name):
        for n in range(20):
            site.edits(site.says(name, thread, str(n)), f"{n}!")

    actors = [threading.Thread(target=act, args=(name,)) for name in ("ann", "bob", "cat")]
    for actor in actors:
        actor.start()
    pages = [list(reddit.subreddit("race").comments(limit=100)) for _ in range(5)]
    for actor in actors:
        actor.join()
    assert all([c.id for c in page] == sorted((c.id for c in page), reverse=True) for page in pages)
    assert len(list(reddit.subreddit("race").comments(limit=None))) == 60
