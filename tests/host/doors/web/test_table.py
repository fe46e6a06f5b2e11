"""The page of a game, without a browser: what it shows to whom, and what its forms do."""

import gzip
import random
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

from engine.kernel import Form, Option, Question, Reader
from engine.rulesets import RULESETS
from host.core import games, seats, stand_ins
from host.core.context import load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import RUNNING, Command
from host.doors.web.files import format_static_url, list_look_files, list_static_files, read_static_file
from host.doors.web.table import question_forms
from host.doors.web.table.page_context import PageContext
from host.people import accounts
from host.said import answers
from host.shown import views
from tests.host.doors.web.visitor import Visitor, found

MINIGAME = 5  # a category of squares, of which every board has some
WORD = re.compile(rb'(?<=name="once" value=")[0-9a-f]*')


def test_a_passer_by_sees_a_living_game_and_two_ways_in(season, visitor):
    text = visitor.go(season.path)
    assert "Quadrant 1" in text
    assert re.search(r"Waiting for \w+, \w+ and \w+\.", text)
    assert "Ask to join" in text
    assert "Play in a game of my own" in text
    assert "Leaderboard" in text
    assert 'name="question"' not in text


def test_orders_for_later_have_a_page_of_their_own_for_those_who_can_leave_some(host, visitor):
    ann, bob = (accounts.load_or_create_person(host, f"t:{name}", name) for name in ("Ann", "Bob"))
    game = games.open_lobby(host, Command(by=ann.id), "billionaire", {}, "daily").game
    for each in (ann, bob):
        games.sit_at_table(host, Command(by=each.id), game, Guest(each.id, each.name))
    games.start_game(host, Command(by=ann.id), game)
    page = Visitor(host, accounts.create_web_token(host, ann.id))
    page.go(f"/g/{game}/orders")
    assert "order eurasia" in {form["fields"].get("key") for form in page.forms}
    visitor.go(f"/g/{game}/orders")
    assert visitor.at == f"/g/{game}"


def test_one_click_opens_a_table_of_ones_own_that_begins_with_a_bomb(season, visitor):
    visitor.go(season.path)
    once = next(form for form in visitor.forms if form["action"].endswith("/join"))["fields"]["once"]
    text = visitor.post("/table", once=once, name="", ruleset="season7")
    assert "your bomb" in text
    game = visitor.at.removeprefix("/g/")
    session = season.host.store.load_game(game).session
    assert game != season.game
    assert [player.bot for player in session.players] == [False, True, True, True]
    assert session.players[0].name == "Guest"


def count_characters(text, session):
    """How many computers of this game a piece of a page describes, in every word of their characters."""
    names = Reader({player.seat: player.bare_name for player in session.players})
    spoken = " ".join(unescape(re.sub("<[^>]*>", " ", text)).split())
    bots = [player for player in session.players if player.bot]
    kinds = [stand_ins.find_bot_character(RULESETS[session.ruleset], player.name) for player in bots]
    cards = [kind.build_description(player.seat) for kind, player in zip(kinds, bots, strict=True) if kind]
    sentences = {names.format_value(card).partition(" ")[2] for card in cards}
    assert len(sentences) == len(bots) > 1
    return sum(each in spoken for each in sentences)


@pytest.mark.parametrize("name", ["season7", "billionaire"])
def test_what_each_computer_is_like_is_read_by_a_tap(host, visitor, name):
    visitor.go("/")
    once = next(form for form in visitor.forms if form["action"] == "/table")["fields"]["once"]
    text = visitor.post("/table", once=once, name="", ruleset=name)
    cards = text.partition('<details id="rivals">')[2].partition("</details>")[0]
    session = host.store.load_game(visitor.at.removeprefix("/g/")).session
    assert session.ruleset == name
    assert count_characters(cards, session) == 3


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_a_lobby_tells_what_each_computer_is_like(host, name):
    by = Command(by=accounts.load_or_create_person(host, "t:Ann", "Ann", "t:Ann").id)
    game = games.open_lobby(host, by, name).game
    for _ in range(2):
        games.add_bot(host, by, game)
    lobby = Visitor(host).go(f"/g/{game}").partition('<div class="lobby">')[2].partition('<ul class="faces">')[2]
    assert count_characters(lobby.partition("</ul>")[0], host.store.load_game(game).session) == 2


