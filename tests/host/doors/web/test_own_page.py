"""The way to one's own page, and what stands and is changed there."""

import json
from dataclasses import replace

import pytest
from msgspec import structs

from host.core import games
from host.core.context import Config
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.people import account_linking, accounts
from host.shown import views
from tests.host.doors.web.asking import answered
from tests.host.doors.web.visitor import Visitor, found


def test_a_private_link_sets_a_cookie_nobody_else_can_read_and_leaves_the_address(season):
    token = accounts.create_web_token(season.host, season.ann.id)
    visitor = Visitor(season.host)
    response = visitor.ask("GET", f"/p/{token}")
    assert (response.status, response.headers["Location"]) == (303, "/")
    kept = response.headers["Set-Cookie"]
    assert "HttpOnly" in kept
    assert "SameSite=Lax" in kept
    assert "Secure" not in kept
    assert "Secure" in visitor.ask("GET", f"/p/{token}", x_forwarded_proto="https").headers["Set-Cookie"]
    assert "Your games" in visitor.go("/")


OTHERS = [
    'prefs={"a": "b"}',
    "foo",
    "user=\u00e9",
    "k=" + "x" * 4100,
    "a=b c",
    "x[y]=1",
    'a="x',
    "rtab-claim=1.2",
    "=",
    "",
]


@pytest.mark.parametrize("other", OTHERS)
def test_cookies_of_others_hide_nobody(season, other):
    token = accounts.create_web_token(season.host, season.ann.id)
    headers = {"host": "t", "cookie": f"{other}; rtab={token}"}
    assert answered(season.host, "GET", "/me", headers=headers).status == 200


@pytest.mark.whole
def test_whoever_comes_now_and_then_is_known_for_good_and_costs_a_write_a_day(season, hands, monkeypatch):
    ann, writes = season.visitor(season.ann), []
    write = season.host.store.table.write

    def noted(ops):
        writes.append(ops)
        write(ops)

    monkeypatch.setattr(season.host.store.table, "write", noted)
    for _ in range(40):
        hands.now += 4 * 86400
        season.host.store.save_beat(hands.now)
        assert "Max-Age=31536000" in ann.ask("GET", "/me").headers["Set-Cookie"]
        writes.clear()
        hands.now += 3600
        assert "Set-Cookie" not in ann.ask("GET", "/me").headers
        assert writes == []
    hands.now += 91 * 86400
    assert ann.ask("GET", "/me").status == 403


def test_a_link_that_is_revoked_while_it_is_renewed_stays_revoked(season, hands, monkeypatch):
    token = accounts.create_web_token(season.host, season.ann.id)
    hands.now += 10 * 86400
    write = season.host.store.table.write

    def revoked(ops):
        monkeypatch.undo()
        accounts.revoke_tokens(season.host, season.ann.id)
        write(ops)

    monkeypatch.setattr(season.host.store.table, "write", revoked)
    Visitor(season.host, token).ask("GET", "/me")
    assert accounts.find_person_by_token(season.host, token) is None


def test_whoever_is_forgotten_on_a_day_when_their_cookie_is_renewed_keeps_none(season, hands):
    ann = season.visitor(season.ann)
    ann.go("/me")
    hands.now += 10 * 86400
    ann.send("/me/forget", sure="1")
    assert ann.cookie == ""


@pytest.mark.parametrize("token", ["", "x", "0" * 32, "../../etc", "%00", "é" * 40, "a" * 5000])
def test_a_forged_link_opens_nothing(season, token):
    visitor = Visitor(season.host)
    visitor.go(f"/p/{token}")
    assert visitor.page.status == 403
    assert not visitor.cookie
    forged = Visitor(season.host, token)
    assert forged.go("/me")
    assert forged.page.status == 403


