"""The pages around the table: the hall, the log, replays and rules."""

import dataclasses
import html
import itertools
import re

import msgspec
import pytest

from engine.kernel.chance import compute_word_hash
from engine.rulesets import RULESETS, ruleset
from host import VERSION
from host.archive import history, rehearsing
from host.archive.history import iter_whole_log
from host.core import games, seats
from host.core.context import Cache, RateLimits, load_engine_game
from host.core.deadlines import ticking
from host.core.session import RUNNING, Command
from host.core.store.rate_counters import RateLimit
from host.doors.web.pages import looking_back
from host.shown import views
from tests.fair_play import checker
from tests.host.doors.web.visitor import Forms, Visitor, found

PLAIN = ["Minigames", "Events", "Game Changers", "Vintage", "Hidden Squares"]  # without these a selection opens one


def bots_play(host, target=30_000_000, seats_=3, by="house", without=()):
    """A game of computer players, to its end."""
    command = Command(by=by)
    game = games.open_lobby(host, command, "season7", {"target": target, "without": [*without]}, "evening").game
    for _ in range(seats_):
        games.add_bot(host, command, game)
    games.start_game(host, command, game)
    while views.load_saved_game(host, game).session.stage == "running":
        host.now.now += 3
        host.store.save_beat(host.now.now)
        ticking.run_due_steps(host, game)
    return game


# -- the foot of every page


def test_every_page_says_in_its_foot_which_release_runs(season, visitor):
    paths = ("/", season.path, f"{season.path}/log", "/rules/season7", "/rules/season7/Blammo", "/me", "/nothing-here")
    for path in paths:
        assert found("<footer>(.*?)</footer></body>", visitor.go(path)) == f"Race to a Billion {VERSION}", path


def test_the_part_that_is_sent_anew_has_no_foot(season, visitor):
    part = visitor.ask("GET", f"{season.path}/part").body.decode()
    assert "<main" in part
    assert "<footer" not in part


# -- the hall


def test_the_hall_shows_what_is_on_and_opens_a_game_for_friends(host, visitor):
    text = visitor.go("/")
    assert "Play now" in text
    text = visitor.send("/new", name="Ann", bots="2", pace="36h")
    assert "Before the game" in text
    session = host.store.load_game(visitor.at.removeprefix("/g/")).session
    assert [player.name for player in session.players] == ["Ann", "Ada (bot)", "Babbage (bot)"]
    assert session.pace == 36 * 3600
    assert "not started" in visitor.go("/")


def test_what_may_be_agreed_upon_is_chosen_with_the_game(host, visitor):
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset="ladder", **{"ladder.rounds": "5", "ladder.host": "players"})
    game = host.store.load_game(visitor.at.removeprefix("/g/")).session
    assert game.options == {"rounds": 5, "host": "players", "first": "together"}
    visitor.go("/")
    visitor.send("/new", name="Ann", **{"season7.wildcard": "False", "ladder.rounds": "5"})
    assert host.store.load_game(visitor.at.removeprefix("/g/")).session.options == {"wildcard": False}


def test_numbers_and_lists_that_may_be_agreed_upon_are_written(host, visitor):
    assert "How much money wins the race." in visitor.go("/")
    written = {"season7.target": "£100,000,000", "season7.without": "Gift Card, eclipse", "season7.rows": " "}
    visitor.send("/new", name="Ann", **written)
    game = host.store.load_game(visitor.at.removeprefix("/g/")).session
    assert game.options == {"target": 100_000_000, "without": ["Gift Card", "eclipse"]}


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("target", "lots", "target needs a whole number, for example 1,000,000,000."),
        ("target", "5", "target must be between 1,000,000 and 1,000,000,000,000."),
        ("target", "-£5", "target must be between 1,000,000 and 1,000,000,000,000."),
        ("target", "5-5", "target needs a whole number, for example 1,000,000,000."),
        ("without", "Gift Crad", "There is no square called “Gift Crad” in this game that you could leave out."),
        ("computers", "god", "computers needs novice, regular or expert."),
        ("wildcard", "maybe", "wildcard can only be on or off."),
        ("peeks", "ajar", "peeks needs secret or open."),
        ("voice", "loud", "The host can speak in two ways: lively or plain."),
    ],
)
def test_what_does_not_fit_opens_no_game(host, visitor, name, value, why):
    visitor.go("/")
    visitor.send("/new", name="Ann", **{f"season7.{name}": value})
    assert (visitor.page.status, why in visitor.text) == (409, True)
    assert list(host.store.iter_sessions()) == []


