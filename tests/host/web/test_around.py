"""The pages around the table: the hall, one's own page, the log, replays and rules."""

import html
import itertools
import json
import re
from dataclasses import replace

import pytest

from engine.rulesets import RULESETS, ruleset
from host import games, people, replaying, seats, selves, showing, ticking
from host.aws import web
from host.choices import brief
from host.games import Guest
from host.history import whole_log
from host.house import Config
from host.move import Command, loaded
from host.session import RUNNING
from host.web import app
from host.web.http import Request
from tests.host.web.visitor import Forms, Visitor, found


def bots_play(house, target=30_000_000, seats_=3, by="house"):
    """A game of computer players, to its end."""
    command = Command(by=by)
    game = games.create(house, command, "season7", {"target": target}, "evening").game
    for _ in range(seats_):
        games.add_bot(house, command, game)
    games.begin(house, command, game)
    while showing.found(house, game).session.stage == "running":
        house.now.now += 3
        house.store.beat(house.now.now)
        ticking.tick(house, game)
    return game


# -- the hall


def test_the_hall_shows_what_is_on_and_opens_a_game_for_friends(house, visitor):
    text = visitor.go("/")
    assert "Play at once" in text
    text = visitor.send("/new", name="Ann", bots="2", pace="36h")
    assert "The lobby" in text
    session = house.store.game(visitor.at.removeprefix("/g/")).session
    assert [player.name for player in session.players] == ["Ann", "Ada (bot)", "Babbage (bot)"]
    assert session.pace == 36 * 3600
    assert "in the lobby" in visitor.go("/")


def test_what_may_be_agreed_upon_is_chosen_with_the_game(house, visitor):
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset="ladder", **{"ladder.rounds": "5", "ladder.host": "players"})
    game = house.store.game(visitor.at.removeprefix("/g/")).session
    assert game.options == {"rounds": 5, "host": "players"}
    visitor.go("/")
    visitor.send("/new", name="Ann", **{"season7.wildcard": "False", "ladder.rounds": "5"})
    assert house.store.game(visitor.at.removeprefix("/g/")).session.options == {"wildcard": False}
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset="ladder", **{"ladder.rounds": "99"})  # no browser sends that
    assert house.store.game(visitor.at.removeprefix("/g/")).session.options == {}


@pytest.mark.parametrize(("name", "taught"), [("season7", "Gift Card"), ("ladder", "audience")])
def test_a_game_says_where_what_it_has_names_for_is_explained(visitor, name, taught):
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset=name)
    assert "How to play" in visitor.text
    assert "What everything in it is" in visitor.text
    visitor.go("/rules")
    assert taught in visitor.text


def test_a_pace_or_a_game_that_does_not_exist_is_refused_with_a_sentence(visitor):
    visitor.go("/")
    visitor.send("/new", name="Ann", pace="never")
    assert (visitor.page.status, "Name a pace" in visitor.text) == (409, True)
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset="chess")
    assert "There is no game of that name" in visitor.text


def test_whoever_takes_a_seat_in_a_game_of_the_house_finds_it_once(house, visitor):
    command = Command(by="house")
    game = games.create(house, command, "season7", {"target": 30_000_000}, "evening").game
    for _ in range(2):
        games.add_bot(house, command, game)
    visitor.go(f"/g/{game}")
    visitor.send("/join", name="Ann")
    text = visitor.go("/")
    assert (text.count(f'href="/g/{game}"'), "Your games" in text, "On now" in text) == (1, True, False)
    assert "On now" in Visitor(house).go("/")
    assert (games.begin(house, command, game).ok, seats.close(house, command, game).ok) == (True, True)
    text = visitor.go("/")
    assert (text.count(f'href="/g/{game}"'), "Your past" in text, "Past games here" in text) == (1, True, False)


def test_past_games_are_listed_with_their_replay(house, visitor):
    game = bots_play(house)
    text = visitor.go("/")
    assert "Past games here" in text
    assert f"/g/{game}/replay" in text


# -- replay


