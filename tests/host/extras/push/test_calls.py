"""Whoever plays in a browser alone is called back: what is sent, to whom, sealed how, and when it ends."""

import json

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec.structs import replace

from engine.kernel import Told
from engine.kernel.text import build_told
from engine.season7 import events
from host.core import games, posting, seats
from host.core.deadlines import ticking
from host.core.session import OVER, Command
from host.core.store import table_waiters
from host.delivery.outbox import PlaceMoved, PlatformDown
from host.doors import notices
from host.doors.notices import Notice
from host.doors.registry import find_notification_place
from host.extras.push import browsers, encryption, services
from host.people import account_linking, accounts, privacy
from host.said.desk.menu import DESK
from host.shown import views
from tests.host.doors.web.visitor import Visitor, found
from tests.host.extras.push.conftest import WEB, Telephone
from tests.host.said.test_desk import Asked

# RFC 8291, section 5.
OWN = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
TEXT = b"When I grow up, I want to be a watermelon"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_a_notice_is_sealed_as_the_standard_says():
    own = encryption.load_key(encryption.decode_base64url(OWN).hex())
    theirs, secret, salt = (encryption.decode_base64url(word) for word in (THEIRS, SECRET, SALT))
    body = encryption.encrypt_push_body(TEXT, theirs, secret, own, salt)
    assert encryption.encode_base64url(body) == SEALED