@pytest.mark.parametrize("bots", ["9999", "9", "-1", "x", "²"])
def test_a_number_of_computers_that_no_table_takes_opens_no_game(host, visitor, bots):
    visitor.go("/")
    visitor.send("/new", name="Ann", bots=bots)
    assert (visitor.page.status, "How many computer players do you want?" in visitor.text) == (409, True)
    assert list(host.store.iter_sessions()) == []


@pytest.mark.parametrize(("name", "taught"), [("season7", "Gift Card"), ("ladder", "audience")])
def test_a_game_says_where_what_it_has_names_for_is_explained(visitor, name, taught):
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset=name)
    assert "How to play" in visitor.text
    assert "The rules, and everything in the game" in visitor.text
    visitor.go("/rules")
    assert taught in visitor.text


def test_a_pace_or_a_game_that_does_not_exist_is_refused_with_a_sentence(visitor):
    visitor.go("/")
    visitor.send("/new", name="Ann", pace="never")
    assert (visitor.page.status, "How long may a turn take? Write one of" in visitor.text) == (409, True)
    visitor.go("/")
    visitor.send("/new", name="Ann", ruleset="chess")
    assert "There is no game of that name" in visitor.text


def test_whoever_takes_a_seat_in_a_game_of_the_house_finds_it_once(host, visitor):
    command = Command(by="house")
    game = games.open_lobby(host, command, "season7", {"target": 30_000_000}, "evening").game
    for _ in range(2):
        games.add_bot(host, command, game)
    visitor.go(f"/g/{game}")
    visitor.send("/join", name="Ann")
    text = visitor.go("/")
    assert (text.count(f'href="/g/{game}"'), "Your games" in text, "Games being played now" in text) == (1, True, False)
    assert "Games being played now" in Visitor(host).go("/")
    assert (games.start_game(host, command, game).ok, seats.close_table(host, command, game).ok) == (True, True)
    text = visitor.go("/")
    assert (text.count(f'href="/g/{game}"'), "Your past" in text, "Finished games" in text) == (1, True, False)


def test_past_games_are_listed_with_their_replay(host, visitor):
    game = bots_play(host)
    text = visitor.go("/")
    assert "Finished games" in text
    assert f"/g/{game}/replay" in text


@pytest.mark.parametrize("name", ["season7", "ladder"])
def test_every_game_says_in_the_hall_how_it_goes_and_is_played_at_once(host, visitor, name):
    visitor.go("/")
    for sentence in ruleset(name).brief:
        assert sentence in html.unescape(visitor.text)
    visitor.send("/table", name="Ann", ruleset=name)
    session = host.store.load_game(visitor.at.removeprefix("/g/")).session
    assert (session.ruleset, session.stage) == (name, RUNNING)
    visitor.go("/")
    offered = [each for each in Forms(visitor.text).forms if each["action"] == "/table"]
    assert name in [button.get("value") for button in offered[0]["buttons"]]


# -- replay


def test_a_replay_goes_step_by_step_from_the_first_to_the_last_state(host, visitor):
    game = bots_play(host, without=PLAIN)
    assert "Step 0 of" in visitor.go(f"/g/{game}/replay")
    last = int(found(r"Step 0 of (\d+)", visitor.text))
    assert last > 20
    session = views.load_saved_game(host, game).session
    end = load_engine_game(ruleset("season7"), session)[0].build_view()
    assert rehearsing.load_replay_step(host, game, last).view == end
    assert rehearsing.load_replay_step(host, game, 10**9).n == last
    steps = [rehearsing.load_replay_step(host, game, n) for n in range(12)]
    opened = [sum(len(panel.board.cells) for panel in step.view.panels if panel.board) for step in steps]
    over = [any("is over" in told.text for told in step.said) for step in steps]  # then all of a board lies open
    assert opened[0] == 0
    assert max(opened) > 0
    played = opened[: over.index(True) if True in over else None]
    assert all(b - a in (0, 1) for a, b in itertools.pairwise(played)), opened


def test_a_replay_says_what_was_said_then_and_shows_no_secret(host, visitor):
    game = bots_play(host)
    said = [told.text for n in range(30) for told in rehearsing.load_replay_step(host, game, n).said]
    assert any("opens square" in text for text in said)
    text = visitor.go(f"/g/{game}/replay?n=9")
    assert "Step 9 of" in text
    assert 'name="question"' not in text
    assert "your bomb" not in text
    assert 'id="go-next"' in text


def test_a_long_replay_is_played_back_in_pieces(host, monkeypatch):
    game = bots_play(host, 100_000_000)
    whole = rehearsing.load_replay_step(host, game, 10**9)
    monkeypatch.setattr(rehearsing, "MOST_AT_ONCE", 7)
    assert rehearsing.load_replay_step(host, game, 10**9) == whole


