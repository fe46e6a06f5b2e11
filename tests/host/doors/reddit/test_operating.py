"""What the operator sets, what the doctor says, and the process that hosts on Reddit too."""

import io
import subprocess
import sys
import threading
import time
from contextlib import redirect_stderr, redirect_stdout

import pytest

from host.doors.local.process import LocalProcess
from host.doors.local.settings import UnfitSetting, read_settings
from host.doors.reddit import command as doctor
from host.doors.reddit import places
from tests.fakes.reddit import RedditSite, Submission
from tests.fakes.telegram import RealClock
from tests.waiting import until

OTHER = "another-word"


def environment(site, **others):
    told = {"REDDIT_OPERATOR": "somebody", "RTAB_WEB": "https://race.example"}
    return {**site.account("race"), **told, **others}


class Patient:
    """A clock on which waiting takes no time."""

    def __init__(self):
        self.waited = 0.0

    def time(self):
        return time.time() + self.waited

    def sleep(self, seconds):
        self.waited += seconds


@pytest.fixture
def site():
    with RedditSite(clock=RealClock()) as site:
        site.sub("race")
        site.says("somebody", site.thread("Hello"), "I am the operator.")
        yield site


@pytest.fixture
def examine(site, monkeypatch, tmp_path):
    """The doctor, and what it says."""

    clock = Patient()

    def examine(**others):
        for name in (*places.NEEDED, "REDDIT_OPERATOR", "REDDIT_API_URL", "RTAB_WEB"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment(site, **others).items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(doctor, "time", clock)
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            code = doctor.main(["doctor"])
        return code, out.getvalue()

    return examine


def test_the_doctor_finds_nothing_wrong(examine):
    code, said = examine()
    assert code == 0, said
    assert said.startswith(doctor.CLOSING)
    assert "credentials, u/race_host: OK" in said
    assert "scopes *: OK" in said
    assert "rate headers" in said
    assert "r/race: OK" in said
    assert "rules: OK" in said
    assert "(by /u/somebody): OK" in said


def test_the_doctor_says_what_to_ask_reddit_for_when_it_is_not_let_in(examine):
    code, said = examine(REDDIT_PASSWORD=OTHER)
    assert code == 1
    assert "does not accept the account" in said
    assert "ask Reddit (Reddit Help" in said
    assert OTHER not in said


def test_the_doctor_names_missing_scopes(examine, monkeypatch):
    monkeypatch.setattr(
        "host.doors.reddit.account.RedditAccount.fetch_scopes", lambda _: {"identity", "read", "submit"}
    )
    code, said = examine()
    assert code == 1
    assert "edit (to keep the board up to date)" in said
    assert "privatemessages" in said


def test_the_doctor_reads_the_rules_for_what_they_say_of_bots(site, examine):
    site.sub("race").rules.append(("No bots", "Bots need the moderators' leave."))
    code, said = examine()
    assert code == 1
    assert "Its moderators must agree first" in said
    assert "No bots: Bots need the moderators' leave." in said


def test_the_doctor_sees_a_ban_a_closed_door_and_a_page_that_nobody_reaches(site, examine):
    site.bans("race_host")
    code, said = examine(RTAB_WEB="")
    assert code == 1
    assert "r/race: The bot is banned there." in said
    assert "set RTAB_WEB" in said


def test_the_doctor_knows_a_subreddit_that_does_not_exist_from_an_account_that_is_not_let_in(examine):
    code, said = examine(REDDIT_SUBREDDIT="rase+race")
    assert code == 1
    assert "r/rase: There is no such subreddit" in said
    assert "r/race: OK" in said
    assert "password" not in said


def test_the_doctor_says_whom_to_ask_where_a_subreddit_is_private(site, examine):
    site.closes()
    code, said = examine()
    assert code == 1
    assert "r/race: It is private. Ask its moderators to approve the bot: reddit.com/message/compose?to=r/race" in said
    assert "user agent" in said


def test_the_doctor_waits_when_it_has_to_look_at_many_subreddits(site, examine):
    names = [site.sub(f"race{n}").name for n in range(8)]
    code, said = examine(REDDIT_SUBREDDIT="+".join(names))
    assert code == 0, said
    assert "r/race7: OK" in said
    assert "looking on in" in said


def test_the_doctor_tries_to_be_seen_to_write_and_to_send_a_message_and_leaves_nothing_behind(site, examine):
    code, said = examine()
    assert code == 0, said
    for what in ("seen by others", "writing, and being read", "messages to u/somebody"):
        assert f"{what}: OK" in said
    assert [each.subject for each in site.messages_to("somebody")] == ["A test of rtab reddit doctor"]
    assert all(each.deleted for each in site.by_bot(Submission))


def test_the_doctor_says_when_nobody_sees_the_account(site, examine):
    site.shadow_bans("race_host")
    code, said = examine()
    assert code == 1
    assert "seen by others: Nobody else sees the account" in said


def test_the_doctor_says_when_the_account_may_not_write_is_not_read_or_its_messages_do_not_arrive(site, examine):
    site.fails("submit", 403)
    site.trusts_few("somebody")
    code, said = examine()
    assert code == 1
    assert "writing, and being read: Reddit does not let the account write" in said
    assert "u/somebody gets no messages from the bot (NOT_WHITELISTED_BY_USER_MESSAGE)" in said
    assert "messages: Not tried" in examine(REDDIT_OPERATOR="")[1]


def test_the_doctor_says_when_reddit_is_down(site, examine):
    with site.down(503):
        code, said = examine()
    assert (code, "Reddit cannot be asked now (status 503)" in said) == (1, True)


def test_without_settings_it_says_which_are_missing(examine):
    code, said = examine(**dict.fromkeys(places.NEEDED, ""))
    assert code == 2
    assert all(name in said for name in places.NEEDED)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"REDDIT_PASSWORD": ""}, "REDDIT_PASSWORD is not set"),
        ({"REDDIT_SUBREDDIT": "no such name"}, "REDDIT_SUBREDDIT is 'no such name'"),
        ({"REDDIT_USERNAME": "a b"}, "REDDIT_USERNAME is 'a b'"),
        ({"REDDIT_API_URL": "ftp://x"}, "REDDIT_API_URL must begin"),
        ({"RTAB_WEB": "race.example"}, "RTAB_WEB must begin"),
    ],
)
def test_a_setting_that_does_not_fit_is_named_with_what_to_do(site, change, word):
    with pytest.raises(UnfitSetting, match=word):
        read_settings(environment(site, **change))