def test_the_hosts_word_is_signed_for_one_push_service_and_half_a_day(called):
    telephone = Telephone(called.service, "ann")
    assert called.asks_for_calls(0, telephone).status == 303
    called.dispatcher.deliver_now()
    (_, headers, _), *_ = called.service.taken
    word, key = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    head, claims, signature = word.split(".")
    assert json.loads(encryption.decode_base64url(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(encryption.decode_base64url(claims))
    assert said == {"aud": called.service.url, "exp": int(called.hands.now + 12 * 3600), "sub": WEB}
    raw = encryption.decode_base64url(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), encryption.decode_base64url(key))
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert headers["Content-Encoding"] == "aes128gcm"
    assert key in called.visitor(0).go("/me")


def test_the_key_is_made_once_and_stays(called):
    first = encryption.serialize_key(encryption.load_host_key(called.host.store))
    assert encryption.serialize_key(encryption.load_host_key(called.host.store)) == first


def test_a_trial_comes_at_once_and_then_ones_turns_and_nobody_elses(called):
    ann, bob = Telephone(called.service, "ann"), Telephone(called.service, "bob")
    called.asks_for_calls(0, ann)
    (trial,) = called.rung(ann)
    assert trial["notification"]["body"] == "This is how I will notify you."
    called.asks_for_calls(1, bob)
    called.rung(bob)
    called.plays()
    taken = _both(called, ann, bob)
    assert [len(each) for each in taken] == [len(_asked(called, person)) for person in called.people] == [1, 1]
    (question,) = _asked(called, called.people[0])
    games.submit_answer(
        called.host, Command(by=called.people[0].id), called.game, question.id, question.options[0].value
    )
    called.service.taken.clear()
    taken_then = _both(called, ann, bob)
    assert [len(each) for each in taken_then] == [0, 0]  # Bob is asked what he was asked before
    (notice,), _ = taken
    assert notice["web_push"] == 8030
    assert notice["app_badge"] == "1"
    assert notice["notification"]["navigate"] == f"{WEB}/g/{called.game}"
    assert notice["notification"]["tag"] == called.game
    assert notice["notification"]["title"].startswith("Your turn")


def test_a_secret_question_is_not_told_on_a_screen_that_others_see(called):
    ann = Telephone(called.service, "ann")
    called.asks_for_calls(0, ann)
    called.rung(ann)
    called.plays("season7", target=2_000_000)
    (notice,) = called.rung(ann)
    assert notice["notification"]["body"] == "A secret question is waiting for your answer."


def test_what_is_asked_in_the_open_is_told_in_words(called):
    """Whoever of the two moves first; the other is called when it is their turn."""
    telephones = [Telephone(called.service, name) for name in ("ann", "bob")]
    for n, telephone in enumerate(telephones):
        called.asks_for_calls(n, telephone)
        called.rung(telephone)
    called.plays("season7", target=2_000_000, voice="plain")
    _both(called, *telephones)
    for n, person in enumerate(called.people):
        (asked,) = _asked(called, person)
        called.service.taken.clear()
        assert games.submit_answer(called.host, Command(by=person.id), called.game, asked.id, n + 1).ok
    rung = _both(called, *telephones)
    turns = [len(_asked(called, person)) for person in called.people]
    assert sorted(turns) == [0, 1]
    assert [len(each) for each in rung] == turns
    (notice,) = rung[turns.index(1)]
    assert ", open a square." in notice["notification"]["body"]


@pytest.mark.parametrize(("quiet", "silent"), [((0, 1439), True), (None, False)])
def test_at_night_a_call_makes_no_sound(called, quiet, silent):
    ann = Telephone(called.service, "ann")
    called.asks_for_calls(0, ann)
    called.rung(ann)
    person = called.person(called.people[0])
    accounts.set_habits(called.host, person.id, replace(person.habits, quiet=quiet))
    called.plays()
    (notice,) = called.rung(ann)
    assert notice["notification"]["silent"] is silent


def test_what_has_been_answered_meanwhile_is_not_rung(called):
    ann = Telephone(called.service, "ann")
    called.asks_for_calls(0, ann)
    called.rung(ann)
    called.plays("season7", target=2_000_000)
    (asked,) = _asked(called, called.people[0])
    assert games.submit_answer(
        called.host, Command(by=called.people[0].id), called.game, asked.id, asked.options[0].value
    ).ok
    assert called.rung(ann) == []


def test_a_reminder_is_urgent_lasts_as_long_as_there_is_time_and_replaces_the_first(called):
    ann = Telephone(called.service, "ann")
    called.asks_for_calls(0, ann)
    called.rung(ann)
    called.plays("season7", target=2_000_000)
    called.hands.now += 2
    called.dispatcher.deliver_now()
    (_, first, _), *_ = called.service.taken
    called.service.taken.clear()
    (asked,) = _asked(called, called.people[0])
    called.hands.now += (asked.due - called.hands.now) * 0.55
    ticking.run_due_steps(called.host, called.game)
    called.dispatcher.deliver_now()
    ((_, headers, body),) = called.service.taken
    assert (first["Urgency"], headers["Urgency"]) == ("normal", "high")
    assert first["Topic"] == headers["Topic"]
    assert int(headers["TTL"]) == int(asked.due - called.hands.now)
    assert "left" in ann.read(body)["notification"]["body"]


@pytest.mark.parametrize("ends", ["1", ""])
def test_the_end_of_a_cycle_is_told_to_whoever_wants_to_hear_of_ends(called, ends):
    telephone, ann = Telephone(called.service, "ann"), called.person(called.people[0])
    called.asks_for_calls(0, telephone, ends=ends)
    called.rung(telephone)
    called.plays()
    called.rung(telephone)
    session = called.host.store.load_game(called.game).session
    over = events.CycleOver(1, ["p1"], 1, {}, total=5_000_000, short=995_000_000)
    told = [build_told(over, {}), Told("Hello.", {})]
    posted, _ = posting.build_posts(
        session, posting.News(told, [], [], session.map_names_by_seat(), board=True), ("push",)
    )
    mine = [post for post in posted if post.chat == f"push:{ann.id}"]
    assert [line.text for post in mine for line in post.lines] == [events.CycleOver.says]
    called.host.store.queue_posts(mine, called.hands.now)
    rung = called.rung(telephone)
    assert ["Ann leads the race" in notice["notification"]["body"] for notice in rung] == ([True] if ends else [])


def test_the_end_of_a_game_comes_again_if_the_one_browser_that_wants_it_was_not_reached(called):
    ann = called.people[0]
    for name, ends in (("still", ""), ("ends", "1")):
        called.asks_for_calls(0, Telephone(called.service, name), ends=ends)
    over = Notice("g", "Race", "The game is over.", 60.0, ends=True)
    called.service.answers = [500]
    with pytest.raises(PlatformDown):
        called.dispatcher.sender.notify_browsers(called.person(ann), over)
    called.dispatcher.sender.notify_browsers(called.person(ann), over)
    assert [path for path, _, _ in called.service.taken] == ["/ends", "/ends"]


def test_a_notice_comes_again_if_one_browser_was_gone_and_the_other_was_not_reached(called):
    ann = called.people[0]
    for name in ("gone", "down"):
        called.asks_for_calls(0, Telephone(called.service, name), ends="1")
    over = Notice("g", "Race", "The game is over.", 60.0, ends=True)
    called.service.answers = [410, 500]
    with pytest.raises(PlatformDown):
        called.dispatcher.sender.notify_browsers(called.person(ann), over)
    called.dispatcher.sender.notify_browsers(called.person(ann), over)
    first, *_, last = [path for path, _, _ in called.service.taken]
    assert len(called.service.taken) == 3 and first != last


@pytest.mark.parametrize(
    ("status", "cure"),
    [
        *((each, "is this host's clock right?") for each in (400, 401, 403)),
        *((each, "update") for each in (307, 413, 418)),
    ],
)
def test_a_notice_that_is_refused_for_no_fault_of_the_browser_is_lost_and_the_log_says_why_once(
    called, caplog, status, cure
):
    telephone, ann = Telephone(called.service, "ann"), called.people[0]
    called.asks_for_calls(0, telephone)
    called.service.answers = [status]
    called.rung(telephone)
    (browser,) = browsers.list_browsers(called.host.store, ann.id)
    assert not browser.worked
    called.hands.now += 3600
    assert called.rung(telephone) == []
    (logged,) = [record.message for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    assert logged.startswith(f"notice refused door=push service={called.service.url} status={status}: {cure} ")


def test_a_refused_notice_moves_to_the_e_mail_only_if_no_browser_took_it(called, monkeypatch):
    ann = called.people[0]
    monkeypatch.setattr(notices, "find_notification_place", lambda _, who, but: {"push": f"mail:{who}"}[but])
    for name in ("one", "two"):
        called.asks_for_calls(0, Telephone(called.service, name))
    notice = Notice("g", "Race", "It is your turn.", 60.0)
    called.service.answers = [401]
    called.dispatcher.sender.notify_browsers(called.person(ann), notice)
    called.service.answers = [401, 413]
    with pytest.raises(PlaceMoved) as moved:
        called.dispatcher.sender.notify_browsers(called.person(ann), notice)
    assert moved.value.chat == f"mail:{ann.id}"


# -- a summons: somebody wants one there


def test_whoever_is_called_by_another_player_hears_the_telephone_ring_and_what_is_asked_stays_secret(called):
    telephone, (ann, bob) = Telephone(called.service, "bob"), called.people
    called.asks_for_calls(1, telephone)
    called.rung(telephone)
    called.plays("ladder", rounds=1, friend="call")
    called.rung(telephone)
    seats = {person.id: views.load_game_view(called.host, called.game, person.id).you for person in (ann, bob)}
    for value in ("friend", seats[bob.id]):
        asked = next((each for each in _asked(called, ann) if value in [option.value for option in each.options]), None)
        if asked:  # where there is but one friend, nobody is asked whom
            assert games.submit_answer(called.host, Command(by=ann.id), called.game, asked.id, value).ok
    (notice,) = called.rung(telephone)
    assert [each.key for each in _asked(called, bob) if each.key == "call"] == ["call"]
    assert notice["notification"]["title"] == "Your turn · Fifteen Rungs"
    assert notice["notification"]["body"] == "A secret question is waiting for your answer."
    assert notice["notification"]["navigate"] == f"{WEB}/g/{called.game}"


def test_whoever_is_wanted_for_another_game_is_called_there_once(called):
    telephone = Telephone(called.service, "bob")
    called.asks_for_calls(1, telephone, ends="")
    called.plays()
    _play_to_the_end(called)
    called.rung(telephone)
    for _ in range(2):
        asked_for = called.visitor(0).ask("POST", f"/g/{called.game}/again")
        assert asked_for.status == 303
    new = asked_for.headers["Location"]
    (notice,) = called.rung(telephone)
    body = notice["notification"]["body"]
    assert body == "Ann wants to play again with the same people: The Toy, up to 1 day for a turn."
    assert notice["notification"]["navigate"] == f"{WEB}{new}"
    assert notice["notification"]["tag"] == new.removeprefix("/g/")
    called.visitor(1).ask("POST", f"/g/{called.game}/again")
    assert {face.name for face in views.load_game_view(called.host, new.removeprefix("/g/")).faces} == {"Ann", "Bob"}
    assert called.rung(telephone) == []
    assert seats.close_table(called.host, Command(operator=True), new.removeprefix("/g/")).ok
    second = called.visitor(0).ask("POST", f"/g/{called.game}/again").headers["Location"]
    (notice,) = called.rung(telephone)
    assert notice["notification"]["navigate"] == f"{WEB}{second}" != f"{WEB}{new}"


def test_whoever_waits_for_a_table_somewhere_is_called_when_one_opens(called):
    telephone, bob = Telephone(called.service, "bob"), called.people[1]
    called.asks_for_calls(1, telephone, ends="")
    called.rung(telephone)
    table_waiters.add_table_waiter(called.host.store, bob.id, "t:group")
    DESK["new"].does(Asked(called.host, called.person(called.people[0]), "toy daily"))
    (notice,) = called.rung(telephone)
    assert "You asked me to tell you about new games. A new one is open:" in notice["notification"]["body"]
    assert "http" not in notice["notification"]["body"]
    assert notice["notification"]["navigate"].startswith(f"{WEB}/g/")


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_gone_is_forgotten_and_with_the_last_one_the_place(called, status):
    ann = Telephone(called.service, "ann")
    called.asks_for_calls(0, ann)
    called.service.answers = [status]
    called.dispatcher.deliver_now()
    person = called.person(called.people[0])
    assert browsers.list_browsers(called.host.store, person.id) == []
    called.plays()
    assert called.person(person).place in ("", f"push:{person.id}")
    called.rung(ann)
    called.rung(ann)
    assert list(called.host.store.iter_waiting_places(called.hands.now)) == []


def test_a_push_service_that_is_busy_is_left_alone_for_as_long_as_it_says(called):
    ann = Telephone(called.service, "ann")
    called.asks_for_calls(0, ann)
    called.service.answers, called.service.headers = [429], {"Retry-After": "120"}
    assert called.dispatcher.deliver_now() <= 120
    called.service.headers = {}
    called.service.taken.clear()
    called.dispatcher.deliver_now()
    assert called.service.taken == []
    called.hands.now += 121
    assert len(called.rung(ann)) == 1


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://fcm.googleapis.com:8443/x",
        "https://me@fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "http://fcm.googleapis.com/x",
        "file:///etc/passwd",
        "https://[::1]/x",
        "",
        "https://fcm.googleapis.com/" + "x" * 1000,
    ],
)
def test_a_stranger_cannot_have_the_host_write_wherever_they_like(called, address):
    telephone = Telephone(called.service, "ann")
    response = called.asks_for_calls(0, telephone, address=address)
    assert response.status == 409
    assert browsers.list_browsers(called.host.store, called.people[0].id) == []