def test_what_was_undone_when_the_rules_were_mended_is_not_replayed(host):
    game = bots_play(host)
    log = list(iter_whole_log(host, game))
    begun = next(i for i, entry in enumerate(log) if entry.kind == "begin")
    tape = history.list_tape(log[begun:])
    log[-1].cut = 3
    assert history.list_tape(log[begun:]) == tape[: -3 - len(log[-1].taken)] + log[-1].taken


@pytest.mark.parametrize("n", ["-1", "x", "", "9" * 50, "1e3"])
def test_a_step_that_cannot_be_is_brought_into_range(host, visitor, n):
    game = bots_play(host)
    assert "Step 0 of" in visitor.go(f"/g/{game}/replay?n={n}") or "Step" in visitor.text
    assert visitor.page.status == 200


def test_nothing_is_replayed_that_never_began(season, visitor):
    game = games.open_lobby(season.host, Command(by=season.ann.id), "toy", {}).game
    assert "This game has not begun yet" in visitor.go(f"/g/{game}/replay")
    assert visitor.page.status == 404
    game = games.open_lobby(season.host, season.command, "season7").game
    seats.close_table(season.host, season.command, game)
    assert visitor.go(f"/g/{game}/replay")
    assert visitor.page.status == 404


def test_a_replay_under_rules_that_have_changed_says_so(host, visitor, monkeypatch):
    game = bots_play(host)
    monkeypatch.setattr(type(RULESETS["season7"]), "start_step", lambda *_: None)
    assert "The rules have changed since this game was played," in visitor.go(f"/g/{game}/replay?n=20")


# -- the log


@pytest.mark.whole
def test_the_whole_log_is_read_a_page_at_a_time(host, visitor):
    game = bots_play(host, 500_000_000)
    text = visitor.go(f"/g/{game}/log")
    assert "a new game is open" in text
    assert f"/g/{game}/log?from=100" in text
    assert "Earlier" in visitor.go(f"/g/{game}/log?from=100")


def test_what_was_told_to_one_is_told_to_nobody_else_when_all_of_it_can_be_read(host, visitor):
    game = bots_play(host)
    text = visitor.go(f"/g/{game}/log")
    for name in ("Ada", "Babbage", "Clarke"):
        assert re.search(f"<i>to {name}: </i>(<b>[^<]+</b>)?Your bomb is hidden on square", text)
    for path in ("log", "log?from=100", ""):
        assert "to you:" not in visitor.go(f"/g/{game}/{path}".rstrip("/"))


# -- rules


def test_the_rule_of_a_square_is_on_a_page_of_its_own(visitor):
    assert "Category 6, Events" in visitor.go("/rules/Gift%20Card")
    assert "Category 7, Game Changers" in visitor.go("/rules?word=deadlock")
    assert "Nothing in the game is called that." in visitor.go("/rules/Teapot")
    assert visitor.page.status == 404
    assert "<script>" not in visitor.go("/rules/%3Cscript%3E")


def test_who_knows_no_name_finds_all_of_them_as_links_to_their_rules(visitor):
    page = visitor.go("/rules")
    assert all(text in page for rules in RULESETS.values() for text in (rules.title, *rules.brief))
    links = re.findall(r'href="(/rules/[^"]+)"', page)
    assert len(links) == len(set(links)) > 100
    assert re.search(r"<h3>Events</h3><ul[^>]*>.*Gift Card.*</ul>.*<h3>Game Changers</h3>", page)
    for link in links:
        assert 'class="card rule-text"' in visitor.go(link), link
        assert 'href="/rules"' in visitor.text


def test_an_unknown_name_is_answered_with_those_that_are_known(visitor):
    assert "/rules/Gift%20Card" in visitor.go("/rules/Teapot")


# -- fair play


def test_whoever_sits_down_seals_a_word_that_the_browser_has_drawn(host, visitor):
    game = games.open_lobby(host, Command(by="ann"), "ladder").game
    for path in ("/", f"/g/{game}"):
        assert re.search(r'<input type="hidden" name="luck" value(="")? data-script="/static/fair.js', visitor.go(path))
    form = f"name=Zoe&luck={compute_word_hash('tulip')}".encode()
    assert visitor.ask("POST", f"/g/{game}/join", form, origin="http://table.test").status == 303
    (player,) = host.store.load_game(game).session.players
    assert (player.name, player.sealed_word) == ("Zoe", compute_word_hash("tulip"))
    script = visitor.ask("GET", "/static/fair.js").body.decode()
    assert "input[name=luck]" in script
    assert "crypto.getRandomValues" in script