def test_two_clicks_on_it_open_one_table_for_one_person(season):
    first, second = Visitor(season.host), Visitor(season.host)
    first.go("/")
    fields = next(form for form in first.forms if form["action"] == "/table")["fields"]
    first.post("/table", **fields)
    second.post("/table", **fields)
    assert first.at == second.at
    text = second.go("/")
    assert text.count("Race to a Billion: Guest") == 1


def test_who_is_let_in_has_a_computers_seat_in_the_game_that_is_shown(season, visitor):
    visitor.go(season.path)
    text = visitor.send("/join", name="Zoe")
    assert "You have asked to join." in text
    ann = season.visitor(season.ann)
    assert "Wants to join" in ann.go(season.path)
    assert "Wants to join" not in visitor.go(season.path)
    ann.send("/admit")
    assert ": where do you hide your bomb?" in visitor.go(season.path)
    assert [player.name for player in season.session().players] == ["Ann", "Bob", "Zoe"]
    assert not any(player.bot for player in season.session().players)


def test_a_bomb_is_sealed_in_secret_by_a_tap_and_a_second_one_in_the_dock(season):
    ann, bob = season.visitor(season.ann), season.visitor(season.bob)
    ann.go(season.path)
    entries = season.session().entries
    assert 'id="panel" hidden' in ann.text
    text = ann.go(f"{season.path}?square=7")
    assert season.session().entries == entries
    assert "Square 7" in text
    assert 'id="panel" hidden' not in text
    text = ann.send("/square", **pressed(ann, "Hide it here"))
    assert "your bomb" in text
    assert "Waiting for 2 secret answers." in text
    assert "your bomb" not in bob.go(season.path).replace(": where do you hide your bomb?", "")


def pressed(visitor, label):
    """The fields that a button of the dock sends."""
    do = re.findall(
        rf'value="([^"]+)" data-squares="[^"]*"[^>]*>(?:<svg[^>]*><use[^>]*></use></svg>)?{label}<', visitor.text
    )
    assert do, f"no button {label}"
    return {"do": unescape(do[0])}


def test_a_square_with_which_nothing_can_be_done_is_not_chosen(season, visitor):
    begun(season)
    for who in (season.visitor(season.ann), visitor):
        for square in ("77", "x", "-1", "9" * 40):
            assert 'id="now" hidden' not in who.go(f"{season.path}?square={square}")


def test_every_table_is_a_tap_away_and_only_one_stands_on_the_stage(season, visitor):
    host = season.host
    game = games.open_lobby(host, season.command, "season7", {"wildcard": False}, "daily").game
    for _ in range(8):
        games.add_bot(host, season.command, game)
    games.start_game(host, season.command, game)
    text = visitor.go(f"/g/{game}")
    ways = re.findall(rf'href="(/g/{game}\?table=(\w+))"', text)
    assert [name for _, name in ways] == ["Q2"]
    assert visitor.go(ways[0][0]).count("<caption") == 1
    assert "The board of Quadrant 2" in visitor.text
    assert "The board of Quadrant 1" in visitor.go(f"/g/{game}?table=nothing")


def begun(season):
    """Everybody has sealed; Ann is to move."""
    host = season.host
    for _ in range(60):
        mine = [asked for asked in views.load_game_view(host, season.game, season.ann.id).asked if asked.who == "p1"]
        if mine and mine[0].key.endswith("select"):
            return mine[0]
        for person, seat, n in ((season.ann, "p1", 1), (season.bob, "p2", 2)):
            for asked in views.load_game_view(host, season.game, person.id).asked:
                if asked.who == seat and (asked.key.endswith("seal") or seat == "p2"):
                    value = next(option.value for option in asked.options if option.value not in (1, 2))
                    games.submit_answer(
                        host, Command(by=person.id), season.game, asked.id, n if asked.key.endswith("seal") else value
                    )
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, season.game)
    raise AssertionError("Ann was never asked to select")


def test_what_can_be_done_with_a_square_stands_in_the_dock(season):
    begun(season)
    ann = season.visitor(season.ann)
    ann.go(f"{season.path}?square=2")
    assert re.findall(r'data-squares="[^"]*" class="go">.*?</svg>(\w+)', ann.text) == ["Open"]
    text = ann.send("/square", **pressed(ann, "Peek"))
    assert "Square 2 is a Bomb." in text
    assert "peeked: Bomb" in text
    text = ann.go(f"{season.path}?square=25")
    assert 'value="play:peek"' not in text  # there was but one
    text = ann.send("/square", **pressed(ann, "Lock"))
    assert "Ann locks square 25." in text