def test_a_replay_goes_step_by_step_from_the_first_to_the_last_state(house, visitor):
    game = bots_play(house)
    assert "Step 0 of" in visitor.go(f"/g/{game}/replay")
    last = int(found(r"Step 0 of (\d+)", visitor.text))
    assert last > 20
    session = showing.found(house, game).session
    end = loaded(ruleset("season7"), session)[0].view()
    assert replaying.step(house, game, last).view == end
    assert replaying.step(house, game, 10**9).n == last
    opened = [sum(len(panel.board.cells) for panel in replaying.step(house, game, n).view.panels if panel.board)
              for n in range(12)]  # fmt: skip
    assert opened[0] == 0
    assert max(opened) > 0
    assert all(b - a in (0, 1) for a, b in itertools.pairwise(opened))


def test_a_replay_says_what_was_said_then_and_shows_no_secret(house, visitor):
    game = bots_play(house)
    said = [told.text for n in range(30) for told in replaying.step(house, game, n).said]
    assert any("selects square" in text for text in said)
    text = visitor.go(f"/g/{game}/replay?n=9")
    assert "Step 9 of" in text
    assert 'name="question"' not in text
    assert "your bomb" not in text
    assert 'id="go-next"' in text


def test_a_long_replay_is_played_back_in_pieces(house, monkeypatch):
    game = bots_play(house, 100_000_000)
    whole = replaying.step(house, game, 10**9)
    monkeypatch.setattr(replaying, "MOST_AT_ONCE", 7)
    assert replaying.step(house, game, 10**9) == whole


def test_what_was_undone_when_the_rules_were_mended_is_not_replayed(house):
    game = bots_play(house)
    log = list(whole_log(house, game))
    begun = next(i for i, entry in enumerate(log) if entry.kind == "begin")
    tape = replaying._tape(log[begun:])
    log[-1].cut = 3
    assert replaying._tape(log[begun:]) == tape[: -3 - len(log[-1].taken)] + log[-1].taken


@pytest.mark.parametrize("n", ["-1", "x", "", "9" * 50, "1e3"])
def test_a_step_that_cannot_be_is_brought_into_range(house, visitor, n):
    game = bots_play(house)
    assert "Step 0 of" in visitor.go(f"/g/{game}/replay?n={n}") or "Step" in visitor.text
    assert visitor.page.status == 200


def test_a_running_game_is_not_replayed_nor_one_that_never_began(season, visitor):
    assert "This game is not over yet" in visitor.go(f"{season.path}/replay")
    assert visitor.page.status == 404
    game = games.create(season.house, season.command, "season7").game
    seats.close(season.house, season.command, game)
    assert visitor.go(f"/g/{game}/replay")
    assert visitor.page.status == 404


def test_a_replay_under_rules_that_have_changed_says_so(house, visitor, monkeypatch):
    game = bots_play(house)
    monkeypatch.setattr(type(RULESETS["season7"]), "step", lambda *_: None)
    assert "The rules have changed since this game was played." in visitor.go(f"/g/{game}/replay?n=20")


# -- the log


def test_the_whole_log_is_read_a_page_at_a_time(house, visitor):
    game = bots_play(house, 60_000_000)
    text = visitor.go(f"/g/{game}/log")
    assert "a new game is open" in text
    assert f"/g/{game}/log?from=100" in text
    assert "Earlier" in visitor.go(f"/g/{game}/log?from=100")


def test_what_was_told_to_one_is_told_to_nobody_else_when_all_of_it_can_be_read(house, visitor):
    game = bots_play(house)
    text = visitor.go(f"/g/{game}/log")
    for name in ("Ada", "Babbage", "Clarke"):
        assert f"<i>to {name} (bot): </i>Your bomb is sealed on square" in text
    for path in ("log", "log?from=100", ""):
        assert "to you:" not in visitor.go(f"/g/{game}/{path}".rstrip("/"))


# -- rules


def test_the_rule_of_a_square_is_on_a_page_of_its_own(visitor):
    assert "Category 6, Events" in visitor.go("/rules/Gift%20Card")
    assert "Category 7, Game Changers" in visitor.go("/rules?word=deadlock")
    assert "I know nothing of that name." in visitor.go("/rules/Teapot")
    assert visitor.page.status == 404
    assert "<script>" not in visitor.go("/rules/%3Cscript%3E")


