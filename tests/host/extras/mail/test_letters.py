"""Letters: confirmed before anything else, one for each turn, not at night, ended in one tap, and never many."""

from email.message import EmailMessage

import boto3
import pytest
from botocore.stub import ANY, Stubber
from msgspec.structs import replace

from host.core import games, seats
from host.core.context import RateLimits
from host.core.extras import import_target
from host.core.session import Command, Post, ReachableHours
from host.core.store.rate_counters import RateLimit
from host.delivery.outbox import PlatformDown
from host.doors import notices
from host.doors.local.settings import UnfitSetting
from host.doors.registry import list_doors
from host.extras.mail import function, mailboxes, sender
from host.extras.mail.door import MailAccount, load_mail_account
from host.extras.mail.sender import AddressRefused
from host.people import account_linking, accounts, privacy
from host.said.desk import refusals
from host.shown import views
from tests.host.doors.web.visitor import Visitor
from tests.host.extras.mail.conftest import WEB

ADDRESS = "ann@example.com"
PUSH = [door for door in list_doors() if door.name == "push"]


def asked(written, n=0):
    shown = views.load_game_view(written.host, written.game, written.people[n].id)
    return [each for each in shown.asked if each.who == shown.you]


def test_an_address_is_asked_and_nothing_else_is_written_there_before_it_says_yes(written):
    ann = written.visitor()
    ann.go("/me")
    ann.send("/me/mail", mail=ADDRESS)
    assert "This address is not confirmed yet. Look for our e-mail in your inbox." in ann.go("/me")
    (letter,) = written.letters()
    assert (letter["To"], letter["From"]) == (ADDRESS, "Race to a Billion <games@example.org>")
    assert letter.get_content().startswith("Ann plays our game and wants an e-mail at this address")
    assert written.person().place == ""
    written.plays()
    assert written.letters() == []
    mailbox = mailboxes.load_mailbox(written.host.store, written.people[0].id)
    assert mailbox is not None
    assert f"{WEB}/mail/yes/{mailbox.word}" in letter.get_content()
    looked = Visitor(written.host).go(f"/mail/yes/{mailbox.word}")  # as programs that read mail do
    assert ADDRESS in looked
    assert written.person().place == ""


def test_a_turn_is_written_once_with_a_way_to_the_table_and_out_of_it(written):
    word = written.wants()
    written.plays()
    (letter,) = written.letters()
    assert letter["Subject"].startswith("Your turn · ")
    text = letter.get_content()
    assert f"{WEB}/g/{written.game}" in text
    assert f"{WEB}/mail/off/{word}" in text
    assert letter["List-Unsubscribe"] == f"<{WEB}/mail/off/{word}>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["References"] == f"<{written.game}@example.org>"
    assert written.letters() == []


def test_a_secret_question_is_not_told_in_a_letter(written):
    written.wants()
    written.plays("season7", target=2_000_000)
    (letter,) = written.letters()
    assert "A secret question is waiting for your answer." in letter.get_content()


def test_what_was_answered_meanwhile_is_not_written(written):
    written.wants()
    written.plays("season7", target=2_000_000)
    (question,) = asked(written)
    by = Command(by=written.people[0].id)
    assert games.submit_answer(written.host, by, written.game, question.id, question.options[0].value).ok
    assert written.letters() == []


def test_in_quiet_hours_it_waits_for_the_morning_and_troubles_nobody(written):
    written.wants()
    now = written.hands.now % 86400 // 60
    quiet = (int(now - 30) % 1440, int(now + 90) % 1440)
    accounts.set_habits(written.host, written.people[0].id, ReachableHours(quiet=quiet))
    written.plays("season7", target=2_000_000)
    assert written.letters() == []
    assert list(written.host.store.iter_waiting_places(written.hands.now)) == []  # it is not late
    written.hands.now += 92 * 60
    (letter,) = written.letters()
    assert letter["Subject"].startswith("Your turn")


@pytest.mark.parametrize("ends", ["1", ""])
def test_one_choice_says_what_for(written, ends):
    written.wants(ends=ends)
    written.plays()
    written.letters()
    seats.close_table(written.host, Command(by=written.people[0].id), written.game)
    assert ["The game is over." in each.get_content() for each in written.letters()] == ([True] if ends else [])


def test_one_tap_or_one_post_of_a_mail_program_ends_them(written):
    word = written.wants()
    stranger = Visitor(written.host)  # it has no cookie, and comes from nowhere
    assert ADDRESS in stranger.go(f"/mail/off/{word}")
    assert mailboxes.load_mailbox(written.host.store, written.people[0].id) is not None
    for _ in range(2):
        assert stranger.ask("POST", f"/mail/off/{word}", b"List-Unsubscribe=One-Click").status == 200
    assert mailboxes.load_mailbox(written.host.store, written.people[0].id) is None
    assert written.person().place == ""
    assert stranger.ask("GET", f"/mail/off/{word}").status == 403
    assert stranger.ask("POST", f"/mail/yes/{word}").status == 403
    written.plays()
    assert written.letters() == []


