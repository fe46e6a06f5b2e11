"""Two selves become one only when whoever would give something away has said so; and they can be parted again."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from host.core.session import ReachableHours
from host.people import account_linking, accounts
from host.said.desk import own_account, refusals
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_personal import person_of, writes
from tests.host.doors.web.visitor import Visitor, found


@pytest.fixture
def eve(stage):
    """Somebody at the web table of the same host."""
    host = replace(stage.host, config=changed(stage.host.config, elsewhere=("telegram",)))
    return Visitor(host, accounts.create_web_token(host, accounts.load_or_create_person(host, "visit:eve", "Eve").id))


def met_by(host, visitor):
    return accounts.find_person_by_token(host, visitor.cookie)


def known_as(stage, person_id):
    return accounts.load_current_person(stage.host, person_id)


def line_of(visitor):
    visitor.go("/me")
    return found(r'<code id="code">([^<]+)</code>', visitor.send("/me/code"))


def test_what_the_page_says_to_send_is_what_the_bot_takes(stage, ann, eve):
    writes(stage, ann, "/start")
    asked = writes(stage, ann, line_of(eve))
    assert "This code is from Eve. Did you ask for this code yourself a moment ago?" in asked
    assert "are connected now" not in asked
    ann.taps(ann.messages[-1], "Yes, that was me")
    stage.pass_by()
    assert ann.alerts[-1].text == own_account.LINKED.format(unlink="/unlink")
    assert person_of(stage, ann) == met_by(stage.host, eve)
    assert "Disconnect Telegram" in eve.go("/me")


@pytest.mark.parametrize("known", [True, False])
def test_a_link_that_somebody_has_crafted_makes_nobody_somebody_else(stage, ann, eve, known):
    if known:
        writes(stage, ann, "/start")
    code = line_of(eve).split()[1]
    ann.follows(f"https://t.me/{stage.wire.name}?start=c_{code}")
    stage.pass_by()
    assert "Hello Ann!" in ann.chat.said[-1]
    assert person_of(stage, ann) != met_by(stage.host, eve)


@pytest.mark.parametrize("by", ["button", "word"])
def test_whoever_says_no_stays_who_they_are(stage, ann, eve, by):
    writes(stage, ann, line_of(eve))
    panel = ann.messages[-1]
    if by == "button":
        ann.taps(panel, "No")
        stage.pass_by()
    else:
        assert "Nothing has changed" in writes(stage, ann, "/link no")
    ann.taps(panel, "Yes, that was me")
    stage.pass_by()
    assert ann.alerts[-1].text == refusals.SETTLED
    assert account_linking.STALE_LINK_TEXT in writes(stage, ann, "/link yes")
    assert person_of(stage, ann) != met_by(stage.host, eve)


def test_a_button_means_the_code_above_it_and_no_other(stage, ann, eve):
    own = accounts.create_account_link_code(
        stage.host, accounts.load_or_create_person(stage.host, "visit:own", "Ann at home").id
    )
    writes(stage, ann, f"/link {own}")
    panel = ann.messages[-1]
    writes(stage, ann, line_of(eve))
    ann.taps(panel, "Yes, that was me")
    stage.pass_by()
    assert ann.alerts[-1].text == refusals.SETTLED
    assert person_of(stage, ann).name == "Ann"


def test_a_code_that_has_grown_old_while_they_thought_links_nobody(stage, ann, eve):
    writes(stage, ann, line_of(eve))
    stage.api.advance(16 * 60)
    assert account_linking.STALE_LINK_TEXT in writes(stage, ann, "/link yes")


@pytest.mark.usefixtures("playing")
def test_whoever_plays_under_both_names_is_told_so_at_once(stage, bob, eve):
    eve.go("/")
    eve.send("/table")
    assert account_linking.BOTH in writes(stage, bob, line_of(eve))


@pytest.mark.usefixtures("playing")
def test_whoever_plays_here_stays_and_the_page_goes_along(stage, bob, eve):
    bob_before = person_of(stage, bob).id
    writes(stage, bob, line_of(eve))
    writes(stage, bob, "/link yes")
    assert person_of(stage, bob).id == bob_before == met_by(stage.host, eve).id
    assert ": where do you hide your bomb?" in eve.go(
        f"/g/{stage.host.store.list_open_game_ids(f'person:{bob_before}')[0]}"
    )


def test_what_was_set_on_either_side_is_set_from_then_on(stage, ann, eve):
    writes(stage, ann, "/settings quiet 23:00 8:00")
    writes(stage, ann, "/settings reminders off")
    met = met_by(stage.host, eve)
    accounts.set_habits(stage.host, met.id, ReachableHours("Europe/London", quiet=(0, 60)))
    writes(stage, ann, line_of(eve))
    writes(stage, ann, "/link yes")
    assert person_of(stage, ann).habits == ReachableHours("Europe/London", quiet=(0, 60), reminders=False)


def test_unlink_shuts_out_every_browser_and_other_account(stage, group, ann, bob, cat, eve):
    writes(stage, bob, line_of(eve))
    writes(stage, bob, "/link yes")
    seated(stage, group, [ann, bob, cat])
    writes(stage, cat, "/link")
    before = person_of(stage, bob).id
    assert own_account.UNLINKED in writes(stage, bob, "/unlink")
    assert eve.ask("GET", "/me").status == 403
    assert person_of(stage, bob).id == before
    assert ": where do you hide your bomb?" in writes(stage, bob, "/pick")


def test_unlinked_on_the_page_the_account_begins_anew_and_is_told_nothing(stage, ann, eve):
    writes(stage, ann, line_of(eve))
    writes(stage, ann, "/link yes")
    met = person_of(stage, ann).id
    eve.go("/me")
    eve.send("/me/unlink-telegram")
    assert known_as(stage, met).place == ""
    assert "Disconnect Telegram" not in eve.go("/me")
    writes(stage, ann, "/start")
    assert person_of(stage, ann).id != met