@pytest.mark.parametrize(
    "host",
    ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "wns2-par02p.notify.windows.com"],
)
def test_the_push_services_of_browsers_are_known(host):
    assert services.is_allowed_service(f"https://{host}/fcm/send/abc", ())


@pytest.mark.parametrize("changes", [{"key": "AAAA"}, {"key": ""}, {"key": "%%"}])
def test_a_key_that_is_none_is_refused_in_a_sentence(called, changes):
    telephone = Telephone(called.service, "ann")
    assert called.asks_for_calls(0, telephone, **changes).status == 409


def test_nobody_has_more_than_five_and_a_shared_browser_calls_whoever_asked_last(called):
    ann, store = called.people[0], called.host.store
    for n in range(6):
        called.hands.now += 1
        called.asks_for_calls(0, Telephone(called.service, f"n{n}"))
    assert [each.address.rpartition("/")[2] for each in browsers.list_browsers(store, ann.id)] == [
        "n1",
        "n2",
        "n3",
        "n4",
        "n5",
    ]
    shared = Telephone(called.service, "n5")
    called.asks_for_calls(1, shared)
    assert len(browsers.list_browsers(store, ann.id)) == 4
    assert len(browsers.list_browsers(store, called.people[1].id)) == 1


def test_a_browser_that_is_somebody_elses_by_now_stays_theirs(called):
    telephone, store, (ann, bob) = Telephone(called.service, "one"), called.host.store, called.people
    called.asks_for_calls(0, telephone)
    (browser,) = browsers.list_browsers(store, ann.id)
    called.asks_for_calls(1, telephone)
    browsers.drop_browser(store, ann.id, browser.id)
    called.asks_for_calls(0, telephone)
    assert [len(browsers.list_browsers(store, each.id)) for each in (ann, bob)] == [1, 0]