def test_on_ones_own_page_they_end_and_calls_elsewhere_go_on(written, monkeypatch):
    ann = written.people[0]
    monkeypatch.setattr(mailboxes, "choose_other_notice_place", lambda _, person: f"bell:{person}")
    written.wants()
    assert written.person().place == f"mail:{ann.id}"
    page = written.visitor()
    assert "E-mails go to this address." in page.go("/me")
    page.send("/me/mail-off")
    assert written.person().place == f"bell:{ann.id}"


def test_what_waits_for_an_address_that_is_gone_goes_on_to_a_browser(written, monkeypatch):
    monkeypatch.setattr(notices, "choose_other_notice_place", lambda _, person: f"bell:{person}")
    written.wants()
    written.plays()
    ann = written.people[0].id
    mailboxes.delete_person_data(written.host.store, ann)
    assert written.letters() == []
    assert written.host.store.load_posts(f"bell:{ann}")


@pytest.mark.skipif(not PUSH, reason="nobody is called in browsers here")
def test_who_is_called_in_no_browser_any_more_is_written_to(written):
    written.wants()
    ann = written.person()
    accounts.link_identity(written.host, ann.id, f"push:{ann.id}")
    accounts.set_private_place(written.host, ann.id, f"push:{ann.id}")
    written.plays()
    (push,) = PUSH
    dispatcher = import_target(push.running)(written.host, push.account({}), WEB).dispatcher
    dispatcher.deliver_now()
    dispatcher.close()
    assert written.person().place == f"mail:{ann.id}"
    assert len(written.letters()) == 1


@pytest.mark.parametrize("place", ["", "push:somewhere"])
def test_who_asks_for_letters_at_a_confirmed_address_again_gets_them(written, place):
    written.wants()
    accounts.set_private_place(written.host, written.people[0].id, place)
    page = written.visitor()
    page.go("/me")
    page.send("/me/mail", mail=ADDRESS)
    assert written.person().place == f"mail:{written.people[0].id}"
    assert "E-mails go to this address." in page.go("/me")
    assert written.letters() == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@",
        "@example.com",
        "a b@example.com",
        "ann@example.com\r\nBcc: x@y.zz",
        "a" * 250 + "@example.com",
        "ann@localhost",
    ],
)
def test_what_is_no_address_is_refused(written, address):
    ann = written.visitor()
    assert refusals.NO_ADDRESS.rstrip(".") in ann.post("/me/mail", mail=address)
    assert (ann.page.status, written.letters()) == (409, [])


def test_nobody_can_have_strangers_written_to_many_times(written):
    ann = written.visitor()
    for n in range(4):
        ann.post("/me/mail", mail=f"n{n}@example.com")
    assert (ann.page.status, "Try again in" in ann.text) == (409, True)
    assert len(written.letters()) <= 3
    (mailbox,) = [mailboxes.load_mailbox(written.host.store, written.people[0].id)]
    assert mailbox is not None
    assert mailbox.address == "n2@example.com"


def test_one_person_is_written_to_so_often_and_no_more(written):
    limits = RateLimits(letters=RateLimit(((3600.0, 1),), (), ()))
    object.__setattr__(written.host, "config", replace(written.host.config, limits=limits))
    written.wants()  # the question whether letters are wanted is the one
    written.plays()
    assert written.letters() == []
    assert list(written.host.store.iter_waiting_places(written.hands.now)) == []


@pytest.mark.parametrize(("said", "gone"), [("550 nobody", True), ("450 later", False)])
def test_an_address_that_takes_nothing_is_forgotten_and_one_that_is_busy_is_tried_again(written, said, gone):
    written.wants()
    written.plays()
    written.server.answers[:] = [said]
    assert written.letters() == []
    kept = mailboxes.load_mailbox(written.host.store, written.people[0].id)
    assert (kept is None) == gone
    written.hands.now += 400
    assert len(written.letters()) == (0 if gone else 1)


@pytest.mark.whole
def test_of_several_letters_at_once_each_goes_once_though_one_has_to_wait(written):
    """Ann is reminded of three tables; the mail server takes one letter, then none for a while."""
    written.wants()
    for _ in range(3):
        written.plays()
        written.letters()
    written.hands.now += 3600  # their letters of this hour are used up
    place = written.person().place
    stamp = int(written.hands.now * 1000)
    written.host.store.queue_posts([Post(place, "", stamp, remind=[written.people[0].id])], written.hands.now)
    written.server.answers[:] = ["250 well", "450 later", "450 later"]
    found = []
    for _ in range(40):
        found += written.letters()
        written.hands.now += 30
    assert len({letter["References"] for letter in found}) == len(found) == 3