def test_where_nothing_is_asked_a_tap_does_nothing_until_it_is_said_what(season):
    begun(season)
    bob = season.visitor(season.bob)
    bob.go(season.path)
    before = season.session().entries
    bob.go(f"{season.path}?square=9")
    text = bob.send("/square")
    assert "First choose what should happen when you tap the board." in text
    assert (bob.page.status, season.session().entries) == (409, before)


def test_a_private_list_is_typed_in_order(season):
    begun(season)
    bob = season.visitor(season.bob)
    text = bob.go(season.path)
    assert "What you can use" in text
    form = next(form for form in bob.forms if form["fields"].get("key") == "list")
    free = [int(n) for n in re.findall(r'<option value="(\d+)">', text)] or re.findall(r'id="s(\d+)"', text)
    first, second, third = (int(n) for n in free[-3:])
    named = f"{chr(ord('A') + (third - 1) // 5)}{(third - 1) % 5 + 1}"
    text = bob.post(form["action"], **{**form["fields"], "value": f"{second}, {first} {named.lower()}"})
    assert f"Your list: {second}, {first} and {third}" in text
    assert "Your list" not in season.visitor(season.ann).go(season.path)


@pytest.mark.parametrize(
    ("form", "labels", "hint"),
    [
        (Form("several", 1, 10), {n: f"A{n}" for n in range(1, 6)}, "in your order: 2, 1, A3"),
        (Form("several", 1, 5), {1: "1", 2: "2", 3: "3", "stop": "stop"}, "in your order: 2, 1, 3"),
        (Form("several", 2, 2), dict.fromkeys("ABCD"), "in your order: A, B"),
        (Form("several", 1, 3), {n: f"£{n},000" for n in (5, 10)}, "in your order: 5, 10"),
        (Form("several", 1, 3), {"Gift Card": "Gift Card", "Win": "Win"}, "in your order: Gift Card, Win"),
        (Form("several", 1, 3), {"p1": "p1", "p2": "p2"}, "in your order: Ann, Bob"),
    ],
)
def test_a_field_for_several_things_shows_with_some_of_them_how_to_write_them(season, form, labels, hint):
    shown = views.load_game_view(season.host, season.game, season.ann.id)
    reader = Reader(shown.names)
    options = [Option(value, label or value) for value, label in labels.items()]
    field = question_forms.render_value_field(
        PageContext(shown, reader, known=True, now=0, once=""), "f", form, options
    )
    assert f'placeholder="{hint}"' in field
    values = answers.parse_form_answer(
        form, answers.label_options(options, reader), [hint.removeprefix("in your order: ")]
    )
    Question(key="which", who="p1", text="Which?", look=lambda: options, lapse=[], form=form).check(values)


def test_the_same_form_sent_twice_does_nothing_twice_and_a_second_thought_counts(season):
    ann = season.visitor(season.ann)
    ann.go(season.path)
    fields = {**next(form for form in ann.forms if form["action"].endswith("/square"))["fields"]}
    fields = {**fields, **pressed(ann, "Hide it here")}
    ann.post(f"{season.path}/square", **{**fields, "value": "77"})
    assert (ann.page.status, "not one of the choices" in ann.text) == (409, True)
    ann.post(f"{season.path}/square", **{**fields, "value": "7"})
    entries = season.session().entries
    ann.post(f"{season.path}/square", **{**fields, "value": "7"})
    assert ann.page.status == 200
    assert season.session().entries == entries


def test_the_time_left_is_said_in_words_and_counted_by_the_server(season):
    ann = season.visitor(season.ann)
    assert re.search(
        r"Time left: </span><time [^>]*>9 min</time>|Time left: </span><time [^>]*>10 min</time>", ann.go(season.path)
    )
    season.host.now.now += 570
    assert re.search(r"Time left: </span><time [^>]*>30 s</time>", ann.go(season.path))


def test_the_public_sees_whose_turn_it_is_and_for_how_long(season, visitor):
    begun(season)
    text = visitor.go(season.path)
    assert 'Ann<span class="unseen"> is next</span>' in text
    assert re.search(r"Waiting for Ann\..*?Time left: </span><time [^>]*>\d+ min</time>", text)