def test_what_somebody_is_called_by_ends_on_their_page_goes_with_them_and_is_in_their_file(called):
    telephone, ann = Telephone(called.service, "ann"), called.people[0]
    called.asks_for_calls(0, telephone)
    page = called.visitor(0).go("/me")
    assert "Firefox, Android" in page
    assert accounts.export_account(called.host, ann.id)["notices"][0]["browser"] == "Firefox, Android"
    browser = found(r'name="browser" value="(\w+)"', page)
    called.visitor(0).ask("POST", "/me/browser-off", body=f"browser={browser}".encode())
    assert called.person(ann).place == ""
    called.asks_for_calls(0, telephone)
    accounts.forget_account(called.host, ann.id)
    assert browsers.list_browsers(called.host.store, ann.id) == []
    assert privacy.RUNG in privacy.PRIVACY_TEXTS


def test_two_who_are_one_are_called_as_one(called):
    telephone, (ann, bob) = Telephone(called.service, "bob"), called.people
    called.asks_for_calls(1, telephone)
    stays = account_linking.merge_accounts(called.host, ann.id, "visit:Bob")
    assert len(browsers.list_browsers(called.host.store, stays)) == 1
    called.rung(telephone)
    called.people[1] = next(each for each in called.people if each.id == stays)
    called.people[1] = called.person(called.people[1])
    assert called.people[1].place
    assert called.people[1].id in (ann.id, bob.id)