def test_letters_that_did_not_go_are_none_of_ones_share(written):
    written.wants()
    written.plays()
    written.server.answers[:] = ["450 later"] * 10
    found = []
    for _ in range(20):
        found += written.letters()
        written.hands.now += 180
    assert len(found) == 1


def test_what_is_kept_stands_in_the_privacy_page_in_their_file_and_goes_with_them(written):
    word, ann = written.wants(), written.people[0]
    assert privacy.LETTERS_TEXT in privacy.PRIVACY_TEXTS
    assert accounts.export_account(written.host, ann.id)["letters"]["address"] == ADDRESS
    accounts.forget_account(written.host, ann.id)
    assert mailboxes.load_mailbox(written.host.store, ann.id) is None
    assert mailboxes.find_letters_owner(written.host.store, word) == ""


def test_two_who_are_one_are_written_to_as_one(written):
    written.wants(1, "bob@example.com")
    stays = account_linking.merge_accounts(written.host, written.people[0].id, "visit:Bob")
    found = mailboxes.load_mailbox(written.host.store, stays)
    assert found is not None
    assert (found.address, found.confirmed) == ("bob@example.com", True)


def test_where_nobody_carries_letters_none_are_offered(host):
    ann = Visitor(host, accounts.create_web_token(host, accounts.load_or_create_person(host, "visit:Ann", "Ann").id))
    assert "/me/mail" not in ann.go("/me")
    assert refusals.NO_LETTERS in ann.post("/me/mail", mail=ADDRESS)
    assert ann.ask("GET", "/mail/off/x").status == 404


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"RTAB_SMTP": "mail.example.org"}, "RTAB_SMTP"),
        ({"RTAB_SMTP": "smtp://me:pass@mail.example.org"}, "RTAB_SMTP"),
        *(
            ({"RTAB_SMTP": server, "RTAB_MAIL_FROM": "games@example.org"}, "RTAB_SMTP")
            for server in ("smtp://mail.example.org:five87", "smtps://mail.example.org:70000", "smtp://[::1")
        ),
        ({"RTAB_SMTP": "smtp://mail.example.org"}, "RTAB_MAIL_FROM"),
        ({"RTAB_SMTP": "smtp://mail.example.org", "RTAB_MAIL_FROM": "Ann <a@b.cc>"}, "RTAB_MAIL_FROM"),
    ],
)
def test_a_setting_that_does_not_fit_is_named(told, wrong):
    with pytest.raises(UnfitSetting, match=wrong):
        load_mail_account(told)
    assert load_mail_account({"RTAB_MAIL_FROM": "games@example.org"}) is None
    assert "secret" not in repr(MailAccount("smtp://x", "a@b.cc", "me", "secret"))


def test_a_server_without_tls_that_is_not_on_this_machine_is_given_nothing(written, monkeypatch):
    monkeypatch.setattr(sender, "LOCAL_MAIL_HOSTS", ())
    with pytest.raises(PlatformDown, match="no TLS"):
        sender.send_by_smtp(MailAccount(written.server.url, "games@example.org"), EmailMessage())
    assert written.server.taken == []


# -- by SES, as its own library understands it


@pytest.fixture
def ses(monkeypatch):
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "eu-central-1"}
    client = boto3.client("sesv2", **keys)
    monkeypatch.setattr(function, "make_ses_client", lambda: client)
    with Stubber(client) as stub:
        yield stub


def letter():
    found = EmailMessage()
    found["From"], found["To"], found["Subject"] = "games@example.org", ADDRESS, "Your turn"
    found.set_content("Hello")
    return found


def test_ses_is_given_the_whole_letter(ses):
    wanted = {"FromEmailAddress": "games@example.org", "Destination": {"ToAddresses": [ADDRESS]}}
    ses.add_response("send_email", {"MessageId": "1"}, {**wanted, "Content": {"Raw": {"Data": ANY}}})
    function.send_by_ses(letter())
    ses.assert_no_pending_responses()


@pytest.mark.parametrize(
    ("code", "raised"), [("MessageRejected", AddressRefused), ("TooManyRequestsException", PlatformDown)]
)
def test_what_ses_refuses_is_told_apart_from_what_it_cannot_do_just_now(ses, code, raised):
    ses.add_client_error("send_email", code)
    with pytest.raises(raised):
        function.send_by_ses(letter())
