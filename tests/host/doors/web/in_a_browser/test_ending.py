"""A beginning and an end: what is explained, a practice round, honours, bombs that were never found, and a rematch."""

from pathlib import Path

import pytest

from engine.deluxe.events import BombMoved
from engine.kernel import Reader, build_told
from engine.race.events import BombSealed
from engine.season7.events import AutoBombed, BombFound, BombOwned, SealsShown
from engine.season7.rules import SEASON7
from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import LOBBY, OVER, RUNNING, Command
from host.core.transaction import run_transaction
from host.doors.web.table import ending
from host.doors.web.table.page_context import PageContext
from host.people import accounts
from host.shown import views
from tests.host.doors.web.in_a_browser import scenes
from tests.host.doors.web.in_a_browser.staged import Staged
from tests.host.doors.web.visitor import Visitor

TRANSCRIPTS = Path(__file__).parents[4] / "transcripts"
PHONE = {"width": 390, "height": 844}


def ended(room):
    game = Staged(room, (TRANSCRIPTS / "race" / "reached_and_bombed.rtab").read_text(encoding="utf-8"))
    game.ends()
    assert game.shown().stage == OVER
    return game


def visitor(game, who):
    return Visitor(game.host, accounts.create_web_token(game.host, game.people[who].id))


def test_a_practice_round_begins_in_one_tap_and_is_explained(host, visitor):
    visitor.go("/")
    form = next(form for form in visitor.forms if any(b.get("name") == "practice" for b in form["buttons"]))
    text = visitor.post(form["action"], **{**form["fields"], "practice": "season7"})
    game = visitor.at.removeprefix("/g/").partition("?")[0]
    shown = views.load_game_view(host, game)
    assert (shown.stage, shown.practice) == (RUNNING, True)
    assert [face.bot for face in shown.faces] == [False, True, True, True]
    assert 'data-coach="seal"' in text


def test_a_usual_table_of_ones_own_is_no_practice(host, visitor):
    visitor.go("/")
    form = next(form for form in visitor.forms if any(b.get("value") == "season7" for b in form["buttons"]))
    visitor.post(form["action"], **{**form["fields"], "ruleset": "season7"})
    assert not views.load_game_view(host, visitor.at.removeprefix("/g/")).practice


def test_in_a_practice_round_the_rule_of_what_others_find_is_told(host, visitor, hands):
    visitor.go("/")
    form = next(form for form in visitor.forms if any(b.get("name") == "practice" for b in form["buttons"]))
    visitor.post(form["action"], **{**form["fields"], "practice": "season7"})
    game, who = visitor.at.removeprefix("/g/"), next(iter(visitor.host.store.load_game(visitor.at[3:]).session.players))
    for _ in range(60):
        hands.now += 3
        host.store.save_beat(hands.now)
        ticking.run_due_steps(host, game)
        text = visitor.go(f"/g/{game}")
        if "Just now:" in text and '<details id="rule" open>' in text:
            return
        shown = views.load_game_view(host, game, who.person)
        for asked in [asked for asked in shown.asked if asked.who == shown.you]:
            value = asked.options[-1].value if asked.options else 1
            games.submit_answer(host, Command(by=who.person), game, asked.id, value)
    raise AssertionError("nothing was ever explained")


@pytest.mark.parametrize(
    ("text", "but", "who", "value", "rule"),
    [
        (scenes.MINIGAME.format(name="Smash for Cash"), 0, "Zoe", [1], "Four rows have five piggy banks"),
        ("cycle/megagrid_top", 5, "Ann", 4, "Climb five rows of five squares"),
    ],
)
def test_in_a_practice_game_a_drawn_game_is_explained_until_the_first_move(room, text, but, who, value, rule):
    stage = scenes.Stage(room, None)
    game = stage.kept(text, but) if but else stage.laid(text)
    path, here = f"/g/{game.game}", visitor(game, who)
    assert 'class="intro"' not in here.go(path)  # a usual game explains behind the sign

    def practise(tx):
        tx.session.options = dict(SEASON7.practice)
        tx.log("options", "")

    assert run_transaction(game.host, game.command, game.game, practise).ok
    shown = here.go(path)
    assert 'class="intro"' in shown
    assert rule in shown
    assert 'class="intro"' not in visitor(game, next(name for name in game.people if name != who)).go(path)
    (asked,) = [each for each in game.shown(who).asked if each.who == game.shown(who).you]
    by = Command(by=game.people[who].id)
    assert games.submit_answer(game.host, by, game.game, asked.id, value).ok
    assert 'class="intro"' not in here.go(path)