def test_a_finished_game_is_checked_on_its_page_and_its_transcript_taken_along(host, visitor):
    game = bots_play(host)
    assert f"/g/{game}/check" in visitor.go(f"/g/{game}")
    said = visitor.go(f"/g/{game}/check")
    assert "Everything is right: the game was fair." in said
    assert views.load_game_view(host, game).seal in said
    assert f'href="/g/{game}/transcript"' in said
    text = visitor.ask("GET", f"/g/{game}/transcript")
    assert text.headers["Content-Disposition"] == f'attachment; filename="{game}.rtab"'
    assert list(checker.check(text.body.decode())) == []


def closed(host):
    """A game that its host has ended early."""
    command = Command(by="ann")
    game = games.open_lobby(host, command, "ladder").game
    for _ in range(2):
        games.add_bot(host, command, game)
    assert games.start_game(host, command, game).ok
    assert seats.close_table(host, command, game).ok
    return game


def anew(monkeypatch):
    """Nothing has been checked yet."""
    monkeypatch.setattr(looking_back, "TEXTS", Cache(1))
    monkeypatch.setattr(looking_back, "VERDICTS", Cache(2))


def test_a_finished_game_is_played_again_once_however_often_it_is_checked(host, visitor, monkeypatch):
    games_, made, whole = [closed(host) for _ in range(2)], [], history.export_transcript
    anew(monkeypatch)

    def transcript(host, game):
        made.append(game)
        return whole(host, game)

    monkeypatch.setattr(history, "export_transcript", transcript)
    for page in ("check", "transcript", "check", "check"):
        assert visitor.ask("GET", f"/g/{games_[0]}/{page}").status == 200
    assert made == games_[:1]
    visitor.go(f"/g/{games_[1]}/check")
    visitor.go(f"/g/{games_[0]}/check")
    assert made == games_


def test_not_too_many_games_are_played_again_to_be_checked(host, monkeypatch):
    game, other = (closed(host) for _ in range(2))
    anew(monkeypatch)
    limits = RateLimits(checks=RateLimit((), ((600.0, 1),), ()))
    few = dataclasses.replace(host, config=msgspec.structs.replace(host.config, limits=limits))
    visitor, other_visitor = Visitor(few), Visitor(few)
    visitor.address, other_visitor.address = "192.0.2.1", "192.0.2.2"
    assert [visitor.ask("GET", f"/g/{each}/check").status for each in (game, other, game)] == [200, 429, 200]
    assert other_visitor.ask("GET", f"/g/{other}/check").status == 200
    assert visitor.ask("GET", f"/g/{other}/check").status == 200, "it is cached now"


def test_what_was_not_as_promised_is_shown(host, visitor, monkeypatch):
    game = bots_play(host)
    true = history.export_transcript(host, game)
    anew(monkeypatch)
    monkeypatch.setattr(history, "export_transcript", lambda *_: true.replace("secret   ", "secret   x"))
    page = visitor.go(f"/g/{game}/check")
    assert "wrong with this game." in page
    assert "Nobody has cheated" not in page
    assert "I have checked the secret" in page


def test_a_game_that_goes_on_keeps_its_transcript(season, visitor):
    for page in ("check", "transcript"):
        response = visitor.ask("GET", f"{season.path}/{page}")
        assert response.status == 404
        assert b"until it is over" in response.body
        assert season.session().secret.encode() not in response.body


def test_a_table_is_closed_but_for_those_with_the_address(host, visitor):
    text = visitor.go("/")
    visitor.send("/new", name="Ann")
    table = visitor.at
    visitor.send("/invite")
    link = found(r'<code id="invitation">([^<]+)</code>', visitor.text)
    bob, eve = Visitor(host), Visitor(host)
    eve.go(table)
    assert "Only invited players can join this game. Open the link from your invitation." in eve.send(
        "/join", name="Eve"
    )
    assert not eve.cookie, "nobody is left behind"
    assert link not in eve.go(table)
    bob.go(link)
    bob.send("/join", name="Bob")
    assert "Bob" in bob.go(table)
    assert text


def test_a_table_for_an_evening_is_opened_from_the_hall_and_says_how_long_it_may_last(visitor):
    visitor.go("/")
    fields = next(form for form in visitor.forms if form["action"] == "/new")["fields"]
    text = visitor.post("/new", **{**fields, "name": "Ann", "ruleset": "season7", "bots": "2", "span": "evening"})
    assert "although a turn can take up to 2 minutes" in text
    visitor.go("/")
    fields = next(form for form in visitor.forms if form["action"] == "/new")["fields"]
    text = visitor.post("/new", **{**fields, "name": "Ann", "ruleset": "season7", "span": "century"})
    assert "This game cannot have that length. Choose one of these:" in text