def test_the_part_is_sent_only_when_it_has_changed(season, visitor):
    mark = found(r'data-version="([^ >]*)"', visitor.go(season.path)).replace("&quot;", '"')
    same = visitor.ask("GET", f"{season.path}/part", if_none_match=mark)
    assert (same.status, same.body, same.headers["ETag"]) == (304, b"", mark)
    season.visitor(season.ann).post(f"{season.path}/pause")
    fresh = visitor.ask("GET", f"{season.path}/part", if_none_match=mark)
    assert fresh.status == 200
    assert fresh.headers["ETag"] != mark
    assert b"The player who opened this game has stopped the clocks for now." in fresh.body
    assert b"<html" not in fresh.body


def test_a_form_of_the_script_is_answered_with_the_part_that_shows_what_it_did(season):
    asked = begun(season)
    ann, n = season.visitor(season.ann), season.square(MINIGAME)
    ann.go(f"{season.path}?square={n}")
    form = next(form for form in ann.forms if form["action"].endswith("/square"))
    fields = {**form["fields"], "do": f"question:{asked.id}", "value": str(n)}
    query = "n=0&was=Q1&talk=1"

    def sends(**changed):
        body = urlencode({**fields, **changed}, doseq=True).encode()
        return ann.ask("POST", f"{season.path}/square?{query}", body, origin="http://table.test", x_part="1")

    refused = sends(value="77")
    assert (refused.status, refused.headers.get("ETag")) == (409, None)
    done = sends()
    part = ann.ask("GET", f"{season.path}/part?{query}")
    assert done.status == 200
    assert (WORD.sub(b"", done.body), done.headers["ETag"]) == (WORD.sub(b"", part.body), part.headers["ETag"])
    assert re.search(rf'<td data-n="?{n}"?[^>]*>(?:(?!</td>).)*class="?sq'.encode(), done.body)
    entries = season.session().entries
    again = sends()
    assert (again.status, WORD.sub(b"", again.body)) == (200, WORD.sub(b"", part.body))
    assert season.session().entries == entries
    body = urlencode(fields, doseq=True).encode()
    assert ann.ask("POST", f"{season.path}/square", body, origin="http://table.test").status == 303


def test_who_sits_down_is_known_to_the_browser_before_any_part_is_sent(host, visitor):
    game = games.open_lobby(host, Command(by="ann"), "ladder").game
    sat = visitor.ask("POST", f"/g/{game}/join", b"name=Zoe", origin="http://table.test", x_part="1")
    assert (sat.status, bool(visitor.cookie)) == (303, True)


def test_nobody_is_given_what_was_made_for_another(season):
    ann, bob = season.visitor(season.ann), season.visitor(season.bob)
    marks = {who.ask("GET", f"{season.path}/part").headers["ETag"] for who in (ann, bob, Visitor(season.host))}
    assert len(marks) == 3


FIRST_LOAD, LATER_FILE, LOOK, CROWDED = 64 * 1024, 9_000, 6 * 1024, 70 * 1024  # bytes
STYLE = re.compile(r'<link rel="stylesheet" href="/static/([\w.]+)')
OF_LOOKS = {"scene.css", *list_look_files()}  # what only scenes of a game's own need
TABLES = [("season7", 4), ("season7", 16), ("deluxe", 4), ("deluxe", 16), ("ladder", 4), ("ladder", 12)]
STEPS = 150


def measure_first_load(text):
    """A page with its script and every style that it links, but without letters and drawings; and how much of it is
    the style of a game's own scene.
    """
    files = {name: len(read_static_file(name)) for name in ("table.js", *STYLE.findall(text))}
    assert text.count("<script") == 1
    assert "table.css" in files
    look = sum(size for name, size in files.items() if name in OF_LOOKS)
    return len(text.encode()) + sum(files.values()) - look, look


def measure_first_loads(season, ruleset, players):
    """How much the page is that somebody opens in a game of computers, at the most: by what this player is asked, and
    as one who waits (in bytes).
    """
    host, command, luck = season.host, season.command, random.Random("first load")
    loads = dict[Any, tuple[int, int]]()
    game = games.open_lobby(host, command, ruleset, {}, "daily").game
    games.sit_at_table(host, command, game, Guest(season.ann.id, "Ann"))
    for _ in range(players - 1):
        assert games.add_bot(host, command, game).ok
    assert games.start_game(host, command, game).ok
    ann = season.visitor(season.ann)
    for step in range(STEPS):
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, game)
        session = host.store.load_game(game).session
        seat = session.find_player_of(season.ann.id)
        if session.stage != RUNNING or seat is None:
            break
        asked = [q for q in load_engine_game(RULESETS[ruleset], session)[0].list_questions() if q.who == seat.seat]
        if asked or step % 5 == 0:
            kind = asked[0].key if asked else ""
            loads[kind] = max(loads.get(kind, (0, 0)), measure_first_load(ann.go(f"/g/{game}")))
        for question in asked[:1]:
            said = stand_ins.pick_random_answer(question, luck)
            if not games.submit_answer(host, command, game, question.id, said).ok:
                games.submit_answer(host, command, game, question.id, question.lapse)
    loads["", "at last"] = measure_first_load(ann.go(f"/g/{game}"))
    return loads