def test_settings_are_kept_and_shape_what_is_shown(season):
    ann = season.visitor(season.ann)
    ann.go("/me")
    fields = {"zone": "Europe/Berlin", "from": "22:30", "until": "07:00", "comma": ".", "away": "", "rings": "turns"}
    ann.send("/me/settings", **fields)
    habits = season.habits(season.ann)
    assert habits.rings == "turns"
    assert '<option value="turns" selected>only questions that need your answer</option>' in ann.go("/me")
    ann.send("/me/settings", **{**fields, "rings": "whenever"})
    assert season.habits(season.ann).rings == "turns"
    assert (habits.zone, habits.quiet, habits.reminders) == ("Europe/Berlin", (1350, 420), False)
    assert "The target of the race is £30.000.000." in ann.go(season.path)
    assert season.session().players[0].habits.zone == "Europe/Berlin"


def test_after_a_vacation_settings_can_be_saved_as_the_page_shows_them(season, hands):
    ann = season.visitor(season.ann)
    ann.go("/me")
    ann.send("/me/settings", away="2027-01-20")
    assert season.habits(season.ann).away
    hands.now += 9 * 86400
    ann.go("/me")
    ann.send("/me/settings")
    assert ann.page.status == 200, ann.text


def test_the_last_day_of_a_vacation_stays_as_typed_in_another_time_zone(season):
    ann = season.visitor(season.ann)
    ann.go("/me")
    ann.send("/me/settings", away="2027-01-20", zone="Europe/Berlin")
    ann.send("/me/settings", away="2027-01-20", zone="Asia/Tokyo")
    assert 'value="2027-01-20"' in ann.go("/me")


def test_a_new_time_zone_is_taken_where_the_vacation_cannot_end_on_the_same_day_in_it(season):
    now, (west, east) = season.host.now(), ("Pacific/Pago_Pago", "Pacific/Kiritimati")
    ann = season.visitor(season.ann)
    for zone, other, lasts in ((west, east, 60.0), (east, west, accounts.LONGEST_AWAY)):  # past, and too long
        away = (now, now + lasts)
        old = structs.replace(season.habits(season.ann), zone=zone, away=away)
        accounts.set_habits(season.host, season.ann.id, old)
        ann.go("/me")
        ann.send("/me/settings", zone=other)
        assert (season.habits(season.ann).zone, season.habits(season.ann).away) == (other, away)


def test_the_longest_vacation_lets_other_settings_be_saved_and_stays_as_it_is(season):
    now = season.host.now()
    away = (now, now + accounts.LONGEST_AWAY)
    accounts.set_habits(season.host, season.ann.id, structs.replace(season.habits(season.ann), away=away))
    ann = season.visitor(season.ann)
    ann.go("/me")
    ann.send("/me/settings", rings="turns")
    assert ann.page.status == 200, ann.text
    assert (season.habits(season.ann).away, season.habits(season.ann).rings) == (away, "turns")


def test_a_vacation_stops_the_clocks_until_the_day_after(season):
    ann = season.visitor(season.ann)
    before = next(iter(season.session().clocks.values())).due
    ann.go("/me")
    ann.send("/me/settings", away="2027-01-20", reminders="on")
    gone, back = season.habits(season.ann).away
    assert gone == season.host.now.now
    assert (back - gone) > 4 * 86400
    assert 'value="2027-01-20"' in ann.text
    assert next(clock for clock in season.session().clocks.values() if clock.who == "p1").due > before
    ann.send("/me/settings", away="")
    assert season.habits(season.ann).away is None


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("zone", "Mars/Olympus", "I do not know that time zone"),
        ("zone", "../../etc/passwd", "I do not know that time zone"),
        ("from", "late", "Write quiet hours as times like 22:30."),
        ("until", "", "Write quiet hours as times like 22:30."),
        ("away", "tomorrow", "Write the last day of your vacation like this: 2031-08-24."),
        ("away", "9999-12-31", "Write the last day of your vacation"),
        ("away", "1999-12-31", "This day is in the past. Choose a later one."),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_a_sentence(season, field, value, sentence):
    ann = season.visitor(season.ann)
    ann.go("/me")
    ann.send("/me/settings", **{field: value})
    assert (ann.page.status, sentence in ann.text) == (409, True)
    assert season.habits(season.ann).zone == "UTC"