def test_honours_and_bombs_are_told_when_all_is_over(room):
    game = ended(room)
    text = visitor(game, "Ann").go(f"/g/{game.game}")
    assert "Honours" in text
    assert "1 season won" in text.partition("Honours")[2]


def test_bombs_that_went_off_are_counted_by_whose_they_were(season):
    told = [
        *(build_told(BombSealed(4, "r"), {}, who, "Q1") for who in ("p1", "p2", "p3")),
        *(build_told(BombSealed(5, "s"), {}, who, "Q1") for who in ("p2", "p3")),
        build_told(SealsShown(["r", "s"]), {}, "", "Q1"),
        build_told(BombMoved(6, "t"), {}, "p1", "Q1"),  # the same bomb
        build_told(BombFound("p1", 9, "Bomb"), {}, "", "Q1"),  # square 4, where two hid theirs, has moved
        build_told(BombOwned(9, ["p2", "p3"]), {}, "", "Q1"),
        build_told(AutoBombed("p3", 5), {}, "", "Q1"),
        build_told(BombOwned(5, ["p3"]), {}, "", "Q1"),
        build_told(BombFound("p1", 4, "Bomb"), {}, "", "Q2"),
        build_told(BombOwned(4), {}, "", "Q2"),  # which the board had laid
    ]
    shown = views.load_game_view(season.host, season.game)
    rows = ending.render_bomb_count(PageContext(shown, Reader(shown.names), known=True, now=0, once=""), told)
    assert [counts in row for counts, row in zip(("0 of 1", "1 of 2", "2 of 2"), rows, strict=True)] == [True] * 3


def test_the_same_people_meet_again_at_one_table(room):
    game = ended(room)
    ann, bob = visitor(game, "Ann"), visitor(game, "Bob")
    assert "Play again with the same people" in ann.go(f"/g/{game.game}")
    ann.send("/again")
    bob.go(f"/g/{game.game}")
    bob.send("/again")
    assert ann.at == bob.at != f"/g/{game.game}"
    shown = views.load_game_view(game.host, ann.at.removeprefix("/g/"))
    assert shown.stage == LOBBY
    assert sorted(face.name for face in shown.faces) == ["Ann", "Bob"]
    ann.go(f"/g/{game.game}")
    ann.send("/again")
    assert len(views.load_game_view(game.host, ann.at.removeprefix("/g/")).faces) == 2


def test_a_stranger_or_a_game_that_goes_on_has_no_rematch(season, visitor):
    visitor.post(f"{season.path}/again")
    assert visitor.page.status == 409
    ann = season.visitor(season.ann)
    ann.post(f"{season.path}/again")
    assert ann.page.status == 409


def test_among_computers_it_begins_at_once(host):
    ann = accounts.load_or_create_person(host, "t:Ann", "Ann")
    command = Command(by=ann.id)
    old = games.open_lobby(host, command, "season7", {"target": 1_000_000}, "evening").game
    games.sit_at_table(host, command, old, Guest(ann.id, "Ann"))
    for _ in range(2):
        games.add_bot(host, command, old)
    games.start_game(host, command, old)
    there = Visitor(host, accounts.create_web_token(host, ann.id))
    saved = host.store.load_game(old)

    def over(tx):
        tx.end()
        tx.log("end", "")

    assert run_transaction(host, command, old, over).ok
    assert saved
    there.go(f"/g/{old}")
    there.send("/again")
    shown = views.load_game_view(host, there.at.removeprefix("/g/"))
    assert shown.stage == RUNNING
    assert [face.bot for face in shown.faces].count(True) == 2


def test_each_thing_is_explained_once(room, chrome):
    game = Staged(room, SEALING)
    page = game.page(chrome, "Ann", viewport=PHONE)
    page.locator("[data-coach='seal']:visible").wait_for()
    page.locator("#s3").click()
    page.locator("#panel button.go").click()
    room.until(lambda: not any(each.who == "Ann" for each in game.shown("Ann").asked))
    other = Staged(room, SEALING.replace("again", "once more"))
    page.context.clear_cookies()
    page.goto(f"{room.server.url}/p/{accounts.create_web_token(room.host, other.people['Ann'].id)}")
    page.goto(other.url)
    page.wait_for_function("() => document.body.dataset.quick !== undefined")
    assert page.locator("[data-coach='seal']").count() == 1
    assert not page.locator("[data-coach='seal']").is_visible()


SEALING = """rtab     1 season7
title    Bombs are sealed again
players  Ann Bob

begin
?        Ann seal
?        Bob seal
"""