@pytest.mark.whole
@pytest.mark.parametrize(("ruleset", "players"), [*TABLES, ("billionaire", 3), ("billionaire", 4)])
def test_first_load_of_every_game_is_light(season, ruleset, players):
    loads = measure_first_loads(season, ruleset, players)
    assert len(loads) > 3
    heavy = {kind: load for kind, load in loads.items() if load[0] > FIRST_LOAD or sum(load) > FIRST_LOAD + LOOK}
    assert heavy == {}


@pytest.mark.whole
@pytest.mark.parametrize("ruleset", ["season7", "deluxe"])
def test_first_load_of_a_race_of_forty_is_a_tenth_more_at_most(season, ruleset):
    assert max(map(sum, measure_first_loads(season, ruleset, 40).values())) <= CROWDED


def test_what_comes_later_comes_in_small_pieces():
    first = {"table.css", "table.js", "show.svg", "show.woff2", "OFL.txt"}
    for later in list_static_files().keys() - first:
        assert len(read_static_file(later)) <= LATER_FILE, later


def test_comments_and_indentation_of_scripts_and_styles_are_not_sent():
    for name in list_static_files():
        if name.endswith((".js", ".css")):
            lines = read_static_file(name).decode().splitlines()
            assert not [line for line in lines if line.startswith((" ", "//"))], name
    assert read_static_file("later.js").startswith(b'"use strict";\n(() => {\n')


@pytest.mark.parametrize(
    ("said", "smaller"),
    [("gzip, br", True), ("br;q=1.0, gzip;q=0.5", True), ("*", True), ("", False), ("gzip;q=0", False), ("br", False)],
)
def test_what_is_sent_is_packed_for_whoever_can_unpack_it(season, said, smaller):
    ann = season.visitor(season.ann)  # with a second link of hers the page would no longer offer her one
    for path in (season.path, "/", format_static_url("table.css"), format_static_url("show.svg")):
        plain = ann.ask("GET", path).body
        answer = ann.ask("GET", path, accept_encoding=said)
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert (answer.headers.get("Content-Encoding") == "gzip") == smaller
        if smaller:
            assert len(answer.body) < len(plain) / 2
        assert WORD.sub(b"", gzip.decompress(answer.body) if smaller else answer.body) == WORD.sub(b"", plain)
    letters = season.visitor(season.ann).ask("GET", format_static_url("show.woff2"), accept_encoding="gzip")
    assert "Content-Encoding" not in letters.headers


def test_the_creator_has_the_hosts_controls_and_nobody_else(season):
    ann, bob = season.visitor(season.ann), season.visitor(season.bob)
    assert "Host’s controls" in ann.go(season.path)
    assert "Host’s controls" not in bob.go(season.path)
    bob.post(f"{season.path}/kick", seat="p1")
    assert (bob.page.status, "Only the player who opened this game" in bob.text) == (409, True)
    assert "The player who opened this game has stopped the clocks for now." in ann.send("/pause")
    assert "Everybody gets 60 minutes more." in ann.send("/extend", seconds="3600") or "hour more" in ann.text
    assert "The clocks run again." in ann.send("/resume")
    assert "From now on a computer plays for Bob." in ann.send("/standin", seat="p2")
    assert "The host removes " in ann.send("/kick", seat="p3")
    assert "The host has closed this game." in ann.send("/close", sure="on")


@pytest.mark.parametrize("action", ["/leave", "/close"])
def test_nothing_ends_for_good_by_a_slip(action, season):
    ann = season.visitor(season.ann)
    assert ann.go(season.path).count('name="sure" required') == 2
    assert "If you are sure, tick the box first." in ann.send(action)
    assert ann.page.status == 409
    assert season.session().stage == RUNNING
    assert season.session().find_player_of(season.ann.id)


