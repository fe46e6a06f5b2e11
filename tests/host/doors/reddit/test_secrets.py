"""How somebody on Reddit gets to their private page, and nobody else does."""

import pytest

from host.people import account_linking, accounts
from host.said.desk import own_account
from tests.host.doors.reddit.own_page import browser, claimed, code_of, me
from tests.host.doors.web.visitor import Visitor


def test_a_browser_that_shows_a_code_is_let_in_when_the_account_has_written_it(stage):
    thread = stage.open("ann", "bob")
    ann = claimed(stage, thread, "ann", browser(stage))
    assert me(ann) == "ann"
    ann.go(f"/g/{stage.session(thread).id}")
    ann.send("/answer", value="3")
    assert stage.asked(thread, "ann") == []
    assert stage.shown(thread, "ann").view.own.secrets == []  # nothing is revealed before everybody has sealed


def test_a_code_that_everybody_can_read_is_of_no_use_to_anybody_else(stage):
    thread = stage.open("ann", "bob")
    ann, eve = browser(stage), browser(stage)
    code = code_of(ann)
    stage.says("ann", thread, f"link {code}")
    # In another browser the code opens nothing, whoever sends it, and with whatever cookie.
    for cookie in ("", code, f"{code}.", f"{code}.{'0' * 32}"):
        eve.jar = {"rtab-claim": cookie}
        assert "u/ann" not in eve.go("/claim")
        eve.jar = {"rtab-claim": cookie}
        assert eve.ask("POST", "/claim", b"mine=yes", origin="http://table.test").status == 409
    assert eve.cookie == ""
    # Whoever writes it again, under another name, changes nothing.
    late = stage.says("eve", thread, f"!link {code}")
    assert account_linking.STALE_CODE_TEXT in stage.answers(late)[0]
    assert "u/ann" in ann.go("/claim")


def test_a_code_that_somebody_else_writes_first_lets_nobody_in(stage):
    thread = stage.open("ann", "bob")
    ann = browser(stage)
    code = code_of(ann)
    stage.says("eve", thread, f"link {code}")
    assert "u/eve" in ann.go("/claim")
    ann.send("/claim", mine="no")
    assert ann.cookie == ""
    assert code_of(ann) != code


def test_a_code_is_good_once_and_for_an_hour(stage):
    thread = stage.open("ann", "bob")
    ann = browser(stage)
    code = code_of(ann)
    stage.clock.advance(account_linking.LASTS + 1)
    assert account_linking.STALE_CODE_TEXT in stage.answers(stage.says("ann", thread, f"link {code}"))[0]
    ann = claimed(stage, thread, "ann", browser(stage))
    again = Visitor(stage.host)
    again.jar = dict(ann.jar)
    assert "Is that you?" not in again.go("/claim")


def test_unlink_shuts_out_every_browser(stage):
    thread = stage.open("ann", "bob")
    ann = claimed(stage, thread, "ann", browser(stage))
    other = Visitor(stage.host, stage.link("ann"))
    made = stage.says("ann", thread, "unlink")
    assert own_account.UNLINKED in stage.answers(made)[0]
    assert ann.ask("GET", "/me").status == other.ask("GET", "/me").status == 403


def test_a_borrowed_code_is_taken_back_by_unlink_before_its_browser_is_let_in(stage):
    thread = stage.open("ann", "bob")
    eve = browser(stage)
    stage.says("ann", thread, f"link {code_of(eve)}")
    assert "u/ann" in eve.go("/claim")
    stage.says("ann", thread, "unlink")
    assert eve.ask("POST", "/claim", b"mine=yes", origin="http://table.test").status == 409
    assert eve.cookie == ""


def test_a_borrowed_code_is_taken_back_by_unlink_afterwards(stage):
    thread = stage.sealed("ann", "bob")
    eve = claimed(stage, thread, "ann", browser(stage))
    assert "Your number is 3." in eve.go(f"/g/{stage.session(thread).id}")
    stage.says("ann", thread, "unlink")
    assert eve.ask("GET", "/me").status == 403


def test_an_account_that_a_borrowed_code_made_somebody_else_s_is_its_own_again_after_unlink(stage):
    met = accounts.load_or_create_person(stage.host, "visit:x", "Eve")
    eve = Visitor(stage.host, accounts.create_web_token(stage.host, met.id))
    thread = stage.site.thread("Hello", by="zed")
    stage.says("bob", thread, "!new toy")
    claimed(stage, thread, "ann", eve)
    assert stage.person("ann") == met.id
    made = stage.says("ann", thread, "!unlink")
    assert (
        "Now only you can use your account here. Other browsers that used this code are signed out."
        in stage.answers(made)[0]
    )
    stage.says("ann", thread, "!new toy")
    assert stage.person("ann") not in ("", met.id)
    assert me(eve)