def test_who_plays_in_a_chat_is_told_there(called):
    called.people[0] = accounts.load_or_create_person(called.host, "telegram:7", "Ann", "telegram:7")
    called.asks_for_calls(0, Telephone(called.service, "ann"))
    assert called.person(called.people[0]).place == "telegram:7"


def test_the_worker_the_page_without_a_connection_and_the_sign_are_there(called):
    visitor = called.visitor(0)
    worker = visitor.ask("GET", "/sw.js")
    assert (worker.status, worker.headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert "no connection" in visitor.go("/offline")
    manifest = found(r'rel="manifest" href="([^"]+)"', visitor.go("/"))
    told = json.loads(visitor.ask("GET", manifest).body)
    assert {visitor.ask("GET", icon["src"]).status for icon in told["icons"]} == {200}


def test_where_nobody_is_called_nothing_is_offered(host):
    ann = accounts.load_or_create_person(host, "visit:Ann", "Ann")
    visitor = Visitor(host, accounts.create_web_token(host, ann.id))
    page = visitor.go("/me")
    assert "data-bell" not in page
    assert visitor.ask("POST", "/me/browser", body=b"address=x").status == 409


def _asked(called, person):
    shown = views.load_game_view(called.host, called.game, person.id)
    return [asked for asked in shown.asked if asked.who == shown.you]


def _play_to_the_end(called):
    for _ in range(200):
        if views.load_game_view(called.host, called.game).stage == OVER:
            return
        for person in called.people:
            for asked in _asked(called, person):
                values = [option.value for option in asked.options] or [
                    "Ha" if asked.form.kind == "text" else asked.form.low
                ]
                value = values[: asked.form.low] if asked.form.kind == "several" else values[0]
                assert games.submit_answer(called.host, Command(by=person.id), called.game, asked.id, value).ok
    raise AssertionError("it does not end")


def _both(called, ann, bob):
    called.hands.now += 2
    called.dispatcher.deliver_now()
    taken = list(called.service.taken)
    return [[each.read(body) for path, _, body in taken if each.address.endswith(path)] for each in (ann, bob)]


def test_who_is_called_in_a_browser_is_found_there_when_letters_end(called):
    ann = called.people[0]
    assert find_notification_place(called.host, ann.id) == ""
    called.asks_for_calls(0, Telephone(called.service, "ann"))
    assert find_notification_place(called.host, ann.id) == f"push:{ann.id}"