def test_who_knows_no_name_finds_all_of_them_as_links_to_their_rules(visitor):
    page = visitor.go("/rules")
    assert all(text in page for rules in RULESETS.values() for text in (rules.title, *brief(rules)))
    links = re.findall(r'href="(/rules/[^"]+)"', page)
    assert len(links) == len(set(links)) > 100
    assert re.search(r"<h3>Events</h3><ul[^>]*>.*Gift Card.*</ul>.*<h3>Game Changers</h3>", page)
    for link in links:
        assert 'class="card rule-text"' in visitor.go(link), link
        assert 'href="/rules"' in visitor.text


def test_an_unknown_name_is_answered_with_those_that_are_known(visitor):
    assert "/rules/Gift%20Card" in visitor.go("/rules/Teapot")


# -- one's own page


def test_a_private_link_sets_a_cookie_nobody_else_can_read_and_leaves_the_address(season):
    token = people.web_link(season.house, season.ann.id)
    visitor = Visitor(season.house)
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
    token = people.web_link(season.house, season.ann.id)
    headers = {"host": "t", "cookie": f"{other}; rtab={token}"}
    assert app.answer(season.house, Request("GET", "/me", headers=headers)).status == 200
    context = {"http": {"method": "GET"}}
    event = {"headers": {"host": "t"}, "cookies": [other, f"rtab={token}"], "rawPath": "/me", "requestContext": context}
    assert web.request(event).cookie("rtab") == token


def test_whoever_comes_now_and_then_is_known_for_good_and_costs_a_write_a_day(season, hands, monkeypatch):
    ann, writes = season.visitor(season.ann), []
    write = season.house.store.table.write

    def noted(ops):
        writes.append(ops)
        write(ops)

    monkeypatch.setattr(season.house.store.table, "write", noted)
    for _ in range(40):
        hands.now += 4 * 86400
        season.house.store.beat(hands.now)
        assert "Max-Age=31536000" in ann.ask("GET", "/me").headers["Set-Cookie"]
        writes.clear()
        hands.now += 3600
        assert "Set-Cookie" not in ann.ask("GET", "/me").headers
        assert writes == []
    hands.now += 91 * 86400
    assert ann.ask("GET", "/me").status == 403


def test_a_link_that_is_revoked_while_it_is_renewed_stays_revoked(season, hands, monkeypatch):
    token = people.web_link(season.house, season.ann.id)
    hands.now += 10 * 86400
    write = season.house.store.table.write

    def revoked(ops):
        monkeypatch.undo()
        people.revoke(season.house, season.ann.id)
        write(ops)

    monkeypatch.setattr(season.house.store.table, "write", revoked)
    Visitor(season.house, token).ask("GET", "/me")
    assert people.by_token(season.house, token) is None


def test_whoever_is_forgotten_on_a_day_when_their_cookie_is_renewed_keeps_none(season, hands):
    ann = season.visitor(season.ann)
    ann.go("/me")
    hands.now += 10 * 86400
    ann.send("/me/forget", sure="1")
    assert ann.cookie == ""


@pytest.mark.parametrize("token", ["", "x", "0" * 32, "../../etc", "%00", "é" * 40, "a" * 5000])
def test_a_forged_link_opens_nothing(season, token):
    visitor = Visitor(season.house)
    visitor.go(f"/p/{token}")
    assert visitor.page.status == 403
    assert not visitor.cookie
    forged = Visitor(season.house, token)
    assert forged.go("/me")
    assert forged.page.status == 403


def test_settings_are_kept_and_shape_what_is_shown(season):
    ann = season.visitor(season.ann)
    ann.go("/me")
    fields = {"zone": "Europe/Berlin", "from": "22:30", "until": "07:00", "comma": ".", "away": ""}
    ann.send("/me/settings", **fields)
    habits = season.habits(season.ann)
    assert (habits.zone, habits.quiet, habits.reminders) == ("Europe/Berlin", (1350, 420), False)
    assert "The race is to £30.000.000." in ann.go(season.path)
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