def test_no_secret_is_ever_shown(site):
    found = read_settings(environment(site))
    keys = found.accounts["reddit"]
    for text in (repr(found), repr(keys), str(keys)):
        assert site.credentials.password not in text
        assert site.credentials.client_secret not in text
    assert "reddit" not in read_settings({}).accounts


def test_the_local_process_hosts_on_reddit_when_it_is_set_up(site, tmp_path, monkeypatch):
    monkeypatch.setattr("host.doors.reddit.polling.POLL_INTERVAL", 0.2)
    monkeypatch.setattr("host.doors.reddit.polling.LOOP_PAUSE", 0.1)
    monkeypatch.setattr("host.doors.reddit.throttle.MOST", 90)
    monkeypatch.chdir(tmp_path)
    process = LocalProcess(read_settings(environment(site, PORT="0", RTAB_HOME=str(tmp_path))))
    process.start()
    try:
        thread = site.thread("Friday", by="ann")
        site.says("ann", thread, "!new season7 pace daily")
        until(lambda: site.replies(thread, by="race_host"))
        assert process.elsewhere["reddit"].running
    finally:
        process.stop()
    assert site.replies(thread, by="race_host")
    assert not [each.name for each in threading.enumerate() if each.name == "reddit"]
    assert site.violations == []


@pytest.mark.whole
def test_praw_is_loaded_by_nobody_who_does_not_need_it():
    modules = "host.doors.local.process, host.doors.web.app, host.doors.command.run.play"
    code = f"import sys, {modules}; print('praw' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.strip() == "False"