def test_players_may_rest_come_back_vote_and_leave(season):
    ann, bob = season.visitor(season.ann), season.visitor(season.bob)
    bob.go(season.path)
    assert "From now on a computer plays for Bob." in bob.send("/standin")
    assert "A computer is playing for you." in bob.text
    assert "You are watching." not in bob.text
    assert "Take my seat back" in bob.text
    assert ": where do you hide your bomb?" in bob.send("/join")
    assert "Bob joins the game." in bob.text
    ann.go(season.path)
    ann.send("/vote", seat="p2")
    assert "Please wait. You can vote for a computer when half of that player’s time is over." in ann.text
    bob.go(season.path)
    assert "Bob leaves the game." in bob.send("/leave", sure="on")


def test_who_leaves_a_running_game_on_the_page_is_asked_whether_they_are_sure(host, season):
    game = games.open_lobby(host, season.command, "billionaire", {}, "daily").game
    for person in (season.ann, season.bob):
        games.sit_at_table(host, Command(by=person.id), game, games.Guest(person.id, person.name, person.place))
    games.start_game(host, season.command, game)
    bob = season.visitor(season.bob)
    assert "Yes, I leave" in bob.go(f"/g/{game}")
    assert "Bob leaves the game." not in bob.send("/leave")
    bob.go(f"/g/{game}")
    assert "Bob leaves the game." in bob.send("/leave", sure="on")


def test_a_game_closed_before_it_began_says_so(host, season):
    game = games.open_lobby(host, season.command, "season7", {}, "daily").game
    seats.close_table(host, season.command, game)
    page = season.visitor(season.ann).go(f"/g/{game}")
    assert "<h2>Race to a Billion: this game is closed.</h2>" in page
    assert "stopped the clocks" not in page


def test_a_lobby_fills_and_begins(host, season, visitor):
    game = games.open_lobby(host, season.command, "season7", {}, "daily").game
    ann = season.visitor(season.ann)
    assert "Nobody has joined yet." in ann.go(f"/g/{game}")
    ann.send("/join", name="Ann")
    assert "A game needs two players." in ann.text
    assert "Everybody who has the address of this page can join." in ann.text
    assert "A turn can take up to 1 day." in ann.text
    ann.send("/bot")
    visitor.go(f"/g/{game}")
    assert "Only the player who made this game can start it." in visitor.send("/join", name="Zoe")
    visitor.send("/leave")
    ann.go(f"/g/{game}")
    assert "your bomb" in ann.send("/begin")
    assert [player.name for player in host.store.load_game(game).session.players] == ["Ann", "Ada (bot)"]


def test_without_javascript_the_page_looks_again_only_when_there_is_nothing_to_answer(season, visitor):
    refresh = '<noscript><meta http-equiv="refresh"'
    assert refresh in visitor.go(season.path)
    assert refresh not in season.visitor(season.ann).go(season.path)


def test_the_board_has_named_rows_columns_and_squares(season):
    ann = season.visitor(season.ann)
    ann.go(season.path)
    tags = ann.tags
    heads = [attributes.get("scope") for tag, attributes in tags if tag == "th"]
    assert heads.count("row") >= 5
    assert heads.count("col") >= 5
    labels = [attributes["aria-label"] for tag, attributes in tags if tag == "button" and "aria-label" in attributes]
    assert "A1, square 1" in labels
    assert "E5, square 25" in labels
    assert ("caption", {}) in tags


def test_every_field_has_a_label_and_every_id_is_its_own(season):
    begun(season)
    ann = season.visitor(season.ann)
    for path in (season.path, "/", "/me", "/rules"):
        ann.go(path)
        ids = [attributes["id"] for _, attributes in ann.tags if "id" in attributes]
        assert len(ids) == len(set(ids))
        named = {attributes["for"] for tag, attributes in ann.tags if tag == "label" and "for" in attributes}
        for tag, attributes in ann.tags:
            boxed = attributes.get("type") in ("hidden", "checkbox")
            if tag in ("input", "select") and not boxed:
                assert "aria-label" in attributes or attributes.get("id") in named, attributes


def test_what_lies_open_leads_to_its_rule(season, visitor):
    asked = begun(season)
    games.submit_answer(season.host, season.command, season.game, asked.id, 13)
    text = visitor.go(season.path)
    links = re.findall(r'href="(/rules/[^"]+)"', text)
    assert links
    assert "Category" in visitor.go(links[0]) or "Bomb" in visitor.text
    assert visitor.page.status == 200
    seats.close_table(season.host, season.command, season.game)