def test_a_vacation_stops_the_clocks_until_the_day_after(season):
    ann = season.visitor(season.ann)
    before = next(iter(season.session().clocks.values())).due
    ann.go("/me")
    ann.send("/me/settings", away="2027-01-20", reminders="on")
    gone, back = season.habits(season.ann).away
    assert gone == season.house.now.now
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
        ("from", "late", "Quiet hours are times such as 22:30."),
        ("until", "", "Quiet hours are times such as 22:30."),
        ("away", "tomorrow", "A vacation ends on a day"),
        ("away", "9999-12-31", "A vacation"),
        ("away", "1999-12-31", "That day lies in the past."),
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
    old = Visitor(season.house, ann.cookie)
    ann.go("/me")
    link = found(r"http://table.test(/p/[0-9a-f]+)", ann.send("/me/link"))
    other = Visitor(season.house)
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
    assert selves.redeem(season.house, people.ticket(code), "telegram:77").id == season.ann.id


@pytest.mark.parametrize("elsewhere", [(), ("telegram",), ("reddit",), ("telegram", "reddit")])
def test_a_host_offers_and_promises_only_platforms_on_which_it_plays(house, elsewhere):
    house = replace(house, config=Config(elsewhere=elsewhere))
    ann = Visitor(house, people.web_link(house, people.known(house, "t:ann", "Ann").id))
    text = ann.go("/me")
    assert ("Link my Telegram self" in text) == ("telegram" in elsewhere)
    assert ("Link my Reddit account" in text) == ("reddit" in elsewhere)
    assert ("/link " in ann.post("/me/code")) == ("telegram" in elsewhere)
    reddit = "reddit" in elsewhere
    for page, offer in ((ann.go("/claim"), "Show me a code"), (ann.post("/claim"), "Write this comment")):
        assert (offer in page, "I do not host on Reddit." in page) == (reddit, not reddit)
    assert ann.page.status == (200 if reddit else 404)


def test_looking_at_the_page_for_a_code_keeps_nothing_until_somebody_asks_for_one(house, monkeypatch):
    kept: list[object] = []
    monkeypatch.setattr(house.store.table, "write", kept.append)
    visitor = Visitor(house)
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
    assert (ann.page.status, "Tick the box" in ann.text) == (409, True)
    ann.go("/me")
    ann.send("/me/forget", sure="on")
    assert ann.cookie == ""
    assert people.person(season.house, season.ann.id) is None
    assert season.session().players[0].name == "a former player"


def test_nobody_in_particular_has_no_page_of_their_own(visitor):
    assert "I do not know you yet." in visitor.go("/me")
    assert visitor.page.status == 403


def test_what_somebody_has_done_stands_on_their_page(house):
    ann = people.known(house, "t:ann", "Ann")
    game = games.create(house, Command(by=ann.id), "toy", {"laps": 1}).game
    games.join(house, Command(by=ann.id), game, Guest(ann.id, "Ann"))
    games.add_bot(house, Command(by=ann.id), game)
    games.begin(house, Command(by=ann.id), game)
    while showing.found(house, game).session.stage == "running":
        house.now.now += 2 * 86400
        house.store.beat(house.now.now)
        ticking.tick(house, game)
    text = Visitor(house, people.web_link(house, ann.id)).go("/me")
    counts = house.store.counts(f"person:{ann.id}")
    assert ("wins: " in text) == ("toy.wins" in counts)
    assert Config().bot_pause == house.config.bot_pause


@pytest.mark.parametrize("name", ["season7", "ladder"])
def test_every_game_says_in_the_hall_how_it_goes_and_is_played_at_once(house, visitor, name):
    visitor.go("/")
    for sentence in brief(ruleset(name)):
        assert sentence in html.unescape(visitor.text)
    visitor.send("/table", name="Ann", ruleset=name)
    session = house.store.game(visitor.at.removeprefix("/g/")).session
    assert (session.ruleset, session.stage) == (name, RUNNING)
    visitor.go("/")
    offered = [each for each in Forms(visitor.text).forms if each["action"] == "/table"]
    assert name in [button.get("value") for button in offered[0]["buttons"]]