def test_links_are_made_used_and_revoked(season):
    ann = season.visitor(season.ann)
    old = Visitor(season.host, ann.cookie)
    ann.go("/me")
    link = found(r"http://table.test(/p/[0-9a-f]+)", ann.send("/me/link"))
    other = Visitor(season.host)
    other.go(link)
    assert "Your games" in other.go("/")
    ann.go("/me")
    ann.send("/me/revoke")
    assert ann.page.status == 200
    for gone in (old, other):
        gone.go("/me")
        assert gone.page.status == 403


def test_a_code_links_the_telegram_self(season):
    ann = season.visitor(season.ann)
    ann.go("/me")
    code = found(r"/link ([0-9a-f]+)", ann.send("/me/code"))
    assert (
        account_linking.redeem_link_code(season.host, accounts.hash_link_code(code), "telegram:77").id == season.ann.id
    )


@pytest.mark.parametrize("elsewhere", [(), ("telegram",), ("reddit",), ("telegram", "reddit")])
def test_a_host_offers_and_promises_only_platforms_on_which_it_plays(host, elsewhere):
    host = replace(host, config=Config(elsewhere=elsewhere))
    ann = Visitor(host, accounts.create_web_token(host, accounts.load_or_create_person(host, "t:ann", "Ann").id))
    text = ann.go("/me")
    assert ("Connect my Telegram account" in text) == ("telegram" in elsewhere)
    assert ("Connect my Reddit account" in text) == ("reddit" in elsewhere)
    assert ("/link " in ann.post("/me/code")) == ("telegram" in elsewhere)
    reddit = "reddit" in elsewhere
    for page, offer in (
        (ann.go("/claim"), "Show me a code"),
        (ann.post("/claim"), "Write this as a comment from your"),
    ):
        assert (
            offer in page,
            "I cannot use this code, because I do not play on the platform that it is for." in page,
        ) == (
            reddit,
            not reddit,
        )
    assert ann.page.status == (200 if reddit else 404)


def test_looking_at_the_page_for_a_code_keeps_nothing_until_somebody_asks_for_one(host, monkeypatch):
    kept: list[object] = []
    monkeypatch.setattr(host.store.table, "write", kept.append)
    visitor = Visitor(host)
    visitor.go("/claim")
    assert (kept, visitor.jar) == ([], {})
    monkeypatch.undo()
    visitor.send("/claim")
    code = found(r"link ([0-9a-f]{8})<", visitor.text)
    assert f"link {code}<" in visitor.go("/claim")  # the same one, for whoever comes back to it


def test_own_data_can_be_taken_along_and_forgotten(season):
    ann = season.visitor(season.ann)
    kept = ann.ask("GET", "/me/export")
    data = json.loads(kept.body)
    assert (data["person"]["name"], data["games"][0]["id"]) == ("Ann", season.game)
    assert "attachment" in kept.headers["Content-Disposition"]
    ann.go("/me")
    ann.send("/me/forget")
    assert (ann.page.status, "If you are sure, tick the box first." in ann.text) == (409, True)
    ann.go("/me")
    ann.send("/me/forget", sure="on")
    assert ann.cookie == ""
    assert accounts.load_current_person(season.host, season.ann.id) is None
    assert season.session().players[0].name == "a former player"


def test_nobody_in_particular_has_no_page_of_their_own(visitor):
    assert "I do not know you yet. Join a game, or open your private link." in visitor.go("/me")
    assert visitor.page.status == 403


def test_what_somebody_has_done_stands_on_their_page(host):
    ann = accounts.load_or_create_person(host, "t:ann", "Ann")
    game = games.open_lobby(host, Command(by=ann.id), "toy", {"laps": 1}).game
    games.sit_at_table(host, Command(by=ann.id), game, Guest(ann.id, "Ann"))
    games.add_bot(host, Command(by=ann.id), game)
    games.start_game(host, Command(by=ann.id), game)
    while views.load_saved_game(host, game).session.stage == "running":
        host.now.now += 2 * 86400
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, game)
    text = Visitor(host, accounts.create_web_token(host, ann.id)).go("/me")
    counts = host.store.load_counts(f"person:{ann.id}")
    assert ("1 win" in text) == ("toy.wins" in counts)
    assert Config().bot_pause == host.config.bot_pause