def test_whoever_plays_under_a_new_name_keeps_it_when_they_shut_their_browsers_out(stage):
    met = accounts.load_or_create_person(stage.host, "visit:x", "Wim")
    wim = Visitor(stage.host, accounts.create_web_token(stage.host, met.id))
    claimed(stage, stage.site.thread("Hello", by="zed"), "ann", wim)
    thread = stage.open("ann", "bob")
    assert "Only this account" in stage.answers(stage.says("ann", thread, "unlink"))[0]
    assert stage.person("ann") == met.id
    assert wim.ask("GET", "/me").status == 403


@pytest.mark.whole
def test_whoever_linked_telegram_is_told_their_secrets_there_and_nowhere_on_reddit(stage):
    tom = accounts.load_or_create_person(stage.host, "telegram:7", "Tom", "telegram:7")
    page = Visitor(stage.host, accounts.create_web_token(stage.host, tom.id))
    claimed(stage, stage.site.thread("Hello", by="zed"), "ann", page)
    thread = stage.open("ann", "bob")
    assert stage.person("ann") == tom.id
    assert stage.site.messages_to("ann") == []
    asked = [question for post in stage.host.store.load_posts("telegram:7") for question in post.asks]
    assert [each.id for each in stage.asked(thread, "ann")] == asked
    stage.site.writes("ann", "seal 3")
    stage.site.writes("bob", "seal 4")
    stage.settle()
    told = [line.text for post in stage.host.store.load_posts("telegram:7") for line in post.lines]
    assert "You sealed {number}." in told
    assert not [each for each in stage.written() if "You sealed" in each.body]


def test_a_link_ends_after_ninety_days(stage):
    thread = stage.open("ann", "bob")
    ann = claimed(stage, thread, "ann", browser(stage))
    stage.clock.advance(91 * 86400)
    assert ann.ask("GET", "/me").status == 403


def test_a_link_opens_ones_own_side_and_nothing_else(stage):
    thread = stage.sealed("ann", "bob")
    bob = claimed(stage, thread, "bob", browser(stage))
    page = bob.go(f"/g/{stage.session(thread).id}")
    assert "Your number is 3." in page
    bob.post(f"/g/{stage.session(thread).id}/answer", question=stage.asked(thread, "ann")[0].id, value="red")
    assert len(stage.asked(thread, "ann")) == 1


def test_somebody_known_on_the_web_is_the_same_person_from_then_on(stage):
    stage.open("bob", "cat", by="bob")
    wim = browser(stage)
    wim.go("/")
    game = stage.host.store.list_open_game_ids(f"person:{stage.person('bob')}")[0]
    wim.go(f"/g/{game}")
    met = accounts.load_or_create_person(stage.host, "visit:x", "Wim")
    wim.cookie = accounts.create_web_token(stage.host, met.id)
    thread = stage.site.thread("Hello", by="ann")
    claimed(stage, thread, "ann", wim)
    assert stage.person("ann") == met.id


def test_two_who_both_play_stay_two_and_the_browser_goes_with_the_account(stage):
    thread = stage.open("ann", "bob")
    met = accounts.load_or_create_person(stage.host, "visit:x", "Wim")
    other = stage.open("cat", "dan", by="cat")
    stage.says("cat", other, "endgame yes")
    wim = Visitor(stage.host, accounts.create_web_token(stage.host, met.id))
    claimed(stage, thread, "ann", wim)
    assert me(wim) == "ann"
    assert stage.person("ann") != met.id


def test_a_code_for_telegram_is_spoilt_when_it_is_written_where_all_can_read_it(stage):
    thread = stage.open("ann", "bob")
    code = accounts.create_account_link_code(stage.host, stage.person("ann"))
    made = stage.says("ann", thread, f"link {code}")
    assert own_account.READ_ALOUD in stage.answers(made)[0]
    with pytest.raises(Exception, match=account_linking.STALE_LINK_TEXT):
        account_linking.redeem_link_code(stage.host, accounts.hash_link_code(code), "telegram:666")


# -- by message


# -- being left alone
